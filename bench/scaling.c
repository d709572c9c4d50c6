/* SPDX-License-Identifier: MIT
 *
 * How the time of a step grows: with the waves, with the points of a body, with the bodies, and how it shrinks with
 * threads.  All sizes of a run are timed in turn, direct sum and expansion alike, by the symplectic step. */
#include "bench.h"

#include <stdio.h>
#include <unistd.h>

static const bench_timing runs = { CLOCK_THREAD_CPUTIME_ID, 25, 1.5e-3, false };

static const bench_boats plain = {
    .device = "simd", .threads = 1, .bodies = 256, .grid = { 4, 4, 4 }, .waves = BENCH_WAVES, .inversion = 2,
    .integrator = FLO_SYMPLECTIC,
};

static const bench_limit no_limit = { 0, 0 };

/* Adds the expansion and the direct sum of a size. */
static flo_status add_both(bench_regatta *r, bench_boats boats, int size)
{
    boats.how = FLO_WAVES_AUTO;
    flo_status status = bench_regatta_add(r, &boats, "auto/%d", size);
    boats.how = FLO_WAVES_DIRECT;
    return status ? status : bench_regatta_add(r, &boats, "direct/%d", size);
}

/* Measures what was added and prints it: of all bodies or, with `per_point`, of all points. */
static flo_status measure(bench_output *out, bench_regatta *r, const bench_timing *timing, const char *unit,
                          bool per_point, bool wall)
{
    const flo_status status = bench_measure(r->side, r->count, timing);
    if (status) return status;
    bench_head(out, r->side, r->count, "a symplectic step, inversion 2, %s", wall ? "elapsed time"
               : "processor time of one thread");
    for (int i = 0; i < r->count; i++) {
        bench_side *side = &r->side[i];
        if (!per_point) side->work = r->convoy[i].boats.bodies;
        bench_side_row(out, side, (bench_figure){ unit, wall, false, side->work });
    }
    return FLO_OK;
}

/* The time of one size by that of another, if both were measured. */
static void growth(bench_output *out, bench_regatta *r, const char *key, const char *small, const char *large,
                   bench_limit limit, bool wall)
{
    const bench_side *a = bench_regatta_side(r, small), *b = bench_regatta_side(r, large);
    if (a && b) bench_ratio(out, key, a, b, limit, wall);
}

static int finish(bench_regatta *r, flo_status status)
{
    int code = CLI_DONE;
    for (int i = 0; i < r->count && !status && !code; i++) code = bench_nobody_stopped(&r->convoy[i]);
    bench_regatta_close(r);
    return status ? cli_failed(status) : code;
}

/* ---- the runs -------------------------------------------------------------------------------------------------- */

int bench_scaling_waves(bench_output *out)
{
    static bench_regatta r;
    flo_status status = FLO_OK;
    bench_pin();
    for (int waves = 16; waves <= 1024 && !status; waves *= 2) {
        bench_boats boats = plain;
        boats.waves = waves;
        status = add_both(&r, boats, waves);
    }
    if (!status) status = measure(out, &r, &runs, "ns/point", true, false);
    if (!status) {
        growth(out, &r, "waves_256_vs_16", "auto/16", "auto/256", (bench_limit){ 0, 3 }, false);
        growth(out, &r, "waves_256_vs_16_direct", "direct/16", "direct/256", no_limit, false);
    }
    return finish(&r, status);
}

int bench_scaling_points(bench_output *out)
{
    static const struct { int grid[3], bodies; } sizes[] = {
        { { 2, 1, 2 }, 4096 }, { { 2, 2, 2 }, 2048 }, { { 2, 2, 4 }, 1024 }, { { 4, 4, 4 }, 256 },
        { { 6, 6, 7 }, 64 }, { { 10, 10, 10 }, 32 }, { { 16, 16, 16 }, 16 }, { { 20, 25, 40 }, 16 },
    };
    static bench_regatta r;
    flo_status status = FLO_OK;
    bench_pin();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !status; i++) {
        const int *grid = sizes[i].grid;
        bench_boats boats = plain;
        boats.bodies = sizes[i].bodies;
        for (int a = 0; a < 3; a++) boats.grid[a] = grid[a];
        status = add_both(&r, boats, grid[0] * grid[1] * grid[2]);
    }
    if (!status) status = measure(out, &r, &runs, "ns/point", true, false);
    return finish(&r, status);
}

int bench_scaling_bodies(bench_output *out)
{
    static bench_regatta r;
    flo_status status = FLO_OK;
    bench_pin();
    for (int bodies = 1000; bodies <= 1000000 && !status; bodies *= 10) {
        bench_boats boats = plain;
        boats.bodies = bodies;
        for (int a = 0; a < 3; a++) boats.grid[a] = 2;
        status = add_both(&r, boats, bodies);
    }
    if (!status) status = measure(out, &r, &runs, "ns/body", false, false);
    if (!status) {
        growth(out, &r, "bodies_1e6_vs_1e3", "auto/1000", "auto/1000000", (bench_limit){ 0, 1.3 }, false);
        growth(out, &r, "bodies_1e6_vs_1e3_direct", "direct/1000", "direct/1000000", no_limit, false);
    }
    return finish(&r, status);
}

int bench_scaling_threads(bench_output *out)
{
    static bench_regatta r;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    flo_status status = FLO_OK;
    for (int threads = 1; threads <= processors && threads <= 1 << (BENCH_SIDES / 2 - 1) && !status; threads *= 2) {
        bench_boats boats = plain;
        boats.bodies = 16384;
        boats.threads = threads;
        status = add_both(&r, boats, threads);
    }
    if (!status) status = measure(out, &r, &bench_threaded, "ns/point", true, true);
    return finish(&r, status);
}
