/* SPDX-License-Identifier: MIT
 *
 * Experiments 26 and 27: drag only in water, and the tilt at which a cube settles. */
#include "experiment_list.h"

/* ---- 26: drag only in water ------------------------------------------------------------------------------------ */

const experiment_variation water_drag_variations[] = {
    { "no drag", { "hulls.cube.drag.linear=0" } },
    { "drag everywhere", { "hulls.cube.drag.only_in_water=false" } },
    { "drag in water", { NULL } },
    { "drag in water, a cube of 1 cm", { "hulls.cube.mass=0.00085", "hulls.cube.box.size=[0.01, 0.01, 0.01]",
                                         "bodies.0.position=[0, 0.025, 0]", "time.step=0.002", "time.steps=2500",
                                         "output.every=5" } },
    { NULL, { NULL } },
};

static void check_water_drag(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const scene *s = t->model.scene;
    const series y = track_series(l, t, 0, COLUMN_Y), v = track_series(l, t, 0, COLUMN_VY);
    const double side = h->box_size[1], air = h->drag.only_in_water ? 0 : h->drag.linear;
    const double draft = h->mass / (s->sea.density * h->box_size[0] * h->box_size[2]);
    const double touched = series_reaches(y, side / 2), end = t->time[t->count - 1];
    expect_unless(l, !(side > 0) ? "the cube is not a box" : draft > side ? "it sinks" :
                  track_beyond(t, 0, HAS_ANGULAR_DAMPING | HAS_LINEAR_DRAG | HAS_DRAG_IN_AIR));
    const double r = draft / side;
    const char *const beyond = l->unless, *const tilts = 12 * r * (1 - r) > 2 ? "it does not float upright" : NULL;
    const double fall = series_first(y) - side / 2, speed = speed_of_fall(fall, s->sea.gravity, air);
    const double time = (speed + air * fall) / s->sea.gravity;
    expect_unless(l, either_reason(beyond, track_coarse(t), track_ends_before(t, time)));
    expect_share(l, "m/s", -series_until(v, touched), speed, 0.02,
                 "%s: speed at the water, %s", t->label, air > 0 ? "g/c (1 - exp(-c t))" : "√(2 g h)");
    if (!(h->drag.linear > 0)) {
        const double period = bounce_period(t, series_first(y));
        expect_unless(l, either_reason(beyond, tilts, track_coarse(t), track_ends_before(t, 1.02 * period)));
        expect_at_least(l, "m", series_largest(series_between(y, end - period, end)), 0.95 * series_first(y),
                        "%s: comes up again to", t->label);
        return;
    }
    expect_unless(l, either_reason(beyond, tilts, track_slow(t, 0.99)));
    expect_within(l, "m", series_mean(series_between(y, end - 0.1 * end, end)), side / 2 - draft, 0.01 * side,
                  "%s: settles at", t->label);
    if (h->mass * s->sea.gravity < 0.01) {
        tell(l, "N", h->mass * s->sea.gravity, "%s: its weight; a trigger at 0.01 N would never slow it", t->label);
    }
}

void water_drag_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) check_water_drag(l, &l->tracks[i]);
    for (int small = 0; small < 2; small++) {
        draw_panel(l, "time (s)", small ? "height, 1 cm cube (mm)" : "height, 1 m cube (m)");
        for (int i = 0; i < l->track_count; i++) {
            const track *t = &l->tracks[i];
            if ((track_hull(t, 0)->box_size[1] < 0.1) != small) continue;
            draw_curve(l, series_scaled(l, track_series(l, t, 0, COLUMN_Y), small ? 1000 : 1, 0), PLOT_LINE, "%s",
                       t->label);
        }
    }
}

/* ---- 27: the cube settles -------------------------------------------------------------------------------------- */

#define CUBE_REST "buoyancy: {law: archimedes}, damping: {angular: 1.0101353658759733}, drag: {linear: 3}}"

const experiment_variation settling_cube_variations[] = {
    { "panels, 0.98 a step", { NULL } },
    { "panels, 0.95 a step: oil", { "hulls.cube.damping.angular=2.5646647193776365" } },
    { "cells", { "hulls.cube={mass: 770, box: {size: [1, 1, 1], grid: [24, 25, 4]}, " CUBE_REST } },
    { "panels, r = 0.8", { "hulls.cube.mass=800" } },
    { NULL, { NULL } },
};

/* The tilt of a square bar, which a cube follows near these densities: tan^2 = 12 r (1 - r) - 2, or none. */
static void check_tilt(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const flo_hull_info info = flo_hull_get_info(t->model.hulls[track_entry(t, 0)->hull]);
    const double r = h->mass / (t->model.scene->sea.density * info.volume), square = 12 * r * (1 - r) - 2;
    const double end = track_value(t, 0, t->count - 1, COLUMN_TILT) * DEGREES;
    const double tilt = fabs(remainder(end, 90));       /* its faces are alike */
    const bool range = (r > 0.75 && r < 0.8 && square > 0) || square <= 0;
    expect_unless(l, fabs(info.volume - 1) > 1e-6 ? "it is no cube of 1 m" : h->buoyancy.law != FLO_ARCHIMEDES
                     ? "the law is another" : r >= 1 ? "it sinks" : !range
                     ? "a cube of this density tilts about two axes" :
                  track_beyond(t, 0, HAS_ANGULAR_DAMPING | HAS_LINEAR_DRAG | HAS_SPIN));
    if (!l->unless) expect_unless(l, either_reason(track_slow(t, 0.99), h->mesh ? NULL : track_coarse(t)));
    if (square <= 0) {
        expect_within(l, "°", tilt, 0, 0.5, "%s: floats upright, r = %.3g", t->label, r);
        return;
    }
    expect_share(l, "°", tilt, atan(sqrt(square)) * DEGREES, h->mesh ? 0.002 : 0.05,
                 "%s: settles at tan² = 12 r (1 - r) - 2, r = %.3g", t->label, r);
    const series all = series_scaled(l, track_series(l, t, 0, COLUMN_TILT), DEGREES, 0);
    tell(l, "s", series_settles(all, end, 1), "%s: within a degree of it after", t->label);
}

void settling_cube_measure(lab *l)
{
    draw_panel(l, "time (s)", "tilt (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        check_tilt(l, &l->tracks[i]);
        draw_curve(l, series_scaled(l, track_series(l, &l->tracks[i], 0, COLUMN_TILT), DEGREES, 0), PLOT_LINE, "%s",
                   l->tracks[i].label);
    }
    draw_panel(l, "time (s)", "height of the middle (m)");
    for (int i = 0; i < l->track_count; i++) {
        draw_curve(l, series_between(track_series(l, &l->tracks[i], 0, COLUMN_Y), 0, 10), PLOT_LINE, "%s",
                   l->tracks[i].label);
    }
}
