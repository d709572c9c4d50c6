/* SPDX-License-Identifier: MIT
 *
 * Where a fleet's step stands between the two walls that a core has: operations that it can issue, and bytes that it
 * can move.  Both walls are measured in the same run: vector operations in registers, and a copy far larger than any
 * cache.
 *
 * Operations are those by which the library chooses how to sum (host/expansion.c counts them from the kernel text); the
 * step of the body itself is left out, and so are loads, which have ports of their own.  Bytes are those of the columns
 * that a step must read and write, once each (kernels/tables.h); what a patch hands to its body stays in the cache, but
 * is written all the same. */
#include "bench.h"
#include "operations.h"

#include "../host/fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 65536 };
static const bench_timing runs = { CLOCK_THREAD_CPUTIME_ID, 25, 1.5e-3, false };

/* ---- the copy -------------------------------------------------------------------------------------------------- */

typedef struct copy { char *from, *to; } copy;
static const size_t copy_bytes = (size_t)128 << 20;

static flo_status run_copy(void *context)
{
    const copy *c = context;
    memcpy(c->to, c->from, copy_bytes);
    __asm__ volatile("" : : "r"(c->to) : "memory");
    return FLO_OK;
}

static flo_status open_copy(copy *c, bench_side *side)
{
    *c = (copy){ malloc(copy_bytes), malloc(copy_bytes) };
    if (!c->from || !c->to) return flo__fail(FLO_NO_MEMORY, "no memory for a copy of %zu bytes", copy_bytes);
    memset(c->from, 1, copy_bytes);
    *side = (bench_side){ .key = "copy", .device = "C memcpy", .what = "bytes read and bytes written", .run = run_copy,
                          .context = c, .work = 2.0 * (double)copy_bytes };
    return FLO_OK;
}

/* ---- what a step takes ----------------------------------------------------------------------------------------- */

/* Without what only implicit steps, led bodies and wet water need. */
static double bytes_of_body(const flo__flock *flock)
{
    const double place = PLACE_COLUMNS * sizeof(sea_long);
    const double read = place + STATE_COMMAND * sizeof(float);
    const double written = place + (STATE_THROTTLE + 4) * sizeof(float);    /* and good, age, residual, wet */
    const double patch = (SUM_SUBMERGED + 1) * sizeof(sea_long) + MET_COLUMNS * sizeof(float);
    return read + written + flock->cut->pieces * patch;
}

static double operations_of_body(const flo__flock *flock)
{
    return flock->cut->pieces * flock->expansion.cost;
}

typedef struct walls { double operations, bytes; } walls;      /* per ns and lane; per ns */

static void report_step(bench_output *out, const char *name, const bench_convoy *convoy, const bench_side *side,
                        walls w)
{
    const flo__flock *flock = &convoy->fleet->flocks[0];
    const double ns = bench_side_figure(side, (bench_figure){ "", false, false, convoy->boats.bodies });
    const double operations = operations_of_body(flock), bytes = bytes_of_body(flock);
    char key[64];
    printf("  %s: %.0f operations and %.0f bytes for a body, %.1f operations for a point; at the limit %.0f ns or %.0f "
           "ns; measured %.0f ns\n", name, operations, bytes, operations / (double)convoy->samples,
           operations / w.operations, bytes / w.bytes, ns);
    snprintf(key, sizeof key, "roofline_%s_share_of_issue_limit", name);
    bench_value(out, key, operations / w.operations / ns, "", (bench_limit){ 0, 0 });
    snprintf(key, sizeof key, "roofline_%s_share_of_copy", name);
    bench_value(out, key, bytes / w.bytes / ns, "", (bench_limit){ 0, 0 });
}

static void report(bench_output *out, bench_regatta *r)
{
    const bench_side *multiplies = &r->side[2], *mix = &r->side[3], *moved = &r->side[4];
    const int lanes = bench_width(flo_device_get_info(r->convoy[0].device).lanes);
    bench_head(out, r->side, r->count + 3, "a symplectic step of %d boats of 64 samples in %d waves, inversion 2, one "
               "core", BODIES, BENCH_WAVES);
    for (int i = 0; i < r->count; i++) {
        bench_side_row(out, &r->side[i], (bench_figure){ "ns/point", false, false, r->side[i].work });
    }
    bench_side_row(out, multiplies, (bench_figure){ "operations/s", false, true, multiplies->work });
    bench_side_row(out, mix, (bench_figure){ "operations/s", false, true, mix->work });
    bench_side_row(out, moved, (bench_figure){ "bytes/s", false, true, moved->work });
    const walls w = { lanes / bench_side_figure(mix, (bench_figure){ "", false, false, mix->work }),
                      1 / bench_side_figure(moved, (bench_figure){ "", false, false, moved->work }) };
    report_step(out, "auto", &r->convoy[0], &r->side[0], w);
    report_step(out, "direct", &r->convoy[1], &r->side[1], w);
}

static flo_status open_sides(bench_regatta *r, copy *c)
{
    bench_boats boats = { .device = "simd", .threads = 1, .bodies = BODIES, .grid = { 4, 4, 4 }, .waves = BENCH_WAVES,
                          .inversion = 2, .how = FLO_WAVES_AUTO, .integrator = FLO_SYMPLECTIC };
    flo_status status = bench_regatta_add(r, &boats, "auto");
    boats.how = FLO_WAVES_DIRECT;
    if (!status) status = bench_regatta_add(r, &boats, "direct");
    if (status) return status;
    if (!bench_peak_open(&r->side[2], &r->side[3], bench_width(flo_device_get_info(r->convoy[0].device).lanes))) {
        return flo__fail(FLO_NO_DEVICE, "there is no loop for the limit of this processor's vectors");
    }
    return open_copy(c, &r->side[4]);
}

int bench_roofline(bench_output *out)
{
    static bench_regatta r;
    copy c = { NULL, NULL };
    bench_pin();
    flo_status status = open_sides(&r, &c);
    if (!status) status = bench_measure(r.side, r.count + 3, &runs);
    if (!status) report(out, &r);
    bench_regatta_close(&r);
    free(c.from);
    free(c.to);
    return status ? cli_failed(status) : CLI_DONE;
}
