/* SPDX-License-Identifier: MIT
 *
 * The limit of vectors of 16 floats. */
#if defined(__AVX512F__)
#define PEAK_LANES 16
#include "baseline_peak.h"

const bench_peak bench_peak_avx512 = { PEAK_LANES, ROUND, multiplies, mix };
#else
#include "bench.h"

const bench_peak bench_peak_avx512 = { 16, 0, NULL, NULL };
#endif
