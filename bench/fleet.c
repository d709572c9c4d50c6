/* SPDX-License-Identifier: MIT
 *
 * A whole fleet, step by step: 65,536 boats of 64 samples in 64 waves.
 *
 * How much the expansion saves is measured on one core, in processor time.  How long a step takes is measured in
 * elapsed time, by two threads of our own SIMD and of the best OpenCL device. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 65536, THREADS = 2, CHECKED_STEPS = 2 };

static const bench_timing alone = { CLOCK_THREAD_CPUTIME_ID, 25, 1e-3, false };

static bench_boats boats_of(const char *device, int threads, flo_waves how, flo_integrator integrator)
{
    return (bench_boats){ .device = device, .threads = threads, .bodies = BODIES, .grid = { 4, 4, 4 },
                          .waves = BENCH_WAVES, .inversion = 2, .how = how, .integrator = integrator };
}

/* ---- the expansion --------------------------------------------------------------------------------------------- */

static flo_status open_sides(bench_regatta *r)
{
    static const struct { const char *key; flo_waves how; flo_integrator integrator; } sides[] = {
        { "auto", FLO_WAVES_AUTO, FLO_SYMPLECTIC }, { "direct", FLO_WAVES_DIRECT, FLO_SYMPLECTIC },
        { "auto_implicit", FLO_WAVES_AUTO, FLO_IMPLICIT }, { "direct_implicit", FLO_WAVES_DIRECT, FLO_IMPLICIT },
    };
    flo_status status = FLO_OK;
    for (size_t i = 0; i < sizeof sides / sizeof *sides && !status; i++) {
        const bench_boats boats = boats_of("simd", 1, sides[i].how, sides[i].integrator);
        status = bench_regatta_add(r, &boats, "%s", sides[i].key);
    }
    return status;
}

static void report(bench_output *out, bench_regatta *r)
{
    bench_head(out, r->side, r->count, "a step of %d boats of 64 samples in %d waves, inversion 2, processor time of "
               "one thread", BODIES, BENCH_WAVES);
    for (int i = 0; i < r->count; i++) {
        bench_side_row(out, &r->side[i], (bench_figure){ "ns/point", false, false, r->side[i].work });
    }
    bench_ratio(out, "fleet_expansion_vs_direct", &r->side[0], &r->side[1], (bench_limit){ 7.5, 0 }, false);
    bench_ratio(out, "fleet_expansion_vs_direct_implicit", &r->side[2], &r->side[3], (bench_limit){ 0, 0 }, false);
    bench_ratio(out, "fleet_implicit_vs_symplectic", &r->side[0], &r->side[2], (bench_limit){ 0, 0 }, false);
}

int bench_fleet(bench_output *out)
{
    static bench_regatta r;
    bench_pin();
    flo_status status = open_sides(&r);
    int code = CLI_DONE;
    for (int i = 0; i < r.count && !status && !code; i += 2) {
        code = bench_same_heights(&r.convoy[i], &r.convoy[i + 1], bench_expansion_tolerance(&r.convoy[i]));
    }
    if (!status && !code) status = bench_measure(r.side, r.count, &alone);
    for (int i = 0; i < r.count && !status && !code; i++) code = bench_nobody_stopped(&r.convoy[i]);
    if (!status && !code) report(out, &r);
    bench_regatta_close(&r);
    return status ? cli_failed(status) : code;
}

/* ---- in milliseconds ------------------------------------------------------------------------------------------- */

typedef struct timed { const char *ratio, *key, *device; flo_waves how; flo_integrator integrator; } timed;

static const timed timed_sides[] = {
    { "fleet_65536x64x64_ms", "simd", "simd", FLO_WAVES_AUTO, FLO_SYMPLECTIC },
    { "fleet_65536x64x64_ms_implicit", "simd_implicit", "simd", FLO_WAVES_AUTO, FLO_IMPLICIT },
    { "fleet_65536x64x64_ms_direct", "simd_direct", "simd", FLO_WAVES_DIRECT, FLO_SYMPLECTIC },
    { "fleet_65536x64x64_ms_opencl", "opencl", "opencl", FLO_WAVES_AUTO, FLO_SYMPLECTIC },
    { "fleet_65536x64x64_ms_opencl_implicit", "opencl_implicit", "opencl", FLO_WAVES_AUTO, FLO_IMPLICIT },
};
enum { TIMED = sizeof timed_sides / sizeof *timed_sides };

/* Two threads for an OpenCL driver that asks the environment, each on a processor of its own: schedulers have left them
 * all on one. */
static void two_driver_threads(void)
{
    char threads[16];
    snprintf(threads, sizeof threads, "%d", THREADS);
    setenv("POCL_MAX_PTHREAD_COUNT", threads, 0);
    setenv("POCL_AFFINITY", "1", 0);
}

static flo_status open_timed(bench_regatta *r)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < TIMED && !status; i++) {
        const timed *t = &timed_sides[i];
        const bench_boats boats = boats_of(t->device, THREADS, t->how, t->integrator);
        status = bench_regatta_add(r, &boats, "%s", t->key);
        if (status == FLO_NO_DEVICE && strcmp(t->device, "opencl") == 0) {
            cli_print_warning("the fleet runs on simd only: %s", flo_message());
            return FLO_OK;
        }
    }
    return status;
}

static int compare_timed(bench_regatta *r)
{
    int code = CLI_DONE;
    for (int i = 3; i < r->count && !code; i++) {
        code = bench_same_steps(&r->convoy[i - 3], &r->convoy[i], CHECKED_STEPS);
    }
    return code;
}

static void report_timed(bench_output *out, bench_regatta *r)
{
    bench_head(out, r->side, r->count, "a step of %d boats of 64 samples in %d waves, inversion 2, elapsed time of %d "
               "threads", BODIES, BENCH_WAVES, THREADS);
    for (int i = 0; i < r->count; i++) {
        bench_side_row(out, &r->side[i], (bench_figure){ "ms", true, false, 1e6 });
    }
    for (int i = 0; i < r->count; i++) {
        const double ms = bench_side_figure(&r->side[i], (bench_figure){ "ms", true, false, 1e6 });
        const bench_limit limit = bench_limit_by_lanes((bench_limit){ 0, 16.7 }, (bench_limit){ 0, 0 });
        bench_value(out, timed_sides[i].ratio, ms, "ms", i == 0 ? limit : (bench_limit){ 0, 0 });
    }
    bench_value(out, "fleet_point_waves_per_second", r->side[0].work * BENCH_WAVES
                / bench_quantile(r->side[0].wall, r->side[0].runs, 0.1), "/s", (bench_limit){ 0, 0 });
}

int bench_fleet_ms(bench_output *out)
{
    static bench_regatta r;
    two_driver_threads();
    flo_status status = open_timed(&r);
    int code = status ? CLI_DONE : compare_timed(&r);
    if (!status && !code) status = bench_measure(r.side, r.count, &bench_threaded);
    if (!status && !code) report_timed(out, &r);
    bench_regatta_close(&r);
    return status ? cli_failed(status) : code;
}

/* ---- threads --------------------------------------------------------------------------------------------------- */

/* What a second thread brings, by processor time: two that do not get in each other's way take no more of it together
 * than one does alone, so twice as much is done in the same time.  A thread that waits for the other at the end of a
 * loop is not idle but counted.  Elapsed time says the same where nothing else runs, and less elsewhere. */
int bench_threads(bench_output *out)
{
    static bench_regatta r;
    flo_status status = FLO_OK;
    int code = CLI_DONE;
    for (int threads = 1; threads <= THREADS && !status; threads++) {
        const bench_boats boats = boats_of("simd", threads, FLO_WAVES_AUTO, FLO_SYMPLECTIC);
        status = bench_regatta_add(&r, &boats, "%d", threads);
    }
    if (!status) code = bench_same_steps(&r.convoy[0], &r.convoy[1], CHECKED_STEPS);
    if (!status && !code) status = bench_measure(r.side, r.count, &bench_threaded);
    if (!status && !code) {
        const bench_side *one = &r.side[0], *two = &r.side[1];
        bench_head(out, r.side, r.count, "a step of %d boats of 64 samples in %d waves by one thread and by two, "
                   "elapsed time", BODIES, BENCH_WAVES);
        for (int i = 0; i < r.count; i++) {
            bench_side_row(out, &r.side[i], (bench_figure){ "ns/point", true, false, r.side[i].work });
        }
        bench_value(out, "two_threads_vs_one", 2 * bench_quantile(one->cpu, one->runs, 0.1)
                    / bench_quantile(two->cpu, two->runs, 0.1), "by processor time", (bench_limit){ 1.8, 0 });
        bench_ratio(out, "two_threads_vs_one_elapsed", two, one, (bench_limit){ 0, 0 }, true);
    }
    bench_regatta_close(&r);
    return status ? cli_failed(status) : code;
}
