/* SPDX-License-Identifier: MIT
 *
 * Seas, hulls and fleets for the check of a GPU. */
#include "gpu.h"

#include <math.h>
#include <stdlib.h>

flo_status gpu_sea(flo_sea **sea, int waves, bool hard)
{
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    flo_sea_def def = flo_default_sea_def();
    spectrum.type = FLO_JONSWAP;
    spectrum.significant_wave_height = 2.5;
    spectrum.peak_period = 8;
    spectrum.components = waves;
    if (hard) {
        spectrum.depth = def.depth = 14;
        def.inversion = 3;
        def.normal_offset = 0.25;
        def.current[0] = 0.7, def.current[1] = -0.3;
        def.level = 1.5;
    }
    flo_wave *wave = calloc((size_t)waves, sizeof *wave);
    if (!wave) return FLO_NO_MEMORY;
    flo_status status = flo_spectrum_waves(&spectrum, wave);
    def.waves = wave;
    def.wave_count = waves;
    if (!status) status = flo_sea_create(sea, &def);
    free(wave);
    return status;
}

const char *gpu_hull_name(int which)
{
    static const char *const names[GPU_HULLS] = { "boat of 4 points", "box of 64 cells", "ship of 512 cells",
                                                  "buoy of panels" };
    return names[which];
}

/* Four points that drive. */
static flo_hull_def boat_def(void)
{
    static const double corners[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.inertia[0] = 900, def.inertia[1] = 1100, def.inertia[2] = 300;
    def.center_of_mass[1] = -0.3;
    def.points = corners;
    def.point_count = 4;
    def.buoyancy.reference_depth = 0.5;
    def.buoyancy.bias = 1.5;
    def.damping = (flo_damping_def){ .vertical = 3, .quadratic = 0.5, .of = FLO_DAMPING_POINTS, .angular = 1 };
    def.drag.quadratic = 0.05, def.drag.local[0] = 10, def.drag.local[1] = 3, def.drag.local[2] = 1;
    def.push.strength = 0.5;
    def.thrust.power = 4000, def.thrust.position[1] = -0.2, def.thrust.position[2] = -2;
    def.steering.base = 500, def.steering.speed = 2000, def.steering.reference_speed = 8;
    return def;
}

/* Half in the water, moved by what water does in truth. */
static flo_hull_def box_def(double x, double y, double z, int across, int along)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = 0.5 * 1025 * x * y * z;
    def.box_size[0] = x, def.box_size[1] = y, def.box_size[2] = z;
    def.box_grid[0] = def.box_grid[1] = across;
    def.box_grid[2] = along;
    def.buoyancy.law = FLO_ARCHIMEDES;
    def.damping = (flo_damping_def){ .vertical = 1, .angular = 1 };
    def.drag.quadratic = 0.05;
    def.push.strength = 0.5;
    return def;
}

static flo_hull_def buoy_def(void)
{
    static const double corners[4][3] = { { 1, 0.5, -1 }, { -1, 0.5, -1 }, { 0, 0.5, 1 }, { 0, -1, 0 } };
    static const int triangles[4][3] = { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 3 }, { 0, 2, 3 } };
    static const flo_mesh mesh = { corners, 4, triangles, 4, false };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 400;
    def.mesh = &mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

flo_status gpu_hull(flo_hull **hull, int which)
{
    flo_hull_def def = boat_def();
    if (which == GPU_BOX) def = box_def(2, 1, 4, 4, 4);
    if (which == GPU_SHIP) {
        def = box_def(6, 3, 40, 8, 8);
        def.push.velocity = FLO_PUSH_RELATIVE;
        def.added_mass = (flo_added_mass_def){ { 0.3, 0.9, 0.1 }, 0.25, { 0.2, 0.25, 0.5 } };
    }
    if (which == GPU_BUOY) def = buoy_def();
    return flo_hull_create(hull, &def);
}

const char *gpu_way_name(gpu_way way)
{
    static const char *const names[2][3] = { { "symplectic, direct", "symplectic, auto", "symplectic, fine" },
                                             { "implicit, direct", "implicit, auto", "implicit, fine" } };
    return names[way.integrator == FLO_IMPLICIT][way.waves == FLO_WAVES_DIRECT ? 0 : way.tolerance > 0 ? 2 : 1];
}

flo_status gpu_fleet(flo_fleet **fleet, flo_device *device, const flo_sea *sea, const flo_hull *hull, size_t count,
                     gpu_way way)
{
    flo_body_def *bodies = calloc(count, sizeof *bodies);
    if (!bodies) return FLO_NO_MEMORY;
    const size_t across = (size_t)ceil(sqrt((double)count));
    for (size_t i = 0; i < count; i++) {
        flo_body_state *s = &bodies[i].state;
        const float some = (float)(i % 17) / 17;
        bodies[i].hull = hull;
        bodies[i].control = (flo_body_control){ .throttle = some, .steer = 0.5f - some };
        s->position[0] = 15.0 * (double)(i % across);
        s->position[2] = -15.0 * (double)(i / across);
        s->orientation[0] = 1, s->orientation[1] = 0.1f * some, s->orientation[2] = some;
        s->velocity[2] = some;
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = count;
    def.time = 100;
    def.integrator = way.integrator;
    def.waves = way.waves;
    def.tolerance = way.tolerance;
    const flo_status status = flo_fleet_create(fleet, device, &def);
    free(bodies);
    return status;
}
