/* SPDX-License-Identifier: MIT
 *
 * Mappings against their tables: every key that is there must be known and right, every key that must be there is,
 * and what is left out takes its default.
 *
 * Keys that belong to the language but not to this version are judged like any other.  One with another value than its
 * default is only noted: a file is told that it is ahead of its time when nothing else is wrong with it. */
#include "yaml_parts.h"

#include <stdio.h>
#include <string.h>

/* ---- unknown keys ----------------------------------------------------------------------------------------------- */

enum { LONGEST_KEY = 32 };

static int smallest(int a, int b, int c)
{
    const int least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters must be put in, taken out, changed or exchanged with their neighbour to make one word of the other
 * (F. J. Damerau, 1964). */
static int distance(const char *one, const char *other)
{
    int cost[LONGEST_KEY + 1][LONGEST_KEY + 1] = {{0}};
    const int rows = (int)strlen(one), columns = (int)strlen(other);
    for (int i = 0; i <= rows; i++) cost[i][0] = i;
    for (int j = 0; j <= columns; j++) cost[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            const int change = one[i - 1] != other[j - 1];
            cost[i][j] = smallest(cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change);
            const bool exchanged = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if (exchanged) cost[i][j] = smallest(cost[i][j], cost[i - 2][j - 2] + 1, cost[i][j]);
        }
    }
    return cost[rows][columns];
}

static const char *find_nearest(const char *name, const yaml_key *keys)
{
    const size_t length = strlen(name);
    const char *nearest = NULL;
    int least = length < 4 ? 2 : length < 8 ? 3 : 4;
    for (; length <= LONGEST_KEY && keys->name; keys++) {
        const int letters = distance(name, keys->name);
        if (letters >= least) continue;
        least = letters;
        nearest = keys->name;
    }
    return nearest;
}

static flo_status refuse_unknown(const yaml_file *file, const yaml_node *child, const yaml_key *keys)
{
    char allowed[512] = "", value[96];
    size_t length = 0;
    yaml_show(child, value, sizeof value);
    for (const yaml_key *key = keys; key->name && length < sizeof allowed; key++)
        length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", length ? ", " : "", key->name);
    const char *nearest = find_nearest(child->key, keys);
    return yaml_fail_key(file, child, NULL, "unknown key, with the value %s; %s%s%sallowed here: %s", value,
                         nearest ? "did you mean " : "", nearest ? nearest : "", nearest ? "?  " : "", allowed);
}

static flo_status check_keys(const yaml_file *file, const yaml_node *map, const yaml_key *keys)
{
    for (const yaml_node *child = map->first; child; child = child->next) {
        const yaml_key *key = keys;
        while (key->name && strcmp(key->name, child->key) != 0) key++;
        if (!key->name) return refuse_unknown(file, child, keys);
    }
    return FLO_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static void set_default(const yaml_key *key, yaml_value *value)
{
    for (int i = 0; i < YAML_LENGTH; i++) value->number[i] = key->standard;
    value->count = key->type == YAML_COUNT ? (uint64_t)key->standard : 0;
    value->text = NULL;
}

static void store(const yaml_key *key, const yaml_value *value, void *into)
{
    char *at = (char *)into + key->at;
    const int length = key->length ? key->length : 1;
    int whole[YAML_LENGTH] = {0};
    for (int i = 0; i < length && (key->type == YAML_INT || key->type == YAML_WORD); i++)
        whole[i] = (int)value->number[i];
    switch (key->type) {
    case YAML_NUMBER:
    case YAML_ANGLE: memcpy(at, value->number, (size_t)length * sizeof(double)); break;
    case YAML_INT:
    case YAML_WORD: memcpy(at, whole, (size_t)length * sizeof(int)); break;
    case YAML_COUNT: memcpy(at, &value->count, sizeof value->count); break;
    case YAML_BOOL: *(bool *)(void *)at = value->number[0] != 0; break;
    case YAML_TEXT: memcpy(at, &value->text, sizeof value->text); break;
    default: break;
    }
}

flo_status yaml_read_value(yaml_file *file, const yaml_node *node, const yaml_key *key, void *into)
{
    yaml_value value;
    set_default(key, &value);
    flo_status status = yaml_parse_value(file, node, key, &value);
    if (!status && key->keys) status = yaml_read_map(file, node, key->keys, into);
    if (status) return status;
    store(key, &value, into);
    return FLO_OK;
}

flo_status yaml_read_row(yaml_file *file, const yaml_node *node, const yaml_key *row, const char *shape, void *into)
{
    int length = 0;
    while (row[length].name) length++;
    char shown[96];
    yaml_show(node, shown, sizeof shown);
    if (node->kind != YAML_LIST || node->count != length)
        return yaml_fail(file, node, "%s is not allowed; it must be %s", shown, shape);
    flo_status status = FLO_OK;
    for (const yaml_node *element = node->first; element && !status; element = element->next)
        status = yaml_read_value(file, element, row++, into);
    return status;
}

static flo_status refuse_missing(const yaml_file *file, const yaml_node *map, const yaml_key *key)
{
    char allowed[512] = "";
    yaml_describe(key, true, allowed, sizeof allowed);
    return yaml_fail_key(file, map, key->name, "missing; it must be %s", allowed);
}

flo_status yaml_read_map(yaml_file *file, const yaml_node *map, const yaml_key *keys, void *into)
{
    if (map && map->kind != YAML_MAP)
        return yaml_parse_value(file, map, &(yaml_key){.type = YAML_KEYS}, &(yaml_value){.count = 0});
    flo_status status = map ? check_keys(file, map, keys) : FLO_OK;
    for (const yaml_key *key = keys; !status && key->name; key++) {
        const yaml_node *node = yaml_get(map, key->name);
        if (node) {
            status = yaml_read_value(file, node, key, into);
        } else if (map && key->required) {
            status = refuse_missing(file, map, key);
        } else if (key->keys) {
            status = yaml_read_map(file, NULL, key->keys, into);
        } else {
            yaml_value value;
            set_default(key, &value);
            store(key, &value, into);
        }
    }
    return status;
}

/* ---- keys beside each other -------------------------------------------------------------------------------------- */

flo_status yaml_one_of(const yaml_file *file, const yaml_node *map, const char *const *names, bool required)
{
    char all[128] = "";
    const yaml_node *found = NULL, *second = NULL;
    for (const char *const *name = names; *name; name++) {
        const size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", length ? ", " : "", *name);
    }
    for (const yaml_node *child = map->first; child && !second; child = child->next) {
        for (const char *const *name = names; *name; name++) {
            if (strcmp(*name, child->key) != 0) continue;
            if (found) second = child;
            else found = child;
        }
    }
    if (second) {
        char why[160];
        snprintf(why, sizeof why, "give only one of %s", all);
        return yaml_exclude(file, second, found, why);
    }
    if (required && !found) return yaml_fail_key(file, map, NULL, "one of %s is missing", all);
    return FLO_OK;
}
