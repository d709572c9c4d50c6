/* SPDX-License-Identifier: MIT
 *
 * One row of one of NDBC's spectral files; ndbc.c puts five of them together to a record. */
#ifndef FLO_IO_NDBC_TABLE_H
#define FLO_IO_NDBC_TABLE_H

#include "../internal.h"

enum { NDBC_BANDS_MAX = 1000 };

typedef enum ndbc_quantity { NDBC_DENSITY, NDBC_ANGLE, NDBC_RATIO } ndbc_quantity;

typedef struct ndbc_row {
    int64_t minute;                         /* since 1970, UTC */
    bool realtime;                          /* the file's layout: each value with its frequency behind it */
    int bands;
    double frequency[NDBC_BANDS_MAX];       /* Hz */
    double value[NDBC_BANDS_MAX];           /* m^2/Hz, degrees, or 0 to 1; NaN is missing */
} ndbc_row;

/* Reads "YYYY-MM-DD hh:mm"; FLO_BAD_VALUE. */
flo_status ndbc_parse_time(const char *text, int64_t *minute);

/* Writes the same. */
void ndbc_format_time(int64_t minute, char text[32]);

/* From year, month, day, hour and minute, none negative; false if there is no such time. */
bool ndbc_minute_of(const int date[5], int64_t *minute);

/* A whole number of that many digits. */
bool ndbc_read_digits(const char *text, int digits, int *value);

/* Reads the row of a minute, or the first if `minute` is NULL. */
flo_status ndbc_row_read(ndbc_row *row, const char *file, ndbc_quantity quantity, const int64_t *minute);

#endif
