/* SPDX-License-Identifier: MIT
 *
 * Closed meshes for tests. */
#include "test_solids.h"

static test_solid solid_make(int vertices, int triangles)
{
    test_solid s = { calloc((size_t)vertices, sizeof *s.vertices), calloc((size_t)triangles, sizeof *s.triangles),
                     { 0 } };
    assert_non_null(s.vertices);
    assert_non_null(s.triangles);
    s.mesh.vertices = (const double (*)[3])s.vertices;
    s.mesh.triangles = (const int (*)[3])s.triangles;
    return s;
}

void test_solid_free(test_solid *solid)
{
    free(solid->vertices);
    free(solid->triangles);
}

static void add_triangle(test_solid *s, int a, int b, int c)
{
    const int t[3] = { a, b, c };
    memcpy(s->triangles[s->mesh.triangle_count++], t, sizeof t);
}

/* Corner i has the high side along axis a where its bit a is set. */
test_solid test_solid_box(double x, double y, double z)
{
    static const int face[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                    { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    const double size[3] = { x, y, z };
    test_solid s = solid_make(8, 12);
    s.mesh.vertex_count = 8;
    for (int i = 0; i < 8; i++) {
        for (int a = 0; a < 3; a++) s.vertices[i][a] = size[a] * (i >> a & 1 ? 0.5 : -0.5);
    }
    for (int f = 0; f < 6; f++) {
        add_triangle(&s, face[f][0], face[f][1], face[f][2]);
        add_triangle(&s, face[f][0], face[f][2], face[f][3]);
    }
    return s;
}

static test_solid octahedron(void)
{
    test_solid s = solid_make(6, 8);
    s.mesh.vertex_count = 6;
    for (int i = 0; i < 6; i++) s.vertices[i][i / 2] = i % 2 ? -1 : 1;
    for (int octant = 0; octant < 8; octant++) {
        const int x = octant & 1, y = 2 + (octant >> 1 & 1), z = 4 + (octant >> 2 & 1);
        const bool turned = (x + y + z) % 2 != 0;
        add_triangle(&s, x, turned ? z : y, turned ? y : z);
    }
    return s;
}

/* The middle of an edge, on the unit sphere; the same corner whichever triangle asks. */
static int middle_of(test_solid *s, int a, int b)
{
    double m[3], length = 0;
    for (int i = 0; i < 3; i++) {
        m[i] = (s->vertices[a][i] + s->vertices[b][i]) / 2;
        length += m[i] * m[i];
    }
    for (int i = 0; i < 3; i++) m[i] /= sqrt(length);
    for (int v = 0; v < s->mesh.vertex_count; v++) {
        const double *at = s->vertices[v];
        if (fabs(at[0] - m[0]) + fabs(at[1] - m[1]) + fabs(at[2] - m[2]) < 1e-9) return v;
    }
    memcpy(s->vertices[s->mesh.vertex_count], m, sizeof m);
    return s->mesh.vertex_count++;
}

static test_solid cut_in_four(test_solid coarse)
{
    const int old = coarse.mesh.triangle_count;
    test_solid s = solid_make(coarse.mesh.vertex_count + 3 * old / 2, 4 * old);
    s.mesh.vertex_count = coarse.mesh.vertex_count;
    memcpy(s.vertices, coarse.vertices, (size_t)s.mesh.vertex_count * sizeof *s.vertices);
    for (int t = 0; t < old; t++) {
        const int *v = coarse.triangles[t];
        const int m[3] = { middle_of(&s, v[0], v[1]), middle_of(&s, v[1], v[2]), middle_of(&s, v[2], v[0]) };
        add_triangle(&s, v[0], m[0], m[2]);
        add_triangle(&s, v[1], m[1], m[0]);
        add_triangle(&s, v[2], m[2], m[1]);
        add_triangle(&s, m[0], m[1], m[2]);
    }
    test_solid_free(&coarse);
    return s;
}

test_solid test_solid_stone(double radius, int cuts, double share)
{
    test_solid s = octahedron();
    for (int i = 0; i < cuts; i++) s = cut_in_four(s);
    for (int v = 0; v < s.mesh.vertex_count; v++) {
        const double reach = radius * (1 + (share > 0 ? test_random(-share, share) : 0));
        for (int a = 0; a < 3; a++) s.vertices[v][a] *= reach;
    }
    return s;
}

test_solid test_solid_sphere(double radius, int cuts) { return test_solid_stone(radius, cuts, 0); }

double test_solid_volume(const test_solid *solid)
{
    double sum = 0;
    for (int i = 0; i < solid->mesh.triangle_count; i++) {
        const int *t = solid->triangles[i];
        const double *a = solid->vertices[t[0]], *b = solid->vertices[t[1]], *c = solid->vertices[t[2]];
        sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
    }
    return sum;
}
