/* SPDX-License-Identifier: MIT
 *
 * The mechanical energy of bodies in still water of level 0, straight from their definitions. */
#ifndef FLO_TESTS_TEST_ENERGY_H
#define FLO_TESTS_TEST_ENERGY_H

#include "flotilla.h"

typedef struct test_energy {
    double motion;                      /* J, kinetic, with the added mass of a given wet share */
    double potential;                   /* J, of weight and buoyancy */
    double wet;                         /* share that is in the water */
} test_energy;

/* Of a hull of points or of a box of cells, but with one reservation: the force of cells has a potential only as long
 * as the body does not tilt.  The inertia must be given in the hull's axes.  `wet` is the share whose added mass moves
 * along. */
test_energy test_energy_of(const flo_hull_def *def, double density, double gravity, const flo_body_state *state,
                           double wet);

/* J, the least potential that an upright body can have within `reach` of the surface. */
double test_energy_least(const flo_hull_def *def, double density, double gravity, double reach);

#endif
