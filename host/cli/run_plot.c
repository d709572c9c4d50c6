/* SPDX-License-Identifier: MIT
 *
 * The pictures of a run: how body 0 moved, and the sea with boats on it at the end.
 *
 * Body 0 is looked at more often than rows are written, about twenty times a second of the run, since a boat's own
 * motions are quick.  The map shows the middle of the fleet: as much sea as its sixty nearest boats take up. */
#include "run.h"

#include "../internal.h"
#include "../io/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LOOKS = 4000, MAP_BODIES = 60, MAP_SIDE = 201, PIECE = 256 };

#define LOOK_PAUSE 0.05         /* s of the run */

struct run_track {
    uint64_t every;             /* steps */
    size_t count, capacity;
    double *time, *heave, *surface, *roll, *pitch;
};

/* ---- body 0 over time ------------------------------------------------------------------------------------------ */

flo_status run_track_open(run *r)
{
    run_track *t = calloc(1, sizeof *t);
    if (!t) return flo__fail(FLO_NO_MEMORY, "no memory for the pictures");
    r->track = t;
    const double pause = round(LOOK_PAUSE / r->model.scene->step);
    t->every = pause > 1 ? (uint64_t)pause : 1;
    if (r->steps / t->every > LOOKS) t->every = r->steps / LOOKS;
    t->capacity = (size_t)(r->steps / t->every) + 3;
    double *all = calloc(5 * t->capacity, sizeof *all);
    if (!all) return flo__fail(FLO_NO_MEMORY, "no memory for the pictures");
    t->time = all;
    t->heave = all + t->capacity;
    t->surface = all + 2 * t->capacity;
    t->roll = all + 3 * t->capacity;
    t->pitch = all + 4 * t->capacity;
    return FLO_OK;
}

uint64_t run_track_every(const run *r)
{
    return r->track->every;
}

flo_status run_track_look(run *r)
{
    run_track *t = r->track;
    if (r->model.body_count == 0 || t->count == t->capacity) return FLO_OK;
    flo_body_state state;
    flo_status status = flo_fleet_read(r->fleet, 0, 1, &state);
    if (status) return status;
    const flo_surface surface = { .height = &t->surface[t->count] };
    status = flo_query(r->device, r->model.sea, r->report.time, 1, &state.position[0], &state.position[2], &surface);
    if (status) return status;
    double heading;
    t->time[t->count] = r->report.time;
    t->heave[t->count] = state.position[1];
    cli_angles(state.orientation, &heading, &t->pitch[t->count], &t->roll[t->count]);
    t->count++;
    return FLO_OK;
}

static flo_status draw_motion(const run *r, const char *file)
{
    const run_track *t = r->track;
    const plot_motion motion = { "Body 0", t->count, t->time, t->heave, t->surface, t->roll, t->pitch };
    return plot_draw_motion(file, &motion, r->stop);
}

/* ---- the sea with boats ---------------------------------------------------------------------------------------- */

typedef struct view {
    double x, z, half;          /* m: centre, half the side */
    plot_boat *boats;
    double *distance;
    size_t count;
} view;

static flo_status read_boats(const run *r, view *v)
{
    flo_body_state state[PIECE];
    for (size_t from = 0; from < v->count; from += PIECE) {
        const size_t left = v->count - from, count = left < PIECE ? left : PIECE;
        const flo_status status = flo_fleet_read(r->fleet, from, count, state);
        if (status) return status;
        for (size_t i = 0; i < count; i++) {
            double roll, pitch;
            plot_boat *boat = &v->boats[from + i];
            boat->x = state[i].position[0];
            boat->z = state[i].position[2];
            cli_angles(state[i].orientation, &boat->heading, &pitch, &roll);
            boat->length = 2 * flo_hull_get_info(r->model.bodies[from + i].hull).radius;
        }
    }
    return FLO_OK;
}

static int compare_distances(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The middle of the fleet, and how far its nearest boats reach; at least a wave and a few boats. */
static void choose_view(const run *r, view *v)
{
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    const double gravity = r->model.scene->sea.gravity, period = sea.peak_period;
    v->half = fmax(5, fmin(0.4 * gravity * period * period / (2 * acos(-1)), 500));
    for (size_t i = 0; i < v->count; i++) {
        v->x += v->boats[i].x / (double)v->count;
        v->z += v->boats[i].z / (double)v->count;
        v->half = fmax(v->half, fmin(2 * v->boats[i].length, 500));
    }
    for (size_t i = 0; i < v->count; i++) {
        v->distance[i] = fmax(fabs(v->boats[i].x - v->x), fabs(v->boats[i].z - v->z));
    }
    qsort(v->distance, v->count, sizeof *v->distance, compare_distances);
    if (v->count == 0) return;
    const size_t farthest = v->count < MAP_BODIES ? v->count - 1 : MAP_BODIES - 1;
    v->half = fmax(v->half, 1.08 * v->distance[farthest]);
}

/* Keeps the boats in sight, and none so small that it cannot be seen. */
static void keep_visible(view *v)
{
    size_t kept = 0;
    for (size_t i = 0; i < v->count; i++) {
        plot_boat boat = v->boats[i];
        if (!(fmax(fabs(boat.x - v->x), fabs(boat.z - v->z)) <= v->half)) continue;
        boat.length = fmax(boat.length, 0.02 * v->half);
        v->boats[kept++] = boat;
    }
    v->count = kept;
}

static flo_status query_heights(const run *r, const view *v, double *x, double *z, double *height)
{
    const double spacing = 2 * v->half / (MAP_SIDE - 1);
    for (int row = 0; row < MAP_SIDE; row++) {
        for (int column = 0; column < MAP_SIDE; column++) {
            x[row * MAP_SIDE + column] = v->x - v->half + column * spacing;
            z[row * MAP_SIDE + column] = v->z - v->half + row * spacing;
        }
    }
    const flo_surface surface = { .height = height };
    return flo_query(r->device, r->model.sea, r->report.time, (size_t)MAP_SIDE * MAP_SIDE, x, z, &surface);
}

static flo_status draw_view(const run *r, const view *v, const char *file)
{
    const size_t cells = (size_t)MAP_SIDE * MAP_SIDE;
    double *buffer = malloc(3 * cells * sizeof *buffer);
    if (!buffer) return flo__fail(FLO_NO_MEMORY, "no memory for the map");
    flo_status status = query_heights(r, v, buffer, buffer + cells, buffer + 2 * cells);
    if (!status) {
        const flo_sea_info sea = flo_sea_get_info(r->model.sea);
        char title[160];
        snprintf(title, sizeof title, "Hs %.2f m, Tp %.1f s, %d waves, at %.1f s", sea.significant_wave_height,
                 sea.peak_period, sea.waves, r->report.time);
        const plot_map map = { title, v->x - v->half, v->z - v->half, 2 * v->half / (MAP_SIDE - 1), MAP_SIDE,
                               MAP_SIDE, buffer + 2 * cells, v->boats, v->count };
        status = plot_draw_map(file, &map, r->stop);
    }
    free(buffer);
    return status;
}

static flo_status draw_sea(const run *r, const char *file)
{
    view v = { .count = r->model.body_count };
    v.boats = calloc(v.count + 1, sizeof *v.boats);
    v.distance = calloc(v.count + 1, sizeof *v.distance);
    flo_status status = v.boats && v.distance ? read_boats(r, &v) : flo__fail(FLO_NO_MEMORY, "no memory for the map");
    if (!status) {
        choose_view(r, &v);
        keep_visible(&v);
        status = draw_view(r, &v, file);
    }
    free(v.boats);
    free(v.distance);
    return status;
}

/* ---- both ------------------------------------------------------------------------------------------------------ */

/* Draws one picture under its temporary name; a picture that cannot be had is worth a warning, not the run. */
static flo_status draw(run *r, const char *name, flo_status (*drawing)(const run *, const char *))
{
    folder_file *file = NULL;
    flo_status status = folder_begin(&r->out, name, &file);
    if (!status) status = drawing(r, file->part);
    struct stat what;
    if (!status && (stat(file->part, &what) != 0 || what.st_size == 0)) {
        status = flo__fail(FLO_CANNOT_WRITE, "gnuplot drew nothing");
    }
    if (!status) status = folder_end(&r->out, file);
    if (!status) return FLO_OK;
    run_warn(r, "no %s: %s", name, flo_message());
    if (file) folder_drop(file);
    return status == FLO_CANNOT_WRITE ? FLO_OK : status;
}

flo_status run_track_draw(run *r)
{
    const flo_status status = draw(r, "sea.png", draw_sea);
    if (status || r->model.body_count == 0) return status;
    return draw(r, "motion.png", draw_motion);
}

void run_track_close(run *r)
{
    if (!r->track) return;
    free(r->track->time);       /* the head of all five */
    free(r->track);
    r->track = NULL;
}
