/* SPDX-License-Identifier: MIT
 *
 * The vector words for AVX2 with FMA: 8 lanes. */
#include <simde/x86/avx2.h>
#include <simde/x86/fma.h>
#ifndef SIMDE_X86_FMA_NATIVE
#error "compile this with -mfma: SIMDe's own multiply-add rounds twice"
#endif

typedef simde__m256 vector;
typedef simde__m256i vector_int;

#define WIDE(name) simde_mm256_##name
#define WIDE_INTS simde__m256i
#define WIDE_INTS_LOAD(p) simde_mm256_loadu_si256((const simde__m256i *)(const void *)(p))
#define WIDE_INTS_STORE(p, a) simde_mm256_storeu_si256((simde__m256i *)(void *)(p), a)
#define WIDE_LONG_SET(a) simde_mm256_set1_epi64x(a)
#define WIDE_INTS_XOR(a, b) simde_mm256_xor_si256(a, b)
#include "wide_long.h"
#include "vector_wide.h"

#define vector_fma(a, b, c) simde_mm256_fmadd_ps(a, b, c)
#define vector_fnma(a, b, c) simde_mm256_fnmadd_ps(a, b, c)
#define vector_pick(a, b, below, otherwise) \
    simde_mm256_blendv_ps(otherwise, below, simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ))
#define vector_any_below(a, b) (simde_mm256_movemask_ps(simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ)) != 0)
#define vector_bits(a) simde_mm256_castps_si256(a)
#define vector_power(a) simde_mm256_castsi256_ps(simde_mm256_slli_epi32(vector_bits(a), 23))
#define vector_from_int(a) simde_mm256_cvtepi32_ps(a)
#define vector_int_and(a, b) simde_mm256_and_si256(a, b)

/* Shuffles work within 128 bits, so the four pairs come out as 0 2 1 3. */
LANE_FN vector_int vector_long_parts(vector pairs)
{
    return simde_mm256_permute4x64_epi64(vector_bits(pairs), 0xD8);
}

#define AS_FLOATS(a) simde_mm256_castsi256_ps(a)
#define vector_long_low(a) \
    vector_long_parts(simde_mm256_shuffle_ps(AS_FLOATS((a).half[0]), AS_FLOATS((a).half[1]), 0x88))
#define vector_long_high(a) \
    vector_long_parts(simde_mm256_shuffle_ps(AS_FLOATS((a).half[0]), AS_FLOATS((a).half[1]), 0xDD))

LANE_FN vector_long vector_long_from_int(vector_int a)
{
    return (vector_long){ { simde_mm256_cvtepi32_epi64(simde_mm256_castsi256_si128(a)),
                            simde_mm256_cvtepi32_epi64(simde_mm256_extracti128_si256(a, 1)) } };
}
