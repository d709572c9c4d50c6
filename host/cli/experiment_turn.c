/* SPDX-License-Identifier: MIT
 *
 * Experiments 7 and 8: what keeps a hull upright, and how it turns. */
#include "experiment_list.h"

/* ---- 7: the centre of mass ------------------------------------------------------------------------------------- */

enum { RAFT, CRATE };

const experiment_variation center_of_mass_variations[] = {
    { "0.5 m lower", { "hulls.raft.center_of_mass.1=-0.5", "hulls.crate.center_of_mass.1=-0.4" } },
    { "the scene", { NULL } },
    { "at the waterline", { "hulls.raft.center_of_mass.1=0.33333333", "hulls.crate.center_of_mass.1=0" } },
    { "just below the limit", { "hulls.raft.center_of_mass.1=0.7425", "hulls.crate.center_of_mass.1=-0.0875" } },
    { "just above the limit", { "hulls.raft.center_of_mass.1=0.7575", "hulls.crate.center_of_mass.1=-0.0791667" } },
    { "far above the limit", { "hulls.raft.center_of_mass.1=1", "hulls.crate.center_of_mass.1=0.1" } },
    { NULL, { NULL } },
};

/* Heights in the hull's axes: of the centre of mass at which it capsizes, of the waterline. */
static double raft_limit(const track *t)
{
    const flo_hull_def *h = track_hull(t, RAFT);
    double square = 0, height = 0;
    for (int i = 0; i < h->point_count; i++) {
        square += h->points[i][0] * h->points[i][0] / h->point_count;
        height += h->points[i][1] / h->point_count;
    }
    return height + square * h->buoyancy.bias / track_reference_depth(t, RAFT);
}

static double crate_waterline(const track *t)
{
    const flo_hull_def *h = track_hull(t, CRATE);
    return h->mass / (t->model.scene->sea.density * h->box_size[0] * h->box_size[2]) - h->box_size[1] / 2;
}

static double crate_limit(const track *t)
{
    const flo_hull_def *h = track_hull(t, CRATE);
    const double draft = crate_waterline(t) + h->box_size[1] / 2;
    return crate_waterline(t) + h->box_size[0] * h->box_size[0] / (12 * draft) - draft / 2;
}

static const char *beyond_limit(const track *t, size_t body)
{
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_SPIN | HAS_OFFSET;
    const flo_hull_def *h = track_hull(t, body);
    if (body >= t->bodies || track_entry(t, body)->hull != (int)body) return "the bodies are others";
    if (body == CRATE && h->point_count) return "the crate is not a box";
    if (body == CRATE && h->box_grid[0] < 16) return "the crate has fewer than 16 cells across";
    if (body == CRATE && crate_waterline(t) > h->box_size[1] / 2) return "the crate sinks";
    if (body == CRATE && fabs(track_value(t, CRATE, 0, COLUMN_Y) + crate_waterline(t)) > 0.02 * h->box_size[1]) {
        return "the crate does not start where it floats";
    }
    if (body == CRATE) return track_beyond_law(t, CRATE, covered, FLO_ARCHIMEDES, h->buoyancy.curve);
    if (!h->point_count) return "the raft is not one of points";
    if (h->buoyancy.curve == FLO_CURVE_SATURATE) return "the curve is saturate";
    if (h->buoyancy.curve == FLO_CURVE_CLAMP && !(h->buoyancy.bias > 1)) return "the points are at the clamp's edge";
    return track_beyond_law(t, RAFT, covered, FLO_PROPORTIONAL, h->buoyancy.curve);
}

/* A heel that does not grow is one that the water takes back. */
static bool rights(const track *t, size_t body)
{
    double largest = 0;
    for (size_t i = 0; i < t->count; i++) largest = fmax(largest, track_value(t, body, i, COLUMN_TILT));
    return largest <= 1.02 * track_value(t, body, 0, COLUMN_TILT);
}

static bool raft_rights(const track *t) { return rights(t, RAFT); }
static bool crate_rights(const track *t) { return rights(t, CRATE); }

enum { SEARCH_STEPS = 240 };

/* Whether a heel that the water does not take back can be told from one that it does, in a search's run: so far above
 * the limit it grows as cosh(√(m g above / I) t). */
static const char *too_little(const track *t, size_t body, double above)
{
    const flo_hull_def *h = track_hull(t, body);
    const double *size = h->box_size, weight = h->mass * t->model.scene->sea.gravity;
    const double inertia = body == RAFT ? h->inertia[2] : h->mass * (size[0] * size[0] + size[1] * size[1]) / 12;
    const double growth = cosh(sqrt(weight * above / inertia) * SEARCH_STEPS * t->model.scene->step);
    return growth < 1.02 ? "the heel grows too slowly for the search" : NULL;
}

/* The limit by bisection, of a hull let go with a tenth of a degree of heel to either side and nothing that slows it:
 * the cells' height follows the heel, so that it must be small. */
static void bisect(lab *l, size_t body, const char *curve, double limit, double from, const char *name)
{
    const bool set = lab_is_set(l, body == RAFT ? "hulls.raft.center_of_mass.1=" : "hulls.crate.center_of_mass.1=") ||
                     lab_is_set(l, "bodies.0.attitude=") || lab_is_set(l, "bodies.1.attitude=");
    if (set && !l->unless) expect_unless(l, "what the search varies is set");
    static const char *const sides[] = { "starboard", "port" };
    static const char *const keys[] = { "hulls.raft.center_of_mass.1", "hulls.crate.center_of_mass.1" };
    const double span = fabs(limit - from);
    if (!l->unless) expect_unless(l, too_little(&l->tracks[0], body, 0.01 * span));
    for (int side = 0; side < 2 && !l->unless; side++) {
        const char *const sets[] = {
            "time.steps=240", "hulls.raft.damping.angular=0", "hulls.crate.damping.angular=0",
            side ? "bodies.0.attitude=[0, -0.1]" : "bodies.0.attitude=[0, 0.1]",
            side ? "bodies.1.attitude=[0, -0.1]" : "bodies.1.attitude=[0, 0.1]",
            body == RAFT ? "hulls.crate.box.grid=[1, 1, 1]" : "output.every=4",     /* the crate only costs time then */
            curve,
        };
        const double low = limit - 0.1 * span, high = limit + 0.1 * span;
        const double found = lab_bisect(l, sets, curve ? 7 : 6, keys[body], low, high, 1e-3 * span,
                                        body == RAFT ? raft_rights : crate_rights);
        expect_share(l, "m", found - from, limit - from, 0.01, "%s, heeled to %s", name, sides[side]);
    }
    if (l->unless) expect_share(l, "m", NAN, limit - from, 0.01, "%s", name);
}

/* A box that is a little too high does not turn over but lies at its angle of loll, where the waterplane, wider by
 * then, holds it: tan^2 = 2 (height above the limit) / BM, as long as neither deck nor bottom meets the water. */
static double crate_loll(const track *t)
{
    const flo_hull_def *h = track_hull(t, CRATE);
    const double draft = crate_waterline(t) + h->box_size[1] / 2, breadth = h->box_size[0];
    const double tangent = sqrt(2 * (h->center_of_mass[1] - crate_limit(t)) / (breadth * breadth / (12 * draft)));
    return tangent * breadth / 2 <= fmin(draft, h->box_size[1] - draft) * 1.001 ? atan(tangent) : (double)NAN;
}

static void check_side(lab *l, const track *t, size_t body, double limit, const char *name)
{
    const double above = track_hull(t, body)->center_of_mass[1] - limit;
    const double tilt = track_value(t, body, t->count - 1, COLUMN_TILT) * DEGREES;
    expect_unless(l, !(track_value(t, body, 0, COLUMN_TILT) > 0) ? "it is not heeled" : beyond_limit(t, body));
    if (above >= 0 && !l->unless) expect_unless(l, track_slow(t, 0.99));
    if (above < 0) {
        expect_that(l, rights(t, body), "%s: the %s rights itself", t->label, name);
    } else if (body == CRATE && !isnan(crate_loll(t))) {
        expect_share(l, "°", tilt, crate_loll(t) * DEGREES, 0.05, "%s: the crate lolls, tan² = 2 (y_com - limit)/BM",
                     t->label);
    } else {
        expect_at_least(l, "°", tilt, 90, "%s: the %s turns over; tilt at the end", t->label, name);
    }
}

static void draw_roll(lab *l, size_t body, const char *label)
{
    draw_panel(l, "time (s)", label);
    for (int i = 0; i < l->track_count; i++) {
        const series roll = track_series(l, &l->tracks[i], body, COLUMN_ROLL);
        draw_curve(l, series_scaled(l, roll, DEGREES, 0), PLOT_LINE, "%s", l->tracks[i].label);
    }
}

void center_of_mass_measure(lab *l)
{
    const track *t = &l->tracks[0];
    expect_unless(l, beyond_limit(t, RAFT));
    const double points = track_layout(t, RAFT).mean[1] + track_hull(t, RAFT)->center_of_mass[1];
    bisect(l, RAFT, NULL, raft_limit(t), points, "raft: limit above the points, K");
    expect_unless(l, lab_is_set(l, "hulls.raft.buoyancy.curve=") ? "the curve is set" : beyond_limit(t, RAFT));
    bisect(l, RAFT, "hulls.raft.buoyancy.curve=none", raft_limit(t), points, "raft without a clamp: the same");
    expect_unless(l, beyond_limit(t, CRATE));
    bisect(l, CRATE, NULL, crate_limit(t), crate_waterline(t), "crate: limit above the waterline, B²/(12 d) - d/2");
    for (int i = 0; i < l->track_count; i++) {
        check_side(l, &l->tracks[i], RAFT, raft_limit(&l->tracks[i]), "raft");
        check_side(l, &l->tracks[i], CRATE, crate_limit(&l->tracks[i]), "crate");
    }
    draw_roll(l, RAFT, "roll of the raft (degrees)");
    draw_roll(l, CRATE, "roll of the crate (degrees)");
}

/* ---- 8: inertia and angular damping ---------------------------------------------------------------------------- */

const experiment_variation inertia_variations[] = {
    { "inertia × 1", { NULL } },
    { "inertia × 4", { "hulls.raft.inertia_scale=4", "hulls.top.inertia_scale=4" } },
    { "inertia × 9", { "hulls.raft.inertia_scale=9", "hulls.top.inertia_scale=9" } },
    { "damping 1/s, 30 Hz", { "hulls.raft.damping.angular=1", "hulls.top.damping.angular=1",
                              "time.step=0.03333333333333333", "time.steps=300", "output.every=1" } },
    { "damping 1/s, 60 Hz", { "hulls.raft.damping.angular=1", "hulls.top.damping.angular=1" } },
    { "damping 1/s, 240 Hz", { "hulls.raft.damping.angular=1", "hulls.top.damping.angular=1",
                               "time.step=0.004166666666666667", "time.steps=2400", "output.every=12" } },
    { "damping 1.01014/s, 50 Hz", { "hulls.raft.damping.angular=1.0101353658759733",
                                    "hulls.top.damping.angular=1.0101353658759733", "time.step=0.02",
                                    "time.steps=500" } },
    { NULL, { NULL } },
};

static double roll_period(const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const point_layout layout = track_layout(t, 0);
    const double k = layout.square_x * h->buoyancy.bias / track_reference_depth(t, 0);
    const double torque = h->mass * t->model.scene->sea.gravity * (k + layout.mean[1]);
    return 2 * PI * sqrt(h->inertia[2] * h->inertia_scale / torque);
}

static void check_period(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const double period = roll_period(t);
    int periods;
    const bool clamped = h->buoyancy.curve == FLO_CURVE_CLAMP && !(h->buoyancy.bias > 1);
    expect_unless(l, !h->point_count ? "the raft is not one of points" :
                  clamped ? "the points are at the clamp's edge" :
                  track_beyond_law(t, 0, HAS_SPIN | HAS_OFFSET | HAS_VERTICAL_DAMPING, FLO_PROPORTIONAL,
                                   h->buoyancy.curve));
    if (!l->unless) expect_unless(l, either_reason(track_coarse(t), track_ends_before(t, 2 * period)));
    expect_share(l, "s", series_period(track_series(l, t, 0, COLUMN_ROLL), 0, &periods), period, 0.01,
                 "%s: roll period, 2π√(I/(m g (K + y_points - y_com)))", t->label);
}

/* A top that spins about one of its axes: what is left, as the rate of an exponential. */
static void check_decay(lab *l, const track *t)
{
    static const char *const axes[] = { "x", "y", "z" };
    const double step = t->model.scene->step;
    for (size_t body = 1; body < t->bodies && body <= 3; body++) {
        const flo_hull_def *h = track_hull(t, body);
        const series all = track_series(l, t, body, COLUMN_WX + (column)body - 1);
        const series spin = series_above(all, 1e-6 * fabs(series_first(all)));      /* less is lost in rounding */
        expect_unless(l, h->point_count != 1 ? "the top has several points" : spin.count < 4 ? "too few looks" :
                      series_first(all) == 0 ? "it does not spin about that axis" :
                      track_beyond_law(t, body, HAS_SPIN | HAS_ANGULAR_DAMPING, FLO_PROPORTIONAL,
                                       h->buoyancy.curve));
        expect_share(l, "1/s", series_decay(spin), h->damping.angular, 0.01, "%s: decay of the spin about %s, I = %g",
                     t->label, axes[body - 1], h->inertia[body - 1] * h->inertia_scale);
    }
    const series spin = track_series(l, t, 1, COLUMN_WX);
    const double steps = (double)t->step[t->count - 1];
    tell(l, "", pow(series_last(spin) / series_first(spin), 1 / steps),
         "%s: share of the spin left by a step of 1/%.0f s", t->label, 1 / step);
}

/* A rolling hull loses half of that: it is turning only half of the time, so to say. */
static void check_roll_decay(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    peak peaks[8];
    const int count = series_peaks(track_series(l, t, 0, COLUMN_ROLL), 1, peaks, 4);
    const double rate = count > 1 ? log(peaks[0].y / peaks[count - 1].y) / (peaks[count - 1].x - peaks[0].x)
                                  : (double)NAN;
    expect_unless(l, track_beyond_law(t, 0, HAS_SPIN | HAS_OFFSET | HAS_ANGULAR_DAMPING, FLO_PROPORTIONAL,
                                      h->buoyancy.curve));
    if (!l->unless) expect_unless(l, either_reason(track_coarse(t), track_ends_before(t, 2.2 * roll_period(t))));
    expect_share(l, "1/s", rate, h->damping.angular / 2, 0.02, "%s: decay of the roll, half of it", t->label);
}

void inertia_measure(lab *l)
{
    draw_panel(l, "time (s)", "roll of the raft (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const bool damped = track_hull(t, 0)->damping.angular > 0;
        if (damped) check_decay(l, t);
        if (damped) check_roll_decay(l, t);
        else check_period(l, t);
        const series roll = series_between(track_series(l, t, 0, COLUMN_ROLL), 0, 5);
        if (i < 4) draw_curve(l, series_scaled(l, roll, DEGREES, 0), PLOT_LINE, "%s", t->label);
    }
    draw_panel(l, "time (s)", "spin of the tops (rad/s)");
    draw_scales(l, false, true);
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (!(track_hull(t, 1)->damping.angular > 0)) continue;
        for (size_t body = 1; body < t->bodies && body <= 3; body++) {
            draw_curve(l, track_series(l, t, body, COLUMN_WX + (column)body - 1), body == 1 ? PLOT_LINE : PLOT_DASHED,
                       "%s", body == 1 ? t->label : "");
        }
    }
}
