/* SPDX-License-Identifier: MIT
 *
 * The vector words for 128 bits: SSE2, SSE4 and NEON, 4 lanes.
 *
 * SSE has no fused multiply-add, and neither has SIMDe there: its own rounds twice.  The exact one is made of doubles.
 * The product of two floats is exact in a double; the sum is rounded to 53 bits and then to 24.  That is the right
 * result unless the 53 bits lie half way between two floats, where the first rounding may have decided the second, or
 * the result is denormal, where half way is elsewhere.  Both are rare and go the slow way. */
#include <math.h>
#include <simde/x86/sse4.1.h>
#include <simde/x86/fma.h>

typedef simde__m128 vector;
typedef simde__m128i vector_int;

#define WIDE(name) simde_mm_##name
#define WIDE_INTS simde__m128i
#define WIDE_INTS_LOAD(p) simde_mm_loadu_si128((const simde__m128i *)(const void *)(p))
#define WIDE_INTS_STORE(p, a) simde_mm_storeu_si128((simde__m128i *)(void *)(p), a)
#define WIDE_INTS_XOR(a, b) simde_mm_xor_si128(a, b)
#define WIDE_LONG_SET(a) simde_mm_set1_epi64x(a)
#include "wide_long.h"
#include "vector_wide.h"

#define vector_bits(a) simde_mm_castps_si128(a)
#define vector_power(a) simde_mm_castsi128_ps(simde_mm_slli_epi32(vector_bits(a), 23))
#define vector_from_int(a) simde_mm_cvtepi32_ps(a)
#define vector_int_and(a, b) simde_mm_and_si128(a, b)

LANE_FN vector vector_pick(vector a, vector b, vector below, vector otherwise)
{
    vector mask = simde_mm_cmplt_ps(a, b);
    return simde_mm_or_ps(simde_mm_and_ps(mask, below), simde_mm_andnot_ps(mask, otherwise));
}

#define vector_any_below(a, b) (simde_mm_movemask_ps(simde_mm_cmplt_ps(a, b)) != 0)

#define AS_FLOATS(a) simde_mm_castsi128_ps(a)
#define vector_long_low(a) vector_bits(simde_mm_shuffle_ps(AS_FLOATS((a).half[0]), AS_FLOATS((a).half[1]), 0x88))
#define vector_long_high(a) vector_bits(simde_mm_shuffle_ps(AS_FLOATS((a).half[0]), AS_FLOATS((a).half[1]), 0xDD))

LANE_FN vector_long vector_long_from_int(vector_int a)
{
    vector_int sign = simde_mm_srai_epi32(a, 31);
    return (vector_long){ { simde_mm_unpacklo_epi32(a, sign), simde_mm_unpackhi_epi32(a, sign) } };
}

#if defined(SIMDE_X86_FMA_NATIVE) || defined(__aarch64__)
#define vector_fma(a, b, c) simde_mm_fmadd_ps(a, b, c)
#else

/* Lane by lane, for those few that need it. */
static __attribute__((noinline, unused)) vector vector_fma_slowly(vector a, vector b, vector c)
{
    float x[4], y[4], z[4];
    simde_mm_storeu_ps(x, a);
    simde_mm_storeu_ps(y, b);
    simde_mm_storeu_ps(z, c);
    for (int i = 0; i < 4; i++) x[i] = fmaf(x[i], y[i], z[i]);
    return simde_mm_loadu_ps(x);
}

#define UPPER(a) simde_mm_movehl_ps(a, a)

/* a b + c of the lower two lanes, rounded to 53 bits. */
LANE_FN simde__m128d half_fma(vector a, vector b, vector c)
{
    return simde_mm_add_pd(simde_mm_mul_pd(simde_mm_cvtps_pd(a), simde_mm_cvtps_pd(b)), simde_mm_cvtps_pd(c));
}

/* A function of its own: a pass has thousands of them, and inlined they would take minutes to compile. */
static __attribute__((noinline)) vector vector_fma(vector a, vector b, vector c)
{
    const simde__m128d low = half_fma(a, b, c), high = half_fma(UPPER(a), UPPER(b), UPPER(c));
    const vector r = simde_mm_movelh_ps(simde_mm_cvtpd_ps(low), simde_mm_cvtpd_ps(high));
    const vector tails = simde_mm_shuffle_ps(simde_mm_castpd_ps(low), simde_mm_castpd_ps(high), 0x88);
    const vector_int tail = simde_mm_and_si128(vector_bits(tails), simde_mm_set1_epi32(0x1FFFFFFF));
    const vector half_way = AS_FLOATS(simde_mm_cmpeq_epi32(tail, simde_mm_set1_epi32(0x10000000)));
    const vector size = simde_mm_andnot_ps(simde_mm_set1_ps(-0.0f), r);
    const vector tiny = simde_mm_cmple_ps(size, simde_mm_set1_ps(0x1p-126f));
    const vector doubtful = simde_mm_or_ps(half_way, tiny);
    return simde_mm_movemask_ps(doubtful) ? vector_fma_slowly(a, b, c) : r;
}
#endif

#define vector_fnma(a, b, c) vector_fma(simde_mm_xor_ps(a, simde_mm_set1_ps(-0.0f)), b, c)
