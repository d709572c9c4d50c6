/* SPDX-License-Identifier: MIT
 *
 * Hulls, bodies and fleets for tests. */
#ifndef FLO_TESTS_TEST_BOAT_H
#define FLO_TESTS_TEST_BOAT_H

#include "test_water.h"

/* Four points that drive: everything a hull of points can have. */
flo_hull_def test_boat_def(void);

/* A box of cells under archimedes. */
flo_hull_def test_box_def(double x, double y, double z, double mass);

/* A hull of one point that nothing acts on but what a test adds: a spring so weak that it is not felt, which also
 * takes away the weight. */
flo_hull_def test_speck_def(void);

/* Fails if it cannot be made. */
flo_hull *test_hull_make(const flo_hull_def *def);

/* At rest and upright. */
flo_body_state test_state_at(double x, double y, double z);

/* A rotation about an axis, which need not be of unit length. */
void test_state_turn(flo_body_state *state, double angle, double x, double y, double z);

/* Somewhere near the place, in any attitude, moving and turning. */
flo_body_state test_state_random(double x, double y, double z);

/* A dynamic body. */
flo_body_def test_body(const flo_hull *hull, flo_body_state state, flo_body_control control);

/* A fleet that takes symplectic steps, which the closed forms and the oracle are of.  This one and those below sum
 * waves as exactly as floats are: in polynomials only where they are right to 1e-7 m. */
flo_fleet *test_fleet_make(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                           double time);

/* One whose waves are summed one by one. */
flo_fleet *test_fleet_direct(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                             double time);

/* One that takes implicit steps. */
flo_fleet *test_fleet_implicit(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                               double time);

/* A fleet of one, symplectic. */
flo_fleet *test_fleet_one(flo_device *device, const flo_sea *sea, const flo_hull *hull, const flo_body_state *state,
                          flo_body_control control);

flo_body_state test_read(flo_fleet *fleet, size_t body);

/* The loads on a body, gravity included. */
flo_body_load test_load(flo_fleet *fleet, size_t body);

/* The load on a hull at rest that stands there, without its weight. */
flo_body_load test_buoyancy(flo_device *device, const flo_sea *sea, const flo_hull_def *def, const flo_body_state *at);

/* How far states are from the oracle's, in units of 2e-5: what a second or two at some 10 m/s^2 come to that are right
 * to 1e-6. */
typedef struct test_worst_state { test_worst position, velocity, orientation, spin; } test_worst_state;

void test_worst_state_add(test_worst_state *worst, const flo_body_state *got, const oracle_body *right);
#define WORST_STATE(worst) test_worst_state_check(worst, __FILE__, __LINE__)
void test_worst_state_check(const test_worst_state *worst, const char *file, int line);

/* A hull in flat water alone, for as long as a test needs it. */
typedef struct test_lone { test_water water; flo_hull *hull; flo_fleet *fleet; } test_lone;

test_lone test_lone_make(flo_device *device, const flo_hull_def *def, const flo_body_state *at,
                         flo_body_control control);

/* One with either integrator. */
test_lone test_lone_moved(flo_device *device, const flo_hull_def *def, const flo_body_state *at,
                          flo_body_control control, flo_integrator integrator);
void test_lone_free(test_lone *lone);

/* Flat water of density 1000 at gravity 9.81, as most published figures have it. */
test_water test_water_flat(void);

#endif
