/* SPDX-License-Identifier: MIT
 *
 * The passes of kernels/ compiled for the processor: once for each instruction set, and the table that picks one. */
#ifndef SIMD_PASS_H
#define SIMD_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a pass works on: the buffers and integers of its entry point in kernels/passes.cl, in the same order. */
typedef struct simd_input {
    void *buffer[16];
    int32_t number[4];
    int32_t row, from;          /* as in kernels/hull.h; row 0: all bodies */
} simd_input;

/* Does the items from `first` up to `end`; both are multiples of the lanes. */
typedef void simd_pass(const simd_input *in, size_t first, size_t end);

typedef struct simd_passes {
    const char *name;           /* "avx2" */
    int lanes;
    simd_pass *points, *water, *patches, *patches_4, *patches_6, *patches_8, *bodies;
    const struct simd_passes *few;      /* the same with fewer lanes, for what is left over; NULL: nothing ever is */
} simd_passes;

/* The passes by name: "scalar", "simd" for the widest that this processor has, or an instruction set's name.  NULL if
 * there are none of that name, or if this processor cannot run them. */
const simd_passes *flo__simd_find(const char *name);

/* The name of instruction set i, widest first and scalar last; NULL beyond the last.  Those that were built, whether
 * or not this processor has them. */
const char *flo__simd_name(int i);

#endif
