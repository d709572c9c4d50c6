/* SPDX-License-Identifier: MIT
 *
 * Meshes from files: STL (text or binary), OBJ, glTF and GLB, told apart by the end of the name.
 *
 * All surfaces of a file become one mesh, each where the file's nodes put it; polygons are cut into triangles, points
 * and lines are left out.  assimp reads places as floats, which know them to 1.2e-7 of the furthest corner's
 * coordinate; where a decimal that floats of that size can tell from its neighbours is as near as that, it is taken.
 * So 9.02 means 9.02, what was meant to be 0 is 0, and a shape written in two formats becomes the same mesh. */
#ifndef FLO_IO_MESH_FILE_H
#define FLO_IO_MESH_FILE_H

#include "../flotilla.h"
#include "fence.h"
#include "inputs.h"

typedef enum mesh_up { MESH_UP_Y = 0, MESH_UP_Z = 1 } mesh_up;

/* Who counts the bytes of each file of a mesh before it is read, MESH_TIMES over: so much memory is taken while it is,
 * or else more bytes are counted.  What is not FLO_OK, with a message, refuses it. */
enum { MESH_TIMES = 8 };
typedef struct mesh_memory {
    flo_status (*take)(void *of, double bytes);
    void *of;
} mesh_memory;

typedef struct mesh_file_options {
    double scale;               /* multiplies every place: 0.001 for a file in millimetres.  1e-6 to 1e6 */
    mesh_up up;                 /* MESH_UP_Z: a file as robots and naval architects make it, +x forward, +y to port, +z
                                 * up, is turned into the hull's axes by (x, y, z) -> (y, z, x), a rotation */
    bool allow_open;            /* what to put into the mesh */
    const mesh_memory *memory;  /* NULL: nobody counts, and 512 MiB of all files together are allowed as ever */
    const fence *fence;         /* which must hold what other files it draws in; NULL: there is none */
    inputs *read;               /* gets these other files; NULL: nobody asks */
} mesh_file_options;

typedef struct mesh_file {
    flo_mesh mesh;              /* its arrays are these */
    double (*vertices)[3];
    int (*triangles)[3];
} mesh_file;

/* { 1, MESH_UP_Y, false, NULL, NULL, NULL } */
mesh_file_options mesh_file_default_options(void);

/* Reads a mesh.  FLO_CANNOT_READ, FLO_NO_MEMORY, of it or of a file that it draws in; FLO_BAD_FILE: it is no mesh,
 * holds no triangles, too many, or places that are not finite, or draws in a file that is neither beside it nor below,
 * or outside of the fence; the message names the file, and what the reader says.  FLO_BAD_VALUE: an option.  Whether
 * the mesh is closed is for flo_mesh_get_info and flo_hull_create to say. */
FLO_NODISCARD flo_status mesh_file_read(mesh_file *out, const char *path, const mesh_file_options *options);

/* Leaves an empty one, which may be freed again. */
void mesh_file_free(mesh_file *file);

#endif
