/* SPDX-License-Identifier: MIT
 *
 * The surface above a place against the oracle: every number of evaluations, both kinds of normals, steep waves, few
 * waves and very many. */
#include "test_water.h"

int test_inversion(void);

/* What float arithmetic may cost, in proportion to the sums over all waves of what each contributes. */
typedef struct allowance { double height, normal, velocity, residual; } allowance;

static allowance allowance_of(const test_water *w)
{
    double slopes = 0, speeds = 0;
    for (int i = 0; i < w->oracle.count; i++) {
        const oracle_wave *v = &w->oracle.waves[i];
        slopes += (double)(v->amplitude / v->wavelength) * 2 * pi;
        speeds += (double)(v->amplitude * fabsl(v->sigma));
    }
    const double current = hypot((double)w->oracle.current_x, (double)w->oracle.current_z);
    return (allowance){ 1.5e-6 * w->amplitudes, 3e-6 * slopes + 2e-7, 3e-6 * speeds + 2e-7 * current,
                        1.5e-6 * w->amplitudes };
}

typedef struct worst_of { test_worst height, normal, velocity, residual; } worst_of;

/* Adds the errors of the answers at a point against what is right. */
static void compare(worst_of *worst, const test_points *p, size_t i, const oracle_surface *right, const allowance *a)
{
    test_worst_add(&worst->height, p->height[i], (double)right->height, a->height);
    for (int c = 0; c < 3; c++) {
        test_worst_add(&worst->normal, (double)p->normal[c][i], (double)right->normal[c], a->normal);
        test_worst_add(&worst->velocity, (double)p->velocity[c][i], (double)right->velocity[c], a->velocity);
    }
    test_worst_add(&worst->residual, (double)p->residual[i], (double)right->residual, a->residual);
}

static void check_worst(const worst_of *worst)
{
    WORST(&worst->height, "height");
    WORST(&worst->normal, "normal");
    WORST(&worst->velocity, "velocity");
    WORST(&worst->residual, "residual");
}

/* ---- inversion ------------------------------------------------------------------------------------------------- */

/* N evaluations are N - 1 steps of Newton's method and a correction along the slope; none at all takes the place for
 * the label, and then the residual is the displacement. */
static void every_inversion_does_what_it_says(void **state)
{
    (void)state;
    worst_of worst = { 0 };
    test_water w = test_water_random(12, 60, 0.5, 7);
    test_points p = test_points_make(200);
    test_points_spread(&p, 20, -10, 100);
    const allowance a = allowance_of(&w);
    for (int inversion = 0; inversion <= 16; inversion += inversion < 6 ? 1 : 5) {
        flo_sea *sea = NULL;
        w.def.inversion = inversion;
        OK(flo_sea_create(&sea, &w.def));
        oracle_surface *right = test_right_answers(&w, &p, 1234.5, inversion);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, inversion %d", d->label, inversion);
            test_points_ask(&p, d->device, sea, 1234.5);
            for (size_t i = 0; i < p.count; i++) compare(&worst, &p, i, &right[i], &a);
        }
        free(right);
        flo_sea_destroy(sea);
    }
    check_worst(&worst);
    test_points_free(&p);
    test_water_free(&w);
}

static void finite_normals_are_three_inversions(void **state)
{
    (void)state;
    const double offsets[] = { 0.05, 0.3, 2 };
    test_worst worst = { 0 };
    for (int i = 0; i < 6; i++) {
        test_water w = test_water_random(12, 60, 0.5, 8);
        test_points p = test_points_make(100);
        flo_sea *sea = NULL;
        w.oracle.normal_offset = w.def.normal_offset = offsets[i / 2];
        w.def.inversion = i % 2 ? 6 : 0;
        OK(flo_sea_create(&sea, &w.def));
        test_points_spread(&p, 0, 0, 100);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, offset %g, inversion %d", d->label, w.def.normal_offset, w.def.inversion);
            test_points_ask(&p, d->device, sea, 99);
            for (size_t at = 0; at < p.count; at++) {
                real normal[3];
                const int inversion = w.def.inversion ? ORACLE_CONVERGED : 0;
                const oracle_surface here = oracle_surface_at(&w.oracle, 99, p.x[at], p.z[at], inversion);
                oracle_finite_normal(&w.oracle, 99, &here, (const real[2]){ p.x[at], p.z[at] }, inversion, normal);
                for (int c = 0; c < 3; c++) {
                    test_worst_add(&worst, (double)p.normal[c][at], (double)normal[c],
                                   2 * 1.5e-6 * w.amplitudes / w.def.normal_offset);
                }
            }
        }
        flo_sea_destroy(sea);
        test_points_free(&p);
        test_water_free(&w);
    }
    WORST(&worst, "finite normals");
}

/* Sixteen waves, each of which by itself is as steep as allowed or less. */
static test_water folding_water(double steepness_each, uint64_t seed)
{
    flo_wave waves[16];
    flo_sea_def def = flo_default_sea_def();
    test_random_start(seed);
    for (int i = 0; i < 16; i++) {
        const double wavelength = test_random(2, 40);
        waves[i] = (flo_wave){ .amplitude = steepness_each * wavelength / (2 * pi), .wavelength = wavelength,
                               .heading = test_random(-1, 1), .steepness = 1, .phase = test_random(-4, 4) };
    }
    def.waves = waves;
    def.wave_count = steepness_each == 1 ? 1 : 16;
    return test_water_make(&def);
}

static void add_heights(test_worst *high, flo_device *device, const test_water *w, test_points *p)
{
    test_points_ask(p, device, w->sea, 5);
    for (size_t i = 0; i < p->count; i++) {
        const double limit = w->amplitudes * (1 + 2e-6), length = (double)(p->normal[1][i] * p->normal[1][i] +
                             p->normal[0][i] * p->normal[0][i] + p->normal[2][i] * p->normal[2][i]);
        test_worst_add(high, fabs(p->height[i] - w->def.level), 0, limit);
        NEAR(length, 1, 1e-6);
        assert_true(isfinite(p->velocity[0][i]) && isfinite(p->velocity[1][i]) && isfinite(p->residual[i]));
    }
}

/* Beyond the steepness where the surface folds there is no one answer, but what comes is a number, no higher than all
 * crests together, and says by its residual how far off it is. */
static void folding_seas_stay_in_bounds(void **state)
{
    (void)state;
    const double steepness[] = { 1, 0.05, 0.1, 0.3, 0.9 };
    test_worst high = { 0 };
    for (int i = 0; i < 5; i++) {
        test_water w = folding_water(steepness[i], 9 + (uint64_t)i);
        test_points p = test_points_make(2000);
        test_points_spread(&p, 0, 0, 60);
        for (int inversion = 1; inversion <= 16; inversion += inversion < 4 ? 1 : 4) {
            flo_sea_destroy(w.sea);
            w.def.inversion = inversion;
            OK(flo_sea_create(&w.sea, &w.def));
            for (const test_device *d = test_devices(); d->device; d++) {
                test_about("%s, steepness %g, inversion %d", d->label, steepness[i], inversion);
                add_heights(&high, d->device, &w, &p);
            }
        }
        test_points_free(&p);
        test_water_free(&w);
    }
    WORST(&high, "height above the level");
}

/* The water of one wave, x = a - A sin(k a), rises with a as long as k A is at most 1: halve what is left. */
static double one_wave_height(double amplitude, double k, double x)
{
    double low = x - amplitude, high = x + amplitude;
    for (int i = 0; i < 100; i++) {
        const double a = (low + high) / 2;
        if (a - amplitude * sin(k * a) < x) low = a; else high = a;
    }
    return amplitude * cos(k * low);
}

/* The steepest wave that is allowed ends in a cusp, where Newton's steps are at their worst. */
static void steepest_wave_is_found(void **state)
{
    (void)state;
    enum { POINTS = 1000 };
    const double steepness[] = { 0.5, 0.8, 0.95, 0.98, 1 }, k = 2 * pi / 10;
    test_worst worst = { 0 };
    test_points p = test_points_make(POINTS);
    for (int i = 0; i < POINTS; i++) p.x[i] = 10 * (i + 0.5) / POINTS;
    for (int i = 0; i < 5; i++) {
        const double amplitude = steepness[i] / k;
        const flo_wave wave = { .amplitude = amplitude, .wavelength = 10, .heading = pi / 2, .steepness = 1 };
        flo_sea_def def = flo_default_sea_def();
        def.waves = &wave;
        def.wave_count = 1;
        def.inversion = 16;
        test_water w = test_water_make(&def);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, steepness %g", d->label, steepness[i]);
            test_points_ask(&p, d->device, w.sea, 0);
            for (int at = 0; at < POINTS; at++) {
                test_worst_add(&worst, p.height[at], one_wave_height(amplitude, k, p.x[at]), 1e-5 * amplitude);
            }
        }
        test_water_free(&w);
    }
    test_points_free(&p);
    WORST(&worst, "height, in 1e-5 of the amplitude");
}

/* Around the number of phases that a patch keeps, and to the largest sea. */
static void any_number_of_waves(void **state)
{
    (void)state;
    const int counts[] = { 0, 1, 2, 127, 128, 129, 1000, 100000 };
    worst_of worst = { 0 };
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        test_water w = test_water_random(counts[n], 100, 0.3, 10);
        test_points p = test_points_make(counts[n] > 1000 ? 5 : 70);
        test_points_spread(&p, -300, 400, 100);
        const allowance a = allowance_of(&w);
        oracle_surface *right = test_right_answers(&w, &p, 77, w.def.inversion);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, %d waves", d->label, counts[n]);
            test_points_ask(&p, d->device, w.sea, 77);
            for (size_t i = 0; i < p.count; i++) compare(&worst, &p, i, &right[i], &a);
            if (counts[n] == 0) assert_true(p.height[0] == w.def.level);
        }
        free(right);
        test_points_free(&p);
        test_water_free(&w);
    }
    check_worst(&worst);
}

int test_inversion(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_inversion_does_what_it_says),
        cmocka_unit_test(finite_normals_are_three_inversions),
        cmocka_unit_test(folding_seas_stay_in_bounds),
        cmocka_unit_test(steepest_wave_is_found),
        cmocka_unit_test(any_number_of_waves),
    };
    return cmocka_run_group_tests_name("inversion", tests, NULL, test_devices_close);
}
