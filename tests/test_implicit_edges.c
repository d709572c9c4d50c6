/* SPDX-License-Identifier: MIT
 *
 * The implicit step at the edges of what may be asked of it, and the same bits on every device, whatever stands
 * beside a body. */
#include "test_floats.h"
#include "test_solids.h"

int test_implicit_edges(void);

static const flo_body_control no_hand = { 0 };

/* ---- edges ----------------------------------------------------------------------------------------------------- */

enum { ODD = 48, PLACES = 10 };

/* One of a few values that stand far apart. */
static double any_of(const double *values, int count) { return values[(int)test_random(0, count - 0.01)]; }

/* A hull of points with numbers from the ends of their ranges; the same for the same state of the random numbers.  What
 * no body may have is left out: samples deeper than 4096 bands without an end, and pushes that lead beyond 5000 m/s. */
static flo_hull_def odd_def(int i)
{
    const double masses[] = { 1e-9, 1e-3, 1, 1e6, 1e12 }, depths[] = { 1e-3, 1, 1e3, 1e6, 1e-6 };
    const double biases[] = { 0, 1, 1.05, 50, 1e6 }, rates[] = { 0, 0, 1, 1e3, 1e6 };
    flo_hull_def def = i % 2 ? test_corners_def(any_of(depths, 4), any_of(biases, 4))
                             : test_point_def(1, any_of(depths, 5), any_of(biases, 5));
    const double mass = any_of(masses, 5), water[] = { 0.5, 1e3 }, turning[] = { 0, 0.3, 10 };
    for (int a = 0; a < 3; a++) def.inertia[a] *= mass / def.mass;
    def.mass = mass;
    def.buoyancy.curve = (flo_curve)(i / 2 % 3);
    def.buoyancy.alpha = i / 6 % 2 ? 1e6 : 3;
    if (i % 8 == 7) def = test_sprung(def, mass * 10);
    if (i % 5 == 3) def.buoyancy.law = FLO_ARCHIMEDES;
    def.volume = fmin(mass / 500, 1e12);
    def.damping.vertical = any_of(rates, 5);
    def.damping.quadratic = any_of(rates, 5);
    def.damping.of = (flo_damping_of)(i / 3 % 2);
    def.damping.angular = any_of(rates, 5);
    def.drag.linear = any_of(rates, 5);
    def.drag.local[2] = any_of(rates, 5);
    if (i % 3 == 1) {
        const double coefficient = any_of(water, 2);
        for (int a = 0; a < 3; a++) {
            def.added_mass.coefficient[a] = coefficient;
            def.added_mass.rotation[a] = any_of(turning, 3);
        }
        def.added_mass.entry_exponent = i % 2 ? 0.5 : 1;
    }
    return def;
}

/* At rest in the surface or next to it, far below, falling, and spinning: in the water, and very fast in the air. */
static flo_body_state odd_place(const flo_hull_def *def, double gravity, int k)
{
    const double band = def->buoyancy.reference_depth > 0 ? def->buoyancy.reference_depth : 1;
    const bool endless = def->buoyancy.law == FLO_SPRING || def->buoyancy.curve == FLO_CURVE_NONE;
    const bool free = def->buoyancy.law != FLO_SPRING && def->damping.of == FLO_DAMPING_BODY;   /* in the air */
    const double push = gravity * fmax(def->buoyancy.bias, 2);      /* it comes up with at most sqrt(2 push depth) */
    const double deep = fmin(endless ? fmin(1000 * band, 1000) : 9e4, 8e6 / push);
    const double y[PLACES] = { 0, -0x1p-24, 0x1p-24, -fmin(band, deep), -deep, 5, 3, 0, 1, free ? 9e4 : 0 };
    flo_body_state at = test_state_at(0, y[k], 0);
    if (k >= 6) at.velocity[1] = k == 6 ? -400 : -1e-20f;
    if (k >= 7) test_state_turn(&at, 0.3 * k, 1, 0.2, 0.5);
    if (k >= 8) at.angular_velocity[k % 3] = k == 9 && free ? 1e5f : 30;
    return at;
}

/* Nothing becomes absurd, and no body is stopped. */
static void odd_bodies_are_not_stopped(void **state)
{
    (void)state;
    static flo_hull *hull[ODD];
    static flo_body_def body[ODD * PLACES];
    static flo_body_state s[ODD * PLACES];
    const double gravities[] = { 1e-9, 9.81, 1000 }, steps[] = { 1e-6, 1.0 / 60, 10 };
    for (int g = 0; g < 3; g++) {
        flo_sea_def def = flo_default_sea_def();
        def.gravity = gravities[g];
        test_water w = test_water_make(&def);
        test_random_start(81);
        for (int i = 0; i < ODD; i++) {
            const flo_hull_def odd = odd_def(i);
            hull[i] = test_hull_make(&odd);
            for (int k = 0; k < PLACES; k++) {
                const flo_body_state at = odd_place(&odd, gravities[g], k);
                body[i * PLACES + k] = test_body(hull[i], at, no_hand);
            }
        }
        for (const test_device *d = test_devices(); d->device; d++) {
            for (int k = 0; k < 3; k++) {
                const double longest = fmin(3000 / gravities[g], sqrt(1e5 / gravities[g]));     /* s, of a free fall */
                const int count = (int)fmin(20, longest / steps[k]);
                flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, body, ODD * PLACES, 0);
                test_about("%s, gravity %g, dt %g", d->label, gravities[g], steps[k]);
                OK(flo_fleet_step(fleet, steps[k], (uint64_t)count));
                OK(flo_fleet_read(fleet, 0, ODD * PLACES, s));
                for (int i = 0; i < ODD * PLACES; i++) {
                    assert_true(isfinite(s[i].velocity[0]) && isfinite(s[i].velocity[1]) && isfinite(s[i].position[1]));
                }
                flo_fleet_destroy(fleet);
            }
        }
        for (int i = 0; i < ODD; i++) flo_hull_destroy(hull[i]);
        test_water_free(&w);
    }
}

/* A body at rest where it floats stays there, to the float. */
static void bodies_at_rest_stay_there(void **state)
{
    (void)state;
    const flo_hull_def defs[] = { test_cube_def(1, 500, 4), test_point_def(2, 0.5, 2), test_corners_def(1e-3, 2),
                                  test_sprung(test_point_def(1, 0, 1), 1e4), test_with_water(test_cube_def(1, 1, 1), 1),
                                  test_curved(test_point_def(2, 0.5, 1), FLO_CURVE_NONE, 3) };
    const double rest[] = { 0, -0.25, -5e-4, 0, 0.499, -0.5 }, steps[] = { 1.0 / 240, 1.0 / 30, 1 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 18; i++) {
            const flo_body_state at = test_state_at(0, rest[i / 3], 0);
            test_lone l = test_lone_moved(d->device, &defs[i / 3], &at, no_hand, FLO_IMPLICIT);
            OK(flo_fleet_step(l.fleet, steps[i % 3], 200));
            const flo_body_state s = test_read(l.fleet, 0);
            test_about("%s, hull %d, dt %g", d->label, i / 3, steps[i % 3]);
            NEAR(s.position[1], rest[i / 3], 2e-6);
            NEAR(s.position[0], 0, 0);
            NEAR(s.orientation[0], 1, 1e-6);
            test_lone_free(&l);
        }
    }
}

/* The inertia of specks and of ships, with that of the water around them. */
static void any_inertia_takes_the_waters(void **state)
{
    (void)state;
    const double inertia[] = { 1e-15, 1e-12, 1e-3, 1e9, 1e13, 1e19 };
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 12; i++) {
            flo_hull_def def = test_point_def(1, 0.5, 2);
            for (int a = 0; a < 3; a++) {
                def.inertia[a] = inertia[i / 2] * (1 + 0.4 * a);
                def.added_mass.rotation[a] = 0.3;
            }
            def.volume = 2e-3;
            flo_body_state at = test_state_at(0, -3, 0);
            at.angular_velocity[2] = 0.5f;
            test_lone l = test_lone_moved(d->device, &def, &at, no_hand, (flo_integrator)(i % 2));
            OK(flo_fleet_step(l.fleet, 1.0 / 60, 30));
            test_about("%s, inertia %g, integrator %d", d->label, inertia[i / 2], i % 2);
            NEAR(test_read(l.fleet, 0).angular_velocity[2], 0.5, 1e-5);
            test_lone_free(&l);
        }
    }
}

/* The momentum of a turning body, in the world's axes. */
static void momentum_of(const flo_body_state *s, const double inertia[3], double momentum[3])
{
    const double w = s->orientation[0], x = s->orientation[1], y = s->orientation[2], z = s->orientation[3];
    const double axes[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                                { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                                { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } };
    for (int a = 0; a < 3; a++) momentum[a] = 0;
    for (int b = 0; b < 3; b++) {
        double along = 0;
        for (int a = 0; a < 3; a++) along += axes[a][b] * (double)s->angular_velocity[a];
        for (int a = 0; a < 3; a++) momentum[a] += axes[a][b] * inertia[b] * along;
    }
}

static flo_hull_def turned_def(const test_solid *box, bool panels)
{
    if (!panels) return test_corners_def(0.5, 2);
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.mesh = &box->mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

/* How a torque from outside turns a hull that nothing else turns: its momentum is that of the torque, over time.  Where
 * all inertias are the same, at any turn; where they are not, in the first step, and as long as a step turns it by less
 * than some half a radian. */
static void check_torque(const test_device *d, flo_hull_def def, double turn, bool same, flo_integrator way)
{
    enum { STEPS = 3 };
    const double dt = 1.0 / 32;
    const double inertia[3] = { 100, same ? 100 : 200, same ? 100 : 250 };
    flo_body_control hand = { 0 };
    double got[3], size = 0;
    for (int a = 0; a < 3; a++) def.inertia[a] = inertia[a];
    for (int a = 0; a < 3; a++) hand.torque[a] = (float)(turn * inertia[a] / (dt * dt) * (a - 0.4));
    for (int a = 0; a < 3; a++) size += fabs((double)hand.torque[a]) * dt;
    const flo_body_state at = test_state_at(0, 100, 0);
    test_lone l = test_lone_moved(d->device, &def, &at, hand, way);
    for (int n = 1; n <= (same || turn < 0.1 ? STEPS : 1); n++) {
        OK(flo_fleet_step(l.fleet, dt, 1));
        const flo_body_state s = test_read(l.fleet, 0);
        momentum_of(&s, inertia, got);
        for (int a = 0; a < 3; a++) NEAR(got[a], n * (double)hand.torque[a] * dt, n * 3e-6 * size);
    }
    test_lone_free(&l);
}

static void torques_turn_bodies_any_number_of_times(void **state)
{
    (void)state;
    test_solid box = test_solid_box(2, 2, 2);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 8 * 9; i++) {
            const double turn = 1e-3 * pow(10, i / 8 * 0.75);
            const flo_hull_def def = turned_def(&box, i & 1);
            const flo_integrator way = i & 2 ? FLO_SYMPLECTIC : FLO_IMPLICIT;
            test_about("%s, %s, integrator %d, %s inertias, %g rad in the first step", d->label,
                       i & 1 ? "panels" : "points", way, i & 4 ? "equal" : "other", turn);
            check_torque(d, def, turn, i & 4, way);
        }
    }
    test_solid_free(&box);
}

/* A torque from outside keeps its direction, however the body yaws. */
static void a_torque_does_not_yaw_along(void **state)
{
    (void)state;
    test_solid box = test_solid_box(2, 2, 2);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 4; i++) {
            flo_hull_def def = turned_def(&box, i & 1);
            for (int a = 0; a < 3; a++) def.inertia[a] = 100;
            const flo_body_control hand = { .torque = { 60 }, .force = { 0, 0, 40 }, .at = { 0, 1, 0 } };
            flo_body_state at = test_state_at(0, 1000, 0);
            at.angular_velocity[1] = 6;
            test_lone l = test_lone_moved(d->device, &def, &at, hand, i & 2 ? FLO_SYMPLECTIC : FLO_IMPLICIT);
            OK(flo_fleet_step(l.fleet, 1.0 / 64, 1));
            const flo_body_state s = test_read(l.fleet, 0);
            test_about("%s, %s, integrator %d", d->label, i & 1 ? "panels" : "points", i / 2);
            NEAR(s.angular_velocity[0], 1.0 / 64, 1e-6);
            NEAR(s.angular_velocity[1], 6, 1e-6);
            NEAR(s.angular_velocity[2], 0, 1e-6);
            test_lone_free(&l);
        }
    }
    test_solid_free(&box);
}

/* ---- the same bits --------------------------------------------------------------------------------------------- */

enum { ALL = 14, EACH = 3 };

typedef struct all { flo_hull *hull[ALL]; flo_body_def body[ALL * EACH]; test_solid stone; test_water water; } all;

/* Every kind of hull with everything that it can have. */
static flo_hull_def all_def(int i, const test_solid *stone)
{
    flo_hull_def def = test_boat_def();
    def.volume = 1.4;
    def.damping.of = (flo_damping_of)(i / 2 % 2);
    def.damping.relative = i % 3 == 1;
    def.damping.quadratic = i % 4 == 2 ? 0.4 : 0;
    def.damping.scale_by_submerged = i % 5 == 2;
    def.damping.angular_form = (flo_angular_form)(i % 7 == 3);
    def.drag.relative = i % 2;
    def.push.velocity = (flo_push_velocity)(i % 3);
    def.buoyancy.curve = (flo_curve)(i % 3);
    if (i % 6 < 4) {
        def.added_mass = (flo_added_mass_def){ { 0.1, 0.8, 0.05 }, i % 4 == 1 ? 0.5 : 1, { 0.2, 0.1, 0.3 } };
    }
    if (i == 5) def = test_sprung(def, 2e4);
    if (i == 6) def.buoyancy.reference_depth = 1e-3;
    if (i == 7) def.buoyancy.bias = 50;
    if (i >= 8) {
        for (int a = 0; a < 3; a++) def.box_size[a] = i < 12 ? 1 + a % 2 : 0, def.box_grid[a] = i < 12 ? 3 + i % 2 : 0;
        def.points = NULL;
        def.point_count = 0;
        def.volume = 0;
        def.buoyancy.reference_depth = i == 8 ? 0.7 : 0;
        def.buoyancy.law = i == 8 ? FLO_PROPORTIONAL : FLO_ARCHIMEDES;
    }
    if (i < 12) return def;
    def.mesh = &stone->mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.damping.of = FLO_DAMPING_BODY;
    def.push.strength = def.thrust.power = 0;
    return def;
}

static void all_make(all *m)
{
    test_water random = test_water_random(7, 40, 0.3, 91);
    m->water = test_water_make(&random.def);
    test_water_free(&random);
    m->stone = test_solid_stone(0.8, 2, 0.2);
    test_random_start(92);
    for (int i = 0; i < ALL; i++) {
        const flo_hull_def def = all_def(i, &m->stone);
        m->hull[i] = test_hull_make(&def);
        for (int k = 0; k < EACH; k++) {
            const flo_body_state at = test_state_random(30 * i, m->water.def.level + 0.5 * k, 1e5 * k);
            flo_body_control hand = { .throttle = 0.7f, .steer = -0.4f, .force = { 50, 20 * (float)k, -30 } };
            m->body[i * EACH + k] = test_body(m->hull[i], at, hand);
            if (i % 5 == 4 && k == 2) m->body[i * EACH + k].mode = FLO_HYBRID;
        }
    }
}

static void all_free(all *m)
{
    for (int i = 0; i < ALL; i++) flo_hull_destroy(m->hull[i]);
    test_solid_free(&m->stone);
    test_water_free(&m->water);
}

/* Small steps, then large ones. */
static void move(flo_fleet *fleet)
{
    OK(flo_fleet_step(fleet, 1.0 / 60, 60));
    OK(flo_fleet_step(fleet, 1.0 / 10, 20));
}

static void implicit_steps_are_the_same_on_all_devices(void **state)
{
    (void)state;
    static all m;
    uint64_t hash, first = 0;
    all_make(&m);
    for (const test_device *d = test_devices_and_variants(); d->device; d++) {
        flo_fleet *fleet = test_fleet_implicit(d->device, m.water.sea, m.body, ALL * EACH, 50);
        move(fleet);
        OK(flo_fleet_hash(fleet, &hash));
        test_about("%s", d->label);
        if (d->exact && first && hash != first) fail_msg("%s: %016llx", d->label, (unsigned long long)hash);
        if (d->exact && !first) first = hash;
        flo_fleet_destroy(fleet);
    }
    all_free(&m);
}

/* Alone, among all others, among a hundred of its kind, and beside one that is stopped: the same bits. */
static void neighbours_cost_no_body_a_bit(void **state)
{
    (void)state;
    static all m;
    static flo_body_state together[ALL * EACH];
    enum { CROWD = 101 };
    static flo_body_def crowd[CROWD];
    all_make(&m);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_implicit(d->device, m.water.sea, m.body, ALL * EACH, 50);
        move(fleet);
        OK(flo_fleet_read(fleet, 0, ALL * EACH, together));
        flo_fleet_destroy(fleet);
        for (int i = 0; i < ALL * EACH; i += d == test_devices() ? 1 : 8) {
            const int place = 37 * i % CROWD;
            for (int k = 0; k < CROWD; k++) {
                crowd[k] = m.body[i];
                crowd[k].state.position[1] += k - place;
                crowd[k].state.velocity[2] += (float)(k - place);
            }
            crowd[(place + 1) % CROWD].control.force[0] = 1e15f;
            flo_fleet *alone = test_fleet_implicit(d->device, m.water.sea, &m.body[i], 1, 50);
            flo_fleet *among = test_fleet_implicit(d->device, m.water.sea, crowd, CROWD, 50);
            move(alone);
            test_about("%s, body %d", d->label, i);
            const flo_status early = flo_fleet_step(among, 1.0 / 60, 60), late = flo_fleet_step(among, 1.0 / 10, 20);
            assert_int_equal(early, late);
            if (m.body[i].mode == FLO_DYNAMIC) assert_int_equal(late, FLO_BAD_BODY);    /* others are led, not pushed */
            const flo_body_state one = test_read(alone, 0), other = test_read(among, (size_t)place);
            SAME(&one, &together[i], sizeof one);
            SAME(&other, &one, sizeof one);
            flo_fleet_destroy(alone);
            flo_fleet_destroy(among);
        }
    }
    all_free(&m);
}

int test_implicit_edges(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_bodies_are_not_stopped),
        cmocka_unit_test(bodies_at_rest_stay_there),
        cmocka_unit_test(any_inertia_takes_the_waters),
        cmocka_unit_test(torques_turn_bodies_any_number_of_times),
        cmocka_unit_test(a_torque_does_not_yaw_along),
        cmocka_unit_test(implicit_steps_are_the_same_on_all_devices),
        cmocka_unit_test(neighbours_cost_no_body_a_bit),
    };
    return cmocka_run_group_tests_name("implicit edges", tests, NULL, test_devices_close);
}
