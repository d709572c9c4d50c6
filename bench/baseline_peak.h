/* SPDX-License-Identifier: MIT
 *
 * How many vector operations a core can issue: twelve chains that do not wait for each other, enough for two pipes of
 * latency 4 with some to spare, few enough for 16 registers.  The file that includes this says how many lanes a vector
 * has, and the Makefile compiles it so that a b + c is one operation. */
#include "bench.h"
#include "operations.h"

typedef float vector __attribute__((vector_size(4 * PEAK_LANES)));

enum { CHAINS = 12, OPERATIONS = SUM_OPERATIONS(PEAK_LANES), ROUND = CHAINS * OPERATIONS };

/* Additions lie evenly among the others. */
static inline __attribute__((always_inline)) float peak(size_t rounds, int adds)
{
    vector chain[CHAINS], by, more;
    for (int i = 0; i < PEAK_LANES; i++) {
        by[i] = 0.999f;
        more[i] = 1e-3f;
        for (int c = 0; c < CHAINS; c++) chain[c][i] = (float)(c + i);
    }
    __asm__ volatile("" : "+m"(by), "+m"(more));        /* no constants to the compiler */
    for (size_t r = 0; r < rounds; r++) {
#pragma GCC unroll 1000
        for (int i = 0; i < ROUND; i++) {
            const bool add = i * adds % OPERATIONS < adds;
            vector *const a = &chain[i % CHAINS];
            *a = add ? *a + more : *a * by + more;
        }
    }
    float sum = 0;
    for (int c = 0; c < CHAINS; c++) {
        for (int i = 0; i < PEAK_LANES; i++) sum += chain[c][i];
    }
    return sum;
}

static float multiplies(size_t rounds) { return peak(rounds, 0); }
static float mix(size_t rounds) { return peak(rounds, SUM_ADDS(PEAK_LANES)); }
