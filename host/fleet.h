/* SPDX-License-Identifier: MIT
 *
 * What the library knows of a fleet.
 *
 * Bodies of one hull and one mode stand side by side on the device, in the order of their numbers: a flock.  A fleet is
 * flocks and a map from body numbers to places in them. */
#ifndef FLO_FLEET_H
#define FLO_FLEET_H

#include "hull.h"

typedef struct flo__flock {
    const flo_hull *hull;
    flo_mode mode;
    double centre[3];                   /* m, what the state is of, in the hull's axes: the centre of mass or, for
                                         * bodies that follow the water, the origin */
    const flo__pieces *cut;             /* the hull's, or one of its own */
    flo__pieces *own_cut;
    flo__expansion expansion;
    flo__pace pace;
    size_t room;                        /* bodies at most */
    bool pushed;                        /* whether any was ever pushed from outside */
    size_t count;                       /* bodies */
    size_t stride;                      /* places, padding included */
    flo__buffer *number, *piece, *sample, *panel, *step, *weight;
    flo__buffer *place, *state, *load;  /* columns of bodies: kernels/tables.h */
    flo__buffer *sum, *met;             /* columns of patches */
    flo__buffer *height;                /* columns of samples: kept_column, as many as are wanted */
} flo__flock;

struct flo_fleet {
    flo_device *device;
    const flo_sea *sea;
    flo__sea_tables tables;
    flo__flock *flocks;
    int flock_count;
    size_t count;                       /* bodies */
    uint32_t *flock_of, *slot_of;       /* of each body */
    flo_integrator integrator;
    flo_waves waves;
    double tolerance;                   /* m */
    double base;                        /* s: the time is base + since * dt */
    double dt;                          /* s, of the last steps; below 0: none yet */
    uint64_t since, steps;
};

/* Bodies first to first + count stand at `slot` to slot + count of a flock. */
typedef struct flo__span {
    flo__flock *flock;
    size_t slot, count;
} flo__span;

/* The part of bodies [first, first + count) that stands in a flock; count 0 if there is none. */
flo__span flo__fleet_span(const flo_fleet *fleet, int flock, size_t first, size_t count);

double flo__fleet_time(const flo_fleet *fleet);

/* FLO_OK if bodies first to first + count are in the fleet. */
flo_status flo__fleet_has(const flo_fleet *fleet, size_t first, size_t count);

/* Runs the passes of as many instants as rows of the phase table over a flock; `purpose` are bits of pass_purpose.
 * `samples` takes columns of samples (sample_column), or is NULL. */
flo_status flo__flock_run(flo_fleet *fleet, flo__flock *flock, flo__buffer *samples, int rows, int purpose);

/* Brings step sizes to the flocks, for steps or for loads.  `push_dt` is what the push by change divides by; 0 leaves
 * it out. */
flo_status flo__fleet_set_dt(flo_fleet *fleet, double dt, double push_dt, bool steps);

/* Steps, without a look at what becomes of the bodies, so that nothing is waited for; dt is one that
 * flo__fleet_check_dt takes. */
flo_status flo__fleet_check_dt(double dt);
flo_status flo__fleet_advance(flo_fleet *fleet, double dt, uint64_t steps);

/* Brings to the device what loads at the fleet's time need; dt as in flo_forces_def.  (host/fleet_forces.c) */
flo_status flo__fleet_ready_forces(flo_fleet *fleet, double dt);
flo_status flo__forces_check(const flo_forces_def *def);

/* FLO_OK, or FLO_BAD_BODY if any of `count` bodies from `first` on was stopped. */
flo_status flo__fleet_judge(flo_fleet *fleet, size_t first, size_t count);

/* Writes states without judging them; counts those that are not fit, and the first.  (host/fleet_state.c) */
flo_status flo__fleet_put(flo_fleet *fleet, size_t first, size_t count, const flo_body_state *states, size_t *unfit,
                          size_t *first_unfit);

#endif
