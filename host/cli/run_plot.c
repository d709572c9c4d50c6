/* SPDX-License-Identifier: MIT
 *
 * The pictures of a run: how body 0 moved; the sea with boats on it at the end, from above and in perspective; the
 * spectrum.
 *
 * Body 0 is looked at more often than rows are written, about twenty times a second of the run, since a boat's own
 * motions are quick.  The sea is that about the middle of the fleet. */
#include "run.h"

#include "../internal.h"
#include "../io/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { LOOKS = 4000, MAP_BODIES = 60, NEAR_BODIES = 12, MAP_SIDE = 201, PIECE = 256, PICTURES = 4 };

#define LOOK_PAUSE 0.05         /* s of the run */

struct run_track {
    uint64_t every;             /* steps */
    size_t count, capacity;
    double *time, *heave, *surface, *roll, *pitch;
};

/* ---- body 0 over time ------------------------------------------------------------------------------------------ */

static flo_status track_room(run_track *t)
{
    double *all = calloc(5 * t->capacity, sizeof *all);
    if (!all) return flo__fail(FLO_NO_MEMORY, "no memory for the pictures");
    t->time = all;
    t->heave = all + t->capacity;
    t->surface = all + 2 * t->capacity;
    t->roll = all + 3 * t->capacity;
    t->pitch = all + 4 * t->capacity;
    return FLO_OK;
}

static flo_status open_track(run *r)
{
    run_track *t = calloc(1, sizeof *t);
    if (!t) return flo__fail(FLO_NO_MEMORY, "no memory for the pictures");
    r->track = t;
    const double pause = round(LOOK_PAUSE / r->model.scene->step);
    t->every = pause > 1 ? (uint64_t)pause : 1;
    if (r->steps / t->every > LOOKS) t->every = r->steps / LOOKS;
    t->capacity = (size_t)(r->steps / t->every) + 3;
    return track_room(t);
}

flo_status run_track_open(run *r)
{
    return ranks_agree(&r->team, open_track(r));
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
    flo_status status = run_see(r, 0, 1, &state);
    if (status) return status;
    const flo_surface surface = { .height = &t->surface[t->count] };
    status = flo_query(r->device, r->model.sea, r->report.time, 1, &state.position[0], &state.position[2], &surface);
    status = ranks_agree(&r->team, status);
    if (status) return status;
    double heading;
    t->time[t->count] = r->report.time;
    t->heave[t->count] = state.position[1];
    cli_angles(state.orientation, &heading, &t->pitch[t->count], &t->roll[t->count]);
    t->count++;
    return FLO_OK;
}

void run_track_keep(const run *r, pack *to)
{
    const run_track *t = r->track;
    pack_put(to, t->every, 8);
    pack_put(to, t->count, 8);
    const double *const columns[] = { t->time, t->heave, t->surface, t->roll, t->pitch };
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        for (size_t i = 0; i < t->count; i++) pack_put_double(to, columns[c][i]);
    }
}

/* A picture of a run that was to be longer or shorter goes on with the pause that it had. */
flo_status run_track_restore(run *r, pack *from)
{
    run_track *t = r->track;
    const uint64_t every = pack_get(from, 8), count = pack_get(from, 8);
    if (every == 0 || !pack_has(from, count, 5 * sizeof(double))) {
        return flo__fail(FLO_BAD_FILE, "what it keeps of the pictures is damaged");
    }
    free(t->time);
    t->time = NULL;
    t->every = every;
    t->capacity = (size_t)count + (size_t)((r->steps - r->done) / every) + 3;
    const flo_status status = track_room(t);
    if (status) return status;
    double *const columns[] = { t->time, t->heave, t->surface, t->roll, t->pitch };
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        for (size_t i = 0; i < count; i++) columns[c][i] = pack_get_double(from);
    }
    t->count = (size_t)count;
    return FLO_OK;
}

void run_track_skip(pack *from)
{
    pack_get(from, 8);
    const uint64_t count = pack_get(from, 8);
    if (pack_has(from, count, 5 * sizeof(double))) from->read += (size_t)count * 5 * sizeof(double);
}

static flo_status draw_motion(const run *r, const char *file)
{
    const run_track *t = r->track;
    if (!ranks_speaks(&r->team)) return FLO_OK;
    const plot_motion motion = { "Body 0", t->count, t->time, t->heave, t->surface, t->roll, t->pitch };
    return plot_draw_motion(file, &motion, r->stop);
}

/* ---- the sea with boats ---------------------------------------------------------------------------------------- */

typedef struct map_boats {
    plot_boat *boat;
    size_t count, capacity;
} map_boats;

/* None so small that it cannot be seen. */
static plot_boat make_boat(const run *r, const run_view *view, size_t body, const flo_body_state *state)
{
    double roll, pitch;
    plot_boat boat = { .x = state->position[0], .y = state->position[1], .z = state->position[2] };
    cli_angles(state->orientation, &boat.heading, &pitch, &roll);
    vtk_axes(state->orientation, boat.turn);
    boat.length = 2 * flo_hull_get_info(r->model.hulls[run_hull_of(r, body)]).radius;
    boat.length = fmax(boat.length, 0.02 * view->half);
    return boat;
}

static bool append(map_boats *all, plot_boat boat)
{
    if (all->count == all->capacity) {
        const size_t larger = all->capacity ? 2 * all->capacity : 64;
        plot_boat *grown = realloc(all->boat, larger * sizeof *grown);
        if (!grown) return false;
        all->boat = grown;
        all->capacity = larger;
    }
    all->boat[all->count++] = boat;
    return true;
}

/* Those that are in sight.  Without memory, the rank that speaks is told so when all have been seen. */
static flo_status find_boats(const run *r, const run_view *view, map_boats *all)
{
    flo_body_state state[PIECE];
    bool whole = true;
    for (size_t from = 0; from < r->model.body_count; from += PIECE) {
        const size_t left = r->model.body_count - from, count = left < PIECE ? left : PIECE;
        const flo_status status = run_see(r, from, count, state);
        if (status) return status;
        for (size_t i = 0; i < count && whole && ranks_speaks(&r->team); i++) {
            if (!run_view_has(view, state[i].position)) continue;
            whole = append(all, make_boat(r, view, from + i, &state[i]));
        }
    }
    return whole ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the map");
}

typedef flo_status drawing(const char *file, const plot_map *map, const volatile sig_atomic_t *stop);

static flo_status draw_view(const run *r, const run_view *view, const map_boats *boats, const char *file, drawing *how)
{
    const size_t cells = (size_t)MAP_SIDE * MAP_SIDE;
    double *buffer = malloc(3 * cells * sizeof *buffer);
    if (!buffer) return flo__fail(FLO_NO_MEMORY, "no memory for the map");
    const flo_surface surface = { .height = buffer + 2 * cells };
    flo_status status = run_view_query(r, view, MAP_SIDE, buffer, buffer + cells, &surface);
    if (!status) {
        const flo_sea_info sea = flo_sea_get_info(r->model.sea);
        char title[160];
        snprintf(title, sizeof title, "Hs %.2f m, Tp %.1f s, %d waves, at %.1f s", sea.significant_wave_height,
                 sea.peak_period, sea.waves, r->report.time);
        const plot_map map = { title, view->x - view->half, view->z - view->half, 2 * view->half / (MAP_SIDE - 1),
                               MAP_SIDE, MAP_SIDE, surface.height, boats->boat, boats->count };
        status = how(file, &map, r->stop);
    }
    free(buffer);
    return status;
}

static flo_status draw_boats(const run *r, const char *file, size_t bodies, drawing *how)
{
    map_boats boats = { .boat = NULL };
    run_view view;
    flo_status status = run_view_choose(r, bodies, &view);
    if (!status) status = find_boats(r, &view, &boats);
    if (!status && ranks_speaks(&r->team)) status = draw_view(r, &view, &boats, file, how);
    free(boats.boat);
    return status;
}

static flo_status draw_sea(const run *r, const char *file)
{
    return draw_boats(r, file, MAP_BODIES, plot_draw_map);
}

static flo_status draw_perspective(const run *r, const char *file)
{
    return draw_boats(r, file, NEAR_BODIES, plot_draw_perspective);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

typedef flo_status picture(const run *r, const char *file);

static flo_status end_picture(run *r, folder_file *file)
{
    struct stat what;
    if (stat(file->part, &what) != 0 || what.st_size == 0) return flo__fail(FLO_CANNOT_WRITE, "gnuplot drew nothing");
    return folder_end(&r->out, file);
}

/* Draws one picture under its temporary name; a picture that cannot be had is worth a warning, not the run.  The rank
 * that speaks draws what all have seen. */
static flo_status draw(run *r, const char *name, picture *make)
{
    const bool speaks = ranks_speaks(&r->team);
    folder_file *file = NULL;
    flo_status status = ranks_agree(&r->team, speaks ? folder_begin(&r->out, name, &file) : FLO_OK);
    if (!status) status = make(r, file ? file->part : NULL);
    if (!status && speaks) status = end_picture(r, file);
    if (status) {
        run_warn(r, "no %s: %s", name, flo_message());
        if (file) folder_drop(file);
        if (status == FLO_CANNOT_WRITE) status = FLO_OK;
    }
    return ranks_agree(&r->team, status);
}

flo_status run_track_draw(run *r)
{
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    progress_task("pictures", PICTURES);
    flo_status status = draw(r, "sea.png", draw_sea);
    progress_set(1);
    if (!status) status = draw(r, "perspective.png", draw_perspective);
    progress_set(2);
    if (!status && sea.waves > 0) status = draw(r, "spectrum.png", run_spectrum_draw);
    progress_set(3);
    if (!status && r->model.body_count > 0) status = draw(r, "motion.png", draw_motion);
    progress_set(PICTURES);
    return status;
}

void run_track_close(run *r)
{
    if (!r->track) return;
    free(r->track->time);       /* the head of all five */
    free(r->track);
    r->track = NULL;
}
