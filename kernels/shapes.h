/* SPDX-License-Identifier: MIT
 *
 * Shapes: small structs of lanes, passed and returned by value. */
typedef struct vec2 { lane x, z; } vec2;                /* on the horizontal plane */
typedef struct vec3 { lane x, y, z; } vec3;
typedef struct sym2 { lane xx, xz, zz; } sym2;          /* a symmetric matrix on the horizontal plane */
typedef struct sym3 { lane xx, yy, zz, xy, xz, yz; } sym3;
typedef struct mat3 { vec3 x, y, z; } mat3;             /* rows */
typedef struct quat { lane w; vec3 v; } quat;

LANE_FN vec2 vec2_set(float x, float z) { return (vec2){ lane_set(x), lane_set(z) }; }
LANE_FN vec2 vec2_add(vec2 a, vec2 b) { return (vec2){ lane_add(a.x, b.x), lane_add(a.z, b.z) }; }
LANE_FN vec2 vec2_sub(vec2 a, vec2 b) { return (vec2){ lane_sub(a.x, b.x), lane_sub(a.z, b.z) }; }
/* x where a < b, else y */
LANE_FN vec2 vec2_pick(lane a, lane b, vec2 x, vec2 y)
{
    return (vec2){ lane_pick(a, b, x.x, y.x), lane_pick(a, b, x.z, y.z) };
}

LANE_FN vec2 vec2_clamp(vec2 a, float limit)
{
    return (vec2){ lane_clamp(a.x, -limit, limit), lane_clamp(a.z, -limit, limit) };
}

/* 1 / determinant.  One below `least` is taken for it: steps stay bounded where m turns singular. */
LANE_FN lane sym2_per_determinant(sym2 m, float least)
{
    lane determinant = lane_max(lane_fnma(m.xz, m.xz, lane_mul(m.xx, m.zz)), lane_set(least));
    return lane_div(lane_set(1.0f), determinant);
}

/* The solution of m r = a. */
LANE_FN vec2 sym2_solve(sym2 m, vec2 a, float least)
{
    lane inverse = sym2_per_determinant(m, least);
    return (vec2){ lane_mul(inverse, lane_fnma(m.xz, a.z, lane_mul(m.zz, a.x))),
                   lane_mul(inverse, lane_fnma(m.xz, a.x, lane_mul(m.xx, a.z))) };
}

LANE_FN sym2 sym2_inverse(sym2 m, float least)
{
    lane inverse = sym2_per_determinant(m, least);
    return (sym2){ lane_mul(m.zz, inverse), lane_mul(lane_negate(m.xz), inverse), lane_mul(m.xx, inverse) };
}

LANE_FN vec2 sym2_mul(sym2 m, vec2 a)
{
    return (vec2){ lane_fma(m.xz, a.z, lane_mul(m.xx, a.x)), lane_fma(m.zz, a.z, lane_mul(m.xz, a.x)) };
}

LANE_FN vec3 vec3_set(float x, float y, float z) { return (vec3){ lane_set(x), lane_set(y), lane_set(z) }; }
LANE_FN vec3 vec3_add(vec3 a, vec3 b) { return (vec3){ lane_add(a.x, b.x), lane_add(a.y, b.y), lane_add(a.z, b.z) }; }
LANE_FN vec3 vec3_sub(vec3 a, vec3 b) { return (vec3){ lane_sub(a.x, b.x), lane_sub(a.y, b.y), lane_sub(a.z, b.z) }; }
LANE_FN vec3 vec3_mul(vec3 a, vec3 b) { return (vec3){ lane_mul(a.x, b.x), lane_mul(a.y, b.y), lane_mul(a.z, b.z) }; }
LANE_FN vec3 vec3_scale(vec3 a, lane s) { return (vec3){ lane_mul(a.x, s), lane_mul(a.y, s), lane_mul(a.z, s) }; }

/* a s + b */
LANE_FN vec3 vec3_fma(vec3 a, lane s, vec3 b)
{
    return (vec3){ lane_fma(a.x, s, b.x), lane_fma(a.y, s, b.y), lane_fma(a.z, s, b.z) };
}

LANE_FN vec3 vec3_clamp(vec3 a, float limit)
{
    return (vec3){ lane_clamp(a.x, -limit, limit), lane_clamp(a.y, -limit, limit), lane_clamp(a.z, -limit, limit) };
}

/* x where a < b, else y */
LANE_FN vec3 vec3_pick(lane a, lane b, vec3 x, vec3 y)
{
    return (vec3){ lane_pick(a, b, x.x, y.x), lane_pick(a, b, x.y, y.y), lane_pick(a, b, x.z, y.z) };
}

LANE_FN lane vec3_dot(vec3 a, vec3 b)
{
    return lane_fma(a.z, b.z, lane_fma(a.y, b.y, lane_mul(a.x, b.x)));
}

LANE_FN vec3 vec3_cross(vec3 a, vec3 b)
{
    return (vec3){ lane_fnma(a.z, b.y, lane_mul(a.y, b.z)), lane_fnma(a.x, b.z, lane_mul(a.z, b.x)),
                   lane_fnma(a.y, b.x, lane_mul(a.x, b.y)) };
}

LANE_FN vec3 mat3_turn(mat3 m, vec3 a) { return (vec3){ vec3_dot(m.x, a), vec3_dot(m.y, a), vec3_dot(m.z, a) }; }

/* The transpose of m, times a: from the world into the hull's axes. */
LANE_FN vec3 mat3_turn_back(mat3 m, vec3 a)
{
    return vec3_fma(m.z, a.z, vec3_fma(m.y, a.y, vec3_scale(m.x, a.x)));
}

LANE_FN vec3 sym3_mul(sym3 m, vec3 a)
{
    return (vec3){ lane_fma(m.xz, a.z, lane_fma(m.xy, a.y, lane_mul(m.xx, a.x))),
                   lane_fma(m.yz, a.z, lane_fma(m.yy, a.y, lane_mul(m.xy, a.x))),
                   lane_fma(m.zz, a.z, lane_fma(m.yz, a.y, lane_mul(m.xz, a.x))) };
}

/* a b - c d */
LANE_FN lane lane_minor(lane a, lane b, lane c, lane d) { return lane_fnma(c, d, lane_mul(a, b)); }

LANE_FN sym3 sym3_scale(sym3 m, lane s)
{
    return (sym3){ lane_mul(m.xx, s), lane_mul(m.yy, s), lane_mul(m.zz, s), lane_mul(m.xy, s), lane_mul(m.xz, s),
                   lane_mul(m.yz, s) };
}

/* The inverse of a positive definite matrix, brought to a size of which a float holds the cube. */
LANE_FN sym3 sym3_inverse(sym3 m)
{
    const lane size = lane_div(lane_set(1.0f), lane_add(m.xx, lane_add(m.yy, m.zz)));
    m = sym3_scale(m, size);
    lane xx = lane_minor(m.yy, m.zz, m.yz, m.yz), xy = lane_minor(m.xz, m.yz, m.xy, m.zz);
    lane xz = lane_minor(m.xy, m.yz, m.xz, m.yy);
    lane determinant = lane_fma(m.xz, xz, lane_fma(m.xy, xy, lane_mul(m.xx, xx)));
    lane r = lane_div(size, determinant);
    return (sym3){ lane_mul(xx, r), lane_mul(lane_minor(m.xx, m.zz, m.xz, m.xz), r),
                   lane_mul(lane_minor(m.xx, m.yy, m.xy, m.xy), r), lane_mul(xy, r), lane_mul(xz, r),
                   lane_mul(lane_minor(m.xy, m.xz, m.xx, m.yz), r) };
}

/* The solution of m r = a for a positive definite matrix, by elimination: x, then y. */
LANE_FN vec3 sym3_solve(sym3 m, vec3 a)
{
    const lane one = lane_set(1.0f);
    lane per_x = lane_div(one, m.xx);
    lane yx = lane_mul(m.xy, per_x), zx = lane_mul(m.xz, per_x);
    lane yy = lane_fnma(yx, m.xy, m.yy), yz = lane_fnma(yx, m.xz, m.yz), zz = lane_fnma(zx, m.xz, m.zz);
    lane y = lane_fnma(yx, a.x, a.y), z = lane_fnma(zx, a.x, a.z);
    lane per_y = lane_div(one, yy), zy = lane_mul(yz, per_y);
    vec3 r;
    r.z = lane_div(lane_fnma(zy, y, z), lane_fnma(zy, yz, zz));
    r.y = lane_mul(lane_fnma(yz, r.z, y), per_y);
    r.x = lane_mul(lane_fnma(m.xz, r.z, lane_fnma(m.xy, r.y, a.x)), per_x);
    return r;
}

/* A matrix of the hull's axes, in the world: m s transpose(m). */
LANE_FN sym3 mat3_sym3(mat3 m, sym3 s)
{
    vec3 x = sym3_mul(s, m.x), y = sym3_mul(s, m.y), z = sym3_mul(s, m.z);
    return (sym3){ vec3_dot(m.x, x), vec3_dot(m.y, y), vec3_dot(m.z, z), vec3_dot(m.x, y), vec3_dot(m.x, z),
                   vec3_dot(m.y, z) };
}

/* The rotation of a unit quaternion. */
LANE_FN mat3 mat3_from_quat(quat q)
{
    const lane one = lane_set(1.0f), two = lane_set(2.0f), minus_two = lane_set(-2.0f);
    lane xx = lane_mul(q.v.x, q.v.x), yy = lane_mul(q.v.y, q.v.y), zz = lane_mul(q.v.z, q.v.z);
    lane xy = lane_mul(q.v.x, q.v.y), xz = lane_mul(q.v.x, q.v.z), yz = lane_mul(q.v.y, q.v.z);
    vec3 x = { lane_fma(minus_two, lane_add(yy, zz), one), lane_mul(two, lane_fnma(q.w, q.v.z, xy)),
               lane_mul(two, lane_fma(q.w, q.v.y, xz)) };
    vec3 y = { lane_mul(two, lane_fma(q.w, q.v.z, xy)), lane_fma(minus_two, lane_add(xx, zz), one),
               lane_mul(two, lane_fnma(q.w, q.v.x, yz)) };
    vec3 z = { lane_mul(two, lane_fnma(q.w, q.v.y, xz)), lane_mul(two, lane_fma(q.w, q.v.x, yz)),
               lane_fma(minus_two, lane_add(xx, yy), one) };
    return (mat3){ x, y, z };
}

/* The product: first b, then a. */
LANE_FN quat quat_mul(quat a, quat b)
{
    return (quat){ lane_sub(lane_mul(a.w, b.w), vec3_dot(a.v, b.v)),
                   vec3_fma(b.v, a.w, vec3_fma(a.v, b.w, vec3_cross(a.v, b.v))) };
}

LANE_FN quat quat_normalise(quat q)
{
    lane square = lane_fma(q.w, q.w, vec3_dot(q.v, q.v));
    lane shrink = lane_div(lane_set(1.0f), lane_sqrt(square));
    return (quat){ lane_mul(q.w, shrink), vec3_scale(q.v, shrink) };
}
