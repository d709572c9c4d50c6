/* SPDX-License-Identifier: MIT
 *
 * The oracle's panels: every triangle of a mesh, clipped at the water's surface, and the pressure on what is wet.
 *
 * The height of the water varies linearly over a triangle, and so does the pressure -rho g (y - height).  A force needs
 * the integral of that, a torque that of a product of two linear functions: the rule that takes the three middles of a
 * triangle's edges is exact for both. */
#include "oracle_parts.h"

#include <math.h>

typedef struct corner {
    double place[3];                    /* from the centre of mass, in the world */
    double above;                       /* m above the water */
} corner;

static corner between(corner a, corner b, double share)
{
    corner r = { .above = a.above + share * (b.above - a.above) };
    for (int i = 0; i < 3; i++) r.place[i] = a.place[i] + share * (b.place[i] - a.place[i]);
    return r;
}

/* The part of a triangle below the water; returns how many corners it has, at most 4. */
static int clip(const corner t[3], corner wet[4])
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const corner a = t[i], b = t[(i + 1) % 3];
        if (a.above < 0) wet[count++] = a;
        if ((a.above < 0) != (b.above < 0)) {
            wet[count] = between(a, b, a.above / (a.above - b.above));
            wet[count++].above = 0;
        }
    }
    return count;
}

/* N/m^3 times what a triangle is deep, over its area. */
static void add_triangle(oracle_load *load, const corner *a, const corner *b, const corner *c, double pressure)
{
    const corner *t[3] = { a, b, c };
    double area[3] = { 0 }, u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = b->place[i] - a->place[i];
        v[i] = c->place[i] - a->place[i];
    }
    oracle_add_cross(area, u, v);
    for (int edge = 0; edge < 3; edge++) {
        const corner middle = between(*t[edge], *t[(edge + 1) % 3], 0.5);
        double force[3];
        for (int i = 0; i < 3; i++) force[i] = pressure * middle.above * area[i] / 2 / 3;
        oracle_add_force(load, middle.place, force);
    }
    load->stiffness += pressure * sqrt(oracle_dot(area, area)) / 2;
}

/* What is submerged is the water that is displaced: its weight is the vertical force. */
void oracle_add_pressure(oracle_load *load, const oracle_body *b, const oracle_sea *sea)
{
    const double pressure = (double)(sea->density * sea->gravity);
    oracle_load wet_part = { .size = 0 };
    for (int i = 0; i < b->hull.mesh->triangle_count; i++) {
        corner t[3], wet[4];
        for (int k = 0; k < 3; k++) {
            const int at = b->hull.mesh->triangles[i][k];
            oracle_turn(b->orientation, b->sample[at], t[k].place);
            t[k].above = b->place[1] + t[k].place[1] - b->height[at];
        }
        const int corners = clip(t, wet);
        for (int k = 2; k < corners; k++) add_triangle(&wet_part, &wet[0], &wet[k - 1], &wet[k], pressure);
    }
    for (int i = 0; i < 3; i++) {
        load->force[i] += wet_part.force[i];
        load->torque[i] += wet_part.torque[i];
    }
    load->size += wet_part.size;
    load->stiffness += wet_part.stiffness;
    load->submerged = fmin(fmax(wet_part.force[1] / (pressure * b->hull.volume), 0), 1);
}
