/* SPDX-License-Identifier: MIT
 *
 * Closed meshes for tests. */
#ifndef FLO_TESTS_TEST_SOLIDS_H
#define FLO_TESTS_TEST_SOLIDS_H

#include "test.h"

typedef struct test_solid {
    double (*vertices)[3];
    int (*triangles)[3];
    flo_mesh mesh;                      /* of those, every vertex once */
} test_solid;

/* A box around the origin of two triangles a face. */
test_solid test_solid_box(double x, double y, double z);

/* A sphere around the origin: an octahedron, every triangle cut into four `cuts` times. */
test_solid test_solid_sphere(double radius, int cuts);

/* The same with every corner nearer or farther by up to a share of the radius: bumpy, and closed all the same. */
test_solid test_solid_stone(double radius, int cuts, double share);

void test_solid_free(test_solid *solid);

/* By the divergence theorem. */
double test_solid_volume(const test_solid *solid);

#endif
