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
} hull;

typedef struct fleet {                      /* columns; see tables.h */
    LANE_TABLE sea_long *place;
    LANE_TABLE float *state;
    int stride;                             /* bodies, padding included */
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

LANE_FN quat fleet_orientation(fleet f, int first)
{
    return (quat){ fleet_state(f, STATE_Q, first), fleet_vector(f, STATE_Q + 1, first) };
}

/* A piece of LANES bodies, ready for its samples. */
typedef struct hull_patch {
    patch water;
    mat3 axes;
    vec3 arm;                               /* of the piece's centre from the centre of mass, in the world */
    lane y;                                 /* of the centre of mass, from the level */
    lane per_cell;                          /* 1 / height of a cell in the present attitude */
    lane age;
} hull_patch;

LANE_FN void hull_patch_prepare(hull_patch *p, sea s, hull h, fleet f, int piece, int first)
{
    LANE_TABLE hull_piece *centre = h.piece + piece;
    LANE_TABLE hull_numbers *n = h.number;
    p->axes = mat3_from_quat(fleet_orientation(f, first));
    p->arm = mat3_turn(p->axes, vec3_set(centre->x, centre->y, centre->z));
    p->y = lane_from_position(fleet_place(f, PLACE_Y, first));
    vec3 up = p->axes.y;
    lane extent = lane_fma(lane_abs(up.x), lane_set(n->cell_x),
                           lane_fma(lane_abs(up.y), lane_set(n->cell_y),
                                    lane_mul(lane_abs(up.z), lane_set(n->cell_z))));
    p->per_cell = lane_div(lane_set(1.0f), lane_max(extent, lane_set(0x1p-60f)));
    p->age = fleet_state(f, STATE_AGE, first);
    patch_prepare(&p->water, s, lane_long_add(fleet_place(f, PLACE_X, first), lane_to_position(p->arm.x)),
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

typedef struct sample_load {
    surface above;
    vec3 arm;                               /* from the centre of mass, in the world */
    lane submersion;
    vec3 force;
} sample_load;

/* The wave's push: along the normal, by how fast the surface rises; only on what is wet. */
LANE_FN vec3 hull_push(hull h, const hull_patch *p, sample_load at, LANE_TABLE float *before, float per_dt)
{
    const lane zero = lane_set(0.0f);
    lane speed = at.above.rise;
    if (h.number->push == HULL_PUSH_CHANGE) {
        lane change = lane_scale(lane_sub(at.above.height, lane_load(before)), per_dt);
        speed = lane_pick(zero, p->age, change, zero);
    }
    lane wet_speed = lane_pick(zero, at.submersion, speed, zero);
    return vec3_scale(sea_normal(at.above), lane_scale(wet_speed, h.number->push_strength));
}

/* The water at one sample and what it does there.  At `before` is the height there at the last step, which only the
 * push by change looks at. */
LANE_FN sample_load hull_sample_load(sea s, hull h, const hull_patch *p, LANE_TABLE hull_sample *sample,
                                     LANE_TABLE float *before, float per_dt)
{
    sample_load r;
    vec3 offset = mat3_turn(p->axes, vec3_set(sample->x, sample->y, sample->z));
    r.above = sea_surface(s, &p->water, (vec2){ offset.x, offset.z });
    r.arm = vec3_add(p->arm, offset);
    lane depth = lane_sub(r.above.height, lane_add(p->y, r.arm.y));
    r.submersion = hull_submersion(h.number, depth, p->per_cell);
    vec3 force = vec3_set(0.0f, 0.0f, 0.0f);
    if (h.number->push != HULL_NO_PUSH) force = hull_push(h, p, r, before, per_dt);
    force.y = lane_add(force.y, hull_lift(h.number, depth, r.submersion));
    r.force = vec3_clamp(vec3_scale(force, lane_set(sample->weight)), h.number->force_limit);
    return r;
}

/* How far the propeller is in the water, 0 to 1. */
LANE_FN lane hull_gate(sea s, hull h, const hull_patch *p)
{
    LANE_TABLE hull_numbers *n = h.number;
    vec3 arm = mat3_turn(p->axes, vec3_set(n->gate_x, n->gate_y, n->gate_z));
    surface above = sea_surface(s, &p->water, (vec2){ lane_sub(arm.x, p->arm.x), lane_sub(arm.z, p->arm.z) });
    lane depth = lane_sub(above.height, lane_add(p->y, arm.y));
    return lane_clamp(lane_scale(depth, n->per_gate_depth), 0.0f, 1.0f);
}

/* The order-free sums of a patch, and the largest values met in it. */
typedef struct patch_sums {
    quanta3 force, torque;
    quanta submerged;
    lane deepest, strain, residual;
} patch_sums;

LANE_FN patch_sums patch_sums_zero(void)
{
    const lane zero = lane_set(0.0f);
    return (patch_sums){ quanta3_zero(), quanta3_zero(), quanta_zero(), zero, zero, zero };
}

LANE_FN patch_sums patch_sums_add(patch_sums sum, hull h, sample_load at, float weight)
{
    const lane share = lane_set(weight);
    lane wet = lane_mul(lane_min(at.submersion, lane_set(1.0f)), share);
    return (patch_sums){ quanta3_add(sum.force, at.force, h.number->per_force_unit),
                         quanta3_add(sum.torque, vec3_cross(at.arm, at.force), h.number->per_torque_unit),
                         quanta_add(sum.submerged, wet, 0x1p10f),
                         lane_max(lane_mul(at.submersion, share), sum.deepest),
                         lane_max(vec3_largest(at.force), sum.strain),
                         lane_max(at.above.residual, sum.residual) };
}
