/* SPDX-License-Identifier: MIT
 *
 * Definitions out of bytes: the defaults with a few members that are anything, so that most get past the first check.
 * Counts never promise more than there is, unless they are far beyond what is allowed. */
#ifndef FLO_TESTS_FUZZ_DEFINITIONS_H
#define FLO_TESTS_FUZZ_DEFINITIONS_H

#include "fuzz.h"

enum { FUZZ_WAVES = 8, FUZZ_POINTS = 12, FUZZ_CORNERS = 8, FUZZ_TRIANGLES = 12 };

typedef struct fuzz_sea {
    flo_wave waves[FUZZ_WAVES];
    flo_sea_def def;
} fuzz_sea;

typedef struct fuzz_hull {
    double points[FUZZ_POINTS][3], vertices[FUZZ_CORNERS][3];
    int triangles[FUZZ_TRIANGLES][3];
    flo_mesh mesh;
    flo_hull_def def;
} fuzz_hull;

/* What they point to lies in them. */
void fuzz_make_sea(fuzz_sea *sea, fuzz_bytes *bytes);
void fuzz_make_hull(fuzz_hull *hull, fuzz_bytes *bytes);
void fuzz_make_state(flo_body_state *state, fuzz_bytes *bytes);
void fuzz_make_control(flo_body_control *control, fuzz_bytes *bytes);

/* All members of a spectrum and of a record, into at most FUZZ_WAVES waves; nothing comes of it. */
void fuzz_try_spectrum(fuzz_bytes *bytes);
void fuzz_try_record(fuzz_bytes *bytes);

#endif
