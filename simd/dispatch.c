/* SPDX-License-Identifier: MIT
 *
 * Which instruction sets were built, and which of them this processor can run.
 *
 * To add one: a vector_*.h with its words, a line in the Makefile's list with its flags, a line here. */
#include "pass.h"
#include <string.h>

typedef struct simd_entry {
    const char *name;
    const simd_passes *passes;
    bool (*supported)(void);
} simd_entry;

static bool always(void) { return true; }

#if defined(__x86_64__)
static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
           && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
}
static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static bool has_fma(void) { return __builtin_cpu_supports("fma"); }
static bool has_sse4(void) { return __builtin_cpu_supports("sse4.1"); }

extern const simd_passes flo__simd_passes_avx512, flo__simd_passes_avx2, flo__simd_passes_sse4, flo__simd_passes_sse2;
extern const simd_passes flo__simd_passes_scalar_fma;
#elif defined(__aarch64__)
extern const simd_passes flo__simd_passes_neon;
#endif
extern const simd_passes flo__simd_passes_scalar;

/* Widest first.  The plain C of "scalar" is built twice for x86: where the processor can fuse, the compiler may say so
 * instead of calling fmaf(), which is the same operation. */
static const simd_entry entries[] = {
#if defined(__x86_64__)
    { "avx512", &flo__simd_passes_avx512, has_avx512 },
    { "avx2", &flo__simd_passes_avx2, has_avx2 },
    { "sse4", &flo__simd_passes_sse4, has_sse4 },
    { "sse2", &flo__simd_passes_sse2, always },
    { "scalar", &flo__simd_passes_scalar_fma, has_fma },
#elif defined(__aarch64__)
    { "neon", &flo__simd_passes_neon, always },
#endif
    { "scalar", &flo__simd_passes_scalar, always },
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

const simd_passes *flo__simd_find(const char *name)
{
    const bool widest = strcmp(name, "simd") == 0;
    for (int i = 0; i < ENTRIES; i++) {
        const bool named = widest || strcmp(name, entries[i].name) == 0;
        if (named && entries[i].supported()) return entries[i].passes;
    }
    return NULL;
}

const char *flo__simd_name(int i)
{
    const int names = ENTRIES - (strcmp(entries[ENTRIES - 2].name, "scalar") == 0);
    return i >= 0 && i < names ? entries[i].name : NULL;
}
