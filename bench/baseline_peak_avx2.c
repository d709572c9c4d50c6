/* SPDX-License-Identifier: MIT
 *
 * The limit of vectors of 8 floats. */
#if defined(__AVX2__)
#define PEAK_LANES 8
#include "baseline_peak.h"

const bench_peak bench_peak_avx2 = { PEAK_LANES, ROUND, multiplies, mix };
#else
#include "bench.h"

const bench_peak bench_peak_avx2 = { 8, 0, NULL, NULL };
#endif
