/* SPDX-License-Identifier: MIT
 *
 * The oracle's bodies: what they are made of, attitudes and inertia, in double and in the words of flotilla.h. */
#include "oracle_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- vectors and attitudes ------------------------------------------------------------------------------------- */

double oracle_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void oracle_add_cross(double sum[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++) sum[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

void oracle_axes(const double q[4], double axes[3][3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double m[3][3] = { { w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y) },
                             { 2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x) },
                             { 2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z } };
    memcpy(axes, m, sizeof m);
}

void oracle_turn(const double orientation[4], const double v[3], double out[3])
{
    double axes[3][3];
    oracle_axes(orientation, axes);
    for (int i = 0; i < 3; i++) out[i] = axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2];
}

void oracle_turn_back(const double q[4], const double v[3], double along[3])
{
    double axes[3][3];
    oracle_axes(q, axes);
    for (int a = 0; a < 3; a++) along[a] = oracle_dot(axes[a], v);
}

void oracle_apply(const double q[4], double matrix[3][3], const double v[3], double out[3])
{
    double along[3], applied[3];
    oracle_turn_back(q, v, along);
    for (int a = 0; a < 3; a++) applied[a] = oracle_dot(matrix[a], along);
    oracle_turn(q, applied, out);
}

void oracle_invert(double m[3][3], double inverse[3][3])
{
    double determinant = 0;
    for (int r = 0; r < 3; r++) {
        const double *a = m[(r + 1) % 3], *b = m[(r + 2) % 3];
        double cofactor[3] = { 0 };
        oracle_add_cross(cofactor, a, b);
        determinant += oracle_dot(m[r], cofactor) / 3;
        for (int c = 0; c < 3; c++) inverse[c][r] = cofactor[c];
    }
    for (int i = 0; i < 9; i++) inverse[i / 3][i % 3] /= determinant;
}

void oracle_momentum(const double orientation[4], const double inertia[3], const double spin[3], double out[3])
{
    double matrix[3][3] = { { inertia[0], 0, 0 }, { 0, inertia[1], 0 }, { 0, 0, inertia[2] } };
    oracle_apply(orientation, matrix, spin, out);
}

void oracle_rotate(double q[4], const double spin[3], double time)
{
    const double angle = sqrt(oracle_dot(spin, spin)) * time;
    const double s = angle != 0 ? sin(angle / 2) / angle * time : 0, w = cos(angle / 2);
    const double v[3] = { s * spin[0], s * spin[1], s * spin[2] }, old[4] = { q[0], q[1], q[2], q[3] };
    double length = 0;
    q[0] = w * old[0] - oracle_dot(v, old + 1);
    for (int i = 0; i < 3; i++) q[1 + i] = w * old[1 + i] + old[0] * v[i];
    oracle_add_cross(q + 1, v, old + 1);
    for (int i = 0; i < 4; i++) length += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= sqrt(length);
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

static bool is_box(const flo_hull_def *hull) { return hull->point_count == 0 && !hull->mesh; }
bool oracle_is_cells(const flo_hull_def *hull) { return is_box(hull) && hull->buoyancy.law == FLO_ARCHIMEDES; }
bool oracle_is_panels(const flo_hull_def *hull) { return hull->mesh && hull->mesh_method == FLO_MESH_PANELS; }

/* By the divergence theorem: a tetrahedron from the origin to each triangle. */
static double mesh_volume(const flo_mesh *mesh)
{
    double sum = 0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangles[i];
        double normal[3] = { 0 };
        oracle_add_cross(normal, mesh->vertices[t[1]], mesh->vertices[t[2]]);
        sum += oracle_dot(mesh->vertices[t[0]], normal) / 6;
    }
    return sum;
}

/* The inertia about given axes, in the hull's. */
static void fill_in_inertia(oracle_body *b)
{
    static const double own[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double (*axis)[3] = (const double (*)[3])b->hull.principal_axes;
    bool given = false;
    for (int i = 0; i < 9; i++) given = given || axis[i / 3][i % 3] != 0;
    if (!given) axis = own;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            for (int a = 0; a < 3; a++) b->inertia[r][c] += b->hull.inertia[a] * axis[a][r] * axis[a][c];
        }
    }
}

static void fill_in(flo_hull_def *hull)
{
    const double *s = hull->box_size;
    if (is_box(hull) && hull->volume == 0) hull->volume = s[0] * s[1] * s[2];
    if (hull->mesh && hull->volume == 0) hull->volume = mesh_volume(hull->mesh);
    const bool stated = hull->inertia[0] != 0;
    if (!stated && !is_box(hull)) abort();
    for (int a = 0; a < 3; a++) {
        if (!stated) hull->inertia[a] = hull->mass * (oracle_dot(s, s) - s[a] * s[a]) / 12;
        hull->inertia[a] *= hull->inertia_scale;
    }
}

static int sample_count(const flo_hull_def *hull)
{
    if (oracle_is_panels(hull)) return hull->mesh->vertex_count;
    if (hull->mesh) abort();                                /* cells of a mesh are the library's own cutting */
    return is_box(hull) ? hull->box_grid[0] * hull->box_grid[1] * hull->box_grid[2] : hull->point_count;
}

static void sample_of(const flo_hull_def *hull, int i, double out[3])
{
    const int *grid = hull->box_grid;
    for (int a = 0; a < 3; a++) {
        if (is_box(hull)) {
            const double cell = hull->box_size[a] / grid[a];
            const int at = a == 0 ? i % grid[0] : a == 1 ? i / grid[0] % grid[1] : i / (grid[0] * grid[1]);
            out[a] = (at + 0.5) * cell - hull->box_size[a] / 2 - hull->center_of_mass[a];
        } else {
            out[a] = (hull->mesh ? hull->mesh->vertices : hull->points)[i][a] - hull->center_of_mass[a];
        }
    }
}

/* A third of each triangle for each of its corners. */
static void share_by_area(const flo_mesh *mesh, double *share)
{
    double whole = 0;
    for (int v = 0; v < mesh->vertex_count; v++) share[v] = 0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangles[i];
        double u[3], v[3], normal[3] = { 0 };
        for (int a = 0; a < 3; a++) {
            u[a] = mesh->vertices[t[1]][a] - mesh->vertices[t[0]][a];
            v[a] = mesh->vertices[t[2]][a] - mesh->vertices[t[0]][a];
        }
        oracle_add_cross(normal, u, v);
        const double area = sqrt(oracle_dot(normal, normal)) / 2;
        for (int k = 0; k < 3; k++) share[t[k]] += area / 3;
        whole += area;
    }
    for (int v = 0; v < mesh->vertex_count; v++) share[v] /= whole;
}

oracle_body oracle_body_make(const flo_hull_def *hull, const flo_body_state *state, flo_body_control control)
{
    oracle_body b = { .hull = *hull, .control = control };
    fill_in(&b.hull);
    fill_in_inertia(&b);
    b.samples = sample_count(hull);
    b.sample = calloc((size_t)b.samples, sizeof *b.sample);
    b.height = calloc((size_t)b.samples, 3 * sizeof *b.height);
    if (!b.sample || !b.height) abort();
    b.height_before = b.height + b.samples;
    b.share = b.height_before + b.samples;
    for (int i = 0; i < b.samples; i++) {
        sample_of(hull, i, b.sample[i]);
        b.share[i] = 1.0 / b.samples;
    }
    if (hull->mesh) share_by_area(hull->mesh, b.share);
    double square = 0, arm[3];
    for (int i = 0; i < 4; i++) square += (double)state->orientation[i] * state->orientation[i];
    for (int i = 0; i < 4; i++) b.orientation[i] = state->orientation[i] / sqrt(square);
    oracle_turn(b.orientation, hull->center_of_mass, arm);
    for (int i = 0; i < 3; i++) {
        b.spin[i] = state->angular_velocity[i];
        b.place[i] = state->position[i] + arm[i];
        b.velocity[i] = state->velocity[i];
    }
    oracle_add_cross(b.velocity, b.spin, arm);
    oracle_apply(b.orientation, b.inertia, b.spin, b.momentum);
    return b;
}

void oracle_body_free(oracle_body *body)
{
    free(body->sample);
    free(body->height);
    body->sample = NULL;
    body->height = body->height_before = body->share = NULL;
}

void oracle_body_origin(const oracle_body *body, double position[3], double velocity[3])
{
    const double *com = body->hull.center_of_mass, back[3] = { -com[0], -com[1], -com[2] };
    double arm[3];
    oracle_turn(body->orientation, back, arm);
    for (int i = 0; i < 3; i++) {
        position[i] = body->place[i] + arm[i];
        velocity[i] = body->velocity[i];
    }
    oracle_add_cross(velocity, body->spin, arm);
}
