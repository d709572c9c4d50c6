/* SPDX-License-Identifier: MIT
 *
 * The usual way of games: a function for the height, called three times for a normal, as in "Buoyancy: 18 experiments",
 * experiment 11.  Two files compile this text with different flags.  The article normalises both tangents before it
 * takes their cross product; one normalisation at the end gives the same and is what is timed here. */
#ifndef FLO_BASELINE_ARTICLE_H
#define FLO_BASELINE_ARTICLE_H

#include "baseline.h"

#include <math.h>

static float wave_height(const baseline_sea *sea, float x, float z)
{
    float height = 0;
    for (int w = 0; w < sea->waves; w++) {
        height += sea->amplitude[w] * cosf(sea->wave_x[w] * x + sea->wave_z[w] * z + sea->phase[w]);
    }
    return height;
}

static void article_run(const baseline_sea *sea, size_t count, const double *x, const double *z,
                        const baseline_answers *out)
{
    const float offset = 0.1f;      /* m */
    for (size_t i = 0; i < count; i++) {
        const float at_x = (float)x[i], at_z = (float)z[i];
        const float height = wave_height(sea, at_x, at_z);
        const float rise_x = wave_height(sea, at_x + offset, at_z) - height;
        const float rise_z = wave_height(sea, at_x, at_z + offset) - height;
        const float per_length = 1 / sqrtf(rise_x * rise_x + rise_z * rise_z + offset * offset);
        out->height[i] = (double)height;
        out->normal[0][i] = -rise_x * per_length;
        out->normal[1][i] = offset * per_length;
        out->normal[2][i] = -rise_z * per_length;
    }
}

/* A slope over 0.1 m differs from the one at the point by the curvature times 0.05 m. */
#define ARTICLE_NORMAL_TOLERANCE 0.03

#endif
