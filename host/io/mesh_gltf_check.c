/* SPDX-License-Identifier: MIT
 *
 * Nodes, meshes, accessors and buffers of a glTF, held against each other.  See mesh_gltf.h. */
#include "mesh_gltf.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* What triangles there are, before any is read: those of all meshes that the scenes show, as often as they do. */
typedef struct gltf_size { double vertices, triangles, bytes; } gltf_size;

/* Bytes that assimp takes at most: of a node and of a primitive, whose names have 1 KiB; of a triangle, three indices
 * of their own and what holds them; of a corner. */
enum { NODE_BYTES = 4096, PRIMITIVE_BYTES = 4096, TRIANGLE_BYTES = 64, CORNER_BYTES = 24 };

#define NO_PARENT SIZE_MAX

/* A list of the outline; its numbers are those of its keys where it is an object, else NULL. */
typedef struct list {
    const char *name;
    json_t *all, *numbers;
    json_t **item;
    size_t count;
} list;

typedef struct checked {
    const char *path;
    json_t *root;
    list nodes, meshes, accessors, views, buffers;
    size_t *parent;             /* of each node; NO_PARENT */
    size_t *shown;              /* the last scene that names a node as a root, from 1 */
    gltf_size *mesh;            /* of each mesh, bytes -1 while it is not counted */
    gltf_size total;
    gltf_outline *out;
} checked;

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static bool list_open(list *l, json_t *root, const char *name)
{
    *l = (list){ .name = name, .all = json_object_get(root, name) };
    const bool by_key = json_is_object(l->all);
    l->count = by_key ? json_object_size(l->all) : json_array_size(l->all);
    l->item = malloc((l->count + 1) * sizeof *l->item);
    if (by_key) l->numbers = json_object();
    if (!l->item || (by_key && !l->numbers)) return false;
    for (size_t i = 0; i < l->count && !by_key; i++) l->item[i] = json_array_get(l->all, i);
    if (!by_key) return true;
    const char *key;
    json_t *value;
    size_t i = 0;
    json_object_foreach(l->all, key, value) {
        l->item[i] = value;
        if (json_object_set_new(l->numbers, key, json_integer((json_int_t)i++)) != 0) return false;
    }
    return true;
}

static void list_close(list *l)
{
    free(l->item);
    json_decref(l->numbers);
}

static bool list_find(const list *l, const json_t *by, size_t *number)
{
    const json_t *const index = l->numbers ? json_object_get(l->numbers, json_string_value(by)) : by;
    if (!json_is_integer(index) || json_integer_value(index) < 0) return false;
    *number = (size_t)json_integer_value(index);
    return *number < l->count;
}

/* A whole number of a thing, `otherwise` where it has none; -1: it is below 0 or no whole number. */
static json_int_t number_of(const json_t *thing, const char *key, json_int_t otherwise)
{
    const json_t *const value = json_object_get(thing, key);
    if (!value) return otherwise;
    return json_is_integer(value) && json_integer_value(value) >= 0 ? json_integer_value(value) : -1;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static flo_status take_children(checked *c, size_t parent)
{
    size_t i, n;
    json_t *child;
    json_array_foreach(json_object_get(c->nodes.item[parent], "children"), i, child) {
        if (!list_find(&c->nodes, child, &n)) {
            return flo__fail(FLO_BAD_FILE, "%s: child %zu of node %zu is none of the %zu nodes", c->path, i, parent,
                             c->nodes.count);
        }
        if (c->parent[n] != NO_PARENT) {
            return flo__fail(FLO_BAD_FILE, "%s: node %zu is a child of node %zu and again of node %zu; a node may be "
                             "that of one other, once", c->path, n, c->parent[n], parent);
        }
        c->parent[n] = parent;
    }
    return FLO_OK;
}

/* The node that is above all others of this one. */
static flo_status find_root(const checked *c, size_t node, size_t *root)
{
    size_t at = node;
    for (int depth = 1; c->parent[at] != NO_PARENT && depth < MESH_DEEPEST; depth++) at = c->parent[at];
    *root = at;
    if (c->parent[at] == NO_PARENT) return FLO_OK;
    for (size_t more = 0; more <= c->nodes.count && c->parent[at] != NO_PARENT; more++) at = c->parent[at];
    if (c->parent[at] != NO_PARENT)
        return flo__fail(FLO_BAD_FILE, "%s: node %zu is below itself, or below a node that is", c->path, node);
    return flo__fail(FLO_BAD_FILE, "%s: its nodes are more than %d deep: node %zu", c->path, MESH_DEEPEST, node);
}

static flo_status take_scene(checked *c, const json_t *one, size_t number)
{
    size_t i, n;
    json_t *root;
    json_array_foreach(json_object_get(one, "nodes"), i, root) {
        if (!list_find(&c->nodes, root, &n)) {
            return flo__fail(FLO_BAD_FILE, "%s: node %zu that scene %zu names is none of the %zu nodes", c->path, i,
                             number, c->nodes.count);
        }
        if (c->parent[n] != NO_PARENT) {
            return flo__fail(FLO_BAD_FILE, "%s: scene %zu names node %zu, which is a child of node %zu; it may name "
                             "those that are nobody's", c->path, number, n, c->parent[n]);
        }
        if (c->shown[n] == number + 1)
            return flo__fail(FLO_BAD_FILE, "%s: scene %zu names node %zu twice", c->path, number, n);
        c->shown[n] = number + 1;
    }
    return FLO_OK;
}

/* ---- triangles -------------------------------------------------------------------------------------------------- */

static double component_bytes(json_int_t type)
{
    return type == 5120 || type == 5121 ? 1 : type == 5122 || type == 5123 ? 2 : type == 5125 || type == 5126 ? 4 : 0;
}

/* The bytes that an accessor counts must be in its part of a buffer, which must be in the buffer. */
static flo_status take_bytes(const checked *c, size_t a, size_t v, double each, gltf_indices *bytes)
{
    size_t b;
    const json_t *const accessor = c->accessors.item[a], *const view = c->views.item[v];
    if (!list_find(&c->buffers, json_object_get(view, "buffer"), &b)) {
        return flo__fail(FLO_BAD_FILE, "%s: bufferView %zu has a buffer that is none of the %zu", c->path, v,
                         c->buffers.count);
    }
    const json_int_t items = number_of(accessor, "count", 0), from = number_of(accessor, "byteOffset", 0);
    const json_int_t view_from = number_of(view, "byteOffset", 0), view_size = number_of(view, "byteLength", 0);
    const json_int_t size = number_of(c->buffers.item[b], "byteLength", 0);
    json_int_t step = number_of(view, "byteStride", 0);
    if (step == 0) step = number_of(accessor, "byteStride", 0);
    if (items < 1 || from < 0 || view_from < 0 || view_size < 0 || size < 0 || step < 0 || !(each > 0)) {
        return flo__fail(FLO_BAD_FILE, "%s: accessor %zu, its bufferView %zu or buffer %zu has a wrong number: count "
                         "must be 1 at least, componentType 5120 to 5126, and none below 0", c->path, a, v, b);
    }
    const double end = (double)from + (double)(items - 1) * (step ? (double)step : each) + each;
    if (end <= (double)view_size && (double)view_from + (double)view_size <= (double)size) {
        *bytes = (gltf_indices){ .accessor = a, .buffer = b, .from = (size_t)view_from + (size_t)from,
                                 .count = (size_t)items, .step = (size_t)(step ? (double)step : each),
                                 .each = (size_t)each };
        return FLO_OK;
    }
    return flo__fail(FLO_BAD_FILE, "%s: accessor %zu goes to byte %.0f of its bufferView %zu, which has %lld from byte "
                     "%lld on of the %lld of buffer %zu", c->path, a, end, v, (long long)view_size,
                     (long long)view_from, (long long)size, b);
}

/* Of a number that is none at all is told elsewhere. */
static flo_status check_component(const checked *c, size_t a, json_int_t type, bool places)
{
    if (component_bytes(type) == 0 || (places ? type == 5126 : type == 5121 || type == 5123 || type == 5125))
        return FLO_OK;
    if (!places) {
        return flo__fail(FLO_BAD_FILE, "%s: accessor %zu has indices of componentType %lld; it must be 5121, 5123 or "
                         "5125", c->path, a, (long long)type);
    }
    return flo__fail(FLO_BAD_FILE, "%s: accessor %zu has places of componentType %lld, as KHR_mesh_quantization allows "
                     "them; only floats, 5126, are read", c->path, a, (long long)type);
}

/* An accessor of one or three components. */
static flo_status take_accessor(const checked *c, const json_t *by, int components, gltf_indices *bytes)
{
    size_t a, v;
    if (!list_find(&c->accessors, by, &a)) {
        return flo__fail(FLO_BAD_FILE, "%s: a mesh names an accessor that is none of the %zu", c->path,
                         c->accessors.count);
    }
    const json_t *const accessor = c->accessors.item[a];
    const char *const type = json_string_value(json_object_get(accessor, "type"));
    const char *const wanted = components == 3 ? "VEC3" : "SCALAR";
    if (!type || strcmp(type, wanted) != 0)
        return flo__fail(FLO_BAD_FILE, "%s: accessor %zu must be of type %s", c->path, a, wanted);
    if (json_object_get(accessor, "sparse")) {
        return flo__fail(FLO_BAD_FILE, "%s: accessor %zu is sparse; places and indices are read whole only", c->path,
                         a);
    }
    if (!list_find(&c->views, json_object_get(accessor, "bufferView"), &v)) {
        return flo__fail(FLO_BAD_FILE, "%s: accessor %zu has a bufferView that is none of the %zu", c->path, a,
                         c->views.count);
    }
    const json_int_t component = number_of(accessor, "componentType", 0);
    const flo_status status = check_component(c, a, component, components == 3);
    return status ? status : take_bytes(c, a, v, components * component_bytes(component), bytes);
}

/* To be looked at when the files are read. */
static flo_status keep_indices(checked *c, const gltf_indices *indices)
{
    gltf_outline *const out = c->out;
    const size_t count = out->index_count;
    if ((count & (count - 1)) == 0) {
        gltf_indices *const grown = realloc(out->indices, (count ? 2 * count : 1) * sizeof *grown);
        if (!grown) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", c->path);
        out->indices = grown;
    }
    out->indices[out->index_count++] = *indices;
    return FLO_OK;
}

static flo_status take_primitive(checked *c, const json_t *one, gltf_size *size)
{
    enum { TRIANGLES = 4 };
    const json_t *const places = json_object_get(json_object_get(one, "attributes"), "POSITION");
    const json_t *const indices = json_object_get(one, "indices");
    size->bytes += PRIMITIVE_BYTES;
    if (!places) return FLO_OK;
    gltf_indices corners = { 0 }, ends = { 0 };
    const json_int_t mode = number_of(one, "mode", TRIANGLES);
    flo_status status = take_accessor(c, places, 3, &corners);
    if (!status && indices) status = take_accessor(c, indices, 1, &ends);
    if (!indices) ends.count = corners.count;
    ends.places = corners.count;
    if (!status && indices && (mode < 0 || mode >= TRIANGLES)) status = keep_indices(c, &ends);
    const double count = (double)ends.count, faces = mode == TRIANGLES ? count / 3 : count;
    size->vertices += (double)corners.count;
    size->triangles += faces;
    size->bytes += (double)corners.count * CORNER_BYTES + faces * TRIANGLE_BYTES + count * sizeof(int);
    return status;
}

/* What is drawn many times is counted as often, but read once. */
static flo_status take_mesh(checked *c, const json_t *by, size_t node)
{
    size_t m;
    if (!list_find(&c->meshes, by, &m)) {
        return flo__fail(FLO_BAD_FILE, "%s: node %zu has a mesh that is none of the %zu", c->path, node,
                         c->meshes.count);
    }
    gltf_size *const mesh = &c->mesh[m];
    if (mesh->bytes < 0) {
        size_t i;
        json_t *one;
        flo_status status = FLO_OK;
        mesh->bytes = 0;
        json_array_foreach(json_object_get(c->meshes.item[m], "primitives"), i, one) {
            if (!status) status = take_primitive(c, one, mesh);
        }
        if (status) return status;
        c->total.bytes += mesh->bytes;
    }
    c->total.vertices += mesh->vertices;
    c->total.triangles += mesh->triangles;
    if (c->total.vertices <= MESH_VERTICES && c->total.triangles <= MESH_TRIANGLES) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it has more than %d triangles, or more than %d corners", c->path,
                     MESH_TRIANGLES, MESH_VERTICES);
}

/* An extension that draws a node many times or not at all; NULL. */
static const char *changed_by(const json_t *node)
{
    json_t *const extensions = json_object_get(node, "extensions"), *value;
    const char *name;
    json_object_foreach(extensions, name, value) {
        if (strstr(name, "instancing")) return name;
        if (strstr(name, "visibility") && json_is_false(json_object_get(value, "visible"))) return name;
    }
    return NULL;
}

static flo_status take_node(checked *c, size_t node)
{
    size_t root, i;
    flo_status status = find_root(c, node, &root);
    if (status || c->shown[root] == 0) return status;
    const char *const changed = changed_by(c->nodes.item[node]);
    if (changed)
        return flo__fail(FLO_BAD_FILE, "%s: node %zu has %.60s, which is not read", c->path, node, changed);
    const json_t *const own = json_object_get(c->nodes.item[node], "mesh");
    if (own) status = take_mesh(c, own, node);
    json_t *one;
    json_array_foreach(json_object_get(c->nodes.item[node], "meshes"), i, one) {
        if (!status) status = take_mesh(c, one, node);
    }
    return status;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static flo_status check_buffers(checked *c)
{
    for (size_t i = 0; i < c->buffers.count; i++) {
        const json_int_t size = number_of(c->buffers.item[i], "byteLength", 0);
        if (size < 0 || size > (json_int_t)MESH_MEGABYTES << 20) {
            return flo__fail(FLO_BAD_FILE, "%s: buffer %zu has a wrong byteLength; it must be 0 to %lld", c->path, i,
                             (long long)MESH_MEGABYTES << 20);
        }
    }
    return FLO_OK;
}

static flo_status check_all(checked *c)
{
    flo_status status = check_buffers(c);
    for (size_t i = 0; i < c->nodes.count; i++) c->parent[i] = NO_PARENT, c->shown[i] = 0;
    for (size_t i = 0; i < c->meshes.count; i++) c->mesh[i] = (gltf_size){ .bytes = -1 };
    for (size_t i = 0; i < c->nodes.count && !status; i++) status = take_children(c, i);
    list scenes;
    if (!list_open(&scenes, c->root, "scenes") && !status)
        status = flo__fail(FLO_NO_MEMORY, "%s: no memory for its scenes", c->path);
    for (size_t i = 0; i < scenes.count && !status; i++) status = take_scene(c, scenes.item[i], i);
    list_close(&scenes);
    for (size_t i = 0; i < c->nodes.count && !status; i++) status = take_node(c, i);
    c->total.bytes += (double)c->nodes.count * NODE_BYTES;
    return status;
}

flo_status mesh_gltf_check(const char *path, json_t *root, gltf_outline *outline)
{
    *outline = (gltf_outline){ 0 };
    checked c = { .path = path, .root = root, .out = outline };
    bool room = list_open(&c.nodes, root, "nodes");
    room = list_open(&c.meshes, root, "meshes") && room;
    room = list_open(&c.accessors, root, "accessors") && room;
    room = list_open(&c.views, root, "bufferViews") && room;
    room = list_open(&c.buffers, root, "buffers") && room;
    c.parent = malloc((c.nodes.count + 1) * sizeof *c.parent);
    c.shown = malloc((c.nodes.count + 1) * sizeof *c.shown);
    c.mesh = malloc((c.meshes.count + 1) * sizeof *c.mesh);
    room = room && c.parent && c.shown && c.mesh;
    flo_status status = room ? check_all(&c) : flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", path);
    outline->bytes = c.total.bytes;
    free(c.parent);
    free(c.shown);
    free(c.mesh);
    list *const lists[] = { &c.nodes, &c.meshes, &c.accessors, &c.views, &c.buffers };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) list_close(lists[i]);
    return status;
}
