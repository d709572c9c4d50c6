/* SPDX-License-Identifier: MIT
 *
 * As far as it goes: places a million kilometres out, times of a thousand years and more, no wave and a hundred
 * thousand, a hull of a million points, a fleet of nobody. */
#include "test_boat.h"

int test_contain_far(void);

static const flo_body_control no_hand = { 0 };
static const double year = 365.25 * 86400, edge = 1e9;

/* m.  A wave number is an integer of 2^-44 turn per metre, rounded; a frequency a double. */
static double far_error(const test_water *w, double time, double x, double z)
{
    double sum = 0;
    for (int i = 0; i < w->oracle.count; i++) {
        const oracle_wave *v = &w->oracle.waves[i];
        const double turns = (fabs(x) + fabs(z)) * 0x1p-44 + fabs((double)v->frequency * time) * 0x1p-51;
        sum += 2 * pi * turns * (double)v->amplitude;
    }
    return 1.5e-6 * w->amplitudes + sum;
}

static void points_at_the_ends_of_the_world(void **state)
{
    (void)state;
    const double at[] = { -edge, -edge / 3, 0, 1234567.89, edge };
    const double times[] = { 0, 10 * year, -1000 * year, 1e12, -1e12 };
    test_water w = test_water_random(12, 300, 0.3, 31);
    test_points p = test_points_make(25);
    for (size_t i = 0; i < p.count; i++) p.x[i] = at[i % 5], p.z[i] = at[i / 5];
    for (int t = 0; t < 5; t++) {
        test_worst worst = { 0 };
        oracle_surface *right = test_right_answers(&w, &p, times[t], w.def.inversion);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_points_ask(&p, d->device, w.sea, times[t]);
            for (size_t i = 0; i < p.count; i++) {
                test_about("%s, x %g, z %g, time %g", d->label, p.x[i], p.z[i], times[t]);
                test_worst_add(&worst, p.height[i], (double)right[i].height, far_error(&w, times[t], p.x[i], p.z[i]));
            }
        }
        WORST(&worst, "height");
        free(right);
    }
    test_points_free(&p);
    test_water_free(&w);
}

/* One point too far among others: its number is told, and nothing is written. */
static void points_beyond_are_refused_whole(void **state)
{
    (void)state;
    const double wrong[] = { 1.0000001e9, -2e9, 1e300, (double)NAN, INFINITY, -INFINITY };
    test_water w = test_water_random(3, 50, 0.3, 32);
    enum { COUNT = 100, AT = 41 };
    double x[COUNT], z[COUNT], height[COUNT], right[COUNT];
    for (int i = 0; i < COUNT; i++) x[i] = i, z[i] = -i, right[i] = 77;
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 12; i++) {
            double *const bad = i % 2 ? &x[AT] : &z[AT];
            const double was = *bad;
            *bad = wrong[i / 2];
            memcpy(height, right, sizeof height);
            test_about("%s, %g", d->label, *bad);
            REFUSED(flo_query(d->device, w.sea, 1, COUNT, x, z, &(flo_surface){ .height = height }), FLO_BAD_VALUE,
                    "point 41|1e9");
            SAME(height, right, sizeof height);
            *bad = was;
        }
    }
    test_water_free(&w);
}

/* Loads, steps, and the height that a sample sees, which is a query's. */
static void bodies_float_far_and_late(void **state)
{
    (void)state;
    enum { COUNT = 16 };
    const double times[] = { 1000 * year, 1e12 - 2, -1e12 };
    test_water w = test_water_random(12, 120, 0.3, 33);
    test_water_settle(&w);
    /* Two ways to the same sum; and the place asked for is off by a double's 2^-24 m out there and by an arm of 2 m in
     * floats, 3e-7 m in all, where slopes are below 1.  At most 7.2e-7 m has been seen, and 5.7e-6 m is allowed. */
    const double within = 1.5e-6 * w.amplitudes + 3e-7;
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    flo_body_def bodies[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const double out = (edge - 2000) * (i % 2 ? 1 : -1), side = (edge - 2000) * (i / 2 % 2 ? 1 : -1);
        bodies[i] = test_body(hull, test_state_at(out + 7 * i, 3, side - 5 * i), no_hand);
    }
    for (int t = 0; t < 3; t++) {
        uint64_t first = 0;
        for (const test_device *d = test_devices(); d->device; d++) {
            flo_body_state s[COUNT];
            double height[4 * COUNT], x[4 * COUNT], z[4 * COUNT], asked[4 * COUNT];
            flo_fleet_report report;
            flo_forces_def forces = flo_default_forces_def();
            test_about("%s, time %g", d->label, times[t]);
            flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, bodies, COUNT, times[t]);
            OK(flo_fleet_step(fleet, 1.0 / 64, 64));            /* numbers: late times have no finer ones */
            OK(flo_fleet_step(fleet, 1e-6, 3));
            OK(flo_fleet_get_report(fleet, &report));
            NEAR(report.time, times[t] + 1, fabs(times[t]) * 0x1p-51);
            const uint64_t hash = test_hash(fleet);
            if (d->exact && first) assert_true(hash == first);
            if (d->exact) first = hash;
            OK(flo_fleet_read(fleet, 0, COUNT, s));
            forces.look = true;
            OK(flo_fleet_forces(fleet, &forces, NULL, &(flo_sample_loads){ .height = height }));
            for (int i = 0; i < 4 * COUNT; i++) {
                const double q[4] = { s[i / 4].orientation[0], s[i / 4].orientation[1], s[i / 4].orientation[2],
                                      s[i / 4].orientation[3] };
                double arm[3];
                oracle_turn(q, def.points[i % 4], arm);
                x[i] = s[i / 4].position[0] + arm[0];
                z[i] = s[i / 4].position[2] + arm[2];
            }
            OK(flo_query(d->device, w.sea, report.time, 4 * COUNT, x, z, &(flo_surface){ .height = asked }));
            for (int i = 0; i < 4 * COUNT; i++) NEAR(height[i], asked[i], within);
            flo_fleet_destroy(fleet);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* No wave, one, and as many as there may be. */
static void any_number_of_waves_floats_a_boat(void **state)
{
    (void)state;
    const int counts[] = { 0, 1, 100000 };
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    for (int n = 0; n < 3; n++) {
        uint64_t first = 0;
        test_water w = test_water_random(counts[n], 200, 0.3, 34);
        const flo_body_def body = test_body(hull, test_state_at(5, 3, 6), no_hand);
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, %d waves", d->label, counts[n]);
            flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, &body, 1, 100);
            OK(flo_fleet_step(fleet, 0.05, 3));
            const uint64_t hash = test_hash(fleet);
            if (d->exact && first) assert_true(hash == first);
            if (d->exact) first = hash;
            const oracle_surface s = oracle_surface_at(&w.oracle, 100.15, 5, 6, w.def.inversion);
            const double height = (double)test_ask_one(d->device, w.sea, 100.15, 5, 6).height;
            NEAR(height, (double)s.height, 1.5e-6 * w.amplitudes + 1e-5);
            flo_fleet_destroy(fleet);
        }
        test_water_free(&w);
    }
    flo_hull_destroy(hull);
    flo_sea *sea = NULL;
    flo_sea_def sea_def = flo_default_sea_def();
    flo_wave *waves = calloc(100001, sizeof *waves);
    assert_non_null(waves);
    for (int i = 0; i < 100001; i++) waves[i].wavelength = 10;
    sea_def.waves = waves;
    for (int i = 0; i < 2; i++) {
        sea_def.wave_count = i ? -1 : 100001;
        REFUSED(flo_sea_create(&sea, &sea_def), FLO_BAD_VALUE, "wave_count|0 to 100000");
        assert_null(sea);
    }
    free(waves);
}

/* A hull of one point and one of a million under water: both lift bias times their weight, and turn nothing.  The lift
 * is 10,300 N, of which floats have 2^-10 N: five of those are allowed, and none has been seen.  The rise is to 2e-6
 * m/s: the implicit step of a million points gets 1.9e-6 wrong in two steps, 6e-6 of the lift, all else 1e-9. */
static void hulls_of_one_and_of_a_million_points_float(void **state)
{
    (void)state;
    enum { MANY = 1000000 };
    double (*points)[3] = calloc(MANY, sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < MANY; i++) {
        points[i][0] = i % 100 * 0.1 - 4.95;
        points[i][1] = i / 100 % 100 * 0.01;
        points[i][2] = i / 10000 * 0.1 - 4.95;
    }
    const int counts[] = { 1, MANY };
    int tried = 0;
    test_water w = test_water_flat();
    for (int n = 0; n < 2; n++) {
        flo_hull_def def = test_boat_def();
        def.points = n ? (const double (*)[3])points : (const double (*)[3])&points[MANY / 2];
        def.point_count = counts[n];
        def.center_of_mass[0] = def.center_of_mass[1] = def.center_of_mass[2] = 0;
        def.push.strength = 0;
        def.thrust.power = 0;
        def.damping = (flo_damping_def){ 0 };
        def.drag = (flo_drag_def){ 0 };
        flo_hull *hull = test_hull_make(&def);
        assert_int_equal(flo_hull_get_info(hull).samples, counts[n]);
        const flo_body_def body = test_body(hull, test_state_at(0, -20, 0), no_hand);
        for (const test_device *d = test_devices(); d->device; d++) {
            const bool is_slow = n && (strstr(d->label, "sse") || strstr(d->label, "scalar"));
            if (is_slow) continue;
            tried += n;
            test_about("%s, %d points", d->label, counts[n]);
            for (int way = 0; way < 2; way++) {
                const double rise = 0.05 * 9.81 / 32;
                flo_fleet *fleet = (way ? test_fleet_implicit : test_fleet_make)(d->device, w.sea, &body, 1, 0);
                const flo_body_load load = test_load(fleet, 0);
                NEAR(load.submerged, 1, 1e-6);
                NEAR(load.force[1], 0.05 * 1000 * 9.81, 5 * 0x1p-10);
                OK(flo_fleet_step(fleet, 1.0 / 64, 2));
                NEAR(test_read(fleet, 0).velocity[1], rise, 2e-6);
                flo_fleet_destroy(fleet);
            }
        }
        flo_hull_destroy(hull);
    }
    test_water_free(&w);
    free(points);
    if (tried == 0) {
        print_message("             all devices are too slow for a million points\n");
        skip();
    }
}

static void a_fleet_of_nobody_does_all_that_a_fleet_does(void **state)
{
    (void)state;
    test_water w = test_water_random(5, 50, 0.3, 35);
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const flo_body_def body = test_body(hull, test_state_at(1, 2, 3), no_hand);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_body_state s = test_state_at(9, 9, 9);
        flo_body_load load;
        flo_fleet_report report;
        flo_forces_def forces = flo_default_forces_def();
        size_t bad = 3;
        uint64_t hash = FLO_HASH_START;
        test_about("%s", d->label);
        flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, NULL, 0, 5);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(flo_fleet_count(fleet), 0);
            OK(flo_fleet_step(fleet, 0.1, 10));
            OK(flo_fleet_forces(fleet, &forces, NULL, NULL));
            OK(flo_fleet_read(fleet, 0, 0, &s));
            OK(flo_fleet_write(fleet, 0, 0, &s));
            OK(flo_fleet_control(fleet, 0, 0, &body.control));
            OK(flo_fleet_set_sea(fleet, 0, 0, w.sea));
            OK(flo_fleet_get_bad(fleet, 0, NULL, &bad));
            OK(flo_fleet_hash_on(fleet, &hash));
            OK(flo_fleet_get_report(fleet, &report));
            assert_true(bad == 0 && hash == FLO_HASH_START && report.bad_bodies == 0);
            NEAR(report.time, 6 + 1.1 * i, 1e-12);
            REFUSED(flo_fleet_read(fleet, 0, 1, &s), FLO_BAD_VALUE, "fleet has 0");
            REFUSED(flo_fleet_remove(fleet, 0, 1), FLO_BAD_VALUE, "fleet has 0");
            if (i == 1) break;
            OK(flo_fleet_add(fleet, 1, &body));
            OK(flo_fleet_step(fleet, 0.1, 1));
            OK(flo_fleet_forces(fleet, &forces, &load, NULL));
            assert_true(isfinite(load.force[1]));
            OK(flo_fleet_remove(fleet, 0, 1));
        }
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_contain_far(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_at_the_ends_of_the_world),
        cmocka_unit_test(points_beyond_are_refused_whole),
        cmocka_unit_test(bodies_float_far_and_late),
        cmocka_unit_test(any_number_of_waves_floats_a_boat),
        cmocka_unit_test(hulls_of_one_and_of_a_million_points_float),
        cmocka_unit_test(a_fleet_of_nobody_does_all_that_a_fleet_does),
    };
    return cmocka_run_group_tests_name("contain far", tests, NULL, test_devices_close);
}
