/* SPDX-License-Identifier: MIT
 *
 * What the files of the library share among themselves and with host/io.  Internal names begin with flo__. */
#ifndef FLO_INTERNAL_H
#define FLO_INTERNAL_H

#include "flotilla.h"

#if defined(__GNUC__)
#define FLO_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define FLO_PRINTF(text, first)
#endif

/* Sets the calling thread's message and returns the status, so that a check reads
 *     if (!(mass > 0)) return flo__fail(FLO_BAD_VALUE, "mass is %g; it must be above 0", mass); */
flo_status flo__fail(flo_status status, const char *format, ...) FLO_PRINTF(2, 3);

/* The same, with the present message behind it: "while reading x.yaml: <message>". */
flo_status flo__fail_more(flo_status status, const char *format, ...) FLO_PRINTF(2, 3);

/* From now on nobody is told what fails in the calling thread: one of the library's own, whose caller says it again. */
void flo__fail_quietly(void);

/* Refuses what a message function calls (FLO_BAD_VALUE). */
flo_status flo__no_listener(void);

/* A generator of random numbers that is the same everywhere: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014). */
uint64_t flo__random(uint64_t *state);
double flo__random_unit(uint64_t *state);       /* [0, 1) */

/* The wavenumber, rad/m, of a wave of angular frequency sigma, rad/s, in water of a depth, m (may be infinite). */
double flo__wavenumber(double sigma, double gravity, double depth);

#endif
