/* SPDX-License-Identifier: MIT
 *
 * The text of an OBJ for assimp.  See mesh_plain.h. */
#include "mesh_plain.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that assimp takes at most of a face and of each of its corners. */
enum { FACE_BYTES = 128, CORNER_BYTES = 48 };

/* Of the new text to the old one, bytes: ".5 " becomes "0.5 ". */
enum { GROWTH = 2 };

typedef struct obj {
    mesh_source *source;
    const char *at, *end;           /* what is left of a line, without its comment */
    const char *next, *last;        /* where the next one begins, and the file ends */
    size_t line, lines;             /* where it begins, from 1 on, and how many it is on, which are joined */
    size_t vertices, so_far;        /* of the whole file, and before this line */
    double faces, corners;
    char *to;                       /* the new text */
} obj;

/* ---- lines and words --------------------------------------------------------------------------------------------- */

static bool is_end(char c) { return c == '\n' || c == '\r'; }
static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\0' || is_end(c); }

/* The bytes of a line's end; 0 where there is none. */
static size_t end_at(const char *at, const char *last)
{
    if (at == last || !is_end(*at)) return 0;
    return *at == '\r' && at + 1 < last && at[1] == '\n' ? 2 : 1;
}

/* Those of one that a backslash takes back. */
static size_t joint_at(const char *at, const char *last)
{
    const size_t end = at < last && *at == '\\' ? end_at(at + 1, last) : 0;
    return end > 0 ? 1 + end : 0;
}

static void begin(obj *o)
{
    const char *const text = (const char *)o->source->bytes;
    static const char mark[] = "\xEF\xBB\xBF";      /* of UTF-8 */
    const bool marked = o->source->size >= 3 && memcmp(text, mark, 3) == 0;
    o->next = text + (marked ? 3 : 0);
    o->last = text + o->source->size;
    o->line = 1;
    o->lines = o->so_far = 0;
}

/* Within a word it is none: 1.#IND is how some write nan. */
static bool is_comment(const obj *o, const char *at) { return *at == '#' && (at == o->at || is_space(at[-1])); }

/* A comment is never joined with the next line: it may be a drawing, or name a folder of Windows. */
static bool next_line(obj *o)
{
    if (o->next == o->last) return false;
    o->line += o->lines;
    o->lines = 1;
    o->at = o->end = o->next;
    while (o->end < o->last && !is_end(*o->end) && !is_comment(o, o->end)) {
        const size_t joint = joint_at(o->end, o->last);
        o->lines += joint > 0;
        o->end += joint > 0 ? joint : 1;
    }
    o->next = o->end;
    while (o->next < o->last && !is_end(*o->next)) o->next++;
    o->next += end_at(o->next, o->last);
    return true;
}

static bool next_word(obj *o, mesh_word *word)
{
    size_t joint = 0;
    while (o->at < o->end && ((joint = joint_at(o->at, o->end)) > 0 || is_space(*o->at))) o->at += joint ? joint : 1;
    word->at = o->at;
    while (o->at < o->end && !is_space(*o->at) && joint_at(o->at, o->end) == 0) o->at++;
    word->length = (size_t)(o->at - word->at);
    return word->length > 0;
}

/* "fo" is what faces were once called. */
static bool is_face(mesh_word word) { return mesh_word_is(word, "f") || mesh_word_is(word, "fo"); }

static void put(obj *o, const char *text, size_t length)
{
    memcpy(o->to, text, length);
    o->to += length;
}

/* ---- vertices ---------------------------------------------------------------------------------------------------- */

static flo_status put_number(obj *o, mesh_word word, bool kept)
{
    char text[MESH_NUMBER];
    const mesh_reading reading = mesh_word_number(word, text);
    if (reading == MESH_NO_NUMBER || reading == MESH_TOO_LARGE)
        return mesh_word_refuse(o->source, o->line, word, reading);
    if (!kept) return FLO_OK;
    put(o, " 0", *word.at == '.' && reading == MESH_AS_IT_IS ? 2 : 1);
    put(o, reading == MESH_AS_IT_IS ? word.at : text, reading == MESH_AS_IT_IS ? word.length : strlen(text));
    return FLO_OK;
}

/* Of a weight, by which assimp divides: some digit before an exponent must not be 0. */
static bool is_zero(mesh_word word)
{
    for (size_t i = 0; i < word.length && word.at[i] != 'e' && word.at[i] != 'E'; i++)
        if (word.at[i] >= '1' && word.at[i] <= '9') return false;
    return true;
}

static flo_status put_vertex(obj *o)
{
    enum { PLACE = 3, WEIGHTED = 4, COLOURED = 6 };
    mesh_word word[COLOURED + 1];
    size_t count = 0;
    while (count <= COLOURED && next_word(o, &word[count])) count++;
    if (count != PLACE && count != WEIGHTED && count != COLOURED) {
        return flo__fail(FLO_BAD_FILE, "%s:%zu: a vertex has %s%zu numbers; it must have 3, 4 with a weight, or 6 with "
                         "a colour", o->source->path, o->line, count > COLOURED ? "more than " : "",
                         count > COLOURED ? (size_t)COLOURED : count);
    }
    flo_status status = FLO_OK;
    put(o, "v", 1);
    for (size_t i = 0; i < count && !status; i++)
        status = put_number(o, word[i], i < PLACE || (i < WEIGHTED && count == WEIGHTED));
    if (!status && count == WEIGHTED && is_zero(word[PLACE])) {
        status = flo__fail(FLO_BAD_FILE, "%s:%zu: the weight of a vertex, its fourth number, is 0", o->source->path,
                           o->line);
    }
    put(o, "\n", 1);
    o->so_far++;
    return status;
}

/* ---- faces ------------------------------------------------------------------------------------------------------- */

/* A whole number, of which so many bytes are; saturated; 0 where there is none. */
static size_t whole_at(const char *at, const char *end, long long *number)
{
    const char *const from = at;
    const bool negative = at < end && *at == '-';
    at += negative || (at < end && *at == '+');
    const char *const digits = at;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++) *number = *number > INT_MAX ? *number : *number * 10 + *at - '0';
    if (negative) *number = -*number;
    return at == digits ? 0 : (size_t)(at - from);
}

/* v, v/vt, v//vn or v/vt/vn; `form` is a bit for each slash, and for each number behind one. */
static bool read_corner(mesh_word word, long long *vertex, unsigned *form)
{
    const char *at = word.at, *const end = word.at + word.length;
    const size_t length = whole_at(at, end, vertex);
    long long other;
    *form = 0;
    at += length;
    for (unsigned part = 0; part < 2 && at < end && *at == '/'; part++) {
        const size_t more = whole_at(++at, end, &other);
        *form |= (more > 0 ? 3u : 1u) << 2 * part;
        at += more;
    }
    return length > 0 && at == end;
}

static flo_status put_corner(obj *o, mesh_word word, unsigned *form)
{
    long long vertex;
    unsigned own;
    char shown[MESH_SHOWN];
    mesh_word_show(word, shown);
    if (!read_corner(word, &vertex, &own)) {
        return flo__fail(FLO_BAD_FILE, "%s:%zu: \"%s\" is no corner of a face; it must be v, v/vt, v//vn or v/vt/vn, "
                         "each a whole number", o->source->path, o->line, shown);
    }
    if (*form == UINT_MAX) *form = own;
    if (own != *form) {
        return flo__fail(FLO_BAD_FILE, "%s:%zu: corner %s is of another form than the first of its face",
                         o->source->path, o->line, shown);
    }
    const bool there = vertex > 0 ? vertex <= (long long)o->vertices : vertex < 0 && -vertex <= (long long)o->so_far;
    if (!there) {
        return flo__fail(FLO_BAD_FILE, "%s:%zu: corner %s is none of the %zu vertices; its index must be 1 to %zu, or "
                         "-1 to -%zu, counted back from here", o->source->path, o->line, shown, o->vertices,
                         o->vertices, o->so_far);
    }
    put(o, " ", 1);
    o->to += sprintf(o->to, "%lld", vertex);
    return FLO_OK;
}

static flo_status put_face(obj *o)
{
    mesh_word word;
    unsigned form = UINT_MAX;
    size_t corners = 0;
    flo_status status = FLO_OK;
    put(o, "f", 1);
    for (; !status && next_word(o, &word); corners++) status = put_corner(o, word, &form);
    put(o, "\n", 1);
    if (status || corners >= 3) return status;
    return flo__fail(FLO_BAD_FILE, "%s:%zu: a face has %zu corners; it must have 3 at least", o->source->path, o->line,
                     corners);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void count(obj *o)
{
    mesh_word word;
    begin(o);
    while (next_line(o)) {
        if (!next_word(o, &word)) continue;
        o->vertices += mesh_word_is(word, "v");
        if (!is_face(word)) continue;
        o->faces++;
        while (next_word(o, &word)) o->corners++;
    }
}

static flo_status put_line(obj *o)
{
    mesh_word word;
    char shown[MESH_SHOWN];
    if (!next_word(o, &word)) return FLO_OK;
    if (mesh_word_is(word, "v")) return put_vertex(o);
    if (is_face(word)) return put_face(o);
    if ((*word.at != 'v' && *word.at != 'f') || !strchr("+-.0123456789", word.at[1])) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s:%zu: \"%s\" has no blank between its letter and its number", o->source->path,
                     o->line, mesh_word_show(word, shown));
}

static flo_status rewrite(obj *o)
{
    flo_status status = FLO_OK;
    begin(o);
    while (!status && next_line(o)) status = put_line(o);
    return status;
}

flo_status mesh_obj_prepare(mesh_source *source)
{
    obj o = { .source = source };
    count(&o);
    flo_status status = mesh_source_need(source, (2 + GROWTH) * (double)source->size + FACE_BYTES * o.faces +
                                                 CORNER_BYTES * o.corners);
    if (status) return status;
    if (o.faces == 0) return flo__fail(FLO_BAD_FILE, "%s: it has no triangles", source->path);
    char *const text = o.to = malloc(GROWTH * source->size + MESH_NUMBER);
    if (!text) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its text", source->path);
    status = rewrite(&o);
    if (status) {
        free(text);
        return status;
    }
    *o.to = '\0';
    free(source->bytes);
    source->bytes = (unsigned char *)text;
    source->size = (size_t)(o.to - text);
    return FLO_OK;
}
