/* SPDX-License-Identifier: MIT
 *
 * Experiments 1 and 2: the spring alone, and the buoyancy that knows no mass. */
#include "experiment_list.h"

/* ---- 1: the naked spring --------------------------------------------------------------------------------------- */

const experiment_variation naked_spring_variations[] = {
    { "k = 5 N/m", { "hulls.ball.buoyancy.stiffness=5", "time.step=0.25", "time.steps=11250", "output.every=4" } },
    { "k = 20 N/m", { "hulls.ball.buoyancy.stiffness=20", "time.step=0.15", "time.steps=9400", "output.every=3" } },
    { "k = 100 N/m", { "hulls.ball.buoyancy.stiffness=100", "time.steps=6800", "output.every=2" } },
    { "k = 20 N/m, from 3 m below", { "bodies.0.position=[0, -3, 0]", "time.steps=60" } },
    { "ωh = 1.99", { "hulls.ball.buoyancy.stiffness=488.901235", "time.steps=600" } },
    { "ωh = 2.01", { "hulls.ball.buoyancy.stiffness=498.777778", "time.steps=60" } },
    { "implicit",
      { "integrator=implicit", "hulls.ball.buoyancy.stiffness=1.2345679", "time.steps=640" } },
    { "implicit, slower",
      { "integrator=implicit", "hulls.ball.buoyancy.stiffness=0.30864198", "time.steps=1280" } },
    { NULL, { NULL } },
};

/* The largest share by which v^2 + w^2 x^2 - h w^2 x v strays from what it was: the step's own energy. */
static double stray(const track *t, double omega, double h)
{
    double first = 0, largest = 0;
    for (size_t i = 0; i < t->count; i++) {
        const double x = track_value(t, 0, i, COLUMN_Y), v = track_value(t, 0, i, COLUMN_VY);
        const double energy = v * v + omega * omega * x * x - h * omega * omega * x * v;
        if (i == 0) first = energy;
        largest = fmax(largest, fabs(energy / first - 1));
    }
    return largest;
}

/* Where the scheme's ellipse reaches furthest: its invariant is x^2 w^2 (1 - (wh)^2 / 4) there. */
static double reach(const track *t, double omega, double h)
{
    const double x = track_value(t, 0, 0, COLUMN_Y), v = track_value(t, 0, 0, COLUMN_VY), kappa = omega * h * omega * h;
    const double energy = v * v + omega * omega * x * x - h * omega * omega * x * v;
    return sqrt(energy / (1 - kappa / 4)) / omega;
}

/* Angular frequency, by how far the phase went round the scheme's ellipse; `turns` gets how often.  Less than half a
 * turn may lie between two samples. */
static double frequency_of(const track *t, double omega, double h, double *turns)
{
    const double width = omega * sqrt(1 - omega * h * omega * h / 4);
    double phase = 0, before = 0;
    for (size_t i = 0; i < t->count; i++) {
        const double x = track_value(t, 0, i, COLUMN_Y), v = track_value(t, 0, i, COLUMN_VY);
        const double now = atan2(h * omega * omega * x / 2 - v, width * x);
        if (i > 0) phase += fmod(now - before + 4 * PI, 2 * PI);
        before = now;
    }
    *turns = phase / (2 * PI);
    return phase / (t->time[t->count - 1] - t->time[0]);
}

static void check_symplectic(lab *l, const track *t, series y, double omega, double h)
{
    if (omega * h >= 2) {
        const bool gone = t->report.bad_bodies > 0 || series_largest(y) > 1000 * fabs(series_first(y));
        expect_that(l, gone, "%s: gone", t->label);
        return;
    }
    double turns;
    const double frequency = frequency_of(t, omega, h, &turns), expected = 2 / h * asin(omega * h / 2);
    expect_at_most(l, "", stray(t, omega, h), 1e-4, "%s: the step's own energy strays in %.0f periods by", t->label,
                   turns);
    expect_at_most(l, "m", fmax(series_largest(y), -series_least(y)), reach(t, omega, h) * 1.001, "%s: bounded",
                   t->label);
    const double pause = t->count > 1 ? t->time[1] - t->time[0] : INFINITY;
    if (expected * pause > 0.9 * PI) return;        /* too few samples to tell how often it went round */
    expect_share(l, "rad/s", frequency, expected, 1e-4, "%s: frequency, (2/h) asin(ωh/2)", t->label);
    const series end = series_between(y, t->time[t->count - 1] - 60 * PI / expected, INFINITY);
    expect_at_least(l, "m", series_largest(end), 0.95 * fabs(series_first(y)),
                    "%s: never settles; reaches in the end", t->label);
}

/* Ten periods and a little more, since the last peak must be seen. */
static void check_implicit(lab *l, const track *t, series y, double omega, double h)
{
    const double turn = 2 * PI / omega, start = fabs(series_first(y));
    expect_at_most(l, "m", fmax(series_largest(y), -series_least(y)), 1.001 * start, "%s, ωh = %.3g: bounded",
                   t->label, omega * h);
    const series tenth = series_between(y, t->time[0] + 9.5 * turn, t->time[0] + 10.3 * turn);
    if (omega * h > 0.1 * (1 + 1e-9)) return;
    peak top;
    const double sign = series_first(y) < 0 ? -1 : 1;
    const double height = series_peaks(tenth, sign, &top, 1) ? fabs(top.y) : (double)NAN;
    expect_share(l, "m", height, start, 0.01, "%s: amplitude after 10 periods", t->label);
}

/* The scheme's own solution, which is a cosine through its first two steps; the dots are the engine's steps. */
static void draw_solution(lab *l, const track *t, double omega, double h, double until)
{
    enum { POINTS = 500 };
    const double turn = 2 / h * asin(omega * h / 2), x = track_value(t, 0, 0, COLUMN_Y);
    const double next = x + h * (track_value(t, 0, 0, COLUMN_VY) - h * omega * omega * x);
    const double side = (next - x * cos(turn * h)) / sin(turn * h);
    double *curve = lab_numbers(l, 2 * POINTS);
    if (!curve) return;
    for (int i = 0; i < POINTS; i++) {
        curve[i] = until * i / (POINTS - 1);
        curve[POINTS + i] = x * cos(turn * curve[i]) + side * sin(turn * curve[i]);
    }
    draw_curve(l, (series){ curve, curve + POINTS, POINTS }, PLOT_LINE, "%s", t->label);
}

/* Which panel a track belongs to: the spring, the spring beyond or near the limit, the implicit step. */
static int kind_of(const track *t, double omega)
{
    if (t->model.scene->integrator == FLO_IMPLICIT) return 2;
    return omega * t->model.scene->step > 1.5 ? 1 : 0;
}

static void draw_kind(lab *l, int kind, double until)
{
    draw_panel(l, "time (s)", "height (m)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const flo_hull_def *hull = track_hull(t, 0);
        const double omega = sqrt(hull->buoyancy.stiffness / hull->mass);
        if (hull->buoyancy.law != FLO_SPRING || kind_of(t, omega) != kind) continue;
        const series y = series_between(track_series(l, t, 0, COLUMN_Y), 0, until);
        if (kind == 0) draw_solution(l, t, omega, t->model.scene->step, until);
        draw_curve(l, y, kind == 0 ? PLOT_MARKS : PLOT_LINE, "%s", kind == 0 ? "" : t->label);
    }
}

void naked_spring_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const scene *s = t->model.scene;
        const flo_hull_def *hull = track_hull(t, 0);
        const double omega = sqrt(hull->buoyancy.stiffness / hull->mass);
        const series y = track_series(l, t, 0, COLUMN_Y);
        expect_unless(l, track_beyond_law(t, 0, HAS_SPIN | HAS_SPEED | HAS_VERTICAL_SPEED, FLO_SPRING, 0));
        if (s->integrator == FLO_SYMPLECTIC) check_symplectic(l, t, y, omega, s->step);
        else check_implicit(l, t, y, omega, s->step);
    }
    draw_kind(l, 0, 6);
    draw_kind(l, 1, 4);
    draw_range(l, -15, 15);
    draw_kind(l, 2, 130);
}

/* ---- 2: mass independence -------------------------------------------------------------------------------------- */

const experiment_variation mass_independence_variations[] = {
    { "the scene", { NULL } },
    { "mass × 2^20",
      { "hulls.ball.mass=1048576", "hulls.ball.inertia=[104857.6, 104857.6, 104857.6]", "hulls.raft.mass=2097152",
        "hulls.raft.inertia=[734003.2, 1153433.6, 524288]" } },
    { "mass × 1000",
      { "hulls.ball.mass=1000", "hulls.ball.inertia=[100, 100, 100]", "hulls.raft.mass=2000",
        "hulls.raft.inertia=[700, 1100, 500]" } },
    { "reference depth 0.5 m",
      { "hulls.ball.buoyancy.reference_depth=0.5", "hulls.raft.buoyancy.reference_depth=0.5" } },
    { "reference depth 2 m",
      { "hulls.ball.buoyancy.reference_depth=2", "hulls.raft.buoyancy.reference_depth=2" } },
    { "bias 1.25", { "hulls.ball.buoyancy.bias=1.25", "hulls.raft.buoyancy.bias=1.25" } },
    { NULL, { NULL } },
};

/* The ratio of two hulls' masses, if their inertia has it, too; else NAN. */
static double mass_ratio(const track *t, const track *base, size_t body)
{
    const flo_hull_def *a = track_hull(t, body), *b = track_hull(base, body);
    const double ratio = a->mass / b->mass;
    for (int i = 0; i < 3; i++) {
        if (fabs(a->inertia[i] / b->inertia[i] / ratio - 1) > 1e-12) return NAN;
    }
    return ratio;
}

static bool is_power_of_two(double value)
{
    int exponent;
    return frexp(value, &exponent) == 0.5;
}

/* Whether places and attitudes of two tracks are the same numbers; `apart` gets the largest distance, m. */
static bool same_bits(const track *t, const track *base, size_t body, double *apart)
{
    bool same = t->count == base->count;
    *apart = same ? 0 : (double)NAN;
    for (size_t i = 0; i < t->count && i < base->count; i++) {
        const flo_body_state *a = track_state(t, body, i), *b = track_state(base, body, i);
        double distance = 0;
        for (int j = 0; j < 3; j++) {
            distance = hypot(distance, a->position[j] - b->position[j]);
            same = same && a->position[j] == b->position[j];
        }
        for (int j = 0; j < 4; j++) same = same && a->orientation[j] == b->orientation[j];
        *apart = fmax(*apart, distance);
    }
    return same;
}

static void compare_masses(lab *l, const track *t, const track *base, size_t body)
{
    const char *name = t->model.scene->hulls[track_entry(t, body)->hull].name;
    const double ratio = mass_ratio(t, base, body);
    double apart;
    const bool same = same_bits(t, base, body, &apart);
    const bool leaves = series_largest(track_series(l, base, body, COLUMN_Y)) > base->model.scene->sea.level;
    expect_unless(l, isnan(ratio) ? "its inertia is not in proportion to its mass" :
                  leaves && !is_power_of_two(ratio) ? "it leaves the water, and rounding grows with the leap" : NULL);
    if (is_power_of_two(ratio)) expect_that(l, same, "%s, %s: place and attitude bit for bit", t->label, name);
    else expect_at_most(l, "m", apart, 1e-5, "%s, %s: apart from %g kg", t->label, name, track_hull(base, body)->mass);
}

/* Harmonic as long as it stays in the water: it rests in the middle, and its period is that of the depth. */
static void check_rest(lab *l, const track *t, series y)
{
    const scene *s = t->model.scene;
    const double depth = track_reference_depth(t, 0) / track_hull(t, 0)->buoyancy.bias;
    const double period = 2 * PI * sqrt(depth / s->sea.gravity);
    int periods;
    const char *const beyond = series_largest(y) > s->sea.level ? "it leaves the water" :
                               track_beyond_law(t, 0, HAS_LEVEL, FLO_PROPORTIONAL, FLO_CURVE_NONE);
    expect_unless(l, either_reason(beyond, track_coarse(t), track_ends_before(t, period)));
    expect_share(l, "m", s->sea.level - (series_largest(y) + series_least(y)) / 2, depth, 0.005,
                 "%s: rest depth, reference_depth / bias", t->label);
    const bool still = series_largest(y) - series_least(y) < 1e-3 * depth;
    const char *const none = still ? "it starts where it rests" : track_ends_before(t, 2 * period);
    expect_unless(l, either_reason(beyond, track_coarse(t), none));
    expect_share(l, "s", series_period(y, s->sea.level - depth, &periods), period, 0.002,
                 "%s: period, 2π√(rest depth / g)", t->label);
}

void mass_independence_measure(lab *l)
{
    const track *base = &l->tracks[0];
    draw_panel(l, "time (s)", "height of the ball (m)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const series y = track_series(l, t, 0, COLUMN_Y);
        const bool heavier = track_hull(t, 0)->mass != track_hull(base, 0)->mass;
        draw_curve(l, series_between(y, 0, 5), heavier ? PLOT_MARKS : PLOT_LINE, "%s", t->label);
        if (!heavier) check_rest(l, t, y);
        for (size_t body = 0; heavier && body < t->bodies; body++) compare_masses(l, t, base, body);
    }
    draw_level(l, base->model.scene->sea.level, "still water");
    draw_panel(l, "time (s)", "roll of the raft (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const bool heavier = track_hull(t, 0)->mass != track_hull(base, 0)->mass;
        const series roll = series_scaled(l, track_series(l, t, t->bodies - 1, COLUMN_ROLL), DEGREES, 0);
        draw_curve(l, series_between(roll, 0, 5), heavier ? PLOT_MARKS : PLOT_LINE, "%s", t->label);
    }
}
