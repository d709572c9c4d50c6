/* SPDX-License-Identifier: MIT
 *
 * A fleet on every device: loads and samples of the bodies as they stand, their states after a hundred steps, and
 * their loads again, which then hold the push by the surface's change.  Once with all waves summed directly, which
 * takes long, so that it is a smaller fleet, and once in polynomials where these are worth it. */
#include "check.h"
#include "progress.h"

#include "../internal.h"

#include <stdlib.h>

enum { STEPS = 100, PIECE = 5, COLUMNS = 7 };      /* of samples, besides height: normal, submersion, force */
enum { DIRECT_PART = 6 };               /* so manyth part of the samples */

/* How waves are summed, in which part of the fleet. */
typedef struct trial { flo_waves waves; flo_integrator integrator; size_t bodies, samples; } trial;

typedef struct outcome {
    size_t bodies, samples;
    double *height;             /* of samples */
    float *column[COLUMNS];
    flo_body_load *before, *after;
    flo_body_state *state;
} outcome;

static void free_outcome(outcome *o)
{
    free(o->height);
    for (int i = 0; i < COLUMNS; i++) free(o->column[i]);
    free(o->before);
    free(o->after);
    free(o->state);
}

static flo_status make_outcome(outcome *o, const trial *t)
{
    *o = (outcome){ .bodies = t->bodies, .samples = t->samples };
    o->height = calloc(o->samples + 1, sizeof *o->height);
    bool whole = o->height != NULL;
    for (int i = 0; i < COLUMNS; i++) {
        o->column[i] = calloc(o->samples + 1, sizeof *o->column[i]);
        whole = whole && o->column[i];
    }
    o->before = calloc(o->bodies + 1, sizeof *o->before);
    o->after = calloc(o->bodies + 1, sizeof *o->after);
    o->state = calloc(o->bodies + 1, sizeof *o->state);
    if (whole && o->before && o->after && o->state) return FLO_OK;
    return flo__fail(FLO_NO_MEMORY, "no memory for the loads of %zu samples", o->samples);
}

/* A body that is stopped is stopped everywhere. */
static bool goes_on(flo_status status)
{
    return status == FLO_OK || status == FLO_BAD_BODY;
}

/* In pieces, so that it can be seen that something is done: that changes no bit. */
static flo_status step(flo_fleet *fleet, double dt, const outcome *o)
{
    flo_status status = FLO_OK;
    for (int done = 0; done < STEPS && goes_on(status); done += PIECE) {
        status = flo_fleet_step(fleet, dt, PIECE);
        progress_add((double)o->samples * PIECE);
    }
    return status;
}

static flo_status follow(flo_fleet *fleet, double dt, outcome *o)
{
    flo_forces_def forces = flo_default_forces_def();
    forces.count = o->bodies;
    const flo_sample_loads samples = {
        .height = o->height,
        .normal = { o->column[0], o->column[1], o->column[2] },
        .submersion = o->column[3],
        .force = { o->column[4], o->column[5], o->column[6] },
    };
    flo_status status = flo_fleet_forces(fleet, &forces, o->before, &samples);
    if (goes_on(status)) status = step(fleet, dt, o);
    if (goes_on(status)) status = flo_fleet_read(fleet, 0, o->bodies, o->state);
    forces.dt = dt;
    if (goes_on(status)) status = flo_fleet_forces(fleet, &forces, o->after, NULL);
    return goes_on(status) ? FLO_OK : status;
}

/* Counts bodies by how their waves are summed. */
static void count_degrees(check_targets *all, const flo_fleet *fleet, size_t bodies)
{
    for (size_t b = 0; b < bodies; b++) {
        const int degree = flo_fleet_get_summation(fleet, b).degree;
        if (degree == 0) all->direct++;
        for (int i = 0; i < CHECK_DEGREES; i++) all->expanded[i] += check_degree(i) == degree;
    }
}

/* `all` is given for the reference, whose fleet is looked at. */
static flo_status compute(const check_case *c, const trial *t, const flo_sea *sea, flo_device *device, outcome *o,
                          check_targets *all)
{
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = c->bodies;
    def.count = t->bodies;
    def.time = check_time(CHECK_TIMES - 1);     /* late, where time is hardest to hold */
    def.integrator = t->integrator;
    def.waves = t->waves;
    flo_fleet *fleet;
    flo_status status = flo_fleet_create(&fleet, device, &def);
    if (status) return status;
    if (all) count_degrees(all, fleet, t->bodies);
    status = follow(fleet, c->step, o);
    flo_fleet_destroy(fleet);
    return status;
}

static void tally_loads(tally *t, const flo_body_load *a, const flo_body_load *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tally_floats(t, a[i].force, b[i].force, 3);
        tally_floats(t, a[i].torque, b[i].torque, 3);
        tally_floats(t, &a[i].submerged, &b[i].submerged, 1);
    }
}

static void compare(check_target *target, const outcome *a, const outcome *b)
{
    tally_loads(&target->tally[CHECK_FORCES], a->before, b->before, a->bodies);
    tally_loads(&target->tally[CHECK_FORCES], a->after, b->after, a->bodies);
    tally *samples = &target->tally[CHECK_SAMPLES], *states = &target->tally[CHECK_STATES];
    tally_doubles(samples, a->height, b->height, a->samples);
    for (int i = 0; i < COLUMNS; i++) tally_floats(samples, a->column[i], b->column[i], a->samples);
    for (size_t i = 0; i < a->bodies; i++) {
        tally_doubles(states, a->state[i].position, b->state[i].position, 3);
        tally_floats(states, a->state[i].orientation, b->state[i].orientation, 4);
        tally_floats(states, a->state[i].velocity, b->state[i].velocity, 3);
        tally_floats(states, a->state[i].angular_velocity, b->state[i].angular_velocity, 3);
    }
}

/* Evaluations of samples on all devices, by which progress is told. */
static double work_of(const trial *t, const check_targets *all)
{
    return (double)t->samples * STEPS * all->count;
}

static flo_status check_trial(const check_case *c, const trial *t, const flo_sea *sea, check_targets *all)
{
    outcome reference, other;
    flo_status status = make_outcome(&reference, t), more = make_outcome(&other, t);
    if (!status) status = more;
    if (!status) status = compute(c, t, sea, all->target[0].device, &reference, all);
    for (int i = 1; i < all->count && !status; i++) {
        status = compute(c, t, sea, all->target[i].device, &other, NULL);
        if (!status) compare(&all->target[i], &reference, &other);
    }
    free_outcome(&reference);
    free_outcome(&other);
    return status;
}

flo_status check_fleet(const check_case *c, check_targets *all)
{
    if (c->body_count == 0) return FLO_OK;
    flo_sea *sea;
    flo_status status = flo_sea_create(&sea, &c->sea);
    if (status) return status;
    trial direct = { .waves = FLO_WAVES_DIRECT, .integrator = c->direct_integrator };
    while (direct.bodies < c->body_count && direct.samples * DIRECT_PART < c->sample_count) {
        direct.samples += (size_t)flo_hull_get_info(c->bodies[direct.bodies++].hull).samples;
    }
    const trial expanded = { FLO_WAVES_AUTO, c->integrator, c->body_count, c->sample_count };
    progress_task("steps of samples", work_of(&direct, all) + work_of(&expanded, all));
    status = check_trial(c, &direct, sea, all);
    if (!status) status = check_trial(c, &expanded, sea, all);
    flo_sea_destroy(sea);
    return status;
}
