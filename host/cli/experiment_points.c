/* SPDX-License-Identifier: MIT
 *
 * Experiments 5 and 6: points that make a hull pitch and roll. */
#include "experiment_list.h"

const experiment_variation pitch_variations[] = {
    { "points at ±1 m", { NULL } },
    { "points at ±0.3 m", { "hulls.plank.points=[[0, 0, -0.3], [0, 0, 0.3]]" } },
    { "points at ±1.5 m", { "hulls.plank.points=[[0, 0, -1.5], [0, 0, 1.5]]" } },
    { "both at the stern", { "hulls.plank.points=[[-0.2, 0, -1], [0.2, 0, -1]]", "sea.waves=[]",
                             "bodies.0.position=[0, -0.333, 0]", "time.steps=1800" } },
    { NULL, { NULL } },
};

const experiment_variation roll_and_pitch_variations[] = {
    { "4 corners", { NULL } },
    { "4 corners and the middle",
      { "hulls.raft.points=[[-0.5, 0, -1], [0.5, 0, -1], [-0.5, 0, 1], [0.5, 0, 1], [0, 0, 0]]" } },
    { "3 pairs", { "hulls.raft.points=[[-0.5, 0, -1], [0.5, 0, -1], [-0.5, 0, 0], [0.5, 0, 0], [-0.5, 0, 1], "
                   "[0.5, 0, 1]]" } },
    { "2 points, fore and aft", { "hulls.raft.points=[[0, 0, -1], [0, 0, 1]]" } },
    { "shifted to starboard", { "hulls.raft.points=[[-0.6, 0, -1], [0.4, 0, -1], [-0.6, 0, 1], [0.4, 0, 1]]",
                                "sea.waves=[]", "bodies.0.position=[0, -0.333, 0]", "time.steps=1800" } },
    { "all at the stern", { "hulls.raft.points=[[-0.5, 0, -1], [0.5, 0, -1]]", "sea.waves=[]",
                            "bodies.0.position=[0, -0.333, 0]", "time.steps=1800" } },
    { NULL, { NULL } },
};

/* The formula holds for small tilts, and for points that neither leave the water nor go deeper than the clamp. */
static const char *beyond_tilt(const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    if (h->point_count == 0) return "the hull is not one of points";
    if (h->buoyancy.curve == FLO_CURVE_SATURATE) return "the curve is saturate";
    if (h->buoyancy.curve == FLO_CURVE_CLAMP && !(h->buoyancy.bias > 1)) return "the points are at the clamp's edge";
    return track_beyond_law(t, 0, HAS_WAVES | HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_OFFSET | HAS_SPIN,
                            FLO_PROPORTIONAL, h->buoyancy.curve);
}

static double stiffness(const track *t, double square)
{
    return square * track_hull(t, 0)->buoyancy.bias / track_reference_depth(t, 0);
}

/* The swing of an angle in the last period of the one wave, in degrees, beside what its slope makes of it. */
static void check_swing(lab *l, const track *t, column c, double square, double slope, double frequency,
                        const char *name)
{
    const double end = t->time[t->count - 1], k = stiffness(t, square);
    const series angle = series_between(track_series(l, t, 0, c), end - 2 * PI / frequency, end);
    const double expected = slope * k / (k + track_layout(t, 0).mean[1]);
    if (square > 0) {
        expect_share(l, "°", series_swing(angle, frequency).amplitude * DEGREES, expected * DEGREES, 0.02,
                     "%s: %s, slope·K/(K + y_points - y_com), K = %.3g m", t->label, name, k);
    } else {
        expect_at_most(l, "°", series_swing(angle, frequency).amplitude * DEGREES, 0.01,
                       "%s: no %s, since no point is off the middle", t->label, name);
    }
}

/* Beyond two radians in a step a motion of its own is no longer one. */
static const char *too_coarse(const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const point_layout p = track_layout(t, 0);
    const double square[2] = { p.square_z, p.square_x }, inertia[2] = { h->inertia[0], h->inertia[2] };
    const scene *s = t->model.scene;
    for (int i = 0; i < 2; i++) {
        const double torque = h->mass * s->sea.gravity * (stiffness(t, square[i]) + p.mean[1]);
        if (torque * s->step * s->step > 4 * inertia[i]) return "the step is too long for its own motions";
    }
    return NULL;
}

/* Whether the wave comes so slowly that the hull is at rest in it: to a percent, of the motions that it has. */
static bool is_slow(const track *t, const flo_wave *wave)
{
    const flo_hull_def *h = track_hull(t, 0);
    const point_layout p = track_layout(t, 0);
    const double square[2] = { p.square_z, p.square_x }, inertia[2] = { h->inertia[0], h->inertia[2] };
    for (int i = 0; i < 2; i++) {
        const double torque = h->mass * t->model.scene->sea.gravity * (stiffness(t, square[i]) + p.mean[1]);
        const double ratio = wave->angular_frequency * wave->angular_frequency * inertia[i] / torque;
        if (square[i] > 0 && !(ratio > 0 && ratio < 0.012)) return false;
    }
    return true;
}

static void check_in_wave(lab *l, const track *t, bool both)
{
    flo_wave wave;
    flo_sea_get_waves(t->model.sea, &wave);
    const double slope = 2 * PI / wave.wavelength * wave.amplitude, turn = wave.heading - track_entry(t, 0)->heading;
    const point_layout layout = track_layout(t, 0);
    const bool centred = fabs(layout.mean[0]) < 1e-9 && fabs(layout.mean[2]) < 1e-9;
    expect_unless(l, !centred ? "the points are not centred" : !is_slow(t, &wave) ? "the wave is too quick" :
                  either_reason(beyond_tilt(t), too_coarse(t),
                                track_ends_before(t, 1.5 * 2 * PI / wave.angular_frequency)));
    check_swing(l, t, COLUMN_PITCH, layout.square_z, fabs(slope * cos(turn)), wave.angular_frequency, "pitch");
    if (both) {
        check_swing(l, t, COLUMN_ROLL, layout.square_x, fabs(slope * sin(turn)), wave.angular_frequency, "roll");
    }
}

/* In flat water.  Points that spread along an axis list by mean / (K' + y_points - y_com), K' of their variance; points
 * on one line hang the hull from it, the centre of mass below. */
static void check_at_rest(lab *l, const track *t, column c, double mean, double square, const char *name)
{
    const double variance = square - mean * mean, height = track_layout(t, 0).mean[1];
    const double angle = series_last(track_series(l, t, 0, c)) * DEGREES;
    if (fabs(mean) < 1e-9) {
        expect_within(l, "°", angle, 0, 0.05, "%s: no %s", t->label, name);
    } else if (variance < 1e-9) {
        expect_share(l, "°", fabs(angle), atan2(fabs(mean), height) * DEGREES, 0.02,
                     "%s: hangs, the centre of mass below the points", t->label);
    } else {
        expect_share(l, "°", fabs(angle), fabs(mean) / (stiffness(t, variance) + height) * DEGREES, 0.02,
                     "%s: lists, mean/(K' + y_points - y_com)", t->label);
    }
}

static void measure_layouts(lab *l, bool both)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const flo_sea_info sea = flo_sea_get_info(t->model.sea);
        const point_layout layout = track_layout(t, 0);
        if (sea.waves == 1) check_in_wave(l, t, both);
        expect_unless(l, sea.waves > 1 ? "there are several waves" :
                      either_reason(beyond_tilt(t), too_coarse(t), track_slow(t, 0.1)));
        if (sea.waves == 0) check_at_rest(l, t, COLUMN_PITCH, layout.mean[2], layout.square_z, "pitch");
        if (sea.waves == 0 && both) check_at_rest(l, t, COLUMN_ROLL, layout.mean[0], layout.square_x, "roll");
    }
}

static void draw_angle(lab *l, column c, bool waves, const char *label)
{
    draw_panel(l, "time (s)", label);
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if ((flo_sea_get_info(t->model.sea).waves > 0) != waves) continue;
        draw_curve(l, series_scaled(l, track_series(l, t, 0, c), DEGREES, 0), PLOT_LINE, "%s", t->label);
    }
}

void pitch_measure(lab *l)
{
    measure_layouts(l, false);
    draw_angle(l, COLUMN_PITCH, true, "pitch in a long wave (degrees)");
    draw_angle(l, COLUMN_PITCH, false, "pitch in flat water (degrees)");
}

void roll_and_pitch_measure(lab *l)
{
    measure_layouts(l, true);
    draw_angle(l, COLUMN_PITCH, true, "pitch in a long wave (degrees)");
    draw_angle(l, COLUMN_ROLL, true, "roll in a long wave (degrees)");
    draw_angle(l, COLUMN_TILT, false, "tilt in flat water (degrees)");
}
