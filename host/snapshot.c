/* SPDX-License-Identifier: MIT
 *
 * Snapshots from and to memory, and the order in which they are read: nothing reaches a fleet before all of the bytes
 * were looked at. */
#include "calls.h"
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

/* ---- saving ---------------------------------------------------------------------------------------------------- */

static flo_status put_head(const flo__facts *facts, uint64_t sum, const flo__snapshot_to *to)
{
    const size_t size = flo__head_size(facts);
    unsigned char *bytes = malloc(size);
    if (!bytes) return flo__fail(FLO_NO_MEMORY, "no memory for a head of %zu bytes", size);
    flo__head_put(facts, sum, bytes);
    const flo_status status = to->put(to->of, 0, bytes, size);
    free(bytes);
    return status;
}

static flo_status put_whole(const flo_fleet *fleet, const flo__facts *facts, const flo__snapshot_to *to)
{
    uint64_t sum = 0;
    flo_status status = flo__fleet_check_whole(fleet);
    if (!status) status = flo__records_put(fleet, 0, to, flo__head_size(facts), &sum);
    return status ? status : put_head(facts, sum, to);
}

static flo_status facts_with(const flo_fleet *fleet, const void *extra, size_t extra_size, flo__facts *facts)
{
    const flo_status status = flo__facts_of(fleet, facts);
    if (status || extra_size == 0) return status;
    facts->extra = malloc(extra_size);
    if (!facts->extra) return flo__fail(FLO_NO_MEMORY, "no memory for %zu bytes of a snapshot", extra_size);
    memcpy(facts->extra, extra, extra_size);
    facts->extra_size = extra_size;
    return FLO_OK;
}

flo_status flo__snapshot_put(const flo_fleet *fleet, const void *extra, size_t extra_size, const flo__snapshot_to *to)
{
    flo__facts facts;
    flo_status status = facts_with(fleet, extra, extra_size, &facts);
    if (!status) status = put_whole(fleet, &facts, to);
    flo__facts_free(&facts);
    return status;
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

flo_status flo__snapshot_begin(flo__snapshot *s, const flo__snapshot_from *from)
{
    *s = (flo__snapshot){ .from = *from };
    return flo__head_get(from, &s->facts, &s->head_size, &s->sum);
}

void flo__snapshot_end(flo__snapshot *s) { flo__facts_free(&s->facts); }

flo_status flo__snapshot_compare(const flo__snapshot *s, const flo_fleet *fleet, uint64_t first)
{
    flo__facts facts;
    flo_status status = flo__facts_of(fleet, &facts);
    if (!status) status = flo__facts_compare(&s->facts, first, &facts);
    flo__facts_free(&facts);
    return status;
}

static uint64_t offset_of(const flo__snapshot *s, uint64_t body)
{
    return s->head_size + flo__facts_size(&s->facts, body);
}

flo_status flo__snapshot_look(const flo__snapshot *s, const flo_fleet *fleet, uint64_t first, flo__looked *looked)
{
    *looked = (flo__looked){ 0 };
    return flo__records_check(&s->from, &s->facts, first, fleet->count, offset_of(s, first), &looked->sum,
                              &looked->unfit);
}

flo_status flo__snapshot_judge(const flo__snapshot *s, uint64_t sum, const flo__looked *looked)
{
    if (sum != s->sum) return flo__fail(FLO_BAD_FILE, "it is damaged: the checksum of its bodies is wrong");
    if (looked->unfit.count == 0) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "it is damaged: body %llu cannot be as it says: %s",
                     (unsigned long long)looked->unfit.first, looked->unfit.why);
}

flo_status flo__snapshot_load(const flo__snapshot *s, flo_fleet *fleet, uint64_t first, const flo__looked *looked)
{
    const flo_status status = flo__records_get(fleet, first, &s->from, offset_of(s, first), looked->sum);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        flo_fleet *part = flo__fleet_part(fleet, p);
        part->base = s->facts.base;
        part->dt = s->facts.dt;
        part->since = s->facts.since;
        part->steps = s->facts.steps;
    }
    if (!status) flo__fleet_mend(fleet);
    return status;
}

flo_status flo__snapshot_load_whole(flo_fleet *fleet, const flo__snapshot_from *from)
{
    flo__snapshot s;
    flo__looked looked = { 0 };
    flo_status status = flo__snapshot_begin(&s, from);
    if (!status && s.facts.count != fleet->count) {
        status = flo__fail(FLO_BAD_VALUE, "it is of another fleet: it has %llu bodies, and there are %zu here",
                           (unsigned long long)s.facts.count, fleet->count);
    }
    if (!status) status = flo__snapshot_compare(&s, fleet, 0);
    if (!status) status = flo__snapshot_look(&s, fleet, 0, &looked);
    if (!status) status = flo__snapshot_judge(&s, looked.sum, &looked);
    if (!status) status = flo__snapshot_load(&s, fleet, 0, &looked);
    flo__snapshot_end(&s);
    return status;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

typedef struct memory { unsigned char *to; const unsigned char *from; uint64_t size; } memory;

static flo_status put_memory(void *of, uint64_t offset, const void *data, size_t size)
{
    const memory *m = of;
    if (size > 0) memcpy(m->to + offset, data, size);
    return FLO_OK;
}

static flo_status get_memory(void *of, uint64_t offset, void *data, size_t size)
{
    const memory *m = of;
    if (size > 0) memcpy(data, m->from + offset, size);
    return FLO_OK;
}

static size_t size_of(const flo__facts *facts)
{
    return flo__head_size(facts) + (size_t)flo__facts_size(facts, facts->count);
}

flo_status flo__call_fleet_snapshot_size(const flo_fleet *fleet, size_t *size)
{
    flo__facts facts;
    const flo_status status = flo__facts_of(fleet, &facts);
    if (!status) *size = size_of(&facts);
    flo__facts_free(&facts);
    return status;
}

flo_status flo__call_fleet_snapshot(flo_fleet *fleet, void *bytes, size_t size)
{
    memory m = { .to = bytes };
    flo__facts facts;
    flo_status status = flo__facts_of(fleet, &facts);
    if (!status && size != size_of(&facts)) {
        status = flo__fail(FLO_BAD_VALUE, "size is %zu; the snapshot has %zu bytes", size, size_of(&facts));
    }
    if (!status) status = put_whole(fleet, &facts, &(flo__snapshot_to){ put_memory, &m });
    flo__facts_free(&facts);
    return status;
}

flo_status flo__call_fleet_restore(flo_fleet *fleet, const void *bytes, size_t size)
{
    memory m = { .from = bytes, .size = size };
    const flo_status status = flo__snapshot_load_whole(fleet, &(flo__snapshot_from){ get_memory, &m, size });
    return status ? flo__fail_more(status, "the snapshot cannot be loaded") : FLO_OK;
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

flo_status flo__fleet_save(flo_fleet *fleet, const void *extra, size_t extra_size, const char *path)
{
    flo__snapshot_file file;
    flo_status status = flo__snapshot_file_make(&file, path);
    if (status) return status;
    const flo__snapshot_to to = flo__snapshot_file_to(&file);
    status = flo__snapshot_put(fleet, extra, extra_size, &to);
    if (!status) return flo__snapshot_file_end(&file);
    flo__snapshot_file_drop(&file);
    return status;
}

flo_status flo__call_fleet_save(flo_fleet *fleet, const char *path) { return flo__fleet_save(fleet, NULL, 0, path); }

flo_status flo__call_fleet_load(flo_fleet *fleet, const char *path)
{
    flo__snapshot_source source;
    flo__snapshot_from from;
    flo_status status = flo__snapshot_file_open(&source, path, &from);
    if (status) return status;
    status = flo__snapshot_load_whole(fleet, &from);
    flo__snapshot_file_close(&source);
    return status ? flo__fail_more(status, "%s cannot be loaded", path) : FLO_OK;
}
