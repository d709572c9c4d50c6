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
    lane wet;                               /* share in the water at the last step; below 0: none yet */
} body;

LANE_FN body fleet_body(fleet f, int first)
{
    quat q = fleet_orientation(f, first);
    return (body){ q, mat3_from_quat(q), fleet_vector(f, STATE_VELOCITY, first), fleet_vector(f, STATE_SPIN, first),
                   fleet_vector(f, STATE_MOMENTUM, first), fleet_vector(f, STATE_REST, first),
                   fleet_state(f, STATE_THROTTLE, first), fleet_state(f, STATE_STEER, first),
                   fleet_state(f, STATE_GOOD, first), fleet_state(f, STATE_WET, first) };
}

typedef struct patch_results {                    /* what the pass over patches left; see tables.h */
    LANE_TABLE sea_long *sum;
    LANE_TABLE float *met;
    size_t stride;                          /* of the columns */
} patch_results;

typedef struct load {                       /* in all, but for drag */
    vec3 force, torque;                     /* about the centre of mass */
    lane submerged;                         /* share, 0 to 1 */
    lane wet;                               /* above 0 if any sample is */
    lane strain, residual, gate;
    vec3 water;                             /* mean velocity of the water where samples are wet, if it is wanted */
} load;

/* A sum over the pieces of a body.  A piece's is below 2^49. */
LANE_FN lane patches_total(patch_results p, hull h, fleet f, int column, int first)
{
    LANE_TABLE sea_long *sum = p.sum + (size_t)column * p.stride + patch_at(f, 0, first);
    lane_long total = lane_long_load(sum);
    for (int piece = 1; piece < h.number->pieces; piece++) {
        total = lane_long_add(total, lane_long_load(sum + (size_t)piece * (size_t)f.row));
    }
    return h.number->pieces < 16 ? lane_from_short(total) : lane_from_long(total);
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
        size_t at = (size_t)column * p.stride + patch_at(f, piece, first);
        largest = lane_max(lane_load(p.met + at), largest);
    }
    return largest;
}

/* The mean velocity of the water at the wet samples; still where there are none. */
LANE_FN vec3 patches_water(patch_results p, hull h, fleet f, int first)
{
    if (!h.number->water_sums) return vec3_set(0.0f, 0.0f, 0.0f);
    lane wet = lane_max(patches_total(p, h, f, SUM_WET, first), lane_set(1.0f));
    vec3 sum = patches_vector(p, h, f, SUM_WATER, first);
    return (vec3){ lane_div(sum.x, wet), lane_div(sum.y, wet), lane_div(sum.z, wet) };
}

/* The wet share.  What panels lift in all tells how much water they displace; where no forces are summed up, how many
 * of their corners are wet must do. */
LANE_FN lane patches_submerged(patch_results p, hull h, fleet f, lane lift, int first)
{
    if (h.number->panels > 0 && !hull_follows(h.number)) {
        return lane_clamp(lane_scale(lift, h.number->per_full_lift), 0.0f, 1.0f);
    }
    return lane_scale(patches_total(p, h, f, SUM_SUBMERGED, first), h.number->submerged_quantum);
}

LANE_FN load patches_load(patch_results p, hull h, fleet f, int first)
{
    LANE_TABLE hull_numbers *n = h.number;
    const int gate_piece = n->gate_piece > 0 ? n->gate_piece : 0;
    const size_t gate = (size_t)MET_GATE * p.stride + patch_at(f, gate_piece, first);
    vec3 force = vec3_scale(patches_vector(p, h, f, SUM_FORCE, first), lane_set(n->force_quantum));
    return (load){ force, vec3_scale(patches_vector(p, h, f, SUM_TORQUE, first), lane_set(n->torque_quantum)),
                   patches_submerged(p, h, f, force.y, first),
                   patches_largest(p, h, f, MET_DEEPEST, first), patches_largest(p, h, f, MET_STRAIN, first),
                   patches_largest(p, h, f, MET_RESIDUAL, first),
                   lane_load(p.met + gate), patches_water(p, h, f, first) };
}

/* The damping of the body's own vertical motion, N s/m: what is linear in the speed, and what is quadratic. */
typedef struct own_damping { lane linear, quadratic; } own_damping;

LANE_FN own_damping body_damping(body b, hull h, load l)
{
    LANE_TABLE hull_numbers *n = h.number;
    if (n->damping_of_points) return (own_damping){ lane_set(0.0f), lane_set(0.0f) };
    lane speed = n->damping_relative ? lane_sub(b.velocity.y, l.water.y) : b.velocity.y;
    lane mass = n->damping_scaled ? lane_scale(l.submerged, n->mass) : lane_set(n->mass);
    return (own_damping){ lane_scale(mass, n->damping_vertical),
                          lane_mul(mass, lane_scale(lane_abs(speed), n->damping_quadratic)) };
}

/* The force of it. */
LANE_FN lane body_damping_force(body b, hull h, load l)
{
    own_damping d = body_damping(b, h, l);
    lane speed = h.number->damping_relative ? lane_sub(b.velocity.y, l.water.y) : b.velocity.y;
    return lane_negate(lane_mul(lane_add(d.linear, d.quadratic), speed));
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

/* How much of the rudder acts: all in the water or, unless it needs that, anywhere. */
LANE_FN lane body_rudder(body b, hull h, lane wet)
{
    return h.number->steer_in_water ? lane_pick(lane_set(0.0f), wet, b.steer, lane_set(0.0f)) : b.steer;
}

/* The rudder's torque about the vertical, some always, more with speed; and the lean into the turn, with speed. */
LANE_FN load load_add_steering(load sum, body b, hull h)
{
    LANE_TABLE hull_numbers *n = h.number;
    const vec3 forward = { b.axes.x.z, b.axes.y.z, b.axes.z.z };
    lane speed = lane_clamp(lane_scale(vec3_dot(b.velocity, forward), n->per_reference_speed), 0.0f, 1.0f);
    lane rudder = body_rudder(b, h, sum.wet);
    lane torque = lane_fma(speed, lane_set(n->steer_speed), lane_set(n->steer_base));
    sum.torque.y = lane_fma(rudder, torque, sum.torque.y);
    sum.torque = vec3_fma(forward, lane_scale(lane_mul(rudder, speed), -n->lean), sum.torque);
    return sum;
}

/* What callers add. */
LANE_FN vec3 body_outside_torque(body b, fleet f, int first)
{
    vec3 arm = mat3_turn(b.axes, fleet_vector(f, STATE_AT, first));
    return vec3_add(fleet_vector(f, STATE_TORQUE, first), vec3_cross(arm, fleet_vector(f, STATE_FORCE, first)));
}

LANE_FN load load_add_outside(load sum, body b, fleet f, int first)
{
    sum.force = vec3_add(sum.force, fleet_vector(f, STATE_FORCE, first));
    sum.torque = vec3_add(sum.torque, body_outside_torque(b, f, first));
    return sum;
}

/* All that acts on a body but damping and drag. */
LANE_FN load body_load(load water, body b, hull h, fleet f, LANE_TABLE step_numbers *step, int first)
{
    load r = water;
    if (h.number->gate_piece >= 0) r = load_add_thrust(r, b, h);
    if (h.number->steers) r = load_add_steering(r, b, h);
    return step->pushed ? load_add_outside(r, b, f, first) : r;
}

/* The velocity that drag slows. */
LANE_FN vec3 body_drag_velocity(body b, hull h, load l)
{
    return h.number->drag_relative ? vec3_sub(b.velocity, l.water) : b.velocity;
}

/* Drag per mass and speed, 1/s: in all directions alike, and what comes on top of it along the hull's axes. */
typedef struct drag_rates { lane all; vec3 along; } drag_rates;

LANE_FN drag_rates body_drag_rates(body b, vec3 velocity, hull h, lane wet)
{
    LANE_TABLE hull_numbers *n = h.number;
    const lane zero = lane_set(0.0f);
    lane speed = lane_sqrt(vec3_dot(velocity, velocity));
    lane all = lane_fma(speed, lane_set(n->drag_quadratic), lane_set(n->drag_linear));
    drag_rates r = { all, vec3_set(n->drag_x, n->drag_y, n->drag_z) };
    if (n->drag_squared) {
        vec3 along = mat3_turn_back(b.axes, velocity);
        r.along = (vec3){ lane_fma(lane_abs(along.x), lane_set(n->drag_xx), r.along.x),
                          lane_fma(lane_abs(along.y), lane_set(n->drag_yy), r.along.y),
                          lane_fma(lane_abs(along.z), lane_set(n->drag_zz), r.along.z) };
    }
    if (!n->drag_in_water) return r;
    lane share = lane_pick(zero, wet, lane_set(1.0f), zero);
    return (drag_rates){ lane_mul(r.all, share), vec3_scale(r.along, share) };
}

/* The rates as the mass with its water feels them.  Where the axes differ, what they have in common stays `all`. */
LANE_FN drag_rates drag_rates_with_water(drag_rates r, hull h, inertia i)
{
    if (!(h.number->added & ADDED_MASS)) return r;
    vec3 share = vec3_scale(i.per_mass, lane_set(h.number->mass));
    lane least = lane_min(share.x, lane_min(share.y, share.z));
    vec3 more = vec3_sub(share, (vec3){ least, least, least });
    return (drag_rates){ lane_mul(r.all, least), vec3_fma(more, r.all, vec3_mul(r.along, share)) };
}

/* The force of drag at the present velocity. */
LANE_FN vec3 body_drag(body b, hull h, load l)
{
    vec3 velocity = body_drag_velocity(b, h, l);
    drag_rates rates = body_drag_rates(b, velocity, h, l.wet);
    vec3 along = mat3_turn(b.axes, vec3_mul(mat3_turn_back(b.axes, velocity), rates.along));
    return vec3_scale(vec3_fma(velocity, rates.all, along), lane_set(-h.number->mass));
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

/* A velocity slowed by drag, implicitly, so that it is never turned round: along each of the hull's axes
 * v' = v / (1 + dt (all + along)).  Only what the axes' own drag takes goes through the hull's axes and back, for these
 * are not quite unit vectors, and what is left must neither grow nor shrink by that. */
LANE_FN vec3 body_slowed(body b, hull h, drag_rates rates, vec3 velocity, lane step)
{
    lane divisor = lane_fma(rates.all, step, lane_set(1.0f));
    vec3 slowed = { lane_div(velocity.x, divisor), lane_div(velocity.y, divisor), lane_div(velocity.z, divisor) };
    return h.number->drag_along ? vec3_sub(slowed, body_drag_loss(b, rates, slowed, step)) : slowed;
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

/* 1 for a body that is as it should be, 0 for one that was stopped before or must be now: a sample's force beyond
 * what the sums can hold, or a velocity that no body has.  Comparisons with what is not a number fail. */
LANE_FN lane body_is_good(body before, body after, lane strain)
{
    const lane zero = lane_set(0.0f);
    vec3 momentum = vec3_scale(after.momentum, lane_set(1e-20f));       /* finite, however large: no limit of its own */
    lane turn = lane_fma(after.orientation.w, after.orientation.w, vec3_dot(after.orientation.v, after.orientation.v));
    lane good = lane_pick(strain, lane_set(QUANTA_LIMIT * QUANTA_LIMIT), before.good, zero);
    good = lane_pick(vec3_dot(after.velocity, after.velocity), lane_set(BODY_FASTEST * BODY_FASTEST), good, zero);
    good = lane_pick(vec3_dot(after.spin, after.spin), lane_set(BODY_FASTEST_SPIN * BODY_FASTEST_SPIN), good, zero);
    good = lane_pick(vec3_dot(momentum, momentum), lane_set(3e38f), good, zero);
    return lane_pick(turn, lane_set(2.0f), good, zero);
}

/* The same for where it is: in the range that the fleet's calls take, to 256 m; in height exactly, where that fits a
 * float. */
LANE_FN lane body_is_near(lane_long x, lane_long y, lane_long z, lane good)
{
    const lane zero = lane_set(0.0f), far = lane_set(BODY_FURTHEST * 0x1p-8f);
    good = lane_pick(lane_abs(lane_from_int(lane_long_high(x))), far, good, zero);
    good = lane_pick(lane_abs(lane_from_int(lane_long_high(z))), far, good, zero);
    good = lane_pick(lane_abs(lane_from_int(lane_long_high(y))), lane_set(BODY_HIGHEST * 0x1p-8f + 2.0f), good, zero);
    return lane_pick(lane_abs(lane_from_position(y)), lane_set(BODY_HIGHEST), good, zero);
}
