/* SPDX-License-Identifier: MIT
 *
 * Scenes: the spectrum that a sea was asked to have, kept beside the waves that were made of it so that both can be
 * drawn. */
#include "../spectrum.h"
#include "scene_parts.h"

#include <math.h>

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

/* The whole of it, in steps that are a hundredth of a frequency. */
static double energy(const flo_spectrum_def *def)
{
    double sum = 0;
    for (double x = log(0.2); x < log(30); x += 0.01) sum += 0.01 * (double)flo__spectrum_density(def, x);
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
        s->asked.density[i] = scale * (double)flo__spectrum_density(def, logl(f)) / f;
    }
    return status;
}

flo_status scene_keep_record(scene *s, const flo_record_def *def)
{
    flo__plane plane = {.count = 0};
    flo_status status = make_room(s, def->bands);
    if (!status && !def->density) status = flo__plane_make(&plane, def);
    for (int i = 0; i < def->bands && !status; i++) {
        s->asked.frequency[i] = def->frequency[i];
        s->asked.density[i] = def->density ? def->density[i] : (double)flo__plane_density(&plane, i);
    }
    flo__plane_free(&plane);
    return status;
}
