/* SPDX-License-Identifier: MIT
 *
 * Cuts meshes into panels: pieces of the surface, each with its own corners and the triangles between them.
 *
 * Water is only looked at above corners, so edges that are long against a piece are halved until they are not.  Corners
 * are rounded to a unit in which their places in the hull and in their piece are exact: what two pieces share stays
 * one. */
#include "mesh.h"
#include "solid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The longest edge, m; any triangle of such edges has room in a piece. */
#define LONGEST_EDGE FLO__PIECE_RADIUS

enum { PIECE_PANELS = 256, SMALLEST_PIECE = 16, MOST_CORNERS = 1000000 };

/* ---- exact places ---------------------------------------------------------------------------------------------- */

/* Powers of two, m: of corners, and of the centres of pieces, of which each is a multiple of the other. */
typedef struct units { double corner, centre; } units;

/* The power of two that x, above 0, does not exceed. */
static double power_above(double x)
{
    int exponent;
    const double half = frexp(x, &exponent);
    return ldexp(1, half == 0.5 ? exponent - 1 : exponent);
}

/* Floats have 24 bits: a corner's must last from the centre of its piece, a centre's from the centre of mass. */
static units units_of(const flo__solid *solid, const double center[3])
{
    double diagonal = 0, furthest = 0;
    for (int a = 0; a < 3; a++) {
        const double low = solid->low[a] - center[a], high = solid->high[a] - center[a];
        diagonal = hypot(diagonal, high - low);
        furthest = fmax(furthest, fmax(fabs(low), fabs(high)));
    }
    const double corner = power_above(fmin(diagonal, FLO__PIECE_RADIUS)) * 0x1p-24;
    return (units){ corner, fmax(corner, power_above(fmax(furthest, 0x1p-40)) * 0x1p-24) };
}

static double round_to(double unit, double at) { return rint(at / unit) * unit; }

/* ---- pieces ---------------------------------------------------------------------------------------------------- */

typedef struct facet { double at[3]; int triangle; } facet;     /* `at` is three times the middle */

typedef struct range { int first, count, corners; double centre[3]; bool wide; } range;

typedef struct cutter {
    const flo__solid *solid;        /* from the centre of mass, in small triangles */
    units unit;
    int most;                       /* panels, and corners, in a piece */
    facet *facets;
    int *seen;                      /* of each corner: the mark of the range that met it last */
    int mark;
    range *ranges, *spare, *best;   /* what is small enough; the same before it was cut on; the best cut */
    int count, best_count;
} cutter;

static int compare(const facet *p, const facet *q, int axis)
{
    const double a = p->at[axis], b = q->at[axis];
    return a != b ? (a > b) - (a < b) : (p->triangle > q->triangle) - (p->triangle < q->triangle);
}
static int by_x(const void *p, const void *q) { return compare(p, q, 0); }
static int by_y(const void *p, const void *q) { return compare(p, q, 1); }
static int by_z(const void *p, const void *q) { return compare(p, q, 2); }

static const int *corners_of(const cutter *c, int facet_index)
{
    return c->solid->triangle[c->facets[facet_index].triangle];
}

/* The box of a range, and how many corners it has. */
static void measure(cutter *c, range *r, double low[3], double high[3])
{
    r->corners = 0;
    c->mark++;
    for (int a = 0; a < 3; a++) low[a] = HUGE_VAL, high[a] = -HUGE_VAL;
    for (int i = r->first; i < r->first + r->count; i++) {
        for (int k = 0; k < 3; k++) {
            const int corner = corners_of(c, i)[k];
            if (c->seen[corner] == c->mark) continue;
            c->seen[corner] = c->mark;
            r->corners++;
            for (int a = 0; a < 3; a++) {
                low[a] = fmin(low[a], c->solid->corner[corner][a]);
                high[a] = fmax(high[a], c->solid->corner[corner][a]);
            }
        }
    }
}

static bool is_wide(const cutter *c, const range *r)
{
    for (int i = r->first; i < r->first + r->count; i++) {
        for (int k = 0; k < 3; k++) {
            const double *p = c->solid->corner[corners_of(c, i)[k]];
            const double x = p[0] - r->centre[0], y = p[1] - r->centre[1], z = p[2] - r->centre[2];
            if (!(x * x + y * y + z * z <= FLO__PIECE_RADIUS * FLO__PIECE_RADIUS)) return true;
        }
    }
    return false;
}

/* Where to halve a range that is sorted along an axis: what is too wide in space, what is too many in number. */
static int half_of(const cutter *c, const range *r, int axis, double middle)
{
    int half = 0;
    if (r->wide) {
        while (half < r->count && c->facets[r->first + half].at[axis] < 3 * middle) half++;
    }
    return half > 0 && half < r->count ? half : r->count / 2;
}

/* Halves by the middles of triangles along the longest side, until every piece is small. */
static void cut_range(cutter *c, range r)
{
    static int (*const orders[3])(const void *, const void *) = { by_x, by_y, by_z };
    double low[3], high[3];
    int axis = 0;
    measure(c, &r, low, high);
    for (int a = 0; a < 3; a++) {
        r.centre[a] = round_to(c->unit.centre, (low[a] + high[a]) / 2);
        if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
    }
    r.wide = is_wide(c, &r);
    if (r.count == 1 || (!r.wide && r.count <= c->most && r.corners <= c->most)) {
        c->ranges[c->count++] = r;
        return;
    }
    qsort(c->facets + r.first, (size_t)r.count, sizeof *c->facets, orders[axis]);
    const int half = half_of(c, &r, axis, (low[axis] + high[axis]) / 2);
    cut_range(c, (range){ .first = r.first, .count = half });
    cut_range(c, (range){ .first = r.first + half, .count = r.count - half });
}

/* What a cut costs, in sums over the waves: one for each corner, as many in each piece as the fullest needs, and about
 * four for the piece; ten panels take the time of one. */
static double cost_of(const cutter *c)
{
    int panels = 0, corners = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->ranges[i].count > panels) panels = c->ranges[i].count;
        if (c->ranges[i].corners > corners) corners = c->ranges[i].corners;
    }
    return c->count * (corners + 4 + 0.1 * panels);
}

/* Cuts what is there into pieces of at most so many panels, and corners.  A smaller number cuts on. */
static void cut_on(cutter *c, int most)
{
    range *const before = c->spare;
    const int count = c->count;
    memcpy(before, c->ranges, (size_t)count * sizeof *before);
    c->most = most;
    c->count = 0;
    for (int i = 0; i < count; i++) cut_range(c, before[i]);
}

/* Small hulls have one piece around the centre of mass itself.  Others have pieces as large as may be, or smaller ones
 * where that costs less. */
static void cut_all(cutter *c)
{
    double low[3], high[3], least = HUGE_VAL;
    range all = { .first = 0, .count = c->solid->triangles };
    measure(c, &all, low, high);
    c->best[0] = c->ranges[0] = all;
    c->best_count = c->count = 1;
    if (all.count <= PIECE_PANELS && all.corners <= FLO__PIECE_SAMPLES && !is_wide(c, &all)) return;
    for (int most = PIECE_PANELS; most >= SMALLEST_PIECE; most -= most / 4) {
        cut_on(c, most);
        const double cost = cost_of(c);
        if (cost >= least) continue;
        least = cost;
        memcpy(c->best, c->ranges, (size_t)c->count * sizeof *c->best);
        c->best_count = c->count;
    }
}

/* ---- what kernels read ----------------------------------------------------------------------------------------- */

static double area_of(const flo__solid *solid, const int t[3])
{
    double u[3], v[3], square = 0;
    for (int a = 0; a < 3; a++) {
        u[a] = solid->corner[t[1]][a] - solid->corner[t[0]][a];
        v[a] = solid->corner[t[2]][a] - solid->corner[t[0]][a];
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, k = (a + 2) % 3;
        square += (u[b] * v[k] - u[k] * v[b]) * (u[b] * v[k] - u[k] * v[b]);
    }
    return sqrt(square) / 2;
}

/* A corner's weight is its share of the area of its piece's triangles, so that means over corners are means over the
 * surface, and a corner that several pieces share counts once. */
static void fill_piece(flo__pieces *cut, const cutter *c, int piece, double *area)
{
    const range *r = &c->best[piece];
    const int first = piece * cut->samples;
    int corners = 0, *place = cut->slot;
    cut->centre[piece] = (hull_piece){ .x = (float)r->centre[0], .y = (float)r->centre[1], .z = (float)r->centre[2] };
    for (int i = 0; i < r->count; i++) {
        const int *t = corners_of(c, r->first + i);
        int slot[3];
        for (int k = 0; k < 3; k++) {
            const double *p = c->solid->corner[t[k]];
            if (place[t[k]] < first) {
                place[t[k]] = first + corners++;
                cut->sample[place[t[k]]] = (hull_sample){ (float)(p[0] - r->centre[0]), (float)(p[1] - r->centre[1]),
                                                          (float)(p[2] - r->centre[2]), 0.0f };
            }
            slot[k] = place[t[k]] - first;
            area[place[t[k]]] += area_of(c->solid, t) / 3;
        }
        cut->panel[piece * cut->panels + i] = (hull_panel){ slot[0], slot[1], slot[2], 0 };
    }
}

static void set_weights(flo__pieces *cut, const double *area)
{
    double largest = 0;
    const int slots = cut->pieces * cut->samples;
    for (int i = 0; i < slots; i++) largest = fmax(largest, area[i]);
    for (int i = 0; i < slots; i++) cut->sample[i].weight = (float)(area[i] / largest);
}

static flo_status fill(flo__pieces *cut, const cutter *c)
{
    const size_t corners = (size_t)c->solid->corners;
    cut->pieces = c->best_count;
    cut->count = c->solid->corners;
    for (int i = 0; i < c->best_count; i++) {
        if (c->best[i].corners > cut->samples) cut->samples = c->best[i].corners;
        if (c->best[i].count > cut->panels) cut->panels = c->best[i].count;
    }
    const size_t slots = (size_t)cut->pieces * (size_t)cut->samples;
    cut->centre = calloc((size_t)cut->pieces, sizeof *cut->centre);
    cut->sample = calloc(slots, sizeof *cut->sample);
    cut->panel = calloc((size_t)cut->pieces * (size_t)cut->panels, sizeof *cut->panel);
    cut->slot = malloc(corners * sizeof *cut->slot);
    double *area = calloc(slots, sizeof *area);
    flo_status status = FLO_OK;
    if (cut->centre && cut->sample && cut->panel && cut->slot && area) {
        for (size_t i = 0; i < corners; i++) cut->slot[i] = -1;
        for (int i = 0; i < c->best_count; i++) fill_piece(cut, c, i, area);
        set_weights(cut, area);
    } else {
        flo__pieces_free(cut);
        status = flo__fail(FLO_NO_MEMORY, "no memory for a hull of %zu corners", corners);
    }
    free(area);
    return status;
}

static flo_status cut_solid(flo__pieces *cut, const flo__solid *solid, units unit)
{
    const size_t triangles = (size_t)solid->triangles;
    cutter c = { .solid = solid, .unit = unit };
    c.facets = malloc(triangles * sizeof *c.facets);
    c.ranges = malloc(triangles * sizeof *c.ranges);
    c.spare = malloc(triangles * sizeof *c.spare);
    c.best = malloc(triangles * sizeof *c.best);
    c.seen = calloc((size_t)solid->corners, sizeof *c.seen);
    flo_status status = FLO_OK;
    if (c.facets && c.ranges && c.spare && c.best && c.seen) {
        for (int i = 0; i < solid->triangles; i++) {
            const int *t = solid->triangle[i];
            c.facets[i].triangle = i;
            for (int a = 0; a < 3; a++) {
                c.facets[i].at[a] = solid->corner[t[0]][a] + solid->corner[t[1]][a] + solid->corner[t[2]][a];
            }
        }
        cut_all(&c);
        status = fill(cut, &c);
    } else {
        status = flo__fail(FLO_NO_MEMORY, "no memory to cut a mesh of %d triangles", solid->triangles);
    }
    free(c.facets);
    free(c.ranges);
    free(c.spare);
    free(c.best);
    free(c.seen);
    return status;
}

flo_status flo__panels_cut(flo__pieces *cut, const flo_mesh *mesh, const double center[3])
{
    flo__solid solid, fine = { 0 };
    *cut = (flo__pieces){ 0 };
    flo_status status = flo__solid_make(&solid, mesh);
    if (status) return status;
    const flo_mesh_info info = flo__solid_info(&solid);
    status = flo__solid_judge(&solid, &info, mesh->allow_open);
    if (!status) {
        const units unit = units_of(&solid, center);
        status = flo__solid_refine(&fine, &solid, center, LONGEST_EDGE, unit.corner);
        if (!status && fine.corners > MOST_CORNERS) {
            status = flo__fail(FLO_BAD_VALUE, "the mesh makes panels between %d corners; there may be 1 to %d",
                               fine.corners, MOST_CORNERS);
        }
        if (!status) status = cut_solid(cut, &fine, unit);
        flo__solid_free(&fine);
    }
    flo__solid_free(&solid);
    return status;
}
