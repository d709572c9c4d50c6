/* SPDX-License-Identifier: MIT
 *
 * The steps of a fleet. */
#include "calls.h"
#include "fleet.h"
#include <math.h>

double flo__fleet_time(const flo_fleet *fleet)
{
    return fleet->since ? fleet->base + (double)fleet->since * fleet->dt : fleet->base;
}

flo_status flo__fleet_set_dt(flo_fleet *fleet, double dt, double push_dt, bool steps)
{
    for (int i = 0; i < fleet->flock_count; i++) {
        flo__flock *flock = &fleet->flocks[i];
        const bool implicit = steps && fleet->integrator == FLO_IMPLICIT;
        const step_numbers step = { .dt = (float)dt, .per_dt = push_dt > 0 ? (float)(1 / push_dt) : 0.0f,
                                    .spin_decay = flo__hull_spin_decay(flock->hull, dt),
                                    .passes = implicit ? flo__pace_passes(&flock->pace, dt) : 0,
                                    .pushed = flock->pushed };
        flo_status status = fleet->device->backend->write(fleet->device, flock->step, 0, &step, sizeof step);
        if (status) return status;
    }
    return FLO_OK;
}

/* The pass over patches with polynomials of a degree. */
static flo__pass patches_of(int degree)
{
    return degree == 4 ? FLO__PASS_patches_4 : degree == 6 ? FLO__PASS_patches_6 : degree == 8 ? FLO__PASS_patches_8
                                                                                              : FLO__PASS_patches;
}

enum { HEIGHT_IN_PATCHES = 11, HEIGHT_IN_BODIES = 7 };

/* Only a push by change looks at heights of the step before, and only who asks for samples gets to see them. */
static flo__passing passing_of(const flo_fleet *fleet, const flo__flock *f, const flo__buffer *samples)
{
    const flo_hull_def *d = &f->hull->def;
    const size_t pieces = (size_t)f->cut->pieces;
    return (flo__passing){
        { pieces * (size_t)f->cut->samples * flo__kept_columns(f->hull, fleet->integrator) * sizeof(float),
          pieces * SUM_COLUMNS * sizeof(sea_long), pieces * MET_COLUMNS * sizeof(float) },
        samples || (d->push.strength > 0 && d->push.velocity == FLO_PUSH_CHANGE), HEIGHT_IN_PATCHES, HEIGHT_IN_BODIES
    };
}

/* The passes of a step over a flock. */
static flo__steps flock_steps(const flo_fleet *fleet, const flo__flock *f, flo__buffer *samples, int rows, int purpose)
{
    const flo__sea_tables *t = &fleet->seas[f->sea].tables;
    const size_t count = flo__device_round(fleet->device, f->count);
    enum { ROW = 2, BODY_COST = 500 };
    return (flo__steps){
        .patches = {
            patches_of(f->expansion.degree),
            { t->wave, t->key, t->phase, t->number, f->number, f->piece, f->sample, f->panel, f->place, f->state,
              f->step, f->height, f->sum, f->met, f->weight, samples ? samples : f->met },
            { (int32_t)f->stride, (int32_t)count, 0, purpose | (samples ? PURPOSE_SAMPLES : 0) },
            count * (size_t)f->cut->pieces, f->expansion.cost,
        },
        .bodies = {
            FLO__PASS_bodies, { f->number, f->piece, f->sample, f->panel, f->place, f->state, f->step, f->height,
                                f->sum, f->met, f->load },
            { (int32_t)f->stride, purpose }, count, BODY_COST,
        },
        .row_number = ROW, .pieces = f->cut->pieces, .rows = rows, .passing = passing_of(fleet, f, samples),
    };
}

flo_status flo__flock_run(flo_fleet *fleet, flo__flock *flock, flo__buffer *samples, int rows, int purpose)
{
    flo_device *device = fleet->device;
    flo__steps steps = flock_steps(fleet, flock, samples, rows, purpose);
    if (device->backend->step) return device->backend->step(device, &steps);
    flo_status status = FLO_OK;
    for (int row = 0; row < rows && !status; row++) {
        steps.patches.number[steps.row_number] = row;
        status = device->backend->run(device, &steps.patches);
        if (!status) status = device->backend->run(device, &steps.bodies);
    }
    return status;
}

static int most_waves(const flo_fleet *fleet)
{
    int most = 0;
    for (int i = 0; i < fleet->sea_count; i++) {
        const int waves = fleet->seas[i].sea->numbers.waves;
        most = waves > most ? waves : most;
    }
    return most;
}

/* At least one, so that a room for them is always something. */
static size_t phase_bytes(const flo_fleet *fleet, int rows)
{
    return ((size_t)rows * (size_t)most_waves(fleet) + 1) * sizeof(sea_long);
}

flo_status flo__fleet_seas_set(flo_fleet *fleet, int rows)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < fleet->sea_count && !status; i++) {
        status = flo__sea_tables_set(&fleet->seas[i].tables, fleet->device, fleet->seas[i].sea, rows);
    }
    return status;
}

flo_status flo__fleet_seas_time(flo_fleet *fleet, double base, uint64_t first, double step, int rows)
{
    sea_long *const phases = flo__fleet_room(fleet, phase_bytes(fleet, rows));
    flo_status status = phases ? FLO_OK : FLO_NO_MEMORY;
    for (int i = 0; i < fleet->sea_count && !status; i++) {
        status = flo__sea_tables_time(&fleet->seas[i].tables, fleet->device, fleet->seas[i].sea, base, first, step,
                                      rows, phases);
    }
    return status;
}

/* Phases of many steps go to the device at once, so that it never waits for the host; but no more than this. */
enum { PHASES_AT_ONCE = 1 << 16, STEPS_AT_ONCE = 64 };

/* Rows of phases that go to the device at once. */
static int rows_at_once(const flo_fleet *fleet)
{
    const int waves = most_waves(fleet);
    const int fit = waves > 0 ? PHASES_AT_ONCE / waves : STEPS_AT_ONCE;
    return fit < 1 ? 1 : fit < STEPS_AT_ONCE ? fit : STEPS_AT_ONCE;
}

static flo_status step_some(flo_fleet *fleet, int steps)
{
    flo_status status = flo__fleet_seas_time(fleet, fleet->base, fleet->since, fleet->dt, steps);
    for (int i = 0; i < fleet->flock_count && !status; i++) {
        status = flo__flock_run(fleet, &fleet->flocks[i], NULL, steps, PURPOSE_STEP | PURPOSE_REMEMBER);
        fleet->torn = status != FLO_OK;
    }
    if (!status) {
        fleet->since += (uint64_t)steps;
        fleet->steps += (uint64_t)steps;
    }
    return status;
}

/* Whether there is time left for them.  The sum is compared as flo__fleet_time() would have it, so that no snapshot of
 * it is refused; and what is left with what they take, for so late a sum does not grow by steps below 6e-5 s. */
static bool has_time_for(const flo_fleet *fleet, double dt, uint64_t steps)
{
    const bool goes_on = dt == fleet->dt;
    const double base = goes_on ? fleet->base : flo__fleet_time(fleet);
    const double takes = (double)(goes_on ? fleet->since + steps : steps) * dt;
    return base + takes <= FLO__MOST_TIME && (steps == 0 || takes <= FLO__MOST_TIME - base);
}

flo_status flo__fleet_check_steps(const flo_fleet *fleet, double dt, uint64_t steps)
{
    const flo_fleet *any = flo__fleet_part(fleet, 0);
    if (!(dt >= 1e-6 && dt <= 10)) return flo__fail(FLO_BAD_VALUE, "dt is %g s; it must be 1e-6 to 10", dt);
    if ((double)steps <= 2 * FLO__MOST_TIME / dt && has_time_for(any, dt, steps)) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "%llu steps of %g s from %.15g s on would end later than 1e12 s; a fleet's time "
                     "must be -1e12 to 1e12 s", (unsigned long long)steps, dt, flo__fleet_time(any));
}

flo_status flo__fleet_ready_steps(flo_fleet *fleet)
{
    const int rows = rows_at_once(fleet);
    size_t bytes = phase_bytes(fleet, rows);
    for (int i = 0; i < fleet->flock_count; i++) {      /* flo__fleet_judge() looks at one column of each */
        const size_t column = fleet->flocks[i].count * sizeof(float);
        bytes = column > bytes ? column : bytes;
    }
    const flo_status status = flo__fleet_seas_set(fleet, rows);
    return status || flo__fleet_room(fleet, bytes) ? status : FLO_NO_MEMORY;
}

flo_status flo__fleet_advance(flo_fleet *fleet, double dt, uint64_t steps)
{
    const int most = rows_at_once(fleet);
    flo_status status = flo__fleet_ready_steps(fleet);
    if (!status) status = flo__fleet_set_dt(fleet, dt, dt, true);
    if (status) return status;
    if (dt != fleet->dt) {
        fleet->base = flo__fleet_time(fleet);
        fleet->since = 0;
        fleet->dt = dt;
    }
    while (steps > 0) {
        const int now = steps < (uint64_t)most ? (int)steps : most;
        status = step_some(fleet, now);
        if (status) return status;
        steps -= (uint64_t)now;
    }
    return FLO_OK;
}

/* ---- the calls ------------------------------------------------------------------------------------------------- */

typedef struct whole_step {
    const flo_fleet *fleet;
    double dt;
    uint64_t steps;
} whole_step;

static flo_status step_part(int part, void *of)
{
    const whole_step *w = of;
    return flo__fleet_advance(flo__fleet_part(w->fleet, part), w->dt, w->steps);
}

/* What needs memory is had on all parts before the first of them steps.  Those without bodies only count along. */
static flo_status step_whole(flo_fleet *fleet, double dt, uint64_t steps)
{
    whole_step whole = { fleet, dt, steps };
    const uint64_t who = flo__fleet_who(fleet, 0, fleet->count);
    flo_status status = flo__fleet_check_whole(fleet);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        status = flo__fleet_ready_steps(flo__fleet_part(fleet, p));
    }
    if (status) return status;
    status = flo__team_run(fleet->device, who, step_part, &whole);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        if (!(who >> p & 1)) status = flo__fleet_advance(flo__fleet_part(fleet, p), dt, steps);
    }
    if (fleet->parts) fleet->torn = status != FLO_OK;
    return status;
}

flo_status flo__call_fleet_step(flo_fleet *fleet, double dt, uint64_t steps)
{
    flo_status status = flo__fleet_check_steps(fleet, dt, steps);
    if (!status) status = step_whole(fleet, dt, steps);
    return status ? status : flo__fleet_judge(fleet, 0, fleet->count);
}

flo_status flo__call_fleet_set_time(flo_fleet *fleet, double time)
{
    flo_status status = flo__check_time(time);
    if (!status) status = flo__fleet_check_whole(fleet);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        flo__fleet_part(fleet, p)->base = time;
        flo__fleet_part(fleet, p)->since = 0;
    }
    return status;
}
