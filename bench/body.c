/* SPDX-License-Identifier: MIT
 *
 * The step of bodies alone: what is left of a step when the water above the samples is known.  The pass is caught from
 * a real step and repeated: the forces stay those of that step, under which the boats go on. */
#include "bench.h"

#include <stdio.h>

static const int sizes[] = { 256, 1024, 4096, 65536 };
enum { SIZES = sizeof sizes / sizeof *sizes, SIDES = 2 * SIZES };

typedef struct bodies {
    bench_regatta regatta;
    bench_spy spy[SIDES];
} bodies;

static flo_status open_side(bodies *b, int size, flo_integrator integrator)
{
    const bench_boats boats = { .device = "simd", .threads = 1, .bodies = size, .waves = BENCH_WAVES, .inversion = 2,
                                .grid = { 2, 1, 2 }, .integrator = integrator, .how = FLO_WAVES_AUTO };
    const bool implicit = integrator == FLO_IMPLICIT;
    flo_status status = bench_regatta_add(&b->regatta, &boats, "%s/%d", implicit ? "implicit" : "symplectic", size);
    if (status) return status;
    const int at = b->regatta.count - 1;
    bench_convoy *convoy = &b->regatta.convoy[at];
    bench_side *side = &b->regatta.side[at];
    bench_spy *spy = &b->spy[at];
    bench_spy_open(spy, convoy->device);
    status = side->run(side->context);
    bench_spy_stop(spy);
    if (status) return status;
    if (!bench_spy_choose(spy, FLO__PASS_bodies)) return flo__fail(FLO_DEVICE_FAILED, "a step ran no pass over bodies");
    side->run = bench_spy_run;
    side->context = spy;
    side->work = size;
    side->what = implicit ? "the pass over bodies, implicit, 4 samples each" : "the pass over bodies, symplectic";
    return FLO_OK;
}

static void report(bench_output *out, bodies *b)
{
    const bench_figure figure = { "ns/body", false, false, 1 };
    bench_head(out, b->regatta.side, b->regatta.count, "bodies moved by forces that are known, processor time of one "
               "thread; %d stay in the cache", sizes[0]);
    for (int i = 0; i < b->regatta.count; i++) {
        bench_figure own = figure;
        own.work = b->regatta.side[i].work;
        bench_side_row(out, &b->regatta.side[i], own);
    }
    static const char *const key[2] = { "body_step_ns", "body_step_implicit_ns" };
    for (int i = 0; i < 2; i++) {
        const bench_side *side = &b->regatta.side[i];
        const bench_limit limit = bench_limit_by_lanes((bench_limit){ 0, 3 }, (bench_limit){ 0, 6 });
        bench_value(out, key[i], bench_side_figure(side, (bench_figure){ "", false, false, side->work }), "ns",
                    i == 0 ? limit : (bench_limit){ 0, 0 });
    }
}

int bench_body(bench_output *out)
{
    static bodies b;
    flo_status status = FLO_OK;
    int code = CLI_DONE;
    bench_pin();
    for (int i = 0; i < SIZES && !status; i++) {
        status = open_side(&b, sizes[i], FLO_SYMPLECTIC);
        if (!status) status = open_side(&b, sizes[i], FLO_IMPLICIT);
    }
    if (!status) status = bench_measure(b.regatta.side, b.regatta.count, &bench_alone);
    for (int i = 0; i < b.regatta.count && !status && !code; i++) code = bench_nobody_stopped(&b.regatta.convoy[i]);
    if (!status && !code) report(out, &b);
    for (int i = 0; i < SIDES; i++) {
        if (b.spy[i].device) bench_spy_close(&b.spy[i]);
    }
    bench_regatta_close(&b.regatta);
    return status ? cli_failed(status) : code;
}
