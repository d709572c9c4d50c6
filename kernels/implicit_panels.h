/* SPDX-License-Identifier: MIT
 *
 * The implicit step of a body that its panels press on: their pressure is known at the start of the step, and how it
 * changes on the way is taken for linear. */

/* The stiffness of a wet triangle, `weight` of it, and the force of the water that rises above it: the rule of the
 * three midpoints is exact for both. */
LANE_FN rise_sums sums_add_triangle(rise_sums t, corner a, corner b, corner c, lane stiff, lane weight, float dt)
{
    const lane half_ = lane_set(0.5f);
    const corner middle[3] = { corner_between(a, b, half_), corner_between(b, c, half_), corner_between(c, a, half_) };
    lane k = lane_scale(lane_mul(stiff, weight), 1.0f / 3);
    for (int i = 0; i < 3; i++) {
        t.end_k = stiffness_add(t.end_k, k, middle[i].arm.x, middle[i].arm.z);
        t.mean = rise_add(t.mean, lift_at(lane_mul(k, lane_scale(middle[i].rate, dt)), middle[i].arm.x,
                                          middle[i].arm.z));
    }
    return t;
}

/* A triangle pushes up by its area seen from below: so much does its force change as it rises.  What it adds to the
 * weight of the water displaced times the height of its middle, which is what the arms of the pressure give as the body
 * turns, comes by the divergence theorem, with a field that is 0 at the surface. */
LANE_FN rise_sums sums_add_panel(rise_sums t, hull h, corner a, corner b, corner c, float dt)
{
    lane stiff = lane_scale(panel_area(a, b, c).y, -h.number->pressure);
    panel_cut cut = panel_cut_of(a, b, c);
    panel_press press = press_wet(cut);
    t.lean = lane_add(lane_mul(stiff, lane_fma(lane_set(0.5f), press.square, press.moment.y)), t.lean);
    t = sums_add_triangle(t, a, b, c, stiff, cut.whole, dt);
    lane tip = lane_mul(cut.tip, lane_mul(cut.to_from, cut.to_other));
    return sums_add_triangle(t, cut.at, corner_between(cut.at, cut.from, cut.to_from),
                             corner_between(cut.at, cut.other, cut.to_other), stiff, tip, dt);
}

LANE_FN rise_sums sums_of_panels(hull h, fleet f, LANE_TABLE float *heights, int piece, int first, float dt)
{
    const kept_numbers k = kept_of(h, f, heights, piece, first);
    rise_sums t = rise_sums_zero();
    hull_patch p;
    hull_patch_place(&p, h, f, piece, first);
    for (int i = 0; i < h.number->panels; i++) {
        LANE_TABLE hull_panel *panel = h.panel + (size_t)piece * (size_t)h.number->panels + i;
        const int at[3] = { panel->a, panel->b, panel->c };
        corner c[3];
        for (int j = 0; j < 3; j++) {
            c[j] = hull_corner(h, &p, k.height, f.row, piece, at[j]);
            c[j].rate = lane_load(k.rate + (size_t)at[j] * (size_t)f.row);
        }
        t = sums_add_panel(t, h, c[0], c[1], c[2], dt);
    }
    return t;
}

/* The force of a stiffness against a way. */
LANE_FN rise stiffness_force(stiffness k, rise q)
{
    lane up = lane_fma(k.up_up, q.up, lane_fma(k.up_x, q.turn.x, lane_mul(k.up_z, q.turn.z)));
    lane x = lane_fma(k.up_x, q.up, lane_fma(k.x_x, q.turn.x, lane_mul(k.x_z, q.turn.z)));
    lane z = lane_fma(k.up_z, q.up, lane_fma(k.x_z, q.turn.x, lane_mul(k.z_z, q.turn.z)));
    return (rise){ lane_negate(up), { lane_negate(x), lane_set(0.0f), lane_negate(z) } };
}

/* A stiffness with that of the arms, which is below 0 where the water displaced has its middle below the centre of
 * mass; but never so far that a step would turn the body over at once. */
LANE_FN stiffness stiffness_lean(stiffness k, const riser *r, lane lean, float dt)
{
    sym3 turn = r->inert.turn;
    lane least = lane_min(turn.xx, lane_min(turn.yy, turn.zz));
    lane more = lane_max(lean, lane_scale(least, -0.9f / (dt * dt)));
    k.x_x = lane_add(k.x_x, more);
    k.z_z = lane_add(k.z_z, more);
    return k;
}

/* The torque half way through a yaw: pressure turns with the body, and what pushes from outside does not. */
LANE_FN vec3 torque_yawed(vec3 torque, vec3 outside, lane yaw)
{
    lane half_ = lane_scale(lane_clamp(yaw, -1.0f, 1.0f), 0.5f);
    vec3 own = vec3_sub(torque, outside);
    torque.x = lane_fma(half_, own.z, torque.x);
    torque.z = lane_fnma(half_, own.x, torque.z);
    return torque;
}

/* The way of a body of panels: their pressure is known at the start, and how it changes is taken for linear. */
LANE_FN rise_best rise_solve_panels(riser *r, hull h, fleet f, LANE_TABLE float *heights, vec3 outside, float dt,
                                    int first)
{
    rise_sums t = rise_sums_zero();
    for (int piece = 0; piece < h.number->pieces; piece++) {
        t = rise_sums_add(t, sums_of_panels(h, f, heights, piece, first, dt));
    }
    t.end_k = stiffness_lean(t.end_k, r, t.lean, dt);
    rise guess = rise_ballistic(r, dt);
    turned to = riser_turned(r, guess.turn);
    r->torque = torque_yawed(r->torque, outside, guess.turn.y);
    lane secant = lane_max(lane_negate(rise_dot(guess, stiffness_force(t.end_k, guess))), lane_set(0.0f));
    step_blend s = rise_step_blend(r, guess, to, secant, lane_set(0.0f), dt);
    stiffness k = stiffness_scale(t.end_k, s.theta);
    t.mean = rise_scale(t.mean, s.theta);
    rise_end start = rise_end_of(r, rise_none(), riser_turned(r, rise_none().turn), t.mean, lane_set(0.0f), s);
    rise q = rise_newton(r, to, k, s, start.miss);
    to = riser_turned(r, q.turn);
    rise_end e = rise_end_of(r, q, to, rise_add(t.mean, stiffness_force(k, q)), lane_set(0.0f), s);
    return (rise_best){ q, e.velocity, e.momentum, lane_set(0.0f), e.energy, lane_set(0.0f) };
}
