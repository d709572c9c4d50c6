/* SPDX-License-Identifier: MIT
 *
 * Sine, cosine and exponential, made of words, so that they are the same everywhere.
 *
 * Sine and cosine take an angle in turns, through the half angle: with s = sqrt(2) sin(pi t) and c = cos(pi t),
 * sin(2 pi t) = sqrt(2) s c and cos(2 pi t) = 1 - s s.  No quadrants, no signs, one reduction.  The coefficients are
 * minimax fits in t^2 on |t| <= 1/2, rounded to float and then moved by a unit in the last place or two to where the
 * whole is best; errors of the sine 3.5e-7, of the cosine 5e-7. */
#define SQRT_2 1.41421356f
#define SQRT_HALF 0.70710678f

typedef struct wave_circle {
    lane sine;          /* sin(2 pi t) / sqrt(2) */
    lane cosine;
} wave_circle;

LANE_FN wave_circle wave_circle_at(lane turns)
{
    lane t = lane_wrap(turns);
    lane q = lane_mul(t, t);
    lane s = lane_fma(q, lane_set(0x1.bac07ep-4f), lane_set(-0x1.b0ba1ap-1f));
    lane c = lane_fma(q, lane_set(0x1.c02e2p-3f), lane_set(-0x1.54dcb6p+0f));
    s = lane_fma(q, s, lane_set(0x1.cd9776p+1f));
    c = lane_fma(q, c, lane_set(0x1.03bc28p+2f));
    s = lane_fma(q, s, lane_set(-0x1.d3ba1ap+2f));
    c = lane_fma(q, c, lane_set(-0x1.3bd39cp+2f));
    s = lane_fma(q, s, lane_set(0x1.1c583p+2f));
    c = lane_fma(q, c, lane_set(0x1.fffffep-1f));
    s = lane_mul(s, t);
    return (wave_circle){ lane_mul(s, c), lane_fnma(s, s, lane_set(1.0f)) };
}

/* exp(-a) for a >= 0.  2^f on |f| <= 1/2 is its Taylor series up to f^6 (error 1.2e-7), 2^-n comes by bits. */
LANE_FN lane lane_decay(lane a)
{
    lane octaves = lane_scale(lane_min(a, lane_set(80.0f)), -0x1.715476p+0f);     /* -a / ln 2 */
    lane whole = lane_add(octaves, lane_set(LANE_MAGIC));
    lane f = lane_sub(octaves, lane_sub(whole, lane_set(LANE_MAGIC)));
    lane p = lane_fma(f, lane_set(0x1.430912p-13f), lane_set(0x1.5d87fep-10f));
    p = lane_fma(f, p, lane_set(0x1.3b2ab6p-7f));
    p = lane_fma(f, p, lane_set(0x1.c6b08ep-5f));
    p = lane_fma(f, p, lane_set(0x1.ebfbep-3f));
    p = lane_fma(f, p, lane_set(0x1.62e43p-1f));
    p = lane_fma(f, p, lane_set(1.0f));
    return lane_mul(p, lane_power(lane_add(whole, lane_set(127.0f))));
}

/* 1 - exp(-a) for a >= 0. */
LANE_FN lane lane_saturate(lane a) { return lane_sub(lane_set(1.0f), lane_decay(a)); }

/* a^exponent for a from 1e-12 to 1 and an exponent that is not negative; 1, 1/2 and 0 are exact.  Others go by the
 * logarithm of the 16th root, 2 atanh((r - 1) / (r + 1)), of which a series is enough (error 3e-6). */
LANE_FN lane lane_pow(lane a, float exponent)
{
    if (exponent == 1.0f) return a;
    if (exponent == 0.5f) return lane_sqrt(a);
    if (exponent == 0.0f) return lane_set(1.0f);
    lane root = lane_sqrt(lane_sqrt(lane_sqrt(lane_sqrt(a))));
    lane z = lane_div(lane_sub(lane_set(1.0f), root), lane_add(root, lane_set(1.0f))), q = lane_mul(z, z);
    lane series = lane_set(1.0f / 15);
    series = lane_fma(series, q, lane_set(1.0f / 13));
    series = lane_fma(series, q, lane_set(1.0f / 11));
    series = lane_fma(series, q, lane_set(1.0f / 9));
    series = lane_fma(series, q, lane_set(1.0f / 7));
    series = lane_fma(series, q, lane_set(1.0f / 5));
    series = lane_fma(series, q, lane_set(1.0f / 3));
    series = lane_fma(series, q, lane_set(1.0f));
    return lane_decay(lane_mul(lane_mul(z, series), lane_set(32.0f * exponent)));
}
