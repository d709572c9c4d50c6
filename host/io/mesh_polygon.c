/* SPDX-License-Identifier: MIT
 *
 * Cuts polygons into triangles by clipping ears (G. H. Meisters, 1975): a corner that bulges, and whose triangle holds
 * no other corner, is cut off, until three are left. */
#include "mesh_polygon.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A corner this near to the edge of an ear, as a share of the polygon's area, is taken to be on it. */
#define NEARLY_ON 1e-6

typedef struct polygon {
    const double (*corner)[3];
    double normal[3];               /* as long as the area's double */
    int *left;                      /* the corners that were not cut off yet */
    int count;
} polygon;

/* Twice the area of a triangle, below 0 where it turns against the polygon. */
static double turn(const polygon *p, const double a[3], const double b[3], const double c[3])
{
    double sum = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += p->normal[i] * ((b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]));
        length += p->normal[i] * p->normal[i];
    }
    return length > 0 ? sum / sqrt(length) : 0;
}

/* The sum over all edges is twice the area, along the normal. */
static void find_normal(polygon *p, int count)
{
    memset(p->normal, 0, sizeof p->normal);
    for (int i = 1; i + 1 < count; i++) {
        const double *o = p->corner[0], *a = p->corner[i], *b = p->corner[i + 1];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            p->normal[k] += (a[u] - o[u]) * (b[v] - o[v]) - (a[v] - o[v]) * (b[u] - o[u]);
        }
    }
}

static const double *corner_of(const polygon *p, int place)
{
    return p->corner[p->left[(place + p->count) % p->count]];
}

static bool is_same_place(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* `on` is how far outside its edges a corner still counts as in the ear. */
static bool is_ear(const polygon *p, int place, double on)
{
    const double *a = corner_of(p, place - 1), *b = corner_of(p, place), *c = corner_of(p, place + 1);
    if (!(turn(p, a, b, c) > 0)) return false;
    for (int i = 0; i < p->count; i++) {
        const double *q = corner_of(p, i);
        if (is_same_place(q, a) || is_same_place(q, b) || is_same_place(q, c)) continue;
        if (turn(p, a, b, q) >= -on && turn(p, b, c, q) >= -on && turn(p, c, a, q) >= -on) return false;
    }
    return true;
}

static int find_ear(const polygon *p, double area)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < p->count; i++) {
            if (is_ear(p, i, attempt == 0 ? NEARLY_ON * area : 0)) return i;
        }
    }
    return 0;
}

void mesh_polygon_cut(const double (*corner)[3], int count, int *left, int (*triangle)[3])
{
    polygon p = { .corner = corner, .left = left, .count = count };
    find_normal(&p, count);
    const double area = sqrt(p.normal[0] * p.normal[0] + p.normal[1] * p.normal[1] + p.normal[2] * p.normal[2]);
    for (int i = 0; i < count; i++) left[i] = i;
    for (int t = 0; t < count - 2; t++) {
        const int ear = p.count > 3 ? find_ear(&p, area) : 1;
        triangle[t][0] = left[(ear + p.count - 1) % p.count];
        triangle[t][1] = left[ear];
        triangle[t][2] = left[(ear + 1) % p.count];
        p.count--;
        memmove(left + ear, left + ear + 1, (size_t)(p.count - ear) * sizeof *left);
    }
}
