/* SPDX-License-Identifier: MIT
 *
 * The long waves around a patch, as polynomials.
 *
 * Along its own direction a wave is exp(i kappa s), which on the disc that a patch covers is a polynomial in s to any
 * accuracy that is wanted: a Chebyshev series, cut at one degree and multiplied out in x and z (host/expansion.c).  Its
 * coefficients times sine and cosine of the wave's phase at the disc's centre, summed over the waves, are four fields
 * that all samples of the patch share; how many waves there are then matters to a patch, and no longer to a sample.
 *
 * The centre is the label of the water at the patch's place, so that the disc needs to be no larger than the hull. */

/* Waves whose sines and cosines are at hand at once. */
#define EXPAND_AT_ONCE 64

/* A few terms, of the waves whose sines or cosines are at hand. */
LANE_FN void patch_sum_terms(lane *coefficient, const lane *circle, LANE_TABLE float *weight, int degree, int waves)
{
    const int terms = TERMS_AT_ONCE(degree);
    lane sum[TERMS_AT_ONCE_MOST];
    LANE_UNROLL for (int i = 0; i < terms; i++) sum[i] = coefficient[i];
    for (int w = 0; w < waves; w++) {
        LANE_TABLE float *at = weight + (size_t)w * (size_t)TERMS(degree);
        LANE_UNROLL for (int i = 0; i < terms; i++) sum[i] = lane_fma(lane_set(at[i]), circle[w], sum[i]);
    }
    LANE_UNROLL for (int i = 0; i < terms; i++) coefficient[i] = sum[i];
}

/* `count` waves from `first` on; `weight` is the first one's.  Their water at the centre is added to `r`.  In each half
 * the rates come last, and are left out where nobody wants them. */
LANE_FN sea_water patch_sum_waves(patch *p, sea s, sea_water r, int first, int count, LANE_TABLE float *weight)
{
    const int half_ = TERMS_HALF(s.degree);
    const int even = s.motion ? half_ : 2 * TERMS_EVEN(s.degree), odd = s.motion ? half_ : 2 * TERMS_ODD(s.degree);
    lane sine[EXPAND_AT_ONCE], cosine[EXPAND_AT_ONCE];
    for (int i = 0; i < count; i++) {
        LANE_TABLE sea_wave *wave = s.wave + first + i;
        wave_circle at = wave_circle_at(wave_turns(wave, patch_turns(p, s, first + i), p->centre));
        r = water_add_wave(r, wave, at, WATER_SHIFT | WATER_STRETCH);
        sine[i] = at.sine;
        cosine[i] = at.cosine;
    }
    for (int t = 0; t < even; t += TERMS_AT_ONCE(s.degree)) {
        patch_sum_terms(p->coefficient + t, cosine, weight + t, s.degree, count);
    }
    for (int t = half_; t < half_ + odd; t += TERMS_AT_ONCE(s.degree)) {
        patch_sum_terms(p->coefficient + t, sine, weight + t, s.degree, count);
    }
    return r;
}

/* Fills the polynomials; the result is the water at the centre, of all waves. */
LANE_FN sea_water patch_expand(patch *p, sea s)
{
    const int directly = s.number->waves - s.expanded;
    sea_water r = water_add_waves(water_still(), s, p, directly, p->centre, WATER_SHIFT | WATER_STRETCH);
    for (int t = 0; t < TERMS(s.degree); t++) p->coefficient[t] = lane_set(0.0f);
    for (int i = 0; i < s.expanded; i += EXPAND_AT_ONCE) {
        const int left = s.expanded - i, count = left < EXPAND_AT_ONCE ? left : EXPAND_AT_ONCE;
        r = patch_sum_waves(p, s, r, directly + i, count, s.weight + (size_t)i * (size_t)TERMS(s.degree));
    }
    lane *x = &p->coefficient[TERM_AT(s.degree, FIELD_PULL_RATE, 1, 0)];
    lane *z = &p->coefficient[TERM_AT(s.degree, FIELD_PULL_RATE, 0, 1)];
    *x = lane_add(*x, lane_set(s.number->current_x));
    *z = lane_add(*z, lane_set(s.number->current_z));
    return r;
}

/* What the polynomials hold of the water of a label, given from the centre; the current is in them. */
LANE_FN sea_water water_expanded(sea s, const patch *p, vec2 at, int parts)
{
    const lane two = lane_set(2.0f), one = lane_set(1.0f);
    sea_water r = water_still();
    if (parts & (WATER_SHIFT | WATER_STRETCH)) {
        jet pull = jet_at(p->coefficient, s.degree, FIELD_PULL, at);
        r.shift = (vec2){ pull.x, pull.z };
        r.stretch = (sym2){ lane_fma(two, pull.xx, one), pull.xz, lane_fma(two, pull.zz, one) };
    }
    if (parts & WATER_SURFACE) {
        jet height = jet_at(p->coefficient, s.degree, FIELD_HEIGHT, at);
        r.height = height.f;
        r.slope = (vec2){ height.x, height.z };
    }
    if (parts & WATER_MOTION) {
        jet pull_rate = jet_at(p->coefficient, s.degree, FIELD_PULL_RATE, at);
        r.climb = jet_at(p->coefficient, s.degree, FIELD_HEIGHT_RATE, at).f;
        r.drift = (vec2){ pull_rate.x, pull_rate.z };
    }
    return r;
}

/* The water of a label, given from the centre. */
LANE_FN sea_water water_at(sea s, const patch *p, vec2 label, int parts)
{
    vec2 whole = vec2_add(p->centre, label);
    if (s.degree == 0) {
        sea_water r = water_add_waves(water_still(), s, p, s.number->waves, whole, parts);
        if (parts & WATER_MOTION) r.drift = vec2_add(r.drift, sea_current(s));
        return r;
    }
    return water_add_waves(water_expanded(s, p, label, parts), s, p, s.number->waves - s.expanded, whole, parts);
}

/* The label of the water at the patch's place, by one step of Newton's from there. */
LANE_FN vec2 patch_centre(const patch *p, sea s)
{
    sea_water w = water_add_waves(water_still(), s, p, s.number->waves, p->rest, WATER_SHIFT | WATER_STRETCH);
    vec2 move = sym2_solve(w.stretch, w.shift, SEA_LEAST_JACOBIAN);
    return vec2_sub(p->rest, vec2_clamp(move, s.number->shift_limit));
}

/* Everything about the sea around a patch that its samples share.  x and z in 2^-24 m.  Guesses come from the water at
 * the centre itself and not from polynomials, whose second derivatives are the least exact numbers in them: so they are
 * the same, to the bit, whichever way waves are summed. */
LANE_FN void patch_prepare_shared(patch *p, sea s, lane_long x, lane_long z)
{
    patch_prepare(p, s, x, z);
    if (s.guess) p->centre = patch_centre(p, s);
    p->place = vec2_sub(p->rest, p->centre);
    sea_water w = water_still();
    if (s.degree > 0) {
        w = patch_expand(p, s);
    } else if (s.guess) {
        w = water_add_waves(w, s, p, s.number->waves, p->centre, WATER_SHIFT | WATER_STRETCH);
    }
    p->moved = w.shift;
    p->inverse = sym2_inverse(w.stretch, SEA_LEAST_JACOBIAN);
}
