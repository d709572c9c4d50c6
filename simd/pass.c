/* SPDX-License-Identifier: MIT
 *
 * The passes for one instruction set.  The Makefile compiles this file once for each, with its flags and
 *     -DSIMD_NAME=avx2 -DLANE_WIDTH=8 -DLANE_PACK=2
 * The physics comes from kernels/; here are the loops, and which buffer is which. */
#include <stdint.h>
#include <string.h>
#include "pass.h"

#define LANE_FN static inline __attribute__((always_inline, unused))
#define LANE_RARE static __attribute__((noinline, cold, unused))
#define LANE_TABLE const
#define LANE_OUT
#ifdef __clang__
#define LANE_UNROLL _Pragma("unroll")
#else
#define LANE_UNROLL _Pragma("GCC unroll 64")
#endif
#if LANE_WIDTH == 16 || defined(__aarch64__)
#define LANE_REGISTERS 32
#else
#define LANE_REGISTERS 16
#endif
typedef int64_t sea_long;
typedef int32_t sea_int;

#if LANE_WIDTH == 1
#include "vector_scalar.h"
#elif LANE_WIDTH == 4
#include "vector_sse.h"
#elif LANE_WIDTH == 8
#include "vector_avx2.h"
#elif LANE_WIDTH == 16
#include "vector_avx512.h"
#else
#error "LANE_WIDTH must be 1, 4, 8 or 16"
#endif
#include "../kernels/lane.h"
#include "../kernels/tables.h"
#include "../kernels/shapes.h"
#include "../kernels/trig.h"
#ifdef FLO_QUANTA_FLOAT                     /* for a benchmark only */
#include "../bench/quanta_float.h"
#else
#include "../kernels/quanta.h"
#endif
#include "../kernels/polynomial.h"
#include "../kernels/sea.h"
#include "../kernels/expand.h"
#include "../kernels/surface.h"
#include "../kernels/motion.h"
#include "../kernels/hull.h"
#include "../kernels/panel.h"
#include "../kernels/inertia.h"
#include "../kernels/body.h"
#include "../kernels/step.h"
#include "../kernels/implicit.h"
#include "../kernels/implicit_pass.h"
#include "../kernels/implicit_search.h"
#include "../kernels/implicit_panels.h"
#include "../kernels/implicit_step.h"
#include "../kernels/passes.h"

/* The sea as points see it: each is a patch of its own. */
static sea input_sea(const simd_input *in, int row)
{
    const sea_numbers *number = in->buffer[3];
    const sea_long *phase = (const sea_long *)in->buffer[2] + (size_t)row * (size_t)number->waves;
    return (sea){ .wave = in->buffer[0], .key = in->buffer[1], .phase = phase, .number = number, .motion = 1 };
}

/* A hull's four buffers stand in a row, and its fleet's two after them. */
static hull input_hull(const simd_input *in, int at)
{
    return (hull){ in->buffer[at], in->buffer[at + 1], in->buffer[at + 2], in->buffer[at + 3] };
}

static fleet input_fleet(const simd_input *in, int at)
{
    return (fleet){ in->buffer[at], in->buffer[at + 1], in->number[0], in->row ? in->row : in->number[0], in->from };
}

static void run_points(const simd_input *in, size_t first, size_t end)
{
    const sea s = input_sea(in, in->number[1]);
    for (size_t i = first; i < end; i += LANES) {
        pass_points(s, in->buffer[4], in->buffer[5], in->number[0], (int)i);
    }
}

static void run_water(const simd_input *in, size_t first, size_t end)
{
    sea s = input_sea(in, in->number[1]);
    s.motion = 0;
    for (size_t i = first; i < end; i += LANES) {
        pass_water(s, in->buffer[4], in->buffer[5], in->number[0], (int)i);
    }
}

/* The degree is a constant in each of its callers. */
LANE_FN void run_patches_of(int degree, const simd_input *in, size_t first, size_t end)
{
    const hull h = input_hull(in, 4);
    const fleet f = input_fleet(in, 8);
    sea s = input_sea(in, in->number[2]);
    s.weight = in->buffer[14];
    s.degree = degree;
    s.expanded = h.number->expanded;
    s.disc = h.number->disc;
    s.steep = h.number->steep;
    s.near = h.number->near;
    s.guess = h.number->guess;
    const keeper keep = keeper_of(h, f, in->buffer[11], in->buffer[11], in->buffer[10], in->number[3]);
    const size_t count = (size_t)in->number[1], patches = (size_t)h.number->pieces * (size_t)f.row;
    for (size_t i = first; i < end; i += LANES) {
        const size_t piece = i / count, at = i % count;
        const patch_output out = { in->buffer[12], in->buffer[13], in->buffer[15], patches,
                                   patch_at(f, (int)piece, (int)at) };
        pass_patches(s, h, f, in->buffer[10], keep, out, (int)piece, (int)at);
    }
}

#define RUN_PATCHES(name, degree) \
    static void name(const simd_input *in, size_t first, size_t end) { run_patches_of(degree, in, first, end); }
RUN_PATCHES(run_patches, 0)
RUN_PATCHES(run_patches_4, 4)
RUN_PATCHES(run_patches_6, 6)
RUN_PATCHES(run_patches_8, 8)

static void run_bodies(const simd_input *in, size_t first, size_t end)
{
    const hull h = input_hull(in, 0);
    const fleet f = input_fleet(in, 4);
    const patch_results p = { in->buffer[8], in->buffer[9], (size_t)h.number->pieces * (size_t)f.row };
    const body_output out = { in->buffer[4], in->buffer[5], in->buffer[10], in->number[1] };
    for (size_t i = first; i < end; i += LANES) pass_bodies(h, f, p, in->buffer[6], in->buffer[7], out, (int)i);
}

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)

#ifdef SIMD_FEW
extern const simd_passes JOIN(flo__simd_passes_, SIMD_FEW);
#define FEW &JOIN(flo__simd_passes_, SIMD_FEW)
#else
#define FEW NULL
#endif

extern const simd_passes JOIN(flo__simd_passes_, SIMD_NAME);
const simd_passes JOIN(flo__simd_passes_, SIMD_NAME) = {
    TEXT(SIMD_NAME), LANES, run_points, run_water, run_patches, run_patches_4, run_patches_6, run_patches_8, run_bodies,
    FEW
};
