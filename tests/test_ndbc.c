/* SPDX-License-Identifier: MIT
 *
 * NDBC's spectral files: every layout that they came in, and every way in which they can be broken. */
#include "test_records.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

int test_ndbc(void);

/* ---- layouts --------------------------------------------------------------------------------------------------- */

static const char *put(const char *name, const char *text)
{
    return test_put(name, text, strlen(text));
}

static const char header[] = "#YY  MM DD hh mm  .1000  .1100  .1200\n";
static const char realtime_header[] = "#YY  MM DD hh mm Sep_Freq  < spec_1 (freq_1) spec_2 (freq_2) ... >\n";

/* Puts a historical file together from a header and rows. */
static const char *put_rows(const char *name, const char *rows)
{
    char text[1024];
    snprintf(text, sizeof text, "%s%s", header, rows);
    return put(name, text);
}

static void assert_read(const char *file, const char *time, const char *first, double density)
{
    ndbc_record *record = test_ndbc_read(file, time);
    assert_string_equal(record->time, first);
    assert_true(record->density[0] == density);
    ndbc_free(record);
}

static void years_of_two_digits_are_1970_to_2069(void **state)
{
    (void)state;
    assert_read(put("plain.txt", "YY MM DD hh  .100  .110\n97 12 31 23 1.5 2\n"), NULL, "1997-12-31 23:00", 1.5);
    assert_read(put("plain.txt", "YY MM DD hh  .100  .110\n70 01 01 00 1 2\n"), NULL, "1970-01-01 00:00", 1);
    assert_read(put("plain.txt", "YY MM DD hh  .100  .110\n69 02 28 00 1 2\n"), NULL, "2069-02-28 00:00", 1);
    const char *const leap_day = "2000-02-29 07:00";
    assert_read(put("plain.txt", "YY MM DD hh  .100  .110\n00 02 29 07 1 2\n"), leap_day, leap_day, 1);
}

static void headers_may_vary(void **state)
{
    (void)state;
    assert_read(put("plain.txt", "YYYY MM DD hh mm .10 .11\n2004 02 29 12 30 1.25 2\n"), NULL, "2004-02-29 12:30",
                1.25);
    assert_read(put("plain.txt", "#YY MM DD hh mm .10 .11\r\n#yr mo dy hr mn Hz Hz\r\n\r\n2005 1 2 3 4 7 2\r\n"), NULL,
                "2005-01-02 03:04", 7);
    assert_read(put("plain.txt", "\n  #YYYY MM DD hh 0.1 0.11\n2005 1 2 3 7 2"), NULL, "2005-01-02 03:00", 7);
    /* Two years in one file, with other frequencies in the second. */
    const char *const joined = put("plain.txt", "YY MM DD hh .10 .11\n98 1 1 0 1 2\n"
                                                "YY MM DD hh .20 .21 .22\n99 1 1 0 3 4 5\n");
    ndbc_record *record = test_ndbc_read(joined, "1999-01-01 00:00");
    assert_int_equal(record->bands, 3);
    assert_true(record->frequency[0] == 0.2 && record->density[2] == 5);
    ndbc_free(record);
}

static void missing_values_are_nan(void **state)
{
    (void)state;
    ndbc_record *record = test_ndbc_read(put_rows("plain.txt", "2019 01 01 00 00 999.00 MM 999\n"), NULL);
    for (int i = 0; i < 3; ++i)
        assert_true(isnan(record->density[i]));
    const flo_record_def def = ndbc_record_def(record);
    flo_record_info info;
    assert_int_equal(flo_record_get_info(&def, &info), FLO_BAD_VALUE);
    ndbc_free(record);
}

static void put_directional(const char *format, const char *const names[4], const char *const rows[4])
{
    for (int i = 0; i < 4; ++i) {
        char name[64];
        snprintf(name, sizeof name, format, names[i]);
        put_rows(name, rows[i]);
    }
}

static void remove_directional(const char *format, const char *const names[4])
{
    for (int i = 0; i < 4; ++i) {
        char name[64];
        snprintf(name, sizeof name, format, names[i]);
        unlink(test_path(name));
    }
}

static const char *const letters[4] = {"d", "i", "j", "k"};
static const char *const good_rows[4] = {
    "2019 01 01 00 00 10 20 999\n", "2019 01 01 00 00 11 21 31\n",
    "2019 01 01 00 00 50 60 100\n", "2019 01 01 00 00 0 7 999.0\n",
};

static void assert_directional(const char *file)
{
    ndbc_record *record = test_ndbc_read(file, NULL);
    assert_true(record->directional);
    NEAR(record->alpha1[1], 20 * degrees, 1e-15);
    assert_true(isnan(record->alpha1[2]) && isnan(record->r2[2]));
    NEAR(record->alpha2[2], 31 * degrees, 1e-15);
    assert_true(record->r1[0] == 0.5 && record->r1[2] == 1 && record->r2[0] == 0 && record->r2[1] == 0.07);
    ndbc_free(record);
}

/* The station may hold a w, the name may have anything behind the year, and the station another length. */
static void directional_files_are_found_by_name(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"0w2w3w2019.txt", "0w2w3%s2019.txt"},
        {"41010w2019part.txt", "41010%s2019part.txt"},
        {"ww1999w2019.txt", "ww1999%s2019.txt"},
        {"41010w99.txt", "41010%s99.txt"},
    };
    for (int i = 0; i < 4; ++i) {
        put_directional(names[i][1], letters, good_rows);
        assert_directional(put_rows(names[i][0], "2019 01 01 00 00 1 2 3\n"));
        remove_directional(names[i][1], letters);
        ndbc_record *record = test_ndbc_read(test_path(names[i][0]), NULL);
        assert_false(record->directional);
        ndbc_free(record);
    }
}

static void gzipped_and_plain_files_mix(void **state)
{
    (void)state;
    put_directional("41010%s2018.txt", letters, good_rows);
    gzFile zipped = gzopen(test_path("41010w2018.txt.gz"), "wb");
    assert_non_null(zipped);
    gzputs(zipped, header);
    gzputs(zipped, "2019 01 01 00 00 1 2 3\n");
    gzclose(zipped);
    assert_directional(test_path("41010w2018.txt.gz"));
    zipped = gzopen(test_path("41010j2018.txt.gz"), "wb");
    gzputs(zipped, header);
    gzputs(zipped, good_rows[2]);
    gzclose(zipped);
    unlink(test_path("41010j2018.txt"));
    put_rows("41010w2018.txt", "2019 01 01 00 00 1 2 3\n");
    assert_directional(test_path("41010w2018.txt"));
    remove_directional("41010%s2018.txt", letters);
    unlink(test_path("41010j2018.txt.gz"));
}

static void realtime_values_are_not_scaled(void **state)
{
    (void)state;
    static const char *const names[4] = {".swdir", ".swdir2", ".swr1", ".swr2"};
    static const char *const rows[4] = {"10.0 (0.100) 999.0 (0.110)", "11.0 (0.100) 21.0 (0.110)",
                                        "0.50 (0.100) 1.00 (0.110)", "0.07 (0.100) 999.00 (0.110)"};
    for (int i = 0; i < 4; ++i) {
        char name[64], text[256];
        snprintf(name, sizeof name, "51000%s", names[i]);
        snprintf(text, sizeof text, "#YY MM DD hh mm a_1 (freq_1) ... >\n2020 06 08 03 50 %s\n", rows[i]);
        put(name, text);
    }
    char text[512];
    snprintf(text, sizeof text, "%s2020 06 08 03 50 9.999 1.5 (0.100) 2.5 (0.110)\n", realtime_header);
    ndbc_record *record = test_ndbc_read(put("51000.data_spec", text), NULL);
    assert_true(record->directional && record->bands == 2 && record->density[1] == 2.5);
    assert_true(record->r1[0] == 0.5 && record->r1[1] == 1 && record->r2[0] == 0.07 && isnan(record->r2[1]));
    NEAR(record->alpha2[1], 21 * degrees, 1e-15);
    ndbc_free(record);
}

/* ---- broken files ---------------------------------------------------------------------------------------------- */

static void assert_refused(const char *file, const char *time, flo_status expected, const char *words)
{
    ndbc_record *record = (ndbc_record *)&record;
    const flo_status status = ndbc_read(&record, file, time);
    if (status != expected)
        fail_msg("\"%s\": status is %d: %s", words, (int)status, status == FLO_OK ? "" : flo_message());
    assert_null(record);
    if (strstr(flo_message(), words) == NULL)
        fail_msg("no \"%s\" in: %s", words, flo_message());
    for (const char *c = flo_message(); *c != '\0'; ++c)
        assert_true(*c >= ' ' && *c <= '~');
}

static void files_that_are_none_are_refused(void **state)
{
    (void)state;
    assert_refused(test_path("not-there.txt"), NULL, FLO_CANNOT_READ, "not-there.txt: No such file");
    assert_refused(test_path(""), NULL, FLO_CANNOT_READ, "directory");
    assert_refused(put("bad.txt", ""), NULL, FLO_BAD_FILE, "bad.txt: the file is empty");
    assert_refused(put("bad.txt", "\n\n"), NULL, FLO_BAD_FILE, "the file is empty");
    assert_refused(put("bad.txt", header), NULL, FLO_BAD_FILE, "a header and no record");
    assert_refused(test_put("bad.txt", "\0\0\0\0\0\0\0\0", 8), NULL, FLO_BAD_FILE, "bad.txt:1: has a zero byte");
    assert_refused(test_put("bad.txt", "\x7f" "ELF\x01\xff\xfe\xfd", 8), NULL, FLO_BAD_FILE, "bad.txt:1: no header");
    assert_refused(put("bad.txt", "<html>\n<body>404</body>\n"), NULL, FLO_BAD_FILE, "bad.txt:1: no header");
    assert_refused(put("bad.txt", "2019 01 01 00 00 1 2 3\n"), NULL, FLO_BAD_FILE, "bad.txt:1: no header");
}

static void bad_headers_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"#YY MM DD hh mm\n2019 01 01 00 00\n", "bad.txt:1: the header names no frequency"},
        {"#YY MM hh DD .1\n", "bad.txt:1: column 3 of the header must be DD"},
        {"#YY MM\n", "column 3"},
        {"#YY MM DD hh mm .1 x .3\n", "\"x\" in the header is no frequency"},
        {"#YY MM DD hh mm .1 .3 .2\n", "frequency .2 does not rise"},
        {"#YY MM DD hh mm .1 .1\n", "does not rise"},
        {"#YY MM DD hh mm 0 .1\n", "does not rise"},
        {"#YY MM DD hh mm -.1 .1\n", "does not rise"},
        {"#YY MM DD hh mm WVHT SwH\n2019 1 1 0 0 1 2\n", "\"WVHT\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_refused(put("bad.txt", bad[i][0]), NULL, FLO_BAD_FILE, bad[i][1]);
    char text[16384] = "YY MM DD hh";
    for (int i = 1; i <= 1001; ++i)
        snprintf(text + strlen(text), 16, " %d", i);
    assert_refused(put("bad.txt", text), NULL, FLO_BAD_FILE, "more than 1000 frequencies");
}

static void bad_rows_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"2019 01 01 00 00 1 2\n", "bad.txt:2: the row ends after 2 values; the header has 3"},
        {"2019 01 01 00 00\n", "bad.txt:2: the row ends after 0 values"},
        {"2019 01 01\n", "bad.txt:2: the row ends before its hour"},
        {"2019 01 01 00 00 1 2 3 4\n", "bad.txt:2: the row goes on with \"4\""},
        {"\n2019 01 01 00 00 1 two 3\n", "bad.txt:3: \"two\" is no number"},
        {"2019 01 01 00 00 1 nan 3\n", "\"nan\" is no number"},
        {"2019 01 01 00 00 1 inf 3\n", "\"inf\" is no number"},
        {"2019 01 01 00 00 1 1e9 3\n", "\"1e9\" is no number"},
        {"2019 01 01 00 00 1 0x1 3\n", "\"0x1\" is no number"},
        {"2019 01 01 00 00 1 1,5 3\n", "\"1,5\" is no number"},
        {"2019 01 01 00 00 1 . 3\n", "\".\" is no number"},
        {"2019 01 01 00 00 1 1.2.3 3\n", "\"1.2.3\" is no number"},
        {"2019 01 01 00 00 1 - 3\n", "\"-\" is no number"},
        {"2019 01 01 00 00 1 12345678901234567890 3\n", "is no number"},
        {"2019 01 01 00 00 1 1111111111111111111111111111111111111111111 3\n", "...\" is no number"},
        {"2019 01 01 00 00 1 \xc3\xa4 3\n", "\"??\" is no number"},
        {"2019 01 01 00 00 1 -0.01 3\n", "-0.01 is out of range; it must be 0 or more"},
        {"2019 13 01 00 00 1 2 3\n", "bad.txt:2: 2019-13-01 00:00 is no time"},
        {"2019 02 29 00 00 1 2 3\n", "2019-02-29 00:00 is no time"},
        {"2019 01 01 24 00 1 2 3\n", "24:00 is no time"},
        {"2019 01 01 00 60 1 2 3\n", "00:60 is no time"},
        {"201 01 01 00 00 1 2 3\n", "the year is \"201\""},
        {"2019 Jan 01 00 00 1 2 3\n", "the month is \"Jan\""},
        {"2019 -1 01 00 00 1 2 3\n", "the month is \"-1\""},
        {"2019 00001 01 00 00 1 2 3\n", "the month is \"00001\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_refused(put_rows("bad.txt", bad[i][0]), NULL, FLO_BAD_FILE, bad[i][1]);
    char *const longest = malloc(100000);
    assert_non_null(longest);
    memset(longest, '1', 99999);
    longest[99999] = '\0';
    memcpy(longest, header, strlen(header));
    assert_refused(put("bad.txt", longest), NULL, FLO_BAD_FILE, "bad.txt:2: the line is longer than");
    free(longest);
}

static void bad_realtime_rows_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"2020 06 08 03 50\n", "bad.data_spec:2: the row has no values"},
        {"2020 06 08 03 50 0.225\n", "the row has no values"},
        {"2020 06 08 03 50 0.225 1\n", "ends after \"1\", without its frequency"},
        {"2020 06 08 03 50 0.225 1 (0.1) 2\n", "ends after \"2\", without its frequency"},
        {"2020 06 08 03 50 0.225 1 (0.1) 2 0.2\n", "\"0.2\" stands where a frequency in brackets must be"},
        {"2020 06 08 03 50 0.225 1 (0.1) 2 (\n", "\"(\" stands where a frequency"},
        {"2020 06 08 03 50 0.225 1 (0.1) 2 ()\n", "\"()\" is no frequency"},
        {"2020 06 08 03 50 0.225 1 (0.1) 2 (x)\n", "\"(x)\" is no frequency"},
        {"2020 06 08 03 50 0.225 1 (0.1) 2 (0.1)\n", "frequency 0.1 does not rise"},
        {"2020 06 08 03 50 0.225 1 (0.1) two (0.2)\n", "\"two\" is no number"},
        {"2020 06 08 03 50 0.225 1 (0.1) -2 (0.2)\n", "-2 is out of range"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", realtime_header, bad[i][0]);
        assert_refused(put("bad.data_spec", text), NULL, FLO_BAD_FILE, bad[i][1]);
    }
}

static void damaged_gzip_is_refused(void **state)
{
    (void)state;
    const char *const path = test_path("bad.txt.gz");
    gzFile zipped = gzopen(path, "wb");
    assert_non_null(zipped);
    gzputs(zipped, header);
    for (int day = 1; day < 28; ++day)
        gzprintf(zipped, "2019 01 %02d 00 00 %d.%d %d 3\n", day, day * 7919 % 97, day * 31 % 10, day * 613 % 89);
    gzclose(zipped);
    char bytes[4096];
    FILE *file = fopen(path, "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 100 && size < sizeof bytes);
    assert_refused(test_put("bad.txt.gz", bytes, size / 2), "2019-01-27 00:00", FLO_BAD_FILE, "damaged or cut off");
    for (size_t i = size / 3; i < size / 2; ++i)
        bytes[i] = (char)(bytes[i] ^ 0x55);
    ndbc_record *record = NULL;
    assert_int_not_equal(ndbc_read(&record, test_put("bad.txt.gz", bytes, size), "2019-01-27 00:00"), FLO_OK);
}

static void times_that_are_not_there_are_refused(void **state)
{
    (void)state;
    const char *const file = put_rows("plain.txt", "2019 01 02 00 40 1 2 3\n"
                                                   "2019 01 01 00 40 1 2 3\n"
                                                   "2019 01 05 06 40 1 2 3\n");
    assert_refused(file, "2019-01-03 00:40", FLO_BAD_VALUE,
                   "plain.txt: no record of 2019-01-03 00:40; the 3 records go from 2019-01-01 00:40 to "
                   "2019-01-05 06:40, and the nearest is of 2019-01-02 00:40");
    assert_refused(file, "1066-10-14 09:00", FLO_BAD_VALUE, "the nearest is of 2019-01-01 00:40");
    assert_refused(file, "9999-12-31 23:59", FLO_BAD_VALUE, "the nearest is of 2019-01-05 06:40");
    static const char *const times[] = {
        "", "2019", "2019-01-02", "2019-01-02T00:40", "2019-01-02 00:40:00", "2019-1-2 00:40", "2019-02-30 00:40",
        "2019-01-02 24:00", "2019-01-02 00:60", "2019-00-02 00:40", "0000-01-02 00:40", "yyyy-mm-dd hh:mm",
    };
    for (size_t i = 0; i < sizeof times / sizeof times[0]; ++i)
        assert_refused(file, times[i], FLO_BAD_VALUE, "it must be a time of the form YYYY-MM-DD hh:mm");
}

static void bad_directional_files_are_refused(void **state)
{
    (void)state;
    const char *const format = "41010%s2017.txt";
    put_rows("41010w2017.txt", "2019 01 01 00 00 1 2 3\n");
    put_directional(format, letters, good_rows);
    char file[512];
    snprintf(file, sizeof file, "%s", test_path("41010w2017.txt"));
    static const char *const bad[][3] = {
        {"41010d2017.txt", "2019 01 01 00 00 10 20 361\n", "d2017.txt:2: 361 is out of range; it must be 0 to 360"},
        {"41010i2017.txt", "2019 01 01 00 00 10 -1 31\n", "41010i2017.txt:2: -1 is out of range"},
        {"41010j2017.txt", "2019 01 01 00 00 10 101 31\n", "j2017.txt:2: 101 is out of range; it must be 0 to 100"},
        {"41010k2017.txt", "2019 01 01 00 00 10 20\n", "41010k2017.txt:2: the row ends after 2 values"},
    };
    for (int i = 0; i < 4; ++i) {
        put_rows(bad[i][0], bad[i][1]);
        assert_refused(file, NULL, FLO_BAD_FILE, bad[i][2]);
        put_rows(bad[i][0], good_rows[i]);
    }
    put_rows("41010i2017.txt", "2019 01 01 01 00 10 20 31\n");
    assert_refused(file, NULL, FLO_BAD_VALUE, "41010i2017.txt: no record of 2019-01-01 00:00");
    put("41010i2017.txt", "#YY MM DD hh mm .10 .11 .13\n2019 01 01 00 00 10 20 31\n");
    assert_refused(file, NULL, FLO_BAD_FILE, "i2017.txt: frequency 3 of the record of 2019-01-01 00:00 is 0.13 Hz");
    put("41010i2017.txt", "#YY MM DD hh mm .10 .11\n2019 01 01 00 00 10 20\n");
    assert_refused(file, NULL, FLO_BAD_FILE, "has 2 frequencies");
    unlink(test_path("41010i2017.txt"));
    assert_refused(file, NULL, FLO_CANNOT_READ, "41010i2017.txt; all or none");
    unlink(test_path("41010j2017.txt"));
    assert_refused(file, NULL, FLO_CANNOT_READ, "41010j2017.txt; all or none");
    assert_int_equal(mkdir(test_path("41010i2017.txt"), 0700), 0);
    assert_int_equal(mkdir(test_path("41010j2017.txt"), 0700), 0);
    assert_refused(file, NULL, FLO_CANNOT_READ, "41010i2017.txt: is a directory");
}

/* Each is refused by its name, plain or gzipped, with the name of the density file, whether that is there or not. */
static void directional_files_are_no_density(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"41010d2016.txt", "mean directions", "41010w2016.txt"},
        {"41010i2016.txt", "principal directions", "41010w2016.txt"},
        {"41010j2016.txt", "first directional coefficients (r1)", "41010w2016.txt"},
        {"41010k2016.txt.gz", "second directional coefficients (r2)", "41010w2016.txt.gz"},
        {"0d2d3d2016part.txt", "mean directions", "0d2d3w2016part.txt"},
        {"51001.swdir", "mean directions", "51001.data_spec"},
        {"51001.swdir2.gz", "principal directions", "51001.data_spec.gz"},
        {"51001.swr1.gz", "first directional coefficients (r1)", "51001.data_spec.gz"},
        {"51001.swr2", "second directional coefficients (r2)", "51001.data_spec"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        char words[2 * 512], other[512];
        snprintf(other, sizeof other, "%s", test_path(bad[i][2]));
        snprintf(words, sizeof words, "%s holds %s; name the file of the spectrum, %s", bad[i][0], bad[i][1], other);
        assert_refused(put_rows(bad[i][0], "2019 01 01 00 00 1 2 3\n"), NULL, FLO_BAD_FILE, words);
        unlink(test_path(bad[i][0]));
    }
    assert_refused(FLO_EXAMPLES "/41010d2019.txt", NULL, FLO_BAD_FILE, "examples/41010w2019.txt");
    assert_refused(test_path("41010d2016.txt"), NULL, FLO_CANNOT_READ, "41010d2016.txt: No such file");
}

/* Anybody's names may look a little like NDBC's; they are directions only beside a file with a w. */
static void other_names_are_read(void **state)
{
    (void)state;
    static const char *const names[] = {"island2016.txt", "cold2016.txt", "41010x2016.txt", "storm-k9.txt", "a.swdirs"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        assert_read(put_rows(names[i], "2019 01 01 00 00 1 2 3\n"), NULL, "2019-01-01 00:00", 1);
        unlink(test_path(names[i]));
    }
    put_rows("buoy-1w2016.txt", "2019 01 01 00 00 1 2 3\n");
    assert_refused(put_rows("buoy-1d2016.txt", "2019 01 01 00 00 1 2 3\n"), NULL, FLO_BAD_FILE, "buoy-1w2016.txt");
    unlink(test_path("buoy-1w2016.txt"));
    unlink(test_path("buoy-1d2016.txt"));
}

/* An answer or a refusal, whose words can be printed and which leaves no record. */
static void read_any(const char *bytes, size_t size)
{
    ndbc_record *record = (ndbc_record *)&record;
    const flo_status status = ndbc_read(&record, test_put("any.data_spec", bytes, size), NULL);
    assert_true((status == FLO_OK) == (record != NULL));
    for (const char *c = status ? flo_message() : ""; *c; c++) assert_true(*c >= ' ' && *c <= '~');
    ndbc_free(record);
}

/* Every cut and every changed byte of a good file is read or refused, and never worse. */
static void any_bytes_are_survived(void **state)
{
    (void)state;
    char text[256];
    snprintf(text, sizeof text, "%s2020 06 08 03 50 0.225 1.5 (0.100) 2.5 (0.110)\n", realtime_header);
    const size_t size = strlen(text);
    static const char others[] = {'\0', '\n', ' ', '(', ')', '-', '9', '.', '\xff', '#'};
    for (size_t i = 0; i < size; ++i) {
        read_any(text, i);
        for (size_t c = 0; c < sizeof others; ++c) {
            char changed[256];
            memcpy(changed, text, size);
            changed[i] = others[c];
            read_any(changed, size);
        }
    }
}

int test_ndbc(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(years_of_two_digits_are_1970_to_2069),
        cmocka_unit_test(headers_may_vary),
        cmocka_unit_test(missing_values_are_nan),
        cmocka_unit_test(directional_files_are_found_by_name),
        cmocka_unit_test(gzipped_and_plain_files_mix),
        cmocka_unit_test(realtime_values_are_not_scaled),
        cmocka_unit_test(files_that_are_none_are_refused),
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(bad_rows_are_refused),
        cmocka_unit_test(bad_realtime_rows_are_refused),
        cmocka_unit_test(damaged_gzip_is_refused),
        cmocka_unit_test(times_that_are_not_there_are_refused),
        cmocka_unit_test(bad_directional_files_are_refused),
        cmocka_unit_test(directional_files_are_no_density),
        cmocka_unit_test(other_names_are_read),
        cmocka_unit_test(any_bytes_are_survived),
    };
    return cmocka_run_group_tests_name("ndbc", tests, test_folder_make, test_folder_remove);
}
