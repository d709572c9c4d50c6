/* SPDX-License-Identifier: MIT
 *
 * What it costs that sums do not depend on their order: the passes as they are against the same text compiled with
 * plain sums of floats (quanta_float.h). */
#include "bench.h"

#include "../simd/pass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)
extern const simd_passes flo__simd_passes_float_avx512, flo__simd_passes_float_avx2;
#elif defined(__aarch64__)
extern const simd_passes flo__simd_passes_float_neon;
#endif

/* The float passes of the widest instruction set of this processor; NULL if they were not built for it. */
static const simd_passes *float_passes(const flo_device *device)
{
    switch (flo_device_get_info(device).lanes) {
#if defined(__x86_64__)
    case 32: return &flo__simd_passes_float_avx512;
    case 8: return &flo__simd_passes_float_avx2;
#elif defined(__aarch64__)
    case 4: return &flo__simd_passes_float_neon;
#endif
    default: return NULL;
    }
}

typedef struct contest {
    const char *ratio, *key;
    int bodies, grid[3];
    bench_limit limit;
} contest;

static const contest contests[] = {
    { "order_free_sums_vs_float", "64_points", 256, { 4, 4, 4 }, { 0, 1.05 } },
    { "order_free_sums_vs_float_512_points", "512_points", 64, { 8, 8, 8 }, { 0, 0 } },
    { "order_free_sums_vs_float_8_points", "8_points", 1024, { 2, 2, 2 }, { 0, 0 } },
};
enum { CONTESTS = sizeof contests / sizeof *contests, CHECKED_STEPS = 10 };

static flo_status open_sides(bench_regatta *r)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < CONTESTS && !status; i++) {
        const contest *c = &contests[i];
        const bench_boats boats = { .device = "simd", .threads = 1, .bodies = c->bodies, .waves = BENCH_WAVES,
                                    .inversion = 2, .grid = { c->grid[0], c->grid[1], c->grid[2] },
                                    .integrator = FLO_SYMPLECTIC, .how = FLO_WAVES_AUTO };
        status = bench_regatta_add(r, &boats, "%s/quanta", c->key);
        if (!status) status = bench_regatta_add(r, &boats, "%s/float", c->key);
        if (status) return status;
        bench_side *side = &r->side[r->count - 1];
        flo_device *device = r->convoy[r->count - 1].device;
        device->state = (void *)(uintptr_t)float_passes(device);
        if (!device->state) return flo__fail(FLO_NO_DEVICE, "there are no float sums for %s", side->device);
        side->what = "a step, expansion, plain sums of floats";
    }
    return status;
}

/* After a few steps boats must still be within a millimetre of each other. */
static int compare_two(bench_convoy *convoys)
{
    const size_t count = (size_t)convoys[0].boats.bodies;
    flo_body_state *states = malloc(2 * count * sizeof *states);
    flo_status status = states ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for %zu states", count);
    double apart = 0;
    for (int i = 0; i < 2 && !status; i++) {
        status = flo_fleet_step(convoys[i].fleet, 1.0 / 60, CHECKED_STEPS);
        if (!status) status = flo_fleet_read(convoys[i].fleet, 0, count, states + (size_t)i * count);
    }
    for (size_t i = 0; i < count && !status; i++) {
        for (int a = 0; a < 3; a++) {
            apart = fmax(apart, fabs(states[i].position[a] - states[count + i].position[a]));
        }
    }
    free(states);
    if (status) return cli_failed(status);
    if (apart < 1e-3) return CLI_DONE;
    cli_print_error("no figures: after %d steps float sums leave a boat %.3g m from where it should be", CHECKED_STEPS,
                    apart);
    return CLI_CHECK_FAILED;
}

static void report(bench_output *out, bench_regatta *r)
{
    bench_head(out, r->side, r->count, "a symplectic step of boats that reach 1 m, %d waves, inversion 2, processor "
               "time of one thread", BENCH_WAVES);
    for (int i = 0; i < r->count; i++) {
        bench_side_row(out, &r->side[i], (bench_figure){ "ns/point", false, false, r->side[i].work });
    }
    for (int i = 0; i < CONTESTS; i++) {
        bench_ratio(out, contests[i].ratio, &r->side[2 * i + 1], &r->side[2 * i], contests[i].limit, false);
    }
}

int bench_sums(bench_output *out)
{
    static bench_regatta r;
    bench_pin();
    flo_status status = open_sides(&r);
    int code = CLI_DONE;
    for (int i = 0; i < CONTESTS && !status && !code; i++) code = compare_two(&r.convoy[2 * i]);
    if (!status && !code) status = bench_measure(r.side, r.count, &bench_alone);
    if (!status && !code) report(out, &r);
    bench_regatta_close(&r);
    return status ? cli_failed(status) : code;
}
