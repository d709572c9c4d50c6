/* SPDX-License-Identifier: MIT
 *
 * The passes: what is done to LANES points, patches or bodies at once, from `first` on. */

/* Points: the surface above each. */
LANE_FN void pass_points(sea s, LANE_TABLE sea_long *place, LANE_OUT float *out, int stride, int first)
{
    patch p;
    patch_prepare(&p, s, lane_long_load(place + first), lane_long_load(place + (size_t)stride + first));
    surface above = sea_surface(s, &p, vec2_set(0.0f, 0.0f));
    vec3 normal = sea_normal(above);
    const lane column[POINT_COLUMNS] = { above.height, normal.x, normal.y, normal.z, above.velocity.x,
                                         above.velocity.y, above.velocity.z,
                                         lane_sqrt(above.residual) };
    for (int c = 0; c < POINT_COLUMNS; c++) lane_store(out + (size_t)c * (size_t)stride + first, column[c]);
}

/* Points under water: how deep, how the water moves there, and its pressure, which in waves is that of the depth below
 * the surface less what each wave's part loses on the way down: rho g (d + sum of A cos theta (fade - 1)).  In the air
 * there is none of it. */
LANE_FN void pass_water(sea s, LANE_TABLE sea_long *place, LANE_OUT float *out, int stride, int first)
{
    const lane zero = lane_set(0.0f);
    LANE_TABLE sea_long *at = place + first;
    patch p;
    patch_prepare(&p, s, lane_long_load(at), lane_long_load(at + 2 * (size_t)stride));
    surface above = sea_surface(s, &p, vec2_set(0.0f, 0.0f));
    lane depth = lane_sub(above.height, lane_from_position(lane_long_load(at + (size_t)stride)));
    sea_motion m = sea_motion_at(s, &p, vec2_add(p.centre, above.label), depth, 0.0f);
    lane pressure = lane_scale(lane_add(depth, m.head), s.number->pressure);
    const lane column[WATER_COLUMNS] = { depth, m.velocity.x, m.velocity.y, m.velocity.z, m.acceleration.x,
                                         m.acceleration.y, m.acceleration.z, pressure };
    for (int c = 0; c < WATER_COLUMNS; c++) {
        lane value = c == WATER_DEPTH ? depth : lane_pick(depth, zero, zero, column[c]);
        lane_store(out + (size_t)c * (size_t)stride + first, value);
    }
}

/* Where the numbers of samples are kept: from one step to the next, and from this pass to that over bodies. */
typedef struct keeper {
    LANE_TABLE float *before;
    LANE_OUT float *now;                        /* the same memory: a lane reads and writes its own numbers only */
    size_t column;                              /* numbers in a column */
    int heights, rates, dampings;               /* which are to be kept */
    int samples;                                /* whether samples are to be told of */
} keeper;

LANE_FN keeper keeper_of(hull h, fleet f, LANE_TABLE float *before, LANE_OUT float *now,
                           LANE_TABLE step_numbers *step, int purpose)
{
    const int implicit = step->passes > 0, change = h.number->push == HULL_PUSH_CHANGE;
    const int heights = implicit || h.number->panels > 0 || (change && (purpose & PURPOSE_REMEMBER));
    return (keeper){ before, now, kept_column_size(h, f), heights, implicit, implicit && h.number->damping_of_points,
                     (purpose & PURPOSE_SAMPLES) != 0 };
}

LANE_FN void keeper_keep(keeper k, const hull_patch *p, const sample_load *at, size_t where)
{
    if (k.heights) lane_store(k.now + where, at->above.height);
    if (k.rates) lane_store(k.now + KEPT_RATE * k.column + where, patch_rate(p, at));
    if (k.dampings) lane_store(k.now + KEPT_DAMPING * k.column + where, at->damping);
}

typedef struct patch_output {
    LANE_OUT sea_long *sum;
    LANE_OUT float *met;
    LANE_OUT float *sample;                     /* [column][piece][sample][body], if wanted */
    size_t stride, at;                          /* of the columns; of this patch in each */
} patch_output;

LANE_FN void patch_output_column(patch_output out, int column, quanta sum, int count)
{
    lane_long_store(out.sum + (size_t)column * out.stride + out.at, quanta_total(sum, QUANTA_ROWS(count)));
}

/* The sums of a patch; `added` is how many forces went into it, `samples` how many of everything else. */
LANE_FN void patch_output_sums(patch_output out, patch_sums sum, hull h, int added, lane gate)
{
    const int samples = h.number->samples;
    const quanta sums[SUM_SUBMERGED] = { sum.force.x,  sum.force.y,  sum.force.z,
                                         sum.torque.x, sum.torque.y, sum.torque.z };
    const lane met[MET_COLUMNS] = { sum.deepest, sum.strain, lane_sqrt(sum.residual), gate };
    for (int c = 0; c < SUM_SUBMERGED; c++) patch_output_column(out, c, sums[c], added);
    patch_output_column(out, SUM_SUBMERGED, sum.submerged, samples);
    if (h.number->water_sums) {
        patch_output_column(out, SUM_WATER, sum.water.x, samples);
        patch_output_column(out, SUM_WATER + 1, sum.water.y, samples);
        patch_output_column(out, SUM_WATER + 2, sum.water.z, samples);
        patch_output_column(out, SUM_WET, sum.wet, samples);
    }
    for (int c = 0; c < MET_COLUMNS; c++) lane_store(out.met + (size_t)c * out.stride + out.at, met[c]);
}

/* Whether sample i, or panel i, of a patch is the last in its row. */
LANE_FN int row_is_full(int i, int count) { return i % QUANTA_IN_A_ROW == QUANTA_IN_A_ROW - 1 || i == count - 1; }

/* Level water pushes a closed hull straight up and does not turn it about the vertical.  What rounding leaves of that
 * would drive a body without drag for ever. */
LANE_FN panel_load panel_load_level(panel_load l)
{
    const lane zero = lane_set(0.0f);
    return (panel_load){ { zero, l.force.y, zero }, { l.torque.x, zero, l.torque.z } };
}

LANE_FN patch_sums pass_panels(patch_sums sum, sea s, hull h, fleet f, const hull_patch *p, LANE_TABLE float *height,
                               int piece)
{
    LANE_TABLE hull_panel *panel = h.panel + (size_t)piece * (size_t)h.number->panels;
    for (int i = 0; i < h.number->panels; i++) {
        corner a = hull_corner(h, p, height, f.row, piece, panel[i].a);
        corner b = hull_corner(h, p, height, f.row, piece, panel[i].b);
        corner c = hull_corner(h, p, height, f.row, piece, panel[i].c);
        panel_load l = panel_load_of(h, a, b, c);
        if (s.number->waves == 0) l = panel_load_level(l);
        sum = patch_sums_add_panel(sum, h, l);
        if (row_is_full(i, h.number->panels)) sum = patch_sums_take_forces(sum);
    }
    return sum;
}

/* Whether the velocity of the surface's water matters to a sample. */
LANE_FN int pass_wants_motion(hull h, keeper keep) { return keep.rates || h.number->push == HULL_PUSH_ANALYTIC; }

/* What is to be told of a sample. */
LANE_FN void patch_output_sample(patch_output out, hull h, const hull_patch *p, const sample_load *at, size_t column,
                                 size_t where)
{
    vec3 normal = sea_normal(at->above);
    vec3 force = h.number->panels ? at->force : hull_sample_force(h, p, at, 0);
    const lane value[SAMPLE_COLUMNS] = { at->above.height, normal.x, normal.y, normal.z, at->submersion, force.x,
                                         force.y, force.z };
    for (int c = 0; c < SAMPLE_COLUMNS; c++) lane_store(out.sample + (size_t)c * column + where, value[c]);
}

/* Patches: force and torque on each, as integers; on request what is at each sample. */
LANE_FN void pass_patches(sea s, hull h, fleet f, LANE_TABLE step_numbers *step, keeper keep, patch_output out,
                          int piece, int first)
{
    const int samples = h.number->samples, panels = h.number->panels, follows = hull_follows(h.number);
    const float later = step->passes > 0 ? 0.5f * step->dt : 0.0f;
    patch_sums sum = patch_sums_zero();
    hull_patch p;
    s.motion = pass_wants_motion(h, keep);
    hull_patch_prepare(&p, s, h, f, piece, first);
    for (int i = 0; i < samples; i++) {
        LANE_TABLE hull_sample *sample = h.sample + (size_t)piece * (size_t)samples + i;
        const size_t where = kept_at(h, f, piece, i, first);
        sample_load at = hull_sample_load(s, h, &p, sample, keep.before + where, step->per_dt, later);
        keeper_keep(keep, &p, &at, where);
        sum = patch_sums_add(sum, &at, sample->weight);
        if (step->passes > 0) sum = patch_sums_add_lift(sum, h, &at);
        if (h.number->water_sums) sum = patch_sums_add_water(sum, &at, sample->weight);
        if (follows) sum = patch_sums_add_surface(sum, &at, sample->weight);
        if (!follows && !panels) {
            sum = patch_sums_add_force(sum, h, at.arm, hull_sample_force(h, &p, &at, step->passes > 0));
        }
        if (row_is_full(i, samples)) {
            sum = patch_sums_take_shares(sum, h);
            if (follows || !panels) sum = patch_sums_take_forces(sum);
        }
        if (keep.samples) patch_output_sample(out, h, &p, &at, keep.column, where);
    }
    if (panels && !follows) sum = pass_panels(sum, s, h, f, &p, keep.before + kept_at(h, f, piece, 0, first), piece);
    patch_output_sums(out, sum, h, panels && !follows ? panels : samples,
                      piece == h.number->gate_piece ? hull_gate(s, h, &p) : lane_set(0.0f));
}

typedef struct body_output {
    LANE_OUT sea_long *place;
    LANE_OUT float *state;
    LANE_OUT float *load;
    int purpose;                                /* bits of pass_purpose */
} body_output;

LANE_FN void body_output_loads(body_output out, fleet f, hull h, body b, load l, int first)
{
    vec3 force = vec3_add(l.force, body_drag(b, h, l));
    force.y = lane_add(force.y, body_damping_force(b, h, l));
    if (out.purpose & PURPOSE_GRAVITY) force.y = lane_sub(force.y, lane_set(h.number->weight));
    lane good = body_is_good(b, b, l.strain);
    const lane column[LOAD_COLUMNS] = { force.x, force.y, force.z, l.torque.x, l.torque.y, l.torque.z,
                                        l.submerged, good };
    for (int c = 0; c < LOAD_COLUMNS; c++) {
        lane value = c == LOAD_GOOD ? good : lane_pick(lane_set(0.0f), good, column[c], lane_set(0.0f));
        if (hull_follows(h.number) && c < LOAD_SUBMERGED) value = lane_set(0.0f);
        lane_store(out.load + (size_t)c * (size_t)f.stride + first, value);
    }
}

/* The new state, or the old one of a body that is not good. */
LANE_FN void body_output_state(body_output out, fleet f, body before, body after, lane good, int first)
{
    const lane zero = lane_set(0.0f);
    const lane old[STATE_THROTTLE] = { before.orientation.w, before.orientation.v.x, before.orientation.v.y,
                                       before.orientation.v.z, before.velocity.x, before.velocity.y,
                                       before.velocity.z, before.spin.x, before.spin.y, before.spin.z,
                                       before.momentum.x, before.momentum.y, before.momentum.z,
                                       before.rest.x, before.rest.y, before.rest.z };
    const lane new[STATE_THROTTLE] = { after.orientation.w, after.orientation.v.x, after.orientation.v.y,
                                       after.orientation.v.z, after.velocity.x, after.velocity.y,
                                       after.velocity.z, after.spin.x, after.spin.y, after.spin.z,
                                       after.momentum.x, after.momentum.y, after.momentum.z,
                                       after.rest.x, after.rest.y, after.rest.z };
    for (int c = 0; c < STATE_THROTTLE; c++) {
        lane_store(out.state + (size_t)c * (size_t)f.stride + first, lane_pick(zero, good, new[c], old[c]));
    }
    lane_store(out.state + (size_t)STATE_GOOD * (size_t)f.stride + first, good);
}

LANE_FN lane_long body_moved(fleet f, int column, lane move, lane good, int first)
{
    lane allowed = lane_pick(lane_set(0.0f), good, move, lane_set(0.0f));
    return lane_long_add(fleet_place(f, column, first), lane_to_position(allowed));
}

LANE_FN void body_output_place(body_output out, fleet f, vec3 move, lane good, int first)
{
    LANE_OUT sea_long *place = out.place + first;
    lane_long_store(place + PLACE_X * (size_t)f.stride, body_moved(f, PLACE_X, move.x, good, first));
    lane_long_store(place + PLACE_Y * (size_t)f.stride, body_moved(f, PLACE_Y, move.y, good, first));
    lane_long_store(place + PLACE_Z * (size_t)f.stride, body_moved(f, PLACE_Z, move.z, good, first));
}

LANE_FN moved body_step(hull h, fleet f, patch_results p, body b, load water, LANE_TABLE float *heights,
                        LANE_TABLE step_numbers *step, int first)
{
    if (hull_follows(h.number)) {
        const lane share = lane_set(h.number->per_samples * (SHARE_UNIT / QUANTA_FINE));
        vec3 normal = vec3_normalise(patches_vector(p, h, f, FOLLOW_NORMAL, first));
        lane height = lane_mul(patches_total(p, h, f, FOLLOW_HEIGHT, first), share);
        return body_follow(b, h, f, normal, height, water.submerged, step, first);
    }
    b = body_enter(b, h, water);
    load l = body_load(water, b, h, f, step, first);
    moved m = step->passes > 0 ? body_step_implicit(b, h, f, l, heights, step, first)
                               : body_step_symplectic(b, h, l, step);
    return h.number->mode == HULL_HYBRID ? body_led(m, b, h, f, step->dt, first) : m;
}

/* Moves a body.  What is too little for its place to take waits for the next step. */
LANE_FN void body_output_step(body_output out, fleet f, body b, moved m, lane strain, int first)
{
    body after = m.after;
    vec3 move = vec3_add(m.move, b.rest);
    after.rest = (vec3){ lane_position_rest(move.x), lane_position_rest(move.y), lane_position_rest(move.z) };
    lane good = body_is_good(b, after, strain);
    good = body_is_near(body_moved(f, PLACE_X, move.x, good, first), body_moved(f, PLACE_Y, move.y, good, first),
                        body_moved(f, PLACE_Z, move.z, good, first), good);
    body_output_place(out, f, move, good, first);
    body_output_state(out, f, b, after, good, first);
    lane_store(out.state + (size_t)STATE_WET * (size_t)f.stride + first, lane_pick(lane_set(0.0f), good, m.wet, b.wet));
}

/* Bodies: sum up their patches, then move them, or tell what acts on them. */
LANE_FN void pass_bodies(hull h, fleet f, patch_results p, LANE_TABLE step_numbers *step, LANE_TABLE float *heights,
                         body_output out, int first)
{
    body b = fleet_body(f, first);
    load water = patches_load(p, h, f, first);
    LANE_OUT float *residual = out.state + (size_t)STATE_RESIDUAL * (size_t)f.stride + first;
    lane_store(residual, lane_max(water.residual, fleet_state(f, STATE_RESIDUAL, first)));
    if (out.purpose & PURPOSE_STEP) {
        moved m = body_step(h, f, p, b, water, heights, step, first);
        body_output_step(out, f, b, m, water.strain, first);
    } else {
        body_output_loads(out, f, h, b, body_load(water, b, h, f, step, first), first);
    }
    if (out.purpose & PURPOSE_REMEMBER) {
        lane_store(out.state + (size_t)STATE_AGE * (size_t)f.stride + first, lane_set(1.0f));
    }
}
