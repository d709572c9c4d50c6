/* SPDX-License-Identifier: MIT
 *
 * Bodies in the sum in polynomials: their loads against the oracle's, with all that looks at moving water, and their
 * motion against that in the direct sum; the memory they take. */
#include "test_expansion.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include "../host/backend.h"
#pragma GCC diagnostic pop

int test_expansion_bodies(void);

static const test_spectrum spectrum = { 2.5, 8, 4, 64 };

static test_water water_make(double depth, int inversion)
{
    flo_sea_def like = flo_default_sea_def();
    like.depth = depth;
    like.inversion = inversion;
    like.level = 2;
    like.current[0] = 0.8;
    return test_water_of(&spectrum, &like);
}

static flo_fleet *fleet_of(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                           flo_integrator integrator, flo_waves waves)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = count;
    def.integrator = integrator;
    def.waves = waves;
    def.time = 5000;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}

/* ---- loads ------------------------------------------------------------------------------------------------------ */

enum { KINDS = 24, POINTS = 20 };

/* Points or cells, with every push, damped and dragged through the water or over the ground. */
static flo_hull_def hull_number(int i, double (*points)[3])
{
    flo_hull_def def = test_boat_def();
    const double reach = 0.5 + i % 4;
    for (int p = 0; p < POINTS; p++) {
        for (int a = 0; a < 3; a++) points[p][a] = test_random(-reach, reach) * (a == 1 ? 0.2 : 1);
    }
    def.points = (const double (*)[3])points;
    def.point_count = POINTS;
    def.volume = 1.4;
    if (i % 5 == 0) {
        def = test_box_def(2, 0.8, 3, 3500);
        def.thrust.power = 3000;
        def.drag.linear = 0.3;
    }
    def.push = (flo_push_def){ 1, (flo_push_velocity)(i % 3) };
    def.damping = (flo_damping_def){ .vertical = 1.5, .quadratic = 0.2, .of = (flo_damping_of)(i % 2),
                                     .relative = i / 2 % 2 };
    def.drag.relative = i / 3 % 2;
    def.added_mass = (flo_added_mass_def){ { 0.4, 0.8, 0.1 }, 1, { 0.1, 0.1, 0.1 } };
    return def;
}

/* What floats lose and what the height's error moves: the submersion of samples, the motion of the water that belongs
 * to a label. */
static double allowed_of(const oracle_load *right, const test_water *w, double error)
{
    double speeds = 0, accelerations = 0, shears = 0, surges = 0;
    for (int i = 0; i < w->oracle.count; i++) {
        const oracle_wave *v = &w->oracle.waves[i];
        const double k = 2 * pi / (double)v->wavelength, speed = (double)(v->amplitude * v->sigma);
        speeds += speed;
        shears += speed * k;
        accelerations += speed * (double)v->sigma;
        surges += speed * k * (double)v->sigma;
    }
    const double floats = 3e-7 * (right->size + 2 * right->carried * accelerations + right->rate * speeds);
    return floats + 5e-7 * w->amplitudes * right->stiffness
           + error * (right->stiffness + 3 * right->carried * surges + 3 * right->rate * shears);
}

static void check_load(flo_device *device, const test_water *w, const flo_body_def *body, const oracle_load *right,
                       test_worst *worst)
{
    flo_fleet *fleet = fleet_of(device, w->sea, body, 1, FLO_SYMPLECTIC, FLO_WAVES_AUTO);
    const flo_summation s = flo_fleet_get_summation(fleet, 0);
    const flo_body_load got = test_load(fleet, 0);
    const double force = allowed_of(right, w, s.error);
    assert_true(s.degree > 0);
    for (int a = 0; a < 3; a++) {
        test_worst_add(worst, (double)got.force[a], right->force[a], force);
        test_worst_add(worst, (double)got.torque[a], right->torque[a], 5 * force);
    }
    test_worst_add(worst, (double)got.submerged, right->submerged, 1e-5 + s.error / 0.1);
    flo_fleet_destroy(fleet);
}

static void loads_are_the_oracles(void **state)
{
    (void)state;
    test_worst worst = { 0 };
    for (int i = 0; i < KINDS; i++) {
        double points[POINTS][3];
        test_water w = water_make(i % 2 ? 15 : (double)INFINITY, 6);
        test_random_start(76 + (uint64_t)i);
        const flo_hull_def def = hull_number(i, points);
        flo_hull *hull = test_hull_make(&def);
        const flo_body_state at = test_state_random(1e5, w.def.level, -4e4);
        const flo_body_control control = { .throttle = 0.7f, .steer = 0.3f };
        const flo_body_def body = test_body(hull, at, control);
        oracle_body oracle = oracle_body_make(&def, &at, control);
        const oracle_load right = oracle_body_load(&oracle, &w.oracle, (oracle_step){ 5000, 0, true, false });
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, hull %d", d->label, i);
            check_load(d->device, &w, &body, &right, &worst);
        }
        oracle_body_free(&oracle);
        flo_hull_destroy(hull);
        test_water_free(&w);
    }
    WORST(&worst, "loads");
}

/* ---- motion ----------------------------------------------------------------------------------------------------- */

enum { BODIES = 64, STEPS = 120 };

/* Boats ride the same waves, however these are summed: what is off in the height is off in the heave. */
static void boats_ride_the_same_waves(void **state)
{
    (void)state;
    static flo_body_def body[BODIES];
    static flo_body_state got[BODIES], right[BODIES];
    test_water w = water_make((double)INFINITY, 2);
    flo_hull_def def = test_box_def(2, 1, 4, 4000);
    def.damping = (flo_damping_def){ .vertical = 2, .angular = 1, .relative = true };
    def.drag.linear = 0.2;
    flo_hull *hull = test_hull_make(&def);
    test_random_start(77);
    for (int i = 0; i < BODIES; i++) {
        flo_body_state at = test_state_at(test_random(-1e4, 1e4), w.def.level, test_random(-1e4, 1e4));
        test_state_turn(&at, 0.9 * i, 0, 1, 0);
        body[i] = test_body(hull, at, (flo_body_control){ 0 });
    }
    for (int n = 0; n < 2; n++) {
        const flo_integrator integrator = n ? FLO_IMPLICIT : FLO_SYMPLECTIC;
        for (const test_device *d = test_devices(); d->device; d++) {
            test_spread off = { .most = 0 };
            double bound = 0;
            for (int direct = 0; direct < 2; direct++) {
                flo_fleet *fleet = fleet_of(d->device, w.sea, body, BODIES, integrator,
                                            direct ? FLO_WAVES_DIRECT : FLO_WAVES_AUTO);
                OK(flo_fleet_step(fleet, 1.0 / 60, STEPS));
                OK(flo_fleet_read(fleet, 0, BODIES, direct ? right : got));
                if (!direct) bound = flo_fleet_get_summation(fleet, 0).error;
                flo_fleet_destroy(fleet);
            }
            for (int i = 0; i < BODIES; i++) test_spread_add(&off, got[i].position[1] - right[i].position[1]);
            test_about("%s, integrator %d", d->label, n);
            if (d == test_devices()) {
                print_message("             heave after 2 s: %.1e/%.1e m (rms/most) for a bound of %.1e m\n",
                              test_spread_rms(&off), off.most, bound);
            }
            assert_true(bound > 0);
            NEAR(off.most, 0, 3 * bound + 1e-5);
        }
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* A backend that counts what is allocated. */
static const flo__backend *counted;
static size_t taken;

static flo_status count_allocate(flo_device *device, size_t bytes, flo__buffer **buffer)
{
    taken += bytes;
    return counted->allocate(device, bytes, buffer);
}

/* Bytes that a fleet takes. */
static size_t taken_by(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                       flo_waves waves)
{
    flo__backend counting = *device->backend;
    counted = device->backend;
    counting.allocate = count_allocate;
    taken = 0;
    device->backend = &counting;
    flo_fleet *fleet = fleet_of(device, sea, bodies, count, FLO_IMPLICIT, waves);
    flo_fleet_destroy(fleet);
    device->backend = counted;
    return taken;
}

/* What is told beforehand is what is taken, but for the tables of the sea and of the hull, which there are once however
 * many bodies there are; a finer cut for polynomials takes at most half as much again. */
static void fleets_take_what_they_tell(void **state)
{
    (void)state;
    enum { MOST = 20000, POINTS_MOST = 300 };
    static flo_body_def body[MOST];
    static double points[POINTS_MOST][3];
    const int counts[] = { 1, 8, 64, POINTS_MOST };
    test_water w = water_make((double)INFINITY, 2);
    for (int i = 0; i < 8; i++) {
        flo_hull_def def = test_boat_def();
        const double reach = i % 2 ? 9 : 1;
        test_random_start(78);
        for (int p = 0; p < POINTS_MOST; p++) {
            for (int a = 0; a < 3; a++) points[p][a] = test_random(-reach, reach) * (a == 2 ? 1 : 0.2);
        }
        def.points = (const double (*)[3])points;
        def.point_count = counts[i / 2];
        flo_hull *hull = test_hull_make(&def);
        for (int b = 0; b < MOST; b++) body[b] = test_body(hull, test_state_at(b, 2, 0), (flo_body_control){ 0 });
        for (const test_device *d = test_devices(); d->device; d++) {
            for (int direct = 0; direct < 2 && d->device->backend; direct++) {      /* several devices have none */
                const flo_waves waves = direct ? FLO_WAVES_DIRECT : FLO_WAVES_AUTO;
                const size_t few = taken_by(d->device, w.sea, body, 64, waves);
                const size_t many = taken_by(d->device, w.sea, body, MOST, waves);
                const size_t told = flo_fleet_memory(hull, MOST) - flo_fleet_memory(hull, 64);
                test_about("%s, %d points in %g m, direct %d", d->label, counts[i / 2], reach, direct);
                if (direct) assert_int_equal(many - few, told);
                assert_true(many - few >= told && many - few <= told + told / 2);
                assert_true(few >= flo_fleet_memory(hull, 64) && few < flo_fleet_memory(hull, 64) * 3 / 2 + (1u << 20));
            }
        }
        flo_hull_destroy(hull);
    }
    test_water_free(&w);
}

int test_expansion_bodies(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_the_oracles),
        cmocka_unit_test(boats_ride_the_same_waves),
        cmocka_unit_test(fleets_take_what_they_tell),
    };
    return cmocka_run_group_tests_name("expansion_bodies", tests, NULL, test_devices_close);
}
