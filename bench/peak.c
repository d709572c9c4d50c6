/* SPDX-License-Identifier: MIT
 *
 * The processor's own limit as two sides, whose work is in vector operations. */
#include "bench.h"

#include <stdio.h>

enum { ROUNDS = 100 };

static volatile float kept;         /* nothing may be left out */

static flo_status run_multiplies(void *context)
{
    kept = ((const bench_peak *)context)->multiplies(ROUNDS);
    return FLO_OK;
}

static flo_status run_mix(void *context)
{
    kept = ((const bench_peak *)context)->mix(ROUNDS);
    return FLO_OK;
}

bool bench_peak_open(bench_side *multiplies, bench_side *mix, int lanes)
{
    static bench_peak peak;
    const bench_peak *const all[] = { &bench_peak_avx512, &bench_peak_avx2, &bench_peak_narrow };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i]->lanes != lanes || !all[i]->mix) continue;
        peak = *all[i];
        *multiplies = (bench_side){ .key = "peak", .what = "multiply-adds in registers, 12 chains",
                                    .run = run_multiplies, .context = &peak, .work = ROUNDS * peak.round };
        *mix = (bench_side){ .key = "peak-mix", .what = "the same, with additions in the direct sum's proportion",
                             .run = run_mix, .context = &peak, .work = ROUNDS * peak.round };
        snprintf(multiplies->device, sizeof multiplies->device, "%d lanes", lanes);
        snprintf(mix->device, sizeof mix->device, "%d lanes", lanes);
        return true;
    }
    return false;
}
