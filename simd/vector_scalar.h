/* SPDX-License-Identifier: MIT
 *
 * The vector words in plain C, one lane: the reference. */
#include <math.h>

typedef float vector;
typedef int32_t vector_int;
typedef uint64_t vector_long;

#define vector_set(a) (a)
#define vector_load(p) (*(p))
#define vector_store(p, a) (*(p) = (a))
#define vector_add(a, b) ((a) + (b))
#define vector_sub(a, b) ((a) - (b))
#define vector_mul(a, b) ((a) * (b))
#define vector_div(a, b) ((a) / (b))
#define vector_sqrt(a) sqrtf(a)
#define vector_abs(a) fabsf(a)
#define vector_min(a, b) ((a) < (b) ? (a) : (b))
#define vector_max(a, b) ((a) > (b) ? (a) : (b))
#define vector_fma(a, b, c) fmaf((a), (b), (c))
#define vector_fnma(a, b, c) fmaf(-(a), (b), (c))
#define vector_pick(a, b, below, otherwise) ((a) < (b) ? (below) : (otherwise))
#define vector_any_below(a, b) ((a) < (b))
#define vector_from_int(a) ((float)(a))

LANE_FN vector_int vector_bits(vector a)
{
    vector_int bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

LANE_FN vector vector_power(vector a)
{
    const uint32_t bits = (uint32_t)vector_bits(a) << 23;
    vector power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

#define vector_int_set(a) (a)
#define vector_int_add(a, b) ((int32_t)((uint32_t)(a) + (uint32_t)(b)))
#define vector_int_and(a, b) ((a) & (b))

#define vector_long_set(a) ((uint64_t)(a))
#define vector_long_load(p) ((uint64_t)*(p))
#define vector_long_store(p, a) (*(p) = (int64_t)(a))
#define vector_long_add(a, b) ((a) + (b))
#define vector_long_mul(a, b) ((a) * (b))
#define vector_long_up(a, n) ((a) << (n))
#define vector_long_down(a, n) ((uint64_t)((int64_t)(a) >> (n)))
#define vector_long_low(a) ((int32_t)(uint32_t)(a))
#define vector_long_high(a) ((int32_t)(uint32_t)((a) >> 32))
#define vector_long_from_int(a) ((uint64_t)(int64_t)(a))
