/* SPDX-License-Identifier: MIT
 *
 * How meshes float: drafts, waterplanes and metacentres against closed forms. */
#include "test_mesh_make.h"

int test_mesh_float(void);

static const double origin[3];

static flo_hydrostatics floating(const test_solid *s, double volume, const double center[3])
{
    flo_hydrostatics floats;
    OK(flo_mesh_float(&s->mesh, volume * 1025, 1025, center, &floats));
    NEAR(floats.volume, volume, 1e-12 * volume);
    return floats;
}

/* Length 4 along z, breadth 2, height 1, half under water: d, KB, BM and GM with the centre of mass half way up. */
static void box_floats_exactly(void **state)
{
    (void)state;
    test_solid box = test_solid_box(2, 1, 4);
    test_mesh_move(&box, 7, 100.5, -20);
    const flo_hydrostatics f = floating(&box, 4, (const double[]){ 7, 100.5, -20 });
    test_about("box");
    NEAR(f.draft, 0.5, 1e-12);
    NEAR(f.waterline, 100.5, 1e-12);
    NEAR(f.waterplane, 8, 1e-12);
    NEAR(f.flotation[0], 7, 1e-12);
    NEAR(f.flotation[1], -20, 1e-12);
    NEAR(f.buoyancy[0], 7, 1e-12);
    NEAR(f.buoyancy[1], 100.25, 1e-12);
    NEAR(f.buoyancy[2], -20, 1e-12);
    NEAR(f.bm[0], 2 / 3.0, 1e-11);
    NEAR(f.bm[1], 8 / 3.0, 1e-11);
    NEAR(f.gm[0], 0.416666667, 1e-9);
    NEAR(f.gm[1], 8 / 3.0 - 0.25, 1e-11);
    test_solid_free(&box);
}

/* A box on one corner, below a plane: inclusion and exclusion give 2.34410186 m^3. */
static void tilted_box_floats_exactly(void **state)
{
    (void)state;
    const double size[3] = { 2, 1, 4 }, given[3] = { 0.2, 0.9, 0.387 };
    const double length = sqrt(0.2 * 0.2 + 0.9 * 0.9 + 0.387 * 0.387);
    double n[3], volume = 0;
    for (int a = 0; a < 3; a++) n[a] = given[a] / length;
    for (int m = 0; m < 8; m++) {
        double left = 1.1, sign = 1;
        for (int a = 0; a < 3; a++) {
            if (m >> a & 1) left -= n[a] * size[a], sign = -sign;
        }
        volume += sign * pow(fmax(left, 0), 3) / (6 * n[0] * n[1] * n[2]);
    }
    test_about("box on a corner");
    NEAR(volume, 2.34410186, 1e-8);
    test_solid box = test_solid_box(size[0], size[1], size[2]);
    test_mesh_move(&box, size[0] / 2, size[1] / 2, size[2] / 2);
    /* About x until z is gone from the normal, then about z until it points up. */
    test_mesh_turn(&box, -atan2(n[2], n[1]), atan2(n[0], hypot(n[1], n[2])));
    const flo_hydrostatics f = floating(&box, volume, origin);
    NEAR(f.waterline, 1.1, 1e-12);
    test_solid_free(&box);
}

/* A cap of height 0.3 of a sphere of 0.5: volume, waterplane and centroid. */
static void sphere_floats_as_it_should(void **state)
{
    (void)state;
    test_solid sphere = test_solid_sphere(0.5, 6);
    const double cap = 0.113097336;
    const flo_hydrostatics f = floating(&sphere, cap, origin);
    test_about("sphere");
    NEAR(f.draft, 0.3, 1e-3 * 0.3);
    NEAR(f.waterplane, 0.659734457, 1e-3 * 0.66);
    NEAR(f.buoyancy[1], -0.30625, 1e-3 * 0.30625);
    /* BM of a sphere leads to its middle. */
    for (int a = 0; a < 2; a++) NEAR(f.gm[a], 0, 1e-3 * f.bm[a]);
    NEAR(f.bm[0], pi * pow(0.21, 2) / 4 / cap, 1e-3 * f.bm[0]);
    test_solid_free(&sphere);
}

static void cylinders_float_as_they_should(void **state)
{
    (void)state;
    test_solid c = test_mesh_cylinder(0.5, 3, 400);
    flo_hydrostatics f = floating(&c, 0.198168356 * 3, origin);     /* lying, 0.3 m deep */
    test_about("cylinder, lying");
    NEAR(f.draft, 0.3, 1e-3 * 0.3);
    NEAR(f.waterplane, 3 * 2 * sqrt(0.21), 1e-3 * 3);
    NEAR(f.gm[0], 0, 1e-3 * f.bm[0]);
    NEAR(f.bm[0], 2 / 3.0 * pow(0.21, 1.5) / 0.198168356, 1e-3 * f.bm[0]);
    NEAR(f.bm[1], 2 * sqrt(0.21) * 9 / 12 / 0.198168356, 1e-3 * f.bm[1]);
    test_mesh_cycle(&c);
    f = floating(&c, pi / 4, origin);                               /* upright, 1 m deep */
    test_about("cylinder, upright");
    NEAR(f.draft, 1, 1e-3);
    NEAR(f.waterplane, pi / 4, 1e-3);
    NEAR(f.buoyancy[1], -1, 1e-3);
    for (int a = 0; a < 2; a++) NEAR(f.bm[a], 0.25 / 4, 1e-3 * 0.0625);
    test_solid_free(&c);
}

static void wigley_floats_as_he_says(void **state)
{
    (void)state;
    const double length = 10, breadth = 1, draft = 0.625;
    test_solid ship = test_mesh_wigley(length, breadth, draft, 0.4, 240, 60);
    const flo_hydrostatics f = floating(&ship, 2.77777778, origin);
    test_about("Wigley's hull");
    NEAR(f.draft, draft, 1e-3 * draft);
    NEAR(f.waterline, 0, 1e-3 * draft);
    NEAR(f.waterplane, 6.66666667, 1e-3 * 6.67);
    NEAR(f.buoyancy[1] + draft, 0.390625, 1e-3 * 0.39);
    NEAR(f.bm[0], 0.137142857, 1e-3 * 0.137);
    NEAR(f.bm[1], 12, 1e-3 * 12);
    NEAR(f.flotation[0], 0, 1e-9);
    NEAR(f.flotation[1], 0, 1e-9);
    test_solid_free(&ship);
}

/* The waterline passes a terrace at which the waterplane jumps from 16 to 8 m^2: exactly below, at and above it. */
static void steps_are_no_hurdle(void **state)
{
    (void)state;
    test_solid step = test_mesh_step(4);
    const double draft[] = { 0.001, 1.5, 2 - 1e-9, 2, 2 + 1e-9, 3.25, 4 - 1e-9 };
    for (int i = 0; i < 7; i++) {
        const double d = draft[i];
        test_about("step, %.12g deep", d);
        const flo_hydrostatics f = floating(&step, d <= 2 ? 16 * d : 32 + 8 * (d - 2), origin);
        NEAR(f.draft, d, 1e-11);
        if (d != 2) NEAR(f.waterplane, d < 2 ? 16 : 8, 1e-10);
        if (d > 2 + 1e-6) NEAR(f.flotation[0], 1, 1e-10);
    }
    test_solid_free(&step);
}

static void what_does_not_float_is_refused(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 1, 1);
    flo_hydrostatics f;
    test_about("a box that cannot float");
    REFUSED(flo_mesh_float(&box.mesh, 1000, 1000, origin, &f), FLO_BAD_VALUE, "sinks|1 m^3");
    REFUSED(flo_mesh_float(&box.mesh, 5000, 1000, origin, &f), FLO_BAD_VALUE, "sinks|5 m^3|1 m^3");
    const double masses[] = { 0, -1, NAN, INFINITY, 1e13 };
    for (int i = 0; i < 5; i++) {
        REFUSED(flo_mesh_float(&box.mesh, masses[i], 1000, origin, &f), FLO_BAD_VALUE, "mass is|1e-9 to 1e12");
    }
    const double densities[] = { 0, -1000, NAN, INFINITY, 1e6 };
    for (int i = 0; i < 5; i++) {
        REFUSED(flo_mesh_float(&box.mesh, 1, densities[i], origin, &f), FLO_BAD_VALUE, "density is|above 0");
    }
    REFUSED(flo_mesh_float(&box.mesh, 1, 1000, (const double[]){ 0, NAN, 0 }, &f), FLO_BAD_VALUE, "center_of_mass[1]");
    REFUSED(flo_mesh_float(&box.mesh, 1, 1000, (const double[]){ 0, 0, 2e4 }, &f), FLO_BAD_VALUE, "center_of_mass[2]");
    box.mesh.triangle_count = 11;
    REFUSED(flo_mesh_float(&box.mesh, 500, 1000, origin, &f), FLO_BAD_VALUE, "open|3 edges");
    test_solid_free(&box);
}

/* A tenth of a gram up to nearly all that it carries. */
static void every_mass_finds_its_draft(void **state)
{
    (void)state;
    test_random_start(3);
    test_solid stone = test_solid_stone(1, 4, 0.3);
    const double whole = test_solid_volume(&stone);
    double before = 0;
    for (int i = 0; i < 60; i++) {
        const double share = i < 30 ? pow(10, -6 + i / 5.0) : 1 - pow(10, -(i - 30) / 5.0 - 0.01);
        if (share >= 1 || share <= 0) continue;
        test_about("a stone, %.9g of it in the water", share);
        const flo_hydrostatics f = floating(&stone, share * whole, origin);
        if (i > 0 && i < 30) assert_true(f.draft > before);
        before = f.draft;
    }
    test_solid_free(&stone);
}

int test_mesh_float(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_floats_exactly),
        cmocka_unit_test(tilted_box_floats_exactly),
        cmocka_unit_test(sphere_floats_as_it_should),
        cmocka_unit_test(cylinders_float_as_they_should),
        cmocka_unit_test(wigley_floats_as_he_says),
        cmocka_unit_test(steps_are_no_hurdle),
        cmocka_unit_test(what_does_not_float_is_refused),
        cmocka_unit_test(every_mass_finds_its_draft),
    };
    return cmocka_run_group_tests_name("mesh_float", tests, NULL, NULL);
}
