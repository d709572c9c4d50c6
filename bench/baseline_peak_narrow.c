/* SPDX-License-Identifier: MIT
 *
 * The limit of vectors of four floats, where a multiply-add is one operation. */
#if defined(__ARM_FEATURE_FMA)
#define PEAK_LANES 4
#include "baseline_peak.h"

const bench_peak bench_peak_narrow = { PEAK_LANES, ROUND, multiplies, mix };
#else
#include "bench.h"

const bench_peak bench_peak_narrow = { 4, 0, NULL, NULL };
#endif
