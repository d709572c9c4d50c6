/* SPDX-License-Identifier: MIT
 *
 * For the benchmark only: plain sums of floats in place of the order-free ones, under the same names, so that the rest
 * of the kernel text compiles as it is (simd/pass.c with FLO_QUANTA_FLOAT).  One addition takes a value in; that values
 * are in units and are watched for size is common to both.  Only at the end, once for a patch, does a sum become the
 * integer that the passes hand on; positions stay integers. */
#define quanta quanta_exact
#define quanta3 quanta3_exact
#define quanta_zero quanta_exact_zero
#define quanta3_zero quanta3_exact_zero
#define quanta_add quanta_exact_add
#define quanta3_add quanta3_exact_add
#define quanta_total quanta_exact_total
#include "../kernels/quanta.h"
#undef quanta
#undef quanta3
#undef quanta_zero
#undef quanta3_zero
#undef quanta_add
#undef quanta3_add
#undef quanta_total

typedef struct quanta { lane units; } quanta;
typedef struct quanta3 { quanta x, y, z; } quanta3;

LANE_FN quanta quanta_zero(void) { return (quanta){ lane_set(0.0f) }; }
LANE_FN quanta3 quanta3_zero(void) { return (quanta3){ quanta_zero(), quanta_zero(), quanta_zero() }; }

LANE_FN quanta quanta_add(quanta sum, lane units) { return (quanta){ lane_add(sum.units, units) }; }

LANE_FN quanta3 quanta3_add(quanta3 sum, vec3 units)
{
    return (quanta3){ quanta_add(sum.x, units.x), quanta_add(sum.y, units.y), quanta_add(sum.z, units.z) };
}

LANE_FN lane_long quanta_total(quanta sum, int count)
{
    (void)count;
    return quanta_exact_total(quanta_exact_add(quanta_exact_zero(), sum.units), 1);
}
