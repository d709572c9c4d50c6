/* SPDX-License-Identifier: MIT
 *
 * A sea twice, the library's and the oracle's, and the answers to queries. */
#ifndef FLO_TESTS_TEST_WATER_H
#define FLO_TESTS_TEST_WATER_H

#include "devices.h"
#include "oracle.h"
#include "test.h"

typedef struct test_water {
    flo_sea_def def;                    /* its waves are a copy */
    flo_wave *waves;
    flo_sea *sea;
    oracle_sea oracle;
    double amplitudes;                  /* m, their sum */
} test_water;

test_water test_water_make(const flo_sea_def *def);
void test_water_free(test_water *water);

/* A sea of the given number of waves of one to `longest` metres, with steepness_sum as given, level 3, current and
 * all.  Random, the same for the same seed. */
test_water test_water_random(int waves, double longest, double steepness_sum, uint64_t seed);

/* Makes the sea anew with so many evaluations that labels are found exactly, and the oracle's likewise: for hulls that
 * the library cuts into pieces by its own judgement, each with a start of its own for the search. */
void test_water_settle(test_water *water);

/* A definition with one wave, which stays the caller's. */
flo_sea_def test_sea_of(const flo_wave *wave, int inversion);

/* Points and what a query says of them. */
typedef struct test_points {
    size_t count;
    double *x, *z, *height;
    float *normal[3], *velocity[3], *residual;
} test_points;

test_points test_points_make(size_t count);
void test_points_free(test_points *points);

/* Random places in a square of `reach` to both sides of (x, z). */
void test_points_spread(test_points *points, double x, double z, double reach);

/* Asks; fails if the call does. */
void test_points_ask(test_points *points, flo_device *device, const flo_sea *sea, double time);

/* The right answers for all of them, to compare those of many devices with; the caller frees them. */
oracle_surface *test_right_answers(const test_water *water, const test_points *points, double time, int inversion);

/* A single place, everything. */
oracle_surface test_ask_one(flo_device *device, const flo_sea *sea, double time, double x, double z);

#endif
