/* SPDX-License-Identifier: MIT
 *
 * Cuts the samples of a hull into pieces: halves by the median along the longest side, until every piece is small. */
#include "hull.h"
#include <math.h>
#include <stdlib.h>

typedef struct point { double at[3], weight; int index; } point;

typedef struct range { int first, count; } range;

typedef struct cutter {
    double radius;                  /* m, of what is small enough */
    point *points;
    range *ranges;                  /* what is small enough */
    int count;
} cutter;

static void bounds(const point *points, int count, double low[3], double high[3])
{
    for (int a = 0; a < 3; a++) low[a] = high[a] = points[0].at[a];
    for (int i = 1; i < count; i++) {
        for (int a = 0; a < 3; a++) {
            low[a] = fmin(low[a], points[i].at[a]);
            high[a] = fmax(high[a], points[i].at[a]);
        }
    }
}

/* Ties go by index, so that the order is the same whatever qsort does. */
static int compare(const point *p, const point *q, int axis)
{
    const double a = p->at[axis], b = q->at[axis];
    return a != b ? (a > b) - (a < b) : (p->index > q->index) - (p->index < q->index);
}
static int by_x(const void *p, const void *q) { return compare(p, q, 0); }
static int by_y(const void *p, const void *q) { return compare(p, q, 1); }
static int by_z(const void *p, const void *q) { return compare(p, q, 2); }

/* Each half is at most half as many, so this is no deeper than 20 for a million points. */
static void cut_range(cutter *c, range r)
{
    static int (*const orders[3])(const void *, const void *) = { by_x, by_y, by_z };
    double low[3], high[3], square = 0;
    int axis = 0;
    bounds(c->points + r.first, r.count, low, high);
    for (int a = 0; a < 3; a++) {
        square += (high[a] - low[a]) * (high[a] - low[a]) / 4;
        if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
    }
    const double radius = sqrt(square);
    if (r.count == 1 || (r.count <= FLO__PIECE_SAMPLES && radius <= c->radius)) {
        c->ranges[c->count++] = r;
        return;
    }
    qsort(c->points + r.first, (size_t)r.count, sizeof *c->points, orders[axis]);
    cut_range(c, (range){ r.first, r.count / 2 });
    cut_range(c, (range){ r.first + r.count / 2, r.count - r.count / 2 });
}

/* Small hulls have one piece around the centre of mass itself: no sum of offsets, and no place but the body's. */
static bool is_one_piece(const double (*points)[3], int count, double radius)
{
    if (count > FLO__PIECE_SAMPLES) return false;
    for (int i = 0; i < count; i++) {
        const double *p = points[i];
        if (!(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] <= radius * radius)) return false;
    }
    return true;
}

static void fill_piece(flo__pieces *cut, const cutter *c, int piece, bool centred)
{
    const range r = c->ranges[piece];
    double low[3], high[3];
    bounds(c->points + r.first, r.count, low, high);
    float centre[3];
    for (int a = 0; a < 3; a++) centre[a] = centred ? 0.0f : (float)((low[a] + high[a]) / 2);
    cut->centre[piece] = (hull_piece){ .x = centre[0], .y = centre[1], .z = centre[2] };
    for (int i = 0; i < r.count; i++) {
        const point *p = &c->points[r.first + i];
        const int slot = piece * cut->samples + i;
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): it takes the pieces for none, and there is one at least */
        cut->sample[slot] = (hull_sample){ (float)(p->at[0] - centre[0]), (float)(p->at[1] - centre[1]),
                                           (float)(p->at[2] - centre[2]), (float)p->weight };
        cut->slot[p->index] = slot;
    }
}

static flo_status fill(flo__pieces *cut, const cutter *c, int count, bool centred)
{
    cut->pieces = c->count;
    cut->count = count;
    cut->samples = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->ranges[i].count > cut->samples) cut->samples = c->ranges[i].count;
    }
    cut->centre = calloc((size_t)cut->pieces, sizeof *cut->centre);
    cut->sample = calloc((size_t)cut->pieces * (size_t)cut->samples, sizeof *cut->sample);
    cut->slot = calloc((size_t)count, sizeof *cut->slot);
    if (!cut->centre || !cut->sample || !cut->slot) {
        flo__pieces_free(cut);
        return flo__fail(FLO_NO_MEMORY, "no memory for a hull of %d samples", count);
    }
    for (int i = 0; i < c->count; i++) fill_piece(cut, c, i, centred);
    return FLO_OK;
}

flo_status flo__pieces_cut(flo__pieces *cut, const double (*points)[3], const double *weights, int count,
                           double radius)
{
    cutter c = { radius, malloc((size_t)count * sizeof *c.points), malloc((size_t)count * sizeof *c.ranges), 0 };
    flo_status status = FLO_NO_MEMORY;
    if (!c.points || !c.ranges) {
        flo__fail(status, "no memory to cut a hull of %d samples", count);
        goto done;
    }
    for (int i = 0; i < count; i++) {
        c.points[i] = (point){ { points[i][0], points[i][1], points[i][2] }, weights ? weights[i] : 1, i };
    }
    const bool one = is_one_piece(points, count, radius);
    if (one) {
        c.ranges[c.count++] = (range){ 0, count };
    } else {
        cut_range(&c, (range){ 0, count });
    }
    status = fill(cut, &c, count, one);
done:
    free(c.points);
    free(c.ranges);
    return status;
}

double flo__pieces_reach(const flo__pieces *cut)
{
    double most = 0;
    for (int i = 0; i < cut->pieces * cut->samples; i++) {
        const hull_sample *s = &cut->sample[i];
        const double x = (double)s->x, y = (double)s->y, z = (double)s->z, square = x * x + y * y + z * z;
        if (square > most) most = square;
    }
    return sqrt(most);
}

/* A finer cut is worth it where hulls are large against the waves; the more pieces, the fewer samples share what is
 * summed for each.  Halves of halves are tried, down to a few samples. */
enum { FINEST = 6, LEAST_SAMPLES = 8 };

/* Bytes that the patches of a body take on a device: sums, largest values, two numbers for each sample. */
static double cut_bytes(const flo__pieces *cut)
{
    const double patch = SUM_COLUMNS * sizeof(sea_long) + MET_COLUMNS * sizeof(float);
    return cut->pieces * (patch + cut->samples * 2.0 * sizeof(float));
}

/* The expansion for a finer cut, and the cut if it costs less than `best` and not half as much memory again as the
 * hull's own; else *finer is NULL. */
static flo_status try_cut(const flo_hull *hull, const flo_sea *sea, double tolerance, double radius, double best,
                          flo__pieces **finer, flo__expansion *expansion, bool *last)
{
    flo__pieces cut = { 0 }, *kept = NULL;
    *finer = NULL;
    flo_status status = flo__pieces_cut(&cut, (const double (*)[3])hull->at, hull->weight, hull->count, radius);
    if (status) return status;
    *last = hull->count / cut.pieces < LEAST_SAMPLES;
    *expansion = flo__expansion_choose(sea, flo__pieces_reach(&cut), cut.samples, tolerance);
    const bool fits = cut_bytes(&cut) <= 1.5 * cut_bytes(&hull->cut);
    const bool better = !*last && fits && cut.pieces * expansion->cost < best;
    if (better) kept = malloc(sizeof *kept);
    if (!kept) flo__pieces_free(&cut);
    if (better && !kept) return flo__fail(FLO_NO_MEMORY, "no memory for a hull of %d samples", hull->count);
    if (kept) *kept = cut;
    *finer = kept;
    return FLO_OK;
}

flo_status flo__hull_expansion(const flo_hull *hull, const flo_sea *sea, double tolerance, flo__pieces **own,
                               flo__expansion *expansion)
{
    double radius = flo__pieces_reach(&hull->cut) / 2;
    bool last = !hull->at || sea->numbers.waves == 0;
    *own = NULL;
    *expansion = flo__expansion_choose(sea, 2 * radius, hull->cut.samples, tolerance);
    double best = hull->cut.pieces * expansion->cost;
    for (int i = 0; i < FINEST && !last; i++, radius /= 2) {
        flo__pieces *finer;
        flo__expansion e;
        flo_status status = try_cut(hull, sea, tolerance, radius, best, &finer, &e, &last);
        if (status) return status;
        if (!finer) continue;
        flo__pieces_free(*own);
        free(*own);
        *own = finer;
        *expansion = e;
        best = finer->pieces * e.cost;
    }
    return FLO_OK;
}

void flo__pieces_free(flo__pieces *cut)
{
    if (!cut) return;
    free(cut->centre);
    free(cut->sample);
    free(cut->panel);
    free(cut->slot);
    *cut = (flo__pieces){ 0 };
}
