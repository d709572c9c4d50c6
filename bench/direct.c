/* SPDX-License-Identifier: MIT
 *
 * The direct sum over all waves by one thread, against how others sum.
 *
 * Our side is the library's own call with all that belongs to it: positions are checked, become integers, their phases
 * are reduced exactly; height, normal and water velocity are computed and copied out.  The baselines take float
 * positions, need no reduction near the origin, and give no velocity: what differs is in their favour. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

enum { POINTS = 4096 };

static bool processor_has(baseline_needs needs)
{
#if defined(__x86_64__)
    if (needs == BASELINE_AVX512) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
               && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    }
    if (needs == BASELINE_AVX2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return needs == BASELINE_ANYTHING;
}

typedef struct baseline_side {
    const baseline *baseline;
    const bench_problem *problem;
    bench_answers out;
} baseline_side;

static flo_status run_baseline(void *context)
{
    baseline_side *b = context;
    const bench_problem *p = b->problem;
    const baseline_answers out = { b->out.height, { b->out.normal[0], b->out.normal[1], b->out.normal[2] } };
    b->baseline->run(&p->table, p->count, p->x, p->z, &out);
    return FLO_OK;
}

static flo_status open_baseline(baseline_side *b, bench_side *side, const bench_problem *problem, const baseline *how)
{
    b->baseline = how;
    b->problem = problem;
    *side = (bench_side){ .key = how->key, .what = how->what, .run = run_baseline, .context = b,
                          .work = (double)problem->count * BENCH_WAVES };
    snprintf(side->device, sizeof side->device, "C %s", how->flags);
    const flo_status status = bench_answers_open(&b->out, problem->count);
    return status ? status : run_baseline(b);
}

/* Whether this baseline can run; of several of one key the first that can is taken. */
static bool wanted(const baseline *how, const bench_side *sides, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(sides[i].key, how->key) == 0) return false;
    }
    return how->run && processor_has(how->needs) && (!how->ready || how->ready());
}

typedef struct direct {
    bench_problem problem;
    bench_query ours;
    baseline_side baseline[BENCH_SIDES];
    bench_side side[BENCH_SIDES + 1];       /* ours first */
    int count;
} direct;

static int compare(const direct *d)
{
    const flo_sea_info info = flo_sea_get_info(d->problem.sea);
    for (int i = 1; i < d->count; i++) {
        const baseline_side *b = &d->baseline[i];
        const bench_tolerance tolerance = { 1e-5 * info.amplitude_sum, b->baseline->normal_tolerance };
        if (!bench_agree(&d->side[0], &d->ours.out, &d->side[i], &b->out, d->problem.count, tolerance)) {
            return CLI_CHECK_FAILED;
        }
    }
    return CLI_DONE;
}

static flo_status open_sides(direct *d, const char *name, const baseline *const *baselines, int inversion)
{
    flo_status status = bench_problem_open(&d->problem, POINTS, inversion);
    if (!status) status = bench_query_open(&d->ours, &d->side[0], &d->problem, "simd");
    d->side[0].key = name;
    d->count = 1;
    for (; *baselines && !status; baselines++) {
        if (!wanted(*baselines, d->side, d->count)) continue;
        status = open_baseline(&d->baseline[d->count], &d->side[d->count], &d->problem, *baselines);
        d->count++;
    }
    return status;
}

static void report(bench_output *out, const direct *d)
{
    const bench_figure figure = { "ns/(point*wave)", false, false, d->side[0].work };
    const int inversion = d->problem.table.inversion;
    bench_head(out, d->side, d->count, "%d waves summed at %d points, inversion %d, processor time of one thread",
               BENCH_WAVES, POINTS, inversion);
    for (int i = 0; i < d->count; i++) bench_side_row(out, &d->side[i], figure);
    for (int i = 1; i < d->count; i++) {
        char key[64];
        bench_limit limit = { 0, 0 };
        if (inversion == 0 && strcmp(d->side[i].key, "plain") == 0) limit.at_least = 10;
        if (inversion == 0 && strcmp(d->side[i].key, "article") == 0) limit.at_least = 20;
        snprintf(key, sizeof key, "%s/%s", out->name, d->side[i].key);
        bench_ratio(out, key, &d->side[0], &d->side[i], limit, false);
    }
}

static int run(bench_output *out, const baseline *const *baselines, int inversion)
{
    direct d = { 0 };
    bench_pin();
    flo_status status = open_sides(&d, out->name, baselines, inversion);
    int code = status ? CLI_DONE : compare(&d);
    if (!status && !code) status = bench_measure(d.side, d.count, CLOCK_THREAD_CPUTIME_ID, false);
    if (!status && !code) report(out, &d);
    for (int i = 1; i < d.count; i++) bench_answers_close(&d.baseline[i].out);
    bench_query_close(&d.ours);
    bench_problem_close(&d.problem);
    return status ? cli_failed(status) : code;
}

int bench_direct(bench_output *out)
{
    static const baseline *const baselines[] = {
        &baseline_plain, &baseline_article, &baseline_article_fast, &baseline_sleef_avx512_u10,
        &baseline_sleef_avx512_u35, &baseline_sleef_avx2_u10, &baseline_sleef_avx2_u35, NULL
    };
    return run(out, baselines, 0);
}

int bench_direct2(bench_output *out)
{
    static const baseline *const baselines[] = { &baseline_plain_inverted, NULL };
    return run(out, baselines, 2);
}
