/* SPDX-License-Identifier: MIT
 *
 * The implicit step in still water: no start, stiffness or step gives a body energy, none freezes it, and damping
 * brings it to rest.  What the first device does is watched step by step; the others must do the same to the bit. */
#include "test_energy.h"
#include "test_floats.h"

int test_implicit(void);

/* ---- bodies that are watched ----------------------------------------------------------------------------------- */

enum { KINDS = 15, FORMS = 6, STARTS = 13, MOST = KINDS * FORMS * STARTS };

typedef struct watched {
    flo_hull_def def;
    flo_hull *hull;
    bool tilted;
    double least;                       /* J, of its potential */
} watched;

typedef struct watch {
    const flo_hull_def *def;
    double least, start;                /* J, of its potential; what it started with */
    double wet, place;                  /* at the last step */
    int frozen;                         /* for how many steps it has stood still while it has a velocity */
} watch;

/* Everything that has a potential, as it is, with added mass, and with damping. */
static int kinds_make(watched *list)
{
    const flo_hull_def light = test_curved(test_point_def(10, 0.5, 1.5), FLO_CURVE_SATURATE, 3);
    const struct { flo_hull_def def; bool tilted; } kinds[KINDS] = {
        { test_cube_def(1, 1, 1), false }, { test_cube_def(0.04, 0.0012 * 1000 * 6.4e-5, 1), false },
        { test_point_def(1, 1e-3, 1.05), false }, { test_point_def(1, 1e-3, 5), false },
        { test_corners_def(0.5, 1.5), true }, { test_corners_def(1e-3, 1.5), true },
        { test_corners_def(0.5, 50), true }, { test_curved(test_corners_def(0.1, 1), FLO_CURVE_NONE, 3), true },
        { light, false }, { test_curved(light, FLO_CURVE_SATURATE, 1000), false },
        { test_curved(test_corners_def(0.5, 1.5), FLO_CURVE_SATURATE, 3), true },
        { test_curved(light, FLO_CURVE_NONE, 3), false },
        { test_curved(test_point_def(1, 1e-3, 5), FLO_CURVE_NONE, 3), false },
        { test_sprung(light, 1e5), false }, { test_sprung(test_corners_def(0.5, 1), 1e5), true },
    };
    for (int i = 0; i < KINDS; i++) {
        const flo_hull_def plain = kinds[i].def;
        const flo_hull_def form[FORMS / 2] = { plain, test_with_water(plain, 1), test_with_water(plain, 0.5) };
        for (int k = 0; k < FORMS; k++) {
            watched *w = &list[i * FORMS + k];
            *w = (watched){ k % 2 ? test_damped(form[k / 2]) : form[k / 2], NULL, kinds[i].tilted, 0 };
            w->hull = test_hull_make(&w->def);
            w->least = test_energy_least(&w->def, water_density, water_gravity, 3);
        }
    }
    return KINDS * FORMS;
}

static size_t bodies_make(const watched *list, int kinds, flo_body_def *body, watch *eye)
{
    static const double starts[STARTS] = { -2, -1.6, -1.2, -0.8, -0.5, -0.2, 0, 0.2, 0.5, 0.8, 1.2, 1.6, 2 };
    size_t count = 0;
    for (int i = 0; i < kinds; i++) {
        for (int k = 0; k < STARTS; k++) {
            flo_body_state at = test_state_at(0, starts[k], 0);
            if (list[i].tilted) test_state_turn(&at, 0.5, 0.4, 0, 0.3);
            body[count] = test_body(list[i].hull, at, (flo_body_control){ 0 });
            eye[count++] = (watch){ .def = &list[i].def, .least = list[i].least };
        }
    }
    return count;
}

/* How much of the energy above the least one the worst body has, of what it started with; how long one was frozen. */
typedef struct seen { double energy; int frozen; char where[96]; } seen;

static void look(seen *s, watch *eye, const flo_body_state *at, int step)
{
    const test_energy e = test_energy_of(eye->def, water_density, water_gravity, at, step ? eye->wet : 0);
    const double now = e.motion + e.potential - eye->least;
    if (step == 0) eye->start = now;
    const double energy = now / eye->start;
    if (!(energy <= s->energy)) {
        s->energy = energy;
        snprintf(s->where, sizeof s->where, "mass %g, depth %g, law %d, curve %d, step %d", eye->def->mass,
                 eye->def->buoyancy.reference_depth, (int)eye->def->buoyancy.law, (int)eye->def->buoyancy.curve, step);
    }
    const bool still = step && at->position[1] == eye->place && fabs((double)at->velocity[1]) > 1e-3;
    eye->frozen = still ? eye->frozen + 1 : 0;
    if (eye->frozen > s->frozen) s->frozen = eye->frozen;
    eye->wet = e.wet;
    eye->place = at->position[1];
}

/* Steps and looks; the hash at the end. */
static uint64_t watch_all(flo_fleet *fleet, watch *eye, size_t count, double dt, int from, int to, seen *s)
{
    static flo_body_state state[MOST];
    uint64_t hash;
    for (int n = from; n <= to; n++) {
        if (n) OK(flo_fleet_step(fleet, dt, 1));
        OK(flo_fleet_read(fleet, 0, count, state));
        for (size_t i = 0; i < count; i++) look(s, &eye[i], &state[i], n);
    }
    OK(flo_fleet_hash(fleet, &hash));
    return hash;
}

/* ---- energy ---------------------------------------------------------------------------------------------------- */

static const double lengths[] = { 1.0 / 240, 1.0 / 120, 1.0 / 60, 1.0 / 30, 1.0 / 20, 1.0 / 10 };

/* The first half second on a device; on the first one, twenty seconds. */
static uint64_t energies_of(flo_device *device, const flo_sea *sea, const watched *list, int kinds, double dt,
                            bool long_)
{
    static flo_body_def body[MOST];
    static watch eye[MOST];
    seen s = { 0 };
    const size_t count = bodies_make(list, kinds, body, eye);
    const int half = (int)rint(0.5 / dt);
    flo_fleet *fleet = test_fleet_implicit(device, sea, body, count, 0);
    const uint64_t hash = watch_all(fleet, eye, count, dt, 0, half, &s);
    if (long_) watch_all(fleet, eye, count, dt, half + 1, 40 * half, &s);
    flo_fleet_destroy(fleet);
    if (long_) {
        print_message("             dt %.4f: energy at most %.5f of the start's (%s), frozen for %d steps\n", dt,
                      s.energy, s.where, s.frozen);
    }
    NEAR(fmax(s.energy, 1), 1, 0.01);
    assert_in_range(s.frozen, 0, 9);
    return hash;
}

/* From -2 to 2 m, with and without damping and added mass: never above the start's by more than a percent.  And no
 * body hangs where it is with a velocity. */
static void no_step_gives_energy(void **state)
{
    (void)state;
    static watched list[KINDS * FORMS];
    uint64_t first[6] = { 0 };
    test_water w = test_water_flat();
    const int kinds = kinds_make(list);
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 6; i++) {
            const bool leads = d == test_devices() || !d->exact;
            test_about("%s, dt %g", d->label, lengths[i]);
            const uint64_t hash = energies_of(d->device, w.sea, list, kinds, lengths[i], leads);
            if (d == test_devices()) first[i] = hash;
            if (d->exact) assert_int_equal(hash, first[i]);
        }
    }
    for (int i = 0; i < kinds; i++) flo_hull_destroy(list[i].hull);
    test_water_free(&w);
}

/* ---- settling -------------------------------------------------------------------------------------------------- */

typedef struct settler { flo_hull_def def; double height, rest; } settler;
enum { SETTLERS = 6, HEIGHTS = 12 };

/* How far the worst of a hull's bodies is from rest after 20 s, in heights; they start within one. */
static double unrest(flo_device *device, const flo_sea *sea, const settler *s, double dt)
{
    flo_body_def body[HEIGHTS];
    flo_body_state end[HEIGHTS];
    double worst = 0;
    flo_hull *hull = test_hull_make(&s->def);
    for (int i = 0; i < HEIGHTS; i++) {
        const flo_body_state at = test_state_at(0, s->rest + s->height * (2.0 * i / (HEIGHTS - 1) - 1), 0);
        body[i] = test_body(hull, at, (flo_body_control){ 0 });
    }
    flo_fleet *fleet = test_fleet_implicit(device, sea, body, HEIGHTS, 0);
    OK(flo_fleet_step(fleet, dt, (uint64_t)rint(20 / dt)));
    OK(flo_fleet_read(fleet, 0, HEIGHTS, end));
    for (int i = 0; i < HEIGHTS; i++) worst = fmax(worst, fabs(end[i].position[1] - s->rest) / s->height);
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    return worst;
}

/* Damping ratio 0.2: within a percent of the height after 20 s, whatever the step; on other devices the long ones. */
static void damped_bodies_come_to_rest(void **state)
{
    (void)state;
    const settler plain[SETTLERS] = {
        { test_cube_def(1, 1, 1), 1, 0.499 },
        { test_cube_def(0.04, 0.0012 * 1000 * 6.4e-5, 1), 0.04, 0.02 - 0.0012 * 0.04 },
        { test_point_def(1, 1e-3, 1.05), 1e-3, -1e-3 / 1.05 }, { test_point_def(1, 1e-3, 5), 1e-3, -2e-4 },
        { test_corners_def(0.5, 1.5), 0.5, -0.5 / 1.5 }, { test_corners_def(0.5, 50), 0.5, -0.01 },
    };
    test_worst rest = { 0 };
    test_water w = test_water_flat();
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 2 * SETTLERS; i++) {
            settler s = plain[i / 2];
            s.def = test_damped(i % 2 ? test_with_water(s.def, 1) : s.def);
            for (int k = d == test_devices() ? 0 : 3; k < 6; k++) {
                test_about("%s, hull %d, added mass %d, dt %g", d->label, i / 2, i % 2, lengths[k]);
                test_worst_add(&rest, unrest(d->device, w.sea, &s, lengths[k]), 0, 0.01);
            }
        }
    }
    test_water_free(&w);
    WORST(&rest, "rest, in a percent of the height");
}

int test_implicit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_gives_energy),
        cmocka_unit_test(damped_bodies_come_to_rest),
    };
    return cmocka_run_group_tests_name("implicit", tests, NULL, test_devices_close);
}
