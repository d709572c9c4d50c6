/* SPDX-License-Identifier: MIT
 *
 * A fleet of several flocks, for what a caller does with its memory. */
#ifndef FLO_TESTS_TEST_INTEROP_SCENE_H
#define FLO_TESTS_TEST_INTEROP_SCENE_H

#include "test_interop.h"

enum { BODIES = 151, HULLS = 3, FLOCKS = 32 };          /* no more flocks than that */

/* Boats, boxes and panels around their centres of mass, so that velocities are the caller's and the device's alike. */
typedef struct cl_scene {
    test_water water, other;            /* the other is above every fifth body */
    flo_hull *hull[HULLS];
    flo_body_def body[BODIES];
    flo_device *scalar;
} cl_scene;

cl_scene test_cl_scene(int waves);
void test_cl_scene_free(cl_scene *s);

flo_fleet *test_cl_fleet(const cl_scene *s, flo_device *device, flo_integrator integrator);

/* Fails unless all states are the same, and the hashes. */
void test_cl_same_fleets(flo_fleet *got, flo_fleet *want);

#endif
