/* SPDX-License-Identifier: MIT
 *
 * Plain C with the C library's sine and cosine: the height and its gradient in one sum over the waves, and the same
 * with the horizontal displacement inverted by Newton's method, as the library does it. */
#include "baseline.h"

#include <math.h>

static void write_normal(const baseline_answers *out, size_t i, float slope_x, float slope_z)
{
    const float up = 1 / sqrtf(1 + slope_x * slope_x + slope_z * slope_z);
    out->normal[0][i] = -slope_x * up;
    out->normal[1][i] = up;
    out->normal[2][i] = -slope_z * up;
}

static void run(const baseline_sea *sea, size_t count, const double *x, const double *z, const baseline_answers *out)
{
    for (size_t i = 0; i < count; i++) {
        const float at_x = (float)x[i], at_z = (float)z[i];
        float height = 0, slope_x = 0, slope_z = 0;
        for (int w = 0; w < sea->waves; w++) {
            const float theta = sea->wave_x[w] * at_x + sea->wave_z[w] * at_z + sea->phase[w];
            const float s = sea->amplitude[w] * sinf(theta);
            height += sea->amplitude[w] * cosf(theta);
            slope_x -= sea->wave_x[w] * s;
            slope_z -= sea->wave_z[w] * s;
        }
        out->height[i] = (double)height;
        write_normal(out, i, slope_x, slope_z);
    }
}

const baseline baseline_plain = {
    "libm", "height and gradient in one sum, sinf and cosf", BASELINE_FLAGS, BASELINE_NEEDS, NULL, run, 1e-4,
};

/* ---- with inversion -------------------------------------------------------------------------------------------- */

typedef struct displacement {
    float x, z;             /* m */
    float xx, xz, zz;       /* derivative of the place by the label */
} displacement;

/* One Newton step needs the displacement and its derivative only. */
static displacement displacement_at(const baseline_sea *sea, float x, float z)
{
    displacement d = { 0, 0, 1, 0, 1 };
    for (int w = 0; w < sea->waves; w++) {
        const float theta = sea->wave_x[w] * x + sea->wave_z[w] * z + sea->phase[w];
        const float s = sinf(theta), c = cosf(theta);
        d.x -= sea->push_x[w] * s;
        d.z -= sea->push_z[w] * s;
        d.xx -= sea->push_x[w] * sea->wave_x[w] * c;
        d.xz -= sea->push_x[w] * sea->wave_z[w] * c;
        d.zz -= sea->push_z[w] * sea->wave_z[w] * c;
    }
    return d;
}

/* The last evaluation needs the height and its slope, too. */
static displacement water_at(const baseline_sea *sea, float x, float z, float *height, float *slope)
{
    displacement d = { 0, 0, 1, 0, 1 };
    float h = 0, slope_x = 0, slope_z = 0;
    for (int w = 0; w < sea->waves; w++) {
        const float theta = sea->wave_x[w] * x + sea->wave_z[w] * z + sea->phase[w];
        const float s = sinf(theta), c = cosf(theta), a = sea->amplitude[w];
        d.x -= sea->push_x[w] * s;
        d.z -= sea->push_z[w] * s;
        d.xx -= sea->push_x[w] * sea->wave_x[w] * c;
        d.xz -= sea->push_x[w] * sea->wave_z[w] * c;
        d.zz -= sea->push_z[w] * sea->wave_z[w] * c;
        h += a * c;
        slope_x -= sea->wave_x[w] * a * s;
        slope_z -= sea->wave_z[w] * a * s;
    }
    *height = h;
    slope[0] = slope_x;
    slope[1] = slope_z;
    return d;
}

static void run_inverted(const baseline_sea *sea, size_t count, const double *x, const double *z,
                         const baseline_answers *out)
{
    for (size_t i = 0; i < count; i++) {
        const float at_x = (float)x[i], at_z = (float)z[i];
        float label_x = at_x, label_z = at_z, height, slope[2];
        for (int step = 1; step < sea->inversion; step++) {
            const displacement d = displacement_at(sea, label_x, label_z);
            const float miss_x = label_x + d.x - at_x, miss_z = label_z + d.z - at_z;
            const float per_area = 1 / (d.xx * d.zz - d.xz * d.xz);
            label_x -= (d.zz * miss_x - d.xz * miss_z) * per_area;
            label_z -= (d.xx * miss_z - d.xz * miss_x) * per_area;
        }
        const displacement d = water_at(sea, label_x, label_z, &height, slope);
        const float per_area = 1 / (d.xx * d.zz - d.xz * d.xz);
        const float slope_x = (d.zz * slope[0] - d.xz * slope[1]) * per_area;
        const float slope_z = (d.xx * slope[1] - d.xz * slope[0]) * per_area;
        out->height[i] = (double)(height - slope_x * (label_x + d.x - at_x) - slope_z * (label_z + d.z - at_z));
        write_normal(out, i, slope_x, slope_z);
    }
}

const baseline baseline_plain_inverted = {
    "libm", "one Newton step and the slope correction, sinf and cosf", BASELINE_FLAGS, BASELINE_NEEDS, NULL,
    run_inverted, 1e-3,
};
