/* SPDX-License-Identifier: MIT
 *
 * Timing: sides in turn, a short sample of each, on one processor. */
#define _GNU_SOURCE             /* sched_setaffinity */
#include "bench.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Samples are long enough for the clock and to warm the caches up again after the other sides, short enough that the
 * machine mostly stays what it is from one side to the next.  Of a thread that runs on another processor the system
 * counts only up to the last tick, some milliseconds ago, so samples of several threads must be longer. */
const bench_timing bench_alone = { CLOCK_THREAD_CPUTIME_ID, BENCH_RUNS, 1.5e-3, false };
const bench_timing bench_driven = { CLOCK_PROCESS_CPUTIME_ID, BENCH_RUNS, 3e-3, false };
const bench_timing bench_threaded = { CLOCK_PROCESS_CPUTIME_ID, 25, 40e-3, true };

enum { MOST_REPEATS = 100000, WARM_UP = 3 };

void bench_pin(void)
{
    const int processor = sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    if (processor >= 0) CPU_SET((size_t)processor, &one);
    if (processor < 0 || sched_setaffinity(0, sizeof one, &one) != 0) {
        cli_print_warning("this process cannot be kept on one processor; the figures will be less steady");
    }
}

/* PoCL numbers its threads' processors itself from 0 on, whatever this process may use, so it is left out of that: a
 * thread stays where its maker was allowed to be. */
void bench_pin_driver(void)
{
    bench_pin();
    setenv("POCL_MAX_PTHREAD_COUNT", "1", 0);
    setenv("POCL_AFFINITY", "0", 0);
    if (strcmp(getenv("POCL_MAX_PTHREAD_COUNT"), "1") != 0) {
        cli_print_warning("POCL_MAX_PTHREAD_COUNT is \"%s\": PoCL may use more than one thread",
                          getenv("POCL_MAX_PTHREAD_COUNT"));
    }
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One sample: s per batch. */
static flo_status sample(bench_side *side, clockid_t clock, double *cpu, double *wall)
{
    const double wall_start = cli_seconds(), cpu_start = seconds(clock);
    for (int i = 0; i < side->repeats; i++) {
        const flo_status status = side->run(side->context);
        if (status) return status;
    }
    *cpu = (seconds(clock) - cpu_start) / side->repeats;
    *wall = (cli_seconds() - wall_start) / side->repeats;
    return FLO_OK;
}

/* Drivers compile at the first call, and memory is had at the first touch.  A batch so short that the clock does not
 * see it is run more often at once to find out how often a sample must. */
static flo_status warm_up(bench_side *side, const bench_timing *timing)
{
    double cpu, wall = 0;
    side->repeats = 1;
    side->runs = timing->runs;
    for (int i = 0; i < WARM_UP; i++) {
        const flo_status status = sample(side, timing->clock, &cpu, &wall);
        if (status) return status;
        if (wall < 20e-6) side->repeats = 20;
    }
    const double repeats = wall > 0 ? ceil(timing->least / wall) : MOST_REPEATS;
    side->repeats = repeats < MOST_REPEATS ? (int)repeats : MOST_REPEATS;
    return FLO_OK;
}

/* OpenMP's threads wait actively for some milliseconds after their last loop.  The side that comes next would pay. */
static void let_threads_sleep(void)
{
    const struct timespec rest = { .tv_nsec = 20 * 1000 * 1000 };
    nanosleep(&rest, NULL);
}

flo_status bench_measure(bench_side *sides, int count, const bench_timing *timing)
{
    for (int i = 0; i < count; i++) {
        const flo_status status = warm_up(&sides[i], timing);
        if (status) return status;
    }
    for (int run = 0; run < timing->runs; run++) {
        for (int i = 0; i < count; i++) {
            if (timing->rest) let_threads_sleep();
            const flo_status status = sample(&sides[i], timing->clock, &sides[i].cpu[run], &sides[i].wall[run]);
            if (status) return status;
        }
    }
    return FLO_OK;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(const double *samples, int count, double share)
{
    double sorted[BENCH_RUNS];
    memcpy(sorted, samples, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, by_size);
    return sorted[(int)(share * (count - 1))];
}
