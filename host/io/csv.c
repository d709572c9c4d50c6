/* SPDX-License-Identifier: MIT
 *
 * Reads points line by line, refusing what is not two numbers, and writes tables through a large buffer. */
#include "csv.h"

#include "../internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_COORDINATE 1e9      /* m: the library's limit, told here with file and line */

enum { LINE_SIZE = 512, SHOWN_SIZE = 48 };

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* The beginning of a line for a message, without what would upset a terminal. */
static void show(char *shown, const char *line)
{
    size_t i = 0;
    for (; i < SHOWN_SIZE - 4 && line[i]; i++) shown[i] = line[i] >= ' ' && line[i] != 127 ? line[i] : '?';
    strcpy(shown + i, line[i] ? "..." : "");
}

static flo_status refuse(const char *name, size_t number, const char *line)
{
    char shown[SHOWN_SIZE];
    show(shown, line);
    return flo__fail(FLO_BAD_FILE, "%s:%zu: \"%s\" is not two finite numbers x,z within %g m", name, number, shown,
                     LARGEST_COORDINATE);
}

static bool parse_point(const char *line, double *x, double *z)
{
    if (!csv_parse_number(&line, x) || *line != ',') return false;
    line++;
    if (!csv_parse_number(&line, z) || *line != '\0') return false;
    return fabs(*x) <= LARGEST_COORDINATE && fabs(*z) <= LARGEST_COORDINATE;
}

static bool is_header(const char *line)
{
    return strcmp(line, "x,z") == 0 || strcmp(line, "x, z") == 0 || strcmp(line, "\"x\",\"z\"") == 0;
}

/* Some editors begin a file in UTF-8 with the mark of another encoding's byte order. */
static void cut_mark(char *line)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t length = strlen(mark);
    if (strncmp(line, mark, length) == 0) memmove(line, line + length, strlen(line + length) + 1);
}

/* Cuts the end of the line off; false if there is none although the file goes on: too long, or a zero byte in it. */
static bool cut_end(char *line, FILE *file)
{
    size_t length = strlen(line);
    const bool whole = length > 0 && line[length - 1] == '\n';
    if (!whole && (length == 0 || !feof(file))) return false;
    if (whole) line[--length] = '\0';
    if (length > 0 && line[length - 1] == '\r') line[length - 1] = '\0';
    return true;
}

static flo_status append(csv_points *points, size_t *capacity, size_t most, double x, double z)
{
    if (points->count == *capacity) {
        const size_t twice = *capacity ? 2 * *capacity : 4096, larger = twice < most ? twice : most;
        double *grown_x = realloc(points->x, larger * sizeof *grown_x);
        if (grown_x) points->x = grown_x;
        double *grown_z = grown_x ? realloc(points->z, larger * sizeof *grown_z) : NULL;
        if (!grown_z) return flo__fail(FLO_NO_MEMORY, "no memory for more than %zu points", points->count);
        points->z = grown_z;
        *capacity = larger;
    }
    points->x[points->count] = x;
    points->z[points->count++] = z;
    return FLO_OK;
}

static flo_status read_lines(csv_points *points, FILE *file, const char *name, double most)
{
    char line[LINE_SIZE];
    size_t capacity = 0, empty_at = 0;
    const double fit = most / (2 * sizeof *points->x);
    const size_t room = fit < 0x1p48 ? (size_t)fit : (size_t)1 << 48;
    for (size_t number = 1; fgets(line, sizeof line, file); number++) {
        double x, z;
        if (!cut_end(line, file)) return refuse(name, number, line);
        if (number == 1) cut_mark(line);
        if (empty_at) return flo__fail(FLO_BAD_FILE, "%s:%zu: an empty line amid the points", name, empty_at);
        if (line[0] == '\0') {
            empty_at = number;
            continue;
        }
        if (number == 1 && is_header(line)) continue;
        if (!parse_point(line, &x, &z)) return refuse(name, number, line);
        if (points->count == room)
            return flo__fail(FLO_NO_MEMORY, "%s:%zu: more than %zu points, which take %zu bytes; %.0f are allowed "
                             "(--max-memory, or else three quarters of this machine's)", name, number, room,
                             room * 2 * sizeof x, most);
        const flo_status status = append(points, &capacity, room, x, z);
        if (status) return status;
    }
    if (ferror(file)) return flo__fail(FLO_CANNOT_READ, "cannot read %s: %s", name, strerror(errno));
    return FLO_OK;
}

flo_status csv_read_points_within(csv_points *points, const char *file, double most)
{
    *points = (csv_points){ 0 };
    const bool standard = strcmp(file, "-") == 0;
    const char *name = standard ? "standard input" : file;
    FILE *stream = standard ? stdin : fopen(file, "r");
    if (!stream) return flo__fail(FLO_CANNOT_READ, "cannot read %s: %s", name, strerror(errno));
    const flo_status status = read_lines(points, stream, name, most);
    if (!standard) fclose(stream);
    if (status) csv_free_points(points);
    return status;
}

void csv_free_points(csv_points *points)
{
    free(points->x);
    free(points->z);
    *points = (csv_points){ 0 };
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

static void hand_over(csv_writer *writer)
{
    if (fwrite(writer->text, 1, writer->used, writer->file) != writer->used) writer->failed = true;
    writer->used = 0;
}

/* Where the next cell goes: there is room for a number, and the comma is set. */
static char *next_cell(csv_writer *writer)
{
    if (writer->used + CSV_NUMBER_SIZE + 2 > sizeof writer->text) hand_over(writer);
    if (writer->line_begun) writer->text[writer->used++] = ',';
    writer->line_begun = true;
    return writer->text + writer->used;
}

void csv_begin(csv_writer *writer, FILE *file)
{
    writer->file = file;
    writer->used = 0;
    writer->failed = writer->line_begun = false;
}

void csv_double(csv_writer *writer, double value)
{
    char *cell = next_cell(writer);
    writer->used += csv_format_double(cell, value);
}

void csv_float(csv_writer *writer, float value)
{
    char *cell = next_cell(writer);
    writer->used += csv_format_float(cell, value);
}

void csv_count(csv_writer *writer, uint64_t value)
{
    char *cell = next_cell(writer), digit[24];
    size_t count = 0;
    do {
        digit[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    for (size_t i = 0; i < count; i++) cell[i] = digit[count - 1 - i];
    writer->used += count;
}

void csv_end_line(csv_writer *writer)
{
    if (writer->used == sizeof writer->text) hand_over(writer);
    writer->text[writer->used++] = '\n';
    writer->line_begun = false;
}

void csv_line(csv_writer *writer, const char *text)
{
    hand_over(writer);
    if (fputs(text, writer->file) == EOF) writer->failed = true;
    csv_end_line(writer);
}

bool csv_flush(csv_writer *writer)
{
    hand_over(writer);
    if (fflush(writer->file) != 0) writer->failed = true;
    return !writer->failed;
}
