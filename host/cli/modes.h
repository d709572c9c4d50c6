/* SPDX-License-Identifier: MIT
 *
 * How a hull heaves, rolls and pitches by itself, as far as its definition tells: small motions about an even keel,
 * axis by axis, without the sea. */
#ifndef FLO_CLI_MODES_H
#define FLO_CLI_MODES_H

#include "../flotilla.h"

enum { MODE_HEAVE, MODE_ROLL, MODE_PITCH, MODES };

typedef struct hull_mode {
    double frequency;       /* rad/s; 0: nothing brings the hull back */
    double damping_ratio;   /* of the critical damping */
    double step;            /* steepest frequency times the time step: where the curve bends, this is the larger */
    double limit;           /* of `step`, beyond which symplectic Euler grows */
} hull_mode;

typedef struct hull_modes {
    hull_mode mode[MODES];
} hull_modes;

/* `mode_name(i)` is "heave", "roll" or "pitch". */
const char *mode_name(int mode);

hull_modes hull_modes_of(const flo_hull_def *def, const flo_hull *hull, const flo_sea_def *sea, double dt);

#endif
