/* SPDX-License-Identifier: MIT
 *
 * Polynomials where they are hardest to have: shallow water and currents, any steepness to the fold, any number of
 * evaluations and of waves, tolerances that leave everything or nothing, labels beyond the disc. */
#include "test_expansion.h"

int test_expansion_edges(void);

enum { POINTS = 48, BODIES = 32, SAMPLES = POINTS * BODIES };

static const double late = 3.2e8;

/* Polynomials and the direct sum are as far apart as is stated, on all devices, and where the search for labels comes
 * to its end, no further from the truth than the bound; returns what was chosen. */
static flo_summation try_sea(const test_water *w, double radius, double tolerance, bool exact)
{
    const double place[2] = { -8e5, 1e6 }, hs = flo_sea_get_info(w->sea).significant_wave_height;
    const double stated = tolerance > 0 ? tolerance : hs / 2500, rounding = test_rounding(w);
    test_random_start(72);
    test_crowd crowd = test_crowd_make(radius, POINTS, BODIES, place, 300);
    test_view *got = calloc(3 * SAMPLES, sizeof *got), *direct = got + SAMPLES, *truth = direct + SAMPLES;
    flo_summation sum = { .degree = 0 };
    assert_non_null(got);
    if (exact) test_crowd_truth(&crowd, &w->oracle, late, 5, truth, NULL);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_off apart = { .height = { .most = 0 } }, off = apart;
        test_look how = { d->device, w->sea, late, FLO_WAVES_AUTO, tolerance };
        sum = test_crowd_look(&crowd, &how, got);
        how.waves = FLO_WAVES_DIRECT;
        test_crowd_look(&crowd, &how, direct);
        test_off_add(&apart, got, direct, SAMPLES, 1);
        assert_true(sum.error <= stated);
        NEAR(apart.height.most, 0, sum.degree > 0 ? stated + 2 * rounding : 0);
        if (exact) test_off_add(&off, got, truth, SAMPLES, 5);
        if (exact) NEAR(off.height.most, 0, sum.error + rounding);
    }
    test_crowd_free(&crowd);
    free(got);
    return sum;
}

/* ---- kinds of seas --------------------------------------------------------------------------------------------- */

/* The steepest that each wave may be by itself: as shallow water has it, or to its fold. */
static void steepen(flo_wave *waves, int count, double depth, double share)
{
    for (int i = 0; i < count; i++) {
        const double period = waves[i].period, sigma = 2 * pi / period;
        const double k = waves[i].wavelength > 0 ? 2 * pi / waves[i].wavelength
                                                 : (double)oracle_wavenumber(sigma, 9.81L, depth);
        const double most = isinf(depth) ? 1 : 1 / tanh(k * depth);
        waves[i].steepness = share * fmin(most, 0.999 / (k * waves[i].amplitude + 1e-12));
    }
}

static test_water water_with(const test_spectrum *spectrum, double depth, double share, int inversion)
{
    flo_sea_def def = flo_default_sea_def();
    def.depth = depth;
    def.current[0] = 1.7;
    def.current[1] = -0.9;
    def.level = -4;
    test_water w = test_water_of(spectrum, &def);
    steepen(w.waves, w.def.wave_count, depth, share);
    w.def.inversion = inversion;
    const flo_sea_def again = w.def;
    test_water r = test_water_make(&again);
    test_water_free(&w);
    return r;
}

static void every_depth_and_steepness(void **state)
{
    (void)state;
    const double depths[] = { (double)INFINITY, 40, 8, 2 }, shares[] = { 0, 0.25, 0.5, 0.75, 1 };
    bool beyond_one = false;
    for (int i = 0; i < 20; i++) {
        const double depth = depths[i / 5], share = shares[i % 5], height = fmin(1.5, depth / 8);
        const test_spectrum spectrum = { height, 7, 3, 40 };
        for (int inversion = 2; inversion <= 10; inversion += 8) {
            test_water w = water_with(&spectrum, depth, share, inversion);
            for (int k = 0; k < w.def.wave_count; k++) beyond_one = beyond_one || w.waves[k].steepness > 1.5;
            test_about("depth %g m, %g of the steepest, inversion %d", depth, share, inversion);
            const flo_summation s = try_sea(&w, i % 2 ? 1 : 4, 0, inversion > 2);
            assert_true(s.degree > 0);
            test_water_free(&w);
        }
    }
    assert_true(beyond_one);
}

static void every_number_of_evaluations(void **state)
{
    (void)state;
    const int inversions[] = { 0, 1, 2, 3, 5, 16 };
    const test_spectrum spectrum = { 2.5, 8, 4, 64 };
    for (int i = 0; i < 6; i++) {
        for (int r = 1; r < 9; r *= 4) {
            test_water w = water_with(&spectrum, (double)INFINITY, 1, inversions[i]);
            test_about("inversion %d, radius %d", inversions[i], r);
            try_sea(&w, r, 0, inversions[i] > 3);
            test_water_free(&w);
        }
    }
}

/* Around the number of phases that a patch keeps and that of waves that are expanded at once, and far above. */
static void any_number_of_waves(void **state)
{
    (void)state;
    const int counts[] = { 1, 2, 3, 63, 64, 65, 127, 128, 129, 200, 1000 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const test_spectrum spectrum = { 2.5, 8, 3, counts[i] };
        test_water w = water_with(&spectrum, (double)INFINITY, counts[i] < 3 ? 0.5 : 1, 6);
        for (int r = 1; r < 9; r *= 4) {
            test_about("%d waves, radius %d", counts[i], r);
            const flo_summation s = try_sea(&w, r, 0, true);
            assert_int_equal(s.waves, counts[i]);
        }
        test_water_free(&w);
    }
}

/* ---- nothing to expand, and everything -------------------------------------------------------------------------- */

static test_water ripples(double longest, int inversion)
{
    test_water w = test_water_random(32, longest, 0.3, 73);
    flo_sea_destroy(w.sea);
    w.def.inversion = inversion;
    OK(flo_sea_create(&w.sea, &w.def));
    return w;
}

/* Waves of centimetres below a hull of metres are not worth a polynomial; flat water has none. */
static void short_waves_are_summed_directly(void **state)
{
    (void)state;
    test_water w = ripples(1.5, 2);
    const flo_summation s = try_sea(&w, 6, 0, false);
    assert_int_equal(s.degree, 0);
    assert_int_equal(s.expanded, 0);
    test_water_free(&w);
    test_water flat = test_water_flat();
    const flo_summation none = try_sea(&flat, 6, 0, true);
    assert_int_equal(none.degree, 0);
    assert_int_equal(none.waves, 0);
    assert_true(none.error == 0);
    test_water_free(&flat);
}

/* Any tolerance: what none can keep is summed directly; what leaves everything is still water, no higher than all
 * crests together. */
static void any_tolerance(void **state)
{
    (void)state;
    const double tolerances[] = { 1e-300, 1e-12, 1e-9, 1e-6, 1e-4, 0.01, 1 };
    const test_spectrum spectrum = { 2.5, 8, 6, 64 };
    test_water w = water_with(&spectrum, (double)INFINITY, 1, 2);
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        test_about("tolerance %g", tolerances[i]);
        const flo_summation s = try_sea(&w, 2.5, tolerances[i], false);
        if (tolerances[i] < 1e-200) assert_int_equal(s.degree, 0);
    }
    const double nowhere[2] = { 0, 0 };
    test_crowd crowd = test_crowd_make(60, 8, 16, nowhere, 1000);
    test_view seen[128];
    for (const test_device *d = test_devices(); d->device; d++) {
        const test_look how = { d->device, w.sea, 0, FLO_WAVES_AUTO, 1000 };
        const flo_summation s = test_crowd_look(&crowd, &how, seen);
        test_about("%s, a tolerance of 1000 m: degree %d, %d waves", d->label, s.degree, s.expanded);
        for (int i = 0; i < 128; i++) NEAR(seen[i].height, w.def.level, w.amplitudes * (1 + 2e-6));
    }
    test_crowd_free(&crowd);
    test_water_free(&w);
}

/* ---- labels beyond the disc ------------------------------------------------------------------------------------ */

/* Few waves, all with a crest at the origin at time 0: there the water is pressed together, and labels are further
 * apart than is likely. */
static test_water focused_water(double steepness, int count, int inversion)
{
    flo_wave waves[40];
    flo_sea_def def = flo_default_sea_def();
    for (int i = 0; i < count; i++) {
        const double wavelength = 30 + 40.0 * i / count;
        waves[i] = (flo_wave){ .amplitude = steepness / count * wavelength / (2 * pi), .wavelength = wavelength,
                               .heading = 0.4 * (i % 2), .steepness = 1 };
    }
    def.waves = waves;
    def.wave_count = count;
    def.inversion = inversion;
    return test_water_make(&def);
}

/* What is beyond the disc is told by the oracle's labels.  It is what the direct sum has, bit for bit; the rest is
 * within the bound of the truth, if the search for labels comes to its end, and else within the tolerance of the direct
 * sum. */
static size_t try_beyond(const test_water *w, double radius, double time, test_worst *apart, test_worst *off)
{
    const double nowhere[2] = { 0, 0 };
    test_random_start(74);
    test_crowd crowd = test_crowd_make(radius, POINTS, 4 * BODIES, nowhere, 3);
    test_view *got = calloc(3 * crowd.samples, sizeof *got), *direct = got + crowd.samples;
    test_view *truth = direct + crowd.samples;
    double *reach = calloc(crowd.samples, sizeof *reach);
    size_t beyond = 0;
    assert_non_null(got);
    assert_non_null(reach);
    test_crowd_truth(&crowd, &w->oracle, time, 1, truth, reach);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_look how = { d->device, w->sea, time, FLO_WAVES_AUTO, 0 };
        const flo_summation s = test_crowd_look(&crowd, &how, got);
        const double stated = flo_sea_get_info(w->sea).significant_wave_height / 2500;
        how.waves = FLO_WAVES_DIRECT;
        test_crowd_look(&crowd, &how, direct);
        beyond = 0;
        for (size_t i = 0; i < crowd.samples; i++) {
            const bool out = s.degree > 0 && reach[i] > s.radius * 1.02;
            beyond += out;
            test_worst_add(apart, got[i].height, direct[i].height, stated);
            if (w->def.inversion < 6) continue;
            test_worst_add(off, got[i].height, truth[i].height, s.error + 2 * test_rounding(w));
            if (out) SAME(&got[i], &direct[i], sizeof *got);
        }
    }
    test_crowd_free(&crowd);
    free(got);
    free(reach);
    return beyond;
}

static void labels_beyond_the_disc_are_summed_directly(void **state)
{
    (void)state;
    const double steepness[] = { 0.3, 0.6, 0.8, 0.9 };
    test_worst apart = { 0 }, off = { 0 };
    size_t beyond = 0;
    for (int i = 0; i < 16; i++) {
        test_water w = focused_water(steepness[i / 4], i % 4 < 2 ? 8 : 40, i % 2 ? 12 : 2);
        for (int r = 1; r <= 4; r *= 2) {
            test_about("steepness %g, %d waves, inversion %d, radius %d", steepness[i / 4], w.def.wave_count,
                       w.def.inversion, r);
            beyond += try_beyond(&w, r, 0.1 * (i % 4), &apart, &off);
        }
        test_water_free(&w);
    }
    print_message("             beyond: %zu\n", beyond);
    WORST(&apart, "from the direct sum, of the tolerance");
    WORST(&off, "from the truth, of the bound");
    assert_true(beyond > 1000);
}

/* Where the water nearly folds one answer is as good as another, but it is a number, and no crest is too high. */
static void folding_seas_stay_in_bounds(void **state)
{
    (void)state;
    const double nowhere[2] = { 0, 0 }, steepness[] = { 0.95, 1, 2, 6 };
    for (int i = 0; i < 4; i++) {
        test_water w = focused_water(steepness[i], steepness[i] > 1 ? 8 : 1, 2 + 3 * (i % 2));
        test_crowd crowd = test_crowd_make(1.5, POINTS, BODIES, nowhere, 60);
        test_view *got = calloc(SAMPLES, sizeof *got);
        assert_non_null(got);
        for (const test_device *d = test_devices(); d->device; d++) {
            const test_look how = { d->device, w.sea, 3, FLO_WAVES_AUTO, 0 };
            const flo_summation s = test_crowd_look(&crowd, &how, got);
            test_about("%s, steepness %g, degree %d", d->label, steepness[i], s.degree);
            for (int k = 0; k < SAMPLES; k++) {
                NEAR(got[k].height, w.def.level, w.amplitudes * (1 + 2e-6));
                assert_true(isfinite(got[k].slope[0]) && isfinite(got[k].slope[1]) && isfinite(got[k].rise));
            }
        }
        free(got);
        test_crowd_free(&crowd);
        test_water_free(&w);
    }
}

int test_expansion_edges(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_depth_and_steepness),
        cmocka_unit_test(every_number_of_evaluations),
        cmocka_unit_test(any_number_of_waves),
        cmocka_unit_test(short_waves_are_summed_directly),
        cmocka_unit_test(any_tolerance),
        cmocka_unit_test(labels_beyond_the_disc_are_summed_directly),
        cmocka_unit_test(folding_seas_stay_in_bounds),
    };
    return cmocka_run_group_tests_name("expansion_edges", tests, NULL, test_devices_close);
}
