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
                                         above.velocity.y, above.velocity.z, above.residual };
    for (int c = 0; c < POINT_COLUMNS; c++) lane_store(out + (size_t)c * (size_t)stride + first, column[c]);
}

/* Where the heights above a fleet's samples are kept from one step to the next. */
typedef struct heights {
    LANE_TABLE float *before;
    LANE_OUT float *now;                        /* the same memory: a lane reads and writes its own numbers only */
    int remember;
} heights;

LANE_FN size_t heights_at(hull h, fleet f, int piece, int sample, int first)
{
    return ((size_t)piece * (size_t)h.number->samples + (size_t)sample) * (size_t)f.stride + (size_t)first;
}

typedef struct patch_output {
    LANE_OUT sea_long *sum;
    LANE_OUT float *met;
    size_t stride, at;                          /* of the columns; of this patch in each */
} patch_output;

LANE_FN void patch_output_sums(patch_output out, patch_sums sum, int samples, lane gate)
{
    const quanta sums[SUM_COLUMNS] = { sum.force.x, sum.force.y, sum.force.z,
                                       sum.torque.x, sum.torque.y, sum.torque.z, sum.submerged };
    const lane met[MET_COLUMNS] = { sum.deepest, sum.strain, sum.residual, gate };
    for (int c = 0; c < SUM_COLUMNS; c++) {
        lane_long_store(out.sum + (size_t)c * out.stride + out.at, quanta_total(sums[c], samples));
    }
    for (int c = 0; c < MET_COLUMNS; c++) lane_store(out.met + (size_t)c * out.stride + out.at, met[c]);
}

/* Patches: force and torque on each, as integers. */
LANE_FN void pass_patches(sea s, hull h, fleet f, LANE_TABLE step_numbers *step, heights keep, patch_output out,
                          int piece, int first)
{
    const int samples = h.number->samples, learn = keep.remember && h.number->push == HULL_PUSH_CHANGE;
    patch_sums sum = patch_sums_zero();
    hull_patch p;
    hull_patch_prepare(&p, s, h, f, piece, first);
    for (int i = 0; i < samples; i++) {
        LANE_TABLE hull_sample *sample = h.sample + (size_t)piece * (size_t)samples + i;
        const size_t kept = heights_at(h, f, piece, i, first);
        sample_load at = hull_sample_load(s, h, &p, sample, keep.before + kept, step->per_dt);
        if (learn) lane_store(keep.now + kept, at.above.height);
        sum = patch_sums_add(sum, h, at, sample->weight);
    }
    patch_output_sums(out, sum, samples, piece == h.number->gate_piece ? hull_gate(s, h, &p) : lane_set(0.0f));
}

/* The same, sample by sample: out is [column][piece][sample][body]. */
LANE_FN void pass_samples(sea s, hull h, fleet f, LANE_TABLE step_numbers *step, LANE_TABLE float *before,
                          LANE_OUT float *out, int piece, int first)
{
    const int samples = h.number->samples;
    const size_t stride = (size_t)h.number->pieces * (size_t)samples * (size_t)f.stride;
    hull_patch p;
    hull_patch_prepare(&p, s, h, f, piece, first);
    for (int i = 0; i < samples; i++) {
        LANE_TABLE hull_sample *sample = h.sample + (size_t)piece * (size_t)samples + i;
        const size_t kept = heights_at(h, f, piece, i, first);
        sample_load at = hull_sample_load(s, h, &p, sample, before + kept, step->per_dt);
        vec3 normal = sea_normal(at.above);
        const lane column[SAMPLE_COLUMNS] = { at.above.height, normal.x, normal.y, normal.z, at.submersion,
                                              at.force.x, at.force.y, at.force.z };
        for (int c = 0; c < SAMPLE_COLUMNS; c++) lane_store(out + (size_t)c * stride + kept, column[c]);
    }
}

typedef struct body_output {
    LANE_OUT sea_long *place;
    LANE_OUT float *state;
    LANE_OUT float *load;
    int purpose;                                /* bits of pass_purpose */
} body_output;

LANE_FN void body_output_loads(body_output out, fleet f, hull h, body b, load l, int first)
{
    vec3 force = vec3_add(l.force, body_drag(b, h, l.wet));
    if (out.purpose & PURPOSE_GRAVITY) force.y = lane_sub(force.y, lane_set(h.number->weight));
    lane good = body_is_good(b, b, h, l.strain);
    const lane column[LOAD_COLUMNS] = { force.x, force.y, force.z, l.torque.x, l.torque.y, l.torque.z,
                                        l.submerged, good };
    for (int c = 0; c < LOAD_COLUMNS; c++) {
        lane value = c == LOAD_GOOD ? good : lane_pick(lane_set(0.0f), good, column[c], lane_set(0.0f));
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

/* Moves a body by its new velocity.  What is too little for its place to take waits for the next step. */
LANE_FN void body_output_step(body_output out, fleet f, hull h, body b, load l, LANE_TABLE step_numbers *step,
                              int first)
{
    body after = body_next_rotation(b, h, l.torque, step);
    after.velocity = body_next_velocity(b, h, l, step->dt);
    vec3 move = vec3_fma(after.velocity, lane_set(step->dt), b.rest);
    after.rest = (vec3){ lane_position_rest(move.x), lane_position_rest(move.y), lane_position_rest(move.z) };
    lane good = body_is_good(b, after, h, l.strain);
    good = body_is_near(body_moved(f, PLACE_X, move.x, good, first), body_moved(f, PLACE_Y, move.y, good, first),
                        body_moved(f, PLACE_Z, move.z, good, first), good);
    body_output_place(out, f, move, good, first);
    body_output_state(out, f, b, after, good, first);
}

/* Bodies: sum up their patches, then move them, or tell what acts on them. */
LANE_FN void pass_bodies(hull h, fleet f, patch_results p, LANE_TABLE step_numbers *step, body_output out, int first)
{
    body b = fleet_body(f, first);
    load l = body_load(patches_load(p, h, f, first), b, h);
    LANE_OUT float *residual = out.state + (size_t)STATE_RESIDUAL * (size_t)f.stride + first;
    lane_store(residual, lane_max(l.residual, fleet_state(f, STATE_RESIDUAL, first)));
    if (out.purpose & PURPOSE_STEP) {
        body_output_step(out, f, h, b, l, step, first);
    } else {
        body_output_loads(out, f, h, b, l, first);
    }
    if (out.purpose & PURPOSE_REMEMBER) {
        lane_store(out.state + (size_t)STATE_AGE * (size_t)f.stride + first, lane_set(1.0f));
    }
}
