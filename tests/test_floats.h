/* SPDX-License-Identifier: MIT
 *
 * Plain hulls that float in flat water of density 1000 at gravity 9.81, and how fast they bob. */
#ifndef FLO_TESTS_TEST_FLOATS_H
#define FLO_TESTS_TEST_FLOATS_H

#include "test_boat.h"

static const double water_density = 1000, water_gravity = 9.81;

/* One point at the centre of mass. */
flo_hull_def test_point_def(double mass, double reference_depth, double bias);

/* Four points at the corners of 2 by 4 m, a ton. */
flo_hull_def test_corners_def(double reference_depth, double bias);

/* A cube of cells. */
flo_hull_def test_cube_def(double size, double mass, int across);

/* The same hull with another curve; on a spring; with a sphere's added mass; with a fifth of critical damping. */
flo_hull_def test_curved(flo_hull_def def, flo_curve curve, double alpha);
flo_hull_def test_sprung(flo_hull_def def, double stiffness);
flo_hull_def test_with_water(flo_hull_def def, double entry_exponent);
flo_hull_def test_damped(flo_hull_def def);

/* rad/s, of heave without added mass in the lower part of the band. */
double test_heave(const flo_hull_def *def);

#endif
