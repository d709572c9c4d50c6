/* SPDX-License-Identifier: MIT
 *
 * Hulls: from a definition to samples in pieces. */
#include "calls.h"
#include "hull.h"
#include "hull_check.h"
#include "mesh.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

flo_hull_def flo_default_hull_def(void)
{
    return (flo_hull_def){
        .size = sizeof(flo_hull_def), .inertia_scale = 1, .mesh_samples = 64,
        .buoyancy = { .law = FLO_PROPORTIONAL, .curve = FLO_CURVE_CLAMP, .alpha = 3, .bias = 1 },
        .drag = { .only_in_water = true }, .added_mass = { .entry_exponent = 1 }, .steering = { .reference_speed = 1 },
    };
}

/* ---- samples ---------------------------------------------------------------------------------------------------- */

/* The samples of a hull, from its centre of mass, and their weights; no weights: all 1. */
typedef struct samples { int count; double (*at)[3], *weight; } samples;

static flo_status samples_allocate(samples *s, int count)
{
    *s = (samples){ count, malloc((size_t)count * sizeof *s->at), NULL };
    return s->at ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for a hull of %d samples", count);
}

/* The centres of a box's cells, x fastest. */
static void box_samples(const flo_hull_def *d, double (*at)[3])
{
    const int *grid = d->box_grid;
    for (int i = 0; i < grid[0] * grid[1] * grid[2]; i++) {
        const int cell[3] = { i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1] };
        for (int a = 0; a < 3; a++) at[i][a] = d->box_size[a] * ((cell[a] + 0.5) / grid[a] - 0.5);
    }
}

/* The parts of a mesh in the cells of a grid, weighed by how much of the cell they fill. */
static flo_status mesh_samples(flo_hull *hull, const flo_hull_def *d, samples *s)
{
    flo__cells cells;
    flo_status status = flo__cells_cut(&cells, d->mesh, d->mesh_samples);
    if (status) return status;
    const double full = cells.size[0] * cells.size[1] * cells.size[2];
    status = samples_allocate(s, cells.count);
    if (!status) s->weight = malloc((size_t)cells.count * sizeof *s->weight);
    if (!status && !s->weight) status = flo__fail(FLO_NO_MEMORY, "no memory for a hull of %d cells", cells.count);
    double volume = 0;
    for (int i = 0; i < cells.count && !status; i++) {
        memcpy(s->at[i], cells.center[i], sizeof s->at[i]);
        s->weight[i] = fmin(cells.volume[i] / full, 1);
        volume += cells.volume[i];
        if (cells.volume[i] <= full * (1 + 1e-6) || d->mesh->allow_open) continue;
        status = flo__fail(FLO_BAD_VALUE, "parts of the mesh overlap: a cell of %.6g m^3 at %g %g %g holds %.6g; join "
                           "them before, or take panels, which count twice what is inside twice", full,
                           cells.center[i][0], cells.center[i][1], cells.center[i][2], cells.volume[i]);
    }
    if (d->volume == 0 && d->mesh->allow_open) hull->def.volume = volume;   /* an open mesh has what its cells hold */
    memcpy(hull->cell, cells.size, sizeof hull->cell);
    flo__cells_free(&cells);
    return status;
}

static flo_status make_samples(flo_hull *hull, const flo_hull_def *d, samples *s)
{
    if (d->mesh) return mesh_samples(hull, d, s);
    flo_status status = samples_allocate(s, d->point_count > 0 ? d->point_count
                                                                : d->box_grid[0] * d->box_grid[1] * d->box_grid[2]);
    if (status) return status;
    if (d->point_count > 0) {
        memcpy(s->at, d->points, (size_t)s->count * sizeof *s->at);
        return FLO_OK;
    }
    box_samples(d, s->at);
    for (int a = 0; a < 3; a++) hull->cell[a] = d->box_size[a] / d->box_grid[a];
    return FLO_OK;
}

static flo_status cut_samples(flo_hull *hull, const flo_hull_def *d)
{
    samples s = { 0 };
    flo_status status = make_samples(hull, d, &s);
    hull->at = s.at;
    hull->weight = s.weight;
    hull->count = s.count;
    for (int i = 0; i < s.count && !status; i++) {
        double square = 0;
        for (int a = 0; a < 3; a++) {
            s.at[i][a] -= d->center_of_mass[a];
            square += s.at[i][a] * s.at[i][a];
        }
        hull->radius = fmax(hull->radius, sqrt(square));
        hull->weights += s.weight ? s.weight[i] : 1;
    }
    if (status) return status;
    return flo__pieces_cut(&hull->cut, (const double (*)[3])s.at, s.weight, s.count, FLO__PIECE_RADIUS);
}

/* ---- panels ----------------------------------------------------------------------------------------------------- */

static double panel_area(const hull_sample *a, const hull_sample *b, const hull_sample *c)
{
    const double u[3] = { (double)b->x - (double)a->x, (double)b->y - (double)a->y, (double)b->z - (double)a->z };
    const double v[3] = { (double)c->x - (double)a->x, (double)c->y - (double)a->y, (double)c->z - (double)a->z };
    const double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2], z = u[0] * v[1] - u[1] * v[0];
    return sqrt(x * x + y * y + z * z) / 2;
}

static flo_status cut_panels(flo_hull *hull, const flo_hull_def *d)
{
    flo__pieces *cut = &hull->cut;
    flo_status status = flo__panels_cut(cut, d->mesh, d->center_of_mass);
    if (status) return status;
    for (int p = 0; p < cut->pieces; p++) {
        const hull_sample *sample = cut->sample + (size_t)p * (size_t)cut->samples;
        const hull_piece *centre = &cut->centre[p];
        for (int i = 0; i < cut->samples; i++) {
            const double x = (double)centre->x + (double)sample[i].x, y = (double)centre->y + (double)sample[i].y;
            const double z = (double)centre->z + (double)sample[i].z;
            hull->weights += (double)sample[i].weight;
            if (sample[i].weight > 0) hull->radius = fmax(hull->radius, sqrt(x * x + y * y + z * z));
        }
        for (int i = 0; i < cut->panels; i++) {
            const hull_panel *t = &cut->panel[(size_t)p * (size_t)cut->panels + (size_t)i];
            hull->panel_area = fmax(hull->panel_area, panel_area(&sample[t->a], &sample[t->b], &sample[t->c]));
        }
    }
    hull->count = cut->count;
    return FLO_OK;
}

/* ---- mass ------------------------------------------------------------------------------------------------------- */

/* A tensor of which the moments about three axes at right angles are known. */
static void tensor_of(const double moment[3], const double axis[3][3], double tensor[6])
{
    static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
    for (int i = 0; i < 6; i++) {
        tensor[i] = 0;
        for (int a = 0; a < 3; a++) tensor[i] += moment[a] * axis[a][row[i]] * axis[a][column[i]];
    }
}

static bool has_axes(const flo_hull_def *d)
{
    for (int i = 0; i < 9; i++) {
        if (d->principal_axes[i / 3][i % 3] != 0) return true;
    }
    return false;
}

/* Volume and inertia that are not given: those of the box or the mesh, of even density. */
static flo_status fill_in(flo_hull *hull)
{
    static const double own[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    flo_hull_def *d = &hull->def;
    const double *s = d->box_size;
    flo_mesh_info mesh = { 0 };
    flo_status status = d->mesh ? flo__mesh_check(d->mesh, &mesh) : FLO_OK;
    if (status) return status;
    if (d->volume == 0) d->volume = d->mesh ? mesh.volume : d->point_count ? 0 : s[0] * s[1] * s[2];
    if (d->inertia[0] > 0 || !d->mesh) {
        for (int a = 0; a < 3 && d->inertia[0] == 0; a++) {
            const double b = s[(a + 1) % 3], c = s[(a + 2) % 3];
            hull->inertia[a] = d->mass * (b * b + c * c) / 12;
        }
        if (d->inertia[0] > 0) tensor_of(d->inertia, has_axes(d) ? (const double (*)[3])d->principal_axes : own,
                                         hull->inertia);
    } else {
        const double density = d->mass / mesh.volume;
        for (int a = 0; a < 3; a++) hull->inertia[a] = density * mesh.inertia[a][a];
        hull->inertia[3] = density * mesh.inertia[0][1];
        hull->inertia[4] = density * mesh.inertia[0][2];
        hull->inertia[5] = density * mesh.inertia[1][2];
    }
    for (int i = 0; i < 6; i++) hull->inertia[i] *= d->inertia_scale;
    for (int a = 0; a < 3; a++) {
        d->inertia[a] = hull->inertia[a];
        if (d->inertia[a] >= 1e-15 && d->inertia[a] <= 1e20) continue;
        return flo__fail(FLO_BAD_VALUE, "the inertia of this shape of %g kg is %g kg m^2 about axis %d; it must be "
                         "1e-15 to 1e20", d->mass, d->inertia[a], a);
    }
    return FLO_OK;
}

/* ---- the calls -------------------------------------------------------------------------------------------------- */

flo_status flo__call_hull_create(flo_hull **out, const flo_hull_def *def)
{
    *out = NULL;
    flo_status status = flo__hull_check(def);
    if (status) return status;
    flo_hull *hull = calloc(1, sizeof *hull);
    if (!hull) return flo__fail(FLO_NO_MEMORY, "no memory for a hull");
    hull->holders = 1;
    hull->def = *def;
    status = fill_in(hull);
    if (!status) {
        const bool panels = def->mesh && def->mesh_method == FLO_MESH_PANELS;
        status = panels ? cut_panels(hull, def) : cut_samples(hull, def);
    }
    hull->def.points = NULL;
    hull->def.mesh = NULL;
    if (status) {
        flo_hull_destroy(hull);
        return status;
    }
    *out = hull;
    return FLO_OK;
}

void flo__hull_hold(const flo_hull *hull)
{
    __atomic_add_fetch(&((flo_hull *)(uintptr_t)hull)->holders, 1, __ATOMIC_RELAXED);
}

void flo_hull_destroy(flo_hull *hull)
{
    if (!hull || __atomic_sub_fetch(&hull->holders, 1, __ATOMIC_ACQ_REL) > 0) return;
    flo__pieces_free(&hull->cut);
    free(hull->at);
    free(hull->weight);
    free(hull);
}

flo_hull_info flo_hull_get_info(const flo_hull *hull)
{
    const flo_hull_def *d = &hull->def;
    return (flo_hull_info){ .samples = hull->count, .mass = d->mass, .volume = d->volume, .radius = hull->radius,
                            .inertia = { hull->inertia[0], hull->inertia[1], hull->inertia[2] } };
}
