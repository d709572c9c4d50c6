/* SPDX-License-Identifier: MIT
 *
 * xacro, the macro language in which ROS writes its robots, as far as one file goes: properties, arguments, ${...} with
 * arithmetic, conditions, and macros with defaults.  A macro that the file defines and never calls is put in once, with
 * its defaults, at the end.  Other files are not opened.
 *
 * What has no value stays as it stands, "${name}/base_link": whoever needs it says so (xacro_is_left). */
#ifndef FLO_IO_SDF_XACRO_H
#define FLO_IO_SDF_XACRO_H

#include "sdf_tree.h"

enum { XACRO_TEXT = 4096, XACRO_DEPTH = 32, XACRO_STEPS = 1000000, XACRO_LEFT = 32 };

typedef struct sdf_expansion {
    sdf_tree tree;                      /* without xacro's elements, but for those that could not be followed */
    char left[XACRO_LEFT][160];         /* what those are, "xacro:include common.xacro (line 3)" */
    int left_count;
} sdf_expansion;

/* Expands a tree; `defines` are "NAME=VALUE", which go before the file's own arguments and properties.  To be freed
 * with sdf_free_tree whatever came back. */
flo_status sdf_expand(sdf_expansion *out, const sdf_tree *source, const char *const *defines, int define_count);

/* ---- values (sdf_value.c) ---------------------------------------------------------------------------------------- */

typedef struct xacro_value {            /* a name and what it stands for */
    const char *name, *value;
    struct xacro_value *next;
} xacro_value;

typedef struct xacro_scope {
    xacro_value *values;                /* the latest first */
    xacro_value *arguments;             /* of $(arg NAME) */
    const struct xacro_scope *outer;
} xacro_scope;

/* Puts values for ${...} and $(arg ...) into a text; false if the result is longer than XACRO_TEXT. */
bool xacro_substitute(const xacro_scope *scope, const char *text, char result[XACRO_TEXT]);

/* Whether a text still has ${...} or $(...) in it; then `name` is the first word in it that has no value. */
bool xacro_is_left(const char *text, char name[64]);

/* What is wrong with that word: what follows its name in a message. */
const char *xacro_reason(const char *text);

#endif
