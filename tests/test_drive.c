/* SPDX-License-Identifier: MIT
 *
 * What pushes, drives, turns and slows a body, each alone against its formula. */
#include "test_boat.h"

int test_drive(void);

/* ---- push ------------------------------------------------------------------------------------------------------ */

/* A point at rest under waves: the change of the height since the last call, along the normal, and nothing the first
 * time.  A call that only looks leaves no memory. */
static void push_goes_by_the_change(void **state)
{
    (void)state;
    test_water w = test_water_random(6, 60, 0.3, 22);
    flo_hull_def def = test_speck_def();
    def.push.strength = 0.8;
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(5, w.def.level - 8, -3);
    const double times[] = { 10, 10.25, 10.25 + 1.0 / 64, 11 };
    flo_forces_def forces = flo_default_forces_def();
    forces.count = 1;
    forces.dt = 1.0 / 64;
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ 0 });
        double before = (double)NAN;
        for (int i = 0; i < 8; i++) {
            test_about("%s, call %d", d->label, i);
            flo_body_load load;
            const double time = times[i / 2];
            forces.look = i % 2 == 0;
            OK(flo_fleet_set_time(fleet, time));
            OK(flo_fleet_forces(fleet, &forces, &load, NULL));
            const oracle_surface s = oracle_surface_at(&w.oracle, time, 5, -3, ORACLE_CONVERGED);
            const double speed = isnan(before) ? 0 : ((double)s.height - before) / forces.dt;
            const double within = 1.6 * 3e-6 * w.amplitudes / forces.dt;
            for (int a = 0; a < 3; a++) NEAR(load.force[a], (double)s.normal[a] * speed * 0.8 * def.mass, within);
            if (!forces.look) before = (double)s.height;
        }
        forces.dt = 0;
        flo_body_load load;
        OK(flo_fleet_forces(fleet, &forces, &load, NULL));
        assert_true(load.force[0] == 0 && load.force[2] == 0);
        forces.dt = 1.0 / 64;
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* The analytic push is the limit of the other, and needs no past; a dry sample is not pushed. */
static void push_is_analytic_and_only_when_wet(void **state)
{
    (void)state;
    test_water w = test_water_random(6, 60, 0.3, 23);
    flo_hull_def def = test_speck_def();
    def.push = (flo_push_def){ 0.8, FLO_PUSH_ANALYTIC };
    flo_hull *hull = test_hull_make(&def);
    const oracle_surface s = oracle_surface_at(&w.oracle, 0, 5, -3, ORACLE_CONVERGED);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int wet = 0; wet < 2; wet++) {
            const flo_body_state at = test_state_at(5, (double)s.height + (wet ? -1 : 1), -3);
            flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ 0 });
            const flo_body_load load = test_load(fleet, 0);
            test_about("%s, wet %d", d->label, wet);
            for (int a = 0; a < 3; a++) {
                NEAR(load.force[a], wet * (double)(s.normal[a] * s.rise) * 0.8 * def.mass, 3e-6 * w.amplitudes);
            }
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- thrust, steering, drag, damping --------------------------------------------------------------------------- */

/* The load on a hull in flat water that drives, less what the water does. */
static flo_body_load load_of(flo_device *device, const flo_hull_def *def, const flo_body_state *at,
                             flo_body_control control)
{
    test_water w = test_water_flat();
    flo_hull *hull = test_hull_make(def);
    flo_fleet *fleet = test_fleet_one(device, w.sea, hull, at, control);
    const flo_body_load load = test_load(fleet, 0);
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    test_water_free(&w);
    return load;
}

/* As far as the propeller is in the water, along the hull's +z, with its moment about the centre of mass. */
static void thrust_works_in_the_water(void **state)
{
    (void)state;
    flo_hull_def def = test_boat_def();
    def.push.strength = 0;
    def.damping.vertical = 0;
    def.thrust.position[0] = 0.5;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 8; i++) {
            const double y = 0.4 - 0.15 * i, gate = fmin(fmax((-y + 0.2) / 0.5, 0), 1), heading = 0.7 * i;
            flo_body_state at = test_state_at(0, y, 0);
            test_state_turn(&at, heading, 0, 1, 0);
            const flo_body_load on = load_of(d->device, &def, &at, (flo_body_control){ .throttle = 0.5f });
            const flo_body_load off = load_of(d->device, &def, &at, (flo_body_control){ 0 });
            const double force = 2000 * gate, arm_x = 0.45, arm_y = 0.1;
            test_about("%s, propeller at %g m", d->label, y - 0.2);
            NEAR(on.force[0] - off.force[0], force * sin(heading), 0.01);
            NEAR(on.force[1] - off.force[1], 0, 0.01);
            NEAR(on.force[2] - off.force[2], force * cos(heading), 0.01);
            /* about the hull's axes: x gets arm_y * F, y gets -arm_x * F */
            NEAR(on.torque[0] - off.torque[0], arm_y * force * cos(heading), 0.02);
            NEAR(on.torque[1] - off.torque[1], -arm_x * force, 0.02);
            NEAR(on.torque[2] - off.torque[2], -arm_y * force * sin(heading), 0.02);
        }
    }
}

/* Once it is out, there is nothing left of it. */
static void propeller_in_the_air_does_nothing(void **state)
{
    (void)state;
    flo_hull_def def = test_boat_def();
    def.push.strength = 0;
    def.drag = (flo_drag_def){ 0 };
    flo_body_state at = test_state_at(0, 0, 0);
    test_state_turn(&at, 0.15, 1, 0, 0);                    /* the stern up, 0.3 m, and the propeller 0.1 m of it */
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_load on = load_of(d->device, &def, &at, (flo_body_control){ .throttle = 1 });
        const flo_body_load off = load_of(d->device, &def, &at, (flo_body_control){ 0 });
        test_about("%s", d->label);
        assert_true(on.submerged > 0.1f);
        SAME(&on, &off, sizeof on);
    }
}

/* A force from outside acts at its place, given in the hull's axes from its origin; a torque as it is. */
static void callers_push_where_they_say(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    const double com[3] = { 0.5, -0.25, 1 };
    memcpy(def.center_of_mass, com, sizeof com);
    const flo_body_control control = { .force = { 3, -5, 7 }, .at = { 1.5f, 0.75f, 3 }, .torque = { 0.5f, 0.25f, -2 } };
    const double arm[3] = { 2, 1, -1 };                     /* (1, 1, 2) from the centre of mass, by a quarter turn */
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_body_state at = test_state_at(4, 5, 6);
        test_state_turn(&at, pi / 2, 0, 1, 0);
        const flo_body_load load = load_of(d->device, &def, &at, control);
        test_about("%s", d->label);
        for (int a = 0; a < 3; a++) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            const double f[3] = { 3, -5, 7 }, t[3] = { 0.5, 0.25, -2 };
            NEAR(load.force[a], f[a], 2e-6);
            NEAR(load.torque[a], t[a] + arm[b] * f[c] - arm[c] * f[b], 1e-5);
        }
    }
}

/* A box's propeller counts by the height of one of its cells; the spring's is on below the surface. */
static void thrust_gate_follows_the_law(void **state)
{
    (void)state;
    flo_hull_def box = test_box_def(2, 1, 4, 4000), speck = test_speck_def();
    box.thrust = (flo_thrust_def){ .power = 100, .position = { 0, -0.4, -2 } };
    speck.thrust = (flo_thrust_def){ .power = 100, .position = { 0, 0, -1 } };
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        const double gates[] = { -0.1, 0.2, 0.5, 0.9, 3 };
        for (int i = 0; i < 5; i++) {
            const flo_body_state at = test_state_at(0, 0.4 - 0.25 * gates[i], 0);
            const flo_body_load load = load_of(d->device, &box, &at, (flo_body_control){ .throttle = 1 });
            NEAR(load.force[2], 100 * fmin(fmax(gates[i], 0), 1), 1e-3);
        }
        const flo_body_state below = test_state_at(0, -0.001, 0), above = test_state_at(0, 0.001, 0);
        NEAR(load_of(d->device, &speck, &below, (flo_body_control){ .throttle = 1 }).force[2], 100, 1e-4);
        NEAR(load_of(d->device, &speck, &above, (flo_body_control){ .throttle = 1 }).force[2], 0, 0);
    }
}

/* About the world's +y, some always and more with speed ahead; a positive rudder turns the bow to port, which is +x. */
static void steering_turns_the_bow_to_port(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    def.steering = (flo_steering_def){ .base = 5, .speed = 20, .reference_speed = 8 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = -2; i < 4; i++) {
            flo_body_state at = test_state_at(0, 1, 0);
            const double heading = 1.2, speed = 4.0 * i;
            test_state_turn(&at, heading, 0, 1, 0);
            at.velocity[0] = (float)(speed * sin(heading));
            at.velocity[2] = (float)(speed * cos(heading));
            const flo_body_load load = load_of(d->device, &def, &at, (flo_body_control){ .steer = 0.5f });
            test_about("%s, %g m/s", d->label, speed);
            NEAR(load.torque[1], 0.5 * (5 + 20 * fmin(fmax(speed / 8, 0), 1)), 1e-5);
            NEAR(load.torque[0], 0, 0);
        }
        const flo_body_state dry = test_state_at(0, 1, 0), wet = test_state_at(0, -1, 0);
        def.steering.needs_water = true;
        NEAR(load_of(d->device, &def, &dry, (flo_body_control){ .steer = 1 }).torque[1], 0, 0);
        NEAR(load_of(d->device, &def, &wet, (flo_body_control){ .steer = 1 }).torque[1], 5, 1e-6);
        def.steering.needs_water = false;
    }
}

static void drag_and_damping_slow_down(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    def.drag = (flo_drag_def){ .linear = 0.2, .quadratic = 0.05, .local = { 10, 3, 1 },
                                .local_quadratic = { 0.5, 0.25, 0.125 }, .only_in_water = true };
    def.damping.vertical = 2;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int wet = 0; wet < 2; wet++) {
            flo_body_state at = test_state_at(0, wet ? -1 : 1, 0);
            test_state_turn(&at, pi / 2, 0, 1, 0);           /* the bow to +x: the hull's x is the world's -z */
            at.velocity[0] = 3;
            at.velocity[1] = -4;
            at.velocity[2] = 12;
            const double all = 0.2 + 0.05 * 13, m = -def.mass * wet;
            const flo_body_load load = load_of(d->device, &def, &at, (flo_body_control){ 0 });
            test_about("%s, wet %d", d->label, wet);
            NEAR(load.force[0], m * 3 * (all + 1 + 0.125 * 3), 1e-4);
            NEAR(load.force[1], -m * 4 * (all + 3 + 0.25 * 4) + 2 * 4 * def.mass, 1e-4);
            NEAR(load.force[2], m * 12 * (all + 10 + 0.5 * 12), 1e-4);
        }
    }
}

int test_drive(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(push_goes_by_the_change),
        cmocka_unit_test(push_is_analytic_and_only_when_wet),
        cmocka_unit_test(thrust_works_in_the_water),
        cmocka_unit_test(propeller_in_the_air_does_nothing),
        cmocka_unit_test(callers_push_where_they_say),
        cmocka_unit_test(thrust_gate_follows_the_law),
        cmocka_unit_test(steering_turns_the_bow_to_port),
        cmocka_unit_test(drag_and_damping_slow_down),
    };
    return cmocka_run_group_tests_name("drive", tests, NULL, test_devices_close);
}
