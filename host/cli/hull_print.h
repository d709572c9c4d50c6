/* SPDX-License-Identifier: MIT
 *
 * What the ways to print a hull as YAML share. */
#ifndef FLO_CLI_HULL_PRINT_H
#define FLO_CLI_HULL_PRINT_H

#include "cli.h"
#include "progress.h"

/* With enough digits for any measure, and without those that rounding left. */
void hull_print_number(const char *before, double value);
void hull_print_numbers(const char *before, const double *value, int count, const char *after);

/* Turns a tensor of inertia to its principal axes, the rows of `axes`; false, and the hull's own axes, where it has no
 * products. */
bool hull_find_axes(double tensor[3][3], double axes[3][3]);

/* The keys inertia and, where they are not the hull's own, principal_axes. */
void hull_print_inertia(const double tensor[3][3]);

/* A key made of a name: letters, digits, - and _, and none of YAML's words. */
enum { HULL_KEY = 128 };
void hull_make_key(const char *name, size_t length, char key[HULL_KEY]);

/* A name for people: what is not printable becomes a question mark. */
void hull_print_name(const char *name);

/* ---- flotilla hull --from-sdf (hull_sdf.c) ----------------------------------------------------------------------- */

typedef struct hull_sdf_request {
    const char *file;
    cli_list links, defines;
    double mass;                /* kg; 0: the file's */
    double inertia[3];          /* kg m^2, roll, pitch, yaw; 0: the file's */
    progress_options progress;
} hull_sdf_request;

flo_status hull_print_sdf(const hull_sdf_request *request);

#endif
