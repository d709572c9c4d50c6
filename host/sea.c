/* SPDX-License-Identifier: MIT
 *
 * Seas: from waves as people give them to the tables that kernels read.
 *
 * All that depends on position or time without bound becomes integers here: a wave vector is rounded to 2^-64 turn per
 * 2^-20 m, which a thousand kilometres out is 2e-7 rad, and the turns since time 0 are reduced exactly. */
#include "calls.h"
#include "sea.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const long double turn = 6.283185307179586476925286766559L;

/* Rounding in the caller's degrees or decimals must not refuse a wave that is just at a limit. */
static const double slack = 1e-9;

flo_sea_def flo_default_sea_def(void)
{
    return (flo_sea_def){ .size = sizeof(flo_sea_def), .gravity = 9.81, .density = 1025, .depth = INFINITY,
                          .inversion = 2 };
}

static flo_status check_def(const flo_sea_def *def)
{
    if (def->size != sizeof *def) return flo__fail(FLO_BAD_DEFINITION, "take flo_sea_def from flo_default_sea_def()");
    if (!(def->gravity > 0 && def->gravity <= 1000)) {
        return flo__fail(FLO_BAD_VALUE, "gravity is %g m/s^2; it must be above 0 and at most 1000", def->gravity);
    }
    if (!(def->density > 0 && def->density <= 1e5)) {
        return flo__fail(FLO_BAD_VALUE, "density is %g kg/m^3; it must be above 0 and at most 100000", def->density);
    }
    if (!(fabs(def->level) <= 1e6)) {
        return flo__fail(FLO_BAD_VALUE, "level is %g m; it must be -1e6 to 1e6", def->level);
    }
    if (!(def->depth > 0)) {
        return flo__fail(FLO_BAD_VALUE, "depth is %g m; it must be above 0, infinite for deep water", def->depth);
    }
    for (int i = 0; i < 2; i++) {
        if (fabs(def->current[i]) <= 100) continue;
        return flo__fail(FLO_BAD_VALUE, "current[%d] is %g m/s; it must be -100 to 100", i, def->current[i]);
    }
    if (def->inversion < 0 || def->inversion > 16) {
        return flo__fail(FLO_BAD_VALUE, "inversion is %d; it must be 0 to 16", def->inversion);
    }
    if (!(def->normal_offset == 0 || (def->normal_offset >= 0.001 && def->normal_offset <= 1000))) {
        return flo__fail(FLO_BAD_VALUE, "normal_offset is %g m; it must be 0, or 0.001 to 1000", def->normal_offset);
    }
    if (def->wave_count < 0 || def->wave_count > 100000) {
        return flo__fail(FLO_BAD_VALUE, "wave_count is %d; it must be 0 to 100000", def->wave_count);
    }
    if (def->wave_count > 0 && !def->waves) {
        return flo__fail(FLO_BAD_VALUE, "wave_count is %d, but waves is NULL", def->wave_count);
    }
    return FLO_OK;
}

/* Whether a wave has length, period and frequency that belong together, as flo_sea_get_waves() gives them. */
static bool is_filled_in(const flo_wave *w, double gravity, double depth)
{
    if (!(w->wavelength >= 1e-3 && w->period > 0 && (w->wavelength <= 1e7 || w->period <= 1e5))) return false;
    const long double k = turn / w->wavelength, limit = isinf(depth) ? 1 : tanhl(k * depth), near = 1e-12L;
    return fabsl(sqrtl(gravity * k * limit) * w->period / turn - 1) <= near
           && fabsl(w->angular_frequency * w->period / turn - 1) <= near;
}

/* What can be wrong with one wave before its length is known. */
static flo_status check_wave(const flo_wave *w, const flo_sea_def *def, int i)
{
    const bool filled_in = is_filled_in(w, def->gravity, def->depth);
    if (!(w->amplitude >= 0 && w->amplitude <= 1000)) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d].amplitude is %g m; it must be 0 to 1000", i, w->amplitude);
    }
    if (w->own_frequency) {
        if (!(fabs(w->angular_frequency) <= 1e4)) {
            return flo__fail(FLO_BAD_VALUE, "waves[%d].angular_frequency is %g rad/s; it must be -1e4 to 1e4", i,
                             w->angular_frequency);
        }
        if (!(w->wavelength > 0)) {
            return flo__fail(FLO_BAD_VALUE, "waves[%d] has its own angular_frequency and needs a wavelength, too", i);
        }
    } else if ((w->wavelength != 0) == (w->period != 0) && !filled_in) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d] has a wavelength of %g m and a period of %g s; "
                         "give one of them and leave the other 0", i, w->wavelength, w->period);
    }
    if (w->wavelength != 0 && !filled_in && !(w->wavelength >= 1e-3 && w->wavelength <= 1e7)) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d].wavelength is %g m; it must be 0.001 to 1e7", i, w->wavelength);
    }
    if (w->wavelength == 0 && !(w->period >= 1e-3 && w->period <= 1e5)) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d].period is %g s; it must be 0.001 to 1e5", i, w->period);
    }
    if (!(fabs(w->heading) <= 17)) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d].heading is %g; it must be -17 to 17, in radians", i, w->heading);
    }
    if (!isfinite(w->phase)) return flo__fail(FLO_BAD_VALUE, "waves[%d].phase is %g; it must be finite", i, w->phase);
    return FLO_OK;
}

/* What must hold once it is: no wave loops by itself. */
static flo_status check_steepness(const flo_wave *w, double k, double depth, int i)
{
    const double most = isinf(depth) ? 1 : (double)(1 / tanhl((long double)k * depth));
    if (!(w->wavelength >= 1e-3)) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d] with a period of %g s is %g m long; at least 0.001 m is allowed", i,
                         w->period, w->wavelength);
    }
    if (!(w->steepness >= 0 && w->steepness <= most * (1 + slack))) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d].steepness is %g; it must be 0 to %g", i, w->steepness, most);
    }
    if (w->steepness * k * w->amplitude > 1 + slack) {
        return flo__fail(FLO_BAD_VALUE, "waves[%d] loops: steepness * k * amplitude is %g; it must be at most 1", i,
                         w->steepness * k * w->amplitude);
    }
    return FLO_OK;
}

/* Fills in what follows from the dispersion relation, unless that is done.  Long double and one rounding at the end:
 * the last bit of a double function depends on the processor, and a sea must not. */
static double wave_disperse(flo_wave *w, double gravity, double depth)
{
    if (w->wavelength == 0) {
        w->angular_frequency = (double)(turn / w->period);
        w->wavelength = (double)(turn / flo__wavenumber(w->angular_frequency, gravity, depth));
    }
    const long double k = turn / w->wavelength;
    if (w->period != 0 && !w->own_frequency) return (double)k;
    if (!w->own_frequency) {
        const long double limit = isinf(depth) ? 1 : tanhl(k * depth);
        w->angular_frequency = (double)sqrtl(gravity * k * limit);
    }
    w->period = w->angular_frequency != 0 ? (double)(turn / fabs(w->angular_frequency)) : INFINITY;
    return (double)k;
}

/* A sine in the tables is divided by this (kernels/trig.h). */
static const double root_2 = 1.41421356237309504880;

/* Row i of the tables, from a wave whose k is known. */
static void sea_set_row(flo_sea *sea, int i, const flo_wave *w, double depth, const double *current)
{
    const double x = (double)sinl(w->heading), z = (double)cosl(w->heading), per_turn = (double)(1 / turn);
    const double a = w->amplitude, qa = w->steepness * a, sigma = w->angular_frequency;
    const double turns_x = x / w->wavelength, turns_z = z / w->wavelength;
    const double still = w->own_frequency || w->period == INFINITY ? sigma * per_turn : 1 / w->period;
    const double k = (double)(turn / w->wavelength), start = w->phase * per_turn;
    const double fade = (double)expl(-2 * k * (long double)depth);
    sea->frequency[i] = still + turns_x * current[0] + turns_z * current[1];
    sea->start[i] = start - rint(start);
    sea->keys[i] = (sea_key){ llrint(turns_x * 0x1p44), llrint(turns_z * 0x1p44) };
    sea->table[i] = (sea_wave){
        .turns_x = (float)turns_x, .turns_z = (float)turns_z,
        .shift_x = (float)(root_2 * qa * x), .shift_z = (float)(root_2 * qa * z),
        .strain_xx = (float)(qa * k * x * x), .strain_xz = (float)(qa * k * x * z),
        .strain_zz = (float)(qa * k * z * z),
        .height = (float)a, .slope_x = (float)(root_2 * a * k * x), .slope_z = (float)(root_2 * a * k * z),
        .climb = (float)(root_2 * a * sigma), .drift_x = (float)(qa * sigma * x), .drift_z = (float)(qa * sigma * z),
        .wavenumber = (float)k, .frequency = (float)sigma,
        .bottom = fade < 1e-30 ? 0.0f : (float)fmin(fade, 1 - 0x1p-20),
    };
}

/* Shortest first, and of equal ones the first given. */
static int by_length(const void *a, const void *b)
{
    const flo_wave *p = *(const flo_wave *const *)a, *q = *(const flo_wave *const *)b;
    return p->wavelength != q->wavelength ? (p->wavelength > q->wavelength) - (p->wavelength < q->wavelength)
                                          : (p > q) - (p < q);
}

/* The tables, shortest waves first.  Polynomials can hold those at the end; and sums are most exact when what is small
 * is added first. */
static flo_status sea_set_rows(flo_sea *sea, double depth, const double *current)
{
    const int count = sea->numbers.waves;
    const flo_wave **order = malloc(((size_t)count + 1) * sizeof *order);
    if (!order) return flo__fail(FLO_NO_MEMORY, "no memory for a sea of %d waves", count);
    for (int i = 0; i < count; i++) order[i] = &sea->waves[i];
    qsort(order, (size_t)count, sizeof *order, by_length);
    for (int i = 0; i < count; i++) {
        sea->order[i] = (int)(order[i] - sea->waves);
        sea_set_row(sea, i, order[i], depth, current);
    }
    free(order);
    return FLO_OK;
}

static void sea_add_up(flo_sea *sea, const flo_wave *w, double k)
{
    const double qak = w->steepness * w->amplitude * k;
    sea->info.amplitude_sum += w->amplitude;
    sea->info.steepness_sum += qak;
    sea->info.mean_level += qak * w->amplitude / 2;
}

/* How far the waves together can shift water. */
static double sea_shift(const flo_sea *sea)
{
    double shift = 0;
    for (int i = 0; i < sea->numbers.waves; i++) shift += sea->waves[i].steepness * sea->waves[i].amplitude;
    return shift;
}

static flo_status sea_set_waves(flo_sea *sea, const flo_sea_def *def)
{
    for (int i = 0; i < def->wave_count; i++) {
        flo_status status = check_wave(&def->waves[i], def, i);
        if (status) return status;
        sea->waves[i] = def->waves[i];
        const double k = wave_disperse(&sea->waves[i], def->gravity, def->depth);
        status = check_steepness(&sea->waves[i], k, def->depth, i);
        if (status) return status;
        sea_add_up(sea, &sea->waves[i], k);
    }
    if (sea->info.amplitude_sum > 1000) {
        return flo__fail(FLO_BAD_VALUE, "the amplitudes of the waves add up to %g m; at most 1000 m is allowed",
                         sea->info.amplitude_sum);
    }
    if (sea_shift(sea) > 1000) {
        return flo__fail(FLO_BAD_VALUE, "the waves together can shift water by %g m, the sum of steepness * amplitude; "
                         "at most 1000 m is allowed", sea_shift(sea));
    }
    return sea_set_rows(sea, def->depth, def->current);
}

typedef struct band { double frequency, energy; } band;

static int by_frequency(const void *a, const void *b)
{
    const double x = ((const band *)a)->frequency, y = ((const band *)b)->frequency;
    return (x > y) - (x < y);
}

/* The energy-weighted mean period of the fifth of an octave around a wave that has the most energy in it. */
static double peak_period(band *bands, int count)
{
    const double reach = exp2(0.1);
    double most = 0, best = 0, energy = 0, moment = 0;
    int first = 0, last = 0;
    qsort(bands, (size_t)count, sizeof *bands, by_frequency);
    for (int i = 0; i < count; i++) {
        for (; last < count && bands[last].frequency <= bands[i].frequency * reach; last++) {
            energy += bands[last].energy;
            moment += bands[last].energy * bands[last].frequency;
        }
        for (; bands[first].frequency < bands[i].frequency / reach; first++) {
            energy -= bands[first].energy;
            moment -= bands[first].energy * bands[first].frequency;
        }
        if (energy > most * (1 + slack)) most = energy, best = moment / energy;
    }
    return best > 0 ? 1 / best : 0;
}

static flo_status sea_measure(flo_sea *sea)
{
    const int count = sea->numbers.waves;
    band *bands = malloc((size_t)(count + 1) * sizeof *bands);
    if (!bands) return flo__fail(FLO_NO_MEMORY, "no memory to measure %d waves", count);
    double energy = 0, x = 0, z = 0;
    for (int i = 0; i < count; i++) {
        const double own = sea->waves[i].amplitude * sea->waves[i].amplitude / 2;
        energy += own;
        x += own * sin(sea->waves[i].heading);
        z += own * cos(sea->waves[i].heading);
        bands[i] = (band){ 1 / sea->waves[i].period, own };
    }
    sea->info.waves = count;
    sea->info.significant_wave_height = 4 * sqrt(energy);
    sea->info.peak_period = peak_period(bands, count);
    sea->info.mean_heading = energy > 0 ? atan2(x, z) : 0;
    free(bands);
    return FLO_OK;
}

static flo_sea *sea_allocate(int waves)
{
    static uint64_t last_id;
    const size_t n = (size_t)waves + 1;         /* never ask for nothing */
    flo_sea *sea = calloc(1, sizeof *sea);
    if (!sea) return NULL;
    sea->waves = calloc(n, sizeof *sea->waves);
    sea->frequency = calloc(n, sizeof *sea->frequency);
    sea->start = calloc(n, sizeof *sea->start);
    sea->keys = calloc(n, sizeof *sea->keys);
    sea->table = calloc(n, sizeof *sea->table);
    sea->order = calloc(n, sizeof *sea->order);
    sea->holders = 1;
    sea->id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
    if (sea->waves && sea->frequency && sea->start && sea->keys && sea->table && sea->order) return sea;
    flo_sea_destroy(sea);
    return NULL;
}

flo_status flo__call_sea_create(flo_sea **out, const flo_sea_def *def)
{
    *out = NULL;
    flo_status status = check_def(def);
    if (status) return status;
    flo_sea *sea = sea_allocate(def->wave_count);
    if (!sea) return flo__fail(FLO_NO_MEMORY, "no memory for a sea of %d waves", def->wave_count);
    sea->gravity = def->gravity;
    sea->density = def->density;
    sea->numbers = (sea_numbers){
        .waves = def->wave_count, .inversion = def->inversion, .normal_offset = (float)def->normal_offset,
        .per_normal_offset = def->normal_offset > 0 ? (float)(1 / def->normal_offset) : 0,
        .current_x = (float)def->current[0], .current_z = (float)def->current[1],
    };
    status = sea_set_waves(sea, def);
    if (!status) status = sea_measure(sea);
    if (status) {
        flo_sea_destroy(sea);
        return status;
    }
    sea->level = def->level + (def->mean_level_correction ? sea->info.mean_level : 0);
    sea->numbers.height_limit = (float)sea->info.amplitude_sum;
    sea->numbers.depth = (float)def->depth;
    sea->numbers.pressure = (float)(def->density * def->gravity);
    sea->numbers.shift_limit = (float)sea_shift(sea);
    if (!(sea->numbers.shift_limit > 0)) sea->numbers.inversion = 0;    /* labels are places */
    *out = sea;
    return FLO_OK;
}

/* Seas are shared by threads, so those who hold one are counted atomically. */
void flo__sea_hold(const flo_sea *sea)
{
    __atomic_add_fetch(&((flo_sea *)(uintptr_t)sea)->holders, 1, __ATOMIC_RELAXED);
}

void flo_sea_destroy(flo_sea *sea)
{
    if (!sea || __atomic_sub_fetch(&sea->holders, 1, __ATOMIC_ACQ_REL) > 0) return;
    free(sea->waves);
    free(sea->frequency);
    free(sea->start);
    free(sea->keys);
    free(sea->table);
    free(sea->order);
    free(sea);
}

flo_status flo__check_time(double time)
{
    return fabs(time) <= FLO__MOST_TIME ? FLO_OK
                                        : flo__fail(FLO_BAD_VALUE, "time is %.15g s; it must be -1e12 to 1e12", time);
}

flo_sea_info flo_sea_get_info(const flo_sea *sea) { return sea->info; }

void flo_sea_get_waves(const flo_sea *sea, flo_wave *waves)
{
    memcpy(waves, sea->waves, (size_t)sea->numbers.waves * sizeof *waves);
}
