/* SPDX-License-Identifier: MIT
 *
 * More closed meshes, and what may be done to one: prisms, cylinders, a ship that is known in closed form. */
#ifndef FLO_TESTS_TEST_MESH_MAKE_H
#define FLO_TESTS_TEST_MESH_MAKE_H

#include "test_solids.h"

/* A copy of corners and triangles. */
test_solid test_mesh_copy(const double (*vertices)[3], int vertex_count, const int (*triangles)[3], int triangle_count);

/* A polygon in x and y, counter-clockwise as seen from +z, drawn out along z from -length / 2 to length / 2.  All of
 * its corners must be in sight of corner `hub`. */
test_solid test_mesh_prism(const double (*profile)[2], int corners, int hub, double length);

/* A circle of so many corners, drawn out along z. */
test_solid test_mesh_cylinder(double radius, double length, int corners);

/* A prism along z whose profile is an L: 4 x 4 m without the quarter above (2, 2), its corner at the origin. */
test_solid test_mesh_step(double length);

/* W. C. S. Wigley's hull (1934): half breadth B/2 (1 - (2z/L)^2) (1 - (y/T)^2) below the waterline y = 0, upright above
 * it.  Its deck ends in triangles without area. */
test_solid test_mesh_wigley(double length, double breadth, double draft, double freeboard, int stations, int levels);

/* (x, y, z) -> (y, z, x): what was drawn out along z stands up. */
void test_mesh_cycle(test_solid *solid);

void test_mesh_move(test_solid *solid, double x, double y, double z);
void test_mesh_turn(test_solid *solid, double x, double z);     /* radians about x, then about z */
void test_mesh_flip(test_solid *solid);                         /* inside out */

/* Vertices, triangles and the corners of triangles in another order; every vertex twice. */
test_solid test_mesh_shuffled(const test_solid *solid);

#endif
