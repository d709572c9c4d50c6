/* SPDX-License-Identifier: MIT
 *
 * Meshes: what a closed surface of triangles encloses, by the divergence theorem.
 *
 * Every triangle makes a tetrahedron with one point, the middle of the mesh; those of triangles that face away from the
 * point count, and those that face it count against.  Of an open mesh the sum depends on the point, and the point is
 * the origin of the hull's axes. */
#include "calls.h"
#include "mesh.h"
#include "solid.h"
#include <math.h>
#include <string.h>

/* Integrals over a solid, from a point: of 1, x_i, x_i x_j. */
typedef struct moments { double volume, first[3], second[3][3], area; } moments;

/* Adds a tetrahedron between the point and a triangle. */
static void add_triangle(moments *m, double p[3][3])
{
    double u[3], v[3], normal[3], sum[3], square = 0, six = 0;
    for (int a = 0; a < 3; a++) {
        u[a] = p[1][a] - p[0][a];
        v[a] = p[2][a] - p[0][a];
        sum[a] = p[0][a] + p[1][a] + p[2][a];
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        normal[a] = u[b] * v[c] - u[c] * v[b];
        square += normal[a] * normal[a];
        six += p[0][a] * normal[a];
    }
    m->area += sqrt(square) / 2;
    m->volume += six / 6;
    for (int i = 0; i < 3; i++) {
        m->first[i] += six / 24 * sum[i];
        for (int j = 0; j < 3; j++) {
            const double squares = p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j];
            m->second[i][j] += six / 120 * (sum[i] * sum[j] + squares);
        }
    }
}

static moments moments_about(const flo__solid *solid, const double point[3])
{
    moments m = { 0 };
    for (int i = 0; i < solid->triangles; i++) {
        double p[3][3];
        for (int k = 0; k < 3; k++) {
            for (int a = 0; a < 3; a++) p[k][a] = solid->corner[solid->triangle[i][k]][a] - point[a];
        }
        add_triangle(&m, p);
    }
    return m;
}

flo_mesh_info flo__solid_info(const flo__solid *solid)
{
    flo_mesh_info info = {
        .vertices = solid->corners, .triangles = solid->triangles, .degenerate = solid->degenerate,
        .open_edges = solid->open_edges, .crowded_edges = solid->crowded_edges,
    };
    double point[3] = { 0 };
    for (int a = 0; a < 3; a++) {
        info.low[a] = solid->low[a];
        info.high[a] = solid->high[a];
        if (solid->open_edges == 0) point[a] = (solid->low[a] + solid->high[a]) / 2;
    }
    const moments m = moments_about(solid, point);
    info.area = m.area;
    info.volume = m.volume;
    double offset[3] = { 0 }, spread[3][3];
    for (int a = 0; a < 3; a++) {
        if (m.volume != 0) offset[a] = m.first[a] / m.volume;
        info.centroid[a] = point[a] + offset[a];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) spread[i][j] = m.second[i][j] - m.first[i] * offset[j];
    }
    const double trace = spread[0][0] + spread[1][1] + spread[2][2];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) info.inertia[i][j] = (i == j ? trace : 0) - spread[i][j];
    }
    return info;
}

/* Below this share of area times length a volume is what rounding left of a flat mesh. */
#define THINNEST 1e-12

flo_status flo__solid_judge(const flo__solid *solid, const flo_mesh_info *info, bool allow_open)
{
    double length = 0;
    for (int a = 0; a < 3; a++) length = fmax(length, solid->high[a] - solid->low[a]);
    if (info->open_edges > 0 && !allow_open) {
        return flo__fail(FLO_BAD_VALUE, "the mesh is open: %d edges of its triangles have no opposite twin in another "
                         "triangle; it must have none, unless open meshes are allowed", info->open_edges);
    }
    if (fabs(info->volume) <= THINNEST * info->area * length) {
        return flo__fail(FLO_BAD_VALUE, "the mesh encloses no volume; its area is %g m^2", info->area);
    }
    if (info->volume < 0) {
        return flo__fail(FLO_BAD_VALUE, "the volume of the mesh is %g m^3, as its triangles face inwards; they must be "
                         "counter-clockwise when seen from outside", info->volume);
    }
    return FLO_OK;
}

flo_status flo__call_mesh_get_info(const flo_mesh *mesh, flo_mesh_info *info)
{
    flo__solid solid;
    const flo_status status = flo__solid_make(&solid, mesh);
    if (status) return status;
    *info = flo__solid_info(&solid);
    flo__solid_free(&solid);
    return FLO_OK;
}

flo_status flo__mesh_check(const flo_mesh *mesh, flo_mesh_info *info)
{
    flo__solid solid;
    flo_status status = flo__solid_make(&solid, mesh);
    if (status) return status;
    const flo_mesh_info found = flo__solid_info(&solid);
    status = flo__solid_judge(&solid, &found, mesh->allow_open);
    if (info && !status) *info = found;
    flo__solid_free(&solid);
    return status;
}
