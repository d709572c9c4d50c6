/* SPDX-License-Identifier: MIT
 *
 * The words: all that the physics knows of a machine.
 *
 * A lane is a pack of LANE_PACK vectors of LANE_WIDTH floats, one for each point, patch or body that is computed side
 * by side.  Each word does LANE_PACK independent operations, so that a chain of words keeps the pipelines full.  What
 * a vector is, the target says: vector_opencl.h here, or one of simd/vector_*.h.
 *
 *     set load store                               a number for all lanes; one for each, from and to memory
 *     add sub mul div sqrt                         correctly rounded
 *     abs                                          without its sign
 *     fma(a, b, c)  fnma(a, b, c)                  a b + c and c - a b, rounded once
 *     min(a, b) max(a, b)                          a < b ? a : b, a > b ? a : b: the second if one is not a number
 *     pick(a, b, x, y)                             a < b ? x : y
 *     wrap(a)                                      a less the nearest integer, the even one of two; |a| < 2^22
 *     any_below(a, b)                              whether a < b in any lane
 *     bits  power  from_int                        a float's bits; the float whose bits are a's, shifted left by 23
 *                                                  places; an integer as the nearest float
 *     int_set int_add int_and                      32-bit integers that wrap around
 *     long_set long_load long_store long_add       64-bit integers that wrap around
 *     long_mul long_up long_down                   product; shifts by a constant, down with the sign
 *     long_low long_high long_from_int             the lower or upper half as a 32-bit integer; widening
 *
 * Every multiply-add of lanes is written as one of the two words, so that no compiler has anything to contract. */
#define LANES (LANE_PACK * LANE_WIDTH)

typedef struct lane { vector v[LANE_PACK]; } lane;
typedef struct lane_int { vector_int v[LANE_PACK]; } lane_int;
typedef struct lane_long { vector_long v[LANE_PACK]; } lane_long;

/* 1.5 * 2^23: added to a float below 2^22 in size it rounds it to an integer and leaves that in its low bits. */
#define LANE_MAGIC 12582912.0f
#define LANE_MAGIC_BITS 0x4B400000
#ifndef vector_wrap
#define vector_wrap(a) vector_sub(a, vector_sub(vector_add(a, vector_set(LANE_MAGIC)), vector_set(LANE_MAGIC)))
#endif

/* Constant indices, not a loop: compilers take structs apart before they unroll. */
#if LANE_PACK == 1
#define EACH_VECTOR(...) { enum { u = 0 }; __VA_ARGS__; }
#elif LANE_PACK == 2
#define EACH_VECTOR(...) { enum { u = 0 }; __VA_ARGS__; } { enum { u = 1 }; __VA_ARGS__; }
#else
#error "LANE_PACK must be 1 or 2"
#endif
#define WORD(type, name, arguments, ...) \
    LANE_FN type name arguments { type r; EACH_VECTOR(r.v[u] = __VA_ARGS__) return r; }

WORD(lane, lane_set, (float a), vector_set(a))
WORD(lane, lane_load, (LANE_TABLE float *p), vector_load(p + u * LANE_WIDTH))
LANE_FN int lane_any_below(lane a, lane b)
{
    int found = 0;
    EACH_VECTOR(found |= vector_any_below(a.v[u], b.v[u]))
    return found;
}
LANE_FN void lane_store(LANE_OUT float *p, lane a) { EACH_VECTOR(vector_store(p + u * LANE_WIDTH, a.v[u])) }
WORD(lane, lane_add, (lane a, lane b), vector_add(a.v[u], b.v[u]))
WORD(lane, lane_sub, (lane a, lane b), vector_sub(a.v[u], b.v[u]))
WORD(lane, lane_mul, (lane a, lane b), vector_mul(a.v[u], b.v[u]))
WORD(lane, lane_div, (lane a, lane b), vector_div(a.v[u], b.v[u]))
WORD(lane, lane_sqrt, (lane a), vector_sqrt(a.v[u]))
WORD(lane, lane_fma, (lane a, lane b, lane c), vector_fma(a.v[u], b.v[u], c.v[u]))
WORD(lane, lane_fnma, (lane a, lane b, lane c), vector_fnma(a.v[u], b.v[u], c.v[u]))
WORD(lane, lane_min, (lane a, lane b), vector_min(a.v[u], b.v[u]))
WORD(lane, lane_max, (lane a, lane b), vector_max(a.v[u], b.v[u]))
WORD(lane, lane_pick, (lane a, lane b, lane x, lane y), vector_pick(a.v[u], b.v[u], x.v[u], y.v[u]))
WORD(lane, lane_abs, (lane a), vector_abs(a.v[u]))
WORD(lane, lane_wrap, (lane a), vector_wrap(a.v[u]))
WORD(lane, lane_power, (lane a), vector_power(a.v[u]))
WORD(lane, lane_from_int, (lane_int a), vector_from_int(a.v[u]))
WORD(lane_int, lane_bits, (lane a), vector_bits(a.v[u]))
WORD(lane_int, lane_int_set, (int a), vector_int_set(a))
WORD(lane_int, lane_int_add, (lane_int a, lane_int b), vector_int_add(a.v[u], b.v[u]))
WORD(lane_int, lane_int_and, (lane_int a, lane_int b), vector_int_and(a.v[u], b.v[u]))
WORD(lane_long, lane_long_set, (sea_long a), vector_long_set(a))
WORD(lane_long, lane_long_load, (LANE_TABLE sea_long *p), vector_long_load(p + u * LANE_WIDTH))
LANE_FN void lane_long_store(LANE_OUT sea_long *p, lane_long a)
{
    EACH_VECTOR(vector_long_store(p + u * LANE_WIDTH, a.v[u]))
}
WORD(lane_long, lane_long_add, (lane_long a, lane_long b), vector_long_add(a.v[u], b.v[u]))
WORD(lane_long, lane_long_mul, (lane_long a, lane_long b), vector_long_mul(a.v[u], b.v[u]))
WORD(lane_long, lane_long_from_int, (lane_int a), vector_long_from_int(a.v[u]))
WORD(lane_int, lane_long_low, (lane_long a), vector_long_low(a.v[u]))
WORD(lane_int, lane_long_high, (lane_long a), vector_long_high(a.v[u]))
/* The number of places must be a constant for every target, so it stands in the name. */
WORD(lane_long, lane_long_up_20, (lane_long a), vector_long_up(a.v[u], 20))
WORD(lane_long, lane_long_down_4, (lane_long a), vector_long_down(a.v[u], 4))
WORD(lane_long, lane_long_down_22, (lane_long a), vector_long_down(a.v[u], 22))

/* Compound words. */
LANE_FN lane lane_negate(lane a) { return lane_sub(lane_set(0.0f), a); }
LANE_FN lane lane_scale(lane a, float by) { return lane_mul(a, lane_set(by)); }

/* a, no lower than `low` and no higher than `high`; `high` if a is not a number. */
LANE_FN lane lane_clamp(lane a, float low, float high)
{
    return lane_max(lane_min(a, lane_set(high)), lane_set(low));
}
