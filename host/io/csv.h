/* SPDX-License-Identifier: MIT
 *
 * Tables as text: reading points, and writing numbers quickly.
 *
 * A number is written with the fewest digits that read back as the same number, the way %g would lay them out, so
 * that nothing is lost between two programs and a table stays readable.  All of it is independent of the locale that
 * a program has when it calls no setlocale(). */
#ifndef FLO_IO_CSV_H
#define FLO_IO_CSV_H

#include "rows.h"

#include <stdio.h>

/* ---- numbers --------------------------------------------------------------------------------------------------- */

enum { CSV_NUMBER_SIZE = 40 };      /* bytes that any number needs, the closing zero included */

/* Write a number and a closing zero; the length without it. */
size_t csv_format_double(char *text, double value);
size_t csv_format_float(char *text, float value);

/* Reads a finite decimal number at *text, blanks around it allowed, and moves *text behind it.  False where there is
 * none; *text then stays. */
bool csv_parse_number(const char **text, double *value);

/* ---- reading points -------------------------------------------------------------------------------------------- */

typedef struct csv_points {
    double *x, *z;                  /* m */
    size_t count;
} csv_points;

/* Reads lines of `x,z`, with or without a first line that says so, and a byte order mark before it all; "-" is the
 * standard input.  Nothing but two finite numbers within 1e9 m is taken: FLO_BAD_FILE names the file and the line.
 * The points take `most` bytes at most; FLO_NO_MEMORY names the line beyond. */
flo_status csv_read_points_within(csv_points *points, const char *file, double most);
void csv_free_points(csv_points *points);

/* ---- writing --------------------------------------------------------------------------------------------------- */

/* Collects text and hands it to a file in large pieces.  A failed write is remembered and told by csv_flush. */
typedef struct csv_writer {
    FILE *file;
    size_t used;
    bool failed;
    bool line_begun;                /* whether a comma goes before the next cell */
    char text[1 << 16];
} csv_writer;

void csv_begin(csv_writer *writer, FILE *file);

/* One cell; the comma before it comes by itself. */
void csv_double(csv_writer *writer, double value);
void csv_float(csv_writer *writer, float value);
void csv_count(csv_writer *writer, uint64_t value);
void csv_end_line(csv_writer *writer);

/* A whole line, such as a header. */
void csv_line(csv_writer *writer, const char *text);

/* The lines of bodies.csv: its head, and rows, which must come in their order. */
void csv_rows_head(csv_writer *writer);
void csv_rows(csv_writer *writer, const body_rows *rows);

/* False if anything could not be written since csv_begin; errno says why. */
bool csv_flush(csv_writer *writer);

#endif
