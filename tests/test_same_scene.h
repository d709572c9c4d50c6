/* SPDX-License-Identifier: MIT
 *
 * One scene through everything the library computes, and the hash of all that came out.  It knows no test framework, so
 * that a program for another processor can be made of it. */
#ifndef FLO_TESTS_TEST_SAME_SCENE_H
#define FLO_TESTS_TEST_SAME_SCENE_H

#include "flotilla.h"

enum { SCENE_BODIES = 83, SCENE_STEPS = 100, SCENE_POINTS = 500, SCENE_SHIP = 700, SCENE_HULLS = 9 };

/* What the scene's hash is on every exact device.  It changes when the physics does. */
#define SCENE_HASH 0xB33217CA0E4EE056u

/* The parts, so that a test can put them together in another way.  0, or the status of what failed. */
flo_status same_make_sea(flo_sea **sea);
flo_status same_make_hulls(flo_hull *hulls[SCENE_HULLS]);
void same_make_bodies(flo_body_def bodies[SCENE_BODIES], flo_hull *const hulls[SCENE_HULLS]);
extern const double scene_time;

/* Everything at once. */
flo_status same_hash(flo_device *device, uint64_t *hash);

uint64_t same_hash_bytes(uint64_t hash, const void *data, size_t bytes);

#endif
