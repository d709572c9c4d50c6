/* SPDX-License-Identifier: MIT
 *
 * A fleet's memory as OpenCL has it, and its steps and loads without waiting. */
#include "interop.h"
#include "fleet.h"

#include <stdio.h>

#define SAME(ours, theirs) _Static_assert((int)FLO_OPENCL_##ours == (int)(theirs), "kernels/tables.h has it elsewhere")
SAME(PLACE_X, PLACE_X);
SAME(PLACE_Y, PLACE_Y);
SAME(PLACE_Z, PLACE_Z);
SAME(PLACE_COLUMNS, PLACE_COLUMNS);
SAME(STATE_ORIENTATION, STATE_Q);
SAME(STATE_VELOCITY, STATE_VELOCITY);
SAME(STATE_ANGULAR_VELOCITY, STATE_SPIN);
SAME(STATE_ANGULAR_MOMENTUM, STATE_MOMENTUM);
SAME(STATE_REST, STATE_REST);
SAME(STATE_THROTTLE, STATE_THROTTLE);
SAME(STATE_STEER, STATE_STEER);
SAME(STATE_GOOD, STATE_GOOD);
SAME(STATE_KNOWN, STATE_AGE);
SAME(STATE_RESIDUAL, STATE_RESIDUAL);
SAME(STATE_SUBMERGED, STATE_WET);
SAME(STATE_FORCE, STATE_FORCE);
SAME(STATE_AT, STATE_AT);
SAME(STATE_TORQUE, STATE_TORQUE);
SAME(STATE_COMMAND, STATE_COMMAND);
SAME(STATE_SMOOTHING, STATE_SMOOTHING);
SAME(STATE_COLUMNS, STATE_COLUMNS);
SAME(LOAD_FORCE, LOAD_FORCE);
SAME(LOAD_TORQUE, LOAD_TORQUE);
SAME(LOAD_SUBMERGED, LOAD_SUBMERGED);
SAME(LOAD_GOOD, LOAD_GOOD);
SAME(LOAD_COLUMNS, LOAD_COLUMNS);
SAME(HEIGHT, KEPT_HEIGHT);
SAME(HEIGHT_RATE, KEPT_RATE);
SAME(HEIGHT_DAMPING, KEPT_DAMPING);
SAME(SAMPLE_HEIGHT, SAMPLE_HEIGHT);
SAME(SAMPLE_NORMAL, SAMPLE_NORMAL);
SAME(SAMPLE_SUBMERSION, SAMPLE_SUBMERSION);
SAME(SAMPLE_FORCE, SAMPLE_FORCE);
SAME(SAMPLE_COLUMNS, SAMPLE_COLUMNS);
SAME(PLACES_PER_METRE, 1 << 24);

const char *flo_opencl_constants(void)
{
    return
#define TEXT(name, value) "#define FLO_OPENCL_" #name " " #value "\n"
        FLO_OPENCL_CONSTANTS(TEXT)
#undef TEXT
        ;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* Columns of samples that a flock's buffer of heights holds: it was allocated for just so many. */
static flo_status height_columns(const flo__flock *f, size_t samples, size_t *columns)
{
    size_t bytes = 0;
    const cl_int error = flo__cl.clGetMemObjectInfo((cl_mem)f->height, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetMemObjectInfo", error);
    *columns = bytes / (samples * f->stride * sizeof(float));
    return FLO_OK;
}

static flo_status check_flock(const flo_fleet *fleet, int flock)
{
    if (!flo__interop_of(fleet->device)) return FLO_BAD_VALUE;
    if (flock >= 0 && flock < fleet->flock_count) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "flock is %d; the fleet has %d, from 0 on", flock, fleet->flock_count);
}

int flo_opencl_fleet_flocks(const flo_fleet *fleet)
{
    return flo__opencl_of(fleet->device) ? fleet->flock_count : 0;
}

flo_status flo__call_opencl_fleet_get_flock(flo_fleet *fleet, int flock, flo_opencl_flock *out)
{
    flo_status status = check_flock(fleet, flock);
    if (status != FLO_OK) return status;
    flo__flock *const f = &fleet->flocks[flock];
    const size_t samples = (size_t)f->cut->pieces * (size_t)f->cut->samples;
    size_t columns = 0;
    status = height_columns(f, samples, &columns);
    if (status != FLO_OK) return status;
    *out = (flo_opencl_flock){
        .hull = f->hull, .mode = f->mode, .count = f->count, .stride = f->stride, .place = (cl_mem)f->place,
        .state = (cl_mem)f->state, .load = (cl_mem)f->load, .height = columns > 0 ? (cl_mem)f->height : NULL,
        .height_columns = columns, .samples = samples, .centre = { f->centre[0], f->centre[1], f->centre[2] },
        .level = flo__flock_sea(fleet, f)->level,
    };
    f->pushed = true;
    return FLO_OK;
}

flo_status flo_opencl_fleet_find(const flo_fleet *fleet, size_t body, int *flock, size_t *slot)
{
    if (!flo__interop_of(fleet->device)) return FLO_BAD_VALUE;
    if (body >= fleet->count) {
        return flo__fail(FLO_BAD_VALUE, "body is %zu; the fleet has %zu, from 0 on", body, fleet->count);
    }
    *flock = (int)fleet->flock_of[body];
    *slot = fleet->slot_of[body];
    return FLO_OK;
}

flo_status flo_opencl_fleet_get_bodies(const flo_fleet *fleet, int flock, uint32_t *bodies)
{
    const flo_status status = check_flock(fleet, flock);
    if (status != FLO_OK) return status;
    for (size_t b = 0; b < fleet->count; b++) {
        if (fleet->flock_of[b] == (uint32_t)flock) bodies[fleet->slot_of[b]] = (uint32_t)b;
    }
    return FLO_OK;
}

flo_status flo_opencl_fleet_get_samples(const flo_fleet *fleet, int flock, uint32_t *places)
{
    const flo_status status = check_flock(fleet, flock);
    if (status != FLO_OK) return status;
    const flo__flock *const f = &fleet->flocks[flock];
    for (int i = 0; i < f->hull->count; i++) places[i] = (uint32_t)f->cut->slot[i];
    return FLO_OK;
}

/* ---- work ------------------------------------------------------------------------------------------------------ */

flo_status flo__call_opencl_fleet_step(flo_fleet *fleet, double dt, uint64_t steps, cl_uint wait_count,
                                       const cl_event *wait, cl_event *done)
{
    flo__hurry hurry;
    flo_status status = flo__fleet_check_steps(fleet, dt, steps);
    if (status == FLO_OK) status = flo__fleet_check_whole(fleet);
    if (status != FLO_OK) return status;
    status = flo__hurry_begin(&hurry, fleet->device, wait_count, wait);
    if (status == FLO_OK) status = flo__fleet_advance(fleet, dt, steps);
    const bool asked = status == FLO_OK && steps > 0;
    status = flo__hurry_end(&hurry, status, done);
    if (asked && status != FLO_OK) fleet->torn = true;
    return status;
}

static flo_status check_samples(const flo_fleet *fleet, const cl_mem *samples)
{
    const flo__opencl *const opencl = flo__interop_of(fleet->device);
    flo_status status = opencl ? FLO_OK : FLO_BAD_VALUE;
    for (int i = 0; i < fleet->flock_count && samples && status == FLO_OK; i++) {
        const flo__flock *const f = &fleet->flocks[i];
        const size_t places = (size_t)f->cut->pieces * (size_t)f->cut->samples * f->stride;
        char name[32];
        snprintf(name, sizeof name, "samples[%d]", i);
        if (!samples[i]) continue;
        status = flo__interop_check_memory(opencl, name, samples[i], SAMPLE_COLUMNS * places * sizeof(float), true);
    }
    return status;
}

static flo_status check_forces(const flo_fleet *fleet, const flo_forces_def *def, const cl_mem *samples)
{
    const flo_status status = flo__forces_check(def);
    if (status != FLO_OK) return status;
    if (def->bad) {
        return flo__fail(FLO_BAD_VALUE, "flo_forces_def.bad must be NULL: without a copy nothing is waited for; "
                         "FLO_OPENCL_LOAD_GOOD in the flocks' loads tells");
    }
    if (def->first == 0 && (def->count == 0 || def->count == fleet->count)) return check_samples(fleet, samples);
    return flo__fail(FLO_BAD_VALUE, "%zu bodies from number %zu on, of %zu, are asked for; without a copy all are "
                     "served, so first and count must be 0", def->count, def->first, fleet->count);
}

static flo_status run_forces(flo_fleet *fleet, const flo_forces_def *def, const cl_mem *samples)
{
    const int purpose = (def->gravity ? PURPOSE_GRAVITY : 0) | (def->look ? 0 : PURPOSE_REMEMBER);
    flo_status status = flo__fleet_ready_forces(fleet, def->dt);
    for (int i = 0; i < fleet->flock_count && status == FLO_OK; i++) {
        flo__buffer *const to = samples ? (flo__buffer *)samples[i] : NULL;
        status = flo__flock_run(fleet, &fleet->flocks[i], to, 1, purpose);
        fleet->torn = status != FLO_OK && !def->look;
    }
    return status;
}

flo_status flo__call_opencl_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, const cl_mem *samples,
                                         cl_uint wait_count, const cl_event *wait, cl_event *done)
{
    flo__hurry hurry;
    flo_status status = check_forces(fleet, def, samples);
    if (status == FLO_OK) status = flo__fleet_check_whole(fleet);
    if (status != FLO_OK) return status;
    status = flo__hurry_begin(&hurry, fleet->device, wait_count, wait);
    if (status == FLO_OK) status = run_forces(fleet, def, samples);
    const bool asked = status == FLO_OK && !def->look;
    status = flo__hurry_end(&hurry, status, done);
    if (asked && status != FLO_OK) fleet->torn = true;
    return status;
}
