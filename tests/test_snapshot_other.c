/* SPDX-License-Identifier: MIT
 *
 * Snapshots of other fleets are refused, and told in what they differ; those of any bodies that a fleet can have are
 * taken, and no others are made. */
#include "test_boat.h"
#include "test_snapshot.h"

#include "fleet.h"

int test_snapshot_other(void);

typedef struct other { const char *words; void (*change)(test_small *s); } other;

static void fewer(test_small *s) { s->fleet.count = 1; }
static void more(test_small *s) { s->fleet.count = 3; }
static void heavier(test_small *s) { s->hull.mass *= 1 + 0x1p-40; }
static void slower(test_small *s) { s->hull.damping.vertical += 0.5; }
static void pushed_less(test_small *s) { s->hull.push.strength = 0.25; }
static void not_pushed(test_small *s) { s->hull.push.strength = 0; }
static void analytic(test_small *s) { s->hull.push.velocity = FLO_PUSH_ANALYTIC; }
static void follows(test_small *s) { s->mode = FLO_TRANSFORM; }
static void steered(test_small *s) { s->hull.steering.lean = 1; }
static void explicit_step(test_small *s) { s->fleet.integrator = FLO_SYMPLECTIC; }
static void direct(test_small *s) { s->fleet.waves = FLO_WAVES_DIRECT; }
static void exacter(test_small *s) { s->fleet.tolerance = 1e-5; }
static void longer(test_small *s) { s->waves[0].wavelength = 21; }
static void later(test_small *s) { s->waves[1].phase = 0.001; }
static void calmer(test_small *s) { s->sea.wave_count = 1; }
static void higher(test_small *s) { s->sea.level = 2; }
static void shallow(test_small *s) { s->sea.depth = 10; }
static void drifting(test_small *s) { s->sea.current[1] = 0.5; }

static void moved_points(test_small *s)
{
    static double points[8][3];
    memcpy(points, s->hull.points, (size_t)s->hull.point_count * sizeof *points);
    points[2][0] += 0.01;
    s->hull.points = (const double (*)[3])points;
}

static void other_fleets_are_refused_by_name(void **state)
{
    (void)state;
    static const other others[] = {
        { "has 2 bodies|there are 1 here", fewer }, { "has 2 bodies|there are 3 here", more },
        { "mass of the hull of body 0|there, and|here", heavier },
        { "damping.vertical of the hull of body 0", slower },
        { "push.strength of the hull of body 0 is 0.5 there, and 0.25 here", pushed_less },
        { "push.strength of the hull of body 0 is 0.5 there, and 0 here", not_pushed },
        { "push.velocity of the hull of body 0", analytic },
        { "mode of body 1 is dynamic there, and transform here", follows },
        { "steering.lean of the hull of body 0 is 0 there, and 1 here", steered },
        { "points or mesh of the hull of body 0 are others", moved_points },
        { "integrator is implicit there, and symplectic here", explicit_step },
        { "waves are summed auto there, and direct here", direct },
        { "tolerance is 0 m there", exacter },
        { "of the sea of body 0", longer }, { "waves of the sea of body 0 are others", later },
        { "wave_count of the sea of body 0 is 2 there, and 1 here", calmer },
        { "level of the sea of body 0 is 0 there, and 2 here", higher },
        { "depth of the sea of body 0 is inf there, and 10 here", shallow },
        { "current[1] of the sea of body 0", drifting },
    };
    flo_device *device = test_devices()->device;
    flo_fleet *fleet = test_small_fleet(device);
    const test_bytes saved = test_take(fleet);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        test_small s = test_small_def();
        others[i].change(&s);
        flo_fleet *another = test_small_make(device, &s);
        const uint64_t before = test_snapshot_bits(another);
        test_about("%s", others[i].words);
        REFUSED(flo_fleet_restore(another, saved.at, saved.size), FLO_BAD_VALUE, others[i].words);
        assert_true(test_snapshot_bits(another) == before);
        flo_fleet_destroy(another);
    }
    free(saved.at);
    flo_fleet_destroy(fleet);
}

/* Where it begins does not matter, nor when. */
static void another_beginning_is_the_same_fleet(void **state)
{
    (void)state;
    flo_device *device = test_devices()->device;
    flo_fleet *fleet = test_small_fleet(device);
    test_small s = test_small_def();
    const test_bytes saved = test_take(fleet);
    s.fleet.time = -5;
    flo_fleet *again = test_small_make(device, &s);
    OK(flo_fleet_restore(again, saved.at, saved.size));
    assert_true(test_snapshot_bits(again) == test_snapshot_bits(fleet));
    free(saved.at);
    flo_fleet_destroy(fleet);
    flo_fleet_destroy(again);
}

/* ---- bodies where none should be ------------------------------------------------------------------------------- */

static flo_sea *sea_at(double level)
{
    flo_sea_def def = flo_default_sea_def();
    flo_sea *sea;
    def.level = level;
    OK(flo_sea_create(&sea, &def));
    return sea;
}

/* The fleet is saved and loaded, there and into another of the same seas; all go on with the same bits. */
static void goes_on(flo_fleet *fleet, flo_fleet *again, flo_status as)
{
    const test_bytes saved = test_take(fleet);
    const uint64_t before = test_snapshot_bits(fleet);
    OK(flo_fleet_restore(again, saved.at, saved.size));
    assert_true(test_snapshot_bits(again) == before);
    GIVES(flo_fleet_step(fleet, 0.01, 3), as);
    GIVES(flo_fleet_step(again, 0.01, 3), as);
    assert_true(test_snapshot_bits(again) == test_snapshot_bits(fleet));
    OK(flo_fleet_restore(fleet, saved.at, saved.size));
    assert_true(test_snapshot_bits(fleet) == before);
    GIVES(flo_fleet_step(fleet, 0.01, 3), as);
    free(saved.at);
}

/* Another sea's level is further away than a body can be: the next step stops it, and a snapshot of before or after
 * that is as good as any. */
static void bodies_left_by_their_sea_are_kept(void **state)
{
    (void)state;
    flo_sea *high = sea_at(200000), *deep = sea_at(-1e6);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_small_fleet(d->device), *again = test_small_fleet(d->device);
        test_about("%s", d->label);
        OK(flo_fleet_set_sea(fleet, 0, 1, high));
        OK(flo_fleet_set_sea(again, 0, 1, high));
        goes_on(fleet, again, FLO_BAD_BODY);            /* saved before the step that stops it */
        goes_on(fleet, again, FLO_BAD_BODY);            /* and after */
        OK(flo_fleet_set_sea(fleet, 0, 2, deep));
        OK(flo_fleet_set_sea(again, 0, 2, deep));
        goes_on(fleet, again, FLO_BAD_BODY);
        flo_fleet_destroy(fleet);
        flo_fleet_destroy(again);
    }
    flo_sea_destroy(high);
    flo_sea_destroy(deep);
}

/* As a kernel of the caller's may. */
static void write_place(flo_fleet *fleet, size_t column, int64_t place)
{
    flo_device *device = fleet->device;
    const flo__flock *f = &fleet->flocks[0];
    OK(device->backend->write(device, f->place, column * f->stride * sizeof place, &place, sizeof place));
}

static void write_state(flo_fleet *fleet, size_t column, float value)
{
    flo_device *device = fleet->device;
    const flo__flock *f = &fleet->flocks[0];
    OK(device->backend->write(device, f->state, column * f->stride * sizeof value, &value, sizeof value));
}

/* Steps, loads and other seas take any place, with the same bits on all exact devices; a body that is too far away
 * stops. */
static void any_place_is_kept(void **state)
{
    (void)state;
    static const int64_t places[] = { INT64_MIN, INT64_MIN + 1, INT64_MAX, (int64_t)1 << 53, -((int64_t)1 << 54),
                                      (int64_t)200000 << 24, -((int64_t)2000000000 << 24) };
    flo_sea *high = sea_at(1e6), *deep = sea_at(-1e6);
    uint64_t right = 0;
    for (const test_device *d = test_devices(); d->device; d++) {
        uint64_t all = FLO_HASH_START;
        for (size_t i = 0; i < 3 * sizeof places / sizeof *places; i++) {
            flo_fleet *fleet = test_small_fleet(d->device), *again = test_small_fleet(d->device);
            const flo_forces_def forces = flo_default_forces_def();
            const bool is_far = i % 3 == PLACE_Y || fabs(ldexp((double)places[i / 3], -24)) > 1e9;
            test_about("%s, place %zu of column %zu", d->label, i / 3, i % 3);
            write_place(fleet, i % 3, places[i / 3]);
            const test_bytes saved = test_take(fleet);
            OK(flo_fleet_restore(again, saved.at, saved.size));
            free(saved.at);
            flo_fleet *const both[] = { fleet, again };
            for (int k = 0; k < 2; k++) {
                GIVES(flo_fleet_step(both[k], 0.01, 3), is_far ? FLO_BAD_BODY : FLO_OK);
                (void)!flo_fleet_forces(both[k], &forces, NULL, NULL);
                OK(flo_fleet_set_sea(both[k], 0, 2, high));
                (void)!flo_fleet_step(both[k], 0.01, 3);
                OK(flo_fleet_set_sea(both[k], 0, 2, deep));
            }
            assert_true(test_snapshot_bits(again) == test_snapshot_bits(fleet));
            OK(flo_fleet_hash_on(fleet, &all));
            flo_fleet_destroy(fleet);
            flo_fleet_destroy(again);
        }
        if (d == test_devices()) right = all;
        if (d->exact) assert_true(all == right);
    }
    flo_sea_destroy(high);
    flo_sea_destroy(deep);
}

/* A good snapshot is not replaced by one that no fleet would take. */
static void what_would_not_be_loaded_is_not_saved(void **state)
{
    (void)state;
    const struct { size_t column; float value; const char *words; } cases[] = {
        { STATE_VELOCITY, NAN, "body 0 cannot be saved|not finite" }, { STATE_VELOCITY + 1, 6000, "faster than" },
        { STATE_Q, 3, "attitude" }, { STATE_THROTTLE, 5, "throttle" }, { STATE_GOOD, 0.5f, "neither 0 nor 1" },
    };
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_small_fleet(d->device);
        const test_bytes saved = test_take(fleet);
        char path[4096];
        snprintf(path, sizeof path, "%s", test_path("good.flo"));
        OK(flo_fleet_save(fleet, path));
        const uint64_t right = test_snapshot_bits(fleet);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            test_about("%s, column %zu", d->label, cases[i].column);
            write_state(fleet, cases[i].column, cases[i].value);
            REFUSED(flo_fleet_save(fleet, path), FLO_BAD_BODY, cases[i].words);
            REFUSED(flo_fleet_snapshot(fleet, saved.at, saved.size), FLO_BAD_BODY, cases[i].words);
            OK(flo_fleet_load(fleet, path));
            assert_true(test_snapshot_bits(fleet) == right);
        }
        free(saved.at);
        flo_fleet_destroy(fleet);
    }
}

static int end(void **state)
{
    test_devices_close(state);
    return test_folder_remove(state);
}

int test_snapshot_other(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_fleets_are_refused_by_name),
        cmocka_unit_test(another_beginning_is_the_same_fleet),
        cmocka_unit_test(bodies_left_by_their_sea_are_kept),
        cmocka_unit_test(any_place_is_kept),
        cmocka_unit_test(what_would_not_be_loaded_is_not_saved),
    };
    return cmocka_run_group_tests_name("snapshot_other", tests, test_folder_make, end);
}
