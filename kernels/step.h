/* SPDX-License-Identifier: MIT
 *
 * The symplectic step, bodies that follow the water, and those that are led along x and z. */
typedef struct moved {
    body after;
    vec3 move;                              /* of the centre of mass, m */
    lane wet;                               /* share in the water, with which the step was made */
} moved;

/* A body as it is once the water that it meets moves along.  The first step has no water to meet. */
LANE_FN body body_enter(body b, hull h, load l)
{
    const lane wet = l.submerged;
    if (!h.number->added) return b;
    lane before = lane_pick(b.wet, lane_set(0.0f), wet, b.wet);
    if (h.number->added & ADDED_MASS) b.velocity = body_entry_velocity(h, b.axes, b.velocity, l.water, before, wet);
    if (h.number->added & ADDED_TURN) {
        inertia i = hull_inertia(h.number, wet);
        vec3 first = inertia_momentum(i, b.axes, b.spin);
        vec3 next = body_entry_momentum(h, i, b.axes, b.spin, b.momentum, before, wet);
        b.momentum = vec3_pick(b.wet, lane_set(0.0f), first, next);
        b.spin = inertia_spin(i, b.axes, b.momentum);
    }
    return b;
}

/* Velocities first, damping explicitly, drag implicitly. */
LANE_FN vec3 body_next_velocity(body b, hull h, load l, inertia i, lane dt)
{
    const vec3 still = vec3_set(0.0f, 0.0f, 0.0f);
    vec3 water = h.number->drag_relative ? l.water : still;
    drag_rates rates = drag_rates_with_water(body_drag_rates(b, vec3_sub(b.velocity, water), h, l.wet), h, i);
    vec3 force = l.force;
    force.y = lane_sub(lane_add(force.y, body_damping_force(b, h, l)), lane_set(h.number->weight));
    vec3 pushed = vec3_fma(inertia_acceleration(i, h, b.axes, force), dt, b.velocity);
    return vec3_add(body_slowed(b, h, rates, vec3_sub(pushed, water), dt), water);
}

/* The rotation of a step: the torque changes the momentum, and the attitude half way through says which velocity that
 * momentum is (the midpoint keeps the energy of a free body to 1e-6 where the attitude at the start gains 10 %). */
LANE_FN void body_next_rotation(body *after, body b, hull h, vec3 torque, inertia i, LANE_TABLE step_numbers *step)
{
    const lane dt = lane_set(step->dt), half_dt = lane_set(0.5f * step->dt), decay = lane_set(step->spin_decay);
    if (h.number->keep_velocity) {
        vec3 change = vec3_scale(inertia_spin(i, b.axes, torque), dt);
        after->spin = vec3_scale(vec3_add(b.spin, change), decay);
        after->orientation = quat_turn(b.orientation, vec3_scale(after->spin, dt));
        after->axes = mat3_from_quat(after->orientation);
        after->momentum = inertia_momentum(i, after->axes, after->spin);
        return;
    }
    after->momentum = vec3_scale(vec3_fma(torque, dt, b.momentum), decay);
    vec3 spin = inertia_spin(i, b.axes, after->momentum);
    quat half_way = quat_turn(b.orientation, vec3_scale(spin, half_dt));
    vec3 turn = vec3_scale(inertia_spin(i, mat3_from_quat(half_way), after->momentum), dt);
    after->orientation = quat_turn(b.orientation, turn);
    after->axes = mat3_from_quat(after->orientation);
    after->spin = inertia_spin(i, after->axes, after->momentum);
}

LANE_FN moved body_step_symplectic(body b, hull h, load l, LANE_TABLE step_numbers *step)
{
    const lane dt = lane_set(step->dt);
    inertia i = hull_inertia(h.number, l.submerged);
    moved m = { b, b.velocity, l.submerged };
    body_next_rotation(&m.after, b, h, l.torque, i, step);
    m.after.velocity = body_next_velocity(b, h, l, i, dt);
    m.move = vec3_scale(m.after.velocity, dt);
    return m;
}

/* A body that is led: its origin goes along x and z as commanded, whatever pushes it. */
LANE_FN moved body_led(moved m, body b, hull h, fleet f, float dt, int first)
{
    LANE_TABLE hull_numbers *n = h.number;
    lane x = fleet_state(f, STATE_COMMAND, first), z = fleet_state(f, STATE_COMMAND + 1, first);
    vec3 centre = vec3_set(n->com_x, n->com_y, n->com_z);
    vec3 before = mat3_turn(b.axes, centre), after = mat3_turn(m.after.axes, centre);
    vec3 carried = vec3_cross(m.after.spin, after);
    m.move.x = lane_fma(x, lane_set(dt), lane_sub(after.x, before.x));
    m.move.z = lane_fma(z, lane_set(dt), lane_sub(after.z, before.z));
    m.after.velocity.x = lane_add(x, carried.x);
    m.after.velocity.z = lane_add(z, carried.z);
    return m;
}

/* ---- bodies that follow the water ------------------------------------------------------------------------------- */

/* An attitude is a heading, its turn about the vertical, and then a tilt, the shortest way from the vertical to its up
 * axis.  A body that lies upside down has no heading of its own. */
LANE_FN quat quat_heading(quat q)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f), least = lane_set(1e-12f);
    lane square = lane_fma(q.w, q.w, lane_mul(q.v.y, q.v.y));
    return quat_normalise((quat){ lane_pick(square, least, one, q.w),
                                  { zero, lane_pick(square, least, zero, q.v.y), zero } });
}

LANE_FN quat quat_tilt(vec3 up)
{
    lane w = lane_max(lane_add(up.y, lane_set(1.0f)), lane_set(1e-6f));
    return quat_normalise((quat){ w, { up.z, lane_set(0.0f), lane_negate(up.x) } });
}

LANE_FN vec3 vec3_normalise(vec3 a)
{
    return vec3_scale(a, lane_div(lane_set(1.0f), lane_sqrt(vec3_dot(a, a))));
}

/* The angular velocity that turns one attitude into the other in a step, for turns well below a radian. */
LANE_FN vec3 quat_rate(quat from, quat to, lane per_dt)
{
    quat back = { from.w, vec3_scale(from.v, lane_set(-1.0f)) }, turn = quat_mul(to, back);
    lane two = lane_pick(turn.w, lane_set(0.0f), lane_set(-2.0f), lane_set(2.0f));
    return vec3_scale(turn.v, lane_mul(two, per_dt));
}

/* Towards the mean height of the water above the samples and its mean normal. */
LANE_FN moved body_follow(body b, hull h, fleet f, vec3 normal, lane height, lane wet, LANE_TABLE step_numbers *step,
                          int first)
{
    const lane zero = lane_set(0.0f), dt = lane_set(step->dt), per_dt = lane_div(lane_set(1.0f), dt);
    const int moving = h.number->mode == HULL_KINEMATIC;
    lane share = lane_saturate(lane_mul(fleet_state(f, STATE_SMOOTHING, first), dt));
    lane rise = lane_mul(share, lane_sub(height, fleet_height(f, first)));
    vec3 up = { b.axes.x.y, b.axes.y.y, b.axes.z.y };
    vec3 next = vec3_fma(vec3_sub(normal, up), share, up);
    up = vec3_normalise(vec3_pick(lane_set(1e-12f), vec3_dot(next, next), next, up));  /* half way from upside down */
    quat heading = quat_heading(b.orientation);
    lane turn = lane_mul(fleet_state(f, STATE_COMMAND + 2, first), dt);
    if (moving) heading = quat_turn(heading, (vec3){ zero, turn, zero });
    moved m = { b, { zero, rise, zero }, wet };
    m.after.orientation = quat_normalise(quat_mul(quat_tilt(up), heading));
    m.after.axes = mat3_from_quat(m.after.orientation);
    m.after.velocity = m.after.spin = vec3_set(0.0f, 0.0f, 0.0f);
    if (moving) {
        lane x = fleet_state(f, STATE_COMMAND, first), z = fleet_state(f, STATE_COMMAND + 1, first);
        m.move.x = lane_mul(x, dt);
        m.move.z = lane_mul(z, dt);
        m.after.velocity = (vec3){ x, lane_mul(rise, per_dt), z };
        m.after.spin = quat_rate(b.orientation, m.after.orientation, per_dt);
    }
    m.after.momentum = inertia_momentum(hull_inertia(h.number, wet), m.after.axes, m.after.spin);
    return m;
}
