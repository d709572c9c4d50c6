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

LANE_FN panel_press press_zero(void)
{
    return (panel_press){ lane_set(0.0f), vec3_set(0.0f, 0.0f, 0.0f), lane_set(0.0f) };
}

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

/* Of the tip at `a`, up to where the depth is 0 on the edges to b and c, which are on the other side. */
LANE_FN panel_press press_tip(corner a, corner b, corner c)
{
    lane to_b = lane_div(a.depth, lane_sub(a.depth, b.depth)), to_c = lane_div(a.depth, lane_sub(a.depth, c.depth));
    lane area = lane_mul(to_b, to_c);
    vec3 reach = vec3_fma(vec3_sub(b.arm, a.arm), to_b, vec3_scale(vec3_sub(c.arm, a.arm), to_c));
    vec3 moment = vec3_fma(a.arm, lane_set(4.0f), reach);       /* three corners' places and the wet one's again */
    lane weight = lane_mul(area, a.depth);
    return (panel_press){ lane_scale(weight, 1.0f / 3), vec3_scale(moment, lane_scale(weight, 1.0f / 12)),
                          lane_scale(lane_mul(weight, a.depth), 1.0f / 6) };
}

LANE_FN panel_press press_sub(panel_press a, panel_press b)
{
    return (panel_press){ lane_sub(a.depth, b.depth), vec3_sub(a.moment, b.moment), lane_sub(a.square, b.square) };
}

LANE_FN panel_press press_pick(lane a, lane b, panel_press x, panel_press y)
{
    return (panel_press){ lane_pick(a, b, x.depth, y.depth), vec3_pick(a, b, x.moment, y.moment),
                          lane_pick(a, b, x.square, y.square) };
}

/* A triangle's corners by depth. */
typedef struct panel_order { corner low, middle, top; } panel_order;

LANE_FN panel_order panel_sorted(corner a, corner b, corner c)
{
    corner high = corner_pick(a.depth, b.depth, a, b), deep = corner_pick(a.depth, b.depth, b, a);
    corner top = corner_pick(high.depth, c.depth, high, c), rest = corner_pick(high.depth, c.depth, c, high);
    return (panel_order){ corner_pick(deep.depth, rest.depth, rest, deep),
                          corner_pick(deep.depth, rest.depth, deep, rest), top };
}

/* Of what is under water. */
LANE_FN panel_press press_wet(corner a, corner b, corner c)
{
    const lane zero = lane_set(0.0f);
    panel_order o = panel_sorted(a, b, c);
    panel_press whole = press_whole(o.low, o.middle, o.top);
    panel_press but_top = press_sub(whole, press_tip(o.top, o.low, o.middle)), tip = press_tip(o.low, o.middle, o.top);
    panel_press cut = press_pick(zero, o.middle.depth, but_top, tip);
    panel_press wet = press_pick(o.top.depth, zero, cut, whole);
    return press_pick(zero, o.low.depth, wet, press_zero());
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
    panel_press press = press_wet(a, b, c);
    vec3 area = vec3_scale(panel_area(a, b, c), lane_set(-h.number->pressure));
    return (panel_load){ vec3_scale(area, press.depth), vec3_cross(press.moment, area) };
}

LANE_FN patch_sums patch_sums_add_panel(patch_sums sum, hull h, panel_load l)
{
    vec3 force = vec3_clamp(l.force, h.number->force_limit);
    const float turn = h.number->per_force_unit / h.number->per_torque_unit;        /* a power of two */
    sum.force = quanta3_add(sum.force, force, h.number->per_force_unit);
    sum.torque = quanta3_add(sum.torque, vec3_clamp(l.torque, h.number->force_limit * turn), h.number->per_torque_unit);
    sum.strain = lane_max(vec3_largest(l.force), sum.strain);
    return sum;
}

/* Corner i of a piece, with the height that was kept for it: that of corner 0 stands at `height`. */
LANE_FN corner hull_corner(hull h, const hull_patch *p, LANE_TABLE float *height, int stride, int piece, int i)
{
    LANE_TABLE hull_sample *sample = h.sample + (size_t)piece * (size_t)h.number->samples + i;
    vec3 arm = vec3_add(p->arm, mat3_turn(p->axes, vec3_set(sample->x, sample->y, sample->z)));
    lane above = lane_load(height + (size_t)i * (size_t)stride);
    return (corner){ arm, lane_sub(above, lane_add(p->y, arm.y)), lane_set(0.0f) };
}

LANE_FN corner corner_between(corner a, corner b, lane share)
{
    return (corner){ vec3_fma(vec3_sub(b.arm, a.arm), share, a.arm),
                     lane_fma(lane_sub(b.depth, a.depth), share, a.depth),
                     lane_fma(lane_sub(b.rate, a.rate), share, a.rate) };
}
