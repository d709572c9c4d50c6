/* SPDX-License-Identifier: MIT
 *
 * A strict reader of YAML 1.2: one document becomes a tree of nodes that know their line, and tables of keys say what
 * may stand where.
 *
 * libfyaml does the parsing; its events are turned into our own tree, because only so the number of nodes, the depth
 * and what aliases unfold to stay bounded, and every complaint can name file, line, key and value.
 *
 * Scalars follow the core schema of YAML 1.2, and less of it: numbers are decimal, without leading zeros; tags, merge
 * keys and keys that are not text are refused.
 *
 * yaml.c parses, yaml_tree.c keeps the tree, yaml_set.c changes it, yaml_say.c puts complaints into words, yaml_value.c
 * understands single values, yaml_key.c holds mappings against their tables. */
#ifndef FLO_IO_YAML_H
#define FLO_IO_YAML_H

#include "../internal.h"

/* ---- the tree --------------------------------------------------------------------------------------------------- */

typedef enum yaml_kind { YAML_SCALAR = 0, YAML_LIST = 1, YAML_MAP = 2 } yaml_kind;

typedef struct yaml_node {
    yaml_kind kind;
    bool quoted;                /* a scalar in quotes, or a block of text: text, whatever it looks like */
    int line, key_line;         /* of the value and of its key, from 1 on */
    int count;                  /* children */
    const char *key;            /* NULL in a list and at the root */
    const char *text;           /* of a scalar */
    const char *set;            /* the assignment it comes from; NULL: the file */
    struct yaml_node *parent, *first, *last, *next;
} yaml_node;

/* Limits of one file.  The depth is far above what any table has; the nodes are those of 2.5 million points. */
enum {
    YAML_BYTES = 64 << 20,
    YAML_NODES = 10000000,
    YAML_ALIAS_NODES = 1000000, /* made by aliases */
    YAML_DEPTH = 32
};

typedef struct yaml_block yaml_block;

/* How much memory a file may take, as text and as a tree. */
typedef struct yaml_limit {
    double bytes;
    const char *words;          /* "--max-memory allows 4096 bytes", for messages */
} yaml_limit;

typedef struct yaml_file {
    char *name;                 /* as given */
    yaml_node *root;
    yaml_block *blocks;         /* where nodes and texts lie */
    int nodes, alias_nodes;     /* how many there are */
    double bytes;               /* of memory that blocks take */
    yaml_limit limit;
    bool full;                  /* more was asked for than it allows */
} yaml_file;

/* Reads a file: FLO_CANNOT_READ, FLO_BAD_FILE (not one YAML document, or beyond the limits), FLO_NO_MEMORY, also where
 * it would take more than the limit. */
flo_status yaml_open(yaml_file **out, const char *name, const yaml_limit *limit);
void yaml_close(yaml_file *file);

/* Applies "dotted.path=VALUE", VALUE being YAML; elements of lists go by their index, from 0 on.  Parts of the path
 * that are not there are made, for the tables to judge. */
flo_status yaml_set(yaml_file *file, const char *assignment);

/* The length of the character of UTF-8 at `text` (RFC 3629), or 0 if there is none that a file may have. */
size_t yaml_measure_character(const unsigned char *text, size_t left);

/* The value of a key of a mapping, or NULL; NULL for no mapping, too. */
const yaml_node *yaml_get(const yaml_node *map, const char *key);

/* The list of a key of type YAML_ROWS, or NULL if it is missing or none. */
const yaml_node *yaml_rows(const yaml_node *map, const char *key);

/* Fails with "file:line: dotted.key: <message>", the line being that of the value. */
flo_status yaml_fail(const yaml_file *file, const yaml_node *node, const char *format, ...) FLO_PRINTF(3, 4);

/* The same with the line of the node's key; `key`, if not NULL, is one that is missing in the mapping `node`. */
flo_status yaml_fail_key(const yaml_file *file, const yaml_node *node, const char *key, const char *format, ...)
    FLO_PRINTF(4, 5);

/* Fails because `node` cannot stand beside `other`. */
flo_status yaml_exclude(const yaml_file *file, const yaml_node *node, const yaml_node *other, const char *why);

/* The same text, "file:line: dotted.key" with the key's line, for messages that are put together elsewhere. */
void yaml_where(const yaml_file *file, const yaml_node *node, char *text, size_t size);

/* Puts that before the present message, of a part of the library that knows nothing of files; the status is then that
 * of a bad file where it was that of a bad value. */
flo_status yaml_blame(const yaml_file *file, const yaml_node *node, flo_status status);

/* A value as it is written, shortened where it is long. */
void yaml_show(const yaml_node *node, char *text, size_t size);

/* ---- tables of keys --------------------------------------------------------------------------------------------- */

typedef enum yaml_type {
    YAML_NUMBER,                /* double */
    YAML_ANGLE,                 /* degrees in the file, radians in memory: double */
    YAML_INT,                   /* int */
    YAML_COUNT,                 /* uint64_t */
    YAML_BOOL,                  /* bool */
    YAML_WORD,                  /* one of a list of words, by its index: int or an enum */
    YAML_TEXT,                  /* const char *, gone with the file */
    YAML_KEYS,                  /* a mapping with a table; one without a table is left to the caller */
    YAML_ROWS                   /* a list that is left to the caller */
} yaml_type;

typedef struct yaml_range {
    double least, most;
    bool above;                 /* the least itself is not allowed */
} yaml_range;

typedef struct yaml_key {
    const char *name;           /* NULL ends a table */
    yaml_type type;
    int length;                 /* of a list of numbers of this type; 0: a single one */
    const yaml_range *range;    /* of every number; NULL: any */
    const char *const *words;   /* NULL ends them */
    const struct yaml_key *keys;
    double standard;            /* the default: a number, of every element, or the index of a word */
    bool required, infinite;    /* .inf is allowed */
    bool below;                 /* the most itself is not allowed */
    bool or_zero;               /* 0 is allowed, whatever the range */
    bool or_none;               /* the word none may stand for a list: yaml_rows then finds nothing */
    size_t at;                  /* where in memory the value goes */
} yaml_key;

enum { YAML_LENGTH = 4 };       /* the most elements of a list of numbers that a key may have */

extern const yaml_range yaml_above_0, yaml_not_negative, yaml_share;

/* Holds a mapping against its table and writes its values to `into`, defaults for what is not there.  `map` may be
 * NULL: all defaults, and nothing is required. */
flo_status yaml_read_map(yaml_file *file, const yaml_node *map, const yaml_key *keys, void *into);

/* One value: an element of a list, say. */
flo_status yaml_read_value(yaml_file *file, const yaml_node *node, const yaml_key *key, void *into);

/* One row: a list of values that `row` describes by their place, its last entry being without a name.  `shape` is what
 * a row looks like, for the message. */
flo_status yaml_read_row(yaml_file *file, const yaml_node *node, const yaml_key *row, const char *shape, void *into);

/* Refuses a mapping with more than one of some keys, or, if `required`, with none.  `names` ends with NULL. */
flo_status yaml_one_of(const yaml_file *file, const yaml_node *map, const char *const *names, bool required);

#endif
