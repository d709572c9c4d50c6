/* SPDX-License-Identifier: MIT
 *
 * The vector words for OpenCL C 1.2.  LANE_WIDTH is 16, 8 or 4 for processors, whose compilers do not make vectors of
 * a kernel that loops over waves, and 1 where the device itself makes the lanes.  The words mean the same as those of
 * simd/; what they are is told in kernels/lane.h. */
#pragma OPENCL FP_CONTRACT OFF
#define LANE_FN static inline __attribute__((always_inline))
#define LANE_RARE LANE_FN
#define LANE_TABLE __global const
#define LANE_OUT __global
#define LANE_UNROLL _Pragma("unroll")
#define LANE_REGISTERS (LANE_WIDTH == 16 || LANE_WIDTH == 1 ? 32 : 16)

typedef long sea_long;
typedef int sea_int;

#if LANE_WIDTH == 1
typedef float vector;
typedef int vector_int;
typedef ulong vector_long;
#define AS(type) as_##type
#define CONVERT(type) convert_##type
#define vector_load(p) (*(p))
#define vector_any_below(a, b) ((a) < (b))
#define vector_store(p, a) (*(p) = (a))
#define vector_long_load(p) ((ulong)*(p))
#define vector_long_store(p, a) (*(p) = (long)(a))
#else
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, LANE_WIDTH) vector;
typedef JOIN(int, LANE_WIDTH) vector_int;
typedef JOIN(ulong, LANE_WIDTH) vector_long;
#define AS(type) JOIN(as_##type, LANE_WIDTH)
#define CONVERT(type) JOIN(convert_##type, LANE_WIDTH)
#define vector_load(p) JOIN(vload, LANE_WIDTH)(0, p)
#define vector_any_below(a, b) any((a) < (b))
#define vector_store(p, a) JOIN(vstore, LANE_WIDTH)(a, 0, p)
#define vector_long_load(p) AS(ulong)(JOIN(vload, LANE_WIDTH)(0, p))
#define vector_long_store(p, a) JOIN(vstore, LANE_WIDTH)(AS(long)(a), 0, p)
#endif

#define vector_set(a) ((vector)(a))
#define vector_add(a, b) ((a) + (b))
#define vector_sub(a, b) ((a) - (b))
#define vector_mul(a, b) ((a) * (b))
#define vector_div(a, b) ((a) / (b))
#define vector_sqrt(a) sqrt(a)
#define vector_abs(a) fabs(a)
#define vector_min(a, b) ((a) < (b) ? (a) : (b))
#define vector_max(a, b) ((a) > (b) ? (a) : (b))
#define vector_fma(a, b, c) fma((a), (b), (c))
#define vector_fnma(a, b, c) fma(-(a), (b), (c))
#define vector_pick(a, b, below, else_) ((a) < (b) ? (below) : (else_))
#define vector_bits(a) AS(int)(a)
#define vector_power(a) AS(float)(AS(int)(a) << 23)
#define vector_from_int(a) CONVERT(float)(a)

#define vector_int_set(a) ((vector_int)(a))
#define vector_int_add(a, b) AS(int)(AS(uint)(a) + AS(uint)(b))
#define vector_int_and(a, b) ((a) & (b))

#define vector_long_set(a) ((vector_long)(ulong)(a))
#define vector_long_add(a, b) ((a) + (b))
#define vector_long_mul(a, b) ((a) * (b))
#define vector_long_up(a, n) ((a) << (n))
#define vector_long_down(a, n) AS(ulong)(AS(long)(a) >> (n))
#define vector_long_low(a) AS(int)(CONVERT(uint)((a) & (vector_long)(0xFFFFFFFFUL)))
#define vector_long_high(a) CONVERT(int)(AS(long)(a) >> 32)
#define vector_long_from_int(a) AS(ulong)(CONVERT(long)(a))
