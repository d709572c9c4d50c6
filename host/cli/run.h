/* SPDX-License-Identifier: MIT
 *
 * One run of a scene: what its parts share.  run.c does the steps, run_rows.c writes bodies.csv, run_summary.c says
 * what came out, run_plot.c draws, progress.c shows how far it is. */
#ifndef FLO_CLI_RUN_H
#define FLO_CLI_RUN_H

#include "cli.h"
#include "folder.h"
#include "schedule.h"

#include <jansson.h>

typedef struct run_rows run_rows;
typedef struct run_track run_track;

typedef struct run {
    cli_model model;
    flo_device *device;
    flo_fleet *fleet;
    folder out;
    bool has_out;
    uint64_t steps;             /* to do */
    uint64_t done;
    double seconds;             /* spent in steps */
    flo_waves waves;            /* as asked for */
    double tolerance;           /* m, as asked for: 0 leaves it to the library */
    bool profile;               /* the device was asked for its times */
    bool interrupted;           /* before the last step */
    const volatile sig_atomic_t *stop;  /* not 0: someone wants this to end */
    flo_fleet_report report;    /* after the last step */
    json_t *warnings;           /* of strings */
    schedule *plan;             /* of controls and pushes */
    run_rows *rows;             /* NULL: no bodies.csv */
    run_track *track;           /* NULL: no pictures */
} run;

void run_warn(run *r, const char *format, ...) CLI_PRINTF(2);

/* Samples times waves times steps so far, and bodies times steps, a second. */
double run_point_waves_per_second(const run *r);
double run_body_steps_per_second(const run *r);

/* ---- bodies.csv ------------------------------------------------------------------------------------------------ */

flo_status run_rows_open(run *r);
flo_status run_rows_write(run *r);      /* a line for each body in its present state */
flo_status run_rows_end(run *r);        /* closes the file, which is whole */
void run_rows_close(run *r);

/* ---- summary.json and the summary for people ------------------------------------------------------------------- */

/* The whole summary; the caller decrefs it.  NULL without memory. */
flo_status run_summary(run *r, json_t **summary);
flo_status run_summary_write(run *r, const json_t *summary);
void run_summary_print(const run *r, const json_t *summary);

/* ---- pictures -------------------------------------------------------------------------------------------------- */

flo_status run_track_open(run *r);
uint64_t run_track_every(const run *r); /* steps between looks at body 0 */
flo_status run_track_look(run *r);
flo_status run_track_draw(run *r);      /* sea.png and motion.png; what gnuplot cannot do becomes a warning */
void run_track_close(run *r);

/* ---- progress -------------------------------------------------------------------------------------------------- */

typedef enum progress_form { PROGRESS_NONE, PROGRESS_LINE, PROGRESS_JSON } progress_form;

typedef struct progress {
    progress_form form;
    double start, last;         /* s */
    bool shown;
} progress;

/* A line on a terminal, or JSON wherever the standard error goes, if that was asked for. */
progress progress_begin(bool quiet, bool json);
void progress_show(progress *p, const run *r);
void progress_end(progress *p, const run *r);

#endif
