/* SPDX-License-Identifier: MIT
 *
 * Experiments 28 to 30: light things under water, and the water that moves with them. */
#include "experiment_list.h"

#include "../internal.h"

/* ---- 28: the first frame --------------------------------------------------------------------------------------- */

#define NO_ADDED_MASS "hulls.ball.added_mass.coefficient=[0, 0, 0]", "hulls.foam.added_mass.coefficient=[0, 0, 0]",  \
    "hulls.bubble.added_mass.coefficient=[0, 0, 0]"

const experiment_variation first_frame_variations[] = {
    { "bounded", { NULL } },
    { "bounded, symplectic", { "integrator=symplectic" } },
    { "usual model", { NO_ADDED_MASS, "integrator=symplectic" } },
    { NULL, { NULL } },
};

enum { DENSITIES = 25, DEEP = 10 /* m */ };

/* Acceleration over g of a submerged body at rest: its lift less its weight, over what must be moved. */
static double bounded(double ratio, double added)
{
    return (1 - ratio) / (ratio + added);
}

static double density_ratio(const track *t, size_t body)
{
    const flo_hull_def *h = track_hull(t, body);
    return h->mass / (h->volume * t->model.scene->sea.density);
}

static void check_frame(lab *l, const track *t)
{
    const scene *s = t->model.scene;
    for (size_t body = 0; body < t->bodies; body++) {
        const flo_hull_def *h = track_hull(t, body);
        const double ratio = density_ratio(t, body), added = h->added_mass.coefficient[1];
        const double first = (track_value(t, body, 1, COLUMN_VY) - track_value(t, body, 0, COLUMN_VY)) /
                             ((double)t->step[1] * s->step) / s->sea.gravity;
        const bool deep = track_value(t, body, t->count - 1, COLUMN_Y) < -h->buoyancy.reference_depth;
        expect_unless(l, !h->point_count || !(h->volume > 0) ? "the hulls are not points with a volume" : !deep
                         ? "it does not stay submerged" : t->report.bad_bodies > 0 ? "a body was stopped" :
                      track_beyond_law(t, body, HAS_ADDED_MASS, FLO_ARCHIMEDES, FLO_CURVE_CLAMP));
        expect_share(l, "g", first, bounded(ratio, added), 1e-4, "%s: %s, (1 - r)/(r + C)", t->label,
                     s->hulls[track_entry(t, body)->hull].name);
    }
}

/* Submerged bodies of all densities, each for one step. */
static flo_status drop_all(lab *l, const track *t, const double ratio[DENSITIES], double g[DENSITIES])
{
    const scene *s = t->model.scene;
    flo_hull *hulls[DENSITIES] = { NULL };
    flo_body_def bodies[DENSITIES];
    flo_body_state states[DENSITIES];
    flo_fleet *fleet = NULL;
    flo_status status = FLO_OK;
    for (int i = 0; i < DENSITIES && !status; i++) {
        flo_hull_def def = *track_hull(t, 0);
        const double factor = ratio[i] / density_ratio(t, 0);
        def.mass *= factor;
        for (int j = 0; j < 3; j++) def.inertia[j] *= factor;
        status = flo_hull_create(&hulls[i], &def);
        bodies[i] = (flo_body_def){ .hull = hulls[i], .state = { .position = { i, -DEEP, 0 }, .orientation = { 1 } } };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = t->model.sea;
    def.bodies = bodies;
    def.count = DENSITIES;
    def.integrator = s->integrator;
    if (!status) status = flo_fleet_create(&fleet, l->device, &def);
    if (!status) status = flo_fleet_step(fleet, s->step, 1);
    if (!status) status = flo_fleet_read(fleet, 0, DENSITIES, states);
    for (int i = 0; i < DENSITIES && !status; i++) g[i] = (double)states[i].velocity[1] / (s->step * s->sea.gravity);
    flo_fleet_destroy(fleet);
    for (int i = 0; i < DENSITIES; i++) flo_hull_destroy(hulls[i]);
    return status;
}

static void check_ceilings(lab *l, const track *t)
{
    const double added = track_hull(t, 0)->added_mass.coefficient[1];
    double *n = lab_numbers(l, 3 * DENSITIES), rise = -INFINITY, fall = INFINITY, apart = 0;
    const double rise_of_step = t->model.scene->sea.gravity / added * t->model.scene->step * t->model.scene->step;
    expect_unless(l, !(added > 0) ? "there is no added mass" : rise_of_step > DEEP / 2
                     ? "a step takes it to the surface" : track_beyond(t, 0, HAS_ADDED_MASS));
    if (!n || l->unless) return;
    for (int i = 0; i < DENSITIES; i++) {
        n[i] = pow(10, -4 + 8.0 * i / (DENSITIES - 1));
        n[2 * DENSITIES + i] = bounded(n[i], 0);
    }
    lab_fail(l, drop_all(l, t, n, n + DENSITIES));
    for (int i = 0; i < DENSITIES; i++) {
        rise = fmax(rise, n[DENSITIES + i]);
        fall = fmin(fall, n[DENSITIES + i]);
        apart = fmax(apart, fabs(n[DENSITIES + i] - bounded(n[i], added)));
    }
    expect_at_most(l, "g", rise, 1 / added, "densities 1e-4 to 1e4 of the water's: fastest rise");
    expect_at_least(l, "g", fall, -1, "densities 1e-4 to 1e4 of the water's: fastest fall");
    expect_at_most(l, "g", apart, 1e-3, "densities 1e-4 to 1e4 of the water's: beside (1 - r)/(r + C)");
    draw_panel(l, "density over the water's", "acceleration (g)");
    draw_scales(l, true, false);
    draw_range(l, -3, 6);
    draw_curve(l, (series){ n, n + DENSITIES, DENSITIES }, PLOT_POINTS, "bounded");
    draw_curve(l, (series){ n, n + 2 * DENSITIES, DENSITIES }, PLOT_LINE, "usual model, 1/r - 1");
    draw_level(l, 1 / added, "g/C");
    draw_level(l, -1, "-g");
}

/* The added mass as a force of the last step's acceleration, which is how it is often added: in double, from the
 * formula, since Flotilla has no such thing. */
static series lagged(lab *l, const track *t)
{
    enum { STEPS = 12 };
    double *n = lab_numbers(l, 2 * STEPS);
    if (!n) return (series){ .count = 0 };
    const double ratio = density_ratio(t, 0), added = track_hull(t, 0)->added_mass.coefficient[1];
    const double g = t->model.scene->sea.gravity, h = t->model.scene->step;
    double a = 0, v = 0;
    for (int i = 0; i < STEPS; i++) {
        n[i] = h * i;
        n[STEPS + i] = v;
        a = (g * (1 - ratio) - added * a) / ratio;
        v += h * a;
    }
    return (series){ n, n + STEPS, STEPS };
}

/* What a light body meets that comes out of the air: the water's inertia within one step.  Told, not judged. */
static void tell_entry(lab *l)
{
    const char *const set[] = { "bodies=[{hull: bubble, position: [0, 0.03, 0], velocity: [0, -2, 0]}]",
                                "time.steps=10" };
    track t;
    if (!lab_try(l, set, 2, false, &t)) {
        double most = 0;
        for (size_t i = 1; i < t.count; i++) {
            const double change = track_value(&t, 0, i, COLUMN_VY) - track_value(&t, 0, i - 1, COLUMN_VY);
            most = fmax(most, fabs(change) / (t.time[i] - t.time[i - 1]) / t.model.scene->sea.gravity);
        }
        tell(l, "g", most, "the bubble thrown onto the water at 2 m/s: the largest change of speed in a step");
    }
    track_close(&t);
}

void first_frame_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) check_frame(l, &l->tracks[i]);
    const track *t = &l->tracks[0], *usual = lab_track(l, "usual model");
    check_ceilings(l, t);
    tell(l, "", track_hull(t, 0)->added_mass.coefficient[1] / density_ratio(t, 0),
         "added mass as a lagged force: its error grows in every step by the factor C/r");
    tell_entry(l);
    draw_panel(l, "time (s)", "speed of the ball (m/s)");
    draw_range(l, -6, 12);
    draw_curve(l, series_between(track_series(l, t, 0, COLUMN_VY), 0, 0.2), PLOT_LINE, "bounded");
    if (usual) draw_curve(l, series_between(track_series(l, usual, 0, COLUMN_VY), 0, 0.2), PLOT_LINE, "usual model");
    draw_curve(l, lagged(l, t), PLOT_LINE, "added mass as a lagged force");
}

/* ---- 29: the rise ---------------------------------------------------------------------------------------------- */

const experiment_variation rise_variations[] = {
    { "bounded", { NULL } },
    { "bounded, symplectic", { "integrator=symplectic" } },
    { "usual model", { "integrator=symplectic", "hulls.ball.added_mass.coefficient=[0, 0, 0]" } },
    { NULL, { NULL } },
};

/* From rest, with quadratic drag, all under water. */
static double rise_time(const track *t, double added, double way)
{
    const flo_hull_def *h = track_hull(t, 0);
    const flo_sea_def *sea = &t->model.scene->sea;
    const double water = sea->density * h->volume, force = (water - h->mass) * sea->gravity;
    const double mass = h->mass + added * water, drag = h->drag.quadratic * h->mass;
    return mass / sqrt(force * drag) * acosh(exp(drag * way / mass));
}

static void check_rise(lab *l, const track *t)
{
    static const double ways[] = { 0.2, 0.5, 1, 2 };
    const flo_hull_def *h = track_hull(t, 0);
    const double added = h->added_mass.coefficient[1], step = t->model.scene->step;
    const series y = track_series(l, t, 0, COLUMN_Y);
    expect_unless(l, !h->point_count || !(h->volume > 0) ? "the hull is not a point with a volume" :
                  !(h->drag.quadratic > 0) ? "there is no drag" : density_ratio(t, 0) >= 1 ? "it sinks" :
                  series_first(y) + 2 > -h->buoyancy.reference_depth ? "it reaches the surface" :
                  track_beyond_law(t, 0, HAS_ADDED_MASS | HAS_QUADRATIC_DRAG, FLO_ARCHIMEDES, FLO_CURVE_CLAMP));
    const char *const beyond = either_reason(l->unless, track_coarse(t));
    for (int i = 0; i < 4; i++) {
        const double time = series_reaches(y, series_first(y) + ways[i]);
        const double exact = rise_time(t, added > 0 ? added : 0.5, ways[i]);
        expect_unless(l, either_reason(beyond, track_ends_before(t, exact)));
        const double half = 0.5 * step / exact;
        if (!l->unless && half > (ways[i] >= 1 ? 0.009 : 0.05)) expect_unless(l, "half a step is too much of it");
        if (added > 0 && ways[i] >= 1) {
            expect_share(l, "s", time, exact, 0.01, "%s: rises %g m in, M/√(Fk)·acosh(exp(kd/M))", t->label,
                         ways[i]);
        } else if (added > 0) {         /* half a frame is a larger share of a short way */
            expect_share(l, "s", time, exact, half + 0.006, "%s: rises %g m in", t->label, ways[i]);
        } else if (t->model.scene->integrator == FLO_SYMPLECTIC && ways[i] <= 1) {
            if (t->is_elsewhere) expect_unless(l, "the gravity or the water's density is not the article's");
            expect_between(l, "%", 100 * (1 - time / exact), 5, 23, "%s: rises %g m early by", t->label, ways[i]);
        } else {
            tell(l, "%", 100 * (1 - time / exact), "%s: rises %g m early by", t->label, ways[i]);
        }
    }
}

void rise_measure(lab *l)
{
    enum { POINTS = 200 };
    for (int i = 0; i < l->track_count; i++) check_rise(l, &l->tracks[i]);
    const track *t = &l->tracks[0];
    double *n = lab_numbers(l, 2 * POINTS);
    for (int i = 0; n && i < POINTS; i++) {
        n[POINTS + i] = 2.5 * (i + 1) / POINTS;
        n[i] = rise_time(t, 0.5, n[POINTS + i]);
    }
    draw_panel(l, "time (s)", "risen (m)");
    for (int i = 0; i < l->track_count; i++) {
        const series y = track_series(l, &l->tracks[i], 0, COLUMN_Y);
        draw_curve(l, series_between(series_scaled(l, y, 1, -series_first(y)), 0, 0.6), PLOT_LINE, "%s",
                   l->tracks[i].label);
    }
    if (n && track_hull(t, 0)->drag.quadratic > 0) {
        draw_curve(l, series_between((series){ n, n + POINTS, POINTS }, 0, 0.6), PLOT_LINE, "closed form, C = 0.5");
    }
}

/* ---- 30: bobbing ----------------------------------------------------------------------------------------------- */

const experiment_variation bobbing_variations[] = {
    { "bounded", { NULL } },
    { "bounded, 60 Hz", { "time.step=0.016666666666666666", "time.steps=120" } },
    { "bounded, keeps momentum on entry", { "hulls.ball.added_mass.entry_exponent=1" } },
    { "usual model", { "hulls.ball.added_mass.coefficient=[0, 0, 0]" } },
    { NULL, { NULL } },
};

/* The draft of a sphere that displaces a volume, by bisection of its cap's volume. */
static double sphere_draft(double radius, double volume)
{
    double low = 0, high = 2 * radius;
    for (int i = 0; i < 100; i++) {
        const double d = (low + high) / 2;
        if (PI * d * d * (3 * radius - d) / 3 < volume) low = d;
        else high = d;
    }
    return low;
}

static void check_bobbing(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const flo_sea_def *sea = &t->model.scene->sea;
    const flo_hull_info info = flo_hull_get_info(t->model.hulls[track_entry(t, 0)->hull]);
    const double radius = cbrt(3 * info.volume / (4 * PI)), draft = sphere_draft(radius, h->mass / sea->density);
    const double added = h->added_mass.coefficient[1], plane = PI * draft * (2 * radius - draft);
    const series y = track_series(l, t, 0, COLUMN_Y);
    const double period = 2 * PI * sqrt(h->mass * (1 + added) / (sea->density * sea->gravity * plane));
    int periods;
    const char *const beyond = !h->mesh || h->buoyancy.law != FLO_ARCHIMEDES ? "the hull is not a sphere of panels" :
        h->mass >= sea->density * info.volume ? "it sinks" :
        fabs(series_first(y) - (radius - draft)) > 0.1 * radius ? "it does not start near where it floats" :
        either_reason(track_coarse(t), track_ends_before(t, 6 * period));
    expect_unless(l, either_reason(beyond, track_beyond(t, 0, HAS_ADDED_MASS)));
    expect_share(l, "s", series_period(series_between(y, 0, 6 * period), radius - draft, &periods), period, 0.05,
                 "%s: period, 2π√((1 + C) m/(ρ g A))", t->label);
    const series few = series_between(y, 0, 3.5 * period);
    const double middle = (series_largest(few) + series_least(few)) / 2;
    expect_within(l, "m", middle, radius - draft, 0.0002, "%s: bobs about", t->label);
}

void bobbing_measure(lab *l)
{
    draw_panel(l, "time (s)", "height of the middle (mm)");
    for (int i = 0; i < l->track_count; i++) {
        check_bobbing(l, &l->tracks[i]);
        draw_curve(l, series_between(series_scaled(l, track_series(l, &l->tracks[i], 0, COLUMN_Y), 1000, 0), 0, 1),
                   PLOT_LINE, "%s", l->tracks[i].label);
    }
}
