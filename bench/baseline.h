/* SPDX-License-Identifier: MIT
 *
 * Baselines: how the same sea is summed elsewhere.
 *
 * Each stands in a file of its own, which the Makefile compiles with the flags that it tells in BASELINE_FLAGS.  They
 * get what a careful programmer would give them: waves as separate columns of floats, phases already at the instant.
 * Points come in as doubles and become floats at once, which is good enough near the origin. */
#ifndef FLO_BASELINE_H
#define FLO_BASELINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct baseline_sea {
    int waves;
    int inversion;                          /* evaluations of the sum, as in flo_sea_def */
    const float *wave_x, *wave_z;           /* wave vector, rad/m */
    const float *phase;                     /* rad, at the instant */
    const float *amplitude;                 /* m */
    const float *push_x, *push_z;           /* Q A d, m */
} baseline_sea;

typedef struct baseline_answers {
    double *height;
    float *normal[3];
} baseline_answers;

typedef void baseline_run(const baseline_sea *sea, size_t count, const double *x, const double *z,
                          const baseline_answers *out);

typedef enum baseline_needs { BASELINE_ANYTHING, BASELINE_AVX2, BASELINE_AVX512 } baseline_needs;

typedef struct baseline {
    const char *key;
    const char *what;
    const char *flags;          /* it was compiled with */
    baseline_needs needs;       /* of the processor */
    bool (*ready)(void);        /* whether a library that it needs is there; NULL: it needs none */
    baseline_run *run;          /* NULL: not in this build */
    double normal_tolerance;    /* by what it computes, not by how exactly */
} baseline;

/* What the compiler was allowed to use for this file. */
#if defined(__AVX512F__)
#define BASELINE_NEEDS BASELINE_AVX512
#elif defined(__AVX2__)
#define BASELINE_NEEDS BASELINE_AVX2
#else
#define BASELINE_NEEDS BASELINE_ANYTHING
#endif

#ifndef BASELINE_FLAGS
#define BASELINE_FLAGS "unknown flags"
#endif

extern const baseline baseline_plain, baseline_plain_inverted;
extern const baseline baseline_article, baseline_article_fast;
extern const baseline baseline_sleef_avx512_u10, baseline_sleef_avx512_u35;
extern const baseline baseline_sleef_avx2_u10, baseline_sleef_avx2_u35;

#endif
