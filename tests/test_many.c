/* SPDX-License-Identifier: MIT
 *
 * Several devices give what one gives, bit by bit and word by word: all that can be asked of a fleet is asked of one on
 * scalar alone and of one in parts, side by side. */
#include "test_many.h"
#include "test_snapshot.h"

int test_many(void);

enum { BODIES = SCENE_BODIES, STEPS = 7 };
static const double dt = 1 / 60.0;

/* A fleet on one device and the same on many. */
typedef struct pair { const many_scene *s; flo_fleet *one, *many; } pair;

typedef void pair_check(pair *p);

/* The hash of all bodies and all that else is told of them. */
static void same(const pair *p)
{
    flo_fleet_report a, b;
    assert_int_equal(flo_fleet_count(p->one), flo_fleet_count(p->many));
    assert_true(test_hash(p->one) == test_hash(p->many));
    OK(flo_fleet_get_report(p->one, &a));
    OK(flo_fleet_get_report(p->many, &b));
    assert_true(a.time == b.time && a.steps == b.steps && a.largest_residual == b.largest_residual);
    assert_true(a.bad_bodies == b.bad_bodies && a.first_bad_body == b.first_bad_body);
}

/* What both say is the same, word by word, and the status as it should be. */
static void both(flo_status one, const char *said, flo_status many, flo_status want)
{
    if (one != many || (one && strcmp(said, flo_message()) != 0)) {
        fail_msg("%s: %s, and in parts %s: %s", flo_status_name(one), said, flo_status_name(many), flo_message());
    }
    if (one != want) fail_msg("%s instead of %s: %s", flo_status_name(one), flo_status_name(want), said);
}

#define BOTH_GIVE(want, call_one, call_many)                            \
    do {                                                                \
        char said[1024];                                                \
        const flo_status one = call_one;                                \
        snprintf(said, sizeof said, "%s", one ? flo_message() : "");    \
        both(one, said, call_many, want);                               \
    } while (0)

#define BOTH(call_one, call_many) BOTH_GIVE(FLO_OK, call_one, call_many)
#define BOTH_REFUSE(call_one, call_many) BOTH_GIVE(FLO_BAD_VALUE, call_one, call_many)

static void step(pair *p, uint64_t steps)
{
    BOTH(flo_fleet_step(p->one, dt, steps), flo_fleet_step(p->many, dt, steps));
}

/* The devices of all lists, opened once. */
typedef struct listed { const char *name; flo_device *device; } listed;
static listed opened[16];
static flo_device *scalar;

static const listed *all_lists(void)
{
    const char *const *names = test_many_lists();
    for (int i = 0; !scalar && names[i]; i++) opened[i] = (listed){ names[i], test_open(names[i]) };
    if (!scalar) scalar = test_open("scalar");
    return opened;
}

static int close_lists(void **state)
{
    (void)state;
    for (const listed *list = opened; list->device; list++) flo_device_close(list->device);
    flo_device_close(scalar);
    return 0;
}

/* Runs a check on all lists, with either integrator. */
static void on_all(pair_check *check, size_t bodies)
{
    many_scene s = test_many_scene();
    for (const listed *list = all_lists(); list->device; list++) {
        for (int i = 0; i < 2; i++) {
            const flo_integrator integrator = i ? FLO_IMPLICIT : FLO_SYMPLECTIC;
            test_about("%s, %s", list->name, i ? "implicit" : "symplectic");
            pair p = { &s, test_many_fleet(scalar, &s, s.bodies, bodies, integrator),
                       test_many_fleet(list->device, &s, s.bodies, bodies, integrator) };
            check(&p);
            flo_fleet_destroy(p.one);
            flo_fleet_destroy(p.many);
        }
    }
    test_many_free(&s);
}

/* ---- the scene ------------------------------------------------------------------------------------------------- */

static void the_scene_has_its_hash(void **state)
{
    (void)state;
    for (const listed *list = all_lists(); list->device; list++) {
        uint64_t hash = 0;
        test_about("%s", list->name);
        OK(same_hash(list->device, &hash));
        if (hash != SCENE_HASH) fail_msg("%s: %016llx", list->name, (unsigned long long)hash);
    }
}

/* ---- states in and out ----------------------------------------------------------------------------------------- */

static void check_states(pair *p)
{
    static flo_body_state a[BODIES], b[BODIES];
    for (size_t first = 0; first < BODIES; first += 5) {
        const size_t count = BODIES - first < 2 * first ? BODIES - first : 2 * first;
        OK(flo_fleet_read(p->one, first, count, a));
        OK(flo_fleet_read(p->many, first, count, b));
        SAME(a, b, count * sizeof *a);
        for (size_t i = 0; i < count; i++) {
            a[i].position[0] += 0.25 * (double)i;
            a[i].velocity[2] = 0.5f;
        }
        BOTH(flo_fleet_write(p->one, first, count, a), flo_fleet_write(p->many, first, count, a));
        same(p);
        step(p, 1);
    }
    BOTH_REFUSE(flo_fleet_read(p->one, 80, 4, a), flo_fleet_read(p->many, 80, 4, a));
    BOTH_REFUSE(flo_fleet_set_time(p->one, 1e13), flo_fleet_set_time(p->many, 1e13));
    BOTH(flo_fleet_set_time(p->one, 5), flo_fleet_set_time(p->many, 5));
    BOTH_REFUSE(flo_fleet_step(p->one, 11, 1), flo_fleet_step(p->many, 11, 1));
    step(p, STEPS);
    same(p);
    for (size_t i = 0; i < BODIES; i++) {
        const flo_summation one = flo_fleet_get_summation(p->one, i), many = flo_fleet_get_summation(p->many, i);
        assert_true(one.degree == many.degree && one.expanded == many.expanded && one.waves == many.waves);
        assert_true(one.patches == many.patches && one.samples == many.samples);
        assert_true(one.radius == many.radius && one.error == many.error);
    }
}

static void states_are_those_of_one_device(void **state)
{
    (void)state;
    on_all(check_states, BODIES);
}

static void check_controls(pair *p)
{
    static flo_body_control c[BODIES];
    for (int i = 0; i < BODIES; i++) {
        c[i] = (flo_body_control){ .throttle = 0.01f * (float)i, .steer = 0.5f, .force = { 30, (float)i, 1 },
                                   .velocity = { 1, 0.25f }, .smoothing = 3 };
    }
    BOTH(flo_fleet_control(p->one, 3, 71, c), flo_fleet_control(p->many, 3, 71, c));
    step(p, STEPS);
    same(p);
    c[60].steer = 2;        /* one that is wrong, in whatever part, leaves all as they were */
    BOTH_REFUSE(flo_fleet_control(p->one, 10, 70, c), flo_fleet_control(p->many, 10, 70, c));
    c[60].steer = 0;
    for (int i = 0; i < BODIES; i++) c[i].smoothing = 0;    /* who follows the water needs some */
    BOTH_REFUSE(flo_fleet_control(p->one, 11, 70, c), flo_fleet_control(p->many, 11, 70, c));
    for (int i = 0; i < BODIES; i++) c[i].smoothing = 2;
    BOTH(flo_fleet_control(p->one, 11, 70, c), flo_fleet_control(p->many, 11, 70, c));
    step(p, STEPS);
    same(p);
}

static void controls_are_those_of_one_device(void **state)
{
    (void)state;
    on_all(check_controls, BODIES);
}

/* ---- loads ----------------------------------------------------------------------------------------------------- */

enum { SAMPLES = 10000 };
typedef struct all_loads {
    flo_body_load load[BODIES];
    double height[SAMPLES];
    float rest[7][SAMPLES];
} all_loads;

static flo_status ask(flo_fleet *fleet, const flo_forces_def *def, all_loads *all, bool sampled)
{
    const flo_sample_loads samples = { all->height, { all->rest[0], all->rest[1], all->rest[2] }, all->rest[3],
                                       { all->rest[4], all->rest[5], all->rest[6] } };
    memset(all, 0, sizeof *all);
    return flo_fleet_forces(fleet, def, all->load, sampled ? &samples : NULL);
}

static void check_forces(pair *p)
{
    static all_loads a, b;
    flo_forces_def def = flo_default_forces_def();
    def.dt = dt;
    step(p, STEPS);
    for (int i = 0; i < 12; i++) {
        def.look = i % 3 > 0;
        def.first = def.look ? (size_t)(7 * i) : 0;
        def.count = def.look ? (size_t)(i % 2 ? BODIES - 7 * i : 3) : 0;
        def.gravity = i % 2;
        BOTH(ask(p->one, &def, &a, i > 2), ask(p->many, &def, &b, i > 2));
        SAME(&a, &b, sizeof a);
        OK(flo_fleet_set_time(p->one, 100 + i * dt));
        OK(flo_fleet_set_time(p->many, 100 + i * dt));
    }
    def = (flo_forces_def){ .size = sizeof def, .first = 1, .count = 5 };
    BOTH_REFUSE(ask(p->one, &def, &a, true), ask(p->many, &def, &b, true));
    def.count = BODIES;
    BOTH_REFUSE(ask(p->one, &def, &a, true), ask(p->many, &def, &b, true));
    step(p, STEPS);
    same(p);
}

static void loads_are_those_of_one_device(void **state)
{
    (void)state;
    on_all(check_forces, BODIES);
}

/* A look at a few leaves behind what it does on one device: the residuals of all that stand beside them, and no others.
 * Nobody has been asked before. */
static void check_looks(pair *p)
{
    static all_loads a, b;
    flo_forces_def def = flo_default_forces_def();
    def.look = true;
    for (def.first = 0; def.first < BODIES; def.first += 9) {
        def.count = 1 + def.first % 2;
        BOTH(ask(p->one, &def, &a, def.first % 4 == 0), ask(p->many, &def, &b, def.first % 4 == 0));
        SAME(&a, &b, sizeof a);
        same(p);
        assert_true(test_snapshot_bits(p->one) == test_snapshot_bits(p->many));
    }
}

static void looks_leave_the_same_behind(void **state)
{
    (void)state;
    on_all(check_looks, BODIES);
}

/* ---- bodies that are not fit ----------------------------------------------------------------------------------- */

static void check_bad(pair *p)
{
    static flo_body_state s[BODIES];
    static all_loads a, b;
    const flo_forces_def forces = flo_default_forces_def();
    static const size_t bad[] = { 82, 41, 77, 13, 40 };
    OK(flo_fleet_read(p->one, 0, BODIES, s));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        s[bad[i]].velocity[1] = 6000 + (float)i;
        BOTH_GIVE(FLO_BAD_BODY, flo_fleet_write(p->one, 10, 73, s + 10), flo_fleet_write(p->many, 10, 73, s + 10));
        BOTH_GIVE(FLO_BAD_BODY, flo_fleet_step(p->one, dt, 2), flo_fleet_step(p->many, dt, 2));
        BOTH_GIVE(FLO_BAD_BODY, ask(p->one, &forces, &a, true), ask(p->many, &forces, &b, true));
        SAME(&a, &b, sizeof a);
        same(p);
    }
    for (size_t i = 0; i < BODIES; i++) s[i].velocity[1] = 0;
    BOTH(flo_fleet_write(p->one, 0, BODIES, s), flo_fleet_write(p->many, 0, BODIES, s));
    step(p, STEPS);
    same(p);
}

static void bad_bodies_are_those_of_one_device(void **state)
{
    (void)state;
    on_all(check_bad, BODIES);
}

/* ---- changes --------------------------------------------------------------------------------------------------- */

static flo_status add_some(flo_fleet *fleet, const flo_body_def *bodies, size_t count, const flo_sea *sea)
{
    flo_body_def some[BODIES];
    for (size_t i = 0; i < count; i++) {
        some[i] = bodies[i];
        some[i].sea = i % 2 ? sea : NULL;
    }
    return flo_fleet_add(fleet, count, some);
}

static void check_changes(pair *p)
{
    const many_scene *s = p->s;
    step(p, STEPS);
    BOTH(flo_fleet_remove(p->one, 20, 30), flo_fleet_remove(p->many, 20, 30));
    same(p);
    step(p, STEPS);
    BOTH(flo_fleet_set_sea(p->one, 15, 31, s->other), flo_fleet_set_sea(p->many, 15, 31, s->other));
    same(p);
    step(p, STEPS);
    BOTH(add_some(p->one, s->bodies, 44, s->other), add_some(p->many, s->bodies, 44, s->other));
    same(p);
    step(p, STEPS);
    BOTH(flo_fleet_remove(p->one, 0, 60), flo_fleet_remove(p->many, 0, 60));
    BOTH(flo_fleet_set_sea(p->one, 0, 37, s->other), flo_fleet_set_sea(p->many, 0, 37, s->other));
    step(p, STEPS);
    same(p);
}

static void changes_are_those_of_one_device(void **state)
{
    (void)state;
    on_all(check_changes, BODIES);
}

/* A body that is wrong is named by its number in the caller's array, and nothing is changed. */
static void check_wrong_changes(pair *p)
{
    flo_body_def bodies[BODIES];
    memcpy(bodies, p->s->bodies, sizeof bodies);
    bodies[70].state.orientation[0] = bodies[70].state.orientation[1] = 0;
    bodies[70].state.orientation[2] = bodies[70].state.orientation[3] = 0;
    BOTH_REFUSE(flo_fleet_add(p->one, BODIES, bodies), flo_fleet_add(p->many, BODIES, bodies));
    bodies[70] = bodies[69];
    bodies[71].control.throttle = 2;
    BOTH_REFUSE(flo_fleet_add(p->one, BODIES, bodies), flo_fleet_add(p->many, BODIES, bodies));
    bodies[71].mode = (flo_mode)9;
    BOTH_REFUSE(flo_fleet_add(p->one, BODIES, bodies), flo_fleet_add(p->many, BODIES, bodies));
    BOTH_REFUSE(flo_fleet_remove(p->one, 50, 34), flo_fleet_remove(p->many, 50, 34));
    BOTH_REFUSE(flo_fleet_set_sea(p->one, 84, 0, NULL), flo_fleet_set_sea(p->many, 84, 0, NULL));
    step(p, STEPS);
    same(p);
}

static void wrong_changes_are_refused_as_by_one_device(void **state)
{
    (void)state;
    on_all(check_wrong_changes, BODIES);
}

/* ---- few ------------------------------------------------------------------------------------------------------- */

/* From nothing to a body, to a few, to many, and back. */
static void check_growing(pair *p)
{
    static all_loads a, b;
    const flo_forces_def forces = flo_default_forces_def();
    for (size_t i = 0; i < 5; i++) {
        step(p, 3);
        same(p);
        BOTH(ask(p->one, &forces, &a, true), ask(p->many, &forces, &b, true));
        SAME(&a, &b, sizeof a);
        const size_t more = 1 + i * i * 3;
        BOTH(add_some(p->one, p->s->bodies, more, NULL), add_some(p->many, p->s->bodies, more, NULL));
    }
    BOTH(flo_fleet_remove(p->one, 1, flo_fleet_count(p->one) - 2),
         flo_fleet_remove(p->many, 1, flo_fleet_count(p->many) - 2));
    step(p, 3);
    same(p);
    BOTH(flo_fleet_remove(p->one, 0, 2), flo_fleet_remove(p->many, 0, 2));
    step(p, 3);
    same(p);
}

static void fewer_bodies_than_parts(void **state)
{
    (void)state;
    on_all(check_growing, 0);
    on_all(check_growing, 2);
}

/* ---- points ---------------------------------------------------------------------------------------------------- */

enum { POINTS = 20000 };
typedef struct answers { double height[POINTS]; float rest[7][POINTS]; } answers;

static flo_status query(flo_device *device, const flo_sea *sea, size_t count, const double *x, answers *a)
{
    const flo_surface out = { a->height, { a->rest[0], a->rest[1], a->rest[2] },
                              { a->rest[3], a->rest[4], a->rest[5] }, a->rest[6] };
    memset(a, 0, sizeof *a);
    return flo_query(device, sea, scene_time, count, x, x, &out);
}

static flo_status query_water(flo_device *device, const flo_sea *sea, size_t count, const double *x, answers *a)
{
    const flo_water out = { { a->rest[0], a->rest[1], a->rest[2] }, { a->rest[3], a->rest[4], a->rest[5] }, a->rest[6],
                            NULL };
    memset(a, 0, sizeof *a);
    return flo_query_water(device, sea, scene_time, count, x, x, x, &out);
}

static void points_are_those_of_one_device(void **state)
{
    (void)state;
    static double x[POINTS];
    static answers a, b;
    many_scene s = test_many_scene();
    for (int i = 0; i < POINTS; i++) x[i] = 0.7 * i - 300;
    for (const listed *list = all_lists(); list->device; list++) {
        flo_device *const device = list->device;
        test_about("%s", list->name);
        for (size_t count = 0; count <= POINTS; count = count * 9 + 1) {
            BOTH(query(scalar, s.sea, count, x, &a), query(device, s.sea, count, x, &b));
            SAME(&a, &b, sizeof a);
            BOTH(query_water(scalar, s.sea, count, x, &a), query_water(device, s.sea, count, x, &b));
            SAME(&a, &b, sizeof a);
        }
        x[15000] = 2e9;
        BOTH_REFUSE(query(scalar, s.sea, POINTS, x, &a), query(device, s.sea, POINTS, x, &b));
        BOTH_REFUSE(query_water(scalar, s.sea, POINTS, x, &a), query_water(device, s.sea, POINTS, x, &b));
        x[15000] = 7;
        OK(flo_query(device, s.sea, 1, POINTS, x, x, &(flo_surface){ .height = NULL }));
    }
    test_many_free(&s);
}

int test_many(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scene_has_its_hash),
        cmocka_unit_test(states_are_those_of_one_device),
        cmocka_unit_test(controls_are_those_of_one_device),
        cmocka_unit_test(loads_are_those_of_one_device),
        cmocka_unit_test(looks_leave_the_same_behind),
        cmocka_unit_test(bad_bodies_are_those_of_one_device),
        cmocka_unit_test(changes_are_those_of_one_device),
        cmocka_unit_test(wrong_changes_are_refused_as_by_one_device),
        cmocka_unit_test(fewer_bodies_than_parts),
        cmocka_unit_test(points_are_those_of_one_device),
    };
    return cmocka_run_group_tests_name("many", tests, test_many_begin, close_lists);
}
