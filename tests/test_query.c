/* SPDX-License-Identifier: MIT
 *
 * Queries: here and now and a thousand kilometres away in ten years, at any level, by any caller. */
#include "test_water.h"

#include <pthread.h>

int test_query(void);

/* ---- far and late ---------------------------------------------------------------------------------------------- */

/* The sea of a spectrum, inverted well. */
static test_water spectrum_water(double hs, double tp, int components)
{
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    flo_sea_def def = flo_default_sea_def();
    flo_wave *waves = calloc((size_t)components, sizeof *waves);
    assert_non_null(waves);
    spectrum.significant_wave_height = hs;
    spectrum.peak_period = tp;
    spectrum.components = components;
    OK(flo_spectrum_waves(&spectrum, waves));
    def.waves = waves;
    def.wave_count = components;
    def.inversion = 6;
    const test_water w = test_water_make(&def);
    free(waves);
    return w;
}

enum { FAR_POINTS = 3000 };

static void compare_far(const test_water *w, const char *what)
{
    const double year = 365.25 * 86400, times[] = { 0, 10 * year }, places[] = { 0, 1e6 };
    test_points p = test_points_make(FAR_POINTS);
    for (int far = 0; far < 2; far++) {
        test_worst worst = { 0 };
        test_points_spread(&p, places[far], -places[far], 500);
        oracle_surface *right = test_right_answers(w, &p, times[far], ORACLE_CONVERGED);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, %s", d->label, far ? "far and late" : "here and now");
            test_points_ask(&p, d->device, w->sea, times[far]);
            for (size_t i = 0; i < p.count; i++) {
                test_worst_add(&worst, p.height[i], (double)right[i].height, 1.5e-6 * w->amplitudes);
            }
        }
        free(right);
        WORST(&worst, what);
    }
    test_points_free(&p);
}

static void far_and_late_is_as_exact_as_here_and_now(void **state)
{
    (void)state;
    test_random_start(3);
    test_water w = spectrum_water(2.5, 8, 64);
    compare_far(&w, "swell, error in 1.5e-6 of the amplitudes");
    test_water_free(&w);
    w = spectrum_water(0.3, 2, 64);
    compare_far(&w, "chop, error in 1.5e-6 of the amplitudes");
    test_water_free(&w);
    w = test_water_random(3, 1, 0.7, 6);
    w.def.inversion = 8;
    test_water ripples = test_water_make(&w.def);
    compare_far(&ripples, "ripples, error in 1.5e-6 of the amplitudes");
    test_water_free(&ripples);
    test_water_free(&w);
    w = test_water_random(20, 300, 0.5, 4);
    w.def.inversion = 6;
    test_water again = test_water_make(&w.def);
    compare_far(&again, "long and short in a current, error in 1.5e-6 of the amplitudes");
    test_water_free(&again);
    test_water_free(&w);
}

/* As far and as late as is allowed there is no telling a centimetre wave's phase, but there is water. */
static void edge_of_the_world_has_water(void **state)
{
    (void)state;
    test_water w = test_water_random(20, 300, 0.5, 5);
    test_points p = test_points_make(4);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 4; i++) {
            test_about("%s, corner %d", d->label, i);
            p.x[i] = i & 1 ? 1e9 : -1e9;
            p.z[i] = i & 2 ? 1e9 : -1e9;
            test_points_ask(&p, d->device, w.sea, i & 1 ? 1e12 : -1e12);
            assert_true(fabs(p.height[i] - w.def.level) <= w.amplitudes);
        }
    }
    test_points_free(&p);
    test_water_free(&w);
}

/* ---- number of waves, level ------------------------------------------------------------------------------------ */

/* The level is added in double: heights keep all their digits however high the water stands. */
static void level_costs_no_digits(void **state)
{
    (void)state;
    const double levels[] = { -1e6, -11034, 0.1, 1e6 };
    test_points low = test_points_make(50), high = test_points_make(50);
    test_points_spread(&low, 0, 0, 100);
    memcpy(high.x, low.x, 50 * sizeof *low.x);
    memcpy(high.z, low.z, 50 * sizeof *low.z);
    test_water w = test_water_random(10, 60, 0.5, 11);
    for (int i = 0; i < 4; i++) {
        flo_sea *at_zero = NULL, *raised = NULL;
        flo_sea_def def = w.def;
        def.level = 0;
        OK(flo_sea_create(&at_zero, &def));
        def.level = levels[i];
        OK(flo_sea_create(&raised, &def));
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, level %g", d->label, levels[i]);
            test_points_ask(&low, d->device, at_zero, 1);
            test_points_ask(&high, d->device, raised, 1);
            for (size_t p = 0; p < 50; p++) assert_true(high.height[p] == levels[i] + low.height[p]);
            SAME(high.normal[0], low.normal[0], 50 * sizeof(float));
        }
        flo_sea_destroy(at_zero);
        flo_sea_destroy(raised);
    }
    test_water_free(&w);
    test_points_free(&low);
    test_points_free(&high);
}

/* ---- the call -------------------------------------------------------------------------------------------------- */

static void only_what_is_wanted_is_written(void **state)
{
    (void)state;
    test_water w = test_water_random(5, 60, 0.5, 12);
    test_points p = test_points_make(33);
    test_points_spread(&p, 0, 0, 100);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        test_points_ask(&p, d->device, w.sea, 5);
        for (int wanted = 0; wanted < 9; wanted++) {
            double height[33];
            float other[33];
            flo_surface out = { .height = wanted == 0 ? height : NULL, .residual = wanted == 7 ? other : NULL };
            if (wanted >= 1 && wanted <= 3) out.normal[wanted - 1] = other;
            if (wanted >= 4 && wanted <= 6) out.velocity[wanted - 4] = other;
            OK(flo_query(d->device, w.sea, 5, 33, p.x, p.z, &out));
            if (wanted == 0) SAME(height, p.height, sizeof height);
            if (wanted >= 1 && wanted <= 3) SAME(other, p.normal[wanted - 1], sizeof other);
            if (wanted >= 4 && wanted <= 6) SAME(other, p.velocity[wanted - 4], sizeof other);
            if (wanted == 7) SAME(other, p.residual, sizeof other);
        }
        OK(flo_query(d->device, w.sea, 5, 0, NULL, NULL, &(flo_surface){ 0 }));
    }
    test_points_free(&p);
    test_water_free(&w);
}

static void bad_points_are_refused(void **state)
{
    (void)state;
    const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 1.1e9, -1e300 };
    const char *const words[] = { "nan", "inf", "-inf", "1.1e+09", "-1e+300" };
    test_water w = test_water_random(5, 60, 0.5, 13);
    const test_device *d = test_devices();
    for (int i = 0; i < 10; i++) {
        double x[40] = { 0 }, z[40] = { 0 }, height[40];
        char said[80];
        for (int p = 0; p < 40; p++) height[p] = 12345;
        (i % 2 ? x : z)[37] = bad[i / 2];
        snprintf(said, sizeof said, "point 37|%c %s", i % 2 ? 'x' : 'z', words[i / 2]);
        test_about("%s", said);
        REFUSED(flo_query(d->device, w.sea, 0, 40, x, z, &(flo_surface){ .height = height }), FLO_BAD_VALUE, said);
        for (int p = 0; p < 40; p++) assert_true(height[p] == 12345);
        x[37] = z[37] = 0;
        snprintf(said, sizeof said, "time|%s", i / 2 == 3 ? "11000000000000" : words[i / 2]);
        REFUSED(flo_query(d->device, w.sea, i / 2 == 3 ? 1.1e13 : bad[i / 2], 40, x, z,
                          &(flo_surface){ .height = height }), FLO_BAD_VALUE, said);
        assert_true(height[0] == 12345);
    }
    test_water_free(&w);
}

/* ---- threads --------------------------------------------------------------------------------------------------- */

typedef struct asker { const flo_sea *sea; test_points points; bool wrong; } asker;

static void *ask_often(void *of)
{
    asker *const a = of;
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = "simd";
    def.threads = 1;
    a->wrong = flo_device_open(&device, &def) != FLO_OK;
    for (int i = 0; i < 50 && !a->wrong; i++) {
        a->wrong = flo_query(device, a->sea, 3, a->points.count, a->points.x, a->points.z,
                             &(flo_surface){ .height = a->points.height }) != FLO_OK;
    }
    flo_device_close(device);
    return NULL;
}

/* Seas may be shared, each thread having a device of its own. */
static void threads_share_a_sea(void **state)
{
    (void)state;
    test_water w = test_water_random(20, 60, 0.5, 14);
    asker askers[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        askers[i] = (asker){ w.sea, test_points_make(500), false };
        test_random_start(1);
        test_points_spread(&askers[i].points, 0, 0, 100);
    }
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_often, &askers[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) {
        assert_false(askers[i].wrong);
        SAME(askers[i].points.height, askers[0].points.height, 500 * sizeof(double));
    }
    for (int i = 0; i < 4; i++) test_points_free(&askers[i].points);
    test_water_free(&w);
}

int test_query(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_and_late_is_as_exact_as_here_and_now),
        cmocka_unit_test(edge_of_the_world_has_water),
        cmocka_unit_test(level_costs_no_digits),
        cmocka_unit_test(only_what_is_wanted_is_written),
        cmocka_unit_test(bad_points_are_refused),
        cmocka_unit_test(threads_share_a_sea),
    };
    return cmocka_run_group_tests_name("query", tests, NULL, test_devices_close);
}
