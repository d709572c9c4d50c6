/* SPDX-License-Identifier: MIT
 *
 * The hulls of test_floats.h. */
#include "test_floats.h"

static const double middle[1][3] = { { 0, 0, 0 } };
static const double corners[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };

flo_hull_def test_point_def(double mass, double reference_depth, double bias)
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

flo_hull_def test_corners_def(double reference_depth, double bias)
{
    flo_hull_def def = test_point_def(1000, reference_depth, bias);
    const double inertia[3] = { 900, 1100, 300 };
    memcpy(def.inertia, inertia, sizeof inertia);
    def.points = corners;
    def.point_count = 4;
    return def;
}

flo_hull_def test_cube_def(double size, double mass, int across)
{
    flo_hull_def def = test_box_def(size, size, size, mass);
    for (int a = 0; a < 3; a++) {
        def.box_grid[a] = across;
        def.inertia[a] = mass * size * size / 6;
    }
    return def;
}

flo_hull_def test_curved(flo_hull_def def, flo_curve curve, double alpha)
{
    def.buoyancy.curve = curve;
    def.buoyancy.alpha = alpha;
    return def;
}

flo_hull_def test_sprung(flo_hull_def def, double stiffness)
{
    def.buoyancy.law = FLO_SPRING;
    def.buoyancy.stiffness = stiffness;
    return def;
}

flo_hull_def test_with_water(flo_hull_def def, double entry_exponent)
{
    if (def.point_count && def.volume == 0) def.volume = def.mass * def.buoyancy.bias / water_density;
    for (int a = 0; a < 3; a++) def.added_mass.coefficient[a] = 0.5;
    def.added_mass.entry_exponent = entry_exponent;
    return def;
}

double test_heave(const flo_hull_def *d)
{
    if (d->buoyancy.law == FLO_SPRING) return sqrt(d->buoyancy.stiffness / d->mass);
    if (d->point_count) return sqrt(water_gravity * d->buoyancy.bias / d->buoyancy.reference_depth);
    return sqrt(water_density * water_gravity * d->box_size[0] * d->box_size[2] / d->mass);
}

flo_hull_def test_damped(flo_hull_def def)
{
    def.damping.vertical = 2 * 0.2 * test_heave(&def) * sqrt(1 + def.added_mass.coefficient[1]);
    return def;
}
