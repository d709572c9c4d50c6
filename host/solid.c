/* SPDX-License-Identifier: MIT
 *
 * Puts meshes in order: welds corners, leaves out triangles without area, counts the edges that do not match. */
#include "solid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A triangle whose height is below this share of its longest edge has no area. */
#define FLATTEST 1e-12

static flo_status check_places(const flo_mesh *mesh)
{
    for (int i = 0; i < mesh->vertex_count; i++) {
        for (int a = 0; a < 3; a++) {
            const double at = mesh->vertices[i][a];
            if (fabs(at) <= FLO__MESH_REACH) continue;
            return flo__fail(FLO_BAD_VALUE, "vertices[%d][%d] is %g m; it must be %g to %g", i, a, at,
                             -FLO__MESH_REACH, FLO__MESH_REACH);
        }
    }
    return FLO_OK;
}

static flo_status check(const flo_mesh *mesh)
{
    if (mesh->triangle_count < 1 || mesh->triangle_count > FLO__MESH_TRIANGLES) {
        return flo__fail(FLO_BAD_VALUE, "triangle_count is %d; it must be 1 to %d", mesh->triangle_count,
                         FLO__MESH_TRIANGLES);
    }
    if (mesh->vertex_count < 3 || mesh->vertex_count > 3 * FLO__MESH_TRIANGLES) {
        return flo__fail(FLO_BAD_VALUE, "vertex_count is %d; it must be 3 to %d", mesh->vertex_count,
                         3 * FLO__MESH_TRIANGLES);
    }
    if (!mesh->vertices || !mesh->triangles) {
        return flo__fail(FLO_BAD_VALUE, "%s of a mesh is NULL", mesh->vertices ? "triangles" : "vertices");
    }
    for (int i = 0; i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            const int index = mesh->triangles[i][k];
            if (index >= 0 && index < mesh->vertex_count) continue;
            return flo__fail(FLO_BAD_VALUE, "triangles[%d][%d] is %d; it must be 0 to %d, as there are %d vertices", i,
                             k, index, mesh->vertex_count - 1, mesh->vertex_count);
        }
    }
    return check_places(mesh);
}

/* ---- corners --------------------------------------------------------------------------------------------------- */

typedef struct place { double at[3]; int index; } place;

static int by_place(const void *p, const void *q)
{
    const place *const a = p, *const b = q;
    for (int i = 0; i < 3; i++) {
        if (a->at[i] != b->at[i]) return a->at[i] < b->at[i] ? -1 : 1;
    }
    return 0;
}

/* The places that triangles use, in order; `map` gives the corner of a vertex. */
static void weld(flo__solid *solid, const flo_mesh *mesh, place *places, int *map)
{
    int count = 0;
    for (int i = 0; i < mesh->vertex_count; i++) map[i] = -1;
    for (int i = 0; i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) map[mesh->triangles[i][k]] = 0;
    }
    for (int i = 0; i < mesh->vertex_count; i++) {
        const double *v = mesh->vertices[i];
        /* 0 is added so that -0 and 0 are the same bits. */
        if (map[i] == 0) places[count++] = (place){ { v[0] + 0.0, v[1] + 0.0, v[2] + 0.0 }, i };
    }
    qsort(places, (size_t)count, sizeof *places, by_place);
    solid->corners = 0;
    for (int i = 0; i < count; i++) {
        if (i == 0 || by_place(&places[i - 1], &places[i]) != 0) {
            memcpy(solid->corner[solid->corners++], places[i].at, sizeof places[i].at);
        }
        map[places[i].index] = solid->corners - 1;
    }
    for (int a = 0; a < 3; a++) solid->low[a] = solid->high[a] = solid->corner[0][a];
    for (int i = 1; i < solid->corners; i++) {
        for (int a = 0; a < 3; a++) {
            solid->low[a] = fmin(solid->low[a], solid->corner[i][a]);
            solid->high[a] = fmax(solid->high[a], solid->corner[i][a]);
        }
    }
}

/* ---- triangles ------------------------------------------------------------------------------------------------- */

static bool has_area(const flo__solid *solid, const int t[3])
{
    double edge[3][3], longest = 0, cross = 0;
    for (int k = 0; k < 3; k++) {
        double square = 0;
        for (int a = 0; a < 3; a++) {
            edge[k][a] = solid->corner[t[(k + 1) % 3]][a] - solid->corner[t[k]][a];
            square += edge[k][a] * edge[k][a];
        }
        longest = fmax(longest, square);
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        const double component = edge[0][b] * edge[1][c] - edge[0][c] * edge[1][b];
        cross += component * component;
    }
    return sqrt(cross) > FLATTEST * longest;
}

static int by_corners(const void *p, const void *q)
{
    const int *const a = p, *const b = q;
    for (int k = 0; k < 3; k++) {
        if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
    }
    return 0;
}

typedef struct edge { int low, high; bool forward; } edge;

static int by_ends(const void *p, const void *q)
{
    const edge *const a = p, *const b = q;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    return (a->high > b->high) - (a->high < b->high);
}

static void count_edges(flo__solid *solid, edge *edges, size_t count)
{
    qsort(edges, count, sizeof *edges, by_ends);
    for (size_t i = 0, next; i < count; i = next) {
        int forward = 0, backward = 0;
        for (next = i; next < count && by_ends(&edges[i], &edges[next]) == 0; next++) {
            ++*(edges[next].forward ? &forward : &backward);
        }
        solid->open_edges += abs(forward - backward);
        solid->crowded_edges += (forward > 1) + (backward > 1);
    }
}

static void take_triangles(flo__solid *solid, const flo_mesh *mesh, const int *map, edge *edges)
{
    size_t edge_count = 0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *const from = mesh->triangles[i];
        const int t[3] = { map[from[0]], map[from[1]], map[from[2]] };
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) {
            solid->degenerate++;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            const int p = t[k], q = t[(k + 1) % 3];
            edges[edge_count++] = p < q ? (edge){ p, q, true } : (edge){ q, p, false };
        }
        if (!has_area(solid, t)) {
            solid->degenerate++;
            continue;
        }
        const int first = t[0] < t[1] ? (t[0] < t[2] ? 0 : 2) : t[1] < t[2] ? 1 : 2;
        for (int k = 0; k < 3; k++) solid->triangle[solid->triangles][k] = t[(first + k) % 3];
        solid->triangles++;
    }
    qsort(solid->triangle, (size_t)solid->triangles, sizeof *solid->triangle, by_corners);
    count_edges(solid, edges, edge_count);
}

flo_status flo__solid_weld(flo__solid *solid, const flo_mesh *mesh)
{
    *solid = (flo__solid){ 0 };
    flo_status status = FLO_OK;
    const size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
    place *places = malloc(vertices * sizeof *places);
    int *map = malloc(vertices * sizeof *map);
    edge *edges = malloc(3 * triangles * sizeof *edges);
    solid->corner = malloc(vertices * sizeof *solid->corner);
    solid->triangle = malloc(triangles * sizeof *solid->triangle);
    if (places && map && edges && solid->corner && solid->triangle) {
        weld(solid, mesh, places, map);
        take_triangles(solid, mesh, map, edges);
        if (solid->triangles == 0) status = flo__fail(FLO_BAD_VALUE, "no triangle of the mesh has an area");
    } else {
        status = flo__fail(FLO_NO_MEMORY, "no memory for a mesh of %d triangles", mesh->triangle_count);
    }
    free(places);
    free(map);
    free(edges);
    if (status) flo__solid_free(solid);
    return status;
}

flo_status flo__solid_make(flo__solid *solid, const flo_mesh *mesh)
{
    *solid = (flo__solid){ 0 };
    const flo_status status = check(mesh);
    return status ? status : flo__solid_weld(solid, mesh);
}

void flo__solid_free(flo__solid *solid)
{
    free(solid->corner);
    free(solid->triangle);
    *solid = (flo__solid){ 0 };
}
