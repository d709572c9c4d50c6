/* SPDX-License-Identifier: MIT
 *
 * Single values: what a scalar, or a list of numbers, means.
 *
 * This is the core schema of YAML 1.2 without its surprises.  A number is decimal, with or without an exponent, from
 * its first character to its last; leading zeros, which other readers take for octal, are refused, and so are 0x10,
 * 1_000, .nan, and .inf where the key does not say so.  Quotes make text, and text is never a number. */
#include "yaml_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const yaml_range yaml_above_0 = {0, INFINITY, true};
const yaml_range yaml_not_negative = {0, INFINITY, false};
const yaml_range yaml_share = {0, 1, false};

static bool is_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(text, *words) == 0) return true;
    return false;
}

bool yaml_is_null(const yaml_node *node)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
    return node->kind == YAML_SCALAR && !node->quoted && is_one_of(node->text, nulls);
}

static bool is_infinite(const char *text)
{
    static const char *const infinities[] = {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", NULL};
    return is_one_of(text, infinities);
}

static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* A sign, digits without a needless zero before them, and nothing else. */
static bool is_whole(const char *text)
{
    if (*text == '+' || *text == '-') text++;
    const size_t digits = count_digits(text);
    return digits && !text[digits] && (digits == 1 || *text != '0');
}

static bool is_number(const char *text)
{
    if (*text == '+' || *text == '-') text++;
    const size_t before = count_digits(text);
    if (before > 1 && *text == '0') return false;
    text += before;
    size_t after = 0;
    if (*text == '.') {
        after = count_digits(++text);
        text += after;
    }
    if (before + after == 0) return false;
    if (*text == 'e' || *text == 'E') {
        text++;
        if (*text == '+' || *text == '-') text++;
        const size_t exponent = count_digits(text);
        if (!exponent) return false;
        text += exponent;
    }
    return !*text;
}

/* Whether a plain scalar would be something else than text to any reader of the core schema. */
static bool looks_like_no_text(const yaml_node *node)
{
    static const char *const others[] = {"true", "True", "TRUE", "false", "False", "FALSE", ".nan", ".NaN", ".NAN",
                                         "-.inf", "-.Inf", "-.INF", NULL};
    return !node->quoted && (is_number(node->text) || is_infinite(node->text) || is_one_of(node->text, others));
}

static flo_status refuse(const yaml_file *file, const yaml_node *node, const yaml_key *key, bool with_noun)
{
    char shown[96], allowed[512] = "";
    yaml_show(node, shown, sizeof shown);
    yaml_describe(key, with_noun, allowed, sizeof allowed);
    if (yaml_is_null(node)) return yaml_fail(file, node, "nothing is given; it must be %s", allowed);
    const bool unquote = node->kind == YAML_SCALAR && node->quoted && key->type < YAML_WORD;
    return yaml_fail(file, node, "%s is not allowed; it must be %s%s", shown, allowed,
                     unquote ? ", without quotes" : "");
}

static bool in_range(double x, const yaml_key *key)
{
    const yaml_range *range = key->range;
    if (isinf(x)) return key->infinite && x > 0;
    if (key->or_zero && x == 0) return true;
    return !range || ((range->above ? x > range->least : x >= range->least) &&
                      (key->below ? x < range->most : x <= range->most));
}

/* Radians.  What is beyond one and a half turns is reduced, in degrees, where that is exact: the library takes headings
 * up to two turns, and a spectrum's waves stray half a turn from its own.  Less is left alone: a record's waves have up
 * to one and a half turns, and `flotilla sea` looks for the degrees that read back as the same radians. */
static double radians(double degrees)
{
    return (fabs(degrees) > 540 ? remainder(degrees, 360) : degrees) / 180 * 3.14159265358979323846;
}

static flo_status parse_number(const yaml_file *file, const yaml_node *node, const yaml_key *key, double *number)
{
    const bool whole = key->type == YAML_INT || key->type == YAML_COUNT;
    const bool infinite = key->infinite && node->kind == YAML_SCALAR && is_infinite(node->text);
    if (node->kind != YAML_SCALAR || node->quoted) return refuse(file, node, key, true);
    if (!infinite && !(whole ? is_whole(node->text) : is_number(node->text))) return refuse(file, node, key, true);
    const double x = infinite ? INFINITY : strtod(node->text, NULL);
    if (isinf(x) && !infinite) return refuse(file, node, key, true);
    if (!in_range(x, key)) return refuse(file, node, key, false);
    *number = key->type == YAML_ANGLE ? radians(x) : x;
    return FLO_OK;
}

static flo_status parse_count(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value)
{
    const flo_status status = parse_number(file, node, key, value->number);
    if (status) return status;
    errno = 0;
    value->count = strtoull(node->text, NULL, 10);
    return errno ? refuse(file, node, key, false) : FLO_OK;
}

static flo_status parse_list(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value)
{
    if (node->kind != YAML_LIST || node->count != key->length) return refuse(file, node, key, true);
    yaml_key element = *key;
    element.length = 0;
    int i = 0;
    for (const yaml_node *child = node->first; child; child = child->next) {
        const flo_status status = parse_number(file, child, &element, &value->number[i++]);
        if (status) return status;
    }
    return FLO_OK;
}

static flo_status parse_bool(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value)
{
    static const char *const yes[] = {"true", "True", "TRUE", NULL}, *const no[] = {"false", "False", "FALSE", NULL};
    if (node->kind != YAML_SCALAR || node->quoted) return refuse(file, node, key, true);
    if (!is_one_of(node->text, yes) && !is_one_of(node->text, no)) return refuse(file, node, key, true);
    value->number[0] = is_one_of(node->text, yes);
    return FLO_OK;
}

static flo_status parse_word(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value)
{
    for (int i = 0; node->kind == YAML_SCALAR && key->words[i]; i++) {
        if (strcmp(node->text, key->words[i]) != 0) continue;
        value->number[0] = i;
        return FLO_OK;
    }
    return refuse(file, node, key, true);
}

static bool is_none(const yaml_node *node)
{
    return node->kind == YAML_SCALAR && !node->quoted && strcmp(node->text, "none") == 0;
}

const yaml_node *yaml_rows(const yaml_node *map, const char *key)
{
    const yaml_node *node = yaml_get(map, key);
    return node && node->kind == YAML_LIST ? node : NULL;
}

static flo_status parse_text(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value)
{
    if (node->kind != YAML_SCALAR || yaml_is_null(node)) return refuse(file, node, key, true);
    if (!*node->text) return yaml_fail(file, node, "an empty text is not allowed");
    if (looks_like_no_text(node))
        return yaml_fail(file, node, "%s is not a text; put it in quotes if it is meant as one", node->text);
    value->text = node->text;
    return FLO_OK;
}

flo_status yaml_parse_value(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value)
{
    if (key->length) return parse_list(file, node, key, value);
    switch (key->type) {
    case YAML_COUNT: return parse_count(file, node, key, value);
    case YAML_BOOL: return parse_bool(file, node, key, value);
    case YAML_WORD: return parse_word(file, node, key, value);
    case YAML_TEXT: return parse_text(file, node, key, value);
    case YAML_KEYS: return node->kind == YAML_MAP ? FLO_OK : refuse(file, node, key, true);
    case YAML_ROWS:
        return node->kind == YAML_LIST || (key->or_none && is_none(node)) ? FLO_OK : refuse(file, node, key, true);
    default: return parse_number(file, node, key, value->number);
    }
}
