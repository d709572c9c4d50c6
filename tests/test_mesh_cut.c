/* SPDX-License-Identifier: MIT
 *
 * Meshes cut into cells and into panels: nothing is lost, nothing counts twice, and all parts are where they should
 * be. */
#include "mesh.h"
#include "test_mesh_make.h"
#include "test_solids.h"

int test_mesh_cut(void);

/* ---- cells ----------------------------------------------------------------------------------------------------- */

static double box_length(const flo_mesh_info *info)
{
    double length = 0;
    for (int a = 0; a < 3; a++) length = fmax(length, info->high[a] - info->low[a]);
    return length;
}

/* Volumes and centres add up, no cell holds more than itself, and none lies outside. */
static void assert_cells(const flo_mesh *mesh, int samples, double count_within, test_worst *volumes,
                         test_worst *centres)
{
    flo_mesh_info info;
    flo__cells cells;
    OK(flo_mesh_get_info(mesh, &info));
    OK(flo__cells_cut(&cells, mesh, samples));
    double volume = 0, moment[3] = { 0 };
    const double full = cells.size[0] * cells.size[1] * cells.size[2];
    for (int i = 0; i < cells.count; i++) {
        assert_true(cells.volume[i] > 0 && cells.volume[i] <= full * (1 + 1e-12));
        volume += cells.volume[i];
        for (int a = 0; a < 3; a++) {
            assert_true(cells.center[i][a] >= info.low[a] && cells.center[i][a] <= info.high[a]);
            moment[a] += cells.volume[i] * (cells.center[i][a] - info.centroid[a]);
        }
    }
    test_worst_add(volumes, volume, info.volume, 1e-9 * info.volume);
    for (int a = 0; a < 3; a++) test_worst_add(centres, moment[a] / volume, 0, 1e-9 * box_length(&info));
    NEAR(cells.count, samples, count_within * samples);
    flo__cells_free(&cells);
}

static void cells_add_up_to_the_mesh(void **state)
{
    (void)state;
    test_random_start(5);
    test_solid solids[] = { test_solid_box(2, 1, 5), test_solid_sphere(0.5, 4), test_solid_stone(3, 3, 0.4),
                            test_mesh_cylinder(1, 7, 100), test_mesh_step(3), test_mesh_wigley(10, 1, 0.6, 0.3, 60, 12),
                            test_solid_box(1, 2, 4), test_solid_box(0.02, 40, 40) };
    static const int samples[] = { 1, 2, 7, 30, 64, 200, 1000, 20000 };
    test_worst volumes = { 0 }, centres = { 0 };
    test_mesh_turn(&solids[6], 0.4, 1.1);
    test_mesh_move(&solids[6], 500, -30, 200);
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) {
            test_about("solid %d, %d samples", i, samples[k]);
            assert_cells(&solids[i].mesh, samples[k], samples[k] < 30 ? 0.8 : samples[k] < 1000 ? 0.25 : 0.05, &volumes,
                         &centres);
        }
        test_solid_free(&solids[i]);
    }
    WORST(&volumes, "volume of all cells, in 1e-9 of the mesh's");
    WORST(&centres, "their centroid, in 1e-9 of the length");
}

static void a_million_cells(void **state)
{
    (void)state;
    test_solid sphere = test_solid_sphere(5, 4);
    test_worst volumes = { 0 }, centres = { 0 };
    test_about("a million cells");
    assert_cells(&sphere.mesh, 1000000, 0.02, &volumes, &centres);
    WORST(&volumes, "volume of a million cells, in 1e-9 of the mesh's");
    WORST(&centres, "their centroid, in 1e-9 of the length");
    test_solid_free(&sphere);
}

/* A box is cut like a box: equal cells on a grid. */
static void cells_of_a_box_are_a_grid(void **state)
{
    (void)state;
    test_solid box = test_solid_box(2, 4, 6);
    flo__cells cells;
    OK(flo__cells_cut(&cells, &box.mesh, 48));
    test_about("box of unit cells");
    assert_int_equal(cells.count, 48);
    double square[3] = { 0 };
    for (int i = 0; i < 48; i++) {
        NEAR(cells.volume[i], 1, 1e-14);
        for (int a = 0; a < 3; a++) {
            const double at = cells.center[i][a] + box.vertices[7][a] + 0.5;
            NEAR(at, rint(at), 1e-14);
            square[a] += cells.center[i][a] * cells.center[i][a];
        }
    }
    for (int a = 0; a < 3; a++) {
        NEAR(cells.size[a], 1, 1e-15);
        NEAR(square[a], 48 * (4 * (a + 1) * (a + 1) - 1) / 12.0, 1e-12);      /* (size^2 - 1) / 12 each */
    }
    flo__cells_free(&cells);
    test_solid_free(&box);
}

/* The faces of a step lie in the planes of this grid. */
static void faces_may_lie_on_planes(void **state)
{
    (void)state;
    test_solid step = test_mesh_step(4);
    for (int turn = 0; turn < 3; turn++) {
        flo__cells cells;
        OK(flo__cells_cut(&cells, &step.mesh, 48));
        test_about("step, turned %d times", turn);
        assert_int_equal(cells.count, 48);
        for (int i = 0; i < 48; i++) {
            NEAR(cells.volume[i], 1, 1e-13);
            for (int a = 0; a < 3; a++) NEAR(cells.center[i][a] - floor(cells.center[i][a]), 0.5, 1e-13);
        }
        flo__cells_free(&cells);
        test_mesh_cycle(&step);
    }
    test_solid_free(&step);
}

/* The part of |p| < R in a box, by a fine midpoint rule along x and z and exactly along y. */
static double ball_in_box(double radius, const double low[3], const double size[3])
{
    enum { FINE = 120 };
    double sum = 0;
    for (int i = 0; i < FINE * FINE; i++) {
        const double x = low[0] + size[0] * (i / FINE + 0.5) / FINE, z = low[2] + size[2] * (i % FINE + 0.5) / FINE;
        const double square = radius * radius - x * x - z * z, half = square > 0 ? sqrt(square) : 0;
        sum += fmax(fmin(low[1] + size[1], half) - fmax(low[1], -half), 0);
    }
    return sum * size[0] * size[2] / (FINE * FINE);
}

/* Cell by cell.  The facets of this ball are within 1e-3 of it. */
static void each_cell_has_its_own_part(void **state)
{
    (void)state;
    test_solid ball = test_solid_sphere(1, 6);
    flo__cells cells;
    test_worst worst = { 0 };
    OK(flo__cells_cut(&cells, &ball.mesh, 300));
    const double full = cells.size[0] * cells.size[1] * cells.size[2];
    int whole = 0;
    for (int i = 0; i < cells.count; i++) {
        double low[3];
        for (int a = 0; a < 3; a++) {
            low[a] = -1 + cells.size[a] * floor((cells.center[i][a] + 1) / cells.size[a]);
        }
        test_about("cell %d", i);
        test_worst_add(&worst, cells.volume[i], ball_in_box(1, low, cells.size), 3e-3 * full);
        whole += fabs(cells.volume[i] - full) < 1e-13 * full;
    }
    assert_true(whole > 100 && whole < cells.count - 100);
    WORST(&worst, "parts of a ball, in 0.3 % of a cell");
    flo__cells_free(&cells);
    test_solid_free(&ball);
}

/* A box without its lid is full to the brim, one without its bottom full from there on. */
static void open_boxes_are_closed_where_they_end(void **state)
{
    (void)state;
    for (int lost = 0; lost < 2; lost++) {
        test_solid box = test_solid_box(1, 2, 3);
        flo__cells cells;
        int kept = 0;
        for (int i = 0; i < 12; i++) {
            double y = 0;
            for (int k = 0; k < 3; k++) y += box.vertices[box.triangles[i][k]][1] / 3;
            if (lost ? y < -0.99 : y > 0.99) continue;
            memmove(box.triangles[kept++], box.triangles[i], sizeof box.triangles[0]);
        }
        box.mesh.triangle_count = kept;
        box.mesh.allow_open = true;
        test_about("box without its %s", lost ? "bottom" : "lid");
        assert_int_equal(kept, 10);
        OK(flo__cells_cut(&cells, &box.mesh, 48));
        double volume = 0;
        for (int i = 0; i < cells.count; i++) volume += cells.volume[i];
        NEAR(volume, 6, 1e-12);
        flo__cells_free(&cells);
        box.mesh.allow_open = false;
        REFUSED(flo__cells_cut(&cells, &box.mesh, 48), FLO_BAD_VALUE, "open|4 edges");
        test_solid_free(&box);
    }
}

static void numbers_of_samples_have_a_range(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 2, 3);
    static const int bad[] = { 0, -1, 1000001, INT32_MIN, INT32_MAX };
    flo__cells cells;
    for (int i = 0; i < 5; i++) {
        test_about("%d samples", bad[i]);
        REFUSED(flo__cells_cut(&cells, &box.mesh, bad[i]), FLO_BAD_VALUE, "mesh_samples|1 to 1000000");
        flo__cells_free(&cells);
    }
    test_solid_free(&box);
}

/* ---- panels ---------------------------------------------------------------------------------------------------- */

/* Puts the pieces together again, every corner where it is from the centre of mass: exactly, as floats are. */
static test_solid assembled(const flo__pieces *cut)
{
    const int slots = cut->pieces * cut->samples, panels = cut->pieces * cut->panels;
    test_solid s = test_mesh_copy(NULL, slots, NULL, panels);
    s.mesh.triangle_count = 0;
    for (int i = 0; i < slots; i++) {
        const hull_piece *c = &cut->centre[i / cut->samples];
        const hull_sample *p = &cut->sample[i];
        s.vertices[i][0] = (double)c->x + (double)p->x;
        s.vertices[i][1] = (double)c->y + (double)p->y;
        s.vertices[i][2] = (double)c->z + (double)p->z;
    }
    for (int i = 0; i < panels; i++) {
        const hull_panel *p = &cut->panel[i];
        const int corner[3] = { p->a, p->b, p->c }, first = i / cut->panels * cut->samples;
        if (p->a == p->b && p->b == p->c) continue;     /* it only fills the piece up */
        for (int k = 0; k < 3; k++) {
            assert_in_range(corner[k], 0, cut->samples - 1);
            assert_true(cut->sample[first + corner[k]].weight > 0);
            s.triangles[s.mesh.triangle_count][k] = first + corner[k];
        }
        s.mesh.triangle_count++;
    }
    return s;
}

static void assert_pieces_are_small(const flo__pieces *cut)
{
    assert_in_range(cut->samples, 3, FLO__PIECE_SAMPLES);
    assert_in_range(cut->panels, 1, 256);
    double weights = 0, largest = 0;
    for (int i = 0; i < cut->pieces * cut->samples; i++) {
        const hull_sample *p = &cut->sample[i];
        const double x = (double)p->x, y = (double)p->y, z = (double)p->z, weight = (double)p->weight;
        assert_true(sqrt(x * x + y * y + z * z) <= FLO__PIECE_RADIUS);
        assert_true(weight >= 0 && weight <= 1);
        weights += weight;
        largest = fmax(largest, weight);
    }
    assert_true(largest == 1 && weights > 2);
    for (int i = 0; i < cut->count; i++) {
        assert_in_range(cut->slot[i], 0, cut->pieces * cut->samples - 1);
        assert_true(cut->sample[cut->slot[i]].weight > 0);
    }
}

/* The pieces of a mesh are that mesh: closed again, as their corners meet to the bit, with its volume and area. */
static void assert_panels(const flo_mesh *mesh, const double center[3], test_worst *volumes, test_worst *edges)
{
    flo_mesh_info whole, info;
    flo__pieces cut;
    OK(flo_mesh_get_info(mesh, &whole));
    OK(flo__panels_cut(&cut, mesh, center));
    assert_pieces_are_small(&cut);
    test_solid s = assembled(&cut);
    OK(flo_mesh_get_info(&s.mesh, &info));
    NEAR(info.open_edges, 0, 0);
    NEAR(info.crowded_edges, whole.crowded_edges, 0);
    NEAR(info.vertices, cut.count, 0);
    test_worst_add(volumes, info.volume, whole.volume, 1e-6 * whole.area * box_length(&whole));
    test_worst_add(volumes, info.area, whole.area, 1e-6 * whole.area);
    for (int a = 0; a < 3; a++) {
        test_worst_add(volumes, info.centroid[a] + center[a], whole.centroid[a], 1e-6 * box_length(&whole));
    }
    for (int i = 0; i < s.mesh.triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            const double *p = s.vertices[s.triangles[i][k]], *q = s.vertices[s.triangles[i][(k + 1) % 3]];
            const double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
            test_worst_add(edges, fmax(sqrt(x * x + y * y + z * z), FLO__PIECE_RADIUS), FLO__PIECE_RADIUS, 1e-5);
        }
    }
    test_solid_free(&s);
    flo__pieces_free(&cut);
}

/* From a centimetre to a kilometre, and with as many triangles as several pieces hold. */
static void pieces_make_the_mesh_again(void **state)
{
    (void)state;
    test_random_start(7);
    test_solid solids[] = { test_solid_box(1, 2, 3), test_solid_box(40, 30, 320), test_solid_sphere(0.01, 5),
                            test_solid_stone(90, 4, 0.2), test_mesh_cylinder(2, 300, 60), test_solid_box(0.5, 1, 1000),
                            test_mesh_wigley(100, 10, 6, 3, 40, 8), test_mesh_step(50), test_solid_sphere(16.5, 1) };
    static const double centers[3][3] = { { 0, 0, 0 }, { 0.1, -0.7, 0.3 }, { 30, 2, -400 } };
    test_worst volumes = { 0 }, edges = { 0 };
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 3; k++) {
            test_about("solid %d, centre of mass %d", i, k);
            if (i == 2 && k > 0) continue;      /* a centimetre, seen from afar, is not known to a micrometre */
            assert_panels(&solids[i].mesh, centers[k], &volumes, &edges);
        }
        test_solid_free(&solids[i]);
    }
    WORST(&volumes, "volume, area and centroid, in 1e-6");
    WORST(&edges, "edges beyond a piece's radius, in 1e-5 m");
}

static void small_hulls_have_one_piece(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 2, 3);
    flo__pieces cut;
    OK(flo__panels_cut(&cut, &box.mesh, (const double[3]){ 0, -0.25, 0 }));
    test_about("box of panels");
    assert_int_equal(cut.pieces, 1);
    assert_int_equal(cut.samples, 8);
    assert_int_equal(cut.panels, 12);
    assert_int_equal(cut.count, 8);
    NEAR(cut.centre[0].x, 0, 0);
    NEAR(cut.centre[0].y, 0, 0);
    NEAR(cut.centre[0].z, 0, 0);
    for (int i = 0; i < 8; i++) {
        NEAR(fabsf(cut.sample[i].x), 0.5, 0);
        NEAR(fabs((double)cut.sample[i].y - 0.25), 1, 0);
        NEAR(fabsf(cut.sample[i].z), 1.5, 0);
    }
    flo__pieces_free(&cut);
    test_solid_free(&box);
}

/* The means of corners by weight are those of the surface: a sphere's middle, however uneven its triangles. */
static void weights_are_shares_of_area(void **state)
{
    (void)state;
    test_solid s = test_mesh_cylinder(1, 4, 300);
    flo__pieces cut;
    OK(flo__panels_cut(&cut, &s.mesh, (const double[3]){ 0, 0, 0 }));
    test_about("a cylinder's corners");
    assert_true(cut.pieces > 1);
    double sum = 0, square = 0, at[3] = { 0 };
    for (int i = 0; i < cut.pieces * cut.samples; i++) {
        const hull_piece *c = &cut.centre[i / cut.samples];
        const hull_sample *p = &cut.sample[i];
        const double z = (double)c->z + (double)p->z, w = (double)p->weight;
        sum += w;
        at[0] += w * ((double)c->x + (double)p->x);
        at[1] += w * ((double)c->y + (double)p->y);
        at[2] += w * z;
        square += w * z * z;
    }
    /* The caps' corners lie on the rim, where a fan shares its area unevenly: only along z they balance exactly. */
    NEAR(at[2] / sum, 0, 1e-6);
    NEAR(square / sum, 4, 1e-6);
    NEAR(hypot(at[0], at[1]) / sum, 0, 0.2);
    flo__pieces_free(&cut);
    test_solid_free(&s);
}

static void a_mesh_of_too_many_panels_is_refused(void **state)
{
    (void)state;
    test_solid box = test_solid_box(20000, 20000, 20000);
    flo__pieces cut;
    test_about("a box of 20 km");
    REFUSED(flo__panels_cut(&cut, &box.mesh, (const double[3]){ 0, 0, 0 }), FLO_BAD_VALUE, "panels|2000000|16 m");
    test_solid_free(&box);
}

/* Two boxes, the second half within the first: cells hold what is inside once, the surface counts it twice. */
static void parts_that_overlap_are_refused_as_cells(void **state)
{
    (void)state;
    double vertices[16][3];
    int triangles[24][3];
    test_solid box = test_solid_box(2, 2, 2);
    for (int i = 0; i < 16; i++) {
        for (int a = 0; a < 3; a++) vertices[i][a] = box.vertices[i % 8][a] + (i >= 8 && a == 1 ? 0.5 : 0);
    }
    for (int i = 0; i < 24; i++) {
        for (int a = 0; a < 3; a++) triangles[i][a] = box.triangles[i % 12][a] + (i >= 12 ? 8 : 0);
    }
    const flo_mesh two = { (const double (*)[3])vertices, 16, (const int (*)[3])triangles, 24, false };
    flo_hull_def def = flo_default_hull_def();
    flo_hull *hull = NULL;
    def.mass = 1000;
    def.mesh = &two;
    def.buoyancy.law = FLO_ARCHIMEDES;
    REFUSED(flo_hull_create(&hull, &def), FLO_BAD_VALUE, "overlap|a cell of|panels");
    assert_null(hull);
    def.mesh_method = FLO_MESH_PANELS;
    OK(flo_hull_create(&hull, &def));
    flo_hull_destroy(hull);
    for (int i = 8; i < 16; i++) vertices[i][1] += 5;       /* side by side they are two parts of one hull */
    def.mesh_method = FLO_MESH_VOLUME;
    OK(flo_hull_create(&hull, &def));
    flo_hull_destroy(hull);
    test_solid_free(&box);
}

int test_mesh_cut(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_overlap_are_refused_as_cells),
        cmocka_unit_test(cells_add_up_to_the_mesh),
        cmocka_unit_test(a_million_cells),
        cmocka_unit_test(cells_of_a_box_are_a_grid),
        cmocka_unit_test(faces_may_lie_on_planes),
        cmocka_unit_test(each_cell_has_its_own_part),
        cmocka_unit_test(open_boxes_are_closed_where_they_end),
        cmocka_unit_test(numbers_of_samples_have_a_range),
        cmocka_unit_test(pieces_make_the_mesh_again),
        cmocka_unit_test(small_hulls_have_one_piece),
        cmocka_unit_test(weights_are_shares_of_area),
        cmocka_unit_test(a_mesh_of_too_many_panels_is_refused),
    };
    return cmocka_run_group_tests_name("mesh_cut", tests, NULL, NULL);
}
