/* SPDX-License-Identifier: MIT
 *
 * A shape for hulls of points, which have none. */
#ifndef FLO_IO_BOAT_SHAPE_H
#define FLO_IO_BOAT_SHAPE_H

#include "vtk.h"

enum { BOAT_VERTICES = 96, BOAT_TRIANGLES = 192 };

typedef struct boat_shape {
    vtk_shape of;               /* points into this */
    double vertex[BOAT_VERTICES][3];
    int triangle[BOAT_TRIANGLES][3];
} boat_shape;

/* Of a hull of points, in water of a density, kg/m^3. */
void boat_shape_make(boat_shape *b, const flo_hull_def *def, double density);

#endif
