/* SPDX-License-Identifier: MIT
 *
 * Polynomials in x and z of one total degree, with derivatives, for the four fields of the sea around a patch; tables.h
 * tells which they are and where their coefficients stand.  The degree is even, and a constant wherever these functions
 * are inlined. */

/* How many are summed at once: as registers hold; it divides a half.  No bit depends on it. */
#define TERMS_AT_ONCE_MOST 14
#define TERMS_AT_ONCE(degree) \
    (LANE_REGISTERS >= 32 ? (degree) == 6 ? 14 : 10 : (degree) == 4 ? 10 : (degree) == 6 ? 8 : 9)

/* A step of Horner's rule.  Step 0 takes the first term; before it there is nothing to do. */
LANE_FN lane horner(int step, lane sum, lane x, lane next)
{
    return step > 0 ? lane_fma(sum, x, next) : step == 0 ? next : sum;
}

typedef struct jet {            /* value, gradient and half the second derivatives; xz is whole */
    lane f, x, z, xx, xz, zz;
} jet;

/* A field at a place.  What the caller does not use of the result costs nothing once this is inlined. */
LANE_FN jet jet_at(const lane *coefficient, int degree, int field, vec2 at)
{
    const lane zero = lane_set(0.0f);
    jet j = { zero, zero, zero, zero, zero, zero };
    LANE_UNROLL for (int m = degree; m >= 0; m--) {
        const int last = degree - m;
        lane p = zero, p_z = zero, p_zz = zero;         /* of the factor of x^m, a polynomial in z */
        LANE_UNROLL for (int n = last; n >= 0; n--) {
            p_zz = horner(last - n - 2, p_zz, at.z, p_z);
            p_z = horner(last - n - 1, p_z, at.z, p);
            p = horner(last - n, p, at.z, coefficient[TERM_AT(degree, field, m, n)]);
        }
        j.xx = horner(last - 2, j.xx, at.x, j.x);
        j.zz = horner(last - 2, j.zz, at.x, p_zz);
        j.x = horner(last - 1, j.x, at.x, j.f);
        j.f = horner(last, j.f, at.x, p);
        j.xz = horner(last - 2, j.xz, at.x, j.z);
        j.z = horner(last - 1, j.z, at.x, p_z);
    }
    return j;
}
