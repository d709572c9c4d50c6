/* SPDX-License-Identifier: MIT
 *
 * Seas from a name and a few numbers: Pierson-Moskowitz, JONSWAP and TMA spectra, cut into waves.
 *
 * One wave stands for one bin of frequencies and carries all of its energy.  Bins are cut so that each has an equal
 * share of two things, half of the energy and half of the octaves: the waves that carry the sea are then dense at the
 * peak, and the short ones that make its slope are there, too.  Inside its bin a frequency is drawn in proportion to
 * the energy, so that the sea does not repeat and the expected value of every moment of the spectrum is right.  Each
 * wave has one direction, evenly spread over the distribution among neighbours in frequency; two directions at one
 * frequency would make standing patterns.
 *
 * Long double: see spectrum.h for the reason. */
#include "calls.h"
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

/* In peak frequencies.  Less than 7e-5 of the energy of a Pierson-Moskowitz spectrum lies below, of others less. */
static const long double lowest_frequency = 0.6L;

flo_spectrum_def flo_default_spectrum_def(void)
{
    return (flo_spectrum_def){
        .size = sizeof(flo_spectrum_def),
        .type = FLO_JONSWAP,
        .gamma = 3.3,
        .spreading = 10,
        .components = 64,
        .seed = 1,
        .cutoff = 3,
        .steepness = 1,
        .gravity = 9.81,
        .depth = INFINITY,
    };
}

flo_status flo__check_rules(const char *what, const flo__rule *rules, int count)
{
    for (int i = 0; i < count; ++i)
        if (!rules[i].good)
            return flo__fail(FLO_BAD_VALUE, "%s: %s is %.10g; it must be %s", what, rules[i].member, rules[i].value,
                             rules[i].allowed);
    return FLO_OK;
}

flo_status flo__check_cutting(const char *what, const flo__cutting *c)
{
    const flo__rule rules[] = {
        {"heading", c->heading, fabs(c->heading) <= 13, "-13 to 13 (rad)"},
        {"spreading", c->spreading, c->spreading >= 0 && isfinite(c->spreading), "0 or more, finite"},
        {"components", c->components, c->components >= 1 && c->components <= 100000, "1 to 100000"},
        {"cutoff", c->cutoff, c->cutoff > 1 && isfinite(c->cutoff), "above 1, finite (peak frequencies)"},
        {"steepness", c->steepness, c->steepness >= 0 && c->steepness <= 1, "0 to 1"},
        {"gravity", c->gravity, c->gravity > 0 && isfinite(c->gravity), "above 0, finite (m/s^2)"},
        {"depth", c->depth, c->depth > 0, "above 0, may be infinite (m)"},
    };
    return flo__check_rules(what, rules, (int)(sizeof rules / sizeof rules[0]));
}

static flo_status check(const flo_spectrum_def *def)
{
    if (def->size != sizeof *def)
        return flo__fail(FLO_BAD_DEFINITION, "spectrum: size is %u; it must be %zu, as flo_default_spectrum_def sets "
                                             "it", (unsigned)def->size, sizeof *def);
    const int type = (int)def->type;
    const double hs = def->significant_wave_height, tp = def->peak_period;
    const flo__rule rules[] = {
        {"type", type, type >= 0 && type <= 2, "0 (Pierson-Moskowitz), 1 (JONSWAP) or 2 (TMA)"},
        {"significant_wave_height", hs, hs >= 0 && isfinite(hs), "0 or more, finite (m)"},
        {"peak_period", tp, tp > 0 && isfinite(tp), "above 0, finite (s)"},
        {"gamma", def->gamma, def->gamma >= 1 && isfinite(def->gamma), "1 or more, finite"},
    };
    const flo_status status = flo__check_rules("spectrum", rules, (int)(sizeof rules / sizeof rules[0]));
    if (status != FLO_OK)
        return status;
    const flo__cutting cutting = {def->heading, def->spreading, def->cutoff, def->steepness,
                                  def->gravity, def->depth, def->components};
    return flo__check_cutting("spectrum", &cutting);
}

/* ---- the spectrum ---------------------------------------------------------------------------------------------- */

/* What shallow water takes from waves of relative depth kh (S. A. Kitaigorodskii, V. P. Krasitskii and
 * M. M. Zaslavskii, 1975). */
static long double depth_factor(long double kh)
{
    if (kh > 50)
        return 1;
    const long double t = tanhl(kh);
    return t * t / (1 + 2 * kh / sinhl(2 * kh));
}

/* W. J. Pierson and L. Moskowitz, 1964, in the form of C. L. Bretschneider, 1959; K. Hasselmann et al., 1973 (JONSWAP);
 * E. Bouws et al., 1985 (TMA). */
long double flo__spectrum_density(const flo_spectrum_def *def, long double x)
{
    const long double f = expl(x);
    const long double f4 = f * f * f * f;
    long double log_density = -4 * x - 1.25L / f4;
    if (def->type != FLO_PIERSON_MOSKOWITZ) {
        const long double from_peak = (f - 1) / (f <= 1 ? 0.07L : 0.09L);
        log_density += logl(def->gamma) * expm1l(-0.5L * from_peak * from_peak); /* 1 at the peak, 1/gamma far off */
    }
    long double density = expl(log_density);
    if (def->type == FLO_TMA && !isinf(def->depth)) {
        const long double sigma = 2 * FLO__PI / def->peak_period * f;
        density *= depth_factor(flo__relative_depth(sigma * sigma / def->gravity * def->depth));
    }
    return density;
}

/* The energy below each of a row of nodes in x; the peak, where JONSWAP has a kink, is one of them. */
typedef struct energy_table {
    int cells;
    long double *x;             /* cells + 1 nodes */
    long double *below;         /* energy below each */
} energy_table;

static const int cells_per_unit = 1024;     /* of x: 0.1 % of the frequency; JONSWAP's peak is 7 % wide */

static int cells_over(long double x)
{
    const long double cells = ceill(x * cells_per_unit);
    return cells < 1 ? 1 : cells > 65536 ? 65536 : (int)cells;
}

static flo_status table_make(energy_table *table, const flo_spectrum_def *def)
{
    const long double start = logl(lowest_frequency), end = logl(def->cutoff);
    const int left = cells_over(-start), right = cells_over(end);
    table->cells = left + right;
    table->x = malloc(((size_t)table->cells + 1) * 2 * sizeof *table->x);
    if (table->x == NULL)
        return flo__fail(FLO_NO_MEMORY, "spectrum: no memory for a table of %d cells", table->cells);
    table->below = table->x + table->cells + 1;
    for (int i = 0; i <= table->cells; ++i)
        table->x[i] = i < left ? start * (left - i) / left : end * (i - left) / right;

    table->below[0] = 0;
    long double first = flo__spectrum_density(def, start);
    for (int i = 0; i < table->cells; ++i) {
        const long double width = table->x[i + 1] - table->x[i];
        const long double middle = flo__spectrum_density(def, table->x[i] + width / 2);
        const long double last = flo__spectrum_density(def, table->x[i + 1]);
        table->below[i + 1] = table->below[i] + width * (first + 4 * middle + last) / 6; /* Simpson */
        first = last;
    }
    return FLO_OK;
}

/* ---- cutting it ------------------------------------------------------------------------------------------------ */

/* Where a bin begins: x, and the energy below it. */
typedef struct bin_edge {
    long double x, below;
} bin_edge;

/* A table's row at a mix of energy and octaves: `energy` 1 looks up energy alone, 0 octaves alone. */
static bin_edge table_find(const energy_table *table, long double energy, long double share)
{
    const long double *x = table->x, *below = table->below;
    const long double per_energy = energy / below[table->cells];
    const long double per_x = (1 - energy) / (x[table->cells] - x[0]);
    int low = 0, high = table->cells;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (per_energy * below[middle] + per_x * (x[middle] - x[0]) <= share)
            low = middle;
        else
            high = middle;
    }
    const long double inside = per_energy * (below[high] - below[low]) + per_x * (x[high] - x[low]);
    const long double before = per_energy * below[low] + per_x * (x[low] - x[0]);
    long double part = inside > 0 ? (share - before) / inside : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return (bin_edge){x[low] + part * (x[high] - x[low]), below[low] + part * (below[high] - below[low])};
}

void flo__separate_periods(flo_wave *waves, int count)
{
    for (int i = 1; i < count; ++i)
        if (waves[i].period >= waves[i - 1].period)
            waves[i].period = nextafter(waves[i - 1].period, 0);
}

static void cut(const flo_spectrum_def *def, const energy_table *table, const flo__spread *spread, flo_wave *waves)
{
    flo__streams streams = flo__split_seed(def->seed);
    const int n = def->components;
    const long double all = table->below[table->cells];
    const long double variance = (long double)def->significant_wave_height * def->significant_wave_height / 16;
    bin_edge low = {table->x[0], 0};
    for (int i = 0; i < n; ++i) {
        const bin_edge high = i + 1 < n ? table_find(table, 0.5L, (long double)(i + 1) / n)
                                        : (bin_edge){table->x[table->cells], all};
        const long double energy = high.below - low.below;
        const long double u = flo__random_unit(&streams.frequency);
        const long double x = energy > 0 ? table_find(table, 1, (low.below + u * energy) / all).x
                                         : low.x + u * (high.x - low.x);
        waves[i] = (flo_wave){
            .amplitude = (double)sqrtl(2 * variance * energy / all),
            .period = (double)(def->peak_period * expl(-x)),
            .heading = def->heading,
            .steepness = def->steepness,
            .phase = (double)(2 * FLO__PI * flo__random_unit(&streams.phase)),
        };
        if (def->spreading > 0)
            waves[i].heading = (double)(def->heading
                                        + flo__spread_angle(spread, flo__stratum(streams.direction, (uint32_t)i)));
        low = high;
    }
    flo__separate_periods(waves, n);
}

flo_status flo__call_spectrum_waves(const flo_spectrum_def *def, flo_wave *waves)
{
    flo_status status = check(def);
    if (status != FLO_OK)
        return status;
    energy_table table = {0};
    flo__spread *spread = NULL;
    status = table_make(&table, def);
    if (status != FLO_OK)
        goto cleanup;
    if (def->spreading > 0) {
        spread = malloc(sizeof *spread);
        if (spread == NULL) {
            status = flo__fail(FLO_NO_MEMORY, "spectrum: no memory for a table of directions");
            goto cleanup;
        }
        flo__spread_make(spread, def->spreading);
    }
    cut(def, &table, spread, waves);
cleanup:
    free(spread);
    free(table.x);
    return status;
}
