/* SPDX-License-Identifier: MIT
 *
 * Directions about a mean: the distribution cos^2s(half the angle) (M. S. Longuet-Higgins, D. E. Cartwright and
 * N. D. Smith, 1963), tabulated, and its inverse.
 *
 * Long double: see spectrum.h for the reason. */
#include "spectrum.h"

#include <math.h>

static long double density(long double s, long double angle)
{
    const long double half = sinl(angle / 2);
    return expl(s * log1pl(-half * half));
}

void flo__spread_make(flo__spread *spread, double s)
{
    /* The table ends at pi, or where the density has fallen to e^-42 of its peak. */
    spread->end = 2 * asinl(sqrtl(-expm1l(-42.0L / s)));
    const long double cell = spread->end / FLO__SPREAD_CELLS;
    spread->below[0] = 0;
    long double left = density(s, 0);
    for (int i = 0; i < FLO__SPREAD_CELLS; ++i) {
        const long double middle = density(s, (i + 0.5L) * cell);
        const long double right = density(s, (i + 1) * cell);
        spread->below[i + 1] = spread->below[i] + (left + 4 * middle + right) / 6; /* Simpson */
        left = right;
    }
    const long double all = spread->below[FLO__SPREAD_CELLS];
    for (int i = 0; i <= FLO__SPREAD_CELLS; ++i)
        spread->below[i] /= all;
}

long double flo__spread_angle(const flo__spread *spread, double u)
{
    const long double side = fabsl(2 * (long double)u - 1);
    int low = 0, high = FLO__SPREAD_CELLS;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (spread->below[middle] <= side)
            low = middle;
        else
            high = middle;
    }
    const long double inside = spread->below[high] - spread->below[low];
    const long double part = inside > 0 ? (side - spread->below[low]) / inside : 0;
    const long double angle = (low + part) * (spread->end / FLO__SPREAD_CELLS);
    return u < 0.5 ? -angle : angle;
}
