/* SPDX-License-Identifier: MIT
 *
 * How bodies are laid out on a device: who stands with whom, how their waves are summed, what memory that takes.
 *
 * A flock has room for as many bodies as a device takes in one piece of memory; those of a kind that do not fit make
 * another flock. */
#include "calls.h"
#include "fleet.h"
#include <stdlib.h>
#include <string.h>

/* Places for bodies.  The odd 16 keep columns from starting at equal addresses modulo a page, where a cache would hold
 * only a few of them at once. */
static size_t stride_of(size_t count)
{
    const size_t padded = (count + FLO__ITEMS - 1) / FLO__ITEMS * FLO__ITEMS;
    return padded % 1024 == 0 ? padded + FLO__ITEMS : padded;
}

typedef struct flock_sizes { size_t place, state, load, sum, met, height; } flock_sizes;

size_t flo__kept_columns(const flo_hull *hull, flo_integrator integrator)
{
    const flo_hull_def *d = &hull->def;
    const bool change = d->push.strength > 0 && d->push.velocity == FLO_PUSH_CHANGE;
    if (integrator == FLO_IMPLICIT) return d->damping.of == FLO_DAMPING_POINTS ? KEPT_DAMPING + 1 : KEPT_RATE + 1;
    return change || hull->cut.panels ? KEPT_HEIGHT + 1 : 0;
}

static flock_sizes sizes_of(const flo_hull *hull, const flo__pieces *cut, flo_integrator integrator, size_t stride)
{
    const size_t patches = stride * (size_t)cut->pieces, samples = patches * (size_t)cut->samples;
    return (flock_sizes){ stride * PLACE_COLUMNS * sizeof(sea_long), stride * STATE_COLUMNS * sizeof(float),
                          stride * LOAD_COLUMNS * sizeof(float), patches * SUM_COLUMNS * sizeof(sea_long),
                          patches * MET_COLUMNS * sizeof(float),
                          samples * flo__kept_columns(hull, integrator) * sizeof(float) };
}

static size_t sum_of(flock_sizes s) { return s.place + s.state + s.load + s.sum + s.met + s.height; }

size_t flo__call_fleet_memory(const flo_hull *hull, size_t count)
{
    if (count >= UINT32_MAX) return SIZE_MAX;       /* more than a fleet can have; and the sizes below must not wrap */
    const size_t samples = (size_t)hull->cut.pieces * (size_t)hull->cut.samples;
    if ((double)count * (double)samples > 0x1p56) return SIZE_MAX;
    return sum_of(sizes_of(hull, &hull->cut, FLO_IMPLICIT, stride_of(count)));
}

/* ---- putting it on the device ----------------------------------------------------------------------------------- */

static flo_status allocate(flo_device *device, size_t bytes, flo__buffer **buffer)
{
    return device->backend->allocate(device, bytes, buffer);
}

static flo_status allocate_with(flo_device *device, const void *data, size_t bytes, flo__buffer **buffer)
{
    flo_status status = allocate(device, bytes, buffer);
    return status ? status : device->backend->write(device, *buffer, 0, data, bytes);
}

/* Places that no body has are stopped bodies, the right way up. */
static flo_status fill_padding(flo_device *device, const flo__flock *flock)
{
    const size_t empty = flock->stride - flock->count;
    float upright[FLO__ITEMS * 2];
    for (size_t i = 0; i < empty; i++) upright[i] = 1.0f;
    if (empty == 0) return FLO_OK;
    return device->backend->write(device, flock->state, (STATE_Q * flock->stride + flock->count) * sizeof(float),
                                  upright, empty * sizeof(float));
}

/* The centres of pieces, from what the flock's states are of. */
static flo_status write_pieces(flo_device *device, flo__flock *flock)
{
    const flo__pieces *cut = flock->cut;
    const double *com = flock->hull->def.center_of_mass, *from = flock->centre;
    const size_t bytes = (size_t)cut->pieces * sizeof *cut->centre;
    hull_piece *centre = malloc(bytes);
    if (!centre) return flo__fail(FLO_NO_MEMORY, "no memory for a hull of %d pieces", cut->pieces);
    for (int i = 0; i < cut->pieces; i++) {
        const hull_piece *c = &cut->centre[i];
        centre[i] = (hull_piece){ .x = (float)((double)c->x + (com[0] - from[0])),
                                  .y = (float)((double)c->y + (com[1] - from[1])),
                                  .z = (float)((double)c->z + (com[2] - from[2])) };
    }
    flo_status status = allocate_with(device, centre, bytes, &flock->piece);
    free(centre);
    return status;
}

/* The table of the waves in polynomials. */
static flo_status write_weights(const flo_fleet *fleet, flo__flock *flock)
{
    const size_t bytes = flo__expansion_weights(&flock->expansion) * sizeof(float);
    float *weight = malloc(bytes + 1);
    if (!weight) return flo__fail(FLO_NO_MEMORY, "no memory for a table of %zu bytes", bytes);
    flo__expansion_fill(fleet->seas[flock->sea].sea, &flock->expansion, weight);
    flo_status status = allocate_with(fleet->device, weight, bytes, &flock->weight);
    free(weight);
    return status;
}

static flo_status flock_allocate(const flo_fleet *fleet, flo__flock *flock)
{
    flo_device *device = fleet->device;
    const flo__pieces *cut = flock->cut;
    const hull_numbers number = flo__hull_numbers(flock->hull, cut, &flock->expansion, flock->mode,
                                                  fleet->seas[flock->sea].sea);
    flock->pace = flo__hull_pace(flock->hull, &number);
    const flock_sizes size = sizes_of(flock->hull, cut, fleet->integrator, flock->stride);
    const size_t pieces = (size_t)cut->pieces, samples = pieces * (size_t)cut->samples;
    const size_t panels = pieces * (size_t)cut->panels;
    flo_status status = allocate_with(device, &number, sizeof number, &flock->number);
    if (!status) status = write_pieces(device, flock);
    if (!status) status = allocate_with(device, cut->sample, samples * sizeof *cut->sample, &flock->sample);
    if (!status) status = allocate_with(device, cut->panel, panels * sizeof *cut->panel, &flock->panel);
    if (!status) status = write_weights(fleet, flock);
    if (!status) status = allocate(device, sizeof(step_numbers), &flock->step);
    if (!status) status = allocate(device, size.place, &flock->place);
    if (!status) status = allocate(device, size.state, &flock->state);
    if (!status) status = allocate(device, size.load, &flock->load);
    if (!status) status = allocate(device, size.sum, &flock->sum);
    if (!status) status = allocate(device, size.met, &flock->met);
    if (!status) status = allocate(device, size.height, &flock->height);
    return status ? status : fill_padding(device, flock);
}

/* ---- who stands with whom -------------------------------------------------------------------------------------- */

/* Whether a body can still join a flock. */
static bool can_join(const flo_fleet *fleet, const flo__flock *flock, const flo__kind *kind)
{
    return flock->hull == kind->hull && flock->mode == kind->mode && fleet->seas[flock->sea].sea == kind->sea
           && flock->count < flock->room;
}

/* The flock of a body: bodies mostly come in runs, so the last one is tried first. */
static int find_flock(const flo_fleet *fleet, const flo__kind *kind, int last)
{
    if (last < fleet->flock_count && can_join(fleet, &fleet->flocks[last], kind)) return last;
    for (int i = 0; i < fleet->flock_count; i++) {
        if (can_join(fleet, &fleet->flocks[i], kind)) return i;
    }
    return fleet->flock_count;
}

static size_t largest_of(flock_sizes s)
{
    const size_t sizes[] = { s.place, s.state, s.load, s.sum, s.met, s.height };
    size_t largest = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) largest = sizes[i] > largest ? sizes[i] : largest;
    return largest;
}

/* Bodies for which no buffer is larger than the device gives in one piece, and no more patches than a launch counts, in
 * 31 bits; more go into another flock. */
static size_t flock_room(const flo_fleet *fleet, const flo__flock *flock)
{
    const size_t some = (size_t)FLO__ITEMS, patches = ((size_t)1 << 31) / (size_t)flock->cut->pieces;
    const size_t bytes = largest_of(sizes_of(flock->hull, flock->cut, fleet->integrator, some));
    const size_t times = fleet->device->largest_buffer / (bytes ? bytes : 1);
    const size_t room = times >= UINT32_MAX / some ? UINT32_MAX : times * some;
    const size_t least = room < patches ? room : patches, padding = FLO__ITEMS;
    return least > 2 * padding ? least - padding : padding;
}

/* A flock of the same hull in the same sea, or NULL.  It has the same cut. */
static const flo__flock *flock_alike(const flo_fleet *fleet, const flo__flock *flock)
{
    for (const flo__flock *f = fleet->flocks; f < flock; f++) {
        if (f->hull == flock->hull && f->sea == flock->sea) return f;
    }
    return NULL;
}

/* A fraction of a percent of what the sea does. */
static double tolerance_of(const flo_fleet *fleet, const flo_sea *sea)
{
    return fleet->tolerance > 0 ? fleet->tolerance : sea->info.significant_wave_height / 2500;
}

static flo_status flock_choose(const flo_fleet *fleet, flo__flock *flock)
{
    const flo_sea *sea = fleet->seas[flock->sea].sea;
    const flo__flock *alike = flock_alike(fleet, flock);
    flock->cut = alike ? alike->cut : &flock->hull->cut;
    if (alike) {
        flock->expansion = alike->expansion;
        return FLO_OK;
    }
    if (fleet->waves == FLO_WAVES_DIRECT) {
        flock->expansion = flo__expansion_none(sea, flo__pieces_reach(flock->cut), flock->cut->samples);
        return FLO_OK;
    }
    flo_status status = flo__hull_expansion(flock->hull, sea, tolerance_of(fleet, sea), &flock->own_cut,
                                            &flock->expansion);
    if (flock->own_cut) flock->cut = flock->own_cut;
    return status;
}

/* The number of a sea among the fleet's, which keeps it; -1 if there is no memory for it. */
static int sea_number(flo_fleet *fleet, const flo_sea *sea)
{
    for (int i = fleet->sea_count - 1; i >= 0; i--) {
        if (fleet->seas[i].sea == sea) return i;
    }
    flo__fleet_sea *more = realloc(fleet->seas, ((size_t)fleet->sea_count + 1) * sizeof *more);
    if (!more) return -1;
    flo__sea_hold(sea);
    fleet->seas = more;
    fleet->seas[fleet->sea_count] = (flo__fleet_sea){ .sea = sea };
    return fleet->sea_count++;
}

static flo_status flock_start(flo_fleet *fleet, const flo__kind *kind)
{
    const int sea = sea_number(fleet, kind->sea);
    if (sea < 0) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet of %d seas", fleet->sea_count + 1);
    flo__flock *flock = &fleet->flocks[fleet->flock_count++];
    *flock = (flo__flock){ .hull = kind->hull, .mode = kind->mode, .sea = sea };
    if (kind->mode == FLO_DYNAMIC || kind->mode == FLO_HYBRID) {
        memcpy(flock->centre, kind->hull->def.center_of_mass, sizeof flock->centre);
    }
    flo__hull_hold(kind->hull);
    flo_status status = flock_choose(fleet, flock);
    if (!status) status = flo__selftest_degree(fleet->device, flock->expansion.degree);
    flock->room = flock_room(fleet, flock);
    return status;
}

static flo_status map_bodies(flo_fleet *fleet, const flo__kind *kinds)
{
    int room = 0, at = 0;
    for (size_t i = 0; i < fleet->count; i++) {
        at = find_flock(fleet, &kinds[i], at);
        if (at == room) {
            room = room ? 2 * room : 4;
            flo__flock *more = realloc(fleet->flocks, (size_t)room * sizeof *more);
            if (!more) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet of %d hulls", at + 1);
            fleet->flocks = more;
        }
        if (at == fleet->flock_count) {
            flo_status status = flock_start(fleet, &kinds[i]);
            if (status) return status;
        }
        fleet->flock_of[i] = (uint32_t)at;
        fleet->slot_of[i] = (uint32_t)fleet->flocks[at].count++;
    }
    return FLO_OK;
}

/* How many bodies there are of a hull, and what they need. */
static flo_status fail_to_make(const flo_fleet *fleet, const flo_hull *hull, flo_status status)
{
    size_t count = 0;
    for (int i = 0; i < fleet->flock_count; i++) count += fleet->flocks[i].hull == hull ? fleet->flocks[i].count : 0;
    return flo__fail_more(status, "%zu bodies need %zu bytes", count, flo_fleet_memory(hull, count));
}

/* What is more than a device has is not even begun: systems kill whoever takes all that there is. */
static flo_status check_memory(flo_fleet *fleet)
{
    double all = 0, most = 0;
    const flo_hull *hull = NULL;
    for (int i = 0; i < fleet->flock_count; i++) {
        flo__flock *flock = &fleet->flocks[i];
        flock->stride = stride_of(flock->count);
        const double bytes = (double)sum_of(sizes_of(flock->hull, flock->cut, fleet->integrator, flock->stride));
        all += bytes;
        if (bytes > most) most = bytes, hull = flock->hull;
    }
    if (all <= (double)fleet->device->memory) return FLO_OK;
    flo__fail(FLO_NO_MEMORY, "the fleet takes %.0f bytes, and %s has %zu", all, fleet->device->info.name,
              fleet->device->memory);
    return fail_to_make(fleet, hull, FLO_NO_MEMORY);
}

flo_status flo__fleet_lay_out_part(flo_fleet *fleet, const flo__kind *kinds)
{
    fleet->flock_of = malloc((fleet->count + 1) * sizeof *fleet->flock_of);
    fleet->slot_of = malloc((fleet->count + 1) * sizeof *fleet->slot_of);
    if (!fleet->flock_of || !fleet->slot_of) {
        return flo__fail(FLO_NO_MEMORY, "no memory for the numbers of %zu bodies", fleet->count);
    }
    flo_status status = map_bodies(fleet, kinds);
    if (!status) status = check_memory(fleet);
    if (status) return status;
    for (int i = 0; i < fleet->flock_count; i++) {
        status = flock_allocate(fleet, &fleet->flocks[i]);
        if (status) return fail_to_make(fleet, fleet->flocks[i].hull, status);
    }
    return FLO_OK;
}
