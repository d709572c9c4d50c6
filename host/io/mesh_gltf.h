/* SPDX-License-Identifier: MIT
 *
 * The outline of a glTF, held against the rules before assimp sees it.
 *
 * assimp follows nodes by recursion, once for every parent that names them, trusts what accessors say of their bytes,
 * and looks for files in more places than the one that is named.  So the JSON is read here first: its nodes must be
 * trees, as glTF 2.0 wants them (3.5.2, node hierarchy), and not too deep; the places and indices of its triangles must
 * lie in its buffers, and the indices among the places; and the files that it draws in are read.  assimp is given a new
 * text of nothing but nodes and triangles, without materials, pictures, skins, animations and extensions; those that
 * change what is drawn are refused. */
#ifndef FLO_IO_MESH_GLTF_H
#define FLO_IO_MESH_GLTF_H

#include "mesh_source.h"

#include <jansson.h>

/* Replaces the bytes of `source`, a whole glTF or, `binary`, a GLB, by those for assimp, and reads the other files.
 * FLO_BAD_FILE, FLO_CANNOT_READ, FLO_NO_MEMORY. */
FLO_NODISCARD flo_status mesh_gltf_prepare(mesh_source *source, bool binary);

/* Indices of triangles, of which each must be below `places`: `count` of `each` bytes, `step` apart, in a buffer. */
typedef struct gltf_indices {
    size_t accessor, buffer;        /* their numbers */
    size_t from, count, step, each;
    size_t places;
} gltf_indices;

/* What an outline says of its triangles; to be freed whatever came back. */
typedef struct gltf_outline {
    double bytes;                   /* that assimp will take of memory for its nodes and triangles */
    gltf_indices *indices;
    size_t index_count;
} gltf_outline;

/* Holds an outline against the rules.  (mesh_gltf_check.c) */
FLO_NODISCARD flo_status mesh_gltf_check(const char *path, json_t *root, gltf_outline *outline);

/* The bytes of a buffer. */
typedef struct gltf_bytes { const unsigned char *at; size_t size; } gltf_bytes;

/* Reads the files and data: URIs of buffers, puts assimp's names of them in their place, and checks the indices.
 * `body` is what a GLB of version `glb`, 0 where it is none, has behind its outline; it becomes the bytes of the first
 * buffer, which assimp takes from nowhere else.  (mesh_gltf_bytes.c) */
FLO_NODISCARD flo_status mesh_gltf_draw_in(mesh_source *source, json_t *root, const gltf_outline *outline, size_t glb,
                                           gltf_bytes *body);

#endif
