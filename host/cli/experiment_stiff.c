/* SPDX-License-Identifier: MIT
 *
 * Experiment 22: springs too stiff for the step. */
#include "experiment_list.h"

const experiment_variation stiffness_variations[] = {
    { "symplectic, 1 mm, 60 Hz", { "integrator=symplectic", "time.steps=600" } },
    { "symplectic, 0.5 mm, 60 Hz", { "integrator=symplectic", "hulls.float.buoyancy.reference_depth=0.0005",
                                     "bodies.0.position=[0, -0.00075, 0]", "time.steps=600" } },
    { "symplectic, 0.5 mm, 120 Hz", { "integrator=symplectic", "hulls.float.buoyancy.reference_depth=0.0005",
                                      "bodies.0.position=[0, -0.00075, 0]", "time.step=0.008333333333333333",
                                      "time.steps=1200", "output.every=2" } },
    { "symplectic, 1 mm, 25 Hz", { "integrator=symplectic", "time.step=0.04", "time.steps=250" } },
    { "implicit, 1 mm, 60 Hz", { NULL } },
    { "implicit, 0.01 mm, 60 Hz", { "hulls.float.buoyancy.reference_depth=0.00001",
                                    "bodies.0.position=[0, -0.000015, 0]" } },
    { "implicit, 1 mm, 10 Hz", { "time.step=0.1", "time.steps=200" } },
    { "implicit, from 2 m above, 10 Hz", { "time.step=0.1", "time.steps=200", "bodies.0.position=[0, 2, 0]",
                                           "bodies.1.position=[3, 2.5, 0]" } },
    { "implicit, damped, added mass, 10 Hz",
      { "time.step=0.1", "time.steps=200", "hulls.cube.added_mass.coefficient=[0.5, 0.5, 0.5]",
        "hulls.cube.damping.vertical=48.17" } },
    { NULL, { NULL } },
};

enum { FLOAT, CUBE };

/* Stiffness per mass where it is wet, and lift over weight and its work, J/(kg g), at a height of the middle. */
typedef struct stiff { double rate, gravity, mass, displaced, height, depth; bool cell; } stiff;

static stiff stiff_of(const track *t, size_t body)
{
    const flo_hull_def *h = track_hull(t, body);
    const flo_sea_def *sea = &t->model.scene->sea;
    stiff s = { .gravity = sea->gravity, .mass = h->mass, .cell = !h->point_count };
    if (s.cell) {
        s.height = h->box_size[1];
        s.displaced = sea->density * h->box_size[0] * h->box_size[1] * h->box_size[2];
        s.rate = s.displaced * sea->gravity / (h->mass * s.height);
    } else {
        s.depth = h->buoyancy.reference_depth;
        s.rate = sea->gravity * h->buoyancy.bias / s.depth;
    }
    return s;
}

static double submerged(const stiff *s, double y)
{
    return fmax(0, fmin(1, 0.5 - y / s->height));
}

/* J/kg: kinetic, the added mass of the moment included, weight, and the work of the lift. */
static double energy(const stiff *s, double y, double v, double added)
{
    double lifted, moving = 1;
    if (s->cell) {
        const double under = s->height / 2 - y;
        const double work = under > s->height ? under - s->height / 2 : under > 0 ? under * under / (2 * s->height) : 0;
        lifted = s->displaced / s->mass * s->gravity * work;
        moving = 1 + added * s->displaced * submerged(s, y) / s->mass;
    } else {
        lifted = s->rate * fmax(0, -y) * fmax(0, -y) / 2;
    }
    return moving * v * v / 2 + s->gravity * y + lifted;
}

static double rest_of(const stiff *s)
{
    return s->cell ? s->height / 2 - s->mass / s->displaced * s->height : -s->gravity / s->rate;
}

/* The largest energy above the least, as a share of the start's. */
static double largest_energy(const track *t, size_t body)
{
    const stiff s = stiff_of(t, body);
    const double added = track_hull(t, body)->added_mass.coefficient[1], least = energy(&s, rest_of(&s), 0, 0);
    double first = 0, largest = 0;
    for (size_t i = 0; i < t->count; i++) {
        const double y = track_value(t, body, i, COLUMN_Y), v = track_value(t, body, i, COLUMN_VY);
        const double e = energy(&s, y, v, added) - least;
        if (i == 0) first = e;
        largest = fmax(largest, e);
    }
    return largest / first;
}

static const char *beyond_stiff(const track *t, size_t body)
{
    const flo_hull_def *h = track_hull(t, body);
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ADDED_MASS;
    if (body >= t->bodies || track_entry(t, body)->hull != (int)body) return "the bodies are others";
    if (body == FLOAT) return track_beyond_law(t, body, 0, FLO_PROPORTIONAL, FLO_CURVE_NONE);
    if (h->point_count || h->box_grid[0] * h->box_grid[1] * h->box_grid[2] != 1) return "the cube is not one cell";
    return track_beyond_law(t, body, covered, FLO_ARCHIMEDES, h->buoyancy.curve);
}

/* Symplectic: bounded below 2, gone beyond it.  Only a float that stays in the water is harmonic. */
static void check_symplectic(lab *l, const track *t)
{
    const stiff s = stiff_of(t, FLOAT);
    const double reach = sqrt(s.rate) * t->model.scene->step, rest = rest_of(&s);
    const series y = track_series(l, t, FLOAT, COLUMN_Y);
    const double start = fabs(series_first(y) - rest);
    const double furthest = fmax(series_largest(y) - rest, rest - series_least(y));
    const double swing_out = start / sqrt(fmax(1 - reach * reach / 4, 0));      /* infinite beyond the limit */
    const bool leaves = start > -rest || (reach < 2 && swing_out > -rest);
    expect_unless(l, leaves ? "the float leaves the water" : beyond_stiff(t, FLOAT));
    if (reach < 2) {
        expect_at_most(l, "mm", 1000 * furthest, 1001 * swing_out,
                       "%s: ωh = %.3g, swings by at most", t->label, reach);
    } else {
        expect_at_least(l, "mm", 1000 * furthest, 100 * 1000 * start, "%s: ωh = %.3g, is thrown as far as", t->label,
                        reach);
    }
}

static void check_implicit(lab *l, const track *t, size_t body)
{
    const stiff s = stiff_of(t, body);
    const flo_hull_def *h = track_hull(t, body);
    const double share = h->added_mass.entry_exponent, added = h->added_mass.coefficient[1];
    const char *name = body == FLOAT ? "float" : "cube";
    expect_unless(l, added > 0 && share < 0.5 ? "entry adds energy" :
                  either_reason(beyond_stiff(t, body), track_slow(t, 0.1)));
    expect_at_most(l, "", largest_energy(t, body), 1.01, "%s: %s, ωh = %.3g, energy over the start's", t->label, name,
                   sqrt(s.rate) * t->model.scene->step);
    if (h->damping.vertical > 0) {
        const double end = track_value(t, body, t->count - 1, COLUMN_Y);
        if (!l->unless) expect_unless(l, track_slow(t, 0.99));
        expect_within(l, "m", end, rest_of(&s), 0.01 * (s.cell ? s.height : s.depth), "%s: %s is at rest after %.3g s",
                      t->label, name, t->time[t->count - 1]);
    }
}

void stiffness_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (t->model.scene->integrator == FLO_SYMPLECTIC) {
            check_symplectic(l, t);
            continue;
        }
        check_implicit(l, t, FLOAT);
        if (t->bodies > CUBE) check_implicit(l, t, CUBE);
    }
    for (int implicit = 0; implicit < 2; implicit++) {
        draw_panel(l, "time (s)", implicit ? "implicit: the float (mm)" : "symplectic: the float (mm)");
        draw_range(l, implicit ? -3 : -20, implicit ? 3 : 20);
        for (int i = 0; i < l->track_count; i++) {
            const track *t = &l->tracks[i];
            const series y = series_between(track_series(l, t, FLOAT, COLUMN_Y), 0, 3);
            if ((t->model.scene->integrator == FLO_IMPLICIT) != implicit || series_first(y) > 0) continue;
            draw_curve(l, series_scaled(l, y, 1000, 0), PLOT_LINE, "%s", t->label);
        }
    }
    draw_panel(l, "time (s)", "implicit: the cube (m)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (t->model.scene->integrator != FLO_IMPLICIT || t->bodies <= CUBE) continue;
        draw_curve(l, series_between(track_series(l, t, CUBE, COLUMN_Y), 0, 10), PLOT_LINE, "%s", t->label);
    }
}
