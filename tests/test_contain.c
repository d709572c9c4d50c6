/* SPDX-License-Identifier: MIT
 *
 * Bad bodies in company: many kinds of them, at random places of a fleet.  All others have the bits that they have
 * where a well-behaved body stands in each bad one's place; and all who are bad are told. */
#include "test_boat.h"
#include "test_same_scene.h"

#include <stddef.h>

int test_contain(void);

/* ---- kinds of bad ---------------------------------------------------------------------------------------------- */

enum { BODIES = 150, BAD = 30, STEPS = 39, MOST_SAMPLES = BODIES * SCENE_SHIP };

/* What a body is that a caller may write, and must not: FLO_BAD_BODY. */
#define AT(member, i) (offsetof(flo_body_state, member) + (i) * sizeof(((flo_body_state *)0)->member[0]))
static const struct unfit { size_t member; double value; } unfits[] = {
    { AT(position, 0), (double)NAN },         { AT(position, 1), INFINITY },         { AT(position, 2), -INFINITY },
    { AT(position, 0), 1e308 },               { AT(position, 2), -1.000001e9 },      { AT(position, 1), 1e9 },
    { AT(orientation, 0), (double)NAN },      { AT(orientation, 1), INFINITY },      { AT(orientation, 3), 3e38 },
    { AT(velocity, 0), (double)NAN },         { AT(velocity, 1), -INFINITY },        { AT(velocity, 2), 3e38 },
    { AT(angular_velocity, 0), (double)NAN }, { AT(angular_velocity, 1), INFINITY }, { AT(angular_velocity, 2), 1e6 },
};
enum { UNFITS = sizeof unfits / sizeof *unfits };

static flo_body_state unfit_state(const flo_body_state *good, int kind)
{
    flo_body_state s = *good;
    const float single = (float)unfits[kind].value;
    if (unfits[kind].member < offsetof(flo_body_state, orientation)) {
        memcpy((char *)&s + unfits[kind].member, &unfits[kind].value, sizeof(double));
    } else {
        memcpy((char *)&s + unfits[kind].member, &single, sizeof single);
    }
    return s;
}

/* What is in range, and is flung out by the forces on it or by itself. */
typedef enum wild { STIFF, FAST, OUT_SIDEWAYS, OUT_ABOVE, PUSHED, TWISTED, SPUN, TINY, WILDS } wild;
static const char *const wilds[WILDS] = { "too stiff a spring", "too fast for its damping", "over the edge",
                                          "into the sky", "pushed with 1e15 N", "twisted with 1e15 N m",
                                          "spun up by a hand", "a gram in a storm of forces" };

/* The implicit step brakes without an end of its force. */
static bool is_held_back(int kind, flo_integrator integrator)
{
    const int of = kind - UNFITS;
    return integrator == FLO_IMPLICIT && of == FAST;
}

static flo_body_def wild_body(wild kind, flo_hull *const hulls[WILDS])
{
    flo_body_def b = test_body(hulls[kind], test_state_at(7, 0.1, 8), (flo_body_control){ 0 });
    switch (kind) {
    case STIFF: b.state.position[1] = 900; break;
    case FAST: b.state.velocity[1] = -4900; break;
    case OUT_SIDEWAYS: b.state.position[0] = 1e9 - 10, b.state.velocity[0] = 4999; break;
    case OUT_ABOVE: b.state.position[1] = 99990, b.state.velocity[1] = 4999; break;
    case PUSHED: b.control.force[0] = 1e15f; break;
    case TWISTED: b.control.torque[2] = -1e15f; break;
    case SPUN: b.state.angular_velocity[1] = 4.9e5f, b.control.torque[1] = 1e13f; break;
    case TINY: b.control.force[1] = -1e15f, b.control.at[2] = 1e4f; break;
    case WILDS: break;
    }
    return b;
}

static void wild_hulls(flo_hull *hulls[WILDS])
{
    flo_hull_def plain = test_boat_def(), stiff = test_speck_def(), damped = test_boat_def();
    flo_hull_def speck = test_speck_def(), tiny = test_speck_def();
    stiff.buoyancy.stiffness = 1e9;
    damped.damping = (flo_damping_def){ .quadratic = 100, .of = FLO_DAMPING_POINTS };
    tiny.mass = 1e-3;
    for (int a = 0; a < 3; a++) tiny.inertia[a] = 1e-6;
    const flo_hull_def *const defs[WILDS] = { &stiff, &damped, &plain, &plain, &plain, &plain, &speck, &tiny };
    for (int i = 0; i < WILDS; i++) hulls[i] = test_hull_make(defs[i]);
}

/* ---- a fleet, with them and without ---------------------------------------------------------------------------- */

typedef struct company {
    flo_sea *sea;
    flo_hull *hulls[SCENE_HULLS], *wild[WILDS];
    flo_body_def good[BODIES];
    bool is_bad[BODIES];
    int kind[BODIES];                   /* of the bad: below UNFITS, or UNFITS + a wild */
    int when[BODIES];                   /* the step before which an unfit one is written */
} company;

static void company_make(company *c)
{
    OK(same_make_sea(&c->sea));
    OK(same_make_hulls(c->hulls));
    wild_hulls(c->wild);
    for (int i = 0; i < BODIES; i++) {
        flo_body_def scene[SCENE_BODIES];
        same_make_bodies(scene, c->hulls);
        c->good[i] = scene[i % SCENE_BODIES];
        c->good[i].state.position[0] += 3 * (i / SCENE_BODIES);
    }
}

static void company_free(company *c)
{
    for (int i = 0; i < SCENE_HULLS; i++) flo_hull_destroy(c->hulls[i]);
    for (int i = 0; i < WILDS; i++) flo_hull_destroy(c->wild[i]);
    flo_sea_destroy(c->sea);
}

/* Every kind at least once in a few draws. */
static void company_draw(company *c, int draw)
{
    memset(c->is_bad, 0, sizeof c->is_bad);
    for (int n = 0; n < BAD;) {
        const int i = (int)test_random(0, BODIES);
        if (c->is_bad[i]) continue;
        c->is_bad[i] = true;
        c->kind[i] = (n++ + draw * 7) % (UNFITS + WILDS);
        c->when[i] = (int)test_random(0, 3) * STEPS / 3;
    }
}

typedef struct told {
    flo_body_state states[BODIES];
    flo_body_load loads[BODIES];
    double height[MOST_SAMPLES];
    float submersion[MOST_SAMPLES], force[3][MOST_SAMPLES];
    size_t samples[BODIES + 1];         /* where those of each body begin */
    bool without_loads[BODIES];
    size_t bad[BODIES], bad_count;
} told;

static void tell(flo_fleet *fleet, const flo_body_def *bodies, bool anybody_bad, told *t)
{
    flo_forces_def def = flo_default_forces_def();
    memset(t, 0, sizeof *t);
    for (int i = 0; i < BODIES; i++) {
        t->samples[i + 1] = t->samples[i] + (size_t)flo_hull_get_info(bodies[i].hull).samples;
    }
    def.dt = 0.0625;
    def.bad = t->without_loads;
    const flo_sample_loads samples = { .height = t->height, .submersion = t->submersion,
                                       .force = { t->force[0], t->force[1], t->force[2] } };
    OK(flo_fleet_read(fleet, 0, BODIES, t->states));
    GIVES(flo_fleet_forces(fleet, &def, t->loads, &samples), anybody_bad ? FLO_BAD_BODY : FLO_OK);
    OK(flo_fleet_get_bad(fleet, BODIES, t->bad, &t->bad_count));
}

/* Steps in three portions; before each, the unfit whose turn it is are written. */
static void run(flo_device *device, const company *c, bool bad, flo_integrator integrator, told *t)
{
    flo_body_def bodies[BODIES];
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    for (int i = 0; i < BODIES; i++) {
        const bool is_wild = bad && c->is_bad[i] && c->kind[i] >= UNFITS;
        bodies[i] = is_wild ? wild_body((wild)(c->kind[i] - UNFITS), c->wild) : c->good[i];
    }
    def.sea = c->sea;
    def.bodies = bodies;
    def.count = BODIES;
    def.time = scene_time;
    def.integrator = integrator;
    OK(flo_fleet_create(&fleet, device, &def));
    for (int step = 0; step < STEPS; step += STEPS / 3) {
        for (int i = 0; i < BODIES; i++) {
            if (!bad || !c->is_bad[i] || c->kind[i] >= UNFITS || c->when[i] != step) continue;
            const flo_body_state s = unfit_state(&c->good[i].state, c->kind[i]);
            GIVES(flo_fleet_write(fleet, (size_t)i, 1, &s), FLO_BAD_BODY);
        }
        GIVES(flo_fleet_step(fleet, 1.0 / 30, STEPS / 3), bad ? FLO_BAD_BODY : FLO_OK);
    }
    tell(fleet, bodies, bad, t);
    flo_fleet_destroy(fleet);
}

static void compare_others(const company *c, const told *right, const told *got)
{
    for (int i = 0; i < BODIES; i++) {
        const size_t from = right->samples[i], at = got->samples[i], count = right->samples[i + 1] - from;
        if (c->is_bad[i]) continue;
        SAME(&got->states[i], &right->states[i], sizeof *got->states);
        SAME(&got->loads[i], &right->loads[i], sizeof *got->loads);
        SAME(got->height + at, right->height + from, count * sizeof(double));
        SAME(got->submersion + at, right->submersion + from, count * sizeof(float));
        for (int a = 0; a < 3; a++) SAME(got->force[a] + at, right->force[a] + from, count * sizeof(float));
    }
}

/* All of them but those that the step holds back, in their order; what is told is finite, and there are no loads. */
static void check_the_bad(const company *c, const told *got, flo_integrator integrator, size_t *found)
{
    for (int i = 0; i < BODIES; i++) {
        const bool held_back = c->is_bad[i] && is_held_back(c->kind[i], integrator);
        const bool is_bad = c->is_bad[i] && !held_back;
        const bool told_so = *found < got->bad_count && got->bad[*found] == (size_t)i;
        if (told_so != is_bad) {
            const char *const what = !c->is_bad[i]          ? "good"
                                     : c->kind[i] < UNFITS ? "written unfit"
                                                           : wilds[c->kind[i] - UNFITS];
            fail_msg("%s: body %d, %s, is %s", integrator == FLO_IMPLICIT ? "implicit" : "symplectic", i, what,
                     told_so ? "told for bad" : "not told");
        }
        *found += told_so;
        assert_true(got->without_loads[i] == is_bad);
        for (int a = 0; a < 3 && c->is_bad[i]; a++) {
            assert_true(isfinite(got->states[i].position[a]) && isfinite(got->states[i].velocity[a]));
            assert_true(isfinite(got->loads[i].force[a]) && isfinite(got->loads[i].torque[a]));
            assert_true(held_back || (got->loads[i].force[a] == 0 && got->loads[i].torque[a] == 0));
        }
    }
    assert_int_equal(*found, got->bad_count);
}

static size_t bad_count(const company *c, flo_integrator integrator)
{
    size_t count = 0;
    for (int i = 0; i < BODIES; i++) count += c->is_bad[i] && !is_held_back(c->kind[i], integrator);
    return count;
}

static void others_have_their_own_bits(void **state)
{
    (void)state;
    enum { DRAWS = 3 };
    static company c;
    told *right = malloc(sizeof *right), *got = malloc(sizeof *got), *first = malloc(sizeof *first);
    double compared = 0;
    assert_true(right && got && first);
    company_make(&c);
    for (int way = 0; way < 2; way++) {
        const test_device *arbiter = NULL;
        for (const test_device *d = test_devices(); d->device; d++) {
            run(d->device, &c, false, (flo_integrator)way, right);
            if (d->exact && !arbiter) memcpy(first, right, sizeof *first), arbiter = d;
            if (d->exact) SAME(right, first, sizeof *first);
            test_random_start(4);
            for (int draw = 0; draw < DRAWS; draw++) {
                size_t found = 0;
                company_draw(&c, draw);
                run(d->device, &c, true, (flo_integrator)way, got);
                test_about("%s, %s, draw %d", d->label, way ? "implicit" : "symplectic", draw);
                compare_others(&c, right, got);
                check_the_bad(&c, got, (flo_integrator)way, &found);
                assert_int_equal(found, bad_count(&c, (flo_integrator)way));
                compared += (BODIES - BAD) * 20.0 + 5.0 * (double)right->samples[BODIES] * (BODIES - BAD) / BODIES;
            }
        }
    }
    print_message("             %.3g values of bodies beside bad ones compared, 0 differing\n", compared);
    free(right);
    free(got);
    free(first);
    company_free(&c);
}

/* ---- who is bad ------------------------------------------------------------------------------------------------ */

static void the_bad_are_listed_as_far_as_there_is_room(void **state)
{
    (void)state;
    enum { MANY = 600 };
    static flo_body_def bodies[MANY];
    test_water w = test_water_flat();
    const flo_hull_def boat = test_boat_def(), box = test_box_def(1, 1, 1, 500);
    flo_hull *hulls[2] = { test_hull_make(&boat), test_hull_make(&box) };
    const flo_body_state nowhere = test_state_at((double)NAN, 0, 0), somewhere = test_state_at(0, 0, 0);
    const size_t bad[] = { 0, 1, 62, 63, 64, 300, 599 };
    enum { COUNT = sizeof bad / sizeof *bad };
    for (int i = 0; i < MANY; i++) bodies[i] = test_body(hulls[i % 2], test_state_at(i, 0, 0), (flo_body_control){ 0 });
    for (const test_device *d = test_devices(); d->device; d++) {
        size_t list[MANY + 1], count = 77;
        test_about("%s", d->label);
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, bodies, MANY, 0);
        OK(flo_fleet_get_bad(fleet, 0, NULL, &count));
        assert_int_equal(count, 0);
        for (int i = COUNT; i-- > 0;) GIVES(flo_fleet_write(fleet, bad[i], 1, &nowhere), FLO_BAD_BODY);
        OK(flo_fleet_get_bad(fleet, 0, NULL, &count));
        assert_int_equal(count, COUNT);
        for (size_t room = 1; room <= COUNT + 1; room++) {
            memset(list, 0xAA, sizeof list);
            OK(flo_fleet_get_bad(fleet, room, list, &count));
            assert_int_equal(count, COUNT);
            for (size_t i = 0; i < COUNT + 1; i++) {
                assert_true(list[i] == (i < room && i < COUNT ? bad[i] : (size_t)0xAAAAAAAAAAAAAAAAu));
            }
        }
        OK(flo_fleet_write(fleet, 63, 1, &somewhere));
        OK(flo_fleet_remove(fleet, 0, 1));                  /* the rest move up */
        OK(flo_fleet_get_bad(fleet, MANY, list, &count));
        assert_int_equal(count, COUNT - 2);
        for (size_t i = 0; i < count; i++) assert_true(list[i] == bad[i < 2 ? i + 1 : i + 2] - 1);
        flo_fleet_destroy(fleet);
    }
    for (int i = 0; i < 2; i++) flo_hull_destroy(hulls[i]);
    test_water_free(&w);
}

/* A force that sums cannot hold: the body is told, is not stopped for it, and those who stand beside it have theirs. */
static void loads_beyond_the_quanta_are_told(void **state)
{
    (void)state;
    enum { COUNT = 40, AT = 17 };
    test_water w = test_water_flat();
    flo_hull_def def = test_boat_def();
    def.damping = (flo_damping_def){ .quadratic = 100, .of = FLO_DAMPING_POINTS };
    flo_hull *hull = test_hull_make(&def);
    flo_body_def bodies[COUNT];
    for (int i = 0; i < COUNT; i++) bodies[i] = test_body(hull, test_state_at(i, -0.2, 0), (flo_body_control){ 0 });
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_body_load right[COUNT], got[COUNT];
        flo_forces_def forces = flo_default_forces_def();
        bool bad[COUNT], all_bad[COUNT] = { false };
        size_t stopped = 5;
        test_about("%s", d->label);
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, bodies, COUNT, 0);
        forces.bad = all_bad;
        memset(all_bad, 1, sizeof all_bad);
        OK(flo_fleet_forces(fleet, &forces, right, NULL));
        for (int i = 0; i < COUNT; i++) assert_false(all_bad[i]);
        flo_body_state s = test_state_at(AT, -0.2, 0);
        s.velocity[1] = -4000;
        OK(flo_fleet_write(fleet, AT, 1, &s));
        forces.bad = bad;
        REFUSED(flo_fleet_forces(fleet, &forces, got, NULL), FLO_BAD_BODY, "1 of 40|body 17");
        for (int i = 0; i < COUNT; i++) {
            assert_true(bad[i] == (i == AT));
            if (i != AT) SAME(&got[i], &right[i], sizeof *got);
        }
        forces.first = 16;
        forces.count = 3;
        forces.look = true;
        REFUSED(flo_fleet_forces(fleet, &forces, got, NULL), FLO_BAD_BODY, "1 of 3|body 17");
        assert_true(!bad[0] && bad[1] && !bad[2]);
        OK(flo_fleet_get_bad(fleet, 0, NULL, &stopped));
        assert_int_equal(stopped, 0);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_contain(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_have_their_own_bits),
        cmocka_unit_test(the_bad_are_listed_as_far_as_there_is_room),
        cmocka_unit_test(loads_beyond_the_quanta_are_told),
    };
    return cmocka_run_group_tests_name("contain", tests, NULL, test_devices_close);
}
