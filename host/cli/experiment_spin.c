/* SPDX-License-Identifier: MIT
 *
 * Experiment 25: angular momentum. */
#include "experiment_list.h"

const experiment_variation momentum_variations[] = {
    { "momentum kept", { NULL } },
    { "momentum kept, implicit", { "integrator=implicit" } },
    { "velocity kept", { "hulls.body.damping.angular_form=velocity" } },
    { "momentum damped, one axis", { "hulls.body.damping.angular=0.5", "bodies.0.angular_velocity=[0, 2, 0]" } },
    { "velocity damped, one axis", { "hulls.body.damping.angular=0.5", "hulls.body.damping.angular_form=velocity",
                                     "bodies.0.angular_velocity=[0, 2, 0]" } },
    { NULL, { NULL } },
};

typedef struct spin { double momentum[3], energy; } spin;

/* Of an angular velocity, at an attitude: the rows of `axes` are the hull's axes in the world. */
static spin spin_of(double axes[3][3], const double inertia[3], const double velocity[3])
{
    spin s = { { 0, 0, 0 }, 0 };
    for (int i = 0; i < 3; i++) {
        double along = 0;
        for (int j = 0; j < 3; j++) along += axes[i][j] * velocity[j];
        s.energy += inertia[i] * along * along / 2;
        for (int j = 0; j < 3; j++) s.momentum[j] += inertia[i] * along * axes[i][j];
    }
    return s;
}

static spin spin_at(const track *t, size_t sample)
{
    const flo_body_state *s = track_state(t, 0, sample);
    const double velocity[3] = { (double)s->angular_velocity[0], (double)s->angular_velocity[1],
                                 (double)s->angular_velocity[2] };
    double axes[3][3], inertia[3];
    for (int i = 0; i < 3; i++) inertia[i] = track_hull(t, 0)->inertia[i] * track_hull(t, 0)->inertia_scale;
    track_axes(s, axes);
    return spin_of(axes, inertia, velocity);
}

static double apart(const spin *a, const spin *b)
{
    double distance = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        distance = hypot(distance, a->momentum[i] - b->momentum[i]);
        length = hypot(length, b->momentum[i]);
    }
    return distance / length;
}

/* Turns the rows of `axes` by a rotation vector. */
static void turn(double axes[3][3], const double w[3])
{
    const double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), s = angle > 0 ? sin(angle) / angle : 1;
    const double c = angle > 0 ? (1 - cos(angle)) / (angle * angle) : 0.5;
    for (int i = 0; i < 3; i++) {
        double *a = axes[i];
        const double side[3] = { w[1] * a[2] - w[2] * a[1], w[2] * a[0] - w[0] * a[2], w[0] * a[1] - w[1] * a[0] };
        const double back[3] = { w[1] * side[2] - w[2] * side[1], w[2] * side[0] - w[0] * side[2],
                                 w[0] * side[1] - w[1] * side[0] };
        for (int j = 0; j < 3; j++) a[j] += s * side[j] + c * back[j];
    }
}

/* The same body by a step that takes the velocity from the attitude at the step's start: its energy over the first. */
static series explicit_energy(lab *l, const track *t)
{
    double *e = lab_numbers(l, t->count), axes[3][3], inertia[3];
    if (!e) return (series){ .count = 0 };
    const spin first = spin_at(t, 0);
    const double h = t->model.scene->step * (double)t->model.scene->output.every;
    for (int i = 0; i < 3; i++) inertia[i] = track_hull(t, 0)->inertia[i] * track_hull(t, 0)->inertia_scale;
    track_axes(track_state(t, 0, 0), axes);
    for (size_t n = 0; n < t->count; n++) {
        double velocity[3] = { 0, 0, 0 };
        for (int i = 0; i < 3; i++) {
            double along = 0;
            for (int j = 0; j < 3; j++) along += axes[i][j] * first.momentum[j];
            for (int j = 0; j < 3; j++) velocity[j] += along / inertia[i] * axes[i][j];
        }
        e[n] = spin_of(axes, inertia, velocity).energy / first.energy - 1;
        for (int j = 0; j < 3; j++) velocity[j] *= h;
        turn(axes, velocity);
    }
    return (series){ t->time, e, t->count };
}

/* Shares by which momentum and energy stray, at worst and at the end. */
static series stray(lab *l, const track *t, bool energy)
{
    double *y = lab_numbers(l, t->count);
    if (!y) return (series){ .count = 0 };
    const spin first = spin_at(t, 0);
    for (size_t i = 0; i < t->count; i++) {
        const spin now = spin_at(t, i);
        y[i] = energy ? fabs(now.energy / first.energy - 1) : apart(&now, &first);
    }
    return (series){ t->time, y, t->count };
}

static void check_free(lab *l, const track *t)
{
    const series momentum = stray(l, t, false), energy = stray(l, t, true);
    if (track_hull(t, 0)->damping.angular_form == FLO_ANGULAR_VELOCITY) {
        expect_at_least(l, "", series_largest(momentum), 0.1, "%s: momentum lost, largest share", t->label);
        return;
    }
    if (!l->unless) expect_unless(l, track_coarse(t));
    expect_at_most(l, "", series_largest(momentum), 3e-6, "%s: momentum strays by", t->label);
    expect_at_most(l, "", series_last(energy), 5e-6, "%s: energy is off at the end by", t->label);
    expect_at_most(l, "", series_largest(energy), 6e-5, "%s: energy is off at any step by at most", t->label);
}

/* At one attitude, or about one axis, it does not matter which of the two is damped. */
static void compare_damping(lab *l)
{
    const track *a = lab_track(l, "momentum damped, one axis"), *b = lab_track(l, "velocity damped, one axis");
    double largest = a && b ? 0 : (double)NAN;
    for (size_t i = 0; a && b && i < a->count; i++) {
        largest = fmax(largest, fabs(track_value(a, 0, i, COLUMN_WY) - track_value(b, 0, i, COLUMN_WY)));
    }
    expect_unless(l, a && b ? NULL : "the damping or the spin is set");
    expect_at_most(l, "rad/s", largest, 1e-5, "damping momentum or velocity, about one axis: spins apart by");
    if (!a) return;
    const double left = exp(-track_hull(a, 0)->damping.angular * a->time[a->count - 1]);
    if (!l->unless && left < 1e-30) expect_unless(l, "nothing is left that a float could say");
    expect_share(l, "rad/s", track_value(a, 0, a->count - 1, COLUMN_WY), track_entry(a, 0)->angular_velocity[1] * left,
                 1e-3, "and both decay as exp(-c t); spin at the end");
}

void momentum_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        expect_unless(l, track_hull(t, 0)->point_count != 1 ? "the body has several points" :
                      track_beyond(t, 0, HAS_SPIN | HAS_ANGULAR_DAMPING));
        if (track_hull(t, 0)->damping.angular == 0) check_free(l, t);
    }
    compare_damping(l);
    const track *t = &l->tracks[0];
    const series gained = explicit_energy(l, t);
    tell(l, "", series_last(gained), "share of energy that a step with the attitude at its start gains");
    draw_panel(l, "time (s)", "momentum strays by (share)");
    draw_scales(l, false, true);
    for (int i = 0; i < l->track_count; i++) {
        if (track_hull(&l->tracks[i], 0)->damping.angular > 0) continue;
        const series shown = series_between(stray(l, &l->tracks[i], false), 0.05, INFINITY);
        draw_curve(l, shown, PLOT_LINE, "%s", l->tracks[i].label);
    }
    draw_panel(l, "time (s)", "energy strays by (share)");
    draw_scales(l, false, true);
    for (int i = 0; i < l->track_count; i++) {
        if (track_hull(&l->tracks[i], 0)->damping.angular > 0) continue;
        const series shown = series_between(stray(l, &l->tracks[i], true), 0.05, INFINITY);
        draw_curve(l, shown, PLOT_LINE, "%s", l->tracks[i].label);
    }
    draw_curve(l, series_between(gained, 0.05, INFINITY), PLOT_LINE, "attitude at the step's start");
    draw_panel(l, "time (s)", "angular velocity (rad/s)");
    static const char *const names[] = { "about x", "about y", "about z" };
    for (int axis = 0; axis < 3; axis++) {
        draw_curve(l, track_series(l, t, 0, COLUMN_WX + (column)axis), PLOT_LINE, "%s", names[axis]);
    }
}
