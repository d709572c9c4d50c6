/* SPDX-License-Identifier: MIT
 *
 * The text of SWAN's spectrum files: numbers, and lines that count; those that begin with $ or ! are comments. */
#include "csv.h"
#include "swan_parts.h"

#include <string.h>
#include <strings.h>

flo_status swan_line(text_file *text, bool *end)
{
    do {
        const flo_status status = text_line(text, end);
        if (status != FLO_OK || *end)
            return status;
    } while (*text->at == '\0' || *text->at == '$' || *text->at == '!');
    return FLO_OK;
}

flo_status swan_need_line(text_file *text, const char *what)
{
    bool end = false;
    const flo_status status = swan_line(text, &end);
    return status != FLO_OK || !end ? status : text_fail(text, "the file ends where %s must be", what);
}

bool swan_begins(text_file *text, const char *word)
{
    const char *const start = text->at;
    char found[TEXT_WORD];
    if (text_word(text, found) && strcasecmp(found, word) == 0)
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

flo_status swan_number(text_file *text, const char *what, double *value)
{
    char word[TEXT_WORD], copy[TEXT_WORD];
    if (!text_word(text, word))
        return text_fail(text, "the line ends where %s must be", what);
    memcpy(copy, word, sizeof copy);
    return parse(copy, value) ? FLO_OK : text_fail(text, "\"%s\" is no number; here %s must be", word, what);
}

flo_status swan_count(text_file *text, const char *what, int least, int most, int *value)
{
    double number = 0;
    const flo_status status = swan_number(text, what, &number);
    if (status != FLO_OK)
        return status;
    if (!(number >= least && number <= most) || number != (int)number)
        return text_fail(text, "%s is %.10g; it must be a whole number, %d to %d", what, number, least, most);
    *value = (int)number;
    return FLO_OK;
}
