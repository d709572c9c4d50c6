/* SPDX-License-Identifier: MIT
 *
 * The push of waves: where it takes a body, and the physical force of water that is accelerated. */
#include "test_boat.h"

int test_push(void);

static const flo_body_control no_hand = { 0 };

/* A point well under water that nothing else acts on. */
static flo_hull_def pushed_def(double strength, flo_push_velocity velocity)
{
    flo_hull_def def = test_speck_def();
    def.push = (flo_push_def){ strength, velocity };
    return def;
}

/* ---- the article's push ---------------------------------------------------------------------------------------- */

/* Over a period, strength * A^2 k omega / 2 per mass on average, along the waves' travel; at a crest nothing. */
static void push_goes_with_the_waves(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 0.3, .wavelength = 40, .heading = 0.7 };
    const flo_sea_def sea = test_sea_of(&wave, 2);
    test_water w = test_water_make(&sea);
    const double k = 2 * pi / 40, omega = sqrt(9.81 * k), mean = 0.8 * 2 * 0.09 * k * omega / 2;
    const flo_hull_def def = pushed_def(0.8, FLO_PUSH_ANALYTIC);
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(0, -5, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, no_hand);
        double sum[3] = { 0 };
        for (int i = 0; i < 64; i++) {
            OK(flo_fleet_set_time(fleet, i / 64.0 * 2 * pi / omega));
            const flo_body_load load = test_load(fleet, 0);
            for (int a = 0; a < 3; a++) sum[a] += (double)load.force[a] / 64;
            test_about("%s, phase %d / 64", d->label, i);
            if (i % 32 == 0) {                              /* a crest, a trough */
                for (int a = 0; a < 3; a++) NEAR(load.force[a], 0, 1e-6);
            }
        }
        test_about("%s", d->label);
        NEAR(sum[0], mean * sin(0.7), 0.005 * mean);
        NEAR(sum[2], mean * cos(0.7), 0.005 * mean);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* A boat drifts the waves' way, and without a push nowhere at all. */
static void boats_drift_with_the_waves(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 0.3, .wavelength = 40, .heading = 0.7, .steepness = 0.5 };
    const flo_sea_def sea = test_sea_of(&wave, 2);
    test_water w = test_water_make(&sea);
    flo_hull_def def = test_boat_def();
    for (int a = 0; a < 3; a++) def.center_of_mass[a] = 0;
    def.drag = (flo_drag_def){ .linear = 0.3 };
    for (int i = 0; i < 8; i++) {
        def.push = (flo_push_def){ i % 4 < 2 ? 0 : 2, i % 2 ? FLO_PUSH_ANALYTIC : FLO_PUSH_CHANGE };
        flo_hull *hull = test_hull_make(&def);
        const flo_body_state at = test_state_at(0, -0.4, 0);
        const flo_body_def body = test_body(hull, at, no_hand);
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_fleet *fleet = i < 4 ? test_fleet_make(d->device, w.sea, &body, 1, 0)
                                     : test_fleet_implicit(d->device, w.sea, &body, 1, 0);
            OK(flo_fleet_step(fleet, 1.0 / 60, 3000));
            const flo_body_state s = test_read(fleet, 0);
            const double gone = hypot(s.position[0], s.position[2]);
            test_about("%s, push %g, form %d", d->label, def.push.strength, i);
            if (def.push.strength == 0) {
                NEAR(gone, 0, 0);
            } else {
                assert_true(gone > 0.5);
                NEAR(atan2(s.position[0], s.position[2]), 0.7, 0.05);
            }
            flo_fleet_destroy(fleet);
        }
        flo_hull_destroy(hull);
    }
    test_water_free(&w);
}

/* ---- accelerated water ----------------------------------------------------------------------------------------- */

/* A depth in deep water or in 6 m of it, of a sine wave: the fading of motions along and up. */
typedef struct fade { double along, up; } fade;

static fade fade_at(double k, double depth, double bottom)
{
    if (isinf(bottom)) return (fade){ exp(-k * depth), exp(-k * depth) };
    return (fade){ cosh(k * (bottom - depth)) / cosh(k * bottom), sinh(k * (bottom - depth)) / sinh(k * bottom) };
}

/* rho V (1 + C) a at strength 1: at places from crest to trough, at depths down to the bottom, and no less below that;
 * above the surface nothing. */
static void push_is_that_of_accelerated_water(void **state)
{
    (void)state;
    const double bottoms[] = { (double)INFINITY, 6 }, depths[] = { 0.5, 2, 5.9, 6, 8 };
    const flo_wave wave = { .amplitude = 0.4, .wavelength = 20, .steepness = 0.5, .heading = pi / 2 };
    flo_hull_def def = pushed_def(1, FLO_PUSH_RELATIVE);
    def.volume = 0.5;
    def.buoyancy.law = FLO_SPRING;
    const double c[3] = { 0.2, 0.5, 0.9 }, k = 2 * pi / 20;
    memcpy(def.added_mass.coefficient, c, sizeof c);
    flo_hull *hull = test_hull_make(&def);
    test_worst along = { 0 }, up = { 0 };
    for (int i = 0; i < 40; i++) {
        const double bottom = bottoms[i % 2], depth = depths[i / 2 % 5], theta = i / 10 * pi / 3;
        const double sigma = sqrt(9.81 * k * (isinf(bottom) ? 1 : tanh(k * bottom)));
        flo_sea_def sea = test_sea_of(&wave, 8);
        sea.depth = bottom;
        sea.density = 1000;
        test_water w = test_water_make(&sea);
        const double x = theta / k - 0.2 * sin(theta), y = 0.4 * cos(theta);        /* the water of label theta / k */
        flo_body_state at = test_state_at(x, y - depth, 0);
        const fade f = fade_at(k, fmin(depth, bottom), bottom);
        const double a = 0.5 * 0.4 * sigma * sigma * f.along * sin(theta), b = -0.4 * sigma * sigma * f.up * cos(theta);
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, no_hand);
            const flo_body_load load = test_load(fleet, 0);
            test_about("%s, bottom %g, depth %g, phase %.2f", d->label, bottom, depth, theta);
            test_worst_add(&along, (double)load.force[0], 500 * 1.2 * a, 5e-6 * 500 * 0.4 * sigma * sigma);
            test_worst_add(&up, (double)load.force[1], 500 * 1.5 * b, 5e-6 * 500 * 0.4 * sigma * sigma);
            at.position[1] = y + 0.1;
            OK(flo_fleet_write(fleet, 0, 1, &at));
            NEAR(test_load(fleet, 0).force[0], 0, 0);
            at.position[1] = y - depth;
            flo_fleet_destroy(fleet);
        }
        test_water_free(&w);
    }
    flo_hull_destroy(hull);
    WORST(&along, "along, in 5e-6 of the surface's");
    WORST(&up, "up, in 5e-6 of the surface's");
}

/* A bubble without mass is accelerated three times as fast as the water around it, and water as fast. */
static void bubbles_outrun_the_water(void **state)
{
    (void)state;
    const double mass[] = { 1e-6, 1 }, ratio[] = { 3, 1 }, dt = 1.0 / 256;
    const flo_wave wave = { .amplitude = 0.4, .wavelength = 20, .steepness = 1, .heading = pi / 2, .phase = pi / 2 };
    flo_sea_def sea = test_sea_of(&wave, 8);
    sea.density = 1000;
    test_water w = test_water_make(&sea);
    const double k = 2 * pi / 20, water = 0.4 * 9.81 * k * exp(-2 * k);     /* at label 0, which stands at -0.4 m */
    const flo_body_state at = test_state_at(-0.4, -2, 0);
    for (int i = 0; i < 2; i++) {
        flo_hull_def def = pushed_def(1, FLO_PUSH_RELATIVE);
        def.mass = mass[i];
        def.volume = 1e-3;
        def.buoyancy = (flo_buoyancy_def){ .law = FLO_ARCHIMEDES, .curve = FLO_CURVE_CLAMP, .reference_depth = 0.1,
                                           .alpha = 3, .bias = 1 };
        for (int a = 0; a < 3; a++) def.added_mass.coefficient[a] = 0.5;
        flo_hull *hull = test_hull_make(&def);
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, no_hand);
            OK(flo_fleet_step(fleet, dt, 1));
            test_about("%s, mass %g", d->label, mass[i]);
            NEAR(test_read(fleet, 0).velocity[0] / dt, ratio[i] * water, 1e-5 * ratio[i] * water);
            flo_fleet_destroy(fleet);
        }
        flo_hull_destroy(hull);
    }
    test_water_free(&w);
}

int test_push(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(push_goes_with_the_waves),
        cmocka_unit_test(boats_drift_with_the_waves),
        cmocka_unit_test(push_is_that_of_accelerated_water),
        cmocka_unit_test(bubbles_outrun_the_water),
    };
    return cmocka_run_group_tests_name("push", tests, NULL, test_devices_close);
}
