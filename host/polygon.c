/* SPDX-License-Identifier: MIT
 *
 * Polygons: triangles cut by planes, and integrals over them. */
#include "solid.h"
#include <string.h>

flo__polygon flo__solid_polygon(const flo__solid *solid, int triangle)
{
    flo__polygon p = { .count = 3 };
    for (int k = 0; k < 3; k++) memcpy(p.at[k], solid->corner[solid->triangle[triangle][k]], sizeof p.at[k]);
    return p;
}

static bool stands_before(const double p[3], const double q[3])
{
    for (int a = 0; a < 3; a++) {
        if (p[a] != q[a]) return p[a] < q[a];
    }
    return false;
}

/* Where an edge meets a plane, reckoned from the same end whichever polygon asks. */
static void meet(const double p[3], const double q[3], int axis, double plane, double at[3])
{
    if (stands_before(q, p)) {
        const double *const other = p;
        p = q;
        q = other;
    }
    const double share = (plane - p[axis]) / (q[axis] - p[axis]);
    for (int a = 0; a < 3; a++) at[a] = p[a] + share * (q[a] - p[a]);
    at[axis] = plane;
}

static void add(flo__polygon *p, const double at[3])
{
    if (p && p->count < FLO__POLYGON_CORNERS) memcpy(p->at[p->count++], at, sizeof p->at[0]);
}

void flo__polygon_split(const flo__polygon *p, int axis, double plane, flo__polygon *below, flo__polygon *above)
{
    const flo__polygon whole = *p;      /* a side may be the polygon itself */
    bool reaches_below = false, reaches_above = false;
    for (int i = 0; i < whole.count; i++) {
        reaches_below |= whole.at[i][axis] < plane;
        reaches_above |= whole.at[i][axis] > plane;
    }
    if (below) below->count = 0;
    if (above) above->count = 0;
    if (!reaches_below && reaches_above) below = NULL;
    if (!reaches_above) above = NULL;
    for (int i = 0; i < whole.count; i++) {
        const double *const here = whole.at[i], *const next = whole.at[(i + 1) % whole.count];
        if (here[axis] <= plane) add(below, here);
        if (here[axis] >= plane) add(above, here);
        if ((here[axis] < plane && next[axis] > plane) || (here[axis] > plane && next[axis] < plane)) {
            double at[3];
            meet(here, next, axis, plane, at);
            add(below, at);
            add(above, at);
        }
    }
}

/* The integral of u v over a triangle of area 12 is the sum of the corners' u v, and the product of the sums. */
static double product(const double u[3], const double v[3])
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2] + (u[0] + u[1] + u[2]) * (v[0] + v[1] + v[2]);
}

void flo__polygon_shadow(const flo__polygon *p, const double origin[3], flo__shadow *sum)
{
    for (int i = 1; i + 1 < p->count; i++) {
        const double *const corner[3] = { p->at[0], p->at[i], p->at[i + 1] };
        double x[3], y[3], z[3];
        for (int k = 0; k < 3; k++) {
            x[k] = corner[k][0] - origin[0];
            y[k] = corner[k][1] - origin[1];
            z[k] = corner[k][2] - origin[2];
        }
        const double area = ((z[1] - z[0]) * (x[2] - x[0]) - (x[1] - x[0]) * (z[2] - z[0])) / 2;
        const double third = area / 3, twelfth = area / 12;
        sum->area += area;
        sum->x += third * (x[0] + x[1] + x[2]);
        sum->y += third * (y[0] + y[1] + y[2]);
        sum->z += third * (z[0] + z[1] + z[2]);
        sum->xx += twelfth * product(x, x);
        sum->zz += twelfth * product(z, z);
        sum->xy += twelfth * product(x, y);
        sum->zy += twelfth * product(z, y);
        sum->yy += twelfth * product(y, y);
    }
}
