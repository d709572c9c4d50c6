/* SPDX-License-Identifier: MIT
 *
 * Times in SWAN's files.  A coding option says how they are written; the shapes below have a letter for each digit. */
#include "ndbc_table.h"
#include "swan_parts.h"

#include <string.h>
#include <strings.h>

/* Option 4, hh:mm:ss, has no date.  bbb is the name of a month. */
static const char *const shapes[] = {
    [1] = "YYYYMMDD.hhmmss",
    [2] = "DD-bbb-YY hh:mm:ss",
    [3] = "MM/DD/YY.hh:mm:ss",
    [5] = "YY/MM/DD hh:mm:ss",
    [6] = "YYMMDDhhmm",
};

enum { CODINGS = sizeof shapes / sizeof *shapes };

bool swan_knows_coding(int coding)
{
    return coding >= 1 && coding < CODINGS && shapes[coding] != NULL;
}

static bool read_month(const char *at, int *month)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    for (int i = 0; i < 12; ++i) {
        if (strncasecmp(at, names + 3 * i, 3) == 0) {
            *month = i + 1;
            return true;
        }
    }
    return false;
}

/* Holds the text against a shape; date is year, month, day, hour, minute, second. */
static bool match(const char *at, const char *shape, int date[6])
{
    static const char letters[] = "YMDhms";
    while (*shape != '\0') {
        const char *const letter = strchr(letters, *shape);
        if (letter == NULL && *shape == 'b') {
            if (!read_month(at, &date[1]))
                return false;
            shape += 3;
            at += 3;
        } else if (letter == NULL) {
            if (*at++ != *shape++)
                return false;
        } else {
            int digits = 1;
            while (shape[digits] == *shape)
                ++digits;
            int *const value = &date[letter - letters];
            if (!ndbc_read_digits(at, digits, value))
                return false;
            if (*letter == 'Y' && digits == 2)
                *value += *value < 70 ? 2000 : 1900;
            shape += digits;
            at += digits;
        }
    }
    return *at == '\0' || strchr(" \t\r\n'", *at) != NULL;
}

flo_status swan_read_time(text_file *text, int coding, int64_t *second)
{
    int date[6] = {0};
    const char *const start = text->at + (*text->at == '\'');
    int64_t minute = 0;
    if (!match(start, shapes[coding], date)) {
        char word[TEXT_WORD];
        text_word(text, word);
        return text_fail(text, "\"%s\" stands where a time must be, as %s (coding option %d)", word, shapes[coding],
                         coding);
    }
    if (date[5] > 59 || !ndbc_minute_of(date, &minute))
        return text_fail(text, "%04d-%02d-%02d %02d:%02d:%02d is no time that exists", date[0], date[1], date[2],
                         date[3], date[4], date[5]);
    *second = 60 * minute + date[5];
    return FLO_OK;
}
