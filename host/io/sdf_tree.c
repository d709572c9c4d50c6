/* SPDX-License-Identifier: MIT
 *
 * XML files as trees, by expat. */
#include "sdf_tree.h"

#include "text_file.h"

#include <ctype.h>
#include <errno.h>
#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ------------------------------------------------------------------------------------------------------ */

struct sdf_block {
    sdf_block *next;
    size_t used, size;
    max_align_t data[];
};

enum { BLOCK = 64 << 10 };

void *sdf_take(sdf_tree *tree, size_t size)
{
    const size_t rounded = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (rounded > SDF_TREE_BYTES - tree->bytes) return NULL;
    sdf_block *block = tree->blocks;
    if (!block || rounded > block->size - block->used) {
        const size_t room = rounded > BLOCK ? rounded : BLOCK;
        block = malloc(sizeof *block + room);
        if (!block) return NULL;
        *block = (sdf_block){ .next = tree->blocks, .size = room };
        tree->blocks = block;
    }
    void *place = (char *)block->data + block->used;
    block->used += rounded;
    tree->bytes += rounded;
    return memset(place, 0, rounded);
}

const char *sdf_copy(sdf_tree *tree, const char *text, size_t length)
{
    char *copy = sdf_take(tree, length + 1);
    if (copy) memcpy(copy, text, length);
    return copy;
}

flo_status sdf_no_room(const sdf_tree *tree)
{
    if (tree->nodes >= SDF_NODES)
        return flo__fail(FLO_BAD_FILE, "%s: there are more than %d elements", tree->file, SDF_NODES);
    if (tree->bytes > SDF_TREE_BYTES - BLOCK)
        return flo__fail(FLO_BAD_FILE, "%s: its content takes more than %d MiB", tree->file, SDF_TREE_BYTES >> 20);
    return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", tree->file);
}

void sdf_free_tree(sdf_tree *tree)
{
    while (tree->blocks) {
        sdf_block *block = tree->blocks;
        tree->blocks = block->next;
        free(block);
    }
    *tree = (sdf_tree){ 0 };
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

sdf_node *sdf_add(sdf_tree *tree, sdf_node *parent, const char *name, int line)
{
    sdf_node *node = tree->nodes < SDF_NODES ? sdf_take(tree, sizeof *node) : NULL;
    if (!node) return NULL;
    tree->nodes++;
    node->name = sdf_copy(tree, name, strlen(name));
    node->text = "";
    node->line = line;
    node->parent = parent;
    if (!parent) tree->root = node;
    else if (parent->last) parent->last->next = node;
    else parent->first = node;
    if (parent) parent->last = node;
    return node->name ? node : NULL;
}

const sdf_node *sdf_child(const sdf_node *node, const char *name)
{
    for (const sdf_node *child = node ? node->first : NULL; child; child = child->next)
        if (strcmp(child->name, name) == 0) return child;
    return NULL;
}

const char *sdf_attribute_of(const sdf_node *node, const char *name)
{
    for (int i = 0; node && i < node->attribute_count; i++)
        if (strcmp(node->attributes[i].name, name) == 0) return node->attributes[i].value;
    return NULL;
}

void sdf_show(const char *text, char *shown, size_t size)
{
    size_t i = 0;
    for (; i < size - 1 && text[i]; i++) shown[i] = isprint((unsigned char)text[i]) ? text[i] : '?';
    if (text[i] && i > 3) memcpy(shown + i - 3, "...", 3);
    shown[i] = '\0';
}

flo_status sdf_fail(const sdf_tree *tree, const sdf_node *node, const char *format, ...)
{
    char sentence[512], name[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    sdf_show(node->name, name, sizeof name);
    return flo__fail(FLO_BAD_FILE, "%s:%d: <%s>: %s", tree->file, node->line, name, sentence);
}

/* ---- parsing ----------------------------------------------------------------------------------------------------- */

/* The text of an element that is open: its children may stand between its parts. */
typedef struct text {
    char *data;
    size_t length, size;
} text;

typedef struct parser {
    XML_Parser expat;
    sdf_tree *tree;
    sdf_node *node;             /* the innermost that is open */
    int depth;
    text texts[SDF_DEPTH + 1];
    flo_status status;          /* the first thing that went wrong; its message is set */
} parser;

static void stop(parser *p, flo_status status)
{
    if (p->status) return;
    p->status = status;
    XML_StopParser(p->expat, XML_FALSE);
}

static int line_of(const parser *p) { return (int)XML_GetCurrentLineNumber(p->expat); }

static void begin_element(void *user, const XML_Char *name, const XML_Char **attributes)
{
    parser *p = user;
    if (p->status) return;
    if (p->depth == SDF_DEPTH) {
        stop(p, flo__fail(FLO_BAD_FILE, "%s:%d: elements are nested more than %d deep", p->tree->file, line_of(p),
                          SDF_DEPTH));
        return;
    }
    sdf_node *node = sdf_add(p->tree, p->node, name, line_of(p));
    int count = 0;
    while (attributes[2 * count]) count++;
    sdf_attribute *list = node && count ? sdf_take(p->tree, (size_t)count * sizeof *list) : NULL;
    bool good = node && (list || !count);
    for (int i = 0; i < count && good; i++) {
        list[i].name = sdf_copy(p->tree, attributes[2 * i], strlen(attributes[2 * i]));
        list[i].value = sdf_copy(p->tree, attributes[2 * i + 1], strlen(attributes[2 * i + 1]));
        good = list[i].name && list[i].value;
    }
    if (!good) {
        stop(p, sdf_no_room(p->tree));
        return;
    }
    node->attributes = list;
    node->attribute_count = count;
    p->node = node;
    p->texts[++p->depth].length = 0;
}

static void end_element(void *user, const XML_Char *name)
{
    (void)name;
    parser *p = user;
    if (p->status) return;
    const text *t = &p->texts[p->depth--];
    size_t from = 0, to = t->length;
    while (from < to && isspace((unsigned char)t->data[from])) from++;
    while (to > from && isspace((unsigned char)t->data[to - 1])) to--;
    if (to > from) p->node->text = sdf_copy(p->tree, t->data + from, to - from);
    if (!p->node->text) stop(p, sdf_no_room(p->tree));
    else p->node = p->node->parent;
}

static void add_text(void *user, const XML_Char *data, int length)
{
    parser *p = user;
    if (p->status || p->depth == 0) return;
    text *t = &p->texts[p->depth];
    const size_t need = t->length + (size_t)length;
    if (need > t->size) {
        const size_t size = need > 2 * t->size ? need : 2 * t->size;
        char *grown = realloc(t->data, size);
        if (!grown) {
            stop(p, flo__fail(FLO_NO_MEMORY, "%s: not enough memory", p->tree->file));
            return;
        }
        t->data = grown;
        t->size = size;
    }
    memcpy(t->data + t->length, data, (size_t)length);
    t->length = need;
}

static void begin_type(void *user, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal)
{
    (void)name, (void)system, (void)public, (void)internal;
    parser *p = user;
    stop(p, flo__fail(FLO_BAD_FILE, "%s:%d: a document type (<!DOCTYPE>) is not allowed, nor entities", p->tree->file,
                      line_of(p)));
}

static flo_status parse(parser *p, FILE *file)
{
    size_t total = 0;
    for (bool last = false; !last;) {
        void *buffer = XML_GetBuffer(p->expat, BLOCK);
        if (!buffer) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", p->tree->file);
        const size_t length = fread(buffer, 1, BLOCK, file);
        if (ferror(file)) return flo__fail(FLO_CANNOT_READ, "%s: %s", p->tree->file, strerror(errno));
        total += length;
        if (total > SDF_BYTES)
            return flo__fail(FLO_BAD_FILE, "%s: the file is larger than %d MiB", p->tree->file, SDF_BYTES >> 20);
        last = length < BLOCK;
        if (last && total == 0) return flo__fail(FLO_BAD_FILE, "%s: the file is empty", p->tree->file);
        if (XML_ParseBuffer(p->expat, (int)length, last) == XML_STATUS_OK) continue;
        if (p->status) return p->status;
        return flo__fail(FLO_BAD_FILE, "%s:%d: it is no XML: %s", p->tree->file, line_of(p),
                         XML_ErrorString(XML_GetErrorCode(p->expat)));
    }
    return p->status;
}

flo_status sdf_parse(sdf_tree *tree, const char *file)
{
    *tree = (sdf_tree){ .file = file };
    flo_status status = text_find(file);
    if (status) return status;
    FILE *stream = fopen(file, "rb");
    if (!stream) return flo__fail(FLO_CANNOT_READ, "%s: %s", file, strerror(errno));
    parser *p = calloc(1, sizeof *p);
    if (p) p->expat = XML_ParserCreate(NULL);
    if (p && p->expat) {
        p->tree = tree;
        XML_SetUserData(p->expat, p);
        XML_SetElementHandler(p->expat, begin_element, end_element);
        XML_SetCharacterDataHandler(p->expat, add_text);
        XML_SetStartDoctypeDeclHandler(p->expat, begin_type);
        status = parse(p, stream);
    } else {
        status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory", file);
    }
    for (int i = 0; p && i <= SDF_DEPTH; i++) free(p->texts[i].data);
    if (p && p->expat) XML_ParserFree(p->expat);
    free(p);
    fclose(stream);
    return status;
}
