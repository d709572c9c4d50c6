/* SPDX-License-Identifier: MIT
 *
 * Loads: what acts on the bodies of a fleet in their present state, in all and sample by sample. */
#include "fleet.h"
#include <math.h>
#include <stdlib.h>

flo_forces_def flo_default_forces_def(void)
{
    return (flo_forces_def){ .size = sizeof(flo_forces_def), .gravity = true };
}

/* ---- loads of bodies ------------------------------------------------------------------------------------------- */

static void get_load(const float *columns, size_t stride, size_t at, flo_body_load *load)
{
    for (size_t i = 0; i < 3; i++) {
        load->force[i] = columns[(LOAD_FORCE + i) * stride + at];
        load->torque[i] = columns[(LOAD_TORQUE + i) * stride + at];
    }
    load->submerged = columns[LOAD_SUBMERGED * stride + at];
}

static flo_status get_loads(flo_fleet *fleet, int flock, const flo_forces_def *def, flo_body_load *loads)
{
    const flo__span span = flo__fleet_span(fleet, flock, def->first, def->count);
    if (span.count == 0) return FLO_OK;
    const size_t stride = span.flock->stride, bytes = stride * LOAD_COLUMNS * sizeof(float);
    float *columns = malloc(bytes);
    if (!columns) return flo__fail(FLO_NO_MEMORY, "no memory for the loads of %zu bodies", span.count);
    flo_status status = fleet->device->backend->read(fleet->device, span.flock->load, 0, columns, bytes);
    for (size_t b = def->first; b < def->first + def->count && !status; b++) {
        if (fleet->flock_of[b] != (uint32_t)flock) continue;
        get_load(columns, stride, fleet->slot_of[b], &loads[b - def->first]);
    }
    free(columns);
    return status;
}

/* A body that is not good, or a force on a sample that its sum could not hold, has no loads. */
static flo_status judge_loads(flo_fleet *fleet, int flock, const flo_forces_def *def, size_t *bad, size_t *first_bad)
{
    const flo__span span = flo__fleet_span(fleet, flock, def->first, def->count);
    if (span.count == 0) return FLO_OK;
    float *good = malloc(span.count * sizeof *good);
    if (!good) return flo__fail(FLO_NO_MEMORY, "no memory to look at %zu bodies", span.count);
    const size_t at = (LOAD_GOOD * span.flock->stride + span.slot) * sizeof *good;
    flo_status status = fleet->device->backend->read(fleet->device, span.flock->load, at, good,
                                                     span.count * sizeof *good);
    for (size_t b = def->first; b < def->first + def->count && !status; b++) {
        if (fleet->flock_of[b] != (uint32_t)flock || good[fleet->slot_of[b] - span.slot] != 0) continue;
        if ((*bad)++ == 0 || b < *first_bad) *first_bad = b;
    }
    free(good);
    return status;
}

/* ---- loads of samples ------------------------------------------------------------------------------------------ */

static void put_float(float *array, size_t at, float value)
{
    if (array) array[at] = value;
}

/* Sample `from` of the device's columns is sample `to` of the caller's arrays. */
static void get_sample(const float *columns, size_t stride, size_t from, size_t to, const flo_sample_loads *out)
{
    for (size_t i = 0; i < 3; i++) {
        put_float(out->normal[i], to, columns[(SAMPLE_NORMAL + i) * stride + from]);
        put_float(out->force[i], to, columns[(SAMPLE_FORCE + i) * stride + from]);
    }
    put_float(out->submersion, to, columns[SAMPLE_SUBMERSION * stride + from]);
}

static void get_samples(const flo_fleet *fleet, int flock, const flo_forces_def *def, const float *columns,
                        const flo_sample_loads *out)
{
    const flo__flock *f = &fleet->flocks[flock];
    const flo__pieces *cut = f->cut;
    const size_t stride = (size_t)cut->pieces * (size_t)cut->samples * f->stride;
    const double level = flo__flock_sea(fleet, f)->level;
    size_t to = 0;
    for (size_t b = def->first; b < def->first + def->count; b++) {
        const flo_hull *hull = fleet->flocks[fleet->flock_of[b]].hull;
        for (int i = 0; i < hull->count && fleet->flock_of[b] == (uint32_t)flock; i++) {
            const size_t from = (size_t)cut->slot[i] * f->stride + fleet->slot_of[b];
            get_sample(columns, stride, from, to + (size_t)i, out);
            if (out->height) out->height[to + (size_t)i] = level + (double)columns[from];
        }
        to += (size_t)hull->count;
    }
}

/* Room for the columns of a flock's samples, on the device. */
static flo_status allocate_samples(flo_fleet *fleet, int flock, const flo_forces_def *def, flo__buffer **buffer)
{
    const flo__flock *f = &fleet->flocks[flock];
    const size_t samples = (size_t)f->cut->pieces * (size_t)f->cut->samples * f->stride;
    if (flo__fleet_span(fleet, flock, def->first, def->count).count == 0) return FLO_OK;
    return fleet->device->backend->allocate(fleet->device, samples * SAMPLE_COLUMNS * sizeof(float), buffer);
}

static flo_status read_samples(flo_fleet *fleet, int flock, const flo_forces_def *def, flo__buffer *buffer,
                               const flo_sample_loads *out)
{
    const flo__flock *f = &fleet->flocks[flock];
    const size_t samples = (size_t)f->cut->pieces * (size_t)f->cut->samples * f->stride;
    const size_t bytes = samples * SAMPLE_COLUMNS * sizeof(float);
    float *columns = malloc(bytes);
    if (!columns) return flo__fail(FLO_NO_MEMORY, "no memory for the loads of %zu samples", samples);
    flo_status status = fleet->device->backend->read(fleet->device, buffer, 0, columns, bytes);
    if (!status) get_samples(fleet, flock, def, columns, out);
    free(columns);
    return status;
}

/* ---- the call -------------------------------------------------------------------------------------------------- */

/* Loads of a flock, and into `columns`, if there are any, those of its samples. */
static flo_status flock_forces(flo_fleet *fleet, int flock, const flo_forces_def *def, flo__buffer *columns,
                               flo_body_load *loads, const flo_sample_loads *samples)
{
    const int purpose = (def->gravity ? PURPOSE_GRAVITY : 0) | (def->look ? 0 : PURPOSE_REMEMBER);
    flo_status status = flo__flock_run(fleet, &fleet->flocks[flock], columns, 1, purpose);
    if (!status && columns) status = read_samples(fleet, flock, def, columns, samples);
    return status || !loads ? status : get_loads(fleet, flock, def, loads);
}

/* All flocks; whatever needs memory is had before the first of them takes note of its heights. */
static flo_status all_forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                             const flo_sample_loads *samples)
{
    flo__buffer **columns = calloc((size_t)fleet->flock_count + 1, sizeof *columns);
    flo_status status = columns ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for %d hulls", fleet->flock_count);
    for (int i = 0; i < fleet->flock_count && samples && !status; i++) {
        status = allocate_samples(fleet, i, def, &columns[i]);
    }
    for (int i = 0; i < fleet->flock_count && !status; i++) {
        status = flock_forces(fleet, i, def, columns[i], loads, samples);
    }
    for (int i = 0; i < fleet->flock_count && columns; i++) {
        fleet->device->backend->release(fleet->device, columns[i]);
    }
    free(columns);
    return status;
}

flo_status flo__fleet_ready_forces(flo_fleet *fleet, double dt)
{
    flo_status status = flo__fleet_seas_set(fleet, 1);
    if (!status) status = flo__fleet_set_dt(fleet, dt, dt, false);
    return status ? status : flo__fleet_seas_time(fleet, flo__fleet_time(fleet), 0, 0, 1);
}

/* `def` with the number of bodies that are meant. */
static flo_status forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                         const flo_sample_loads *samples)
{
    flo_status status = flo__fleet_has(fleet, def->first, def->count);
    if (status) return status;
    if (!def->look && def->count != fleet->count) {
        return flo__fail(FLO_BAD_VALUE, "bodies %zu to %zu of %zu are asked for; a call that is not a look is a step "
                         "of the whole fleet, so first must be 0 and count 0 or all", def->first,
                         def->first + def->count, fleet->count);
    }
    status = flo__fleet_ready_forces(fleet, def->dt);
    if (!status) status = all_forces(fleet, def, loads, samples);
    size_t bad = 0, first_bad = 0;
    for (int i = 0; i < fleet->flock_count && !status; i++) status = judge_loads(fleet, i, def, &bad, &first_bad);
    if (status || bad == 0) return status;
    return flo__fail(FLO_BAD_BODY, "%zu of %zu bodies have no loads, first body %zu: stopped before, or with a force "
                     "on a sample of more than some 4096 to 8192 times a full one's", bad, def->count, first_bad);
}

flo_status flo__forces_check(const flo_forces_def *def)
{
    if (def->size != sizeof *def) {
        return flo__fail(FLO_BAD_DEFINITION, "take flo_forces_def from flo_default_forces_def()");
    }
    if (!(def->dt == 0 || (def->dt >= 1e-6 && def->dt <= 10))) {
        return flo__fail(FLO_BAD_VALUE, "dt is %g s; it must be 0, or 1e-6 to 10", def->dt);
    }
    return FLO_OK;
}

flo_status flo_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                            const flo_sample_loads *samples)
{
    const flo_status status = flo__forces_check(def);
    if (status) return status;
    flo_forces_def all = *def;
    if (def->first == 0 && def->count == 0) all.count = fleet->count;
    return forces(fleet, &all, loads, samples);
}
