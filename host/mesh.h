/* SPDX-License-Identifier: MIT
 *
 * Meshes: closed surfaces of triangles, cut into cells of volume or into panels. */
#ifndef FLO_MESH_H
#define FLO_MESH_H

#include "hull.h"

/* The parts of a mesh in the cells of a grid: all of one size, those at the skin only partly filled.  Their volumes add
 * up to the mesh's, and their centres, weighted by volume, to its centroid. */
typedef struct flo__cells {
    int count;                      /* of cells that hold a part of the mesh */
    double size[3];                 /* m, of every cell */
    double (*center)[3];            /* [count] m, of each part, in the hull's axes */
    double *volume;                 /* [count] m^3 */
} flo__cells;

/* Cuts a mesh into about `samples` cells, as near to cubes as its box allows.  Fails as flo__mesh_check does. */
flo_status flo__cells_cut(flo__cells *cells, const flo_mesh *mesh, int samples);
void flo__cells_free(flo__cells *cells);

/* Cuts a mesh's triangles into pieces: `sample` holds the corners that each piece needs, `panel` its triangles between
 * them.  Corners are m from `center`, rounded so that a corner that two pieces share is at the same place in both. */
flo_status flo__panels_cut(flo__pieces *cut, const flo_mesh *mesh, const double center[3]);

/* FLO_OK for a mesh that can be a hull: indices in range, places finite and within 1e4 m, a volume above 0, and no open
 * edges unless it allows them.  `info` may be NULL. */
flo_status flo__mesh_check(const flo_mesh *mesh, flo_mesh_info *info);

#endif
