/* SPDX-License-Identifier: MIT
 *
 * Experiments 16 and 17: bodies that follow the water, and that are led. */
#include "experiment_list.h"

/* ---- 16: transform mode ---------------------------------------------------------------------------------------- */

const experiment_variation transform_variations[] = {
    { "smoothing 1 1/s", { "bodies.0.smoothing=1" } },
    { "smoothing 4 1/s", { NULL } },
    { "smoothing 20 1/s", { "bodies.0.smoothing=20" } },
    { NULL, { NULL } },
};

/* What the mean over the samples leaves of a wave: the mean of cos(k.r), for a layout that is alike on both sides. */
static double mean_share(const track *t, const flo_wave *w, bool *alike)
{
    const flo_hull_def *h = track_hull(t, 0);
    const double heading = track_entry(t, 0)->heading, k = 2 * PI / w->wavelength;
    double c = 0, s = 0;
    for (int i = 0; i < h->point_count; i++) {
        const double x = h->points[i][0] * cos(heading) + h->points[i][2] * sin(heading);
        const double z = h->points[i][2] * cos(heading) - h->points[i][0] * sin(heading);
        const double phase = k * (x * sin(w->heading) + z * cos(w->heading));
        c += cos(phase) / h->point_count;
        s += sin(phase) / h->point_count;
    }
    *alike = fabs(s) < 1e-9;
    return c;
}

/* A curve over the last whole periods beside one that would follow at once. */
static void check_lag(lab *l, const track *t, series s, const flo_wave *w, double full, double ahead, const char *unit,
                      const char *name)
{
    const double omega = w->angular_frequency, smoothing = track_entry(t, 0)->smoothing, end = t->time[t->count - 1];
    const double periods = fmax(1, floor((end - t->time[0]) / 2 * omega / (2 * PI)));
    const swing got = series_swing(series_between(s, end - periods * 2 * PI / omega, end), omega);
    double lag = (got.phase - ahead) / omega;
    lag -= round(lag * omega / (2 * PI)) * 2 * PI / omega;
    expect_share(l, unit, got.amplitude, full * smoothing / hypot(smoothing, omega), 0.01,
                 "%s: %s, s/√(s² + ω²) of the wave's", t->label, name);
    expect_within(l, "s", lag, atan(omega / smoothing) / omega, t->model.scene->step,
                  "%s: %s comes later by atan(ω/s)/ω", t->label, name);
}

static const char *beyond_transform(const track *t, const flo_wave *w, bool alike, bool along)
{
    if (flo_sea_get_info(t->model.sea).waves != 1 || w->steepness != 0) return "the sea is not one sine";
    if (!alike || !along) return "the points are not alike on both sides, or not along the wave";
    if (track_entry(t, 0)->mode != FLO_TRANSFORM) return "the mode is another";
    return track_beyond(t, 0, HAS_WAVES | HAS_MODE);
}

static void check_transform(lab *l, const track *t)
{
    flo_wave w = { .amplitude = 0 };
    bool alike = false;
    const bool single = flo_sea_get_info(t->model.sea).waves == 1;
    if (single) flo_sea_get_waves(t->model.sea, &w);
    const double share = single ? mean_share(t, &w, &alike) : 0, k = 2 * PI / w.wavelength;
    const bool along = single && fabs(sin(w.heading - track_entry(t, 0)->heading)) < 1e-9;
    const bool slow = series_largest(track_series(l, t, 0, COLUMN_SPEED)) == 0;
    const double settled = 2 * PI / w.angular_frequency + 5 / track_entry(t, 0)->smoothing;     /* s */
    expect_unless(l, either_reason(beyond_transform(t, &w, alike, along), track_coarse_for(t, w.angular_frequency),
                                   track_ends_before(t, settled)));
    const double x = track_value(t, 0, 0, COLUMN_X), z = track_value(t, 0, 0, COLUMN_Z);
    const double phase = k * (x * sin(w.heading) + z * cos(w.heading)) + w.phase -
                         w.angular_frequency * track_moment(t, 0);      /* when the run begins */
    check_lag(l, t, track_series(l, t, 0, COLUMN_Y), &w, w.amplitude * share, phase, "m", "height");
    /* The slope is -A k sin(theta), and a bow that is down is a positive pitch: a quarter of a period earlier. */
    check_lag(l, t, series_scaled(l, track_series(l, t, 0, COLUMN_PITCH), DEGREES, 0), &w,
              atan(w.amplitude * share * k) * DEGREES, phase - PI / 2, "°", "pitch");
    expect_that(l, slow, "%s: has no velocity", t->label);
}

void transform_measure(lab *l)
{
    draw_panel(l, "time (s)", "height (m)");
    draw_curve(l, track_series(l, &l->tracks[0], 0, COLUMN_WATER), PLOT_WATER, "water at the middle");
    for (int i = 0; i < l->track_count; i++) {
        check_transform(l, &l->tracks[i]);
        draw_curve(l, track_series(l, &l->tracks[i], 0, COLUMN_Y), PLOT_LINE, "%s", l->tracks[i].label);
    }
    draw_panel(l, "time (s)", "pitch (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const series pitch = series_scaled(l, track_series(l, &l->tracks[i], 0, COLUMN_PITCH), DEGREES, 0);
        draw_curve(l, pitch, PLOT_LINE, "%s", l->tracks[i].label);
    }
}

/* ---- 17: kinematic and hybrid ---------------------------------------------------------------------------------- */

const experiment_variation kinematic_variations[] = {
    { "the scene", { NULL } },
    { "with drag", { "hulls.raft.drag.linear=1" } },
    { NULL, { NULL } },
};

/* The furthest that a led body's place is from the command's. */
static double off_course(const track *t, size_t body)
{
    const scene_bodies *entry = track_entry(t, body);
    double largest = 0;
    for (size_t i = 0; i < t->count; i++) {
        const double time = t->time[i] - t->time[0];
        const double dx = track_value(t, body, i, COLUMN_X) - entry->position[0] - entry->velocity[0] * time;
        const double dz = track_value(t, body, i, COLUMN_Z) - entry->position[2] - entry->velocity[2] * time;
        largest = fmax(largest, hypot(dx, dz));
    }
    return largest;
}

static void check_kinematic(lab *l, const track *t, size_t body)
{
    const double rate = track_entry(t, body)->yaw_rate, heading = track_entry(t, body)->heading;
    const series h = track_series(l, t, body, COLUMN_HEADING), y = track_series(l, t, body, COLUMN_Y);
    double turned = 0, speed = 0;
    for (size_t i = 1; i < t->count; i++) {
        turned = fmax(turned, fabs(h.y[i] - heading - rate * (t->time[i] - t->time[0])));
        const double rise = (y.y[i] - y.y[i - 1]) / (t->time[i] - t->time[i - 1]);
        speed = fmax(speed, fabs(rise - track_value(t, body, i, COLUMN_VY)));
    }
    expect_at_most(l, "m", off_course(t, body), 1e-4, "%s: the kinematic one is off its commanded way by", t->label);
    expect_at_most(l, "°", turned * DEGREES, 1, "%s: and off its commanded heading by, while it tilts", t->label);
    if (t->model.scene->output.every == 1) {
        expect_at_most(l, "m/s", speed, 1e-3, "%s: its vertical velocity is that of its height, apart by", t->label);
    }
}

/* A hybrid body beside a dynamic one that goes the same way. */
static void compare_vertical(lab *l, const track *t, size_t hybrid, size_t dynamic)
{
    double height = 0, tilt = 0;
    for (size_t i = 0; i < t->count; i++) {
        height = fmax(height, fabs(track_value(t, hybrid, i, COLUMN_Y) - track_value(t, dynamic, i, COLUMN_Y)));
        tilt = fmax(tilt, fabs(track_value(t, hybrid, i, COLUMN_PITCH) - track_value(t, dynamic, i, COLUMN_PITCH)));
    }
    const unsigned covered = HAS_WAVES | HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_SPEED;
    const bool same_water = fabs(track_value(t, hybrid, 0, COLUMN_WATER) - track_value(t, dynamic, 0, COLUMN_WATER)) <
                            1e-6;
    expect_unless(l, same_water ? track_beyond(t, dynamic, covered) : "they are not in the same water");
    expect_at_most(l, "m", height, 1e-5, "%s: hybrid and dynamic, heights apart", t->label);
    expect_at_most(l, "°", tilt * DEGREES, 1e-3, "%s: hybrid and dynamic, pitch apart", t->label);
}

void kinematic_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const bool usual = t->bodies == 3 && track_entry(t, 0)->mode == FLO_KINEMATIC &&
                           track_entry(t, 1)->mode == FLO_HYBRID && track_entry(t, 2)->mode == FLO_DYNAMIC;
        expect_unless(l, usual ? NULL : "the bodies are others");
        check_kinematic(l, t, 0);
        expect_unless(l, usual ? NULL : "the bodies are others");
        expect_at_most(l, "m", off_course(t, 1), 1e-4, "%s: the hybrid one is off its commanded way by", t->label);
        if (usual && !(track_hull(t, 2)->drag.linear > 0)) compare_vertical(l, t, 1, 2);
        expect_unless(l, NULL);
        if (usual && track_hull(t, 2)->drag.linear > 0) {
            const size_t last = t->count - 1;
            expect_at_least(l, "m", track_value(t, 1, last, COLUMN_Z) - track_value(t, 2, last, COLUMN_Z), 1,
                            "%s: the dynamic one falls behind by", t->label);
        }
    }
    static const char *const names[] = { "kinematic", "hybrid", "dynamic" };
    const track *t = &l->tracks[0];
    draw_panel(l, "time (s)", "height (m)");
    draw_curve(l, track_series(l, t, t->bodies - 1, COLUMN_WATER), PLOT_WATER, "water at the last");
    for (size_t body = 0; body < 3 && body < t->bodies; body++) {
        draw_curve(l, track_series(l, t, body, COLUMN_Y), body == 2 ? PLOT_DASHED : PLOT_LINE, "%s", names[body]);
    }
    draw_panel(l, "time (s)", "heading (degrees)");
    for (size_t body = 0; body < 3 && body < t->bodies; body++) {
        draw_curve(l, series_scaled(l, track_series(l, t, body, COLUMN_HEADING), DEGREES, 0),
                   body == 2 ? PLOT_DASHED : PLOT_LINE, "%s", names[body]);
    }
}
