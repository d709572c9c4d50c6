/* SPDX-License-Identifier: MIT
 *
 * Benchmarks: what they share.
 *
 * A benchmark has several sides that solve one problem: ours, and baselines.  Their answers are compared first, and
 * where they disagree no figure is given.  Then they are timed in turn, one short sample of each after the other, so
 * that whatever else the machine does falls on all of them alike.  What counts is processor time, which leaves out the
 * time that others had the processor, and what is claimed is a ratio within one process.
 *
 * Each benchmark runs in a process of its own: a driver that was told to use one thread keeps that for its life. */
#ifndef FLO_BENCH_H
#define FLO_BENCH_H

#include "../host/backend.h"
#include "../host/cli/cli.h"
#include "baseline.h"

#include <jansson.h>
#include <time.h>

enum { BENCH_RUNS = 41, BENCH_WAVES = 64, BENCH_SIDES = 16 };

/* ---- sides ----------------------------------------------------------------------------------------------------- */

typedef struct bench_side {
    const char *key;                    /* short name; the benchmark's own name for ours */
    char device[64];                    /* a device's name, or how a baseline was compiled */
    char description[192];              /* of the device; empty for a baseline */
    const char *what;                   /* what a batch computes */
    flo_status (*run)(void *context);   /* one batch */
    void *context;
    double work;                        /* in a batch: points times waves, points, bodies, as the benchmark says */
    int repeats;                        /* batches in a sample */
    int runs;                           /* samples taken */
    double cpu[BENCH_RUNS], wall[BENCH_RUNS];   /* s per batch */
} bench_side;

typedef struct bench_timing {
    clockid_t clock;                    /* processor time of this thread, or of all */
    int runs;                           /* samples, up to BENCH_RUNS */
    double least;                       /* s, of a sample */
    bool rest;                          /* before each sample, until the last side's threads sleep */
} bench_timing;

/* One thread of ours; one thread and a driver's one; several threads. */
extern const bench_timing bench_alone, bench_driven, bench_threaded;

/* Stays on the processor it is on from here on; threads made later inherit that. */
void bench_pin(void);

/* The same, and one thread for an OpenCL driver that asks the environment, on that processor. */
void bench_pin_driver(void);

/* Warms all sides up and times them in turn. */
flo_status bench_measure(bench_side *sides, int count, const bench_timing *timing);

/* Of so many samples, the one that this share of them is not slower than. */
double bench_quantile(const double *samples, int count, double share);

/* ---- output ---------------------------------------------------------------------------------------------------- */

typedef struct bench_output {
    const char *name;                   /* of the benchmark */
    json_t *benchmarks, *ratios, *gates, *devices;
} bench_output;

typedef struct bench_figure {
    const char *unit;
    bool wall;                          /* elapsed time instead of processor time */
    bool rate;                          /* work per second instead of ns per work */
    double work;                        /* in a batch, in that unit */
} bench_figure;

/* What is asked of a ratio: 0 where nothing is. */
typedef struct bench_limit {
    double at_least, at_most;
} bench_limit;

/* Floats in a vector of a device with so many lanes; there may be two vectors in a lane of the widest. */
static inline int bench_width(int lanes) { return lanes > 16 ? 16 : lanes; }

/* Limits that hold for vectors of 16 lanes and for those of 8; none for narrower ones. */
bench_limit bench_limit_by_lanes(bench_limit wide, bench_limit narrow);

/* What was done, on which devices, and the head of a table. */
void bench_head(const bench_output *out, const bench_side *sides, int count, const char *format, ...) CLI_PRINTF(4);
void bench_side_row(bench_output *out, const bench_side *side, bench_figure figure);

/* The 10th percentile of a side, in a figure's unit. */
double bench_side_figure(const bench_side *side, bench_figure figure);

/* How many times as fast as `slow` `fast` is, by processor time or elapsed time, in equal work. */
void bench_ratio(bench_output *out, const char *key, const bench_side *fast, const bench_side *slow,
                 bench_limit limit, bool wall);

/* Any other number that is asked of, or only told. */
void bench_value(bench_output *out, const char *key, double value, const char *unit, bench_limit limit);

/* ---- the problem of points ------------------------------------------------------------------------------------- */

typedef struct bench_answers {
    double *height;
    float *normal[3], *velocity[3];     /* one piece of memory, from normal[0] */
} bench_answers;

/* A sea of BENCH_WAVES waves, and points scattered over it. */
typedef struct bench_problem {
    flo_sea *sea;
    flo_wave wave[BENCH_WAVES];
    double time;
    size_t count;
    double *x, *z;
    baseline_sea table;                 /* the same sea as baselines want it */
    float *columns;                     /* what `table` points to */
} bench_problem;

/* The sea of all benchmarks: JONSWAP, Hs 2.5 m, Tp 8 s, up to 3 peak frequencies, headings spread by cos^20.  Without
 * inversion nothing moves horizontally, as in the baselines. */
flo_status bench_sea(flo_sea **sea, int waves, int inversion);

flo_status bench_problem_open(bench_problem *problem, size_t count, int inversion);
void bench_problem_close(bench_problem *problem);

flo_status bench_answers_open(bench_answers *answers, size_t count);
void bench_answers_close(bench_answers *answers);

/* How far two sides may be apart. */
typedef struct bench_tolerance {
    double height;                      /* m */
    double normal;                      /* per component */
} bench_tolerance;

/* Whether a side's answers are those of `ours`; tells which are not. */
bool bench_agree(const bench_side *ours, const bench_answers *a, const bench_side *side, const bench_answers *b,
                 size_t count, bench_tolerance tolerance);

/* A side that asks a device by flo_query: height, normal and velocity. */
typedef struct bench_query {
    const bench_problem *problem;
    flo_device *device;
    bench_answers out;
} bench_query;

/* Opens the device, asks once, and fills the side in. */
flo_status bench_query_open(bench_query *query, bench_side *side, const bench_problem *problem, const char *device);
void bench_query_close(bench_query *query);

/* A side that is a baseline: height and normal. */
typedef struct bench_baseline {
    const baseline *baseline;
    const bench_problem *problem;
    bench_answers out;
} bench_baseline;

/* Whether a baseline can run here and there is no side of its key yet: of several of one key the first that can. */
bool bench_baseline_wanted(const baseline *how, const bench_side *sides, int count);
flo_status bench_baseline_open(bench_baseline *b, bench_side *side, const bench_problem *problem, const baseline *how);
void bench_baseline_close(bench_baseline *b);

/* ---- fleets ---------------------------------------------------------------------------------------------------- */

/* Equal boats in a square.  Whatever its grid, the samples of a boat reach 1 m from its centre of mass. */
typedef struct bench_boats {
    const char *device;
    int threads;
    int bodies;
    int grid[3];                        /* of samples */
    int waves, inversion;
    flo_waves how;
    flo_integrator integrator;
    bool bare;                          /* buoyancy alone: no velocity of the water is wanted */
} bench_boats;

typedef struct bench_convoy {
    bench_boats boats;
    size_t samples;                     /* of a body */
    double (*points)[3];                /* these, in its axes */
    flo_device *device;
    flo_sea *sea;
    flo_hull *hull;
    flo_fleet *fleet;
} bench_convoy;

/* Fills in a side that makes one step by flo_fleet_step; its work is in points. */
flo_status bench_convoy_open(bench_convoy *convoy, bench_side *side, const bench_boats *boats);
void bench_convoy_close(bench_convoy *convoy);

/* Several convoys, each a side of one benchmark. */
typedef struct bench_regatta {
    bench_convoy convoy[BENCH_SIDES];
    bench_side side[BENCH_SIDES];
    char key[BENCH_SIDES][40];
    int count;
} bench_regatta;

/* A device that is not there leaves the regatta as it was, with FLO_NO_DEVICE. */
flo_status bench_regatta_add(bench_regatta *regatta, const bench_boats *boats, const char *format, ...) CLI_PRINTF(3);
bench_side *bench_regatta_side(bench_regatta *regatta, const char *key);      /* NULL: there is none */
void bench_regatta_close(bench_regatta *regatta);

/* Where the samples of a convoy are before its first step, m: boat by boat. */
void bench_convoy_points(const bench_convoy *convoy, double *x, double *z);

/* Whether two convoys in one state have the same water above their samples, to a tolerance, m; and whether they have
 * the same state to the bit after some steps.  CLI_DONE, or an exit status after a message. */
int bench_same_heights(bench_convoy *a, bench_convoy *b, double tolerance);
int bench_same_steps(bench_convoy *a, bench_convoy *b, int steps);

/* By how much heights by the expansion may differ from the direct ones, m: what a fleet promises by default. */
double bench_expansion_tolerance(const bench_convoy *convoy);

/* Whether all bodies still move; otherwise tells.  A step costs the same whatever it moves, but nobody wants figures of
 * steps that move nothing. */
int bench_nobody_stopped(bench_convoy *convoy);

/* ---- passes alone ---------------------------------------------------------------------------------------------- */

/* Catches the passes that a library call runs on a device, with what they work on, so that one of them can be run
 * alone.  One at a time. */
enum { BENCH_CAUGHT = 16 };
typedef struct bench_spy {
    flo_device *device;
    const flo__backend *real;
    flo__backend watching;
    flo__launch launch[BENCH_CAUGHT];   /* in the order in which they came, the first ones */
    int caught;
    flo__buffer *kept[4 * BENCH_CAUGHT];    /* what the call released */
    int kept_count;
    const flo__launch *chosen;          /* that a batch runs */
} bench_spy;

void bench_spy_open(bench_spy *spy, flo_device *device);
void bench_spy_stop(bench_spy *spy);                /* calls are watched no longer */

/* Chooses the first pass of this kind; or that whose results the call itself took and threw away. */
bool bench_spy_choose(bench_spy *spy, flo__pass pass);
bool bench_spy_choose_answers(bench_spy *spy);

flo_status bench_spy_run(void *spy);                /* the chosen pass */
void bench_spy_close(bench_spy *spy);               /* before the device is closed */

/* ---- the processor's own limit --------------------------------------------------------------------------------- */

/* Independent vector operations in registers, as fast as the processor issues them: multiply-adds only, and
 * with additions in the proportion of the direct sum (bench/operations.h). */
typedef struct bench_peak {
    int lanes;
    double round;                       /* operations in a round */
    float (*multiplies)(size_t rounds), (*mix)(size_t rounds);  /* NULL: not in this build */
} bench_peak;
extern const bench_peak bench_peak_avx512, bench_peak_avx2, bench_peak_narrow;

/* Sides whose work is in operations of whole vectors; false if there is no such loop for these lanes. */
bool bench_peak_open(bench_side *multiplies, bench_side *mix, int lanes);

/* ---- the benchmarks -------------------------------------------------------------------------------------------- */

/* Each returns an exit status. */
int bench_direct(bench_output *out);
int bench_query_sides(bench_output *out);
int bench_inverted(bench_output *out);
int bench_isa(bench_output *out);
int bench_expansion(bench_output *out);
int bench_opencl(bench_output *out);
int bench_sums(bench_output *out);
int bench_body(bench_output *out);
int bench_threads(bench_output *out);
int bench_fleet(bench_output *out);
int bench_fleet_ms(bench_output *out);
int bench_roofline(bench_output *out);
int bench_scaling_waves(bench_output *out);
int bench_scaling_points(bench_output *out);
int bench_scaling_bodies(bench_output *out);
int bench_scaling_threads(bench_output *out);

#endif
