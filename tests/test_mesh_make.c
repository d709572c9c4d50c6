/* SPDX-License-Identifier: MIT
 *
 * More closed meshes, and what may be done to one. */
#include "test_mesh_make.h"

test_solid test_mesh_copy(const double (*vertices)[3], int vertex_count, const int (*triangles)[3], int triangle_count)
{
    test_solid s = { malloc((size_t)vertex_count * sizeof *s.vertices),
                     malloc((size_t)triangle_count * sizeof *s.triangles), { 0 } };
    assert_non_null(s.vertices);
    assert_non_null(s.triangles);
    if (vertices) memcpy(s.vertices, vertices, (size_t)vertex_count * sizeof *s.vertices);
    if (triangles) memcpy(s.triangles, triangles, (size_t)triangle_count * sizeof *s.triangles);
    s.mesh = (flo_mesh){ (const double (*)[3])s.vertices, vertex_count, (const int (*)[3])s.triangles, triangle_count,
                         false };
    return s;
}

static void set_vertex(test_solid *s, int i, double x, double y, double z)
{
    const double at[3] = { x, y, z };
    memcpy(s->vertices[i], at, sizeof at);
}

static void set_triangle(test_solid *s, int *i, int a, int b, int c)
{
    const int t[3] = { a, b, c };
    memcpy(s->triangles[(*i)++], t, sizeof t);
}

test_solid test_mesh_prism(const double (*profile)[2], int corners, int hub, double length)
{
    test_solid s = test_mesh_copy(NULL, 2 * corners, NULL, 4 * corners - 4);
    int t = 0;
    for (int i = 0; i < corners; i++) {
        set_vertex(&s, i, profile[i][0], profile[i][1], length / 2);
        set_vertex(&s, corners + i, profile[i][0], profile[i][1], -length / 2);
    }
    for (int i = 0; i < corners; i++) {
        const int next = (i + 1) % corners;
        set_triangle(&s, &t, i, corners + i, corners + next);
        set_triangle(&s, &t, i, corners + next, next);
        if (i == hub || next == hub) continue;
        set_triangle(&s, &t, hub, i, next);
        set_triangle(&s, &t, corners + hub, corners + next, corners + i);
    }
    assert_int_equal(t, s.mesh.triangle_count);
    return s;
}

test_solid test_mesh_cylinder(double radius, double length, int corners)
{
    double (*profile)[2] = malloc((size_t)corners * sizeof *profile);
    assert_non_null(profile);
    for (int i = 0; i < corners; i++) {
        profile[i][0] = radius * cos(2 * pi * i / corners);
        profile[i][1] = radius * sin(2 * pi * i / corners);
    }
    test_solid s = test_mesh_prism((const double (*)[2])profile, corners, 0, length);
    free(profile);
    return s;
}

test_solid test_mesh_step(double length)
{
    static const double profile[6][2] = { { 0, 0 }, { 4, 0 }, { 4, 2 }, { 2, 2 }, { 2, 4 }, { 0, 4 } };
    return test_mesh_prism(profile, 6, 3, length);
}

test_solid test_mesh_wigley(double length, double breadth, double draft, double freeboard, int stations, int levels)
{
    const int rows = levels + 2, columns = stations + 1, side = rows * columns;
    test_solid s = test_mesh_copy(NULL, 2 * side, NULL, 4 * stations * (rows - 1) + 2 * stations);
    int t = 0;
    for (int i = 0; i < columns; i++) {
        for (int j = 0; j < rows; j++) {
            const double along = 2.0 * i / stations - 1, down = j < levels ? 1 - (double)j / levels : 0;
            const double half = breadth / 2 * (1 - along * along) * (1 - down * down);
            const double y = j <= levels ? -draft * down : freeboard;
            set_vertex(&s, i * rows + j, half, y, along * length / 2);
            set_vertex(&s, side + i * rows + j, -half, y, along * length / 2);
        }
    }
    for (int i = 0; i < stations; i++) {
        for (int j = 0; j + 1 < rows; j++) {
            const int a = i * rows + j, b = a + rows;
            set_triangle(&s, &t, a, a + 1, b + 1);
            set_triangle(&s, &t, a, b + 1, b);
            set_triangle(&s, &t, side + a, side + b + 1, side + a + 1);
            set_triangle(&s, &t, side + a, side + b, side + b + 1);
        }
        const int a = i * rows + rows - 1, b = a + rows;
        set_triangle(&s, &t, a, side + a, side + b);
        set_triangle(&s, &t, a, side + b, b);
    }
    assert_int_equal(t, s.mesh.triangle_count);
    return s;
}

void test_mesh_cycle(test_solid *solid)
{
    for (int i = 0; i < solid->mesh.vertex_count; i++) {
        const double *v = solid->vertices[i];
        set_vertex(solid, i, v[1], v[2], v[0]);
    }
}

void test_mesh_move(test_solid *solid, double x, double y, double z)
{
    for (int i = 0; i < solid->mesh.vertex_count; i++) {
        const double *v = solid->vertices[i];
        set_vertex(solid, i, v[0] + x, v[1] + y, v[2] + z);
    }
}

void test_mesh_turn(test_solid *solid, double x, double z)
{
    for (int i = 0; i < solid->mesh.vertex_count; i++) {
        const double *v = solid->vertices[i];
        const double y1 = cos(x) * v[1] - sin(x) * v[2], z1 = sin(x) * v[1] + cos(x) * v[2];
        set_vertex(solid, i, cos(z) * v[0] - sin(z) * y1, sin(z) * v[0] + cos(z) * y1, z1);
    }
}

void test_mesh_flip(test_solid *solid)
{
    for (int i = 0; i < solid->mesh.triangle_count; i++) {
        const int swap = solid->triangles[i][0];
        solid->triangles[i][0] = solid->triangles[i][1];
        solid->triangles[i][1] = swap;
    }
}

test_solid test_mesh_shuffled(const test_solid *solid)
{
    const int n = solid->mesh.vertex_count, m = solid->mesh.triangle_count;
    test_solid s = test_mesh_copy(NULL, 2 * n, solid->mesh.triangles, m);
    int *place = malloc((size_t)(2 * n) * sizeof *place);
    assert_non_null(place);
    for (int i = 0; i < 2 * n; i++) place[i] = i;
    for (int i = 2 * n - 1; i > 0; i--) {
        const int other = (int)test_random(0, i + 0.999), swap = place[i];
        place[i] = place[other];
        place[other] = swap;
    }
    for (int i = 0; i < 2 * n; i++) memcpy(s.vertices[place[i]], solid->vertices[i % n], sizeof s.vertices[0]);
    for (int i = m - 1; i >= 0; i--) {
        const int other = (int)test_random(0, i + 0.999), turn = (int)test_random(0, 2.999);
        int swap[3];
        memcpy(swap, s.triangles[other], sizeof swap);
        memcpy(s.triangles[other], s.triangles[i], sizeof swap);
        for (int k = 0; k < 3; k++) s.triangles[i][k] = place[swap[(k + turn) % 3] + (test_random(0, 1) < 0.5 ? 0 : n)];
    }
    free(place);
    return s;
}
