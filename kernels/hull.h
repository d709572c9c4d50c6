/* SPDX-License-Identifier: MIT
 *
 * How hard the water pushes the samples of a hull.
 *
 * A hull is cut into pieces of up to 256 samples that lie close together; one piece of one body is a patch.  Bodies
 * stand in columns, so a lane takes the same piece of LANES bodies that lie side by side. */
typedef struct hull {
    LANE_TABLE hull_numbers *number;
    LANE_TABLE hull_piece *piece;
    LANE_TABLE hull_sample *sample;         /* of piece p, from p * samples on */
    LANE_TABLE hull_panel *panel;           /* of piece p, from p * panels on */
} hull;

typedef struct fleet {                      /* columns; see tables.h */
    LANE_TABLE sea_long *place;
    LANE_TABLE float *state;
    int stride;                             /* bodies, padding included */
    int row, from;                          /* what a step leaves behind it, numbers of patches and of samples, stands
                                             * in rows of so many bodies, from this one on */
} fleet;

LANE_FN lane fleet_state(fleet f, int column, int first)
{
    return lane_load(f.state + (size_t)column * (size_t)f.stride + first);
}

LANE_FN vec3 fleet_vector(fleet f, int column, int first)
{
    return (vec3){ fleet_state(f, column, first), fleet_state(f, column + 1, first),
                   fleet_state(f, column + 2, first) };
}

LANE_FN lane_long fleet_place(fleet f, int column, int first)
{
    return lane_long_load(f.place + (size_t)column * (size_t)f.stride + first);
}

/* How high a body is above the level, with what its place could not take of its last move. */
LANE_FN lane fleet_height(fleet f, int first)
{
    return lane_add(lane_from_position(fleet_place(f, PLACE_Y, first)), fleet_state(f, STATE_REST + 1, first));
}

LANE_FN quat fleet_orientation(fleet f, int first)
{
    return (quat){ fleet_state(f, STATE_Q, first), fleet_vector(f, STATE_Q + 1, first) };
}

/* Where the numbers of a patch stand in each of their columns. */
LANE_FN size_t patch_at(fleet f, int piece, int first)
{
    return (size_t)piece * (size_t)f.row + (size_t)(first - f.from);
}

/* Where a sample's kept numbers do. */
LANE_FN size_t kept_at(hull h, fleet f, int piece, int sample, int first)
{
    return ((size_t)piece * (size_t)h.number->samples + (size_t)sample) * (size_t)f.row + (size_t)(first - f.from);
}

LANE_FN size_t kept_column_size(hull h, fleet f)
{
    return (size_t)h.number->pieces * (size_t)h.number->samples * (size_t)f.row;
}

/* A piece of LANES bodies, ready for its samples. */
typedef struct hull_patch {
    patch water;
    mat3 axes;
    vec3 arm;                               /* of the piece's centre from the centre of mass, in the world */
    lane y;                                 /* of the centre of mass, from the level */
    lane per_cell;                          /* 1 / height of a cell in the present attitude */
    lane age;
    vec3 velocity, spin;                    /* of the body */
} hull_patch;

/* 1 / the vertical extent of a cell at an attitude. */
LANE_FN lane hull_per_cell(LANE_TABLE hull_numbers *n, vec3 up)
{
    lane extent = lane_fma(lane_abs(up.x), lane_set(n->cell_x),
                           lane_fma(lane_abs(up.y), lane_set(n->cell_y),
                                    lane_mul(lane_abs(up.z), lane_set(n->cell_z))));
    return lane_div(lane_set(1.0f), lane_max(extent, lane_set(0x1p-60f)));
}

/* All of it but the water. */
LANE_FN void hull_patch_place(hull_patch *p, hull h, fleet f, int piece, int first)
{
    LANE_TABLE hull_piece *centre = h.piece + piece;
    p->axes = mat3_from_quat(fleet_orientation(f, first));
    p->arm = mat3_turn(p->axes, vec3_set(centre->x, centre->y, centre->z));
    p->y = fleet_height(f, first);
    p->per_cell = hull_per_cell(h.number, p->axes.y);
    p->age = fleet_state(f, STATE_AGE, first);
    p->velocity = fleet_vector(f, STATE_VELOCITY, first);
    p->spin = fleet_vector(f, STATE_SPIN, first);
}

LANE_FN void hull_patch_prepare(hull_patch *p, sea s, hull h, fleet f, int piece, int first)
{
    hull_patch_place(p, h, f, piece, first);
    patch_prepare_shared(&p->water, s, lane_long_add(fleet_place(f, PLACE_X, first), lane_to_position(p->arm.x)),
                         lane_long_add(fleet_place(f, PLACE_Z, first), lane_to_position(p->arm.z)));
}

/* How far a sample is submerged: 0 in the air, 1 well below, more only where the curve has no ceiling. */
LANE_FN lane hull_submersion(LANE_TABLE hull_numbers *n, lane depth, lane per_cell)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    if (n->law == HULL_SPRING) return lane_pick(zero, depth, one, zero);
    if (n->curve == HULL_CELL) return lane_clamp(lane_fma(depth, per_cell, lane_set(0.5f)), 0.0f, 1.0f);
    lane relative = lane_max(lane_scale(depth, n->per_depth), zero);
    if (n->curve == HULL_CLAMP) return lane_min(relative, one);
    if (n->curve == HULL_SATURATE) return lane_saturate(lane_scale(relative, n->alpha));
    return relative;
}

/* The vertical force of a submersion; the spring pulls both ways. */
LANE_FN lane hull_lift(LANE_TABLE hull_numbers *n, lane depth, lane submersion)
{
    return n->law == HULL_SPRING ? lane_scale(depth, n->stiffness) : lane_scale(submersion, n->lift);
}

/* A sample, and what the water does there. */
typedef struct sample_load {
    surface above;
    vec3 arm;                               /* from the centre of mass, in the world */
    lane depth;
    lane submersion, wet;                   /* wet: no more than 1 */
    vec3 water;                             /* its velocity there, if it is wanted */
    lane damping;                           /* N s/m, of the sample's own vertical motion */
    lane lift;
    vec3 force;                             /* all but the lift and the damping */
} sample_load;

/* The wave's push: along the normal, by how fast the surface rises; only on what is wet. */
LANE_FN vec3 hull_push(hull h, const hull_patch *p, const sample_load *at, LANE_TABLE float *before, float per_dt)
{
    const lane zero = lane_set(0.0f);
    lane speed = at->above.rise;
    if (h.number->push == HULL_PUSH_CHANGE) {
        lane change = lane_scale(lane_sub(at->above.height, lane_load(before)), per_dt);
        speed = lane_pick(zero, p->age, change, zero);
    }
    lane wet_speed = lane_pick(zero, at->submersion, speed, zero);
    return vec3_scale(sea_normal(at->above), lane_scale(wet_speed, h.number->push_strength));
}

/* The force of accelerated water: of what is displaced, and of what moves along with it on the outside. */
LANE_FN vec3 hull_carry(hull h, const hull_patch *p, const sample_load *at, vec3 acceleration)
{
    LANE_TABLE hull_numbers *n = h.number;
    vec3 along = vec3_mul(mat3_turn_back(p->axes, acceleration), vec3_set(n->added_x, n->added_y, n->added_z));
    vec3 all = vec3_add(acceleration, mat3_turn(p->axes, along));
    return vec3_scale(all, lane_scale(at->wet, n->push_strength));
}

/* How fast a sample rises. */
LANE_FN lane patch_rise(const hull_patch *p, vec3 arm)
{
    return lane_fnma(p->spin.x, arm.z, lane_fma(p->spin.z, arm.x, p->velocity.y));
}

/* How fast it moves along x and z. */
LANE_FN vec2 patch_along(const hull_patch *p, vec3 arm)
{
    return (vec2){ lane_fnma(p->spin.z, arm.y, lane_fma(p->spin.y, arm.z, p->velocity.x)),
                   lane_fnma(p->spin.y, arm.x, lane_fma(p->spin.x, arm.y, p->velocity.z)) };
}

/* How fast the water's height above a sample changes as the sample moves along. */
LANE_FN lane patch_rate(const hull_patch *p, const sample_load *at)
{
    vec2 along = patch_along(p, at->arm);
    return lane_fma(at->above.slope.x, along.x, lane_fma(at->above.slope.z, along.z, at->above.rise));
}

/* Damping of a sample's vertical motion, by its share of the mass; `speed` is that motion, through the water or not. */
LANE_FN lane hull_damping(LANE_TABLE hull_numbers *n, const sample_load *at, lane speed)
{
    lane rate = lane_fma(lane_abs(speed), lane_set(n->damping_quadratic), lane_set(n->damping_vertical));
    if (n->damping_scaled) rate = lane_mul(rate, at->wet);
    return lane_scale(rate, n->mass * n->per_samples);
}

/* The label whose water is at a sample after a time: as far along as the sample goes through the current. */
LANE_FN vec2 patch_label_later(sea s, const hull_patch *p, const sample_load *at, float later)
{
    vec2 through = vec2_sub(patch_along(p, at->arm), sea_current(s));
    vec2 label = vec2_add(p->water.centre, at->above.label);
    vec2 there = { lane_fma(through.x, lane_set(later), label.x), lane_fma(through.z, lane_set(later), label.z) };
    return vec2_clamp(there, SEA_REACH);
}

/* The water at one sample and what it does there; its motion `later` s from now, in the middle of an implicit step,
 * which takes means over it.  At `before` is the height there at the last step, which only the push by change looks
 * at. */
LANE_FN sample_load hull_sample_load(sea s, hull h, const hull_patch *p, LANE_TABLE hull_sample *sample,
                                     LANE_TABLE float *before, float per_dt, float later)
{
    LANE_TABLE hull_numbers *n = h.number;
    sample_load r;
    vec3 offset = mat3_turn(p->axes, vec3_set(sample->x, sample->y, sample->z));
    r.above = sea_surface(s, &p->water, (vec2){ offset.x, offset.z });
    r.arm = vec3_add(p->arm, offset);
    r.depth = lane_sub(r.above.height, lane_add(p->y, r.arm.y));
    r.submersion = hull_submersion(n, r.depth, p->per_cell);
    r.wet = lane_min(r.submersion, lane_set(1.0f));
    r.force = r.water = vec3_set(0.0f, 0.0f, 0.0f);
    r.damping = lane_set(0.0f);
    if (n->water_sums || n->push == HULL_PUSH_RELATIVE || (n->damping_of_points && n->damping_relative)) {
        sea_motion motion = sea_motion_at(s, &p->water, patch_label_later(s, p, &r, later), r.depth, later);
        r.water = motion.velocity;
        if (n->push == HULL_PUSH_RELATIVE) r.force = hull_carry(h, p, &r, motion.acceleration);
    }
    if (n->push == HULL_PUSH_CHANGE || n->push == HULL_PUSH_ANALYTIC) r.force = hull_push(h, p, &r, before, per_dt);
    if (n->damping_of_points) {
        lane speed = patch_rise(p, r.arm);
        if (n->damping_relative) speed = lane_sub(speed, r.water.y);
        r.damping = lane_scale(hull_damping(n, &r, speed), sample->weight);
    }
    r.lift = hull_lift(n, r.depth, r.submersion);
    if (sample->weight == 1.0f) return r;
    r.lift = lane_scale(r.lift, sample->weight);
    r.force = vec3_scale(r.force, lane_set(sample->weight));
    return r;
}

/* The force on a sample in all.  An implicit step takes the lift and the damping by itself; to the damping belongs
 * then only what moving water adds. */
LANE_FN vec3 hull_sample_force(hull h, const hull_patch *p, const sample_load *at, int implicit)
{
    vec3 force = at->force;
    if (h.number->damping_of_points) {
        lane speed = implicit ? lane_set(0.0f) : patch_rise(p, at->arm);
        if (h.number->damping_relative) speed = lane_sub(speed, at->water.y);
        force.y = lane_fnma(at->damping, speed, force.y);
    }
    if (!implicit) force.y = lane_add(force.y, at->lift);
    return force;
}

/* How far the propeller is in the water, 0 to 1. */
LANE_FN lane hull_gate(sea s, hull h, const hull_patch *p)
{
    LANE_TABLE hull_numbers *n = h.number;
    vec3 arm = mat3_turn(p->axes, vec3_set(n->gate_x, n->gate_y, n->gate_z));
    vec2 offset = { lane_sub(arm.x, p->arm.x), lane_sub(arm.z, p->arm.z) };
    surface above = sea_surface(s, &p->water, vec2_clamp(offset, SEA_REACH));
    lane depth = lane_sub(above.height, lane_add(p->y, arm.y));
    return lane_clamp(lane_scale(depth, n->per_gate_depth), 0.0f, 1.0f);
}

/* A row of values that are still to go into sums: in units. */
typedef struct patch_row { vec3 force, torque, water; lane submerged, wet; } patch_row;

/* The order-free sums of a patch, and the largest values met in it. */
typedef struct patch_sums {
    patch_row row;
    quanta3 force, torque, water;
    quanta submerged, wet;
    lane deepest, strain, residual;
} patch_sums;

LANE_FN patch_row patch_row_empty(void)
{
    const vec3 none = vec3_set(0.0f, 0.0f, 0.0f);
    return (patch_row){ none, none, none, none.x, none.x };
}

LANE_FN patch_sums patch_sums_zero(void)
{
    const lane zero = lane_set(0.0f);
    return (patch_sums){ patch_row_empty(), quanta3_zero(), quanta3_zero(), quanta3_zero(), quanta_zero(),
                         quanta_zero(), zero, zero, zero };
}

/* A row of forces is full. */
LANE_FN patch_sums patch_sums_take_forces(patch_sums sum)
{
    sum.force = quanta3_add(sum.force, sum.row.force);
    sum.torque = quanta3_add(sum.torque, sum.row.torque);
    sum.row.force = sum.row.torque = vec3_set(0.0f, 0.0f, 0.0f);
    return sum;
}

/* A row of everything else is. */
LANE_FN patch_sums patch_sums_take_shares(patch_sums sum, hull h)
{
    sum.submerged = quanta_add(sum.submerged, sum.row.submerged);
    sum.row.submerged = lane_set(0.0f);
    if (!h.number->water_sums) return sum;
    sum.water = quanta3_add(sum.water, sum.row.water);
    sum.wet = quanta_add(sum.wet, sum.row.wet);
    sum.row.water = vec3_set(0.0f, 0.0f, 0.0f);
    sum.row.wet = lane_set(0.0f);
    return sum;
}

#define SHARE_UNIT 0x1p-8f      /* of shares and of speeds of water, m/s: no water moves by 4096 m/s */

/* A force in units, squared.  Where it is more than the sums can hold or not a number, they are not to be trusted, and
 * the body is stopped. */
LANE_FN patch_sums patch_sums_add_strain(patch_sums sum, lane square)
{
    const lane most = lane_set(QUANTA_LIMIT * QUANTA_LIMIT);
    sum.strain = lane_max(lane_pick(square, most, square, most), sum.strain);
    return sum;
}

LANE_FN patch_sums patch_sums_add_force(patch_sums sum, hull h, vec3 arm, vec3 force)
{
    vec3 units = vec3_scale(force, lane_set(h.number->per_force_unit));
    sum.row.force = vec3_add(sum.row.force, units);
    sum.row.torque = vec3_fma(vec3_cross(arm, force), lane_set(h.number->per_torque_unit), sum.row.torque);
    return patch_sums_add_strain(sum, vec3_dot(units, units));
}

/* The water where a sample is wet, for the mean of its velocity. */
LANE_FN patch_sums patch_sums_add_water(patch_sums sum, const sample_load *at, float weight)
{
    const lane zero = lane_set(0.0f);
    lane share = lane_pick(zero, at->submersion, lane_set(weight), zero);
    lane units = lane_scale(share, 1.0f / SHARE_UNIT);
    sum.row.water = vec3_fma(vec3_clamp(at->water, 4000.0f), units, sum.row.water);
    sum.row.wet = lane_add(sum.row.wet, units);
    return sum;
}

/* A body that follows the water sums up normals and heights instead of forces. */
LANE_FN patch_sums patch_sums_add_surface(patch_sums sum, const sample_load *at, float weight)
{
    const lane units = lane_set(weight * (1.0f / SHARE_UNIT));
    sum.row.force = vec3_fma(sea_normal(at->above), units, sum.row.force);
    sum.row.torque.x = lane_fma(lane_clamp(at->above.height, -4000.0f, 4000.0f), units, sum.row.torque.x);
    return sum;
}

LANE_FN int hull_follows(LANE_TABLE hull_numbers *n) { return n->mode == HULL_TRANSFORM || n->mode == HULL_KINEMATIC; }

/* A lift that an implicit step takes by itself, and which so is in no sum. */
LANE_FN patch_sums patch_sums_add_lift(patch_sums sum, hull h, const sample_load *at)
{
    lane units = lane_scale(at->lift, h.number->per_force_unit);
    return patch_sums_add_strain(sum, lane_mul(units, units));
}

LANE_FN patch_sums patch_sums_add(patch_sums sum, const sample_load *at, float weight)
{
    sum.row.submerged = lane_fma(at->wet, lane_set(weight * (1.0f / SHARE_UNIT)), sum.row.submerged);
    if (weight == 0.0f) return sum;
    sum.deepest = lane_max(at->submersion, sum.deepest);
    sum.residual = lane_max(at->above.residual, sum.residual);
    return sum;
}
