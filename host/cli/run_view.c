/* SPDX-License-Identifier: MIT
 *
 * What is shown of a fleet that may be far larger than a picture: its middle, with as much sea as so many of its
 * nearest bodies take up.  And the shapes of hulls. */
#include "run.h"

#include "../internal.h"

#include <math.h>
#include <stdlib.h>

enum { PIECE = 1024 };

#define LEAST_HALF 5.0          /* m */
#define MOST_HALF 500.0         /* m, that a wave or a body's length asks for */

int run_hull_of(const run *r, size_t body)
{
    const scene *s = r->model.scene;
    int entry = 0;
    for (; entry + 1 < s->bodies_count && body >= s->bodies[entry].count; entry++) body -= s->bodies[entry].count;
    return s->bodies[entry].hull;
}

flo_status run_see(const run *r, size_t first, size_t count, flo_body_state *states)
{
    const ranks *t = &r->team;
    if (!ranks_many(t)) return run_read(r, first, count, states);
    size_t from;
    const size_t own = scene_overlap(first, count, r->model.first, r->model.part, &from);
    flo_status status = own > 0 ? run_read(r, from, own, states + (from - first)) : FLO_OK;
    status = ranks_agree(t, status);
    for (int rank = 0; !status && rank < t->where.size; rank++) {
        const size_t begin = t->begin[rank], part = t->begin[rank + 1] - begin;
        const size_t seen = scene_overlap(first, count, begin, part, &from);
        if (seen > 0) t->mpi->share(states + (from - first), seen * sizeof *states, rank);
    }
    return status;
}

/* Places of all bodies, and the mean of them. */
static flo_status read_places(const run *r, double *x, double *z, run_view *view)
{
    flo_body_state state[PIECE];
    const size_t bodies = r->model.body_count;
    for (size_t from = 0; from < bodies; from += PIECE) {
        const size_t left = bodies - from, count = left < PIECE ? left : PIECE;
        const flo_status status = run_see(r, from, count, state);
        if (status) return status;
        for (size_t i = 0; i < count; i++) {
            x[from + i] = state[i].position[0];
            z[from + i] = state[i].position[2];
            view->x += x[from + i] / (double)bodies;
            view->z += z[from + i] / (double)bodies;
        }
    }
    return FLO_OK;
}

static int compare_distances(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* At least a wave, and a few lengths of the largest hull. */
static double least_half(const run *r)
{
    const scene *s = r->model.scene;
    const double period = flo_sea_get_info(r->model.sea).peak_period;
    double half = fmax(LEAST_HALF, fmin(0.4 * s->sea.gravity * period * period / (2 * acos(-1)), MOST_HALF));
    for (int i = 0; i < s->bodies_count; i++) {
        if (s->bodies[i].count == 0) continue;
        half = fmax(half, fmin(4 * flo_hull_get_info(r->model.hulls[s->bodies[i].hull]).radius, MOST_HALF));
    }
    return half;
}

flo_status run_view_choose(const run *r, size_t most, run_view *view)
{
    const size_t bodies = r->model.body_count;
    *view = (run_view){ .half = least_half(r) };
    double *x = calloc(2 * bodies + 1, sizeof *x), *z = x ? x + bodies : NULL;
    flo_status status = x ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the places of %zu bodies", bodies);
    status = ranks_agree(&r->team, status);
    if (!status) status = read_places(r, x, z, view);
    if (!status && bodies > 0) {
        for (size_t i = 0; i < bodies; i++) x[i] = fmax(fabs(x[i] - view->x), fabs(z[i] - view->z));
        qsort(x, bodies, sizeof *x, compare_distances);
        const double farthest = x[bodies < most ? bodies - 1 : most - 1];
        view->half = fmax(view->half, 1.08 * farthest);
    }
    free(x);
    return status;
}

bool run_view_has(const run_view *view, const double position[3])
{
    return fmax(fabs(position[0] - view->x), fabs(position[2] - view->z)) <= view->half;
}

flo_status run_view_query(const run *r, const run_view *view, int side, double *x, double *z,
                          const flo_surface *surface)
{
    const double spacing = 2 * view->half / (side - 1);
    for (int row = 0; row < side; row++) {
        for (int column = 0; column < side; column++) {
            x[row * side + column] = view->x - view->half + column * spacing;
            z[row * side + column] = view->z - view->half + row * spacing;
        }
    }
    return flo_query(r->device, r->model.sea, r->report.time, (size_t)side * (size_t)side, x, z, surface);
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

static void make_box(run_shape *shape, const double low[3], const double high[3])
{
    static const int sides[12][3] = { { 0, 2, 1 }, { 1, 2, 3 }, { 4, 5, 6 }, { 5, 7, 6 }, { 0, 1, 4 }, { 1, 5, 4 },
                                      { 2, 6, 3 }, { 3, 6, 7 }, { 0, 4, 2 }, { 2, 4, 6 }, { 1, 3, 5 }, { 3, 7, 5 } };
    for (int i = 0; i < 8; i++) {
        for (int a = 0; a < 3; a++) shape->corner[i][a] = i >> a & 1 ? high[a] : low[a];
    }
    shape->of = (vtk_shape){ (const double (*)[3])shape->corner, 8, sides, 12 };
}

void run_shape_of(const run *r, int hull, int most, run_shape *shape)
{
    const flo_hull_def *def = &r->model.scene->hulls[hull].def;
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
    *shape = (run_shape){ .of = { .vertex_count = 0 } };
    if (def->mesh) {
        const flo_mesh *m = def->mesh;
        shape->of = (vtk_shape){ m->vertices, m->vertex_count, m->triangles, m->triangle_count };
        if (m->triangle_count <= most) return;
        for (int i = 0; i < m->vertex_count; i++) {
            for (int a = 0; a < 3; a++) {
                low[a] = fmin(low[a], m->vertices[i][a]);
                high[a] = fmax(high[a], m->vertices[i][a]);
            }
        }
        shape->simplified = true;
    } else if (def->points) {
        return;
    } else {
        for (int a = 0; a < 3; a++) {
            low[a] = -def->box_size[a] / 2;
            high[a] = def->box_size[a] / 2;
        }
    }
    make_box(shape, low, high);
}
