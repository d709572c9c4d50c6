/* SPDX-License-Identifier: MIT
 *
 * Experiments 19 to 21: a box in flat water, its bouncing, and its tipping. */
#include "experiment_list.h"

/* ---- a box that only goes up and down -------------------------------------------------------------------------- */

typedef struct floater {
    double mass, full;          /* kg; N, lift of the whole box */
    double height, draft;       /* m */
    double gravity;
} floater;

static floater floater_of(const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const flo_sea_def *sea = &t->model.scene->sea;
    const double area = h->box_size[0] * h->box_size[2];
    const double volume = h->volume > 0 ? h->volume : area * h->box_size[1];
    return (floater){ h->mass, sea->density * sea->gravity * volume, h->box_size[1],
                      h->mass / (sea->density * volume) * h->box_size[1], sea->gravity };
}

/* Potential energy of a height of the box's middle above the water: weight, and the lift's work. */
static double potential(const floater *f, double y)
{
    const double under = f->height / 2 - y;     /* m, of the box's lower end, or its whole height and more */
    double work = 0;
    if (under > f->height) work = f->height / 2 + under - f->height;
    else if (under > 0) work = under * under / (2 * f->height);
    return f->mass * f->gravity * y + f->full * work;
}

/* The height that a body let go at `from` reaches: by bisection, where the potential is as large again. */
static double other_end(const floater *f, double from, double far)
{
    const double energy = potential(f, from);
    double near = f->height / 2 - f->draft, middle = near;
    for (int i = 0; i < 100; i++) {
        middle = (near + far) / 2;
        if (potential(f, middle) < energy) near = middle;
        else far = middle;
    }
    return middle;
}

/* Potential and kinetic energy alone: between the two ends, in steps alike in the angle of a swing. */
double bounce_period(const track *t, double from)
{
    enum { STEPS = 1000 };
    const floater f = floater_of(t);
    const double rest = f.height / 2 - f.draft, energy = potential(&f, from);
    if (f.draft >= f.height) return NAN;
    double far = rest;
    for (double way = fabs(from - rest); potential(&f, far) < energy; way *= 2) {
        far = from < rest ? rest + way : rest - way;
    }
    const double end = other_end(&f, from, far), middle = (from + end) / 2, reach = fabs(from - end) / 2;
    double time = 0;
    for (int i = 0; i < STEPS; i++) {
        const double angle = PI * ((i + 0.5) / STEPS - 0.5), y = middle + reach * sin(angle);
        time += reach * cos(angle) * PI / STEPS / sqrt(2 * (energy - potential(&f, y)) / f.mass);
    }
    return 2 * time;
}

static const char *beyond_box(const track *t, unsigned covered)
{
    const flo_hull_def *h = track_hull(t, 0);
    if (h->point_count || h->mesh) return "the hull is not a box";
    return track_beyond_law(t, 0, covered, FLO_ARCHIMEDES, h->buoyancy.curve);
}

/* ---- 19: a box in flat water ----------------------------------------------------------------------------------- */

const experiment_variation flat_box_variations[] = {
    { "from 0.1 m above its draft", { NULL } },
    { "from 3 m under water",
      { "bodies.0.position=[0, -3, 0]", "time.step=0.005", "time.steps=2400", "output.every=3" } },
    { "heavier: 0.8 of the water's density", { "hulls.box.mass=3200", "bodies.0.position=[0, -0.25, 0]" } },
    { NULL, { NULL } },
};

static void check_flat_box(lab *l, const track *t)
{
    const floater f = floater_of(t);
    const series y = track_series(l, t, 0, COLUMN_Y);
    const double rest = f.height / 2 - f.draft, start = series_first(y);
    const double lowest = fmin(f.height / 2 - f.height, rest), highest = f.height / 2;
    peak tops[200];
    expect_unless(l, f.draft > f.height ? "it sinks" : either_reason(beyond_box(t, 0), track_coarse(t)));
    if (start >= lowest && start <= highest && 2 * rest - start >= lowest && 2 * rest - start <= highest) {
        int periods;
        const double period = series_period(y, rest, &periods), expected = 2 * PI * sqrt(f.draft / f.gravity);
        if (!l->unless) expect_unless(l, track_ends_before(t, 2 * expected));
        expect_share(l, "m", f.height / 2 - (series_largest(y) + series_least(y)) / 2, f.draft, 0.005,
                     "%s: draft, mass/(density·length·breadth)", t->label);
        expect_share(l, "s", period, expected, 0.002, "%s: period, 2π√(draft/g)", t->label);
        const double height = series_largest(series_between(y, t->time[t->count - 1] - 2 * period, INFINITY)) - rest;
        expect_share(l, "m", height, fabs(start - rest), 0.01,
                     "%s: bounces for ever; height above rest after %d periods", t->label, periods);
        return;
    }
    const double deep = track_value(t, 0, 0, COLUMN_FY), top = other_end(&f, start, start < rest ? 1000 : -1000);
    if (start < -f.height / 2) {
        expect_share(l, "N", deep, f.full - f.mass * f.gravity, 1e-5, "%s: force all under water, (ρV - m) g",
                     t->label);
    }
    const int count = series_peaks(y, start < rest ? 1 : -1, tops, 200);
    if (!l->unless) expect_unless(l, track_ends_before(t, 0.55 * bounce_period(t, start)));
    expect_share(l, "m", count ? tops[0].y : (double)NAN, top, 0.01, "%s: turns at, by energy", t->label);
}

void flat_box_measure(lab *l)
{
    draw_panel(l, "time (s)", "height of the middle (m)");
    draw_level(l, 0, "still water");
    for (int i = 0; i < l->track_count; i++) {
        check_flat_box(l, &l->tracks[i]);
        draw_curve(l, track_series(l, &l->tracks[i], 0, COLUMN_Y), PLOT_LINE, "%s", l->tracks[i].label);
    }
}

/* ---- 20: damping in proportion to what is submerged ------------------------------------------------------------ */

const experiment_variation damped_box_variations[] = {
    { "no damping", { "hulls.box.damping.vertical=0" } },
    { "damping everywhere", { "hulls.box.damping.scale_by_submerged=false" } },
    { "damping where it is wet", { NULL } },
    { NULL, { NULL } },
};

/* By bisection for the time that the fall takes. */
double speed_of_fall(double height, double g, double c)
{
    if (!(c > 0)) return sqrt(2 * g * height);
    double low = 0, high = 1e3;
    for (int i = 0; i < 100; i++) {
        const double time = (low + high) / 2, fallen = g / c * (time - (1 - exp(-c * time)) / c);
        if (fallen < height) low = time;
        else high = time;
    }
    return g / c * (1 - exp(-c * low));
}

/* How fast what is left of a bob goes, 1/s: half the damping, or less where that is beyond critical. */
static double rate_of_rest(const floater *f, const flo_damping_def *d)
{
    const double c = d->vertical * (d->scale_by_submerged ? f->draft / f->height : 1) / 2;
    const double square = c * c - f->gravity / f->draft;
    return square > 0 ? c - sqrt(square) : c;
}

static void check_damped_box(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const floater f = floater_of(t);
    const series y = track_series(l, t, 0, COLUMN_Y), v = track_series(l, t, 0, COLUMN_VY);
    const double touch = f.height / 2, air = h->damping.scale_by_submerged ? 0 : h->damping.vertical;
    const double rest = f.height / 2 - f.draft, time = series_reaches(y, touch);
    expect_unless(l, series_first(y) <= touch ? "it is not dropped from above" :
                  either_reason(track_coarse(t), beyond_box(t, HAS_VERTICAL_DAMPING | HAS_SCALED_DAMPING)));
    const double fall = series_first(y) - touch, speed = speed_of_fall(fall, f.gravity, air);
    const char *const other = l->unless;
    const double there = (speed + air * fall) / f.gravity;      /* s */
    expect_unless(l, either_reason(other, track_ends_before(t, there)));
    expect_share(l, "m/s", -series_at(v, time), speed, 0.01,
                 "%s: speed at the water, %s", t->label, air > 0 ? "g/c (1 - exp(-c t))" : "√(2 g h)");
    const double end = t->time[t->count - 1], period = bounce_period(t, series_first(y));
    const char *const beyond = either_reason(other, f.draft >= f.height ? "it sinks" : NULL);
    if (h->damping.vertical > 0) {
        expect_unless(l, either_reason(beyond, track_ends_before(t, there + 6 / rate_of_rest(&f, &h->damping))));
        expect_within(l, "m", series_mean(series_between(y, end - 2, end)), rest, 0.002, "%s: settles at", t->label);
    } else {
        expect_unless(l, either_reason(beyond, track_ends_before(t, 1.02 * period)));
        expect_at_least(l, "m", series_largest(series_between(y, end - period, end)), 0.99 * series_first(y),
                        "%s: comes up again to", t->label);
    }
}

void damped_box_measure(lab *l)
{
    draw_panel(l, "time (s)", "height of the middle (m)");
    draw_level(l, 0, "still water");
    for (int i = 0; i < l->track_count; i++) {
        check_damped_box(l, &l->tracks[i]);
        draw_curve(l, track_series(l, &l->tracks[i], 0, COLUMN_Y), PLOT_LINE, "%s", l->tracks[i].label);
    }
    draw_panel(l, "time (s)", "vertical speed (m/s)");
    for (int i = 0; i < l->track_count; i++) {
        draw_curve(l, series_between(track_series(l, &l->tracks[i], 0, COLUMN_VY), 0, 3), PLOT_LINE, "%s",
                   l->tracks[i].label);
    }
}

/* ---- 21: one point or four ------------------------------------------------------------------------------------- */

const experiment_variation four_points_variations[] = {
    { "one point", { "hulls.boat.points=[[0, 0.2, 0]]" } },
    { "four points", { NULL } },
    { "four points, a load to port", { "hulls.boat.center_of_mass=[0.4, 0.2, 0]", "bodies.0.attitude=[0, 0]" } },
    { "four points, tipped by 60°", { "bodies.0.attitude=[0, 60]" } },
    { "four points, tipped by 120°", { "bodies.0.attitude=[0, 120]" } },
    { NULL, { NULL } },
};

static void check_heel(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const flo_sea_def *sea = &t->model.scene->sea;
    const point_layout p = track_layout(t, 0);
    const series roll = series_scaled(l, track_series(l, t, 0, COLUMN_ROLL), DEGREES, 0);
    const double start = series_first(roll), end = series_last(roll);
    const double variance = p.square_x - p.mean[0] * p.mean[0], bias = sea->density * h->volume / h->mass;
    const double k = variance * bias / h->buoyancy.reference_depth;
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_SPIN | HAS_OFFSET;
    const double list = p.mean[0] / (k + p.mean[1]), rest = h->buoyancy.reference_depth / bias;
    double spread = 0;
    for (int i = 0; i < h->point_count; i++) {
        spread = fmax(spread, fabs(h->points[i][0] - h->center_of_mass[0] - p.mean[0]) * fabs(list));
    }
    const bool leaves = spread > fmin(rest, h->buoyancy.reference_depth - rest);    /* water, or the curve's slope */
    expect_unless(l, h->buoyancy.curve == FLO_CURVE_SATURATE || !h->point_count ? "the points are others" :
                  bias <= 1 ? "it sinks" : t->length < 0.1 ? track_slow(t, 0.1) : leaves ? "it lists too far" :
                  t->is_elsewhere && fabs(start) > 30 ? "no formula says that of other water or gravity" :
                  track_beyond_law(t, 0, covered, FLO_ARCHIMEDES, h->buoyancy.curve));
    if (h->point_count == 1) {
        expect_within(l, "°", end, start, 0.01, "%s: keeps its heel", t->label);
    } else if (fabs(p.mean[0]) > 1e-9) {
        expect_share(l, "°", end, list * DEGREES, 0.02,
                     "%s: lists, x_points/(K + y_points - y_com)", t->label);
    } else if (fabs(start) < 90) {
        expect_within(l, "°", end, 0, 0.1, "%s: comes back", t->label);
    } else {
        expect_within(l, "°", fabs(end), 180, 0.1, "%s: does not come back", t->label);
    }
}

void four_points_measure(lab *l)
{
    draw_panel(l, "time (s)", "roll (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        check_heel(l, &l->tracks[i]);
        draw_curve(l, series_scaled(l, track_series(l, &l->tracks[i], 0, COLUMN_ROLL), DEGREES, 0), PLOT_LINE, "%s",
                   l->tracks[i].label);
    }
}
