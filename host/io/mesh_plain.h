/* SPDX-License-Identifier: MIT
 *
 * OBJ and STL, before assimp sees them: both may ask for far more memory than they have bytes. */
#ifndef FLO_IO_MESH_PLAIN_H
#define FLO_IO_MESH_PLAIN_H

#include "mesh_source.h"

/* Blanks the lines of an OBJ that are no hull's: points and lines, and objects, groups and materials, each of which
 * assimp makes a mesh of its own for, 40 kB for a name of two bytes.  FLO_NO_MEMORY. */
FLO_NODISCARD flo_status mesh_obj_prepare(mesh_source *source);

/* Counts the solids of an STL, each of which is a mesh of its own, with or without triangles.  FLO_NO_MEMORY. */
FLO_NODISCARD flo_status mesh_stl_prepare(mesh_source *source);

#endif
