/* SPDX-License-Identifier: MIT
 *
 * Waves cut from spectra in frequency and direction, given through the library: heights, directions and bad
 * definitions, on spectra written here whose answers are closed forms. */
#include "test.h"

int test_plane(void);

enum { BANDS = 4, TURN = 36 };

typedef struct sample {
    double frequency[BANDS], direction[TURN], density2[BANDS * TURN];
} sample;

/* Each band its own density, the same in all directions. */
static sample even_sample(void)
{
    sample s = { .frequency = { 0.08, 0.10, 0.13, 0.15 } };
    const double density[BANDS] = { 0.5, 4, 2, 1 };
    for (int j = 0; j < TURN; j++) s.direction[j] = (5 + 10 * j) * degrees;
    for (int i = 0; i < BANDS; i++)
        for (int j = 0; j < TURN; j++) s.density2[i * TURN + j] = density[i] / (2 * pi);
    return s;
}

static flo_record_def def_of(const sample *s)
{
    flo_record_def def = flo_default_record_def();
    def.bands = BANDS, def.frequency = s->frequency;
    def.directions = TURN, def.direction = s->direction, def.density2 = s->density2;
    return def;
}

static flo_record_info info_of(const flo_record_def *def)
{
    flo_record_info info;
    OK(flo_record_get_info(def, &info));
    return info;
}

static flo_wave *waves_of(const flo_record_def *def)
{
    flo_wave *waves = calloc((size_t)def->components, sizeof *waves);
    assert_non_null(waves);
    OK(flo_record_waves(def, waves));
    return waves;
}

/* Mean and circular spread of where waves come from, clockwise from north: a heading turns the other way, from south.
 * */
static void directions_of(const flo_wave *waves, int count, double *mean, double *spread)
{
    double east = 0, north = 0;
    for (int i = 0; i < count; i++) east += sin(-waves[i].heading) / count, north += cos(waves[i].heading) / count;
    *mean = fmod(atan2(east, north) + 2 * pi, 2 * pi);
    *spread = sqrt(2 * (1 - hypot(east, north)));
}

/* ---- height ---------------------------------------------------------------------------------------------------- */

static void sums_are_the_trapezoid_rules(void **state)
{
    (void)state;
    const sample s = even_sample();
    const flo_record_def def = def_of(&s);
    const double m0 = 0.02 * 4.5 / 2 + 0.03 * 6 / 2 + 0.02 * 3 / 2;
    const double width[BANDS] = { 0.01, 0.025, 0.025, 0.01 }, density[BANDS] = { 0.5, 4, 2, 1 };
    double m2 = 0;
    for (int i = 0; i < BANDS; i++) m2 += density[i] * width[i] * s.frequency[i] * s.frequency[i];
    const flo_record_info info = info_of(&def);
    NEAR(info.significant_wave_height, 4 * sqrt(m0), 1e-14);
    NEAR(info.mean_period, sqrt(m0 / m2), 1e-12);
    NEAR(info.peak_period, 10, 1e-14);
    NEAR(info.energy_kept, 1, 0);
}

/* On NDBC's own grid, too, and with bandwidths that are given it is theirs. */
static void bandwidths_may_be_given(void **state)
{
    (void)state;
    const sample s = even_sample();
    flo_record_def def = def_of(&s);
    const double width[BANDS] = { 0.02, 0.02, 0.01, 0.01 };
    def.bandwidth = width;
    NEAR(info_of(&def).significant_wave_height, 4 * sqrt(0.5 * 0.02 + 4 * 0.02 + 2 * 0.01 + 1 * 0.01), 1e-14);
    def.bandwidth = NULL;
    const double grid[BANDS] = { 0.10, 0.11, 0.12, 0.13 };
    def.frequency = grid;
    NEAR(info_of(&def).significant_wave_height, 4 * sqrt(0.01 * (0.25 + 4 + 2 + 0.5)), 1e-14);
}

static void waves_have_the_records_height(void **state)
{
    (void)state;
    const sample s = even_sample();
    flo_record_def def = def_of(&s);
    for (int n = 1; n <= 257; n += 64) {
        def.components = n;
        def.cutoff = n == 65 ? 1.2 : 3;
        flo_wave *waves = waves_of(&def);
        double m0 = 0;
        for (int i = 0; i < n; i++) m0 += waves[i].amplitude * waves[i].amplitude / 2;
        NEAR(4 * sqrt(m0), info_of(&def).significant_wave_height, 1e-14);
        free(waves);
    }
}

/* ---- direction ------------------------------------------------------------------------------------------------- */

/* All energy in one sector: from the west, 270 degrees, waves travel east, which is +x, heading 90. */
static void waves_travel_away_from_where_they_come_from(void **state)
{
    (void)state;
    const struct { int sector; double heading; } rows[] = { { 27, 85 }, { 0, -5 }, { 9, -95 }, { 18, 175 } };
    for (int row = 0; row < 4; row++) {
        sample s = even_sample();
        for (int i = 0; i < BANDS; i++)
            for (int j = 0; j < TURN; j++)
                if (j != rows[row].sector) s.density2[i * TURN + j] = 0;
        flo_record_def def = def_of(&s);
        def.components = 1000;
        flo_wave *waves = waves_of(&def);
        double low = 1e9, high = -1e9, sum = 0;
        for (int i = 0; i < 1000; i++) {
            const double off = remainder(waves[i].heading / degrees - rows[row].heading, 360);
            low = fmin(low, off), high = fmax(high, off), sum += off;
        }
        test_about("sector %d", rows[row].sector);
        NEAR(sum / 1000, 0, 0.05);              /* even over ten degrees about its middle */
        NEAR(low, -5, 0.1);
        NEAR(high, 5, 0.1);
        NEAR(info_of(&def).mean_direction, (5 + 10 * rows[row].sector) * degrees, 1e-12);
        free(waves);
    }
}

/* A distribution with known moments: D = (1 + 2 r cos(a - a0)) / 2 pi, which a sector of 10 degrees shortens by
 * sin(5) / 5. */
static void mean_and_spread_are_the_spectrums(void **state)
{
    (void)state;
    for (int turned = 0; turned < 3; turned++) {
        sample s = even_sample();
        const double r = 0.45, from = (40 + 110 * turned) * degrees;
        for (int i = 0; i < BANDS; i++)
            for (int j = 0; j < TURN; j++) s.density2[i * TURN + j] *= 1 + 2 * r * cos(s.direction[j] - from);
        flo_record_def def = def_of(&s);
        def.components = 4000;
        flo_wave *waves = waves_of(&def);
        double mean, spread;
        directions_of(waves, 4000, &mean, &spread);
        const double shortened = r * sin(5 * degrees) / (5 * degrees);
        NEAR(mean / degrees, from / degrees, 0.1);
        NEAR(spread, sqrt(2 * (1 - shortened)), 1e-3);
        NEAR(info_of(&def).mean_direction, from, 1e-12);
        free(waves);
    }
}

/* Wave models write directions falling, from any one on, and with more than a turn; all are the same sea. */
static void order_of_directions_does_not_matter(void **state)
{
    (void)state;
    sample s = even_sample(), other = s;
    for (int i = 0; i < BANDS; i++)
        for (int j = 0; j < TURN; j++) s.density2[i * TURN + j] *= 1 + sin(0.3 * j) * sin(0.3 * j) + 0.1 * i;
    for (int j = 0; j < TURN; j++) {
        const int k = (47 - j + TURN) % TURN;
        other.direction[j] = s.direction[k] + (j % 2 ? 2 * pi : 0);
        for (int i = 0; i < BANDS; i++) other.density2[i * TURN + j] = s.density2[i * TURN + k];
    }
    const flo_record_def def = def_of(&s), turned = def_of(&other);
    flo_wave *a = waves_of(&def), *b = waves_of(&turned);
    for (int i = 0; i < def.components; i++) {
        NEAR(b[i].period, a[i].period, 1e-12);
        NEAR(remainder(b[i].heading - a[i].heading, 2 * pi), 0, 1e-9);
    }
    free(a);
    free(b);
}

/* Seven directions of a sector of 70 degrees: the rest of the circle is empty, and 10 degrees stay 10 degrees wide. */
static void a_part_of_the_circle_is_no_whole(void **state)
{
    (void)state;
    sample s = even_sample();
    flo_record_def def = def_of(&s);
    def.directions = 7;
    double density2[BANDS * 7];
    for (int i = 0; i < BANDS * 7; i++) density2[i] = 1;
    def.density2 = density2;
    def.components = 500;
    NEAR(info_of(&def).significant_wave_height, 4 * sqrt(0.07 * 70 * degrees), 1e-14);
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < 500; i++) {
        const double from = remainder(-waves[i].heading, 2 * pi) / degrees;
        if (!(from >= -1e-9 && from <= 70 + 1e-9)) fail_msg("a wave comes from %.10g degrees", from);
    }
    free(waves);
}

/* Uneven directions end half way to their neighbours: 0, 90 and 180 degrees have 135, 90 and 135. */
static void sectors_end_half_way(void **state)
{
    (void)state;
    sample s = even_sample();
    const double direction[3] = { pi, 0, pi / 2 }, width[3] = { 0.75 * pi, 0.75 * pi, 0.5 * pi };
    const double low[3] = { 135, -90, 45 };
    for (int k = 0; k < 3; k++) {
        flo_record_def def = def_of(&s);
        double density2[BANDS * 3] = { 0 };
        for (int i = 0; i < BANDS; i++) density2[3 * i + k] = 2;
        def.directions = 3, def.direction = direction, def.density2 = density2, def.components = 300;
        NEAR(info_of(&def).significant_wave_height, 4 * sqrt(0.07 * 2 * width[k]), 1e-13);
        flo_wave *waves = waves_of(&def);
        for (int i = 0; i < 300; i++) {
            const double past = fmod(-waves[i].heading - low[k] * degrees + 1e-9 + 4 * pi, 2 * pi);
            if (!(past <= width[k] + 2e-9)) fail_msg("sector %d: %.10g rad past its edge", k, past);
        }
        free(waves);
    }
}

static void missing_cells_are_empty(void **state)
{
    (void)state;
    sample s = even_sample();
    for (int i = 0; i < BANDS; i++)
        for (int j = 0; j < TURN; j++)
            if (j >= 9) s.density2[i * TURN + j] = (double)NAN;
    const flo_record_def def = def_of(&s);
    NEAR(info_of(&def).significant_wave_height, 2 * sqrt(0.02 * 4.5 / 2 + 0.03 * 6 / 2 + 0.02 * 3 / 2), 1e-13);
    NEAR(info_of(&def).mean_direction, 45 * degrees, 1e-12);
}

/* A sea without energy is flat, and its waves take the definition's heading. */
static void a_sea_without_energy_is_flat(void **state)
{
    (void)state;
    sample s = even_sample();
    memset(s.density2, 0, sizeof s.density2);
    flo_record_def def = def_of(&s);
    def.heading = 1, def.spreading = 0;
    const flo_record_info info = info_of(&def);
    assert_true(info.significant_wave_height == 0 && info.peak_period == 0 && isnan(info.mean_direction));
    flo_wave *waves = waves_of(&def);
    for (int i = 0; i < def.components; i++) assert_true(waves[i].amplitude == 0 && waves[i].heading == 1);
    free(waves);
}

/* ---- bad definitions ------------------------------------------------------------------------------------------- */

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    sample s = even_sample();
    flo_record_def def = def_of(&s);
    flo_record_info info;
    flo_wave waves[64];
#define REFUSED_WITH(change, words)                                        \
    do {                                                                   \
        s = even_sample(), def = def_of(&s);                               \
        change;                                                            \
        REFUSED(flo_record_get_info(&def, &info), FLO_BAD_VALUE, words);   \
        REFUSED(flo_record_waves(&def, waves), FLO_BAD_VALUE, words);      \
    } while (0)
    REFUSED_WITH(def.directions = 2, "directions is 2|3 to 1000");
    REFUSED_WITH(def.directions = 1001, "directions is 1001");
    REFUSED_WITH(def.directions = -1, "directions is -1");
    REFUSED_WITH(def.directions = 0, "directions is 0|direction is given");
    REFUSED_WITH((def.directions = 0, def.direction = NULL), "density2 is given");
    REFUSED_WITH(def.direction = NULL, "direction is NULL");
    REFUSED_WITH(def.density2 = NULL, "density2 is NULL");
    REFUSED_WITH(def.frequency = NULL, "frequency is NULL");
    REFUSED_WITH(def.density = s.frequency, "density is given beside density2");
    REFUSED_WITH(def.alpha1 = s.frequency, "alpha1 is given beside");
    REFUSED_WITH(def.r2 = s.frequency, "r2 is given beside");
    REFUSED_WITH(s.density2[2 * TURN + 7] = -1, "density2 of band 2 and direction 7 is -1|0 or more");
    REFUSED_WITH(s.density2[5] = (double)INFINITY, "density2 of band 0 and direction 5 is inf");
    REFUSED_WITH(s.direction[3] = (double)NAN, "direction[3] is nan|-13 to 13");
    REFUSED_WITH(s.direction[3] = 14, "direction[3] is 14");
    REFUSED_WITH(s.direction[9] = s.direction[2], "direction[9]|that of direction[2]");
    REFUSED_WITH(s.direction[9] = s.direction[2] + 2 * pi, "direction[9]|that of direction[2]");
    REFUSED_WITH(for (int i = 0; i < BANDS * TURN; i++) s.density2[i] = (double)NAN, "density2 is missing|4 bands");
    REFUSED_WITH(def.bands = 1, "bandwidth is NULL|single band");
    REFUSED_WITH(s.frequency[2] = 0.09, "frequency[2]");
#undef REFUSED_WITH
}

int test_plane(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_the_trapezoid_rules),
        cmocka_unit_test(bandwidths_may_be_given),
        cmocka_unit_test(waves_have_the_records_height),
        cmocka_unit_test(waves_travel_away_from_where_they_come_from),
        cmocka_unit_test(mean_and_spread_are_the_spectrums),
        cmocka_unit_test(order_of_directions_does_not_matter),
        cmocka_unit_test(a_part_of_the_circle_is_no_whole),
        cmocka_unit_test(sectors_end_half_way),
        cmocka_unit_test(missing_cells_are_empty),
        cmocka_unit_test(a_sea_without_energy_is_flat),
        cmocka_unit_test(bad_definitions_are_refused),
    };
    return cmocka_run_group_tests_name("plane", tests, NULL, NULL);
}
