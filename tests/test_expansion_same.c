/* SPDX-License-Identifier: MIT
 *
 * The same bits, with polynomials of every degree and without: hulls of all sizes, in all modes, with both integrators,
 * on all devices; and whoever else is in the fleet. */
#include "test_expansion.h"

int test_expansion_same(void);

/* ---- hulls of many sizes ---------------------------------------------------------------------------------------- */

enum { HULLS = 8, MOST_POINTS = 290, BODIES = 41, STEPS = 6 };

static void boat_points(double (*points)[3], int count, double width, double length)
{
    for (int i = 0; i < count; i++) {
        points[i][0] = test_random(-0.5, 0.5) * width;
        points[i][1] = test_random(-0.3, 0.3);
        points[i][2] = test_random(-0.5, 0.5) * length;
    }
}

/* What looks at the water in every way there is. */
static flo_hull_def hull_number(int i, double (*points)[3])
{
    static const struct { int count; double width, length; } size[HULLS] = {
        { 8, 0.8, 1.5 }, { 24, 2, 5 }, { 64, 3, 9 }, { 0, 0, 0 }, { 64, 6, 20 }, { 130, 8, 30 },
        { MOST_POINTS, 10, 60 }, { 1, 0, 0 },
    };
    flo_hull_def def = test_boat_def();
    def.inertia_scale = 1e3;
    def.volume = 1.3;
    def.points = (const double (*)[3])points;
    def.point_count = size[i].count;
    boat_points(points, size[i].count, size[i].width, size[i].length);
    def.push.velocity = (flo_push_velocity)(i % 3);
    def.damping.of = (flo_damping_of)(i % 2);
    def.damping.relative = def.drag.relative = i % 3 == 2;
    for (int a = 0; a < 3; a++) def.added_mass.coefficient[a] = i % 4 == 2 ? 0.3 * (1 + a) : 0;
    if (size[i].count > 0) return def;
    def = test_box_def(2, 1, 6, 7000);
    def.box_grid[2] = 7;
    def.damping.vertical = 1;
    return def;
}

static void make_hulls(flo_hull *hulls[HULLS])
{
    static double points[MOST_POINTS][3];
    for (int i = 0; i < HULLS; i++) {
        const flo_hull_def def = hull_number(i, points);
        hulls[i] = test_hull_make(&def);
    }
}

static void make_bodies(flo_body_def *bodies, flo_hull *const hulls[HULLS], double level)
{
    for (int i = 0; i < BODIES; i++) {
        const double far = i % 3 == 0 ? 1e6 : 0;
        flo_body_state at = test_state_random(90 * i + far, level, -70 * i - far);
        test_state_turn(&at, 0.7 * i, 0.1, 1, 0.05);
        for (int a = 0; a < 3; a++) at.angular_velocity[a] *= 0.1f;
        const flo_body_control control = { .throttle = (float)test_random(0, 1), .steer = (float)test_random(-1, 1),
                                           .velocity = { 1.5f, -0.5f }, .yaw_rate = 0.1f, .smoothing = 3 };
        bodies[i] = test_body(hulls[i % HULLS], at, control);
        bodies[i].mode = i % 5 < 2 ? FLO_DYNAMIC : (flo_mode)(i % 5 - 1);
    }
}

/* ---- seas ------------------------------------------------------------------------------------------------------- */

typedef struct sea_row { test_spectrum spectrum; double depth, normal_offset, tolerance; int inversion; } sea_row;

static const sea_row rows[] = {
    { { 2.5, 8, 3, 64 }, (double)INFINITY, 0, 0, 2 },
    { { 2.5, 8, 10, 150 }, (double)INFINITY, 0, 0, 2 },         /* more waves than a patch keeps phases of */
    { { 4, 7, 5, 64 }, 30, 0.2, 0, 2 },
    { { 1, 6, 3, 20 }, (double)INFINITY, 0, 1e-6, 0 },
    { { 1, 6, 4, 40 }, 12, 0, 0, 1 },
    { { 3, 9, 4, 70 }, (double)INFINITY, 0, 1e-5, 4 },
};
enum { ROWS = sizeof rows / sizeof *rows };

static test_water water_of(const sea_row *row)
{
    flo_sea_def like = flo_default_sea_def();
    like.depth = row->depth;
    like.normal_offset = row->normal_offset;
    like.inversion = row->inversion;
    like.level = 1.25;
    like.current[0] = 0.6;
    like.current[1] = -0.3;
    return test_water_of(&row->spectrum, &like);
}

/* ---- all there is to know of a fleet ---------------------------------------------------------------------------- */

enum { MOST_SAMPLES = BODIES * MOST_POINTS };

typedef struct known {
    flo_body_state states[BODIES];
    flo_body_load loads[2][BODIES];
    double height[MOST_SAMPLES];
    float rest[7][MOST_SAMPLES];
} known;

static flo_fleet *fleet_of(flo_device *device, const test_water *w, const sea_row *row, const flo_body_def *bodies,
                           size_t count, flo_integrator integrator)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = w->sea;
    def.bodies = bodies;
    def.count = count;
    def.time = 3.2e8;
    def.integrator = integrator;
    def.tolerance = row->tolerance;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}

/* Loads and samples as the fleet stands, states after some steps, loads then. */
static void fleet_tell(flo_fleet *fleet, size_t count, known *k)
{
    flo_forces_def forces = flo_default_forces_def();
    const flo_sample_loads samples = { k->height, { k->rest[0], k->rest[1], k->rest[2] }, k->rest[3],
                                       { k->rest[4], k->rest[5], k->rest[6] } };
    memset(k, 0, sizeof *k);
    forces.count = count;
    OK(flo_fleet_forces(fleet, &forces, k->loads[0], &samples));
    OK(flo_fleet_step(fleet, 1.0 / 60, STEPS));
    OK(flo_fleet_read(fleet, 0, count, k->states));
    forces.dt = 1.0 / 60;
    OK(flo_fleet_forces(fleet, &forces, k->loads[1], NULL));
}

static void compare(const known *a, const known *b)
{
    SAME(a->height, b->height, sizeof a->height);
    SAME(a->rest, b->rest, sizeof a->rest);
    SAME(a->loads, b->loads, sizeof a->loads);
    SAME(a->states, b->states, sizeof a->states);
}

typedef struct scene { test_water water; flo_hull *hulls[HULLS]; flo_body_def bodies[BODIES]; } scene;

static scene scene_make(const sea_row *row)
{
    scene s = { .water = water_of(row) };
    test_random_start(75);
    make_hulls(s.hulls);
    make_bodies(s.bodies, s.hulls, s.water.def.level);
    return s;
}

static void scene_free(scene *s)
{
    for (int i = 0; i < HULLS; i++) flo_hull_destroy(s->hulls[i]);
    test_water_free(&s->water);
}

/* ---- on all devices --------------------------------------------------------------------------------------------- */

static void note_degrees(flo_fleet *fleet, int seen[9])
{
    for (size_t b = 0; b < BODIES; b++) seen[flo_fleet_get_summation(fleet, b).degree]++;
}

/* Threads, groups and lanes of all sizes see the first seas only. */
static void compare_devices(const scene *s, const sea_row *row, flo_integrator integrator, int seen[9])
{
    const test_device *first = row < rows + 2 ? test_devices_and_variants() : test_devices();
    known *right = calloc(2, sizeof *right), *k = right + 1;
    assert_non_null(right);
    while (first->device && !first->exact) first++;
    if (!first->device) skip();
    for (const test_device *d = first; d->device; d++) {
        if (!d->exact) continue;
        flo_fleet *fleet = fleet_of(d->device, &s->water, row, s->bodies, BODIES, integrator);
        test_about("%s, sea %d, integrator %d", d->label, (int)(row - rows), (int)integrator);
        if (d == first) note_degrees(fleet, seen);
        fleet_tell(fleet, BODIES, d == first ? right : k);
        flo_fleet_destroy(fleet);
        if (d != first) compare(k, right);
    }
    free(right);
}

static void fleets_are_the_same_on_all_devices(void **state)
{
    (void)state;
    int seen[9] = { 0 };
    for (int i = 0; i < ROWS; i++) {
        scene s = scene_make(&rows[i]);
        compare_devices(&s, &rows[i], i % 2 ? FLO_SYMPLECTIC : FLO_IMPLICIT, seen);
        scene_free(&s);
    }
    print_message("             bodies of degree 0, 4, 6, 8: %d, %d, %d, %d\n", seen[0], seen[4], seen[6], seen[8]);
    assert_true(seen[0] > 0 && seen[4] > 0 && seen[6] > 0 && seen[8] > 0);
}

/* Giants that throw the water further than phases of ripples reach in floats: all guesses are held back alike. */
static void thrown_water_is_the_same_on_all_devices(void **state)
{
    (void)state;
    enum { BODIES_HERE = 600, POINTS = 12, SAMPLES = BODIES_HERE * POINTS };
    const double nowhere[2] = { 3000, 3000 };
    const flo_wave waves[] = { { .amplitude = 900, .wavelength = 2 * pi * 900, .steepness = 1 },
                               { .amplitude = 50, .wavelength = 2 * pi * 51, .steepness = 1, .heading = 1 },
                               { .amplitude = 1e-4, .wavelength = 1e-3, .steepness = 1, .heading = 0.4 } };
    static test_view right[SAMPLES], got[SAMPLES];
    test_random_start(79);
    test_crowd crowd = test_crowd_make(2.8, POINTS, BODIES_HERE, nowhere, 3000);
    for (int i = 0; i < 6; i++) {
        flo_sea_def def = flo_default_sea_def();
        def.waves = waves;
        def.wave_count = 3;
        def.inversion = 2 + i / 2;
        test_water w = test_water_make(&def);
        const test_device *first = NULL;
        for (const test_device *d = test_devices(); d->device; d++) {
            const test_look how = { d->device, w.sea, 3, i % 2 ? FLO_WAVES_DIRECT : FLO_WAVES_AUTO, 0 };
            if (!d->exact) continue;
            test_about("%s, inversion %d, direct %d", d->label, def.inversion, i % 2);
            test_crowd_look(&crowd, &how, first ? got : right);
            if (first) SAME(got, right, sizeof got);
            first = d;
        }
        test_water_free(&w);
    }
    test_crowd_free(&crowd);
}

/* ---- whoever else is there -------------------------------------------------------------------------------------- */

/* A body's bits are its own: alone, and in another order, they are what they were in company. */
static void bodies_depend_on_themselves_alone(void **state)
{
    (void)state;
    flo_body_state right[BODIES], got[BODIES];
    flo_body_def shuffled[BODIES];
    for (int i = 0; i < 3; i++) {
        scene s = scene_make(&rows[i]);
        for (size_t b = 0; b < BODIES; b++) shuffled[b] = s.bodies[b * 17 % BODIES];
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, sea %d", d->label, i);
            flo_fleet *all = fleet_of(d->device, &s.water, &rows[i], s.bodies, BODIES, FLO_IMPLICIT);
            OK(flo_fleet_step(all, 1.0 / 60, STEPS));
            OK(flo_fleet_read(all, 0, BODIES, right));
            flo_fleet_destroy(all);
            flo_fleet *other = fleet_of(d->device, &s.water, &rows[i], shuffled, BODIES, FLO_IMPLICIT);
            OK(flo_fleet_step(other, 1.0 / 60, STEPS));
            OK(flo_fleet_read(other, 0, BODIES, got));
            flo_fleet_destroy(other);
            for (size_t b = 0; b < BODIES; b++) SAME(&got[b], &right[b * 17 % BODIES], sizeof *got);
            for (size_t b = 0; b < HULLS + 1; b++) {
                flo_fleet *alone = fleet_of(d->device, &s.water, &rows[i], &s.bodies[b], 1, FLO_IMPLICIT);
                OK(flo_fleet_step(alone, 1.0 / 60, STEPS));
                OK(flo_fleet_read(alone, 0, 1, got));
                flo_fleet_destroy(alone);
                SAME(got, &right[b], sizeof *got);
            }
        }
        scene_free(&s);
    }
}

/* Six steps are one and five, with looks between. */
static void steps_may_be_taken_in_any_portions(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        scene s = scene_make(&rows[i]);
        for (const test_device *d = test_devices(); d->device; d++) {
            uint64_t hash[2];
            for (int way = 0; way < 2; way++) {
                flo_fleet *fleet = fleet_of(d->device, &s.water, &rows[i], s.bodies, BODIES, FLO_IMPLICIT);
                if (way) OK(flo_fleet_step(fleet, 1.0 / 60, 1));
                if (way) test_load(fleet, 5);
                OK(flo_fleet_step(fleet, 1.0 / 60, STEPS - (uint64_t)way));
                OK(flo_fleet_hash(fleet, &hash[way]));
                flo_fleet_destroy(fleet);
            }
            test_about("%s, sea %d", d->label, i);
            assert_true(hash[0] == hash[1]);
        }
        scene_free(&s);
    }
}

int test_expansion_same(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fleets_are_the_same_on_all_devices),
        cmocka_unit_test(thrown_water_is_the_same_on_all_devices),
        cmocka_unit_test(bodies_depend_on_themselves_alone),
        cmocka_unit_test(steps_may_be_taken_in_any_portions),
    };
    return cmocka_run_group_tests_name("expansion_same", tests, NULL, test_devices_close);
}
