/* SPDX-License-Identifier: MIT
 *
 * The waves, one by one.
 *
 * Gerstner waves say where the water with a given label goes; a question asks which water is at a given place.  So
 * the label is found first (surface.h), by Newton's method on the horizontal displacement, and then the height.
 *
 * A patch is a place with offsets from it: a point, a body, or a piece of a large body.  The place is an exact integer
 * and so are the phases of all waves there; what is left to floats are the offsets, a few metres.  Waves that are long
 * against a patch are summed once for all of it, into polynomials (expand.h); the others are summed here, and so are
 * all of them where the degree of the polynomials is 0. */

/* Phases that a patch keeps.  Those of further waves are made again from the integers whenever they are needed. */
#define SEA_STORED 128

/* No offset from a patch is longer than this, m, nor is any label further from its place.  It bounds what a float
 * phase must hold: waves are longer than a millimetre, which lane_wrap can take. */
#define SEA_REACH 2000.0f

/* Newton's steps and slopes take a Jacobian below these for them: near a crest about to fold they grow no larger. */
#define SEA_LEAST_JACOBIAN 0.0625f
#define SEA_LEAST_SLOPE_JACOBIAN 0x1p-10f

typedef struct sea {                /* the tables of one instant, and how to sum */
    LANE_TABLE sea_wave *wave;      /* shortest first */
    LANE_TABLE sea_key *key;
    LANE_TABLE sea_long *phase;     /* of each wave at the origin at this time, 2^-64 turn */
    LANE_TABLE sea_numbers *number;
    LANE_TABLE float *weight;       /* of every expanded wave in every term: [wave][TERMS(degree)] */
    int degree;                     /* of the polynomials; 0: none.  A constant wherever this is inlined */
    int expanded;                   /* waves in the polynomials: the last of the table */
    float disc;                     /* m^2, how far from the patch's centre they hold, squared */
    float steep;                    /* m^2, disc per square of the steepest slope for which their error is known */
    float near;                     /* disc per square of how far from its place a label can be */
    int guess;                      /* whether the search for a label starts from a linear guess around the centre */
    int motion;                     /* whether the velocity of the water is wanted */
} sea;

typedef struct patch {
    lane_long x, z;                 /* the place, 2^-20 m */
    vec2 rest;                      /* what the coarser unit rounded off, m */
    vec2 centre;                    /* of labels, from the place: the label of the water there, by one step of Newton's,
                                     * where guesses start from it; else the place itself */
    vec2 place;                     /* the place, from the centre */
    vec2 moved;                     /* where that label really is, from the centre */
    sym2 inverse;                   /* of the Jacobian there; both only where guesses start from it */
    lane turns[SEA_STORED];         /* phases at the place */
    lane coefficient[TERMS(DEGREE_MOST)];
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
    p->centre = p->rest;
    p->place = vec2_set(0.0f, 0.0f);
    for (int w = 0; w < stored; w++) p->turns[w] = sea_turns_at(s, p->x, p->z, w);
}

typedef struct sea_water {              /* the water of one label */
    vec2 shift;                     /* horizontal displacement */
    sym2 stretch;                   /* derivative of position by label */
    lane height;
    vec2 slope;                     /* derivative of height by label */
    lane climb;                     /* vertical velocity */
    vec2 drift;                     /* horizontal velocity */
} sea_water;

/* Without waves, and without the current: what is large is added last. */
LANE_FN sea_water water_still(void)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    return (sea_water){ { zero, zero }, { one, zero, one }, zero, { zero, zero }, zero, { zero, zero } };
}

LANE_FN vec2 sea_current(sea s) { return vec2_set(s.number->current_x, s.number->current_z); }

/* What is wanted of the water of a label: bits. */
enum water_part { WATER_SHIFT = 1, WATER_STRETCH = 2, WATER_SURFACE = 4, WATER_MOTION = 8 };

LANE_FN lane wave_turns(LANE_TABLE sea_wave *wave, lane turns, vec2 label)
{
    return lane_fma(lane_set(wave->turns_x), label.x, lane_fma(lane_set(wave->turns_z), label.z, turns));
}

LANE_FN sea_water water_add_wave(sea_water r, LANE_TABLE sea_wave *wave, wave_circle at, int parts)
{
    if (parts & WATER_SHIFT) {
        r.shift.x = lane_fnma(lane_set(wave->shift_x), at.sine, r.shift.x);
        r.shift.z = lane_fnma(lane_set(wave->shift_z), at.sine, r.shift.z);
    }
    if (parts & WATER_STRETCH) {
        r.stretch.xx = lane_fnma(lane_set(wave->strain_xx), at.cosine, r.stretch.xx);
        r.stretch.xz = lane_fnma(lane_set(wave->strain_xz), at.cosine, r.stretch.xz);
        r.stretch.zz = lane_fnma(lane_set(wave->strain_zz), at.cosine, r.stretch.zz);
    }
    if (parts & WATER_SURFACE) {
        r.height = lane_fma(lane_set(wave->height), at.cosine, r.height);
        r.slope.x = lane_fnma(lane_set(wave->slope_x), at.sine, r.slope.x);
        r.slope.z = lane_fnma(lane_set(wave->slope_z), at.sine, r.slope.z);
    }
    if (parts & WATER_MOTION) {
        r.climb = lane_fma(lane_set(wave->climb), at.sine, r.climb);
        r.drift.x = lane_fma(lane_set(wave->drift_x), at.cosine, r.drift.x);
        r.drift.z = lane_fma(lane_set(wave->drift_z), at.cosine, r.drift.z);
    }
    return r;
}

/* The phase of a wave at the patch's place. */
LANE_FN lane patch_turns(const patch *p, sea s, int w)
{
    return w < SEA_STORED ? p->turns[w] : sea_turns_at(s, p->x, p->z, w);
}

/* Adds the first so many waves.  Those that are stored have a loop of their own, without a choice in it. */
LANE_FN sea_water water_add_waves(sea_water r, sea s, const patch *p, int waves, vec2 label, int parts)
{
    const int stored = waves < SEA_STORED ? waves : SEA_STORED;
    int w = 0;
    for (; w < stored; w++) {
        r = water_add_wave(r, s.wave + w, wave_circle_at(wave_turns(s.wave + w, p->turns[w], label)), parts);
    }
    for (; w < waves; w++) {
        lane turns = wave_turns(s.wave + w, sea_turns_at(s, p->x, p->z, w), label);
        r = water_add_wave(r, s.wave + w, wave_circle_at(turns), parts);
    }
    return r;
}
