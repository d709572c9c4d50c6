/* SPDX-License-Identifier: MIT
 *
 * Seas from measured spectra: one number per frequency band, with directions where the buoy measures them; and from
 * computed ones, with a number for each frequency and direction.
 *
 * All waves get the same share of the energy below the cutoff: the cumulated spectrum is cut into as many equal parts
 * as there are waves, and each wave's frequency is drawn inside its part, so that many waves stand where much energy
 * is and no two have one frequency.  The energy above the cutoff is put back by making all waves a little higher: the
 * significant wave height is that of the whole record.
 *
 * Each wave has one direction, from the distribution of its band (record_directions.c, record_plane.c).
 *
 * Long double: see spectrum.h for the reason. */
#include "calls.h"
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

typedef struct band {
    long double low, high;      /* Hz, its edges */
    long double centre;         /* Hz */
    long double density;        /* m^2/Hz, 0 where it is missing */
    long double energy;         /* m^2 */
    long double below;          /* m^2, energy of the bands before it and below the cutoff */
    long double kept;           /* m^2, its own energy below the cutoff */
} band;

typedef struct bands {
    int count, peak;
    long double m0;             /* m^2 */
    long double cut;            /* Hz, the highest frequency kept */
    long double kept;           /* m^2 */
    band *band;
    flo__plane plane;           /* of density2 */
} bands;

flo_record_def flo_default_record_def(void)
{
    return (flo_record_def){
        .size = sizeof(flo_record_def),
        .spreading = 10,
        .components = 64,
        .seed = 1,
        .cutoff = 3,
        .steepness = 1,
        .gravity = 9.81,
        .depth = INFINITY,
    };
}

/* ---- checks ---------------------------------------------------------------------------------------------------- */

/* What must be there, and what must not, of a spectrum in frequency and direction. */
static flo_status check_plane_pointers(const flo_record_def *def)
{
    if (def->frequency == NULL || def->direction == NULL || def->density2 == NULL)
        return flo__fail(FLO_BAD_VALUE, "record: %s is NULL; with directions, a record needs frequency, direction and "
                                        "density2", def->frequency == NULL ? "frequency"
                                                    : def->direction == NULL ? "direction" : "density2");
    const char *const beside = def->density != NULL ? "density" : def->alpha1 != NULL ? "alpha1"
                             : def->alpha2 != NULL ? "alpha2" : def->r1 != NULL ? "r1" : def->r2 != NULL ? "r2" : NULL;
    if (beside != NULL)
        return flo__fail(FLO_BAD_VALUE, "record: %s is given beside density2; it must be NULL", beside);
    return FLO_OK;
}

static flo_status check_pointers(const flo_record_def *def)
{
    if (def->directions > 0)
        return check_plane_pointers(def);
    if (def->direction != NULL || def->density2 != NULL)
        return flo__fail(FLO_BAD_VALUE, "record: directions is 0, and %s is given; directions must tell how many there "
                                        "are", def->direction != NULL ? "direction" : "density2");
    if (def->frequency == NULL || def->density == NULL)
        return flo__fail(FLO_BAD_VALUE, "record: %s is NULL; a record needs frequency and density",
                         def->frequency == NULL ? "frequency" : "density");
    if ((def->alpha1 == NULL) != (def->r1 == NULL) || (def->alpha2 == NULL) != (def->r2 == NULL))
        return flo__fail(FLO_BAD_VALUE, "record: of %s one is NULL; they belong together: give both or neither",
                         (def->alpha1 == NULL) != (def->r1 == NULL) ? "alpha1 and r1" : "alpha2 and r2");
    if (def->alpha2 != NULL && def->alpha1 == NULL)
        return flo__fail(FLO_BAD_VALUE, "record: alpha1 is NULL; alpha2 and r2 need alpha1 and r1 beside them");
    return FLO_OK;
}

static flo_status refuse(const char *member, int i, double value, const char *allowed)
{
    return flo__fail(FLO_BAD_VALUE, "record: %s[%d] is %.10g; it must be %s", member, i, value, allowed);
}

static bool ratio_or_missing(const double *r, int i)
{
    return r == NULL || isnan(r[i]) || (r[i] >= 0 && r[i] <= 1);
}

static bool angle_or_missing(const double *alpha, int i)
{
    return alpha == NULL || !isinf(alpha[i]);
}

static flo_status check_band(const flo_record_def *def, int i)
{
    const double f = def->frequency[i], s = def->density != NULL ? def->density[i] : 0;
    if (!(f > 0 && isfinite(f)))
        return refuse("frequency", i, f, "above 0, finite (Hz)");
    if (i > 0 && !(f > def->frequency[i - 1]))
        return refuse("frequency", i, f, "above the one before it (Hz)");
    if (def->bandwidth != NULL && !(def->bandwidth[i] > 0 && def->bandwidth[i] <= 2 * f))
        return refuse("bandwidth", i, def->bandwidth[i], "above 0, at most twice the frequency (Hz)");
    if (!isnan(s) && !(s >= 0 && isfinite(s)))
        return refuse("density", i, s, "0 or more, finite, or NaN where it is missing (m^2/Hz)");
    const char *const angle = "finite, or NaN where it is missing (rad)";
    if (!angle_or_missing(def->alpha1, i))
        return refuse("alpha1", i, def->alpha1[i], angle);
    if (!angle_or_missing(def->alpha2, i))
        return refuse("alpha2", i, def->alpha2[i], angle);
    const char *const ratio = "0 to 1, or NaN where it is missing";
    if (!ratio_or_missing(def->r1, i))
        return refuse("r1", i, def->r1[i], ratio);
    if (!ratio_or_missing(def->r2, i))
        return refuse("r2", i, def->r2[i], ratio);
    return FLO_OK;
}

static flo_status check(const flo_record_def *def)
{
    if (def->size != sizeof *def)
        return flo__fail(FLO_BAD_DEFINITION, "record: size is %u; it must be %zu, as flo_default_record_def sets it",
                         (unsigned)def->size, sizeof *def);
    const bool some = def->directions >= 3 && def->directions <= 1000;
    const flo__rule rules[] = {{"bands", def->bands, def->bands >= 1 && def->bands <= 1000, "1 to 1000"},
                               {"directions", def->directions, def->directions == 0 || some, "3 to 1000, or 0"}};
    flo_status status = flo__check_rules("record", rules, 2);
    const flo__cutting cutting = {def->heading, def->spreading, def->cutoff, def->steepness,
                                  def->gravity, def->depth, def->components};
    if (status == FLO_OK)
        status = flo__check_cutting("record", &cutting);
    if (status == FLO_OK)
        status = check_pointers(def);
    for (int i = 0; i < def->bands && status == FLO_OK; ++i)
        status = check_band(def, i);
    return status;
}

/* ---- bands ----------------------------------------------------------------------------------------------------- */

/* The bands that NDBC's buoys report since the 1990s: one 0.02 Hz wide at 0.02 Hz, then 0.005, 0.01 and 0.02 Hz wide,
 * without gaps from 0.01 to 0.495 Hz. */
enum { NDBC_BANDS = 47 };

static void ndbc_band(int i, band *b)
{
    const int centre = i == 0 ? 200 : i < 14 ? 325 + 50 * (i - 1) : i < 40 ? 1000 + 100 * (i - 14)
                                                                           : 3650 + 200 * (i - 40);
    const int width = i == 0 ? 200 : i < 14 ? 50 : i < 40 ? 100 : 200;
    b->centre = centre / 1e4L;
    b->low = (centre - width / 2) / 1e4L;
    b->high = (centre + width / 2) / 1e4L;
}

/* True if the frequencies are a run of NDBC's, which its realtime files round to 0.001 Hz: 0.033 for 0.0325. */
static bool on_ndbc_grid(const flo_record_def *def, int *first)
{
    const double rounding = 0.00051;
    for (int start = 0; start + def->bands <= NDBC_BANDS; ++start) {
        int i = 0;
        for (; i < def->bands; ++i) {
            band b;
            ndbc_band(start + i, &b);
            if (fabs(def->frequency[i] - (double)b.centre) > rounding)
                break;
        }
        *first = start;
        if (i == def->bands)
            return true;
    }
    return false;
}

/* Edges half way to the neighbours; outermost bands end at their frequency, as the trapezoid rule has it. */
static void trapezoid(const double *f, int count, int i, band *b)
{
    b->centre = f[i];
    b->low = i > 0 ? ((long double)f[i - 1] + f[i]) / 2 : f[i];
    b->high = i + 1 < count ? ((long double)f[i] + f[i + 1]) / 2 : f[i];
}

/* The same, but outermost bands are symmetric, though none reaches below half its frequency. */
static void half_way(const double *f, int count, int i, band *b)
{
    const long double before = i > 0 ? (long double)f[i] - f[i - 1] : (long double)f[1] - f[0];
    const long double after = i + 1 < count ? (long double)f[i + 1] - f[i] : before;
    const long double left = i > 0 || before < f[0] ? before / 2 : f[0] / 2.0L;
    b->centre = f[i];
    b->low = f[i] - left;
    b->high = f[i] + after / 2;
}

static flo_status place_bands(const flo_record_def *def, band *b)
{
    int first = 0;
    const bool ndbc = def->bandwidth == NULL && def->directions == 0 && on_ndbc_grid(def, &first);
    if (def->bandwidth == NULL && !ndbc && def->bands == 1)
        return flo__fail(FLO_BAD_VALUE, "record: bandwidth is NULL; a single band, at %.10g Hz, %s needs it",
                         def->frequency[0], def->directions > 0 ? "of density2" : "that is none of NDBC's");
    for (int i = 0; i < def->bands; ++i) {
        if (ndbc) {
            ndbc_band(first + i, &b[i]);
        } else if (def->bandwidth == NULL && def->directions > 0) {
            trapezoid(def->frequency, def->bands, i, &b[i]);
        } else if (def->bandwidth == NULL) {
            half_way(def->frequency, def->bands, i, &b[i]);
        } else {
            b[i].centre = def->frequency[i];
            b[i].low = b[i].centre - def->bandwidth[i] / 2.0L;
            b[i].high = b[i].centre + def->bandwidth[i] / 2.0L;
        }
    }
    return FLO_OK;
}

/* The density of every band; one at least must be there. */
static flo_status fill_densities(const flo_record_def *def, bands *all)
{
    int missing = 0;
    for (int i = 0; i < def->bands; ++i) {
        const bool none = def->directions > 0 ? flo__plane_missing(&all->plane, i) : isnan(def->density[i]);
        missing += none;
        all->band[i].density = none ? 0 : def->directions > 0 ? flo__plane_density(&all->plane, i) : def->density[i];
    }
    if (missing < def->bands)
        return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "record: %s is missing (NaN) in all %d bands; it must be given in one at least",
                     def->directions > 0 ? "density2" : "density", missing);
}

static void free_bands(bands *all)
{
    free(all->band);
    flo__plane_free(&all->plane);
}

/* Checks the definition and works out its bands; to be freed whatever came back. */
static flo_status make_bands(const flo_record_def *def, bands *all)
{
    *all = (bands){0};
    flo_status status = check(def);
    if (status != FLO_OK)
        return status;
    all->count = def->bands;
    all->band = calloc((size_t)def->bands, sizeof *all->band);
    if (all->band == NULL)
        return flo__fail(FLO_NO_MEMORY, "record: no memory for %d bands", def->bands);
    if (def->directions > 0)
        status = flo__plane_make(&all->plane, def);
    if (status == FLO_OK)
        status = fill_densities(def, all);
    if (status == FLO_OK)
        status = place_bands(def, all->band);
    if (status != FLO_OK)
        return status;

    long double largest = 0;
    for (int i = 0; i < def->bands; ++i) {
        const long double density = all->band[i].density;
        all->band[i].energy = density * (all->band[i].high - all->band[i].low);
        all->m0 += all->band[i].energy;
        if (density > largest) {
            largest = density;
            all->peak = i;
        }
    }
    const bool flat = !(all->m0 > 0);   /* no peak, no cutoff: waves of no height, spread over all bands by width */
    all->cut = flat ? HUGE_VALL : def->cutoff * all->band[all->peak].centre;
    for (int i = 0; i < def->bands; ++i) {
        band *b = &all->band[i];
        const long double width = b->high - b->low;
        const long double part = all->cut >= b->high ? 1 : all->cut > b->low ? (all->cut - b->low) / width : 0;
        b->below = all->kept;
        b->kept = (flat ? width : b->energy) * part;
        all->kept += b->kept;
    }
    return FLO_OK;
}

static double mean_direction(const flo_record_def *def, const bands *all)
{
    if (def->directions > 0)
        return (double)flo__plane_mean(&all->plane, all->peak);
    return def->alpha1 != NULL ? def->alpha1[all->peak] : (double)NAN;
}

flo_status flo__call_record_get_info(const flo_record_def *def, flo_record_info *info)
{
    bands all;
    const flo_status status = make_bands(def, &all);
    if (status == FLO_OK) {
        long double m2 = 0;
        for (int i = 0; i < all.count; ++i)
            m2 += all.band[i].energy * all.band[i].centre * all.band[i].centre;
        const bool flat = !(all.m0 > 0);
        *info = (flo_record_info){
            .significant_wave_height = (double)(4 * sqrtl(all.m0)),
            .peak_period = flat ? 0 : (double)(1 / all.band[all.peak].centre),
            .mean_period = flat ? 0 : (double)sqrtl(all.m0 / m2),
            .mean_direction = flat ? (double)NAN : mean_direction(def, &all),
            .energy_kept = flat ? 1 : (double)(all.kept / all.m0),
        };
    }
    free_bands(&all);
    return status;
}

/* ---- waves ----------------------------------------------------------------------------------------------------- */

/* Everything but the headings, in the order of the energy, and each wave's band. */
static void cut(const flo_record_def *def, const bands *all, int *band_of, flo_wave *waves)
{
    flo__streams streams = flo__split_seed(def->seed);
    const int n = def->components;
    const double amplitude = (double)sqrtl(2 * all->m0 / n);
    int i = 0;
    for (int w = 0; w < n; ++w) {
        const long double energy = all->kept * (w + (long double)flo__random_unit(&streams.frequency)) / n;
        while (i + 1 < all->count && (all->band[i].kept <= 0 || energy >= all->band[i].below + all->band[i].kept))
            ++i;
        while (all->band[i].kept <= 0)  /* rounding led beyond the last band with energy */
            --i;
        const band *b = &all->band[i];
        const long double top = all->cut < b->high ? all->cut : b->high;
        const long double part = fminl((energy - b->below) / b->kept, 1);
        band_of[w] = i;
        waves[w] = (flo_wave){
            .amplitude = amplitude,
            .period = (double)(1 / (b->low + part * (top - b->low))),
            .steepness = def->steepness,
            .phase = (double)(2 * FLO__PI * flo__random_unit(&streams.phase)),
        };
    }
}

static int longer_first(const void *a, const void *b)
{
    const double x = ((const flo_wave *)a)->period, y = ((const flo_wave *)b)->period;
    return (x < y) - (x > y);
}

flo_status flo__call_record_waves(const flo_record_def *def, flo_wave *waves)
{
    bands all;
    int *band_of = NULL;
    flo_status status = make_bands(def, &all);
    if (status != FLO_OK)
        goto cleanup;
    band_of = malloc((size_t)def->components * sizeof *band_of);
    if (band_of == NULL) {
        status = flo__fail(FLO_NO_MEMORY, "record: no memory for %d waves", def->components);
        goto cleanup;
    }
    cut(def, &all, band_of, waves);
    status = flo__draw_headings(def, &all.plane, band_of, waves);
    if (status != FLO_OK)
        goto cleanup;
    qsort(waves, (size_t)def->components, sizeof *waves, longer_first);     /* given bandwidths may overlap */
    flo__separate_periods(waves, def->components);
cleanup:
    free(band_of);
    free_bands(&all);
    return status;
}
