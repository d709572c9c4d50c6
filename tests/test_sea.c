/* SPDX-License-Identifier: MIT
 *
 * Seas: published values, closed forms of one wave, and what a sea says of itself. */
#include "test_water.h"

int test_sea(void);

static double single(real value) { return (double)value; }

/* ---- published values ------------------------------------------------------------------------------------------ */

/* asv_wave_sim, Wavefield_TEST.cc, WaveSolver1D: the water of the label 2 stands at x, and is this high. */
static void one_wave_has_the_published_height(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 3, .period = 4, .heading = pi / 2, .steepness = 1 };
    flo_sea_def def = test_sea_of(&wave, 4);
    def.gravity = 9.8;
    test_water w = test_water_make(&def);
    const double x = 0.5523829411950818;
    test_about("oracle");
    const oracle_surface sure = oracle_surface_at(&w.oracle, 0, x, 0, ORACLE_CONVERGED);
    NEAR(single(sure.label_x), 2, 1e-8);
    NEAR(single(sure.height), 2.6276234226, 1e-9);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        NEAR(single(test_ask_one(d->device, w.sea, 0, x, 0).height), 2.6276234226, 2e-6);
    }
    test_water_free(&w);
}

/* Three waves; their directions are published from +x towards +z. */
static const flo_wave three_waves[] = {
    { .amplitude = 0.8, .wavelength = 40, .heading = 1.57079632679489662 - 0, .steepness = 0.9, .phase = 0.3 },
    { .amplitude = 0.35, .wavelength = 17, .heading = 1.57079632679489662 - 0.6, .steepness = 0.8, .phase = 1.1 },
    { .amplitude = 0.15, .wavelength = 7, .heading = 1.57079632679489662 + 0.9, .steepness = 0.7, .phase = 2.7 },
};
static const double three_height = 0.251112275;
static const double three_normal[3] = { -0.0426680545, 0.996467871, 0.0723271615 };
static const double three_velocity[3] = { 0.214223092, -0.340934125, -0.0361311758 };

static void three_are_published(const oracle_surface *s, double within)
{
    NEAR(single(s->height), three_height, within);
    for (int i = 0; i < 3; i++) {
        NEAR(single(s->normal[i]), three_normal[i], within);
        NEAR(single(s->velocity[i]), three_velocity[i], within);
    }
}

static void three_waves_have_the_published_surface(void **state)
{
    (void)state;
    flo_sea_def def = test_sea_of(three_waves, 4);
    def.wave_count = 3;
    test_water w = test_water_make(&def);
    oracle_surface s = oracle_surface_at(&w.oracle, 7.25L, 12.3L, -4.5L, ORACLE_CONVERGED);
    test_about("oracle");
    three_are_published(&s, 1e-9);
    NEAR(single(s.label_x), 12.0280735, 1e-7);
    NEAR(single(s.label_z), -4.38790224, 1e-7);
    NEAR(single(s.rise), -0.352729535, 1e-9);
    NEAR(flo_sea_get_info(w.sea).steepness_sum, 0.310832873, 1e-9);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        s = test_ask_one(d->device, w.sea, 7.25, 12.3, -4.5);
        three_are_published(&s, 2e-6);
        NEAR(single(s.residual), 0, 2e-6);
    }
    test_water_free(&w);
}

/* The oracle's own derivatives against differences of its heights, so that it proves itself. */
static void oracle_slopes_are_derivatives(void **state)
{
    (void)state;
    test_water w = test_water_random(8, 60, 0.5, 1);
    const real e = 1e-5L, t = 12, x = 3.25L, z = -7.5L;
    const oracle_surface s = oracle_surface_at(&w.oracle, t, x, z, ORACLE_CONVERGED);
    const oracle_surface x1 = oracle_surface_at(&w.oracle, t, x + e, z, ORACLE_CONVERGED);
    const oracle_surface x0 = oracle_surface_at(&w.oracle, t, x - e, z, ORACLE_CONVERGED);
    const oracle_surface z1 = oracle_surface_at(&w.oracle, t, x, z + e, ORACLE_CONVERGED);
    const oracle_surface z0 = oracle_surface_at(&w.oracle, t, x, z - e, ORACLE_CONVERGED);
    const oracle_surface t1 = oracle_surface_at(&w.oracle, t + e, x, z, ORACLE_CONVERGED);
    const oracle_surface t0 = oracle_surface_at(&w.oracle, t - e, x, z, ORACLE_CONVERGED);
    test_about("oracle");
    NEAR(single((x1.height - x0.height) / (2 * e)), single(s.slope_x), 1e-8);
    NEAR(single((z1.height - z0.height) / (2 * e)), single(s.slope_z), 1e-8);
    NEAR(single((t1.height - t0.height) / (2 * e)), single(s.rise), 1e-8);
    test_water_free(&w);
}

/* ---- dispersion ------------------------------------------------------------------------------------------------ */

static flo_wave filled_in(const flo_wave *wave, double depth)
{
    flo_sea *sea = NULL;
    flo_wave out;
    flo_sea_def def = test_sea_of(wave, 2);
    def.depth = depth;
    OK(flo_sea_create(&sea, &def));
    flo_sea_get_waves(sea, &out);
    flo_sea_destroy(sea);
    return out;
}

static void waves_obey_dispersion(void **state)
{
    (void)state;
    const flo_wave eight = { .amplitude = 1, .period = 8 }, ten = { .amplitude = 1, .period = 10 };
    const flo_wave long_one = { .amplitude = 1, .wavelength = 92.3738727 };
    test_about("dispersion");
    NEAR(filled_in(&eight, INFINITY).wavelength, 99.9238395, 1e-7);
    NEAR(filled_in(&eight, INFINITY).angular_frequency, 0.785398163, 1e-9);
    NEAR(filled_in(&ten, 10).wavelength, 92.3738727, 1e-7);
    NEAR(filled_in(&long_one, 10).period, 10, 1e-7);
    for (double depth = 0.1; depth < 1e5; depth *= 1.7) {
        for (double period = 0.2; period < 1e3; period *= 1.9) {
            const flo_wave wave = { .amplitude = 0, .period = period };
            const double k = (double)oracle_wavenumber(2 * acosl(-1) / period, 9.81, depth);
            NEAR(filled_in(&wave, depth).wavelength * k / (2 * pi), 1, 1e-14);
        }
    }
}

/* Waves that a sea gives back, as they are, are that sea: to the last bit of each, also where time multiplies it. */
static void waves_given_back_are_the_same_sea(void **state)
{
    (void)state;
    enum { WAVES = 12, POINTS = 8 };
    const double depths[] = { INFINITY, 200, 12, 0.4 }, x[POINTS] = { 0, 1, -20, 333, 1e5, -1e6, 7, 12 };
    for (int i = 0; i < 400; i++) {
        flo_wave waves[WAVES] = { { 0 } }, given[WAVES], again[WAVES];
        flo_sea_def def = test_sea_of(waves, 2);
        for (int w = 0; w < WAVES; w++) {
            waves[w].amplitude = test_random(0, 1e-3);
            *((i + w) % 2 ? &waves[w].wavelength : &waves[w].period) = exp(test_random(-2, i % 7 ? 5 : 11));
            waves[w].heading = test_random(-3, 3), waves[w].phase = test_random(-3, 3);
            waves[w].own_frequency = i % 5 == 0 && waves[w].wavelength > 0;
            waves[w].angular_frequency = waves[w].own_frequency ? test_random(-2, 2) : 0;
        }
        def.wave_count = WAVES, def.depth = depths[i % 4], def.gravity = i % 3 ? 9.81 : 1.6;
        def.mean_level_correction = true;
        test_water one = test_water_make(&def);
        flo_sea_get_waves(one.sea, given);
        def.waves = given;
        test_water other = test_water_make(&def);
        flo_sea_get_waves(other.sea, again);
        double height[2][POINTS];
        flo_device *const device = test_devices()[0].device;
        for (int k = 0; k < 2; k++) {
            const flo_surface out = { .height = height[k] };
            OK(flo_query(device, k ? other.sea : one.sea, 1e11, POINTS, x, x, &out));
        }
        test_about("sea %d", i);
        for (int w = 0; w < WAVES; w++) {
            const double a[] = { given[w].wavelength, given[w].period, given[w].angular_frequency };
            const double b[] = { again[w].wavelength, again[w].period, again[w].angular_frequency };
            SAME(a, b, sizeof a);
        }
        SAME(height[0], height[1], sizeof height[0]);
        const flo_sea_info is = flo_sea_get_info(one.sea), was = flo_sea_get_info(other.sea);
        SAME(&is.mean_level, &was.mean_level, sizeof is.mean_level);
        test_water_free(&one);
        test_water_free(&other);
    }
}

/* Two that do not belong together are none. */
static void waves_that_contradict_are_refused(void **state)
{
    (void)state;
    const flo_wave eight = { .amplitude = 1, .period = 8 };
    flo_wave filled = filled_in(&eight, 30);
    flo_sea_def def = test_sea_of(&filled, 2);
    flo_sea *sea = NULL;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves[0]|wavelength|period of 8 s");    /* another depth */
    def.depth = 30;
    filled.angular_frequency = 0;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves[0]|wavelength|period of 8 s");
    filled = filled_in(&eight, 30);
    filled.wavelength *= 1 + 1e-9;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves[0]|wavelength|period of 8 s");
}

/* In a current the crest comes sooner or later: lambda = 40 m, 1 m/s with and against it. */
static void current_shifts_frequency(void **state)
{
    (void)state;
    const double published[] = { 1.39843019, 1.08427092 };
    for (int against = 0; against < 2; against++) {
        const flo_wave wave = { .amplitude = 1, .wavelength = 40, .heading = pi / 2, .phase = pi / 2 };
        flo_sea_def def = test_sea_of(&wave, 2);
        def.current[0] = against ? -1 : 1;
        test_water w = test_water_make(&def);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, %s", d->label, against ? "against" : "with");
            /* A hundred waves later, where a wrong frequency shows a hundredfold. */
            const double period = 2 * pi / published[against];
            NEAR(single(test_ask_one(d->device, w.sea, 100 * period, 0, 0).height), 0, 2e-6);
            NEAR(single(test_ask_one(d->device, w.sea, 100.25 * period, 0, 0).height), 1, 2e-6);
            const oracle_surface at_crest = test_ask_one(d->device, w.sea, 0.25 * period, 0, 0);
            NEAR(single(at_crest.velocity[0]), def.current[0], 2e-6);   /* a sine's water only goes up and down, */
            const double still = sqrt(9.81 * 2 * pi / 40);              /* as fast as in still water */
            NEAR(single(test_ask_one(d->device, w.sea, 0, 0, 0).velocity[1]), still, 2e-6);
        }
        test_water_free(&w);
    }
}

/* The second article's summed sines: a frequency that no gravity has made. */
static void own_frequency_is_kept(void **state)
{
    (void)state;
    const double frequency[] = { 2.5, -2.5, 0 };
    for (int i = 0; i < 3; i++) {
        const flo_wave wave = { .amplitude = 1, .wavelength = 10, .heading = pi / 2, .own_frequency = true,
                                .angular_frequency = frequency[i] };
        const flo_sea_def def = test_sea_of(&wave, 2);
        test_water w = test_water_make(&def);
        flo_wave out;
        flo_sea_get_waves(w.sea, &out);
        test_about("waves");
        NEAR(out.angular_frequency, frequency[i], 0);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, %g rad/s", d->label, frequency[i]);
            const double x = 1.25, t = 3.5, theta = 2 * pi / 10 * x - frequency[i] * t;
            const oracle_surface s = test_ask_one(d->device, w.sea, t, x, 0);
            NEAR(single(s.height), cos(theta), 2e-6);
            NEAR(single(s.velocity[1]), frequency[i] * sin(theta), 4e-6);
        }
        test_water_free(&w);
    }
}

/* ---- one Gerstner wave ----------------------------------------------------------------------------------------- */

enum { MEAN_POINTS = 2048 };

/* Crest a, trough -a, mean -k a^2 / 2, slope -k a sin / (1 - k a cos), and water that moves at a omega everywhere. */
static void check_gerstner(const test_device *d, const test_water *w, double raised, test_worst worst[2])
{
    const double k = 0.3, length = 2 * pi / k, speed = sqrt(9.81 * k);
    test_points p = test_points_make(MEAN_POINTS);
    double highest = -10, lowest = 10, mean = 0;
    for (size_t i = 0; i < p.count; i++) p.x[i] = length * (double)i / (double)p.count;
    test_points_ask(&p, d->device, w->sea, 0);
    for (size_t i = 0; i < p.count; i++) {
        highest = fmax(highest, p.height[i]);
        lowest = fmin(lowest, p.height[i]);
        mean += p.height[i] / (double)p.count;
        const oracle_surface s = oracle_surface_at(&w->oracle, 0, p.x[i], 0, ORACLE_CONVERGED);
        const double theta = k * single(s.label_x), is = -(double)p.normal[0][i] / (double)p.normal[1][i];
        test_worst_add(&worst[0], is, -k * sin(theta) / (1 - k * cos(theta)), 2e-6);
        test_worst_add(&worst[1], hypot((double)p.velocity[0][i], (double)p.velocity[1][i]), speed, 3e-6);
    }
    NEAR(highest, 1 + raised, 1e-6);
    NEAR(lowest, -1 + raised, 1e-6);
    NEAR(mean, raised - 0.15, 1e-6);
    test_points_free(&p);
}

static void gerstner_wave_is_exact(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 1, .wavelength = 2 * pi / 0.3, .heading = pi / 2, .steepness = 1 };
    flo_sea_def def = test_sea_of(&wave, 6);
    test_worst worst[2] = { 0 };
    for (int corrected = 0; corrected < 2; corrected++) {
        def.mean_level_correction = corrected;
        test_water w = test_water_make(&def);
        test_about("info");
        NEAR(flo_sea_get_info(w.sea).mean_level, 0.15, 1e-15);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s%s", d->label, corrected ? ", corrected" : "");
            check_gerstner(d, &w, corrected ? 0.15 : 0, worst);
        }
        test_water_free(&w);
    }
    WORST(&worst[0], "slope");
    WORST(&worst[1], "speed of the water");
}

/* u = a omega cos, w = a omega sin = dh/dt: forward under the crest (capytaine's airy_waves.py, MoorDyn). */
static void water_goes_forward_under_the_crest(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 0.5, .wavelength = 50, .heading = pi / 2, .steepness = 1 };
    const flo_sea_def def = test_sea_of(&wave, 6);
    test_water w = test_water_make(&def);
    const double omega = sqrt(9.81 * 2 * pi / 50);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        const oracle_surface crest = test_ask_one(d->device, w.sea, 0, 0, 0);
        NEAR(single(crest.velocity[0]), 0.5 * omega, 1e-6);
        NEAR(single(crest.velocity[1]), 0, 1e-6);
        const oracle_surface before = test_ask_one(d->device, w.sea, 0, 12.5 - 0.5, 0);     /* the label 12.5 */
        NEAR(single(before.velocity[1]), 0.5 * omega, 1e-6);
        const double later = 0.01 / omega, next = single(test_ask_one(d->device, w.sea, later, 12, 0).height);
        assert_true(next > single(before.height));      /* the crest is coming */
    }
    test_water_free(&w);
}

/* A wave of heading h travels along (sin h, cos h): its crest is there later, where it was at the origin before. */
static void headings_go_from_z_to_x(void **state)
{
    (void)state;
    for (int eighth = 0; eighth < 8; eighth++) {
        const double heading = eighth * pi / 4;
        const flo_wave wave = { .amplitude = 1, .wavelength = 30, .heading = heading, .steepness = 0.5 };
        const flo_sea_def def = test_sea_of(&wave, 4);
        test_water w = test_water_make(&def);
        const double speed = sqrt(9.81 * 30 / (2 * pi));
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, heading %d/8", d->label, eighth);
            const double x = 2 * speed * sin(heading), z = 2 * speed * cos(heading);
            const oracle_surface s = test_ask_one(d->device, w.sea, 2, x, z);
            NEAR(single(s.height), 1, 1e-6);
            NEAR(single(s.velocity[0]), 0.5 * 2 * pi / 30 * x / 2, 2e-6);
            NEAR(single(s.velocity[2]), 0.5 * 2 * pi / 30 * z / 2, 2e-6);
        }
        test_water_free(&w);
    }
}

/* ---- what a sea says of itself --------------------------------------------------------------------------------- */

static void sea_says_what_it_is(void **state)
{
    (void)state;
    const flo_wave waves[] = { { .amplitude = 0.6, .period = 8, .heading = 1, .steepness = 1 },
                               { .amplitude = 0.2, .period = 3, .heading = 1, .steepness = 0.5 } };
    flo_sea_def def = test_sea_of(waves, 2);
    def.wave_count = 2;
    test_water w = test_water_make(&def);
    const flo_sea_info info = flo_sea_get_info(w.sea);
    const double k8 = 4 * pi * pi / (9.81 * 64), k3 = 4 * pi * pi / (9.81 * 9);
    test_about("info");
    assert_int_equal(info.waves, 2);
    NEAR(info.significant_wave_height, 4 * sqrt((0.36 + 0.04) / 2), 1e-14);
    NEAR(info.peak_period, 8, 1e-12);
    NEAR(info.mean_heading, 1, 1e-14);
    NEAR(info.amplitude_sum, 0.8, 1e-15);
    NEAR(info.steepness_sum, 0.6 * k8 + 0.1 * k3, 1e-14);
    NEAR(info.mean_level, (0.36 * k8 + 0.5 * 0.04 * k3) / 2, 1e-14);
    test_water_free(&w);
    const flo_sea_def flat = flo_default_sea_def();
    w = test_water_make(&flat);
    const flo_sea_info none = flo_sea_get_info(w.sea);
    assert_int_equal(none.waves, 0);
    NEAR(none.significant_wave_height + none.peak_period + none.amplitude_sum + none.mean_level, 0, 0);
    test_water_free(&w);
}

/* The edge itself is allowed: Q k A = 1, and in finite depth Q = coth kh, the ratio of a linear wave. */
static void steepest_waves_are_allowed(void **state)
{
    (void)state;
    const double length = 20, k = 2 * pi / length;
    flo_wave wave = { .amplitude = 1 / k, .wavelength = length, .steepness = 1 };
    flo_sea_def def = test_sea_of(&wave, 2);
    flo_sea *sea = NULL;
    test_about("steepest");
    OK(flo_sea_create(&sea, &def));
    flo_sea_destroy(sea);
    wave.amplitude = 1.0001 / k;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves[0]|loops|1.0001");
    def.depth = 3;
    wave.amplitude = 0.2;
    wave.steepness = 1 / tanh(k * 3);
    OK(flo_sea_create(&sea, &def));
    flo_sea_destroy(sea);
    wave.steepness *= 1.0001;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves[0].steepness|1.35817|0 to 1.35803");
    wave = (flo_wave){ .amplitude = 0.2, .own_frequency = true, .angular_frequency = 1 };
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves[0]|angular_frequency|wavelength");
}

int test_sea(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_wave_has_the_published_height),
        cmocka_unit_test(three_waves_have_the_published_surface),
        cmocka_unit_test(oracle_slopes_are_derivatives),
        cmocka_unit_test(waves_obey_dispersion),
        cmocka_unit_test(waves_given_back_are_the_same_sea), cmocka_unit_test(waves_that_contradict_are_refused),
        cmocka_unit_test(current_shifts_frequency),
        cmocka_unit_test(own_frequency_is_kept),
        cmocka_unit_test(gerstner_wave_is_exact),
        cmocka_unit_test(water_goes_forward_under_the_crest),
        cmocka_unit_test(headings_go_from_z_to_x),
        cmocka_unit_test(sea_says_what_it_is),
        cmocka_unit_test(steepest_waves_are_allowed),
    };
    return cmocka_run_group_tests_name("sea", tests, NULL, test_devices_close);
}
