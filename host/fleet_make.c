/* SPDX-License-Identifier: MIT
 *
 * Fleets: made and ended. */
#include "calls.h"
#include "fleet.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

flo_fleet_def flo_default_fleet_def(void)
{
    return (flo_fleet_def){ .size = sizeof(flo_fleet_def), .integrator = FLO_IMPLICIT };
}

flo_status flo__fleet_check_bodies(const flo_body_def *bodies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const flo_body_def *b = &bodies[i];
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

static flo_status check_def(const flo_fleet_def *def)
{
    if (def->size != sizeof *def) {
        return flo__fail(FLO_BAD_DEFINITION, "take flo_fleet_def from flo_default_fleet_def()");
    }
    if (!def->sea) return flo__fail(FLO_BAD_VALUE, "sea is NULL; flat water is a sea without waves");
    if (def->count > 0 && !def->bodies) return flo__fail(FLO_BAD_VALUE, "count is %zu, but bodies is NULL", def->count);
    if (def->count >= UINT32_MAX) return flo__fail(FLO_BAD_VALUE, "count is %zu; at most 4294967294", def->count);
    if (flo__check_time(def->time)) return FLO_BAD_VALUE;
    if ((int)def->integrator < FLO_SYMPLECTIC || (int)def->integrator > FLO_IMPLICIT) {
        return flo__fail(FLO_BAD_VALUE, "integrator is %d; it must be one of flo_integrator", (int)def->integrator);
    }
    if ((int)def->waves < FLO_WAVES_AUTO || (int)def->waves > FLO_WAVES_DIRECT) {
        return flo__fail(FLO_BAD_VALUE, "waves is %d; it must be one of flo_waves", (int)def->waves);
    }
    if (!(def->tolerance >= 0 && def->tolerance <= 1000)) {
        return flo__fail(FLO_BAD_VALUE, "tolerance is %g m; it must be 0 to 1000", def->tolerance);
    }
    return flo__fleet_check_bodies(def->bodies, def->count);
}

/* States and controls of some bodies, copied together. */
enum { AT_ONCE = 4096 };
typedef struct bodies_part { flo_body_state state[AT_ONCE]; flo_body_control control[AT_ONCE]; } bodies_part;

/* Bodies from `at` on; `bodies` are those of the fleet from `first` on. */
static flo_status write_part(flo_fleet *fleet, const flo_body_def *bodies, size_t at, size_t first, bodies_part *part)
{
    const size_t left = fleet->count - at, count = left < AT_ONCE ? left : AT_ONCE;
    size_t unfit = 0, where = 0;
    for (size_t i = 0; i < count; i++) {
        part->state[i] = bodies[at - first + i].state;
        part->control[i] = bodies[at - first + i].control;
    }
    flo_status status = flo__fleet_put(fleet, at, count, part->state, &unfit, &where);
    if (!status && unfit) return flo__fail_more(FLO_BAD_VALUE, "bodies[%zu].state", where - first);
    return status ? status : flo__call_fleet_control(fleet, at, count, part->control);
}

flo_status flo__fleet_fill(flo_fleet *fleet, size_t first, const flo_body_def *bodies)
{
    bodies_part *part = malloc(sizeof *part);
    flo_status status = part ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the states of bodies");
    for (size_t at = first; at < fleet->count && !status; at += AT_ONCE) {
        status = write_part(fleet, bodies, at, first, part);
    }
    free(part);
    return status;
}

flo__kind flo__kind_of(const flo_body_def *body, const flo_sea *sea)
{
    return (flo__kind){ body->hull, body->mode, body->sea ? body->sea : sea };
}

static flo_status make_bodies(flo_fleet *fleet, const flo_body_def *bodies)
{
    flo__kind *kinds = malloc((fleet->count + 1) * sizeof *kinds);
    if (!kinds) return flo__fail(FLO_NO_MEMORY, "no memory for the kinds of %zu bodies", fleet->count);
    for (size_t i = 0; i < fleet->count; i++) kinds[i] = flo__kind_of(&bodies[i], fleet->sea);
    flo_status status = flo__fleet_lay_out(fleet, kinds);
    free(kinds);
    return status ? status : flo__fleet_fill(fleet, 0, bodies);
}

flo_status flo__call_fleet_create(flo_fleet **out, flo_device *device, const flo_fleet_def *def)
{
    flo__making making;
    *out = NULL;
    flo_status status = check_def(def);
    if (!status) status = flo__making_begin(&making, device);
    if (status) return status;
    flo_fleet *fleet = calloc(1, sizeof *fleet);
    if (!fleet) return flo__fail(FLO_NO_MEMORY, "no memory for a fleet");
    *fleet = (flo_fleet){ .device = device, .sea = def->sea, .count = def->count, .base = def->time, .dt = -1,
                          .integrator = def->integrator, .waves = def->waves, .tolerance = def->tolerance,
                          .breaks = device->breaks };
    flo__sea_hold(def->sea);
    status = flo__making_end(&making, device, make_bodies(fleet, def->bodies));
    if (status) {
        flo_fleet_destroy(fleet);
        return status;
    }
    *out = fleet;
    return FLO_OK;
}

size_t flo_fleet_count(const flo_fleet *fleet) { return fleet->count; }

flo_summation flo_fleet_get_summation(const flo_fleet *fleet, size_t body)
{
    assert(body < fleet->count);
    const flo__range r = flo__fleet_find(fleet, body);
    const flo__flock *f = &r.part->flocks[r.part->flock_of[r.first]];
    return (flo_summation){ .degree = f->expansion.degree, .expanded = f->expansion.expanded,
                            .waves = flo__flock_sea(r.part, f)->numbers.waves, .patches = f->cut->pieces,
                            .samples = f->cut->samples,
                            .radius = f->expansion.radius, .error = f->expansion.error };
}

void flo__fleet_release(flo_fleet *fleet)
{
    for (int i = 0; fleet->parts && i < fleet->device->many->count; i++) flo_fleet_destroy(fleet->parts[i]);
    free(fleet->parts);
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
    for (int i = 0; i < fleet->sea_count; i++) {
        flo__sea_tables_release(&fleet->seas[i].tables, fleet->device);
        flo_sea_destroy((flo_sea *)(uintptr_t)fleet->seas[i].sea);
    }
    flo_sea_destroy((flo_sea *)(uintptr_t)fleet->sea);
    free(fleet->seas);
    free(fleet->flocks);
    free(fleet->flock_of);
    free(fleet->slot_of);
    free(fleet->room);
}

void flo__call_fleet_destroy(flo_fleet *fleet)
{
    flo__fleet_release(fleet);
    free(fleet);
}
