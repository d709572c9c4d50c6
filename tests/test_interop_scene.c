/* SPDX-License-Identifier: MIT
 *
 * A fleet whose memory is in a caller's hands. */
#include "test_interop_scene.h"

cl_scene test_cl_scene(int waves)
{
    static const double corners[4][3] = { { 1, 0.5, -1 }, { -1, 0.5, -1 }, { 0, 0.5, 1 }, { 0, -1, 0 } };
    static const int triangles[4][3] = { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 3 }, { 0, 2, 3 } };
    static const flo_mesh mesh = { corners, 4, triangles, 4, false };
    cl_scene s = { .water = test_water_random(waves, 60, 0.2, 61), .other = test_water_random(4, 40, 0.1, 62) };
    flo_hull_def def[HULLS] = { test_boat_def(), test_box_def(2, 1, 4, 3500), flo_default_hull_def() };
    for (int a = 0; a < 3; a++) def[0].center_of_mass[a] = 0;
    def[2].mass = 400, def[2].mesh = &mesh, def[2].mesh_method = FLO_MESH_PANELS;
    def[2].buoyancy.law = FLO_ARCHIMEDES;
    for (int i = 0; i < HULLS; i++) s.hull[i] = test_hull_make(&def[i]);
    for (int b = 0; b < BODIES; b++) {
        const flo_body_control control = { .throttle = (float)test_random(0, 1), .smoothing = 4,
                                           .velocity = { 1, 0.5f } };
        s.body[b] = test_body(s.hull[b % HULLS], test_state_random(9.0 * b, s.water.def.level, -7.0 * b), control);
        if (b % 5 == 0) s.body[b].sea = s.other.sea;
        s.body[b].mode = b % 7 < 4 ? FLO_DYNAMIC : (flo_mode)(b % 7 - 3);
    }
    s.scalar = test_open("scalar");
    return s;
}

void test_cl_scene_free(cl_scene *s)
{
    flo_device_close(s->scalar);
    for (int i = 0; i < HULLS; i++) flo_hull_destroy(s->hull[i]);
    test_water_free(&s->water);
    test_water_free(&s->other);
}

flo_fleet *test_cl_fleet(const cl_scene *s, flo_device *device, flo_integrator integrator)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = s->water.sea;
    def.bodies = s->body;
    def.count = BODIES;
    def.time = 100;
    def.integrator = integrator;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}

void test_cl_same_fleets(flo_fleet *got, flo_fleet *want)
{
    static flo_body_state a[BODIES], b[BODIES];
    OK(flo_fleet_read(got, 0, BODIES, a));
    OK(flo_fleet_read(want, 0, BODIES, b));
    SAME(a, b, sizeof a);
    assert_true(test_hash(got) == test_hash(want));
}
