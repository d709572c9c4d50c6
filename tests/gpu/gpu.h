/* SPDX-License-Identifier: MIT
 *
 * What the parts of the check of a GPU share.  The program needs the library and nothing else: no test framework, no
 * reader of scenes.
 *
 *   check.c    the devices, start-up, and what is done in which order
 *   compare.c  answers of the device against plain C's, bit by bit
 *   time.c     how fast, and where the time goes
 *   scene.c    seas, hulls and fleets for all of them */
#ifndef FLO_TESTS_GPU_H
#define FLO_TESTS_GPU_H

#include "flotilla.h"

enum { GPU_DONE = 0, GPU_DIFFERS = 1, GPU_FAILED = 2, GPU_NONE = 3 };

typedef struct gpu_check {
    flo_device *device;                 /* which keeps a profile */
    flo_device *scalar;
    size_t points, bodies;              /* how many at most */
    double start, seconds;              /* s: when it began, and what it may take */
    uint64_t values, differing;         /* compared so far */
    unsigned degrees;                   /* a bit for each degree of polynomials that was compared */
    bool failed;                        /* something said so */
} gpu_check;

double gpu_now(void);

/* s that are left of all. */
double gpu_left(const gpu_check *c);

/* Prints what the library has to say; true if it is an error. */
bool gpu_is_bad(gpu_check *c, flo_status status, const char *what);

/* ---- scene.c --------------------------------------------------------------------------------------------------- */

enum { GPU_BOAT, GPU_BOX, GPU_SHIP, GPU_BUOY, GPU_HULLS };
const char *gpu_hull_name(int which);

/* Of `waves` waves, Hs 2.5 m; `hard` has all that a sea can have: little depth, current, normals by differences. */
flo_status gpu_sea(flo_sea **sea, int waves, bool hard);
flo_status gpu_hull(flo_hull **hull, int which);

/* Bodies in a square, some metres apart, all somewhat different; and how they are stepped. */
typedef struct gpu_way {
    flo_integrator integrator;
    flo_waves waves;
    double tolerance;                   /* m; 0: the library's own */
} gpu_way;

flo_status gpu_fleet(flo_fleet **fleet, flo_device *device, const flo_sea *sea, const flo_hull *hull, size_t count,
                     gpu_way way);
const char *gpu_way_name(gpu_way way);

/* ---- the parts ------------------------------------------------------------------------------------------------- */

void gpu_compare(gpu_check *c);
void gpu_time(gpu_check *c);

#endif
