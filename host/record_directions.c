/* SPDX-License-Identifier: MIT
 *
 * The directions of the waves of a measured spectrum.  Each band has a distribution of its own:
 *
 *     density2                    as it is (record_plane.c)
 *     alpha1, r1, alpha2, r2      maximum entropy (record_mem.c)
 *     alpha1, r1 alone            cos^2s(half the angle) about alpha1 with the s that has this r1: s = r1 / (1 - r1)
 *     less                        cos^2s about the definition's heading with its spreading; 0 is long-crested
 *
 * The waves of a band are equally high, so its distribution is cut into as many equal parts as it has waves and each
 * wave takes one part: the moments r1 and r2 of the waves come close to the buoy's with few waves.
 *
 * Buoys say where waves come from, clockwise from north.  With north -z and east +x a wave from alpha travels with
 * heading -alpha, measured from +z towards +x: from the east (90 degrees) to the west, -x.
 *
 * Long double: see spectrum.h for the reason. */
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

typedef struct directions {
    const flo__plane *plane;    /* or NULL */
    int band;
    bool mem, compass;
    double mean;                /* rad: a heading, or where waves come from if compass */
    double table_s;             /* that the table is made for; 0: none */
    double s;                   /* without mem; 0: all waves along the mean */
    flo__mem entropy;
    flo__spread table;
} directions;

static bool given(const double *values, int i)
{
    return values != NULL && !isnan(values[i]);
}

static void make_directions(directions *d, const flo_record_def *def, const flo__plane *plane, int band)
{
    d->plane = plane->sector != NULL && flo__plane_density(plane, band) > 0 ? plane : NULL;
    d->band = band;
    if (d->plane != NULL) {
        d->compass = true;
        d->mean = 0;
        return;
    }
    d->compass = given(def->alpha1, band) && given(def->r1, band);
    d->mem = d->compass && given(def->alpha2, band) && given(def->r2, band);
    d->mean = d->compass ? def->alpha1[band] : def->heading;
    if (d->mem) {               /* about alpha1, so that c1 is real */
        const long double turn = 2 * ((long double)def->alpha2[band] - def->alpha1[band]);
        flo__mem_make(&d->entropy, def->r1[band], def->r2[band] * (cosl(turn) + sinl(turn) * I));
        return;
    }
    d->s = def->spreading;
    if (d->compass) {           /* r1 0 and 1 are limits: the table needs a finite s above 0 */
        const double r1 = fmin(def->r1[band], 0.999);
        d->s = fmax(r1 / (1 - r1), 1e-6);
    }
    if (d->s > 0 && d->s != d->table_s) {
        flo__spread_make(&d->table, d->s);
        d->table_s = d->s;
    }
}

static double draw_heading(const directions *d, double share)
{
    const long double angle = d->plane != NULL ? flo__plane_angle(d->plane, d->band, share)
                            : d->mem ? flo__mem_angle(&d->entropy, share)
                            : d->s > 0 ? flo__spread_angle(&d->table, share) : 0;
    if (!d->compass)
        return (double)(d->mean + angle);
    return (double)remainderl(-(d->mean + angle), 2 * FLO__PI);
}

/* Where in its band's distribution a wave stands. */
typedef struct place {
    double share;               /* 0 to 1 */
    int wave;
} place;

static int by_share(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->share != y->share)
        return x->share < y->share ? -1 : 1;
    return (x->wave > y->wave) - (x->wave < y->wave);
}

/* Hands the n waves of a band the shares (i + offset) / n, in the order of a sequence that is even over all waves, so
 * that waves of one direction are not neighbours, and single waves of neighbouring bands do not stand together.  A
 * direction is periodic in its share, and sums over equal steps of a period are exact but for the finest detail. */
static void spread_over_band(place *places, int first, int n, uint64_t key)
{
    for (int i = 0; i < n; ++i)
        places[i] = (place){flo__stratum(key, (uint32_t)(first + i)), first + i};
    const double offset = fmod(places[0].share * n, 1);
    qsort(places, (size_t)n, sizeof *places, by_share);
    for (int i = 0; i < n; ++i)
        places[i].share = (i + offset) / n;
}

flo_status flo__draw_headings(const flo_record_def *def, const flo__plane *plane, const int *band_of, flo_wave *waves)
{
    const uint64_t key = flo__split_seed(def->seed).direction;
    directions *d = calloc(1, sizeof *d);
    place *places = malloc((size_t)def->components * sizeof *places);
    flo_status status = FLO_OK;
    if (d == NULL || places == NULL) {
        status = flo__fail(FLO_NO_MEMORY, "record: no memory for the directions of %d waves", def->components);
        goto cleanup;
    }
    for (int first = 0, n = 0; first < def->components; first += n) {
        for (n = 1; first + n < def->components && band_of[first + n] == band_of[first];)
            ++n;
        make_directions(d, def, plane, band_of[first]);
        spread_over_band(places, first, n, key);
        for (int i = 0; i < n; ++i)
            waves[places[i].wave].heading = draw_heading(d, places[i].share);
    }
cleanup:
    free(places);
    free(d);
    return status;
}
