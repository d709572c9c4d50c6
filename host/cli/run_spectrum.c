/* SPDX-License-Identifier: MIT
 *
 * spectrum.png: what the sea was asked to be, and what its waves are: the density, and the energy below each frequency,
 * which shows without any smoothing how a few waves stand for a spectrum.  A sea of given waves has only the latter. */
#include "run.h"

#include "../internal.h"
#include "../io/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 20 };           /* of waves, each of which has one point of the density */

typedef struct wave_energy {
    double frequency, energy;   /* Hz, m^2 */
} wave_energy;

typedef struct drawn {
    wave_energy *wave;          /* by frequency */
    int count;
    double *x, *density, *f, *below;        /* of groups; of waves, two points each */
    int groups;
    double *asked_below;
} drawn;

static int by_frequency(const void *a, const void *b)
{
    const double left = ((const wave_energy *)a)->frequency, right = ((const wave_energy *)b)->frequency;
    return (left > right) - (left < right);
}

static flo_status take_waves(const run *r, drawn *d)
{
    d->count = flo_sea_get_info(r->model.sea).waves;
    flo_wave *waves = calloc((size_t)d->count, sizeof *waves);
    d->wave = calloc((size_t)d->count, sizeof *d->wave);
    d->f = calloc(4 * (size_t)d->count + 2 * GROUPS, sizeof *d->f);
    d->asked_below = calloc((size_t)r->model.scene->asked.count + 1, sizeof *d->asked_below);
    const bool whole = waves && d->wave && d->f && d->asked_below;
    if (whole) {
        d->below = d->f + 2 * d->count;
        d->x = d->below + 2 * d->count;
        d->density = d->x + GROUPS;
        flo_sea_get_waves(r->model.sea, waves);
        for (int i = 0; i < d->count; i++) {
            d->wave[i].frequency = fabs(waves[i].angular_frequency) / (2 * acos(-1));
            d->wave[i].energy = waves[i].amplitude * waves[i].amplitude / 2;
        }
        qsort(d->wave, (size_t)d->count, sizeof *d->wave, by_frequency);
    }
    free(waves);
    return whole ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the spectrum");
}

/* A frequency between two neighbouring waves; beyond the outermost, as far as on their other side. */
static double border(const drawn *d, int at)
{
    const wave_energy *w = d->wave;
    if (at == 0) return fmax(0, 1.5 * w[0].frequency - 0.5 * w[1].frequency);
    if (at == d->count) return 1.5 * w[at - 1].frequency - 0.5 * w[at - 2].frequency;
    return 0.5 * (w[at - 1].frequency + w[at].frequency);
}

/* Energy over the width of as many neighbouring waves as make a steady figure. */
static void make_density(drawn *d)
{
    for (int g = 0; g < GROUPS; g++) {
        const int from = g * d->count / GROUPS, end = (g + 1) * d->count / GROUPS;
        double energy = 0;
        for (int i = from; i < end; i++) energy += d->wave[i].energy;
        const double low = border(d, from), high = border(d, end);
        if (end == from || !(high > low)) continue;
        d->x[d->groups] = (low + high) / 2;
        d->density[d->groups++] = energy / (high - low);
    }
}

/* Steps: at each wave its energy is added. */
static void make_below(const scene_spectrum *asked, drawn *d)
{
    double sum = 0;
    for (int i = 0; i < d->count; i++) {
        d->f[2 * i] = d->f[2 * i + 1] = d->wave[i].frequency;
        d->below[2 * i] = sum;
        d->below[2 * i + 1] = sum += d->wave[i].energy;
    }
    sum = 0;
    for (int i = 0; i < asked->count; i++) {
        const double before = i > 0 ? asked->density[i - 1] : 0, width = i > 0 ? asked->frequency[i] -
                                                                                  asked->frequency[i - 1] : 0;
        const double mean = (before + asked->density[i]) / 2;
        if (isfinite(mean)) sum += mean * width;
        d->asked_below[i] = sum;
    }
}

static flo_status draw(const run *r, const char *file, drawn *d)
{
    const scene_spectrum *asked = &r->model.scene->asked;
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    const size_t points = (size_t)asked->count, waves = (size_t)d->count;
    make_below(asked, d);
    if (points > 0 && d->count >= 2) make_density(d);
    const plot_curve density[] = {
        { "asked for", PLOT_LINE, points, asked->frequency, asked->density },
        { "the waves, in groups", PLOT_POINTS, (size_t)d->groups, d->x, d->density },
    };
    const plot_curve energy[] = {
        { "asked for", PLOT_LINE, points, asked->frequency, d->asked_below },
        { "the waves", PLOT_LINE, 2 * waves, d->f, d->below },
    };
    const plot_panel panels[] = {
        { .x_label = "frequency (Hz)", .y_label = "density (m²/Hz)", .curves = density, .curve_count = 2 },
        { .x_label = "frequency (Hz)", .y_label = "energy below it (m²)", .curves = energy, .curve_count = 2 },
    };
    char title[160];
    snprintf(title, sizeof title, "The sea: %d waves, Hs %.3g m, Tp %.3g s", sea.waves, sea.significant_wave_height,
             sea.peak_period);
    const plot_figure figure = { title, points > 0 ? panels : panels + 1, points > 0 ? 2 : 1 };
    return plot_draw_figure(file, &figure, r->stop);
}

flo_status run_spectrum_draw(const run *r, const char *file)
{
    drawn d = { .count = 0 };
    if (!ranks_speaks(&r->team)) return FLO_OK;
    flo_status status = take_waves(r, &d);
    if (!status) status = draw(r, file, &d);
    free(d.wave);
    free(d.f);
    free(d.asked_below);
    return status;
}
