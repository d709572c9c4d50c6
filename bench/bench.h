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

#include "../host/cli/cli.h"
#include "baseline.h"

#include <jansson.h>
#include <time.h>

enum { BENCH_RUNS = 41, BENCH_WAVES = 64, BENCH_SIDES = 8 };

/* ---- sides ----------------------------------------------------------------------------------------------------- */

typedef struct bench_side {
    const char *key;                    /* short name; the benchmark's own name for ours */
    char device[64];                    /* a device's name, or how a baseline was compiled */
    char description[192];              /* of the device; empty for a baseline */
    const char *what;                   /* what a batch computes */
    flo_status (*run)(void *context);   /* one batch */
    void *context;
    double work;                        /* points times waves in a batch */
    int repeats;                        /* batches in a sample */
    double cpu[BENCH_RUNS], wall[BENCH_RUNS];   /* s per batch */
} bench_side;

/* Stays on the processor it is on from here on; threads made later inherit that. */
void bench_pin(void);

/* Warms all sides up and times them in turn, processor time by the clock given: of this thread or of all.  Sides with
 * several threads need a rest before each sample, until the last side's threads sleep. */
flo_status bench_measure(bench_side *sides, int count, clockid_t clock, bool rest);

/* Of BENCH_RUNS samples, the one that this share of them is not slower than. */
double bench_quantile(const double *samples, double share);

/* ---- output ---------------------------------------------------------------------------------------------------- */

typedef struct bench_output {
    const char *name;                   /* of the benchmark */
    json_t *benchmarks, *ratios, *devices;
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

/* What was done, on which devices, and the head of a table. */
void bench_head(const bench_output *out, const bench_side *sides, int count, const char *format, ...) CLI_PRINTF(4);
void bench_side_row(bench_output *out, const bench_side *side, bench_figure figure);

/* How many times as fast as `slow` `fast` is, by processor time or elapsed time. */
void bench_ratio(bench_output *out, const char *key, const bench_side *fast, const bench_side *slow,
                 bench_limit limit, bool wall);

/* ---- the problem ----------------------------------------------------------------------------------------------- */

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

/* The waves of all benchmarks: JONSWAP, Hs 2.5 m, Tp 8 s, headings spread by cos^20. */
flo_status bench_waves(flo_wave *waves);

flo_status bench_problem_open(bench_problem *problem, size_t count, int inversion);
void bench_problem_close(bench_problem *problem);

/* A side that asks a device: height, normal and velocity. */
typedef struct bench_query {
    const bench_problem *problem;
    flo_device *device;
    bench_answers out;
} bench_query;

/* Opens the device, asks once, and fills the side in. */
flo_status bench_query_open(bench_query *query, bench_side *side, const bench_problem *problem, const char *device);
void bench_query_close(bench_query *query);

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

/* ---- the benchmarks -------------------------------------------------------------------------------------------- */

/* Each returns an exit status. */
int bench_direct(bench_output *out);
int bench_direct2(bench_output *out);
int bench_opencl(bench_output *out);
int bench_fleet(bench_output *out);
int bench_isa(bench_output *out);

#endif
