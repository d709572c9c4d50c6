/* SPDX-License-Identifier: MIT
 *
 * The implicit step of a whole body: what acts besides the lift, the search for the way, and the body after it. */

/* What moves along x and z, and what of it acts along y. */
typedef struct level_motion {
    drag_rates rates;
    vec3 water;                         /* velocity that drag is relative to */
    vec3 pushed;                        /* velocity along x and z with all forces but lift and drag, less the water's;
                                         * y: the change of velocity up that the forces along x and z make */
    vec3 by_lift;                       /* acceleration by a unit force upwards, where the added mass couples them */
} level_motion;

LANE_FN level_motion level_motion_of(body b, hull h, load l, inertia i, float dt)
{
    const lane zero = lane_set(0.0f);
    level_motion m;
    vec3 level = { l.force.x, zero, l.force.z };
    m.water = h.number->drag_relative ? l.water : vec3_set(0.0f, 0.0f, 0.0f);
    m.rates = drag_rates_with_water(body_drag_rates(b, vec3_sub(b.velocity, m.water), h, l.wet), h, i);
    vec3 acceleration = inertia_acceleration(i, h, b.axes, level);
    m.pushed = vec3_sub(vec3_fma(acceleration, lane_set(dt), b.velocity), m.water);
    m.pushed.y = lane_scale(acceleration.y, dt);
    m.by_lift = inertia_acceleration(i, h, b.axes, (vec3){ zero, lane_set(1.0f), zero });
    return m;
}

LANE_FN lane vec3_weighed(vec3 a, vec3 weights) { return vec3_dot(vec3_mul(a, a), weights); }

/* Drag along the hull's axes, as a vertical motion feels it whose x and z are slowed along with it.  Implicit drag is
 * v' = A v, with a matrix that is diagonal in the hull's axes.  Of the velocity that a force along y makes it leaves
 * `force`, of a velocity along y `left`; and `brake`, 1/s, on the velocity at the end is the same as it. */
typedef struct tilted_drag { lane brake, force, left; } tilted_drag;

/* `feel` is how much of a force along y each axis feels: squares of the axes' parts along y, by their inertia. */
LANE_FN tilted_drag tilted_drag_of(drag_rates rates, vec3 up, vec3 feel, float dt)
{
    const lane one = lane_set(1.0f), step = lane_set(dt), divisor = lane_fma(rates.all, step, one);
    vec3 along = vec3_scale(rates.along, step);
    vec3 kept = { lane_div(divisor, lane_add(along.x, divisor)), lane_div(divisor, lane_add(along.y, divisor)),
                  lane_div(divisor, lane_add(along.z, divisor)) };
    vec3 taken = { lane_div(along.x, lane_add(along.x, divisor)), lane_div(along.y, lane_add(along.y, divisor)),
                   lane_div(along.z, lane_add(along.z, divisor)) };
    lane force = vec3_dot(feel, kept);
    lane brake = lane_div(lane_fma(rates.all, step, vec3_dot(feel, taken)), force);
    return (tilted_drag){ lane_scale(brake, 1.0f / dt), force, lane_div(vec3_weighed(up, kept), divisor) };
}

/* The same for a hull at its attitude; `mass` is that against a force along y. */
LANE_FN tilted_drag body_tilted_drag(body b, hull h, drag_rates rates, inertia i, lane mass, float dt)
{
    vec3 up = b.axes.y, feel = vec3_mul(up, up);
    if (h.number->added & ADDED_MASS) feel = vec3_scale(vec3_mul(feel, i.per_mass), mass);
    return tilted_drag_of(rates, up, feel, dt);
}

/* 1 / the depth over which a sample fills.  The height of cells is that half way through the step: that of the start
 * would always be late, and drive a rocking body. */
LANE_FN lane riser_per_band(body b, LANE_TABLE hull_numbers *n, float dt)
{
    if (n->law == HULL_SPRING) return lane_set(1.0f);
    if (n->curve != HULL_CELL) return lane_set(n->per_depth);
    quat half_way = quat_turn(b.orientation, vec3_scale(b.spin, lane_set(0.5f * dt)));
    return hull_per_cell(n, mat3_from_quat(half_way).y);
}

/* The spin and the energy that go with a momentum. */
LANE_FN void riser_set_spin(riser *r)
{
    vec3 along = mat3_turn_back(r->axes, r->momentum);
    r->spin = sym3_mul(r->inert.per_turn, along);
    r->energy = lane_scale(motion_energy(r->mass, r->velocity.y, along, r->spin), 0.5f);
}

/* The same with drag along tilted axes: what it takes of the motion along y, and what of that along x and z acts along
 * y.  Where the axes' inertias differ, a velocity along y is slowed otherwise than what a force there makes. */
LANE_FN riser riser_tilted(riser r, body b, hull h, level_motion m, float dt)
{
    const lane per_dt = lane_set(1.0f / dt);
    tilted_drag t = body_tilted_drag(b, h, m.rates, r.inert, r.mass, dt);
    r.drag = lane_mul(r.mass, t.brake);
    lane across = body_slowed(b, h, m.rates, m.pushed, lane_set(dt)).y;
    lane braked = lane_fma(r.drag, lane_set(dt), r.mass);
    r.coupled = lane_mul(lane_mul(braked, across), per_dt);
    if (h.number->added & ADDED_MASS) {
        lane divisor = lane_fma(m.rates.all, lane_set(dt), lane_set(1.0f));
        lane other = lane_div(lane_fma(t.left, divisor, lane_negate(t.force)), t.force);
        lane speed = lane_mul(lane_sub(b.velocity.y, m.water.y), per_dt);
        r.coupled = lane_fma(lane_mul(r.mass, other), speed, r.coupled);
    }
    return r;
}

/* Everything about a body's vertical motion and its turning that does not depend on the way. */
LANE_FN riser riser_of(body b, hull h, fleet f, load l, inertia i, level_motion m, LANE_TABLE step_numbers *step,
                       int first)
{
    const float dt = step->dt;
    LANE_TABLE hull_numbers *n = h.number;
    riser r;
    r.orientation = b.orientation;
    r.axes = b.axes;
    r.y = fleet_height(f, first);
    r.per_band = riser_per_band(b, n, dt);
    r.velocity = b.velocity;
    r.water = l.water;
    r.momentum = vec3_scale(b.momentum, lane_sqrt(lane_set(step->spin_decay)));
    r.inert = i;
    r.mass = lane_set(n->mass);
    if (n->added & ADDED_MASS) r.mass = lane_div(lane_set(1.0f), m.by_lift.y);
    own_damping own = body_damping(b, h, l);
    r.drag = lane_mul(r.mass, m.rates.all);
    r.coupled = lane_scale(lane_mul(r.mass, m.pushed.y), 1.0f / dt);
    if (n->drag_along) r = riser_tilted(r, b, h, m, dt);
    r.damping = own.linear;
    r.brake = lane_add(own.quadratic, r.drag);
    r.force = lane_add(lane_sub(l.force.y, lane_set(n->weight)), r.coupled);
    if (n->damping_relative) r.force = lane_fma(lane_add(own.linear, own.quadratic), l.water.y, r.force);
    if (n->drag_relative) r.force = lane_fma(r.drag, l.water.y, r.force);
    r.torque = l.torque;
    r.wet = l.submerged;
    riser_set_spin(&r);
    return r;
}

/* The water that a body meets on its way joins its inertia at once: on first contact by the first guess, else by the
 * first step of the search.  Returns 1 where it did. */
LANE_FN lane riser_meet_water(riser *r, hull h, lane wet, int pass)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    lane limit = pass == 0 ? lane_add(r->wet, r->wet) : r->wet;
    lane now = lane_pick(limit, wet, wet, r->wet);
    inertia more = hull_inertia(h.number, now);
    if (h.number->added & ADDED_MASS) {
        r->velocity = body_entry_velocity(h, r->axes, r->velocity, r->water, r->wet, now);
        vec3 up = r->axes.y;
        r->mass = lane_div(one, vec3_weighed(up, more.per_mass));
    }
    if (h.number->added & ADDED_TURN) {
        vec3 spin = mat3_turn(r->axes, r->spin);
        r->momentum = body_entry_momentum(h, more, r->axes, spin, r->momentum, r->wet, now);
    }
    lane grown = lane_pick(r->wet, now, one, zero);
    r->inert = more;
    r->wet = now;
    riser_set_spin(r);
    return grown;
}

/* The way that the body would go but for the lift. */
LANE_FN rise rise_ballistic(const riser *r, float dt)
{
    const lane one = lane_set(1.0f);
    lane slow = lane_div(one, lane_fma(lane_div(lane_add(r->damping, r->brake), r->mass), lane_set(dt), one));
    lane fall = lane_div(lane_scale(r->force, 0.5f * dt), r->mass);
    vec3 turn = vec3_scale(mat3_turn(r->axes, r->spin), lane_set(dt));
    return (rise){ lane_mul(lane_scale(lane_add(r->velocity.y, fall), dt), slow),
                   vec3_fma(inertia_spin(r->inert, r->axes, r->torque), lane_set(0.5f * dt * dt), turn) };
}

/* How a step is made, from what was met along a way: kappa is the stiffness over the inertia, times dt^2, and the
 * damping of samples counts alike. */
LANE_FN step_blend rise_step_blend(const riser *r, rise q, turned to, lane secant, lane slowed, float dt)
{
    lane inert = lane_fma(lane_mul(r->mass, q.up), q.up,
                          vec3_dot(q.turn, sym3_mul(mat3_sym3(to.axes, r->inert.turn), q.turn)));
    lane per_inert = lane_div(lane_set(dt * dt), lane_max(inert, lane_set(1e-37f)));
    lane damped = lane_div(lane_scale(r->damping, dt), r->mass);
    return step_blend_of(lane_mul(secant, per_inert), lane_max(lane_mul(slowed, per_inert), damped), dt);
}

LANE_FN rise rise_blend(rise mean, rise end, lane blend)
{
    return rise_add(mean, rise_scale(rise_add(end, rise_scale(mean, lane_set(-1.0f))), blend));
}

/* A way that is always possible, for when nothing better is found: one step of backward Euler from where the body is,
 * against the most stiffness that it can meet.  So it goes towards less potential, and never too far. */
LANE_FN rise rise_spare(const riser *r, const rise_sums *t, turned here, float dt)
{
    const lane one = lane_set(1.0f);
    const step_blend whole = { one, one, lane_set(dt) };
    rise_end e = rise_end_of(r, rise_none(), here, t->end, lane_set(0.0f), whole);
    rise n = rise_newton(r, here, t->most_k, whole, e.miss);
    return rise_scale(n, rise_radian(n));
}

/* What belongs to that way: the velocities with which it is gone, for its forces may be far from right. */
LANE_FN rise_end rise_end_of_spare(const riser *r, rise q, turned to, rise_end e, float dt)
{
    const lane per_dt = lane_set(1.0f / dt);
    rise_end k = e;
    vec3 spin = vec3_scale(mat3_turn_back(r->axes, q.turn), per_dt), along = sym3_mul(r->inert.turn, spin);
    k.velocity = lane_mul(q.up, per_dt);
    k.momentum = mat3_turn(to.axes, along);
    k.energy = lane_scale(motion_energy(r->mass, k.velocity, along, spin), 0.5f);
    k.excess = lane_add(e.excess, lane_sub(k.energy, e.energy));
    return k;
}

LANE_FN rise_end rise_end_pick(lane a, lane b, rise_end x, rise_end y)
{
    return (rise_end){ lane_pick(a, b, x.velocity, y.velocity), vec3_pick(a, b, x.momentum, y.momentum),
                       rise_pick(a, b, x.miss, y.miss), lane_pick(a, b, x.excess, y.excess),
                       lane_pick(a, b, x.energy, y.energy) };
}

/* Finds the way of a body whose samples lift it.  A motion that the step resolves is sought from the ballistic way on,
 * a stiff one from rest on, by one pass more: then nothing that is in the band already is jumped over. */
LANE_FN rise_best rise_search_way(riser *r, hull h, fleet f, LANE_TABLE float *heights, LANE_TABLE step_numbers *step,
                                  int first)
{
    const lane zero = lane_set(0.0f);
    const float dt = step->dt;
    step_blend s = { lane_set(0.5f), zero, lane_set(dt) };
    const int stiff = step->passes > STEP_PASSES_RESOLVED;
    rise_search look = { stiff ? rise_none() : rise_ballistic(r, dt), rise_none(), rise_none(), zero };
    rise_best best = rise_best_none(r);
    rise spare = rise_none();
    const lane found = lane_set(0.5f * RISE_UNBOUNDED);             /* a score below it */
    for (int pass = stiff ? -1 : 0; pass <= step->passes; pass++) {
        const int last = stiff && pass == step->passes;
        if (last) look.q = rise_pick(found, best.score, spare, look.q);
        turned to = riser_turned(r, look.q.turn);
        lane per_dt = lane_div(lane_set(1.0f), s.dt);
        rise_sums t = rise_sums_zero();
        for (int piece = 0; piece < h.number->pieces; piece++) {
            t = rise_sums_add(t, sums_of_piece(r, h, f, kept_of(h, f, heights, piece, first), piece, look.q, to.middle,
                                               dt, per_dt, pass < 0));
        }
        if (pass >= 0 && pass <= 1 && h.number->added) {
            lane grown = riser_meet_water(r, h, lane_scale(t.wet, h.number->per_samples), pass);
            best = rise_best_pick(zero, grown, rise_best_none(r), best);
            look.way = rise_pick(zero, grown, rise_none(), look.way);
            look.slope = lane_pick(zero, grown, zero, look.slope);
        }
        if (pass >= 0 && pass <= 1) s = rise_step_blend(r, look.q, to, t.secant, t.slowed, dt);
        rise_end e = rise_end_of(r, look.q, to, rise_blend(t.mean, t.end, s.blend), t.work, s);
        rise n = rise_newton(r, to, stiffness_blend(t.mean_k, t.end_k, s.blend), s, e.miss);
        lane score = lane_negate(rise_dot(n, e.miss));
        lane little = lane_scale(r->mass, 1e-7f * dt * dt);         /* 1e-9 of what falling for a step gives */
        if (pass < 0) spare = rise_spare(r, &t, to, dt);
        if (last) e = rise_end_pick(found, best.score, rise_end_of_spare(r, look.q, to, e, dt), e);
        if (pass >= 0) best = rise_judge(best, look.q, e, score, little);
        look = rise_next(look, n, e.miss, lane_min(rise_edge(r, h, &t, n), rise_radian(n)), score, pass <= 1);
    }
    return best;
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

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

/* A body whose torque is that half way through its yaw: pressure turns with it. */
LANE_FN riser riser_yawed(riser r, lane yaw)
{
    lane half_ = lane_scale(lane_clamp(yaw, -1.0f, 1.0f), 0.5f), x = r.torque.x;
    r.torque.x = lane_fma(half_, r.torque.z, x);
    r.torque.z = lane_fnma(half_, x, r.torque.z);
    return r;
}

/* The way of a body of panels: their pressure is known at the start, and how it changes is taken for linear. */
LANE_FN rise_best rise_solve_panels(riser *r, hull h, fleet f, LANE_TABLE float *heights, float dt, int first)
{
    rise_sums t = rise_sums_zero();
    for (int piece = 0; piece < h.number->pieces; piece++) {
        t = rise_sums_add(t, sums_of_panels(h, f, heights, piece, first, dt));
    }
    t.end_k = stiffness_lean(t.end_k, r, t.lean, dt);
    rise guess = rise_ballistic(r, dt);
    turned to = riser_turned(r, guess.turn);
    *r = riser_yawed(*r, guess.turn.y);
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

/* ---- the body after the step ------------------------------------------------------------------------------------- */

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
    rise_best best = h.number->panels > 0 ? rise_solve_panels(&r, h, f, heights, step->dt, first)
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
