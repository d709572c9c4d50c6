/* SPDX-License-Identifier: MIT
 *
 * What the files that make waves from spectra share: random.c, spectrum.c, spectrum_spread.c, record*.c.
 *
 * Precision.  The double functions of libm (exp, sin, pow, ...) differ in the last bit from processor to processor,
 * because libm picks a variant with or without fused multiply-add when the program starts.  A sea must not depend on
 * that: these files compute in long double throughout and round each number of a wave to double once, at the end.
 * Only what IEEE 754 rounds exactly (+ - * / sqrt fmod floor) may be used in double. */
#ifndef FLO_SPECTRUM_H
#define FLO_SPECTRUM_H

#include "internal.h"

#include <complex.h>

#define FLO__PI 3.141592653589793238462643383279502884L

/* One member of a definition, checked. */
typedef struct flo__rule {
    const char *member;
    double value;
    bool good;
    const char *allowed;        /* completes "it must be ..." */
} flo__rule;

/* FLO_BAD_VALUE for the first member that is not good; `what` is "spectrum" or "record". */
flo_status flo__check_rules(const char *what, const flo__rule *rules, int count);

/* What the definitions of spectra and records have in common. */
typedef struct flo__cutting {
    double heading, spreading, cutoff, steepness, gravity, depth;
    int components;
} flo__cutting;

flo_status flo__check_cutting(const char *what, const flo__cutting *cutting);

/* Energy per unit of x = ln(frequency / peak frequency), up to a factor of its own, of a checked definition. */
long double flo__spectrum_density(const flo_spectrum_def *def, long double x);

/* k h of a wave, from sigma^2 h / g: the root y >= 0 of y tanh y = a. */
long double flo__relative_depth(long double a);

/* Three independent random streams from one seed, so that a change of the spreading leaves the phases alone. */
typedef struct flo__streams {
    uint64_t frequency, phase;  /* states for flo__random_unit */
    uint64_t direction;         /* key for flo__stratum */
} flo__streams;

flo__streams flo__split_seed(uint64_t seed);

/* A number in [0, 1) for each index, random and yet evenly spread: any 2^m neighbours that begin at a multiple of 2^m
 * lie one in each of 2^m equal parts of [0, 1). */
double flo__stratum(uint64_t key, uint32_t index);

/* No two waves of a sea may have one period: lowers those that equal the one before by the least step. */
void flo__separate_periods(flo_wave *waves, int count);

/* The cos^2s(half the angle) distribution of directions about 0. */
enum { FLO__SPREAD_CELLS = 2048 };

typedef struct flo__spread {
    long double end;                                /* rad, the angle beyond which nothing is left */
    long double below[FLO__SPREAD_CELLS + 1];       /* share of one side between 0 and each node */
} flo__spread;

void flo__spread_make(flo__spread *spread, double s);

/* The angle, rad, -pi to pi, below which the share u, 0 to 1, of the energy travels. */
long double flo__spread_angle(const flo__spread *spread, double u);

/* The maximum-entropy distribution of directions with given first two Fourier coefficients. */
typedef struct flo__mem {
    long double complex root[2], weight[2];         /* the n-th coefficient is the sum of weight * root^n */
    long double complex p1, p2;
    long double scale;                              /* density = scale / |1 - p1 w - p2 w^2|^2, w = e^-i angle */
} flo__mem;

/* Coefficients that no distribution has are moved to the nearest that one has. */
void flo__mem_make(flo__mem *mem, long double complex c1, long double complex c2);

/* The angle, rad, -pi to pi, below which the share u, 0 to 1, of the energy lies. */
long double flo__mem_angle(const flo__mem *mem, double u);

/* A direction of a spectrum in frequency and direction, and the part of the circle that it stands for. */
typedef struct flo__sector {
    int index;                                      /* of the direction in the definition */
    long double low, width;                         /* rad, where waves come from, clockwise from north */
} flo__sector;

typedef struct flo__plane {
    int count;
    const double *density;                          /* the definition's */
    flo__sector *sector;                            /* once round the circle; NULL: there are no directions */
} flo__plane;

/* Checks direction and density2.  To be freed whatever came back. */
flo_status flo__plane_make(flo__plane *plane, const flo_record_def *def);
void flo__plane_free(flo__plane *plane);

/* Of a band: m^2/Hz in all directions; whether no direction has a value; rad, its mean direction, 0 to 2 pi; and the
 * direction below which the share, 0 to 1, of its energy comes from. */
long double flo__plane_density(const flo__plane *plane, int band);
bool flo__plane_missing(const flo__plane *plane, int band);
long double flo__plane_mean(const flo__plane *plane, int band);
long double flo__plane_angle(const flo__plane *plane, int band, double share);

/* Fills in the headings of the waves of a record, which stand in the order of their bands, equally high. */
flo_status flo__draw_headings(const flo_record_def *def, const flo__plane *plane, const int *band_of, flo_wave *waves);

#endif
