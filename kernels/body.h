/* SPDX-License-Identifier: MIT
 *
 * Bodies: what acts on them in all, and how they move.
 *
 * The state is that of the centre of mass.  Angular momentum is what is stored, and the velocity follows from it: a
 * body left alone then keeps its momentum exactly, however unequal its inertia. */
typedef struct body {
    quat orientation;
    mat3 axes;
    vec3 velocity, spin, momentum, rest;
    lane throttle, steer, good;
} body;

LANE_FN body fleet_body(fleet f, int first)
{
    quat q = fleet_orientation(f, first);
    return (body){ q, mat3_from_quat(q), fleet_vector(f, STATE_VELOCITY, first), fleet_vector(f, STATE_SPIN, first),
                   fleet_vector(f, STATE_MOMENTUM, first), fleet_vector(f, STATE_REST, first),
                   fleet_state(f, STATE_THROTTLE, first), fleet_state(f, STATE_STEER, first),
                   fleet_state(f, STATE_GOOD, first) };
}

typedef struct patch_results {                    /* what the pass over patches left; see tables.h */
    LANE_TABLE sea_long *sum;
    LANE_TABLE float *met;
    size_t stride;                          /* pieces * bodies */
} patch_results;

typedef struct load {                       /* in all, but for drag */
    vec3 force, torque;                     /* about the centre of mass */
    lane submerged;                         /* share, 0 to 1 */
    lane wet;                               /* above 0 if any sample is */
    lane strain, residual, gate;
} load;

/* A sum over the pieces of a body. */
LANE_FN lane patches_total(patch_results p, hull h, fleet f, int column, int first)
{
    lane_long total = lane_long_set(0);
    for (int piece = 0; piece < h.number->pieces; piece++) {
        size_t at = (size_t)column * p.stride + (size_t)piece * (size_t)f.stride + (size_t)first;
        total = lane_long_add(total, lane_long_load(p.sum + at));
    }
    return lane_from_long(total);
}

LANE_FN vec3 patches_vector(patch_results p, hull h, fleet f, int column, int first)
{
    return (vec3){ patches_total(p, h, f, column, first), patches_total(p, h, f, column + 1, first),
                   patches_total(p, h, f, column + 2, first) };
}

LANE_FN lane patches_largest(patch_results p, hull h, fleet f, int column, int first)
{
    lane largest = lane_set(0.0f);
    for (int piece = 0; piece < h.number->pieces; piece++) {
        size_t at = (size_t)column * p.stride + (size_t)piece * (size_t)f.stride + (size_t)first;
        largest = lane_max(lane_load(p.met + at), largest);
    }
    return largest;
}

LANE_FN load patches_load(patch_results p, hull h, fleet f, int first)
{
    LANE_TABLE hull_numbers *n = h.number;
    const int gate_piece = n->gate_piece > 0 ? n->gate_piece : 0;
    const size_t gate = (size_t)MET_GATE * p.stride + (size_t)gate_piece * (size_t)f.stride + (size_t)first;
    return (load){ vec3_scale(patches_vector(p, h, f, SUM_FORCE, first), lane_set(n->force_quantum)),
                   vec3_scale(patches_vector(p, h, f, SUM_TORQUE, first), lane_set(n->torque_quantum)),
                   lane_scale(patches_total(p, h, f, SUM_SUBMERGED, first), n->submerged_quantum),
                   patches_largest(p, h, f, MET_DEEPEST, first), patches_largest(p, h, f, MET_STRAIN, first),
                   patches_largest(p, h, f, MET_RESIDUAL, first),
                   lane_load(p.met + gate) };
}

/* The vertical damping, of the body's own velocity in the world. */
LANE_FN lane body_damping(body b, hull h, lane submerged)
{
    lane per_speed = lane_set(-h.number->damping_vertical * h.number->mass);
    if (h.number->damping_scaled) per_speed = lane_mul(per_speed, submerged);
    return lane_mul(per_speed, b.velocity.y);
}

/* Thrust along the hull's z where the propeller is, as far as that is in the water. */
LANE_FN load load_add_thrust(load sum, body b, hull h)
{
    LANE_TABLE hull_numbers *n = h.number;
    const vec3 forward = { b.axes.x.z, b.axes.y.z, b.axes.z.z };
    vec3 arm = mat3_turn(b.axes, vec3_set(n->gate_x, n->gate_y, n->gate_z));
    vec3 thrust = vec3_scale(forward, lane_mul(lane_scale(b.throttle, n->thrust), sum.gate));
    sum.force = vec3_add(sum.force, thrust);
    sum.torque = vec3_add(sum.torque, vec3_cross(arm, thrust));
    return sum;
}

/* The rudder's torque about the vertical: some always, more with speed. */
LANE_FN lane body_steering(body b, hull h, lane wet)
{
    LANE_TABLE hull_numbers *n = h.number;
    const vec3 forward = { b.axes.x.z, b.axes.y.z, b.axes.z.z };
    lane speed = lane_clamp(lane_scale(vec3_dot(b.velocity, forward), n->per_reference_speed), 0.0f, 1.0f);
    lane torque = lane_mul(b.steer, lane_fma(speed, lane_set(n->steer_speed), lane_set(n->steer_base)));
    return n->steer_in_water ? lane_pick(lane_set(0.0f), wet, torque, lane_set(0.0f)) : torque;
}

/* All that acts on a body but drag, which the step takes implicitly. */
LANE_FN load body_load(load water, body b, hull h)
{
    load r = h.number->gate_piece >= 0 ? load_add_thrust(water, b, h) : water;
    r.force.y = lane_add(r.force.y, body_damping(b, h, water.submerged));
    r.torque.y = lane_add(r.torque.y, body_steering(b, h, water.wet));
    return r;
}

/* Drag per mass and speed, 1/s: in all directions alike, and what comes on top of it along the hull's axes. */
typedef struct drag_rates { lane all; vec3 along; } drag_rates;

LANE_FN drag_rates body_drag_rates(body b, hull h, lane wet)
{
    LANE_TABLE hull_numbers *n = h.number;
    const lane zero = lane_set(0.0f);
    lane speed = lane_sqrt(vec3_dot(b.velocity, b.velocity));
    lane all = lane_fma(speed, lane_set(n->drag_quadratic), lane_set(n->drag_linear));
    drag_rates r = { all, vec3_set(n->drag_x, n->drag_y, n->drag_z) };
    if (!n->drag_in_water) return r;
    lane share = lane_pick(zero, wet, lane_set(1.0f), zero);
    return (drag_rates){ lane_mul(r.all, share), vec3_scale(r.along, share) };
}

/* The force of drag at the present velocity. */
LANE_FN vec3 body_drag(body b, hull h, lane wet)
{
    drag_rates rates = body_drag_rates(b, h, wet);
    vec3 along = mat3_turn(b.axes, vec3_mul(mat3_turn_back(b.axes, b.velocity), rates.along));
    return vec3_scale(vec3_fma(b.velocity, rates.all, along), lane_set(-h.number->mass));
}

/* What drag along the hull's axes takes, of a velocity that drag in all directions has had its share of already. */
LANE_FN vec3 body_drag_loss(body b, drag_rates rates, vec3 velocity, lane step)
{
    const lane divisor = lane_fma(rates.all, step, lane_set(1.0f));
    vec3 taken = vec3_scale(rates.along, step), along = mat3_turn_back(b.axes, velocity);
    vec3 loss = { lane_div(lane_mul(along.x, taken.x), lane_add(taken.x, divisor)),
                  lane_div(lane_mul(along.y, taken.y), lane_add(taken.y, divisor)),
                  lane_div(lane_mul(along.z, taken.z), lane_add(taken.z, divisor)) };
    return mat3_turn(b.axes, loss);
}

/* Symplectic: the velocity first, drag implicitly, so that it never turns a velocity round: along each of the hull's
 * axes v' = (v + dt F/m) / (1 + dt (all + along)).  Only what the axes' own drag takes goes through the hull's axes and
 * back, for these are not quite unit vectors, and what is left must neither grow nor shrink by that. */
LANE_FN vec3 body_next_velocity(body b, hull h, load l, float dt)
{
    const lane step = lane_set(dt);
    drag_rates rates = body_drag_rates(b, h, l.wet);
    vec3 force = l.force;
    force.y = lane_sub(force.y, lane_set(h.number->weight));
    vec3 pushed = vec3_fma(force, lane_set(dt * h.number->per_mass), b.velocity);
    lane divisor = lane_fma(rates.all, step, lane_set(1.0f));
    vec3 slowed = { lane_div(pushed.x, divisor), lane_div(pushed.y, divisor), lane_div(pushed.z, divisor) };
    return vec3_sub(slowed, body_drag_loss(b, rates, slowed, step));
}

/* Angular velocity of an angular momentum, and the other way, at an attitude. */
LANE_FN vec3 hull_spin(hull h, mat3 axes, vec3 momentum)
{
    LANE_TABLE hull_numbers *n = h.number;
    vec3 per_inertia = vec3_set(n->per_inertia_x, n->per_inertia_y, n->per_inertia_z);
    return mat3_turn(axes, vec3_mul(mat3_turn_back(axes, momentum), per_inertia));
}

LANE_FN vec3 hull_momentum(hull h, mat3 axes, vec3 spin)
{
    LANE_TABLE hull_numbers *n = h.number;
    vec3 inertia = vec3_set(n->inertia_x, n->inertia_y, n->inertia_z);
    return mat3_turn(axes, vec3_mul(mat3_turn_back(axes, spin), inertia));
}

/* q turned by `angle`, a vector of radians.  Cosine and sine of half of it are their Taylor series; half angles above
 * 2, which alias at any step, are only bounded: the result is a rotation all the same. */
LANE_FN quat quat_turn(quat q, vec3 angle)
{
    lane square = lane_min(lane_scale(vec3_dot(angle, angle), 0.25f), lane_set(4.0f));
    lane c = lane_fma(square, lane_set(0x1.1eed8ep-29f), lane_set(-0x1.27e4fcp-22f));
    lane s = lane_fma(square, lane_set(0x1.612462p-33f), lane_set(-0x1.ae6456p-26f));
    c = lane_fma(square, c, lane_set(0x1.a01a02p-16f));
    s = lane_fma(square, s, lane_set(0x1.71de3ap-19f));
    c = lane_fma(square, c, lane_set(-0x1.6c16c2p-10f));
    s = lane_fma(square, s, lane_set(-0x1.a01a02p-13f));
    c = lane_fma(square, c, lane_set(0x1.555556p-5f));
    s = lane_fma(square, s, lane_set(0x1.111112p-7f));
    c = lane_fma(square, c, lane_set(-0.5f));
    s = lane_fma(square, s, lane_set(-0x1.555556p-3f));
    c = lane_fma(square, c, lane_set(1.0f));
    s = lane_fma(square, s, lane_set(1.0f));
    quat turn = { c, vec3_scale(angle, lane_scale(s, 0.5f)) };
    return quat_normalise(quat_mul(turn, q));
}

/* The rotation of a step: the torque changes the momentum, and the attitude half way through says which velocity that
 * momentum is (the midpoint keeps the energy of a free body to 1e-6 where the attitude at the start gains 10 %). */
LANE_FN body body_next_rotation(body b, hull h, vec3 torque, LANE_TABLE step_numbers *step)
{
    const lane dt = lane_set(step->dt), half_dt = lane_set(0.5f * step->dt), decay = lane_set(step->spin_decay);
    body r = b;
    if (h.number->keep_velocity) {
        vec3 change = vec3_scale(hull_spin(h, b.axes, torque), dt);
        r.spin = vec3_scale(vec3_add(b.spin, change), decay);
        r.orientation = quat_turn(b.orientation, vec3_scale(r.spin, dt));
        r.axes = mat3_from_quat(r.orientation);
        r.momentum = hull_momentum(h, r.axes, r.spin);
        return r;
    }
    r.momentum = vec3_scale(vec3_fma(torque, dt, b.momentum), decay);
    vec3 spin = hull_spin(h, b.axes, r.momentum);
    quat half_way = quat_turn(b.orientation, vec3_scale(spin, half_dt));
    vec3 turn = vec3_scale(hull_spin(h, mat3_from_quat(half_way), r.momentum), dt);
    r.orientation = quat_turn(b.orientation, turn);
    r.axes = mat3_from_quat(r.orientation);
    r.spin = hull_spin(h, r.axes, r.momentum);
    return r;
}

/* 1 for a body that is as it should be, 0 for one that was stopped before or must be now: a sample's force beyond
 * what the sums can hold, or a velocity that no body has.  Comparisons with what is not a number fail. */
LANE_FN lane body_is_good(body before, body after, hull h, lane strain)
{
    const lane zero = lane_set(0.0f);
    vec3 momentum = vec3_scale(after.momentum, lane_set(1e-20f));       /* finite, however large: no limit of its own */
    lane turn = lane_fma(after.orientation.w, after.orientation.w, vec3_dot(after.orientation.v, after.orientation.v));
    lane good = lane_pick(strain, lane_set(h.number->force_limit), before.good, zero);
    good = lane_pick(vec3_dot(after.velocity, after.velocity), lane_set(BODY_FASTEST * BODY_FASTEST), good, zero);
    good = lane_pick(vec3_dot(after.spin, after.spin), lane_set(BODY_FASTEST_SPIN * BODY_FASTEST_SPIN), good, zero);
    good = lane_pick(vec3_dot(momentum, momentum), lane_set(3e38f), good, zero);
    return lane_pick(turn, lane_set(2.0f), good, zero);
}

/* The same for where it is: in the range that the fleet's calls take. */
LANE_FN lane body_is_near(lane_long x, lane_long y, lane_long z, lane good)
{
    const lane zero = lane_set(0.0f), far = lane_set(BODY_FURTHEST);
    good = lane_pick(lane_abs(lane_from_position(x)), far, good, zero);
    good = lane_pick(lane_abs(lane_from_position(z)), far, good, zero);
    return lane_pick(lane_abs(lane_from_position(y)), lane_set(BODY_HIGHEST), good, zero);
}
