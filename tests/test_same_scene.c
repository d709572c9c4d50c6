/* SPDX-License-Identifier: MIT
 *
 * The scene: crossing waves in a current over a bottom, ten years on; hulls of every law, a ship in pieces among them;
 * cells, panels, added mass and everything relative to the water; bodies of every mode; both ways to step; loads, and a
 * query around the origin and a thousand kilometres off.  Its numbers come from no function of a library, which might
 * differ from one machine to another. */
#include "test_same_scene.h"

#include <stdlib.h>

const double scene_time = 315576000;

flo_status same_make_sea(flo_sea **sea)
{
    const flo_wave waves[] = {
        { .amplitude = 0.9, .period = 8, .heading = 0.3, .steepness = 1, .phase = 0.3 },
        { .amplitude = 0.4, .wavelength = 33, .heading = 2.0, .steepness = 0.8, .phase = 1.1 },
        { .amplitude = 0.2, .wavelength = 9, .heading = -0.9, .steepness = 0.7, .phase = 2.7 },
        { .amplitude = 0.05, .period = 1.5, .heading = 0.7, .steepness = 1, .phase = -4 },
        { .amplitude = 0.1, .wavelength = 5, .own_frequency = true, .angular_frequency = 2, .heading = 3 },
    };
    flo_sea_def def = flo_default_sea_def();
    def.level = 1.5;
    def.depth = 40;
    def.current[0] = 0.4;
    def.current[1] = -0.2;
    def.inversion = 3;
    def.mean_level_correction = true;
    def.waves = waves;
    def.wave_count = sizeof waves / sizeof *waves;
    return flo_sea_create(sea, &def);
}

static flo_hull_def boat_def(void)
{
    static const double corners[5][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 }, { 0, -0.4, 0 } };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.inertia[0] = 900;
    def.inertia[1] = 1100;
    def.inertia[2] = 300;
    def.center_of_mass[1] = -0.3;
    def.points = corners;
    def.point_count = 5;
    def.buoyancy.reference_depth = 0.5;
    def.buoyancy.bias = 1.1;
    def.damping = (flo_damping_def){ .vertical = 3, .angular = 1 };
    def.drag = (flo_drag_def){ .quadratic = 0.05, .local = { 10, 3, 1 }, .only_in_water = true };
    def.push.strength = 0.5;
    def.thrust = (flo_thrust_def){ .power = 4000, .position = { 0, -0.2, -2 } };
    def.steering = (flo_steering_def){ .base = 500, .speed = 2000, .reference_speed = 8 };
    return def;
}

/* What moves with the water and takes water along. */
static void add_water(flo_hull_def *def, double entry_exponent)
{
    def->added_mass = (flo_added_mass_def){ { 0.3, 0.9, 0.1 }, entry_exponent, { 0.2, 0.25, 0.5 } };
    def->damping.relative = def->drag.relative = true;
    def->damping.quadratic = 0.5;
    def->push = (flo_push_def){ 1, FLO_PUSH_RELATIVE };
}

/* Eight triangles around six corners. */
static void add_panels(flo_hull_def *def)
{
    static const double corners[6][3] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 0.75, 0 }, { 0, -0.75, 0 }, { 0, 0, 2.5 },
                                          { 0, 0, -2.5 } };
    static const int triangles[8][3] = { { 0, 2, 4 }, { 2, 1, 4 }, { 1, 3, 4 }, { 3, 0, 4 }, { 2, 0, 5 }, { 1, 2, 5 },
                                         { 3, 1, 5 }, { 0, 3, 5 } };
    static const flo_mesh mesh = { corners, 6, triangles, 8, false };
    def->mesh = &mesh;
    def->buoyancy.law = FLO_ARCHIMEDES;
}

flo_status same_make_hulls(flo_hull *hulls[SCENE_HULLS])
{
    static _Thread_local double ship[SCENE_SHIP][3];
    for (int i = 0; i < SCENE_SHIP; i++) {
        ship[i][0] = i % 7 - 3;
        ship[i][1] = i / 7 % 4 * 0.5 - 1;
        ship[i][2] = (i / 28 - 12) * 2.5;
    }
    flo_hull_def def[SCENE_HULLS] = { boat_def(), flo_default_hull_def(), boat_def(), boat_def(), boat_def(),
                                      flo_default_hull_def(), boat_def(), flo_default_hull_def(),
                                      flo_default_hull_def() };
    def[1].mass = 3500;
    def[1].box_size[0] = 2, def[1].box_size[1] = 1, def[1].box_size[2] = 4;
    def[1].box_grid[0] = 3, def[1].box_grid[1] = 4, def[1].box_grid[2] = 5;
    def[1].buoyancy.law = FLO_ARCHIMEDES;
    def[1].push = (flo_push_def){ 0.2, FLO_PUSH_ANALYTIC };
    def[1].damping = (flo_damping_def){ .vertical = 1, .angular = 0.5, .scale_by_submerged = true };
    def[2].buoyancy.law = FLO_SPRING;
    def[2].buoyancy.stiffness = 2e4;
    def[2].damping.angular_form = FLO_ANGULAR_VELOCITY;
    def[3].buoyancy.law = FLO_ARCHIMEDES;
    def[3].buoyancy.curve = FLO_CURVE_SATURATE;
    def[3].volume = 1.4;
    def[4].points = (const double (*)[3])ship;
    def[4].point_count = SCENE_SHIP;
    def[4].mass = 4e5;
    def[4].inertia[0] = 1.2e8, def[4].inertia[1] = 1.2e8, def[4].inertia[2] = 2e6;
    def[4].buoyancy.curve = FLO_CURVE_NONE;
    def[4].thrust.power = 1e5;
    def[5].mass = 900;
    def[5].box_size[0] = 2, def[5].box_size[1] = 1, def[5].box_size[2] = 4;
    def[5].box_grid[0] = 2, def[5].box_grid[1] = 2, def[5].box_grid[2] = 3;
    def[5].buoyancy.law = FLO_ARCHIMEDES;
    add_water(&def[5], 1);
    def[6].buoyancy.curve = FLO_CURVE_SATURATE;
    def[6].damping.of = FLO_DAMPING_POINTS;
    def[6].volume = 1.25;
    add_water(&def[6], 0.25);
    const double axes[3][3] = { { 0.6, 0.8, 0 }, { -0.8, 0.6, 0 }, { 0, 0, 1 } };
    for (int i = 0; i < 9; i++) def[6].principal_axes[i / 3][i % 3] = axes[i / 3][i % 3];
    def[6].steering.lean = 300;
    add_panels(&def[7]);
    def[7].mesh_method = FLO_MESH_PANELS;
    def[7].mass = 1800;
    def[7].added_mass.coefficient[1] = 0.5;
    def[7].damping = (flo_damping_def){ .vertical = 1, .angular = 0.5, .relative = true };
    add_panels(&def[8]);
    def[8].mass = 1600;
    def[8].mesh_samples = 40;
    def[8].damping = (flo_damping_def){ .vertical = 1, .angular = 0.5, .of = FLO_DAMPING_POINTS };
    flo_status status = FLO_OK;
    for (int i = 0; i < SCENE_HULLS; i++) hulls[i] = NULL;
    for (int i = 0; i < SCENE_HULLS && !status; i++) status = flo_hull_create(&hulls[i], &def[i]);
    return status;
}

void same_make_bodies(flo_body_def bodies[SCENE_BODIES], flo_hull *const hulls[SCENE_HULLS])
{
    for (int i = 0; i < SCENE_BODIES; i++) {
        const float f = (float)i;
        const double far = i % 3 == 0 ? 1e6 : 0;
        bodies[i] = (flo_body_def){
            .hull = hulls[i % SCENE_HULLS],
            .mode = i % 10 < 7 ? FLO_DYNAMIC : (flo_mode)(i % 10 - 6),
            .state = { { 61.0 * i + far, 1.25 + 0.015625 * (i % 13), -37.0 * i - far },
                       { 1, 0.0078125f * (float)(i % 7), 0.125f * f - 4, 0.015625f },
                       { 0.03125f * f, 0, 1 },
                       { 0.015625f, 0.0078125f * f, 0 } },
            .control = { .throttle = 0.0078125f * f, .steer = 0.0234375f * f - 0.9375f,
                         .force = { 3 * f, -2 * f, f }, .at = { 0.25f, 0.5f, -1 }, .torque = { f, 0, -f },
                         .velocity = { 0.5f, 0.0625f * f - 2 }, .yaw_rate = 0.0078125f * f - 0.25f, .smoothing = 4 },
        };
    }
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
uint64_t same_hash_bytes(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ byte[i]) * 0x100000001B3u;
    return hash;
}

static flo_status hash_fleet(flo_device *device, const flo_sea *sea, flo_hull *const hulls[SCENE_HULLS],
                             flo_integrator integrator, uint64_t *hash)
{
    static _Thread_local flo_body_def bodies[SCENE_BODIES];
    static _Thread_local flo_body_state states[SCENE_BODIES];
    static _Thread_local flo_body_load loads[SCENE_BODIES];
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    flo_forces_def forces = flo_default_forces_def();
    uint64_t own = 0;
    same_make_bodies(bodies, hulls);
    def.sea = sea;
    def.bodies = bodies;
    def.count = SCENE_BODIES;
    def.time = scene_time;
    def.integrator = integrator;
    forces.count = SCENE_BODIES;
    forces.dt = 0.0625;
    flo_status status = flo_fleet_create(&fleet, device, &def);
    if (!status) status = flo_fleet_step(fleet, 0.015625, SCENE_STEPS);
    if (!status) status = flo_fleet_hash(fleet, &own);
    if (!status) status = flo_fleet_read(fleet, 0, SCENE_BODIES, states);
    if (!status) status = flo_fleet_set_time(fleet, scene_time + 100);
    if (!status) status = flo_fleet_forces(fleet, &forces, loads, NULL);
    flo_fleet_destroy(fleet);
    *hash = same_hash_bytes(*hash, &own, sizeof own);
    *hash = same_hash_bytes(*hash, states, sizeof states);
    *hash = same_hash_bytes(*hash, loads, sizeof loads);
    return status;
}

static flo_status hash_points(flo_device *device, const flo_sea *sea, uint64_t *hash)
{
    static _Thread_local double x[SCENE_POINTS], z[SCENE_POINTS], height[SCENE_POINTS];
    static _Thread_local float rest[7][SCENE_POINTS];
    const flo_surface out = { height, { rest[0], rest[1], rest[2] }, { rest[3], rest[4], rest[5] }, rest[6] };
    for (int i = 0; i < SCENE_POINTS; i++) {
        x[i] = 1.7 * i - 400 + (i % 3 == 0 ? 1e6 : 0);
        z[i] = 0.9 * i - (i % 5 == 0 ? 1e6 : 0);
    }
    const flo_status status = flo_query(device, sea, scene_time + 0.3, SCENE_POINTS, x, z, &out);
    *hash = same_hash_bytes(*hash, height, sizeof height);
    *hash = same_hash_bytes(*hash, rest, sizeof rest);
    return status;
}

flo_status same_hash(flo_device *device, uint64_t *hash)
{
    flo_sea *sea = NULL;
    flo_hull *hulls[SCENE_HULLS] = { NULL };
    *hash = 0xCBF29CE484222325u;
    flo_status status = same_make_sea(&sea);
    if (!status) status = same_make_hulls(hulls);
    if (!status) status = hash_points(device, sea, hash);
    if (!status) status = hash_fleet(device, sea, hulls, FLO_SYMPLECTIC, hash);
    if (!status) status = hash_fleet(device, sea, hulls, FLO_IMPLICIT, hash);
    for (int i = 0; i < SCENE_HULLS; i++) flo_hull_destroy(hulls[i]);
    flo_sea_destroy(sea);
    return status;
}
