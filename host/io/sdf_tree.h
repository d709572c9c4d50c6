/* SPDX-License-Identifier: MIT
 *
 * XML as a tree of elements that know their line, within limits: what SDF, URDF and xacro files are read through.
 *
 * expat does the parsing.  Document types are refused, and entities with them; nothing else is opened. */
#ifndef FLO_IO_SDF_TREE_H
#define FLO_IO_SDF_TREE_H

#include "../internal.h"

enum {
    SDF_BYTES = 16 << 20,       /* of a file */
    SDF_NODES = 200000,         /* of a tree */
    SDF_TREE_BYTES = 64 << 20,  /* names, attributes and texts of a tree */
    SDF_DEPTH = 100
};

typedef struct sdf_attribute {
    const char *name, *value;
} sdf_attribute;

typedef struct sdf_node {
    const char *name;
    const char *text;           /* without the blanks around it; "" where there is none */
    const sdf_attribute *attributes;
    int attribute_count;
    int line;                   /* in the file, from 1 on */
    bool listed;                /* what of it is not read has been told */
    struct sdf_node *parent, *first, *last, *next;
} sdf_node;

typedef struct sdf_block sdf_block;

typedef struct sdf_tree {
    const char *file;           /* as given */
    sdf_node *root;             /* NULL in an empty tree */
    sdf_block *blocks;          /* where all of it lies */
    int nodes;
    size_t bytes;
} sdf_tree;

/* Reads a file: FLO_CANNOT_READ, FLO_BAD_FILE (no XML, or beyond the limits), FLO_NO_MEMORY. */
flo_status sdf_parse(sdf_tree *tree, const char *file);
void sdf_free_tree(sdf_tree *tree);

/* Makes an element, the last child of `parent`, or the root if that is NULL; its texts are copied.  NULL without memory
 * or beyond the limits, which sdf_no_room() then tells. */
sdf_node *sdf_add(sdf_tree *tree, sdf_node *parent, const char *name, int line);
const char *sdf_copy(sdf_tree *tree, const char *text, size_t length);
void *sdf_take(sdf_tree *tree, size_t size);
flo_status sdf_no_room(const sdf_tree *tree);

/* The first child of a name, or NULL; the value of an attribute, or NULL.  `node` may be NULL. */
const sdf_node *sdf_child(const sdf_node *node, const char *name);
const char *sdf_attribute_of(const sdf_node *node, const char *name);

/* FLO_BAD_FILE with "file:line: <name>: ", the line being the element's. */
flo_status sdf_fail(const sdf_tree *tree, const sdf_node *node, const char *format, ...) FLO_PRINTF(3, 4);

/* A text shortened and made printable, for messages. */
void sdf_show(const char *text, char *shown, size_t size);

#endif
