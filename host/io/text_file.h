/* SPDX-License-Identifier: MIT
 *
 * Text files, gzipped or not, line by line and word by word: what the readers of wave spectra share. */
#ifndef FLO_IO_TEXT_FILE_H
#define FLO_IO_TEXT_FILE_H

#include "../internal.h"

#include <zlib.h>

enum { TEXT_WORD = 40 };

/* Bytes of text in a file, unpacked: no buoy's year has a thousandth of it. */
#define TEXT_MOST 0x1p32

typedef struct text_file {
    const char *file;
    gzFile stream;
    int number;                 /* of the line, from 1 on */
    double length;              /* bytes of the lines so far */
    char *line;
    const char *at;             /* the next word */
} text_file;

/* Whether a file's name has this end, in whatever case, and something before it. */
bool text_ends_in(const char *name, const char *end);

/* FLO_CANNOT_READ where there is no such file, or a directory. */
flo_status text_find(const char *file);

/* A file by zlib; NULL, and why, where there is none, or what is there is no plain file. */
gzFile text_stream(const char *file, const char **why);

/* FLO_CANNOT_READ, too, for pipes and devices: a record's file is read more than once.  To be closed whatever came
 * back. */
flo_status text_open(text_file *text, const char *file);
void text_close(text_file *text);

/* The next line, from its first character on that is not blank: "" if there is none; `*end` at the end of the file. */
flo_status text_line(text_file *text, bool *end);

/* Copies the next word of the line; what is too long or cannot be printed is replaced, so that no number can come of it
 * and messages stay readable.  False at the end of the line. */
bool text_word(text_file *text, char word[TEXT_WORD]);

/* FLO_BAD_FILE with "file:line: ". */
flo_status text_fail(const text_file *text, const char *format, ...) FLO_PRINTF(2, 3);

#endif
