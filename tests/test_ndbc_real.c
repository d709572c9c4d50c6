/* SPDX-License-Identifier: MIT
 *
 * NDBC's spectral files: real ones, against the figures that are published with them.
 *
 * They are public, at www.ndbc.noaa.gov, and in the tests of the project wavespectra; they are looked for in
 * sea_states/ under the folder that FLOTILLA_TEST_DATA names, and skipped if that is not set. */
#include "test_records.h"

int test_ndbc_real(void);

static int peak_of(const ndbc_record *record)
{
    int peak = 0;
    for (int i = 1; i < record->bands; ++i)
        if (record->density[i] > record->density[peak])
            peak = i;
    return peak;
}

/* Published figures of buoy 41010 on 2019-02-06 00:40. */
static void assert_known_record(const ndbc_record *record)
{
    assert_string_equal(record->time, "2019-02-06 00:40");
    assert_int_equal(record->bands, 47);
    assert_true(record->frequency[0] == 0.02 && record->frequency[1] == 0.0325 && record->frequency[13] == 0.0925);
    assert_true(record->frequency[14] == 0.1 && record->frequency[46] == 0.485);
    assert_true(record->directional);
    const int peak = peak_of(record);
    assert_true(record->frequency[peak] == 0.11 && record->density[peak] == 5.8);
    NEAR(record->alpha1[peak], 29 * degrees, 1e-15);
    NEAR(record->alpha2[peak], 26 * degrees, 1e-15);
    assert_true(record->r1[peak] == 0.88 && record->r2[peak] == 0.66);

    const flo_record_info info = test_ndbc_info(record);
    NEAR(info.significant_wave_height, 1.90515091, 5e-9);
    NEAR(info.peak_period, 9.09090909, 5e-9);
    NEAR(info.mean_period, 7.14252006, 5e-9);
    NEAR(info.mean_direction, 29 * degrees, 1e-15);
}

/* The peak band of the waves of a record has the direction moments that the buoy measured, whatever the seed. */
static void assert_known_waves(const ndbc_record *record)
{
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        enum { COUNT = 512 };
        flo_record_def def = ndbc_record_def(record);
        def.components = COUNT;
        def.seed = seed;
        flo_wave waves[COUNT];
        if (flo_record_waves(&def, waves) != FLO_OK)
            fail_msg("%s", flo_message());
        double m0 = 0, in_peak = 0, c1 = 0, s1 = 0, c2 = 0, s2 = 0;
        for (int i = 0; i < COUNT; ++i) {
            const double energy = waves[i].amplitude * waves[i].amplitude / 2, f = 1 / waves[i].period;
            const double from = -waves[i].heading;
            m0 += energy;
            assert_true(i == 0 || waves[i].period < waves[i - 1].period);
            if (f < 0.105 || f >= 0.115)
                continue;
            in_peak += energy;
            c1 += energy * cos(from);
            s1 += energy * sin(from);
            c2 += energy * cos(2 * from);
            s2 += energy * sin(2 * from);
        }
        NEAR(4 * sqrt(m0), test_ndbc_info(record).significant_wave_height, 1e-13);
        NEAR(hypot(c1, s1) / in_peak, 0.88, 0.005);
        NEAR(hypot(c2, s2) / in_peak, 0.66, 0.01);
        NEAR(atan2(s1, c1), 29 * degrees, 0.01);
        NEAR(atan2(s2, c2) / 2, 26 * degrees, 0.02);
    }
}

static void example_has_published_figures(void **state)
{
    (void)state;
    ndbc_record *record = test_ndbc_read(FLO_EXAMPLES "/41010w2019.txt", NULL);
    assert_known_record(record);
    assert_known_waves(record);
    ndbc_free(record);
}

static void historical_files_are_read(void **state)
{
    (void)state;
    const char *name = test_data("sea_states/ndbc/41010w2019part.txt.gz");
    ndbc_record *record = test_ndbc_read(name, NULL);
    assert_known_record(record);
    assert_known_waves(record);
    ndbc_free(record);
    record = test_ndbc_read(name, "2019-02-06 00:40");
    assert_known_record(record);
    ndbc_free(record);
    record = test_ndbc_read(name, "2019-02-10 05:40");
    NEAR(test_ndbc_info(record).significant_wave_height, 4.710, 5e-4);
    ndbc_free(record);
    record = test_ndbc_read(name, "2019-02-08 16:40");
    NEAR(test_ndbc_info(record).significant_wave_height, 0.596, 5e-4);
    ndbc_free(record);
}

static void files_without_minutes_are_read(void **state)
{
    (void)state;
    const char *name = test_data("sea_states/ndbc/44004w2000.txt");
    ndbc_record *record = test_ndbc_read(name, "2000-01-01 01:00");
    assert_int_equal(record->bands, 38);
    assert_false(record->directional);
    assert_null(record->alpha1);
    double trapezoid = 0;
    for (int i = 0; i + 1 < record->bands; ++i)
        trapezoid += (record->density[i] + record->density[i + 1]) / 2 * 0.01;
    NEAR(4 * sqrt(trapezoid), 1.754, 5e-4);
    NEAR(test_ndbc_info(record).significant_wave_height, 1.754, 0.005);
    ndbc_free(record);

    name = test_data("sea_states/mhkit_data.txt");
    record = test_ndbc_read(name, "2018-01-18 12:40");   /* a storm */
    assert_false(record->directional);
    NEAR(test_ndbc_info(record).significant_wave_height, 10.44, 0.05);
    ndbc_free(record);
}

/* All 149 realtime records against the wave heights that NDBC gives for the same hours, rounded to 0.1 m. */
static void realtime_files_are_read(void **state)
{
    (void)state;
    char line[256];
    const char *name = test_data("sea_states/ndbc/41010.spec");
    FILE *summary = fopen(name, "r");
    assert_non_null(summary);
    name = test_data("sea_states/ndbc/41010.data_spec");
    double squares = 0, largest = 0, smallest = 100, first = 0;
    int count = 0;
    while (fgets(line, sizeof line, summary) != NULL) {
        int year, month, day, hour, minute;
        double height;
        if (sscanf(line, "%d %d %d %d %d %lf", &year, &month, &day, &hour, &minute, &height) != 6)
            continue;
        char time[80];
        snprintf(time, sizeof time, "%04d-%02d-%02d %02d:50", year, month, day, hour);
        ndbc_record *record = test_ndbc_read(name, time);
        assert_int_equal(record->bands, 46);
        assert_true(record->directional);
        const double has = test_ndbc_info(record).significant_wave_height;
        squares += (has - height) * (has - height);
        largest = fmax(largest, has);
        smallest = fmin(smallest, has);
        first = count++ == 0 ? has : first;
        ndbc_free(record);
    }
    fclose(summary);
    assert_int_equal(count, 149);
    NEAR(sqrt(squares / count), 0.0348341737, 5e-11);
    NEAR(first, 1.119, 5e-4);
    NEAR(largest, 2.994, 5e-4);
    NEAR(smallest, 0.753, 5e-4);
}

static void realtime_first_record_is_the_newest(void **state)
{
    (void)state;
    const char *name = test_data("sea_states/ndbc/41010.data_spec");
    ndbc_record *record = test_ndbc_read(name, NULL);
    assert_string_equal(record->time, "2020-06-08 03:50");
    assert_true(record->frequency[0] == 0.033 && record->frequency[1] == 0.038 && record->frequency[45] == 0.485);
    assert_true(isnan(record->alpha1[0]) && isnan(record->alpha2[0]) && isnan(record->r1[0]) && isnan(record->r2[0]));
    assert_true(record->density[6] == 0.06 && record->r1[6] == 0.37);
    NEAR(record->alpha1[6], 36 * degrees, 1e-15);
    ndbc_free(record);
}

int test_ndbc_real(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_has_published_figures),
        cmocka_unit_test(historical_files_are_read),
        cmocka_unit_test(files_without_minutes_are_read),
        cmocka_unit_test(realtime_files_are_read),
        cmocka_unit_test(realtime_first_record_is_the_newest),
    };
    return cmocka_run_group_tests_name("ndbc_real", tests, NULL, NULL);
}
