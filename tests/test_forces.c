/* SPDX-License-Identifier: MIT
 *
 * Forces against the oracle, in all and sample by sample, and the laws of buoyancy against their formulas. */
#include "test_boat.h"

int test_forces(void);

/* ---- everything at once, against the oracle -------------------------------------------------------------------- */

typedef struct worst_of { test_worst force, torque, submerged; } worst_of;

/* Float arithmetic loses some 1e-6 of all forces, and what the height's own error moves. */
static void compare_load(worst_of *worst, const flo_body_load *got, const oracle_load *right, double reach, double wave)
{
    const double force = 1e-6 * right->size + 1.5e-6 * wave * right->stiffness;
    for (int i = 0; i < 3; i++) {
        test_worst_add(&worst->force, (double)got->force[i], right->force[i], force);
        test_worst_add(&worst->torque, (double)got->torque[i], right->torque[i], force * reach);
    }
    test_worst_add(&worst->submerged, (double)got->submerged, right->submerged, 1e-5);
}

/* All laws, curves, pushes and forms of a hull in turn. */
static flo_hull_def hull_number(int i, double (*points)[3], int count)
{
    flo_hull_def def = test_boat_def();
    const flo_law law = (flo_law)(i % 3);
    const bool box = i / 3 % 2;
    def.points = (const double (*)[3])points;
    def.point_count = count;
    def.buoyancy = (flo_buoyancy_def){ .law = law, .curve = (flo_curve)(i / 6 % 3), .reference_depth = 0.7,
                                       .alpha = 2.5, .bias = 1.3, .stiffness = 9e3 };
    def.volume = 1.7;
    def.push = (flo_push_def){ test_random(0, 1), i % 2 ? FLO_PUSH_ANALYTIC : FLO_PUSH_CHANGE };
    def.damping.scale_by_submerged = i / 2 % 2;
    def.drag.only_in_water = i % 5 < 3;
    def.steering.needs_water = i % 7 < 4;
    if (!box) return def;
    def.points = NULL;
    def.point_count = 0;
    for (int a = 0; a < 3; a++) {
        def.box_size[a] = test_random(0.5, 3);
        def.box_grid[a] = (int)test_random(1, 5);
    }
    if (law == FLO_ARCHIMEDES) def.buoyancy.reference_depth = 0;
    return def;
}

enum { KINDS = 36, BODIES_EACH = 4 };

typedef struct loaded {
    flo_hull_def def;
    flo_hull *hull;
    double points[11][3];
    flo_body_def body[BODIES_EACH];
    oracle_load right[BODIES_EACH];
} loaded;

static void load_make(loaded *l, int i, test_water *w, double time)
{
    const int count = 1 + i % 11;
    for (int p = 0; p < count; p++) {
        for (int a = 0; a < 3; a++) l->points[p][a] = test_random(-2, 2);
    }
    l->def = hull_number(i, l->points, count);
    l->hull = test_hull_make(&l->def);
    for (int b = 0; b < BODIES_EACH; b++) {
        const flo_body_control control = { .throttle = (float)test_random(0, 1), .steer = (float)test_random(-1, 1) };
        l->body[b] = test_body(l->hull, test_state_random(40 * i, w->def.level, -1e4 * b), control);
        oracle_body oracle = oracle_body_make(&l->def, &l->body[b].state, control);
        l->right[b] = oracle_body_load(&oracle, &w->oracle, (oracle_step){ time, 0, true, false });
        oracle_body_free(&oracle);
    }
}

static void loads_are_the_oracles(void **state)
{
    (void)state;
    worst_of worst = { 0 };
    loaded *l = calloc(KINDS, sizeof *l);
    assert_non_null(l);
    for (int inversion = 0; inversion < 6; inversion += 2) {
        test_water w = test_water_random(12, 60, 0.4, 21);
        w.def.inversion = w.oracle.inversion = inversion;
        w.oracle.normal_offset = inversion == 4 ? 0.5 : 0;
        w.def.normal_offset = (double)w.oracle.normal_offset;
        flo_sea *sea = NULL;
        OK(flo_sea_create(&sea, &w.def));
        for (int i = 0; i < KINDS; i++) load_make(&l[i], i, &w, 321);
        for (const test_device *d = test_devices(); d->device; d++) {
            for (int n = 0; n < 2 * KINDS; n++) {
                const int i = n / 2;
                flo_fleet *fleet = (n % 2 ? test_fleet_direct : test_fleet_make)(d->device, sea, l[i].body, BODIES_EACH,
                                                                                 321);
                for (size_t b = 0; b < BODIES_EACH; b++) {
                    test_about("%s, inversion %d, hull %d, body %zu, %s", d->label, inversion, i, b,
                               n % 2 ? "direct" : "auto");
                    const flo_body_load got = test_load(fleet, b);
                    compare_load(&worst, &got, &l[i].right[b], 4, w.amplitudes);
                }
                flo_fleet_destroy(fleet);
            }
        }
        for (int i = 0; i < KINDS; i++) flo_hull_destroy(l[i].hull);
        flo_sea_destroy(sea);
        test_water_free(&w);
    }
    free(l);
    WORST(&worst.force, "force");
    WORST(&worst.torque, "torque");
    WORST(&worst.submerged, "submerged share");
}

/* ---- buoyancy laws, by hand ------------------------------------------------------------------------------------ */

/* The force on one point at a depth in flat water, all else being nothing; weight left out. */
static double lift_of(flo_device *device, const test_water *w, const flo_buoyancy_def *buoyancy, double depth)
{
    flo_hull_def def = test_speck_def();
    flo_forces_def forces = flo_default_forces_def();
    flo_body_load load;
    def.volume = 0.004;
    def.buoyancy = *buoyancy;
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state state = test_state_at(0, -depth, 0);
    flo_fleet *fleet = test_fleet_one(device, w->sea, hull, &state, (flo_body_control){ 0 });
    forces.count = 1;
    forces.gravity = false;
    OK(flo_fleet_forces(fleet, &forces, &load, NULL));
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    return (double)load.force[1];
}

static void laws_and_curves_are_their_formulas(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const double ref = 0.5, full = 2 * 9.81, displaced = 1000 * 9.81 * 0.004;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = -4; i <= 12; i++) {
            const double depth = i * 0.125, wet = fmax(depth, 0) / ref;
            flo_buoyancy_def b = { .law = FLO_PROPORTIONAL, .curve = FLO_CURVE_CLAMP, .reference_depth = ref,
                                   .alpha = 3, .bias = 1.05, .stiffness = 40 };
            test_about("%s, depth %g", d->label, depth);
            NEAR(lift_of(d->device, &w, &b, depth), 1.05 * full * fmin(wet, 1), 3e-6 * full);
            b.curve = FLO_CURVE_NONE;
            NEAR(lift_of(d->device, &w, &b, depth), 1.05 * full * wet, 3e-6 * full);
            b.curve = FLO_CURVE_SATURATE;
            NEAR(lift_of(d->device, &w, &b, depth), 1.05 * full * (1 - exp(-3 * wet)), 3e-6 * full);
            b.law = FLO_ARCHIMEDES;
            NEAR(lift_of(d->device, &w, &b, depth), displaced * (1 - exp(-3 * wet)), 3e-6 * displaced);
            b.law = FLO_SPRING;
            NEAR(lift_of(d->device, &w, &b, depth), 40 * depth, 1e-5);
        }
    }
    test_water_free(&w);
}

/* The spring alone has no weight; no sample is wet above the water. */
static void spring_has_no_weight(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def def = test_speck_def();
    def.buoyancy.stiffness = 100;
    flo_hull *hull = test_hull_make(&def);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int below = 0; below < 2; below++) {
            const flo_body_state at = test_state_at(0, below ? -2 : 2, 0);
            flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ 0 });
            const flo_body_load load = test_load(fleet, 0);
            test_about("%s, below %d", d->label, below);
            NEAR(load.force[1], below ? 200 : -200, 1e-4);
            NEAR(load.submerged, below, 1e-6);
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- samples --------------------------------------------------------------------------------------------------- */

enum { LONG = 300, SAMPLE_HULLS = 3, SAMPLE_BODIES = 5, MOST_SAMPLES = SAMPLE_BODIES * LONG };

static void check_samples(const test_device *d, const test_water *w, const flo_body_def *bodies,
                          const flo_hull_def defs[SAMPLE_HULLS])
{
    static double height[MOST_SAMPLES];
    static float normal[3][MOST_SAMPLES], submersion[MOST_SAMPLES], force[3][MOST_SAMPLES];
    const flo_sample_loads out = { height, { normal[0], normal[1], normal[2] }, submersion,
                                   { force[0], force[1], force[2] } };
    flo_body_load load[SAMPLE_BODIES];
    flo_fleet *fleet = test_fleet_make(d->device, w->sea, bodies, SAMPLE_BODIES, 50);
    flo_forces_def forces = flo_default_forces_def();
    forces.first = 1;
    forces.count = 3;
    forces.look = true;
    OK(flo_fleet_forces(fleet, &forces, load, &out));
    size_t at = 0;
    for (size_t b = 1; b < 4; b++) {
        oracle_body right = oracle_body_make(&defs[b % SAMPLE_HULLS], &bodies[b].state, bodies[b].control);
        double share = 0;
        for (int i = 0; i < right.samples; i++, at++) {
            double arm[3];
            oracle_turn(right.orientation, right.sample[i], arm);
            const oracle_surface s = oracle_surface_at(&w->oracle, 50, right.place[0] + arm[0], right.place[2] + arm[2],
                                                       ORACLE_CONVERGED);
            test_about("%s, body %zu, sample %d", d->label, b, i);
            NEAR(height[at], (double)s.height, 1.5e-6 * w->amplitudes);
            for (int a = 0; a < 3; a++) NEAR(normal[a][at], (double)s.normal[a], 2e-6);
            if (fabs((double)s.height - right.place[1] - arm[1]) > 2) {
                NEAR(submersion[at], right.place[1] + arm[1] < (double)s.height, 0);
            }
            share += fmin((double)submersion[at], 1) / right.samples;
        }
        NEAR(share, load[b - 1].submerged, 1e-6);
        oracle_body_free(&right);
    }
    flo_fleet_destroy(fleet);
}

/* In the order in which the caller gave them, body by body: boxes, points, and a hull so long that it is in pieces. */
static void samples_come_in_their_order(void **state)
{
    (void)state;
    static double points[LONG][3];
    test_water w = test_water_random(8, 60, 0.3, 24);
    test_water_settle(&w);
    flo_hull_def defs[SAMPLE_HULLS] = { test_boat_def(), test_box_def(2, 3, 4, 9000), test_boat_def() };
    flo_hull *hulls[SAMPLE_HULLS];
    flo_body_def bodies[SAMPLE_BODIES];
    for (int i = 0; i < LONG; i++) {
        for (int a = 0; a < 3; a++) points[i][a] = test_random(-1, 1) * (a == 2 ? 60 : 2);
    }
    defs[0].buoyancy.reference_depth = 1;
    defs[2].points = (const double (*)[3])points;
    defs[2].point_count = LONG;
    for (int i = 0; i < SAMPLE_HULLS; i++) hulls[i] = test_hull_make(&defs[i]);
    for (int b = 0; b < SAMPLE_BODIES; b++) {
        const flo_body_state at = test_state_random(30 * b, w.def.level, 0);
        bodies[b] = test_body(hulls[b % SAMPLE_HULLS], at, (flo_body_control){ 0 });
    }
    for (const test_device *d = test_devices(); d->device; d++) check_samples(d, &w, bodies, defs);
    for (int i = 0; i < SAMPLE_HULLS; i++) flo_hull_destroy(hulls[i]);
    test_water_free(&w);
}

/* The forces of all samples add up to that on the body, thrust, damping, drag and weight aside. */
static void samples_add_up(void **state)
{
    (void)state;
    test_water w = test_water_random(8, 60, 0.3, 25);
    flo_hull_def box = test_box_def(2, 3, 4, 9000);
    box.push = (flo_push_def){ 0.3, FLO_PUSH_ANALYTIC };
    flo_hull *hull = test_hull_make(&box);
    const flo_body_state at = test_state_random(0, w.def.level, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        float force[3][64];
        flo_body_load load;
        flo_forces_def forces = flo_default_forces_def();
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ 0 });
        forces.count = 1;
        forces.gravity = false;
        const flo_sample_loads out = { .force = { force[0], force[1], force[2] } };
        OK(flo_fleet_forces(fleet, &forces, &load, &out));
        for (int a = 0; a < 3; a++) {
            double sum = 0;
            for (int i = 0; i < 64; i++) sum += (double)force[a][i];
            test_about("%s, axis %d", d->label, a);
            NEAR(load.force[a], sum, 1e-7 * 64 * 9000 * 9.81 / 64);
        }
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_forces(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_the_oracles),
        cmocka_unit_test(laws_and_curves_are_their_formulas),
        cmocka_unit_test(spring_has_no_weight),
        cmocka_unit_test(samples_come_in_their_order),
        cmocka_unit_test(samples_add_up),
    };
    return cmocka_run_group_tests_name("forces", tests, NULL, test_devices_close);
}
