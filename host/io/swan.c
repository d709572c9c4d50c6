/* SPDX-License-Identifier: MIT
 *
 * Finds a spectrum in a SWAN file and reads it.  All before it is read as strictly: a block that was cut short shows
 * only in what follows it. */
#include "swan.h"

#include "ndbc_table.h"
#include "swan_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double degree = 3.14159265358979323846 / 180;

typedef enum block_kind { BLOCK_VALUES, BLOCK_ZERO, BLOCK_NODATA } block_kind;

/* A reading in progress. */
typedef struct reader {
    text_file text;
    swan_head head;
    double *values;             /* of a block: bands * columns, as they stand there times the block's factor; NaN is
                                 * missing */
    int columns;                /* directions, or quantities */
    int place;                  /* the one wanted, from 0 on */
} reader;

/* ---- places ---------------------------------------------------------------------------------------------------- */

/* km, on the globe where places are longitude and latitude. */
static double distance(const double a[2], const double b[2], bool spherical)
{
    const double radius = 6371;
    if (!spherical)
        return hypot(a[0] - b[0], a[1] - b[1]) / 1000;
    const double dx = sin((a[0] - b[0]) * degree / 2), dy = sin((a[1] - b[1]) * degree / 2);
    return 2 * radius * asin(fmin(sqrt(dy * dy + cos(a[1] * degree) * cos(b[1] * degree) * dx * dx), 1));
}

/* A place is not taken for one that is farther off than all places reach from it, and than 50 km: that is another sea,
 * or longitude and latitude in the wrong order. */
static flo_status choose_nearest(reader *r, const double at[2])
{
    const swan_head *const head = &r->head;
    double nearest = HUGE_VAL, reach = 50;
    if (head->spherical && !(fabs(at[0]) <= 360 && fabs(at[1]) <= 90))
        return flo__fail(FLO_BAD_VALUE, "%s: place is %.10g, %.10g; it must be a longitude, -360 to 360, and a "
                                        "latitude, -90 to 90 degrees", r->text.file, at[0], at[1]);
    for (int i = 0; i < head->places; ++i) {
        const double d = distance(head->place[i], at, head->spherical);
        if (d < nearest) {
            nearest = d;
            r->place = i;
        }
    }
    const double *const found = head->place[r->place];
    for (int i = 0; i < head->places; ++i)
        reach = fmax(reach, distance(head->place[i], found, head->spherical));
    if (nearest <= reach)
        return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "%s: the nearest place, %d at %.6g, %.6g, is %.4g km from %.6g, %.6g; place: %d "
                                    "takes it all the same", r->text.file, r->place + 1, found[0], found[1], nearest,
                     at[0], at[1], r->place + 1);
}

static flo_status choose_place(reader *r, const swan_place *wanted)
{
    const swan_head *const head = &r->head;
    r->place = 0;
    if (wanted != NULL && wanted->near)
        return choose_nearest(r, wanted->at);
    if (wanted != NULL && wanted->index != 0) {
        if (wanted->index < 1 || wanted->index > head->places)
            return flo__fail(FLO_BAD_VALUE, "%s: there is no place %d; the file has places 1 to %d", r->text.file,
                             wanted->index, head->places);
        r->place = wanted->index - 1;
    }
    return FLO_OK;
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

/* One number of a table. */
static flo_status read_value(reader *r, int band, int column, double factor)
{
    const swan_quantity *const q = &r->head.quantity[r->head.directions > 0 ? 0 : column];
    double v = 0;
    const flo_status status = swan_number(&r->text, "a value of the table", &v);
    if (status != FLO_OK)
        return status;
    double *const to = &r->values[(size_t)band * (size_t)r->columns + (size_t)column];
    *to = v * factor;
    if (v == q->missing)
        *to = (double)NAN;
    else if (q->kind == SWAN_DENSITY && v < 0)
        return text_fail(&r->text, "%s is %.10g; it must be 0 or more, or %.10g where it is missing", q->name, v,
                         q->missing);
    else if (q->kind == SWAN_SPREAD && !(v >= 0 && v <= 90))
        return text_fail(&r->text, "%s is %.10g; it must be 0 to 90 degrees, or %.10g where it is missing", q->name, v,
                         q->missing);
    else if (q->kind != SWAN_DENSITY && !(v >= -360 && v <= 360))
        return text_fail(&r->text, "%s is %.10g; it must be -360 to 360 degrees, or %.10g where it is missing", q->name,
                         v, q->missing);
    else if (!(fabs(*to * q->factor) <= 1e30))
        return text_fail(&r->text, "%s is %.10g times %.10g; that is too much", q->name, v, factor);
    return FLO_OK;
}

/* The numbers of a frequency begin a line, and may go on over more. */
static flo_status read_row(reader *r, int band, double factor)
{
    char what[96];
    int first = 0;
    snprintf(what, sizeof what, "the values of frequency %d of %d", band + 1, r->head.bands);
    for (int column = 0; column < r->columns;) {
        flo_status status = swan_need_line(&r->text, what);
        if (status != FLO_OK)
            return status;
        if (first == 0)
            first = r->text.number;
        char word[TEXT_WORD];
        for (const char *at = r->text.at; text_word(&r->text, word); at = r->text.at) {
            if (column == r->columns)
                return text_fail(&r->text, "the line goes on with \"%s\" after all %d values of frequency %d, which "
                                           "begin in line %d", word, r->columns, band + 1, first);
            r->text.at = at;
            status = read_value(r, band, column++, factor);
            if (status != FLO_OK)
                return status;
        }
    }
    return FLO_OK;
}

static flo_status read_factor(reader *r, double *factor)
{
    char word[TEXT_WORD];
    const char *const rest = r->text.at;        /* the number may stand behind the word, but a comment may, too */
    const bool same_line = text_word(&r->text, word) && strchr("+-.0123456789", word[0]) != NULL;
    r->text.at = rest;
    flo_status status = same_line ? FLO_OK : swan_need_line(&r->text, "the number of FACTOR");
    if (status == FLO_OK)
        status = swan_number(&r->text, "the number of FACTOR", factor);
    if (status == FLO_OK && !(*factor >= 0))
        status = text_fail(&r->text, "FACTOR is %.10g; it must be 0 or more", *factor);
    return status;
}

/* A table in frequency and direction has FACTOR before it, one in frequency alone the number of its place. */
static flo_status read_block(reader *r, int place, block_kind *kind)
{
    const bool plane = r->head.directions > 0;
    char what[64], word[TEXT_WORD];
    snprintf(what, sizeof what, "the spectrum of place %d of %d", place + 1, r->head.places);
    flo_status status = swan_need_line(&r->text, what);
    double factor = 1;
    int index = 0;
    if (status != FLO_OK)
        return status;
    *kind = swan_begins(&r->text, "ZERO") ? BLOCK_ZERO : swan_begins(&r->text, "NODATA") ? BLOCK_NODATA : BLOCK_VALUES;
    if (*kind != BLOCK_VALUES)
        return FLO_OK;
    if (plane && swan_begins(&r->text, "FACTOR")) {
        status = read_factor(r, &factor);
    } else if (!plane && swan_begins(&r->text, "LOCATION")) {
        status = swan_count(&r->text, "the number of the location", place + 1, place + 1, &index);
    } else {
        text_word(&r->text, word);
        return text_fail(&r->text, "\"%s\" stands where %s must begin: with %s, ZERO or NODATA", word, what,
                         plane ? "FACTOR" : "LOCATION");
    }
    for (int band = 0; band < r->head.bands && status == FLO_OK; ++band)
        status = read_row(r, band, factor);
    return status;
}

/* ---- finding the spectrum -------------------------------------------------------------------------------------- */

/* What times a file has, for the message when the one asked for is not among them. */
typedef struct times {
    int count;
    int64_t first, last, nearest;               /* s */
} times;

static int64_t minute_of(int64_t second)
{
    return second / 60 - (second % 60 < 0);
}

static flo_status add_time(const reader *r, times *t, int64_t second, int64_t wanted)
{
    char now[32], before[32];
    ndbc_format_time(minute_of(second), now);
    ndbc_format_time(minute_of(t->last), before);
    if (t->count > 0 && second <= t->last)
        return text_fail(&r->text, "the time %s is not after the one before it, %s: times must rise", now, before);
    if (t->count == 0)
        t->first = t->nearest = second;
    t->last = second;
    if (llabs(second - wanted) < llabs(t->nearest - wanted))
        t->nearest = second;
    ++t->count;
    return FLO_OK;
}

static flo_status no_such_time(const reader *r, const times *t, int64_t wanted)
{
    char asked[32], first[32], last[32], nearest[32];
    if (t->count == 0)
        return flo__fail(FLO_BAD_FILE, "%s:%d: the file ends after its head; there is no spectrum in it", r->text.file,
                         r->text.number);
    ndbc_format_time(minute_of(wanted), asked);
    ndbc_format_time(minute_of(t->first), first);
    ndbc_format_time(minute_of(t->last), last);
    ndbc_format_time(minute_of(t->nearest), nearest);
    return flo__fail(FLO_BAD_VALUE,
                     "%s: no spectra of %s; those of %d times go from %s to %s, and the nearest are of %s",
                     r->text.file, asked, t->count, first, last, nearest);
}

/* Reads blocks up to the wanted one; `wanted` is a minute in seconds, or NULL for the first time. */
static flo_status find_block(reader *r, const int64_t *wanted, int64_t *second, block_kind *kind)
{
    times found = {0};
    for (;;) {
        bool end = false;
        flo_status status = FLO_OK;
        if (r->head.coding != 0) {
            status = swan_line(&r->text, &end);
            if (status == FLO_OK && end)
                return no_such_time(r, &found, wanted != NULL ? *wanted : 0);
            if (status == FLO_OK)
                status = swan_read_time(&r->text, r->head.coding, second);
            if (status == FLO_OK)
                status = add_time(r, &found, *second, wanted != NULL ? *wanted : *second);
        }
        const bool here = wanted == NULL || (*second >= *wanted && *second < *wanted + 60);
        for (int place = 0; place < r->head.places && status == FLO_OK; ++place) {
            status = read_block(r, place, kind);
            if (status == FLO_OK && here && place == r->place)
                return FLO_OK;
        }
        if (status != FLO_OK)
            return status;
    }
}

/* ---- records --------------------------------------------------------------------------------------------------- */

static double *copy_of(const double *values, size_t count)
{
    double *const copy = malloc(count * sizeof *copy);
    if (copy != NULL && values != NULL)
        memcpy(copy, values, count * sizeof *copy);
    return copy;
}

/* A column of a table in frequency alone; NULL if the file has none of this kind or there is no memory. */
static double *column_of(const reader *r, swan_kind kind, bool *missing_memory)
{
    for (int i = 0; i < r->head.quantities; ++i) {
        if (r->head.quantity[i].kind != kind)
            continue;
        double *const column = malloc((size_t)r->head.bands * sizeof *column);
        for (int b = 0; b < r->head.bands && column != NULL; ++b)
            column[b] = r->values[b * r->columns + i] * r->head.quantity[i].factor;
        *missing_memory = *missing_memory || column == NULL;
        return column;
    }
    return NULL;
}

/* The trapezoid rule's; the outermost frequencies count half. */
static double *make_bandwidths(const double *f, int bands)
{
    double *const width = malloc((size_t)bands * sizeof *width);
    for (int i = 0; i < bands && width != NULL; ++i)
        width[i] = (f[i + 1 < bands ? i + 1 : i] - f[i > 0 ? i - 1 : 0]) / 2;
    return width;
}

/* SWAN's spread is that of half a circle's chords: its square, in radians, is 2 (1 - r1). */
static bool fill_line(const reader *r, swan_record *record)
{
    bool short_of_memory = false;
    record->density = column_of(r, SWAN_DENSITY, &short_of_memory);
    double *towards = column_of(r, SWAN_TOWARDS, &short_of_memory);
    record->alpha1 = towards != NULL ? towards : column_of(r, SWAN_FROM, &short_of_memory);
    record->r1 = column_of(r, SWAN_SPREAD, &short_of_memory);
    if (r->head.bands > 1) {
        record->bandwidth = make_bandwidths(record->frequency, r->head.bands);
        short_of_memory = short_of_memory || record->bandwidth == NULL;
    }
    if (short_of_memory)
        return false;
    if (record->alpha1 == NULL || record->r1 == NULL) {         /* one without the other says too little */
        free(record->alpha1);
        free(record->r1);
        record->alpha1 = record->r1 = NULL;
    }
    for (int b = 0; b < r->head.bands && record->r1 != NULL; ++b) {
        const double spread = record->r1[b] * degree;
        record->alpha1[b] = swan_from(towards != NULL ? SWAN_TOWARDS : SWAN_FROM, record->alpha1[b]);
        record->r1[b] = fmax(1 - spread * spread / 2, 0);
        if (isnan(spread))
            record->r1[b] = (double)NAN;
    }
    return true;
}

static bool fill_plane(const reader *r, swan_record *record)
{
    const size_t cells = (size_t)r->head.bands * (size_t)r->head.directions;
    record->directions = r->head.directions;
    record->direction = copy_of(r->head.direction, (size_t)r->head.directions);
    record->density2 = copy_of(r->values, cells);
    for (size_t i = 0; i < cells && record->density2 != NULL; ++i)
        record->density2[i] *= r->head.quantity[0].factor;
    return record->direction != NULL && record->density2 != NULL;
}

static swan_record *make_record(const reader *r, int64_t second)
{
    swan_record *const record = calloc(1, sizeof *record);
    if (record == NULL)
        return NULL;
    if (r->head.coding != 0)
        ndbc_format_time(minute_of(second), record->time);
    record->place = r->place + 1;
    record->places = r->head.places;
    memcpy(record->at, r->head.place[r->place], sizeof record->at);
    record->spherical = r->head.spherical;
    record->bands = r->head.bands;
    record->frequency = copy_of(r->head.frequency, (size_t)r->head.bands);
    if (record->frequency != NULL && (r->head.directions > 0 ? fill_plane(r, record) : fill_line(r, record)))
        return record;
    swan_free(record);
    return NULL;
}

bool swan_is_file(const char *file)
{
    char begin[5] = "";
    const char *why;
    const gzFile stream = text_stream(file, &why);
    if (stream == NULL)
        return false;
    const int length = gzread(stream, begin, 4);
    gzclose_r(stream);
    return length == 4 && strcasecmp(begin, "SWAN") == 0;
}

static flo_status read_wanted(reader *r, const int64_t *wanted, const swan_place *place, swan_record **record)
{
    int64_t second = 0;
    block_kind kind = BLOCK_VALUES;
    flo_status status = swan_read_head(&r->text, &r->head);
    if (status == FLO_OK)
        status = choose_place(r, place);
    if (status != FLO_OK)
        return status;
    if (wanted != NULL && r->head.coding == 0)
        return flo__fail(FLO_BAD_VALUE, "%s: there are no times in this file, and one was asked for", r->text.file);
    r->columns = r->head.directions > 0 ? r->head.directions : r->head.quantities;
    const size_t cells = (size_t)r->head.bands * (size_t)r->columns;
    r->values = calloc(cells, sizeof *r->values);
    if (r->values == NULL)
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for a table of %zu values", r->text.file, cells);
    status = find_block(r, wanted, &second, &kind);
    if (status != FLO_OK)
        return status;
    if (kind == BLOCK_NODATA)
        return flo__fail(FLO_BAD_VALUE, "%s:%d: NODATA: there is no spectrum of place %d at this time, as on dry land",
                         r->text.file, r->text.number, r->place + 1);
    if (kind == BLOCK_ZERO)             /* a block before may have left its numbers */
        memset(r->values, 0, cells * sizeof *r->values);
    *record = make_record(r, second);
    return *record != NULL ? FLO_OK : flo__fail(FLO_NO_MEMORY, "%s: no memory for a spectrum", r->text.file);
}

flo_status swan_read(swan_record **record, const char *file, const char *time, const swan_place *place)
{
    *record = NULL;
    int64_t wanted = 0;
    flo_status status = time != NULL ? ndbc_parse_time(time, &wanted) : FLO_OK;
    if (status != FLO_OK)
        return status;
    wanted *= 60;
    reader r = {.columns = 0};
    status = text_open(&r.text, file);
    if (status == FLO_OK)
        status = read_wanted(&r, time != NULL ? &wanted : NULL, place, record);
    text_close(&r.text);
    swan_free_head(&r.head);
    free(r.values);
    return status;
}

void swan_free(swan_record *record)
{
    if (record == NULL)
        return;
    double *const arrays[] = {record->frequency, record->direction, record->density2, record->density,
                              record->bandwidth, record->alpha1, record->r1};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
        free(arrays[i]);
    free(record);
}

flo_record_def swan_record_def(const swan_record *record)
{
    flo_record_def def = flo_default_record_def();
    def.bands = record->bands;
    def.frequency = record->frequency;
    def.bandwidth = record->bandwidth;
    def.density = record->density;
    def.alpha1 = record->alpha1;
    def.r1 = record->r1;
    def.directions = record->directions;
    def.direction = record->direction;
    def.density2 = record->density2;
    return def;
}
