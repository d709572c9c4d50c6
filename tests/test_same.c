/* SPDX-License-Identifier: MIT
 *
 * The same bits: on every exact device, with any number of threads, in groups and lanes of any size, however the work
 * is cut and in whatever order it comes, and whatever becomes of other bodies. */
#include "test_boat.h"
#include "test_same_scene.h"

int test_same(void);

/* The device that all others must equal, and those others. */
static const test_device *first_exact(void)
{
    const test_device *d = test_devices_and_variants();
    while (d->device && !d->exact) d++;
    if (!d->device) skip();
    return d;
}

/* ---- all devices ----------------------------------------------------------------------------------------------- */

static void scene_has_the_known_hash(void **state)
{
    (void)state;
    first_exact();
    for (const test_device *d = test_devices_and_variants(); d->device; d++) {
        uint64_t hash = 0;
        test_about("%s", d->label);
        OK(same_hash(d->device, &hash));
        if (!d->exact) print_message("             %s is not exact: %016llx\n", d->label, (unsigned long long)hash);
        if (d->exact && hash != SCENE_HASH) {
            fail_msg("%s: the hash is %016llx and should be %016llx", d->label, (unsigned long long)hash,
                     (unsigned long long)SCENE_HASH);
        }
    }
}

/* Everything that a query says. */
static void compare_points(const test_points *a, const test_points *b)
{
    SAME(a->height, b->height, a->count * sizeof(double));
    SAME(a->normal[0], b->normal[0], 7 * a->count * sizeof(float));
}

static void queries_are_the_same_on_all_devices(void **state)
{
    (void)state;
    const int waves[] = { 1, 12, 129, 700 }, inversions[] = { 0, 2, 7 };
    const test_device *first = first_exact();
    for (int i = 0; i < 24; i++) {
        test_water w = test_water_random(waves[i % 4], 200, 0.4, 51 + (uint64_t)i);
        test_points p = test_points_make(i % 4 < 2 ? 3001 : 601), q = test_points_make(p.count);
        flo_sea *sea = NULL;
        w.def.inversion = inversions[i / 4 % 3];
        w.def.normal_offset = i / 12 ? 0.3 : 0;
        OK(flo_sea_create(&sea, &w.def));
        test_points_spread(&p, i % 2 ? 1e6 : 0, -2e5, 3000);
        memcpy(q.x, p.x, 2 * p.count * sizeof *p.x);
        test_points_ask(&p, first->device, sea, 1e7 + i);
        for (const test_device *d = first + 1; d->device; d++) {
            if (!d->exact) continue;
            test_about("%s, %d waves, inversion %d", d->label, waves[i % 4], w.def.inversion);
            test_points_ask(&q, d->device, sea, 1e7 + i);
            compare_points(&p, &q);
        }
        flo_sea_destroy(sea);
        test_points_free(&p);
        test_points_free(&q);
        test_water_free(&w);
    }
}

/* Folding seas, where differences would be as large as they get. */
static void folding_seas_are_the_same_on_all_devices(void **state)
{
    (void)state;
    const test_device *first = first_exact();
    const flo_wave waves[] = { { .amplitude = 10 / (2 * pi), .wavelength = 10, .steepness = 1 },
                               { .amplitude = 3, .wavelength = 27, .heading = 0.5, .steepness = 1 } };
    flo_sea_def def = flo_default_sea_def();
    def.waves = waves;
    def.wave_count = 2;
    def.inversion = 8;
    test_water w = test_water_make(&def);
    test_points p = test_points_make(5000), q = test_points_make(5000);
    test_random_start(52);
    test_points_spread(&p, 0, 0, 30);
    memcpy(q.x, p.x, 2 * p.count * sizeof *p.x);
    test_points_ask(&p, first->device, w.sea, 0);
    for (const test_device *d = first + 1; d->device; d++) {
        if (!d->exact) continue;
        test_about("%s", d->label);
        test_points_ask(&q, d->device, w.sea, 0);
        compare_points(&p, &q);
    }
    test_points_free(&p);
    test_points_free(&q);
    test_water_free(&w);
}

/* ---- a fleet and what is known of it --------------------------------------------------------------------------- */

enum { MOST_SAMPLES = SCENE_BODIES * SCENE_SHIP };

typedef struct known {
    flo_body_state states[SCENE_BODIES];
    flo_body_load loads[SCENE_BODIES];
    uint64_t hash;
    double height[MOST_SAMPLES];
    float rest[7][MOST_SAMPLES];
} known;

typedef struct scene {
    flo_sea *sea;
    flo_hull *hulls[SCENE_HULLS];
    flo_body_def bodies[SCENE_BODIES];
} scene;

static void scene_set(scene *s)
{
    OK(same_make_sea(&s->sea));
    OK(same_make_hulls(s->hulls));
    same_make_bodies(s->bodies, s->hulls);
}

static void scene_clear(scene *s)
{
    for (int i = 0; i < SCENE_HULLS; i++) flo_hull_destroy(s->hulls[i]);
    flo_sea_destroy(s->sea);
}

/* Loads and samples in the present state, and all the rest. */
static void fleet_tell(flo_fleet *fleet, size_t count, known *k)
{
    flo_forces_def forces = flo_default_forces_def();
    memset(k, 0, sizeof *k);
    forces.count = count;
    forces.dt = 0.0625;
    const flo_sample_loads samples = { k->height, { k->rest[0], k->rest[1], k->rest[2] }, k->rest[3],
                                       { k->rest[4], k->rest[5], k->rest[6] } };
    OK(flo_fleet_hash(fleet, &k->hash));
    OK(flo_fleet_read(fleet, 0, count, k->states));
    OK(flo_fleet_forces(fleet, &forces, k->loads, &samples));
}

static void fleets_are_the_same_on_all_devices(void **state)
{
    (void)state;
    scene s;
    known *right = calloc(2, sizeof *right), *k = right + 1;
    assert_non_null(right);
    scene_set(&s);
    const test_device *first = first_exact();
    for (const test_device *d = first; d->device; d++) {
        if (!d->exact) continue;
        flo_fleet *fleet = test_fleet_make(d->device, s.sea, s.bodies, SCENE_BODIES, scene_time);
        test_about("%s", d->label);
        OK(flo_fleet_step(fleet, 1.0 / 60, SCENE_STEPS));
        fleet_tell(fleet, SCENE_BODIES, d == first ? right : k);
        flo_fleet_destroy(fleet);
        if (d == first) continue;
        SAME(k->states, right->states, sizeof k->states);
        SAME(k->loads, right->loads, sizeof k->loads);
        SAME(&k->hash, &right->hash, sizeof k->hash);
        SAME(k->height, right->height, sizeof k->height);
        SAME(k->rest, right->rest, sizeof k->rest);
    }
    free(right);
    scene_clear(&s);
}

/* ---- however it is cut ----------------------------------------------------------------------------------------- */

/* A point's bits are its own: alone, in small parts, and in another order they are what they were in company. */
static void points_depend_on_themselves_alone(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    test_water w = test_water_random(30, 100, 0.4, 53);
    test_points all = test_points_make(COUNT), part = test_points_make(COUNT);
    test_points_spread(&all, 1e5, 1e5, 500);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        test_points_ask(&all, d->device, w.sea, 9);
        const size_t sizes[] = { 1, 7, 64, 333 };
        for (size_t at = 0, i = 0; at < COUNT; at += part.count, i++) {
            part.count = sizes[i % 4] < COUNT - at ? sizes[i % 4] : COUNT - at;
            for (size_t p = 0; p < part.count; p++) {
                part.x[p] = all.x[(at + p) * 7 % COUNT];            /* 7 and 1000 have no common divisor */
                part.z[p] = all.z[(at + p) * 7 % COUNT];
            }
            test_points_ask(&part, d->device, w.sea, 9);
            for (size_t p = 0; p < part.count; p++) {
                const size_t of = (at + p) * 7 % COUNT;
                assert_true(part.height[p] == all.height[of] && part.residual[p] == all.residual[of]);
                for (int c = 0; c < 3; c++) {
                    assert_true(part.normal[c][p] == all.normal[c][of] && part.velocity[c][p] == all.velocity[c][of]);
                }
            }
        }
        part.count = COUNT;
    }
    test_points_free(&all);
    test_points_free(&part);
    test_water_free(&w);
}

/* More points than a query takes at a time. */
static void long_queries_are_cut_unseen(void **state)
{
    (void)state;
    enum { COUNT = 300001 };
    test_water w = test_water_random(2, 100, 0.4, 54);
    test_points all = test_points_make(COUNT), tail = test_points_make(77);
    test_points_spread(&all, 0, 0, 5000);
    for (int i = 0; i < 77; i++) {
        tail.x[i] = all.x[COUNT - 77 + i];
        tail.z[i] = all.z[COUNT - 77 + i];
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        test_points_ask(&all, d->device, w.sea, 9);
        test_points_ask(&tail, d->device, w.sea, 9);
        SAME(all.height + COUNT - 77, tail.height, 77 * sizeof(double));
        SAME(all.residual + COUNT - 77, tail.residual, 77 * sizeof(float));
    }
    test_points_free(&all);
    test_points_free(&tail);
    test_water_free(&w);
}

/* To look is not to touch. */
static void look_at(flo_fleet *fleet)
{
    flo_body_load loads[SCENE_BODIES];
    flo_forces_def forces = flo_default_forces_def();
    forces.count = SCENE_BODIES;
    forces.dt = 0.5;
    forces.look = true;
    OK(flo_fleet_forces(fleet, &forces, loads, NULL));
}

/* A hundred steps are thirty-seven and sixty-three, or a hundred times one. */
static void steps_may_be_taken_in_any_portions(void **state)
{
    (void)state;
    scene s;
    scene_set(&s);
    for (const test_device *d = test_devices(); d->device; d++) {
        uint64_t hash[3] = { 0 };
        for (int way = 0; way < 3; way++) {
            flo_fleet *fleet = test_fleet_make(d->device, s.sea, s.bodies, SCENE_BODIES, scene_time);
            test_about("%s, way %d", d->label, way);
            if (way == 0) OK(flo_fleet_step(fleet, 1.0 / 60, 100));
            if (way == 1) {
                OK(flo_fleet_step(fleet, 1.0 / 60, 37));
                look_at(fleet);
                OK(flo_fleet_step(fleet, 1.0 / 60, 63));
            }
            for (int i = 0; way == 2 && i < 100; i++) OK(flo_fleet_step(fleet, 1.0 / 60, 1));
            OK(flo_fleet_hash(fleet, &hash[way]));
            flo_fleet_destroy(fleet);
        }
        assert_true(hash[0] == hash[1]);
        assert_true(hash[0] == hash[2]);
    }
    scene_clear(&s);
}

/* ---- whoever else is there ------------------------------------------------------------------------------------- */

/* The fleet in another order, and a part of it alone: every body fares as before. */
static void bodies_may_come_in_any_order(void **state)
{
    (void)state;
    scene s;
    flo_body_def shuffled[SCENE_BODIES];
    flo_body_state right[SCENE_BODIES], got[SCENE_BODIES];
    scene_set(&s);
    for (size_t i = 0; i < SCENE_BODIES; i++) shuffled[i] = s.bodies[i * 29 % SCENE_BODIES];
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        flo_fleet *fleet = test_fleet_make(d->device, s.sea, s.bodies, SCENE_BODIES, scene_time);
        OK(flo_fleet_step(fleet, 1.0 / 60, 30));
        OK(flo_fleet_read(fleet, 0, SCENE_BODIES, right));
        flo_fleet_destroy(fleet);
        fleet = test_fleet_make(d->device, s.sea, shuffled, SCENE_BODIES, scene_time);
        OK(flo_fleet_step(fleet, 1.0 / 60, 30));
        OK(flo_fleet_read(fleet, 0, SCENE_BODIES, got));
        flo_fleet_destroy(fleet);
        for (size_t i = 0; i < SCENE_BODIES; i++) SAME(&got[i], &right[i * 29 % SCENE_BODIES], sizeof *got);
        fleet = test_fleet_make(d->device, s.sea, s.bodies + 50, 3, scene_time);
        OK(flo_fleet_step(fleet, 1.0 / 60, 30));
        OK(flo_fleet_read(fleet, 0, 3, got));
        flo_fleet_destroy(fleet);
        SAME(got, right + 50, 3 * sizeof *got);
    }
    scene_clear(&s);
}

/* One body that is written badly, and one that is flung out, cost no other a bit. */
static void bad_bodies_cost_no_other_a_bit(void **state)
{
    (void)state;
    enum { UNFIT = 17, FLUNG = 40 };
    scene s;
    flo_body_state right[SCENE_BODIES], got[SCENE_BODIES], nowhere = test_state_at((double)NAN, 0, 0);
    flo_hull_def wild = test_speck_def();
    wild.buoyancy.stiffness = 1e9;
    scene_set(&s);
    flo_hull *hull = test_hull_make(&wild);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet_report report;
        test_about("%s", d->label);
        flo_fleet *fleet = test_fleet_make(d->device, s.sea, s.bodies, SCENE_BODIES, scene_time);
        OK(flo_fleet_step(fleet, 1.0 / 60, 60));
        OK(flo_fleet_read(fleet, 0, SCENE_BODIES, right));
        flo_fleet_destroy(fleet);
        const flo_body_def kept = s.bodies[FLUNG];
        s.bodies[FLUNG] = test_body(hull, test_state_at(0, 1000, 0), (flo_body_control){ 0 });
        fleet = test_fleet_make(d->device, s.sea, s.bodies, SCENE_BODIES, scene_time);
        s.bodies[FLUNG] = kept;
        REFUSED(flo_fleet_write(fleet, UNFIT, 1, &nowhere), FLO_BAD_BODY, "body 17|nan");
        REFUSED(flo_fleet_step(fleet, 1.0 / 60, 60), FLO_BAD_BODY, "2 of 83|body 17");
        OK(flo_fleet_get_report(fleet, &report));
        assert_int_equal(report.bad_bodies, 2);
        OK(flo_fleet_read(fleet, 0, SCENE_BODIES, got));
        for (int i = 0; i < SCENE_BODIES; i++) {
            if (i != UNFIT && i != FLUNG) SAME(&got[i], &right[i], sizeof *got);
        }
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    scene_clear(&s);
}

int test_same(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scene_has_the_known_hash),
        cmocka_unit_test(queries_are_the_same_on_all_devices),
        cmocka_unit_test(folding_seas_are_the_same_on_all_devices),
        cmocka_unit_test(fleets_are_the_same_on_all_devices),
        cmocka_unit_test(points_depend_on_themselves_alone),
        cmocka_unit_test(long_queries_are_cut_unseen),
        cmocka_unit_test(steps_may_be_taken_in_any_portions),
        cmocka_unit_test(bodies_may_come_in_any_order),
        cmocka_unit_test(bad_bodies_cost_no_other_a_bit),
    };
    return cmocka_run_group_tests_name("same", tests, NULL, test_devices_close);
}
