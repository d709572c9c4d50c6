/* SPDX-License-Identifier: MIT
 *
 * Motion against closed forms: falling, spinning, oscillating, slowing down. */
#include "test_boat.h"

int test_motion(void);

static const flo_body_control no_hand = { 0 };

/* ---- falling and flying ---------------------------------------------------------------------------------------- */

/* v = -g n h and y = y0 - g h^2 n (n + 1) / 2, the symplectic step being what it is. */
static void bodies_fall_freely(void **state)
{
    (void)state;
    const flo_hull_def boat = test_boat_def();
    flo_hull_def def = boat;
    def.damping.vertical = 0;
    flo_body_state at = test_state_at(7, 100, -3);
    at.velocity[0] = 2;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        OK(flo_fleet_step(l.fleet, 1.0 / 64, 128));
        const flo_body_state s = test_read(l.fleet, 0);
        test_about("%s", d->label);
        NEAR(s.velocity[1], -9.81 * 2, 2e-5);
        NEAR(s.position[1], 100 - 9.81 / 4096 * 128 * 129 / 2, 2e-5);
        NEAR(s.position[0], 7 + 2 * 2, 1e-5);
        NEAR(s.position[2], -3, 0x1p-24);
        test_lone_free(&l);
    }
}

/* What nothing acts on keeps its speed to the last bit, in any attitude and for as long as it likes. */
static void bodies_at_peace_keep_their_speed(void **state)
{
    (void)state;
    const flo_hull_def def = test_speck_def();
    test_worst speed = { 0 };
    for (int i = 0; i < 16; i++) {
        flo_body_state at = test_state_at(0, -1, 0);
        test_state_turn(&at, i * pi / 8, i % 3, 1, i % 2);
        at.velocity[0] = 3;
        at.velocity[2] = -7;
        for (const test_device *d = test_devices(); d->device; d++) {
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            OK(flo_fleet_step(l.fleet, 1.0 / 64, 1000));
            const flo_body_state s = test_read(l.fleet, 0);
            test_about("%s, attitude %d", d->label, i);
            test_worst_add(&speed, (double)s.velocity[0], 3, 1e-6);
            test_worst_add(&speed, (double)s.velocity[2], -7, 1e-6);
            test_lone_free(&l);
        }
    }
    WORST(&speed, "speed, in 1e-6 m/s");
}

/* A body thrown spinning about its centre of mass flies like one that does not spin, whatever its origin does. */
static void centre_of_mass_flies_straight(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    const double com[3] = { 0.5, -0.25, 1 };
    memcpy(def.center_of_mass, com, sizeof com);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_body_state at = test_state_at(1, 2, 3);
        at.angular_velocity[1] = 2;
        at.velocity[0] = -2;                                /* with the spin, the centre of mass stands still: */
        at.velocity[2] = 1;                                 /* v + w x r = 0 for r = com */
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        test_about("%s", d->label);
        for (int i = 1; i <= 5; i++) {
            OK(flo_fleet_step(l.fleet, 1.0 / 64, 20));
            const flo_body_state s = test_read(l.fleet, 0);
            const double q[4] = { s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3] };
            double arm[3];
            oracle_turn(q, com, arm);
            NEAR(s.position[0] + arm[0], 1.5, 1e-5);
            NEAR(s.position[1] + arm[1], 1.75, 1e-5);
            NEAR(s.position[2] + arm[2], 4, 1e-5);
            NEAR(2 * atan2(q[2], q[0]), 2 * i * 20 / 64.0, 1e-5);
            NEAR(s.velocity[0], -2 * arm[2], 1e-5);
            NEAR(s.velocity[2], 2 * arm[0], 1e-5);
        }
        test_lone_free(&l);
    }
}

/* ---- free rotation --------------------------------------------------------------------------------------------- */

static double size_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* Momentum and energy of a body, from what a caller reads. */
static void momentum_and_energy(const flo_body_state *s, const double inertia[3], double momentum[3], double *energy)
{
    const double q[4] = { s->orientation[0], s->orientation[1], s->orientation[2], s->orientation[3] };
    const double spin[3] = { s->angular_velocity[0], s->angular_velocity[1], s->angular_velocity[2] };
    oracle_momentum(q, inertia, spin, momentum);
    *energy = (spin[0] * momentum[0] + spin[1] * momentum[1] + spin[2] * momentum[2]) / 2;
}

/* I = (1, 2, 3), w = (0.3, 2, 0.4), ten seconds at 60 Hz.  Keeping the momentum with the midpoint attitude loses none
 * of it and 1.387e-6 of the energy; keeping the velocity turns the momentum by 18 %. */
static void free_rotation_keeps_momentum_and_energy(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    for (int a = 0; a < 3; a++) def.inertia[a] = a + 1;
    flo_body_state at = test_state_at(0, 0, 0);
    at.angular_velocity[0] = 0.3f;
    at.angular_velocity[1] = 2;
    at.angular_velocity[2] = 0.4f;
    const double published[2][2] = { { 0, 1.38737594e-06 }, { 0.184111696, 0 } };
    for (int form = 0; form < 2; form++) {
        def.damping.angular_form = form ? FLO_ANGULAR_VELOCITY : FLO_ANGULAR_MOMENTUM;
        test_worst lost = { 0 }, gained = { 0 };
        for (const test_device *d = test_devices(); d->device; d++) {
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            double before[3], after[3], energy_before, energy_after;
            flo_body_state s = test_read(l.fleet, 0);
            momentum_and_energy(&s, def.inertia, before, &energy_before);
            OK(flo_fleet_step(l.fleet, 1.0 / 60, 600));
            s = test_read(l.fleet, 0);
            momentum_and_energy(&s, def.inertia, after, &energy_after);
            const double change[3] = { after[0] - before[0], after[1] - before[1], after[2] - before[2] };
            test_about("%s", d->label);
            test_worst_add(&lost, size_of(change) / size_of(before), published[form][0], 1e-6);
            test_worst_add(&gained, energy_after / energy_before - 1, published[form][1], 1e-6);
            test_lone_free(&l);
        }
        WORST(&lost, "momentum, error in 1e-6 of it");
        WORST(&gained, "energy, error in 1e-6 of it");
    }
}

/* The same torque turns a body fastest about its axis of least inertia, whichever way that points: the rudder's, about
 * the world's y, of a body with its x or z axis upright. */
static void inertia_turns_with_the_body(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    for (int a = 0; a < 3; a++) def.inertia[a] = a + 1;
    def.steering.base = 6;
    const double axis[3][3] = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } };    /* turned 90 degrees about */
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int a = 0; a < 3; a++) {
            flo_body_state at = test_state_at(0, 0, 0);
            test_state_turn(&at, pi / 2, axis[a][0], axis[a][1], axis[a][2]);
            test_lone l = test_lone_make(d->device, &def, &at, (flo_body_control){ .steer = 0.5f });
            OK(flo_fleet_step(l.fleet, 1.0 / 64, 1));
            test_about("%s, axis %d upright", d->label, a);
            NEAR(test_read(l.fleet, 0).angular_velocity[1], 3.0 / (a + 1) / 64, 1e-7);
            test_lone_free(&l);
        }
    }
}

/* The decay of the spin is exp(-c t) at any step, in both forms. */
static void spin_decays_exponentially(void **state)
{
    (void)state;
    const double steps[] = { 1.0 / 60, 0.25, 2 };
    flo_hull_def def = test_speck_def();
    def.damping.angular = 0.7;
    flo_body_state at = test_state_at(0, 0, 0);
    at.angular_velocity[0] = 0.1f;
    at.angular_velocity[2] = -0.2f;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 6; i++) {
            def.damping.angular_form = i % 2 ? FLO_ANGULAR_VELOCITY : FLO_ANGULAR_MOMENTUM;
            const double dt = steps[i / 2];
            const uint64_t n = (uint64_t)rint(4 / dt);
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            OK(flo_fleet_step(l.fleet, dt, n));
            const double left = exp(-0.7 * (double)n * dt);
            test_about("%s, step %g, form %d", d->label, dt, i % 2);
            NEAR(test_read(l.fleet, 0).angular_velocity[2], -0.2 * left, 2e-5 * left);
            test_lone_free(&l);
        }
    }
}

/* ---- oscillating ----------------------------------------------------------------------------------------------- */

/* The symplectic step of a spring has the exact frequency (2 / h) asin(w h / 2), whatever the step below 2 / w, and
 * keeps v^2 + w^2 y^2 - h w^2 y v. */
static void naked_spring_keeps_its_frequency(void **state)
{
    (void)state;
    const double ratios[] = { 0.0625, 0.5, 1.625, 1.9375 };     /* w h, of which floats have the square */
    test_worst place = { 0 }, invariant = { 0 };
    for (int i = 0; i < 4; i++) {
        const double h = 1.0 / 64, w = ratios[i] / h, y0 = 0.5;
        flo_hull_def def = test_speck_def();
        def.buoyancy.stiffness = def.mass * w * w;
        const flo_body_state at = test_state_at(0, y0, 0);
        const double theta = 2 * asin(w * h / 2), y1 = y0 * (1 - h * h * w * w);
        const double swing = (y1 - y0 * cos(theta)) / sin(theta), size = hypot(y0, swing);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            test_about("%s, w h %g", d->label, ratios[i]);
            for (int n = 1; n <= 1000; n++) {
                OK(flo_fleet_step(l.fleet, h, 1));
                if (n % 37) continue;
                const flo_body_state s = test_read(l.fleet, 0);
                const double y = s.position[1], v = (double)s.velocity[1];
                test_worst_add(&place, y, y0 * cos(n * theta) + swing * sin(n * theta), 2e-5 * size);
                test_worst_add(&invariant, v * v + w * w * y * y - h * w * w * y * v, w * w * y0 * y0,
                               2e-5 * w * w * size * size);
            }
            test_lone_free(&l);
        }
    }
    WORST(&place, "place, in 2e-5 of the swing");
    WORST(&invariant, "invariant, in 2e-5 of it");
}

/* A box bobs with the period 2 pi sqrt(draft / g): 1.41850 s for the unit box half under; from a phase that the step
 * shifts as it does the spring's. */
static void box_bobs_at_its_period(void **state)
{
    (void)state;
    flo_hull_def def = test_box_def(1, 1, 1, 500);
    const flo_body_state at = test_state_at(0, 0.1, 0);
    const double h = 1.0 / 64, w = 2 * pi / 1.41850335, theta = 2 * asin(w * h / 2);
    const double swing = (0.1 * (1 - h * h * w * w) - 0.1 * cos(theta)) / sin(theta);
    test_worst place = { 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        test_about("%s", d->label);
        for (int n = 1; n <= 20; n++) {
            OK(flo_fleet_step(l.fleet, h, 33));
            const double right = 0.1 * cos(33 * n * theta) + swing * sin(33 * n * theta);
            test_worst_add(&place, test_read(l.fleet, 0).position[1], right, 1e-5);
        }
        test_lone_free(&l);
    }
    WORST(&place, "place, in 1e-5 m");
}

/* A case reported against the Godot hydro extension: a cube of a kilogram and a cubic metre at 60 Hz, w h = 1.65.  Its
 * energy must not grow. */
static void light_cube_is_not_flung_out(void **state)
{
    (void)state;
    flo_hull_def def = test_box_def(1, 1, 1, 1);
    for (int a = 0; a < 3; a++) def.box_grid[a] = 1;
    const double afloat = 0.5 - 0.001;                      /* the draft is a millimetre */
    const flo_body_state at = test_state_at(0, afloat + 0.0004, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        double highest = 0;
        for (int i = 0; i < 2000; i++) {
            OK(flo_fleet_step(l.fleet, 1.0 / 60, 1));
            highest = fmax(highest, fabs(test_read(l.fleet, 0).position[1] - afloat));
        }
        const double wh = sqrt(1000 * 9.81) / 60;
        test_about("%s", d->label);
        assert_true(highest <= 0.0004 / sqrt(1 - wh * wh / 4) * 1.001 + 1e-6);      /* the invariant's own swing */
        test_lone_free(&l);
    }
}

/* ---- slowing down ---------------------------------------------------------------------------------------------- */

static double speed_after(flo_device *device, const flo_hull_def *def, double v, double dt, uint64_t steps)
{
    flo_body_state at = test_state_at(0, -1, 0);
    test_state_turn(&at, pi / 2, 0, 1, 0);
    at.velocity[0] = (float)v;
    test_lone l = test_lone_make(device, def, &at, (flo_body_control){ .throttle = 1 });
    OK(flo_fleet_step(l.fleet, dt, steps));
    const flo_body_state s = test_read(l.fleet, 0);
    test_lone_free(&l);
    return (double)s.velocity[0];
}

/* v / (1 + t c |v|) is exact at any step; linear drag leaves 1 / (1 + c h)^n. */
static void drag_is_its_closed_form(void **state)
{
    (void)state;
    flo_hull_def quadratic = test_speck_def(), linear = quadratic;
    quadratic.drag.quadratic = 3;
    linear.drag.local[2] = 0.5;
    linear.drag.linear = 0.25;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        NEAR(speed_after(d->device, &quadratic, 10, 1.0 / 60, 1), 6.66666667, 2e-6);
        for (int n = 1; n < 200; n *= 3) {
            const double fast = 10 / (1 + n / 60.0 * 30), slow = 10 / (1 + n * 30.0), faded = 10 * pow(1.075, -n);
            NEAR(speed_after(d->device, &quadratic, 10, 1.0 / 60, (uint64_t)n), fast, 1e-5 * fast);
            NEAR(speed_after(d->device, &quadratic, -10, 1, (uint64_t)n), -slow, 1e-5 * slow);
            NEAR(speed_after(d->device, &linear, 10, 0.1, (uint64_t)n), faded, 3e-7 * (n + 1) * faded);
        }
    }
}

/* sqrt(thrust / (quadratic * mass)), whatever the step; as near as a float comes before a step changes it by less than
 * it can hold. */
static void top_speed_is_exact_at_any_step(void **state)
{
    (void)state;
    const double steps[] = { 1.0 / 240, 1.0 / 60, 0.3, 5 };
    flo_hull_def def = test_speck_def();
    def.thrust.power = 100;
    def.drag.quadratic = 0.5;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 4; i++) {
            const uint64_t n = steps[i] < 1 ? (uint64_t)(10 / steps[i]) : 200;
            const double rate = 0.5 * 10 * steps[i], within = 1e-6 * (1 + rate) / rate + 5e-6;
            test_about("%s, step %g", d->label, steps[i]);
            NEAR(speed_after(d->device, &def, 0, steps[i], n), 10, within);
            NEAR(speed_after(d->device, &def, 30, steps[i], n), 10, within);
        }
    }
}

/* The damping of the vertical velocity is explicit: (1 - c h)^n. */
static void vertical_damping_is_per_step(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    def.damping.vertical = 2;
    flo_body_state at = test_state_at(0, 5, 0);
    at.velocity[0] = 3;
    at.velocity[1] = 4;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        OK(flo_fleet_step(l.fleet, 1.0 / 64, 100));
        const flo_body_state s = test_read(l.fleet, 0);
        test_about("%s", d->label);
        NEAR(s.velocity[1], 4 * pow(1 - 2.0 / 64, 100), 5e-6);
        NEAR(s.velocity[0], 3, 0);
        test_lone_free(&l);
    }
}

int test_motion(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_fall_freely),
        cmocka_unit_test(bodies_at_peace_keep_their_speed),
        cmocka_unit_test(centre_of_mass_flies_straight),
        cmocka_unit_test(free_rotation_keeps_momentum_and_energy),
        cmocka_unit_test(inertia_turns_with_the_body),
        cmocka_unit_test(spin_decays_exponentially),
        cmocka_unit_test(naked_spring_keeps_its_frequency),
        cmocka_unit_test(box_bobs_at_its_period),
        cmocka_unit_test(light_cube_is_not_flung_out),
        cmocka_unit_test(drag_is_its_closed_form),
        cmocka_unit_test(top_speed_is_exact_at_any_step),
        cmocka_unit_test(vertical_damping_is_per_step),
    };
    return cmocka_run_group_tests_name("motion", tests, NULL, test_devices_close);
}
