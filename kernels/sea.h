/* SPDX-License-Identifier: MIT
 *
 * The sea around a patch.
 *
 * Gerstner waves say where the water with a given label goes; a question asks which water is at a given place.  So
 * the label is found first, by Newton's method on the horizontal displacement, and then the height, with one more
 * linear step that costs no evaluation.
 *
 * A patch is a place with offsets from it: a point, a body, or a piece of a large body.  The place is an exact integer
 * and so are the phases of all waves there; what is left to floats are the offsets, a few metres. */

/* Phases that a patch keeps.  Those of further waves are made again from the integers whenever they are needed. */
#define SEA_STORED 128

/* No offset from a patch is longer than this, m, nor is any label further from its place.  It bounds what a float
 * phase must hold: waves are longer than a millimetre, which lane_wrap can take. */
#define SEA_REACH 2000.0f

/* Newton's steps and slopes take a Jacobian below these for them: near a crest about to fold they grow no larger. */
#define SEA_LEAST_JACOBIAN 0.0625f
#define SEA_LEAST_SLOPE_JACOBIAN 0x1p-10f

typedef struct sea {                /* the tables of one instant */
    LANE_TABLE sea_wave *wave;
    LANE_TABLE sea_key *key;
    LANE_TABLE sea_long *phase;     /* of each wave at the origin at this time, 2^-64 turn */
    LANE_TABLE sea_numbers *number;
} sea;

typedef struct patch {
    lane_long x, z;                 /* the place, 2^-20 m */
    vec2 rest;                      /* what the coarser unit rounded off, m */
    lane turns[SEA_STORED];         /* phases at the place */
} patch;

LANE_FN lane sea_turns_at(sea s, lane_long x, lane_long z, int wave)
{
    lane_long along_x = lane_long_mul(x, lane_long_set(s.key[wave].x));
    lane_long along_z = lane_long_mul(z, lane_long_set(s.key[wave].z));
    lane_long turns = lane_long_add(lane_long_add(along_x, along_z), lane_long_set(s.phase[wave]));
    return lane_scale(lane_from_int(lane_long_high(turns)), 0x1p-32f);
}

/* An integer of 2^-24 m, to the nearest 2^-20 m; `rest` gets the difference in metres. */
LANE_FN lane_long sea_coarse(lane_long fine, lane *rest)
{
    lane_long raised = lane_long_add(fine, lane_long_set(8));
    lane_int below = lane_int_add(lane_int_and(lane_long_low(raised), lane_int_set(15)), lane_int_set(-8));
    *rest = lane_scale(lane_from_int(below), SEA_POSITION_UNIT);
    return lane_long_down_4(raised);
}

/* Everything about the sea at a place that does not depend on the offset.  x and z in 2^-24 m. */
LANE_FN void patch_prepare(patch *p, sea s, lane_long x, lane_long z)
{
    const int stored = s.number->waves < SEA_STORED ? s.number->waves : SEA_STORED;
    p->x = sea_coarse(x, &p->rest.x);
    p->z = sea_coarse(z, &p->rest.z);
    for (int w = 0; w < stored; w++) p->turns[w] = sea_turns_at(s, p->x, p->z, w);
}

typedef struct sea_water {              /* the water of one label */
    vec2 shift;                     /* horizontal displacement */
    sym2 stretch;                   /* derivative of position by label */
    lane height;
    vec2 slope;                     /* derivative of height by label */
    lane climb;                     /* vertical velocity */
    vec2 drift;                     /* horizontal velocity, without the current */
} sea_water;

LANE_FN sea_water water_still(void)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    return (sea_water){ { zero, zero }, { one, zero, one }, zero, { zero, zero }, zero, { zero, zero } };
}

LANE_FN sea_water water_add_wave(sea_water r, LANE_TABLE sea_wave *wave, lane turns, vec2 label)
{
    wave_circle at = wave_circle_at(lane_fma(lane_set(wave->turns_x), label.x,
                                             lane_fma(lane_set(wave->turns_z), label.z, turns)));
    r.shift.x = lane_fnma(lane_set(wave->shift_x), at.half_sine, r.shift.x);
    r.shift.z = lane_fnma(lane_set(wave->shift_z), at.half_sine, r.shift.z);
    r.stretch.xx = lane_fnma(lane_set(wave->strain_xx), at.cosine, r.stretch.xx);
    r.stretch.xz = lane_fnma(lane_set(wave->strain_xz), at.cosine, r.stretch.xz);
    r.stretch.zz = lane_fnma(lane_set(wave->strain_zz), at.cosine, r.stretch.zz);
    r.height = lane_fma(lane_set(wave->height), at.cosine, r.height);
    r.slope.x = lane_fnma(lane_set(wave->slope_x), at.half_sine, r.slope.x);
    r.slope.z = lane_fnma(lane_set(wave->slope_z), at.half_sine, r.slope.z);
    r.climb = lane_fma(lane_set(wave->climb), at.half_sine, r.climb);
    r.drift.x = lane_fma(lane_set(wave->drift_x), at.cosine, r.drift.x);
    r.drift.z = lane_fma(lane_set(wave->drift_z), at.cosine, r.drift.z);
    return r;
}

/* The sum over all waves.  What the caller does not use of it costs nothing once this is inlined. */
LANE_FN sea_water water_at(sea s, const patch *p, vec2 label)
{
    const int waves = s.number->waves, stored = waves < SEA_STORED ? waves : SEA_STORED;
    sea_water r = water_still();
    for (int w = 0; w < stored; w++) r = water_add_wave(r, s.wave + w, p->turns[w], label);
    for (int w = stored; w < waves; w++) r = water_add_wave(r, s.wave + w, sea_turns_at(s, p->x, p->z, w), label);
    return r;
}

/* How far the water of a label is from where it should be. */
LANE_FN vec2 water_miss(sea_water w, vec2 label, vec2 target)
{
    return vec2_add(vec2_sub(label, target), w.shift);
}

/* Newton's steps from a first guess towards the label of the water at `target`, never further than waves can shift. */
LANE_FN vec2 sea_label(sea s, const patch *p, vec2 label, vec2 target)
{
    for (int step = 1; step < s.number->inversion; step++) {
        sea_water w = water_at(s, p, label);
        vec2 move = sym2_solve(w.stretch, water_miss(w, label, target), SEA_LEAST_JACOBIAN);
        label = vec2_add(target, vec2_clamp(vec2_sub(vec2_sub(label, target), move), s.number->shift_limit));
    }
    return label;
}

typedef struct surface {            /* the water above a place */
    lane height;                    /* above the level */
    vec2 slope;                     /* of the surface there */
    vec2 tilt;                      /* the slope that the normal shows: by derivative or by finite differences */
    vec3 velocity;                  /* of the water */
    lane rise;                      /* how fast the height changes there */
    lane residual;                  /* how far the label's place is from the one asked for */
    vec2 label;
} surface;

/* From label to place.  Without inversion the label is the place. */
LANE_FN surface sea_surface_of(sea s, sea_water w, vec2 label, vec2 miss)
{
    const int inverted = s.number->inversion > 0;
    vec2 slope = inverted ? sym2_solve(w.stretch, w.slope, SEA_LEAST_SLOPE_JACOBIAN) : w.slope;
    lane height = lane_fnma(slope.x, miss.x, lane_fnma(slope.z, miss.z, w.height));
    vec3 velocity = { lane_add(w.drift.x, lane_set(s.number->current_x)), w.climb,
                      lane_add(w.drift.z, lane_set(s.number->current_z)) };
    lane rise = lane_fnma(velocity.x, slope.x, lane_fnma(velocity.z, slope.z, velocity.y));
    lane residual = lane_sqrt(lane_fma(miss.x, miss.x, lane_mul(miss.z, miss.z)));
    height = lane_clamp(height, -s.number->height_limit, s.number->height_limit);
    return (surface){ inverted ? height : w.height, slope, slope, velocity, rise, residual, label };
}

/* The height at a neighbour of a place whose label is known, itself inverted like any other. */
LANE_FN lane sea_height_beside(sea s, const patch *p, vec2 guess, vec2 target)
{
    vec2 label = s.number->inversion > 0 ? sea_label(s, p, guess, target) : target;
    sea_water w = water_at(s, p, label);
    return sea_surface_of(s, w, label, water_miss(w, label, target)).height;
}

/* The slopes from the heights this far along x and along z. */
LANE_FN vec2 sea_finite_slope(sea s, const patch *p, sea_water w, vec2 label, vec2 target, lane height)
{
    const float offset = s.number->normal_offset;
    const lane per_offset = lane_set(s.number->per_normal_offset);
    const vec2 along_x = vec2_set(offset, 0.0f), along_z = vec2_set(0.0f, offset);
    vec2 x_guess = vec2_add(label, sym2_solve(w.stretch, along_x, SEA_LEAST_JACOBIAN));
    vec2 z_guess = vec2_add(label, sym2_solve(w.stretch, along_z, SEA_LEAST_JACOBIAN));
    lane x_height = sea_height_beside(s, p, x_guess, vec2_add(target, along_x));
    lane z_height = sea_height_beside(s, p, z_guess, vec2_add(target, along_z));
    return (vec2){ lane_mul(lane_sub(x_height, height), per_offset), lane_mul(lane_sub(z_height, height), per_offset) };
}

/* The surface above the place that is `offset` from the patch's. */
LANE_FN surface sea_surface(sea s, const patch *p, vec2 offset)
{
    vec2 target = vec2_add(vec2_clamp(offset, SEA_REACH), p->rest);
    vec2 label = sea_label(s, p, target, target);
    sea_water w = water_at(s, p, label);
    surface r = sea_surface_of(s, w, label, water_miss(w, label, target));
    if (s.number->normal_offset > 0.0f) r.tilt = sea_finite_slope(s, p, w, label, target, r.height);
    return r;
}

LANE_FN vec3 sea_normal(surface above)
{
    lane square = lane_fma(above.tilt.x, above.tilt.x, lane_fma(above.tilt.z, above.tilt.z, lane_set(1.0f)));
    lane up = lane_div(lane_set(1.0f), lane_sqrt(square));
    return (vec3){ lane_mul(lane_negate(above.tilt.x), up), up, lane_mul(lane_negate(above.tilt.z), up) };
}

/* The water below the surface. */
typedef struct sea_motion { vec3 velocity, acceleration; } sea_motion;

/* How much of a wave's vertical and horizontal motion is left at a depth: sinh k(h - d) / sinh kh and
 * cosh k(h - d) / cosh kh, both exp(-kd) in deep water. */
typedef struct wave_fade { lane vertical, level; } wave_fade;

LANE_FN wave_fade wave_fade_at(LANE_TABLE sea_wave *wave, lane depth)
{
    const lane one = lane_set(1.0f), bottom = lane_set(wave->bottom);
    lane down = lane_decay(lane_scale(depth, wave->wavenumber));
    if (wave->bottom == 0.0f) return (wave_fade){ down, down };
    lane up = lane_div(bottom, down);                   /* what the bottom sends back: exp(-k (2h - d)) */
    return (wave_fade){ lane_div(lane_sub(down, up), lane_sub(one, bottom)),
                        lane_div(lane_add(down, up), lane_add(one, bottom)) };
}

LANE_FN sea_motion motion_add_wave(sea_motion r, LANE_TABLE sea_wave *wave, lane turns, vec2 label, lane depth,
                                   float turns_later)
{
    turns = lane_fma(lane_set(wave->frequency), lane_set(turns_later), turns);
    wave_circle at = wave_circle_at(lane_fma(lane_set(wave->turns_x), label.x,
                                             lane_fma(lane_set(wave->turns_z), label.z, turns)));
    wave_fade fade = wave_fade_at(wave, depth);
    lane level = lane_mul(at.cosine, fade.level);
    lane climb = lane_scale(lane_mul(at.half_sine, fade.vertical), wave->climb);
    lane along = lane_scale(lane_mul(at.half_sine, fade.level), 2.0f * wave->frequency);
    r.velocity.x = lane_fma(lane_set(wave->drift_x), level, r.velocity.x);
    r.velocity.y = lane_add(climb, r.velocity.y);
    r.velocity.z = lane_fma(lane_set(wave->drift_z), level, r.velocity.z);
    lane fall = lane_scale(lane_mul(at.cosine, fade.vertical), 0.5f * wave->climb * wave->frequency);
    r.acceleration.x = lane_fma(lane_set(wave->drift_x), along, r.acceleration.x);
    r.acceleration.y = lane_sub(r.acceleration.y, fall);
    r.acceleration.z = lane_fma(lane_set(wave->drift_z), along, r.acceleration.z);
    return r;
}

/* The water of a label, this far below the surface; above it, as at it.  `later` s from now: each wave has then gone on
 * by its frequency in still water, for the label moves with the current. */
LANE_FN sea_motion sea_motion_at(sea s, const patch *p, vec2 label, lane depth, float later)
{
    const float turns_later = -0x1.45f306p-3f * later;
    const int waves = s.number->waves, stored = waves < SEA_STORED ? waves : SEA_STORED;
    sea_motion r = { vec3_set(s.number->current_x, 0.0f, s.number->current_z), vec3_set(0.0f, 0.0f, 0.0f) };
    depth = lane_clamp(depth, 0.0f, s.number->depth);
    for (int w = 0; w < stored; w++) r = motion_add_wave(r, s.wave + w, p->turns[w], label, depth, turns_later);
    for (int w = stored; w < waves; w++) {
        r = motion_add_wave(r, s.wave + w, sea_turns_at(s, p->x, p->z, w), label, depth, turns_later);
    }
    return r;
}
