/* SPDX-License-Identifier: MIT
 *
 * What the library knows of a fleet.
 *
 * Bodies of one hull, one mode and one sea stand side by side on the device, in the order of their numbers: a flock.  A
 * fleet is flocks and a map from body numbers to places in them.
 *
 * On several devices a fleet is parts, each of them a fleet of its own on one device, with the bodies behind those of
 * the part before.  It has no flocks then.  An ordinary fleet is its own only part, so what loops over parts serves
 * both; of a whole fleet only device, sea, count, integrator, waves, tolerance and parts are to be looked at. */
#ifndef FLO_FLEET_H
#define FLO_FLEET_H

#include "hull.h"
#include "many.h"

/* What decides who stands with whom. */
typedef struct flo__kind {
    const flo_hull *hull;
    flo_mode mode;
    const flo_sea *sea;
} flo__kind;

/* A sea above some bodies of a fleet. */
typedef struct flo__fleet_sea {
    const flo_sea *sea;
    flo__sea_tables tables;
} flo__fleet_sea;

typedef struct flo__flock {
    const flo_hull *hull;
    flo_mode mode;
    int sea;                            /* its number in flo_fleet.seas */
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

/* What callers write of bodies, and from which body to which: end 0 is nowhere. */
typedef enum flo__written { FLO__STATES, FLO__CONTROLS, FLO__WRITTEN } flo__written;
typedef struct flo__stretch { size_t first, end; } flo__stretch;

struct flo_fleet {
    flo_device *device;
    const flo_sea *sea;                 /* of bodies that name none */
    flo__fleet_sea *seas;
    int sea_count;
    flo__flock *flocks;
    int flock_count;
    size_t count;                       /* bodies */
    uint32_t *flock_of, *slot_of;       /* of each body */
    flo_integrator integrator;
    flo_waves waves;
    double tolerance;                   /* m; 0: each sea's own */
    double base;                        /* s: the time is base + since * dt */
    double dt;                          /* s, of the last steps; below 0: none yet */
    uint64_t since, steps;
    flo_fleet **parts;                  /* as many as the device has, or NULL: it is one itself */
    size_t before;                      /* of a part: bodies of the whole fleet in front of its own */
    bool torn;                          /* steps or loads failed when some bodies had theirs */
    uint64_t breaks;                    /* of the device, when it was last known to be whole */
    flo__stretch unwritten[FLO__WRITTEN];   /* of a whole fleet: bodies that were written in part */
    void *room;                         /* numbers on their way to or from a device (flo__fleet_room) */
    size_t room_bytes;
};

/* ---- parts (host/many_fleet.c) --------------------------------------------------------------------------------- */

static inline int flo__fleet_parts(const flo_fleet *fleet) { return fleet->parts ? fleet->device->many->count : 1; }

static inline flo_fleet *flo__fleet_part(const flo_fleet *fleet, int part)
{
    return fleet->parts ? fleet->parts[part] : (flo_fleet *)(uintptr_t)fleet;
}

/* What a part has of some bodies of a whole fleet. */
typedef struct flo__range {
    flo_fleet *part;
    size_t first, count;                /* in the part's own numbers */
    size_t at;                          /* of its first among those that were asked for */
} flo__range;

flo__range flo__fleet_range(const flo_fleet *fleet, int part, size_t first, size_t count);

/* The part that a body is in; it must be in the fleet. */
flo__range flo__fleet_find(const flo_fleet *fleet, size_t body);

/* The parts that have any of them, a bit for each. */
uint64_t flo__fleet_who(const flo_fleet *fleet, size_t first, size_t count);

/* Finds a place for each of fleet->count bodies and allocates them, on all parts; all are upright at the origin. */
flo_status flo__fleet_lay_out(flo_fleet *fleet, const flo__kind *kinds);

/* ---- whether it is whole (host/fleet_whole.c) ------------------------------------------------------------------ */

/* FLO_OK unless some bodies are ahead of others, or written in part. */
flo_status flo__fleet_check_whole(const flo_fleet *fleet);

/* All of it was brought to the device anew. */
void flo__fleet_mend(flo_fleet *fleet);

/* States or controls of some bodies of a whole fleet went to the device, and `status` says whether all of them did. */
void flo__fleet_written(flo_fleet *fleet, flo__written what, size_t first, size_t count, flo_status status);

/* Around all that a new fleet brings to a device.  As drivers may tell late that something was not done, all is waited
 * for before and behind that: what fails between is the new fleet's alone, and no other one is torn.  `status` says
 * what became of it so far. */
typedef struct flo__making { uint64_t breaks[FLO__MOST_PARTS]; } flo__making;
flo_status flo__making_begin(flo__making *making, flo_device *device);
flo_status flo__making_end(const flo__making *making, flo_device *device, flo_status status);

/* Memory that a part keeps for one call after the other, each in its turn; NULL, with a message of FLO_NO_MEMORY, if
 * there is none.  What was had once can be had again. */
void *flo__fleet_room(flo_fleet *fleet, size_t bytes);

/* ---- flocks ---------------------------------------------------------------------------------------------------- */

/* Bodies first to first + count stand at `slot` to slot + count of a flock. */
typedef struct flo__span {
    flo__flock *flock;
    size_t slot, count;
} flo__span;

/* The part of bodies [first, first + count) that stands in a flock; count 0 if there is none. */
flo__span flo__fleet_span(const flo_fleet *fleet, int flock, size_t first, size_t count);

double flo__fleet_time(const flo_fleet *fleet);

static inline const flo_sea *flo__flock_sea(const flo_fleet *fleet, const flo__flock *flock)
{
    return fleet->seas[flock->sea].sea;
}

/* FLO_OK if bodies can be made of these definitions, states and controls aside. */
flo_status flo__fleet_check_bodies(const flo_body_def *bodies, size_t count);

/* `sea` is that of bodies that name none. */
flo__kind flo__kind_of(const flo_body_def *body, const flo_sea *sea);

/* Finds places for the bodies of one part.  (host/fleet_layout.c) */
flo_status flo__fleet_lay_out_part(flo_fleet *part, const flo__kind *kinds);

/* Writes states and controls of the bodies from `first` to the last. */
flo_status flo__fleet_fill(flo_fleet *fleet, size_t first, const flo_body_def *bodies);

/* Frees everything but the struct itself. */
void flo__fleet_release(flo_fleet *fleet);

/* How many numbers of each sample are kept from step to step. */
size_t flo__kept_columns(const flo_hull *hull, flo_integrator integrator);

/* Brings the seas to the device, with room for the phases of `rows` instants; and fills those in, row i being the time
 * base + (first + i) * step. */
flo_status flo__fleet_seas_set(flo_fleet *fleet, int rows);
flo_status flo__fleet_seas_time(flo_fleet *fleet, double base, uint64_t first, double step, int rows);

/* FLO_OK if bodies first to first + count are in the fleet. */
flo_status flo__fleet_has(const flo_fleet *fleet, size_t first, size_t count);

/* Runs the passes of as many instants as rows of the phase table over a flock; `purpose` are bits of pass_purpose.
 * `samples` takes columns of samples (sample_column), or is NULL. */
flo_status flo__flock_run(flo_fleet *fleet, flo__flock *flock, flo__buffer *samples, int rows, int purpose);

/* Brings step sizes to the flocks, for steps or for loads.  `push_dt` is what the push by change divides by; 0 leaves
 * it out. */
flo_status flo__fleet_set_dt(flo_fleet *fleet, double dt, double push_dt, bool steps);

/* Steps, without a look at what becomes of the bodies, so that nothing is waited for; dt and steps are such as
 * flo__fleet_check_steps takes.  All memory that steps need, and the look behind them, is had before by the second. */
flo_status flo__fleet_check_steps(const flo_fleet *fleet, double dt, uint64_t steps);
flo_status flo__fleet_ready_steps(flo_fleet *fleet);
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
