/* SPDX-License-Identifier: MIT
 *
 * The water below the surface, wave by wave: each fades with depth in its own way. */
typedef struct sea_motion {
    vec3 velocity, acceleration;
    lane head;                      /* m of water: what the waves take from the pressure of the depth, or add to it */
} sea_motion;

/* How much of a wave's vertical and horizontal motion is left at a depth: sinh k(h - d) / sinh kh and
 * cosh k(h - d) / cosh kh, both exp(-kd) in deep water. */
typedef struct wave_fade { lane vertical, level; } wave_fade;

LANE_FN wave_fade wave_fade_at(LANE_TABLE sea_wave *wave, lane depth)
{
    const lane one = lane_set(1.0f), bottom = lane_set(wave->bottom);
    lane down = lane_decay(lane_scale(depth, wave->wavenumber));
    if (wave->bottom == 0.0f) return (wave_fade){ down, down };
    lane up = lane_div(bottom, down);                   /* what the bottom sends back: exp(-k (2h - d)) */
    return (wave_fade){ lane_div(lane_sub(down, up), lane_sub(one, bottom)),
                        lane_div(lane_add(down, up), lane_add(one, bottom)) };
}

LANE_FN sea_motion motion_add_wave(sea_motion r, LANE_TABLE sea_wave *wave, lane turns, vec2 label, lane depth,
                                   float turns_later)
{
    turns = lane_fma(lane_set(wave->frequency), lane_set(turns_later), turns);
    wave_circle at = wave_circle_at(wave_turns(wave, turns, label));
    wave_fade fade = wave_fade_at(wave, depth);
    lane level = lane_mul(at.cosine, fade.level);
    lane climb = lane_scale(lane_mul(at.sine, fade.vertical), wave->climb);
    lane along = lane_scale(lane_mul(at.sine, fade.level), SQRT_2 * wave->frequency);
    r.velocity.x = lane_fma(lane_set(wave->drift_x), level, r.velocity.x);
    r.velocity.y = lane_add(climb, r.velocity.y);
    r.velocity.z = lane_fma(lane_set(wave->drift_z), level, r.velocity.z);
    lane fall = lane_scale(lane_mul(at.cosine, fade.vertical), SQRT_HALF * wave->climb * wave->frequency);
    r.acceleration.x = lane_fma(lane_set(wave->drift_x), along, r.acceleration.x);
    r.acceleration.y = lane_sub(r.acceleration.y, fall);
    r.acceleration.z = lane_fma(lane_set(wave->drift_z), along, r.acceleration.z);
    r.head = lane_fma(lane_set(wave->height), lane_sub(level, at.cosine), r.head);
    return r;
}

/* The water of a label, this far below the surface; above it, as at it.  `later` s from now: each wave has then gone on
 * by its frequency in still water, for the label moves with the current. */
LANE_FN sea_motion sea_motion_at(sea s, const patch *p, vec2 label, lane depth, float later)
{
    const float turns_later = -0x1.45f306p-3f * later;
    sea_motion r = { vec3_set(s.number->current_x, 0.0f, s.number->current_z), vec3_set(0.0f, 0.0f, 0.0f),
                     lane_set(0.0f) };
    depth = lane_clamp(depth, 0.0f, s.number->depth);
    for (int w = 0; w < s.number->waves; w++) {
        r = motion_add_wave(r, s.wave + w, patch_turns(p, s, w), label, depth, turns_later);
    }
    return r;
}
