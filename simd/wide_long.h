/* SPDX-License-Identifier: MIT
 *
 * 64-bit integer arithmetic for targets that have only halves of it: AVX2, SSE and NEON. */

/* The lower 64 bits of a product, from products of 32-bit halves. */
LANE_FN WIDE_INTS wide_mul_long(WIDE_INTS a, WIDE_INTS b)
{
    WIDE_INTS a_high = WIDE(srli_epi64)(a, 32), b_high = WIDE(srli_epi64)(b, 32);
    WIDE_INTS cross = WIDE(add_epi64)(WIDE(mul_epu32)(a_high, b), WIDE(mul_epu32)(a, b_high));
    return WIDE(add_epi64)(WIDE(mul_epu32)(a, b), WIDE(slli_epi64)(cross, 32));
}

/* Down with the sign: shift logically, then spread what was the sign bit upwards by flipping and subtracting it. */
#define wide_down_long(a, n)                                                                                        \
    WIDE(sub_epi64)(WIDE_INTS_XOR(WIDE(srli_epi64)(a, n), WIDE_LONG_SET((int64_t)1 << (63 - (n)))),                \
                    WIDE_LONG_SET((int64_t)1 << (63 - (n))))

#define vector_long_up(a, n) ((vector_long){ { WIDE(slli_epi64)((a).half[0], n), WIDE(slli_epi64)((a).half[1], n) } })
#define vector_long_down(a, n) ((vector_long){ { wide_down_long((a).half[0], n), wide_down_long((a).half[1], n) } })
