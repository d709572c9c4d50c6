/* SPDX-License-Identifier: MIT
 *
 * flotilla check: do the devices give the same bits?  check.c is the command, check_case.c says what is computed,
 * check_surface.c and check_fleet.c compute it on every device, check_tally.c counts what differs. */
#ifndef FLO_CLI_CHECK_H
#define FLO_CLI_CHECK_H

#include "cli.h"

/* ---- counting -------------------------------------------------------------------------------------------------- */

typedef struct tally {
    uint64_t values, differing;
    double largest;             /* difference in units of the last place of a float; infinite where one is NaN */
} tally;

void tally_floats(tally *t, const float *reference, const float *value, size_t count);
void tally_doubles(tally *t, const double *reference, const double *value, size_t count);

/* ---- devices --------------------------------------------------------------------------------------------------- */

enum { CHECK_SURFACE, CHECK_FORCES, CHECK_SAMPLES, CHECK_STATES, CHECKS };
enum { CHECK_DEGREES = 3 };     /* that polynomials may have */

const char *check_name(int check);

typedef struct check_target {
    flo_device *device;
    flo_device_info info;
    tally tally[CHECKS];
} check_target;

typedef struct check_targets {
    check_target *target;       /* the first one is the reference */
    int count;
    size_t direct, expanded[CHECK_DEGREES];     /* bodies whose waves were summed one by one, and in polynomials */
} check_targets;

int check_degree(int index);

/* ---- what is computed ------------------------------------------------------------------------------------------ */

typedef struct check_case {
    cli_model model;            /* of a scene; or empty, and then the rest is our own */
    flo_sea_def sea;
    flo_hull **hulls;
    int hull_count;
    flo_body_def *bodies;
    size_t body_count;
    size_t sample_count;        /* of all bodies */
    double step;                /* s */
    flo_integrator integrator;  /* of fleets in polynomials, */
    flo_integrator direct_integrator;   /* and of those whose waves are summed one by one */
} check_case;

/* Our own sea and hulls, or a scene's; as many bodies as have about `samples` samples, at least one if there is any. */
flo_status check_case_own(check_case *c, size_t samples);
flo_status check_case_scene(check_case *c, const char *file, const char *files_below, size_t samples);
void check_case_free(check_case *c);

/* A moment of the checks, s: the start, and ten years later. */
double check_time(int index);
enum { CHECK_TIMES = 3 };

/* A place of the checks, m: the origin, and 1000 km from it. */
void check_place(int index, double *x, double *z);
enum { CHECK_PLACES = 4 };

/* Surface at about `points` points; forces, samples and states of the bodies. */
flo_status check_surface(const check_case *c, check_targets *all, size_t points);
flo_status check_fleet(const check_case *c, check_targets *all);

#endif
