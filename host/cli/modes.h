/* SPDX-License-Identifier: MIT
 *
 * How a hull heaves, rolls and pitches by itself, and how it drives, as far as its definition tells: small motions
 * about an even keel, axis by axis, in still water. */
#ifndef FLO_CLI_MODES_H
#define FLO_CLI_MODES_H

#include "../flotilla.h"

enum { MODE_HEAVE, MODE_ROLL, MODE_PITCH, MODES };

typedef struct hull_swing {
    double frequency;       /* rad/s; 0: nothing brings the hull back */
    bool overturns;         /* what there is takes it further away */
    double damping_ratio;   /* of the critical damping */
    double step;            /* steepest frequency times the time step: where the curve bends, this is the larger */
    double limit;           /* of `step`, beyond which the step grows; infinite for the implicit one */
} hull_swing;

typedef struct hull_modes {
    hull_swing mode[MODES];
    double lift;            /* all of the hull submerged, over its weight; infinite where it has no end */
    double waterline;       /* m, of the hull at rest, above its origin; NaN where it does not float */
    double depth;           /* m, reference depth as given or tuned; 0 where there is none */
} hull_modes;

typedef struct hull_drive {
    double grip;            /* share of its thrust that the propeller has at rest, by how deep it is */
    double top_speed;       /* m/s, at full throttle and that share; 0 without thrust; infinite: nothing slows it */
    double turn_rate;       /* rad/s, at full rudder and top speed; infinite: nothing slows the turn */
    double drift;           /* rad, in that turn, between the bow and the way it goes */
    double yaw_inertia;     /* kg m^2 */
} hull_drive;

/* `mode_name(i)` is "heave", "roll" or "pitch". */
const char *mode_name(int mode);

hull_modes hull_modes_of(const flo_hull_def *def, const flo_hull *hull, const flo_sea_def *sea, double dt,
                         flo_integrator integrator);

hull_drive hull_drive_of(const flo_hull_def *def, const flo_hull *hull, const hull_modes *modes);

#endif
