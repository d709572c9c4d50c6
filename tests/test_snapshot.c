/* SPDX-License-Identifier: MIT
 *
 * Snapshots: a fleet that was made anew, anywhere, and goes on from one has the bits of the fleet that never stopped.
 *
 * What is compared is all that there is: the snapshots of both fleets at the end, byte by byte, beside states, loads
 * and reports, which the snapshot is not asked about. */
#include "test_many.h"
#include "test_snapshot.h"

int test_snapshot(void);

enum { BODIES = SCENE_BODIES, BEFORE = 9, AFTER = 12 };
static const double dt = 1 / 60.0;

/* A way to be a fleet. */
typedef struct way { flo_integrator integrator; flo_waves waves; } way;
static const way ways[] = { { FLO_SYMPLECTIC, FLO_WAVES_AUTO }, { FLO_IMPLICIT, FLO_WAVES_AUTO },
                            { FLO_SYMPLECTIC, FLO_WAVES_DIRECT }, { FLO_IMPLICIT, FLO_WAVES_DIRECT } };
enum { WAYS = sizeof ways / sizeof *ways };

/* Every second body in another sea; one that is stopped, and one that will be. */
static flo_fleet *make(flo_device *device, const many_scene *s, const way *w)
{
    flo_body_def bodies[BODIES];
    flo_fleet_def def = flo_default_fleet_def();
    flo_fleet *fleet;
    for (size_t b = 0; b < BODIES; b++) {
        bodies[b] = s->bodies[b];
        if (b % 2) bodies[b].sea = s->other;
    }
    bodies[20].control.force[1] = 1e15f;
    def.sea = s->sea;
    def.bodies = bodies;
    def.count = BODIES;
    def.time = scene_time;
    def.integrator = w->integrator;
    def.waves = w->waves;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}

/* Steps of a fleet some of whose bodies are stopped. */
static void step(flo_fleet *fleet, double by, uint64_t steps)
{
    GIVES(flo_fleet_step(fleet, by, steps), FLO_BAD_BODY);
}

static flo_status on_first(flo_fleet *fleet)
{
    flo_body_state state = { .position = { NAN, 0, 0 }, .orientation = { 1, 0, 0, 0 } };
    return flo_fleet_write(fleet, 3, 1, &state);
}

/* What happens before: two lengths of steps, so that the time is a sum; a body that is stopped; other controls. */
static void go_before(flo_fleet *fleet, const many_scene *s)
{
    flo_body_control control = s->bodies[7].control;
    GIVES(on_first(fleet), FLO_BAD_BODY);
    step(fleet, 1 / 90.0, 5);
    control.throttle = 0.75f;
    control.force[2] = 100;
    OK(flo_fleet_control(fleet, 7, 1, &control));
    step(fleet, dt, BEFORE);
}

static void go_after(flo_fleet *fleet, const many_scene *s)
{
    const flo_body_control control = s->bodies[9].control;
    step(fleet, dt, AFTER - 4);
    OK(flo_fleet_control(fleet, 9, 1, &control));
    step(fleet, dt, 4);
}

typedef struct outcome {
    flo_fleet_report report;
    flo_body_state states[BODIES];
    flo_body_load loads[BODIES];
    test_bytes all;
} outcome;

static outcome *look(flo_fleet *fleet)
{
    outcome *o = calloc(1, sizeof *o);
    flo_forces_def forces = flo_default_forces_def();
    assert_non_null(o);
    forces.dt = dt;
    forces.look = true;
    OK(flo_fleet_get_report(fleet, &o->report));
    OK(flo_fleet_read(fleet, 0, BODIES, o->states));
    o->all = test_take(fleet);
    GIVES(flo_fleet_forces(fleet, &forces, o->loads, NULL), FLO_BAD_BODY);
    return o;
}

static void check_same(const outcome *a, const outcome *b)
{
    assert_true(a->report.time == b->report.time && a->report.steps == b->report.steps);
    assert_true(a->report.bad_bodies == b->report.bad_bodies && a->report.bad_bodies >= 2);
    assert_true(a->report.first_bad_body == 3 && b->report.first_bad_body == 3);
    assert_true(a->report.largest_residual == b->report.largest_residual && a->report.largest_residual > 0);
    SAME(a->states, b->states, sizeof a->states);
    SAME(a->loads, b->loads, sizeof a->loads);
    assert_true(a->all.size == b->all.size);
    SAME(a->all.at, b->all.at, a->all.size);
}

static void outcome_free(outcome *o)
{
    free(o->all.at);
    free(o);
}

/* The uninterrupted run of each way, on plain C. */
typedef struct truth { test_bytes middle[WAYS]; outcome *end[WAYS]; } truth;

static truth find_truth(const many_scene *s)
{
    truth t;
    flo_device *scalar = test_open("scalar");
    for (int w = 0; w < WAYS; w++) {
        flo_fleet *fleet = make(scalar, s, &ways[w]);
        go_before(fleet, s);
        t.middle[w] = test_take(fleet);
        go_after(fleet, s);
        t.end[w] = look(fleet);
        flo_fleet_destroy(fleet);
    }
    flo_device_close(scalar);
    return t;
}

static void truth_free(truth *t)
{
    for (int w = 0; w < WAYS; w++) {
        free(t->middle[w].at);
        outcome_free(t->end[w]);
    }
}

/* Its own snapshot is plain C's, byte by byte; and from that it comes to the same end, whatever it did before. */
static void check_device(flo_device *device, const char *label, const many_scene *s, const truth *t, int number)
{
    for (int w = 0; w < number; w++) {
        test_about("%s, %s, waves %s", label, ways[w].integrator ? "implicit" : "symplectic",
                   ways[w].waves ? "direct" : "auto");
        flo_fleet *fleet = make(device, s, &ways[w]);
        go_before(fleet, s);
        const test_bytes own = test_take(fleet);
        assert_true(own.size == t->middle[w].size);
        SAME(own.at, t->middle[w].at, own.size);
        flo_fleet_destroy(fleet);
        fleet = make(device, s, &ways[w]);
        step(fleet, dt, 3);
        OK(flo_fleet_restore(fleet, t->middle[w].at, t->middle[w].size));
        go_after(fleet, s);
        outcome *end = look(fleet);
        check_same(end, t->end[w]);
        OK(flo_fleet_restore(fleet, own.at, own.size));         /* and back again */
        go_after(fleet, s);
        outcome *again = look(fleet);
        check_same(again, t->end[w]);
        outcome_free(end);
        outcome_free(again);
        free(own.at);
        flo_fleet_destroy(fleet);
    }
}

static void whoever_goes_on_comes_to_the_same_end(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    truth t = find_truth(&s);
    for (const test_device *d = test_devices(); d->device; d++) {
        if (d->exact) check_device(d->device, d->label, &s, &t, WAYS);
    }
    truth_free(&t);
    test_many_free(&s);
}

/* Parts have other bodies side by side, and other numbers of them. */
static void several_devices_go_on_as_one(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    truth t = find_truth(&s);
    for (const char *const *name = test_many_lists(); *name; name++) {
        flo_device *device = test_open(*name);
        check_device(device, *name, &s, &t, 2);
        flo_device_close(device);
    }
    truth_free(&t);
    test_many_free(&s);
}

/* The heights above samples are a part of the state where the push by change is: whoever forgets them gets another
 * push. */
static void heights_are_kept_where_they_matter(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    flo_body_def with = s.bodies[0], without = s.bodies[1];     /* 5 points pushed by change; 60 cells, analytic */
    size_t pushed = 0, other = 0;
    flo_fleet *a = test_many_fleet(test_devices()->device, &s, &with, 1, FLO_IMPLICIT);
    flo_fleet *b = test_many_fleet(test_devices()->device, &s, &without, 1, FLO_IMPLICIT);
    OK(flo_fleet_snapshot_size(a, &pushed));
    OK(flo_fleet_snapshot_size(b, &other));
    const flo_summation sum = flo_fleet_get_summation(a, 0);
    assert_true(pushed == other + 4 * (size_t)(sum.patches * sum.samples));
    flo_fleet_destroy(a);
    flo_fleet_destroy(b);
    test_many_free(&s);
}

/* Nobody was pushed when the fleet was made. */
static void pushes_go_on(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    flo_body_def bodies[2] = { s.bodies[0], s.bodies[0] };
    const flo_body_control pushed = { .force = { 900, 0, -300 }, .at = { 0.25f, 0, 1 }, .torque = { 0, 70, 0 } };
    for (int b = 0; b < 2; b++) bodies[b].control = (flo_body_control){ 0 };
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        flo_fleet *fleet = test_many_fleet(d->device, &s, bodies, 2, FLO_IMPLICIT);
        flo_fleet *other = test_many_fleet(d->device, &s, bodies, 2, FLO_IMPLICIT);
        OK(flo_fleet_control(fleet, 1, 1, &pushed));
        const test_bytes saved = test_take(fleet);
        OK(flo_fleet_restore(other, saved.at, saved.size));
        OK(flo_fleet_step(fleet, dt, 20));
        const uint64_t right = test_hash(fleet);
        OK(flo_fleet_step(other, dt, 20));
        assert_true(test_hash(other) == right);
        free(saved.at);
        flo_fleet_destroy(fleet);
        flo_fleet_destroy(other);
    }
    test_many_free(&s);
}

/* A caller's own integrator: times that are set, loads that are steps. */
static void loads_go_on_as_well(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    flo_forces_def forces = flo_default_forces_def();
    static flo_body_load right[BODIES], got[BODIES];
    forces.dt = 0.05;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        flo_fleet *fleet = test_many_fleet(d->device, &s, s.bodies, BODIES, FLO_SYMPLECTIC);
        OK(flo_fleet_set_time(fleet, 77.7));
        OK(flo_fleet_forces(fleet, &forces, right, NULL));
        const test_bytes saved = test_take(fleet);
        OK(flo_fleet_set_time(fleet, 77.75));
        OK(flo_fleet_forces(fleet, &forces, right, NULL));
        flo_fleet_destroy(fleet);
        fleet = test_many_fleet(d->device, &s, s.bodies, BODIES, FLO_SYMPLECTIC);
        OK(flo_fleet_restore(fleet, saved.at, saved.size));
        flo_fleet_report report;
        OK(flo_fleet_get_report(fleet, &report));
        assert_true(report.time == 77.7);
        OK(flo_fleet_set_time(fleet, 77.75));
        OK(flo_fleet_forces(fleet, &forces, got, NULL));
        SAME(got, right, sizeof got);
        flo_fleet_destroy(fleet);
        free(saved.at);
    }
    test_many_free(&s);
}

/* Nobody, and many: more than fit into a piece, of two hulls in turns. */
static void fleets_may_be_of_any_size(void **state)
{
    (void)state;
    enum { CROWD = 70000 };
    many_scene s = test_many_scene();
    flo_body_def *crowd = calloc(CROWD, sizeof *crowd);
    assert_non_null(crowd);
    for (size_t b = 0; b < CROWD; b++) {
        crowd[b] = s.bodies[b % 3];
        crowd[b].mode = FLO_DYNAMIC;
        crowd[b].state.position[0] = 3.0 * (double)b;
    }
    const size_t counts[] = { 0, 1, 64, CROWD };
    for (int i = 0; i < 4; i++) {
        test_about("%zu bodies", counts[i]);
        flo_fleet *fleet = test_many_fleet(test_devices()->device, &s, crowd, counts[i], FLO_IMPLICIT);
        OK(flo_fleet_step(fleet, dt, 1));
        const test_bytes saved = test_take(fleet);
        OK(flo_fleet_step(fleet, dt, 1));
        const uint64_t right = test_hash(fleet);
        OK(flo_fleet_restore(fleet, saved.at, saved.size));
        OK(flo_fleet_step(fleet, dt, 1));
        assert_true(test_hash(fleet) == right);
        free(saved.at);
        flo_fleet_destroy(fleet);
    }
    free(crowd);
    test_many_free(&s);
}

int test_snapshot(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_goes_on_comes_to_the_same_end),
        cmocka_unit_test(several_devices_go_on_as_one),
        cmocka_unit_test(heights_are_kept_where_they_matter),
        cmocka_unit_test(pushes_go_on),
        cmocka_unit_test(loads_go_on_as_well),
        cmocka_unit_test(fleets_may_be_of_any_size),
    };
    return cmocka_run_group_tests_name("snapshot", tests, test_many_begin, test_devices_close);
}
