/* SPDX-License-Identifier: MIT
 *
 * Scenes: the spectrum that a sea was asked to have, kept beside the waves that were made of it so that both can be
 * drawn. */
#include "scene_parts.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 400 };          /* of a curve */

#define LOWEST 0.4              /* peak frequencies */

static flo_status make_room(scene *s, int count)
{
    s->asked.frequency = scene_allocate(s, 2 * (size_t)count, sizeof *s->asked.frequency);
    if (!s->asked.frequency) return FLO_NO_MEMORY;
    s->asked.density = s->asked.frequency + count;
    s->asked.count = count;
    return FLO_OK;
}

/* Energy per frequency, up to a factor, at so many peak frequencies: C. L. Bretschneider, 1959; K. Hasselmann et al.,
 * 1973; E. Bouws et al., 1985. */
static double density_at(const flo_spectrum_def *def, double f)
{
    const double pi = acos(-1), from_peak = (f - 1) / (f <= 1 ? 0.07 : 0.09);
    double density = pow(f, -5) * exp(-1.25 * pow(f, -4));
    if (def->type != FLO_PIERSON_MOSKOWITZ) density *= pow(def->gamma, exp(-0.5 * from_peak * from_peak));
    if (def->type == FLO_TMA && isfinite(def->depth)) {
        const double kh = def->depth * flo__wavenumber(2 * pi * f / def->peak_period, def->gravity, def->depth);
        density *= kh > 50 ? 1 : tanh(kh) * tanh(kh) / (1 + 2 * kh / sinh(2 * kh));
    }
    return density;
}

/* The whole of it, in steps that are a hundredth of a frequency. */
static double energy(const flo_spectrum_def *def)
{
    double sum = 0;
    for (double x = log(0.2); x < log(30); x += 0.01) sum += 0.01 * exp(x) * density_at(def, exp(x));
    return sum;
}

flo_status scene_keep_spectrum(scene *s, const flo_spectrum_def *def)
{
    const double peak = 1 / def->peak_period, hs = def->significant_wave_height;
    const double most = fmin(1.1 * def->cutoff, 6), scale = hs * hs / 16 / energy(def) / peak;
    const flo_status status = make_room(s, POINTS);
    for (int i = 0; i < POINTS && !status; i++) {
        const double f = LOWEST + (most - LOWEST) * i / (POINTS - 1);
        s->asked.frequency[i] = f * peak;
        s->asked.density[i] = scale * density_at(def, f);
    }
    return status;
}

/* A band's density, in all directions. */
static double band_density(const flo_record_def *def, int band)
{
    if (def->density) return def->density[band];
    const double whole = 2 * acos(-1);
    double sum = 0;             /* sectors of about the same width: good for a picture */
    for (int i = 0; i < def->directions; i++) {
        const double density = def->density2[(size_t)band * (size_t)def->directions + (size_t)i];
        if (isfinite(density)) sum += density * whole / def->directions;
    }
    return sum;
}

flo_status scene_keep_record(scene *s, const flo_record_def *def)
{
    const flo_status status = make_room(s, def->bands);
    for (int i = 0; i < def->bands && !status; i++) {
        s->asked.frequency[i] = def->frequency[i];
        s->asked.density[i] = band_density(def, i);
    }
    return status;
}
