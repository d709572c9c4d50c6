/* SPDX-License-Identifier: MIT
 *
 * The head of a SWAN spectrum file: times or none, places, frequencies, directions or none, and the quantities of the
 * tables that follow.  Counts are believed only as far as the lines that follow bear them out. */
#include "swan_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double degree = 3.14159265358979323846 / 180;

/* SWAN's own defaults: its files do not tell which water they were made for. */
static const double weight = 1025 * 9.81;

/* ---- lists ----------------------------------------------------------------------------------------------------- */

/* "... the file ends where location 3 of 12 must be": where in a list something is missing. */
static flo_status need_entry(text_file *text, const char *what, int i, int count)
{
    char place[96];
    snprintf(place, sizeof place, "%s %d of %d", what, i + 1, count);
    return swan_need_line(text, place);
}

static flo_status read_count(text_file *text, const char *what, int least, int most, int *count)
{
    flo_status status = swan_need_line(text, what);
    if (status == FLO_OK)
        status = swan_count(text, what, least, most, count);
    return status;
}

static flo_status read_places(text_file *text, swan_head *head)
{
    int room = 0;
    flo_status status = read_count(text, "the number of locations", 1, SWAN_PLACES, &head->places);
    for (int i = 0; i < head->places && status == FLO_OK; ++i) {
        if (i == room) {
            room = room == 0 ? 64 : 2 * room;
            double(*const grown)[2] = realloc(head->place, (size_t)room * sizeof *grown);
            if (grown == NULL)
                return flo__fail(FLO_NO_MEMORY, "%s: no memory for %d places", text->file, room);
            head->place = grown;
        }
        status = need_entry(text, "location", i, head->places);
        for (int k = 0; k < 2 && status == FLO_OK; ++k)
            status = swan_number(text, k == 0 ? "the x of a location" : "the y of a location", &head->place[i][k]);
    }
    return status;
}

/* `count` numbers, one a line. */
static flo_status read_list(text_file *text, const char *what, int least, int most, int *count, double **list)
{
    char number_of[48];
    snprintf(number_of, sizeof number_of, "the number of %s", what[0] == 'f' ? "frequencies" : "directions");
    flo_status status = read_count(text, number_of, least, most, count);
    if (status != FLO_OK)
        return status;
    *list = malloc((size_t)*count * sizeof **list);
    if (*list == NULL)
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for %d numbers", text->file, *count);
    for (int i = 0; i < *count && status == FLO_OK; ++i) {
        char where[64];         /* in both messages, unlike a location's */
        snprintf(where, sizeof where, "%s %d of %d", what, i + 1, *count);
        status = swan_need_line(text, where);
        if (status == FLO_OK)
            status = swan_number(text, where, &(*list)[i]);
    }
    return status;
}

static flo_status read_frequencies(text_file *text, swan_head *head)
{
    flo_status status = read_list(text, "frequency", 1, SWAN_BANDS, &head->bands, &head->frequency);
    const int first = text->number - head->bands;       /* near enough where comments stand between */
    for (int i = 0; i < head->bands && status == FLO_OK; ++i) {
        const double before = i > 0 ? head->frequency[i - 1] : 0;
        if (!(head->frequency[i] > before))
            status = flo__fail(FLO_BAD_FILE, "%s:%d: frequency %d is %.10g; it must be above %.10g Hz", text->file,
                               first + i + 1, i + 1, head->frequency[i], before);
    }
    return status;
}

double swan_from(swan_kind kind, double degrees)
{
    return (kind == SWAN_TOWARDS ? 270 - degrees : degrees) * degree;
}

static flo_status read_directions(text_file *text, swan_head *head, swan_kind kind)
{
    flo_status status = read_list(text, "direction", 3, SWAN_DIRECTIONS, &head->directions, &head->direction);
    const int first = text->number - head->directions;
    for (int i = 0; i < head->directions && status == FLO_OK; ++i) {
        double *const d = &head->direction[i];
        if (!(*d >= -360 && *d <= 360))
            return flo__fail(FLO_BAD_FILE, "%s:%d: direction %d is %.10g; it must be -360 to 360 degrees", text->file,
                             first + i + 1, i + 1, *d);
        *d = swan_from(kind, *d);
    }
    return status;
}

/* ---- quantities ------------------------------------------------------------------------------------------------ */

static const struct known {
    const char *name, *unit;
    bool plane;                 /* in a table of frequencies and directions */
    swan_kind kind;
    int per;                    /* degrees: 1 */
    bool energy;                /* J instead of m^2 */
} known[] = {
    {"VaDens", "m2/Hz/degr", true, SWAN_DENSITY, 1, false},
    {"VaDens", "m2/Hz/rad", true, SWAN_DENSITY, 0, false},
    {"EnDens", "J/m2/Hz/degr", true, SWAN_DENSITY, 1, true},
    {"EnDens", "J/m2/Hz/rad", true, SWAN_DENSITY, 0, true},
    {"VaDens", "m2/Hz", false, SWAN_DENSITY, 0, false},
    {"EnDens", "J/m2/Hz", false, SWAN_DENSITY, 0, true},
    {"NDIR", "degr", false, SWAN_FROM, 0, false},
    {"CDIR", "degr", false, SWAN_TOWARDS, 0, false},
    {"DSPRDEGR", "degr", false, SWAN_SPREAD, 0, false},
    {"DSPRD", "degr", false, SWAN_SPREAD, 0, false},
};

enum { KNOWN = sizeof known / sizeof *known };

/* The names, or the units of a name, that a table may have. */
static void list_allowed(bool plane, const char *name, char *list, size_t size)
{
    *list = '\0';
    const char *before = "";
    for (int i = 0; i < KNOWN; ++i) {
        if (known[i].plane != plane || (name != NULL && strcasecmp(known[i].name, name) != 0))
            continue;
        const char *const word = name != NULL ? known[i].unit : known[i].name;
        if (strcmp(word, before) == 0)
            continue;
        before = word;
        const size_t used = strlen(list);
        snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", word);
    }
}

static bool has_name(bool plane, const char *name)
{
    for (int i = 0; i < KNOWN; ++i)
        if (known[i].plane == plane && strcasecmp(known[i].name, name) == 0)
            return true;
    return false;
}

static flo_status read_quantity(text_file *text, const swan_head *head, swan_quantity *q)
{
    const bool plane = head->directions > 0;
    char unit[TEXT_WORD] = "", allowed[160];
    flo_status status = swan_need_line(text, "the name of a quantity");
    if (status != FLO_OK)
        return status;
    text_word(text, q->name);
    if (!has_name(plane, q->name)) {
        list_allowed(plane, NULL, allowed, sizeof allowed);
        return text_fail(text, "the quantity is \"%s\"; in a file %s directions it must be one of %s", q->name,
                         plane ? "with" : "without", allowed);
    }
    status = swan_need_line(text, "a unit");
    if (status != FLO_OK)
        return status;
    text_word(text, unit);
    int i = 0;
    while (i < KNOWN && !(known[i].plane == plane && strcasecmp(known[i].name, q->name) == 0
                          && strcasecmp(known[i].unit, unit) == 0))
        ++i;
    if (i == KNOWN) {
        list_allowed(plane, q->name, allowed, sizeof allowed);
        return text_fail(text, "the unit of %s is \"%s\"; it must be %s", q->name, unit, allowed);
    }
    q->kind = known[i].kind;
    q->factor = (known[i].per == 1 ? 1 / degree : 1) / (known[i].energy ? weight : 1);
    status = swan_need_line(text, "an exception value");
    return status != FLO_OK ? status : swan_number(text, "an exception value", &q->missing);
}

static bool has_kind(const swan_head *head, swan_kind kind)
{
    for (int i = 0; i < head->quantities; ++i)
        if (head->quantity[i].kind == kind)
            return true;
    return false;
}

static flo_status read_quantities(text_file *text, swan_head *head)
{
    int count = 0;
    const int most = head->directions > 0 ? 1 : SWAN_QUANTITIES;
    flo_status status = read_count(text, "the number of quantities", 1, most, &count);
    for (int i = 0; i < count && status == FLO_OK; ++i) {
        status = read_quantity(text, head, &head->quantity[i]);
        const swan_kind kind = head->quantity[i].kind;
        if (status == FLO_OK && (has_kind(head, kind) || (kind == SWAN_TOWARDS && has_kind(head, SWAN_FROM))
                                 || (kind == SWAN_FROM && has_kind(head, SWAN_TOWARDS))))
            status = text_fail(text, "there are two quantities for what %s is", head->quantity[i].name);
        head->quantities = i + 1;
    }
    if (status == FLO_OK && !has_kind(head, SWAN_DENSITY))
        status = text_fail(text, "none of the quantities is VaDens or EnDens; a spectrum needs one");
    return status;
}

/* ---- the head -------------------------------------------------------------------------------------------------- */

static flo_status read_first_line(text_file *text)
{
    bool end = false;
    int version = 0;
    flo_status status = swan_line(text, &end);
    if (status == FLO_OK && end)
        return flo__fail(FLO_BAD_FILE, "%s: the file is empty", text->file);
    if (status == FLO_OK && !swan_begins(text, "SWAN"))
        return text_fail(text, "a spectrum file of SWAN begins with the word SWAN; this does not");
    if (status == FLO_OK)
        status = swan_count(text, "the version", 1, 1, &version);
    return status;
}

static flo_status read_coding(text_file *text, swan_head *head)
{
    const flo_status status = read_count(text, "the time coding option", 1, 6, &head->coding);
    if (status == FLO_OK && !swan_knows_coding(head->coding))
        return text_fail(text, "the time coding option is %d, which has no date; it must be 1, 2, 3, 5 or 6",
                         head->coding);
    return status;
}

static flo_status read_section(text_file *text, swan_head *head, bool *last)
{
    char word[TEXT_WORD];
    const bool twice[] = {head->coding != 0, head->places != 0, head->bands != 0, head->directions != 0};
    const char *const before = text->at;
    text_word(text, word);
    text->at = before;
    int part = -1;
    flo_status status = FLO_OK;
    if (swan_begins(text, "TIME"))
        part = 0;
    else if (swan_begins(text, "LONLAT") || swan_begins(text, "LOCATIONS") || swan_begins(text, "LOCATION"))
        part = 1;
    else if (swan_begins(text, "AFREQ") || swan_begins(text, "RFREQ"))
        part = 2;
    else if (swan_begins(text, "NDIR") || swan_begins(text, "CDIR"))
        part = 3;
    else if (swan_begins(text, "QUANT"))
        part = 4;
    else
        return text_fail(text,
                         "\"%s\" is no section; the head of a file has TIME, LONLAT or LOCATIONS, AFREQ or RFREQ, "
                         "NDIR or CDIR, QUANT",
                         word);
    if (part < 4 && twice[part])
        return text_fail(text, "%s: there was such a section before", word);
    switch (part) {
    case 0: return read_coding(text, head);
    case 1:
        head->spherical = strcasecmp(word, "LONLAT") == 0;
        return read_places(text, head);
    case 2: return read_frequencies(text, head);
    case 3: return read_directions(text, head, strcasecmp(word, "CDIR") == 0 ? SWAN_TOWARDS : SWAN_FROM);
    default: break;
    }
    *last = true;
    if (head->places == 0 || head->bands == 0)
        status = text_fail(text, "QUANT comes before %s", head->places == 0 ? "LONLAT or LOCATIONS"
                                                                            : "AFREQ or RFREQ");
    return status != FLO_OK ? status : read_quantities(text, head);
}

flo_status swan_read_head(text_file *text, swan_head *head)
{
    *head = (swan_head){0};
    bool last = false;
    flo_status status = read_first_line(text);
    while (status == FLO_OK && !last) {
        status = swan_need_line(text, "a section of the head, up to QUANT,");
        if (status == FLO_OK)
            status = read_section(text, head, &last);
    }
    return status;
}

void swan_free_head(swan_head *head)
{
    free(head->place);
    free(head->frequency);
    free(head->direction);
}
