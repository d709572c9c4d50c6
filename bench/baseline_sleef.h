/* SPDX-License-Identifier: MIT
 *
 * SLEEF's vector sine and cosine, the best that can be had from a library: a vector of points at a time, one call per
 * wave for both.  The file that includes this says how wide a vector is and what SLEEF calls its functions.  SLEEF is
 * looked up when the benchmark runs, so that nothing depends on it. */
#ifndef FLO_BASELINE_SLEEF_H
#define FLO_BASELINE_SLEEF_H

#include "baseline.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

typedef float vector __attribute__((vector_size(4 * SLEEF_LANES)));

typedef struct vector_pair {        /* SLEEF's own struct of two vectors */
    vector sine, cosine;
} vector_pair;

typedef vector_pair sleef_sincos(vector radians);

static sleef_sincos *sincos_u10, *sincos_u35;

static bool sleef_ready(void)
{
    void *library = dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    void *const u10 = dlsym(library, SLEEF_U10), *const u35 = dlsym(library, SLEEF_U35);
    memcpy(&sincos_u10, &u10, sizeof u10);      /* ISO C has no cast from data to function */
    memcpy(&sincos_u35, &u35, sizeof u35);
    return u10 && u35;
}

/* The sums of a vector of points. */
static inline void sleef_sum(const baseline_sea *sea, vector x, vector z, sleef_sincos *sincos_of, vector *sum)
{
    vector height = { 0 }, slope_x = { 0 }, slope_z = { 0 };
    for (int w = 0; w < sea->waves; w++) {
        const vector_pair at = sincos_of(x * sea->wave_x[w] + (z * sea->wave_z[w] + sea->phase[w]));
        const vector s = at.sine * sea->amplitude[w];
        height += at.cosine * sea->amplitude[w];
        slope_x -= s * sea->wave_x[w];
        slope_z -= s * sea->wave_z[w];
    }
    sum[0] = height;
    sum[1] = slope_x;
    sum[2] = slope_z;
}

static inline void sleef_run(const baseline_sea *sea, size_t count, const double *x, const double *z,
                             const baseline_answers *out, sleef_sincos *sincos_of)
{
    for (size_t first = 0; first < count; first += SLEEF_LANES) {
        vector at_x = { 0 }, at_z = { 0 }, sum[3];
        const size_t left = count - first, some = left < SLEEF_LANES ? left : SLEEF_LANES;
        for (size_t i = 0; i < some; i++) {
            at_x[i] = (float)x[first + i];
            at_z[i] = (float)z[first + i];
        }
        sleef_sum(sea, at_x, at_z, sincos_of, sum);
        for (size_t i = 0; i < some; i++) {
            const float slope_x = sum[1][i], slope_z = sum[2][i];
            const float up = 1 / sqrtf(1 + slope_x * slope_x + slope_z * slope_z);
            out->height[first + i] = (double)sum[0][i];
            out->normal[0][first + i] = -slope_x * up;
            out->normal[1][first + i] = up;
            out->normal[2][first + i] = -slope_z * up;
        }
    }
}

static void run_u10(const baseline_sea *sea, size_t count, const double *x, const double *z,
                    const baseline_answers *out)
{
    sleef_run(sea, count, x, z, out, sincos_u10);
}

static void run_u35(const baseline_sea *sea, size_t count, const double *x, const double *z,
                    const baseline_answers *out)
{
    sleef_run(sea, count, x, z, out, sincos_u35);
}

#endif
