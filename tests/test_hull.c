/* SPDX-License-Identifier: MIT
 *
 * Hulls: mass properties, hydrostatics of boxes against closed forms, hulls of one sample to very many. */
#include "test_boat.h"

int test_hull(void);

/* ---- what a hull says of itself -------------------------------------------------------------------------------- */

static void box_fills_in_what_it_knows(void **state)
{
    (void)state;
    flo_hull_def def = test_box_def(2, 1, 4, 3000);
    def.inertia_scale = 1.5;
    def.box_grid[0] = 2;
    def.box_grid[1] = 1;
    def.box_grid[2] = 8;
    def.center_of_mass[1] = -0.2;
    flo_hull *hull = test_hull_make(&def);
    const flo_hull_info info = flo_hull_get_info(hull);
    test_about("box");
    assert_int_equal(info.samples, 16);
    NEAR(info.mass, 3000, 0);
    NEAR(info.volume, 8, 0);
    NEAR(info.inertia[0], 1.5 * 3000 * (1 + 16) / 12, 1e-9);
    NEAR(info.inertia[1], 1.5 * 3000 * (4 + 16) / 12, 1e-9);
    NEAR(info.inertia[2], 1.5 * 3000 * (4 + 1) / 12, 1e-9);
    NEAR(info.radius, sqrt(0.5 * 0.5 + 0.2 * 0.2 + 1.75 * 1.75), 1e-14);
    flo_hull_destroy(hull);
    def = test_boat_def();
    hull = test_hull_make(&def);
    const flo_hull_info points = flo_hull_get_info(hull);
    assert_int_equal(points.samples, 4);
    NEAR(points.inertia[1], 1100, 0);
    NEAR(points.radius, sqrt(1.05 * 1.05 + 0.3 * 0.3 + 2.2 * 2.2), 1e-14);
    flo_hull_destroy(hull);
}

/* ---- hydrostatics ---------------------------------------------------------------------------------------------- */

/* asv_wave_sim, Physics_TEST.cc: boxes half under, and how fast the force changes with depth. */
static void half_a_box_lifts_what_is_published(void **state)
{
    (void)state;
    const flo_sea_def sea_def = flo_default_sea_def();
    test_water w = test_water_make(&sea_def);
    const flo_hull_def unit = test_box_def(1, 1, 1, 1), large = test_box_def(10, 2, 4, 1);
    const flo_body_state half = test_state_at(0, 0, 0), lower = test_state_at(0, -0.0625, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        const double lift = (double)test_buoyancy(d->device, w.sea, &unit, &half).force[1];
        NEAR(lift, 5027.625, 1e-6 * 5027.625);
        NEAR(test_buoyancy(d->device, w.sea, &large, &half).force[1], 402210, 1e-6 * 402210);
        NEAR(test_buoyancy(d->device, w.sea, &unit, &lower).force[1] - lift, 10055.25 * 0.0625, 1e-6 * 10055.25);
    }
    test_water_free(&w);
}

/* A box under water, its centre of mass off the middle, rolled by 30 and then 20 degrees. */
static flo_body_state rolled(double y)
{
    flo_body_state at = test_state_at(0, y, 0);
    const double x = pi / 12, z = pi / 18;                  /* half of 30 and of 20 degrees; z after x */
    at.orientation[0] = (float)(cos(z) * cos(x));
    at.orientation[1] = (float)(cos(z) * sin(x));
    at.orientation[2] = (float)(sin(z) * sin(x));
    at.orientation[3] = (float)(sin(z) * cos(x));
    return at;
}

static void sunk_box_has_the_exact_torque(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def def = test_box_def(1, 1, 1, 500);
    def.center_of_mass[0] = 0.1;
    def.center_of_mass[1] = 0.05;
    def.center_of_mass[2] = -0.2;
    const flo_body_state at = rolled(-3);
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_load load = test_buoyancy(d->device, w.sea, &def, &at);
        test_about("%s", d->label);
        NEAR(load.force[0], 0, 0);
        NEAR(load.force[1], 9810, 1e-6 * 9810);
        NEAR(load.torque[0], -1453.89184, 1e-3);
        NEAR(load.torque[1], 0, 1e-3);
        NEAR(load.torque[2], -441.031516, 1e-3);
        NEAR(load.submerged, 1, 1e-6);
    }
    test_water_free(&w);
}

/* The volume of a box { 0 <= x_i <= L_i } below the plane n.x <= c, n of positive parts. */
static double box_below(const double n[3], const double size[3], double c)
{
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        double left = c;
        for (int a = 0; a < 3; a++) left -= corner >> a & 1 ? n[a] * size[a] : 0;
        left = fmax(left, 0);
        sum += (corner == 0 || corner == 3 || corner == 5 || corner == 6 ? 1 : -1) * left * left * left;
    }
    return sum / (6 * n[0] * n[1] * n[2]);
}

/* An attitude in which `n`, in the hull's axes, points up. */
static void turn_up(flo_body_state *at, const double n[3])
{
    const double angle = acos(n[1]), length = hypot(n[0], n[2]);    /* about n x y = (-n2, 0, n0) */
    test_state_turn(at, angle, -n[2] / length, 0, n[0] / length);
}

/* The box in so many cells a metre, as its lift tells. */
static double volume_in_cells(flo_device *device, const test_water *w, const flo_body_state *at, int cells)
{
    flo_hull_def def = test_box_def(2, 1, 4, 1000);
    def.box_grid[0] = 2 * cells;
    def.box_grid[1] = cells;
    def.box_grid[2] = 4 * cells;
    return (double)test_buoyancy(device, w->sea, &def, at).force[1] / 9810;
}

/* A cell is cut as if it stood square to the water.  Over the whole cut the errors cancel but for its edge, so halving
 * the cells quarters what is left: twice halved, the limit is the exact volume. */
static void tilted_box_nears_the_exact_volume(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const double size[3] = { 2, 1, 4 }, c = 1.1, length = sqrt(0.2 * 0.2 + 0.9 * 0.9 + 0.387 * 0.387);
    const double n[3] = { 0.2 / length, 0.9 / length, 0.387 / length }, exact = box_below(n, size, c);
    flo_body_state at = test_state_at(0, (n[0] * 2 + n[1] * 1 + n[2] * 4) / 2 - c, 0);
    turn_up(&at, n);
    test_about("formula");
    NEAR(exact, 2.34410186, 1e-8);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        const double coarse = volume_in_cells(d->device, &w, &at, 8), fine = volume_in_cells(d->device, &w, &at, 16);
        NEAR(fine, exact, 3e-4 * exact);
        NEAR((4 * fine - coarse) / 3, exact, 1e-5 * exact);
    }
    test_water_free(&w);
}

static void rolled_cube_nears_the_exact_torque(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def def = test_box_def(1, 1, 1, 500);
    for (int a = 0; a < 3; a++) def.box_grid[a] = 24;
    const flo_body_state at = rolled(0.1);
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_load load = test_buoyancy(d->device, w.sea, &def, &at);
        test_about("%s", d->label);
        NEAR(load.force[1], 9810 * 0.378357228, 0.001 * 9810 * 0.378357228);
        NEAR(load.torque[0], 71.0436961, 0.5);
        NEAR(load.torque[1], 0, 1e-3);
        NEAR(load.torque[2], 43.2499724, 0.5);
    }
    test_water_free(&w);
}

/* The righting moment m g GM of a box, length 4, beam 2, height 1, half under: GM = 0.416666667 about its centre; and
 * of four points, whose stiffness is m g (b^2 / reference + y_points - y_mass). */
static void small_tilts_are_righted(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def box = test_box_def(2, 1, 4, 4000), four = test_boat_def();
    static const double corners[4][3] = { { -0.5, 0, -1 }, { 0.5, 0, -1 }, { -0.5, 0, 1 }, { 0.5, 0, 1 } };
    box.box_grid[0] = 1024;
    box.box_grid[1] = 64;
    box.box_grid[2] = 1;
    four.points = corners;
    four.center_of_mass[0] = four.center_of_mass[2] = 0;
    four.center_of_mass[1] = 0.3;
    four.buoyancy.bias = 1;
    const double angle = 0.01, weight = four.mass * 9.81;
    flo_body_state at = test_state_at(0, 0, 0), deep = test_state_at(0, -0.5 + 0.3 * (1 - cos(angle)), 0);
    test_state_turn(&at, angle, 0, 0, 1);
    test_state_turn(&deep, angle, 0, 0, 1);
    four.buoyancy.curve = FLO_CURVE_NONE;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        NEAR(-test_buoyancy(d->device, w.sea, &box, &at).torque[2] / (4000 * 9.81 * angle), 0.416666667, 5e-4);
        NEAR(-test_buoyancy(d->device, w.sea, &four, &deep).torque[2] / (weight * angle), 0.2, 5e-4);
    }
    test_water_free(&w);
}

/* ---- many samples ---------------------------------------------------------------------------------------------- */

typedef struct worst_of { test_worst force, torque; } worst_of;

static void compare_with_oracle(const test_water *w, const flo_hull_def *def, const flo_body_state *at,
                                worst_of *worst)
{
    flo_hull *hull = test_hull_make(def);
    const flo_hull_info info = flo_hull_get_info(hull);
    const flo_body_control control = { .throttle = 0.7f, .steer = -0.4f };
    oracle_body oracle = oracle_body_make(def, at, control);
    const oracle_load right = oracle_body_load(&oracle, &w->oracle, (oracle_step){ 0, 0, true, false });
    const double allowed = 1e-6 * right.size + 1.5e-6 * w->amplitudes * right.stiffness;
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_one(d->device, w->sea, hull, at, control);
        const flo_body_load load = test_load(fleet, 0);
        test_about("%s, %d samples", d->label, info.samples);
        for (int a = 0; a < 3; a++) {
            test_worst_add(&worst->force, (double)load.force[a], right.force[a], allowed);
            test_worst_add(&worst->torque, (double)load.torque[a], right.torque[a], allowed * info.radius);
        }
        NEAR(load.submerged, right.submerged, 1e-5);
        flo_fleet_destroy(fleet);
    }
    oracle_body_free(&oracle);
    flo_hull_destroy(hull);
}

/* A ship 300 m long, of 5000 points: many pieces, each with phases of its own. */
static void ship_is_the_sum_of_its_points(void **state)
{
    (void)state;
    enum { POINTS = 5000 };
    static double points[POINTS][3];
    worst_of worst = { 0 };
    test_water w = test_water_random(8, 200, 0.3, 31);
    test_water_settle(&w);
    flo_hull_def def = test_boat_def();
    for (int i = 0; i < POINTS; i++) {
        points[i][0] = test_random(-20, 20);
        points[i][1] = test_random(-10, 5);
        points[i][2] = test_random(-150, 150);
    }
    def.points = (const double (*)[3])points;
    def.point_count = POINTS;
    def.mass = 5e7;
    for (int a = 0; a < 3; a++) def.inertia[a] = 1e11;
    def.push = (flo_push_def){ 0.2, FLO_PUSH_ANALYTIC };
    def.thrust = (flo_thrust_def){ .power = 1e9, .position = { 0, -2, -30 } };      /* in and out of the water */
    def.buoyancy.reference_depth = 6;
    flo_body_state at = test_state_at(1000, w.def.level - 1, -2000);
    test_state_turn(&at, 0.5, 0.3, 1, 0.2);
    at.velocity[2] = 7;
    compare_with_oracle(&w, &def, &at, &worst);
    WORST(&worst.force, "force");
    WORST(&worst.torque, "torque");
    test_water_free(&w);
}

/* From one sample to a hundred thousand, around the size of a piece, close together and wide apart. */
static void any_number_of_samples(void **state)
{
    (void)state;
    const int counts[] = { 1, 2, 255, 256, 257, 511, 513, 100000 };
    worst_of worst = { 0 };
    test_water w = test_water_random(3, 80, 0.3, 32);
    test_water_settle(&w);
    flo_hull_def def = test_boat_def();
    def.push.strength = 0;
    double (*points)[3] = calloc(100000, sizeof *points);
    assert_non_null(points);
    def.points = (const double (*)[3])points;
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        const double reach = n % 2 ? 1.5 : 40;
        for (int i = 0; i < counts[n]; i++) {
            for (int a = 0; a < 3; a++) points[i][a] = test_random(-reach, reach) * (a == 1 ? 0.1 : 1);
        }
        def.point_count = counts[n];
        flo_body_state at = test_state_at(20, w.def.level, 30);
        test_state_turn(&at, 0.3, 1, 1, 1);
        compare_with_oracle(&w, &def, &at, &worst);
    }
    WORST(&worst.force, "force");
    WORST(&worst.torque, "torque");
    free(points);
    test_water_free(&w);
}

int test_hull(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_fills_in_what_it_knows),
        cmocka_unit_test(half_a_box_lifts_what_is_published),
        cmocka_unit_test(sunk_box_has_the_exact_torque),
        cmocka_unit_test(tilted_box_nears_the_exact_volume),
        cmocka_unit_test(rolled_cube_nears_the_exact_torque),
        cmocka_unit_test(small_tilts_are_righted),
        cmocka_unit_test(ship_is_the_sum_of_its_points),
        cmocka_unit_test(any_number_of_samples),
    };
    return cmocka_run_group_tests_name("hull", tests, NULL, test_devices_close);
}
