/* SPDX-License-Identifier: MIT
 *
 * The pressure of the water on a triangle.
 *
 * Depth varies linearly over a triangle, from the water's height above each corner.  Where all of it is under water
 * the pressure has a closed form; where the waterline cuts it, one corner alone is wet or dry, and that tip is a
 * triangle again, with depth 0 at its two new corners.  (The triangle's integrals: K. Hirae, S. Morishima and
 * R. Ando, 2025, derived anew with a height at each corner.) */
typedef struct corner {
    vec3 arm;
    lane depth;
    lane rate;                              /* how fast the water above it changes its height, if it is wanted */
} corner;

/* The integrals of depth, of depth times place, and of its square over a part of a triangle, per area of the whole. */
typedef struct panel_press { lane depth; vec3 moment; lane square; } panel_press;

LANE_FN corner corner_pick(lane a, lane b, corner x, corner y)
{
    return (corner){ vec3_pick(a, b, x.arm, y.arm), lane_pick(a, b, x.depth, y.depth),
                     lane_pick(a, b, x.rate, y.rate) };
}

/* Of the whole, whatever the signs of the depths. */
LANE_FN panel_press press_whole(corner a, corner b, corner c)
{
    lane sum = lane_add(a.depth, lane_add(b.depth, c.depth));
    vec3 arms = vec3_add(a.arm, vec3_add(b.arm, c.arm));
    vec3 moment = vec3_scale(a.arm, a.depth);
    moment = vec3_fma(b.arm, b.depth, moment);
    moment = vec3_fma(c.arm, c.depth, moment);
    lane squares = lane_fma(a.depth, a.depth, lane_fma(b.depth, b.depth, lane_mul(c.depth, c.depth)));
    return (panel_press){ lane_scale(sum, 1.0f / 3), vec3_scale(vec3_fma(arms, sum, moment), lane_set(1.0f / 12)),
                          lane_scale(lane_fma(sum, sum, squares), 1.0f / 12) };
}

/* How the water cuts a triangle: it is wet but for the tip at `at`, or wet at that tip alone, or whole, or not at all.
 * The tip reaches to where the depth is 0 on the edges to two corners on the other side. */
typedef struct panel_cut {
    corner low, middle, top;                /* by depth, the deepest first */
    corner at, from, other;                 /* the tip's corner, and those on the other side */
    lane to_from, to_other;                 /* shares of the edges that are the tip's */
    lane whole, tip;                        /* wet is the whole times this, 0 or 1, and the tip times this, -1 to 1 */
} panel_cut;

LANE_FN panel_cut panel_cut_of(corner a, corner b, corner c)
{
    const lane zero = lane_set(0.0f), one = lane_set(1.0f);
    panel_cut r;
    corner high = corner_pick(a.depth, b.depth, a, b), deep = corner_pick(a.depth, b.depth, b, a);
    corner rest = corner_pick(high.depth, c.depth, c, high);
    r.top = corner_pick(high.depth, c.depth, high, c);
    r.low = corner_pick(deep.depth, rest.depth, rest, deep);
    r.middle = corner_pick(deep.depth, rest.depth, deep, rest);
    lane any = lane_pick(zero, r.low.depth, one, zero), all = lane_pick(r.top.depth, zero, zero, any);
    lane cut = lane_sub(any, all), two = lane_pick(zero, r.middle.depth, one, zero);
    r.at = corner_pick(zero, two, r.top, r.low);
    r.from = corner_pick(zero, two, r.low, r.middle);
    r.other = corner_pick(zero, two, r.middle, r.top);
    r.to_from = lane_pick(zero, cut, lane_div(r.at.depth, lane_sub(r.at.depth, r.from.depth)), zero);
    r.to_other = lane_pick(zero, cut, lane_div(r.at.depth, lane_sub(r.at.depth, r.other.depth)), zero);
    r.whole = lane_pick(zero, cut, two, all);
    r.tip = lane_pick(zero, cut, lane_pick(zero, two, lane_set(-1.0f), one), zero);
    return r;
}

/* Of the tip. */
LANE_FN panel_press press_tip(panel_cut c)
{
    lane area = lane_mul(c.to_from, c.to_other);
    vec3 reach = vec3_fma(vec3_sub(c.from.arm, c.at.arm), c.to_from,
                          vec3_scale(vec3_sub(c.other.arm, c.at.arm), c.to_other));
    vec3 moment = vec3_fma(c.at.arm, lane_set(4.0f), reach);    /* three corners' places and the wet one's again */
    lane weight = lane_mul(area, c.at.depth);
    return (panel_press){ lane_scale(weight, 1.0f / 3), vec3_scale(moment, lane_scale(weight, 1.0f / 12)),
                          lane_scale(lane_mul(weight, c.at.depth), 1.0f / 6) };
}

/* Of what is under water. */
LANE_FN panel_press press_wet(panel_cut c)
{
    panel_press whole = press_whole(c.low, c.middle, c.top), tip = press_tip(c);
    return (panel_press){ lane_fma(tip.depth, c.tip, lane_mul(whole.depth, c.whole)),
                          vec3_fma(tip.moment, c.tip, vec3_scale(whole.moment, c.whole)),
                          lane_fma(tip.square, c.tip, lane_mul(whole.square, c.whole)) };
}

/* A triangle's area times its outward normal, in the world. */
LANE_FN vec3 panel_area(corner a, corner b, corner c)
{
    return vec3_scale(vec3_cross(vec3_sub(b.arm, a.arm), vec3_sub(c.arm, a.arm)), lane_set(0.5f));
}

typedef struct panel_load { vec3 force, torque; } panel_load;

/* Pressure pushes inwards. */
LANE_FN panel_load panel_load_of(hull h, corner a, corner b, corner c)
{
    panel_press press = press_wet(panel_cut_of(a, b, c));
    vec3 area = vec3_scale(panel_area(a, b, c), lane_set(-h.number->pressure));
    return (panel_load){ vec3_scale(area, press.depth), vec3_cross(press.moment, area) };
}

LANE_FN patch_sums patch_sums_add_panel(patch_sums sum, hull h, panel_load l)
{
    vec3 force = vec3_scale(l.force, lane_set(h.number->per_force_unit));
    vec3 torque = vec3_scale(l.torque, lane_set(h.number->per_torque_unit));
    force = vec3_clamp(force, QUANTA_LIMIT);
    sum.row.force = vec3_add(sum.row.force, force);
    sum.row.torque = vec3_add(sum.row.torque, vec3_clamp(torque, QUANTA_LIMIT));
    return patch_sums_add_strain(sum, vec3_dot(force, force));
}

/* Corner i of a piece, with the height that was kept for it: that of corner 0 stands at `height`. */
LANE_FN corner hull_corner(hull h, const hull_patch *p, LANE_TABLE float *height, int row, int piece, int i)
{
    LANE_TABLE hull_sample *sample = h.sample + (size_t)piece * (size_t)h.number->samples + i;
    vec3 arm = vec3_add(p->arm, mat3_turn(p->axes, vec3_set(sample->x, sample->y, sample->z)));
    lane above = lane_load(height + (size_t)i * (size_t)row);
    return (corner){ arm, lane_sub(above, lane_add(p->y, arm.y)), lane_set(0.0f) };
}

LANE_FN corner corner_between(corner a, corner b, lane share)
{
    return (corner){ vec3_fma(vec3_sub(b.arm, a.arm), share, a.arm),
                     lane_fma(lane_sub(b.depth, a.depth), share, a.depth),
                     lane_fma(lane_sub(b.rate, a.rate), share, a.rate) };
}
