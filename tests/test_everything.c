/* SPDX-License-Identifier: MIT
 *
 * Hulls with everything that a hull can have, in seas with everything a sea can have, against the oracle: loads, and
 * steps in every mode. */
#include "test_boat.h"
#include "test_solids.h"

int test_everything(void);

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

enum shape { POINTS, PROPORTIONAL_BOX, CELLS, PANELS, SHAPES };
enum { MOST_POINTS = 9 };

typedef struct thing {
    enum shape shape;
    flo_hull_def def;
    flo_hull *hull;
    double points[MOST_POINTS][3];
    test_solid solid;
} thing;

/* A thing is not moved: its definition points into it. */
static void thing_shape(thing *t, int i)
{
    flo_hull_def *def = &t->def;
    t->shape = (enum shape)(i % SHAPES);
    def->point_count = t->shape == POINTS ? 1 + i % MOST_POINTS : 0;
    def->points = t->shape == POINTS ? (const double (*)[3])t->points : NULL;
    def->volume = t->shape == POINTS ? 1.7 : 0;
    for (int p = 0; p < MOST_POINTS; p++) {
        for (int a = 0; a < 3; a++) t->points[p][a] = test_random(-2, 2) * (a == 1 ? 0.3 : 1);
    }
    if (t->shape == PANELS) {
        t->solid = test_solid_stone(0.8, 1 + i / SHAPES % 3, 0.2);
        def->mesh = &t->solid.mesh;
        def->mesh_method = FLO_MESH_PANELS;
    } else if (t->shape != POINTS) {
        for (int a = 0; a < 3; a++) {
            def->box_size[a] = test_random(0.5, 2.5);
            def->box_grid[a] = (int)test_random(1, 4);
        }
    }
}

static void thing_buoyancy(thing *t, int i)
{
    flo_hull_def *def = &t->def;
    const bool archimedes = t->shape == CELLS || t->shape == PANELS || (t->shape == POINTS && i / 4 % 3 == 2);
    const bool spring = t->shape == POINTS && i / 4 % 3 == 1;
    def->buoyancy.law = archimedes ? FLO_ARCHIMEDES : spring ? FLO_SPRING : FLO_PROPORTIONAL;
    def->buoyancy.curve = (flo_curve)(i / 2 % 3);
    def->buoyancy.alpha = 2.5;
    def->buoyancy.bias = 1.3;
    def->buoyancy.stiffness = 9e3;
    def->buoyancy.reference_depth = t->shape == CELLS || t->shape == PANELS ? 0 : 0.7;
    if (t->shape == PROPORTIONAL_BOX && i / 4 % 3 == 1) {
        def->buoyancy.reference_depth = 0;
        def->damping.vertical = 0;
        def->tuning = (flo_tuning_def){ .settle = 3, .overshoot = 0.1 };
    }
    if (t->shape != PANELS) return;
    def->thrust.power = def->push.strength = 0;             /* as the library demands of panels */
    def->damping.of = FLO_DAMPING_BODY;
}

/* Three unit vectors at right angles, of any direction. */
static void thing_axes(flo_hull_def *def)
{
    flo_body_state s = test_state_random(0, 0, 0);
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) length += (double)(s.orientation[i] * s.orientation[i]);
    for (int i = 0; i < 4; i++) q[i] = (double)s.orientation[i] / sqrt(length);
    for (int a = 0; a < 3; a++) oracle_turn(q, (const double[3]){ a == 0, a == 1, a == 2 }, def->principal_axes[a]);
    length = 0;
    for (int i = 0; i < 3; i++) length += def->principal_axes[0][i] * def->principal_axes[0][i];
    for (int i = 0; i < 9; i++) def->principal_axes[i / 3][i % 3] /= sqrt(length);
}

static void thing_make(thing *t, int i)
{
    static const double exponents[] = { 1, 0.5, 0, 0.25 };
    flo_hull_def *def = &t->def;
    *t = (thing){ .def = test_boat_def() };
    def->damping = (flo_damping_def){ .vertical = 1.5, .quadratic = i % 3 * 0.4, .of = (flo_damping_of)(i / 3 % 2),
                                      .relative = i / 2 % 2, .angular = 0.5, .scale_by_submerged = i / 5 % 2,
                                      .angular_form = (flo_angular_form)(i / 7 % 2) };
    def->drag.relative = i / 3 % 2 == 0;
    def->drag.only_in_water = i % 5 < 3;
    if (i % 2) def->drag.local_quadratic[i / 2 % 3] = 0.4;
    def->push = (flo_push_def){ i % 4 ? 0.8 : 0, (flo_push_velocity)(i % 3) };
    for (int a = 0; a < 3; a++) {
        def->added_mass.coefficient[a] = i % 6 ? test_random(0, 1) : 0;
        def->added_mass.rotation[a] = i % 7 > 1 ? test_random(0, 0.5) : 0;
    }
    def->added_mass.entry_exponent = exponents[i / 2 % 4];
    def->steering.lean = 400;
    def->steering.needs_water = i % 7 < 4;
    def->inertia_scale = 3 + i % 3;                       /* lest 17 kN at two metres turn it too fast to compare */
    if (i % 5 > 2) thing_axes(def);
    thing_shape(t, i);
    thing_buoyancy(t, i);
    t->hull = test_hull_make(def);
}

static void thing_free(thing *t)
{
    flo_hull_destroy(t->hull);
    if (t->shape == PANELS) test_solid_free(&t->solid);
}

/* What a caller may want of a body, all at once. */
static flo_body_control random_control(void)
{
    flo_body_control c = { .throttle = (float)test_random(0, 1), .steer = (float)test_random(-1, 1),
                           .yaw_rate = (float)test_random(-0.5, 0.5), .smoothing = (float)test_random(0.5, 20) };
    for (int i = 0; i < 3; i++) {
        c.force[i] = (float)test_random(-2000, 2000);
        c.at[i] = (float)test_random(-1, 1);
        c.torque[i] = (float)test_random(-500, 500);
        c.velocity[i % 2] = (float)test_random(-3, 3);
    }
    return c;
}

/* Waves of two to sixty metres, one of which obeys no dispersion, on a current. */
static test_water water_make(double depth, double normal_offset)
{
    test_water random = test_water_random(9, 60, 0.3, 71);
    flo_sea_def def = random.def;
    def.depth = depth;
    def.normal_offset = normal_offset;
    random.waves[4].own_frequency = true;
    random.waves[4].angular_frequency = 1.3;
    const test_water w = test_water_make(&def);
    test_water_free(&random);
    return w;
}

/* ---- loads ----------------------------------------------------------------------------------------------------- */

enum { KINDS = 84, BODIES_EACH = 3 };

typedef struct loaded {
    thing thing;
    flo_body_def body[BODIES_EACH];
    oracle_load right[BODIES_EACH];
} loaded;

typedef struct worst_of { test_worst force, torque, submerged; } worst_of;

/* Floats lose some 3e-7 of all forces, of how fast and how much faster the water moves, and what the height's own error
 * moves. */
static void compare_load(worst_of *worst, const flo_body_load *got, const oracle_load *right, const test_water *w)
{
    double speeds = 0, accelerations = 0;
    for (int i = 0; i < w->oracle.count; i++) {
        const oracle_wave *wave = &w->oracle.waves[i];
        speeds += (double)(wave->amplitude * wave->sigma);
        accelerations += (double)(wave->amplitude * wave->sigma * wave->sigma);
    }
    const double force = 3e-7 * (right->size + 2 * right->carried * accelerations + right->rate * speeds) +
                         5e-7 * w->amplitudes * right->stiffness;
    for (int i = 0; i < 3; i++) {
        test_worst_add(&worst->force, (double)got->force[i], right->force[i], force);
        test_worst_add(&worst->torque, (double)got->torque[i], right->torque[i], force * 4);
    }
    test_worst_add(&worst->submerged, (double)got->submerged, right->submerged, 1e-5);
}

static void load_make(loaded *l, int i, const test_water *w, double time)
{
    thing_make(&l->thing, i);
    for (int b = 0; b < BODIES_EACH; b++) {
        const flo_body_state at = test_state_random(40 * i, w->def.level - 0.7 * b, -1e4 * b);
        l->body[b] = test_body(l->thing.hull, at, random_control());
        oracle_body oracle = oracle_body_make(&l->thing.def, &at, l->body[b].control);
        l->right[b] = oracle_body_load(&oracle, &w->oracle, (oracle_step){ time, 0, true, false });
        oracle_body_free(&oracle);
    }
}

static void loads_are_the_oracles(void **state)
{
    (void)state;
    worst_of worst = { 0 };
    loaded *l = calloc(KINDS, sizeof *l);
    assert_non_null(l);
    for (int shallow = 0; shallow < 2; shallow++) {
        test_water w = water_make(shallow ? 4 : (double)INFINITY, shallow ? 0.3 : 0);
        for (int i = 0; i < KINDS; i++) load_make(&l[i], i, &w, 4321);
        for (const test_device *d = test_devices(); d->device; d++) {
            for (int n = 0; n < 2 * KINDS; n++) {
                const int i = n / 2;
                flo_fleet *fleet = (n % 2 ? test_fleet_direct : test_fleet_make)(d->device, w.sea, l[i].body,
                                                                                 BODIES_EACH, 4321);
                for (size_t b = 0; b < BODIES_EACH; b++) {
                    test_about("%s, shallow %d, hull %d, body %zu, %s", d->label, shallow, i, b,
                               n % 2 ? "direct" : "auto");
                    const flo_body_load got = test_load(fleet, b);
                    compare_load(&worst, &got, &l[i].right[b], &w);
                }
                flo_fleet_destroy(fleet);
            }
        }
        for (int i = 0; i < KINDS; i++) thing_free(&l[i].thing);
        test_water_free(&w);
    }
    free(l);
    WORST(&worst.force, "force");
    WORST(&worst.torque, "torque");
    WORST(&worst.submerged, "submerged share");
}

/* ---- steps ----------------------------------------------------------------------------------------------------- */

enum { MOVERS = 48, STEPS = 60 };

typedef struct mover {
    thing thing;
    oracle_body right;
} mover;

static void movers_make(mover *m, flo_body_def *body, const test_water *w)
{
    for (int i = 0; i < MOVERS; i++) {
        thing_make(&m[i].thing, i);
        flo_body_state at = test_state_at(30 * i, w->def.level + test_random(-0.5, 0.5), 1e5 - 20 * i);
        test_state_turn(&at, 0.8 * i, 0.1, 1, -0.2);
        at.velocity[2] = (float)test_random(0, 4);
        at.angular_velocity[0] = 0.2f;
        body[i] = test_body(m[i].thing.hull, at, random_control());
        body[i].mode = i % 3 ? FLO_DYNAMIC : (flo_mode)(1 + i / 3 % 3);
        m[i].right = oracle_body_make(&m[i].thing.def, &at, body[i].control);
        m[i].right.mode = body[i].mode;
    }
}

/* All devices agree to the last bit, too. */
static void steps_are_the_oracles(void **state)
{
    (void)state;
    static flo_body_def body[MOVERS];
    static flo_body_state got[MOVERS];
    test_worst_state worst = { 0 };
    uint64_t hash, first = 0;
    mover *m = calloc(MOVERS, sizeof *m);
    test_water w = water_make((double)INFINITY, 0);
    assert_non_null(m);
    movers_make(m, body, &w);
    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < MOVERS; i++) oracle_body_step(&m[i].right, &w.oracle, 1000 + n / 60.0, 1.0 / 60);
    }
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_make(d->device, w.sea, body, MOVERS, 1000);
        OK(flo_fleet_step(fleet, 1.0 / 60, STEPS));
        OK(flo_fleet_read(fleet, 0, MOVERS, got));
        OK(flo_fleet_hash(fleet, &hash));
        for (int i = 0; i < MOVERS; i++) {
            test_about("%s, body %d, mode %d", d->label, i, (int)body[i].mode);
            test_worst_state_add(&worst, &got[i], &m[i].right);
        }
        if (d->exact && first) assert_int_equal(hash, first);
        if (d->exact) first = hash;
        flo_fleet_destroy(fleet);
    }
    for (int i = 0; i < MOVERS; i++) {
        oracle_body_free(&m[i].right);
        thing_free(&m[i].thing);
    }
    free(m);
    test_water_free(&w);
    WORST_STATE(&worst);
}

int test_everything(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_the_oracles),
        cmocka_unit_test(steps_are_the_oracles),
    };
    return cmocka_run_group_tests_name("everything", tests, NULL, test_devices_close);
}
