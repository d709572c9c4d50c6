/* SPDX-License-Identifier: MIT
 *
 * What meshes are: volumes, areas and inertia in closed form, the same bits in any order, and every way in which a mesh
 * can be wrong. */
#include "io/mesh_polygon.h"
#include "mesh.h"
#include "test_mesh_make.h"

int test_mesh(void);

static flo_mesh_info info_of(const flo_mesh *mesh)
{
    flo_mesh_info info;
    OK(flo_mesh_get_info(mesh, &info));
    return info;
}

static void assert_closed(const flo_mesh_info *info)
{
    assert_int_equal(info->open_edges, 0);
    assert_int_equal(info->crowded_edges, 0);
}

/* ---- closed forms ---------------------------------------------------------------------------------------------- */

/* Near the origin and 3 km away: nothing but the place changes. */
static void box_is_exact(void **state)
{
    (void)state;
    const double size[3] = { 2, 0.75, 6 }, away[2][3] = { { 0, 0, 0 }, { 3000, -40, 2000 } };
    for (int i = 0; i < 2; i++) {
        test_solid box = test_solid_box(size[0], size[1], size[2]);
        test_about("box at %g", away[i][0]);
        test_mesh_move(&box, away[i][0], away[i][1], away[i][2]);
        const flo_mesh_info info = info_of(&box.mesh);
        assert_closed(&info);
        assert_int_equal(info.vertices, 8);
        assert_int_equal(info.triangles, 12);
        assert_int_equal(info.degenerate, 0);
        NEAR(info.volume, 9, 1e-12);
        NEAR(info.area, 2 * (2 * 0.75 + 0.75 * 6 + 2 * 6), 1e-12);
        for (int a = 0; a < 3; a++) {
            const double b = size[(a + 1) % 3], c = size[(a + 2) % 3];
            NEAR(info.centroid[a], away[i][a], 1e-12);
            NEAR(info.low[a], away[i][a] - size[a] / 2, 0);
            NEAR(info.high[a], away[i][a] + size[a] / 2, 0);
            NEAR(info.inertia[a][a], 9 * (b * b + c * c) / 12, 1e-10);
            NEAR(info.inertia[a][(a + 1) % 3], 0, 1e-10);
        }
        test_solid_free(&box);
    }
}

/* A turned box keeps its volume; its inertia turns with it. */
static void turned_box_turns_its_inertia(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 2, 4);
    const double a = 0.7, own[3] = { 8 * 20 / 12.0, 8 * 17 / 12.0, 8 * 5 / 12.0 };
    test_mesh_turn(&box, a, 0);
    const flo_mesh_info info = info_of(&box.mesh);
    test_about("box turned about x");
    NEAR(info.volume, 8, 1e-12);
    NEAR(info.inertia[0][0], own[0], 1e-12);
    NEAR(info.inertia[1][1], own[1] * cos(a) * cos(a) + own[2] * sin(a) * sin(a), 1e-12);
    NEAR(info.inertia[2][2], own[1] * sin(a) * sin(a) + own[2] * cos(a) * cos(a), 1e-12);
    NEAR(info.inertia[1][2], (own[1] - own[2]) * sin(a) * cos(a), 1e-12);
    NEAR(info.inertia[2][1], info.inertia[1][2], 1e-15);
    test_solid_free(&box);
}

/* A prism with a regular polygon of n corners: area n/2 R^2 sin(2 pi/n), moment of area about its axis area R^2 / 6
 * (2 + cos(2 pi/n)); and with many corners the cylinder's. */
static void cylinder_is_exact_to_its_facets(void **state)
{
    (void)state;
    enum { CORNERS = 200 };
    test_solid cylinder = test_mesh_cylinder(0.5, 3, CORNERS);
    const double step = 2 * pi / CORNERS, profile = CORNERS / 2.0 * 0.25 * sin(step);
    const flo_mesh_info info = info_of(&cylinder.mesh);
    test_about("cylinder");
    assert_closed(&info);
    NEAR(info.volume, 3 * profile, 1e-12);
    NEAR(info.area, 2 * profile + 3 * CORNERS * sin(step / 2), 1e-12);
    NEAR(info.inertia[2][2], 3 * profile * 0.25 / 6 * (2 + cos(step)), 1e-12);
    NEAR(info.volume, 3 * pi / 4, 1e-3 * 3 * pi / 4);
    NEAR(info.inertia[2][2], info.volume * 0.125, 1e-3 * info.volume * 0.125);
    NEAR(info.inertia[0][0], info.volume * (0.75 * 0.25 + 9 * 0.25) / 3, 1e-3 * info.volume);
    test_solid_free(&cylinder);
}

static void sphere_and_wigley_come_near(void **state)
{
    (void)state;
    test_solid sphere = test_solid_sphere(0.5, 6);
    flo_mesh_info info = info_of(&sphere.mesh);
    test_about("sphere of %d triangles", info.triangles);
    assert_closed(&info);
    NEAR(info.volume, pi / 6, 1e-3 * pi / 6);
    NEAR(info.area, pi, 1e-3 * pi);
    for (int a = 0; a < 3; a++) NEAR(info.inertia[a][a], 0.1 * info.volume, 2e-3 * 0.1 * info.volume);
    test_solid_free(&sphere);

    test_solid ship = test_mesh_wigley(10, 1, 0.625, 0.5, 160, 40);
    info = info_of(&ship.mesh);
    test_about("Wigley's hull of %d triangles", info.triangles);
    assert_int_equal(info.open_edges, 0);
    assert_int_equal(info.crowded_edges, 2);    /* at the stern's foot both sides have a triangle in the same place */
    NEAR(info.volume, 4.0 / 9 * 10 * 0.625 + 0.5 * 20 / 3.0, 1e-3 * 6);
    assert_int_equal(info.degenerate, 2);       /* at the ends of the deck */
    test_solid_free(&ship);
}

/* ---- order ----------------------------------------------------------------------------------------------------- */

static void order_does_not_matter(void **state)
{
    (void)state;
    test_random_start(11);
    test_solid stone = test_solid_stone(3, 4, 0.3), other = test_mesh_shuffled(&stone);
    const double center[3] = { 0.1, 0.2, -0.3 };
    flo_mesh_info info[2];
    flo_hydrostatics floats[2];
    flo__cells cells[2];
    flo__pieces cut[2];
    const flo_mesh *const mesh[2] = { &stone.mesh, &other.mesh };
    test_about("a stone in two orders");
    for (int i = 0; i < 2; i++) {
        info[i] = info_of(mesh[i]);
        assert_closed(&info[i]);
        OK(flo_mesh_float(mesh[i], info[i].volume * 600, 1000, center, &floats[i]));
        OK(flo__cells_cut(&cells[i], mesh[i], 500));
        OK(flo__panels_cut(&cut[i], mesh[i], center));
    }
    assert_int_equal(other.mesh.vertex_count, 2 * stone.mesh.vertex_count);
    SAME(info[0].low, info[1].low, sizeof info[0] - offsetof(flo_mesh_info, low));
    assert_int_equal(info[0].vertices, info[1].vertices);
    SAME(&floats[0], &floats[1], sizeof floats[0]);
    assert_int_equal(cells[0].count, cells[1].count);
    SAME(cells[0].center, cells[1].center, (size_t)cells[0].count * sizeof cells[0].center[0]);
    SAME(cells[0].volume, cells[1].volume, (size_t)cells[0].count * sizeof cells[0].volume[0]);
    assert_int_equal(cut[0].pieces, cut[1].pieces);
    assert_int_equal(cut[0].samples, cut[1].samples);
    assert_int_equal(cut[0].panels, cut[1].panels);
    SAME(cut[0].centre, cut[1].centre, (size_t)cut[0].pieces * sizeof cut[0].centre[0]);
    SAME(cut[0].sample, cut[1].sample, (size_t)(cut[0].pieces * cut[0].samples) * sizeof cut[0].sample[0]);
    SAME(cut[0].panel, cut[1].panel, (size_t)(cut[0].pieces * cut[0].panels) * sizeof cut[0].panel[0]);
    for (int i = 0; i < 2; i++) {
        flo__cells_free(&cells[i]);
        flo__pieces_free(&cut[i]);
    }
    test_solid_free(&stone);
    test_solid_free(&other);
}

/* ---- edges ----------------------------------------------------------------------------------------------------- */

static void edges_are_counted(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 1, 1);
    box.mesh.triangle_count = 11;                       /* a triangle is missing: its three edges are open */
    test_about("box with a hole");
    assert_int_equal(info_of(&box.mesh).open_edges, 3);
    REFUSED(flo__mesh_check(&box.mesh, NULL), FLO_BAD_VALUE, "open|3 edges");
    box.mesh.allow_open = true;
    OK(flo__mesh_check(&box.mesh, NULL));

    /* One triangle inside out: its neighbours' edges have no opposite twin, and neither have its own. */
    box.mesh.triangle_count = 12;
    box.mesh.allow_open = false;
    const int swap = box.triangles[0][0];
    box.triangles[0][0] = box.triangles[0][1];
    box.triangles[0][1] = swap;
    flo_mesh_info info = info_of(&box.mesh);
    test_about("box with a triangle inside out");
    assert_int_equal(info.open_edges, 6);
    assert_int_equal(info.crowded_edges, 3);
    test_solid_free(&box);

    /* Two boxes that touch along an edge: closed, but no manifold. */
    test_solid one = test_solid_box(1, 1, 1), two = test_solid_box(1, 1, 1);
    test_mesh_move(&two, 1, 1, 0);
    test_solid both = test_mesh_copy(NULL, 16, NULL, 24);
    memcpy(both.vertices, one.vertices, 8 * sizeof *one.vertices);
    memcpy(both.vertices + 8, two.vertices, 8 * sizeof *two.vertices);
    for (int i = 0; i < 24; i++) {
        for (int k = 0; k < 3; k++) {
            both.triangles[i][k] = i < 12 ? one.triangles[i][k] : 8 + two.triangles[i - 12][k];
        }
    }
    info = info_of(&both.mesh);
    test_about("two boxes at an edge");
    assert_int_equal(info.vertices, 14);
    assert_int_equal(info.open_edges, 0);
    assert_int_equal(info.crowded_edges, 2);
    NEAR(info.volume, 2, 1e-14);
    OK(flo__mesh_check(&both.mesh, NULL));
    test_solid_free(&one);
    test_solid_free(&two);
    test_solid_free(&both);
}

/* A corner in the middle of an edge, held by a triangle that has none: counted, left out, and no hole. */
static void triangles_without_area_are_left_out(void **state)
{
    (void)state;
    static const double v[5][3] = { { 0, 0, 0 }, { 0.3, 0, 0 }, { 0, 0.3, 0 }, { 0, 0, 0.3 }, { 0.1, 0, 0 } };
    static const int t[7][3] = { { 0, 2, 1 }, { 0, 4, 3 }, { 4, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 },
                                 { 0, 1, 4 }, { 2, 2, 3 } };
    flo_mesh_info info;
    flo__cells cells;
    const flo_mesh mesh = { v, 5, t, 7, false };
    test_about("tetrahedron");
    OK(flo__mesh_check(&mesh, &info));
    assert_int_equal(info.degenerate, 2);
    assert_int_equal(info.triangles, 5);
    assert_int_equal(info.open_edges, 0);
    NEAR(info.volume, 0.3 * 0.3 * 0.3 / 6, 1e-17);
    for (int a = 0; a < 3; a++) NEAR(info.centroid[a], 0.075, 1e-15);
    OK(flo__cells_cut(&cells, &mesh, 100));
    flo__cells_free(&cells);
}

/* ---- polygons -------------------------------------------------------------------------------------------------- */

/* Shapes that are known: a comb, corners on straight edges, a spiral, a ring joined by a bridge.  Turned into space. */
static void polygons_are_cut_into_their_own_area(void **state)
{
    (void)state;
    static const double comb[][2] = { { 0, 0 }, { 7, 0 }, { 7, 3 }, { 6, 3 }, { 6, 1 }, { 5, 1 }, { 5, 3 }, { 4, 3 },
                                      { 4, 1 }, { 3, 1 }, { 3, 3 }, { 2, 3 }, { 2, 1 }, { 1, 1 }, { 1, 3 }, { 0, 3 } };
    static const double beads[][2] = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 }, { 3, 1 }, { 3, 2 }, { 2, 2 }, { 0, 2 },
                                       { 0, 1 } };
    static const double spiral[][2] = { { 0, 0 }, { 5, 0 }, { 5, 5 }, { 1, 5 }, { 1, 2 }, { 3, 2 }, { 3, 3 }, { 2, 3 },
                                        { 2, 4 }, { 4, 4 }, { 4, 1 }, { 0, 1 } };
    static const double ring[][2] = { { 0, 0 }, { 3, 0 }, { 3, 3 }, { 0, 3 }, { 0, 0 }, { 1, 1 }, { 1, 2 }, { 2, 2 },
                                      { 2, 1 }, { 1, 1 } };
    static const struct { const double (*at)[2]; int count; } shapes[] = {
        { comb, 16 }, { beads, 9 }, { spiral, 12 }, { ring, 10 },
    };
    const double a = 0.3, b = 1.2;
    for (int i = 0; i < 4; i++) {
        double corner[16][3], area = 0, whole = 0;
        int left[16], triangle[14][3];
        for (int k = 0; k < shapes[i].count; k++) {
            const double x = shapes[i].at[k][0], y = shapes[i].at[k][1];
            const double *next = shapes[i].at[(k + 1) % shapes[i].count];
            whole += (x * next[1] - y * next[0]) / 2;
            corner[k][0] = cos(b) * x - sin(b) * cos(a) * y;
            corner[k][1] = sin(b) * x + cos(b) * cos(a) * y;
            corner[k][2] = sin(a) * y;
        }
        mesh_polygon_cut((const double (*)[3])corner, shapes[i].count, left, triangle);
        test_about("shape %d", i);
        for (int t = 0; t < shapes[i].count - 2; t++) {
            const double *p = shapes[i].at[triangle[t][0]], *q = shapes[i].at[triangle[t][1]];
            const double *r = shapes[i].at[triangle[t][2]];
            const double twice = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
            assert_true(twice >= 0);
            area += twice / 2;
        }
        NEAR(area, whole, 1e-12);
    }
}

/* ---- bad meshes ------------------------------------------------------------------------------------------------ */

#define WRONG(m, words) do {                                                                                        \
        const flo_mesh wrong = m;                                                                                   \
        flo_mesh_info unused_info;                                                                                  \
        flo__cells unused_cells;                                                                                    \
        flo__pieces unused_cut;                                                                                     \
        flo_hydrostatics unused_floats;                                                                             \
        REFUSED(flo_mesh_get_info(&wrong, &unused_info), FLO_BAD_VALUE, words);                                     \
        REFUSED(flo__mesh_check(&wrong, NULL), FLO_BAD_VALUE, words);                                               \
        REFUSED(flo__cells_cut(&unused_cells, &wrong, 10), FLO_BAD_VALUE, words);                                   \
        REFUSED(flo__panels_cut(&unused_cut, &wrong, origin), FLO_BAD_VALUE, words);                                \
        REFUSED(flo_mesh_float(&wrong, 1, 1, origin, &unused_floats), FLO_BAD_VALUE, words);                        \
    } while (0)

static const double origin[3];

static void what_is_no_mesh_is_refused(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 1, 1);
    const flo_mesh good = box.mesh;
    flo_mesh m = good;
    test_about("bad meshes");
    m.triangle_count = 0;
    WRONG(m, "triangle_count is 0|1 to");
    m.triangle_count = -5;
    WRONG(m, "triangle_count is -5");
    m.triangle_count = 10000001;
    WRONG(m, "triangle_count is 10000001|10000000");
    m = good;
    m.vertex_count = 2;
    WRONG(m, "vertex_count is 2");
    m = good;
    m.vertices = NULL;
    WRONG(m, "vertices|NULL");
    m = good;
    m.triangles = NULL;
    WRONG(m, "triangles|NULL");
    box.triangles[7][2] = 8;
    WRONG(good, "triangles[7][2] is 8|0 to 7");
    box.triangles[7][2] = -1;
    WRONG(good, "triangles[7][2] is -1");
    box.triangles[7][2] = INT32_MAX;
    WRONG(good, "triangles[7][2] is 2147483647");
    test_solid_free(&box);

    const double bad[] = { NAN, INFINITY, -INFINITY, 10001, -1e300 };
    for (int i = 0; i < 5; i++) {
        box = test_solid_box(1, 1, 1);
        box.vertices[3][1] = bad[i];
        WRONG(box.mesh, "vertices[3][1] is|-10000 to 10000");
        test_solid_free(&box);
    }
    static const double flat[4][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 }, { 1, 0, 0 } };
    static const int lines[2][3] = { { 0, 1, 2 }, { 0, 3, 1 } };
    WRONG(((flo_mesh){ flat, 4, lines, 2, true }), "no triangle of the mesh has an area");
}

/* These are meshes, of which one can say much, but hulls they are not. */
#define NO_HULL(mesh, words) do {                                                                                   \
        flo__cells unused_cells;                                                                                    \
        flo__pieces unused_cut;                                                                                     \
        flo_hydrostatics unused_floats;                                                                             \
        REFUSED(flo__mesh_check(&mesh, NULL), FLO_BAD_VALUE, words);                                                \
        REFUSED(flo__cells_cut(&unused_cells, &mesh, 10), FLO_BAD_VALUE, words);                                    \
        REFUSED(flo__panels_cut(&unused_cut, &mesh, origin), FLO_BAD_VALUE, words);                                 \
        REFUSED(flo_mesh_float(&mesh, 1, 1000, origin, &unused_floats), FLO_BAD_VALUE, words);                      \
        test_no_hull(&mesh, words);                                                                                 \
    } while (0)

static void test_no_hull(const flo_mesh *mesh, const char *words)
{
    flo_hull *hull;
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1;
    def.mesh = mesh;
    def.buoyancy.law = FLO_ARCHIMEDES;
    REFUSED(flo_hull_create(&hull, &def), FLO_BAD_VALUE, words);
    def.mesh_method = FLO_MESH_PANELS;
    REFUSED(flo_hull_create(&hull, &def), FLO_BAD_VALUE, words);
}

static void what_is_no_hull_is_refused(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 2, 3);
    test_about("box inside out");
    test_mesh_flip(&box);
    NEAR(info_of(&box.mesh).volume, -6, 1e-14);
    NO_HULL(box.mesh, "volume|-6 m^3|inwards");
    test_solid_free(&box);

    static const double v[4][3] = { { 0, 0.1, 0 }, { 1, 0.2, 0 }, { 1, 0.3, 1 }, { 0, 0.4, 1 } };
    static const int one[1][3] = { { 0, 2, 1 } }, both[4][3] = { { 0, 2, 1 }, { 0, 3, 2 }, { 0, 1, 2 }, { 0, 2, 3 } };
    flo_mesh mesh = { v, 4, one, 1, false };
    test_about("one triangle");
    assert_int_equal(info_of(&mesh).open_edges, 3);
    NO_HULL(mesh, "open|3 edges");
    test_about("both sides of nothing");
    mesh = (flo_mesh){ v, 4, both, 4, false };
    assert_int_equal(info_of(&mesh).open_edges, 0);
    NO_HULL(mesh, "no volume");
}

int test_mesh(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_is_exact),
        cmocka_unit_test(turned_box_turns_its_inertia),
        cmocka_unit_test(cylinder_is_exact_to_its_facets),
        cmocka_unit_test(sphere_and_wigley_come_near),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(edges_are_counted),
        cmocka_unit_test(triangles_without_area_are_left_out),
        cmocka_unit_test(polygons_are_cut_into_their_own_area),
        cmocka_unit_test(what_is_no_mesh_is_refused),
        cmocka_unit_test(what_is_no_hull_is_refused),
    };
    return cmocka_run_group_tests_name("mesh", tests, NULL, NULL);
}
