/* SPDX-License-Identifier: MIT
 *
 * Makes the triangles of a mesh small: long edges are halved until none is left, by a rule that looks at nothing but
 * the edge.  So both its triangles halve it, and no gap opens between them. */
#include "solid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIANGLES = 2000000 };

/* Triangles as they come, each with three corners of its own. */
typedef struct soup {
    double (*corner)[3];
    int triangles, capacity;
    double longest;                 /* m, of edges */
    flo_status status;
} soup;

static void add_corner(soup *s, int k, const double at[3])
{
    memcpy(s->corner[3 * s->triangles + k], at, sizeof s->corner[0]);
}

static void add_triangle(soup *s, const double a[3], const double b[3], const double c[3])
{
    if (s->status) return;
    if (s->triangles == MOST_TRIANGLES) {
        s->status = flo__fail(FLO_BAD_VALUE, "the mesh makes more than %d panels, as those with edges above %g m are "
                              "halved", MOST_TRIANGLES, s->longest);
        return;
    }
    if (s->triangles == s->capacity) {
        const int more = s->capacity * 2;
        double (*corner)[3] = realloc(s->corner, 3 * (size_t)more * sizeof *corner);
        if (!corner) {
            s->status = flo__fail(FLO_NO_MEMORY, "no memory for %d panels", more);
            return;
        }
        s->corner = corner;
        s->capacity = more;
    }
    add_corner(s, 0, a);
    add_corner(s, 1, b);
    add_corner(s, 2, c);
    s->triangles++;
}

/* The same bits from either end. */
static bool is_long(const soup *s, const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z > s->longest * s->longest;
}

/* Halves every long edge of a triangle, and then those of what that makes.  Lengths halve, so this is no deeper than
 * some 15 for edges of 20 km. */
static void split(soup *s, const double *a, const double *b, const double *c)
{
    const double *corner[3] = { a, b, c };
    double middle[3][3];
    int halved = 0, last = 0;
    bool half[3];
    for (int k = 0; k < 3; k++) {
        const double *p = corner[k], *q = corner[(k + 1) % 3];
        half[k] = is_long(s, p, q);
        for (int i = 0; i < 3; i++) middle[k][i] = (p[i] + q[i]) / 2;
        if (half[k]) halved++, last = k;
    }
    if (halved == 0) {
        add_triangle(s, a, b, c);
    } else if (halved == 1) {
        const double *p = corner[last], *q = corner[(last + 1) % 3], *r = corner[(last + 2) % 3];
        split(s, p, middle[last], r);
        split(s, middle[last], q, r);
    } else if (halved == 2) {
        /* The edge that stays is from p to q. */
        const int stays = !half[0] ? 0 : !half[1] ? 1 : 2;
        const double *p = corner[stays], *q = corner[(stays + 1) % 3], *r = corner[(stays + 2) % 3];
        const double *qr = middle[(stays + 1) % 3], *rp = middle[(stays + 2) % 3];
        split(s, rp, qr, r);
        split(s, p, q, qr);
        split(s, p, qr, rp);
    } else {
        split(s, a, middle[0], middle[2]);
        split(s, b, middle[1], middle[0]);
        split(s, c, middle[2], middle[1]);
        split(s, middle[0], middle[1], middle[2]);
    }
}

flo_status flo__solid_refine(flo__solid *fine, const flo__solid *solid, const double center[3], double longest,
                             double unit)
{
    soup s = { .capacity = solid->triangles > 1024 ? solid->triangles : 1024, .longest = longest };
    int (*triangle)[3] = NULL;
    *fine = (flo__solid){ 0 };
    s.corner = malloc(3 * (size_t)s.capacity * sizeof *s.corner);
    if (!s.corner) s.status = flo__fail(FLO_NO_MEMORY, "no memory for %d panels", s.capacity);
    for (int i = 0; i < solid->triangles && !s.status; i++) {
        const int *t = solid->triangle[i];
        split(&s, solid->corner[t[0]], solid->corner[t[1]], solid->corner[t[2]]);
    }
    if (!s.status) {
        triangle = malloc((size_t)s.triangles * sizeof *triangle);
        if (!triangle) s.status = flo__fail(FLO_NO_MEMORY, "no memory for %d panels", s.triangles);
    }
    if (!s.status) {
        for (int i = 0; i < 3 * s.triangles; i++) {
            for (int a = 0; a < 3; a++) s.corner[i][a] = rint((s.corner[i][a] - center[a]) / unit) * unit;
            triangle[i / 3][i % 3] = i;
        }
        s.status = flo__solid_weld(fine, &(flo_mesh){ (const double (*)[3])s.corner, 3 * s.triangles,
                                                      (const int (*)[3])triangle, s.triangles, true });
    }
    free(s.corner);
    free(triangle);
    return s.status;
}
