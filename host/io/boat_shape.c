/* SPDX-License-Identifier: MIT
 *
 * A shape for hulls that have none: what points say of a body's size, drawn as a boat, a raft or a buoy.  Nothing
 * depends on it but what is seen. */
#include "boat_shape.h"

#include <math.h>

enum { OUTLINE = 9, RING = 12, RINGS = 7 };

static void add_vertex(boat_shape *b, double x, double y, double z)
{
    double *v = b->vertex[b->of.vertex_count++];
    v[0] = x, v[1] = y, v[2] = z;
}

static void add_triangle(boat_shape *b, int one, int two, int three)
{
    int *t = b->triangle[b->of.triangle_count++];
    t[0] = one, t[1] = two, t[2] = three;
}

/* What is between two rings of as many corners, one above the other. */
static void join_rings(boat_shape *b, int lower, int upper, int corners)
{
    for (int i = 0; i < corners; i++) {
        const int next = (i + 1) % corners;
        add_triangle(b, lower + i, upper + next, upper + i);
        add_triangle(b, lower + i, lower + next, upper + next);
    }
}

static void add_lids(boat_shape *b, int lower, int upper, int corners)
{
    for (int i = 1; i + 1 < corners; i++) {
        add_triangle(b, upper, upper + i, upper + i + 1);
        add_triangle(b, lower, lower + i + 1, lower + i);
    }
}

static void add_box(boat_shape *b, const double low[3], const double high[3])
{
    const double side[4][2] = { { low[0], low[2] }, { low[0], high[2] }, { high[0], high[2] }, { high[0], low[2] } };
    const int lower = b->of.vertex_count;
    for (int i = 0; i < 4; i++) add_vertex(b, side[i][0], low[1], side[i][1]);
    for (int i = 0; i < 4; i++) add_vertex(b, side[i][0], high[1], side[i][1]);
    join_rings(b, lower, lower + 4, 4);
    add_lids(b, lower, lower + 4, 4);
}

/* A hull with a pointed, raised bow, narrower below, and a cabin. */
static void add_boat(boat_shape *b, const double low[3], const double high[3])
{
    static const double outline[OUTLINE][2] = { { 0, 0.5 },     { 0.3, 0.32 },   { 0.48, 0.08 }, { 0.5, -0.2 },
                                                { 0.42, -0.5 }, { -0.42, -0.5 }, { -0.5, -0.2 }, { -0.48, 0.08 },
                                                { -0.3, 0.32 } };
    const double width = high[0] - low[0], length = high[2] - low[2], height = high[1] - low[1];
    const double x = (low[0] + high[0]) / 2, z = (low[2] + high[2]) / 2;
    for (int i = 0; i < OUTLINE; i++) {
        add_vertex(b, x + 0.7 * width * outline[i][0], low[1], z + 0.9 * length * outline[i][1]);
    }
    for (int i = 0; i < OUTLINE; i++) {
        const double bow = fmax(0, outline[i][1]);
        add_vertex(b, x + width * outline[i][0], high[1] + 0.6 * height * bow * bow, z + length * outline[i][1]);
    }
    join_rings(b, 0, OUTLINE, OUTLINE);
    add_lids(b, 0, OUTLINE, OUTLINE);
    const double cabin_low[3] = { x - 0.25 * width, high[1], z - 0.3 * length };
    const double cabin_high[3] = { x + 0.25 * width, high[1] + 0.8 * height, z + 0.02 * length };
    add_box(b, cabin_low, cabin_high);
}

static void add_ball(boat_shape *b, const double centre[3], double radius)
{
    const double pi = acos(-1);
    for (int ring = 0; ring < RINGS; ring++) {
        const double polar = pi * (ring + 0.02) / (RINGS - 1 + 0.04);
        for (int i = 0; i < RING; i++) {
            const double around = -2 * pi * i / RING;       /* the way in which the other shapes go round */
            add_vertex(b, centre[0] + radius * sin(polar) * cos(around), centre[1] - radius * cos(polar),
                       centre[2] + radius * sin(polar) * sin(around));
        }
    }
    for (int ring = 0; ring + 1 < RINGS; ring++) join_rings(b, ring * RING, (ring + 1) * RING, RING);
    add_lids(b, 0, (RINGS - 1) * RING, RING);
}

void boat_shape_make(boat_shape *b, const flo_hull_def *def, double density)
{
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY }, centre[3];
    for (int i = 0; i < def->point_count; i++) {
        for (int a = 0; a < 3; a++) {
            low[a] = fmin(low[a], def->points[i][a]);
            high[a] = fmax(high[a], def->points[i][a]);
        }
    }
    for (int a = 0; a < 3; a++) centre[a] = (low[a] + high[a]) / 2;
    b->of = (vtk_shape){ (const double (*)[3])b->vertex, 0, (const int (*)[3])b->triangle, 0 };
    const double width = high[0] - low[0], length = high[2] - low[2], longest = fmax(width, length);
    const double volume = def->volume > 0 ? def->volume : def->mass / density;
    const double radius = cbrt(3 * volume / (4 * acos(-1)));
    if (!(longest > 0.2 * radius)) {
        add_ball(b, centre, fmin(radius, 1e3));
        return;
    }
    const double depth = fmin(2.2 * def->buoyancy.reference_depth, 0.6 * longest);
    high[1] = low[1] + fmax(high[1] - low[1], fmax(0.22 * longest, depth));
    for (int a = 0; a < 3; a += 2) {        /* points in one line are no plank without width */
        const double lacks = 0.25 * longest - (high[a] - low[a]);
        if (lacks > 0) low[a] -= lacks / 2, high[a] += lacks / 2;
    }
    if (length > 1.3 * width) add_boat(b, low, high);
    else add_box(b, low, high);
}
