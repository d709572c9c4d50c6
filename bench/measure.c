/* SPDX-License-Identifier: MIT
 *
 * Timing: sides in turn, a short sample of each, on one processor. */
#define _GNU_SOURCE             /* sched_setaffinity */
#include "bench.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* Long enough for the clock and to warm the caches up again after the other sides, short enough that the machine
 * mostly stays what it is from one side to the next.  Of a thread that runs on another processor the system counts
 * only up to the last tick, some milliseconds ago, so samples of several threads must be longer. */
static const double sample_seconds = 1.5e-3, threads_sample_seconds = 40e-3;
enum { MOST_REPEATS = 10000, WARM_UP = 3 };

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

/* Drivers compile at the first call, and memory is had at the first touch. */
static flo_status warm_up(bench_side *side, clockid_t clock, double least)
{
    double cpu, wall = 0;
    side->repeats = 1;
    for (int i = 0; i < WARM_UP; i++) {
        const flo_status status = sample(side, clock, &cpu, &wall);
        if (status) return status;
    }
    const double repeats = wall > 0 ? ceil(least / wall) : MOST_REPEATS;
    side->repeats = repeats < MOST_REPEATS ? (int)repeats : MOST_REPEATS;
    return FLO_OK;
}

/* OpenMP's threads wait actively for some milliseconds after their last loop.  The side that comes next would pay. */
static void let_threads_sleep(void)
{
    const struct timespec rest = { .tv_nsec = 20 * 1000 * 1000 };
    nanosleep(&rest, NULL);
}

flo_status bench_measure(bench_side *sides, int count, clockid_t clock, bool rest)
{
    for (int i = 0; i < count; i++) {
        const flo_status status = warm_up(&sides[i], clock, rest ? threads_sample_seconds : sample_seconds);
        if (status) return status;
    }
    for (int run = 0; run < BENCH_RUNS; run++) {
        for (int i = 0; i < count; i++) {
            if (rest) let_threads_sleep();
            const flo_status status = sample(&sides[i], clock, &sides[i].cpu[run], &sides[i].wall[run]);
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

double bench_quantile(const double *samples, double share)
{
    double sorted[BENCH_RUNS];
    memcpy(sorted, samples, sizeof sorted);
    qsort(sorted, BENCH_RUNS, sizeof *sorted, by_size);
    return sorted[(int)(share * (BENCH_RUNS - 1))];
}
