/* SPDX-License-Identifier: MIT
 *
 * The implicit step of heave, roll and pitch: a body that its samples lift never gains energy from water at rest, at
 * any stiffness and step.  (Panels are linear about the start of the step: implicit_panels.h.)
 *
 * What is sought is how far the body rises and turns in the step.  The lift of each sample is its mean over that way,
 * which makes the work that it does exactly the change of its potential; so nothing is gained, however far the step
 * jumps.  Where the step is too long for the motion, the lift at the end takes over (the blend), which damps what
 * cannot be resolved; where it is not, nothing is damped, and a slightly longer step makes the period exact (the
 * stretch).  Newton's method with a fixed number of passes over the samples' depths finds the way; what is left
 * unfinished costs motion, not energy: the change of energy is measured, and what was gained is taken off again.
 *
 * No wave is evaluated again: the pass over patches left each sample's height and how fast it changes. */
typedef struct rise {                   /* the way of a step */
    lane up;                            /* m, of the centre of mass */
    vec3 turn;                          /* about the world's axes: 2 tan(angle / 2) along the axis */
} rise;

LANE_FN lane rise_dot(rise a, rise b) { return lane_fma(a.up, b.up, vec3_dot(a.turn, b.turn)); }
LANE_FN rise rise_add(rise a, rise b) { return (rise){ lane_add(a.up, b.up), vec3_add(a.turn, b.turn) }; }
LANE_FN rise rise_scale(rise a, lane s) { return (rise){ lane_mul(a.up, s), vec3_scale(a.turn, s) }; }
LANE_FN rise rise_pick(lane a, lane b, rise x, rise y)
{
    return (rise){ lane_pick(a, b, x.up, y.up), vec3_pick(a, b, x.turn, y.turn) };
}

/* A body at the start of its step, and what acts on it besides its samples' lift. */
typedef struct riser {
    quat orientation;
    mat3 axes;
    lane y;
    lane per_band;                      /* 1 / depth over which a sample fills */
    vec3 velocity, momentum, spin;      /* spin in the hull's axes */
    vec3 water;                         /* velocity of the water around it */
    inertia inert;
    lane mass;                          /* that resists vertical motion */
    lane force;                         /* N, upwards, weight included */
    vec3 torque;
    lane damping;                       /* N s/m, linear: acts on the way */
    lane brake, drag;                   /* N s/m, drag and what is quadratic, on the velocity at the end; drag alone */
    lane coupled;                       /* the part of `force` that is no vertical force, but the inertia and the drag
                                         * of a tilted body that moves along x and z */
    lane wet;
    lane energy;                        /* of its vertical motion and its turning, at the start */
} riser;

/* The lift of a sample of full weight, in shares: mean over its way and at its end, how each depends on the end, and
 * how much it changes over the way, per way. */
typedef struct mean_lift { lane mean, end, mean_slope, end_slope, secant; } mean_lift;

#define RISE_CLOSE 1e-4f                /* shares: closer than this two depths are one */
#define RISE_UNBOUNDED 1e30f
#define RISE_NOWHERE 2e30f              /* beyond: the depth of no sample */

/* The depths, in shares of the band, at which a sample begins to lift and at which it is full. */
LANE_FN float rise_low(LANE_TABLE hull_numbers *n) { return n->law == HULL_SPRING ? -RISE_UNBOUNDED : 0.0f; }
LANE_FN float rise_high(LANE_TABLE hull_numbers *n)
{
    return n->law != HULL_SPRING && (n->curve == HULL_CLAMP || n->curve == HULL_CELL) ? 1.0f : RISE_UNBOUNDED;
}

/* Depths a and b at the start and the end; the lift grows evenly between `low` and `high`. */
LANE_FN mean_lift lift_over_band(lane a, lane b, float low, float high)
{
    const lane zero = lane_set(0.0f), close = lane_set(RISE_CLOSE), half_ = lane_set(0.5f);
    lane from = lane_clamp(a, low, high), to = lane_clamp(b, low, high);
    lane way = lane_sub(a, b), filled = lane_sub(from, to);
    lane middle = lane_mul(half_, lane_add(from, to)), above = zero;
    if (high < RISE_UNBOUNDED) {
        lane over = lane_sub(lane_max(lane_sub(a, lane_set(high)), zero), lane_max(lane_sub(b, lane_set(high)), zero));
        above = lane_scale(over, high);
    }
    lane is_far = lane_abs(way), divisor = lane_pick(is_far, close, close, way);
    lane mean = lane_div(lane_fma(middle, filled, above), divisor);
    lane inside = lane_pick(middle, lane_set(high), lane_pick(lane_set(low), middle, lane_set(1.0f), zero), zero);
    mean = lane_pick(is_far, close, middle, mean);
    lane slope = lane_div(lane_sub(mean, to), divisor), band = lane_div(filled, divisor);
    lane end_slope = lane_pick(b, lane_set(high), lane_pick(lane_set(low), b, lane_set(1.0f), zero), zero);
    return (mean_lift){ mean, to, lane_pick(is_far, close, lane_mul(half_, inside), slope), end_slope,
                        lane_pick(is_far, close, inside, band) };
}

/* The same for the curve that saturates: its integral has a closed form, and for short ways Simpson's rule is better,
 * over what of them is wet. */
LANE_FN mean_lift lift_saturating(lane a, lane b, float alpha)
{
    const lane zero = lane_set(0.0f), close = lane_set(RISE_CLOSE), half_ = lane_set(0.5f);
    lane below_a = lane_max(a, zero), below_b = lane_max(b, zero);
    lane middle = lane_mul(half_, lane_add(below_a, below_b));
    lane from = lane_saturate(lane_scale(below_a, alpha)), to = lane_saturate(lane_scale(below_b, alpha));
    lane between = lane_saturate(lane_scale(middle, alpha));
    lane way = lane_sub(a, b), is_far = lane_scale(lane_abs(way), alpha), filled = lane_sub(from, to);
    lane divisor = lane_pick(is_far, close, close, way);
    lane integral = lane_fnma(filled, lane_set(1.0f / alpha), lane_sub(below_a, below_b));
    lane simpson = lane_scale(lane_fma(between, lane_set(4.0f), lane_add(from, to)), 1.0f / 6);
    lane wet_share = lane_div(lane_sub(below_a, below_b), way);
    lane wet_way = lane_pick(lane_abs(way), lane_set(1e-12f), lane_set(1.0f), wet_share);
    lane mean = lane_pick(is_far, half_, lane_mul(simpson, wet_way), lane_div(integral, divisor));
    lane steep = lane_pick(zero, middle, lane_scale(lane_sub(lane_set(1.0f), between), alpha), zero);
    lane slope = lane_div(lane_sub(mean, to), divisor), band = lane_div(filled, divisor);
    lane end_slope = lane_pick(zero, b, lane_scale(lane_sub(lane_set(1.0f), to), alpha), zero);
    return (mean_lift){ mean, to, lane_pick(is_far, close, lane_mul(half_, steep), slope), end_slope,
                        lane_pick(is_far, close, steep, band) };
}

/* How forces up and about x and z grow against a way. */
typedef struct stiffness { lane up_up, up_x, up_z, x_x, x_z, z_z; } stiffness;

/* What a pass over the samples finds out about a way. */
typedef struct rise_sums {
    rise mean, end;                     /* force and torque; a lift has none about y */
    stiffness mean_k, end_k;
    stiffness most_k;                   /* as if every sample were filling: no way meets more; where it is wanted */
    lane work;                          /* that is done against the lift */
    lane lean;                          /* of panels: weight of the water displaced times the height of its middle */
    lane secant, slowed;                /* stiffness along the way, times its square; damping of samples alike */
    lane wet, filling;                  /* weights of what is in the water, of what is between dry and full */
    lane deepest, deep_x, deep_z;       /* depth at the end and place of the dry sample that is next to the water */
    lane highest, high_x, high_z;       /* the same of the full one that is next to the air */
} rise_sums;

LANE_FN stiffness stiffness_none(void)
{
    const lane zero = lane_set(0.0f);
    return (stiffness){ zero, zero, zero, zero, zero, zero };
}

LANE_FN rise rise_none(void)
{
    const lane zero = lane_set(0.0f);
    return (rise){ zero, { zero, zero, zero } };
}

LANE_FN rise_sums rise_sums_zero(void)
{
    const lane zero = lane_set(0.0f);
    return (rise_sums){ rise_none(), rise_none(), stiffness_none(), stiffness_none(), stiffness_none(),
                        zero, zero, zero, zero, zero, zero, lane_set(-RISE_NOWHERE), zero, zero,
                        lane_set(RISE_NOWHERE), zero, zero };
}

/* How far a place rises by a way. */
LANE_FN lane rise_of(rise q, lane x, lane z) { return lane_add(q.up, lane_minor(q.turn.z, x, q.turn.x, z)); }

LANE_FN rise lift_at(lane force, lane x, lane z)
{
    return (rise){ force, { lane_negate(lane_mul(force, z)), lane_set(0.0f), lane_mul(force, x) } };
}

/* Of a spring at a place. */
LANE_FN stiffness stiffness_add(stiffness s, lane k, lane x, lane z)
{
    lane kx = lane_mul(k, x), kz = lane_mul(k, z);
    return (stiffness){ lane_add(s.up_up, k), lane_sub(s.up_x, kz), lane_add(s.up_z, kx),
                        lane_fma(kz, z, s.x_x), lane_fnma(kz, x, s.x_z), lane_fma(kx, x, s.z_z) };
}

LANE_FN stiffness stiffness_scale(stiffness s, lane by)
{
    return (stiffness){ lane_mul(s.up_up, by), lane_mul(s.up_x, by), lane_mul(s.up_z, by), lane_mul(s.x_x, by),
                        lane_mul(s.x_z, by), lane_mul(s.z_z, by) };
}

/* a + share (b - a) */
LANE_FN stiffness stiffness_blend(stiffness a, stiffness b, lane share)
{
    return (stiffness){ lane_fma(share, lane_sub(b.up_up, a.up_up), a.up_up),
                        lane_fma(share, lane_sub(b.up_x, a.up_x), a.up_x),
                        lane_fma(share, lane_sub(b.up_z, a.up_z), a.up_z),
                        lane_fma(share, lane_sub(b.x_x, a.x_x), a.x_x), lane_fma(share, lane_sub(b.x_z, a.x_z), a.x_z),
                        lane_fma(share, lane_sub(b.z_z, a.z_z), a.z_z) };
}

LANE_FN stiffness stiffness_sum(stiffness a, stiffness b)
{
    return (stiffness){ lane_add(a.up_up, b.up_up), lane_add(a.up_x, b.up_x), lane_add(a.up_z, b.up_z),
                        lane_add(a.x_x, b.x_x), lane_add(a.x_z, b.x_z), lane_add(a.z_z, b.z_z) };
}

/* The sums of a piece added to those of others: floats that are summed one after another by the thousand lose what the
 * last ones bring. */
LANE_FN rise_sums rise_sums_add(rise_sums t, rise_sums p)
{
    t.mean = rise_add(t.mean, p.mean);
    t.end = rise_add(t.end, p.end);
    t.mean_k = stiffness_sum(t.mean_k, p.mean_k);
    t.end_k = stiffness_sum(t.end_k, p.end_k);
    t.most_k = stiffness_sum(t.most_k, p.most_k);
    t.work = lane_add(t.work, p.work);
    t.lean = lane_add(t.lean, p.lean);
    t.secant = lane_add(t.secant, p.secant);
    t.slowed = lane_add(t.slowed, p.slowed);
    t.wet = lane_add(t.wet, p.wet);
    t.filling = lane_add(t.filling, p.filling);
    t.deep_x = lane_pick(t.deepest, p.deepest, p.deep_x, t.deep_x);
    t.deep_z = lane_pick(t.deepest, p.deepest, p.deep_z, t.deep_z);
    t.deepest = lane_max(p.deepest, t.deepest);
    t.high_x = lane_pick(p.highest, t.highest, p.high_x, t.high_x);
    t.high_z = lane_pick(p.highest, t.highest, p.high_z, t.high_z);
    t.highest = lane_min(p.highest, t.highest);
    return t;
}

LANE_FN rise_sums sums_add_edges(rise_sums t, lane b, lane x, lane z, float low, float high)
{
    lane dry = lane_pick(lane_set(low), b, lane_set(-RISE_NOWHERE), b);
    lane full = lane_pick(b, lane_set(high), lane_set(RISE_NOWHERE), b);
    t.deep_x = lane_pick(t.deepest, dry, x, t.deep_x);
    t.deep_z = lane_pick(t.deepest, dry, z, t.deep_z);
    t.deepest = lane_max(dry, t.deepest);
    t.high_x = lane_pick(full, t.highest, x, t.high_x);
    t.high_z = lane_pick(full, t.highest, z, t.high_z);
    t.highest = lane_min(full, t.highest);
    return t;
}

typedef struct rise_depth { lane a, b, x, z, up; } rise_depth;     /* of a sample; up: how far it rises */

/* A sample's depths by a way.  `middle` are the axes half way, with which a way's rises are exact. */
LANE_FN rise_depth rise_depth_of(const riser *r, hull h, rise q, mat3 middle, vec3 place, lane height, lane change)
{
    const lane offset = lane_set(h.number->curve == HULL_CELL ? 0.5f : 0.0f);
    rise_depth d;
    lane depth = lane_sub(height, lane_add(r->y, vec3_dot(r->axes.y, place)));
    d.x = vec3_dot(middle.x, place);
    d.z = vec3_dot(middle.z, place);
    d.up = rise_of(q, d.x, d.z);
    d.a = lane_fma(depth, r->per_band, offset);
    d.b = lane_fma(lane_sub(change, d.up), r->per_band, d.a);
    return d;
}

LANE_FN lane hull_full_lift(LANE_TABLE hull_numbers *n)
{
    return lane_set(n->law == HULL_SPRING ? n->stiffness : n->lift);
}

LANE_FN rise_sums sums_add_sample(rise_sums t, const riser *r, LANE_TABLE hull_numbers *n, rise_depth d, float weight,
                                  int most)
{
    const float low = rise_low(n), high = rise_high(n);
    mean_lift s = n->curve == HULL_SATURATE && n->law != HULL_SPRING ? lift_saturating(d.a, d.b, n->alpha)
                                                                     : lift_over_band(d.a, d.b, low, high);
    lane full = lane_mul(hull_full_lift(n), lane_set(weight)), stiff = lane_mul(full, r->per_band);
    lane mean = lane_mul(full, s.mean);
    t.mean = rise_add(t.mean, lift_at(mean, d.x, d.z));
    t.end = rise_add(t.end, lift_at(lane_mul(full, s.end), d.x, d.z));
    t.mean_k = stiffness_add(t.mean_k, lane_mul(stiff, s.mean_slope), d.x, d.z);
    t.end_k = stiffness_add(t.end_k, lane_mul(stiff, s.end_slope), d.x, d.z);
    const float steepest = n->curve == HULL_SATURATE && n->law != HULL_SPRING ? n->alpha : 1.0f;
    if (most) t.most_k = stiffness_add(t.most_k, lane_scale(stiff, steepest), d.x, d.z);
    t.filling = lane_fma(s.end_slope, lane_set(weight), t.filling);
    t.work = lane_fnma(mean, d.up, t.work);
    t.secant = lane_fma(lane_mul(stiff, s.secant), lane_mul(d.up, d.up), t.secant);
    lane wet = n->law == HULL_SPRING ? lane_pick(lane_set(0.0f), d.b, lane_set(1.0f), lane_set(0.0f))
                                     : lane_clamp(s.end, 0.0f, 1.0f);
    t.wet = lane_fma(wet, lane_set(weight), t.wet);
    return weight > 0.0f ? sums_add_edges(t, d.b, d.x, d.z, low, high) : t;
}

/* The damping of a sample's own motion: a force against its rise, and a stiffness of that kind. */
LANE_FN rise_sums sums_add_damping(rise_sums t, rise_depth d, lane per_rise)
{
    rise slow = lift_at(lane_negate(lane_mul(per_rise, d.up)), d.x, d.z);
    t.slowed = lane_fma(lane_mul(per_rise, d.up), d.up, t.slowed);
    t.mean = rise_add(t.mean, slow);
    t.end = rise_add(t.end, slow);
    t.mean_k = stiffness_add(t.mean_k, per_rise, d.x, d.z);
    t.end_k = stiffness_add(t.end_k, per_rise, d.x, d.z);
    t.most_k = stiffness_add(t.most_k, per_rise, d.x, d.z);
    return t;
}
