/* SPDX-License-Identifier: MIT
 *
 * Lines and words of text files, by zlib, which reads what is not gzipped as it is. */
#include "text_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_SIZE = 65536 };

flo_status text_fail(const text_file *text, const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return flo__fail(FLO_BAD_FILE, "%s:%d: %s", text->file, text->number, sentence);
}

bool text_ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcasecmp(name + length - tail, end) == 0;
}

flo_status text_find(const char *file)
{
    struct stat about;
    if (stat(file, &about) != 0)
        return flo__fail(FLO_CANNOT_READ, "%s: %s", file, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return flo__fail(FLO_CANNOT_READ, "%s: is a directory, not a file", file);
    return FLO_OK;
}

/* Nobody is waited for at the other end of a pipe. */
gzFile text_stream(const char *file, const char **why)
{
    struct stat about;
    const int handle = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    gzFile stream = NULL;
    if (handle < 0 || fstat(handle, &about) != 0)
        *why = strerror(errno);
    else if (!S_ISREG(about.st_mode))
        *why = "is a pipe or a device, not a file";
    else if ((stream = gzdopen(handle, "rb")) == NULL)
        *why = "no memory for zlib";
    if (stream == NULL && handle >= 0)
        close(handle);
    return stream;
}

flo_status text_open(text_file *text, const char *file)
{
    *text = (text_file){.file = file};
    const char *why = "";
    const flo_status status = text_find(file);
    if (status != FLO_OK)
        return status;
    text->line = malloc(LINE_SIZE);
    if (text->line == NULL)
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for a line", file);
    text->stream = text_stream(file, &why);
    return text->stream != NULL ? FLO_OK : flo__fail(FLO_CANNOT_READ, "%s: %s", file, why);
}

void text_close(text_file *text)
{
    if (text->stream != NULL)
        gzclose_r(text->stream);
    free(text->line);
}

/* Nothing more came: the end of the file, or an error. */
static flo_status end_of(const text_file *text)
{
    int error = Z_OK;
    const char *const what = gzerror(text->stream, &error);
    if (error == Z_OK || error == Z_STREAM_END)
        return FLO_OK;
    if (error == Z_ERRNO)
        return flo__fail(FLO_CANNOT_READ, "%s: %s", text->file, strerror(errno));
    return text_fail(text, "the gzipped data are damaged or cut off here (%s)", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

flo_status text_line(text_file *text, bool *end)
{
    int c = gzgetc(text->stream), length = 0;
    ++text->number;
    for (; c > 0 && c != '\n' && length < LINE_SIZE - 1; c = gzgetc(text->stream))
        text->line[length++] = (char)c;
    text->line[length] = '\0';
    text->at = text->line;
    text->length += length + 1;
    if (text->length > TEXT_MOST || text->number == INT_MAX)
        return text_fail(text, "more than %.0f GiB of text; that is not allowed", TEXT_MOST / 0x1p30);
    if (c == 0)
        return text_fail(text, "has a zero byte; this is no text file");
    if (length == LINE_SIZE - 1)
        return text_fail(text, "the line is longer than %d characters", LINE_SIZE - 2);
    while (is_blank(*text->at))
        ++text->at;
    *end = c < 0 && length == 0;
    return c < 0 ? end_of(text) : FLO_OK;
}

bool text_word(text_file *text, char word[TEXT_WORD])
{
    while (is_blank(*text->at))
        ++text->at;
    int length = 0;
    for (; *text->at != '\0' && !is_blank(*text->at); ++text->at, ++length)
        if (length < TEXT_WORD - 1)
            word[length] = isprint((unsigned char)*text->at) ? *text->at : '?';
    word[length < TEXT_WORD ? length : TEXT_WORD - 1] = '\0';
    if (length >= TEXT_WORD)
        memcpy(word + TEXT_WORD - 4, "...", 4);
    return length > 0;
}
