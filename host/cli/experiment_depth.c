/* SPDX-License-Identifier: MIT
 *
 * Experiments 3 and 4: damping, and what was pushed deep. */
#include "experiment_list.h"

/* ---- 3: damping ------------------------------------------------------------------------------------------------ */

const experiment_variation damping_variations[] = {
    { "0.3 of critical", { "hulls.ball.damping.vertical=1.879255173" } },
    { "0.5 of critical", { "hulls.ball.damping.vertical=3.132091953" } },
    { "0.7 of critical", { NULL } },
    { "critical", { "hulls.ball.damping.vertical=6.264183906" } },
    { "3 times critical", { "hulls.ball.damping.vertical=18.79255172" } },
    { "tuned: 2 s, 5 %",
      { "hulls.ball.buoyancy={law: proportional, curve: none}", "hulls.ball.damping={}",
        "hulls.ball.tuning={settle: 2, overshoot: 0.05}" } },
    { NULL, { NULL } },
};

typedef struct oscillator { double frequency, ratio, rest; } oscillator;

static oscillator oscillator_of(const track *t)
{
    const scene *s = t->model.scene;
    const double depth = track_reference_depth(t, 0) / track_hull(t, 0)->buoyancy.bias;
    const double frequency = sqrt(s->sea.gravity / depth);
    return (oscillator){ frequency, track_vertical_damping(t, 0) / (2 * frequency), s->sea.level - depth };
}

/* A tuned ball has nothing to say what its depth and its damping are but its motion: the depth is where it rests, and
 * the damping is what its speed lacks, on the way to its rest, of what lift and weight gave it. */
static void check_tuning(lab *l, const track *t, series y, oscillator o)
{
    const flo_hull_def *h = track_hull(t, 0);
    const double g = t->model.scene->sea.gravity, depth = o.rest - t->model.scene->sea.level;
    const series v = track_series(l, t, 0, COLUMN_VY);
    double given = 0;
    size_t i = 1;
    for (; i < t->count && (y.y[i] - o.rest) * (y.y[0] - o.rest) > 0; i++) {
        const double mean = (y.y[i] + y.y[i - 1]) / 2 - t->model.scene->sea.level;
        given += g * (mean / depth - 1) * (t->time[i] - t->time[i - 1]);
    }
    const double damping = i < t->count ? (given - (v.y[i - 1] - v.y[0])) / (y.y[i - 1] - y.y[0]) : (double)NAN;
    const double distance = fabs(series_first(y) - o.rest), settled = series_settles(y, o.rest, 0.02 * distance);
    expect_share(l, "m", t->model.scene->sea.level - series_last(y), -depth, 0.001, "%s: rest depth found", t->label);
    expect_share(l, "1/s", damping, track_vertical_damping(t, 0), 0.005, "%s: damping found", t->label);
    expect_between(l, "s", settled, 0.95 * h->tuning.settle, h->tuning.settle, "%s: settles to 2 %% in", t->label);
}

static void check_damping(lab *l, const track *t, series y)
{
    const oscillator o = oscillator_of(t);
    const double distance = o.rest - series_first(y), sign = distance < 0 ? -1 : 1;
    const double beyond = (sign > 0 ? series_largest(y) - o.rest : o.rest - series_least(y)) / fabs(distance);
    const char *const other = track_beyond_law(t, 0, HAS_VERTICAL_DAMPING | HAS_LEVEL, FLO_PROPORTIONAL,
                                               FLO_CURVE_NONE);
    expect_unless(l, series_largest(y) > t->model.scene->sea.level ? "it leaves the water" :
                  either_reason(other, track_coarse(t)));
    if (o.ratio < 1) {
        expect_share(l, "", beyond, exp(-PI * o.ratio / sqrt(1 - o.ratio * o.ratio)), 0.03,
                     "%s: overshoot, exp(-πζ/√(1-ζ²)), ζ = %.3g", t->label, o.ratio);
    } else {
        expect_at_most(l, "", beyond, 1e-4, "%s: no overshoot, ζ = %.3g", t->label, o.ratio);
    }
    if (track_hull(t, 0)->tuning.settle > 0) check_tuning(l, t, y, o);
    else tell(l, "s", series_settles(y, o.rest, 0.02 * fabs(distance)), "%s: settles to 2 %% in", t->label);
}

void damping_measure(lab *l)
{
    draw_panel(l, "time (s)", "height (m)");
    for (int i = 0; i < l->track_count; i++) {
        const series y = track_series(l, &l->tracks[i], 0, COLUMN_Y);
        check_damping(l, &l->tracks[i], y);
        draw_curve(l, series_between(y, 0, 6), PLOT_LINE, "%s", l->tracks[i].label);
    }
    draw_level(l, oscillator_of(&l->tracks[0]).rest, "rest");
}

/* ---- 4: deep submersion ---------------------------------------------------------------------------------------- */

const experiment_variation deep_submersion_variations[] = {
    { "no clamp, no drag",
      { "hulls.ball.buoyancy.curve=none", "hulls.ball.buoyancy.bias=1", "hulls.ball.drag.quadratic=0",
        "time.step=0.002", "time.steps=7500" } },
    { "clamp, bias 1, no drag", { "hulls.ball.buoyancy.bias=1", "hulls.ball.drag.quadratic=0" } },
    { "saturate, bias 1, no drag, from 1 m",
      { "hulls.ball.buoyancy.curve=saturate", "hulls.ball.buoyancy.bias=1", "hulls.ball.drag.quadratic=0",
        "bodies.0.position=[0, -1, 0]", "time.steps=600" } },
    { "clamp, bias 1.05, no drag", { "hulls.ball.drag.quadratic=0", "time.step=0.004", "time.steps=3750" } },
    { "clamp, bias 1.05, drag", { NULL } },
    { "saturate, bias 1.05, drag", { "hulls.ball.buoyancy.curve=saturate" } },
    { NULL, { NULL } },
};

/* Lift over weight at a depth; its integral over the depth; and the depth at which it is 1, or NAN. */
static double lift(const flo_buoyancy_def *b, double depth)
{
    const double x = fmax(depth, 0) / b->reference_depth;
    if (b->curve == FLO_CURVE_NONE) return b->bias * x;
    return b->bias * (b->curve == FLO_CURVE_CLAMP ? fmin(x, 1) : 1 - exp(-b->alpha * x));
}

static double lift_work(const flo_buoyancy_def *b, double depth)
{
    const double x = fmax(depth, 0) / b->reference_depth;
    double work = x * x / 2;
    if (b->curve == FLO_CURVE_CLAMP && x > 1) work = x - 0.5;
    if (b->curve == FLO_CURVE_SATURATE) work = x - (1 - exp(-b->alpha * x)) / b->alpha;
    return b->bias * b->reference_depth * work;
}

static double rest_depth(const flo_buoyancy_def *b)
{
    if (b->curve == FLO_CURVE_NONE) return b->reference_depth / b->bias;
    if (!(b->bias > 1)) return NAN;
    if (b->curve == FLO_CURVE_CLAMP) return b->reference_depth / b->bias;
    return -log(1 - 1 / b->bias) * b->reference_depth / b->alpha;
}

/* Speed, of energy, on the way from a depth to a lesser one, without drag; NAN where it does not get there. */
static double speed_after(const flo_buoyancy_def *b, double g, double from, double to)
{
    return sqrt(2 * g * (lift_work(b, from) - lift_work(b, to) - (from - to)));
}

/* How long that takes from rest: of steps alike in the root of the way, since it starts with no speed. */
static double time_after(const flo_buoyancy_def *b, double g, double from, double to)
{
    enum { STEPS = 1000 };
    double time = 0;
    for (int i = 0; i < STEPS; i++) {
        const double root = sqrt(from - to) * (i + 0.5) / STEPS;
        time += 2 * root * sqrt(from - to) / STEPS / speed_after(b, g, from, from - root * root);
    }
    return time;
}

static void check_free(lab *l, const track *t, series y, series v, double start)
{
    const flo_buoyancy_def *b = &track_hull(t, 0)->buoyancy;
    const double g = t->model.scene->sea.gravity, speed = speed_after(b, g, start, 0);
    if (lift(b, start) <= 1 && b->bias <= 1 && b->curve != FLO_CURVE_NONE) {    /* never more than neutral */
        const double force = (lift(b, start) - 1) * g, fallen = series_first(y) - series_last(y);
        if (fabs(force) < 1e-9) {
            expect_within(l, "m", fallen, 0, 0, "%s: does not rise from %g m, nor sink", t->label, start);
        } else {
            const char *const beyond = l->unless;
            expect_unless(l, either_reason(beyond, track_slow(t, 0.1)));
            expect_at_least(l, "m", fallen, 0.1, "%s: sinks from %g m: the curve stays below 1", t->label, start);
            expect_unless(l, beyond);
            expect_share(l, "m/s²", (series_first(v) - v.y[v.count > 1]) / (t->time[0] - t->time[t->count > 1]), force,
                         0.02, "%s: at first with g (bias·s - 1)", t->label);
        }
        return;
    }
    const double passing = series_reaches(y, 0), there = time_after(b, g, start, 0);
    const char *const beyond = l->unless;
    expect_unless(l, either_reason(beyond, track_ends_before(t, there)));
    expect_share(l, "m/s", isnan(passing) ? (double)NAN : series_at(v, passing), speed, 0.01,
                 "%s: speed at the surface", t->label);
    expect_unless(l, either_reason(beyond, track_ends_before(t, there + speed / g)));
    expect_share(l, "m", series_largest(y), speed * speed / (2 * g), 0.01, "%s: flies as high as", t->label);
}

/* The speed at which lift and drag are equal, and one bob at the end: the first time it passes its rest by more than a
 * twentieth of the reference depth is the last. */
static void check_slowed(lab *l, const track *t, series y, series v, double start)
{
    const flo_hull_def *h = track_hull(t, 0);
    const double g = t->model.scene->sea.gravity, rest = -rest_depth(&h->buoyancy);
    const double limit = sqrt((lift(&h->buoyancy, start) - 1) * g / h->drag.quadratic);
    const double band = 0.05 * h->buoyancy.reference_depth;
    peak peaks[64];
    int bobs = 0;
    const double first = series_reaches(y, rest);
    const int count = series_peaks(series_between(y, first, INFINITY), 1, peaks, 64);
    for (int i = 0; i < count; i++) bobs += peaks[i].y > rest + band;
    const char *const beyond = l->unless;
    expect_unless(l, either_reason(beyond, track_ends_before(t, (start / 2 + 1 / h->drag.quadratic) / limit)));
    expect_share(l, "m/s", series_at(v, series_reaches(y, -start / 2)), limit, 0.01,
                 "%s: rises at √(g (bias·s - 1) / drag)", t->label);
    const double periods = 10 * 2 * PI * sqrt(-rest / g);       /* of bobbing, before it is at rest */
    expect_unless(l, either_reason(beyond, track_ends_before(t, start / limit + periods)));
    expect_within(l, "bobs", bobs, 1, 0, "%s: above rest by more than %g m", t->label, band);
    expect_within(l, "m", series_mean(series_between(y, series_last((series){ t->time, t->time, t->count }) - 4,
                                                     INFINITY)), rest, 0.01, "%s: comes to rest at", t->label);
}

static void check_deep(lab *l, const track *t, series y, series v)
{
    const flo_hull_def *h = track_hull(t, 0);
    const double start = -series_first(y);
    const bool slowed = h->drag.quadratic > 0;
    const char *const beyond = track_beyond_law(t, 0, HAS_QUADRATIC_DRAG, FLO_PROPORTIONAL, h->buoyancy.curve);
    expect_unless(l, either_reason(beyond, track_coarse(t)));
    if (!slowed) check_free(l, t, y, v, start);
    else if (lift(&h->buoyancy, start) > 1) check_slowed(l, t, y, v, start);
    else tell(l, "m", -series_last(y), "%s: depth at the end", t->label);
}

void deep_submersion_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        check_deep(l, t, track_series(l, t, 0, COLUMN_Y), track_series(l, t, 0, COLUMN_VY));
    }
    draw_panel(l, "time (s)", "height (m)");
    draw_level(l, 0, "still water");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (t->time[t->count - 1] < 40) draw_curve(l, track_series(l, t, 0, COLUMN_Y), PLOT_LINE, "%s", t->label);
    }
    draw_panel(l, "time (s)", "height (m)");
    draw_level(l, 0, "still water");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (t->time[t->count - 1] >= 40) draw_curve(l, track_series(l, t, 0, COLUMN_Y), PLOT_LINE, "%s", t->label);
    }
    draw_panel(l, "time (s)", "height (m): the bob");
    draw_range(l, -1.3, -0.6);
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const series y = track_series(l, t, 0, COLUMN_Y);
        if (series_last(y) > -2 && t->time[t->count - 1] >= 40) {
            draw_curve(l, series_between(y, series_reaches(y, -1.3), INFINITY), PLOT_LINE, "%s", t->label);
        }
    }
}
