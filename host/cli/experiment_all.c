/* SPDX-License-Identifier: MIT
 *
 * Experiment 18: the complete boat, and the hulls of all experiments before it in one fleet. */
#include "experiment_list.h"

#include "../internal.h"
#include "../io/scene.h"
#include "advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const experiment_variation complete_boat_variations[] = {
    { "ten minutes", { NULL } },
    { NULL, { NULL } },
};

enum { MOST_HULLS = 64, STEPS = 300, BEFORE = 18 };

/* ---- everything at once ---------------------------------------------------------------------------------------- */

typedef struct crowd {
    scene *scenes[BEFORE];
    flo_hull *hulls[MOST_HULLS];
    flo_body_def bodies[MOST_HULLS];
    int scene_count, count;
} crowd;

/* The first body of every hull of a scene, side by side in the water of the complete boat. */
static flo_status add_hulls(crowd *c, const char *name)
{
    char file[128];
    snprintf(file, sizeof file, "experiments/%s.yaml", name);
    char *path = lab_find_example(file);
    if (!path) return FLO_CANNOT_READ;
    scene *s = NULL;
    flo_status status = scene_read(&s, path, NULL);
    free(path);
    if (status) return status;
    c->scenes[c->scene_count++] = s;
    for (int i = 0; i < s->bodies_count && !status && c->count < MOST_HULLS; i++) {
        bool again = false;
        for (int j = 0; j < i; j++) again = again || s->bodies[j].hull == s->bodies[i].hull;
        if (again) continue;
        flo_hull *hull = NULL;
        status = flo_hull_create(&hull, &s->hulls[s->bodies[i].hull].def);
        if (status) return status;
        c->hulls[c->count] = hull;
        flo_body_def *b = &c->bodies[c->count];
        *b = (flo_body_def){ .hull = hull, .mode = s->bodies[i].mode };
        b->control = scene_control_at(s, &s->bodies[i], 0);
        b->state.position[0] = 7.0 * c->count++;
        b->state.orientation[0] = 1;
        b->state.orientation[3] = 0.05f;
        b->state.velocity[2] = 1;
    }
    return status;
}

static flo_status run_bodies(lab *l, const track *t, const flo_body_def *bodies, int count, flo_body_state *states)
{
    flo_fleet_def def = flo_default_fleet_def();
    flo_fleet *fleet = NULL;
    def.sea = t->model.sea;
    def.bodies = bodies;
    def.count = (size_t)count;
    def.integrator = t->model.scene->integrator;
    flo_status status = flo_fleet_create(&fleet, l->device, &def);
    if (!status) status = flo_fleet_step(fleet, t->model.scene->step, STEPS);
    if (!status) status = flo_fleet_read(fleet, 0, (size_t)count, states);
    flo_fleet_destroy(fleet);
    return status;
}

static bool same_state(const flo_body_state *a, const flo_body_state *b)
{
    return memcmp(a->position, b->position, sizeof a->position) == 0 &&
           memcmp(a->orientation, b->orientation, sizeof a->orientation) == 0 &&
           memcmp(a->velocity, b->velocity, sizeof a->velocity) == 0 &&
           memcmp(a->angular_velocity, b->angular_velocity, sizeof a->angular_velocity) == 0;
}

/* Each hull alone against all of them together, some steps, to the last bit. */
static flo_status compare_crowd(lab *l, const track *t, const crowd *c, int *same)
{
    flo_body_state together[MOST_HULLS], alone;
    flo_status status = run_bodies(l, t, c->bodies, c->count, together);
    for (int i = 0; i < c->count && !status; i++) {
        status = run_bodies(l, t, &c->bodies[i], 1, &alone);
        *same += !status && same_state(&alone, &together[i]);
    }
    return status;
}

static void check_crowd(lab *l, const track *t)
{
    crowd c = { .count = 0 };
    int same = 0;
    flo_status status = FLO_OK;
    for (int i = 0; i < experiment_count && experiments[i].number < BEFORE && !status; i++) {
        status = add_hulls(&c, experiments[i].name);
    }
    if (!status) status = compare_crowd(l, t, &c, &same);
    lab_fail(l, status);
    expect_unless(l, NULL);
    expect_within(l, "hulls", same, c.count, 0, "hulls of all experiments before, in one fleet: as alone, bit for bit");
    for (int i = 0; i < c.count; i++) flo_hull_destroy(c.hulls[i]);
    for (int i = 0; i < c.scene_count; i++) scene_free(c.scenes[i]);
}

/* ---- the boat -------------------------------------------------------------------------------------------------- */

static void check_warnings(lab *l, const track *t)
{
    const scene *s = t->model.scene;
    const flo_sea_info sea = flo_sea_get_info(t->model.sea);
    int count = t->report.bad_bodies > 0;
    for (int i = 0; i < s->hull_count; i++) {
        advice a;
        const hull_modes modes = hull_modes_of(&s->hulls[i].def, t->model.hulls[i], &s->sea, s->step, s->integrator);
        const hull_drive drive = hull_drive_of(&s->hulls[i].def, t->model.hulls[i], &modes);
        advise(&a, s, i, &modes, &drive, &sea);
        count += a.count;
        for (int j = 0; j < a.count; j++) tell(l, "", NAN, "%s", a.text[j]);
    }
    expect_within(l, "", count, 0, 0, "warnings and pieces of advice that a run would give");
}

void complete_boat_measure(lab *l)
{
    const track *t = &l->tracks[0];
    const series tilt = series_scaled(l, track_series(l, t, 0, COLUMN_TILT), DEGREES, 0);
    const series y = track_series(l, t, 0, COLUMN_Y), water = track_series(l, t, 0, COLUMN_WATER);
    const series x = track_series(l, t, 0, COLUMN_X), z = track_series(l, t, 0, COLUMN_Z);
    double off = 0;
    for (size_t i = 0; i < t->count; i++) off = fmax(off, fabs(y.y[i] - water.y[i]));
    /* No formula says how this boat fares but where it was made for. */
    const char *const elsewhere = t->is_elsewhere ? "the gravity or the water's density is another" : track_coarse(t);
    expect_unless(l, elsewhere);
    check_warnings(l, t);
    expect_unless(l, track_features(t, 0) & (HAS_LEVEL | HAS_MODE) ? "the level or the mode is another" : elsewhere);
    expect_within(l, "", (double)t->report.bad_bodies, 0, 0, "bodies that were stopped in %.3g s",
                  t->time[t->count - 1]);
    expect_at_most(l, "°", series_largest(tilt), 60, "largest tilt: it stays upright");
    expect_at_most(l, "m", off, 1.5, "largest distance of its origin from the water: it stays afloat");
    tell(l, "m/s", series_largest(track_series(l, t, 0, COLUMN_SPEED)), "highest speed");
    check_crowd(l, t);
    draw_panel(l, "x, to port (m)", "z, ahead (m)");
    draw_map(l);
    draw_curve(l, (series){ x.y, z.y, x.count }, PLOT_LINE, "ten minutes of the boat");
    draw_panel(l, "time (s)", "height (m)");
    draw_curve(l, series_between(water, 0, 60), PLOT_WATER, "water at the boat");
    draw_curve(l, series_between(y, 0, 60), PLOT_LINE, "boat");
    draw_panel(l, "time (s)", "angle (degrees)");
    draw_curve(l, series_between(series_scaled(l, track_series(l, t, 0, COLUMN_ROLL), DEGREES, 0), 0, 60), PLOT_LINE,
               "roll");
    draw_curve(l, series_between(series_scaled(l, track_series(l, t, 0, COLUMN_PITCH), DEGREES, 0), 0, 60), PLOT_LINE,
               "pitch");
}
