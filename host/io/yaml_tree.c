/* SPDX-License-Identifier: MIT
 *
 * The tree of a YAML file: nodes and texts lie in blocks that live as long as the file, so nothing is freed singly.
 *
 * An alias becomes a copy of what it stands for.  So the tree stays a tree, every node has one path, and an assignment
 * to one place never changes another; a limit on copied nodes bounds what a chain of aliases can unfold to. */
#include "yaml_parts.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 << 10 };

struct yaml_block {
    yaml_block *next;
    size_t used, size;
    yaml_node bytes[];          /* aligned as a node, which is what most of it is for */
};

static yaml_block *add_block(yaml_file *file, size_t needed)
{
    const size_t size = needed > BLOCK_BYTES ? needed : BLOCK_BYTES;
    const double taken = (double)(sizeof(yaml_block) + size);
    file->full = file->bytes + taken > file->limit.bytes;
    yaml_block *block = file->full ? NULL : calloc(1, sizeof *block + size);
    if (!block) return NULL;
    file->bytes += taken;
    block->size = size;
    block->next = file->blocks;
    file->blocks = block;
    return block;
}

void *yaml_allocate(yaml_file *file, size_t size)
{
    const size_t unit = _Alignof(yaml_node);
    const size_t rounded = (size + unit - 1) / unit * unit;
    yaml_block *block = file->blocks;
    if (!block || block->size - block->used < rounded) block = add_block(file, rounded);
    if (!block) return NULL;
    void *memory = (char *)block->bytes + block->used;
    block->used += rounded;
    return memory;
}

const char *yaml_copy_text(yaml_file *file, const char *text, size_t length)
{
    char *copy = yaml_allocate(file, length + 1);
    if (copy) memcpy(copy, text, length);
    return copy;
}

flo_status yaml_no_room(const yaml_file *file)
{
    if (!file->full) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", file->name);
    return flo__fail(FLO_NO_MEMORY, "%s: its text alone, of which %d values were read, takes too much memory; %s",
                     file->name, file->nodes, file->limit.words);
}

flo_status yaml_add_node(yaml_file *file, yaml_node *parent, const yaml_node *like, yaml_node **out)
{
    if (file->nodes == YAML_NODES)
        return flo__fail(FLO_BAD_FILE, "%s:%d: more than %d values; that is not allowed", file->name, like->line,
                         YAML_NODES);
    yaml_node *node = yaml_allocate(file, sizeof *node);
    if (!node) return yaml_no_room(file);
    file->nodes++;
    *node = *like;
    node->count = 0;
    node->parent = parent;
    node->first = node->last = node->next = NULL;
    if (parent) {
        if (parent->last) parent->last->next = node;
        else parent->first = node;
        parent->last = node;
        parent->count++;
    }
    *out = node;
    return FLO_OK;
}

int yaml_depth(const yaml_node *node)
{
    int depth = 0;
    for (; node; node = node->parent) depth++;
    return depth;
}

static flo_status copy_children(yaml_file *file, yaml_node *to, const yaml_node *from, int depth)
{
    if (depth > YAML_DEPTH)
        return yaml_fail(file, to, "more than %d levels deep; that is not allowed", YAML_DEPTH);
    for (const yaml_node *child = from->first; child; child = child->next) {
        if (++file->alias_nodes > YAML_ALIAS_NODES)
            return yaml_fail(file, to, "the aliases stand for more than %d values; that is not allowed",
                             YAML_ALIAS_NODES);
        yaml_node *copy;
        flo_status status = yaml_add_node(file, to, child, &copy);
        if (!status) status = copy_children(file, copy, child, depth + 1);
        if (status) return status;
    }
    return FLO_OK;
}

flo_status yaml_copy_tree(yaml_file *file, yaml_node *to, const yaml_node *from)
{
    if (++file->alias_nodes > YAML_ALIAS_NODES)
        return yaml_fail(file, to, "more than %d aliases; that is not allowed", YAML_ALIAS_NODES);
    return copy_children(file, to, from, yaml_depth(to));
}

const yaml_node *yaml_get(const yaml_node *map, const char *key)
{
    if (!map || map->kind != YAML_MAP) return NULL;
    for (const yaml_node *child = map->first; child; child = child->next)
        if (strcmp(child->key, key) == 0) return child;
    return NULL;
}

void yaml_close(yaml_file *file)
{
    if (!file) return;
    for (yaml_block *block = file->blocks; block;) {
        yaml_block *next = block->next;
        free(block);
        block = next;
    }
    free(file->name);
    free(file);
}
