/* SPDX-License-Identifier: MIT
 *
 * The implicit step of a body that its samples lift: what acts besides the lift, and the search for the way. */

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
