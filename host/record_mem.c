/* SPDX-License-Identifier: MIT
 *
 * The maximum-entropy distribution of directions (A. Lygre and H. E. Krogstad, "Maximum entropy estimation of the
 * directional distribution in ocean wave spectra", 1986): of all distributions with given first and second Fourier
 * coefficients c1 and c2 the one that claims least.  It is never negative, unlike the cut Fourier series.
 *
 *     p2 = (c2 - c1^2) / (1 - |c1|^2)      p1 = c1 - p2 c1*      w = e^-i angle
 *     D  = (1 - p1 c1* - p2 c2*) / (2 pi |1 - p1 w - p2 w^2|^2)
 *
 * All its coefficients follow from c_n = p1 c_n-1 + p2 c_n-2, so they are sums of the n-th powers of the two roots of
 * z^2 = p1 z + p2, and the series of the integral of D sums to two logarithms.  That makes directions easy to draw
 * however narrow the distribution is.
 *
 * Long double: see spectrum.h for the reason. */
#include "spectrum.h"

#include <math.h>

/* Buoys report r1 and r2 in hundredths, with noise on top: they cannot tell a narrower distribution from these. */
static const long double largest_c1 = 0.999L;
static const long double largest_p2 = 0.99L;        /* changes c2 by at most 0.01 (1 - |c1|^2) */

static long double complex shorten(long double complex c, long double length)
{
    const long double has = cabsl(c);
    return has > length ? c * (length / has) : c;
}

void flo__mem_make(flo__mem *mem, long double complex c1, long double complex c2)
{
    const long double complex a = shorten(c1, largest_c1);
    const long double rest = 1 - creall(a * conjl(a));
    const long double complex p2 = shorten((c2 - a * a) / rest, largest_p2);
    const long double complex p1 = a - p2 * conjl(a);

    long double complex gap = csqrtl(p1 * p1 / 4 + p2);
    if (cabsl(gap) < 1e-6L) /* equal roots: a hair apart, their weights stay finite */
        gap = 1e-6L;
    mem->p1 = p1;
    mem->p2 = p2;
    mem->root[0] = p1 / 2 + gap;
    mem->root[1] = p1 / 2 - gap;
    mem->weight[0] = (a - mem->root[1]) / (2 * gap);
    mem->weight[1] = 1 - mem->weight[0];
    const long double p2_size = creall(p2 * conjl(p2));
    mem->scale = rest * (1 - p2_size) / (2 * FLO__PI);     /* 1 - p1 c1* - p2 c2*, without its cancellation */
}

static long double density(const flo__mem *mem, long double complex w)
{
    const long double complex d = 1 - w * (mem->p1 + w * mem->p2);
    return mem->scale / creall(d * conjl(d));
}

/* The series part of the integral of D: the sum over n of -Im(c_n w^n) / n. */
static long double integral(const flo__mem *mem, long double complex w)
{
    const long double complex sum = mem->weight[0] * clogl(1 - mem->root[0] * w)
                                  + mem->weight[1] * clogl(1 - mem->root[1] * w);
    return cimagl(sum);
}

/* Newton's method between bounds that bisection closes. */
long double flo__mem_angle(const flo__mem *mem, double u)
{
    const long double start = integral(mem, -1);
    long double low = -FLO__PI, high = FLO__PI, angle = 0;
    for (int i = 0; i < 200 && high - low > 1e-17L; ++i) {
        const long double complex w = cosl(angle) - sinl(angle) * I;
        const long double excess = (angle + FLO__PI) / (2 * FLO__PI) + (integral(mem, w) - start) / FLO__PI - u;
        if (excess > 0)
            high = angle;
        else
            low = angle;
        const long double newton = angle - excess / density(mem, w);
        const bool bisect = i % 4 == 3 || !(newton > low && newton < high);
        const long double next = bisect ? (low + high) / 2 : newton;
        const bool done = fabsl(next - angle) < 1e-17L;
        angle = next;
        if (done)
            break;
    }
    return angle;
}
