/* SPDX-License-Identifier: MIT
 *
 * The surface above a place: Newton's method finds the label whose water is there, and one more linear step, which
 * costs no evaluation, the height. */

/* Labels and the places that are looked for are given from the patch's centre here. */

/* How far the water of a label is from where it should be. */
LANE_FN vec2 water_miss(sea_water w, vec2 label, vec2 target)
{
    return vec2_add(vec2_sub(label, target), w.shift);
}

/* A label, no further from its place than waves can shift it. */
LANE_FN vec2 label_near(sea s, vec2 label, vec2 target)
{
    return vec2_add(target, vec2_clamp(vec2_sub(label, target), s.number->shift_limit));
}

/* A label on the way of the search, and how far off labels on it were: the furthest (label_away). */
typedef struct search { vec2 label; lane away; } search;

LANE_FN lane vec2_square(vec2 a) { return lane_fma(a.x, a.x, lane_mul(a.z, a.z)); }

/* How far off the way a label is, squared and measured by the disc: from the patch's centre, for polynomials, and from
 * its place, where it cannot be further than waves shift it; beyond, waves are summed one by one, and there the search
 * is held to that. */
LANE_FN lane label_away(sea s, vec2 label, vec2 target)
{
    if (s.degree == 0) return lane_set(0.0f);
    vec2 shift = vec2_sub(label, target);
    lane shifted = lane_max(lane_mul(shift.x, shift.x), lane_mul(shift.z, shift.z));
    return lane_max(vec2_square(label), lane_scale(shifted, s.near));
}

/* Where the search for a label starts: at its place or, where waves are long against the patch, where the linear map at
 * the patch's centre has it, which then is as good as one step of Newton's.  The host knows (host/expansion.c). */
LANE_FN vec2 label_guess(sea s, const patch *p, vec2 target)
{
    if (!s.guess) return target;
    vec2 guess = sym2_mul(p->inverse, vec2_sub(target, p->moved));
    return s.degree > 0 ? guess : label_near(s, guess, target);
}

/* Newton's steps towards the label of the water at `target`. */
LANE_FN search sea_search(sea s, const patch *p, vec2 label, vec2 target)
{
    search at = { label, label_away(s, label, target) };
    for (int step = 1; step < s.number->inversion; step++) {
        sea_water w = water_at(s, p, at.label, WATER_SHIFT | WATER_STRETCH);
        vec2 move = sym2_solve(w.stretch, water_miss(w, at.label, target), SEA_LEAST_JACOBIAN);
        at.label = vec2_sub(at.label, move);
        if (s.degree == 0) at.label = label_near(s, at.label, target);
        at.away = lane_max(label_away(s, at.label, target), at.away);
    }
    return at;
}

typedef struct surface {            /* the water above a place */
    lane height;                    /* above the level */
    vec2 slope;                     /* of the surface there */
    vec2 tilt;                      /* the slope that the normal shows: by derivative or by finite differences */
    vec3 velocity;                  /* of the water, if it is wanted */
    lane rise;                      /* how fast the height changes there, likewise */
    lane residual;                  /* how far the label's place is from the one asked for, squared */
    vec2 label;
    lane away;                      /* as in search */
} surface;

/* From label to place.  Without inversion the label is the place. */
LANE_FN surface sea_surface_of(sea s, sea_water w, search at, vec2 target)
{
    const int inverted = s.number->inversion > 0;
    vec2 miss = water_miss(w, at.label, target);
    vec2 slope = inverted ? sym2_solve(w.stretch, w.slope, SEA_LEAST_SLOPE_JACOBIAN) : w.slope;
    lane height = lane_fnma(slope.x, miss.x, lane_fnma(slope.z, miss.z, w.height));
    vec3 velocity = { w.drift.x, w.climb, w.drift.z };
    lane rise = lane_fnma(velocity.x, slope.x, lane_fnma(velocity.z, slope.z, velocity.y));
    lane residual = vec2_square(miss);
    if (s.degree > 0) {
        const float n = (float)(s.degree + 1);              /* a miss of disc / n^2 costs no more than the rest */
        at.away = lane_max(lane_scale(residual, n * n * n * n), at.away);
        at.away = lane_max(at.away, lane_scale(vec2_square(slope), s.steep));       /* what is not a number stays so */
    }
    height = lane_clamp(height, -s.number->height_limit, s.number->height_limit);
    return (surface){ inverted ? height : w.height, slope, slope, velocity, rise, residual, at.label, at.away };
}

/* The water of a label with all that is wanted of it, and no more: a sum is a loop for each of the cases. */
LANE_FN sea_water water_wanted(sea s, const patch *p, vec2 label)
{
    const int flat = WATER_SURFACE, level = WATER_SHIFT | flat, all = WATER_STRETCH | level;
    if (s.degree > 0 || s.number->inversion > 0) {
        return s.motion ? water_at(s, p, label, all | WATER_MOTION) : water_at(s, p, label, all);
    }
    if (s.motion) return water_at(s, p, label, level | WATER_MOTION);
    return s.number->shift_limit > 0.0f ? water_at(s, p, label, level) : water_at(s, p, label, flat);
}

/* The surface at a neighbour of a place whose label is known, itself inverted like any other. */
LANE_FN surface sea_surface_beside(sea s, const patch *p, vec2 guess, vec2 target)
{
    search at = sea_search(s, p, s.number->inversion > 0 ? label_near(s, guess, target) : target, target);
    sea_water w = water_at(s, p, at.label, WATER_SHIFT | WATER_STRETCH | WATER_SURFACE);
    return sea_surface_of(s, w, at, target);
}

/* Puts the slopes from the heights this far along x and along z into the tilt. */
LANE_FN surface sea_finite_tilt(sea s, const patch *p, sea_water w, surface at, vec2 target)
{
    const float offset = s.number->normal_offset;
    const lane per_offset = lane_set(s.number->per_normal_offset);
    const vec2 along[2] = { vec2_set(offset, 0.0f), vec2_set(0.0f, offset) };
    lane slope[2];
    for (int i = 0; i < 2; i++) {
        vec2 guess = vec2_add(at.label, sym2_solve(w.stretch, along[i], SEA_LEAST_JACOBIAN));
        surface beside = sea_surface_beside(s, p, guess, vec2_add(target, along[i]));
        slope[i] = lane_mul(lane_sub(beside.height, at.height), per_offset);
        at.away = lane_max(beside.away, at.away);
    }
    at.tilt = (vec2){ slope[0], slope[1] };
    return at;
}

LANE_FN surface sea_surface_by(sea s, const patch *p, vec2 target)
{
    search at = sea_search(s, p, label_guess(s, p, target), target);
    sea_water w = water_wanted(s, p, at.label);
    surface r = sea_surface_of(s, w, at, target);
    return s.number->normal_offset > 0.0f ? sea_finite_tilt(s, p, w, r, target) : r;
}

/* x where a < b, else y */
LANE_FN surface surface_pick(lane a, lane b, surface x, surface y)
{
    return (surface){ lane_pick(a, b, x.height, y.height), vec2_pick(a, b, x.slope, y.slope),
                      vec2_pick(a, b, x.tilt, y.tilt), vec3_pick(a, b, x.velocity, y.velocity),
                      lane_pick(a, b, x.rise, y.rise), lane_pick(a, b, x.residual, y.residual),
                      vec2_pick(a, b, x.label, y.label), lane_pick(a, b, x.away, y.away) };
}

LANE_RARE surface sea_surface_direct(sea s, const patch *p, vec2 target)
{
    s.degree = 0;
    return sea_surface_by(s, p, target);
}

/* The surface above the place that is `offset` from the patch's.  Where a label on the way was further away than
 * polynomials hold, or the water is steeper or the place missed by more than their error was reckoned for, or not a
 * number, it is summed directly, with the bits of the direct sum. */
LANE_FN surface sea_surface(sea s, const patch *p, vec2 offset)
{
    const lane disc = lane_set(s.disc), inside = lane_set(1.0f), outside = lane_set(0.0f);
    vec2 target = vec2_add(p->place, offset);
    surface r = sea_surface_by(s, p, target);
    if (s.degree == 0 || !lane_any_below(lane_pick(r.away, disc, inside, outside), inside)) return r;
    return surface_pick(r.away, disc, r, sea_surface_direct(s, p, target));
}

LANE_FN vec3 sea_normal(surface above)
{
    lane square = lane_fma(above.tilt.x, above.tilt.x, lane_fma(above.tilt.z, above.tilt.z, lane_set(1.0f)));
    lane up = lane_div(lane_set(1.0f), lane_sqrt(square));
    return (vec3){ lane_mul(lane_negate(above.tilt.x), up), up, lane_mul(lane_negate(above.tilt.z), up) };
}
