/* SPDX-License-Identifier: MIT
 *
 * Waves cut from measured spectra: bands, moments, directions and bad definitions, on records written here. */
#include "spectrum.h"
#include "test.h"

int test_record(void);

/* Three bands of 0.01 Hz with the peak in the second; directions can be set band by band. */
enum { BANDS = 3 };

typedef struct sample {
    double frequency[BANDS], density[BANDS], alpha1[BANDS], alpha2[BANDS], r1[BANDS], r2[BANDS];
} sample;

static const sample plain = {
    .frequency = {0.10, 0.11, 0.12},
    .density = {1, 4, 3},
    .alpha1 = {90 * 0.017453292519943295, 90 * 0.017453292519943295, 90 * 0.017453292519943295},
    .alpha2 = {90 * 0.017453292519943295, 90 * 0.017453292519943295, 90 * 0.017453292519943295},
    .r1 = {0.9, 0.9, 0.9},
    .r2 = {0.7, 0.7, 0.7},
};

static flo_record_def record_of(const sample *s)
{
    flo_record_def def = flo_default_record_def();
    def.bands = BANDS;
    def.frequency = s->frequency;
    def.density = s->density;
    def.alpha1 = s->alpha1;
    def.alpha2 = s->alpha2;
    def.r1 = s->r1;
    def.r2 = s->r2;
    return def;
}

static flo_record_info info_of(const flo_record_def *def)
{
    flo_record_info info;
    if (flo_record_get_info(def, &info) != FLO_OK)
        fail_msg("%s", flo_message());
    return info;
}

/* The caller frees them. */
static flo_wave *waves_of(const flo_record_def *def)
{
    flo_wave *waves = calloc((size_t)def->components, sizeof *waves);
    assert_non_null(waves);
    if (flo_record_waves(def, waves) != FLO_OK)
        fail_msg("%s", flo_message());
    return waves;
}

/* ---- bands and moments ----------------------------------------------------------------------------------------- */

static void moments_are_sums_over_bands(void **state)
{
    (void)state;
    const flo_record_def def = record_of(&plain);
    const flo_record_info info = info_of(&def);
    NEAR(info.significant_wave_height, 4 * sqrt(0.08), 1e-15);
    NEAR(info.peak_period, 1 / 0.11, 1e-14);
    NEAR(info.mean_period, sqrt(8 / (1 * 0.01 + 4 * 0.0121 + 3 * 0.0144)), 1e-13);
    NEAR(info.mean_direction, pi / 2, 1e-15);
    assert_true(info.energy_kept == 1);
}

/* The cutoff may lie inside a band, whose energy is even over its width. */
static void energy_kept_is_the_share_below_the_cutoff(void **state)
{
    (void)state;
    flo_record_def def = record_of(&plain);
    def.cutoff = 0.1175 / 0.11;
    NEAR(info_of(&def).energy_kept, (1 + 4 + 3 * 0.25) / 8, 1e-13);
    def.cutoff = 0.113 / 0.11;
    NEAR(info_of(&def).energy_kept, (1 + 4 * 0.8) / 8, 1e-13);
    flo_wave *waves = waves_of(&def);
    double m0 = 0;
    for (int i = 0; i < def.components; ++i) {
        m0 += waves[i].amplitude * waves[i].amplitude / 2;
        assert_true(1 / waves[i].period < 0.113000001);
    }
    NEAR(4 * sqrt(m0), 4 * sqrt(0.08), 1e-14);   /* the height is that of the whole record */
    free(waves);
}

static double height_with(const double *frequency, const double *density, int bands)
{
    flo_record_def def = flo_default_record_def();
    def.bands = bands;
    def.frequency = frequency;
    def.density = density;
    return info_of(&def).significant_wave_height;
}

static void bandwidths_are_ndbcs_on_its_grid(void **state)
{
    (void)state;
    const double ones[] = {1, 1, 1, 1};
    NEAR(height_with((double[]){0.02, 0.0325, 0.0375}, ones, 3), 4 * sqrt(0.03), 1e-15);
    NEAR(height_with((double[]){0.088, 0.093, 0.1, 0.11}, ones, 4), 4 * sqrt(0.03), 1e-15);
    NEAR(height_with((double[]){0.34, 0.35, 0.365, 0.385}, ones, 4), 4 * sqrt(0.06), 1e-15);
    NEAR(height_with((double[]){0.485}, ones, 1), 4 * sqrt(0.02), 1e-15);
}

static void bandwidths_reach_half_way_elsewhere(void **state)
{
    (void)state;
    const double ones[] = {1, 1, 1, 1};
    NEAR(height_with((double[]){0.03, 0.04, 0.05}, ones, 3), 4 * sqrt(0.03), 1e-15);
    NEAR(height_with((double[]){0.1, 0.12, 0.16, 0.2}, ones, 4), 4 * sqrt(0.13), 1e-15);
    NEAR(height_with((double[]){0.01, 0.05}, ones, 2), 4 * sqrt(0.005 + 0.02 + 0.04), 1e-15);
}

static void rounded_frequencies_are_put_back(void **state)
{
    (void)state;
    const double frequency[] = {0.083, 0.088, 0.093}, density[] = {1, 2, 1}, width[] = {0.005, 0.005, 0.005};
    flo_record_def def = flo_default_record_def();
    def.bands = 3;
    def.frequency = frequency;
    def.density = density;
    NEAR(info_of(&def).peak_period, 1 / 0.0875, 1e-14);
    assert_true(isnan(info_of(&def).mean_direction));
    def.bandwidth = width;      /* who gives the widths gives the frequencies */
    NEAR(info_of(&def).peak_period, 1 / 0.088, 1e-14);
    NEAR(info_of(&def).significant_wave_height, 4 * sqrt(0.02), 1e-15);
}

static void waves_carry_the_spectrum(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        flo_record_def def = record_of(&plain);
        def.components = 800;
        def.seed = seed;
        def.steepness = 0.5;
        flo_wave *waves = waves_of(&def);
        int count[BANDS] = {0};
        for (int i = 0; i < def.components; ++i) {
            const double f = 1 / waves[i].period;
            assert_true(f > 0.0949999 && f < 0.1250001);
            assert_true(i == 0 || waves[i].period < waves[i - 1].period);
            assert_true(waves[i].steepness == 0.5 && waves[i].phase >= 0 && waves[i].phase < 2 * pi);
            ++count[f < 0.105 ? 0 : f < 0.115 ? 1 : 2];
        }
        assert_int_equal(count[0], 100);
        assert_int_equal(count[1], 400);
        assert_int_equal(count[2], 300);
        free(waves);
    }
}

static void overlapping_bands_are_put_in_order(void **state)
{
    (void)state;
    flo_record_def def = record_of(&plain);
    const double width[BANDS] = {0.05, 0.05, 1e-15};
    def.bandwidth = width;
    def.components = 2000;
    flo_wave *waves = waves_of(&def);
    for (int i = 1; i < def.components; ++i)
        assert_true(waves[i].period < waves[i - 1].period);
    free(waves);
}

static void no_energy_gives_waves_of_no_height(void **state)
{
    (void)state;
    sample flat = plain;
    memset(flat.density, 0, sizeof flat.density);
    const flo_record_def def = record_of(&flat);
    const flo_record_info info = info_of(&def);
    assert_true(info.significant_wave_height == 0 && info.peak_period == 0 && info.mean_period == 0);
    assert_true(info.energy_kept == 1 && isnan(info.mean_direction));
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < def.components; ++i)
        assert_true(waves[i].amplitude == 0 && waves[i].period > 7.9 && waves[i].period < 10.6);
    free(waves);
}

static void missing_densities_are_empty_bands(void **state)
{
    (void)state;
    sample gap = plain;
    gap.density[1] = (double)NAN;
    const flo_record_def def = record_of(&gap);
    NEAR(info_of(&def).significant_wave_height, 4 * sqrt(0.04), 1e-15);
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < def.components; ++i)
        assert_true(fabs(1 / waves[i].period - 0.11) > 0.0049999);
    free(waves);
}

/* ---- directions ------------------------------------------------------------------------------------------------ */

typedef struct circle {         /* moments of heading about a heading, all waves alike */
    double r1, r2, mean;
} circle;

static circle circle_of(const flo_wave *waves, double low, double high, double heading)
{
    double n = 0, c1 = 0, s1 = 0, c2 = 0, s2 = 0;
    for (int i = 0; waves[i].period > 0; ++i) {
        if (1 / waves[i].period < low || 1 / waves[i].period >= high)
            continue;
        const double angle = waves[i].heading - heading;
        n += 1;
        c1 += cos(angle);
        s1 += sin(angle);
        c2 += cos(2 * angle);
        s2 += sin(2 * angle);
    }
    return (circle){hypot(c1, s1) / n, hypot(c2, s2) / n, atan2(s1, c1)};
}

/* The same with a wave of period 0 behind the last, which ends circle_of. */
static flo_wave *ended_waves_of(const flo_record_def *def)
{
    flo_wave *waves = calloc((size_t)def->components + 1, sizeof *waves);
    assert_non_null(waves);
    if (flo_record_waves(def, waves) != FLO_OK)
        fail_msg("%s", flo_message());
    return waves;
}

/* From the east to the west, -x; from the north to the south, +z; and between. */
static void buoys_say_where_waves_come_from(void **state)
{
    (void)state;
    static const double directions[][3] = {     /* from, degrees; x and z of travel */
        {0, 0, 1}, {90, -1, 0}, {180, 0, -1}, {270, 1, 0}, {360, 0, 1}, {45, -0.70710678, 0.70710678},
    };
    for (int i = 0; i < 6; ++i) {
        sample s = plain;
        for (int b = 0; b < BANDS; ++b) {
            s.alpha1[b] = s.alpha2[b] = directions[i][0] * degrees;
            s.r1[b] = s.r2[b] = 1;
        }
        const flo_record_def def = record_of(&s);
        flo_wave *waves = waves_of(&def);
        for (int w = 0; w < def.components; ++w) {
            NEAR(sin(waves[w].heading), directions[i][1], 0.3);
            NEAR(cos(waves[w].heading), directions[i][2], 0.3);
            assert_true(fabs(waves[w].heading) <= pi);
        }
        free(waves);
    }
}

static void moments_of_directions_are_the_records(void **state)
{
    (void)state;
    sample s = plain;
    s.alpha1[1] = 29 * degrees;
    s.alpha2[1] = 26 * degrees;
    s.r1[1] = 0.88;
    s.r2[1] = 0.66;
    for (uint64_t seed = 1; seed <= 50; ++seed) {
        flo_record_def def = record_of(&s);
        def.seed = seed;
        def.components = 256;   /* 128 in the second band */
        flo_wave *waves = ended_waves_of(&def);
        const circle second = circle_of(waves, 0.105, 0.115, -29 * degrees);
        NEAR(second.r1, 0.88, 0.008);
        NEAR(second.r2, 0.66, 0.015);
        NEAR(second.mean, 0, 0.01);
        const circle third = circle_of(waves, 0.115, 0.125, -90 * degrees);
        NEAR(third.r1, 0.9, 0.01);
        NEAR(third.r2, 0.7, 0.02);
        free(waves);
    }
}

/* alpha1 and r1 alone: cos^2s with s = r1 / (1 - r1), of which r2 = s (s - 1) / ((s + 1) (s + 2)). */
static void first_moments_alone_make_a_spread(void **state)
{
    (void)state;
    sample s = plain;
    s.r1[0] = 0;
    s.r1[2] = 1;
    flo_record_def def = record_of(&s);
    def.alpha2 = def.r2 = NULL;
    def.components = 8000;
    flo_wave *waves = ended_waves_of(&def);
    NEAR(circle_of(waves, 0, 0.105, 0).r1, 0, 0.01);
    NEAR(circle_of(waves, 0.105, 0.115, 0).r1, 0.9, 0.002);
    NEAR(circle_of(waves, 0.105, 0.115, 0).r2, 9 * 8 / (10.0 * 11), 0.003);
    NEAR(circle_of(waves, 0.105, 0.115, -pi / 2).mean, 0, 0.002);
    NEAR(circle_of(waves, 0.115, 1, -pi / 2).r1, 0.999, 0.001);
    free(waves);
}

static void bands_without_directions_follow_the_heading(void **state)
{
    (void)state;
    sample s = plain;
    s.alpha1[1] = (double)NAN;
    s.r2[2] = (double)NAN;
    flo_record_def def = record_of(&s);
    def.heading = 2;
    def.spreading = 25;
    def.components = 8000;
    flo_wave *waves = ended_waves_of(&def);
    NEAR(circle_of(waves, 0.105, 0.115, 2).mean, 0, 0.002);
    NEAR(circle_of(waves, 0.105, 0.115, 2).r1, 25.0 / 26, 0.002);
    NEAR(circle_of(waves, 0.115, 1, -pi / 2).r1, 0.9, 0.002);
    NEAR(circle_of(waves, 0.115, 1, -pi / 2).r2, 72.0 / 110, 0.003);
    free(waves);

    def.alpha1 = def.alpha2 = def.r1 = def.r2 = NULL;
    def.spreading = 0;
    waves = waves_of(&def);
    for (int i = 0; i < def.components; ++i)
        assert_true(waves[i].heading == 2);
    free(waves);
}

static void seeds_tell_seas_apart(void **state)
{
    (void)state;
    flo_record_def def = record_of(&plain);
    flo_wave *waves = waves_of(&def), *same = waves_of(&def);
    def.seed = 2;
    flo_wave *other = waves_of(&def);
    assert_memory_equal(waves, same, (size_t)def.components * sizeof *waves);
    for (int i = 0; i < def.components; ++i) {
        assert_true(waves[i].period != other[i].period && waves[i].phase != other[i].phase);
        assert_true(waves[i].heading != other[i].heading);
    }
    free(waves);
    free(same);
    free(other);
}

/* ---- bad definitions ------------------------------------------------------------------------------------------- */

static void assert_refused(const flo_record_def *def, flo_status expected, const char *member, const char *value)
{
    flo_wave wave[64];
    flo_record_info info;
    const flo_status status = flo_record_waves(def, wave);
    if (status != expected || flo_record_get_info(def, &info) != expected)
        fail_msg("%s %s: status is %d", member, value, (int)status);
    if (strstr(flo_message(), member) == NULL || strstr(flo_message(), value) == NULL)
        fail_msg("no \"%s\" and \"%s\" in: %s", member, value, flo_message());
}

static void bad_arrays_are_refused(void **state)
{
    (void)state;
    const struct bad {
        size_t array;
        const char *member;
        double value;
        const char *text;
    } bad[] = {
        {offsetof(sample, frequency), "frequency[1]", 0, "0"},
        {offsetof(sample, frequency), "frequency[1]", -0.11, "-0.11"},
        {offsetof(sample, frequency), "frequency[1]", 0.1, "above the one before"},
        {offsetof(sample, frequency), "frequency[2]", 0.12, "above the one before"},
        {offsetof(sample, frequency), "frequency[1]", (double)NAN, "nan"},
        {offsetof(sample, frequency), "frequency[1]", INFINITY, "inf"},
        {offsetof(sample, density), "density[1]", -1, "-1"},
        {offsetof(sample, density), "density[1]", INFINITY, "inf"},
        {offsetof(sample, alpha1), "alpha1[1]", INFINITY, "inf"},
        {offsetof(sample, alpha2), "alpha2[1]", -INFINITY, "-inf"},
        {offsetof(sample, r1), "r1[1]", 1.5, "1.5"},
        {offsetof(sample, r1), "r1[1]", -0.5, "-0.5"},
        {offsetof(sample, r2), "r2[1]", 88, "88"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        sample s = plain;
        memcpy((char *)&s + bad[i].array + sizeof(double), &bad[i].value, sizeof(double));
        if (strcmp(bad[i].member, "frequency[2]") == 0)
            s.frequency[1] = 0.12;
        const flo_record_def def = record_of(&s);
        assert_refused(&def, FLO_BAD_VALUE, bad[i].member, bad[i].text);
    }
    flo_record_def def = record_of(&plain);
    static const double widths[] = {0, -0.01, 0.23, INFINITY, (double)NAN};
    for (int i = 0; i < 5; ++i) {
        const double width[BANDS] = {0.01, widths[i], 0.01};
        def.bandwidth = width;
        assert_refused(&def, FLO_BAD_VALUE, "bandwidth[1]", i == 4 ? "nan" : "");
    }
    const double nothing[BANDS] = {(double)NAN, (double)NAN, (double)NAN};
    def = record_of(&plain);
    def.density = nothing;
    assert_refused(&def, FLO_BAD_VALUE, "density", "missing");
}

static void bad_members_are_refused(void **state)
{
    (void)state;
    flo_record_def def = record_of(&plain);
    def.size = 1;
    assert_refused(&def, FLO_BAD_DEFINITION, "size", "1");
    def = record_of(&plain);
    def.bands = 0;
    assert_refused(&def, FLO_BAD_VALUE, "bands", "0");
    def.bands = 1001;
    assert_refused(&def, FLO_BAD_VALUE, "bands", "1001");
    def = record_of(&plain);
    def.components = 0;
    assert_refused(&def, FLO_BAD_VALUE, "components", "0");
    def = record_of(&plain);
    def.cutoff = 1;
    assert_refused(&def, FLO_BAD_VALUE, "cutoff", "1");
    def = record_of(&plain);
    def.steepness = 2;
    assert_refused(&def, FLO_BAD_VALUE, "steepness", "2");
    def = record_of(&plain);
    def.heading = (double)NAN;
    assert_refused(&def, FLO_BAD_VALUE, "heading", "nan");
    def = record_of(&plain);
    def.spreading = -1;
    assert_refused(&def, FLO_BAD_VALUE, "spreading", "-1");
    def = record_of(&plain);
    def.gravity = 0;
    assert_refused(&def, FLO_BAD_VALUE, "gravity", "0");
    def = record_of(&plain);
    def.depth = -3;
    assert_refused(&def, FLO_BAD_VALUE, "depth", "-3");
}

static void missing_arrays_are_refused(void **state)
{
    (void)state;
    flo_record_def def = record_of(&plain);
    def.frequency = NULL;
    assert_refused(&def, FLO_BAD_VALUE, "frequency", "NULL");
    def = record_of(&plain);
    def.density = NULL;
    assert_refused(&def, FLO_BAD_VALUE, "density", "NULL");
    def = record_of(&plain);
    def.r1 = NULL;
    assert_refused(&def, FLO_BAD_VALUE, "alpha1 and r1", "NULL");
    def = record_of(&plain);
    def.alpha2 = NULL;
    assert_refused(&def, FLO_BAD_VALUE, "alpha2 and r2", "NULL");
    def = record_of(&plain);
    def.alpha1 = def.r1 = NULL;
    assert_refused(&def, FLO_BAD_VALUE, "alpha1", "NULL");
    def = record_of(&plain);
    def.bands = 1;
    const double lone = 0.123;
    def.frequency = &lone;
    assert_refused(&def, FLO_BAD_VALUE, "bandwidth", "0.123");
}

int test_record(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_sums_over_bands),
        cmocka_unit_test(energy_kept_is_the_share_below_the_cutoff),
        cmocka_unit_test(bandwidths_are_ndbcs_on_its_grid),
        cmocka_unit_test(bandwidths_reach_half_way_elsewhere),
        cmocka_unit_test(rounded_frequencies_are_put_back),
        cmocka_unit_test(waves_carry_the_spectrum),
        cmocka_unit_test(overlapping_bands_are_put_in_order),
        cmocka_unit_test(no_energy_gives_waves_of_no_height),
        cmocka_unit_test(missing_densities_are_empty_bands),
        cmocka_unit_test(buoys_say_where_waves_come_from),
        cmocka_unit_test(moments_of_directions_are_the_records),
        cmocka_unit_test(first_moments_alone_make_a_spread),
        cmocka_unit_test(bands_without_directions_follow_the_heading),
        cmocka_unit_test(seeds_tell_seas_apart),
        cmocka_unit_test(bad_arrays_are_refused),
        cmocka_unit_test(bad_members_are_refused),
        cmocka_unit_test(missing_arrays_are_refused),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
