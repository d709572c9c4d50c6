/* SPDX-License-Identifier: MIT
 *
 * The sum in polynomials against the direct one and against the oracle: seas with long waves and with short ones, mild
 * and steep, above hulls of one to ten metres. */
#include "test_expansion.h"

int test_expansion(void);

/* Mild, with short waves, steep: above each a boat, a large boat, a ship's section. */
static const test_spectrum spectra[] = { { 2.5, 8, 3, 64 }, { 2.5, 8, 10, 128 }, { 4, 7, 5, 64 } };
static const double radii[] = { 1, 3, 10 };

enum { SPECTRA = 3, RADII = 3, POINTS = 64, BODIES = 24, SCENES = 4, EVERY = 7, SAMPLES = POINTS * BODIES };

/* Where and when: at the start, far away, ten years on. */
typedef struct scene { double place[2], time; } scene;
static const scene scenes[SCENES] = { { { 0, 0 }, 0 }, { { 1e6, -1e6 }, 12345.678 }, { { -7e5, 7.25e5 }, 3.2e8 },
                                      { { 3e3, -2e4 }, 3.2e8 + 77 } };

/* One way to look at all scenes of a sea from one hull. */
typedef struct views { test_view of[SCENES][SAMPLES]; flo_summation sum; } views;

static void look(views *v, const test_crowd crowd[SCENES], test_look how)
{
    for (int i = 0; i < SCENES; i++) {
        how.time = scenes[i].time;
        v->sum = test_crowd_look(&crowd[i], &how, v->of[i]);
    }
}

static void make_crowds(test_crowd crowd[SCENES], double radius)
{
    test_random_start(71);
    for (int i = 0; i < SCENES; i++) crowd[i] = test_crowd_make(radius, POINTS, BODIES, scenes[i].place, 2000);
}

static test_water water_of(int which, int inversion, double normal_offset)
{
    flo_sea_def like = flo_default_sea_def();
    like.inversion = inversion;
    like.normal_offset = normal_offset;
    return test_water_of(&spectra[which], &like);
}

static views *views_make(int count)
{
    views *v = calloc((size_t)count, sizeof *v);
    assert_non_null(v);
    return v;
}

static test_off compare(const views *a, const views *b, size_t every)
{
    test_off off = { .height = { .most = 0 } };
    for (int i = 0; i < SCENES; i++) test_off_add(&off, a->of[i], b->of[i], SAMPLES, every);
    return off;
}

/* ---- against the direct sum, with as many evaluations ---------------------------------------------------------- */

static void check_against_direct(int which, double radius)
{
    test_water w = water_of(which, 2, 0);
    const double stated = flo_sea_get_info(w.sea).significant_wave_height / 2500;
    test_crowd crowd[SCENES];
    views *direct = views_make(3), *expanded = direct + 1, *truth = direct + 2;
    make_crowds(crowd, radius);
    for (int i = 0; i < SCENES; i++) {
        test_crowd_truth(&crowd[i], &w.oracle, scenes[i].time, EVERY, truth->of[i], NULL);
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        char name[80];
        look(direct, crowd, (test_look){ d->device, w.sea, 0, FLO_WAVES_DIRECT, 0 });
        look(expanded, crowd, (test_look){ d->device, w.sea, 0, FLO_WAVES_AUTO, 0 });
        const flo_summation *s = &expanded->sum;
        const test_off apart = compare(expanded, direct, 1), off = compare(expanded, truth, EVERY);
        const test_off direct_off = compare(direct, truth, EVERY);
        test_about("%s, spectrum %d, radius %g", d->label, which, radius);
        assert_int_equal(direct->sum.degree, 0);
        assert_true(s->error <= stated);
        if (d == test_devices()) {
            snprintf(name, sizeof name, "%d waves, %g m: degree %d, %d waves in %d", s->waves, radius, s->degree,
                     s->expanded, s->patches);
            test_off_print(name, &off);
            test_off_print("    the direct sum", &direct_off);
            test_off_print("    one from the other", &apart);
        }
        NEAR(apart.height.most, 0, stated);
        NEAR(test_spread_rms(&apart.height), 0, stated / 3);
    }
    for (int i = 0; i < SCENES; i++) test_crowd_free(&crowd[i]);
    test_water_free(&w);
    free(direct);
}

static void expansion_is_the_direct_sum_within_its_tolerance(void **state)
{
    (void)state;
    for (int i = 0; i < SPECTRA; i++) {
        for (int r = 0; r < RADII; r++) check_against_direct(i, radii[r]);
    }
}

/* ---- against the truth, with so many evaluations that labels are exact ----------------------------------------- */

/* What an error of the height comes to in slopes: its derivative, by A. A. Markov's inequality for polynomials of the
 * degree that is left out first; and in the rate at which the surface rises, by the fastest wave there is. */
typedef struct limits { double height, slope, rise; } limits;

static limits limits_of(const test_water *w, const flo_summation *s)
{
    double slopes = 0, speeds = 0, fastest = 0;
    for (int i = 0; i < w->oracle.count; i++) {
        const oracle_wave *v = &w->oracle.waves[i];
        slopes += (double)(v->amplitude / v->wavelength) * 2 * pi;
        speeds += (double)(v->amplitude * fabsl(v->sigma));
        fastest = fmax(fastest, (double)fabsl(v->sigma));
    }
    const double next = s->degree + 1, rounding = test_rounding(w), steep = 3e-6 * slopes + 2e-7;
    const double slope = s->degree ? next * next * s->error / s->radius : 0;
    return (limits){ s->error + rounding, slope + steep, fastest * s->error + slope * speeds + 3e-6 * speeds };
}

static void check_against_truth(int which, double radius)
{
    test_water w = water_of(which, 6, 0);
    test_crowd crowd[SCENES];
    views *got = views_make(2), *truth = got + 1;
    make_crowds(crowd, radius);
    for (int i = 0; i < SCENES; i++) {
        test_crowd_truth(&crowd[i], &w.oracle, scenes[i].time, EVERY, truth->of[i], NULL);
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        look(got, crowd, (test_look){ d->device, w.sea, 0, FLO_WAVES_AUTO, 0 });
        const test_off off = compare(got, truth, EVERY);
        const limits most = limits_of(&w, &got->sum);
        test_about("%s, spectrum %d, radius %g, bound %.2e m", d->label, which, radius, got->sum.error);
        if (d == test_devices()) {
            print_message("             spectrum %d, %g m: degree %d, height %.1e of a bound of %.1e m, slope %.1e of "
                          "%.1e, rise %.1e of %.1e m/s\n", which, radius, got->sum.degree, off.height.most,
                          got->sum.error, off.slope.most, most.slope, off.rise.most, most.rise);
        }
        NEAR(off.height.most, 0, most.height);
        NEAR(off.slope.most, 0, most.slope);
        NEAR(off.rise.most, 0, most.rise);
    }
    for (int i = 0; i < SCENES; i++) test_crowd_free(&crowd[i]);
    test_water_free(&w);
    free(got);
}

static void error_is_a_bound(void **state)
{
    (void)state;
    for (int i = 0; i < SPECTRA; i++) {
        for (int r = 0; r < RADII; r++) check_against_truth(i, radii[r]);
    }
}

/* Normals from heights: as far off as two heights may be, over the offset between them. */
static void finite_normals_are_within_the_tolerance(void **state)
{
    (void)state;
    const double offsets[] = { 0.1, 1 };
    for (int i = 0; i < 6; i++) {
        const double offset = offsets[i % 2], radius = radii[i / 2 % 2];
        test_water w = water_of(i / 3, 4, offset);
        test_crowd crowd = test_crowd_make(radius, POINTS, BODIES, scenes[1].place, 500);
        test_view *got = calloc(2 * SAMPLES, sizeof *got), *direct = got + SAMPLES;
        assert_non_null(got);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_look how = { d->device, w.sea, scenes[1].time, FLO_WAVES_AUTO, 0 };
            test_off off = { .height = { .most = 0 } };
            const flo_summation s = test_crowd_look(&crowd, &how, got);
            how.waves = FLO_WAVES_DIRECT;
            test_crowd_look(&crowd, &how, direct);
            test_off_add(&off, got, direct, SAMPLES, 1);
            test_about("%s, spectrum %d, radius %g, offset %g", d->label, i / 3, radius, offset);
            assert_true(s.degree > 0);
            NEAR(off.slope.most, 0, 2 * (s.error + test_rounding(&w)) / offset);
            for (size_t k = 0; k < SAMPLES; k += 37) {
                real at[2], normal[3];
                test_crowd_place(&crowd, k, at);
                const oracle_surface here = oracle_surface_at(&w.oracle, how.time, at[0], at[1], ORACLE_CONVERGED);
                oracle_finite_normal(&w.oracle, how.time, &here, at, ORACLE_CONVERGED, normal);
                const double within = 2 * (s.error + test_rounding(&w)) / offset;
                NEAR(got[k].slope[0], -(double)(normal[0] / normal[1]), within);
                NEAR(got[k].slope[1], -(double)(normal[2] / normal[1]), within);
            }
        }
        free(got);
        test_crowd_free(&crowd);
        test_water_free(&w);
    }
}

/* ---- what is chosen -------------------------------------------------------------------------------------------- */

static flo_summation chosen(const test_water *w, double radius, double tolerance)
{
    const double nowhere[2] = { 0, 0 };
    test_crowd crowd = test_crowd_make(radius, POINTS, 1, nowhere, 1);
    test_view seen[POINTS];
    const flo_summation s = test_crowd_look(&crowd, &(test_look){ test_devices()->device, w->sea, 0, FLO_WAVES_AUTO,
                                                                  tolerance }, seen);
    test_crowd_free(&crowd);
    return s;
}

static void every_degree_is_chosen_somewhere(void **state)
{
    (void)state;
    bool seen[9] = { false };
    for (int i = 0; i < SPECTRA; i++) {
        test_water w = water_of(i, 2, 0);
        for (double radius = 0.5; radius < 20; radius *= 1.5) {
            const flo_summation s = chosen(&w, radius, 0);
            test_about("spectrum %d, radius %g", i, radius);
            assert_true(s.degree == 0 || s.degree == 4 || s.degree == 6 || s.degree == 8);
            assert_int_equal(s.waves, spectra[i].waves);
            assert_true(s.expanded >= 0 && s.expanded <= s.waves);
            assert_true((s.degree == 0) == (s.expanded == 0));
            assert_true(s.error >= 0 && s.error <= spectra[i].height / 2500 * (1 + 1e-9));
            seen[s.degree] = true;
        }
        test_water_free(&w);
    }
    test_water flat = test_water_flat();
    assert_int_equal(chosen(&flat, 2, 0).degree, 0);
    test_water_free(&flat);
    assert_true(seen[4] && seen[6] && seen[8]);
}

/* A tighter tolerance costs no less: fewer waves in the polynomials, or a higher degree.  None but the direct sum keeps
 * one that is tighter still. */
static void tolerance_is_kept(void **state)
{
    (void)state;
    test_water w = water_of(0, 2, 0);
    flo_summation before = chosen(&w, 3, 1000);
    assert_true(before.degree == 4 && before.expanded == before.waves);
    for (double tolerance = 1; tolerance > 1e-15; tolerance /= 4) {
        const flo_summation s = chosen(&w, 3, tolerance);
        test_about("tolerance %g", tolerance);
        assert_true(s.error <= tolerance);
        assert_true(s.degree > before.degree || s.expanded <= before.expanded || s.degree == 0);
        before = s;
    }
    assert_true(before.degree == 0 || before.expanded < 8);
    test_water_free(&w);
}

int test_expansion(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansion_is_the_direct_sum_within_its_tolerance),
        cmocka_unit_test(error_is_a_bound),
        cmocka_unit_test(finite_normals_are_within_the_tolerance),
        cmocka_unit_test(every_degree_is_chosen_somewhere),
        cmocka_unit_test(tolerance_is_kept),
    };
    return cmocka_run_group_tests_name("expansion", tests, NULL, test_devices_close);
}
