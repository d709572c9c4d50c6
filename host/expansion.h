/* SPDX-License-Identifier: MIT
 *
 * How the waves above a hull are summed: directly, or as polynomials around its patches (kernels/expand.h). */
#ifndef FLO_EXPANSION_H
#define FLO_EXPANSION_H

#include "sea.h"

typedef struct flo__expansion {
    int degree;                     /* 0: all waves are summed directly */
    int expanded;                   /* waves in the polynomials, the longest: the last of the tables */
    double radius;                  /* m, of the disc of labels around a patch's centre on which they hold */
    double slope;                   /* up to which `error` holds */
    bool guess;                     /* whether searches for labels start from the water at a patch's centre */
    double error;                   /* m, bound of what they miss of a height */
    double cost;                    /* operations for one patch */
} flo__expansion;

/* The cheapest way for patches of `samples` samples that reach `reach` m from their centre, with an error of heights
 * of no more than `tolerance` m.  It follows from these numbers alone, by arithmetic that is the same everywhere. */
flo__expansion flo__expansion_choose(const flo_sea *sea, double reach, int samples, double tolerance);

/* The direct sum, and what it costs. */
flo__expansion flo__expansion_none(const flo_sea *sea, double reach, int samples);

/* Numbers in a table of weights. */
size_t flo__expansion_weights(const flo__expansion *e);

/* Fills it: what each expanded wave adds to each coefficient, per unit of its sine or cosine. */
void flo__expansion_fill(const flo_sea *sea, const flo__expansion *e, float *weight);

#endif
