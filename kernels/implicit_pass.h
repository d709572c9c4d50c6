/* SPDX-License-Identifier: MIT
 *
 * The passes of the implicit step: Newton's method on the way of a step, and what becomes of the body. */

/* How a step is made: the share of the end in the mean, and the stretched step. */
typedef struct step_blend { lane theta, blend, dt; } step_blend;

/* From the stiffness along the way, kappa = (omega dt)^2, and the rate of damping times dt: no damping by the step up
 * to omega dt = 1, backward Euler from 2, and no velocity turned round by damping; the stretch is the first terms of
 * (2 / omega) tan(omega dt / 2). */
LANE_FN step_blend step_blend_of(lane kappa, lane damped, float dt)
{
    const lane half_ = lane_set(0.5f), one = lane_set(1.0f);
    lane stiff = lane_scale(lane_sub(kappa, one), 1.0f / 3);
    lane slow = lane_sub(one, lane_div(lane_set(2.0f), lane_max(damped, lane_set(2.0f))));
    lane share = lane_clamp(lane_max(stiff, slow), 0.0f, 1.0f);
    lane low = lane_min(kappa, one);
    lane stretch = lane_fma(low, lane_fma(low, lane_set(1.0f / 120), lane_set(1.0f / 12)), one);
    return (step_blend){ lane_fma(half_, share, half_), share, lane_scale(stretch, dt) };
}

/* The attitude after a turn, and the axes half way, with which the rises of places are exact. */
typedef struct turned { quat orientation; mat3 axes, middle; } turned;

LANE_FN mat3 mat3_mean(mat3 a, mat3 b)
{
    const lane half_ = lane_set(0.5f);
    return (mat3){ vec3_scale(vec3_add(a.x, b.x), half_), vec3_scale(vec3_add(a.y, b.y), half_),
                   vec3_scale(vec3_add(a.z, b.z), half_) };
}

LANE_FN turned riser_turned(const riser *r, vec3 turn)
{
    quat step = { lane_set(1.0f), vec3_scale(turn, lane_set(0.5f)) };
    turned t;
    t.orientation = quat_normalise(quat_mul(quat_normalise(step), r->orientation));
    t.axes = mat3_from_quat(t.orientation);
    t.middle = mat3_mean(r->axes, t.axes);
    return t;
}

/* Where the pass over patches left its numbers: those of sample i of a piece stand at [i * row]. */
typedef struct kept_numbers { LANE_TABLE float *height, *rate, *damping; } kept_numbers;

LANE_FN kept_numbers kept_of(hull h, fleet f, LANE_TABLE float *at, int piece, int first)
{
    const size_t column = kept_column_size(h, f);
    LANE_TABLE float *height = at + kept_at(h, f, piece, 0, first);
    return (kept_numbers){ height, height + (size_t)KEPT_RATE * column, height + (size_t)KEPT_DAMPING * column };
}

/* One pass over the samples of a piece. */
LANE_FN rise_sums sums_of_piece(const riser *r, hull h, fleet f, kept_numbers k, int piece, rise q, mat3 middle,
                                float dt, lane per_dt, int most)
{
    rise_sums t = rise_sums_zero();
    LANE_TABLE hull_piece *centre = h.piece + piece;
    LANE_TABLE hull_sample *sample = h.sample + (size_t)piece * (size_t)h.number->samples;
    for (int i = 0; i < h.number->samples; i++) {
        const size_t at = (size_t)i * (size_t)f.row;
        vec3 place = vec3_set(centre->x + sample[i].x, centre->y + sample[i].y, centre->z + sample[i].z);
        lane change = lane_scale(lane_load(k.rate + at), dt);
        rise_depth d = rise_depth_of(r, h, q, middle, place, lane_load(k.height + at), change);
        t = sums_add_sample(t, r, h.number, d, sample[i].weight, most);
        if (h.number->damping_of_points) {
            t = sums_add_damping(t, d, lane_mul(lane_load(k.damping + at), per_dt));
        }
    }
    return t;
}

/* What belongs to a way: the velocities that the forces on it lead to, and how far they miss it. */
typedef struct rise_end {
    lane velocity;
    vec3 momentum;
    rise miss;                          /* N and N m: what is left of the equations */
    lane excess, energy;                /* energy gained from nothing; energy of motion */
} rise_end;

/* Twice the energy of a vertical motion and a turning; momentum and spin in the same axes. */
LANE_FN lane motion_energy(lane mass, lane velocity, vec3 momentum, vec3 spin)
{
    return lane_fma(lane_mul(mass, velocity), velocity, vec3_dot(momentum, spin));
}

/* The mass that a force must move when what brakes acts on the velocity that it leads to. */
LANE_FN lane riser_braked_mass(const riser *r, step_blend s) { return lane_fma(r->brake, s.dt, r->mass); }

LANE_FN rise_end rise_end_of(const riser *r, rise q, turned to, rise lift, lane work, step_blend s)
{
    rise_end e;
    lane per_dt = lane_div(lane_set(1.0f), s.dt), before = lane_sub(lane_set(1.0f), s.theta);
    lane force = lane_add(r->force, lift.up);
    vec3 torque = vec3_add(r->torque, lift.turn);
    lane pushed = lane_fnma(r->damping, q.up, lane_mul(s.dt, force));
    lane braked = riser_braked_mass(r, s);
    e.velocity = lane_div(lane_fma(r->mass, r->velocity.y, pushed), braked);
    e.momentum = vec3_fma(torque, s.dt, r->momentum);
    vec3 along = mat3_turn_back(to.axes, e.momentum), spin = sym3_mul(r->inert.per_turn, along);
    vec3 mean_spin = vec3_fma(spin, s.theta, vec3_scale(r->spin, before));
    lane mean_velocity = lane_fma(e.velocity, s.theta, lane_mul(r->velocity.y, before));
    rise miss = { lane_fnma(s.dt, mean_velocity, q.up),
                  vec3_sub(q.turn, vec3_scale(mat3_turn(r->axes, mean_spin), s.dt)) };
    lane stiff = lane_div(lane_mul(per_dt, per_dt), s.theta);
    e.miss.up = lane_mul(lane_mul(braked, stiff), miss.up);
    e.miss.turn = vec3_scale(sym3_mul(mat3_sym3(to.axes, r->inert.turn), miss.turn), stiff);
    e.energy = lane_scale(motion_energy(r->mass, e.velocity, along, spin), 0.5f);
    /* A torque does the work that it gives to the spin, however far from found the way is. */
    vec3 mean = vec3_scale(vec3_add(spin, r->spin), lane_scale(s.dt, 0.5f));
    lane outside = lane_fma(r->force, q.up, vec3_dot(mat3_turn_back(to.axes, r->torque), mean));
    e.excess = lane_add(lane_sub(e.energy, r->energy), lane_sub(work, outside));
    return e;
}

/* Newton's step from where the equations are missed by `miss`: the matrix is positive definite. */
LANE_FN rise rise_newton(const riser *r, turned to, stiffness k, step_blend s, rise miss)
{
    lane per_dt = lane_div(lane_set(1.0f), s.dt), stiff = lane_div(lane_mul(per_dt, per_dt), s.theta);
    sym3 m = mat3_sym3(to.axes, r->inert.turn);
    lane up = lane_fma(riser_braked_mass(r, s), stiff, lane_fma(r->damping, per_dt, k.up_up));
    lane per_up = lane_div(lane_set(1.0f), up), x = lane_mul(k.up_x, per_up), z = lane_mul(k.up_z, per_up);
    m.xx = lane_fnma(x, k.up_x, lane_fma(m.xx, stiff, k.x_x));
    m.xz = lane_fnma(x, k.up_z, lane_fma(m.xz, stiff, k.x_z));
    m.zz = lane_fnma(z, k.up_z, lane_fma(m.zz, stiff, k.z_z));
    m.yy = lane_mul(m.yy, stiff);
    m.xy = lane_mul(m.xy, stiff);
    m.yz = lane_mul(m.yz, stiff);
    vec3 right = { lane_fma(x, miss.up, lane_negate(miss.turn.x)), lane_negate(miss.turn.y),
                   lane_fma(z, miss.up, lane_negate(miss.turn.z)) };
    rise n;
    n.turn = sym3_solve(m, right);
    lane left = lane_fma(k.up_z, n.turn.z, lane_fma(k.up_x, n.turn.x, miss.up));
    n.up = lane_negate(lane_mul(left, per_up));
    return n;
}

/* How much of a Newton step to take.  Where no sample is between dry and full there is no stiffness, and a step from
 * there would jump over the band for ever; so it ends where the first sample is just inside. */
LANE_FN lane rise_edge(const riser *r, hull h, const rise_sums *t, rise n)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    const lane low = lane_set(rise_low(h.number)), high = lane_set(rise_high(h.number)), inside = lane_set(1e-3f);
    lane deep = lane_negate(lane_mul(rise_of(n, t->deep_x, t->deep_z), r->per_band));
    lane lift = lane_negate(lane_mul(rise_of(n, t->high_x, t->high_z), r->per_band));
    lane to_low = lane_add(lane_sub(low, t->deepest), inside), to_high = lane_sub(lane_sub(high, t->highest), inside);
    lane enters = lane_pick(to_low, deep, lane_div(to_low, deep), one);
    lane leaves = lane_pick(lift, to_high, lane_div(to_high, lift), one);
    return lane_pick(zero, t->filling, one, lane_min(enters, leaves));
}

/* How much of a step to take so that it turns the body by no more than a radian: beyond that it cannot be trusted. */
LANE_FN lane rise_radian(rise n)
{
    const lane one = lane_set(1.0f);
    return lane_div(one, lane_max(lane_sqrt(vec3_dot(n.turn, n.turn)), one));
}

/* The best way found so far, and the search for a better one. */
typedef struct rise_best { rise q; lane velocity; vec3 momentum; lane excess, energy, score; } rise_best;
typedef struct rise_search { rise q, base, way; lane slope; } rise_search;  /* slope of what is missed along the way */

/* To bounce back where it is, which gains nothing, until something better is found; with half its velocity, so that
 * no body does so for ever. */
LANE_FN rise_best rise_best_none(const riser *r)
{
    return (rise_best){ rise_none(), lane_scale(r->velocity.y, -0.5f), r->momentum, lane_set(0.0f), r->energy,
                        lane_set(RISE_UNBOUNDED) };
}

LANE_FN rise_best rise_best_pick(lane a, lane b, rise_best x, rise_best y)
{
    return (rise_best){ rise_pick(a, b, x.q, y.q), lane_pick(a, b, x.velocity, y.velocity),
                        vec3_pick(a, b, x.momentum, y.momentum), lane_pick(a, b, x.excess, y.excess),
                        lane_pick(a, b, x.energy, y.energy), lane_pick(a, b, x.score, y.score) };
}

/* A way whose potential alone is out of reach is never taken; else the one that misses least. */
LANE_FN rise_best rise_judge(rise_best best, rise q, rise_end e, lane score, lane little)
{
    rise_best now = { q, e.velocity, e.momentum, e.excess, e.energy, score };
    lane allowed = lane_pick(e.excess, lane_fma(e.energy, lane_set(0.999f), little), score, lane_set(RISE_UNBOUNDED));
    return rise_best_pick(allowed, best.score, now, best);
}

/* Where to look next: a Newton step or, where the last one went too far, back along it by regula falsi. */
LANE_FN rise_search rise_next(rise_search f, rise n, rise miss, lane take, lane score, int first_passes)
{
    rise_search newton = { f.q, f.q, rise_scale(n, take), lane_negate(lane_mul(take, score)) };
    newton.q = rise_add(f.q, newton.way);
    if (first_passes) return newton;
    lane now = rise_dot(f.way, miss);
    lane back = lane_clamp(lane_div(f.slope, lane_sub(f.slope, now)), 0.05f, 0.95f);
    rise_search falsi = { f.q, f.base, rise_scale(f.way, back), lane_mul(f.slope, back) };
    falsi.q = rise_add(f.base, falsi.way);
    lane limit = lane_scale(lane_max(lane_abs(f.slope), lane_set(1e-30f)), 0.5f);
    return (rise_search){ rise_pick(limit, now, falsi.q, newton.q), rise_pick(limit, now, falsi.base, newton.base),
                          rise_pick(limit, now, falsi.way, newton.way),
                          lane_pick(limit, now, falsi.slope, newton.slope) };
}
