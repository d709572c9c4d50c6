/* SPDX-License-Identifier: MIT
 *
 * Sums whose result cannot depend on their order.
 *
 * Four values at a time, as they stand in a row, are added up as floats, which is cheap and always goes the same way;
 * the fours can then come in any order.  Each four is rounded once to a multiple of a unit, and what is left to a
 * multiple of 2^-20 units; both are integers, and integers add up to the same in any order.  The rounding is the magic
 * addition: its result, read as an integer, is the count plus a constant that is taken off at the end.  With values
 * below 2^20 units and up to 256 in a sum nothing overflows: 2^28 units, and 2^25 of the fine ones. */
#define QUANTA_FINE 0x1p20f
#define QUANTA_LIMIT 1048575.0f      /* of a value, units: 2^20 - 1 */
#define QUANTA_IN_A_ROW 4
#define QUANTA_ROWS(count) (((count) + QUANTA_IN_A_ROW - 1) / QUANTA_IN_A_ROW)

typedef struct quanta { lane_int whole, fine; } quanta;
typedef struct quanta3 { quanta x, y, z; } quanta3;

LANE_FN quanta quanta_zero(void) { return (quanta){ lane_int_set(0), lane_int_set(0) }; }
LANE_FN quanta3 quanta3_zero(void) { return (quanta3){ quanta_zero(), quanta_zero(), quanta_zero() }; }

/* A value in units, below 2^22 in size. */
LANE_FN quanta quanta_add(quanta sum, lane units)
{
    const lane magic = lane_set(LANE_MAGIC);
    lane whole = lane_add(units, magic);
    lane left = lane_sub(units, lane_sub(whole, magic));
    lane fine = lane_fma(left, lane_set(QUANTA_FINE), magic);
    return (quanta){ lane_int_add(sum.whole, lane_bits(whole)), lane_int_add(sum.fine, lane_bits(fine)) };
}

LANE_FN quanta3 quanta3_add(quanta3 sum, vec3 units)
{
    return (quanta3){ quanta_add(sum.x, units.x), quanta_add(sum.y, units.y), quanta_add(sum.z, units.z) };
}

/* The sum of `count` values, in units of 2^-20. */
LANE_FN lane_long quanta_total(quanta sum, int count)
{
    lane_int magic = lane_int_set((int)(0u - (unsigned)count * (unsigned)LANE_MAGIC_BITS));
    lane_long whole = lane_long_from_int(lane_int_add(sum.whole, magic));
    lane_long fine = lane_long_from_int(lane_int_add(sum.fine, magic));
    return lane_long_add(lane_long_up_20(whole), fine);
}

/* An integer below 2^53 in size as a float, in a way that every target can. */
LANE_FN lane lane_from_short(lane_long a)
{
    lane below = lane_from_int(lane_int_and(lane_long_low(a), lane_int_set(0x3FFFFF)));
    return lane_fma(lane_from_int(lane_long_low(lane_long_down_22(a))), lane_set(0x1p22f), below);
}

/* Any integer; the same where the other will do. */
LANE_FN lane lane_from_long(lane_long a)
{
    lane below = lane_from_int(lane_int_and(lane_long_low(a), lane_int_set(0x3FFFFF)));
    return lane_fma(lane_from_short(lane_long_down_22(a)), lane_set(0x1p22f), below);
}

/* A length below 2^17 m as an integer of 2^-24 m: quanta of a sixteenth of a metre. */
LANE_FN lane_long lane_to_position(lane metres)
{
    return quanta_total(quanta_add(quanta_zero(), lane_scale(lane_clamp(metres, -131072.0f, 131072.0f), 0x1p4f)), 1);
}

/* What that leaves over, m; exact. */
LANE_FN lane lane_position_rest(lane metres)
{
    const lane magic = lane_set(LANE_MAGIC);
    lane units = lane_scale(metres, 0x1p4f);
    lane left = lane_scale(lane_sub(units, lane_sub(lane_add(units, magic), magic)), QUANTA_FINE);
    return lane_scale(lane_sub(left, lane_sub(lane_add(left, magic), magic)), SEA_POSITION_UNIT);
}

/* The other way, below 2^29 m. */
LANE_FN lane lane_from_position(lane_long position)
{
    return lane_scale(lane_from_short(position), SEA_POSITION_UNIT);
}
