/* SPDX-License-Identifier: MIT
 *
 * The implicit step where it resolves the motion: nothing is damped that has no damping, periods are right, drag and
 * damping are what their formulas say along every axis, and at small steps it moves as the symplectic one does. */
#include "test_floats.h"
#include "test_solids.h"

int test_implicit_motion(void);

static const flo_body_control no_hand = { 0 };

/* ---- free motion ----------------------------------------------------------------------------------------------- */

/* A hull that bobs or rolls about where it floats, and how far it is let go from there. */
typedef struct swinger { flo_hull_def def; double frequency, rest, swing; bool rolls; } swinger;
enum { PANELS_ROLL = 6, SWINGERS = 7 };

/* Boxes of 2 by 0.5 by 2 and of 2 by 1 by 4 m float half under; the second rolls with GM = 5 / 12 m. */
static void swingers_make(swinger s[SWINGERS], const test_solid *solid)
{
    const double g = water_gravity, roll = sqrt(4000 * g * 5 / 12 / (4000 * 5 / 12.0));
    flo_hull_def cells = test_box_def(2, 0.5, 2, 1000), panels = flo_default_hull_def();
    panels.mesh = &solid->mesh;
    panels.mesh_method = FLO_MESH_PANELS;
    panels.mass = 4000;
    const double inertia[3] = { 4000 * 17 / 12.0, 4000 * 20 / 12.0, 4000 * 5 / 12.0 };
    memcpy(panels.inertia, inertia, sizeof inertia);
    panels.buoyancy.law = FLO_ARCHIMEDES;
    const swinger all[SWINGERS] = {
        { test_point_def(10, 1, 2), sqrt(2 * g), -0.5, 0.2, false },
        { test_corners_def(1, 2), sqrt(1000 * g * 2 / 300), -0.5, 0.005, true },
        { cells, sqrt(g / 0.25), 0, 0.1, false },
        { test_sprung(test_point_def(10, 0, 1), 200), sqrt(20), 0, 0.3, false },
        { test_curved(test_point_def(10, 1, 2), FLO_CURVE_SATURATE, 3), sqrt(3 * g), -log(2) / 3, 0.001, false },
        { panels, sqrt(g / 0.5), 0, 0.02, false },
        { panels, roll, 0, 0.01, true },
    };
    memcpy(s, all, sizeof all);
}

/* The amplitude after ten periods, of what it was, and the period, of what it should be. */
typedef struct swung { double amplitude, period; } swung;

static swung swing(flo_device *device, const swinger *s, double ratio)
{
    const double dt = ratio / s->frequency;
    const int steps = (int)rint(10 * 2 * pi / ratio);
    flo_body_state at = test_state_at(0, s->rest + (s->rolls ? 0 : s->swing), 0);
    if (s->rolls) test_state_turn(&at, s->swing, 0, 0, 1);
    test_lone l = test_lone_moved(device, &s->def, &at, no_hand, FLO_IMPLICIT);
    double phase = 0, before = 0, size = 0;
    for (int n = 1; n <= steps; n++) {
        OK(flo_fleet_step(l.fleet, dt, 1));
        const flo_body_state now = test_read(l.fleet, 0);
        const double turned = 2 * atan2((double)now.orientation[3], (double)now.orientation[0]);
        const double x = s->rolls ? turned : now.position[1] - s->rest;
        const double v = (double)(s->rolls ? now.angular_velocity[2] : now.velocity[1]) / s->frequency;
        const double angle = atan2(-v, x);
        phase += remainder(angle - before, 2 * pi);
        before = angle;
        size = hypot(x, v);
    }
    test_lone_free(&l);
    return (swung){ size / s->swing, steps * ratio / phase };
}

/* Up to omega dt = 1 the amplitude stays within a percent for ten periods; the period is within 1e-4 up to 0.5 and
 * within 1e-3 at 0.8.  The roll of panels is less exact, as their pressure is that of the step's start: 1.5e-4 off at
 * 0.5, and 1.9e-3 at 1. */
static void nothing_damps_what_is_not_damped(void **state)
{
    (void)state;
    const double ratio[] = { 0.05, 0.1, 0.3, 0.5, 0.8, 1 };
    swinger s[SWINGERS];
    test_solid solid = test_solid_box(2, 1, 4);
    test_worst amplitude = { 0 }, period = { 0 }, coarse = { 0 };
    swingers_make(s, &solid);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < SWINGERS; i++) {
            for (int k = d == test_devices() ? 0 : 3; k < 6; k++) {
                const swung got = swing(d->device, &s[i], ratio[k]);
                test_about("%s, hull %d, omega dt %g", d->label, i, ratio[k]);
                test_worst_add(&amplitude, got.amplitude, 1, 0.01);
                if (k < 4 && i < PANELS_ROLL) test_worst_add(&period, got.period, 1, 1e-4);
                else test_worst_add(&coarse, got.period, 1, k < 5 ? 1e-3 : 2e-3);
            }
        }
    }
    test_solid_free(&solid);
    WORST(&amplitude, "amplitude, in a percent");
    WORST(&period, "period, in 1e-4 of it");
    WORST(&coarse, "period of coarse steps and of panels, in 1e-3 of it, or 2e-3 at omega dt 1");
}

/* ---- drag and damping ------------------------------------------------------------------------------------------ */

enum drag_kind { DRAG, DRAG_ALONG_AXES, DAMPING_OF_BODY, DAMPING_OF_POINTS, DRAG_KINDS };

/* A speck that is slowed along y; quadratic drag has no axes. */
static flo_hull_def slowed_def(enum drag_kind kind, double linear, double quadratic)
{
    flo_hull_def def = test_speck_def();
    if (kind == DRAG) def.drag.linear = linear;
    if (kind == DRAG_ALONG_AXES) def.drag.local[1] = linear;
    if (kind <= DRAG_ALONG_AXES) def.drag.quadratic = quadratic;
    if (kind >= DAMPING_OF_BODY) def.damping = (flo_damping_def){ .vertical = linear, .quadratic = quadratic };
    if (kind == DAMPING_OF_POINTS) def.damping.of = FLO_DAMPING_POINTS;
    return def;
}

static double left_of(flo_device *device, const flo_hull_def *def, double v, double dt, uint64_t steps)
{
    flo_body_state at = test_state_at(0, -5, 0);
    at.velocity[1] = (float)v;
    test_lone l = test_lone_moved(device, def, &at, no_hand, FLO_IMPLICIT);
    OK(flo_fleet_step(l.fleet, dt, steps));
    const double left = (double)test_read(l.fleet, 0).velocity[1];
    test_lone_free(&l);
    return left;
}

/* v / (1 + c |v| t) at any step, as along x and z; linear damping to second order; and no damping, however strong,
 * turns a velocity round.  Points' own quadratic damping takes the speed at the step's start, to first order: 3 % are
 * missing after a second where c v dt was 0.5, 0.7 % where it was 0.125. */
static void vertical_motion_fades_as_the_formulas_say(void **state)
{
    (void)state;
    test_worst quadratic = { 0 }, points = { 0 }, linear = { 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int kind = 0; kind < DRAG_KINDS; kind++) {
            const flo_hull_def q = slowed_def((enum drag_kind)kind, 0, 3), l = slowed_def((enum drag_kind)kind, 2, 0);
            for (int n = 1; n < 200 && kind != DAMPING_OF_POINTS; n *= 3) {
                test_about("%s, kind %d, %d steps", d->label, kind, n);
                const double fine = 10 / (1 + n / 60.0 * 30), rough = -10 / (1 + n * 30.0);
                test_worst_add(&quadratic, left_of(d->device, &q, 10, 1.0 / 60, (uint64_t)n), fine, 2e-5 * fine);
                test_worst_add(&quadratic, left_of(d->device, &q, -10, 1, (uint64_t)n), rough, -2e-5 * rough);
            }
            if (kind == DAMPING_OF_POINTS) {
                test_about("%s, 240 steps", d->label);
                test_worst_add(&points, left_of(d->device, &q, 10, 1.0 / 240, 240), 10 / 31.0, 0.01 * 10 / 31);
            }
            for (int k = 0; k < 3; k++) {
                const double dt = 1 / (k == 0 ? 30.0 : k == 1 ? 60 : 240), left = exp(-2);
                test_about("%s, kind %d, dt %g", d->label, kind, dt);
                if (kind >= DAMPING_OF_BODY) {
                    test_worst_add(&linear, left_of(d->device, &l, 10, dt, (uint64_t)rint(1 / dt)) / 10, left,
                                   0.01 * left);
                }
            }
            for (int k = 0; k < 12; k++) {
                const flo_hull_def strong = slowed_def((enum drag_kind)kind, 5 * pow(2, k), 0);
                test_about("%s, kind %d, rate %g, dt 0.1", d->label, kind, 5 * pow(2, k));
                const double left = left_of(d->device, &strong, 10, 0.1, 1);
                assert_true(left >= 0 && left < 10);
            }
        }
    }
    WORST(&quadratic, "quadratic, in 2e-5 of what is left");
    WORST(&points, "points' quadratic damping, in a percent of what is left");
    WORST(&linear, "linear damping after a second, in a percent of what is left");
}

/* A body twice as dense as water and one half as dense reach sqrt(g |1 - r| / (c r)) and keep it.  With points' own
 * damping they do as long as c v dt is below 2: at 2.1, one is 5 % off, and beyond that it is several times as fast. */
static void terminal_velocity_is_exact_at_any_step(void **state)
{
    (void)state;
    const double steps[] = { 1.0 / 240, 1.0 / 60, 0.1, 0.15, 0.3, 0.6, 1.5 };
    test_worst speed = { 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 2 * DRAG_KINDS; i++) {
            flo_hull_def def = slowed_def((enum drag_kind)(i / 2), 0, 5);
            def.buoyancy = (flo_buoyancy_def){ .law = FLO_ARCHIMEDES, .curve = FLO_CURVE_CLAMP, .reference_depth = 0.1,
                                               .alpha = 3, .bias = 1 };
            def.volume = i % 2 ? 0.004 : 0.001;
            const double right = (i % 2 ? 1 : -1) * sqrt(9.81 * fabs(1000 * def.volume - 2) / 2 / 5);
            const flo_body_state at = test_state_at(0, i % 2 ? -1000 : -10, 0);
            for (int k = 0; k < (i / 2 == DAMPING_OF_POINTS ? 4 : 7); k++) {
                test_lone l = test_lone_moved(d->device, &def, &at, no_hand, FLO_IMPLICIT);
                OK(flo_fleet_step(l.fleet, steps[k], (uint64_t)(100 + 5 / steps[k])));
                test_about("%s, kind %d, volume %g, dt %g", d->label, i / 2, def.volume, steps[k]);
                test_worst_add(&speed, (double)test_read(l.fleet, 0).velocity[1], right, 1e-4 * fabs(right));
                test_lone_free(&l);
            }
        }
    }
    WORST(&speed, "terminal velocity, in 1e-4 of it");
}

/* Along x: sqrt(thrust / (quadratic mass)); in a current, the water's velocity, both by drag relative to it. */
static void level_motion_has_its_closed_forms(void **state)
{
    (void)state;
    const double steps[] = { 1.0 / 240, 1.0 / 60, 0.3, 5 };
    flo_hull_def fast = test_speck_def(), carried = fast;
    fast.thrust.power = 100;
    fast.drag.quadratic = 0.5;
    carried.drag = (flo_drag_def){ .linear = 0.3, .quadratic = 1, .relative = true };
    flo_sea_def current = flo_default_sea_def();
    current.current[0] = 2;
    test_water still = test_water_flat(), moving = test_water_make(&current);
    flo_hull *hull[2] = { test_hull_make(&fast), test_hull_make(&carried) };
    flo_body_state at = test_state_at(0, -5, 0);
    test_state_turn(&at, pi / 2, 0, 1, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 8; i++) {
            const flo_body_def body = test_body(hull[i % 2], at, (flo_body_control){ .throttle = 1 });
            flo_fleet *fleet = test_fleet_implicit(d->device, i % 2 ? moving.sea : still.sea, &body, 1, 0);
            OK(flo_fleet_step(fleet, steps[i / 2], (uint64_t)(200 + 60 / steps[i / 2])));
            test_about("%s, dt %g", d->label, steps[i / 2]);
            NEAR(test_read(fleet, 0).velocity[0], i % 2 ? 2 : 10, 1e-3);
            flo_fleet_destroy(fleet);
        }
    }
    for (int i = 0; i < 2; i++) flo_hull_destroy(hull[i]);
    test_water_free(&still);
    test_water_free(&moving);
}

/* ---- against the symplectic step ------------------------------------------------------------------------------- */

enum { BOATS = 5 };

/* A boat with added mass on every axis and all that drives and slows it; and a box of cells with the same. */
static flo_hull_def busy_def(int i)
{
    flo_hull_def def = test_boat_def();
    def.volume = 1.4;
    def.added_mass = (flo_added_mass_def){ .coefficient = { 0.1, 0.8, 0.05 }, .entry_exponent = i == 1 ? 0.5 : 1,
                                           .rotation = { 0.2, 0.1, 0.3 } };
    def.steering.lean = 300;
    if (i == 2) {
        def.damping.of = FLO_DAMPING_POINTS;
        def.damping.relative = def.drag.relative = true;
        def.push = (flo_push_def){ 1, FLO_PUSH_RELATIVE };
    } else if (i == 3) {
        def.push.velocity = FLO_PUSH_ANALYTIC;
        def.damping.scale_by_submerged = true;
        def.buoyancy.curve = FLO_CURVE_SATURATE;
    } else if (i == 4) {
        const flo_hull_def box = test_box_def(2, 1, 4, 3000);
        memcpy(def.box_size, box.box_size, sizeof box.box_size);
        memcpy(def.box_grid, box.box_grid, sizeof box.box_grid);
        def.points = NULL;
        def.point_count = 0;
        def.mass = 3000;
        for (int a = 0; a < 3; a++) def.inertia[a] *= 4;
        def.volume = def.buoyancy.reference_depth = 0;
        def.buoyancy.law = FLO_ARCHIMEDES;
    }
    return def;
}

/* Twenty seconds in waves at 960 Hz, five on other devices: as far apart as the symplectic step is from itself at twice
 * the step, and less. */
static void small_steps_agree_with_the_symplectic_ones(void **state)
{
    (void)state;
    const flo_wave waves[] = { { .amplitude = 0.5, .period = 6, .steepness = 1, .heading = 0.3 },
                               { .amplitude = 0.2, .period = 3.5, .steepness = 1, .heading = -0.6, .phase = 1 },
                               { .amplitude = 0.1, .period = 2.3, .steepness = 0.8, .heading = 1.2, .phase = 2 } };
    flo_sea_def sea = flo_default_sea_def();
    sea.waves = waves;
    sea.wave_count = 3;
    test_water w = test_water_make(&sea);
    flo_hull *hull[BOATS];
    flo_body_def body[BOATS];
    flo_body_state at = test_state_at(0, 0, 0), one[BOATS], other[BOATS];
    test_state_turn(&at, 0.3, 0.2, 1, 0.1);
    test_worst place = { 0 }, speed = { 0 }, attitude = { 0 };
    for (int i = 0; i < BOATS; i++) {
        const flo_hull_def def = busy_def(i);
        hull[i] = test_hull_make(&def);
        body[i] = test_body(hull[i], at, (flo_body_control){ .throttle = 0.7f, .steer = 0.2f });
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *a = test_fleet_implicit(d->device, w.sea, body, BOATS, 0);
        flo_fleet *b = test_fleet_make(d->device, w.sea, body, BOATS, 0);
        for (int n = 0; n < (d == test_devices() ? 4 : 1); n++) {
            OK(flo_fleet_step(a, 1.0 / 960, 5 * 960));
            OK(flo_fleet_step(b, 1.0 / 960, 5 * 960));
            OK(flo_fleet_read(a, 0, BOATS, one));
            OK(flo_fleet_read(b, 0, BOATS, other));
            for (int i = 0; i < BOATS; i++) {
                test_about("%s, boat %d, %d s", d->label, i, 5 * n + 5);
                for (int k = 0; k < 3; k++) {
                    test_worst_add(&place, one[i].position[k], other[i].position[k], 0.03);
                    test_worst_add(&speed, (double)one[i].velocity[k], (double)other[i].velocity[k], 0.01);
                }
                for (int k = 0; k < 4; k++) {
                    test_worst_add(&attitude, (double)one[i].orientation[k], (double)other[i].orientation[k], 0.002);
                }
            }
        }
        flo_fleet_destroy(a);
        flo_fleet_destroy(b);
    }
    for (int i = 0; i < BOATS; i++) flo_hull_destroy(hull[i]);
    test_water_free(&w);
    WORST(&place, "place, in 3 cm");
    WORST(&speed, "velocity, in a cm/s");
    WORST(&attitude, "attitude, in 0.002");
}

int test_implicit_motion(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_damps_what_is_not_damped),
        cmocka_unit_test(vertical_motion_fades_as_the_formulas_say),
        cmocka_unit_test(terminal_velocity_is_exact_at_any_step),
        cmocka_unit_test(level_motion_has_its_closed_forms),
        cmocka_unit_test(small_steps_agree_with_the_symplectic_ones),
    };
    return cmocka_run_group_tests_name("implicit motion", tests, NULL, test_devices_close);
}
