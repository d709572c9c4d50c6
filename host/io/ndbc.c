/* SPDX-License-Identifier: MIT
 *
 * Puts the rows of NDBC's five spectral files together to a record: finds the directional files by their names beside
 * the one with the density, and checks that they speak of the same time and frequencies.  The five look alike inside:
 * a directional file that is given for the density is refused by its name. */
#include "ndbc.h"

#include "../internal.h"
#include "ndbc_table.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIRECTIONAL_FILES = 4 };

static const struct directional_file {
    const char *extension;      /* of realtime files, for .data_spec */
    char letter;                /* of historical files, for w */
    ndbc_quantity quantity;
    const char *content;
} directional_files[DIRECTIONAL_FILES] = {
    {".swdir", 'd', NDBC_ANGLE, "mean directions"},
    {".swdir2", 'i', NDBC_ANGLE, "principal directions"},
    {".swr1", 'j', NDBC_RATIO, "first directional coefficients (r1)"},
    {".swr2", 'k', NDBC_RATIO, "second directional coefficients (r2)"},
};

/* ---- names ----------------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The letter of a historical name, "41010w2019.txt": behind the station's five characters (which may hold a w, as in
 * 0y2w3), else the last w with a year behind it.  NULL if there is none. */
static const char *find_letter(const char *base)
{
    if (strlen(base) > 6 && base[5] == 'w' && is_digit(base[6]))
        return base + 5;
    const char *letter = NULL;
    for (const char *at = strchr(base, 'w'); at != NULL; at = strchr(at + 1, 'w')) {
        int digits = 0;
        while (digits < 4 && is_digit(at[1 + digits]))
            ++digits;
        if (digits == 4)
            letter = at;
    }
    return letter;
}

static const char *base_of(const char *file)
{
    const char *const slash = strrchr(file, '/');
    return slash != NULL ? slash + 1 : file;
}

/* What a fence keeps out is taken to be there, and is refused when it is read. */
static bool exists(const char *name, const fence *within)
{
    struct stat about;
    return !fence_holds(within, name) || stat(name, &about) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

/* The part of a name that tells which of the five files it is: `length` characters at `at`. */
typedef struct name_part {
    const char *at;
    size_t length;
    bool realtime;
} name_part;

static name_part find_part(const char *file)
{
    static const char density[] = ".data_spec";
    const char *const base = base_of(file);
    const char *const found = strstr(base, density);
    if (found != NULL) {
        const char *const rest = found + strlen(density);
        if (*rest == '\0' || strcmp(rest, ".gz") == 0)
            return (name_part){found, strlen(density), true};
    }
    return (name_part){find_letter(base), 1, false};
}

/* The name of a directional file, which the caller frees; with or without .gz as the density file, or if that is not
 * there the other way.  NULL: no memory. */
static char *name_beside(const char *file, name_part part, const struct directional_file *kind, const fence *within)
{
    const size_t size = strlen(file) + 16;
    char *const name = malloc(size);
    if (name == NULL)
        return NULL;
    const char letter[2] = {kind->letter, '\0'};
    const int before = (int)(part.at - file);
    snprintf(name, size, "%.*s%s%s", before, file, part.realtime ? kind->extension : letter, part.at + part.length);
    if (exists(name, within))
        return name;
    const size_t length = strlen(name);
    const bool zipped = length > 3 && strcmp(name + length - 3, ".gz") == 0;
    if (zipped)
        name[length - 3] = '\0';
    else
        memcpy(name + length, ".gz", 4);
    if (exists(name, within))
        return name;
    if (zipped)
        name[length - 3] = '.';
    else
        name[length] = '\0';
    return name;
}

static void free_names(char *names[DIRECTIONAL_FILES])
{
    for (int i = 0; i < DIRECTIONAL_FILES; ++i)
        free(names[i]);
}

/* Fills in the names; `*all` if the files are there.  None is a record without directions, some is an error. */
static flo_status find_directional(const char *file, const fence *within, char *names[DIRECTIONAL_FILES], bool *all)
{
    *all = false;
    const name_part part = find_part(file);
    if (part.at == NULL)
        return FLO_OK;
    int missing = 0;
    char list[1024] = "";
    for (int i = 0; i < DIRECTIONAL_FILES; ++i) {
        names[i] = name_beside(file, part, &directional_files[i], within);
        if (names[i] == NULL)
            return flo__fail(FLO_NO_MEMORY, "%s: no memory to read it", file);
        if (exists(names[i], within))
            continue;
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", missing > 0 ? ", " : "", names[i]);
        ++missing;
    }
    *all = missing == 0;
    if (missing == 0 || missing == DIRECTIONAL_FILES)
        return FLO_OK;
    return flo__fail(FLO_CANNOT_READ, "%s: of its four directional files these are missing: %s; all or none must be "
                                      "there", file, list);
}

/* ---- directional files given for the density ------------------------------------------------------------------- */

static bool is_station(const char *base)
{
    bool digit = false;
    for (int i = 0; i < 5; ++i) {
        if (!isalnum((unsigned char)base[i]))
            return false;
        digit = digit || is_digit(base[i]);
    }
    return digit;
}

/* Where the letter of a directional file stands in a historical name, its year behind it: after a station's five
 * characters; elsewhere only if there is a file of the same name with a w, for the name may be anybody's choice. */
static const char *find_directional_letter(const char *file, const fence *within)
{
    const char *const base = base_of(file);
    for (const char *at = strpbrk(base, "dijk"); at != NULL; at = strpbrk(at + 1, "dijk")) {
        if (!(is_digit(at[1]) && is_digit(at[2]) && is_digit(at[3]) && is_digit(at[4])))
            continue;
        if (at == base + 5 && is_station(base))
            return at;
        char *const density = strdup(file);
        if (density != NULL)
            density[at - file] = 'w';
        const bool found = density != NULL && exists(density, within);
        free(density);
        if (found)
            return at;
    }
    return NULL;
}

/* Where the extension of one of the realtime directional files stands, with or without .gz behind it. */
static const char *find_extension(const char *file, const char *extension)
{
    const size_t length = strlen(extension);
    const char *const found = strstr(base_of(file), extension);
    return found != NULL && (found[length] == '\0' || strcmp(found + length, ".gz") == 0) ? found : NULL;
}

static flo_status refuse_directional(const char *file, const fence *within)
{
    const char *const letter = find_directional_letter(file, within);
    for (int i = 0; i < DIRECTIONAL_FILES && exists(file, within); ++i) {
        const struct directional_file *const kind = &directional_files[i];
        const char *const extension = find_extension(file, kind->extension);
        if (extension == NULL && (letter == NULL || *letter != kind->letter))
            continue;
        const char *const at = extension != NULL ? extension : letter;
        return flo__fail(FLO_BAD_FILE, "%s holds %s; name the file of the spectrum, %.*s%s%s", file, kind->content,
                         (int)(at - file), file, extension != NULL ? ".data_spec" : "w",
                         at + (extension != NULL ? strlen(kind->extension) : 1));
    }
    return FLO_OK;
}

/* ---- records --------------------------------------------------------------------------------------------------- */

static ndbc_record *record_make(const ndbc_row *row)
{
    ndbc_record *record = calloc(1, sizeof *record);
    if (record == NULL)
        return NULL;
    const size_t bands = (size_t)row->bands;
    record->bands = row->bands;
    ndbc_format_time(row->minute, record->time);
    record->frequency = malloc((2 + DIRECTIONAL_FILES) * bands * sizeof *record->frequency); /* one block for all */
    if (record->frequency == NULL) {
        free(record);
        return NULL;
    }
    record->density = record->frequency + bands;
    memcpy(record->frequency, row->frequency, bands * sizeof *row->frequency);
    memcpy(record->density, row->value, bands * sizeof *row->value);
    return record;
}

static flo_status check_same_bands(const char *name, const ndbc_row *row, const char *file, const ndbc_record *record)
{
    if (row->bands != record->bands)
        return flo__fail(FLO_BAD_FILE, "%s: the record of %s has %d frequencies; in %s it has %d", name, record->time,
                         row->bands, file, record->bands);
    for (int i = 0; i < row->bands; ++i)
        if (row->frequency[i] != record->frequency[i])
            return flo__fail(FLO_BAD_FILE, "%s: frequency %d of the record of %s is %g Hz; in %s it is %g Hz", name,
                             i + 1, record->time, row->frequency[i], file, record->frequency[i]);
    return FLO_OK;
}

static flo_status read_directional(ndbc_record *record, const char *file, const fence *within, inputs *read,
                                   int64_t minute, ndbc_row *row)
{
    char *names[DIRECTIONAL_FILES] = {NULL};
    bool all = false;
    const double degree = 3.14159265358979323846 / 180;
    double *const values = record->density + record->bands;
    flo_status status = find_directional(file, within, names, &all);
    for (int i = 0; i < DIRECTIONAL_FILES && status == FLO_OK && all; ++i) {
        const ndbc_quantity quantity = directional_files[i].quantity;
        status = fence_check(within, names[i], names[i]);
        if (status == FLO_OK)
            status = inputs_add(read, names[i]);
        if (status == FLO_OK)
            status = ndbc_row_read(row, names[i], quantity, &minute);
        if (status == FLO_OK)
            status = check_same_bands(names[i], row, file, record);
        for (int b = 0; b < record->bands && status == FLO_OK; ++b)
            values[i * record->bands + b] = row->value[b] * (quantity == NDBC_ANGLE ? degree : 1);
    }
    if (status == FLO_OK && all) {
        record->directional = true;
        record->alpha1 = values;
        record->alpha2 = values + record->bands;
        record->r1 = values + 2 * record->bands;
        record->r2 = values + 3 * record->bands;
    }
    free_names(names);
    return status;
}

flo_status ndbc_read(ndbc_record **out, const char *file, const char *time)
{
    return ndbc_read_within(out, file, time, NULL, NULL);
}

flo_status ndbc_read_within(ndbc_record **out, const char *file, const char *time, const fence *within, inputs *read)
{
    *out = NULL;
    int64_t wanted = 0;
    flo_status status = time != NULL ? ndbc_parse_time(time, &wanted) : FLO_OK;
    if (status == FLO_OK)
        status = refuse_directional(file, within);
    if (status != FLO_OK)
        return status;
    ndbc_row *const row = malloc(sizeof *row);
    ndbc_record *record = NULL;
    if (row == NULL)
        return flo__fail(FLO_NO_MEMORY, "%s: no memory to read it", file);
    status = ndbc_row_read(row, file, NDBC_DENSITY, time != NULL ? &wanted : NULL);
    if (status != FLO_OK)
        goto cleanup;
    record = record_make(row);
    if (record == NULL) {
        status = flo__fail(FLO_NO_MEMORY, "%s: no memory for a record of %d bands", file, row->bands);
        goto cleanup;
    }
    status = read_directional(record, file, within, read, row->minute, row);
cleanup:
    free(row);
    if (status == FLO_OK)
        *out = record;
    else
        ndbc_free(record);
    return status;
}

void ndbc_free(ndbc_record *record)
{
    if (record != NULL)
        free(record->frequency);
    free(record);
}

flo_record_def ndbc_record_def(const ndbc_record *record)
{
    flo_record_def def = flo_default_record_def();
    def.bands = record->bands;
    def.frequency = record->frequency;
    def.density = record->density;
    def.alpha1 = record->alpha1;
    def.alpha2 = record->alpha2;
    def.r1 = record->r1;
    def.r2 = record->r2;
    return def;
}
