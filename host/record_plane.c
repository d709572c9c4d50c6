/* SPDX-License-Identifier: MIT
 *
 * Spectra in frequency and direction, as wave models compute them: what each band has in all, which way it goes, and
 * where in its directions a share of it stands.
 *
 * A direction stands for its sector of the circle, which ends half way to the neighbours on both sides; the density is
 * even over a sector.  So the waves of a band, which take equal shares of it, stand wherever the spectrum has energy,
 * and not at its directions alone.  Models may compute a part of the circle only: the outermost sectors then reach as
 * far outwards as inwards, and what is beyond is empty.
 *
 * Long double: see spectrum.h for the reason. */
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

static const long double turn = 2 * FLO__PI;

/* ---- sectors --------------------------------------------------------------------------------------------------- */

typedef struct spoke {
    long double angle;          /* rad, -pi to pi */
    int index;                  /* in the definition */
} spoke;

static int by_angle(const void *a, const void *b)
{
    const spoke *x = a, *y = b;
    if (x->angle != y->angle)
        return x->angle < y->angle ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* From a spoke to the next one round the circle. */
static long double gap_after(const spoke *spokes, int count, int i)
{
    return i + 1 < count ? spokes[i + 1].angle - spokes[i].angle : spokes[0].angle + turn - spokes[i].angle;
}

static flo_status refuse_equal(const flo_record_def *def, const spoke *spokes, int i)
{
    const int one = spokes[i].index, other = spokes[(i + 1) % def->directions].index;
    const int later = one > other ? one : other;
    return flo__fail(FLO_BAD_VALUE,
                     "record: direction[%d] is %.10g, that of direction[%d], too; no two may be the same "
                     "(rad)",
                     later, def->direction[later], one > other ? other : one);
}

/* Sectors once round, from the spoke behind an open gap on, if there is one. */
static void place_sectors(const spoke *spokes, int count, flo__plane *plane)
{
    int widest = count - 1;
    long double second = 0;
    for (int i = 0; i < count - 1; ++i)
        if (gap_after(spokes, count, i) > gap_after(spokes, count, widest))
            widest = i;
    for (int i = 0; i < count; ++i)
        if (i != widest)
            second = fmaxl(second, gap_after(spokes, count, i));
    const bool open = gap_after(spokes, count, widest) > 2.000001L * second;      /* twice, and no rounding */
    for (int k = 0; k < count; ++k) {
        const int i = open ? (widest + 1 + k) % count : k, previous = (i + count - 1) % count;
        const long double before = gap_after(spokes, count, open && k == 0 ? i : previous);
        const long double after = gap_after(spokes, count, open && k == count - 1 ? previous : i);
        plane->sector[k] = (flo__sector){spokes[i].index, spokes[i].angle - before / 2, (before + after) / 2};
    }
}

static flo_status check_cells(const flo_record_def *def)
{
    for (int i = 0; i < def->bands; ++i) {
        for (int j = 0; j < def->directions; ++j) {
            const double s = def->density2[(size_t)i * (size_t)def->directions + (size_t)j];
            if (!isnan(s) && !(s >= 0 && isfinite(s)))
                return flo__fail(FLO_BAD_VALUE, "record: density2 of band %d and direction %d is %.10g; it must be 0 "
                                                "or more, finite, or NaN where it is missing (m^2/Hz/rad)", i, j, s);
        }
    }
    return FLO_OK;
}

flo_status flo__plane_make(flo__plane *plane, const flo_record_def *def)
{
    *plane = (flo__plane){.count = def->directions, .density = def->density2};
    flo_status status = FLO_OK;
    spoke *const spokes = malloc((size_t)def->directions * sizeof *spokes);
    plane->sector = malloc((size_t)def->directions * sizeof *plane->sector);
    if (spokes == NULL || plane->sector == NULL) {
        status = flo__fail(FLO_NO_MEMORY, "record: no memory for %d directions", def->directions);
        goto cleanup;
    }
    for (int j = 0; j < def->directions; ++j) {
        const double d = def->direction[j];
        if (!(d >= -13 && d <= 13)) {
            status = flo__fail(FLO_BAD_VALUE, "record: direction[%d] is %.10g; it must be -13 to 13 (rad)", j, d);
            goto cleanup;
        }
        spokes[j] = (spoke){remainderl(d, turn), j};
    }
    qsort(spokes, (size_t)def->directions, sizeof *spokes, by_angle);
    for (int i = 0; i < def->directions && status == FLO_OK; ++i)
        if (!(gap_after(spokes, def->directions, i) > 1e-9L))
            status = refuse_equal(def, spokes, i);
    if (status == FLO_OK)
        status = check_cells(def);
    if (status == FLO_OK)
        place_sectors(spokes, def->directions, plane);
cleanup:
    free(spokes);
    return status;
}

void flo__plane_free(flo__plane *plane)
{
    free(plane->sector);
    plane->sector = NULL;
}

/* ---- bands ----------------------------------------------------------------------------------------------------- */

/* m^2/Hz of one sector; what is missing is nothing. */
static long double part_of(const flo__plane *plane, int band, int k)
{
    const double s = plane->density[(size_t)band * (size_t)plane->count + (size_t)plane->sector[k].index];
    return isnan(s) ? 0 : s * plane->sector[k].width;
}

long double flo__plane_density(const flo__plane *plane, int band)
{
    long double sum = 0;
    for (int k = 0; k < plane->count; ++k)
        sum += part_of(plane, band, k);
    return sum;
}

bool flo__plane_missing(const flo__plane *plane, int band)
{
    for (int j = 0; j < plane->count; ++j)
        if (!isnan(plane->density[(size_t)band * (size_t)plane->count + (size_t)j]))
            return false;
    return true;
}

/* A sector counts as its middle; all of one width, they would all shorten the vector alike. */
long double flo__plane_mean(const flo__plane *plane, int band)
{
    long double east = 0, north = 0;
    for (int k = 0; k < plane->count; ++k) {
        const long double middle = plane->sector[k].low + plane->sector[k].width / 2;
        east += part_of(plane, band, k) * sinl(middle);
        north += part_of(plane, band, k) * cosl(middle);
    }
    const long double mean = atan2l(east, north);
    return mean < 0 ? mean + turn : mean;
}

long double flo__plane_angle(const flo__plane *plane, int band, double share)
{
    const long double wanted = share * flo__plane_density(plane, band);
    long double below = 0;
    int last = 0;
    for (int k = 0; k < plane->count; ++k) {
        const long double part = part_of(plane, band, k);
        if (part > 0 && below + part > wanted)
            return plane->sector[k].low + (wanted - below) / part * plane->sector[k].width;
        if (part > 0)
            last = k;
        below += part;
    }
    return plane->sector[last].low + plane->sector[last].width;    /* rounding led beyond the last of them */
}
