/* SPDX-License-Identifier: MIT
 *
 * Bodies that are not fit, bodies that are flung out, and fleets that are refused: what happens, to whom, and that
 * nobody else notices is for test_same.c to show. */
#include "test_boat.h"

#include <stddef.h>

int test_unfit(void);

/* ---- bodies that are not fit ----------------------------------------------------------------------------------- */

typedef struct unfit { size_t member; double value; const char *word; } unfit;

static const unfit unfits[] = {
    { offsetof(flo_body_state, position), (double)NAN, "position nan" },
    { offsetof(flo_body_state, position) + 16, 2e9, "2e+09" },
    { offsetof(flo_body_state, position) + 8, -2e5, "-200000" },
    { offsetof(flo_body_state, orientation), 0, "orientation 0 0 0 0" },
    { offsetof(flo_body_state, orientation) + 8, (double)INFINITY, "inf" },
    { offsetof(flo_body_state, velocity) + 4, (double)NAN, "velocity 0 nan 0" },
    { offsetof(flo_body_state, velocity), 1e4, "velocity 10000 0 0" },
    { offsetof(flo_body_state, angular_velocity) + 8, -1e6, "-1e+06" },
};

static flo_body_state unfit_state(const unfit *u)
{
    flo_body_state s = test_state_at(1, 2, 3);
    const float single = (float)u->value;
    if (u->member < offsetof(flo_body_state, orientation)) {
        memcpy((char *)&s + u->member, &u->value, sizeof u->value);
    } else {
        memcpy((char *)&s + u->member, &single, sizeof single);
    }
    return s;
}

/* Stopped at the origin and named; the others are written, and one that is written well again moves again. */
static void unfit_bodies_are_named_and_stopped(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def def = test_boat_def();
    def.damping.vertical = 0;                               /* which works in the air, too */
    flo_hull *hull = test_hull_make(&def);
    const flo_body_def bodies[3] = { { .hull = hull, .state = test_state_at(0, 50, 0) },
                                     { .hull = hull, .state = test_state_at(9, 50, 0) },
                                     { .hull = hull, .state = test_state_at(0, 50, 9) } };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (size_t u = 0; u < sizeof unfits / sizeof *unfits; u++) {
            flo_body_state states[2] = { test_state_at(70, 60, 0), unfit_state(&unfits[u]) };
            flo_fleet_report report;
            flo_body_load loads[3];
            flo_forces_def forces = flo_default_forces_def();
            flo_fleet *fleet = test_fleet_make(d->device, w.sea, bodies, 3, 0);
            test_about("%s, %s", d->label, unfits[u].word);
            REFUSED(flo_fleet_write(fleet, 1, 2, states), FLO_BAD_BODY, "body 2");
            assert_non_null(strstr(flo_message(), unfits[u].word));
            REFUSED(flo_fleet_step(fleet, 0.25, 4), FLO_BAD_BODY, "1 of 3|body 2");
            OK(flo_fleet_get_report(fleet, &report));
            assert_int_equal(report.bad_bodies, 1);
            assert_int_equal(report.first_bad_body, 2);
            assert_int_equal(report.steps, 4);
            NEAR(test_read(fleet, 1).position[0], 70, 2e-7);
            assert_true(test_read(fleet, 0).velocity[1] < -1 && test_read(fleet, 1).velocity[1] < -1);
            const flo_body_state stopped = test_read(fleet, 2);
            for (int i = 0; i < 3; i++) assert_true(fabs(stopped.position[i]) < 1 && stopped.velocity[i] == 0);
            forces.count = 3;
            REFUSED(flo_fleet_forces(fleet, &forces, loads, NULL), FLO_BAD_BODY, "body 2");
            assert_true(loads[0].force[1] < -5000 && loads[2].force[1] == 0 && loads[2].submerged == 0);
            OK(flo_fleet_write(fleet, 2, 1, &bodies[2].state));
            OK(flo_fleet_step(fleet, 0.25, 1));
            assert_true(test_read(fleet, 2).velocity[1] < -1);
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* A body that a hard spring and a long step fling out, that runs away or spins up, is stopped where it is. */
static void stop_one(double stiffness, double power, double rudder)
{
    test_water w = test_water_flat();
    flo_hull_def def = test_speck_def();
    def.buoyancy.stiffness = stiffness;
    def.thrust.power = power;
    def.steering.base = rudder;
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(3, -0.5, -7);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ .throttle = 1, .steer = 1 });
        flo_fleet_report report;
        test_about("%s, stiffness %g, power %g, rudder %g", d->label, stiffness, power, rudder);
        REFUSED(flo_fleet_step(fleet, 0.5, 100), FLO_BAD_BODY, "1 of 1|body 0");
        OK(flo_fleet_get_report(fleet, &report));
        assert_int_equal(report.steps, 100);
        assert_int_equal(report.bad_bodies, 1);
        const flo_body_state s = test_read(fleet, 0);
        for (int i = 0; i < 3; i++) assert_true(isfinite(s.position[i]) && isfinite(s.velocity[i]));
        assert_true(fabs(s.position[1]) < 1e5 && fabs(s.position[2]) < 1e6);
        NEAR(s.position[0], 3, 1e-6);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

static void exploding_bodies_are_stopped(void **state)
{
    (void)state;
    stop_one(1e5, 0, 0);
    stop_one(1e-12, 1e5, 0);
    stop_one(1e-12, 0, 1e7);
}

/* ---- refusals -------------------------------------------------------------------------------------------------- */

static void refuse_fleet(flo_device *device, const flo_fleet_def *def, flo_status status, const char *words)
{
    flo_fleet *fleet = (flo_fleet *)(uintptr_t)def;
    test_about("%s", words);
    REFUSED(flo_fleet_create(&fleet, device, def), status, words);
    assert_null(fleet);
}

static void bad_fleets_are_refused(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const flo_hull_def hull_def = test_boat_def();
    flo_hull *hull = test_hull_make(&hull_def);
    const flo_body_def body = test_body(hull, test_state_at(0, 0, 0), (flo_body_control){ 0 });
    flo_body_def bodies[2] = { body, body };
    flo_fleet_def def = flo_default_fleet_def();
    flo_device *device = test_devices()->device;
    refuse_fleet(device, &def, FLO_BAD_VALUE, "sea|NULL");
    def.sea = w.sea;
    def.count = 2;
    refuse_fleet(device, &def, FLO_BAD_VALUE, "count is 2|bodies|NULL");
    def.bodies = bodies;
    def.time = (double)INFINITY;
    refuse_fleet(device, &def, FLO_BAD_VALUE, "time|inf");
    def.time = 0;
    def.integrator = (flo_integrator)9;
    refuse_fleet(device, &def, FLO_BAD_VALUE, "integrator|9");
    def.integrator = FLO_SYMPLECTIC;
    bodies[1].hull = NULL;
    refuse_fleet(device, &def, FLO_BAD_VALUE, "bodies[1].hull");
    bodies[1].hull = hull;
    for (size_t u = 0; u < sizeof unfits / sizeof *unfits; u++) {
        bodies[1].state = unfit_state(&unfits[u]);
        refuse_fleet(device, &def, FLO_BAD_VALUE, "bodies[1]");
        assert_non_null(strstr(flo_message(), unfits[u].word));
    }
    bodies[1].state = bodies[0].state;
    bodies[1].control.throttle = 2;
    refuse_fleet(device, &def, FLO_BAD_VALUE, "body 1|throttle 2");
    def.size = 8;
    refuse_fleet(device, &def, FLO_BAD_DEFINITION, "flo_default_fleet_def");
    flo_hull_destroy(hull);
    test_water_free(&w);
}

static void bad_calls_change_nothing(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(0, 0, 0);
    flo_fleet *fleet = test_fleet_one(test_devices()->device, w.sea, hull, &at, (flo_body_control){ 0 });
    const double steps[] = { 0, -1, 11, (double)NAN, (double)INFINITY };
    const char *const words[] = { "dt|0", "dt|-1", "dt|11|10", "dt|nan", "dt|inf" };
    flo_body_state states[2] = { test_state_at(1, 1, 1), test_state_at(1, 1, 1) };
    flo_body_control control[2] = { 0 };
    uint64_t before = 0, after = 1;
    test_about("calls");
    OK(flo_fleet_hash(fleet, &before));
    for (int i = 0; i < 5; i++) REFUSED(flo_fleet_step(fleet, steps[i], 1), FLO_BAD_VALUE, words[i]);
    REFUSED(flo_fleet_read(fleet, 0, 2, states), FLO_BAD_VALUE, "2 bodies from number 0|fleet has 1");
    REFUSED(flo_fleet_write(fleet, 1, 1, states), FLO_BAD_VALUE, "1 bodies from number 1|fleet has 1");
    REFUSED(flo_fleet_write(fleet, SIZE_MAX, 2, states), FLO_BAD_VALUE, "fleet has 1");
    REFUSED(flo_fleet_control(fleet, 0, 2, control), FLO_BAD_VALUE, "fleet has 1");
    control[0].steer = -1.5f;
    REFUSED(flo_fleet_control(fleet, 0, 1, control), FLO_BAD_VALUE, "body 0|steer -1.5");
    control[0].steer = NAN;
    REFUSED(flo_fleet_control(fleet, 0, 1, control), FLO_BAD_VALUE, "body 0|nan");
    OK(flo_fleet_hash(fleet, &after));
    assert_true(before == after);
    NEAR(states[0].position[0], 1, 0);
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* More bodies than any machine holds are refused with what they would need, before anything is taken. */
static void too_many_bodies_are_refused(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    static double points[100000][3];
    flo_hull_def def = test_boat_def();
    def.points = (const double (*)[3])points;
    def.point_count = 100000;
    for (int i = 0; i < 100000; i++) points[i][0] = test_random(-5000, 5000);
    flo_hull *hull = test_hull_make(&def);
    enum { COUNT = 4000000 };
    flo_body_def *bodies = calloc(COUNT, sizeof *bodies);
    assert_non_null(bodies);
    for (int i = 0; i < COUNT; i++) bodies[i] = test_body(hull, test_state_at(0, 0, 0), (flo_body_control){ 0 });
    flo_fleet_def fleet = flo_default_fleet_def();
    fleet.sea = w.sea;
    fleet.bodies = bodies;
    fleet.count = COUNT;
    for (const test_device *d = test_devices(); d->device; d++) {
        char needed[40];
        snprintf(needed, sizeof needed, "%zu bytes", flo_fleet_memory(hull, COUNT));
        refuse_fleet(d->device, &fleet, FLO_NO_MEMORY, needed);
    }
    free(bodies);
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_unfit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unfit_bodies_are_named_and_stopped),
        cmocka_unit_test(exploding_bodies_are_stopped),
        cmocka_unit_test(bad_fleets_are_refused),
        cmocka_unit_test(bad_calls_change_nothing),
        cmocka_unit_test(too_many_bodies_are_refused),
    };
    return cmocka_run_group_tests_name("unfit", tests, NULL, test_devices_close);
}
