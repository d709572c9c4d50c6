/* SPDX-License-Identifier: MIT
 *
 * Files of VTK, as ParaView and others read them: points with data, and cells between them, as PolyData (.vtp) or as an
 * UnstructuredGrid (.vtu); and a list of such files over time (.pvd).
 *
 * The head says where everything is before anything is there: numbers follow raw, each array behind the other, and go
 * to places that are known at once, so that several writers can fill one file in any order. */
#ifndef FLO_IO_VTK_H
#define FLO_IO_VTK_H

#include "rows.h"
#include "write_at.h"

#include <stdio.h>

typedef enum vtk_form { VTK_VTP, VTK_VTU } vtk_form;
typedef enum vtk_cell { VTK_VERTEX, VTK_TRIANGLE, VTK_QUAD } vtk_cell;
typedef enum vtk_type { VTK_FLOAT, VTK_DOUBLE, VTK_INT, VTK_INT64, VTK_UCHAR } vtk_type;

enum { VTK_ARRAYS = 16 };

typedef struct vtk_array {
    const char *name;
    vtk_type type;
    int components;
    uint64_t tuples;            /* filled in */
    uint64_t at;                /* filled in: bytes from the file's beginning */
} vtk_array;

typedef struct vtk_file {
    write_place to;
    vtk_form form;
    vtk_cell cell;
    uint64_t points, cells;
    uint64_t step;
    double time;                /* s */
    vtk_array array[VTK_ARRAYS];    /* data of points; then the points and the cells, which vtk_begin adds */
    int count;
    int place, connectivity;    /* filled in: the arrays that these are */
    bool failed;                /* errno says why */
} vtk_file;

/* Lays the file out and writes its head and end.  What the caller has filled in: everything up to `count`. */
void vtk_begin(vtk_file *v);

/* Writes tuples of an array, from `first` on. */
void vtk_put(vtk_file *v, int array, uint64_t first, const void *data, uint64_t tuples);

/* All cells' corners in their order are points 0, 1, 2, ...: of vertices, and of shapes that share no corner. */
void vtk_put_plain_cells(vtk_file *v);

/* The end of each cell's corners, and its type: the same for all files of a kind. */
void vtk_end(vtk_file *v);

const char *vtk_suffix(vtk_form form);      /* "vtp" or "vtu" */

/* The hull's axes in the world, as columns, of an attitude: to port, up, ahead. */
void vtk_axes(const float orientation[4], double axes[3][3]);

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

/* A point for each body, with all that is known of it. */
void vtk_begin_bodies(vtk_file *v, uint64_t bodies);
void vtk_put_bodies(vtk_file *v, const body_rows *rows);

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

/* The surface of a hull, in its axes; no triangles: it has no shape. */
typedef struct vtk_shape {
    const double (*vertices)[3];
    int vertex_count;
    const int (*triangles)[3];
    int triangle_count;
} vtk_shape;

/* Bodies' surfaces where they are.  `point` and `triangle` are how many of both come before this body's. */
void vtk_begin_hulls(vtk_file *v, uint64_t points, uint64_t triangles);
void vtk_put_hull(vtk_file *v, uint64_t point, uint64_t triangle, const vtk_shape *shape, uint64_t body,
                  const flo_body_state *state, float submerged);

/* ---- the sea --------------------------------------------------------------------------------------------------- */

/* A square of `side` times `side` points, x fastest; with heights above y = 0, above the level, and normals. */
void vtk_put_sea(vtk_file *v, int side, const double *x, const double *z, const double *height, double level,
                 const float *const normal[3]);

/* ---- over time ------------------------------------------------------------------------------------------------- */

void vtk_begin_list(FILE *to);
void vtk_list(FILE *to, double time, const char *file);
void vtk_end_list(FILE *to);

#endif
