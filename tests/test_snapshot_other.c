/* SPDX-License-Identifier: MIT
 *
 * Snapshots of other fleets are refused, and told in what they differ. */
#include "test_boat.h"
#include "test_snapshot.h"

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

int test_snapshot_other(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_fleets_are_refused_by_name),
        cmocka_unit_test(another_beginning_is_the_same_fleet),
    };
    return cmocka_run_group_tests_name("snapshot_other", tests, NULL, test_devices_close);
}
