/* SPDX-License-Identifier: MIT
 *
 * The local expansion against the direct sum: the same boats in the same sea, a whole step, both with two evaluations
 * of the water above each sample.  Only how waves are summed differs. */
#include "bench.h"

#include <stdio.h>

typedef struct contest {
    const char *ratio, *key;
    int waves, bodies, grid[3];
    bench_limit limit;
} contest;

static const contest contests[] = {
    { "expansion_vs_direct_n64", "n64", 64, 256, { 4, 4, 4 }, { 5.5, 0 } },
    { "expansion_vs_direct_n128", "n128", 128, 256, { 4, 4, 4 }, { 8, 0 } },
    { "expansion_vs_direct_8_points", "8_points", 64, 1024, { 2, 2, 2 }, { 2.7, 0 } },
    { "expansion_vs_direct_n16", "n16", 16, 256, { 4, 4, 4 }, { 0, 0 } },
    { "expansion_vs_direct_512_points", "512_points", 64, 64, { 8, 8, 8 }, { 0, 0 } },
};
enum { CONTESTS = sizeof contests / sizeof *contests };

static flo_status open_sides(bench_regatta *r)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < CONTESTS && !status; i++) {
        const contest *c = &contests[i];
        bench_boats boats = { .device = "simd", .threads = 1, .bodies = c->bodies, .waves = c->waves, .inversion = 2,
                              .grid = { c->grid[0], c->grid[1], c->grid[2] }, .integrator = FLO_SYMPLECTIC,
                              .how = FLO_WAVES_AUTO };
        status = bench_regatta_add(r, &boats, "%s/auto", c->key);
        boats.how = FLO_WAVES_DIRECT;
        if (!status) status = bench_regatta_add(r, &boats, "%s/direct", c->key);
    }
    return status;
}

static int compare(bench_regatta *r)
{
    int code = CLI_DONE;
    for (int i = 0; i < r->count && !code; i += 2) {
        bench_convoy *both = &r->convoy[i];
        code = bench_same_heights(&both[0], &both[1], bench_expansion_tolerance(&both[0]));
    }
    return code;
}

static void report(bench_output *out, bench_regatta *r)
{
    bench_head(out, r->side, r->count, "a symplectic step of boats that reach 1 m, inversion 2, processor time of one "
               "thread");
    for (int i = 0; i < r->count; i++) {
        bench_side_row(out, &r->side[i], (bench_figure){ "ns/point", false, false, r->side[i].work });
        const flo_summation how = flo_fleet_get_summation(r->convoy[i].fleet, 0);
        if (how.degree == 0) continue;
        printf("  %23s degree %d, %d of %d waves expanded, %d patches of %d samples, within %.2g m\n", "", how.degree,
               how.expanded, how.waves, how.patches, how.samples, how.error);
    }
    for (int i = 0; i < CONTESTS; i++) {
        bench_ratio(out, contests[i].ratio, &r->side[2 * i], &r->side[2 * i + 1], contests[i].limit, false);
    }
}

int bench_expansion(bench_output *out)
{
    static bench_regatta r;
    bench_pin();
    flo_status status = open_sides(&r);
    int code = status ? CLI_DONE : compare(&r);
    if (!status && !code) status = bench_measure(r.side, r.count, &bench_alone);
    for (int i = 0; i < r.count && !status && !code; i++) code = bench_nobody_stopped(&r.convoy[i]);
    if (!status && !code) report(out, &r);
    bench_regatta_close(&r);
    return status ? cli_failed(status) : code;
}
