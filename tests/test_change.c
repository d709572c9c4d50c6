/* SPDX-License-Identifier: MIT
 *
 * Fleets that change while they run: bodies come and go, seas differ from body to body and are exchanged.  Whoever is
 * not meant keeps all bits, then and later. */
#include "test_boat.h"
#include "test_many.h"

int test_change(void);

enum { BODIES = SCENE_BODIES, FEW = 9, STEPS = 7 };
static const double dt = 1 / 60.0;

static void step(flo_fleet *fleet, uint64_t steps) { OK(flo_fleet_step(fleet, dt, steps)); }

/* Runs a check on every device with either integrator. */
static void on_all(void (*check)(flo_device *device, const many_scene *s, flo_integrator integrator))
{
    many_scene s = test_many_scene();
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 2; i++) {
            test_about("%s, %s", d->label, i ? "implicit" : "symplectic");
            check(d->device, &s, i ? FLO_IMPLICIT : FLO_SYMPLECTIC);
        }
    }
    test_many_free(&s);
}

/* ---- coming and going ------------------------------------------------------------------------------------------ */

/* Those that came early and those that came late are one fleet, and end as if all had been there from the start. */
static void check_coming(flo_device *device, const many_scene *s, flo_integrator integrator)
{
    flo_fleet *few = test_many_fleet(device, s, s->bodies, BODIES - FEW, integrator);
    flo_fleet *all = test_many_fleet(device, s, s->bodies, BODIES, integrator);
    OK(flo_fleet_add(few, FEW, s->bodies + BODIES - FEW));
    assert_true(flo_fleet_count(few) == BODIES);
    step(few, STEPS);
    step(all, STEPS);
    assert_true(test_hash(few) == test_hash(all));
    flo_fleet_destroy(few);
    flo_fleet_destroy(all);
}

static void bodies_that_come_are_as_if_always_there(void **state)
{
    (void)state;
    on_all(check_coming);
}

/* Bodies come in the middle of a run, twice, and go again: the first ones end with the bits that they have alone. */
static void check_company(flo_device *device, const many_scene *s, flo_integrator integrator)
{
    flo_fleet *alone = test_many_fleet(device, s, s->bodies, BODIES - FEW, integrator);
    flo_fleet *visited = test_many_fleet(device, s, s->bodies, BODIES - FEW, integrator);
    step(alone, 3 * STEPS);
    step(visited, STEPS);
    OK(flo_fleet_add(visited, FEW, s->bodies));
    OK(flo_fleet_add(visited, FEW, s->bodies + BODIES - FEW));
    step(visited, STEPS);
    OK(flo_fleet_remove(visited, BODIES - FEW, 2 * FEW));
    assert_true(flo_fleet_count(visited) == BODIES - FEW);
    step(visited, STEPS);
    assert_true(test_hash(visited) == test_hash(alone));
    flo_fleet_report a, b;
    OK(flo_fleet_get_report(alone, &a));
    OK(flo_fleet_get_report(visited, &b));
    assert_true(a.time == b.time && a.steps == b.steps);
    flo_fleet_destroy(alone);
    flo_fleet_destroy(visited);
}

static void company_changes_no_bit(void **state)
{
    (void)state;
    on_all(check_company);
}

/* From the front, the middle and the end: the rest moves up, bit by bit. */
static void check_going(flo_device *device, const many_scene *s, flo_integrator integrator)
{
    flo_body_def rest[BODIES];
    const size_t firsts[] = { 0, 31, BODIES - FEW };
    for (int i = 0; i < 3; i++) {
        const size_t first = firsts[i], behind = BODIES - first - FEW;
        for (size_t b = 0; b < BODIES - FEW; b++) rest[b] = s->bodies[b < first ? b : b + FEW];
        flo_fleet *left = test_many_fleet(device, s, s->bodies, BODIES, integrator);
        flo_fleet *right = test_many_fleet(device, s, rest, BODIES - FEW, integrator);
        step(left, STEPS);
        step(right, STEPS);
        OK(flo_fleet_remove(left, first, FEW));
        assert_true(test_hash(left) == test_hash(right));
        step(left, STEPS);
        step(right, STEPS);
        assert_true(test_hash(left) == test_hash(right));
        OK(flo_fleet_remove(left, first, behind));
        assert_true(flo_fleet_count(left) == first);
        OK(flo_fleet_remove(left, 0, first));
        OK(flo_fleet_step(left, dt, 3));
        OK(flo_fleet_add(left, FEW, s->bodies));
        assert_true(flo_fleet_count(left) == FEW);
        flo_fleet_destroy(left);
        flo_fleet_destroy(right);
    }
}

static void bodies_that_go_leave_the_rest_alone(void **state)
{
    (void)state;
    on_all(check_going);
}

/* ---- several seas ---------------------------------------------------------------------------------------------- */

/* Every second body is elsewhere: each has the bits that it has in a fleet of its own sea. */
static void check_seas(flo_device *device, const many_scene *s, flo_integrator integrator)
{
    flo_body_def mixed[BODIES];
    static flo_body_state got[BODIES], here[BODIES], there[BODIES];
    many_scene elsewhere = *s;
    elsewhere.sea = s->other;
    for (size_t b = 0; b < BODIES; b++) {
        mixed[b] = s->bodies[b];
        if (b % 2) mixed[b].sea = s->other;
    }
    flo_fleet *fleet = test_many_fleet(device, s, mixed, BODIES, integrator);
    flo_fleet *one = test_many_fleet(device, s, s->bodies, BODIES, integrator);
    flo_fleet *two = test_many_fleet(device, &elsewhere, s->bodies, BODIES, integrator);
    step(fleet, STEPS);
    step(one, STEPS);
    step(two, STEPS);
    OK(flo_fleet_read(fleet, 0, BODIES, got));
    OK(flo_fleet_read(one, 0, BODIES, here));
    OK(flo_fleet_read(two, 0, BODIES, there));
    for (size_t b = 0; b < BODIES; b++) SAME(&got[b], b % 2 ? &there[b] : &here[b], sizeof *got);
    assert_int_equal(flo_fleet_get_summation(fleet, 0).waves, 5);
    assert_int_equal(flo_fleet_get_summation(fleet, 1).waves, 2);
    flo_fleet_destroy(fleet);
    flo_fleet_destroy(one);
    flo_fleet_destroy(two);
}

static void each_body_has_the_bits_of_its_sea(void **state)
{
    (void)state;
    on_all(check_seas);
}

/* Writes the states that the scene starts with. */
static void start_again(flo_fleet *fleet, const many_scene *s)
{
    flo_body_state states[BODIES];
    for (size_t b = 0; b < BODIES; b++) states[b] = s->bodies[b].state;
    OK(flo_fleet_write(fleet, 0, BODIES, states));
}

/* Bodies stay where they are, to the unit of their places: a level need not be a multiple of it. */
static void check_stay(const flo_body_state *before, const flo_body_state *after)
{
    for (size_t b = 0; b < BODIES; b++) {
        SAME(after[b].orientation, before[b].orientation, sizeof before->orientation);
        SAME(after[b].velocity, before[b].velocity, sizeof before->velocity);
        for (int i = 0; i < 3; i++) NEAR(after[b].position[i], before[b].position[i], i == 1 ? 0x1p-24 : 0);
    }
}

/* A sea that is exchanged before the first step is the sea from the start; later, whoever keeps the sea keeps the
 * bits, and who gets another stays where it was. */
static void check_exchange(flo_device *device, const many_scene *s, flo_integrator integrator)
{
    static flo_body_state before[BODIES], after[BODIES], right[BODIES];
    many_scene elsewhere = *s;
    elsewhere.sea = s->other;
    flo_fleet *fleet = test_many_fleet(device, s, s->bodies, BODIES, integrator);
    flo_fleet *start = test_many_fleet(device, &elsewhere, s->bodies, BODIES, integrator);
    flo_fleet *alone = test_many_fleet(device, s, s->bodies, BODIES, integrator);
    OK(flo_fleet_set_sea(fleet, 0, BODIES, s->other));
    start_again(fleet, s);
    step(fleet, STEPS);
    step(start, STEPS);
    assert_true(test_hash(fleet) == test_hash(start));
    flo_fleet_destroy(fleet);
    fleet = test_many_fleet(device, s, s->bodies, BODIES, integrator);
    step(fleet, STEPS);
    OK(flo_fleet_read(fleet, 0, BODIES, before));
    OK(flo_fleet_set_sea(fleet, 20, 40, s->other));
    OK(flo_fleet_read(fleet, 0, BODIES, after));
    check_stay(before, after);
    step(fleet, STEPS);
    step(alone, 2 * STEPS);
    OK(flo_fleet_read(fleet, 0, BODIES, after));
    OK(flo_fleet_read(alone, 0, BODIES, right));
    SAME(after, right, 20 * sizeof *after);
    SAME(after + 60, right + 60, (BODIES - 60) * sizeof *after);
    assert_true(memcmp(after + 20, right + 20, 40 * sizeof *after) != 0);
    flo_fleet_destroy(fleet);
    flo_fleet_destroy(start);
    flo_fleet_destroy(alone);
}

static void seas_can_be_exchanged(void **state)
{
    (void)state;
    on_all(check_exchange);
}

/* The push by change does not take an exchange of seas for a wave: a boat at rest in flat water is not thrown when the
 * level, and with it all heights, is another one; its buoyancy is. */
static void an_exchange_is_no_push(void **state)
{
    (void)state;
    flo_hull_def def = test_boat_def();
    def.push = (flo_push_def){ 5, FLO_PUSH_CHANGE };
    flo_hull *hull = test_hull_make(&def);
    flo_sea_def flat = flo_default_sea_def(), raised = flat;
    flo_sea *low, *high;
    raised.level = 0.1;
    OK(flo_sea_create(&low, &flat));
    OK(flo_sea_create(&high, &raised));
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_body_def body = test_body(hull, test_state_at(0, 0, 0), (flo_body_control){ 0 });
        flo_fleet *fleet = test_fleet_make(d->device, low, &body, 1, 0);
        flo_fleet *right = test_fleet_make(d->device, high, &body, 1, 0);
        flo_body_state at = test_state_at(0, 0, 0);
        step(fleet, 1);
        OK(flo_fleet_set_sea(fleet, 0, 1, high));
        OK(flo_fleet_write(fleet, 0, 1, &at));
        step(fleet, 1);
        step(right, 1);
        const flo_body_state a = test_read(fleet, 0), b = test_read(right, 0);
        test_about("%s", d->label);
        SAME(&a, &b, sizeof a);
        flo_fleet_destroy(fleet);
        flo_fleet_destroy(right);
    }
    flo_sea_destroy(low);
    flo_sea_destroy(high);
    flo_hull_destroy(hull);
}

/* ---- what is refused ------------------------------------------------------------------------------------------- */

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_many_fleet(d->device, &s, s.bodies, BODIES, FLO_IMPLICIT);
        flo_body_def bad[3] = { s.bodies[0], s.bodies[1], s.bodies[2] };
        step(fleet, STEPS);
        const uint64_t before = test_hash(fleet);
        test_about("%s", d->label);
        bad[1].hull = NULL;
        REFUSED(flo_fleet_add(fleet, 3, bad), FLO_BAD_VALUE, "bodies[1].hull|NULL");
        bad[1] = s.bodies[1];
        bad[2].mode = (flo_mode)17;
        REFUSED(flo_fleet_add(fleet, 3, bad), FLO_BAD_VALUE, "bodies[2].mode|17");
        bad[2] = s.bodies[2];
        bad[2].state.velocity[1] = NAN;
        REFUSED(flo_fleet_add(fleet, 3, bad), FLO_BAD_VALUE, "bodies[2].state|velocity");
        bad[2] = s.bodies[2];
        bad[0].control.throttle = 2;
        REFUSED(flo_fleet_add(fleet, 3, bad), FLO_BAD_VALUE, "throttle|2");
        REFUSED(flo_fleet_add(fleet, 3, NULL), FLO_BAD_VALUE, "NULL");
        REFUSED(flo_fleet_add(fleet, UINT32_MAX, bad), FLO_BAD_VALUE, "4294967294");
        REFUSED(flo_fleet_remove(fleet, 80, 4), FLO_BAD_VALUE, "4 bodies from number 80|83");
        REFUSED(flo_fleet_remove(fleet, SIZE_MAX, 2), FLO_BAD_VALUE, "83");
        REFUSED(flo_fleet_set_sea(fleet, 83, 1, s.other), FLO_BAD_VALUE, "1 bodies from number 83");
        OK(flo_fleet_add(fleet, 0, NULL));
        OK(flo_fleet_remove(fleet, 83, 0));
        OK(flo_fleet_set_sea(fleet, 12, 0, s.other));
        assert_true(flo_fleet_count(fleet) == BODIES && test_hash(fleet) == before);
        flo_fleet_destroy(fleet);
    }
    test_many_free(&s);
}

/* One hash over the bodies of two fleets is that of one fleet with all of them. */
static void hashes_go_on(void **state)
{
    (void)state;
    many_scene s = test_many_scene();
    flo_device *device = test_devices()->device;
    flo_fleet *all = test_many_fleet(device, &s, s.bodies, BODIES, FLO_IMPLICIT);
    flo_fleet *first = test_many_fleet(device, &s, s.bodies, 30, FLO_IMPLICIT);
    flo_fleet *second = test_many_fleet(device, &s, s.bodies + 30, BODIES - 30, FLO_IMPLICIT);
    uint64_t hash = FLO_HASH_START;
    step(all, STEPS);
    step(first, STEPS);
    step(second, STEPS);
    OK(flo_fleet_hash_on(first, &hash));
    OK(flo_fleet_hash_on(second, &hash));
    assert_true(hash == test_hash(all));
    flo_fleet_destroy(all);
    flo_fleet_destroy(first);
    flo_fleet_destroy(second);
    test_many_free(&s);
}

int test_change(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_come_are_as_if_always_there),
        cmocka_unit_test(company_changes_no_bit),
        cmocka_unit_test(bodies_that_go_leave_the_rest_alone),
        cmocka_unit_test(each_body_has_the_bits_of_its_sea),
        cmocka_unit_test(seas_can_be_exchanged),
        cmocka_unit_test(an_exchange_is_no_push),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(hashes_go_on),
    };
    return cmocka_run_group_tests_name("change", tests, NULL, test_devices_close);
}
