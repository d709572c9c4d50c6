/* SPDX-License-Identifier: MIT
 *
 * The implicit step over long times and for whole shapes: many cells, panels, and light bodies under water. */
#include "test_energy.h"
#include "test_floats.h"
#include "test_solids.h"

int test_implicit_long(void);

static const flo_body_control no_hand = { 0 };

/* ---- many cells ------------------------------------------------------------------------------------------------ */

enum { BOXES = 4, TILTS = 4 };

/* A cube and a flat box of 64 cells, half as dense as water, with angular damping and without. */
static flo_hull_def cells_def(int i)
{
    flo_hull_def def = i % 2 ? test_box_def(2, 0.5, 2, 1000) : test_cube_def(1, 500, 4);
    for (int a = 0; a < 3 && i % 2; a++) def.inertia[a] = 1000 * (a == 1 ? 8 : 4.25) / 12;
    def.damping.angular = i < 2 ? 0.05 : 0;
    return def;
}

typedef struct cells { flo_hull_def def[BOXES]; flo_hull *hull[BOXES]; flo_body_def body[BOXES * TILTS]; } cells;

static void cells_make(cells *c)
{
    for (int i = 0; i < BOXES; i++) {
        c->def[i] = cells_def(i);
        c->hull[i] = test_hull_make(&c->def[i]);
        for (int k = 0; k < TILTS; k++) {
            flo_body_state at = test_state_at(0, 0.1 * k, 0);
            test_state_turn(&at, k == 3 ? 0.05 : 0.3, 1, 0, 0.5 + 0.2 * k);
            c->body[i * TILTS + k] = test_body(c->hull[i], at, no_hand);
        }
    }
}

static double energy_of(const cells *c, int body, const flo_body_state *s)
{
    const test_energy e = test_energy_of(&c->def[body / TILTS], water_density, water_gravity, s, 0);
    return e.motion + e.potential;
}

/* J, the least that a body of a hull can have, in any attitude about two axes. */
static double least_of(const flo_hull_def *def)
{
    double least = INFINITY;
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 80; k++) {
            flo_body_state s = test_state_at(0, 0.01 * i - 0.5, 0);
            test_state_turn(&s, 0.01 * k, 1, 0, i % 2);
            least = fmin(least, test_energy_of(def, water_density, water_gravity, &s, 0).potential);
        }
    }
    return least;
}

/* The force of tilting cells has no potential, so that the model gains and loses a little by itself; 0.05 /s hold it.
 * After a thousand seconds no damped body has more than it started with, but for the model's own few percent, and all
 * together have lost. */
static void many_cells_lose_energy_in_still_water(void **state)
{
    (void)state;
    static cells c;
    flo_body_state s[BOXES * TILTS];
    double start[BOXES * TILTS], before = 0, after = 0, largest = 0, undamped = 0;
    uint64_t hash, first = 0;
    test_water w = test_water_flat();
    cells_make(&c);
    const double least[2] = { least_of(&c.def[0]), least_of(&c.def[1]) };
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, c.body, BOXES * TILTS, 0);
        OK(flo_fleet_read(fleet, 0, BOXES * TILTS, s));
        for (int i = 0; i < BOXES * TILTS; i++) start[i] = energy_of(&c, i, &s[i]) - least[i / TILTS % 2];
        OK(flo_fleet_step(fleet, 1.0 / 60, 300));
        OK(flo_fleet_hash(fleet, &hash));
        test_about("%s", d->label);
        if (d->exact && first) assert_int_equal(hash, first);
        if (d == test_devices()) {
            first = hash;
            OK(flo_fleet_step(fleet, 1.0 / 60, 60000 - 300));
            OK(flo_fleet_read(fleet, 0, BOXES * TILTS, s));
            for (int i = 0; i < BOXES * TILTS; i++) {
                const double now = energy_of(&c, i, &s[i]) - least[i / TILTS % 2];
                const bool damped = i / TILTS < 2;
                if (damped) before += start[i], after += now;
                if (damped) largest = fmax(largest, now / start[i]); else undamped = fmax(undamped, now / start[i]);
            }
        }
        flo_fleet_destroy(fleet);
    }
    print_message("             1,000 s: %.3f of the energy is left with damping, of one body %.3f; without, of one "
                  "%.3f\n", after / before, largest, undamped);
    assert_true(after < 0.9 * before && largest < 1.1);
    for (int i = 0; i < BOXES; i++) flo_hull_destroy(c.hull[i]);
    test_water_free(&w);
}

/* A wave of half a metre: the mean square of the height in the last hundred seconds of a thousand is that of the
 * second hundred within a fifth, and no body leaves the surface far. */
static void many_cells_stay_bounded_in_waves(void **state)
{
    (void)state;
    static cells c;
    flo_body_state s[BOXES * TILTS];
    const flo_wave wave = { .amplitude = 0.5, .period = 6, .steepness = 1, .heading = 0.3 };
    flo_sea_def def = test_sea_of(&wave, 2);
    uint64_t hash, first = 0;
    def.density = water_density;
    test_water w = test_water_make(&def);
    cells_make(&c);
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, c.body, BOXES * TILTS, 0);
        OK(flo_fleet_step(fleet, 1.0 / 60, 300));
        OK(flo_fleet_hash(fleet, &hash));
        test_about("%s", d->label);
        if (d->exact && first) assert_int_equal(hash, first);
        if (d == test_devices()) {
            double early = 0, late = 0, highest = 0;
            first = hash;
            for (int n = 5; n < 1000; n++) {
                OK(flo_fleet_step(fleet, 1.0 / 60, 60));
                OK(flo_fleet_read(fleet, 0, BOXES * TILTS, s));
                for (int i = 0; i < BOXES / 2 * TILTS; i++) {
                    const double y = s[i].position[1];
                    if (n >= 100 && n < 200) early += y * y;
                    if (n >= 900) late += y * y;
                    highest = fmax(highest, fabs(y));
                }
            }
            print_message("             rms height %.3f m early, %.3f m late, highest %.2f m\n", sqrt(early / 800),
                          sqrt(late / 800), highest);
            NEAR(late / early, 1, 0.2);
            assert_true(highest < 1.5);
        }
        flo_fleet_destroy(fleet);
    }
    for (int i = 0; i < BOXES; i++) flo_hull_destroy(c.hull[i]);
    test_water_free(&w);
}

/* ---- panels ---------------------------------------------------------------------------------------------------- */

/* J, of weight and buoyancy: the integral of depth over the wet part of a box is 1 / (24 n1 n2 n3) times the sum over
 * its corners of their depths' fourth powers, n its axes' shares of the vertical, with alternating signs. */
static double box_potential(const double size[3], double mass, const flo_body_state *s, const double up[3])
{
    double n[3], reach = 0, sum = 0;
    for (int a = 0; a < 3; a++) {
        n[a] = fmax(fabs(up[a]), 1e-3);
        reach += n[a] * size[a] / 2;
    }
    for (int corner = 0; corner < 8; corner++) {
        double depth = reach - s->position[1];
        for (int a = 0; a < 3; a++) depth -= corner >> a & 1 ? n[a] * size[a] : 0;
        const double sign = __builtin_popcount((unsigned)corner) % 2 ? -1 : 1;
        sum += sign * pow(fmax(depth, 0), 4);
    }
    return water_gravity * (mass * s->position[1] + water_density * sum / (24 * n[0] * n[1] * n[2]));
}

static double box_energy(const flo_hull_def *def, const double size[3], const flo_body_state *s)
{
    const double q[4] = { s->orientation[0], s->orientation[1], s->orientation[2], s->orientation[3] };
    const double back[4] = { q[0], -q[1], -q[2], -q[3] }, y[3] = { 0, 1, 0 };
    const double spin[3] = { s->angular_velocity[0], s->angular_velocity[1], s->angular_velocity[2] };
    double up[3], momentum[3], motion = 0;
    oracle_turn(back, y, up);
    oracle_momentum(q, def->inertia, spin, momentum);
    for (int a = 0; a < 3; a++) {
        motion += (def->mass * (double)s->velocity[a] * (double)s->velocity[a] + momentum[a] * spin[a]) / 2;
    }
    return motion + box_potential(size, def->mass, s, up);
}

static flo_hull_def panels_def(const test_solid *solid, const double size[3])
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = water_density * size[0] * size[1] * size[2] / 2;
    for (int a = 0; a < 3; a++) {
        const double b = size[(a + 1) % 3], c = size[(a + 2) % 3];
        def.inertia[a] = def.mass * (b * b + c * c) / 12;
    }
    def.mesh = &solid->mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

enum { LETS = 3 };

typedef struct gain { double most[LETS]; uint64_t hash; } gain;

/* The largest energy of each body in a minute, of what it had at first, and the hash after a second. */
static gain panels_gain(flo_device *device, const flo_sea *sea, const flo_hull_def *def, const double size[3],
                        const flo_body_def body[LETS], double dt, bool whole)
{
    gain g = { { 0 }, 0 };
    const flo_body_state rest = test_state_at(0, 0, 0);
    const double least = box_energy(def, size, &rest);
    flo_body_state s[LETS];
    flo_fleet *fleet = test_fleet_implicit(device, sea, body, LETS, 0);
    for (int n = 1; n <= (whole ? 60 : 1) / dt; n++) {
        OK(flo_fleet_step(fleet, dt, 1));
        OK(flo_fleet_read(fleet, 0, LETS, s));
        if (n == (int)(1 / dt)) OK(flo_fleet_hash(fleet, &g.hash));
        for (int i = 0; i < LETS; i++) {
            const double start = box_energy(def, size, &body[i].state) - least;
            g.most[i] = fmax(g.most[i], (box_energy(def, size, &s[i]) - least) / start);
        }
    }
    flo_fleet_destroy(fleet);
    return g;
}

/* A box of 2 by 1 by 4 m and one of 60 by 30 by 300 m, half as dense as water, let go in it, raised or tilted: a minute
 * without damping gives no more than a percent.  What one gains that is dropped from the air is stated. */
static void panels_gain_no_energy(void **state)
{
    (void)state;
    const double sizes[2][3] = { { 2, 1, 4 }, { 60, 30, 300 } };
    const double steps[2][3] = { { 1.0 / 60, 1.0 / 30, 1.0 / 15 }, { 1.0 / 30, 0.1, 0.3 } };
    test_worst worst = { 0 };
    test_water w = test_water_flat();
    for (int i = 0; i < 6; i++) {
        const double *size = sizes[i / 3], dt = steps[i / 3][i % 3], height = size[1];
        test_solid solid = test_solid_box(size[0], size[1], size[2]);
        const flo_hull_def def = panels_def(&solid, size);
        flo_hull *hull = test_hull_make(&def);
        flo_body_state raised = test_state_at(0, 0.3 * height, 0), tilted = test_state_at(0, 0, 0);
        flo_body_state dropped = test_state_at(0, 1.2 * height, 0);
        test_state_turn(&tilted, i < 3 ? 0.4 : 0.05, 0.3, 0, 1);
        test_state_turn(&dropped, i < 3 ? 0.4 : 0.05, 0.3, 0, 1);
        const flo_body_def body[LETS] = { test_body(hull, raised, no_hand), test_body(hull, tilted, no_hand),
                                          test_body(hull, dropped, no_hand) };
        gain first = { { 0 }, 0 };
        for (const test_device *d = test_devices(); d->device; d++) {
            const gain g = panels_gain(d->device, w.sea, &def, size, body, dt, d == test_devices() || !d->exact);
            if (d == test_devices()) first = g;
            test_about("%s, a box %g m high, dt %g", d->label, height, dt);
            for (int k = 0; k < 2; k++) test_worst_add(&worst, fmax(g.most[k], 1), 1, 0.01);
            if (d->exact) assert_int_equal(g.hash, first.hash);
        }
        print_message("             a box %g m high, dropped, dt %.4f: %.4f times its energy\n", height, dt,
                      first.most[2]);
        flo_hull_destroy(hull);
        test_solid_free(&solid);
    }
    test_water_free(&w);
    WORST(&worst, "energy gained in a minute, in a percent");
}

/* ---- under water ----------------------------------------------------------------------------------------------- */

enum { DENSITIES = 17, AXES = 3 };

/* Densities 1e-4 to 1e4 of the water's, let go at rest 30 m deep: in no step do they fall faster than g or rise faster
 * than g / C, C the least of their axes', as long as they are under water. */
static void submerged_bodies_stay_between_the_ceilings(void **state)
{
    (void)state;
    flo_hull *hull[DENSITIES * AXES];
    flo_body_def body[DENSITIES * AXES];
    flo_body_state s[DENSITIES * AXES];
    double lowest = 0, highest = 0;
    for (int i = 0; i < DENSITIES * AXES; i++) {
        flo_hull_def def = test_point_def(pow(10, -4 + i / AXES * 0.5), 0.1, 1);
        for (int a = 0; a < 3; a++) def.added_mass.coefficient[a] = a == i % AXES ? 1.2 : 0.5;
        def.volume = 1e-3;
        def.buoyancy.law = FLO_ARCHIMEDES;
        hull[i] = test_hull_make(&def);
        flo_body_state at = test_state_at(0, -30, 0);
        test_state_turn(&at, 0.7 * i, 1, i % 2, i % 5);
        body[i] = test_body(hull[i], at, no_hand);
    }
    test_water w = test_water_flat();
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_fleet *fleet = test_fleet_implicit(d->device, w.sea, body, DENSITIES * AXES, 0);
        double before[DENSITIES * AXES] = { 0 };
        test_about("%s", d->label);
        for (int n = 0; n < 90; n++) {
            OK(flo_fleet_step(fleet, 1.0 / 60, 1));
            OK(flo_fleet_read(fleet, 0, DENSITIES * AXES, s));
            for (int i = 0; i < DENSITIES * AXES; i++) {
                const double g = ((double)s[i].velocity[1] - before[i]) * 60 / 9.81;
                if (s[i].position[1] > -1) continue;
                before[i] = (double)s[i].velocity[1];
                lowest = fmin(lowest, g);
                highest = fmax(highest, g * 0.5);
            }
        }
        assert_true(highest <= 1 + 1e-4 && lowest >= -1 - 1e-4);
        flo_fleet_destroy(fleet);
    }
    print_message("             from %.6f g to %.6f g / C\n", lowest, highest);
    for (int i = 0; i < DENSITIES * AXES; i++) flo_hull_destroy(hull[i]);
    test_water_free(&w);
}

int test_implicit_long(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_cells_lose_energy_in_still_water),
        cmocka_unit_test(many_cells_stay_bounded_in_waves),
        cmocka_unit_test(panels_gain_no_energy),
        cmocka_unit_test(submerged_bodies_stay_between_the_ceilings),
    };
    return cmocka_run_group_tests_name("implicit long", tests, NULL, test_devices_close);
}
