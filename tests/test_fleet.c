/* SPDX-License-Identifier: MIT
 *
 * Fleets: steps against the oracle, what goes in comes out, time, and who may go before whom. */
#include "test_boat.h"

#include <stddef.h>

int test_fleet(void);

/* ---- steps against the oracle ---------------------------------------------------------------------------------- */

enum { MIXED = 8, MIXED_STEPS = 120 };

typedef struct mixed {
    flo_hull_def def[4];
    flo_hull *hull[4];
    flo_body_def body[MIXED];
    oracle_body right[MIXED];
} mixed;

/* Boats that drive, boxes of cells, springs, and points of volume, so that every way of moving is in one fleet. */
static void mixed_make(mixed *m, double level)
{
    m->def[0] = test_boat_def();
    m->def[1] = test_box_def(2, 1, 4, 3500);
    m->def[1].push = (flo_push_def){ 0.4, FLO_PUSH_ANALYTIC };
    m->def[1].damping = (flo_damping_def){ .vertical = 1, .angular = 0.5, .scale_by_submerged = true };
    m->def[1].drag.quadratic = 0.1;
    m->def[2] = test_boat_def();
    m->def[2].buoyancy = (flo_buoyancy_def){ .law = FLO_SPRING, .alpha = 3, .bias = 1, .stiffness = 2e4 };
    m->def[2].damping.angular_form = FLO_ANGULAR_VELOCITY;
    m->def[3] = test_boat_def();
    m->def[3].buoyancy = (flo_buoyancy_def){ .law = FLO_ARCHIMEDES, .curve = FLO_CURVE_SATURATE, .alpha = 2, .bias = 1,
                                             .reference_depth = 1 };
    m->def[3].volume = 1.4;
    for (int i = 0; i < 4; i++) m->hull[i] = test_hull_make(&m->def[i]);
    for (int b = 0; b < MIXED; b++) {
        const flo_body_control control = { .throttle = (float)test_random(0, 1), .steer = (float)test_random(-1, 1) };
        flo_body_state at = test_state_at(30 * b, level + test_random(-0.3, 0.3), 1e5 - 20 * b);
        test_state_turn(&at, 0.8 * b, 0.1, 1, -0.2);
        at.velocity[2] = (float)test_random(0, 4);
        at.angular_velocity[0] = 0.2f;
        m->body[b] = test_body(m->hull[b % 4], at, control);
        m->right[b] = oracle_body_make(&m->def[b % 4], &at, control);
    }
}

static void mixed_free(mixed *m)
{
    for (int i = 0; i < 4; i++) flo_hull_destroy(m->hull[i]);
    for (int b = 0; b < MIXED; b++) oracle_body_free(&m->right[b]);
}

static void steps_are_the_oracles(void **state)
{
    (void)state;
    mixed m;
    test_worst_state worst = { 0 };
    test_water w = test_water_random(10, 80, 0.25, 41);
    mixed_make(&m, w.def.level);
    for (int n = 0; n < MIXED_STEPS; n++) {
        for (int b = 0; b < MIXED; b++) oracle_body_step(&m.right[b], &w.oracle, 1000 + n / 60.0, 1.0 / 60);
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_body_state got[MIXED];
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, m.body, MIXED, 1000);
        OK(flo_fleet_step(fleet, 1.0 / 60, MIXED_STEPS));
        OK(flo_fleet_read(fleet, 0, MIXED, got));
        for (int b = 0; b < MIXED; b++) {
            test_about("%s, body %d", d->label, b);
            test_worst_state_add(&worst, &got[b], &m.right[b]);
        }
        flo_fleet_destroy(fleet);
    }
    WORST_STATE(&worst);
    mixed_free(&m);
    test_water_free(&w);
}

/* A boat that drives goes where its bow points, and a positive rudder takes the bow to port, +x of +z. */
static void boats_go_ahead_and_turn_to_port(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def def = test_boat_def();
    def.center_of_mass[0] = def.center_of_mass[2] = 0;
    flo_hull *hull = test_hull_make(&def);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int quarter = 0; quarter < 4; quarter++) {
            flo_body_state at = test_state_at(0, -0.48, 0);
            test_state_turn(&at, quarter * pi / 2, 0, 1, 0);
            flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ .throttle = 1 });
            OK(flo_fleet_step(fleet, 1.0 / 60, 60));
            const flo_body_state ahead = test_read(fleet, 0);
            const double gone[2] = { ahead.position[0], ahead.position[2] };
            test_about("%s, heading %d/4", d->label, quarter);
            NEAR(atan2(gone[0], gone[1]) - quarter * pi / 2 + (quarter == 3 ? 2 * pi : 0), 0, 1e-3);
            assert_true(hypot(gone[0], gone[1]) > 0.5);
            OK(flo_fleet_control(fleet, 0, 1, &(flo_body_control){ .throttle = 0.5f, .steer = 1 }));
            OK(flo_fleet_step(fleet, 1.0 / 60, 60));
            assert_true(test_read(fleet, 0).angular_velocity[1] > 0.1f);
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- what goes in comes out ------------------------------------------------------------------------------------ */

static void states_come_back_as_written(void **state)
{
    (void)state;
    test_water w = test_water_random(3, 60, 0.2, 42);
    const flo_hull_def boat = test_boat_def(), box = test_box_def(2, 1, 4, 3000);
    flo_hull *hulls[2] = { test_hull_make(&boat), test_hull_make(&box) };
    enum { COUNT = 200 };
    static flo_body_def bodies[COUNT];
    for (int b = 0; b < COUNT; b++) {
        const flo_body_state at = test_state_random(test_random(-1e6, 1e6), 3, 1e6);
        bodies[b] = test_body(hulls[b % 3 == 0], at, (flo_body_control){ 0 });
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, bodies, COUNT, 0);
        flo_body_state got[COUNT], middle[50];
        OK(flo_fleet_read(fleet, 0, COUNT, got));
        for (int b = 0; b < COUNT; b++) {
            const flo_body_state *in = &bodies[b].state;
            double length = 0;
            for (int i = 0; i < 4; i++) length += (double)in->orientation[i] * (double)in->orientation[i];
            test_about("%s, body %d", d->label, b);
            for (int i = 0; i < 4; i++) NEAR(got[b].orientation[i], (double)in->orientation[i] / sqrt(length), 1e-7);
            for (int i = 0; i < 3; i++) {
                NEAR(got[b].position[i], in->position[i], 2e-7);
                NEAR(got[b].velocity[i], in->velocity[i], 1e-6);
                NEAR(got[b].angular_velocity[i], in->angular_velocity[i], 0);
            }
        }
        OK(flo_fleet_read(fleet, 75, 50, middle));
        SAME(middle, got + 75, sizeof middle);
        OK(flo_fleet_write(fleet, 20, 50, middle));
        OK(flo_fleet_read(fleet, 0, COUNT, got));
        OK(flo_fleet_read(fleet, 20, 50, got + 20));
        for (int b = 0; b < 50; b++) NEAR(got[20 + b].position[0], middle[b].position[0], 2e-7);
        NEAR(got[19].position[0], bodies[19].state.position[0], 2e-7);
        NEAR(got[70].position[0], bodies[70].state.position[0], 2e-7);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hulls[0]);
    flo_hull_destroy(hulls[1]);
    test_water_free(&w);
}

/* In calm water it makes no difference where on the sea a body is, not by a bit of what floats. */
static void place_makes_no_difference(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_control control = { .throttle = 0.7f, .steer = 0.2f };
        const flo_body_def bodies[2] = { test_body(hull, test_state_at(0, 0.1, 0), control),
                                         test_body(hull, test_state_at(1e6, 0.1, -1e6), control) };
        flo_body_state got[2];
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, bodies, 2, 0);
        OK(flo_fleet_step(fleet, 1.0 / 60, 300));
        OK(flo_fleet_read(fleet, 0, 2, got));
        test_about("%s", d->label);
        SAME(got[0].orientation, got[1].orientation, sizeof(flo_body_state) - offsetof(flo_body_state, orientation));
        NEAR(got[1].position[0] - 1e6, got[0].position[0], 2e-10);
        NEAR(got[1].position[1], got[0].position[1], 0);
        NEAR(got[1].position[2] + 1e6, got[0].position[2], 2e-10);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- time, reports, who may go --------------------------------------------------------------------------------- */

static void report_tells_the_time(void **state)
{
    (void)state;
    test_water w = test_water_random(3, 60, 0.2, 43);
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    flo_body_state at = test_state_at(0, 3, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ 0 });
        flo_fleet_report report;
        test_about("%s", d->label);
        OK(flo_fleet_set_time(fleet, 315576000));
        OK(flo_fleet_step(fleet, 1.0 / 60, 150));
        OK(flo_fleet_get_report(fleet, &report));
        NEAR(report.time, 315576000 + 150 / 60.0, 0);
        assert_int_equal(report.steps, 150);
        assert_int_equal(report.bad_bodies, 0);
        OK(flo_fleet_step(fleet, 0.25, 3));
        OK(flo_fleet_step(fleet, 0.25, 0));
        OK(flo_fleet_step(fleet, 1, 1));
        OK(flo_fleet_get_report(fleet, &report));
        NEAR(report.time, 315576000 + 150 / 60.0 + 1.75, 1e-7);
        assert_int_equal(report.steps, 154);
        assert_true(report.largest_residual > 0 && report.largest_residual < 0.5f);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* A fleet keeps what it needs: seas and hulls may go before it. */
static void fleet_outlives_its_sea_and_hulls(void **state)
{
    (void)state;
    const flo_hull_def def = test_boat_def();
    flo_body_state at = test_state_at(0, 3, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_water w = test_water_random(3, 60, 0.2, 44);
        flo_hull *hull = test_hull_make(&def);
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ .throttle = 1 });
        flo_hull_destroy(hull);
        test_water_free(&w);
        test_about("%s", d->label);
        OK(flo_fleet_step(fleet, 1.0 / 60, 10));
        assert_true(isfinite(test_load(fleet, 0).force[1]));
        flo_fleet_destroy(fleet);
    }
    flo_fleet_destroy(NULL);
}

static void empty_fleets_do_nothing(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, NULL, 0, 5);
        flo_fleet_report report;
        uint64_t hash = 0;
        test_about("%s", d->label);
        OK(flo_fleet_step(fleet, 0.5, 4));
        OK(flo_fleet_read(fleet, 0, 0, NULL));
        OK(flo_fleet_write(fleet, 0, 0, NULL));
        OK(flo_fleet_control(fleet, 0, 0, NULL));
        OK(flo_fleet_hash(fleet, &hash));
        OK(flo_fleet_get_report(fleet, &report));
        NEAR(report.time, 7, 0);
        flo_fleet_destroy(fleet);
    }
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const size_t one = flo_fleet_memory(hull, 1), many = flo_fleet_memory(hull, 1000000);
    assert_true(one > 0 && many > 1000000 * sizeof(flo_body_state) && many < 1000000 * (size_t)2000);
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_fleet(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_the_oracles),
        cmocka_unit_test(boats_go_ahead_and_turn_to_port),
        cmocka_unit_test(states_come_back_as_written),
        cmocka_unit_test(place_makes_no_difference),
        cmocka_unit_test(report_tells_the_time),
        cmocka_unit_test(fleet_outlives_its_sea_and_hulls),
        cmocka_unit_test(empty_fleets_do_nothing),
    };
    return cmocka_run_group_tests_name("fleet", tests, NULL, test_devices_close);
}
