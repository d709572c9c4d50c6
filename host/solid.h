/* SPDX-License-Identifier: MIT
 *
 * A mesh put in order: corners at equal places are one, and corners and triangles stand in an order that follows from
 * the places alone.  So whatever is computed from a mesh has the same bits, in whatever order a file lists it. */
#ifndef FLO_SOLID_H
#define FLO_SOLID_H

#include "internal.h"

typedef struct flo__solid {
    int corners;
    double (*corner)[3];            /* by x, then y, then z */
    int triangles;
    int (*triangle)[3];             /* its lowest corner first; those without area are left out */
    int degenerate;                 /* how many of them there were */
    int open_edges, crowded_edges;  /* as in flo_mesh_info; triangles without area hold edges together, too */
    double low[3], high[3];
} flo__solid;

/* The most triangles that a mesh may have, and how far, m, its corners may be. */
enum { FLO__MESH_TRIANGLES = 10000000 };
#define FLO__MESH_REACH 1e4

/* FLO_BAD_VALUE names the index or place that is out of range, or says that no triangle has an area. */
flo_status flo__solid_make(flo__solid *solid, const flo_mesh *mesh);

/* The same for a mesh that is known to be in range. */
flo_status flo__solid_weld(flo__solid *solid, const flo_mesh *mesh);
void flo__solid_free(flo__solid *solid);

flo_mesh_info flo__solid_info(const flo__solid *solid);

/* FLO_OK if it is closed, or `allow_open`, and encloses a volume. */
flo_status flo__solid_judge(const flo__solid *solid, const flo_mesh_info *info, bool allow_open);

/* The same surface as seen from `center`, in triangles without edges above `longest`, m; places are rounded to
 * multiples of `unit`, m.  FLO_BAD_VALUE: that takes too many. */
flo_status flo__solid_refine(flo__solid *fine, const flo__solid *solid, const double center[3], double longest,
                             double unit);

/* A convex polygon: a triangle that planes have cut, each of which adds a corner. */
enum { FLO__POLYGON_CORNERS = 12 };

typedef struct flo__polygon {
    int count;
    double at[FLO__POLYGON_CORNERS][3];
} flo__polygon;

flo__polygon flo__solid_polygon(const flo__solid *solid, int triangle);

/* The parts of a polygon on either side of a plane across an axis; count 0 where there is none.  A polygon that lies in
 * the plane counts as below.  Two polygons that share an edge share the point where a plane cuts it, to the bit.
 * `below` or `above` may be NULL, or the polygon itself. */
void flo__polygon_split(const flo__polygon *p, int axis, double plane, flo__polygon *below, flo__polygon *above);

/* Integrals over what a polygon covers of the x-z plane, counted below 0 where the polygon faces down: with them come
 * the volumes between the polygon and a plane of equal y.  x, y, z are measured from an origin. */
typedef struct flo__shadow {
    double area, x, z, xx, zz;      /* of 1, x, z, x^2, z^2 */
    double y, xy, zy, yy;           /* of y, x y, z y, y^2 */
} flo__shadow;

void flo__polygon_shadow(const flo__polygon *p, const double origin[3], flo__shadow *sum);

#endif
