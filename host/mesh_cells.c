/* SPDX-License-Identifier: MIT
 *
 * Cuts meshes into cells: the parts of the volume in a grid, each with its exact volume and centre.
 *
 * The grid's planes across x and z cut the surface into what lies in one column, those across y into what lies in one
 * cell.  On a vertical line through a column the surface is met from above and from below in turn, so the length of
 * line inside a cell is a sum over the pieces of surface at or below it: those that face down give the distance to the
 * cell's top, those that face up take it away.  Integrated over the column that is a volume.  Pieces that stand upright
 * give nothing, so it does not matter whether planes run along faces. */
#include "mesh.h"
#include "solid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What fills less than this share of a cell is rounding. */
#define EMPTIEST 1e-12

typedef struct grid {
    double low[3], high[3], size[3];    /* m, size of a cell */
    int count[3];
} grid;

static double plane_of(const grid *g, int axis, int index)
{
    return index == g->count[axis] ? g->high[axis] : g->low[axis] + index * g->size[axis];
}

static int index_of(const grid *g, int axis, double at)
{
    const double index = floor((at - g->low[axis]) / g->size[axis]);
    return (int)fmin(fmax(index, 0), g->count[axis] - 1);
}

static void span_of(const flo__polygon *p, int axis, double *low, double *high)
{
    *low = *high = p->at[0][axis];
    for (int i = 1; i < p->count; i++) {
        *low = fmin(*low, p->at[i][axis]);
        *high = fmax(*high, p->at[i][axis]);
    }
}

/* ---- a slab: the cells between two planes across x --------------------------------------------------------------- */

typedef struct slab {
    const grid *grid;
    int index;
    flo__shadow *cell;              /* [z][y], from the middle of the column and the top of the cell */
} slab;

static void origin_of(const slab *s, int y, int z, double origin[3])
{
    const grid *g = s->grid;
    origin[0] = (plane_of(g, 0, s->index) + plane_of(g, 0, s->index + 1)) / 2;
    origin[1] = plane_of(g, 1, y + 1);
    origin[2] = (plane_of(g, 2, z) + plane_of(g, 2, z + 1)) / 2;
}

/* Takes what lies in a column apart into cells. */
static void add_to_column(slab *s, int z, flo__polygon *p)
{
    const grid *g = s->grid;
    double low, high, origin[3];
    if (p->count == 0) return;
    span_of(p, 1, &low, &high);
    const int last = index_of(g, 1, high);
    for (int y = index_of(g, 1, low); y <= last && p->count > 0; y++) {
        flo__polygon part = *p;
        if (y < last) {
            flo__polygon_split(p, 1, plane_of(g, 1, y + 1), &part, p);
        }
        origin_of(s, y, z, origin);
        flo__polygon_shadow(&part, origin, &s->cell[(size_t)z * (size_t)g->count[1] + (size_t)y]);
    }
}

static void add_to_slab(slab *s, flo__polygon *p)
{
    const grid *g = s->grid;
    double low, high;
    if (p->count == 0) return;
    span_of(p, 2, &low, &high);
    const int last = index_of(g, 2, high);
    for (int z = index_of(g, 2, low); z <= last && p->count > 0; z++) {
        flo__polygon part = *p;
        if (z < last) flo__polygon_split(p, 2, plane_of(g, 2, z + 1), &part, p);
        add_to_column(s, z, &part);
    }
}

static flo_status emit(flo__cells *cells, int *capacity, const double center[3], double volume)
{
    if (cells->count == *capacity) {
        const int more = *capacity < 64 ? 64 : *capacity * 2;
        double (*centers)[3] = realloc(cells->center, (size_t)more * sizeof *centers);
        if (centers) cells->center = centers;
        double *volumes = realloc(cells->volume, (size_t)more * sizeof *volumes);
        if (volumes) cells->volume = volumes;
        if (!centers || !volumes) return flo__fail(FLO_NO_MEMORY, "no memory for %d cells of a mesh", more);
        *capacity = more;
    }
    memcpy(cells->center[cells->count], center, sizeof cells->center[0]);
    cells->volume[cells->count++] = volume;
    return FLO_OK;
}

/* The centre of a part is in its cell, whatever rounding makes of one that is next to nothing. */
static double centre_of(double at, double moment, double volume, double low, double high)
{
    return fmin(fmax(at + moment / volume, low), high);
}

/* Adds up a column from below.  Above a closed mesh nothing is left; an open one that lacks its top is taken as full
 * up to the grid's top, one that lacks its bottom as full from the grid's bottom on. */
static flo_status close_column(const slab *s, int z, bool open, flo__cells *cells, int *capacity)
{
    const grid *g = s->grid;
    const flo__shadow *cell = s->cell + (size_t)z * (size_t)g->count[1];
    const double height = g->size[1], whole = g->size[0] * g->size[1] * g->size[2];
    double area = 0, x = 0, z_sum = 0, total = 0, total_x = 0, total_z = 0;
    for (int y = 0; y < g->count[1] && open; y++) {
        total += cell[y].area;
        total_x += cell[y].x;
        total_z += cell[y].z;
    }
    if (total > 0) area = -total, x = -total_x, z_sum = -total_z;
    for (int y = 0; y < g->count[1]; y++) {
        const double volume = cell[y].y - height * area;
        if (volume > EMPTIEST * whole) {
            double origin[3], center[3];
            origin_of(s, y, z, origin);
            const double half[2] = { g->size[0] / 2, g->size[2] / 2 };
            center[0] = centre_of(origin[0], cell[y].xy - height * x, volume, origin[0] - half[0], origin[0] + half[0]);
            center[1] = centre_of(origin[1], (cell[y].yy + height * height * area) / 2, volume, origin[1] - height,
                                  origin[1]);
            center[2] = centre_of(origin[2], cell[y].zy - height * z_sum, volume, origin[2] - half[1],
                                  origin[2] + half[1]);
            const flo_status status = emit(cells, capacity, center, volume);
            if (status) return status;
        }
        area += cell[y].area;
        x += cell[y].x;
        z_sum += cell[y].z;
    }
    return FLO_OK;
}

/* ---- a grid ---------------------------------------------------------------------------------------------------- */

static double lowest_x(const flo__solid *solid, int triangle)
{
    /* The lowest corner of a triangle stands first, and corners are in order of x. */
    return solid->corner[solid->triangle[triangle][0]][0];
}

static double highest_x(const flo__solid *solid, int triangle)
{
    const int *t = solid->triangle[triangle];
    return fmax(solid->corner[t[1]][0], solid->corner[t[2]][0]);
}

/* Upright triangles do not count. */
static bool is_upright(const flo__solid *solid, int triangle)
{
    const int *t = solid->triangle[triangle];
    const double *const p = solid->corner[t[0]], *const q = solid->corner[t[1]], *const r = solid->corner[t[2]];
    return (q[2] - p[2]) * (r[0] - p[0]) == (q[0] - p[0]) * (r[2] - p[2]);
}

/* Triangles are in order of their lowest corners, and so of the slabs in which they begin. */
static flo_status cut_slabs(const flo__solid *solid, const grid *g, int *active, flo__shadow *cell, flo__cells *cells,
                            int *capacity)
{
    int next = 0, active_count = 0;
    slab s = { g, 0, cell };
    for (; s.index < g->count[0]; s.index++) {
        const double low = plane_of(g, 0, s.index), high = plane_of(g, 0, s.index + 1);
        memset(cell, 0, (size_t)g->count[1] * (size_t)g->count[2] * sizeof *cell);
        for (; next < solid->triangles && lowest_x(solid, next) < high; next++) {
            if (!is_upright(solid, next)) active[active_count++] = next;
        }
        int kept = 0;
        for (int i = 0; i < active_count; i++) {
            flo__polygon p = flo__solid_polygon(solid, active[i]);
            const double end = highest_x(solid, active[i]);
            if (lowest_x(solid, active[i]) < low) flo__polygon_split(&p, 0, low, NULL, &p);
            if (end > high) flo__polygon_split(&p, 0, high, &p, NULL);
            add_to_slab(&s, &p);
            if (end > high) active[kept++] = active[i];
        }
        active_count = kept;
        for (int z = 0; z < g->count[2]; z++) {
            const flo_status status = close_column(&s, z, solid->open_edges > 0, cells, capacity);
            if (status) return status;
        }
    }
    return FLO_OK;
}

static flo_status cut_grid(const flo__solid *solid, const grid *g, flo__cells *cells)
{
    int capacity = 0;
    *cells = (flo__cells){ .size = { g->size[0], g->size[1], g->size[2] } };
    int *active = malloc((size_t)solid->triangles * sizeof *active);
    flo__shadow *cell = malloc((size_t)g->count[1] * (size_t)g->count[2] * sizeof *cell);
    const flo_status status = active && cell ? cut_slabs(solid, g, active, cell, cells, &capacity)
                                             : flo__fail(FLO_NO_MEMORY, "no memory to cut a mesh into %d x %d x %d "
                                                         "cells", g->count[0], g->count[1], g->count[2]);
    free(active);
    free(cell);
    if (status) flo__cells_free(cells);
    return status;
}

/* ---- which grid ------------------------------------------------------------------------------------------------ */

/* How near a number of cells must come to what was asked for, and how many grids are tried for it. */
#define NEAR_ENOUGH 0.01
enum { MOST_TRIES = 24 };

/* The cells of the best grid so far. */
typedef struct choice {
    const flo__solid *solid;
    double wanted;
    grid grid;
    flo__cells cells;
    double error;                   /* of their number, as the log of a ratio */
} choice;

static bool is_near_enough(const choice *c) { return c->error <= NEAR_ENOUGH; }

static grid grid_of(const flo__solid *solid, const int count[3])
{
    grid g;
    for (int a = 0; a < 3; a++) {
        g.low[a] = solid->low[a];
        g.high[a] = solid->high[a];
        g.count[a] = count[a];
        g.size[a] = (g.high[a] - g.low[a]) / count[a];
    }
    return g;
}

/* Cuts by one more grid, keeps the better one; `found` is how many cells the new one has. */
static flo_status try_grid(choice *c, const int count[3], int *found)
{
    const grid g = grid_of(c->solid, count);
    flo__cells cells;
    const flo_status status = cut_grid(c->solid, &g, &cells);
    if (status) return status;
    *found = cells.count;
    const double error = cells.count > 0 ? fabs(log(cells.count / c->wanted)) : HUGE_VAL;
    if (c->cells.count == 0 || error < c->error) {
        flo__cells_free(&c->cells);
        c->cells = cells;
        c->grid = g;
        c->error = error;
    } else {
        flo__cells_free(&cells);
    }
    return FLO_OK;
}

/* Cells as near to cubes of this size as the box allows. */
static void cubes(const flo__solid *solid, double size, int count[3])
{
    for (int a = 0; a < 3; a++) {
        count[a] = (int)fmin(fmax(rint((solid->high[a] - solid->low[a]) / size), 1), 1e6);
    }
}

/* A thin shell fills next to none of its box.  Beyond so many cells, empty ones included, no finer grid is tried: they
 * would take hours, and those of one slab all memory. */
static bool is_too_fine(const choice *c, const int count[3])
{
    const double most = fmin(1000 * c->wanted + 0x1p16, 0x1p28), side = (double)count[1] * count[2];
    return count[0] * side > most || side > 0x1p24;
}

/* A grid of which every cell is full, and then halving between one that is too coarse and one that is too fine. */
static flo_status choose_size(choice *c)
{
    const flo__solid *solid = c->solid;
    double box = 1, coarse = 0, fine = 0;
    for (int a = 0; a < 3; a++) box *= solid->high[a] - solid->low[a];
    double size = cbrt(box / c->wanted);
    int before[3] = { 0 };
    for (int i = 0, found = 0; i < MOST_TRIES && !is_near_enough(c); i++) {
        int count[3];
        cubes(solid, size, count);
        if (is_too_fine(c, count)) break;
        if (memcmp(count, before, sizeof count) != 0) {
            const flo_status status = try_grid(c, count, &found);
            if (status) return status;
        }
        memcpy(before, count, sizeof count);
        *(found < c->wanted ? &coarse : &fine) = size;
        if (coarse > 0 && fine > 0) {
            size = sqrt(coarse * fine);
        } else {
            /* Volume alone would make it the third root. */
            const double ratio = fmin(fmax(found / c->wanted, 0.05), 20);
            size *= fmin(fmax(sqrt(ratio), 0.3), 3) * (found < c->wanted ? 0.97 : 1.03);
        }
    }
    return FLO_OK;
}

/* One axis may have a few more or fewer cells. */
static flo_status choose_counts(choice *c)
{
    for (int a = 0; a < 3 && c->cells.count > 0 && !is_near_enough(c); a++) {
        const grid g = c->grid;
        int count[3] = { g.count[0], g.count[1], g.count[2] }, found;
        count[a] = (int)fmax(rint(g.count[a] * c->wanted / c->cells.count), 1);
        if (count[a] == g.count[a] || abs(count[a] - g.count[a]) > fmax(1, g.count[a] / 2.0)) continue;
        if (is_too_fine(c, count)) continue;
        const flo_status status = try_grid(c, count, &found);
        if (status) return status;
    }
    return FLO_OK;
}

flo_status flo__cells_cut(flo__cells *cells, const flo_mesh *mesh, int samples)
{
    flo__solid solid;
    *cells = (flo__cells){ 0 };
    if (samples < 1 || samples > 1000000) {
        return flo__fail(FLO_BAD_VALUE, "mesh_samples is %d; it must be 1 to 1000000", samples);
    }
    flo_status status = flo__solid_make(&solid, mesh);
    if (status) return status;
    const flo_mesh_info info = flo__solid_info(&solid);
    status = flo__solid_judge(&solid, &info, mesh->allow_open);
    choice c = { .solid = &solid, .wanted = samples };
    c.error = HUGE_VAL;
    if (!status) status = choose_size(&c);
    if (!status) status = choose_counts(&c);
    if (!status && c.cells.count == 0) status = flo__fail(FLO_BAD_VALUE, "the mesh has no volume that cells could "
                                                                           "hold, or next to none of its box");
    flo__solid_free(&solid);
    if (status) {
        flo__cells_free(&c.cells);
        return status;
    }
    *cells = c.cells;
    return FLO_OK;
}

void flo__cells_free(flo__cells *cells)
{
    free(cells->center);
    free(cells->volume);
    *cells = (flo__cells){ 0 };
}
