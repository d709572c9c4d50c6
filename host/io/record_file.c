/* SPDX-License-Identifier: MIT
 *
 * Tells files of wave spectra apart, and hands them to their readers. */
#include "record_file.h"

#include "../internal.h"
#include "csv.h"
#include "text_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

flo_status record_file_read(record_file *record, const char *file, const char *time, const swan_place *place)
{
    return record_file_read_within(record, file, time, place, NULL, NULL);
}

flo_status record_file_read_within(record_file *record, const char *file, const char *time, const swan_place *place,
                                   const fence *within, inputs *read)
{
    *record = (record_file){0};
    if (swan_is_file(file))
        return swan_read(&record->swan, file, time, place);
    const flo_status status = ndbc_read_within(&record->ndbc, file, time, within, read);
    if (status == FLO_OK && place != NULL)
        return flo__fail(FLO_BAD_VALUE, "%s: place (--place) is of a SWAN file; a buoy's record has none to choose, "
                                        "leave it out", file);
    return status;
}

void record_file_free(record_file *record)
{
    ndbc_free(record->ndbc);
    swan_free(record->swan);
    *record = (record_file){0};
}

flo_record_def record_file_def(const record_file *record)
{
    return record->swan != NULL ? swan_record_def(record->swan) : ndbc_record_def(record->ndbc);
}

const char *record_file_time(const record_file *record)
{
    return record->swan != NULL ? record->swan->time : record->ndbc->time;
}

bool record_file_parse_place(const char *text, swan_place *place)
{
    *place = (swan_place){0};
    const bool whole = *text != '\0' && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 7;
    for (const char *at = text; whole && *at != '\0'; ++at)
        place->index = 10 * place->index + (*at - '0');
    if (whole)
        return place->index > 0;
    place->near = true;
    if (!csv_parse_number(&text, &place->at[0]) || *text++ != ',')
        return false;
    return csv_parse_number(&text, &place->at[1]) && *text == '\0';
}

static bool has_name_of_one(const char *file)
{
    static const char *const ends[] = {".data_spec", ".txt", ".gz", ".spec", ".sp1", ".sp2", ".spc", ".s2d"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        if (text_ends_in(file, ends[i]))
            return true;
    return false;
}

/* A buoy's file begins with YY or #YY, the name of its first column, with a year, or is compressed. */
bool record_file_is_one(const char *file)
{
    if (text_ends_in(file, ".yaml") || text_ends_in(file, ".yml"))
        return false;
    struct stat about;
    const bool plain = stat(file, &about) == 0 && S_ISREG(about.st_mode);    /* a pipe can be read but once */
    FILE *const stream = plain ? fopen(file, "r") : NULL;
    if (stream == NULL)
        return has_name_of_one(file);
    char begin[16] = "";
    const size_t length = fread(begin, 1, sizeof begin - 1, stream);
    fclose(stream);
    if (length >= 2 && begin[0] == '\x1f' && begin[1] == '\x8b')
        return true;
    const char *const first = begin + strspn(begin, "# \t");
    const bool year = strspn(first, "0123456789") == 4 && first[4] == ' ';
    return strncmp(first, "YY", 2) == 0 || year || strncasecmp(begin, "SWAN", 4) == 0
        || (has_name_of_one(file) && !text_ends_in(file, ".txt"));
}
