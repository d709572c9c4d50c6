/* SPDX-License-Identifier: MIT
 *
 * Queries of single points by one thread, against how others sum.
 *
 * Our side is the library's own call with all that belongs to it: positions are checked, become integers, their phases
 * are reduced exactly, which no other point can share; height, normal and water velocity are computed and copied out.
 * The baselines take float positions, need no reduction near the origin, and give no velocity: what differs is in their
 * favour. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

enum { POINTS = 4096 };

typedef struct contest {
    bench_problem problem;
    bench_query ours;
    bench_baseline baseline[BENCH_SIDES];
    bench_side side[BENCH_SIDES];           /* ours first */
    int count;
} contest;

static int compare(const contest *c)
{
    const flo_sea_info info = flo_sea_get_info(c->problem.sea);
    for (int i = 1; i < c->count; i++) {
        const bench_baseline *b = &c->baseline[i];
        const bench_tolerance tolerance = { 1e-5 * info.amplitude_sum, b->baseline->normal_tolerance };
        if (!bench_agree(&c->side[0], &c->ours.out, &c->side[i], &b->out, c->problem.count, tolerance)) {
            return CLI_CHECK_FAILED;
        }
    }
    return CLI_DONE;
}

static flo_status open_sides(contest *c, const char *name, const baseline *const *baselines, int inversion)
{
    flo_status status = bench_problem_open(&c->problem, POINTS, inversion);
    if (!status) status = bench_query_open(&c->ours, &c->side[0], &c->problem, "simd");
    c->side[0].key = name;
    c->count = 1;
    for (; *baselines && !status; baselines++) {
        if (!bench_baseline_wanted(*baselines, c->side, c->count)) continue;
        status = bench_baseline_open(&c->baseline[c->count], &c->side[c->count], &c->problem, *baselines);
        c->count++;
    }
    return status;
}

static void report(bench_output *out, const contest *c)
{
    const bench_figure figure = { "ns/(point*wave)", false, false, c->side[0].work };
    bench_head(out, c->side, c->count, "%d waves summed at %d points, inversion %d, processor time of one thread",
               BENCH_WAVES, POINTS, c->problem.table.inversion);
    for (int i = 0; i < c->count; i++) bench_side_row(out, &c->side[i], figure);
    for (int i = 1; i < c->count; i++) {
        char key[64];
        snprintf(key, sizeof key, "%s_vs_%s", out->name, c->side[i].key);
        bench_ratio(out, key, &c->side[0], &c->side[i], (bench_limit){ 0, 0 }, false);
    }
}

static int run(bench_output *out, const baseline *const *baselines, int inversion)
{
    contest c = { 0 };
    bench_pin();
    flo_status status = open_sides(&c, out->name, baselines, inversion);
    int code = status ? CLI_DONE : compare(&c);
    if (!status && !code) status = bench_measure(c.side, c.count, &bench_alone);
    if (!status && !code) report(out, &c);
    for (int i = 1; i < c.count; i++) bench_baseline_close(&c.baseline[i]);
    bench_query_close(&c.ours);
    bench_problem_close(&c.problem);
    return status ? cli_failed(status) : code;
}

int bench_query_sides(bench_output *out)
{
    static const baseline *const baselines[] = {
        &baseline_plain, &baseline_article, &baseline_article_fast, &baseline_sleef_avx512_u10,
        &baseline_sleef_avx512_u35, &baseline_sleef_avx2_u10, &baseline_sleef_avx2_u35, NULL
    };
    return run(out, baselines, 0);
}

int bench_inverted(bench_output *out)
{
    static const baseline *const baselines[] = { &baseline_plain_inverted, NULL };
    return run(out, baselines, 2);
}
