/* SPDX-License-Identifier: MIT
 *
 * The vector words that are one instruction everywhere, through SIMDe.  A target includes this after it has said what
 * WIDE(name) and WIDE_INTS are: simde_mm256_name and simde__m256i, for example. */
#define vector_set(a) WIDE(set1_ps)(a)
#define vector_load(p) WIDE(loadu_ps)(p)
#define vector_store(p, a) WIDE(storeu_ps)(p, a)
#define vector_add(a, b) WIDE(add_ps)(a, b)
#define vector_sub(a, b) WIDE(sub_ps)(a, b)
#define vector_mul(a, b) WIDE(mul_ps)(a, b)
#define vector_div(a, b) WIDE(div_ps)(a, b)
#define vector_sqrt(a) WIDE(sqrt_ps)(a)
#define vector_abs(a) WIDE(andnot_ps)(vector_set(-0.0f), a)
#define vector_min(a, b) WIDE(min_ps)(a, b)
#define vector_max(a, b) WIDE(max_ps)(a, b)
#define vector_int_set(a) WIDE(set1_epi32)(a)
#define vector_int_add(a, b) WIDE(add_epi32)(a, b)

/* 64-bit integers: two registers for the lanes of one vector, lower lanes first. */
typedef struct vector_long { WIDE_INTS half[2]; } vector_long;

#define LONG_WORD(name, arguments, ...)                                                                             \
    LANE_FN vector_long name arguments                                                                              \
    {                                                                                                               \
        vector_long r;                                                                                              \
        { enum { h = 0 }; r.half[h] = __VA_ARGS__; }                                                                \
        { enum { h = 1 }; r.half[h] = __VA_ARGS__; }                                                                \
        return r;                                                                                                   \
    }

LONG_WORD(vector_long_set, (int64_t a), WIDE_LONG_SET(a))
LONG_WORD(vector_long_load, (const int64_t *p), WIDE_INTS_LOAD(p + h * (LANE_WIDTH / 2)))
LONG_WORD(vector_long_add, (vector_long a, vector_long b), WIDE(add_epi64)(a.half[h], b.half[h]))
LONG_WORD(vector_long_mul, (vector_long a, vector_long b), wide_mul_long(a.half[h], b.half[h]))

LANE_FN void vector_long_store(int64_t *p, vector_long a)
{
    WIDE_INTS_STORE(p, a.half[0]);
    WIDE_INTS_STORE(p + LANE_WIDTH / 2, a.half[1]);
}
