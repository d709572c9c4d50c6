/* SPDX-License-Identifier: MIT
 *
 * The text of SWAN's spectrum files: lines, words and numbers.  Lines that begin with $ or ! are comments. */
#include "csv.h"
#include "swan_parts.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { LINE_SIZE = 65536 };

flo_status swan_fail(const swan_text *text, const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return flo__fail(FLO_BAD_FILE, "%s:%d: %s", text->file, text->number, sentence);
}

flo_status swan_open(swan_text *text, const char *file)
{
    *text = (swan_text){.file = file};
    struct stat about;
    if (stat(file, &about) != 0)
        return flo__fail(FLO_CANNOT_READ, "%s: %s", file, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return flo__fail(FLO_CANNOT_READ, "%s: is a directory, not a file", file);
    text->line = malloc(LINE_SIZE);
    if (text->line == NULL)
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for a line", file);
    errno = 0;
    text->stream = gzopen(file, "rb");
    if (text->stream == NULL)
        return flo__fail(FLO_CANNOT_READ, "%s: %s", file, errno != 0 ? strerror(errno) : "no memory for zlib");
    return FLO_OK;
}

void swan_close(swan_text *text)
{
    if (text->stream != NULL)
        gzclose_r(text->stream);
    free(text->line);
}

/* Nothing more came: the end of the file, or an error. */
static flo_status end_of(const swan_text *text)
{
    int error = Z_OK;
    const char *const what = gzerror(text->stream, &error);
    if (error == Z_OK || error == Z_STREAM_END)
        return FLO_OK;
    if (error == Z_ERRNO)
        return flo__fail(FLO_CANNOT_READ, "%s: %s", text->file, strerror(errno));
    return swan_fail(text, "the gzipped data are damaged or cut off here (%s)", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

flo_status swan_line(swan_text *text, bool *end)
{
    do {
        int c = gzgetc(text->stream), length = 0;
        ++text->number;
        for (; c > 0 && c != '\n' && length < LINE_SIZE - 1; c = gzgetc(text->stream))
            text->line[length++] = (char)c;
        text->line[length] = '\0';
        text->at = text->line;
        if (c == 0)
            return swan_fail(text, "has a zero byte; this is no text file");
        if (length == LINE_SIZE - 1)
            return swan_fail(text, "the line is longer than %d characters", LINE_SIZE - 2);
        *end = c < 0 && length == 0;
        const flo_status status = c < 0 ? end_of(text) : FLO_OK;
        if (status != FLO_OK || *end)
            return status;
        while (is_blank(*text->at))
            ++text->at;
    } while (*text->at == '\0' || *text->at == '$' || *text->at == '!');
    return FLO_OK;
}

flo_status swan_need_line(swan_text *text, const char *what)
{
    bool end = false;
    const flo_status status = swan_line(text, &end);
    return status != FLO_OK || !end ? status : swan_fail(text, "the file ends where %s must be", what);
}

bool swan_word(swan_text *text, char word[SWAN_WORD])
{
    while (is_blank(*text->at))
        ++text->at;
    int length = 0;
    for (; *text->at != '\0' && !is_blank(*text->at); ++text->at, ++length)
        if (length < SWAN_WORD - 1)
            word[length] = isprint((unsigned char)*text->at) ? *text->at : '?';
    word[length < SWAN_WORD ? length : SWAN_WORD - 1] = '\0';
    if (length >= SWAN_WORD)
        memcpy(word + SWAN_WORD - 4, "...", 4);
    return length > 0;
}

bool swan_begins(swan_text *text, const char *word)
{
    const char *const start = text->at;
    char found[SWAN_WORD];
    if (swan_word(text, found) && strcasecmp(found, word) == 0)
        return true;
    text->at = start;
    return false;
}

/* A decimal number and nothing else; the exponent of a Fortran program may be a D. */
static bool parse(char *word, double *value)
{
    if (word[strspn(word, "+-.0123456789eEdD")] != '\0')
        return false;
    for (char *c = word; *c != '\0'; ++c)
        if (*c == 'd' || *c == 'D')
            *c = 'e';
    const char *at = word;
    return csv_parse_number(&at, value) && *at == '\0';
}

flo_status swan_number(swan_text *text, const char *what, double *value)
{
    char word[SWAN_WORD], copy[SWAN_WORD];
    if (!swan_word(text, word))
        return swan_fail(text, "the line ends where %s must be", what);
    memcpy(copy, word, sizeof copy);
    return parse(copy, value) ? FLO_OK : swan_fail(text, "\"%s\" is no number; here %s must be", word, what);
}

flo_status swan_count(swan_text *text, const char *what, int least, int most, int *value)
{
    double number = 0;
    const flo_status status = swan_number(text, what, &number);
    if (status != FLO_OK)
        return status;
    if (!(number >= least && number <= most) || number != (int)number)
        return swan_fail(text, "%s is %.10g; it must be a whole number, %d to %d", what, number, least, most);
    *value = (int)number;
    return FLO_OK;
}
