/* SPDX-License-Identifier: MIT
 *
 * The outline of a glTF, held against the rules before assimp sees it.
 *
 * assimp follows nodes by recursion, once for every parent that names them, trusts what accessors say of their bytes,
 * and looks for files in more places than the one that is named.  So the JSON is read here first: its nodes must be
 * trees, as glTF 2.0 wants them (3.5.2, node hierarchy), and not too deep; the places and indices of its triangles must
 * lie in its buffers; and the files that it draws in are read.  assimp is given a new text of nothing but nodes and
 * triangles, without materials, pictures, skins, animations and extensions. */
#ifndef FLO_IO_MESH_GLTF_H
#define FLO_IO_MESH_GLTF_H

#include "mesh_source.h"

#include <jansson.h>

/* Replaces the bytes of `source`, a whole glTF or, `binary`, a GLB, by those for assimp, and reads the other files.
 * FLO_BAD_FILE, FLO_CANNOT_READ, FLO_NO_MEMORY. */
FLO_NODISCARD flo_status mesh_gltf_prepare(mesh_source *source, bool binary);

/* Holds an outline against the rules; `bytes` becomes what assimp will take of memory for its nodes and triangles.
 * (mesh_gltf_check.c) */
FLO_NODISCARD flo_status mesh_gltf_check(const char *path, json_t *root, double *bytes);

#endif
