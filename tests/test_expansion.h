/* SPDX-License-Identifier: MIT
 *
 * Crowds: bodies of one hull that do nothing but look at the water above their samples, whose answers are compared with
 * each other and with the oracle's. */
#ifndef FLO_TESTS_TEST_EXPANSION_H
#define FLO_TESTS_TEST_EXPANSION_H

#include "test_boat.h"

/* What a sample sees. */
typedef struct test_view { double height, slope[2], rise; } test_view;

typedef struct test_crowd {
    flo_hull *hull;
    int points;
    double (*point)[3], radius;
    flo_body_def *body;
    size_t bodies, samples;             /* of all bodies */
} test_crowd;

/* A hull of some points in a ball, the first on its rim, and bodies in any attitude within `spread` m of a place. */
test_crowd test_crowd_make(double radius, int points, size_t bodies, const double place[2], double spread);
void test_crowd_free(test_crowd *crowd);

/* How to look. */
typedef struct test_look { flo_device *device; const flo_sea *sea; double time; flo_waves waves; double tolerance; }
test_look;

/* Fills in a view for each sample. */
flo_summation test_crowd_look(const test_crowd *crowd, const test_look *look, test_view *views);

/* Where a sample of all is, x and z. */
void test_crowd_place(const test_crowd *crowd, size_t sample, real at[2]);

/* The truth: labels as exact as long doubles are.  `reach`, if it is asked for, gets how far each label is from that of
 * the water at its body's middle. */
void test_crowd_truth(const test_crowd *crowd, const oracle_sea *sea, double time, size_t every, test_view *views,
                      double *reach);

/* How far many numbers are from what they should be. */
typedef struct test_spread { double most, squares; size_t count; } test_spread;
void test_spread_add(test_spread *spread, double off);
double test_spread_rms(const test_spread *spread);

typedef struct test_off { test_spread height, slope, rise; } test_off;

/* Compares every so manyth view. */
void test_off_add(test_off *off, const test_view *a, const test_view *b, size_t count, size_t every);
void test_off_print(const char *name, const test_off *off);

/* A sea by its spectrum, JONSWAP; everything else is that of `like`. */
typedef struct test_spectrum { double height, period, cutoff; int waves; } test_spectrum;
test_water test_water_of(const test_spectrum *spectrum, const flo_sea_def *like);

/* What float arithmetic may cost a height, m. */
double test_rounding(const test_water *water);

#endif
