/* SPDX-License-Identifier: MIT
 *
 * What does not depend on mass, and what inertia does. */
#include "test_boat.h"

int test_mass(void);

static const flo_body_control no_hand = { 0 };

/* ---- mass ------------------------------------------------------------------------------------------------------ */

/* Every force is proportional to mass but thrust and rudder, which grow with it here. */
static flo_hull_def heavier_boat(double times)
{
    flo_hull_def def = test_boat_def();
    def.mass *= times;
    for (int a = 0; a < 3; a++) def.inertia[a] *= times;
    def.thrust.power *= times;
    def.steering.base *= times;
    def.steering.speed *= times;
    def.damping.quadratic = 0.3;
    def.damping.of = FLO_DAMPING_POINTS;
    return def;
}

static flo_body_state after(flo_device *device, const test_water *w, const flo_hull_def *def, flo_integrator integrator)
{
    flo_body_state at = test_state_at(5, w->def.level + 0.2, -3);
    test_state_turn(&at, 0.4, 0.3, 1, 0.2);
    flo_hull *hull = test_hull_make(def);
    const flo_body_def body = test_body(hull, at, (flo_body_control){ .throttle = 0.7f, .steer = 0.3f });
    flo_fleet *fleet = integrator == FLO_SYMPLECTIC ? test_fleet_make(device, w->sea, &body, 1, 0)
                                                    : test_fleet_implicit(device, w->sea, &body, 1, 0);
    OK(flo_fleet_step(fleet, 1.0 / 60, 600));
    const flo_body_state s = test_read(fleet, 0);
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    return s;
}

/* Mass and inertia times a power of two: the same motion to the last bit; times a thousand: to 1e-5. */
static void motion_does_not_depend_on_mass(void **state)
{
    (void)state;
    test_water w = test_water_random(5, 60, 0.2, 61);
    const flo_hull_def boat = heavier_boat(1), power = heavier_boat(0x1p20), thousand = heavier_boat(1000);
    test_worst off = { 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 2; i++) {
            const flo_integrator integrator = i ? FLO_IMPLICIT : FLO_SYMPLECTIC;
            const flo_body_state one = after(d->device, &w, &boat, integrator);
            const flo_body_state same = after(d->device, &w, &power, integrator);
            const flo_body_state close = after(d->device, &w, &thousand, integrator);
            test_about("%s, integrator %d", d->label, i);
            SAME(&one, &same, sizeof one);
            for (int a = 0; a < 3; a++) test_worst_add(&off, close.position[a], one.position[a], 1e-5);
        }
    }
    WORST(&off, "a thousand times the mass, in 1e-5 m");
    test_water_free(&w);
}

/* ---- inertia --------------------------------------------------------------------------------------------------- */

/* A full roll, s, of a boat that was tilted a little, by its passes through upright. */
static double roll_period(flo_device *device, const flo_hull_def *def, double rest)
{
    flo_body_state at = test_state_at(0, rest, 0);
    test_state_turn(&at, 0.01, 0, 0, 1);
    test_lone l = test_lone_make(device, def, &at, no_hand);
    double before = 1, first = 0, last = 0;
    int count = 0;
    for (int n = 1; count < 5 && n < 4000; n++) {
        OK(flo_fleet_step(l.fleet, 1.0 / 240, 1));
        const double angle = (double)test_read(l.fleet, 0).orientation[3];
        if ((before > 0) != (angle > 0)) {
            last = (n - angle / (angle - before)) / 240;
            if (count++ == 0) first = last;
        }
        before = angle;
    }
    test_lone_free(&l);
    assert_int_equal(count, 5);
    return (last - first) / 2;
}

/* Four points: 2 pi sqrt(scale I / (m g K)) with K = b^2 / reference_depth - (y_mass - y_points). */
static void roll_period_grows_with_the_root_of_inertia(void **state)
{
    (void)state;
    const double scale[] = { 1, 5, 10, 0.25 };
    flo_hull_def def = test_boat_def();
    def.buoyancy.bias = 1;
    def.buoyancy.curve = FLO_CURVE_NONE;
    def.damping = (flo_damping_def){ 0 };
    def.center_of_mass[0] = def.center_of_mass[2] = 0;
    def.center_of_mass[1] = 0.3;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 4; i++) {
            def.inertia_scale = scale[i];
            const double right = 2 * pi * sqrt(scale[i] * 300 / (1000 * 9.81 * (1 / 0.5 - 0.3)));
            test_about("%s, inertia times %g", d->label, scale[i]);
            NEAR(roll_period(d->device, &def, -0.5), right, 0.01 * right);
        }
    }
}

/* 0.98 a step at 50 Hz is 1.01014 /s at any rate, on every axis, in both forms. */
static void spin_decays_alike_at_any_rate(void **state)
{
    (void)state;
    const double rate[] = { 30, 50, 60, 240 };
    flo_hull_def def = test_speck_def();
    const double inertia[3] = { 1, 2, 2.5 };
    memcpy(def.inertia, inertia, sizeof inertia);
    def.damping.angular = 1.01013537;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 24; i++) {
            const int axis = i % 3, steps = (int)(2 * rate[i / 3 % 4]);
            def.damping.angular_form = (flo_angular_form)(i / 12);
            flo_body_state at = test_state_at(0, 0, 0);
            at.angular_velocity[axis] = 0.8f;
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            OK(flo_fleet_step(l.fleet, 2.0 / steps, (uint64_t)steps));
            test_about("%s, axis %d, %g Hz", d->label, axis, rate[i / 3 % 4]);
            NEAR(test_read(l.fleet, 0).angular_velocity[axis], 0.8 * pow(0.98, 100), 1e-4 * 0.8 * pow(0.98, 100));
            test_lone_free(&l);
        }
    }
}

static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* A body whose principal axes are turned in its hull spins and answers torques like one that is turned itself. */
static void principal_axes_are_those_of_a_turned_body(void **state)
{
    (void)state;
    const double inertia[3] = { 1, 2, 2.5 }, turn[4] = { 0.8, 0.36, -0.48, 0 }, attitude[4] = { 0.6, 0, 0.64, 0.48 };
    double whole[4];
    flo_hull_def plain = test_speck_def();
    memcpy(plain.inertia, inertia, sizeof inertia);
    flo_hull_def inside = plain;
    for (int a = 0; a < 3; a++) {
        oracle_turn(turn, (const double[3]){ a == 0, a == 1, a == 2 }, inside.principal_axes[a]);
    }
    multiply(attitude, turn, whole);
    flo_body_state by_axes = test_state_at(0, 0, 0), by_attitude = by_axes;
    for (int i = 0; i < 4; i++) {
        by_axes.orientation[i] = (float)attitude[i];
        by_attitude.orientation[i] = (float)whole[i];
    }
    by_axes.angular_velocity[0] = by_attitude.angular_velocity[0] = 0.5f;
    by_axes.angular_velocity[2] = by_attitude.angular_velocity[2] = -1;
    const flo_body_control control = { .torque = { 0.3f, -0.2f, 0.5f } };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int form = 0; form < 2; form++) {
            plain.damping.angular_form = inside.damping.angular_form = (flo_angular_form)form;
            test_lone a = test_lone_make(d->device, &inside, &by_axes, control);
            test_lone b = test_lone_make(d->device, &plain, &by_attitude, control);
            OK(flo_fleet_step(a.fleet, 1.0 / 60, 240));
            OK(flo_fleet_step(b.fleet, 1.0 / 60, 240));
            const flo_body_state s = test_read(a.fleet, 0), t = test_read(b.fleet, 0);
            const double q[4] = { s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3] };
            double want[4], sign = 0;
            multiply(q, turn, want);
            for (int i = 0; i < 4; i++) sign += want[i] * (double)t.orientation[i];
            test_about("%s, form %d", d->label, form);
            for (int i = 0; i < 4; i++) NEAR(t.orientation[i], sign < 0 ? -want[i] : want[i], 2e-5);
            for (int i = 0; i < 3; i++) NEAR(t.angular_velocity[i], s.angular_velocity[i], 2e-5);
            test_lone_free(&a);
            test_lone_free(&b);
        }
    }
}

/* ---- a body left alone ----------------------------------------------------------------------------------------- */

/* I = (1, 2, 3), w = (0.3, 2, 0.4), 60 Hz: the momentum is kept to float rounding, the energy to 6e-5 at every step of
 * ten seconds and to 5e-6 at the end, where a step by the attitude at its start gains 9.6 %. */
static void free_rotation_keeps_its_energy_at_every_step(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    for (int a = 0; a < 3; a++) def.inertia[a] = a + 1;
    flo_body_state at = test_state_at(0, 0, 0);
    at.angular_velocity[0] = 0.3f;
    at.angular_velocity[1] = 2;
    at.angular_velocity[2] = 0.4f;
    test_worst momentum = { 0 }, energy = { 0 }, last = { 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int k = 0; k < 2; k++) {
            test_lone l = test_lone_moved(d->device, &def, &at, no_hand, k ? FLO_IMPLICIT : FLO_SYMPLECTIC);
            double before[3] = { 0 }, energy_before = 0;
            for (int n = 0; n <= 600; n++) {
                const flo_body_state s = test_read(l.fleet, 0);
                const double q[4] = { s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3] };
                const double spin[3] = { s.angular_velocity[0], s.angular_velocity[1], s.angular_velocity[2] };
                double now[3], off = 0;
                oracle_momentum(q, def.inertia, spin, now);
                const double e = (spin[0] * now[0] + spin[1] * now[1] + spin[2] * now[2]) / 2;
                if (n == 0) energy_before = e;
                if (n == 0) memcpy(before, now, sizeof now);
                for (int a = 0; a < 3; a++) off = fmax(off, fabs(now[a] - before[a]));
                test_about("%s, integrator %d, step %d", d->label, k, n);
                test_worst_add(&momentum, off / sqrt(0.09 + 16 + 1.44), 0, 2e-6);
                test_worst_add(&energy, e / energy_before, 1, 6e-5);
                if (n == 600) test_worst_add(&last, e / energy_before, 1, 5e-6);
                OK(flo_fleet_step(l.fleet, 1.0 / 60, 1));
            }
            test_lone_free(&l);
        }
    }
    WORST(&momentum, "momentum, in 2e-6 of it");
    WORST(&energy, "energy at any step, in 6e-5 of it");
    WORST(&last, "energy at the end, in 5e-6 of it");
}

int test_mass(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_does_not_depend_on_mass),
        cmocka_unit_test(roll_period_grows_with_the_root_of_inertia),
        cmocka_unit_test(spin_decays_alike_at_any_rate),
        cmocka_unit_test(principal_axes_are_those_of_a_turned_body),
        cmocka_unit_test(free_rotation_keeps_its_energy_at_every_step),
    };
    return cmocka_run_group_tests_name("mass", tests, NULL, test_devices_close);
}
