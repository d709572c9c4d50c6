/* SPDX-License-Identifier: MIT
 *
 * Driving: keels, the throttle let go, steady turns. */
#include "test_boat.h"

int test_turning(void);

/* Four points at the height of the centre of mass, and a propeller there, too: nothing pitches or rolls it. */
static flo_hull_def driver_def(double keel)
{
    flo_hull_def def = test_boat_def();
    for (int a = 0; a < 3; a++) def.center_of_mass[a] = 0;
    def.push.strength = 0;
    def.damping.angular = 2;
    def.drag = (flo_drag_def){ .linear = 0.05, .quadratic = 0.02, .local = { keel, 3, 0.1 }, .only_in_water = true };
    def.thrust.position[1] = 0;
    def.steering = (flo_steering_def){ .base = 800, .speed = 0, .reference_speed = 8 };
    return def;
}

static const double rest = -0.5 / 1.05;

/* ---- straight on ----------------------------------------------------------------------------------------------- */

/* Along each axis of the hull the drag of that axis: 1 / (1 + c dt)^n, whichever way the hull points. */
static void keel_holds_sideways(void **state)
{
    (void)state;
    flo_hull_def def = driver_def(10);
    def.drag.quadratic = 0;
    const double dt = 1.0 / 60, side = 1 + 10.05 * dt, ahead = 1 + 0.15 * dt;
    flo_body_state at = test_state_at(0, rest, 0);
    test_state_turn(&at, 0.8, 0, 1, 0);
    at.velocity[0] = 5;
    const double forward[2] = { sin(0.8), cos(0.8) }, port[2] = { cos(0.8), -sin(0.8) };
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, (flo_body_control){ 0 });
        for (int n = 30; n <= 120; n += 30) {
            OK(flo_fleet_step(l.fleet, dt, 30));
            const flo_body_state s = test_read(l.fleet, 0);
            const double v[2] = { s.velocity[0], s.velocity[2] };
            test_about("%s, step %d", d->label, n);
            NEAR(v[0] * port[0] + v[1] * port[1], 5 * cos(0.8) * pow(side, -n), 2e-6 * (1 + n * pow(side, -n)));
            NEAR(v[0] * forward[0] + v[1] * forward[1], 5 * sin(0.8) * pow(ahead, -n), 2e-5);
        }
        test_lone_free(&l);
    }
}

/* sqrt(thrust / (quadratic mass)) at full throttle, the gate of the propeller being as deep as it is; let go, the speed
 * is v0 / (1 + c v0 t). */
static void throttle_sets_the_speed(void **state)
{
    (void)state;
    flo_hull_def def = driver_def(10);
    def.drag = (flo_drag_def){ .quadratic = 0.05, .only_in_water = true };
    const double top = sqrt(4000 / 1.05 / (0.05 * 1000));
    const flo_body_state at = test_state_at(0, rest, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, (flo_body_control){ .throttle = 1 });
        OK(flo_fleet_step(l.fleet, 1.0 / 60, 3000));
        const double v = (double)test_read(l.fleet, 0).velocity[2];
        test_about("%s", d->label);
        NEAR(v, top, 0.001 * top);
        OK(flo_fleet_control(l.fleet, 0, 1, &(flo_body_control){ 0 }));
        for (int n = 60; n <= 600; n *= 10) {
            OK(flo_fleet_step(l.fleet, 1.0 / 60, (uint64_t)(n == 60 ? 60 : 540)));
            const double left = v / (1 + 0.05 * v * n / 60);
            NEAR(test_read(l.fleet, 0).velocity[2], left, 1e-5 * left);
        }
        test_lone_free(&l);
    }
}

/* ---- turning --------------------------------------------------------------------------------------------------- */

/* The circle through three places. */
static double radius_through(const flo_body_state *a, const flo_body_state *b, const flo_body_state *c)
{
    const double x[3] = { b->position[0] - a->position[0], c->position[0] - b->position[0],
                          a->position[0] - c->position[0] };
    const double z[3] = { b->position[2] - a->position[2], c->position[2] - b->position[2],
                          a->position[2] - c->position[2] };
    return hypot(x[0], z[0]) * hypot(x[1], z[1]) * hypot(x[2], z[2]) / (2 * fabs(x[0] * z[1] - x[1] * z[0]));
}

typedef struct turn { double drift, speed, rate, radius; } turn;

/* A boat that has turned for half a minute: the angle of its velocity against the attitude at the start of the step
 * that led to it, and its circle. */
static turn steady_turn(flo_device *device, const flo_hull_def *def, flo_integrator integrator)
{
    const flo_body_state at = test_state_at(0, rest, 0);
    const flo_body_control control = { .throttle = 0.8f, .steer = 0.6f };
    test_lone l = test_lone_moved(device, def, &at, control, integrator);
    flo_body_state s[3];
    OK(flo_fleet_step(l.fleet, 1.0 / 60, 1800));
    for (int i = 0; i < 3; i++) {
        s[i] = test_read(l.fleet, 0);
        OK(flo_fleet_step(l.fleet, 1.0 / 60, i < 2 ? 120 : 1));
    }
    const flo_body_state end = test_read(l.fleet, 0);
    test_lone_free(&l);
    const double course = atan2((double)end.velocity[0], (double)end.velocity[2]);
    const double heading = 2 * atan2((double)s[2].orientation[2], (double)s[2].orientation[0]);
    return (turn){ remainder(heading - course, 2 * pi), hypot((double)end.velocity[0], (double)end.velocity[2]),
                   (double)end.angular_velocity[1], radius_through(&s[0], &s[1], &s[2]) };
}

/* The velocity points outwards of the bow by atan(rate / (side + linear + quadratic |v|)), and the circle is as wide as
 * speed / rate: with a keel a few degrees, without it the boat slides. */
static void steady_turns_drift_as_the_keel_lets_them(void **state)
{
    (void)state;
    const double keel[] = { 10, 3, 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 6; i++) {
            const flo_hull_def def = driver_def(keel[i % 3]);
            const turn t = steady_turn(d->device, &def, i < 3 ? FLO_SYMPLECTIC : FLO_IMPLICIT);
            const double drift = atan(t.rate / (keel[i % 3] + 0.05 + 0.02 * t.speed));
            test_about("%s, keel %g, integrator %d", d->label, keel[i % 3], i / 3);
            assert_true(t.rate > 0.1);
            NEAR(t.drift, drift, 0.01 * drift);
            NEAR(t.radius, t.speed / t.rate, 0.01 * t.radius);
            assert_true(keel[i % 3] > 0 ? t.drift < 0.12 : t.drift > 0.7);
        }
    }
}

/* The lean presses the side down to which the boat turns, by its full moment at the reference speed and above. */
static void boats_lean_into_their_turn(void **state)
{
    (void)state;
    flo_hull_def def = driver_def(10);
    def.steering.lean = 600;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 8; i++) {
            const double heading = 0.9 * i, speed = i * 2 - 2, gain = fmin(fmax(speed / 8, 0), 1);
            flo_body_state at = test_state_at(0, i == 7 ? 5 : rest, 0);
            test_state_turn(&at, heading, 0, 1, 0);
            at.velocity[0] = (float)(speed * sin(heading));
            at.velocity[2] = (float)(speed * cos(heading));
            def.steering.needs_water = i > 5;
            test_lone l = test_lone_make(d->device, &def, &at, (flo_body_control){ .steer = 0.5f });
            const flo_body_load load = test_load(l.fleet, 0);
            const double lean = i == 7 ? 0 : 0.5 * 600 * gain;
            test_about("%s, %g m/s", d->label, speed);
            NEAR(load.torque[0], -lean * sin(heading), 0.01);
            NEAR(load.torque[2], -lean * cos(heading), 0.01);
            NEAR(load.torque[1], i == 7 ? 0 : 400, 0.01);
            test_lone_free(&l);
        }
    }
    def.steering.base = 0;
    const flo_body_state at = test_state_at(0, rest, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, (flo_body_control){ .throttle = 1, .steer = 1 });
        OK(flo_fleet_step(l.fleet, 1.0 / 60, 600));
        const flo_body_state s = test_read(l.fleet, 0);
        const double q[4] = { s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3] };
        double port[3];
        oracle_turn(q, (const double[3]){ 1, 0, 0 }, port);
        test_about("%s", d->label);
        assert_true(port[1] < -0.01);                       /* the port side is down */
        test_lone_free(&l);
    }
}

int test_turning(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keel_holds_sideways),
        cmocka_unit_test(throttle_sets_the_speed),
        cmocka_unit_test(steady_turns_drift_as_the_keel_lets_them),
        cmocka_unit_test(boats_lean_into_their_turn),
    };
    return cmocka_run_group_tests_name("turning", tests, NULL, test_devices_close);
}
