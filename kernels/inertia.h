/* SPDX-License-Identifier: MIT
 *
 * What a body's forces must set moving: its own mass and, in the water, that of the water around it.
 *
 * The added mass is part of the inertia and no force, so that it makes no body unstable, however light.  It grows and
 * shrinks with the wet share.  When a body enters the water, the water that it takes along slows it; when it leaves,
 * the water goes with its own momentum. */
typedef struct inertia {
    vec3 per_mass;                          /* 1 / mass along the hull's axes */
    sym3 turn, per_turn;                    /* about the centre of mass, in the hull's axes; its inverse */
} inertia;

LANE_FN sym3 hull_turn(LANE_TABLE hull_numbers *n)
{
    return (sym3){ lane_set(n->inertia_xx), lane_set(n->inertia_yy), lane_set(n->inertia_zz),
                   lane_set(n->inertia_xy), lane_set(n->inertia_xz), lane_set(n->inertia_yz) };
}

LANE_FN sym3 hull_per_turn(LANE_TABLE hull_numbers *n)
{
    return (sym3){ lane_set(n->per_inertia_xx), lane_set(n->per_inertia_yy), lane_set(n->per_inertia_zz),
                   lane_set(n->per_inertia_xy), lane_set(n->per_inertia_xz), lane_set(n->per_inertia_yz) };
}

/* The masses along the hull's axes, with the share `wet` in the water. */
LANE_FN vec3 hull_masses(LANE_TABLE hull_numbers *n, lane wet)
{
    const lane mass = lane_set(n->mass);
    lane water = lane_scale(wet, n->displaced);
    return (vec3){ lane_fma(water, lane_set(n->added_x), mass), lane_fma(water, lane_set(n->added_y), mass),
                   lane_fma(water, lane_set(n->added_z), mass) };
}

LANE_FN sym3 hull_turn_in_water(LANE_TABLE hull_numbers *n, lane wet)
{
    sym3 turn = hull_turn(n);
    lane water = lane_scale(wet, n->displaced);
    turn.xx = lane_fma(water, lane_set(n->added_turn_x), turn.xx);
    turn.yy = lane_fma(water, lane_set(n->added_turn_y), turn.yy);
    turn.zz = lane_fma(water, lane_set(n->added_turn_z), turn.zz);
    return turn;
}

LANE_FN inertia hull_inertia(LANE_TABLE hull_numbers *n, lane wet)
{
    inertia r;
    r.per_mass = vec3_set(n->per_mass, n->per_mass, n->per_mass);
    r.turn = hull_turn(n);
    r.per_turn = hull_per_turn(n);
    if (n->added & ADDED_MASS) {
        const lane one = lane_set(1.0f);
        vec3 mass = hull_masses(n, wet);
        r.per_mass = (vec3){ lane_div(one, mass.x), lane_div(one, mass.y), lane_div(one, mass.z) };
    }
    if (n->added & ADDED_TURN) {
        r.turn = hull_turn_in_water(n, wet);
        r.per_turn = sym3_inverse(r.turn);
    }
    return r;
}

/* Angular velocity of an angular momentum, and the other way, at an attitude. */
LANE_FN vec3 inertia_spin(inertia i, mat3 axes, vec3 momentum)
{
    return mat3_turn(axes, sym3_mul(i.per_turn, mat3_turn_back(axes, momentum)));
}

LANE_FN vec3 inertia_momentum(inertia i, mat3 axes, vec3 spin)
{
    return mat3_turn(axes, sym3_mul(i.turn, mat3_turn_back(axes, spin)));
}

/* The acceleration that a force gives. */
LANE_FN vec3 inertia_acceleration(inertia i, hull h, mat3 axes, vec3 force)
{
    if (!(h.number->added & ADDED_MASS)) return vec3_scale(force, lane_set(h.number->per_mass));
    return mat3_turn(axes, vec3_mul(mat3_turn_back(axes, force), i.per_mass));
}

/* (before / now)^exponent along each axis: what is left of a velocity when a mass grows. */
LANE_FN vec3 entry_ratio(vec3 before, vec3 now, float exponent)
{
    return (vec3){ lane_pow(lane_div(before.x, now.x), exponent), lane_pow(lane_div(before.y, now.y), exponent),
                   lane_pow(lane_div(before.z, now.z), exponent) };
}

LANE_FN vec3 turn_diagonal(sym3 m) { return (vec3){ m.xx, m.yy, m.zz }; }

/* The velocity of a body whose wet share grew, in water that moves itself.  What is lost goes through the hull's axes,
 * not what is kept. */
LANE_FN vec3 body_entry_velocity(hull h, mat3 axes, vec3 velocity, vec3 water, lane before, lane now)
{
    LANE_TABLE hull_numbers *n = h.number;
    lane grown = lane_max(before, now);
    vec3 ratio = entry_ratio(hull_masses(n, before), hull_masses(n, grown), n->entry_exponent);
    vec3 lost = vec3_sub(vec3_set(1.0f, 1.0f, 1.0f), ratio);
    vec3 through = mat3_turn_back(axes, vec3_sub(velocity, water));
    return vec3_sub(velocity, mat3_turn(axes, vec3_mul(through, lost)));
}

/* Its angular momentum: kept with exponent 1, else by the spin.  One that left the water keeps its spin. */
LANE_FN vec3 body_entry_momentum(hull h, inertia i, mat3 axes, vec3 spin, vec3 momentum, lane before, lane now)
{
    LANE_TABLE hull_numbers *n = h.number;
    vec3 kept = momentum;
    if (n->entry_exponent != 1.0f) {
        vec3 old = turn_diagonal(hull_turn_in_water(n, before));
        vec3 along = vec3_mul(mat3_turn_back(axes, spin),
                              entry_ratio(old, turn_diagonal(i.turn), n->entry_exponent));
        kept = mat3_turn(axes, sym3_mul(i.turn, along));
    }
    vec3 left = vec3_pick(now, before, inertia_momentum(i, axes, spin), momentum);
    return vec3_pick(before, now, kept, left);
}
