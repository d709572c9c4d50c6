/* SPDX-License-Identifier: MIT
 *
 * The direct sum above the samples of boats by one thread, against how others sum, and against what the core can issue.
 *
 * Our side is one pass of the library over 64 boats of 64 samples, as a call of flo_fleet_forces for height and normal
 * of every sample sets it up: from the boats' places and attitudes to heights, normals, submersions and forces in
 * memory, the exact phases of all waves at each boat included.  It leaves out what only copies: the call then brings
 * these columns into the order of the caller's arrays, which no sum of waves has to do and no baseline does.  What the
 * whole call takes stands beside it.
 *
 * The baselines take the samples' places as they are, near enough to the origin for floats, and give height and
 * normal. */
#include "bench.h"
#include "operations.h"

#include <stdio.h>
#include <string.h>

enum { BOATS = 64, POINTS = BOATS * 64 };

typedef struct direct {
    bench_convoy boats;
    bench_spy spy;
    bench_answers answers;                  /* ours */
    bench_problem problem;
    bench_baseline baseline[BENCH_SIDES];
    bench_side side[BENCH_SIDES];           /* ours, the whole call, baselines, the core's limits */
    int first_limit, count;
} direct;

static flo_status ask(void *context)
{
    direct *d = context;
    flo_forces_def def = flo_default_forces_def();
    def.look = true;
    const bench_answers *a = &d->answers;
    const flo_sample_loads wanted = { .height = a->height, .normal = { a->normal[0], a->normal[1], a->normal[2] } };
    return flo_fleet_forces(d->boats.fleet, &def, NULL, &wanted);
}

static flo_status open_ours(direct *d, const char *name)
{
    const bench_boats boats = { .device = "simd", .threads = 1, .bodies = BOATS, .grid = { 4, 4, 4 },
                                .waves = BENCH_WAVES, .how = FLO_WAVES_DIRECT, .integrator = FLO_SYMPLECTIC,
                                .bare = true };
    flo_status status = bench_convoy_open(&d->boats, &d->side[0], &boats);
    if (!status) status = bench_answers_open(&d->answers, POINTS);
    if (status) return status;
    bench_spy_open(&d->spy, d->boats.device);
    status = ask(d);
    bench_spy_stop(&d->spy);
    if (!status && !bench_spy_choose_answers(&d->spy)) {
        return flo__fail(FLO_DEVICE_FAILED, "the call ran no pass over samples");
    }
    bench_side *pass = &d->side[0], *call = &d->side[1];
    pass->work = (double)POINTS * BENCH_WAVES;
    *call = *pass;
    pass->key = name;
    pass->what = "height, normal, submersion, force above the samples of boats: the pass";
    pass->run = bench_spy_run;
    pass->context = &d->spy;
    call->key = "call";
    call->what = "the whole of flo_fleet_forces, which copies them out";
    call->run = ask;
    call->context = d;
    d->count = 2;
    return status;
}

static flo_status open_sides(direct *d, const char *name)
{
    static const baseline *const baselines[] = {
        &baseline_plain, &baseline_article, &baseline_article_fast, &baseline_sleef_avx512_u10,
        &baseline_sleef_avx512_u35, &baseline_sleef_avx2_u10, &baseline_sleef_avx2_u35,
    };
    flo_status status = open_ours(d, name);
    if (!status) status = bench_problem_open(&d->problem, POINTS, 0);
    if (status) return status;
    bench_convoy_points(&d->boats, d->problem.x, d->problem.z);
    for (size_t i = 0; i < sizeof baselines / sizeof *baselines && !status; i++) {
        if (!bench_baseline_wanted(baselines[i], d->side, d->count)) continue;
        status = bench_baseline_open(&d->baseline[d->count], &d->side[d->count], &d->problem, baselines[i]);
        d->count++;
    }
    d->first_limit = d->count;
    const int lanes = bench_width(flo_device_get_info(d->boats.device).lanes);
    if (bench_peak_open(&d->side[d->count], &d->side[d->count + 1], lanes)) d->count += 2;
    return status;
}

static int compare(const direct *d)
{
    const flo_sea_info info = flo_sea_get_info(d->problem.sea);
    for (int i = 2; i < d->first_limit; i++) {
        const bench_baseline *b = &d->baseline[i];
        const bench_tolerance tolerance = { 1e-5 * info.amplitude_sum, b->baseline->normal_tolerance };
        if (!bench_agree(&d->side[0], &d->answers, &d->side[i], &b->out, POINTS, tolerance)) return CLI_CHECK_FAILED;
    }
    return CLI_DONE;
}

/* Operations of a point and wave, as many points at once as there are lanes, at the speed of the measured mix. */
static void report_limit(bench_output *out, const direct *d, bench_figure figure)
{
    const int lanes = bench_width(flo_device_get_info(d->boats.device).lanes);
    const bench_side *peak = &d->side[d->first_limit], *mix = peak + 1;
    const double per_ns = 1 / bench_side_figure(peak, (bench_figure){ "", false, false, peak->work });
    const double mixed = 1 / bench_side_figure(mix, (bench_figure){ "", false, false, mix->work });
    const double limit = SUM_OPERATIONS(lanes) / mixed / lanes;
    bench_side_row(out, peak, (bench_figure){ "operations/s", false, true, peak->work });
    bench_side_row(out, mix, (bench_figure){ "operations/s", false, true, mix->work });
    printf("  a point and wave is %d multiplications and multiply-adds and %d additions; vectors of %d: %.2f "
           "multiply-adds/ns, %.2f operations/ns of that mix, so no less than %.4f ns\n", SUM_MULTIPLIES,
           SUM_ADDS(lanes), lanes, per_ns, mixed, limit);
    bench_value(out, "direct_share_of_issue_limit", limit / bench_side_figure(&d->side[0], figure), "",
                bench_limit_by_lanes((bench_limit){ 0.85, 0 }, (bench_limit){ 0.85, 0 }));
}

static void report(bench_output *out, const direct *d)
{
    static const struct { const char *key; bench_limit wide, narrow; } asked[] = {
        { "libm", { 20, 0 }, { 0, 0 } }, { "three_heights", { 40, 0 }, { 0, 0 } },
        { "three_heights_fast_math", { 6, 0 }, { 0, 0 } }, { "sleef_u35", { 2.2, 0 }, { 2.4, 0 } },
    };
    const bench_figure figure = { "ns/(point*wave)", false, false, d->side[0].work };
    bench_head(out, d->side, d->count, "%d waves summed above %d samples of %d boats, no inversion, processor time of "
               "one thread", BENCH_WAVES, POINTS, BOATS);
    for (int i = 0; i < d->first_limit; i++) bench_side_row(out, &d->side[i], figure);
    for (int i = 2; i < d->first_limit; i++) {
        char key[64];
        bench_limit limit = { 0, 0 };
        for (size_t a = 0; a < sizeof asked / sizeof *asked; a++) {
            if (strcmp(asked[a].key, d->side[i].key) == 0) limit = bench_limit_by_lanes(asked[a].wide, asked[a].narrow);
        }
        snprintf(key, sizeof key, "direct_vs_%s", d->side[i].key);
        bench_ratio(out, key, &d->side[0], &d->side[i], limit, false);
    }
    if (d->count > d->first_limit) report_limit(out, d, figure);
}

int bench_direct(bench_output *out)
{
    direct d = { 0 };
    bench_pin();
    flo_status status = open_sides(&d, out->name);
    int code = status ? CLI_DONE : compare(&d);
    if (!status && !code) status = bench_measure(d.side, d.count, &bench_alone);
    if (!status && !code) report(out, &d);
    for (int i = 2; i < d.first_limit; i++) bench_baseline_close(&d.baseline[i]);
    bench_problem_close(&d.problem);
    bench_answers_close(&d.answers);
    bench_spy_close(&d.spy);
    bench_convoy_close(&d.boats);
    return status ? cli_failed(status) : code;
}
