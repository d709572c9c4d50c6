/* SPDX-License-Identifier: MIT
 *
 * Surface panels: exact pressure on what is wet, against published values and closed forms. */
#include "test_boat.h"
#include "test_solids.h"

int test_panels(void);

static const flo_body_control no_hand = { 0 };

static flo_hull_def panels_def(const test_solid *solid, double mass)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = mass;
    for (int a = 0; a < 3; a++) def.inertia[a] = mass / 6;
    def.mesh = &solid->mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

/* Rolled about x, then about z, radians. */
static flo_body_state rolled(double y, double x, double z)
{
    flo_body_state at = test_state_at(0, y, 0);
    at.orientation[0] = (float)(cos(z / 2) * cos(x / 2));
    at.orientation[1] = (float)(cos(z / 2) * sin(x / 2));
    at.orientation[2] = (float)(sin(z / 2) * sin(x / 2));
    at.orientation[3] = (float)(sin(z / 2) * cos(x / 2));
    return at;
}

/* ---- published values ------------------------------------------------------------------------------------------ */

/* A wet triangle alone, by the oracle, which is what the library's panels are held to elsewhere. */
static void oracle_panels_are_published(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    double corner[3][3] = { { 0.3, -1.2, 0.5 }, { 1.4, -0.7, -0.2 }, { 0.1, -2, -0.9 } };
    int order[1][3] = { { 0, 1, 2 } };
    const double force[3] = { 8034.39, -10712.52, 4973.67 }, torque[3] = { -9267.0165, -4624.434, 5009.4765 };
    const test_solid triangle = { corner, order, { (const double (*)[3])corner, 3, (const int (*)[3])order, 1, true } };
    flo_hull_def def = panels_def(&triangle, 1);
    def.volume = 1;
    const flo_body_state at = test_state_at(0, 0, 0);
    oracle_body body = oracle_body_make(&def, &at, no_hand);
    const oracle_load load = oracle_body_load(&body, &w.oracle, (oracle_step){ 0, 0, false, false });
    test_about("oracle");
    for (int a = 0; a < 3; a++) {
        NEAR(load.force[a], force[a], 1e-6 * 1e4);
        NEAR(load.torque[a], torque[a], 1e-6 * 1e4);
    }
    oracle_body_free(&body);
    test_water_free(&w);
}

/* The unit cube rolled by 30 and 20 degrees with its middle 0.1 m above the water: 0.378357228 m^3 and this torque, to
 * 1e-4 of rho g V L. */
static void tilted_cube_has_the_exact_volume_and_torque(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    test_solid cube = test_solid_box(1, 1, 1);
    const flo_hull_def def = panels_def(&cube, 500);
    const flo_body_state at = rolled(0.1, pi / 6, pi / 9);
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_load load = test_buoyancy(d->device, w.sea, &def, &at);
        test_about("%s", d->label);
        NEAR(load.force[1] / 9810, 0.378357228, 1e-5);
        NEAR(load.submerged, 0.378357228, 1e-5);
        NEAR(load.force[0], 0, 1e-5 * 9810);
        NEAR(load.force[2], 0, 1e-5 * 9810);
        NEAR(load.torque[0], 71.0436961, 1e-4 * 9810);
        NEAR(load.torque[1], 0, 1e-4 * 9810);
        NEAR(load.torque[2], 43.2499724, 1e-4 * 9810);
    }
    test_solid_free(&cube);
    test_water_free(&w);
}

/* All under water, its centre of mass off the middle. */
static void sunk_cube_has_the_exact_torque(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    test_solid cube = test_solid_box(1, 1, 1);
    flo_hull_def def = panels_def(&cube, 500);
    const double com[3] = { 0.1, 0.05, -0.2 };
    memcpy(def.center_of_mass, com, sizeof com);
    const flo_body_state at = rolled(-3, pi / 6, pi / 9);
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_load load = test_buoyancy(d->device, w.sea, &def, &at);
        test_about("%s", d->label);
        NEAR(load.force[1], 9810, 1e-4 * 9810);
        NEAR(load.torque[0], -1453.89184, 1e-4 * 9810);
        NEAR(load.torque[1], 0, 1e-4 * 9810);
        NEAR(load.torque[2], -441.031516, 1e-4 * 9810);
        NEAR(load.submerged, 1, 1e-5);
    }
    test_solid_free(&cube);
    test_water_free(&w);
}

/* ---- still water ----------------------------------------------------------------------------------------------- */

/* No closed surface is pushed sideways or turned about the vertical, at any heading, near or a thousand km away: 1e-5
 * of the weight, and of the weight times the length. */
static void still_water_neither_drives_nor_turns(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    test_solid solids[] = { test_solid_box(2, 1, 6), test_solid_sphere(1.5, 2), test_solid_stone(2, 2, 0.3),
                            test_solid_stone(0.05, 3, 0.2) };
    const double length[] = { 6, 3, 4, 0.1 };
    test_worst push = { 0 }, turn = { 0 };
    for (int i = 0; i < 4; i++) {
        const double mass = 600 * test_solid_volume(&solids[i]), weight = mass * 9.81;
        flo_hull_def def = panels_def(&solids[i], mass);
        def.center_of_mass[1] = -0.1 * length[i];
        flo_hull *hull = test_hull_make(&def);
        flo_body_def bodies[128];
        for (int b = 0; b < 128; b++) {
            const double far = b % 2 ? 1e6 : 0, half = b / 2 * pi / 64;
            flo_body_state at = rolled(-0.05 * length[i], 0.3, -0.2);
            const double q[4] = { at.orientation[0], at.orientation[1], at.orientation[2], at.orientation[3] };
            const double c = cos(half), s = sin(half);      /* and then turned about y */
            at.orientation[0] = (float)(c * q[0] - s * q[2]);
            at.orientation[1] = (float)(c * q[1] + s * q[3]);
            at.orientation[2] = (float)(c * q[2] + s * q[0]);
            at.orientation[3] = (float)(c * q[3] - s * q[1]);
            at.position[0] = far;
            at.position[2] = -far;
            bodies[b] = test_body(hull, at, no_hand);
        }
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_fleet *fleet = test_fleet_make(d->device, w.sea, bodies, 128, 0);
            for (size_t b = 0; b < 128; b++) {
                const flo_body_load load = test_load(fleet, b);
                test_about("%s, solid %d, heading %zu / 64, %s", d->label, i, b / 2, b % 2 ? "far" : "near");
                test_worst_add(&push, hypot((double)load.force[0], (double)load.force[2]), 0, 1e-5 * weight);
                test_worst_add(&turn, (double)load.torque[1], 0, 1e-5 * weight * length[i]);
            }
            flo_fleet_destroy(fleet);
        }
        flo_hull_destroy(hull);
        test_solid_free(&solids[i]);
    }
    test_water_free(&w);
    WORST(&push, "horizontal force, in 1e-5 of the weight");
    WORST(&turn, "yaw torque, in 1e-5 of weight * length");
}

/* A square bar of 0.75 of the water's density lists by 26.565 degrees: tan^2 = 12 r (1 - r) - 2. */
static void square_bar_lists_exactly(void **state)
{
    (void)state;
    test_solid bar = test_solid_box(1, 1, 4);
    flo_hull_def def = panels_def(&bar, 3000);
    const double inertia[3] = { 3000 * 17 / 12.0, 3000 * 17 / 12.0, 3000 * 2 / 12.0 };
    memcpy(def.inertia, inertia, sizeof inertia);
    def.damping = (flo_damping_def){ .vertical = 2, .angular = 1 };
    const flo_body_state at = rolled(-0.25, 0, 0.05);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        OK(flo_fleet_step(l.fleet, 1.0 / 30, 2400));
        const flo_body_state s = test_read(l.fleet, 0);
        const double list = 2 * atan2((double)s.orientation[3], (double)s.orientation[0]) * 180 / pi;
        test_about("%s", d->label);
        NEAR(fabs(list), 26.5650512, 0.02);
        NEAR(s.orientation[1], 0, 1e-4);
        NEAR(s.orientation[2], 0, 1e-4);
        test_lone_free(&l);
    }
    test_solid_free(&bar);
}

/* ---- waves ----------------------------------------------------------------------------------------------------- */

/* On a slope that hardly bends over the body the water pushes along its normal: -slope of the lift, all under water or
 * not.  Cells know only the vertical part. */
static void slopes_push_sideways(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 40, .wavelength = 5000, .heading = 0.6 };
    const flo_sea_def sea = test_sea_of(&wave, 4);
    test_water w = test_water_make(&sea);
    test_solid sphere = test_solid_sphere(1, 2);
    const flo_hull_def def = panels_def(&sphere, 1000);
    for (int i = 0; i < 6; i++) {
        const double x = 800.0 * i, z = -300.0 * i;
        const oracle_surface above = oracle_surface_at(&w.oracle, 0, x, z, ORACLE_CONVERGED);
        flo_body_state at = test_state_at(x, (double)above.height - (i % 2 ? 4 : 0.2), z);
        test_state_turn(&at, i, 1, 2, 3);
        for (const test_device *d = test_devices(); d->device; d++) {
            const flo_body_load load = test_buoyancy(d->device, w.sea, &def, &at);
            test_about("%s, place %d", d->label, i);
            NEAR(load.force[0], -(double)(above.slope_x * load.force[1]), 2e-5 * 1025 * 9.81 * 4.19);
            NEAR(load.force[2], -(double)(above.slope_z * load.force[1]), 2e-5 * 1025 * 9.81 * 4.19);
        }
    }
    test_solid_free(&sphere);
    test_water_free(&w);
}

int test_panels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_panels_are_published),
        cmocka_unit_test(tilted_cube_has_the_exact_volume_and_torque),
        cmocka_unit_test(sunk_cube_has_the_exact_torque),
        cmocka_unit_test(still_water_neither_drives_nor_turns),
        cmocka_unit_test(square_bar_lists_exactly),
        cmocka_unit_test(slopes_push_sideways),
    };
    return cmocka_run_group_tests_name("panels", tests, NULL, test_devices_close);
}
