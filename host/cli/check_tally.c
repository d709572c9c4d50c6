/* SPDX-License-Identifier: MIT
 *
 * Counts the values that are not the same bit for bit, and how far apart they are. */
#include "check.h"

#include <math.h>
#include <string.h>

/* Floats in the order of their values, as integers: neighbours differ by one, and both zeros are zero. */
static int64_t rank(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
}

void tally_floats(tally *t, const float *reference, const float *value, size_t count)
{
    t->values += count;
    if (memcmp(reference, value, count * sizeof *value) == 0) return;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&reference[i], &value[i], sizeof *value) == 0) continue;
        t->differing++;
        const bool numbers = !isnan(reference[i]) && !isnan(value[i]);
        t->largest = fmax(t->largest, numbers ? fabs((double)(rank(reference[i]) - rank(value[i]))) : INFINITY);
    }
}

/* Heights and positions are doubles that are no finer than a float beside their origin, so they are measured in a
 * float's last place, too. */
void tally_doubles(tally *t, const double *reference, const double *value, size_t count)
{
    t->values += count;
    if (memcmp(reference, value, count * sizeof *value) == 0) return;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&reference[i], &value[i], sizeof *value) == 0) continue;
        t->differing++;
        const float largest = (float)fmax(fabs(reference[i]), fabs(value[i]));
        const double place = (double)(nextafterf(largest, INFINITY) - largest);
        const double apart = fabs(reference[i] - value[i]) / place;
        t->largest = fmax(t->largest, isfinite(apart) ? apart : INFINITY);
    }
}
