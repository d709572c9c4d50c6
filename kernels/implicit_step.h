/* SPDX-License-Identifier: MIT
 *
 * The implicit step of a whole body: its state after the way that was found. */

/* What an unfinished search gained from nothing is taken off the velocities again.  One that is finished gains and
 * loses by rounding only, and its momentum is left alone; the score goes with the square of what is missed, so 1e-12 of
 * the energy is a millionth of it. */
LANE_FN lane rise_allowed(rise_best best)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    lane gained = lane_pick(best.score, lane_scale(best.energy, 1e-12f), zero, best.excess);
    lane share = lane_min(lane_div(gained, lane_max(best.energy, lane_set(1e-37f))), lane_set(0.999f));
    lane factor = lane_div(lane_sub(one, share), lane_fnma(share, lane_set(0.5f), one));
    return lane_pick(zero, gained, factor, one);
}

/* The momentum and the spin after a turn, damped: by half before the step, so that it turns as fast as it should on
 * the way, and by half now. */
LANE_FN void riser_end_turning(body *after, const riser *r, hull h, turned to, vec3 momentum, lane decay)
{
    after->orientation = to.orientation;
    after->axes = to.axes;
    after->momentum = vec3_scale(momentum, decay);
    if (h.number->keep_velocity) {
        vec3 gained = vec3_sub(momentum, r->momentum);
        vec3 spin = vec3_add(mat3_turn(r->axes, r->spin), inertia_spin(r->inert, to.middle, gained));
        after->momentum = inertia_momentum(r->inert, to.axes, vec3_scale(spin, decay));
    }
    after->spin = inertia_spin(r->inert, to.axes, after->momentum);
}

/* The spin after a step; or, where the torque alone makes one that no body has, that, for which it is stopped: no way
 * turns as far, so the search would find none and say nothing. */
LANE_FN vec3 body_spun(body b, inertia i, vec3 torque, vec3 spin, lane dt)
{
    vec3 by_torque = inertia_spin(i, b.axes, vec3_fma(torque, dt, b.momentum));
    return vec3_pick(lane_set(BODY_FASTEST_SPIN * BODY_FASTEST_SPIN), vec3_dot(by_torque, by_torque), by_torque, spin);
}

LANE_FN moved body_step_implicit(body b, hull h, fleet f, load l, LANE_TABLE float *heights,
                                 LANE_TABLE step_numbers *step, int first)
{
    const lane dt = lane_set(step->dt);
    inertia i = hull_inertia(h.number, l.submerged);
    level_motion m = level_motion_of(b, h, l, i, step->dt);
    riser r = riser_of(b, h, f, l, i, m, step, first);
    vec3 outside = step->pushed ? body_outside_torque(b, f, first) : vec3_set(0.0f, 0.0f, 0.0f);
    rise_best best = h.number->panels > 0 ? rise_solve_panels(&r, h, f, heights, outside, step->dt, first)
                                          : rise_search_way(&r, h, f, heights, step, first);
    lane allowed = rise_allowed(best);
    moved a = { b, { dt, best.q.up, dt }, r.wet };
    riser_end_turning(&a.after, &r, h, riser_turned(&r, best.q.turn), vec3_scale(best.momentum, allowed),
                      lane_sqrt(lane_set(step->spin_decay)));
    lane up = lane_mul(best.velocity, allowed);
    vec3 pushed = vec3_add(m.pushed, vec3_sub(r.velocity, b.velocity));
    if (h.number->added & ADDED_MASS) {
        lane lifted = lane_mul(r.mass, lane_sub(up, r.velocity.y));         /* by vertical forces alone */
        lane dragged = lane_mul(r.drag, lane_sub(up, m.water.y));
        lifted = lane_fma(lane_sub(dragged, r.coupled), dt, lifted);
        pushed = vec3_fma(m.by_lift, lifted, pushed);
    }
    pushed.y = lane_sub(up, m.water.y);
    if (h.number->drag_along) {             /* the velocity of which drag leaves that one */
        vec3 level = { pushed.x, lane_set(0.0f), pushed.z };
        lane across = body_slowed(b, h, m.rates, level, dt).y;
        pushed.y = lane_div(lane_sub(pushed.y, across), body_tilted_drag(b, h, m.rates, i, r.mass, step->dt).left);
    }
    vec3 slowed = vec3_add(body_slowed(b, h, m.rates, pushed, dt), m.water);
    a.after.velocity = (vec3){ slowed.x, up, slowed.z };
    a.move.x = lane_mul(slowed.x, dt);
    a.move.z = lane_mul(slowed.z, dt);
    a.after.spin = body_spun(b, i, l.torque, a.after.spin, dt);
    return a;
}
