/* SPDX-License-Identifier: MIT
 *
 * Fleets in parts: which bodies are where. */
#include "fleet.h"

#include <stdlib.h>

/* ---- which part ------------------------------------------------------------------------------------------------ */

flo__range flo__fleet_range(const flo_fleet *fleet, int part, size_t first, size_t count)
{
    flo_fleet *const p = flo__fleet_part(fleet, part);
    const size_t begin = p->before, end = begin + p->count, last = first + count;
    const size_t from = first > begin ? first : begin, to = last < end ? last : end;
    if (from >= to) return (flo__range){ .part = p };
    return (flo__range){ p, from - begin, to - from, from - first };
}

flo__range flo__fleet_find(const flo_fleet *fleet, size_t body)
{
    int part = 0;
    while (body >= flo__fleet_part(fleet, part)->before + flo__fleet_part(fleet, part)->count) part++;
    return flo__fleet_range(fleet, part, body, 1);
}

uint64_t flo__fleet_who(const flo_fleet *fleet, size_t first, size_t count)
{
    uint64_t who = 0;
    if (!fleet->parts) return 1;
    for (int p = 0; p < flo__fleet_parts(fleet); p++) {
        if (flo__fleet_range(fleet, p, first, count).count > 0) who |= (uint64_t)1 << p;
    }
    return who;
}

/* ---- laying out ------------------------------------------------------------------------------------------------ */

/* Fewer bodies than this are not worth a part's while. */
enum { WORTH_IT = 256 };

/* A body costs by its samples, and as much as a few of them besides. */
static double weight_of(size_t body, const void *of)
{
    const flo__kind *kinds = of;
    return 4.0 + (double)kinds[body].hull->count;
}

static flo_status make_part(flo_fleet *whole, int part, size_t end, const flo__kind *kinds)
{
    flo_fleet *p = calloc(1, sizeof *p);
    if (!p) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet");
    const flo_fleet *last = part > 0 ? whole->parts[part - 1] : NULL;
    const size_t before = last ? last->before + last->count : 0;
    *p = (flo_fleet){ .device = whole->device->many->part[part], .sea = whole->sea, .count = end - before,
                      .integrator = whole->integrator, .waves = whole->waves, .tolerance = whole->tolerance,
                      .base = whole->base, .dt = whole->dt, .since = whole->since, .steps = whole->steps,
                      .before = before, .breaks = whole->device->many->part[part]->breaks };
    flo__sea_hold(p->sea);
    whole->parts[part] = p;
    const flo_status status = flo__fleet_lay_out_part(p, kinds + before);
    return status ? flo__fail_more(status, "part %d", part + 1) : FLO_OK;
}

/* `failed` is the part that could not be made. */
static flo_status make_parts(flo_fleet *fleet, const flo__kind *kinds, const double *share, int *failed)
{
    const flo__many *many = fleet->device->many;
    size_t end[FLO__MOST_PARTS];
    flo__many_cut(many, share, fleet->count, weight_of, kinds, end);
    fleet->parts = calloc((size_t)many->count, sizeof(flo_fleet *));
    if (!fleet->parts) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet in %d parts", many->count);
    flo_status status = FLO_OK;
    for (int p = 0; p < many->count && !status; p++) {
        status = make_part(fleet, p, end[p], kinds);
        *failed = p;
    }
    return status;
}

static void undo_parts(flo_fleet *fleet)
{
    for (int p = 0; fleet->parts && p < fleet->device->many->count; p++) flo_fleet_destroy(fleet->parts[p]);
    free(fleet->parts);
    fleet->parts = NULL;
}

/* What all of it would need, where that can be said in a word. */
static flo_status fail_to_make(const flo_fleet *fleet, const flo__kind *kinds, flo_status status)
{
    for (size_t i = 1; i < fleet->count; i++) {
        if (kinds[i].hull != kinds[0].hull) return status;
    }
    if (status != FLO_NO_MEMORY || fleet->count == 0) return status;
    return flo__fail_more(status, "%zu bodies need %zu bytes on %d devices together", fleet->count,
                          flo_fleet_memory(kinds[0].hull, fleet->count), fleet->device->many->count);
}

/* A part that has no memory for its share gets less, and the others more, until all have what they can take or there
 * is no room. */
static flo_status lay_out_parts(flo_fleet *fleet, const flo__kind *kinds)
{
    enum { TRIES = 4 * FLO__MOST_PARTS };
    const flo__many *many = fleet->device->many;
    double share[FLO__MOST_PARTS], most[FLO__MOST_PARTS];
    int failed = -1;
    for (int p = 0; p < many->count; p++) most[p] = 1;
    flo__many_shares(many, fleet->count, WORTH_IT, NULL, share);
    flo_status status = make_parts(fleet, kinds, share, &failed);
    for (int i = 0; i < TRIES && status == FLO_NO_MEMORY && failed >= 0 && !many->fixed; i++) {
        most[failed] = 0.75 * share[failed];
        if (!flo__many_shares(many, fleet->count, 0, most, share)) break;
        undo_parts(fleet);
        status = make_parts(fleet, kinds, share, &failed);
    }
    return status ? fail_to_make(fleet, kinds, status) : FLO_OK;
}

flo_status flo__fleet_lay_out(flo_fleet *fleet, const flo__kind *kinds)
{
    return fleet->device->many ? lay_out_parts(fleet, kinds) : flo__fleet_lay_out_part(fleet, kinds);
}
