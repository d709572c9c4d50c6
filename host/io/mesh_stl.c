/* SPDX-License-Identifier: MIT
 *
 * STL, which is bytes or text, before assimp sees it.  See mesh_plain.h. */
#include "mesh_plain.h"

#include <string.h>

/* Bytes that assimp takes at most of the word "solid", of which there are two to a mesh. */
enum { SOLID_BYTES = 2048 };

/* Of an STL of bytes: before its triangles, and of each. */
enum { HEAD = 84, TRIANGLE = 50 };

typedef struct stl {
    const mesh_source *source;
    char *at, *end;                 /* what is left */
    char *word;                     /* the last that was read */
    size_t length, line;            /* of it */
    bool solid, facet;              /* that has begun */
    int vertices;                   /* of the facet */
} stl;

/* ---- words ------------------------------------------------------------------------------------------------------- */

static bool is_space(char c) { return (unsigned char)c <= ' '; }

/* assimp stops at some of what is blank here, such as a byte 0: it sees no others than these. */
static bool next_word(stl *s)
{
    for (; s->at < s->end && is_space(*s->at); s->at++) {
        s->line += *s->at == '\n';
        if (*s->at != '\n' && *s->at != '\r') *s->at = ' ';
    }
    s->word = s->at;
    while (s->at < s->end && !is_space(*s->at)) s->at++;
    s->length = (size_t)(s->at - s->word);
    return s->length > 0;
}

static mesh_word word_of(const stl *s) { return (mesh_word){ s->word, s->length }; }
static bool is(const stl *s, const char *text) { return mesh_word_is(word_of(s), text); }

static flo_status fail_at(const stl *s, const char *what)
{
    return flo__fail(FLO_BAD_FILE, "%s:%zu: %s", s->source->path, s->line, what);
}

static flo_status fail_cut(const stl *s)
{
    return fail_at(s, "it is cut off: a solid has no endsolid");
}

/* ---- solids and facets ------------------------------------------------------------------------------------------- */

/* The rest of the line; but a whole file may be on one.  assimp would take words of a name for its own, and the first
 * word on a line for a name. */
static void skip_name(stl *s)
{
    while (s->at < s->end && *s->at != '\n' && *s->at != '\r') {
        stl ahead = *s;
        if (is_space(*s->at) && s->at[1] == 'f' && next_word(&ahead) && is(&ahead, "facet") && next_word(&ahead) &&
            is(&ahead, "normal")) {
            *s->at++ = '\n';
            return;
        }
        *s->at++ = ' ';
    }
}

/* At an end of a facet, or where there should be one. */
static flo_status end_facet(stl *s)
{
    const int vertices = s->vertices;
    const bool whole = !s->facet || vertices == 3;
    s->facet = false;
    if (whole) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s:%zu: a facet has %d vertices; it must have 3", s->source->path, s->line,
                     vertices);
}

/* Its three numbers may be nan, and are nothing to us. */
static flo_status take_facet(stl *s)
{
    const flo_status status = end_facet(s);
    if (status) return status;
    if (!s->solid) return fail_at(s, "a facet is in no solid");
    s->facet = true;
    s->vertices = 0;
    if (!next_word(s)) return fail_cut(s);
    if (!is(s, "normal")) return fail_at(s, "behind facet must be normal");
    for (int i = 0; i < 3; i++) {
        if (!next_word(s)) return fail_cut(s);
        if (is(s, "outer")) return fail_at(s, "the normal of a facet must have 3 numbers");
        memset(s->word, ' ', s->length);
        *s->word = '0';
    }
    return FLO_OK;
}

static flo_status take_vertex(stl *s)
{
    if (!s->facet) return fail_at(s, "a vertex is in no facet");
    if (++s->vertices > 3) return fail_at(s, "a facet has more than 3 vertices");
    for (int i = 0; i < 3; i++) {
        char text[MESH_NUMBER];
        if (!next_word(s)) return fail_cut(s);
        const mesh_reading reading = mesh_word_number(word_of(s), text);
        if (reading == MESH_NO_NUMBER || reading == MESH_TOO_LARGE)
            return mesh_word_refuse(s->source, s->line, word_of(s), reading);
        if (reading == MESH_AS_IT_IS) continue;
        memset(s->word, ' ', s->length);
        memcpy(s->word, text, strlen(text));
    }
    return FLO_OK;
}

static flo_status take_solid(stl *s, bool begins)
{
    const flo_status status = end_facet(s);
    if (status) return status;
    if (s->solid == begins) return fail_at(s, begins ? "a solid begins in another" : "an endsolid ends no solid");
    s->solid = begins;
    skip_name(s);
    return FLO_OK;
}

static bool is_nothing(const stl *s)
{
    return is(s, "outer") || is(s, "loop") || is(s, "endloop");
}

static flo_status take_word(stl *s)
{
    char shown[MESH_SHOWN];
    if (is(s, "vertex")) return take_vertex(s);
    if (is(s, "facet")) return take_facet(s);
    if (is(s, "endfacet")) return end_facet(s);
    if (is(s, "solid") || is(s, "endsolid")) return take_solid(s, *s->word == 's');
    if (is_nothing(s)) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s:%zu: \"%s\" is no word of an STL; here must be facet, outer, loop, vertex, "
                     "endloop, endfacet, solid or endsolid", s->source->path, s->line,
                     mesh_word_show(word_of(s), shown));
}

static flo_status check_text(const mesh_source *source)
{
    char *const text = (char *)source->bytes;
    stl s = { .source = source, .at = text, .end = text + source->size, .line = 1 };
    flo_status status = FLO_OK;
    while (!status && next_word(&s)) status = take_word(&s);
    return status || !s.solid ? status : fail_cut(&s);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* The same question that assimp asks: whether there are as many bytes as triangles need. */
static bool is_text(const mesh_source *source)
{
    const unsigned char *const b = source->bytes;
    size_t at = 0;
    if (source->size >= HEAD) {
        const double triangles = b[80] + 0x1p8 * b[81] + 0x1p16 * b[82] + 0x1p24 * b[83];
        if (HEAD + TRIANGLE * triangles == (double)source->size) return false;
    }
    while (b[at] == ' ' || b[at] == '\t') at++;
    return source->size - at > 5 && memcmp(b + at, "solid", 5) == 0;
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
    const flo_status status = mesh_source_need(source, 3 * (double)source->size + SOLID_BYTES * solids);
    return status || !is_text(source) ? status : check_text(source);
}
