/* SPDX-License-Identifier: MIT
 *
 * The files for ParaView: for each frame one of the bodies, one of their shapes where hulls have any, and one of the
 * sea about the middle of the fleet; and for each of the three a list over time. */
#include "run.h"

#include "../internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEA_SIDE = 101, VIEW_BODIES = 400, MOST_CORNERS = 2000000 };
enum { BODIES, HULLS, SEA, KINDS };

static const char *const kinds[KINDS] = { "bodies", "hulls", "sea" };
static const char *const lists[KINDS] = { "bodies.pvd", "hulls.pvd", "sea.pvd" };

struct run_vtk {
    vtk_form form;
    uint64_t frame;
    bool wanted[KINDS];
    vtk_file file[KINDS];
    shared_file shared[KINDS];
    folder_file *list[KINDS];   /* of the rank that speaks; elsewhere NULL */
    run_shape *shape;           /* of each hull */
    uint64_t corners, triangles;    /* of all bodies' shapes */
    int entry;                  /* of the scene's bodies, that the next body is of */
    size_t left;                /* of its bodies, the next one among them */
    uint64_t corner, triangle;  /* that come before the next body's */
    run_view view;
    uint64_t metres[2], rest[2];    /* sums of this frame's bodies' x and z, so far, in metres and their 2^-24ths: whole
                                     * numbers, so that it does not matter who adds what first */
    double *x, *z, *height;     /* of the sea */
    float *normal[3];
};

/* ---- at the start ---------------------------------------------------------------------------------------------- */

/* Counts what all bodies' shapes take, meshes of more than `most` triangles being boxes. */
static void choose_shapes(const run *r, run_vtk *v, int most)
{
    const scene *s = r->model.scene;
    v->corners = v->triangles = 0;
    for (int i = 0; i < s->hull_count; i++) run_shape_of(r, i, most, &v->shape[i]);
    for (int i = 0; i < s->bodies_count; i++) {
        const vtk_shape *shape = &v->shape[s->bodies[i].hull].of;
        v->corners += (uint64_t)shape->vertex_count * s->bodies[i].count;
        v->triangles += (uint64_t)shape->triangle_count * s->bodies[i].count;
    }
}

/* Meshes as they are, or boxes around them, or nothing, if there would be too much of it. */
static flo_status open_shapes(run *r, run_vtk *v)
{
    v->shape = calloc((size_t)r->model.scene->hull_count + 1, sizeof *v->shape);
    if (!v->shape) return flo__fail(FLO_NO_MEMORY, "no memory for the shapes of hulls");
    choose_shapes(r, v, INT32_MAX);
    if (v->corners > MOST_CORNERS) {
        choose_shapes(r, v, 12);
        run_warn(r, "the bodies' meshes have more than %d corners: the files of hulls have %s", MOST_CORNERS,
                 v->corners > MOST_CORNERS ? "nothing" : "boxes around them");
    }
    if (v->corners > MOST_CORNERS) v->corners = 0;
    return FLO_OK;
}

static flo_status open_sea(run_vtk *v)
{
    const size_t points = (size_t)SEA_SIDE * SEA_SIDE;
    v->x = calloc(3 * points, sizeof *v->x);
    v->normal[0] = calloc(3 * points, sizeof *v->normal[0]);
    if (!v->x || !v->normal[0]) return flo__fail(FLO_NO_MEMORY, "no memory for the sea's files");
    v->z = v->x + points;
    v->height = v->z + points;
    v->normal[1] = v->normal[0] + points;
    v->normal[2] = v->normal[1] + points;
    return FLO_OK;
}

static bool is_written(const run_vtk *v, const run *r, int kind)
{
    return kind == SEA || (kind == BODIES ? r->model.body_count > 0 : v->corners > 0);
}

static flo_status open_lists(run *r, run_vtk *v)
{
    flo_status status = FLO_OK;
    for (int kind = 0; kind < KINDS && !status; kind++) {
        if (!v->wanted[kind]) continue;
        status = folder_begin(&r->out, lists[kind], &v->list[kind]);
        if (!status) vtk_begin_list(v->list[kind]->stream);
    }
    return status;
}

flo_status run_vtk_open(run *r, run_vtk **out)
{
    run_vtk *v = *out = calloc(1, sizeof *v);
    flo_status status = v ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the files of VTK");
    if (!status) v->form = r->model.scene->output.vtk == SCENE_VTU ? VTK_VTU : VTK_VTP;
    if (!status) status = open_shapes(r, v);
    if (!status) status = open_sea(v);
    status = ranks_agree(&r->team, status);
    if (!status) status = run_view_choose(r, VIEW_BODIES, &v->view);
    if (status) return status;
    for (int kind = 0; kind < KINDS; kind++) v->wanted[kind] = is_written(v, r, kind);
    return ranks_agree(&r->team, ranks_speaks(&r->team) ? open_lists(r, v) : FLO_OK);
}

/* ---- a frame --------------------------------------------------------------------------------------------------- */

static void name_file(char name[64], const run_vtk *v, int kind)
{
    snprintf(name, 64, "%s-%06llu.%s", kinds[kind], (unsigned long long)v->frame, vtk_suffix(v->form));
}

static flo_status failed(const run *r, const run_vtk *v, int kind)
{
    char name[64];
    const int reason = errno;
    name_file(name, v, kind);
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", r->out.path, name, strerror(reason));
}

static bool swallow(void *taker, uint64_t offset, const void *data, size_t size)
{
    (void)taker, (void)offset, (void)data, (void)size;
    return true;
}

/* What does not belong to any rank's bodies is written by the one that speaks; all lay the file out. */
static flo_status begin_file(run *r, run_vtk *v, int kind)
{
    const bool speaks = ranks_speaks(&r->team);
    vtk_file *file = &v->file[kind];
    char name[64], *path = NULL;
    FILE *stream = NULL;
    name_file(name, v, kind);
    flo_status status = speaks ? folder_open_one(&r->out, name, &stream, &path) : FLO_OK;
    status = shared_open(&v->shared[kind], &r->team, stream, path, status);
    free(path);
    if (status) return status;
    *file = (vtk_file){ .form = v->form, .step = r->done, .time = r->report.time, .to = v->shared[kind].to };
    if (!speaks) file->to = (write_place){ .file = -1, .take = swallow };
    if (kind == BODIES) vtk_begin_bodies(file, r->model.body_count);
    if (kind == HULLS) vtk_begin_hulls(file, v->corners, v->triangles);
    file->to = v->shared[kind].to;
    return FLO_OK;
}

/* Goes past so many bodies of the entry, of this shape. */
static void pass(run_vtk *v, const vtk_shape *shape, size_t bodies)
{
    v->corner += (uint64_t)shape->vertex_count * bodies;
    v->triangle += (uint64_t)shape->triangle_count * bodies;
    v->left -= bodies;
}

/* Goes to this rank's first body. */
static void find_first(const run *r, run_vtk *v)
{
    const scene *s = r->model.scene;
    size_t others = r->model.first;
    v->corner = v->triangle = 0;
    v->left = 0;
    for (v->entry = 0; v->entry < s->bodies_count; v->entry++) {
        v->left = s->bodies[v->entry].count;
        const size_t before = others < v->left ? others : v->left;
        pass(v, &v->shape[s->bodies[v->entry].hull].of, before);
        others -= before;
        if (v->left > 0) return;
    }
}

flo_status run_vtk_begin(run *r, run_vtk *v)
{
    find_first(r, v);
    memset(v->metres, 0, sizeof v->metres);
    memset(v->rest, 0, sizeof v->rest);
    for (int kind = 0; kind < KINDS; kind++) {
        const flo_status status = v->wanted[kind] ? begin_file(r, v, kind) : FLO_OK;
        if (status) return status;
    }
    return FLO_OK;
}

static void put_hulls(const run *r, run_vtk *v, const body_rows *rows)
{
    const scene_bodies *entries = r->model.scene->bodies;
    for (size_t i = 0; i < rows->count; i++) {
        while (v->left == 0) v->left = entries[++v->entry].count;
        const vtk_shape *shape = &v->shape[entries[v->entry].hull].of;
        vtk_put_hull(&v->file[HULLS], v->corner, v->triangle, shape, rows->first + i, &rows->state[i],
                     rows->load[i].submerged);
        pass(v, shape, 1);
    }
}

void run_vtk_put(const run *r, run_vtk *v, const body_rows *rows)
{
    if (v->wanted[BODIES]) vtk_put_bodies(&v->file[BODIES], rows);
    if (v->wanted[HULLS]) put_hulls(r, v, rows);
    for (size_t i = 0; i < rows->count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            const double at = rows->state[i].position[2 * axis], whole = floor(at);
            v->metres[axis] += (uint64_t)(int64_t)whole;
            v->rest[axis] += (uint64_t)ldexp(at - whole, 24);
        }
    }
}

/* The patch goes with the fleet. */
static void move_view(const run *r, run_vtk *v)
{
    const double bodies = (double)r->model.body_count;
    if (ranks_many(&r->team)) r->team.mpi->reduce_whole(v->metres, 2, RANKS_TOTAL);
    if (ranks_many(&r->team)) r->team.mpi->reduce_whole(v->rest, 2, RANKS_TOTAL);
    if (!(bodies > 0)) return;
    v->view.x = ((double)(int64_t)v->metres[0] + ldexp((double)v->rest[0], -24)) / bodies;
    v->view.z = ((double)(int64_t)v->metres[1] + ldexp((double)v->rest[1], -24)) / bodies;
}

static flo_status put_sea(run *r, run_vtk *v)
{
    const flo_surface surface = { .height = v->height, .normal = { v->normal[0], v->normal[1], v->normal[2] } };
    const flo_status status = run_view_query(r, &v->view, SEA_SIDE, v->x, v->z, &surface);
    if (status) return status;
    const float *const normal[3] = { v->normal[0], v->normal[1], v->normal[2] };
    vtk_put_sea(&v->file[SEA], SEA_SIDE, v->x, v->z, v->height, r->model.scene->sea.level, normal);
    return FLO_OK;
}

/* Closes this frame's file of a kind, and lists it. */
static flo_status end_file(run *r, run_vtk *v, int kind)
{
    char name[64];
    name_file(name, v, kind);
    flo_status status = v->file[kind].failed ? failed(r, v, kind) : FLO_OK;
    status = ranks_agree(&r->team, status);
    if (!status) status = shared_close(&v->shared[kind], &r->out, name);
    FILE *stream = v->shared[kind].stream;
    v->shared[kind].stream = NULL;
    if (stream && fclose(stream) != 0 && !status) status = failed(r, v, kind);
    if (stream) vtk_list(v->list[kind]->stream, r->report.time, name);
    return ranks_agree(&r->team, status);
}

flo_status run_vtk_end(run *r, run_vtk *v)
{
    move_view(r, v);
    flo_status status = ranks_agree(&r->team, ranks_speaks(&r->team) ? put_sea(r, v) : FLO_OK);
    for (int kind = 0; kind < KINDS && !status; kind++) {
        if (v->wanted[kind]) status = end_file(r, v, kind);
    }
    v->frame++;
    return status;
}

static flo_status end_lists(run *r, run_vtk *v)
{
    flo_status status = FLO_OK;
    for (int kind = 0; kind < KINDS && !status; kind++) {
        if (!v->list[kind]) continue;
        vtk_end_list(v->list[kind]->stream);
        if (ferror(v->list[kind]->stream)) {
            return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s", r->out.path, lists[kind]);
        }
        status = folder_end(&r->out, v->list[kind]);
    }
    return status;
}

flo_status run_vtk_list(run *r, run_vtk *v)
{
    return ranks_agree(&r->team, end_lists(r, v));      /* but one rank has none */
}

void run_vtk_close(run_vtk *v)
{
    if (!v) return;
    for (int kind = 0; kind < KINDS; kind++) {
        if (v->shared[kind].stream) fclose(v->shared[kind].stream);
        shared_drop(&v->shared[kind]);
    }
    free(v->shape);
    free(v->x);
    free(v->normal[0]);
    free(v);
}
