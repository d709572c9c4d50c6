/* SPDX-License-Identifier: MIT
 *
 * Fleets: bodies put on a device.
 *
 * A flock has room for as many bodies as a device takes in one piece of memory; those of a hull that do not fit make
 * another flock. */
#include "fleet.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

flo_fleet_def flo_default_fleet_def(void)
{
    return (flo_fleet_def){ .size = sizeof(flo_fleet_def), .integrator = FLO_IMPLICIT };
}

/* Places for bodies.  The odd 16 keep columns from starting at equal addresses modulo a page, where a cache would hold
 * only a few of them at once. */
static size_t stride_of(size_t count)
{
    const size_t padded = (count + FLO__ITEMS - 1) / FLO__ITEMS * FLO__ITEMS;
    return padded % 1024 == 0 ? padded + FLO__ITEMS : padded;
}

typedef struct flock_sizes { size_t place, state, load, sum, met, height; } flock_sizes;

/* How many numbers of each sample are kept. */
static size_t kept_columns(const flo_hull *hull, flo_integrator integrator)
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
                          samples * kept_columns(hull, integrator) * sizeof(float) };
}

static size_t sum_of(flock_sizes s) { return s.place + s.state + s.load + s.sum + s.met + s.height; }

size_t flo_fleet_memory(const flo_hull *hull, size_t count)
{
    if (count >= UINT32_MAX) return SIZE_MAX;       /* more than a fleet can have; and the sizes below must not wrap */
    const size_t samples = (size_t)hull->cut.pieces * (size_t)hull->cut.samples;
    if ((double)count * (double)samples > 0x1p56) return SIZE_MAX;
    return sum_of(sizes_of(hull, &hull->cut, FLO_IMPLICIT, stride_of(count)));
}

/* ---- making one ------------------------------------------------------------------------------------------------ */

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
    flo__expansion_fill(fleet->sea, &flock->expansion, weight);
    flo_status status = allocate_with(fleet->device, weight, bytes, &flock->weight);
    free(weight);
    return status;
}

static flo_status flock_allocate(const flo_fleet *fleet, flo__flock *flock)
{
    flo_device *device = fleet->device;
    const flo__pieces *cut = flock->cut;
    const hull_numbers number = flo__hull_numbers(flock->hull, cut, &flock->expansion, flock->mode, fleet->sea);
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

static flo_status check_def(const flo_fleet_def *def)
{
    if (def->size != sizeof *def) {
        return flo__fail(FLO_BAD_DEFINITION, "take flo_fleet_def from flo_default_fleet_def()");
    }
    if (!def->sea) return flo__fail(FLO_BAD_VALUE, "sea is NULL; flat water is a sea without waves");
    if (def->count > 0 && !def->bodies) return flo__fail(FLO_BAD_VALUE, "count is %zu, but bodies is NULL", def->count);
    if (def->count >= UINT32_MAX) return flo__fail(FLO_BAD_VALUE, "count is %zu; at most 4294967294", def->count);
    if (!(fabs(def->time) <= 1e12)) {
        return flo__fail(FLO_BAD_VALUE, "time is %g s; it must be -1e12 to 1e12", def->time);
    }
    if ((int)def->integrator < FLO_SYMPLECTIC || (int)def->integrator > FLO_IMPLICIT) {
        return flo__fail(FLO_BAD_VALUE, "integrator is %d; it must be one of flo_integrator", (int)def->integrator);
    }
    if ((int)def->waves < FLO_WAVES_AUTO || (int)def->waves > FLO_WAVES_DIRECT) {
        return flo__fail(FLO_BAD_VALUE, "waves is %d; it must be one of flo_waves", (int)def->waves);
    }
    if (!(def->tolerance >= 0 && def->tolerance <= 1000)) {
        return flo__fail(FLO_BAD_VALUE, "tolerance is %g m; it must be 0 to 1000", def->tolerance);
    }
    for (size_t i = 0; i < def->count; i++) {
        const flo_body_def *b = &def->bodies[i];
        if (!b->hull) return flo__fail(FLO_BAD_VALUE, "bodies[%zu].hull is NULL", i);
        if ((int)b->mode < FLO_DYNAMIC || (int)b->mode > FLO_HYBRID) {
            return flo__fail(FLO_BAD_VALUE, "bodies[%zu].mode is %d; it must be one of flo_mode", i, (int)b->mode);
        }
        const bool follows = b->mode == FLO_TRANSFORM || b->mode == FLO_KINEMATIC;
        if (follows && !(b->control.smoothing > 0)) {
            return flo__fail(FLO_BAD_VALUE, "bodies[%zu].control.smoothing is %g /s; it must be above 0 for a body "
                             "that follows the water", i, (double)b->control.smoothing);
        }
    }
    return FLO_OK;
}

/* Whether a body can still join a flock. */
static bool can_join(const flo__flock *flock, const flo_body_def *body)
{
    return flock->hull == body->hull && flock->mode == body->mode && flock->count < flock->room;
}

/* The flock of a body: bodies mostly come in runs, so the last one is tried first. */
static int find_flock(const flo_fleet *fleet, const flo_body_def *body, int last)
{
    if (last < fleet->flock_count && can_join(&fleet->flocks[last], body)) return last;
    for (int i = 0; i < fleet->flock_count; i++) {
        if (can_join(&fleet->flocks[i], body)) return i;
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

/* A flock of the same hull, or NULL.  It has the same cut. */
static const flo__flock *flock_alike(const flo_fleet *fleet, const flo__flock *flock)
{
    for (const flo__flock *f = fleet->flocks; f < flock; f++) {
        if (f->hull == flock->hull) return f;
    }
    return NULL;
}

static flo_status flock_choose(const flo_fleet *fleet, flo__flock *flock)
{
    const flo__flock *alike = flock_alike(fleet, flock);
    flock->cut = alike ? alike->cut : &flock->hull->cut;
    if (alike) {
        flock->expansion = alike->expansion;
        return FLO_OK;
    }
    if (fleet->waves == FLO_WAVES_DIRECT) {
        flock->expansion = flo__expansion_none(fleet->sea, flo__pieces_reach(flock->cut), flock->cut->samples);
        return FLO_OK;
    }
    flo_status status = flo__hull_expansion(flock->hull, fleet->sea, fleet->tolerance, &flock->own_cut,
                                            &flock->expansion);
    if (flock->own_cut) flock->cut = flock->own_cut;
    return status;
}

static flo_status flock_start(const flo_fleet *fleet, flo__flock *flock, const flo_body_def *body)
{
    *flock = (flo__flock){ .hull = body->hull, .mode = body->mode };
    if (body->mode == FLO_DYNAMIC || body->mode == FLO_HYBRID) {
        memcpy(flock->centre, body->hull->def.center_of_mass, sizeof flock->centre);
    }
    flo__hull_hold(body->hull);
    flo_status status = flock_choose(fleet, flock);
    if (!status) status = flo__selftest_degree(fleet->device, flock->expansion.degree);
    flock->room = flock_room(fleet, flock);
    return status;
}

static flo_status map_bodies(flo_fleet *fleet, const flo_fleet_def *def)
{
    int room = 0, at = 0;
    for (size_t i = 0; i < def->count; i++) {
        at = find_flock(fleet, &def->bodies[i], at);
        if (at == room) {
            room = room ? 2 * room : 4;
            flo__flock *more = realloc(fleet->flocks, (size_t)room * sizeof *more);
            if (!more) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet of %d hulls", at + 1);
            fleet->flocks = more;
        }
        if (at == fleet->flock_count) {
            flo_status status = flock_start(fleet, &fleet->flocks[fleet->flock_count++], &def->bodies[i]);
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

static flo_status make_flocks(flo_fleet *fleet)
{
    flo_status status = check_memory(fleet);
    if (status) return status;
    for (int i = 0; i < fleet->flock_count; i++) {
        status = flock_allocate(fleet, &fleet->flocks[i]);
        if (status) return fail_to_make(fleet, fleet->flocks[i].hull, status);
    }
    return FLO_OK;
}

/* States and controls of some bodies, copied together. */
enum { AT_ONCE = 4096 };
typedef struct bodies_part { flo_body_state state[AT_ONCE]; flo_body_control control[AT_ONCE]; } bodies_part;

static flo_status write_part(flo_fleet *fleet, const flo_body_def *bodies, size_t first, bodies_part *part)
{
    const size_t left = fleet->count - first, count = left < AT_ONCE ? left : AT_ONCE;
    size_t unfit = 0, where = 0;
    for (size_t i = 0; i < count; i++) {
        part->state[i] = bodies[first + i].state;
        part->control[i] = bodies[first + i].control;
    }
    flo_status status = flo__fleet_put(fleet, first, count, part->state, &unfit, &where);
    if (!status && unfit) return flo__fail_more(FLO_BAD_VALUE, "bodies[%zu].state", where);
    return status ? status : flo_fleet_control(fleet, first, count, part->control);
}

static flo_status write_bodies(flo_fleet *fleet, const flo_body_def *bodies)
{
    bodies_part *part = malloc(sizeof *part);
    flo_status status = part ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the states of bodies");
    for (size_t first = 0; first < fleet->count && !status; first += AT_ONCE) {
        status = write_part(fleet, bodies, first, part);
    }
    free(part);
    return status;
}

/* A fraction of a percent of what the sea does. */
static double default_tolerance(const flo_sea *sea) { return sea->info.significant_wave_height / 2500; }

flo_status flo_fleet_create(flo_fleet **out, flo_device *device, const flo_fleet_def *def)
{
    *out = NULL;
    flo_status status = check_def(def);
    if (status) return status;
    flo_fleet *fleet = calloc(1, sizeof *fleet);
    if (!fleet) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet");
    *fleet = (flo_fleet){ .device = device, .sea = def->sea, .count = def->count, .base = def->time, .dt = -1,
                          .integrator = def->integrator, .waves = def->waves,
                          .tolerance = def->tolerance > 0 ? def->tolerance : default_tolerance(def->sea) };
    flo__sea_hold(def->sea);
    fleet->flock_of = malloc((def->count + 1) * sizeof *fleet->flock_of);
    fleet->slot_of = malloc((def->count + 1) * sizeof *fleet->slot_of);
    if (!fleet->flock_of || !fleet->slot_of) {
        status = flo__fail(FLO_NO_MEMORY, "no memory for the numbers of %zu bodies", def->count);
    }
    if (!status) status = map_bodies(fleet, def);
    if (!status) status = make_flocks(fleet);
    if (!status) status = write_bodies(fleet, def->bodies);
    if (status) {
        flo_fleet_destroy(fleet);
        return status;
    }
    *out = fleet;
    return FLO_OK;
}

flo_summation flo_fleet_get_summation(const flo_fleet *fleet, size_t body)
{
    assert(body < fleet->count);
    const flo__flock *f = &fleet->flocks[fleet->flock_of[body]];
    return (flo_summation){ .degree = f->expansion.degree, .expanded = f->expansion.expanded,
                            .waves = fleet->sea->numbers.waves, .patches = f->cut->pieces, .samples = f->cut->samples,
                            .radius = f->expansion.radius, .error = f->expansion.error };
}

void flo_fleet_destroy(flo_fleet *fleet)
{
    if (!fleet) return;
    for (int i = 0; i < fleet->flock_count; i++) {
        flo__flock *f = &fleet->flocks[i];
        flo__buffer *const buffers[] = { f->number, f->piece, f->sample, f->panel, f->step, f->weight,
                                         f->place, f->state, f->load, f->sum, f->met, f->height };
        for (size_t b = 0; b < sizeof buffers / sizeof *buffers; b++) {
            fleet->device->backend->release(fleet->device, buffers[b]);
        }
        flo__pieces_free(f->own_cut);
        free(f->own_cut);
        flo_hull_destroy((flo_hull *)(uintptr_t)f->hull);       /* this fleet's hold */
    }
    flo__sea_tables_release(&fleet->tables, fleet->device);
    flo_sea_destroy((flo_sea *)(uintptr_t)fleet->sea);
    free(fleet->flocks);
    free(fleet->flock_of);
    free(fleet->slot_of);
    free(fleet);
}
