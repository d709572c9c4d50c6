/* SPDX-License-Identifier: MIT
 *
 * One run of a scene: what its parts share.  run_open.c prepares, run.c does the steps, run_rows.c writes bodies.csv
 * and bodies.npy, run_snapshot.c writes snapshots and run_resume.c goes on from them, run_vtk.c writes what ParaView
 * reads, run_page.c the page that plays it, run_plot.c and run_spectrum.c draw, run_view.c chooses what is shown,
 * run_ranks.c puts together what several processes know, run_summary.c says what came out.
 *
 * What returns a status is called by all ranks of a run, see ranks.h, who agree on it, unless it says that it is for
 * itself alone, or whose it is. */
#ifndef FLO_CLI_RUN_H
#define FLO_CLI_RUN_H

#include "../io/vtk.h"
#include "cli.h"
#include "folder.h"
#include "pack.h"
#include "progress.h"
#include "ranks.h"
#include "schedule.h"
#include "shared_file.h"

#include <jansson.h>

typedef struct run_rows run_rows;
typedef struct run_track run_track;
typedef struct run_vtk run_vtk;
typedef struct run_page run_page;
typedef struct run_resume run_resume;
typedef struct run_saved run_saved;

typedef struct run {
    ranks team;
    cli_model model;
    flo_device *device;
    flo_fleet *fleet;
    folder out;
    bool has_out;
    uint64_t steps;             /* to do */
    uint64_t done;
    uint64_t begun;             /* done before, by a run that this one goes on with */
    uint64_t snapshot_every;    /* steps; 0: no snapshots */
    uint64_t snapshots_kept;    /* the newest so many of this process's; 0: all */
    run_saved *saved;           /* those that it wrote and did not remove, the oldest first; of the rank that speaks */
    run_resume *resume;         /* what it goes on with; NULL: it begins */
    double seconds;             /* spent in steps, by the slowest rank of each block */
    double own_seconds;         /* by this one */
    int threads;                /* that the device was asked for; 0: it chose */
    flo_waves waves;            /* as asked for */
    double tolerance;           /* m, as asked for: 0 leaves it to the library */
    bool profile;               /* the device was asked for its times */
    bool interrupted;           /* before the last step */
    const volatile sig_atomic_t *stop;  /* not 0: someone wants this to end */
    flo_fleet_report report;    /* after the last step */
    json_t *warnings;           /* of strings */
    schedule *plan;             /* of controls and pushes */
    run_rows *rows;             /* NULL: no rows of bodies are written */
    run_track *track;           /* NULL: no pictures */
    run_page *page;             /* NULL: no page */
} run;

/* What a run may write, but for snapshots, as folder_publish takes it.  The first RUN_ROWS grow while steps are done:
 * what a killed run left of them is of use to one that goes on with it. */
extern const char *const run_names[];
enum { RUN_ROWS = 2 };

typedef struct run_options {
    const char *scene, *device, *out, *resume, *files_below;
    cli_list set;
    cli_number steps, threads, max_memory, snapshot, keep;
    double tolerance;           /* m, of heights where waves are not summed directly; 0: the library's own */
    bool direct, profile;
    progress_options progress;
} run_options;

/* All that comes before the first step; what it has made stays the run's, whatever comes back. */
flo_status run_open(run *r, const run_options *o);

void run_warn(run *r, const char *format, ...) CLI_PRINTF(2);

/* Samples times waves times steps so far, and bodies times steps, a second. */
double run_point_waves_per_second(const run *r);
double run_body_steps_per_second(const run *r);

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

/* States of bodies that this rank holds.  For itself alone. */
flo_status run_read(const run *r, size_t first, size_t count, flo_body_state *states);

/* States of any bodies, for all ranks: all that is drawn comes from here. */
flo_status run_see(const run *r, size_t first, size_t count, flo_body_state *states);

int run_hull_of(const run *r, size_t body);

/* A part of the sea that is worth to be seen: a square. */
typedef struct run_view {
    double x, z, half;          /* m: centre, half the side */
} run_view;

/* The middle of the fleet as it is now, with its `most` nearest bodies; at least a wave. */
flo_status run_view_choose(const run *r, size_t most, run_view *view);
bool run_view_has(const run_view *view, const double position[3]);

/* For itself alone: asks for the surface at `side` times `side` points of a view, x fastest, and fills in where they
 * are. */
flo_status run_view_query(const run *r, const run_view *view, int side, double *x, double *z,
                          const flo_surface *surface);

/* The surface of a hull: its mesh, or a box around that if it has more than `most` triangles, or its box; a hull of
 * points has none.  It points to the scene's mesh. */
typedef struct run_shape {
    vtk_shape of;
    double corner[8][3];
    bool simplified;
} run_shape;
void run_shape_of(const run *r, int hull, int most, run_shape *shape);

/* ---- rows of bodies -------------------------------------------------------------------------------------------- */

flo_status run_rows_open(run *r);
flo_status run_rows_write(run *r);      /* a row for each body in its present state, into every file that wants it */
flo_status run_rows_end(run *r);        /* closes the files, which are whole */
void run_rows_close(run *r);

/* Brings what is written to the disk, and tells how much that is.  From there a run goes on, if its folder has it. */
typedef struct run_kept_file { bool there; uint64_t size, hash; } run_kept_file;
typedef struct run_kept_rows { uint64_t every, frames; run_kept_file csv, npy; } run_kept_rows;
flo_status run_rows_keep(run *r, run_kept_rows *kept);
void run_rows_stay(run *r);             /* there is a snapshot: what is written stays, even if the run fails */

/* Files of VTK: a frame begins, takes rows in their order, of each rank its own, and ends. */
flo_status run_vtk_open(run *r, run_vtk **out);
flo_status run_vtk_begin(run *r, run_vtk *v);
void run_vtk_put(const run *r, run_vtk *v, const body_rows *rows);
flo_status run_vtk_end(run *r, run_vtk *v);
flo_status run_vtk_list(run *r, run_vtk *v);    /* ends the lists over time */
void run_vtk_close(run_vtk *v);

/* ---- the page that plays it ------------------------------------------------------------------------------------ */

flo_status run_page_open(run *r);
uint64_t run_page_every(const run *r);  /* steps between looks */
flo_status run_page_look(run *r);
flo_status run_page_write(run *r);      /* play.html */
void run_page_close(run *r);

/* What it has seen so far, for a snapshot; back again, FLO_BAD_FILE where that is damaged. */
void run_page_keep(const run *r, pack *to);
flo_status run_page_restore(run *r, pack *from);

/* ---- snapshots -------------------------------------------------------------------------------------------------- */

/* DIR/snapshot-STEP.flo, as the fleet is now and before anything is changed or written for this step. */
flo_status run_snapshot_save(run *r);
void run_snapshot_close(run *r);

/* What a run keeps of its own in a snapshot: that of which scene it is, and how far its files are.  It begins with the
 * word RUN_FORM.  In 0.5.0 it began with a number of steps, which is less, and kept a hash of but the last rows. */
#define RUN_FORM 0x72756E2D00000001u
flo_status run_snapshot_pack(run *r, pack *to);

/* Reads a snapshot and compares it with the fleet, which stays as it is; then, when all is open, loads it. */
flo_status run_resume_open(run *r, const char *file);
const run_kept_rows *run_resume_rows(const run *r);     /* NULL: it begins */
bool run_resume_knows_rows(const run *r);   /* false also of one of version 0.5.0, which may go on with others' */

/* Where the rows that the snapshot knows of are not found: files begin behind it, and a warning says at which step; but
 * not in the snapshot's own folder, where they would take the place of those. */
flo_status run_resume_without_rows(run *r);

/* Refuses to go on in the run's own folder with other files of rows than it had, or without its page or pictures. */
flo_status run_resume_check_files(const run *r);
flo_status run_resume_load(run *r);
void run_resume_close(run *r);

/* The words of a scene that a fleet does not know of; as version 0.5.0 had them. */
void run_scene_pack(const scene *s, bool old, pack *to);

/* ---- summary.json and the summary for people ------------------------------------------------------------------- */

enum { RUN_BAD_TOLD = 1000 };

/* What no rank knows alone; run.report becomes that of all bodies, too. */
typedef struct run_whole {
    uint64_t hash;
    bool exact;
    flo_summation *sum;         /* of each hull, and whether any body has it */
    bool *has_sum;
    json_t *bad;                /* numbers of the first RUN_BAD_TOLD bodies that were stopped */
    json_t *ranks;              /* one entry each; NULL: there is but this process */
} run_whole;
flo_status run_whole_find(run *r, run_whole *whole);
void run_whole_free(run_whole *whole);

/* The whole summary, by the rank that speaks; the caller decrefs it. */
flo_status run_summary(run *r, const run_whole *whole, json_t **summary);
flo_status run_summary_write(run *r, const json_t *summary);
void run_summary_print(const run *r, const json_t *summary);

/* ---- pictures -------------------------------------------------------------------------------------------------- */

flo_status run_track_open(run *r);
uint64_t run_track_every(const run *r); /* steps between looks at body 0 */
flo_status run_track_look(run *r);
flo_status run_track_draw(run *r);      /* all pictures; what gnuplot cannot do becomes a warning */
void run_track_close(run *r);
void run_track_keep(const run *r, pack *to);
flo_status run_track_restore(run *r, pack *from);
void run_track_skip(pack *from);         /* for a run without pictures */

/* For itself alone: the spectrum asked for and that of the waves there are, by the rank that speaks. */
flo_status run_spectrum_draw(const run *r, const char *file);

#endif
