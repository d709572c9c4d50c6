/* SPDX-License-Identifier: MIT
 *
 * What stands behind the files of a run and can be asked for without one: the spectrum that a scene keeps, and the
 * shapes that hulls of points are drawn with. */
#include "test.h"

#include "../host/io/boat_shape.h"
#include "../host/io/npy.h"
#include "../host/io/scene.h"

#include <unistd.h>

static scene *read_scene(const char *text)
{
    char path[] = "/tmp/flotilla-outputs-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    scene *s = NULL;
    const flo_status status = scene_read(&s, path, NULL);
    unlink(path);
    if (status) fail_msg("%s: %s", text, flo_message());
    return s;
}

/* S(f) = 5/16 Hs^2 fp^4 f^-5 exp(-5/4 (fp/f)^4): W. J. Pierson and L. Moskowitz, 1964. */
static void pierson_moskowitz_is_kept(void **state)
{
    (void)state;
    scene *s = read_scene("sea: {spectrum: {type: pm, hs: 2.5, tp: 8}}");
    assert_true(s->asked.count > 100);
    for (int i = 0; i < s->asked.count; i++) {
        const double f = s->asked.frequency[i], r = 1 / (8 * f);
        const double expected = 5.0 / 16 * 2.5 * 2.5 * pow(r, 4) / f * exp(-1.25 * pow(r, 4));
        assert_true(fabs(s->asked.density[i] - expected) <= 2e-5 * (5.0 / 16 * 2.5 * 2.5 * 8));
    }
    scene_free(s);
}

static double most_of(const scene *s)
{
    double most = 0;
    for (int i = 0; i < s->asked.count; i++) most = fmax(most, s->asked.density[i]);
    return most;
}

/* The peak of JONSWAP is gamma times that of Pierson-Moskowitz, but for what keeps Hs: some 0.7 of it at 3.3
 * (Y. Goda, 2010: 1 - 0.287 ln gamma). */
static void jonswap_is_kept(void **state)
{
    (void)state;
    scene *j = read_scene("sea: {spectrum: {type: jonswap, hs: 2.5, tp: 8}}");
    double energy = 0;
    for (int i = 0; i < j->asked.count; i++) {
        energy += j->asked.density[i] * (j->asked.frequency[1] - j->asked.frequency[0]);
    }
    const double pm = 5.0 / 16 * 2.5 * 2.5 * 8 * exp(-1.25);
    NEAR(most_of(j) / pm / 3.3, 1 - 0.287 * log(3.3), 0.02);
    NEAR(energy / (2.5 * 2.5 / 16), 0.985, 0.015);                      /* what is beyond the curve's end lacks */
    scene_free(j);
}

/* What water of this depth takes from waves of this frequency: tanh^2(x) / (1 + 2x / sinh 2x), x = kh from
 * (2 pi f)^2 h / g = x tanh x (S. A. Kitaigorodskii et al., 1975); the root by halves. */
static double depth_takes(double f, double depth)
{
    const double wanted = 4 * pi * pi * f * f * depth / 9.81;
    double low = 0, high = 10 + wanted;
    for (int i = 0; i < 100; i++) {
        const double x = (low + high) / 2;
        *(x * tanh(x) < wanted ? &low : &high) = x;
    }
    return tanh(low) * tanh(low) / (1 + 2 * low / sinh(2 * low));
}

/* TMA is JONSWAP times what the depth takes, and a number that keeps Hs: as the numbers of all frequencies are one, it
 * cancels.  Water of 4000 m takes nothing; all is in doubles, and the library finds k to some 1e-12. */
static void tma_is_kept(void **state)
{
    (void)state;
    scene *j = read_scene("sea: {spectrum: {type: jonswap, hs: 2.5, tp: 8}}");
    scene *deep = read_scene("sea: {spectrum: {type: tma, hs: 2.5, tp: 8}, depth: 4000}");
    scene *shallow = read_scene("sea: {spectrum: {type: tma, hs: 2.5, tp: 8}, depth: 6}");
    const int last = j->asked.count - 1;
    const double *f = j->asked.frequency, within = 1e-9 * most_of(j);
    const double number = shallow->asked.density[last] / j->asked.density[last] / depth_takes(f[last], 6);
    assert_true(number > 1);
    for (int i = 0; i <= last; i++) {
        NEAR(deep->asked.density[i], j->asked.density[i], within);
        NEAR(shallow->asked.density[i], number * depth_takes(f[i], 6) * j->asked.density[i], number * within);
    }
    scene_free(j);
    scene_free(deep);
    scene_free(shallow);
}

/* Closed, and facing outwards, whatever the points. */
static void made_up_hulls_are_closed(void **state)
{
    (void)state;
    static const double boat[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };
    static const double line[3][3] = { { 0, 0.1, 0 }, { 3, 0.1, 0 }, { 6, 0.1, 0 } };
    static const struct { const double (*points)[3]; int count; } hulls[] = { { boat, 1 }, { boat, 2 }, { boat, 4 },
                                                                              { line, 3 } };
    for (int i = 0; i < 4; i++) {
        flo_hull_def def = flo_default_hull_def();
        boat_shape shape;
        flo_mesh_info info;
        def.points = hulls[i].points;
        def.point_count = hulls[i].count;
        def.mass = 700;
        def.buoyancy.reference_depth = 0.5;
        boat_shape_make(&shape, &def, 1025);
        assert_true(shape.of.vertex_count <= BOAT_VERTICES && shape.of.triangle_count <= BOAT_TRIANGLES);
        const flo_mesh mesh = { shape.of.vertices, shape.of.vertex_count, shape.of.triangles,
                                shape.of.triangle_count, false };
        assert_int_equal(flo_mesh_get_info(&mesh, &info), FLO_OK);
        assert_true(info.open_edges == 0 && info.crowded_edges == 0 && info.degenerate == 0 && info.volume > 0);
        for (int a = 0; a < 3; a += 2) assert_true(info.low[a] <= hulls[i].points[0][a] + 1e-9);
    }
}

/* Every row has a place of its own, one behind the other, so that writers need not know of each other. */
static void rows_have_places(void **state)
{
    (void)state;
    assert_int_equal(npy_offset(7, 0, 0), 512);
    assert_int_equal(npy_offset(7, 0, 6) + 112, npy_offset(7, 1, 0));
    assert_int_equal(npy_offset(4000000000, 3, 5), 512 + (3 * 4000000000ull + 5) * 112);
}

int test_outputs(void);
int test_outputs(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pierson_moskowitz_is_kept),
        cmocka_unit_test(jonswap_is_kept),
        cmocka_unit_test(tma_is_kept),
        cmocka_unit_test(made_up_hulls_are_closed),
        cmocka_unit_test(rows_have_places),
    };
    return cmocka_run_group_tests_name("outputs", tests, NULL, NULL);
}
