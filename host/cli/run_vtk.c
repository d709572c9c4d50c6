/* SPDX-License-Identifier: MIT
 *
 * The files for ParaView: for each frame one of the bodies, one of their shapes where hulls have any, and one of the
 * sea about the middle of the fleet; and for each of the three a list over time. */
#include "run.h"

#include "../internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SEA_SIDE = 101, VIEW_BODIES = 400, MOST_CORNERS = 2000000 };
enum { BODIES, HULLS, SEA, KINDS };

static const char *const kinds[KINDS] = { "bodies", "hulls", "sea" };
static const char *const lists[KINDS] = { "bodies.pvd", "hulls.pvd", "sea.pvd" };

struct run_vtk {
    vtk_form form;
    uint64_t frame;
    vtk_file file[KINDS];
    folder_file *list[KINDS];   /* NULL: not written */
    run_shape *shape;           /* of each hull */
    uint64_t corners, triangles;    /* of all bodies' shapes */
    uint64_t corner, triangle;  /* of this frame, so far */
    run_view view;
    double sum[2];              /* m: of this frame's bodies' x and z, so far */
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

static flo_status open_sea(run *r, run_vtk *v)
{
    const size_t points = (size_t)SEA_SIDE * SEA_SIDE;
    v->x = calloc(3 * points, sizeof *v->x);
    v->normal[0] = calloc(3 * points, sizeof *v->normal[0]);
    if (!v->x || !v->normal[0]) return flo__fail(FLO_NO_MEMORY, "no memory for the sea's files");
    v->z = v->x + points;
    v->height = v->z + points;
    v->normal[1] = v->normal[0] + points;
    v->normal[2] = v->normal[1] + points;
    return run_view_choose(r, VIEW_BODIES, &v->view);
}

static bool is_written(const run_vtk *v, const run *r, int kind)
{
    return kind == SEA || (kind == BODIES ? r->model.body_count > 0 : v->corners > 0);
}

flo_status run_vtk_open(run *r, run_vtk **out)
{
    run_vtk *v = calloc(1, sizeof *v);
    if (!v) return flo__fail(FLO_NO_MEMORY, "no memory for the files of VTK");
    *out = v;
    v->form = r->model.scene->output.vtk == SCENE_VTU ? VTK_VTU : VTK_VTP;
    flo_status status = open_shapes(r, v);
    if (!status) status = open_sea(r, v);
    for (int kind = 0; kind < KINDS && !status; kind++) {
        if (!is_written(v, r, kind)) continue;
        status = folder_begin(&r->out, lists[kind], &v->list[kind]);
        if (!status) vtk_begin_list(v->list[kind]->stream);
    }
    return status;
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

flo_status run_vtk_begin(run *r, run_vtk *v)
{
    v->corner = v->triangle = 0;
    v->sum[0] = v->sum[1] = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        if (!v->list[kind]) continue;
        char name[64];
        name_file(name, v, kind);
        v->file[kind] = (vtk_file){ .form = v->form, .step = r->done, .time = r->report.time };
        const flo_status status = folder_open_one(&r->out, name, &v->file[kind].stream);
        if (status) return status;
    }
    if (v->list[BODIES]) vtk_begin_bodies(&v->file[BODIES], r->model.body_count);
    if (v->list[HULLS]) vtk_begin_hulls(&v->file[HULLS], v->corners, v->triangles);
    return FLO_OK;
}

static void put_hulls(const run *r, run_vtk *v, const body_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        const vtk_shape *shape = &v->shape[run_hull_of(r, rows->first + i)].of;
        vtk_put_hull(&v->file[HULLS], v->corner, v->triangle, shape, rows->first + i, &rows->state[i],
                     rows->load[i].submerged);
        v->corner += (uint64_t)shape->vertex_count;
        v->triangle += (uint64_t)shape->triangle_count;
    }
}

void run_vtk_put(const run *r, run_vtk *v, const body_rows *rows)
{
    if (v->list[BODIES]) vtk_put_bodies(&v->file[BODIES], rows);
    if (v->list[HULLS]) put_hulls(r, v, rows);
    for (size_t i = 0; i < rows->count; i++) {
        v->sum[0] += rows->state[i].position[0];
        v->sum[1] += rows->state[i].position[2];
    }
}

/* The patch goes with the fleet. */
static flo_status put_sea(run *r, run_vtk *v)
{
    const double bodies = (double)r->model.body_count;
    if (bodies > 0) {
        v->view.x = v->sum[0] / bodies;
        v->view.z = v->sum[1] / bodies;
    }
    const flo_surface surface = { .height = v->height, .normal = { v->normal[0], v->normal[1], v->normal[2] } };
    const flo_status status = run_view_query(r, &v->view, SEA_SIDE, v->x, v->z, &surface);
    if (status) return status;
    const float *const normal[3] = { v->normal[0], v->normal[1], v->normal[2] };
    vtk_put_sea(&v->file[SEA], SEA_SIDE, v->x, v->z, v->height, r->model.scene->sea.level, normal);
    return FLO_OK;
}

flo_status run_vtk_end(run *r, run_vtk *v)
{
    flo_status status = put_sea(r, v);
    for (int kind = 0; kind < KINDS && !status; kind++) {
        if (!v->list[kind]) continue;
        FILE *stream = v->file[kind].stream;
        v->file[kind].stream = NULL;
        char name[64];
        name_file(name, v, kind);
        if (v->file[kind].failed) status = failed(r, v, kind);
        if (fclose(stream) != 0 && !status) status = failed(r, v, kind);
        vtk_list(v->list[kind]->stream, r->report.time, name);
    }
    v->frame++;
    return status;
}

flo_status run_vtk_list(run *r, run_vtk *v)
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

void run_vtk_close(run_vtk *v)
{
    if (!v) return;
    for (int kind = 0; kind < KINDS; kind++) {
        if (v->file[kind].stream) fclose(v->file[kind].stream);
    }
    free(v->shape);
    free(v->x);
    free(v->normal[0]);
    free(v);
}
