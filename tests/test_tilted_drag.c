/* SPDX-License-Identifier: MIT
 *
 * Drag along the axes of a hull that is tilted, by either integrator, against its closed form: along each of the hull's
 * axes v' = v / (1 + dt rate), after all forces.  A motion along an axis without drag keeps all of it. */
#include "test_boat.h"

int test_tilted_drag(void);

enum { HULLS = 40 };
static const double dt = 1 / 60.0;

/* The hull's axes in the world: v[i] is a vector, r[i][k] the part of axis k along the world's axis i. */
static void axes_of(const flo_body_state *s, double r[3][3])
{
    double q[4], square = 0;
    for (int i = 0; i < 4; i++) square += (double)s->orientation[i] * (double)s->orientation[i];
    for (int i = 0; i < 4; i++) q[i] = (double)s->orientation[i] / sqrt(square);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double m[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                             { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                             { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } };
    memcpy(r, m, sizeof m);
}

/* The velocity after a step under a force along y.  `share` is the body's own mass in that which moves along each
 * axis. */
static void expect(const flo_hull_def *def, const flo_body_state *s, double force, const double share[3], double v[3])
{
    double r[3][3], along[3], square = 0;
    axes_of(s, r);
    for (int i = 0; i < 3; i++) square += (double)s->velocity[i] * s->velocity[i];
    for (int k = 0; k < 3; k++) {
        const flo_drag_def *d = &def->drag;
        const double u = r[0][k] * s->velocity[0] + r[1][k] * s->velocity[1] + r[2][k] * s->velocity[2];
        const double rate = d->linear + d->quadratic * sqrt(square) + d->local[k] + d->local_quadratic[k] * fabs(u);
        along[k] = (u + dt * force / def->mass * share[k] * r[1][k]) / (1 + dt * rate * share[k]);
    }
    for (int i = 0; i < 3; i++) v[i] = r[i][0] * along[0] + r[i][1] * along[1] + r[i][2] * along[2];
}

/* Rates of which some are 0 and some stop a motion within a step. */
static double some_rate(void) { return test_random(0, 1) < 0.4 ? 0 : pow(10, test_random(-2, 4)); }

static void set_drag(flo_drag_def *drag)
{
    *drag = (flo_drag_def){ .linear = some_rate() * 0.01, .quadratic = some_rate() * 1e-3 };
    for (int k = 0; k < 3; k++) {
        drag->local[k] = some_rate();
        drag->local_quadratic[k] = some_rate() * 0.1;
    }
}

typedef struct trial {
    test_water water;
    flo_hull *hull[HULLS];
    flo_body_def body[HULLS];
    double want[HULLS][3], size[HULLS];     /* m/s: velocities after the step, and what their errors are measured by */
} trial;

static void begin(trial *t, uint64_t seed)
{
    t->water = test_water_random(0, 10, 0.1, 1);
    test_random_start(seed);
}

/* One step of every hull by either integrator on all devices.  Floats bring some 3e-7; a motion along y is found
 * through what drag leaves of it, which costs no more than that again. */
static void end(trial *t)
{
    for (const test_device *d = test_devices(); d->device; d++) {
        for (int i = 0; i < 2; i++) {
            flo_fleet *fleet = (i ? test_fleet_implicit : test_fleet_make)(d->device, t->water.sea, t->body, HULLS,
                                                                          0);
            test_worst worst = { 0 };
            test_about("%s, %s", d->label, i ? "implicit" : "symplectic");
            OK(flo_fleet_step(fleet, dt, 1));
            for (size_t b = 0; b < HULLS; b++) {
                const flo_body_state after = test_read(fleet, b);
                for (int a = 0; a < 3; a++) {
                    test_worst_add(&worst, (double)after.velocity[a], t->want[b][a], 1e-6 * t->size[b]);
                }
            }
            WORST(&worst, "velocities after a step");
            flo_fleet_destroy(fleet);
        }
    }
    for (int b = 0; b < HULLS; b++) flo_hull_destroy(t->hull[b]);
    test_water_free(&t->water);
}

/* In the air, where nothing pushes: half of the bodies move along one of their axes, which may have no drag. */
static void motion_along_an_axis_feels_its_drag_alone(void **state)
{
    (void)state;
    trial t;
    begin(&t, 77);
    for (int b = 0; b < HULLS; b++) {
        const double share[3] = { 1, 1, 1 };
        flo_hull_def def = test_speck_def();
        set_drag(&def.drag);
        t.hull[b] = test_hull_make(&def);
        flo_body_state at = test_state_random(10.0 * b, 500, 3);
        for (int a = 0; a < 3; a++) at.angular_velocity[a] = 0;
        if (b % 2) {
            double r[3][3];
            axes_of(&at, r);
            for (int a = 0; a < 3; a++) at.velocity[a] = (float)(14 * r[a][b / 2 % 3]);
        }
        t.body[b] = test_body(t.hull[b], at, (flo_body_control){ 0 });
        expect(&def, &at, 0, share, t.want[b]);
        t.size[b] = 14;
    }
    end(&t);
}

/* Deep in still water, where the lift does not change, with another added mass along each axis. */
static void so_it_is_with_unequal_added_mass(void **state)
{
    (void)state;
    trial t;
    begin(&t, 78);
    for (int b = 0; b < HULLS; b++) {
        double share[3];
        flo_hull_def def = test_box_def(1, 1, 1, test_random(200, 3000));
        set_drag(&def.drag);
        def.damping = (flo_damping_def){ 0 };
        for (int k = 0; k < 3; k++) {
            def.added_mass.coefficient[k] = test_random(0, 3);
            share[k] = def.mass / (def.mass + def.added_mass.coefficient[k] * (double)t.water.oracle.density);
        }
        t.hull[b] = test_hull_make(&def);
        flo_body_state at = test_state_random(10.0 * b, -50, 3);
        for (int a = 0; a < 3; a++) at.angular_velocity[a] = 0;
        t.body[b] = test_body(t.hull[b], at, (flo_body_control){ 0 });
        const double force = ((double)t.water.oracle.density - def.mass) * (double)t.water.oracle.gravity;
        expect(&def, &at, force, share, t.want[b]);
        t.size[b] = 14 + dt * fabs(force) / def.mass;
    }
    end(&t);
}

int test_tilted_drag(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_along_an_axis_feels_its_drag_alone),
        cmocka_unit_test(so_it_is_with_unequal_added_mass),
    };
    return cmocka_run_group_tests_name("tilted drag", tests, NULL, test_devices_close);
}
