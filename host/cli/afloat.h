/* SPDX-License-Identifier: MIT
 *
 * A hull at rest, upright, in still water: how deep it floats, and how stiff the water holds it. */
#ifndef FLO_CLI_AFLOAT_H
#define FLO_CLI_AFLOAT_H

#include "../flotilla.h"

typedef struct afloat {
    double heave, roll, pitch;      /* N/m, N m: stiffness; 0 where it does not float */
    double steeper;                 /* how much more the stiffness is where the curve is steepest */
    double full;                    /* lift of all of it submerged, over the weight; infinite where it has no end */
    double submerged;               /* share */
    double waterline;               /* m, above the origin; NaN where it does not float */
    double square_x, square_z;      /* m^2: the samples' distances from the axes of roll and of pitch, mean squares */
} afloat;

/* `def` is what `hull` was made of, its points and mesh still being there; `depth` its reference depth. */
afloat afloat_of(const flo_hull_def *def, const flo_hull *hull, double depth, const flo_sea_def *sea);

#endif
