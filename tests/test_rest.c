/* SPDX-License-Identifier: MIT
 *
 * Where bodies come to rest. */
#include "test_boat.h"

int test_rest(void);

static const flo_body_control no_hand = { 0 };

static flo_body_state rest_of(flo_device *device, const flo_hull_def *def, const flo_body_state *at, uint64_t steps)
{
    test_lone l = test_lone_make(device, def, at, no_hand);
    OK(flo_fleet_step(l.fleet, 1.0 / 30, steps));
    const flo_body_state s = test_read(l.fleet, 0);
    test_lone_free(&l);
    return s;
}

/* Clamped, a body rests at reference / bias; saturated, where 1 - exp(-alpha d / reference) is 1 / bias. */
static void proportional_bodies_rest_at_their_depth(void **state)
{
    (void)state;
    flo_hull_def def = test_boat_def();
    def.center_of_mass[0] = def.center_of_mass[2] = 0;
    const flo_body_state at = test_state_at(0, 0.3, 0);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        def.buoyancy.curve = FLO_CURVE_NONE;
        def.buoyancy.bias = 1;
        NEAR(rest_of(d->device, &def, &at, 900).position[1], -0.5, 1e-5);
        def.buoyancy.curve = FLO_CURVE_CLAMP;
        def.buoyancy.bias = 1.25;
        NEAR(rest_of(d->device, &def, &at, 900).position[1], -0.4, 1e-5);
        def.buoyancy.curve = FLO_CURVE_SATURATE;
        NEAR(rest_of(d->device, &def, &at, 900).position[1], -0.5 / 3 * log(5), 1e-5);
    }
}

static void half_as_dense_floats_half_under(void **state)
{
    (void)state;
    const double sizes[3][3] = { { 1, 1, 1 }, { 2, 1, 4 }, { 10, 2, 4 } };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 3; i++) {
            const double *s = sizes[i], height = s[1];
            flo_hull_def def = test_box_def(s[0], s[1], s[2], 500 * s[0] * s[1] * s[2]);
            def.center_of_mass[1] = -0.2 * height;
            def.damping = (flo_damping_def){ .vertical = 2, .angular = 1 };
            const flo_body_state at = test_state_at(0, 0.4 * height, 0);
            const flo_body_state rest = rest_of(d->device, &def, &at, 900);
            test_about("%s, height %g", d->label, height);
            NEAR((height / 2 - rest.position[1]) / height, 0.5, 0.001 * 0.5);
        }
    }
}

/* How far a body is rolled about z, degrees, the quarter turn of a square aside. */
static double roll_of(const flo_body_state *s)
{
    return fabs(2 * atan2((double)s->orientation[3], (double)s->orientation[0])) * 180 / pi;
}

/* A square bar lists where tan^2 = 12 r (1 - r) - 2 for the ratio r of densities, if that is positive. */
static void square_bar_lists_as_it_should(void **state)
{
    (void)state;
    const double ratios[] = { 0.75, 0.25, 0.8 }, lists[] = { 26.5650512, 26.5650512, 0 };
    test_worst list = { 0 };
    for (int i = 0; i < 3; i++) {
        flo_hull_def def = test_box_def(1, 1, 4, 4000 * ratios[i]);
        def.box_grid[0] = def.box_grid[1] = 16;
        def.damping = (flo_damping_def){ .vertical = 2, .angular = 1 };
        flo_body_state at = test_state_at(0, 0.5 - ratios[i], 0);
        test_state_turn(&at, 0.05, 0, 0, 1);
        for (const test_device *d = test_devices(); d->device; d++) {
            const flo_body_state rest = rest_of(d->device, &def, &at, 1500);
            test_about("%s, ratio %g", d->label, ratios[i]);
            test_worst_add(&list, roll_of(&rest), lists[i], 0.5);
            NEAR(rest.orientation[1], 0, 1e-4);
            NEAR(rest.orientation[2], 0, 1e-4);
        }
    }
    WORST(&list, "list, in half a degree");
}

/* Stonefish, issues 32 and 67: floating bodies slowly turned in still water. */
static void nothing_turns_in_still_water(void **state)
{
    (void)state;
    flo_hull_def def = test_box_def(2, 1, 5, 4000);
    def.center_of_mass[0] = 0.1;
    flo_body_state at = test_state_at(0, 0.2, 0);
    test_state_turn(&at, 0.4, 0.3, 0, 1);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_lone l = test_lone_make(d->device, &def, &at, no_hand);
        OK(flo_fleet_step(l.fleet, 1.0 / 30, 900));
        const flo_body_state s = test_read(l.fleet, 0);
        double momentum[3];
        const double inertia[3] = { 4000 * (1 + 25) / 12.0, 4000 * (4 + 25) / 12.0, 4000 * (4 + 1) / 12.0 };
        const double q[4] = { s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3] };
        const double spin[3] = { s.angular_velocity[0], s.angular_velocity[1], s.angular_velocity[2] };
        oracle_momentum(q, inertia, spin, momentum);
        test_about("%s", d->label);
        NEAR(momentum[1] / inertia[1], 0, 1e-5);
        test_lone_free(&l);
    }
}

int test_rest(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proportional_bodies_rest_at_their_depth),
        cmocka_unit_test(half_as_dense_floats_half_under),
        cmocka_unit_test(square_bar_lists_as_it_should),
        cmocka_unit_test(nothing_turns_in_still_water),
    };
    return cmocka_run_group_tests_name("rest", tests, NULL, test_devices_close);
}
