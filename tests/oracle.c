/* SPDX-License-Identifier: MIT
 *
 * The oracle's sea.  Waves move the water of a label a to X(a) = a - sum Q A d sin(theta), and its height there is
 * Y(a) = sum A cos(theta); what stands above a place is found by Newton's method for the label. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>

static const real turn = 6.283185307179586476925286766559005768L;

real oracle_wavenumber(real sigma, real gravity, real depth)
{
    const real deep = sigma * sigma / gravity;
    if (isinf(depth)) return deep;
    real low = deep, high = deep + sigma / sqrtl(gravity * depth) + 1 / depth;
    for (int i = 0; i < 200; i++) {
        const real middle = (low + high) / 2;
        if (gravity * middle * tanhl(middle * depth) < sigma * sigma) low = middle; else high = middle;
    }
    return (low + high) / 2;
}

static oracle_wave wave_make(const flo_wave *w, const flo_sea_def *def)
{
    oracle_wave r = { .amplitude = w->amplitude, .steepness = w->steepness, .along_x = sinl(w->heading),
                      .along_z = cosl(w->heading), .wavelength = w->wavelength, .start = w->phase / turn };
    if (w->own_frequency) {
        r.sigma = w->angular_frequency;
    } else if (w->wavelength != 0) {
        const real k = turn / w->wavelength;
        r.sigma = sqrtl(def->gravity * k * (isinf(def->depth) ? 1 : tanhl(k * def->depth)));
    } else {
        r.sigma = turn / w->period;
        r.wavelength = turn / oracle_wavenumber(r.sigma, def->gravity, def->depth);
    }
    r.frequency = r.sigma / turn + (r.along_x * def->current[0] + r.along_z * def->current[1]) / r.wavelength;
    return r;
}

oracle_sea oracle_sea_make(const flo_sea_def *def)
{
    oracle_sea sea = { .gravity = def->gravity, .density = def->density, .level = def->level, .depth = def->depth,
                       .current_x = def->current[0], .current_z = def->current[1], .inversion = def->inversion,
                       .normal_offset = def->normal_offset, .count = def->wave_count };
    sea.waves = calloc((size_t)def->wave_count + 1, sizeof *sea.waves);
    if (!sea.waves) abort();
    for (int i = 0; i < def->wave_count; i++) {
        oracle_wave *w = &sea.waves[i];
        *w = wave_make(&def->waves[i], def);
        const real k = turn / w->wavelength;
        if (def->mean_level_correction) sea.level += w->steepness * k * w->amplitude * w->amplitude / 2;
    }
    return sea;
}

void oracle_sea_free(oracle_sea *sea)
{
    free(sea->waves);
    sea->waves = NULL;
}

real oracle_amplitude_sum(const oracle_sea *sea)
{
    real sum = 0;
    for (int i = 0; i < sea->count; i++) sum += sea->waves[i].amplitude;
    return sum;
}

typedef struct water {
    real x, z, y;                       /* where the label's water is; y from the level */
    real xx, xz, zz;                    /* derivatives of x and z by the label */
    real slope_x, slope_z;              /* of y by the label */
    real speed_x, speed_y, speed_z;     /* of the water, without the current */
} water;

/* theta, reduced to one turn. */
static real angle_of(const oracle_wave *w, real time, real label_x, real label_z)
{
    const real turns = (w->along_x * label_x + w->along_z * label_z) / w->wavelength - w->frequency * time + w->start;
    return turn * (turns - rintl(turns));
}

/* The waves, not the water, are carried by the current here: the place is at rest, so its phase has the absolute
 * frequency, and the water's own motion the one in still water. */
static water water_of(const oracle_sea *sea, real time, real label_x, real label_z)
{
    water r = { .x = label_x, .z = label_z, .xx = 1, .zz = 1 };
    for (int i = 0; i < sea->count; i++) {
        const oracle_wave *w = &sea->waves[i];
        const real k = turn / w->wavelength, qa = w->steepness * w->amplitude;
        const real angle = angle_of(w, time, label_x, label_z), s = sinl(angle), c = cosl(angle);
        r.x -= qa * w->along_x * s;
        r.z -= qa * w->along_z * s;
        r.y += w->amplitude * c;
        r.xx -= qa * k * c * w->along_x * w->along_x;
        r.xz -= qa * k * c * w->along_x * w->along_z;
        r.zz -= qa * k * c * w->along_z * w->along_z;
        r.slope_x -= w->amplitude * k * w->along_x * s;
        r.slope_z -= w->amplitude * k * w->along_z * s;
        r.speed_x += qa * w->sigma * w->along_x * c;
        r.speed_z += qa * w->sigma * w->along_z * c;
        r.speed_y += w->amplitude * w->sigma * s;
    }
    return r;
}

/* The solution of the symmetric system { { xx, xz }, { xz, zz } } r = (x, z). */
static void solve(const water *w, real x, real z, real *rx, real *rz)
{
    const real determinant = w->xx * w->zz - w->xz * w->xz;
    *rx = (w->zz * x - w->xz * z) / determinant;
    *rz = (w->xx * z - w->xz * x) / determinant;
}

static water invert(const oracle_sea *sea, real time, oracle_surface *r, const real at[2], int inversion)
{
    water w = water_of(sea, time, r->label_x, r->label_z);
    for (int i = 1; i < inversion; i++) {
        real step_x, step_z;
        solve(&w, w.x - at[0], w.z - at[1], &step_x, &step_z);
        r->label_x -= step_x;
        r->label_z -= step_z;
        w = water_of(sea, time, r->label_x, r->label_z);
    }
    return w;
}

/* To the end, from wherever it starts: X is the gradient of a function that is convex where no water folds, so that a
 * step that comes no closer is only too long. */
static water converge(const oracle_sea *sea, real time, oracle_surface *r, const real at[2])
{
    const real enough = 1e-16L + 4e-19L * (fabsl(at[0]) + fabsl(at[1]));    /* a digit or two of a long double */
    water w = water_of(sea, time, r->label_x, r->label_z);
    real miss = hypotl(w.x - at[0], w.z - at[1]), length = 1;
    for (int i = 0; i < 200 && miss > 0 && length > enough; i++) {
        real step_x, step_z, share = 1;
        solve(&w, w.x - at[0], w.z - at[1], &step_x, &step_z);
        length = hypotl(step_x, step_z);
        water next = water_of(sea, time, r->label_x - step_x, r->label_z - step_z);
        while (length * share > enough && !(hypotl(next.x - at[0], next.z - at[1]) < miss)) {
            share /= 2;
            next = water_of(sea, time, r->label_x - share * step_x, r->label_z - share * step_z);
        }
        w = next;
        r->label_x -= share * step_x;
        r->label_z -= share * step_z;
        miss = hypotl(w.x - at[0], w.z - at[1]);
    }
    return w;
}

static void normal_of(real slope_x, real slope_z, real normal[3])
{
    const real length = sqrtl(1 + slope_x * slope_x + slope_z * slope_z);
    normal[0] = -slope_x / length;
    normal[1] = 1 / length;
    normal[2] = -slope_z / length;
}

static oracle_surface surface_from(const oracle_sea *sea, real time, oracle_surface r, const real at[2], int inversion)
{
    const water w = inversion == ORACLE_CONVERGED ? converge(sea, time, &r, at) : invert(sea, time, &r, at, inversion);
    if (inversion == 0) {
        r.slope_x = w.slope_x;
        r.slope_z = w.slope_z;
    } else {
        solve(&w, w.slope_x, w.slope_z, &r.slope_x, &r.slope_z);
    }
    const real miss_x = w.x - at[0], miss_z = w.z - at[1];
    r.height = sea->level + w.y - (inversion == 0 ? 0 : r.slope_x * miss_x + r.slope_z * miss_z);
    r.residual = hypotl(miss_x, miss_z);
    r.velocity[0] = w.speed_x + sea->current_x;
    r.velocity[1] = w.speed_y;
    r.velocity[2] = w.speed_z + sea->current_z;
    r.rise = r.velocity[1] - r.velocity[0] * r.slope_x - r.velocity[2] * r.slope_z;
    normal_of(r.slope_x, r.slope_z, r.normal);
    return r;
}

oracle_surface oracle_surface_at(const oracle_sea *sea, real time, real x, real z, int inversion)
{
    const oracle_surface start = { .label_x = x, .label_z = z };
    return surface_from(sea, time, start, (const real[2]){ x, z }, inversion);
}

oracle_surface oracle_surface_beside(const oracle_sea *sea, real time, const oracle_surface *known, const real at[2],
                                     int inversion)
{
    if (inversion == 0) return oracle_surface_at(sea, time, at[0], at[1], 0);
    const water w = water_of(sea, time, known->label_x, known->label_z);
    real back_x, back_z;
    solve(&w, w.x - at[0], w.z - at[1], &back_x, &back_z);
    const oracle_surface start = { .label_x = known->label_x - back_x, .label_z = known->label_z - back_z };
    return surface_from(sea, time, start, at, inversion);
}

void oracle_finite_normal(const oracle_sea *sea, real time, const oracle_surface *here, const real at[2],
                          int inversion, real normal[3])
{
    const real offset = sea->normal_offset, at_x[2] = { at[0] + offset, at[1] }, at_z[2] = { at[0], at[1] + offset };
    const oracle_surface x = oracle_surface_beside(sea, time, here, at_x, inversion);
    const oracle_surface z = oracle_surface_beside(sea, time, here, at_z, inversion);
    normal_of((x.height - here->height) / offset, (z.height - here->height) / offset, normal);
}

/* cosh k (h - d) / cosh kh for sign 1, sinh k (h - d) / sinh kh for sign -1, without overflow; deep, exp(-kd) both. */
static real fading(real k, real h, real d, int sign)
{
    if (isinf(h)) return expl(-k * d);
    return expl(-k * d) * (1 + sign * expl(-2 * k * (h - d))) / (1 + sign * expl(-2 * k * h));
}

oracle_motion oracle_motion_at(const oracle_sea *sea, real time, const real label[2], real depth)
{
    oracle_motion r = { { sea->current_x, 0, sea->current_z }, { 0 } };
    const real below = fminl(fmaxl(depth, 0), sea->depth);
    for (int i = 0; i < sea->count; i++) {
        const oracle_wave *w = &sea->waves[i];
        const real angle = angle_of(w, time, label[0], label[1]), s = sinl(angle), c = cosl(angle);
        const real k = turn / w->wavelength, up = w->amplitude * fading(k, sea->depth, below, -1);
        const real along = w->steepness * w->amplitude * fading(k, sea->depth, below, 1);
        r.velocity[0] += along * w->sigma * w->along_x * c;
        r.velocity[1] += up * w->sigma * s;
        r.velocity[2] += along * w->sigma * w->along_z * c;
        r.acceleration[0] += along * w->sigma * w->sigma * w->along_x * s;
        r.acceleration[1] -= up * w->sigma * w->sigma * c;
        r.acceleration[2] += along * w->sigma * w->sigma * w->along_z * s;
    }
    return r;
}
