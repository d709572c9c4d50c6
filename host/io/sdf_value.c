/* SPDX-License-Identifier: MIT
 *
 * What stands in ${...} of xacro: a name, or arithmetic with + - * / ** and brackets, pi, and a few functions. */
#include "csv.h"
#include "sdf_xacro.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double pi = 3.14159265358979323846;

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

typedef struct expression {
    const xacro_scope *scope;
    const char *at;
    int depth;
    bool good;
} expression;

static double read_sum(expression *e);

static const char *value_of(const xacro_scope *scope, const char *name, size_t length)
{
    for (; scope; scope = scope->outer)
        for (const xacro_value *v = scope->values; v; v = v->next)
            if (strlen(v->name) == length && strncmp(v->name, name, length) == 0) return v->value;
    return NULL;
}

static void skip_blanks(expression *e) { e->at += strspn(e->at, " \t\r\n"); }

static bool take(expression *e, const char *sign)
{
    skip_blanks(e);
    const size_t length = strlen(sign);
    if (strncmp(e->at, sign, length) != 0) return false;
    if (*sign == '*' && length == 1 && e->at[1] == '*') return false;
    e->at += length;
    return true;
}

static double fail(expression *e)
{
    e->good = false;
    return 0;
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    if (!isalpha((unsigned char)*at) && *at != '_') return 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.') length++;
    return length;
}

/* A number as a text has it; true and false count as 1 and 0. */
static double number_of(expression *e, const char *text)
{
    double value = 0;
    if (strcasecmp(text, "true") == 0) return 1;
    if (strcasecmp(text, "false") == 0) return 0;
    if (csv_parse_number(&text, &value) && !*text) return value;
    char *end;
    value = strtod(text, &end);
    return *text && !*end && isinf(value) ? value : fail(e);
}

static double call(expression *e, const char *name, size_t length)
{
    static const struct { const char *name; double (*of)(double); double factor; } functions[] = {
        { "sin", sin, 1 }, { "cos", cos, 1 }, { "tan", tan, 1 }, { "sqrt", sqrt, 1 }, { "abs", fabs, 1 },
        { "fabs", fabs, 1 }, { "radians", NULL, 3.14159265358979323846 / 180 }, { "degrees", NULL, 57.295779513082323 },
    };
    const double argument = read_sum(e);
    if (!take(e, ")")) return fail(e);
    if (strncmp(name, "math.", 5) == 0) name += 5, length -= 5;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, name, length) == 0)
            return functions[i].of ? functions[i].of(argument) : argument * functions[i].factor;
    return fail(e);
}

static double read_name(expression *e)
{
    const char *name = e->at;
    const size_t length = name_length(name);
    e->at += length;
    if (take(e, "(")) return call(e, name, length);
    const char *value = value_of(e->scope, name, length);
    if (value) return number_of(e, value);
    if ((length == 2 && strncmp(name, "pi", 2) == 0) || (length == 7 && strncmp(name, "math.pi", 7) == 0)) return pi;
    return fail(e);
}

static double read_atom(expression *e)
{
    double value = 0;
    if (e->depth >= XACRO_DEPTH) return fail(e);
    if (take(e, "(")) {
        e->depth++;
        value = read_sum(e);
        e->depth--;
        return take(e, ")") ? value : fail(e);
    }
    skip_blanks(e);
    if (name_length(e->at)) return read_name(e);
    /* Digits, point, exponent, and no sign: that is an operator. */
    char number[64];
    size_t length = strspn(e->at, "0123456789.");
    if (length && (e->at[length] == 'e' || e->at[length] == 'E')) {
        const size_t sign = e->at[length + 1] == '-' || e->at[length + 1] == '+';
        const size_t digits = strspn(e->at + length + 1 + sign, "0123456789");
        if (digits) length += 1 + sign + digits;
    }
    if (!length || length >= sizeof number) return fail(e);
    memcpy(number, e->at, length);
    number[length] = '\0';
    e->at += length;
    return number_of(e, number);
}

static double read_power(expression *e)
{
    if (e->depth >= XACRO_DEPTH) return fail(e);
    e->depth++;
    double value;
    if (take(e, "-")) {
        value = -read_power(e);
    } else if (take(e, "+")) {
        value = read_power(e);
    } else {
        value = read_atom(e);
        if (e->good && take(e, "**")) value = pow(value, read_power(e));
    }
    e->depth--;
    return value;
}

static double read_product(expression *e)
{
    double value = read_power(e);
    while (e->good) {
        if (take(e, "*")) value *= read_power(e);
        else if (take(e, "/")) value /= read_power(e);
        else break;
    }
    return value;
}

static double read_sum(expression *e)
{
    if (e->depth >= XACRO_DEPTH) return fail(e);
    e->depth++;
    double value = read_product(e);
    while (e->good) {
        if (take(e, "+")) value += read_product(e);
        else if (take(e, "-")) value -= read_product(e);
        else break;
    }
    e->depth--;
    return value;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* Evaluates what stands between the brackets; false if it has no value.  What is not finite stays as it stands, with
 * what it is: ${1/0 = inf}. */
static bool evaluate(const xacro_scope *scope, const char *inside, char result[XACRO_TEXT])
{
    const char *name = inside + strspn(inside, " \t\r\n");
    const size_t length = name_length(name);
    const char *value = length ? value_of(scope, name, length) : NULL;
    if (value && name[length + strspn(name + length, " \t\r\n")] == '\0') {
        snprintf(result, XACRO_TEXT, "%s", value);
        return true;
    }
    expression e = { scope, inside, 0, true };
    const double number = read_sum(&e);
    skip_blanks(&e);
    if (!e.good || *e.at) return false;
    if (isfinite(number)) csv_format_double(result, number);
    else snprintf(result, XACRO_TEXT, "${%.200s = %s}", inside, isnan(number) ? "nan" : "inf");
    return true;
}

static bool find_argument(const xacro_scope *scope, const char *inside, char result[XACRO_TEXT])
{
    if (strncmp(inside, "arg", 3) != 0 || !isspace((unsigned char)inside[3])) return false;
    const char *name = inside + 3 + strspn(inside + 3, " \t");
    const size_t length = strcspn(name, " \t");
    for (; scope; scope = scope->outer) {
        for (const xacro_value *v = scope->arguments; v; v = v->next) {
            if (strlen(v->name) != length || strncmp(v->name, name, length) != 0) continue;
            snprintf(result, XACRO_TEXT, "%s", v->value);
            return true;
        }
    }
    return false;
}

bool xacro_substitute(const xacro_scope *scope, const char *text, char result[XACRO_TEXT])
{
    size_t used = 0;
    char inside[XACRO_TEXT], value[XACRO_TEXT];
    while (*text) {
        const bool braces = text[0] == '$' && text[1] == '{', round = text[0] == '$' && text[1] == '(';
        const char *end = braces ? strchr(text, '}') : round ? strchr(text, ')') : NULL;
        size_t length = 1;
        const char *piece = text;
        if (end && end - text - 2 < XACRO_TEXT) {
            memcpy(inside, text + 2, (size_t)(end - text - 2));
            inside[end - text - 2] = '\0';
            const bool known = braces ? evaluate(scope, inside, value) : find_argument(scope, inside, value);
            piece = known ? value : text;
            length = known ? strlen(value) : (size_t)(end - text + 1);
            text = end + 1;
        } else {
            text++;
        }
        if (used + length >= XACRO_TEXT) return false;
        memcpy(result + used, piece, length);
        used += length;
    }
    result[used] = '\0';
    return true;
}

/* The first ${ or $( of a text, or NULL. */
static const char *find_left(const char *text)
{
    const char *open = strstr(text, "${"), *round = strstr(text, "$(");
    return !open || (round && round < open) ? round : open;
}

const char *xacro_reason(const char *text)
{
    const char *open = find_left(text), *end = open ? strchr(open, '}') : NULL;
    const bool infinite = end && end - open > 6 && (!strncmp(end - 6, " = inf", 6) || !strncmp(end - 6, " = nan", 6));
    return infinite ? "is not a finite number" : "has no value in this file; --define NAME=VALUE gives one";
}

bool xacro_is_left(const char *text, char name[64])
{
    const char *open = find_left(text);
    if (!open) return false;
    const char *end = strchr(open, open[1] == '{' ? '}' : ')');
    const size_t length = end ? (size_t)(end - open + 1) : strlen(open);
    char shown[64];
    snprintf(shown, sizeof shown, "%.*s", (int)(length < 63 ? length : 63), open);
    sdf_show(shown, name, 64);
    return true;
}
