/* SPDX-License-Identifier: MIT
 *
 * Complaints about a YAML file: where something stands, what was written there, what would be allowed.
 *
 * Everything written by a stranger is shortened and its control characters are replaced, so that a message stays one
 * readable line. */
#include "yaml_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_BYTES = 72, PATH_BYTES = 400, MESSAGE_BYTES = 1024 };

/* A text under construction in a buffer of limited size. */
typedef struct words {
    char *text;
    size_t size, length;
} words;

static void add(words *to, const char *text)
{
    for (; *text && to->length + 1 < to->size; text++) {
        const unsigned char c = (unsigned char)*text;
        to->text[to->length++] = c < 0x20 || c == 0x7f ? '?' : (char)c;
    }
    to->text[to->length] = 0;
}

/* Takes back the bytes of a character of UTF-8 that was cut in two, and says that there was more. */
static void add_dots(words *to)
{
    if (to->size < 8 || to->length + 4 < to->size) return;
    to->length = to->size - 4;
    while (to->length && ((unsigned char)to->text[to->length] & 0xc0) == 0x80) to->length--;
    memcpy(to->text + to->length, "...", 4);
}

static void add_path(words *to, const yaml_node *node)
{
    const yaml_node *chain[2 * YAML_DEPTH];
    int depth = 0;
    for (; node && node->parent && depth < 2 * YAML_DEPTH; node = node->parent) chain[depth++] = node;
    while (depth--) {
        if (chain[depth]->key) {
            if (to->length) add(to, ".");
            add(to, chain[depth]->key);
        } else {
            int index = 0;
            const yaml_node *sibling = chain[depth]->parent->first;
            for (; sibling != chain[depth]; sibling = sibling->next) index++;
            char number[16];
            snprintf(number, sizeof number, "[%d]", index);
            add(to, number);
        }
    }
}

static void show_origin(const yaml_file *file, const yaml_node *node, bool of_key, words *to)
{
    char line[16] = "";
    if (!node->set) snprintf(line, sizeof line, ":%d", of_key && node->key_line ? node->key_line : node->line);
    to->size -= sizeof line;
    add(to, node->set ? "--set " : file->name);
    add(to, node->set ? node->set : "");
    add_dots(to);
    to->size += sizeof line;
    add(to, line);
}

static void show_where(const yaml_file *file, const yaml_node *node, bool of_key, const char *key, words *to)
{
    char origin_text[PATH_BYTES] = "", path_text[PATH_BYTES] = "";
    words origin = {origin_text, sizeof origin_text, 0}, path = {path_text, sizeof path_text, 0};
    show_origin(file, node, of_key, &origin);
    add_path(&path, node);
    if (key && path.length) add(&path, ".");
    if (key) add(&path, key);
    add_dots(&path);
    add(to, origin_text);
    if (path.length) add(to, ": ");
    add(to, path_text);
}

void yaml_where(const yaml_file *file, const yaml_node *node, char *text, size_t size)
{
    words to = {text, size, 0};
    show_where(file, node, true, NULL, &to);
}

flo_status yaml_blame(const yaml_file *file, const yaml_node *node, flo_status status)
{
    char where[2 * PATH_BYTES] = "";
    yaml_where(file, node, where, sizeof where);
    return flo__fail_more(status == FLO_BAD_VALUE ? FLO_BAD_FILE : status, "%s", where);
}

flo_status yaml_fail(const yaml_file *file, const yaml_node *node, const char *format, ...)
{
    char where[2 * PATH_BYTES] = "", message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    show_where(file, node, false, NULL, &(words){where, sizeof where, 0});
    return flo__fail(FLO_BAD_FILE, "%s: %s", where, message);
}

flo_status yaml_fail_key(const yaml_file *file, const yaml_node *node, const char *key, const char *format, ...)
{
    char where[2 * PATH_BYTES] = "", message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    show_where(file, node, true, key, &(words){where, sizeof where, 0});
    return flo__fail(FLO_BAD_FILE, "%s: %s", where, message);
}

static void add_value(words *to, const yaml_node *node)
{
    if (node->kind == YAML_SCALAR) {
        if (node->quoted) add(to, "\"");
        add(to, node->text);
        if (node->quoted) add(to, "\"");
        return;
    }
    add(to, node->kind == YAML_LIST ? "[" : "{");
    for (const yaml_node *child = node->first; child && to->length + 1 < to->size; child = child->next) {
        if (child->key) {
            add(to, child->key);
            add(to, ": ");
        }
        add_value(to, child);
        if (child->next) add(to, ", ");
    }
    add(to, node->kind == YAML_LIST ? "]" : "}");
}

void yaml_show(const yaml_node *node, char *text, size_t size)
{
    words to = {text, size < SHOWN_BYTES ? size : SHOWN_BYTES, 0};
    add_value(&to, node);
    add_dots(&to);
}

flo_status yaml_exclude(const yaml_file *file, const yaml_node *node, const yaml_node *other, const char *why)
{
    char value[SHOWN_BYTES] = "", path[PATH_BYTES] = "", line[24] = "of a --set";
    yaml_show(node, value, sizeof value);
    add_path(&(words){path, sizeof path, 0}, other);
    if (!other->set) snprintf(line, sizeof line, "on line %d", other->key_line ? other->key_line : other->line);
    return yaml_fail_key(file, node, NULL, "%s is not allowed beside %s %s; %s", value, path, line, why);
}

/* "above 0", "0 or more", "1 to 16", or nothing for any number. */
static void add_range(words *to, const yaml_range *range, bool below)
{
    char text[96] = "";
    const bool top = isfinite(range->most);
    char most[32];
    if (range->most == 0x1p64) snprintf(most, sizeof most, "2^64 - 1");     /* of a count, which strtoull bounds */
    else snprintf(most, sizeof most, "%.10g", range->most);
    if (range->above && top)
        snprintf(text, sizeof text, "above %.10g and %s %s", range->least, below ? "below" : "at most", most);
    else if (range->above) snprintf(text, sizeof text, "above %.10g", range->least);
    else if (top) snprintf(text, sizeof text, "%.10g to %s", range->least, most);
    else if (isfinite(range->least)) snprintf(text, sizeof text, "%.10g or more", range->least);
    add(to, text);
}

static void add_words(words *to, const char *const *list)
{
    for (int i = 0; list[i]; i++) {
        add(to, i == 0 ? "" : list[i + 1] ? ", " : " or ");
        add(to, list[i]);
    }
}

void yaml_describe(const yaml_key *key, bool with_noun, char *text, size_t size)
{
    static const char *const one[] = {"a number", "a number of degrees", "a whole number", "a whole number",
                                      "true or false", "", "a text", "a mapping", "a list"};
    static const char *const many[] = {"numbers", "numbers of degrees", "whole numbers", "whole numbers"};
    words to = {text, size, 0};
    if (key->length) {
        char count[32];
        snprintf(count, sizeof count, "a list of %d ", key->length);
        add(&to, count);
        add(&to, many[key->type]);
    } else if (key->type != YAML_WORD && (with_noun || !key->range)) {
        add(&to, one[key->type]);
    }
    if (key->range) {
        if (to.length && (isfinite(key->range->least) || key->range->above)) add(&to, key->length ? ", each " : ", ");
        add(&to, key->or_zero ? "0, or " : "");
        add_range(&to, key->range, key->below);
    }
    if (key->infinite) add(&to, " or .inf");
    if (key->or_none) add(&to, " or none");
    if (key->type == YAML_WORD) add_words(&to, key->words);
}
