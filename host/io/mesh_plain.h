/* SPDX-License-Identifier: MIT
 *
 * OBJ and STL, before assimp sees them: both may ask for far more memory than they have bytes, and of their numbers
 * assimp reads as much as it can ("1,5" is 1.5 and "1x" is 1) or nothing (".5"), without a word.  So each is held
 * against the grammar here, and assimp is given a text that it reads right. */
#ifndef FLO_IO_MESH_PLAIN_H
#define FLO_IO_MESH_PLAIN_H

#include "mesh_source.h"

/* Leaves of an OBJ vertices and faces, one a line: no comments, and no points, lines, objects, groups and materials,
 * each of which assimp makes a mesh of its own for, 40 kB for a name of two bytes.  FLO_BAD_FILE with the line,
 * FLO_NO_MEMORY. */
FLO_NODISCARD flo_status mesh_obj_prepare(mesh_source *source);

/* Counts the solids of an STL, each of which is a mesh of its own, with or without triangles, and checks the text of
 * one that is text.  FLO_BAD_FILE with the line, FLO_NO_MEMORY. */
FLO_NODISCARD flo_status mesh_stl_prepare(mesh_source *source);

/* ---- words (mesh_plain.c) ---------------------------------------------------------------------------------------- */

typedef struct mesh_word { const char *at; size_t length; } mesh_word;

bool mesh_word_is(mesh_word word, const char *text);

/* For messages: what is too long or cannot be printed is replaced. */
enum { MESH_SHOWN = 40 };
const char *mesh_word_show(mesh_word word, char shown[MESH_SHOWN]);

enum { MESH_NUMBER = 40 };
typedef enum mesh_reading {
    MESH_NO_NUMBER,     /* by C's grammar for decimals: no comma, no nan, nothing behind it */
    MESH_TOO_LARGE,     /* for a float */
    MESH_AS_IT_IS,
    MESH_REWRITTEN      /* assimp would misread it: there is another text of it, that is not longer */
} mesh_reading;
mesh_reading mesh_word_number(mesh_word word, char text[MESH_NUMBER]);

/* What is wrong with a word that should be a number: FLO_BAD_FILE. */
flo_status mesh_word_refuse(const mesh_source *source, size_t line, mesh_word word, mesh_reading reading);

#endif
