/* SPDX-License-Identifier: MIT
 *
 * Waves cut from spectra: against closed forms and quadratures of the published formulas, never against another run,
 * except where the same seed must give the same sea. */
#include "spectrum.h"
#include "test.h"

int test_spectrum(void);

static flo_spectrum_def sea_of(flo_spectrum_type type, double hs, double tp)
{
    flo_spectrum_def def = flo_default_spectrum_def();
    def.type = type;
    def.significant_wave_height = hs;
    def.peak_period = tp;
    return def;
}

/* The caller frees them. */
static flo_wave *waves_of(const flo_spectrum_def *def)
{
    flo_wave *waves = calloc((size_t)def->components, sizeof *waves);
    assert_non_null(waves);
    if (flo_spectrum_waves(def, waves) != FLO_OK)
        fail_msg("%s", flo_message());
    return waves;
}

static double energy_of(const flo_wave *wave)
{
    return wave->amplitude * wave->amplitude / 2;
}

/* The sum of energy * frequency^power over the waves with frequencies from low to high, Hz. */
static double moment(const flo_wave *waves, int count, double power, double low, double high)
{
    long double sum = 0;
    for (int i = 0; i < count; ++i) {
        const double f = 1 / waves[i].period;
        if (f >= low && f < high)
            sum += (long double)energy_of(&waves[i]) * pow(f, power);
    }
    return (double)sum;
}

static double height_of(const flo_wave *waves, int count)
{
    return 4 * sqrt(moment(waves, count, 0, 0, INFINITY));
}

/* ---- height and shape ------------------------------------------------------------------------------------------ */

static void height_is_what_was_asked_for(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 3, 64, 1000};
    static const double depths[] = {INFINITY, 20, 0.3}, gammas[] = {1, 3.3, 7, 1e6}, cutoffs[] = {1.0001, 3, 1000};
    for (int type = 0; type < 3; ++type) {
        for (int i = 0; i < 5 * 3 * 4 * 3; ++i) {
            flo_spectrum_def def = sea_of((flo_spectrum_type)type, 2.5, 8);
            def.components = counts[i % 5];
            def.depth = depths[i / 5 % 3];
            def.gamma = gammas[i / 15 % 4];
            def.cutoff = cutoffs[i / 60];
            def.seed = (uint64_t)i;
            flo_wave *waves = waves_of(&def);
            NEAR(height_of(waves, def.components), 2.5, 4e-15);
            free(waves);
        }
    }
}

static void waves_are_in_order_and_in_range(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        flo_spectrum_def def = sea_of(FLO_JONSWAP, 2.5, 8);
        def.seed = seed;
        def.cutoff = seed % 2 == 0 ? 3 : 10;
        def.steepness = 0.25;
        def.components = 500;
        flo_wave *waves = waves_of(&def);
        for (int i = 0; i < def.components; ++i) {
            const flo_wave *w = &waves[i];
            assert_true(i == 0 || w->period < waves[i - 1].period);
            assert_true(w->period >= 8 / def.cutoff && w->period <= 8 / 0.6);
            assert_true(w->phase >= 0 && w->phase < 6.2831853072);
            assert_true(w->amplitude > 0 && w->steepness == 0.25);
            assert_true(w->wavelength == 0 && !w->own_frequency && w->angular_frequency == 0);
        }
        free(waves);
    }
}

/* The energy below f of a Pierson-Moskowitz spectrum is m0 exp(-1.25 (fp / f)^4). */
static void energy_of_pierson_moskowitz_is_closed_form(void **state)
{
    (void)state;
    flo_spectrum_def def = sea_of(FLO_PIERSON_MOSKOWITZ, 4, 8);
    def.components = 20000;
    def.cutoff = 4;
    flo_wave *waves = waves_of(&def);
    const double from = exp(-1.25 / pow(0.6, 4)), all = exp(-1.25 / pow(4, 4)) - from;
    for (double f = 0.7; f < 4; f += 0.1) {
        const double below = (exp(-1.25 / pow(f, 4)) - from) / all;
        NEAR(moment(waves, def.components, 0, 0, f / 8), below, 1e-4);  /* one wave */
    }
    free(waves);
}

/* Spectral density, m^2 s, about omega: the energy within 0.4 % on either side. */
static double density_at(const flo_wave *waves, int count, double omega)
{
    const double half = 0.004 * omega;
    return moment(waves, count, 0, (omega - half) / (2 * pi), (omega + half) / (2 * pi)) / (2 * half);
}

static void density_has_published_values(void **state)
{
    (void)state;
    const double peak = 2 * pi / 8;
    flo_spectrum_def def = sea_of(FLO_PIERSON_MOSKOWITZ, 2.5, 8);
    def.components = 100000;
    def.cutoff = 60;
    flo_wave *waves = waves_of(&def);
    NEAR(density_at(waves, def.components, peak), 0.712478979, 0.712 * 0.005);
    NEAR(density_at(waves, def.components, 1.5 * peak), 0.255829521, 0.256 * 0.005);
    free(waves);
    def.type = FLO_JONSWAP;
    waves = waves_of(&def);
    NEAR(density_at(waves, def.components, peak), 1.54181024, 1.542 * 0.005);
    free(waves);
}

/* Heights that a cutoff leaves, and the mean-square slope and surface drift of what is left, by quadrature. */
static void cutoff_has_published_slopes(void **state)
{
    (void)state;
    static const double known[][4] = {
        {3, 2.48741614, 0.00514581999, 0.0804170132},
        {5, 2.49836210, 0.00771572623, 0.0971647876},
        {10, 2.49989794, 0.0112234735, 0.109805428},
    };
    for (int i = 0; i < 3; ++i) {
        flo_spectrum_def def = sea_of(FLO_JONSWAP, known[i][1], 8);
        def.cutoff = known[i][0];
        def.components = 10000;
        flo_wave *waves = waves_of(&def);
        double slope = 0, drift = 0;
        for (int w = 0; w < def.components; ++w) {
            const double omega = 2 * pi / waves[w].period, k = omega * omega / 9.81;
            slope += energy_of(&waves[w]) * k * k;
            drift += 2 * energy_of(&waves[w]) * omega * k;
        }
        NEAR(slope, known[i][2], 3e-4 * known[i][2]);
        NEAR(drift, known[i][3], 3e-4 * known[i][3]);
        free(waves);
    }
}

static void mean_periods_have_published_values(void **state)
{
    (void)state;
    flo_spectrum_def def = sea_of(FLO_JONSWAP, 2.5, 8);
    def.cutoff = 60;
    def.components = 20000;
    flo_wave *waves = waves_of(&def);
    const double m0 = moment(waves, def.components, 0, 0, INFINITY);
    NEAR(moment(waves, def.components, -1, 0, INFINITY) / m0 / 8, 0.903295924, 2e-4);
    NEAR(m0 / moment(waves, def.components, 1, 0, INFINITY) / 8, 0.834331433, 2e-4);
    NEAR(sqrt(m0 / moment(waves, def.components, 2, 0, INFINITY)) / 8, 0.777506181, 2e-4);
    free(waves);
}

/* What a depth of 10 m takes from waves of 5, 8 and 12 s, up to the common factor that restores the height. */
static void shallow_water_takes_what_is_published(void **state)
{
    (void)state;
    static const double periods[] = {5, 8, 12}, factors[] = {0.719379314, 0.310708941, 0.139456055};
    flo_spectrum_def def = sea_of(FLO_JONSWAP, 2.5, 8);
    def.components = 100000;
    def.gamma = 1;
    flo_wave *deep = waves_of(&def);
    def.type = FLO_TMA;
    flo_wave *infinite = waves_of(&def);
    assert_memory_equal(deep, infinite, (size_t)def.components * sizeof *deep);
    def.depth = 10;
    flo_wave *shallow = waves_of(&def);
    double ratio[3];
    for (int i = 0; i < 3; ++i)
        ratio[i] = density_at(shallow, def.components, 2 * pi / periods[i])
                 / density_at(deep, def.components, 2 * pi / periods[i]);
    NEAR(ratio[0] / ratio[1], factors[0] / factors[1], 0.01 * factors[0] / factors[1]);
    NEAR(ratio[2] / ratio[1], factors[2] / factors[1], 0.01 * factors[2] / factors[1]);
    free(deep);
    free(infinite);
    free(shallow);
}

static void few_waves_are_right_on_average(void **state)
{
    (void)state;
    double slope = 0;
    const int seeds = 400;
    for (int seed = 0; seed < seeds; ++seed) {
        flo_spectrum_def def = sea_of(FLO_JONSWAP, 2.48741614, 8);
        def.components = 8;
        def.seed = (uint64_t)seed;
        flo_wave *waves = waves_of(&def);
        slope += moment(waves, 8, 4, 0, INFINITY) * pow(2 * pi, 4) / (9.81 * 9.81) / seeds;
        free(waves);
    }
    NEAR(slope, 0.00514581999, 0.02 * 0.00514581999);
}

/* ---- directions ------------------------------------------------------------------------------------------------ */

typedef struct circle {         /* moments of direction about a heading, weighted by energy */
    double r1, r2, mean;
} circle;

static circle circle_of(const flo_wave *waves, int first, int end, double heading)
{
    double all = 0, c1 = 0, s1 = 0, c2 = 0, s2 = 0;
    for (int i = first; i < end; ++i) {
        const double e = energy_of(&waves[i]), angle = waves[i].heading - heading;
        all += e;
        c1 += e * cos(angle);
        s1 += e * sin(angle);
        c2 += e * cos(2 * angle);
        s2 += e * sin(2 * angle);
    }
    return (circle){hypot(c1, s1) / all, hypot(c2, s2) / all, atan2(s1, c1)};
}

static void spreading_has_its_moments(void **state)
{
    (void)state;
    static const double spreadings[] = {0.01, 0.5, 1, 2, 10, 25, 1000, 1e9};
    for (int i = 0; i < 8; ++i) {
        const double s = spreadings[i];
        flo_spectrum_def def = sea_of(FLO_JONSWAP, 2, 9);
        def.components = 20000;
        def.spreading = s;
        def.heading = -2;
        flo_wave *waves = waves_of(&def);
        const circle all = circle_of(waves, 0, def.components, -2);
        NEAR(all.r1, s / (s + 1), 1e-3);
        NEAR(all.r2, fabs(s * (s - 1)) / ((s + 1) * (s + 2)), 1e-3);
        if (s >= 0.5)
            NEAR(all.mean, 0, 1e-3);
        free(waves);
    }
}

/* Few waves, and the long and the short ones by themselves, are spread as all are. */
static void directions_do_not_follow_frequency(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        flo_spectrum_def def = sea_of(FLO_JONSWAP, 2, 9);
        def.seed = seed;
        flo_wave *waves = waves_of(&def);
        NEAR(circle_of(waves, 0, 64, 0).r1, 10.0 / 11, 0.02);
        NEAR(circle_of(waves, 0, 64, 0).mean, 0, 0.05);
        free(waves);
        def.components = 4096;
        waves = waves_of(&def);
        double both = 0, angles = 0, positions = 0;
        for (int i = 0; i < 4096; ++i) {
            const double position = (i - 2047.5) / 2048;
            both += position * waves[i].heading;
            angles += waves[i].heading * waves[i].heading;
            positions += position * position;
        }
        NEAR(both / sqrt(angles * positions), 0, 0.01);
        for (int part = 0; part < 4; ++part)
            NEAR(circle_of(waves, part * 1024, part * 1024 + 1024, 0).r1, 10.0 / 11, 0.004);
        free(waves);
    }
}

static void spreading_zero_is_long_crested(void **state)
{
    (void)state;
    flo_spectrum_def def = sea_of(FLO_TMA, 2, 9);
    def.spreading = 0;
    def.heading = 1.25;
    def.depth = 30;
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < def.components; ++i)
        assert_true(waves[i].heading == 1.25);
    free(waves);
}

/* ---- seeds ----------------------------------------------------------------------------------------------------- */

static void seeds_tell_seas_apart(void **state)
{
    (void)state;
    flo_spectrum_def def = sea_of(FLO_JONSWAP, 2, 9);
    flo_wave *waves = waves_of(&def), *same = waves_of(&def);
    assert_memory_equal(waves, same, (size_t)def.components * sizeof *waves);
    def.seed = 2;
    flo_wave *other = waves_of(&def);
    def.seed = 1;
    def.spreading = 25;
    flo_wave *narrower = waves_of(&def);
    for (int i = 0; i < def.components; ++i) {
        assert_true(waves[i].period != other[i].period && waves[i].phase != other[i].phase);
        assert_true(waves[i].heading != other[i].heading);
        assert_true(waves[i].period == narrower[i].period && waves[i].phase == narrower[i].phase);
    }
    free(waves);
    free(same);
    free(other);
    free(narrower);
}

/* People keep seeds: this sea stays as it is.  Not to the last bit, which the machine's long double decides. */
static void a_known_seed_gives_a_known_sea(void **state)
{
    (void)state;
    static const struct known {
        int wave;
        double amplitude, period, heading, phase;
    } known[] = {
        {0, 0.0126022239154325, 12.9697763318507, 0.650121011889143, 4.09334105460702},
        {20, 0.142623620393707, 8.03223995241411, 0.31408037686877, 5.71051865366254},
        {63, 0.0402769529828807, 2.71930040579954, -0.599526300421521, 0.944045807730943},
    };
    const flo_spectrum_def def = sea_of(FLO_JONSWAP, 2.5, 8);
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < 3; ++i) {
        const flo_wave *w = &waves[known[i].wave];
        NEAR(w->amplitude, known[i].amplitude, 1e-12);
        NEAR(w->period, known[i].period, 1e-12);
        NEAR(w->heading, known[i].heading, 1e-12);
        NEAR(w->phase, known[i].phase, 1e-12);
    }
    free(waves);
}

/* ---- bad and odd definitions ----------------------------------------------------------------------------------- */

static void assert_refused(const flo_spectrum_def *def, flo_status expected, const char *member, const char *value)
{
    flo_wave wave[64];
    memset(wave, 0x5A, sizeof wave);
    flo_wave before[64];
    memcpy(before, wave, sizeof wave);
    const flo_status status = flo_spectrum_waves(def, wave);
    if (status != expected)
        fail_msg("%s %s: status is %d", member, value, (int)status);
    if (strstr(flo_message(), member) == NULL || strstr(flo_message(), value) == NULL)
        fail_msg("no \"%s\" and \"%s\" in: %s", member, value, flo_message());
    assert_memory_equal(wave, before, sizeof wave);
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    const struct bad {
        size_t offset;
        const char *member;
        double values[5];
    } bad[] = {
        {offsetof(flo_spectrum_def, significant_wave_height), "significant_wave_height", {-0.5, -INFINITY, INFINITY}},
        {offsetof(flo_spectrum_def, peak_period), "peak_period", {-8, -INFINITY, INFINITY, -1e-300}},
        {offsetof(flo_spectrum_def, gamma), "gamma", {0.99, -3, INFINITY}},
        {offsetof(flo_spectrum_def, heading), "heading", {INFINITY, -INFINITY}},
        {offsetof(flo_spectrum_def, spreading), "spreading", {-1, INFINITY}},
        {offsetof(flo_spectrum_def, cutoff), "cutoff", {1, 0.5, -3, INFINITY}},
        {offsetof(flo_spectrum_def, steepness), "steepness", {-0.1, 1.01, INFINITY}},
        {offsetof(flo_spectrum_def, gravity), "gravity", {-9.81, INFINITY}},
        {offsetof(flo_spectrum_def, depth), "depth", {-10, -INFINITY}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        for (int v = 0; v < 6; ++v) {
            const double value = v == 5 ? (double)NAN : bad[i].values[v];
            if (value == 0)     /* the list ends */
                continue;
            flo_spectrum_def def = sea_of(FLO_TMA, 2, 9);
            memcpy((char *)&def + bad[i].offset, &value, sizeof value);
            char text[32];
            snprintf(text, sizeof text, "%.10g", value);
            assert_refused(&def, FLO_BAD_VALUE, bad[i].member, text);
        }
    }
    flo_spectrum_def def = sea_of(FLO_TMA, 2, 0);
    assert_refused(&def, FLO_BAD_VALUE, "peak_period", "0");
    def.peak_period = 9;
    def.gravity = 0;
    assert_refused(&def, FLO_BAD_VALUE, "gravity", "0");
    def.gravity = 9.81;
    def.depth = 0;
    assert_refused(&def, FLO_BAD_VALUE, "depth", "0");
}

static void other_bad_members_are_refused(void **state)
{
    (void)state;
    flo_spectrum_def def = sea_of((flo_spectrum_type)3, 2, 9);
    assert_refused(&def, FLO_BAD_VALUE, "type", "3");
    def = sea_of(FLO_JONSWAP, 2, 9);
    static const int counts[] = {0, -1, 100001, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 5; ++i) {
        char text[32];
        snprintf(text, sizeof text, "%.10g", (double)counts[i]);
        def.components = counts[i];
        assert_refused(&def, FLO_BAD_VALUE, "components", text);
    }
    def = sea_of(FLO_JONSWAP, 2, 9);
    def.size = 0;
    assert_refused(&def, FLO_BAD_DEFINITION, "size", "0");
    def.size = sizeof def + 8;
    assert_refused(&def, FLO_BAD_DEFINITION, "size", "");
    def = flo_default_spectrum_def();   /* the peak period has no default */
    assert_refused(&def, FLO_BAD_VALUE, "peak_period", "0");
}

static void flat_water_has_waves_of_no_height(void **state)
{
    (void)state;
    const flo_spectrum_def def = sea_of(FLO_JONSWAP, 0, 9);
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < def.components; ++i)
        assert_true(waves[i].amplitude == 0 && waves[i].period > 0);
    free(waves);
}

/* Values that are allowed and at the edge of what numbers can hold. */
static void extremes_give_numbers(void **state)
{
    (void)state;
    static const double extremes[][6] = {    /* hs, tp, gamma, cutoff, depth, spreading */
        {1e-300, 1e-300, 1, 2, 1e-300, 1e-300}, {1e150, 1e300, 1e308, 1e300, 1e300, 1e300},
        {1, 1e6, 1e308, 1.0000000000000002, 1e-6, 10}, {1, 1e-6, 3.3, 1e6, INFINITY, 1e-12},
    };
    for (int i = 0; i < 4 * 3; ++i) {
        const double *e = extremes[i % 4];
        flo_spectrum_def def = sea_of((flo_spectrum_type)(i / 4), e[0], e[1]);
        def.gamma = e[2];
        def.cutoff = e[3];
        def.depth = e[4];
        def.spreading = e[5];
        flo_wave *waves = waves_of(&def);
        for (int w = 0; w < def.components; ++w) {
            assert_true(isfinite(waves[w].amplitude) && waves[w].amplitude >= 0);
            assert_true(isfinite(waves[w].period) && isfinite(waves[w].heading));
            assert_true(fabs(waves[w].heading) <= 3.15);
        }
        free(waves);
    }
}

int test_spectrum(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(height_is_what_was_asked_for),
        cmocka_unit_test(waves_are_in_order_and_in_range),
        cmocka_unit_test(energy_of_pierson_moskowitz_is_closed_form),
        cmocka_unit_test(density_has_published_values),
        cmocka_unit_test(cutoff_has_published_slopes),
        cmocka_unit_test(mean_periods_have_published_values),
        cmocka_unit_test(shallow_water_takes_what_is_published),
        cmocka_unit_test(few_waves_are_right_on_average),
        cmocka_unit_test(spreading_has_its_moments),
        cmocka_unit_test(directions_do_not_follow_frequency),
        cmocka_unit_test(spreading_zero_is_long_crested),
        cmocka_unit_test(seeds_tell_seas_apart),
        cmocka_unit_test(a_known_seed_gives_a_known_sea),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(other_bad_members_are_refused),
        cmocka_unit_test(flat_water_has_waves_of_no_height),
        cmocka_unit_test(extremes_give_numbers),
    };
    return cmocka_run_group_tests_name("spectrum", tests, NULL, NULL);
}
