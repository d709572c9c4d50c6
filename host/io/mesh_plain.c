/* SPDX-License-Identifier: MIT
 *
 * See mesh_plain.h. */
#include "mesh_plain.h"

#include "csv.h"

#include <float.h>
#include <math.h>
#include <string.h>

bool mesh_word_is(mesh_word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

const char *mesh_word_show(mesh_word word, char shown[MESH_SHOWN])
{
    const size_t length = word.length < MESH_SHOWN ? word.length : MESH_SHOWN - 1;
    for (size_t i = 0; i < length; i++) shown[i] = word.at[i] > ' ' && word.at[i] <= '~' ? word.at[i] : '?';
    shown[length] = '\0';
    return shown;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* What assimp takes of a number, whose parts it reads as integers of 64 bits and scales by a power of ten that is a
 * float: of digits before the point, of digits behind it, and of an exponent. */
enum { WHOLE_DIGITS = 18, FRACTION_DIGITS = 15, LARGEST_POWER = 38 };

/* Below it, m, a place is as good as 0; it is far above the powers that a float has no more. */
#define SMALLEST 1e-30

typedef struct number {
    size_t whole, fraction;         /* digits before and behind the point */
    bool begins_with_zero, has_exponent;
    int exponent;                   /* without its sign, or some number above 999 */
} number;

static size_t digits_at(const char *at, const char *end)
{
    size_t count = 0;
    while (at + count < end && at[count] >= '0' && at[count] <= '9') count++;
    return count;
}

static bool split(mesh_word word, number *n)
{
    const char *at = word.at, *const end = word.at + word.length;
    *n = (number){ 0 };
    at += at < end && (*at == '-' || *at == '+');
    n->whole = digits_at(at, end);
    n->begins_with_zero = n->whole == 0 || *at == '0';
    at += n->whole;
    if (at < end && *at == '.') {
        n->fraction = digits_at(++at, end);
        at += n->fraction;
    }
    n->has_exponent = at < end && (*at == 'e' || *at == 'E');
    if (n->whole + n->fraction == 0 || !n->has_exponent) return n->whole + n->fraction > 0 && at == end;
    at++;
    at += at < end && (*at == '-' || *at == '+');
    const size_t digits = digits_at(at, end);
    for (size_t i = 0; i < digits && n->exponent < 1000; i++) n->exponent = n->exponent * 10 + at[i] - '0';
    return digits > 0 && at + digits == end;
}

mesh_reading mesh_word_number(mesh_word word, char text[MESH_NUMBER])
{
    number n;
    if (!split(word, &n)) return MESH_NO_NUMBER;
    if (n.whole <= WHOLE_DIGITS && !n.has_exponent) return MESH_AS_IT_IS;
    const char *at = word.at;
    double value;
    if (!csv_parse_number(&at, &value) || fabs(value) > (double)FLT_MAX) return MESH_TOO_LARGE;
    if (n.whole <= WHOLE_DIGITS && n.exponent <= LARGEST_POWER &&
        (n.fraction <= FRACTION_DIGITS || !n.begins_with_zero)) {
        return MESH_AS_IT_IS;
    }
    csv_format_float(text, fabs(value) < SMALLEST ? 0 : (float)value);
    char *const plus = strchr(text, '+');
    if (plus) memmove(plus, plus + 1, strlen(plus));
    return MESH_REWRITTEN;
}

flo_status mesh_word_refuse(const mesh_source *source, size_t line, mesh_word word, mesh_reading reading)
{
    char shown[MESH_SHOWN];
    mesh_word_show(word, shown);
    if (reading == MESH_TOO_LARGE) {
        return flo__fail(FLO_BAD_FILE, "%s:%zu: %s is too large for a place; it must be within %g", source->path, line,
                         shown, (double)FLT_MAX);
    }
    return flo__fail(FLO_BAD_FILE, "%s:%zu: \"%s\" is no number; here must be decimals, with a point", source->path,
                     line, shown);
}
