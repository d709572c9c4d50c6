/* SPDX-License-Identifier: MIT
 *
 * Real hulls.  They are public, in the repositories that begin their names; they are looked for in hulls/ under the
 * folder that FLOTILLA_TEST_DATA names, and skipped if that is not set. */
#include "io/mesh_file.h"
#include "mesh.h"
#include "test.h"

int test_mesh_real(void);

enum { NAME_SIZE = 512 };

static mesh_file read_as(const char *path, mesh_up up)
{
    mesh_file file;
    mesh_file_options options = mesh_file_default_options();
    options.up = up;
    OK(mesh_file_read(&file, path, &options));
    return file;
}

static const char *real_name(const char *file)
{
    static char name[NAME_SIZE];
    const char *const data = getenv("FLOTILLA_TEST_DATA");
    if (!data) skip();
    snprintf(name, sizeof name, "%s/hulls/%s", data ? data : "", file);
    return name;
}

typedef struct real_hull {
    const char *file;
    int triangles, vertices, open_edges;
    double volume, volume_within, area, area_within, size[3], size_within;
} real_hull;

static const real_hull real_hulls[] = {
    { "cgltf_Box.glb", 12, 8, 0, 1, 1e-12, 6, 1e-12, { 1, 1, 1 }, 0 },
    { "hydrochrono_f3of_flap.obj", 496, 344, 204, 277.58, 5e-3, 464.17, 5e-3, { 2, 21, 10 }, 1e-12 },
    { "hydrochrono_oes_task10_sphere.obj", 8064, 4034, 0, 522.443, 5e-4, 313.81, 5e-3, { 10, 10, 10 }, 1e-12 },
    { "hydrochrono_oswec_base.obj", 12, 8, 0, 48.708, 1e-12, 124.464, 1e-12, { 1.8, 18.04, 1.5 }, 1e-14 },
    { "hydrochrono_oswec_base.stl", 12, 8, 0, 48.708, 1e-12, 124.464, 1e-12, { 1.8, 18.04, 1.5 }, 1e-14 },
    { "hydrochrono_rm3_plate.obj", 356, 180, 0, 1134.16, 5e-3, 2131.7, 5e-2, { 29.95, 30, 37.91 }, 1e-2 },
    { "vesseljs_FPSO.stl", 916, 460, 0, 548643, 1e-6 * 548643, 58319, 0.5, { 316, 54, 47 }, 1e-4 },
    { "vrx_shape_1_boat_convex.stl", 36, 20, 0, 0.149901, 5e-7, 1.9279, 5e-5, { 0.99, 0.6, 0.49 }, 1e-3 },
};

/* Published figures, or those of independent readers; cells and panels of every closed one. */
static void real_hulls_have_their_figures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof real_hulls / sizeof *real_hulls; i++) {
        const real_hull *h = &real_hulls[i];
        mesh_file file = read_as(real_name(h->file), MESH_UP_Y);
        flo_mesh_info info;
        test_about("%s", h->file);
        OK(flo_mesh_get_info(&file.mesh, &info));
        assert_int_equal(info.triangles, h->triangles);
        assert_int_equal(info.vertices, h->vertices);
        assert_int_equal(info.open_edges, h->open_edges);
        assert_int_equal(info.degenerate, 0);
        NEAR(info.volume, h->volume, h->volume_within);
        NEAR(info.area, h->area, h->area_within);
        for (int a = 0; a < 3; a++) NEAR(info.high[a] - info.low[a], h->size[a], h->size_within);
        flo__cells cells;
        if (h->open_edges) {
            REFUSED(flo__cells_cut(&cells, &file.mesh, 64), FLO_BAD_VALUE, "open|204 edges");
        } else {
            double volume = 0, moment[3] = { 0 };
            OK(flo__cells_cut(&cells, &file.mesh, 200));
            for (int k = 0; k < cells.count; k++) {
                volume += cells.volume[k];
                for (int a = 0; a < 3; a++) moment[a] += cells.volume[k] * (cells.center[k][a] - info.centroid[a]);
            }
            NEAR(volume, info.volume, 1e-9 * info.volume);
            for (int a = 0; a < 3; a++) NEAR(moment[a] / volume, 0, 1e-9 * h->size[a]);
            NEAR(cells.count, 200, 20);
            flo__cells_free(&cells);
        }
        mesh_file_free(&file);
    }
}

static void real_box_is_the_same_from_both_files(void **state)
{
    (void)state;
    static const char *const names[] = { "hydrochrono_oswec_base.obj", "hydrochrono_oswec_base.stl" };
    flo_mesh_info info[2];
    flo__cells cells[2];
    flo__pieces cut[2];
    test_about("the box as OBJ and STL");
    for (int i = 0; i < 2; i++) {
        mesh_file file = read_as(real_name(names[i]), MESH_UP_Z);
        OK(flo_mesh_get_info(&file.mesh, &info[i]));
        OK(flo__cells_cut(&cells[i], &file.mesh, 200));
        OK(flo__panels_cut(&cut[i], &file.mesh, info[i].centroid));
        mesh_file_free(&file);
    }
    SAME(info[0].low, info[1].low, sizeof info[0] - offsetof(flo_mesh_info, low));
    assert_int_equal(cells[0].count, cells[1].count);
    SAME(cells[0].center, cells[1].center, (size_t)cells[0].count * sizeof cells[0].center[0]);
    SAME(cells[0].volume, cells[1].volume, (size_t)cells[0].count * sizeof cells[0].volume[0]);
    assert_int_equal(cut[0].samples, cut[1].samples);
    SAME(cut[0].sample, cut[1].sample, (size_t)(cut[0].pieces * cut[0].samples) * sizeof cut[0].sample[0]);
    SAME(cut[0].panel, cut[1].panel, (size_t)(cut[0].pieces * cut[0].panels) * sizeof cut[0].panel[0]);
    for (int i = 0; i < 2; i++) {
        flo__cells_free(&cells[i]);
        flo__pieces_free(&cut[i]);
    }
}

/* Half under water, against the areas and moments of 4,000 horizontal sections, added up by the midpoint rule. */
static void real_ship_floats(void **state)
{
    (void)state;
    mesh_file file = read_as(real_name("vesseljs_FPSO.stl"), MESH_UP_Z);
    flo_mesh_info info;
    flo_hydrostatics floats;
    test_about("FPSO");
    OK(flo_mesh_get_info(&file.mesh, &info));
    OK(flo_mesh_float(&file.mesh, info.volume / 2 * 1025, 1025, info.centroid, &floats));
    NEAR(info.high[2] - info.low[2], 316, 1e-4);        /* its length lies forward */
    NEAR(floats.draft, 16.808421, 2e-6);
    NEAR(floats.waterplane, 16978.1017, 2e-3);
    NEAR(floats.flotation[0], 0, 1e-6);
    NEAR(floats.flotation[1], 0, 1e-6);
    NEAR(floats.buoyancy[1], 8.5474582, 2e-6);
    NEAR(floats.bm[0], 14.9224975, 2e-5);
    NEAR(floats.bm[1], 510.024604, 1e-3);
    mesh_file_free(&file);
}

int test_mesh_real(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_hulls_have_their_figures),
        cmocka_unit_test(real_box_is_the_same_from_both_files),
        cmocka_unit_test(real_ship_floats),
    };
    return cmocka_run_group_tests_name("mesh_real", tests, NULL, NULL);
}
