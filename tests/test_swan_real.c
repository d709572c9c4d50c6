/* SPDX-License-Identifier: MIT
 *
 * SWAN's spectrum files: a real one against its published statistics.
 *
 * It is public, in the tests of the project wavespectra (tests/sample_files/swanfile.spec and .txt, MIT); it is looked
 * for in sea_states/ under the folder that FLOTILLA_TEST_DATA names, and skipped if that is not set. */
#include "test_records.h"

int test_swan_real(void);

typedef struct published {
    const char *time;
    double height;              /* m, by the trapezoid rule; that of the publisher has a tail, tail_height */
    double tail_height, dm, dpm, dpspr, tm01, tm02, tp;
} published;

/* wavespectra_swanfile_stats.txt, but for the first height: that is m0 by the trapezoid rule. */
static const published rows[5] = {
    { "2016-10-11 00:00", 1.716, 1.719, 248.81, 249.093, 8.46389, 8.95, 7.624, 12.908 },
    { "2016-10-12 00:00", 2.762, 2.765, 257.886, 252.341, 8.38643, 9.102, 7.59, 14.509 },
    { "2016-10-13 00:00", 2.926, 2.926, 254.329, 251.593, 8.28191, 10.936, 9.596, 15.112 },
    { "2016-10-14 00:00", 2.673, 2.678, 261.432, 249.864, 8.77166, 7.633, 6.587, 13.181 },
    { "2016-10-15 00:00", 4.259, 4.263, 254.225, 251.604, 10.4733, 8.457, 7.348, 12.982 },
};

static const char file[] = "sea_states/wavespectra_swanfile.spec";

static void heights_are_those_of_the_trapezoid_rule(void **state)
{
    (void)state;
    const char *name = test_data(file);
    for (int i = 0; i < 5; i++) {
        test_about("%s", rows[i].time);
        swan_record *record = test_swan_read(name, rows[i].time, NULL);
        assert_string_equal(record->time, rows[i].time);
        assert_true(record->bands == 24 && record->directions == 36 && record->places == 1 && record->spherical);
        NEAR(record->at[0], 174.672501, 1e-12);
        NEAR(test_swan_info(record).significant_wave_height, rows[i].height, 0.0005);
        NEAR(test_swan_info(record).significant_wave_height, rows[i].tail_height, 0.006);
        swan_free(record);
    }
}

/* First moments of a band over its directions, m^2/Hz. */
static void moments_of_band(const swan_record *record, int band, double *m, double *east, double *north)
{
    *m = *east = *north = 0;
    const double width = 10 * degrees;
    for (int j = 0; j < record->directions; j++) {
        const double s = record->density2[band * record->directions + j] * width;
        *m += s, *east += s * sin(record->direction[j]), *north += s * cos(record->direction[j]);
    }
}

static double compass(double east, double north) { return fmod(atan2(east, north) / degrees + 360, 360); }

/* The publisher's mean direction sums bands without their widths; his periods have the tail. */
static void directions_and_periods_are_the_published_ones(void **state)
{
    (void)state;
    const char *name = test_data(file);
    for (int i = 0; i < 5; i++) {
        test_about("%s", rows[i].time);
        swan_record *record = test_swan_read(name, rows[i].time, NULL);
        double m, east, north, sum_east = 0, sum_north = 0, m0 = 0, m1 = 0, m2 = 0, largest = 0, spread = 0, mean = 0;
        const double *f = record->frequency;
        for (int b = 0; b < record->bands; b++) {
            moments_of_band(record, b, &m, &east, &north);
            const double width = (f[b + 1 < 24 ? b + 1 : b] - f[b > 0 ? b - 1 : b]) / 2;
            sum_east += east, sum_north += north;
            m0 += m * width, m1 += m * width * f[b], m2 += m * width * f[b] * f[b];
            if (m <= largest) continue;
            largest = m;
            mean = compass(east, north), spread = sqrt(2 * (1 - hypot(east, north) / m)) / degrees;
        }
        NEAR(compass(sum_east, sum_north), rows[i].dm, 0.0006);
        NEAR(mean, rows[i].dpm, 0.0006);
        NEAR(spread, rows[i].dpspr, 0.00006);
        NEAR(m0 / m1, rows[i].tm01, 0.004 * rows[i].tm01);
        NEAR(sqrt(m0 / m2), rows[i].tm02, 0.009 * rows[i].tm02);
        const flo_record_info info = test_swan_info(record);
        NEAR(info.mean_direction / degrees, rows[i].dpm, 0.0006);
        NEAR(info.mean_period, sqrt(m0 / m2), 1e-9);
        NEAR(info.peak_period, rows[i].tp, 0.06 * rows[i].tp);     /* the publisher's is between frequencies */
        swan_free(record);
    }
}

/* Of many waves: their height is the record's, their directions those of its energy. */
static void the_sea_has_the_spectrums_directions(void **state)
{
    (void)state;
    enum { WAVES = 20000 };
    const char *name = test_data(file);
    flo_wave *waves = calloc(WAVES, sizeof *waves);
    for (int i = 0; i < 5; i++) {
        test_about("%s", rows[i].time);
        swan_record *record = test_swan_read(name, rows[i].time, NULL);
        flo_record_def def = swan_record_def(record);
        def.components = WAVES, def.cutoff = 1e6;
        OK(flo_record_waves(&def, waves));
        double m0 = 0, east = 0, north = 0, want_m0 = 0, want_east = 0, want_north = 0;
        for (int w = 0; w < WAVES; w++) {
            const double energy = waves[w].amplitude * waves[w].amplitude / 2;
            m0 += energy, east += energy * sin(-waves[w].heading), north += energy * cos(waves[w].heading);
        }
        for (int b = 0; b < record->bands; b++) {
            double m, e, n;
            moments_of_band(record, b, &m, &e, &n);
            const double *f = record->frequency, width = (f[b < 23 ? b + 1 : b] - f[b > 0 ? b - 1 : b]) / 2;
            want_m0 += m * width, want_east += e * width, want_north += n * width;
        }
        NEAR(4 * sqrt(m0), test_swan_info(record).significant_wave_height, 1e-12);
        NEAR(compass(east, north), compass(want_east, want_north), 0.05);
        const double sector = sin(5 * degrees) / (5 * degrees);       /* even over its 10 degrees */
        NEAR(hypot(east, north) / m0, sector * hypot(want_east, want_north) / want_m0, 0.0005);
        swan_free(record);
    }
    free(waves);
}

int test_swan_real(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_those_of_the_trapezoid_rule),
        cmocka_unit_test(directions_and_periods_are_the_published_ones),
        cmocka_unit_test(the_sea_has_the_spectrums_directions),
    };
    return cmocka_run_group_tests_name("swan_real", tests, NULL, NULL);
}
