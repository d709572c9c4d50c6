/* SPDX-License-Identifier: MIT
 *
 * The best OpenCL device against our own SIMD: the same steps of the same fleet, to the last bit.
 *
 * A processor's OpenCL driver gets one thread on the same core, and what counts is processor time of all that runs,
 * the driver's own work included.  Of a GPU elapsed time counts, and nothing is asked. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

typedef struct contest {
    const char *ratio, *key;
    int bodies, grid[3];
    flo_waves how;
    flo_integrator integrator;
    bench_limit limit;
} contest;

static const contest contests[] = {
    { "opencl_vs_simd", "64_points", 1024, { 4, 4, 4 }, FLO_WAVES_AUTO, FLO_SYMPLECTIC, { 0, 1.35 } },
    { "opencl_vs_simd_implicit", "implicit", 1024, { 4, 4, 4 }, FLO_WAVES_AUTO, FLO_IMPLICIT, { 0, 0 } },
    { "opencl_vs_simd_direct", "direct", 256, { 4, 4, 4 }, FLO_WAVES_DIRECT, FLO_SYMPLECTIC, { 0, 0 } },
    { "opencl_vs_simd_8_points", "8_points", 4096, { 2, 2, 2 }, FLO_WAVES_AUTO, FLO_SYMPLECTIC, { 0, 0 } },
};
enum { CONTESTS = sizeof contests / sizeof *contests, CHECKED_STEPS = 2 };

static flo_status open_sides(bench_regatta *r)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < CONTESTS && !status; i++) {
        const contest *c = &contests[i];
        bench_boats boats = { .device = "simd", .threads = 1, .bodies = c->bodies, .waves = BENCH_WAVES,
                              .inversion = 2, .grid = { c->grid[0], c->grid[1], c->grid[2] },
                              .integrator = c->integrator, .how = c->how };
        status = bench_regatta_add(r, &boats, "%s/simd", c->key);
        boats.device = "opencl";
        if (!status) status = bench_regatta_add(r, &boats, "%s/opencl", c->key);
    }
    return status;
}

static int compare(bench_regatta *r)
{
    int code = CLI_DONE;
    for (int i = 0; i < r->count && !code; i += 2) {
        code = bench_same_steps(&r->convoy[i], &r->convoy[i + 1], CHECKED_STEPS);
    }
    return code;
}

static void report(bench_output *out, bench_regatta *r)
{
    const bool gpu = strcmp(flo_device_get_info(r->convoy[1].device).kind, "gpu") == 0;
    bench_head(out, r->side, r->count, "a step of boats that reach 1 m, %d waves, inversion 2, %s", BENCH_WAVES,
               gpu ? "elapsed time" : "processor time with one thread each on one core");
    for (int i = 0; i < r->count; i++) {
        bench_side_row(out, &r->side[i], (bench_figure){ "ns/point", gpu, false, r->side[i].work });
    }
    for (int i = 0; i < CONTESTS; i++) {
        const bench_limit limit = { 0, gpu ? 0 : contests[i].limit.at_most };
        bench_ratio(out, contests[i].ratio, &r->side[2 * i], &r->side[2 * i + 1], limit, gpu);
    }
}

int bench_opencl(bench_output *out)
{
    static bench_regatta r;
    bench_pin_driver();
    flo_status status = open_sides(&r);
    int code = status ? CLI_DONE : compare(&r);
    if (!status && !code) status = bench_measure(r.side, r.count, &bench_driven);
    if (!status && !code) report(out, &r);
    bench_regatta_close(&r);
    return status ? cli_failed(status) : code;
}
