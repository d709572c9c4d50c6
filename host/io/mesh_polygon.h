/* SPDX-License-Identifier: MIT
 *
 * Polygons of mesh files, cut into triangles. */
#ifndef FLO_IO_MESH_POLYGON_H
#define FLO_IO_MESH_POLYGON_H

/* Cuts a polygon that lies, more or less, in a plane into count - 2 triangles of the same sense: `triangle` gets their
 * corners, indices into `corner`.  It may bend inwards, and corners may lie on straight edges.  Of one that crosses
 * itself at least the sum of the triangles is right, each counted by its sense.  `left` is room for `count` numbers.
 * 3 corners at least. */
void mesh_polygon_cut(const double (*corner)[3], int count, int *left, int (*triangle)[3]);

#endif
