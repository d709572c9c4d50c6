/* SPDX-License-Identifier: MIT
 *
 * The edges of what is allowed: the slowest and the fastest, the heaviest, the longest, the furthest. */
#include "devices.h"
#include "test_boat.h"

int test_edges(void);

static const flo_body_control no_hand = { 0 };

/* A step's move may be less than a place can take: what is left waits, and nothing is lost in the long run. */
static void slow_bodies_arrive(void **state)
{
    (void)state;
    const struct { double dt; float speed; uint64_t steps; } cases[] = {
        { 1e-3, 1e-3f, 20000 }, { 1e-4, 1e-3f, 20000 }, { 1e-4, 2.5e-4f, 20000 }, { 1e-6, -1e-2f, 30000 },
        { 1.0 / 60, 1e-6f, 6000 },
    };
    flo_hull_def def = test_speck_def();
    for (const test_device *d = test_devices(); d->device; d++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            flo_body_state at = test_state_at(100, 5, -7);
            for (int a = 0; a < 3; a++) at.velocity[a] = cases[i].speed * (float)(a + 1);
            test_about("%s, dt %g, speed %g", d->label, cases[i].dt, (double)cases[i].speed);
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            OK(flo_fleet_step(l.fleet, cases[i].dt, cases[i].steps));
            const flo_body_state s = test_read(l.fleet, 0);
            for (int a = 0; a < 3; a++) {
                const double move = (double)s.velocity[a] * cases[i].dt * (double)cases[i].steps;
                NEAR(s.position[a] - at.position[a], move, 0x1p-24 + 2e-7 * fabs(move));
                assert_true(s.velocity[a] == at.velocity[a]);
            }
            test_lone_free(&l);
        }
    }
}

/* A body that comes to the end of the world stops within it: what is read can be written. */
static void bodies_stop_within_the_range(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int a = 0; a < 3; a++) {
            const double edge = a == 1 ? -1e5 : -1e9, speed = a == 1 ? 5 : 4900;
            flo_body_state at = test_state_at(0, 5, 0);
            at.position[a] = edge + 20 * speed;
            at.velocity[a] = (float)-speed;
            test_about("%s, axis %d", d->label, a);
            test_lone l = test_lone_make(d->device, &def, &at, no_hand);
            REFUSED(flo_fleet_step(l.fleet, 1, 40), FLO_BAD_BODY, "body 0|1e9|1e5");
            const flo_body_state s = test_read(l.fleet, 0);
            assert_true(s.position[a] > edge && s.position[a] < edge + 3 * speed);
            OK(flo_fleet_write(l.fleet, 0, 1, &s));
            test_lone_free(&l);
        }
    }
}

/* No hull that is allowed is too heavy to turn. */
static void heavy_hulls_turn(void **state)
{
    (void)state;
    flo_hull_def def = test_speck_def();
    def.mass = 1e12;
    for (int a = 0; a < 3; a++) def.inertia[a] = 1e20;
    flo_body_state at = test_state_at(0, 5, 0);
    at.angular_velocity[1] = 0.125f;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        OK(flo_fleet_step(l.fleet, 1.0 / 64, 64));
        const flo_body_state s = test_read(l.fleet, 0);
        NEAR(s.angular_velocity[1], 0.125, 1e-7);
        NEAR(2 * atan2((double)s.orientation[2], (double)s.orientation[0]), 0.125, 1e-5);
        test_lone_free(&l);
    }
}

/* The propeller of a hull of many pieces asks the water above itself, however far it is from the first piece. */
static void propellers_of_long_hulls_feel_their_own_water(void **state)
{
    (void)state;
    enum { LENGTH = 10000 };
    const flo_wave wave = { .amplitude = 10, .wavelength = 20000, .heading = 0, .steepness = 0 };
    flo_sea_def sea_def = flo_default_sea_def();
    sea_def.waves = &wave;
    sea_def.wave_count = 1;
    test_water w = test_water_make(&sea_def);
    for (int end = -1; end <= 1; end += 2) {
        flo_hull_def def = test_box_def(10, 4, LENGTH, 1e9);
        def.box_grid[0] = def.box_grid[1] = 1;
        def.box_grid[2] = 1000;
        def.thrust.power = 1e9;
        def.thrust.position[2] = end * LENGTH / 2.0;
        def.thrust.position[1] = -1;
        def.push.strength = 0;
        flo_hull *hull = test_hull_make(&def);
        const flo_body_state at = test_state_at(0, 0, 0);
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_fleet *idle = test_fleet_one(d->device, w.sea, hull, &at, no_hand);
            flo_fleet *busy = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ .throttle = 1 });
            OK(flo_fleet_set_time(idle, 20));
            OK(flo_fleet_set_time(busy, 20));
            const oracle_surface s = oracle_surface_at(&w.oracle, 20, 0, end * LENGTH / 2.0, w.def.inversion);
            const double gate = fmin(fmax(((double)s.height + 1) / 4, 0), 1);
            test_about("%s, end %d", d->label, end);
            NEAR((double)test_load(busy, 0).force[2] - (double)test_load(idle, 0).force[2], gate * 1e9, 1e3);
            flo_fleet_destroy(idle);
            flo_fleet_destroy(busy);
        }
        flo_hull_destroy(hull);
    }
    test_water_free(&w);
}

static double time_of(flo_fleet *fleet)
{
    flo_fleet_report report;
    OK(flo_fleet_get_report(fleet, &report));
    return report.time;
}

/* Steps up to the end of time are done and can be kept; steps beyond it are refused, and none of them is done. */
static void steps_end_with_time(void **state)
{
    (void)state;
    const double end = 1e12, dts[] = { 1.0 / 64, 0.02, 10 };
    static unsigned char kept[1 << 16];
    test_water w = test_water_flat();
    flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(0, 0, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, no_hand);
        size_t size = 0;
        OK(flo_fleet_snapshot_size(fleet, &size));
        assert_true(size <= sizeof kept);
        for (int i = 0; i < 3; i++) {
            test_about("%s, steps of %g s", d->label, dts[i]);
            OK(flo_fleet_set_time(fleet, end - 64 * dts[i]));
            OK(flo_fleet_step(fleet, dts[i], 60));
            const double before = time_of(fleet);
            REFUSED(flo_fleet_step(fleet, dts[i], 6), FLO_BAD_VALUE,
                    "6 steps of|s on would end later than 1e12 s|-1e12 to 1e12 s");
            REFUSED(flo_fleet_step(fleet, dts[i] / 2, 12), FLO_BAD_VALUE, "12 steps of");
            REFUSED(flo_fleet_step(fleet, dts[i], UINT64_MAX), FLO_BAD_VALUE, "18446744073709551615 steps of");
            REFUSED(flo_fleet_step(fleet, 11, 0), FLO_BAD_VALUE, "dt is 11 s");
            assert_true(time_of(fleet) == before);
            OK(flo_fleet_step(fleet, dts[i], 3));
            OK(flo_fleet_snapshot(fleet, kept, size));
            OK(flo_fleet_restore(fleet, kept, size));
            OK(flo_fleet_step(fleet, dts[i], 1));
            REFUSED(flo_fleet_step(fleet, 1e-6, 1), FLO_BAD_VALUE, "1 steps of 1e-06 s|later than 1e12 s");
        }
        /* Steps too short to be seen in a time so late are steps all the same, one by one, by turns and together. */
        OK(flo_fleet_set_time(fleet, end));
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 10; k++) {
                REFUSED(flo_fleet_step(fleet, k % 2 ? 1e-6 : 5e-5, 1), FLO_BAD_VALUE, "later than 1e12 s");
            }
            OK(flo_fleet_step(fleet, 1e-6, 0));
            assert_true(time_of(fleet) == end);
            OK(flo_fleet_set_time(fleet, nextafter(end, 0)));
            OK(flo_fleet_step(fleet, 1e-6, 122));               /* 1.22e-4 s are left */
            REFUSED(flo_fleet_step(fleet, 1e-6, 1), FLO_BAD_VALUE, "later than 1e12 s");
        }
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* Heights are floats, so near offsets make rough normals: as rough as the header says, and none is not a number. */
static void near_normals_are_as_good_as_told(void **state)
{
    (void)state;
    const double offsets[] = { 0.001, 0.01, 0.1 };
    const flo_wave wave = { .amplitude = 1, .wavelength = 20, .heading = 0.4, .steepness = 0 };
    flo_sea_def def = flo_default_sea_def();
    def.waves = &wave;
    def.wave_count = 1;
    const double k = 2 * pi / 20;
    for (int i = 0; i < 3; i++) {
        def.normal_offset = offsets[i];
        test_water w = test_water_make(&def);
        test_points p = test_points_make(500);
        test_points_spread(&p, 0, 0, 40);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, offset %g", d->label, offsets[i]);
            test_points_ask(&p, d->device, w.sea, 3);
            for (size_t n = 0; n < p.count; n++) {
                const oracle_surface s = oracle_surface_at(&w.oracle, 3, p.x[n], p.z[n], w.def.inversion);
                const double within = 3e-6 / offsets[i] + offsets[i] * k * k / 2 + 1e-6;
                for (int a = 0; a < 3; a++) NEAR(p.normal[a][n], (double)s.normal[a], 1.5 * within);
            }
        }
        test_points_free(&p);
        test_water_free(&w);
    }
}

static void values_beyond_the_edges_are_refused(void **state)
{
    (void)state;
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    flo_sea_def sea_def = flo_default_sea_def();
    test_about("normal_offset");
    const double offsets[] = { 1e-40, 9e-4, 1001, -1, (double)NAN };
    for (int i = 0; i < 5; i++) {
        sea_def.normal_offset = offsets[i];
        REFUSED(flo_sea_create(&sea, &sea_def), FLO_BAD_VALUE, "normal_offset|0.001 to 1000");
    }
    flo_hull_def def = test_boat_def();
    test_about("inertia_scale");
    def.inertia_scale = 1e-30;
    REFUSED(flo_hull_create(&hull, &def), FLO_BAD_VALUE, "inertia_scale|1e-30");
    def = test_boat_def();
    const flo_body_state at = test_state_at(0, 0, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s, dt", d->label);
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        REFUSED(flo_fleet_step(l.fleet, 1e-42, 1), FLO_BAD_VALUE, "dt|1e-42|1e-6 to 10");
        flo_forces_def forces = flo_default_forces_def();
        flo_body_load load;
        forces.dt = 1e-42;
        forces.count = 1;
        REFUSED(flo_fleet_forces(l.fleet, &forces, &load, NULL), FLO_BAD_VALUE, "dt|1e-6 to 10");
        forces.dt = 0.1;
        forces.count = 0;                       /* all of them */
        OK(flo_fleet_forces(l.fleet, &forces, &load, NULL));
        forces.first = 1;                       /* none */
        REFUSED(flo_fleet_forces(l.fleet, &forces, &load, NULL), FLO_BAD_VALUE, "0 bodies from number 1 on, of 1|look");
        forces.look = true;
        OK(flo_fleet_forces(l.fleet, &forces, &load, NULL));
        test_lone_free(&l);
    }
}

static void memory_of_too_many_is_more_than_there_is(void **state)
{
    (void)state;
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    assert_true(flo_fleet_memory(hull, SIZE_MAX) == SIZE_MAX);
    assert_true(flo_fleet_memory(hull, (size_t)1000000000000000000u) == SIZE_MAX);
    assert_true(flo_fleet_memory(hull, 4294967295u) == SIZE_MAX);
    const double each = (double)flo_fleet_memory(hull, 2000000000u) / 2e9;
    NEAR((double)flo_fleet_memory(hull, 4000000000u), 4e9 * each, 1e-6 * 4e9 * each);      /* in several flocks */
    assert_true(each > 100 && each < 1000);
    assert_true(flo_fleet_memory(hull, 0) < 100000);
    flo_hull_destroy(hull);
}

int test_edges(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_bodies_arrive),
        cmocka_unit_test(bodies_stop_within_the_range),
        cmocka_unit_test(heavy_hulls_turn),
        cmocka_unit_test(propellers_of_long_hulls_feel_their_own_water),
        cmocka_unit_test(steps_end_with_time),
        cmocka_unit_test(near_normals_are_as_good_as_told),
        cmocka_unit_test(values_beyond_the_edges_are_refused),
        cmocka_unit_test(memory_of_too_many_is_more_than_there_is),
    };
    return cmocka_run_group_tests_name("edges", tests, NULL, test_devices_close);
}
