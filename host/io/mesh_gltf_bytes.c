/* SPDX-License-Identifier: MIT
 *
 * The bytes of a glTF's buffers: files, base64 in its own text, and what a GLB has behind that.  See mesh_gltf.h. */
#include "mesh_gltf.h"

#include <stdlib.h>
#include <string.h>

typedef struct drawer {
    mesh_source *source;
    size_t glb;
    gltf_bytes *body;
    gltf_bytes *buffer;         /* of each, in the order of the outline */
} drawer;

/* ---- names ------------------------------------------------------------------------------------------------------- */

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

static flo_status read_named(mesh_source *source, const char *uri, json_int_t stated, char own[MESH_OTHER])
{
    if (has_scheme(uri)) {
        return flo__fail(FLO_BAD_FILE, "%s: it cannot be read as a mesh: %.200s: it is neither beside the mesh nor "
                         "below it", source->path, uri);
    }
    char *const name = malloc(strlen(uri) + 1);
    if (!name) return flo__fail(FLO_NO_MEMORY, "%s: no memory for the name of a file", source->path);
    flo_status status;
    if (!decode(uri, name)) {
        status = flo__fail(FLO_BAD_FILE, "%s: the name %.200s of a buffer has a %% that two hexadecimal digits of a "
                           "character do not follow", source->path, uri);
    } else {
        status = mesh_source_add(source, name, own);
        const size_t size = status ? 0 : mesh_source_last(source)->size;
        if (!status && stated > (json_int_t)size) {
            status = flo__fail(FLO_BAD_FILE, "%s: %.200s has %zu bytes; its buffer is said to have %lld", source->path,
                               name, size, (long long)stated);
        }
    }
    free(name);
    return status;
}

/* ---- base64 ------------------------------------------------------------------------------------------------------ */

static int value_of(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Four digits are three bytes; "=" stands for the last one or two of a text that ends between.  `bytes` has room for
 * three quarters. */
static bool unpack(const char *text, size_t length, unsigned char *bytes, size_t *size)
{
    size_t padding = 0;
    *size = length / 4 * 3;
    if (length % 4 != 0) return false;
    for (size_t i = 0; i < length; i += 4) {
        unsigned group = 0;
        for (size_t k = i; k < i + 4; k++) {
            const int value = text[k] == '=' && k + 2 >= length ? 0 : value_of(text[k]);
            padding += text[k] == '=';
            if (value < 0 || (padding > 0 && text[k] != '=')) return false;
            group = group << 6 | (unsigned)value;
        }
        for (size_t k = 0; k < 3; k++) bytes[i / 4 * 3 + k] = (unsigned char)(group >> (16 - 8 * k));
    }
    *size -= padding;
    return true;
}

static flo_status read_text(mesh_source *source, const char *uri, size_t number, char own[MESH_OTHER])
{
    const char *const comma = strchr(uri, ',');
    static const char form[] = ";base64";
    const size_t kind = comma ? (size_t)(comma - uri) : 0, end = sizeof form - 1;
    const bool packed = kind >= end && memcmp(uri + kind - end, form, end) == 0;
    const size_t length = packed ? strlen(comma + 1) : 0;
    const flo_status status = mesh_source_need(source, (double)length);
    if (status) return status;
    unsigned char *const bytes = malloc(length + 1);
    size_t size = 0;
    if (bytes && !(packed && unpack(comma + 1, length, bytes, &size))) {
        free(bytes);
        return flo__fail(FLO_BAD_FILE, "%s: the data: URI of buffer %zu is no base64", source->path, number);
    }
    return mesh_source_add_bytes(source, bytes, size, own);
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

/* Of version 1 by its name; of version 2 the first, if it has no URI. */
static bool is_body(const drawer *d, size_t number, const char *key, const char *uri)
{
    return d->glb == 1 ? key && strcmp(key, "binary_glTF") == 0 : d->glb == 2 && number == 0 && !uri;
}

static flo_status check_size(const drawer *d, size_t number, const char *why, json_int_t stated)
{
    const size_t size = d->buffer[number].size;
    if (stated <= (json_int_t)size) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: buffer %zu has %s%zu bytes; it is said to have %lld", d->source->path, number,
                     why, size, (long long)stated);
}

static flo_status draw_in(drawer *d, size_t number, const char *key, json_t *buffer)
{
    const char *const uri = json_string_value(json_object_get(buffer, "uri"));
    const json_int_t stated = json_integer_value(json_object_get(buffer, "byteLength"));
    const bool body = is_body(d, number, key, uri);
    if (body) d->buffer[number] = *d->body;
    if (body || !uri) return check_size(d, number, body ? "" : "no uri, and so ", stated);
    char own[MESH_OTHER];
    const flo_status status = strncmp(uri, "data:", 5) == 0 ? read_text(d->source, uri, number, own)
                        : read_named(d->source, uri, stated, own);
    if (status) return status;
    const mesh_other *const other = mesh_source_last(d->source);
    d->buffer[number] = (gltf_bytes){ other->bytes, other->size };
    if (d->glb == 2 && number == 0) {
        *d->body = d->buffer[0];
        json_object_del(buffer, "uri");
    } else if (json_object_set_new(buffer, "uri", json_string(own)) != 0) {
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for its outline", d->source->path);
    }
    return check_size(d, number, "", stated);
}

static flo_status draw_in_all(drawer *d, json_t *buffers)
{
    json_t *one;
    const char *key;
    size_t i;
    flo_status status = FLO_OK;
    json_array_foreach(buffers, i, one) {
        if (!status) status = draw_in(d, i, NULL, one);
    }
    i = 0;
    json_object_foreach(buffers, key, one) {
        if (!status) status = draw_in(d, i++, key, one);
    }
    return status;
}

/* ---- indices ----------------------------------------------------------------------------------------------------- */

/* assimp leaves out the triangle. */
static flo_status check_indices(const drawer *d, const gltf_indices *indices)
{
    const unsigned char *at = d->buffer[indices->buffer].at + indices->from;
    for (size_t i = 0; i < indices->count; i++, at += indices->step) {
        size_t index = 0;
        for (size_t k = 0; k < indices->each; k++) index |= (size_t)at[k] << 8 * k;
        if (index < indices->places) continue;
        return flo__fail(FLO_BAD_FILE, "%s: index %zu of accessor %zu is %zu; it must be below %zu, the number of "
                         "places", d->source->path, i, indices->accessor, index, indices->places);
    }
    return FLO_OK;
}

flo_status mesh_gltf_draw_in(mesh_source *source, json_t *root, const gltf_outline *outline, size_t glb,
                             gltf_bytes *body)
{
    json_t *const buffers = json_object_get(root, "buffers");
    const size_t count = json_is_object(buffers) ? json_object_size(buffers) : json_array_size(buffers);
    drawer d = { source, glb, body, calloc(count + 1, sizeof *d.buffer) };
    if (!d.buffer) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its buffers", source->path);
    flo_status status = draw_in_all(&d, buffers);
    for (size_t i = 0; i < outline->index_count && !status; i++) status = check_indices(&d, &outline->indices[i]);
    free(d.buffer);
    return status;
}
