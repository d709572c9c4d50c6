/* SPDX-License-Identifier: MIT
 *
 * Random numbers that are the same everywhere, evenly spread ones, and the dispersion relation of water waves.
 *
 * Long double: see spectrum.h for the reason. */
#include "spectrum.h"

#include <math.h>

/* SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014). */
uint64_t flo__random(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double flo__random_unit(uint64_t *state)
{
    return (double)(flo__random(state) >> 11) * 0x1p-53;
}

flo__streams flo__split_seed(uint64_t seed)
{
    uint64_t state = seed;
    flo__streams streams;
    streams.frequency = flo__random(&state);
    streams.direction = flo__random(&state);
    streams.phase = flo__random(&state);
    return streams;
}

/* The bits of the index in reverse make the sequence of van der Corput; flipping each by a random bit that belongs to
 * the bits before it makes it random and keeps it even (A. B. Owen, "Randomly permuted (t,m,s)-nets and
 * (t,s)-sequences", 1995). */
double flo__stratum(uint64_t key, uint32_t index)
{
    uint64_t before = 1;        /* a leading 1 tells how many bits there are */
    uint64_t bits = 0;
    for (int i = 0; i < 32; ++i) {
        const uint64_t bit = (index >> i) & 1u;
        uint64_t state = key ^ (before * 0xD1342543DE82EF95u);
        bits = (bits << 1) | (bit ^ (flo__random(&state) >> 63));
        before = (before << 1) | bit;
    }
    uint64_t state = key ^ (before * 0xD1342543DE82EF95u);
    return ((double)bits * 0x1p21 + (double)(flo__random(&state) >> 43)) * 0x1p-53;
}

/* Newton's method on y tanh y - a, from Eckart's approximation of 1952, which is within 5 % everywhere. */
long double flo__relative_depth(long double a)
{
    if (!(a > 0))
        return a;
    if (a > 40) /* tanh is 1 to more digits than a long double has */
        return a;
    long double y = a / sqrtl(tanhl(a));
    for (int i = 0; i < 20; ++i) {
        const long double t = tanhl(y);
        const long double step = (y * t - a) / (t + y * (1 - t * t));
        y -= step;
        if (fabsl(step) <= 1e-18L * y)
            break;
    }
    return y;
}

double flo__wavenumber(double sigma, double gravity, double depth)
{
    const long double deep = (long double)sigma * sigma / gravity;
    const long double a = deep * depth;
    if (isinf(depth) || a > 40)
        return (double)deep;
    return (double)(flo__relative_depth(a) / depth);
}
