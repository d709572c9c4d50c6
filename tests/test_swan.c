/* SPDX-License-Identifier: MIT
 *
 * SWAN's spectrum files: every form that the format has, and every way in which a file can be broken. */
#include "io/scene.h"
#include "test_records.h"

#include <unistd.h>
#include <zlib.h>

int test_swan(void);

enum { TEXT_SIZE = 8192 };

static const char *put(const char *text) { return test_put("any.spec", text, strlen(text)); }

static swan_record *record_of(const char *text) { return test_swan_read(put(text), NULL, NULL); }

/* ---- forms ----------------------------------------------------------------------------------------------------- */

#define HEAD "SWAN   1     standard spectral file\n$ a comment\n"
#define TIMES "TIME     time-dependent data\n 1    time coding option\n"
#define ONE_PLACE "LONLAT   spherical\n  1  number\n  4.5  52.25\n"
#define TWO_BANDS "AFREQ  absolute\n 2  number\n 0.10\n 0.20\n"
#define FOUR_NAUTICAL "NDIR  nautical\n 4  number\n 0.0\n 90\n 180\n 270.\n"
#define FOUR_CARTESIAN "CDIR  Cartesian\n 4  number\n 270.0\n 180\n 90\n 0.\n"
#define QUANT "QUANT\n 1   number of quantities\n"
#define VARIANCE QUANT "VaDens   variance densities\nm2/Hz/degr   unit\n -99  exception value\n"
#define ENERGY QUANT "EnDens   energy densities\nJ/m2/Hz/degr\n  -0.9900E+02    exception value\n"
#define DAY "20200101.000000   date and time\n"
#define TABLE "FACTOR\n 0.5E-01\n 1 2 3 4\n 5 6 7 8\n"

static void a_table_is_read(void **state)
{
    (void)state;
    swan_record *record = record_of(HEAD TIMES ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE DAY TABLE);
    assert_string_equal(record->time, "2020-01-01 00:00");
    assert_true(record->bands == 2 && record->directions == 4 && record->place == 1);
    assert_true(record->frequency[0] == 0.1 && record->frequency[1] == 0.2 && record->at[1] == 52.25);
    for (int i = 0; i < 8; i++) NEAR(record->density2[i], (i + 1) * 0.05 * 180 / pi, 1e-12);
    for (int j = 0; j < 4; j++) NEAR(record->direction[j], j * pi / 2, 1e-15);
    /* each sector 90 degrees: (10 + 26) 0.05 90 m^2/Hz, half over 0.1 Hz */
    NEAR(test_swan_info(record).significant_wave_height, 4 * sqrt(0.05 * 36 * 0.05 * 90), 1e-12);
    swan_free(record);
}

/* Nautical directions say where waves come from, clockwise from north; Cartesian ones where they go, anticlockwise from
 * x.  From the north, 0, is towards 270; from the west, 270, is towards 0. */
static void both_kinds_of_direction_are_one_sea(void **state)
{
    (void)state;
    swan_record *nautical = record_of(HEAD TIMES ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE DAY TABLE);
    swan_record *cartesian = record_of(HEAD TIMES ONE_PLACE TWO_BANDS FOUR_CARTESIAN VARIANCE DAY TABLE);
    SAME(nautical->direction, cartesian->direction, 4 * sizeof(double));
    SAME(nautical->density2, cartesian->density2, 8 * sizeof(double));
    swan_free(nautical);
    swan_free(cartesian);
    /* all towards +x, east: a heading of 90 degrees, give or take the sector's half */
    cartesian = record_of(HEAD TIMES ONE_PLACE TWO_BANDS FOUR_CARTESIAN VARIANCE DAY
                          "FACTOR\n1\n0 0 0 7\n0 0 0 7\n");
    NEAR(test_swan_info(cartesian).mean_direction, 1.5 * pi, 1e-12);
    flo_wave waves[64];
    const flo_record_def def = swan_record_def(cartesian);
    OK(flo_record_waves(&def, waves));
    for (int i = 0; i < 64; i++) NEAR(waves[i].heading, pi / 2, pi / 4);
    swan_free(cartesian);
}

static void energy_is_weight_times_variance(void **state)
{
    (void)state;
    swan_record *variance = record_of(HEAD TIMES ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE DAY TABLE);
    swan_record *energy = record_of(HEAD TIMES ONE_PLACE TWO_BANDS FOUR_NAUTICAL ENERGY DAY TABLE);
    for (int i = 0; i < 8; i++) NEAR(energy->density2[i] * 1025 * 9.81 / variance->density2[i], 1, 1e-12);
    swan_free(variance);
    swan_free(energy);
}

#define PLACES_3 "LOCATIONS\n 3\n 0 0\n 1000 0\n 1000 500\n"
#define MANY HEAD TIMES PLACES_3 TWO_BANDS FOUR_NAUTICAL VARIANCE                                            \
    "20200101.000000\nFACTOR\n1\n1 1 1 1\n1 1 1 1\nZERO\nNODATA\n"                                           \
    "20200101.013000\nNODATA\nFACTOR\n2\n1 1 1 1\n1 1 1 -99\nFACTOR  3\n1 1 1 1\n1\n1 1\n1\n"                \
    "20200102.000030\nFACTOR\n4\n1 1 1 1\n1 1 1 1\nFACTOR\n5\n1 1 1 1\n1 1 1 1\nFACTOR\n6\n1 1 1 1\n1 1 1 1\n"

static double first_cell(const char *time, swan_place place)
{
    swan_record *record = test_swan_read(put(MANY), time, &place);
    const double cell = record->density2[0] * degrees;
    assert_true(record->places == 3);
    swan_free(record);
    return cell;
}

static void times_and_places_are_found(void **state)
{
    (void)state;
    const swan_place first = { 1, false, { 0, 0 } }, second = { .index = 2 }, third = { .index = 3 };
    NEAR(first_cell("2020-01-01 00:00", first), 1, 1e-12);
    NEAR(first_cell("2020-01-01 00:00", second), 0, 0);
    NEAR(first_cell("2020-01-01 01:30", second), 2, 1e-12);
    NEAR(first_cell("2020-01-01 01:30", third), 3, 1e-12);
    NEAR(first_cell("2020-01-02 00:00", first), 4, 1e-12);      /* half a minute past it */
    NEAR(first_cell("2020-01-02 00:00", (swan_place){ 0, true, { 900, 260 } }), 6, 1e-12);
    NEAR(first_cell("2020-01-02 00:00", (swan_place){ 0, true, { 900, 240 } }), 5, 1e-12);
    NEAR(first_cell("2020-01-02 00:00", (swan_place){ 0, true, { -5, 3 } }), 4, 1e-12);
    NEAR(first_cell("2020-01-02 00:00", (swan_place){ 0 }), 4, 1e-12);
    swan_record *record = test_swan_read(put(MANY), "2020-01-01 01:30", &second);
    assert_true(isnan(record->density2[7]) && !record->spherical && record->place == 2);
    swan_free(record);
    REFUSED(swan_read(&record, put(MANY), "2020-01-01 00:00", &third), FLO_BAD_VALUE, "NODATA|place 3");
    REFUSED(swan_read(&record, put(MANY), "2020-01-01 01:30", &first), FLO_BAD_VALUE, "NODATA|place 1");
    REFUSED(swan_read(&record, put(MANY), NULL, &(swan_place){ .index = 4 }), FLO_BAD_VALUE, "no place 4|1 to 3");
    REFUSED(swan_read(&record, put(MANY), "2020-01-01 00:01", NULL), FLO_BAD_VALUE,
            "3 times|2020-01-01 00:00 to 2020-01-02 00:00|nearest are of 2020-01-01 00:00");
    REFUSED(swan_read(&record, put(MANY), "2020-1-1", NULL), FLO_BAD_VALUE, "2020-1-1|YYYY-MM-DD hh:mm");
}

/* On the globe: a degree of longitude is short in the north, and 359 is next to 0. */
static void the_nearest_place_is_that_on_the_globe(void **state)
{
    (void)state;
    const char *text = HEAD "LONLAT\n 3\n 0 70\n 2.5 71.5\n 350 0\n" TWO_BANDS FOUR_NAUTICAL VARIANCE
        "FACTOR\n1\n1 1 1 1\n1 1 1 1\nFACTOR\n2\n1 1 1 1\n1 1 1 1\nFACTOR\n3\n1 1 1 1\n1 1 1 1\n";
    const struct { double at[2]; int place; } wanted[] = { { { 2.5, 70 }, 1 }, { { 0.1, 71.3 }, 2 }, { { 1, 5 }, 3 },
                                                           { { -8, 0 }, 3 }, { { 359, 69 }, 1 } };
    for (int i = 0; i < 5; i++) {
        const swan_place place = { 0, true, { wanted[i].at[0], wanted[i].at[1] } };
        swan_record *record = test_swan_read(put(text), NULL, &place);
        assert_int_equal(record->place, wanted[i].place);
        assert_string_equal(record->time, "");
        swan_free(record);
    }
    swan_record *record;
    REFUSED(swan_read(&record, put(text), "2020-01-01 00:00", NULL), FLO_BAD_VALUE, "no times");
}

/* A degree of latitude is 111.2 km; the places below reach over 100 km from the second, and 50 km always count. */
static void places_far_from_all_are_refused(void **state)
{
    (void)state;
    const char *three = HEAD "LONLAT\n 3\n 4 52\n 4 52.9\n 4 52.5\n" TWO_BANDS FOUR_NAUTICAL VARIANCE
        "FACTOR\n1\n1 1 1 1\n1 1 1 1\nFACTOR\n2\n1 1 1 1\n1 1 1 1\nFACTOR\n3\n1 1 1 1\n1 1 1 1\n";
    const char *one = HEAD "LOCATIONS\n 1\n 1000 2000\n" TWO_BANDS FOUR_NAUTICAL VARIANCE
        "FACTOR\n1\n1 1 1 1\n1 1 1 1\n";
    const struct { const char *text; double at[2]; int place; const char *refusal; } asked[] = {
        { three, { 4, 53.75 }, 2, NULL },
        { three, { 4, 53.85 }, 0, "nearest place, 2 at 4, 52.9, is 105.6 km from 4, 53.85; place: 2 takes it" },
        { three, { 52, 4 }, 0, "nearest place, 1 at 4, 52, is |from 52, 4; place: 1 takes" },
        { three, { 4, 152 }, 0, "place is 4, 152|a latitude, -90 to 90" },
        { three, { -361, 52 }, 0, "place is -361, 52|a longitude, -360 to 360" },
        { three, { -356, 52 }, 1, NULL },
        { one, { 41000, 32000 }, 1, NULL },
        { one, { 41001, 32000 }, 0, "1 at 1000, 2000, is 50 km from 41001, 32000" },
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        test_about("%g, %g", asked[i].at[0], asked[i].at[1]);
        const swan_place place = { 0, true, { asked[i].at[0], asked[i].at[1] } };
        swan_record *record = NULL;
        if (asked[i].refusal) {
            REFUSED(swan_read(&record, put(asked[i].text), NULL, &place), FLO_BAD_VALUE, asked[i].refusal);
            continue;
        }
        record = test_swan_read(put(asked[i].text), NULL, &place);
        assert_int_equal(record->place, asked[i].place);
        swan_free(record);
    }
}

/* Half of a circle: 0, 30, ... 180 degrees stand for 30 each, the outermost, too: 7 30 0.01 m^2/Hz over 0.1 Hz.  What a
 * scene keeps of it for its picture is what its waves have. */
static void half_a_circle_is_kept_as_it_is_made(void **state)
{
    (void)state;
    put(HEAD ONE_PLACE TWO_BANDS "NDIR\n 7\n 0\n 30\n 60\n 90\n 120\n 150\n 180\n" VARIANCE
        "FACTOR\n0.01\n1 1 1 1 1 1 1\n1 1 1 1 1 1 1\n");
    const char *text = "sea: {record: {file: any.spec, components: 500, cutoff: 100}}\n";
    const char *scene_file = test_put("half.yaml", text, strlen(text));
    scene *s = NULL;
    if (scene_read(&s, scene_file, &(scene_options){ .sea_only = true }) != FLO_OK) fail_msg("%s", flo_message());
    double energy = 0;
    for (int i = 0; i < s->sea.wave_count; i++) energy += s->sea.waves[i].amplitude * s->sea.waves[i].amplitude / 2;
    assert_int_equal(s->asked.count, 2);
    NEAR(s->asked.density[0], 2.1, 1e-12);
    NEAR(s->asked.density[1], 2.1, 1e-12);
    NEAR(energy, 0.1 * (s->asked.density[0] + s->asked.density[1]) / 2, 1e-12);
    scene_free(s);
}

static void times_have_five_forms(void **state)
{
    (void)state;
    static const char *const forms[][2] = { { "1", "19870530.153000" }, { "2", "'30-May-87 15:30:00'" },
                                            { "2", "30-MAY-87 15:30:00" }, { "3", "05/30/87.15:30:00" },
                                            { "5", "87/05/30 15:30:00'" }, { "6", "8705301530" } };
    for (int i = 0; i < 6; i++) {
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, HEAD "TIME\n %s\n" ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE "%s   date\n" TABLE,
                 forms[i][0], forms[i][1]);
        swan_record *record = record_of(text);
        assert_string_equal(record->time, "1987-05-30 15:30");
        swan_free(record);
    }
}

#define LINE_HEAD HEAD TIMES "LONLAT\n 2\n 1 1\n 1.2 1\n" "RFREQ\n 3\n 0.05\n 0.10\n 0.20\n"
#define LINE_QUANT(name) "QUANT\n 3\nVaDens\nm2/Hz\n -0.9900E+02\n" name "\ndegr\n -0.9990E+03\nDSPRDEGR\ndegr\n -9\n"
#define LINE_TABLE DAY "LOCATION  1\n 0.3E+01 269.0 20.0\n 0.4D+01 180 30\n 2 -999 -9\nNODATA\n"

/* A spectrum in frequency alone: the spread is 2 (1 - r1) of its square. */
static void spectra_in_frequency_alone_are_read(void **state)
{
    (void)state;
    swan_record *record = record_of(LINE_HEAD LINE_QUANT("NDIR") LINE_TABLE);
    assert_true(record->directions == 0 && record->density2 == NULL && record->bands == 3);
    assert_true(record->density[0] == 3 && record->density[1] == 4 && record->density[2] == 2);
    NEAR(record->alpha1[0], 269 * degrees, 1e-14);
    NEAR(sqrt(2 * (1 - record->r1[0])), 20 * degrees, 1e-14);
    NEAR(sqrt(2 * (1 - record->r1[1])), 30 * degrees, 1e-14);
    assert_true(isnan(record->alpha1[2]) && isnan(record->r1[2]));
    NEAR(test_swan_info(record).significant_wave_height, 4 * sqrt(0.05 * 3.5 + 0.1 * 3), 1e-13);
    NEAR(test_swan_info(record).mean_direction, pi, 1e-14);
    swan_free(record);
    record = record_of(LINE_HEAD LINE_QUANT("CDIR") LINE_TABLE);
    NEAR(record->alpha1[0], 1 * degrees, 1e-14);
    swan_free(record);
    record = record_of(LINE_HEAD "QUANT\n 1\nEnDens\nJ/m2/Hz\n -99\n" DAY "LOCATION 1\n 1\n 2\n -99\nZERO\n");
    assert_true(record->alpha1 == NULL && isnan(record->density[2]));
    NEAR(record->density[1], 2 / (1025 * 9.81), 1e-15);
    swan_free(record);
    REFUSED(swan_read(&record, put(LINE_HEAD LINE_QUANT("NDIR") LINE_TABLE), NULL, &(swan_place){ .index = 2 }),
            FLO_BAD_VALUE, "NODATA|place 2");
}

static void gzipped_files_are_read(void **state)
{
    (void)state;
    const char *path = test_path("zipped.spec.gz");
    gzFile file = gzopen(path, "wb");
    gzputs(file, MANY);
    gzclose(file);
    assert_true(swan_is_file(path) && swan_is_file(put(MANY)));
    assert_true(!swan_is_file(put("SWA")) && !swan_is_file(test_path("")));
    swan_record *record = test_swan_read(path, "2020-01-02 00:00", NULL);
    swan_free(record);
}

/* ---- broken files ---------------------------------------------------------------------------------------------- */

static void assert_refused(const char *text, const char *words)
{
    swan_record *record = (swan_record *)&record;
    test_about("%s", words);
    REFUSED(swan_read(&record, put(text), NULL, NULL), FLO_BAD_FILE, words);
    assert_null(record);
    for (const char *c = flo_message(); *c; c++) assert_true(*c >= ' ' && *c <= '~');
}

static void bad_heads_are_refused(void **state)
{
    (void)state;
    static const char *const rows_of[][2] = {
        { "", "any.spec: the file is empty" },
        { "$ only a comment\n", "the file is empty" },
        { "SWIM 1\n", ":1: |begins with the word SWAN" },
        { "SWAN 2\n", ":1: the version is 2" },
        { "SWAN\n", ":1: the line ends where the version must be" },
        { HEAD, "the file ends where a section of the head" },
        { HEAD "TIMES\n", ":3: \"TIMES\" is no section|LONLAT" },
        { HEAD "TIME\n", "the file ends where the time coding option" },
        { HEAD "TIME\n 4\n", ":4: the time coding option is 4, which has no date" },
        { HEAD "TIME\n 7\n", "is 7; it must be a whole number, 1 to 6" },
        { HEAD "TIME\n 1\nTIME\n 1\n", ":5: TIME: there was such a section before" },
        { HEAD "LONLAT\n many\n", ":4: \"many\" is no number; here the number of locations" },
        { HEAD "LONLAT\n 0\n", "the number of locations is 0|1 to 1000000" },
        { HEAD "LONLAT\n 2.5\n", "is 2.5; it must be a whole number" },
        { HEAD "LONLAT\n 2000000000\n", "is 2000000000" },
        { HEAD "LONLAT\n 900000\n 1 1\n", "the file ends where location 2 of 900000" },
        { HEAD "LONLAT\n 2\n 1 1\nAFREQ\n", ":6: \"AFREQ\" is no number|the x of a location" },
        { HEAD "LONLAT\n 1\n 1\n", "the line ends where the y of a location" },
        { HEAD "LONLAT\n 1\n 1 nan\n", "\"nan\" is no number" },
        { HEAD ONE_PLACE "AFREQ\n 1001\n", "the number of frequencies is 1001|1 to 1000" },
        { HEAD ONE_PLACE "AFREQ\n 3\n 0.1\n 0.2\nNDIR\n", ":10: \"NDIR\" is no number; here frequency 3 of 3" },
        { HEAD ONE_PLACE "AFREQ\n 2\n 0.1\n 0.1\n", ":9: frequency 2 is 0.1; it must be above 0.1 Hz" },
        { HEAD ONE_PLACE "AFREQ\n 2\n 0\n 0.1\n", ":8: frequency 1 is 0; it must be above 0 Hz" },
        { HEAD ONE_PLACE TWO_BANDS "NDIR\n 2\n 0\n 90\n", "the number of directions is 2|3 to 1000" },
        { HEAD ONE_PLACE TWO_BANDS "NDIR\n 3\n 0\n 90\n 720\n", "direction 3 is 720|-360 to 360" },
        { HEAD ONE_PLACE TWO_BANDS "NDIR\n 3\n 0\n 90\n 1e999\n", "\"1e999\" is no number" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL FOUR_CARTESIAN, "CDIR: there was such a section before" },
        { HEAD "QUANT\n 1\n", ":3: QUANT comes before LONLAT" },
        { HEAD ONE_PLACE "QUANT\n 1\n", "QUANT comes before AFREQ" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL "QUANT\n 2\n", "the number of quantities is 2|1 to 1" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL QUANT "AcDens\n", "the quantity is \"AcDens\"|VaDens, EnDens" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL QUANT "VaDens\nm2s\n", "the unit of VaDens is \"m2s\"|m2/Hz/degr" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL QUANT "VaDens\nm2/Hz\n", "the unit of VaDens is \"m2/Hz\"" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL QUANT "VaDens\nm2/Hz/degr\nnone\n", "here an exception value" },
        { HEAD ONE_PLACE TWO_BANDS QUANT "HS\n", "the quantity is \"HS\"|without directions|NDIR, CDIR, DSPRDEGR" },
        { HEAD ONE_PLACE TWO_BANDS QUANT "NDIR\ndegr\n-9\n" DAY, "none of the quantities is VaDens" },
        { HEAD ONE_PLACE TWO_BANDS "QUANT\n 2\nVaDens\nm2/Hz\n-9\nEnDens\nJ/m2/Hz\n-9\n", "two quantities" },
        { HEAD ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE, "the file ends where the spectrum of place 1 of 1" },
        { HEAD TIMES ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE, "the file ends after its head" },
    };
    for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) assert_refused(rows_of[i][0], rows_of[i][1]);
}

#define GOOD HEAD TIMES ONE_PLACE TWO_BANDS FOUR_NAUTICAL VARIANCE      /* 22 lines */

static void bad_tables_are_refused(void **state)
{
    (void)state;
    static const char *const rows_of[][2] = {
        { GOOD "2020-01-01\n", ":23: \"2020-01-01\" stands where a time must be, as YYYYMMDD.hhmmss" },
        { GOOD "20200230.000000\n", ":23: 2020-02-30 00:00:00 is no time that exists" },
        { GOOD "20200130.006100\n", "is no time that exists" },
        { GOOD DAY, ":24: the file ends where the spectrum of place 1 of 1" },
        { GOOD DAY "NONE\n", ":24: \"NONE\" stands where|FACTOR, ZERO or NODATA" },
        { GOOD DAY "LOCATION 1\n", "\"LOCATION\" stands where" },
        { GOOD DAY "FACTOR\n", "the file ends where the number of FACTOR" },
        { GOOD DAY "FACTOR\n -1\n", ":25: FACTOR is -1; it must be 0 or more" },
        { GOOD DAY "FACTOR\n nan\n", "\"nan\" is no number" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3 4\n", ":27: the file ends where the values of frequency 2 of 2" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3 4\n 1 2 3\n", ":28: the file ends where the values of frequency 2 of 2" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3\n 1 2 3 4\n", ":27: the line goes on with \"2\" after all 4|begin in line 26" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3 4 5\n", ":26: the line goes on with \"5\" after all 4 values of frequency 1" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3 4\nFACTOR\n", ":27: \"FACTOR\" is no number" },
        { GOOD DAY "FACTOR\n 1\n 1 2 NaN 4\n", ":26: \"NaN\" is no number" },
        { GOOD DAY "FACTOR\n 1\n 1 2 ***** 4\n", "\"*****\" is no number" },
        { GOOD DAY "FACTOR\n 1\n 1 2 -3 4\n", ":26: VaDens is -3; it must be 0 or more, or -99 where" },
        { GOOD DAY "FACTOR\n 1e300\n 1 2 3 4\n", "VaDens is 1 times 1e+300; that is too much" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3 0x4\n", "\"0x4\" is no number" },
        { GOOD DAY "FACTOR\n 1\n 1 2 3 \xff\x01\n", "\"??\" is no number" },
        { LINE_HEAD LINE_QUANT("NDIR") DAY "LOCATION 2\n", "the number of the location is 2|1 to 1" },
        { LINE_HEAD LINE_QUANT("NDIR") DAY "LOCATION 1\n 1 2\n 1 2 3\n", "after all 3 values of frequency 1" },
        { LINE_HEAD LINE_QUANT("NDIR") DAY "LOCATION 1\n 1 2 100\n", "DSPRDEGR is 100; it must be 0 to 90" },
        { LINE_HEAD LINE_QUANT("NDIR") DAY "LOCATION 1\n 1 361 10\n", "NDIR is 361; it must be -360 to 360" },
        { LINE_HEAD LINE_QUANT("NDIR") DAY "LOCATION 1\n -1 36 10\n", "VaDens is -1" },
    };
    for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) assert_refused(rows_of[i][0], rows_of[i][1]);
}

static void times_must_rise(void **state)
{
    (void)state;
    swan_record *record;
    const char *file = put(GOOD "20200102.000000\n" TABLE "20200101.000000\n" TABLE);
    REFUSED(swan_read(&record, file, "2020-01-01 00:00", NULL), FLO_BAD_FILE,
            ":28: the time 2020-01-01 00:00 is not after the one before it, 2020-01-02 00:00");
    file = put(GOOD DAY TABLE DAY TABLE);
    REFUSED(swan_read(&record, file, "2021-01-01 00:00", NULL), FLO_BAD_FILE, "times must rise");
    swan_free(test_swan_read(file, NULL, NULL));
}

static void files_that_are_no_text_are_refused(void **state)
{
    (void)state;
    swan_record *record;
    char bytes[4096];
    test_random_start(7);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)test_random(0, 256);
    memcpy(bytes, "SWAN", 4);
    bytes[20] = '\0';
    REFUSED(swan_read(&record, test_put("any.spec", bytes, sizeof bytes), NULL, NULL), FLO_BAD_FILE, "any.spec:1: ");
    static char wide[70000];
    memset(wide, ' ', sizeof wide);
    REFUSED(swan_read(&record, test_put("any.spec", wide, sizeof wide), NULL, NULL), FLO_BAD_FILE,
            ":1: the line is longer than 65534 characters");
    REFUSED(swan_read(&record, test_path(""), NULL, NULL), FLO_CANNOT_READ, "is a directory");
    REFUSED(swan_read(&record, "/nowhere/x.spec", NULL, NULL), FLO_CANNOT_READ, "No such file");
    const char *path = test_path("cut.gz");
    gzFile zipped = gzopen(path, "wb");
    gzputs(zipped, MANY);
    gzclose(zipped);
    assert_true(truncate(path, 200) == 0);
    REFUSED(swan_read(&record, path, "2020-01-02 00:00", NULL), FLO_BAD_FILE, "the gzipped data are damaged");
}

/* An answer or a refusal, whose words can be printed and which leaves no record. */
static void read_any(const char *bytes, size_t size, const char *time)
{
    swan_record *record = (swan_record *)&record;
    const flo_status status = swan_read(&record, test_put("any.spec", bytes, size), time, NULL);
    assert_true((status == FLO_OK) == (record != NULL));
    for (const char *c = status ? flo_message() : ""; *c; c++) assert_true(*c >= ' ' && *c <= '~');
    swan_free(record);
}

/* Cut off anywhere, and with any byte changed; no fault under the sanitizers. */
static void any_bytes_are_survived(void **state)
{
    (void)state;
    const char *const texts[] = { GOOD DAY TABLE, LINE_HEAD LINE_QUANT("NDIR") LINE_TABLE };
    static const char others[] = { '\0', '\n', ' ', '-', '9', '.', '\xff', '$', 'E' };
    for (int t = 0; t < 2; t++) {
        const size_t size = strlen(texts[t]);
        for (size_t i = 0; i < size; i++) {
            read_any(texts[t], i, NULL);
            for (size_t c = i % 3; c < sizeof others; c += 3) {
                char changed[TEXT_SIZE];
                memcpy(changed, texts[t], size);
                changed[i] = others[c];
                read_any(changed, size, "2020-01-01 00:00");
            }
        }
    }
}

int test_swan(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_read),
        cmocka_unit_test(both_kinds_of_direction_are_one_sea),
        cmocka_unit_test(energy_is_weight_times_variance),
        cmocka_unit_test(times_and_places_are_found),
        cmocka_unit_test(the_nearest_place_is_that_on_the_globe),
        cmocka_unit_test(places_far_from_all_are_refused),
        cmocka_unit_test(half_a_circle_is_kept_as_it_is_made),
        cmocka_unit_test(times_have_five_forms),
        cmocka_unit_test(spectra_in_frequency_alone_are_read),
        cmocka_unit_test(gzipped_files_are_read),
        cmocka_unit_test(bad_heads_are_refused),
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(times_must_rise),
        cmocka_unit_test(files_that_are_no_text_are_refused),
        cmocka_unit_test(any_bytes_are_survived),
    };
    return cmocka_run_group_tests_name("swan", tests, test_folder_make, test_folder_remove);
}
