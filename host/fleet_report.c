/* SPDX-License-Identifier: MIT
 *
 * What a fleet has to tell: which bodies were stopped, how well its heights were found, and a hash of its state. */
#include "bytes.h"
#include "calls.h"
#include "fleet.h"
#include <stdlib.h>

/* One column of all bodies of a flock, in the part's room. */
static flo_status read_column(flo_fleet *part, const flo__flock *flock, int column, float **out)
{
    float *const values = *out = flo__fleet_room(part, flock->count * sizeof *values);
    if (!values && flock->count > 0) return FLO_NO_MEMORY;
    return part->device->backend->read(part->device, flock->state, (size_t)column * flock->stride * sizeof *values,
                                       values, flock->count * sizeof *values);
}

/* What is done with a body that was stopped; `number` is its own in the whole. */
typedef void bad_body(void *of, size_t number);

/* Finds the bodies of a part that were stopped among `count` from `first` on, those of a flock in their order. */
static flo_status find_bad(flo_fleet *fleet, size_t first, size_t count, bad_body *found, void *of)
{
    for (int i = 0; i < fleet->flock_count; i++) {
        float *good = NULL;
        flo_status status = read_column(fleet, &fleet->flocks[i], STATE_GOOD, &good);
        if (status) return status;
        for (size_t b = first; b < first + count; b++) {
            if (fleet->flock_of[b] == (uint32_t)i && good[fleet->slot_of[b]] == 0) found(of, fleet->before + b);
        }
    }
    return FLO_OK;
}

static void count_bad(void *of, size_t number)
{
    flo_fleet_report *report = of;
    if (report->bad_bodies++ == 0 || number < report->first_bad_body) report->first_bad_body = number;
}

flo_status flo__fleet_judge(flo_fleet *fleet, size_t first, size_t count)
{
    flo_fleet_report report = { 0 };
    flo_status status = FLO_OK;
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        const flo__range r = flo__fleet_range(fleet, p, first, count);
        if (r.count > 0) status = find_bad(r.part, r.first, r.count, count_bad, &report);
    }
    if (status || report.bad_bodies == 0) return status;
    return flo__fail(FLO_BAD_BODY, "%zu of %zu bodies are stopped, first body %zu: faster than 5000 m/s or 5e5 rad/s, "
                     "further than 1e9 m or 1e5 m from the level, not finite, or with a force on a sample of more "
                     "than some 4096 to 8192 times a full one's", report.bad_bodies, count, report.first_bad_body);
}

/* Adds what a part has to tell. */
static flo_status report_part(flo_fleet *fleet, flo_fleet_report *report)
{
    flo_status status = find_bad(fleet, 0, fleet->count, count_bad, report);
    for (int i = 0; i < fleet->flock_count && !status; i++) {
        float *residual = NULL;
        status = read_column(fleet, &fleet->flocks[i], STATE_RESIDUAL, &residual);
        for (size_t slot = 0; slot < fleet->flocks[i].count && !status; slot++) {
            if (residual[slot] > report->largest_residual) report->largest_residual = residual[slot];
        }
    }
    return status;
}

flo_status flo__call_fleet_get_report(flo_fleet *fleet, flo_fleet_report *report)
{
    const flo_fleet *any = flo__fleet_part(fleet, 0);
    *report = (flo_fleet_report){ .time = flo__fleet_time(any), .steps = any->steps };
    flo_status status = flo__fleet_check_whole(fleet);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        status = report_part(flo__fleet_part(fleet, p), report);
    }
    return status;
}

/* ---- which bodies are bad -------------------------------------------------------------------------------------- */

/* A bit for each body of a part. */
typedef struct marks { size_t before; unsigned char *bits; } marks;

static void mark_bad(void *of, size_t number)
{
    const marks *m = of;
    const size_t at = number - m->before;
    m->bits[at / 8] |= (unsigned char)(1 << at % 8);
}

static void list_marked(const marks *m, size_t count, size_t capacity, size_t *bodies, size_t *found)
{
    for (size_t at = 0; at < count; at++) {
        if (!(m->bits[at / 8] >> at % 8 & 1)) continue;
        if (*found < capacity) bodies[*found] = m->before + at;
        ++*found;
    }
}

/* Flocks have their bodies in order, and all of them together have not; so they are marked first. */
static flo_status list_part(flo_fleet *part, size_t capacity, size_t *bodies, size_t *found)
{
    marks m = { part->before, calloc(part->count / 8 + 1, 1) };
    if (!m.bits) return flo__fail(FLO_NO_MEMORY, "no memory to look at %zu bodies", part->count);
    const flo_status status = find_bad(part, 0, part->count, mark_bad, &m);
    if (!status) list_marked(&m, part->count, capacity, bodies, found);
    free(m.bits);
    return status;
}

flo_status flo__call_fleet_get_bad(flo_fleet *fleet, size_t capacity, size_t *bodies, size_t *count)
{
    size_t found = 0;
    flo_status status = flo__fleet_check_whole(fleet);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        status = list_part(flo__fleet_part(fleet, p), capacity, bodies, &found);
    }
    if (!status) *count = found;
    return status;
}

/* ---- the hash -------------------------------------------------------------------------------------------------- */

/* All places and states of a flock, in its own layout. */
typedef struct flock_state { sea_long *place; float *state; } flock_state;

static flo_status read_flock(flo_device *device, const flo__flock *flock, flock_state *s)
{
    const size_t place = flock->stride * PLACE_COLUMNS * sizeof(sea_long);
    const size_t state = flock->stride * STATE_COLUMNS * sizeof(float);
    *s = (flock_state){ malloc(place), malloc(state) };
    if (!s->place || !s->state) return flo__fail(FLO_NO_MEMORY, "no memory to hash %zu bodies", flock->count);
    flo_status status = device->backend->read(device, flock->place, 0, s->place, place);
    return status ? status : device->backend->read(device, flock->state, 0, s->state, state);
}

static uint64_t hash_body(uint64_t hash, const flock_state *s, size_t stride, size_t slot)
{
    for (size_t c = 0; c < PLACE_COLUMNS; c++) hash = flo__hash_word(hash, (uint64_t)s->place[c * stride + slot]);
    for (size_t c = 0; c < STATE_THROTTLE; c++) hash = flo__hash_float(hash, s->state[c * stride + slot]);
    return hash;
}

/* Goes on with the bodies of a part. */
static flo_status hash_part(const flo_fleet *fleet, uint64_t *hash)
{
    flock_state *states = calloc((size_t)fleet->flock_count + 1, sizeof *states);
    flo_status status = states ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory to hash %d hulls", fleet->flock_count);
    for (int i = 0; i < fleet->flock_count && !status; i++) {
        status = read_flock(fleet->device, &fleet->flocks[i], &states[i]);
    }
    uint64_t h = *hash;
    for (size_t b = 0; b < fleet->count && !status; b++) {
        const uint32_t flock = fleet->flock_of[b];
        h = hash_body(h, &states[flock], fleet->flocks[flock].stride, fleet->slot_of[b]);
    }
    for (int i = 0; i < fleet->flock_count && states; i++) {
        free(states[i].place);
        free(states[i].state);
    }
    free(states);
    if (!status) *hash = h;
    return status;
}

flo_status flo__call_fleet_hash_on(flo_fleet *fleet, uint64_t *hash)
{
    uint64_t h = *hash;
    flo_status status = flo__fleet_check_whole(fleet);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) status = hash_part(flo__fleet_part(fleet, p), &h);
    if (!status) *hash = h;
    return status;
}

flo_status flo__call_fleet_hash(flo_fleet *fleet, uint64_t *hash)
{
    uint64_t h = FLO_HASH_START;
    const flo_status status = flo__call_fleet_hash_on(fleet, &h);
    if (!status) *hash = h;
    return status;
}
