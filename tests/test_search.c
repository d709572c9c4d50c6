/* SPDX-License-Identifier: MIT
 *
 * Where the search for a label starts: beside the label of the water at a patch's centre where that is near, and at the
 * place itself where waves are short against the patch or about to fold.  Whatever the sea, bodies must not see worse
 * heights than a query does, which knows no patch. */
#include "test_expansion.h"

int test_search(void);

enum { POINTS = 32, BODIES = 48, SAMPLES = POINTS * BODIES };

/* The worst that a query answers at the samples of a crowd, and bodies with as many evaluations. */
typedef struct worst_of { double query, bodies; } worst_of;

static double worst_query(const test_crowd *crowd, const test_look *look, const test_view *truth)
{
    static double x[SAMPLES], z[SAMPLES], height[SAMPLES];
    double worst = 0;
    for (size_t i = 0; i < crowd->samples; i++) {
        real at[2];
        test_crowd_place(crowd, i, at);
        x[i] = (double)at[0];
        z[i] = (double)at[1];
    }
    OK(flo_query(look->device, look->sea, look->time, crowd->samples, x, z, &(flo_surface){ .height = height }));
    for (size_t i = 0; i < crowd->samples; i++) worst = test_more(worst, fabs(height[i] - truth[i].height));
    return worst;
}

static double worst_look(const test_crowd *crowd, const test_look *look, const test_view *truth)
{
    static test_view got[SAMPLES];
    double worst = 0;
    test_crowd_look(crowd, look, got);
    for (size_t i = 0; i < crowd->samples; i++) worst = test_more(worst, fabs(got[i].height - truth[i].height));
    return worst;
}

/* What floats cost: heights; and phases, whose turns from the patch's place are floats, too. */
static double rounding_of(const test_water *w, double radius)
{
    double turns = 0;
    for (int i = 0; i < w->oracle.count; i++) {
        turns += (double)(w->oracle.waves[i].amplitude * radius / w->oracle.waves[i].wavelength);
    }
    return test_rounding(w) + 2 * pi * turns * 0x1p-23;
}

/* Tries a sea above a hull; returns by how much bodies see better than a query, the rounding of floats left out.  Waves
 * that are summed in polynomials may add what the library promises of them, hs / 2500 (flo_fleet_def.tolerance). */
static double try_search(const test_water *w, double radius)
{
    static test_view truth[SAMPLES];
    const double nowhere[2] = { 40, -70 }, rounding = rounding_of(w, radius);
    const double hs = flo_sea_get_info(w->sea).significant_wave_height;
    double gain = 0;
    test_random_start(97);
    test_crowd crowd = test_crowd_make(radius, POINTS, BODIES, nowhere, 500);
    test_crowd_truth(&crowd, &w->oracle, 12, 1, truth, NULL);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_look how = { d->device, w->sea, 12, FLO_WAVES_DIRECT, 0 };
        const double query = worst_query(&crowd, &how, truth), direct = worst_look(&crowd, &how, truth);
        how.waves = FLO_WAVES_AUTO;
        test_about("%s: radius %g m, query off by %.1e m, bodies by %.1e m directly", d->label, radius, query, direct);
        assert_true(isfinite(query));           /* it is what the others are allowed */
        NEAR(direct, 0, query + rounding);
        NEAR(worst_look(&crowd, &how, truth), 0, query + rounding + hs / 2500);
        gain = query / (direct + rounding);
    }
    test_crowd_free(&crowd);
    return gain;
}

/* Waves from a tenth of the hull to many times its size, as steep as they come. */
static void bodies_see_no_worse_than_a_query(void **state)
{
    (void)state;
    const double longest[] = { 0.3, 1, 3, 10, 30 }, radii[] = { 0.1, 0.4, 1.5, 5 };
    for (int i = 0; i < 5; i++) {
        for (int inversion = 2; inversion <= 4; inversion++) {
            test_water w = test_water_random(20, longest[i], 0.7, 83);
            flo_sea_destroy(w.sea);
            w.def.inversion = inversion;
            OK(flo_sea_create(&w.sea, &w.def));
            for (int r = 0; r < 4; r++) {
                test_about("waves up to %g m, inversion %d", longest[i], inversion);
                try_search(&w, radii[r]);
            }
            test_water_free(&w);
        }
    }
}

/* A lone wave almost at its fold, whose crest a patch may be centred on. */
static void crests_about_to_fold_mislead_nobody(void **state)
{
    (void)state;
    const double steepness[] = { 0.3, 0.6, 0.8, 0.9, 0.97 };
    for (int i = 0; i < 5; i++) {
        const flo_wave wave = { .amplitude = steepness[i] * 30 / (2 * pi), .wavelength = 30, .steepness = 1 };
        flo_sea_def def = flo_default_sea_def();
        def.waves = &wave;
        def.wave_count = 1;
        test_water w = test_water_make(&def);
        for (int r = 1; r <= 4; r *= 2) {
            test_about("steepness %g", steepness[i]);
            try_search(&w, r);
        }
        test_water_free(&w);
    }
}

/* Long waves: a start beside the centre's label is as good as one evaluation more, in steep seas a hundred times and
 * more.  Of that as much can be seen as floats let through: their 1.3e-5 m are a sixtieth of the query's 9e-4 m, and
 * bodies are better than them.  Half of the sixty is asked for. */
static void long_waves_are_found_sooner(void **state)
{
    (void)state;
    const test_spectrum spectrum = { 4, 8, 4, 40 };
    flo_sea_def def = flo_default_sea_def();
    test_water w = test_water_of(&spectrum, &def);
    test_about("a steep sea");
    assert_true(try_search(&w, 1) > 30);
    test_water_free(&w);
}

int test_search(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_see_no_worse_than_a_query),
        cmocka_unit_test(crests_about_to_fold_mislead_nobody),
        cmocka_unit_test(long_waves_are_found_sooner),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, test_devices_close);
}
