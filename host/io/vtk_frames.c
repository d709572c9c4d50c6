/* SPDX-License-Identifier: MIT
 *
 * What stands in a frame's files: bodies, their shapes, and the sea; see vtk.h. */
#include "vtk.h"

#include <string.h>

enum { PIECE = 256 };           /* bodies, corners or points at a time */

void vtk_axes(const float q[4], double axes[3][3])
{
    const double w = (double)q[0], x = (double)q[1], y = (double)q[2], z = (double)q[3];
    const double m[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                             { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                             { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } };
    memcpy(axes, m, sizeof m);
}

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

enum { BODY, ORIENTATION, PORT, UP, FORWARD, VELOCITY, SPIN, FORCE, TORQUE, SUBMERGED, BODY_ARRAYS };

void vtk_begin_bodies(vtk_file *v, uint64_t bodies)
{
    static const vtk_array arrays[BODY_ARRAYS] = {
        { .name = "body", .type = VTK_INT64, .components = 1 },
        { .name = "orientation", .type = VTK_FLOAT, .components = 4 },
        { .name = "port", .type = VTK_FLOAT, .components = 3 },
        { .name = "up", .type = VTK_FLOAT, .components = 3 },
        { .name = "forward", .type = VTK_FLOAT, .components = 3 },
        { .name = "velocity", .type = VTK_FLOAT, .components = 3 },
        { .name = "angular_velocity", .type = VTK_FLOAT, .components = 3 },
        { .name = "force", .type = VTK_FLOAT, .components = 3 },
        { .name = "torque", .type = VTK_FLOAT, .components = 3 },
        { .name = "submerged", .type = VTK_FLOAT, .components = 1 },
    };
    memcpy(v->array, arrays, sizeof arrays);
    v->count = BODY_ARRAYS;
    v->cell = VTK_VERTEX;
    v->points = v->cells = bodies;
    vtk_begin(v);
    vtk_put_plain_cells(v);
    vtk_end(v);
}

/* A piece of the bodies, array by array. */
typedef struct body_piece {
    int64_t body[PIECE];
    double position[PIECE][3];
    float orientation[PIECE][4], axis[3][PIECE][3], velocity[PIECE][3], spin[PIECE][3], force[PIECE][3];
    float torque[PIECE][3], submerged[PIECE];
} body_piece;

static void fill(body_piece *p, size_t at, int64_t body, const flo_body_state *state, const flo_body_load *load)
{
    double turn[3][3];
    vtk_axes(state->orientation, turn);
    p->body[at] = body;
    memcpy(p->position[at], state->position, sizeof state->position);
    memcpy(p->orientation[at], state->orientation, sizeof state->orientation);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < 3; i++) p->axis[axis][at][i] = (float)turn[i][axis];
    }
    memcpy(p->velocity[at], state->velocity, sizeof state->velocity);
    memcpy(p->spin[at], state->angular_velocity, sizeof state->angular_velocity);
    memcpy(p->force[at], load->force, sizeof load->force);
    memcpy(p->torque[at], load->torque, sizeof load->torque);
    p->submerged[at] = load->submerged;
}

void vtk_put_bodies(vtk_file *v, const body_rows *rows)
{
    body_piece p;
    const void *const columns[BODY_ARRAYS] = { p.body,  p.orientation, p.axis[0], p.axis[1], p.axis[2],
                                               p.velocity, p.spin, p.force, p.torque, p.submerged };
    for (size_t from = 0; from < rows->count; from += PIECE) {
        const size_t left = rows->count - from, count = left < PIECE ? left : PIECE;
        const uint64_t first = rows->first + from;
        for (size_t i = 0; i < count; i++) {
            fill(&p, i, (int64_t)(first + i), &rows->state[from + i], &rows->load[from + i]);
        }
        for (int a = 0; a < BODY_ARRAYS; a++) vtk_put(v, a, first, columns[a], count);
        vtk_put(v, v->place, first, p.position, count);
    }
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

enum { HULL_BODY, HULL_SUBMERGED, HULL_SPEED, HULL_ARRAYS };

void vtk_begin_hulls(vtk_file *v, uint64_t points, uint64_t triangles)
{
    static const vtk_array arrays[HULL_ARRAYS] = {
        { .name = "body", .type = VTK_INT64, .components = 1 },
        { .name = "submerged", .type = VTK_FLOAT, .components = 1 },
        { .name = "velocity", .type = VTK_FLOAT, .components = 3 },
    };
    memcpy(v->array, arrays, sizeof arrays);
    v->count = HULL_ARRAYS;
    v->cell = VTK_TRIANGLE;
    v->points = points;
    v->cells = triangles;
    vtk_begin(v);
    vtk_end(v);
}

/* A piece of the corners of one body. */
typedef struct corner_piece {
    int64_t body[PIECE];
    float submerged[PIECE], velocity[PIECE][3];
    double position[PIECE][3];
} corner_piece;

static void put_corners(vtk_file *v, uint64_t point, const double (*vertices)[3], size_t count, corner_piece *p,
                        const double turn[3][3], const flo_body_state *state)
{
    for (size_t i = 0; i < count; i++) {
        for (int a = 0; a < 3; a++) {
            p->position[i][a] = state->position[a] + turn[a][0] * vertices[i][0] + turn[a][1] * vertices[i][1] +
                                turn[a][2] * vertices[i][2];
        }
    }
    vtk_put(v, v->place, point, p->position, count);
    vtk_put(v, HULL_BODY, point, p->body, count);
    vtk_put(v, HULL_SUBMERGED, point, p->submerged, count);
    vtk_put(v, HULL_SPEED, point, p->velocity, count);
}

static void put_triangles(vtk_file *v, uint64_t point, uint64_t triangle, const int (*triangles)[3], size_t count)
{
    int32_t corners[PIECE][3];
    for (size_t i = 0; i < count; i++) {
        for (int c = 0; c < 3; c++) corners[i][c] = (int32_t)point + triangles[i][c];
    }
    vtk_put(v, v->connectivity, 3 * triangle, corners, 3 * count);
}

void vtk_put_hull(vtk_file *v, uint64_t point, uint64_t triangle, const vtk_shape *shape, uint64_t body,
                  const flo_body_state *state, float submerged)
{
    corner_piece p;
    double turn[3][3];
    vtk_axes(state->orientation, turn);
    const size_t vertices = (size_t)shape->vertex_count, triangles = (size_t)shape->triangle_count;
    for (size_t i = 0; i < PIECE && i < vertices; i++) {
        p.body[i] = (int64_t)body;
        p.submerged[i] = submerged;
        memcpy(p.velocity[i], state->velocity, sizeof state->velocity);
    }
    for (size_t from = 0; from < vertices; from += PIECE) {
        const size_t count = vertices - from < PIECE ? vertices - from : PIECE;
        put_corners(v, point + from, shape->vertices + from, count, &p, (const double (*)[3])turn, state);
    }
    for (size_t from = 0; from < triangles; from += PIECE) {
        const size_t count = triangles - from < PIECE ? triangles - from : PIECE;
        put_triangles(v, point, triangle + from, shape->triangles + from, count);
    }
}

/* ---- the sea --------------------------------------------------------------------------------------------------- */

enum { ELEVATION, NORMAL, SEA_ARRAYS };

static void put_squares(vtk_file *v, int side)
{
    for (int row = 0; row + 1 < side; row++) {
        int32_t corner[PIECE][4];
        for (int from = 0; from + 1 < side; from += PIECE) {
            const int count = side - 1 - from < PIECE ? side - 1 - from : PIECE;
            for (int i = 0; i < count; i++) {
                const int32_t at = row * side + from + i;       /* counter-clockwise, seen from above */
                corner[i][0] = at;
                corner[i][1] = at + side;
                corner[i][2] = at + side + 1;
                corner[i][3] = at + 1;
            }
            vtk_put(v, v->connectivity, 4 * ((uint64_t)row * (uint64_t)(side - 1) + (uint64_t)from), corner,
                    4 * (uint64_t)count);
        }
    }
}

void vtk_put_sea(vtk_file *v, int side, const double *x, const double *z, const double *height, double level,
                 const float *const normal[3])
{
    const uint64_t points = (uint64_t)side * (uint64_t)side, squares = (uint64_t)(side - 1) * (uint64_t)(side - 1);
    v->array[ELEVATION] = (vtk_array){ .name = "elevation", .type = VTK_FLOAT, .components = 1 };
    v->array[NORMAL] = (vtk_array){ .name = "normal", .type = VTK_FLOAT, .components = 3 };
    v->count = SEA_ARRAYS;
    v->cell = VTK_QUAD;
    v->points = points;
    v->cells = squares;
    vtk_begin(v);
    for (uint64_t from = 0; from < points; from += PIECE) {
        const uint64_t left = points - from, count = left < PIECE ? left : PIECE;
        float elevation[PIECE], normals[PIECE][3];
        double place[PIECE][3];
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t at = from + i;
            elevation[i] = (float)(height[at] - level);
            place[i][0] = x[at], place[i][1] = height[at], place[i][2] = z[at];
            for (int a = 0; a < 3; a++) normals[i][a] = normal[a][at];
        }
        vtk_put(v, ELEVATION, from, elevation, count);
        vtk_put(v, NORMAL, from, normals, count);
        vtk_put(v, v->place, from, place, count);
    }
    put_squares(v, side);
    vtk_end(v);
}
