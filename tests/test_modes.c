/* SPDX-License-Identifier: MIT
 *
 * Bodies that follow the water instead of being moved by it, and hybrid ones, which do both. */
#include "test_boat.h"

#include <complex.h>

int test_modes(void);

static const flo_body_control follow = { .smoothing = 4 };

static flo_fleet *one(flo_device *device, const flo_sea *sea, const flo_hull *hull, flo_mode mode,
                      const flo_body_state *at, flo_body_control control)
{
    flo_body_def body = test_body(hull, *at, control);
    body.mode = mode;
    return test_fleet_make(device, sea, &body, 1, 0);
}

/* The same as a member of a fleet that takes implicit steps. */
static flo_fleet *one_implicit(flo_device *device, const flo_sea *sea, const flo_hull *hull, flo_mode mode,
                               const flo_body_state *at, flo_body_control control)
{
    flo_body_def body = test_body(hull, *at, control);
    body.mode = mode;
    return test_fleet_implicit(device, sea, &body, 1, 0);
}

/* Sine waves, so that the height and slope at a place are sines of time. */
static const flo_wave swell = { .amplitude = 0.1, .wavelength = 30, .heading = 0.5, .phase = 0.3 };

static double _Complex turned(double angle) { return cos(angle) + sin(angle) * I; }

/* What y + f (x - y), once a step, makes of a vibration exp(i omega t): f / (exp(i omega dt) - 1 + f). */
static double _Complex response(double omega, double dt, double f) { return f / (turned(omega * dt) - 1 + f); }

/* The heading, the twist about +y. */
static double heading_of(const flo_body_state *s)
{
    return 2 * atan2((double)s->orientation[2], (double)s->orientation[0]);
}

static void up_of(const flo_body_state *s, double up[3])
{
    const double q[4] = { s->orientation[0], s->orientation[1], s->orientation[2], s->orientation[3] };
    oracle_turn(q, (const double[3]){ 0, 1, 0 }, up);
}

/* ---- following ------------------------------------------------------------------------------------------------- */

/* Height and up axis lag behind the water's as a filter of the first order does: by a share of 1 - exp(-smoothing dt) a
 * step, which in time is 1 / (1 + i omega / smoothing).  Place and heading stay. */
static void transform_follows_with_its_lag(void **state)
{
    (void)state;
    const double dt = 1.0 / 60, f = -expm1(-4 * dt), k = 2 * pi / 30, omega = sqrt(9.81 * k);
    const flo_sea_def sea = test_sea_of(&swell, 2);
    test_water w = test_water_make(&sea);
    const flo_hull_def def = test_speck_def();
    flo_hull *hull = test_hull_make(&def);
    flo_body_state at = test_state_at(3, 1, 7);
    test_state_turn(&at, 1.1, 0, 1, 0);
    const double place = k * (3 * sin(0.5) + 7 * cos(0.5)) + 0.3;       /* the phase there at time 0 */
    const double _Complex lag = response(omega, dt, f), smooth = 1 / (1 + omega / 4 * I);
    test_about("lag");
    NEAR(cabs(lag), cabs(smooth), 0.01);
    NEAR(carg(lag), carg(smooth), 1.01 * omega * dt);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = one(d->device, w.sea, hull, FLO_TRANSFORM, &at, follow);
        OK(flo_fleet_step(fleet, dt, 300));
        for (int n = 300; n < 500; n += 20) {
            const flo_body_state s = test_read(fleet, 0);
            const double _Complex wave = turned(omega * n * dt - place) * lag;      /* of a cosine of it */
            double up[3];
            up_of(&s, up);
            test_about("%s, step %d", d->label, n);
            NEAR(s.position[1], 0.1 * creal(wave), 2e-6);
            NEAR(up[0], -0.1 * k * sin(0.5) * cimag(wave), 1e-5);       /* the normal leans by A k sin theta */
            NEAR(up[2], -0.1 * k * cos(0.5) * cimag(wave), 1e-5);
            NEAR(s.position[0], 3, 0);
            NEAR(s.position[2], 7, 0);
            NEAR(heading_of(&s), 1.1, 1e-5);
            for (int i = 0; i < 3; i++) assert_true(s.velocity[i] == 0 && s.angular_velocity[i] == 0);
            OK(flo_fleet_step(fleet, dt, 20));
        }
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* The mean over the samples: on waves as long as the hull, the ends see crests and the middle a trough. */
static void bodies_follow_the_mean_of_their_samples(void **state)
{
    (void)state;
    static const double row[5][3] = { { 0, 0, -4 }, { 0, 0, -2 }, { 0, 0, 0 }, { 0, 0, 2 }, { 0, 0, 4 } };
    const flo_wave wave = { .amplitude = 0.2, .wavelength = 8 };
    flo_sea_def sea = test_sea_of(&wave, 3);
    flo_hull_def def = test_speck_def();
    def.points = row;
    def.point_count = 5;
    flo_hull *hull = test_hull_make(&def);
    for (int finite = 0; finite < 2; finite++) {
        sea.normal_offset = finite * 0.1;
        test_water w = test_water_make(&sea);
        const flo_body_state at = test_state_at(0, 0, 1);
        double mean = 0;
        real normal[3], sum[3] = { 0 };
        for (int i = 0; i < 5; i++) {
            const oracle_surface s = oracle_surface_at(&w.oracle, 0, 0, 1 + row[i][2], ORACLE_CONVERGED);
            const real place[2] = { 0, 1 + row[i][2] };
            memcpy(normal, s.normal, sizeof normal);
            if (finite) oracle_finite_normal(&w.oracle, 0, &s, place, ORACLE_CONVERGED, normal);
            for (int a = 0; a < 3; a++) sum[a] += normal[a];
            mean += (double)s.height / 5;
        }
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_fleet *fleet = one(d->device, w.sea, hull, FLO_TRANSFORM, &at, (flo_body_control){ .smoothing = 1e6f });
            OK(flo_fleet_step(fleet, 0.1, 1));
            const flo_body_state s = test_read(fleet, 0);
            double up[3];
            up_of(&s, up);
            test_about("%s, finite %d", d->label, finite);
            NEAR(s.position[1], mean, 1e-6);
            NEAR(up[0], 0, 1e-6);
            NEAR(up[2] / up[1], (double)(sum[2] / sum[1]), 1e-5);
            flo_fleet_destroy(fleet);
        }
        test_water_free(&w);
    }
    flo_hull_destroy(hull);
}

/* One that starts on its head, or far above the water, comes round and down. */
static void any_start_finds_the_water(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const double axis[4][3] = { { 1, 0, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 3, 1, 2 } };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 8; i++) {
            flo_body_state at = test_state_at(0, 50, 0);
            test_state_turn(&at, i < 4 ? pi : 3, axis[i % 4][0], axis[i % 4][1], axis[i % 4][2]);
            flo_fleet *fleet = one(d->device, w.sea, hull, FLO_TRANSFORM, &at, follow);
            OK(flo_fleet_step(fleet, 1.0 / 60, 600));
            const flo_body_state s = test_read(fleet, 0);
            double up[3], length = 0;
            up_of(&s, up);
            for (int k = 0; k < 4; k++) length += (double)(s.orientation[k] * s.orientation[k]);
            test_about("%s, start %d", d->label, i);
            NEAR(length, 1, 1e-6);
            NEAR(s.position[1], 0, 1e-5);
            if (i >= 4) NEAR(up[1], 1, 1e-5);               /* exactly upside down there is no way that is shorter */
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* Every velocity that may be asked for is one that a body can have; what is faster is refused. */
static void the_fastest_command_is_followed(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(0, 0, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int mode = FLO_KINEMATIC; mode <= FLO_HYBRID; mode++) {
            test_about("%s, mode %d", d->label, mode);
            flo_body_control control = follow;
            flo_fleet *fleet = one(d->device, w.sea, hull, (flo_mode)mode, &at, control);
            for (int turn = 0; turn < 64; turn++) {
                control.velocity[0] = (float)(4998.999 * sin(turn * 0.1));
                control.velocity[1] = (float)(4998.999 * cos(turn * 0.1));
                OK(flo_fleet_control(fleet, 0, 1, &control));
                OK(flo_fleet_step(fleet, 1.0 / 64, 2));
            }
            control.velocity[0] = control.velocity[1] = 3600;
            REFUSED(flo_fleet_control(fleet, 0, 1, &control), FLO_BAD_VALUE, "body 0|(3600, 3600), 5091.17 m/s|4999");
            control.velocity[0] = 4999.5f, control.velocity[1] = 0;
            REFUSED(flo_fleet_control(fleet, 0, 1, &control), FLO_BAD_VALUE, "body 0|velocity[0]|-4999 to 4999");
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* How the fleet's other bodies are stepped is nothing to them. */
static void following_is_no_matter_of_integrators(void **state)
{
    (void)state;
    test_water w = test_water_random(6, 50, 0.3, 81);
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    flo_body_state at = test_state_at(3, 1, 7), got[2];
    test_state_turn(&at, 1.1, 0.2, 1, 0);
    flo_body_control control = follow;
    control.velocity[0] = 1.3f;
    control.yaw_rate = 0.2f;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int mode = FLO_TRANSFORM; mode <= FLO_KINEMATIC; mode++) {
            flo_fleet *a = one(d->device, w.sea, hull, (flo_mode)mode, &at, control);
            flo_fleet *b = one_implicit(d->device, w.sea, hull, (flo_mode)mode, &at, control);
            OK(flo_fleet_step(a, 1.0 / 60, 200));
            OK(flo_fleet_step(b, 1.0 / 60, 200));
            got[0] = test_read(a, 0);
            got[1] = test_read(b, 0);
            test_about("%s, mode %d", d->label, mode);
            SAME(&got[0], &got[1], sizeof got[0]);
            flo_fleet_destroy(a);
            flo_fleet_destroy(b);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- kinematic ------------------------------------------------------------------------------------------------- */

/* Moves along x and z and turns as commanded, and tells the velocity that results: what the next step goes on by. */
static void kinematic_follows_its_command(void **state)
{
    (void)state;
    const double dt = 1.0 / 64;
    const flo_sea_def sea = test_sea_of(&swell, 2);
    test_water w = test_water_make(&sea);
    flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    flo_body_state at = test_state_at(3, 1, 7);
    test_state_turn(&at, -2, 0, 1, 0);
    at.velocity[0] = 55;                                    /* which nothing asks for */
    flo_body_control control = follow;
    control.velocity[0] = 1.5f;
    control.velocity[1] = -0.25f;
    control.yaw_rate = 0.75f;
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = one(d->device, w.sea, hull, FLO_KINEMATIC, &at, control);
        flo_body_state before = at;
        for (int n = 1; n <= 256; n++) {
            OK(flo_fleet_step(fleet, dt, 1));
            const flo_body_state s = test_read(fleet, 0);
            test_about("%s, step %d", d->label, n);
            NEAR(s.position[0], 3 + 1.5 * n * dt, 1e-6);    /* its centre of mass, not its origin, is what is kept */
            NEAR(s.position[2], 7 - 0.25 * n * dt, 1e-6);
            NEAR(remainder(heading_of(&s) + 2 - 0.75 * n * dt, 2 * pi), 0, 2e-5);
            NEAR(s.velocity[0], 1.5, 1e-6);
            NEAR(s.velocity[2], -0.25, 1e-6);
            if (n > 1) NEAR(s.velocity[1], (s.position[1] - before.position[1]) / dt, 2e-5);
            if (n > 128) NEAR(s.angular_velocity[1], 0.75, 1e-3);
            before = s;
        }
        OK(flo_fleet_control(fleet, 0, 1, &follow));
        OK(flo_fleet_step(fleet, dt, 1));
        NEAR(test_read(fleet, 0).position[0], before.position[0], 1e-6);
        NEAR(test_read(fleet, 0).velocity[0], 0, 0);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- hybrid ---------------------------------------------------------------------------------------------------- */

/* The path in x and z is the command's to the last bit of what a float can say of it, whatever pushes. */
static void hybrid_keeps_its_path(void **state)
{
    (void)state;
    const flo_sea_def sea = test_sea_of(&swell, 2);
    test_water w = test_water_make(&sea);
    flo_hull_def def = test_boat_def();
    for (int a = 0; a < 3; a++) def.center_of_mass[a] = 0;
    def.push.strength = 2;
    flo_hull *hull = test_hull_make(&def);
    flo_body_state at = test_state_at(3, -0.3, 7);
    test_state_turn(&at, 0.4, 1, 0, 0);
    flo_body_control control = { .throttle = 1, .force = { 900, 0, 300 }, .velocity = { 1.5f, -0.25f } };
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleets[2] = { one(d->device, w.sea, hull, FLO_HYBRID, &at, control),
                                 one_implicit(d->device, w.sea, hull, FLO_HYBRID, &at, control) };
        for (int k = 0; k < 2; k++) {
            for (int n = 1; n <= 512; n++) {
                OK(flo_fleet_step(fleets[k], 1.0 / 64, 1));
                const flo_body_state s = test_read(fleets[k], 0);
                test_about("%s, integrator %d, step %d", d->label, k, n);
                NEAR(s.position[0], 3 + 1.5 * n / 64, 0);
                NEAR(s.position[2], 7 - 0.25 * n / 64, 0);
                assert_true(s.velocity[0] == 1.5f && s.velocity[2] == -0.25f);
            }
            flo_fleet_destroy(fleets[k]);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* And height and attitude are those of a dynamic body that goes the same way. */
static void hybrid_floats_like_a_dynamic_body(void **state)
{
    (void)state;
    const flo_sea_def sea = test_sea_of(&swell, 2);
    test_water w = test_water_make(&sea);
    flo_hull_def def = test_boat_def();
    for (int a = 0; a < 3; a++) def.center_of_mass[a] = 0;
    def.push.strength = 0;
    def.drag = (flo_drag_def){ 0 };
    flo_hull *hull = test_hull_make(&def);
    flo_body_state at = test_state_at(3, -0.3, 7);
    test_state_turn(&at, 0.2, 1, 0, 1);
    at.velocity[0] = 1.5f;
    at.velocity[2] = -0.25f;
    flo_body_control control = { .steer = 0.5f, .velocity = { 1.5f, -0.25f } };
    test_worst height = { 0 }, attitude = { 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *hybrid[2] = { one(d->device, w.sea, hull, FLO_HYBRID, &at, control),
                                 one_implicit(d->device, w.sea, hull, FLO_HYBRID, &at, control) };
        flo_fleet *dynamic[2] = { one(d->device, w.sea, hull, FLO_DYNAMIC, &at, control),
                                  one_implicit(d->device, w.sea, hull, FLO_DYNAMIC, &at, control) };
        for (int n = 0; n < 40; n++) {
            const int k = n % 2;
            OK(flo_fleet_step(hybrid[k], 1.0 / 64, 32));
            OK(flo_fleet_step(dynamic[k], 1.0 / 64, 32));
            const flo_body_state h = test_read(hybrid[k], 0), f = test_read(dynamic[k], 0);
            test_about("%s, integrator %d, step %d", d->label, k, 16 * (n - k));
            test_worst_add(&height, h.position[1], f.position[1], 1e-5);
            for (int i = 0; i < 4; i++) {
                test_worst_add(&attitude, (double)h.orientation[i], (double)f.orientation[i], 1e-5);
            }
        }
        for (int k = 0; k < 2; k++) {
            flo_fleet_destroy(hybrid[k]);
            flo_fleet_destroy(dynamic[k]);
        }
    }
    WORST(&height, "height, in 1e-5 m");
    WORST(&attitude, "attitude, in 1e-5");
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_modes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transform_follows_with_its_lag),
        cmocka_unit_test(bodies_follow_the_mean_of_their_samples),
        cmocka_unit_test(any_start_finds_the_water),
        cmocka_unit_test(following_is_no_matter_of_integrators),
        cmocka_unit_test(the_fastest_command_is_followed),
        cmocka_unit_test(kinematic_follows_its_command),
        cmocka_unit_test(hybrid_keeps_its_path),
        cmocka_unit_test(hybrid_floats_like_a_dynamic_body),
    };
    return cmocka_run_group_tests_name("modes", tests, NULL, test_devices_close);
}
