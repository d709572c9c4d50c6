/* SPDX-License-Identifier: MIT
 *
 * What the files of the SWAN reader share: the text, line by line and word by word, and the head of a file. */
#ifndef FLO_IO_SWAN_PARTS_H
#define FLO_IO_SWAN_PARTS_H

#include "text_file.h"

/* ---- text (swan_text.c) ---------------------------------------------------------------------------------------- */

/* The next line that is neither blank nor a comment; `*end` at the end of the file. */
flo_status swan_line(text_file *text, bool *end);

/* The same, where one must be: "... the file ends where WHAT must be". */
flo_status swan_need_line(text_file *text, const char *what);

/* Whether the line begins with this word, in upper or lower case; then moves behind it. */
bool swan_begins(text_file *text, const char *word);

/* The next word of the line as a finite number; a whole one from `least` to `most`.  `what` is for the message. */
flo_status swan_number(text_file *text, const char *what, double *value);
flo_status swan_count(text_file *text, const char *what, int least, int most, int *value);

/* ---- times (swan_time.c) --------------------------------------------------------------------------------------- */

/* Whether the times of a coding option can be read. */
bool swan_knows_coding(int coding);

/* Reads the time at the beginning of the line: seconds since 1970. */
flo_status swan_read_time(text_file *text, int coding, int64_t *second);

/* ---- head (swan_head.c) ---------------------------------------------------------------------------------------- */

enum { SWAN_PLACES = 1000000, SWAN_BANDS = 1000, SWAN_DIRECTIONS = 1000, SWAN_QUANTITIES = 3 };

typedef enum swan_kind { SWAN_DENSITY, SWAN_FROM, SWAN_TOWARDS, SWAN_SPREAD } swan_kind;

typedef struct swan_quantity {
    char name[TEXT_WORD];
    swan_kind kind;
    double factor;              /* to m^2/Hz/rad or m^2/Hz */
    double missing;             /* the value that says so, as written */
} swan_quantity;

typedef struct swan_head {
    int coding;                 /* of times; 0: there are none */
    bool spherical;
    int places;
    double (*place)[2];
    int bands;
    double *frequency;          /* Hz */
    int directions;             /* 0: none */
    double *direction;          /* rad, where waves come from, clockwise from north */
    int quantities;
    swan_quantity quantity[SWAN_QUANTITIES];
} swan_head;

/* Reads all before the first time.  To be freed whatever came back. */
flo_status swan_read_head(text_file *text, swan_head *head);
void swan_free_head(swan_head *head);

/* Where waves come from, rad clockwise from north, of a direction in degrees. */
double swan_from(swan_kind kind, double degrees);

#endif
