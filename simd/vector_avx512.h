/* SPDX-License-Identifier: MIT
 *
 * The vector words for AVX-512 (F, DQ, VL): 16 lanes.  SIMDe 0.7.4 does not have all of AVX-512; what it lacks is
 * taken from the compiler. */
#include <simde/x86/avx512.h>
#include <immintrin.h>

typedef simde__m512 vector;
typedef simde__m512i vector_int;

#define WIDE(name) simde_mm512_##name
#define WIDE_INTS simde__m512i
#define WIDE_INTS_LOAD(p) simde_mm512_loadu_si512(p)
#define WIDE_INTS_STORE(p, a) simde_mm512_storeu_si512(p, a)
#define WIDE_LONG_SET(a) simde_mm512_set1_epi64(a)
#define wide_mul_long(a, b) _mm512_mullo_epi64(a, b)
#include "vector_wide.h"

#define vector_fma(a, b, c) simde_mm512_fmadd_ps(a, b, c)
#define vector_fnma(a, b, c) simde_mm512_fnmadd_ps(a, b, c)
#define vector_pick(a, b, below, otherwise) _mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), otherwise, below)
#define vector_any_below(a, b) (_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ) != 0)
#define vector_wrap(a) _mm512_reduce_ps(a, 8)      /* the same number in one instruction, without an exception */
#define vector_bits(a) simde_mm512_castps_si512(a)
#define vector_power(a) simde_mm512_castsi512_ps(simde_mm512_slli_epi32(vector_bits(a), 23))
#define vector_from_int(a) _mm512_cvtepi32_ps(a)
#define vector_int_and(a, b) simde_mm512_and_si512(a, b)

#define vector_long_up(a, n) ((vector_long){ { _mm512_slli_epi64((a).half[0], n), _mm512_slli_epi64((a).half[1], n) } })
#define vector_long_down(a, n) \
    ((vector_long){ { _mm512_srai_epi64((a).half[0], n), _mm512_srai_epi64((a).half[1], n) } })

/* The even or the odd 32-bit parts of both halves, in order. */
LANE_FN vector_int vector_long_low(vector_long a)
{
    const simde__m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    return _mm512_permutex2var_epi32(a.half[0], even, a.half[1]);
}

LANE_FN vector_int vector_long_high(vector_long a)
{
    const simde__m512i odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    return _mm512_permutex2var_epi32(a.half[0], odd, a.half[1]);
}

LANE_FN vector_long vector_long_from_int(vector_int a)
{
    return (vector_long){ { _mm512_cvtepi32_epi64(_mm512_castsi512_si256(a)),
                            _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(a, 1)) } };
}
