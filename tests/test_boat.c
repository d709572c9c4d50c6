/* SPDX-License-Identifier: MIT
 *
 * Hulls, bodies and fleets for tests. */
#include "test_boat.h"

flo_hull_def test_boat_def(void)
{
    static const double corners[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.inertia[0] = 900;
    def.inertia[1] = 1100;
    def.inertia[2] = 300;
    def.center_of_mass[0] = 0.05;
    def.center_of_mass[1] = -0.3;
    def.center_of_mass[2] = 0.2;
    def.points = corners;
    def.point_count = 4;
    def.buoyancy.reference_depth = 0.5;
    def.buoyancy.bias = 1.05;
    def.damping = (flo_damping_def){ .vertical = 3, .angular = 1 };
    def.drag = (flo_drag_def){ .linear = 0.01, .quadratic = 0.05, .local = { 10, 3, 1 }, .only_in_water = true };
    def.push.strength = 0.5;
    def.thrust = (flo_thrust_def){ .power = 4000, .position = { 0, -0.2, -2 } };
    def.steering = (flo_steering_def){ .base = 500, .speed = 2000, .reference_speed = 8 };
    return def;
}

flo_hull_def test_box_def(double x, double y, double z, double mass)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = mass;
    def.box_size[0] = x;
    def.box_size[1] = y;
    def.box_size[2] = z;
    for (int a = 0; a < 3; a++) def.box_grid[a] = 4;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

flo_hull_def test_speck_def(void)
{
    static const double centre[1][3] = { { 0, 0, 0 } };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 2;
    for (int a = 0; a < 3; a++) def.inertia[a] = 3;
    def.points = centre;
    def.point_count = 1;
    def.buoyancy.law = FLO_SPRING;
    def.buoyancy.stiffness = 1e-12;
    def.drag.only_in_water = false;
    return def;
}

flo_hull *test_hull_make(const flo_hull_def *def)
{
    flo_hull *hull = NULL;
    OK(flo_hull_create(&hull, def));
    return hull;
}

flo_body_state test_state_at(double x, double y, double z)
{
    return (flo_body_state){ .position = { x, y, z }, .orientation = { 1, 0, 0, 0 } };
}

void test_state_turn(flo_body_state *state, double angle, double x, double y, double z)
{
    const double length = sqrt(x * x + y * y + z * z), s = sin(angle / 2) / length;
    state->orientation[0] = (float)cos(angle / 2);
    state->orientation[1] = (float)(s * x);
    state->orientation[2] = (float)(s * y);
    state->orientation[3] = (float)(s * z);
}

flo_body_state test_state_random(double x, double y, double z)
{
    flo_body_state s = test_state_at(x + test_random(-5, 5), y + test_random(-1, 1), z + test_random(-5, 5));
    for (int i = 0; i < 4; i++) s.orientation[i] = (float)test_random(-1, 1);
    for (int i = 0; i < 3; i++) {
        s.velocity[i] = (float)test_random(-3, 3);
        s.angular_velocity[i] = (float)test_random(-1, 1);
    }
    return s;
}

flo_body_def test_body(const flo_hull *hull, flo_body_state state, flo_body_control control)
{
    return (flo_body_def){ .hull = hull, .state = state, .control = control };
}

typedef struct way { flo_integrator integrator; flo_waves waves; } way;

static flo_fleet *make(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count, double time,
                       way how)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = count;
    def.time = time;
    def.integrator = how.integrator;
    def.waves = how.waves;
    def.tolerance = 1e-7;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}

flo_fleet *test_fleet_make(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                           double time)
{
    return make(device, sea, bodies, count, time, (way){ FLO_SYMPLECTIC, FLO_WAVES_AUTO });
}

flo_fleet *test_fleet_direct(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                             double time)
{
    return make(device, sea, bodies, count, time, (way){ FLO_SYMPLECTIC, FLO_WAVES_DIRECT });
}

flo_fleet *test_fleet_implicit(flo_device *device, const flo_sea *sea, const flo_body_def *bodies, size_t count,
                               double time)
{
    return make(device, sea, bodies, count, time, (way){ FLO_IMPLICIT, FLO_WAVES_AUTO });
}

flo_fleet *test_fleet_one(flo_device *device, const flo_sea *sea, const flo_hull *hull, const flo_body_state *state,
                          flo_body_control control)
{
    const flo_body_def body = test_body(hull, *state, control);
    return test_fleet_make(device, sea, &body, 1, 0);
}

flo_body_state test_read(flo_fleet *fleet, size_t body)
{
    flo_body_state state;
    OK(flo_fleet_read(fleet, body, 1, &state));
    return state;
}

flo_body_load test_load(flo_fleet *fleet, size_t body)
{
    flo_body_load load;
    flo_forces_def def = flo_default_forces_def();
    def.first = body;
    def.count = 1;
    def.look = true;
    OK(flo_fleet_forces(fleet, &def, &load, NULL));
    return load;
}

test_water test_water_flat(void)
{
    flo_sea_def def = flo_default_sea_def();
    def.density = 1000;
    return test_water_make(&def);
}

test_lone test_lone_make(flo_device *device, const flo_hull_def *def, const flo_body_state *at,
                         flo_body_control control)
{
    return test_lone_moved(device, def, at, control, FLO_SYMPLECTIC);
}

test_lone test_lone_moved(flo_device *device, const flo_hull_def *def, const flo_body_state *at,
                          flo_body_control control, flo_integrator integrator)
{
    test_lone l = { .water = test_water_flat(), .hull = test_hull_make(def) };
    const flo_body_def body = test_body(l.hull, *at, control);
    l.fleet = make(device, l.water.sea, &body, 1, 0, (way){ integrator, FLO_WAVES_AUTO });
    return l;
}

void test_lone_free(test_lone *lone)
{
    flo_fleet_destroy(lone->fleet);
    flo_hull_destroy(lone->hull);
    test_water_free(&lone->water);
}

flo_body_load test_buoyancy(flo_device *device, const flo_sea *sea, const flo_hull_def *def, const flo_body_state *at)
{
    flo_body_load load;
    flo_forces_def forces = flo_default_forces_def();
    flo_hull *hull = test_hull_make(def);
    flo_fleet *fleet = test_fleet_one(device, sea, hull, at, (flo_body_control){ 0 });
    forces.count = 1;
    forces.gravity = false;
    OK(flo_fleet_forces(fleet, &forces, &load, NULL));
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    return load;
}

void test_worst_state_add(test_worst_state *worst, const flo_body_state *got, const oracle_body *right)
{
    double position[3], velocity[3], sign = 0;
    oracle_body_origin(right, position, velocity);
    for (int i = 0; i < 4; i++) sign += (double)got->orientation[i] * right->orientation[i];
    for (int i = 0; i < 3; i++) {
        test_worst_add(&worst->position, got->position[i], position[i], 2e-5);
        test_worst_add(&worst->velocity, (double)got->velocity[i], velocity[i], 2e-5);
        test_worst_add(&worst->spin, (double)got->angular_velocity[i], right->spin[i], 2e-5);
    }
    for (int i = 0; i < 4; i++) {
        const double q = sign < 0 ? -right->orientation[i] : right->orientation[i];
        test_worst_add(&worst->orientation, (double)got->orientation[i], q, 2e-5);
    }
}

void test_worst_state_check(const test_worst_state *worst, const char *file, int line)
{
    test_worst_check(&worst->position, "position, in 2e-5 m", file, line);
    test_worst_check(&worst->velocity, "velocity, in 2e-5 m/s", file, line);
    test_worst_check(&worst->orientation, "orientation, in 2e-5", file, line);
    test_worst_check(&worst->spin, "spin, in 2e-5 rad/s", file, line);
}
