/* SPDX-License-Identifier: MIT
 *
 * What the files of the YAML reader share among themselves. */
#ifndef FLO_IO_YAML_PARTS_H
#define FLO_IO_YAML_PARTS_H

#include "yaml.h"

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* One value out of its node, before it is put where it belongs. */
typedef struct yaml_value {
    double number[YAML_LENGTH];     /* of numbers, angles (rad), integers, words (index) and bools (0 or 1) */
    uint64_t count;                 /* of YAML_COUNT */
    const char *text;
} yaml_value;

/* Understands a scalar, or a list of numbers, as what `key` allows. */
flo_status yaml_parse_value(const yaml_file *file, const yaml_node *node, const yaml_key *key, yaml_value *value);

/* Nothing, `null` or `~`. */
bool yaml_is_null(const yaml_node *node);

/* What a key allows: "a whole number, 1 to 16", or "1 to 16" where the noun is not wanted. */
void yaml_describe(const yaml_key *key, bool with_noun, char *text, size_t size);

/* ---- making trees ------------------------------------------------------------------------------------------------ */

/* Parses `size` bytes to a tree without a parent.  `set` is the assignment they come from, or NULL. */
flo_status yaml_parse(yaml_file *file, const char *bytes, size_t size, const char *set, yaml_node **root);

/* Memory of the file, zeroed; NULL if there is no more. */
void *yaml_allocate(yaml_file *file, size_t size);
const char *yaml_copy_text(yaml_file *file, const char *text, size_t length);

/* Says why one of the two gave nothing: there is no memory, or the file may take no more. */
flo_status yaml_no_room(const yaml_file *file);

/* A node at the end of its parent's children, if it has one.  FLO_BAD_FILE: more of them than YAML_NODES. */
flo_status yaml_add_node(yaml_file *file, yaml_node *parent, const yaml_node *like, yaml_node **out);

/* Gives `to`, which has none, copies of the children of `from`, down to the leaves. */
flo_status yaml_copy_tree(yaml_file *file, yaml_node *to, const yaml_node *from);

int yaml_depth(const yaml_node *node);

#endif
