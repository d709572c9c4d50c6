/* SPDX-License-Identifier: MIT
 *
 * SLEEF's sine and cosine in vectors of 16. */
#include "baseline.h"

#if defined(__AVX512F__)
#define SLEEF_LANES 16
#define SLEEF_U10 "Sleef_sincosf16_u10avx512f"
#define SLEEF_U35 "Sleef_sincosf16_u35avx512f"
#include "baseline_sleef.h"
#else
#define sleef_ready NULL
#define run_u10 NULL
#define run_u35 NULL
#endif

const baseline baseline_sleef_avx512_u10 = {
    "sleef_u10", "height and gradient, SLEEF's sincos, 1.0 ULP, 16 lanes", BASELINE_FLAGS, BASELINE_NEEDS, sleef_ready,
    run_u10, 1e-4,
};

const baseline baseline_sleef_avx512_u35 = {
    "sleef_u35", "height and gradient, SLEEF's sincos, 3.5 ULP, 16 lanes", BASELINE_FLAGS, BASELINE_NEEDS, sleef_ready,
    run_u35, 1e-4,
};
