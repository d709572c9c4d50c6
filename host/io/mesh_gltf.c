/* SPDX-License-Identifier: MIT
 *
 * The text of a glTF: what of it assimp is given.  See mesh_gltf.h. */
#include "mesh_gltf.h"

#include <stdlib.h>
#include <string.h>

/* What assimp and jansson keep of each value of JSON at most, bytes; and of the text itself, as often. */
enum { VALUE_BYTES = 128, TEXTS = 3 };

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

/* Of a GLB: 12 bytes and 8 of its first chunk's, or all 20 of version 1; and of another chunk. */
enum { HEAD = 20, CHUNK = 8 };

static size_t number_at(const unsigned char *bytes)
{
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

static void put_number(unsigned char *bytes, size_t number)
{
    for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(number >> 8 * i);
}

static flo_status find_json(const mesh_source *source, const char **text, size_t *size)
{
    const unsigned char *const head = source->bytes;
    if (source->size < HEAD || memcmp(head, "glTF", 4) != 0)
        return flo__fail(FLO_BAD_FILE, "%s: it does not begin as a GLB does", source->path);
    const size_t version = number_at(head + 4);
    if (version != 1 && version != 2)
        return flo__fail(FLO_BAD_FILE, "%s: it is a GLB of version %zu; it must be 1 or 2", source->path, version);
    *text = (const char *)head + HEAD;
    *size = number_at(head + 12);
    if (*size <= source->size - HEAD) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it is cut off: its JSON has %zu bytes of %zu", source->path,
                     source->size - HEAD, *size);
}

/* Every value but the first stands behind one of these; those within strings are counted as well. */
static flo_status need_values(mesh_source *source, const char *text, size_t size)
{
    double values = 1;
    for (size_t i = 0; i < size; i++) values += text[i] == ',' || text[i] == ':' || text[i] == '[' || text[i] == '{';
    return mesh_source_need(source, TEXTS * (double)size + VALUE_BYTES * values);
}

static flo_status parse(const mesh_source *source, const char *text, size_t size, json_t **root)
{
    json_error_t error;
    *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!*root) {
        char words[96];
        size_t i = 0;
        for (; i < sizeof words - 1 && error.text[i]; i++)
            words[i] = (unsigned char)error.text[i] < ' ' ? '?' : error.text[i];
        words[i] = '\0';
        return flo__fail(FLO_BAD_FILE, "%s: it is no glTF: line %d: %s", source->path, error.line, words);
    }
    const char *const version = json_string_value(json_object_get(json_object_get(*root, "asset"), "version"));
    if (version && (version[0] == '1' || version[0] == '2')) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it is no glTF: its asset must have a version, \"2.0\" or \"1.0\"",
                     source->path);
}

/* ---- what is left of it ------------------------------------------------------------------------------------------ */

static void keep(json_t *object, const char *const *keys)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(object, next, key, value) {
        const char *const *k = keys;
        while (*k && strcmp(*k, key) != 0) k++;
        if (!*k) json_object_del(object, key);
    }
}

typedef void each_function(json_t *item);

/* Of an array or, in glTF 1, of an object. */
static void for_each(json_t *list, each_function *function)
{
    const char *key;
    json_t *item;
    size_t i;
    json_array_foreach(list, i, item) {
        function(item);
    }
    json_object_foreach(list, key, item) {
        function(item);
    }
}

#define KEEP(object, ...) keep(object, (const char *const[]){ __VA_ARGS__, NULL })

static void keep_node(json_t *node)
{
    KEEP(node, "children", "mesh", "meshes", "matrix", "translation", "rotation", "scale");
}

static void keep_primitive(json_t *primitive)
{
    KEEP(primitive, "attributes", "indices", "mode");
    KEEP(json_object_get(primitive, "attributes"), "POSITION");
}

static void keep_mesh(json_t *mesh)
{
    KEEP(mesh, "primitives");
    for_each(json_object_get(mesh, "primitives"), keep_primitive);
}

static void keep_scene(json_t *scene) { KEEP(scene, "nodes"); }
static void keep_view(json_t *view) { KEEP(view, "buffer", "byteOffset", "byteLength", "byteStride", "target"); }
static void keep_buffer(json_t *buffer) { KEEP(buffer, "uri", "byteLength", "type"); }

static void keep_accessor(json_t *accessor)
{
    KEEP(accessor, "bufferView", "byteOffset", "byteStride", "componentType", "count", "type", "normalized");
}

static void keep_triangles(json_t *root)
{
    KEEP(root, "asset", "scene", "scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers", "extensionsUsed");
    KEEP(json_object_get(root, "asset"), "version");
    for_each(json_object_get(root, "scenes"), keep_scene);
    for_each(json_object_get(root, "nodes"), keep_node);
    for_each(json_object_get(root, "meshes"), keep_mesh);
    for_each(json_object_get(root, "accessors"), keep_accessor);
    for_each(json_object_get(root, "bufferViews"), keep_view);
    for_each(json_object_get(root, "buffers"), keep_buffer);
}

/* Of an extension that only looks, lights or metadata need. */
static bool is_no_shape(const char *name)
{
    static const char *const begins[] = { "KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_",
                                          "EXT_lights_", "KHR_techniques_webgl", "KHR_xmp" };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

/* Whoever does not know what a glTF requires must not read it; and without what packs triangles there would be
 * others. */
static flo_status check_extensions(const mesh_source *source, const json_t *root)
{
    json_t *const required = json_object_get(root, "extensionsRequired"), *one;
    size_t i;
    bool named = !required || json_is_array(required);
    json_array_foreach(required, i, one) {
        const char *const name = json_string_value(one);
        named = named && name;
        if (name && !is_no_shape(name))
            return flo__fail(FLO_BAD_FILE, "%s: it needs %.60s, which is not read", source->path, name);
    }
    if (!named) return flo__fail(FLO_BAD_FILE, "%s: its extensionsRequired must be a list of names", source->path);
    json_array_foreach(json_object_get(root, "extensionsUsed"), i, one) {
        const char *const name = json_string_value(one);
        if (name && strcmp(name, "Open3DGC-compression") == 0)
            return flo__fail(FLO_BAD_FILE, "%s: it needs %s, which is not read", source->path, name);
    }
    return FLO_OK;
}

/* ---- the new text ------------------------------------------------------------------------------------------------ */

static size_t padded(size_t size) { return (size + 3) / 4 * 4; }

/* The outline, and of a GLB the bytes that go with it, which have a head of their own since version 2. */
static flo_status replace(mesh_source *source, size_t glb, const gltf_bytes *body, const json_t *root)
{
    char *const text = json_dumps(root, JSON_COMPACT);
    if (!text) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", source->path);
    const size_t length = strlen(text), begin = glb ? HEAD : 0, end = begin + (glb ? padded(length) : length);
    const size_t head = glb == 2 && body->size > 0 ? CHUNK : 0, size = end + head + padded(body->size);
    unsigned char *const bytes = calloc(size + 1, 1);
    if (!bytes) {
        free(text);
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", source->path);
    }
    if (glb) {
        memcpy(bytes, source->bytes, HEAD);
        put_number(bytes + 8, size);
        put_number(bytes + 12, end - begin);
    }
    memset(bytes + begin, ' ', end - begin);
    memcpy(bytes + begin, text, length);
    if (head > 0) {
        put_number(bytes + end, padded(body->size));
        memcpy(bytes + end + 4, "BIN", 4);
    }
    if (body->size > 0) memcpy(bytes + end + head, body->at, body->size);
    free(text);
    free(source->bytes);
    source->bytes = bytes;
    source->size = size;
    return FLO_OK;
}

/* What a GLB has behind its outline. */
static flo_status find_body(const mesh_source *source, size_t glb, size_t json, gltf_bytes *body)
{
    const size_t from = HEAD + padded(json);
    *body = (gltf_bytes){ 0 };
    if (glb == 0 || from >= source->size) return FLO_OK;
    const unsigned char *const at = source->bytes + from;
    const size_t left = source->size - from;
    *body = (gltf_bytes){ at, left };
    if (glb == 1) return FLO_OK;
    *body = (gltf_bytes){ 0 };
    if (left < CHUNK || memcmp(at + 4, "BIN", 4) != 0) return FLO_OK;
    *body = (gltf_bytes){ at + CHUNK, number_at(at) };
    if (body->size <= left - CHUNK) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it is cut off: its BIN has %zu bytes of %zu", source->path, left - CHUNK,
                     body->size);
}

flo_status mesh_gltf_prepare(mesh_source *source, bool binary)
{
    const char *text = (const char *)source->bytes;
    size_t size = source->size;
    gltf_outline outline = { 0 };
    gltf_bytes body;
    json_t *root = NULL;
    flo_status status = binary ? find_json(source, &text, &size) : FLO_OK;
    const size_t glb = binary && !status ? number_at(source->bytes + 4) : 0;
    if (!status) status = find_body(source, glb, size, &body);
    if (!status) status = need_values(source, text, size);
    if (!status) status = parse(source, text, size, &root);
    if (!status) status = check_extensions(source, root);
    if (!status) status = mesh_gltf_check(source->path, root, &outline);
    if (!status) keep_triangles(root);
    if (!status) status = mesh_gltf_draw_in(source, root, &outline, glb, &body);
    if (!status) status = mesh_source_need(source, outline.bytes);
    if (!status) status = replace(source, glb, &body, root);
    free(outline.indices);
    json_decref(root);
    return status;
}
