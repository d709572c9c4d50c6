/* SPDX-License-Identifier: MIT
 *
 * Reads a row of one of NDBC's spectral files, plain or gzipped.  Two layouts:
 *
 *   historical   #YY MM DD hh mm .0200 .0325 ...          the frequencies stand in the header; minutes came with 2005,
 *                2019 02 06 00 40 0.00 0.00 ...           years of four digits with 1999; r1 and r2 are hundredths
 *   realtime     #YY MM DD hh mm Sep_Freq < spec_1 (freq_1) spec_2 (freq_2) ... >
 *                2020 06 08 03 50 0.225 0.000 (0.033) 0.000 (0.038) ...       Sep_Freq is in .data_spec alone
 *
 * Words are copied out of the line one by one and read without strtod, which obeys the program's locale. */
#include "ndbc_table.h"

#include "text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    text_file text;
    bool has_header, minutes;   /* the header names a column of minutes */
    int bands;                  /* historical: how many, and where they are; 0 in the realtime layout */
    double frequency[NDBC_BANDS_MAX];
} reader;

/* A plain decimal number: correctly rounded, since up to 15 digits and the power of ten are exact in double. */
static bool read_number(const char *word, double *value)
{
    const bool negative = *word == '-';
    int64_t digits = 0, scale = 1;
    int count = 0;
    bool point = false;
    for (word += negative; *word != '\0'; ++word) {
        if (*word == '.' && !point) {
            point = true;
        } else if (*word >= '0' && *word <= '9' && count < 15) {
            digits = digits * 10 + (*word - '0');
            scale *= point ? 10 : 1;
            ++count;
        } else {
            return false;
        }
    }
    *value = (negative ? -1.0 : 1.0) * (double)digits / (double)scale;
    return count > 0;
}

/* ---- header and rows ------------------------------------------------------------------------------------------- */

/* The four or five columns of time at the beginning of a row.  Years of two digits are 1970 to 2069. */
static flo_status read_time(reader *r, int64_t *minute)
{
    static const char *const names[] = {"year", "month", "day", "hour", "minute"};
    int value[5] = {0};
    for (int i = 0; i < (r->minutes ? 5 : 4); ++i) {
        char word[TEXT_WORD];
        if (!text_word(&r->text, word))
            return text_fail(&r->text, "the row ends before its %s", names[i]);
        const int length = (int)strlen(word);
        if (length > 4 || !ndbc_read_digits(word, length, &value[i]))
            return text_fail(&r->text, "the %s is \"%s\"; it must be a whole number", names[i], word);
        if (i == 0 && length == 2)
            value[0] += value[0] < 70 ? 2000 : 1900;
        else if (i == 0 && length != 4)
            return text_fail(&r->text, "the year is \"%s\"; it must have two or four digits", word);
    }
    if (!ndbc_minute_of(value, minute))
        return text_fail(&r->text, "%04d-%02d-%02d %02d:%02d is no time that exists", value[0], value[1],
                         value[2], value[3], value[4]);
    return FLO_OK;
}

static flo_status check_frequency(const reader *r, const char *word, double value, double before)
{
    if (value > before)
        return FLO_OK;
    return text_fail(&r->text, "the frequency %s does not rise; it must be above %g Hz", word, before);
}

static bool begins_header(const char *line)
{
    return strncmp(line, "#YY", 3) == 0 || strncmp(line, "YY", 2) == 0;
}

static flo_status read_header(reader *r)
{
    static const char *const columns[] = {"MM", "DD", "hh"};
    char word[TEXT_WORD];
    if (!begins_header(r->text.at))
        return text_fail(&r->text, "no header; a spectral file of NDBC begins with \"#YY MM DD hh mm\" or "
                                   "\"YYYY MM DD hh\"");
    text_word(&r->text, word);
    for (int i = 0; i < 3; ++i)
        if (!text_word(&r->text, word) || strcmp(word, columns[i]) != 0)
            return text_fail(&r->text, "column %d of the header must be %s", i + 2, columns[i]);
    r->has_header = true;
    r->bands = 0;
    bool more = text_word(&r->text, word);
    r->minutes = more && strcmp(word, "mm") == 0;
    if (r->minutes)
        more = text_word(&r->text, word);
    double f = 0;
    if (!more)
        return text_fail(&r->text, "the header names no frequency");
    if (!read_number(word, &f) && strchr(r->text.at, '(') != NULL)  /* "Sep_Freq < spec_1 (freq_1) ...": realtime */
        return FLO_OK;
    for (double before = 0; more; more = text_word(&r->text, word), before = f) {
        if (!read_number(word, &f))
            return text_fail(&r->text, "\"%s\" in the header is no frequency", word);
        const flo_status status = check_frequency(r, word, f, before);
        if (status != FLO_OK)
            return status;
        if (r->bands == NDBC_BANDS_MAX)
            return text_fail(&r->text, "more than %d frequencies", NDBC_BANDS_MAX);
        r->frequency[r->bands++] = f;
    }
    return FLO_OK;
}

/* One value: NaN where it is missing, r1 and r2 of the historical files from hundredths to 0 to 1. */
static flo_status read_value(const reader *r, const char *word, ndbc_quantity quantity, double *value)
{
    const double missing = 999;
    double v = missing;
    if (strcmp(word, "MM") != 0 && !read_number(word, &v))
        return text_fail(&r->text, "\"%s\" is no number", word);
    if (v == missing) {
        *value = (double)NAN;
        return FLO_OK;
    }
    const bool hundredths = quantity == NDBC_RATIO && r->bands > 0;
    const double largest = quantity == NDBC_DENSITY ? HUGE_VAL : quantity == NDBC_ANGLE ? 360 : hundredths ? 100 : 1;
    const char *const allowed = quantity == NDBC_DENSITY ? "0 or more (m^2/Hz)"
                              : quantity == NDBC_ANGLE   ? "0 to 360 (degrees)"
                              : hundredths               ? "0 to 100 (hundredths)" : "0 to 1";
    if (v < 0 || v > largest)
        return text_fail(&r->text, "%s is out of range; it must be %s, or 999 where it is missing", word, allowed);
    *value = hundredths ? v / 100 : v;
    return FLO_OK;
}

static flo_status read_historical_row(reader *r, ndbc_quantity quantity, ndbc_row *row)
{
    char word[TEXT_WORD];
    row->bands = r->bands;
    memcpy(row->frequency, r->frequency, (size_t)r->bands * sizeof *row->frequency);
    for (int i = 0; i < r->bands; ++i) {
        if (!text_word(&r->text, word))
            return text_fail(&r->text, "the row ends after %d values; the header has %d frequencies", i, r->bands);
        const flo_status status = read_value(r, word, quantity, &row->value[i]);
        if (status != FLO_OK)
            return status;
    }
    if (text_word(&r->text, word))
        return text_fail(&r->text, "the row goes on with \"%s\" after the values of all %d frequencies", word,
                         r->bands);
    return FLO_OK;
}

/* "(0.033)" */
static flo_status read_bracketed(const reader *r, char *word, double before, double *frequency)
{
    const size_t length = strlen(word);
    if (word[0] != '(' || word[length - 1] != ')')
        return text_fail(&r->text, "\"%s\" stands where a frequency in brackets must be, as (0.100)", word);
    word[length - 1] = '\0';
    if (!read_number(word + 1, frequency))
        return text_fail(&r->text, "\"%s)\" is no frequency", word);
    return check_frequency(r, word + 1, *frequency, before);
}

static flo_status read_realtime_row(reader *r, ndbc_quantity quantity, ndbc_row *row)
{
    char value[TEXT_WORD], frequency[TEXT_WORD];
    row->bands = 0;
    const char *const start = r->text.at;
    const bool two = text_word(&r->text, value) && text_word(&r->text, frequency);
    r->text.at = start;
    if (!two || frequency[0] != '(') /* Sep_Freq */
        text_word(&r->text, value);
    double before = 0;
    while (text_word(&r->text, value)) {
        if (!text_word(&r->text, frequency))
            return text_fail(&r->text, "the row ends after \"%s\", without its frequency", value);
        if (row->bands == NDBC_BANDS_MAX)
            return text_fail(&r->text, "more than %d frequencies", NDBC_BANDS_MAX);
        const int i = row->bands++;
        flo_status status = read_bracketed(r, frequency, before, &row->frequency[i]);
        if (status == FLO_OK)
            status = read_value(r, value, quantity, &row->value[i]);
        if (status != FLO_OK)
            return status;
        before = row->frequency[i];
    }
    if (row->bands == 0)
        return text_fail(&r->text, "the row has no values");
    return FLO_OK;
}

/* ---- finding a row --------------------------------------------------------------------------------------------- */

/* What times a file has, for the message when the one asked for is not among them. */
typedef struct times {
    int count;
    int64_t first, last, nearest;
} times;

static void times_add(times *t, int64_t minute, int64_t wanted)
{
    if (t->count == 0 || minute < t->first)
        t->first = minute;
    if (t->count == 0 || minute > t->last)
        t->last = minute;
    if (t->count == 0 || llabs(minute - wanted) < llabs(t->nearest - wanted))
        t->nearest = minute;
    ++t->count;
}

static flo_status not_found(const reader *r, const times *t, const int64_t *wanted)
{
    if (!r->has_header)
        return flo__fail(FLO_BAD_FILE, "%s: the file is empty", r->text.file);
    if (t->count == 0)
        return flo__fail(FLO_BAD_FILE, "%s: the file has a header and no record", r->text.file);
    char asked[32], first[32], last[32], nearest[32];
    ndbc_format_time(*wanted, asked);
    ndbc_format_time(t->first, first);
    ndbc_format_time(t->last, last);
    ndbc_format_time(t->nearest, nearest);
    return flo__fail(FLO_BAD_VALUE, "%s: no record of %s; the %d records go from %s to %s, and the nearest is of %s",
                     r->text.file, asked, t->count, first, last, nearest);
}

static flo_status find_row(reader *r, ndbc_quantity quantity, const int64_t *wanted, ndbc_row *row)
{
    times found = {0};
    for (;;) {
        bool end = false;
        flo_status status = text_line(&r->text, &end);
        if (status != FLO_OK)
            return status;
        if (end)
            return not_found(r, &found, wanted);
        if (*r->text.at == '\0')
            continue;
        /* Yearly files may be joined: a header counts until the next. */
        if (!r->has_header || begins_header(r->text.at)) {
            status = read_header(r);
            if (status != FLO_OK)
                return status;
            continue;
        }
        if (*r->text.at == '#') /* a second header line with units */
            continue;
        status = read_time(r, &row->minute);
        if (status != FLO_OK)
            return status;
        if (wanted == NULL || row->minute == *wanted) {
            row->realtime = r->bands == 0;
            return row->realtime ? read_realtime_row(r, quantity, row) : read_historical_row(r, quantity, row);
        }
        times_add(&found, row->minute, *wanted);
    }
}

flo_status ndbc_row_read(ndbc_row *row, const char *file, ndbc_quantity quantity, const int64_t *minute)
{
    reader *r = calloc(1, sizeof *r);
    if (r == NULL)
        return flo__fail(FLO_NO_MEMORY, "%s: no memory to read it", file);
    flo_status status = text_open(&r->text, file);
    if (status == FLO_OK)
        status = find_row(r, quantity, minute, row);
    text_close(&r->text);
    free(r);
    return status;
}
