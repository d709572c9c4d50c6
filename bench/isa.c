/* SPDX-License-Identifier: MIT
 *
 * The same query by every instruction set of the processor. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

typedef struct contest {
    bench_problem problem;
    bench_query query[BENCH_SIDES];
    bench_side side[BENCH_SIDES];
    int count;
} contest;

static void contest_close(contest *c)
{
    for (int i = 0; i < c->count; i++) bench_query_close(&c->query[i]);
    bench_problem_close(&c->problem);
}

/* Adds a device.  One that is not there leaves the contest as it was. */
static flo_status contest_add(contest *c, const char *key, const char *device)
{
    bench_side *side = &c->side[c->count];
    const flo_status status = bench_query_open(&c->query[c->count], side, &c->problem, device);
    side->key = key;
    if (status) {
        bench_query_close(&c->query[c->count]);
    } else {
        c->count++;
    }
    return status;
}

/* Exact devices give the same bits; others may be off by their own rounding. */
static int contest_compare(const contest *c)
{
    for (int i = 1; i < c->count; i++) {
        const bool exact = flo_device_get_info(c->query[i].device).exact;
        const double height = exact ? 0 : 1e-5 * flo_sea_get_info(c->problem.sea).amplitude_sum;
        const bench_tolerance tolerance = { height, exact ? 0 : 1e-4 };
        if (!bench_agree(&c->side[0], &c->query[0].out, &c->side[i], &c->query[i].out, c->problem.count, tolerance)) {
            return CLI_CHECK_FAILED;
        }
    }
    return CLI_DONE;
}

static void report_isa(bench_output *out, const contest *c)
{
    const bench_figure figure = { "ns/(point*wave)", false, false, c->side[0].work };
    bench_head(out, c->side, c->count, "%d waves summed at %zu points, inversion 0, processor time of one thread",
               BENCH_WAVES, c->problem.count);
    for (int i = 0; i < c->count; i++) bench_side_row(out, &c->side[i], figure);
    for (int i = 1; i < c->count; i++) {
        char key[64];
        snprintf(key, sizeof key, "widest_vs_%s", c->side[i].key);
        bench_ratio(out, key, &c->side[0], &c->side[i], (bench_limit){ 0, 0 }, false);
    }
}

int bench_isa(bench_output *out)
{
    static const char *const sets[] = { "avx512", "avx2", "sse4", "sse2", "neon", "scalar" };
    contest c = { 0 };
    bench_pin();
    int code = CLI_DONE;
    flo_status status = bench_problem_open(&c.problem, 4096, 0);
    for (size_t i = 0; i < sizeof sets / sizeof *sets && !status; i++) {
        char device[32];
        snprintf(device, sizeof device, "%s%s", strcmp(sets[i], "scalar") ? "simd:" : "", sets[i]);
        status = contest_add(&c, c.count ? sets[i] : out->name, device);
        if (status == FLO_NO_DEVICE) status = FLO_OK;       /* other processors have that one */
    }
    if (!status) code = contest_compare(&c);
    if (!status && !code) status = bench_measure(c.side, c.count, &bench_alone);
    if (!status && !code) report_isa(out, &c);
    if (status) code = cli_failed(status);
    contest_close(&c);
    return code;
}
