/* SPDX-License-Identifier: MIT
 *
 * The implicit step in still water: no start, stiffness or step gives a body energy, none freezes it, and damping
 * brings it to rest.  What the first device does is watched step by step; the others must do the same to the bit. */
#include "test_boat.h"
#include "test_energy.h"

int test_implicit(void);

static const double density = 1000, gravity = 9.81;
static const double middle[1][3] = { { 0, 0, 0 } };
static const double corners[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

static flo_hull_def point_def(double mass, double reference_depth, double bias)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = mass;
    for (int a = 0; a < 3; a++) def.inertia[a] = mass;
    def.points = middle;
    def.point_count = 1;
    def.buoyancy.reference_depth = reference_depth;
    def.buoyancy.bias = bias;
    return def;
}

static flo_hull_def corners_def(double reference_depth, double bias)
{
    flo_hull_def def = point_def(1000, reference_depth, bias);
    const double inertia[3] = { 900, 1100, 300 };
    memcpy(def.inertia, inertia, sizeof inertia);
    def.points = corners;
    def.point_count = 4;
    return def;
}

/* A cube of cells. */
static flo_hull_def cells_def(double size, double mass, int across)
{
    flo_hull_def def = test_box_def(size, size, size, mass);
    for (int a = 0; a < 3; a++) {
        def.box_grid[a] = across;
        def.inertia[a] = mass * size * size / 6;
    }
    return def;
}

static flo_hull_def curved(flo_hull_def def, flo_curve curve, double alpha)
{
    def.buoyancy.curve = curve;
    def.buoyancy.alpha = alpha;
    return def;
}

static flo_hull_def sprung(flo_hull_def def, double stiffness)
{
    def.buoyancy.law = FLO_SPRING;
    def.buoyancy.stiffness = stiffness;
    return def;
}

/* A sphere's added mass on every axis. */
static flo_hull_def with_water(flo_hull_def def, double exponent)
{
    if (def.point_count && def.volume == 0) def.volume = def.mass * def.buoyancy.bias / density;
    for (int a = 0; a < 3; a++) def.added_mass.coefficient[a] = 0.5;
    def.added_mass.entry_exponent = exponent;
    return def;
}

/* rad/s, of heave without added mass where the hull floats. */
static double heave(const flo_hull_def *d)
{
    if (d->buoyancy.law == FLO_SPRING) return sqrt(d->buoyancy.stiffness / d->mass);
    if (d->point_count) return sqrt(gravity * d->buoyancy.bias / d->buoyancy.reference_depth);
    return sqrt(density * gravity * d->box_size[0] * d->box_size[2] / d->mass);
}

/* A fifth of critical damping. */
static flo_hull_def damped(flo_hull_def def)
{
    def.damping.vertical = 2 * 0.2 * heave(&def) * sqrt(1 + def.added_mass.coefficient[1]);
    return def;
}

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
    const flo_hull_def light = curved(point_def(10, 0.5, 1.5), FLO_CURVE_SATURATE, 3);
    const struct { flo_hull_def def; bool tilted; } kinds[KINDS] = {
        { cells_def(1, 1, 1), false }, { cells_def(0.04, 0.0012 * 1000 * 6.4e-5, 1), false },
        { point_def(1, 1e-3, 1.05), false }, { point_def(1, 1e-3, 5), false },
        { corners_def(0.5, 1.5), true }, { corners_def(1e-3, 1.5), true }, { corners_def(0.5, 50), true },
        { light, false }, { curved(light, FLO_CURVE_SATURATE, 1000), false },
        { curved(corners_def(0.5, 1.5), FLO_CURVE_SATURATE, 3), true },
        { curved(light, FLO_CURVE_NONE, 3), false }, { curved(point_def(1, 1e-3, 5), FLO_CURVE_NONE, 3), false },
        { curved(corners_def(0.1, 1), FLO_CURVE_NONE, 3), true },
        { sprung(light, 1e5), false }, { sprung(corners_def(0.5, 1), 1e5), true },
    };
    for (int i = 0; i < KINDS; i++) {
        const flo_hull_def plain = kinds[i].def;
        const flo_hull_def form[FORMS] = { plain, with_water(plain, 1), with_water(plain, 0.5), damped(plain),
                                           damped(with_water(plain, 1)), damped(with_water(plain, 0.5)) };
        for (int k = 0; k < FORMS; k++) {
            watched *w = &list[i * FORMS + k];
            *w = (watched){ form[k], test_hull_make(&form[k]), kinds[i].tilted, 0 };
            w->least = test_energy_least(&w->def, density, gravity, 3);
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

static void look(seen *s, watch *eye, const flo_body_state *at, double dt, int step)
{
    const test_energy e = test_energy_of(eye->def, density, gravity, at, step ? eye->wet : 0);
    const double now = e.motion + e.potential - eye->least;
    if (step == 0) eye->start = now;
    const double energy = now / eye->start;
    if (!(energy <= s->energy)) {
        s->energy = energy;
        snprintf(s->where, sizeof s->where, "mass %g, depth %g, law %d, curve %d, dt %.4g, step %d", eye->def->mass,
                 eye->def->buoyancy.reference_depth, (int)eye->def->buoyancy.law, (int)eye->def->buoyancy.curve, dt, step);
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
        for (size_t i = 0; i < count; i++) look(s, &eye[i], &state[i], dt, n);
    }
    OK(flo_fleet_hash(fleet, &hash));
    return hash;
}

/* ---- energy ---------------------------------------------------------------------------------------------------- */

static const double lengths[] = { 1.0 / 240, 1.0 / 120, 1.0 / 60, 1.0 / 30, 1.0 / 20, 1.0 / 10 };

/* The first second on a device; on the first one, twenty. */
static uint64_t energies_of(flo_device *device, const flo_sea *sea, const watched *list, int kinds, double dt, bool long_)
{
    static flo_body_def body[MOST];
    static watch eye[MOST];
    seen s = { 0 };
    const size_t count = bodies_make(list, kinds, body, eye);
    const int second = (int)rint(1 / dt);
    flo_fleet *fleet = test_fleet_implicit(device, sea, body, count, 0);
    const uint64_t hash = watch_all(fleet, eye, count, dt, 0, second, &s);
    if (long_) watch_all(fleet, eye, count, dt, second + 1, 20 * second, &s);
    flo_fleet_destroy(fleet);
    if (long_) {
        print_message("             dt %.4f: energy at most %.5f of the start's (%s), frozen for %d steps\n", dt, s.energy,
                      s.where, s.frozen);
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
enum { SETTLERS = 7, HEIGHTS = 12 };

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

/* Damping ratio 0.2: within a percent of the height after 20 s, whatever the step. */
static void damped_bodies_come_to_rest(void **state)
{
    (void)state;
    const settler plain[SETTLERS] = {
        { cells_def(1, 1, 1), 1, 0.499 }, { cells_def(1, 1, 4), 1, 0.499 },
        { cells_def(0.04, 0.0012 * 1000 * 6.4e-5, 1), 0.04, 0.02 - 0.0012 * 0.04 },
        { point_def(1, 1e-3, 1.05), 1e-3, -1e-3 / 1.05 }, { point_def(1, 1e-3, 5), 1e-3, -2e-4 },
        { corners_def(0.5, 1.5), 0.5, -0.5 / 1.5 }, { corners_def(0.5, 50), 0.5, -0.01 },
    };
    test_worst rest = { 0 };
    test_water w = test_water_flat();
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 2 * SETTLERS; i++) {
            settler s = plain[i / 2];
            s.def = damped(i % 2 ? with_water(s.def, 1) : s.def);
            for (int k = 0; k < 6; k++) {
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
