/* SPDX-License-Identifier: MIT
 *
 * The text of a glTF: what of it assimp is given, and the files that it draws in.  See mesh_gltf.h. */
#include "mesh_gltf.h"

#include <stdlib.h>
#include <string.h>

/* What assimp and jansson keep of each value of JSON at most, bytes; and of the text itself, as often. */
enum { VALUE_BYTES = 128, TEXTS = 3 };

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

enum { HEAD = 20 };         /* of a GLB: 12 bytes and 8 of its first chunk's, or all 20 of version 1 */

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

/* Without what packs triangles there would be others. */
static flo_status check_packed(const mesh_source *source, const json_t *root)
{
    static const char *const lists[] = { "extensionsRequired", "extensionsUsed" };
    for (int k = 0; k < 2; k++) {
        size_t i;
        json_t *one;
        json_array_foreach(json_object_get(root, lists[k]), i, one) {
            const char *const name = json_string_value(one);
            const bool packed = name && (k == 0 ? strstr(name, "compression") != NULL
                                                : strcmp(name, "Open3DGC-compression") == 0);
            if (packed) return flo__fail(FLO_BAD_FILE, "%s: it needs %.60s, which is not read", source->path, name);
        }
    }
    return FLO_OK;
}

/* ---- other files ------------------------------------------------------------------------------------------------- */

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : -1;
}

/* Once: %2525 is %25.  `name` has room for the whole of it. */
static bool decode(const char *uri, char *name)
{
    for (; *uri; uri++) {
        if (*uri != '%') {
            *name++ = *uri;
            continue;
        }
        const int high = digit_of(uri[1]), low = high < 0 ? -1 : digit_of(uri[2]);
        if (low < 0 || high + low == 0) return false;
        *name++ = (char)(high << 4 | low);
        uri += 2;
    }
    *name = '\0';
    return true;
}

/* "http:", "file:"; a name with a colon must begin with "./" to be one. */
static bool has_scheme(const char *uri) { return uri[strcspn(uri, ":/?#")] == ':'; }

static flo_status draw_in(mesh_source *source, json_t *buffer)
{
    const char *const uri = json_string_value(json_object_get(buffer, "uri"));
    if (!uri || strncmp(uri, "data:", 5) == 0) return FLO_OK;
    if (has_scheme(uri)) {
        return flo__fail(FLO_BAD_FILE, "%s: it cannot be read as a mesh: %.200s: it is neither beside the mesh nor "
                         "below it", source->path, uri);
    }
    char *const name = malloc(strlen(uri) + 1), own[MESH_OTHER];
    if (!name) return flo__fail(FLO_NO_MEMORY, "%s: no memory for the name of a file", source->path);
    const bool decoded = decode(uri, name);
    size_t size = 0;
    const flo_status status = decoded ? mesh_source_add(source, name, own, &size) : FLO_OK;
    const json_int_t stated = json_integer_value(json_object_get(buffer, "byteLength"));
    flo_status wrong = status;
    if (!decoded) {
        wrong = flo__fail(FLO_BAD_FILE, "%s: the name %.200s of a buffer has a %% that two hexadecimal digits of a "
                          "character do not follow", source->path, uri);
    } else if (!status && stated > (json_int_t)size) {
        wrong = flo__fail(FLO_BAD_FILE, "%s: %.200s has %zu bytes; its buffer is said to have %lld", source->path, name,
                          size, (long long)stated);
    } else if (!status && json_object_set_new(buffer, "uri", json_string(own)) != 0) {
        wrong = flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", source->path);
    }
    free(name);
    return wrong;
}

static flo_status draw_in_all(mesh_source *source, const json_t *root)
{
    json_t *const buffers = json_object_get(root, "buffers"), *one;
    const char *key;
    size_t i;
    flo_status status = FLO_OK;
    json_array_foreach(buffers, i, one) {
        if (!status) status = draw_in(source, one);
    }
    json_object_foreach(buffers, key, one) {
        if (!status) status = draw_in(source, one);
    }
    return status;
}

/* ---- the new text ------------------------------------------------------------------------------------------------ */

static size_t padded(size_t size) { return (size + 3) / 4 * 4; }

/* The outline, and of a GLB all that stands behind the old one. */
static flo_status replace(mesh_source *source, bool binary, size_t old, const json_t *root)
{
    char *const text = json_dumps(root, JSON_COMPACT);
    if (!text) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", source->path);
    const size_t length = strlen(text), begin = binary ? HEAD : 0, end = begin + (binary ? padded(length) : length);
    const size_t from = begin + padded(old), rest = binary && from < source->size ? source->size - from : 0;
    unsigned char *const bytes = malloc(end + rest + 1);
    if (!bytes) {
        free(text);
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", source->path);
    }
    if (binary) {
        memcpy(bytes, source->bytes, HEAD);
        put_number(bytes + 8, number_at(bytes + 8) + padded(length) - padded(old));
        put_number(bytes + 12, padded(length));
    }
    memset(bytes + begin, ' ', end - begin);
    memcpy(bytes + begin, text, length);
    if (rest > 0) memcpy(bytes + end, source->bytes + from, rest);
    bytes[end + rest] = '\0';
    free(text);
    free(source->bytes);
    source->bytes = bytes;
    source->size = end + rest;
    return FLO_OK;
}

flo_status mesh_gltf_prepare(mesh_source *source, bool binary)
{
    const char *text = (const char *)source->bytes;
    size_t size = source->size;
    double bytes = 0;
    json_t *root = NULL;
    flo_status status = binary ? find_json(source, &text, &size) : FLO_OK;
    if (!status) status = need_values(source, text, size);
    if (!status) status = parse(source, text, size, &root);
    if (!status) status = check_packed(source, root);
    if (!status) status = mesh_gltf_check(source->path, root, &bytes);
    if (!status) keep_triangles(root);
    if (!status) status = draw_in_all(source, root);
    if (!status) status = mesh_source_need(source, bytes);
    if (!status) status = replace(source, binary, size, root);
    json_decref(root);
    return status;
}
