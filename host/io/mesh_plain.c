/* SPDX-License-Identifier: MIT
 *
 * See mesh_plain.h. */
#include "mesh_plain.h"

#include <string.h>

/* Bytes that assimp takes at most: of a face of an OBJ and of each of its corners, and of the word "solid", of which
 * there are two to a mesh. */
enum { FACE_BYTES = 128, CORNER_BYTES = 48, SOLID_BYTES = 2048 };

static bool is_space(unsigned char c) { return c == ' ' || c == '\t'; }
static bool is_end(unsigned char c) { return c == '\n' || c == '\r' || c == '\0'; }

/* The end of a line, of which a backslash at its end makes the next one a part. */
static size_t line_end(const unsigned char *text, size_t size, size_t at)
{
    for (; at < size && !is_end(text[at]); at++) {
        if (text[at] != '\\' || at + 1 >= size || !is_end(text[at + 1])) continue;
        at++;
        if (text[at] == '\r' && at + 1 < size && text[at + 1] == '\n') at++;
    }
    return at;
}

static size_t words_of(const unsigned char *text, size_t from, size_t to)
{
    size_t words = 0;
    bool between = true;
    for (size_t i = from; i < to; i++) {
        const bool space = is_space(text[i]) || is_end(text[i]);
        words += between && !space;
        between = space;
    }
    return words;
}

flo_status mesh_obj_prepare(mesh_source *source)
{
    unsigned char *const text = source->bytes;
    double faces = 0, corners = 0;
    for (size_t at = 0, end; at < source->size; at = end + 1) {
        end = line_end(text, source->size, at);
        while (at < end && is_space(text[at])) at++;
        if (at == end) continue;
        if (strchr("ogumspl", text[at])) {
            memset(text + at, ' ', end - at);
        } else if (text[at] == 'f') {
            faces++;
            corners += (double)words_of(text, at, end);
        }
    }
    return mesh_source_need(source, 2 * (double)source->size + FACE_BYTES * faces + CORNER_BYTES * corners);
}

flo_status mesh_stl_prepare(mesh_source *source)
{
    const char *at = (const char *)source->bytes;
    size_t left = source->size;
    double solids = 0;
    for (const char *next; left > 0 && (next = memchr(at, 's', left)) != NULL; solids++) {
        left -= (size_t)(next - at) + 1;
        at = next + 1;
        if (left < 4 || memcmp(at, "olid", 4) != 0) solids--;
    }
    return mesh_source_need(source, 3 * (double)source->size + SOLID_BYTES * solids);
}
