/* SPDX-License-Identifier: MIT
 *
 * Assignments over a YAML file: "hulls.boat.mass=900", "sea.waves.1.amplitude=2".
 *
 * The tree is changed before any table looks at it, so an assignment is judged exactly as if it stood in the file.
 * An element of a list may also be written as complaints write it: "sea.waves[1].amplitude". */
#include "yaml_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct assignment {
    yaml_file *file;
    const char *text;           /* the whole */
    const char *part;           /* where the part begins that was taken last */
    const char *rest, *end;     /* the path that is left, and where it ends */
} assignment;

/* The next part of the path, or NULL at its end or without memory. */
static const char *take_part(assignment *a)
{
    const char *from = a->part = a->rest;
    while (a->rest < a->end && *a->rest != '.' && *a->rest != '[') a->rest++;
    const size_t length = (size_t)(a->rest - from);
    if (a->rest < a->end) a->rest++;
    return yaml_copy_text(a->file, from, length && from[length - 1] == ']' ? length - 1 : length);
}

/* "bodies.throttle" is most likely meant for an element: says how the first one's is written. */
static flo_status refuse_element(const assignment *a, const yaml_node *list, const char *part)
{
    const bool key = list->count && list->first->kind == YAML_MAP && a->rest == a->end && part[0] &&
                     !strpbrk(part, "0123456789") && a->part > a->text && a->part[-1] == '.';
    char instead[160] = "";
    const int before = (int)(a->part - a->text);
    if (key) snprintf(instead, sizeof instead, "; write %.*s0.%s", before, a->text, part);
    return flo__fail(FLO_BAD_FILE, "--set %s: %s is not allowed; the list has %d elements, counted from 0%s", a->text,
                     part, list->count, instead);
}

static flo_status find_element(const assignment *a, const yaml_node *list, const char *part, yaml_node **found)
{
    char *end;
    const unsigned long index = strtoul(part, &end, 10);
    const bool digits = part[0] && strspn(part, "0123456789") == strlen(part);
    if (!digits || index >= (unsigned long)list->count)
        return refuse_element(a, list, part);
    *found = list->first;
    for (unsigned long i = 0; i < index; i++) *found = (*found)->next;
    return FLO_OK;
}

/* The child of that name, made if it is not there. */
static flo_status find_child(const assignment *a, yaml_node *parent, const char *part, yaml_node **found)
{
    if (parent->kind == YAML_LIST) return find_element(a, parent, part, found);
    if (parent->kind == YAML_SCALAR && !yaml_is_null(parent))
        return flo__fail(FLO_BAD_FILE, "--set %s: there is no %s; what should hold it is %.72s", a->text, part,
                         parent->text);
    parent->kind = YAML_MAP;
    *found = parent->first;
    while (*found && strcmp((*found)->key, part) != 0) *found = (*found)->next;
    if (*found) return FLO_OK;
    const yaml_node like = {.kind = YAML_SCALAR, .text = "", .key = part, .set = a->text};
    return yaml_add_node(a->file, parent, &like, found);
}

/* Puts a value in the place of a node, which keeps its key and its neighbours. */
static void replace(yaml_node *node, const yaml_node *value, const char *set)
{
    node->kind = value->kind;
    node->quoted = value->quoted;
    node->line = value->line;
    node->count = value->count;
    node->text = value->text;
    node->set = set;
    node->first = value->first;
    node->last = value->last;
    for (yaml_node *child = node->first; child; child = child->next) child->parent = node;
}

flo_status yaml_set(yaml_file *file, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return flo__fail(FLO_BAD_VALUE, "--set %s is not allowed; it must be KEY=VALUE", text);
    const char *copy = yaml_copy_text(file, text, strlen(text));
    if (!copy) return flo__fail(FLO_NO_MEMORY, "--set %s: not enough memory", text);
    assignment a = {file, copy, copy, copy, copy + (equals - text)};
    yaml_node *node = file->root, *value = NULL;
    flo_status status = FLO_OK;
    for (int depth = 0; !status && a.rest < a.end; depth++) {
        if (depth == YAML_DEPTH)
            return flo__fail(FLO_BAD_FILE, "--set %s: %.*s is not allowed; a key has 1 to %d parts with dots between "
                             "them", text, (int)(equals - text), text, YAML_DEPTH);
        const char *part = take_part(&a);
        if (!part) return flo__fail(FLO_NO_MEMORY, "--set %s: not enough memory", text);
        status = find_child(&a, node, part, &node);
    }
    const char *written = equals + 1;
    const bool nothing = strspn(written, " \t") == strlen(written);
    if (!status && !nothing) status = yaml_parse(file, written, strlen(written), copy, &value);
    if (!status) replace(node, nothing ? &(yaml_node){.kind = YAML_SCALAR, .text = ""} : value, copy);
    return status;
}
