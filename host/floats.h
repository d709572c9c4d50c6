/* SPDX-License-Identifier: MIT
 *
 * The floating-point environment of a thread, as the library needs it: round to nearest, keep what is denormal, trap
 * nothing.
 *
 * A caller's thread may be set otherwise: game engines and audio programs flush denormals to zero, interval arithmetic
 * rounds up and down, and whoever hunts for NaN unmasks exceptions.  Other modes would give other bits, or a signal.
 * So every call that computes takes the environment first and gives it back last (host/calls.c), and so do OpenMP's
 * threads, which may be the caller's as well (host/processor.c).  What is given back is all there was: the modes, the
 * masks, and the flags of exceptions, which a call thus neither raises nor clears.
 *
 * Compilers know nothing of this and may move arithmetic past it, but not past calls that they do not see through: what
 * computes must be in another function that is not inlined. */
#ifndef FLO_FLOATS_H
#define FLO_FLOATS_H

#include <stdint.h>

#if defined(__x86_64__)

typedef struct flo__floats {
    uint32_t sse;               /* MXCSR: modes, masks and flags */
    uint16_t control, status;   /* of the x87, which has long double */
} flo__floats;

enum {
    FLO__SSE_USUAL = 0x1F80, FLO__SSE_FLAGS = 0x3F,
    FLO__X87_USUAL = 0x037F, FLO__X87_FLAGS = 0xFF, FLO__X87_EXCEPTIONS = 0x3F,
};

static inline flo__floats flo__floats_take(void)
{
    const uint32_t sse = FLO__SSE_USUAL;
    const uint16_t control = FLO__X87_USUAL;
    flo__floats was;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m"(was.sse), "=m"(was.control), "=m"(was.status));
    if ((was.sse & ~(uint32_t)FLO__SSE_FLAGS) != FLO__SSE_USUAL) __asm__ volatile("ldmxcsr %0" : : "m"(sse) : "memory");
    if (was.control != FLO__X87_USUAL) {
        /* One that is pending would be raised by the next instruction, this one included. */
        if (was.status & ~was.control & FLO__X87_EXCEPTIONS) __asm__ volatile("fnclex");
        __asm__ volatile("fldcw %0" : : "m"(control) : "memory");
    }
    __asm__ volatile("" : : : "memory");
    return was;
}

/* Flags of the x87 can only be set with all of its environment, which takes 20 ns; so only if they have changed. */
static inline void flo__floats_give_back(const flo__floats *was)
{
    uint32_t sse;
    uint16_t status;
    __asm__ volatile("stmxcsr %0\n\tfnstsw %1" : "=m"(sse), "=m"(status) : : "memory");
    if (sse != was->sse) __asm__ volatile("ldmxcsr %0" : : "m"(was->sse) : "memory");
    if ((status ^ was->status) & FLO__X87_FLAGS) {
        struct { uint16_t control, a, status, b, rest[10]; } all;
        __asm__ volatile("fnstenv %0" : "=m"(all));
        all.control = was->control;
        all.status = (uint16_t)((all.status & ~FLO__X87_FLAGS) | (was->status & FLO__X87_FLAGS));
        __asm__ volatile("fldenv %0" : : "m"(all) : "memory");
    } else if (was->control != FLO__X87_USUAL) {
        __asm__ volatile("fldcw %0" : : "m"(was->control) : "memory");
    }
}

#elif defined(__aarch64__)

typedef struct flo__floats { uint64_t control, status; } flo__floats;

static inline flo__floats flo__floats_take(void)
{
    flo__floats was;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(was.control), "=r"(was.status));
    if (was.control) __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0) : "memory");
    __asm__ volatile("" : : : "memory");
    return was;
}

static inline void flo__floats_give_back(const flo__floats *was)
{
    __asm__ volatile("msr fpsr, %0" : : "r"(was->status) : "memory");
    if (was->control) __asm__ volatile("msr fpcr, %0" : : "r"(was->control) : "memory");
}

#else

#include <fenv.h>

typedef struct flo__floats { fenv_t all; } flo__floats;

static inline flo__floats flo__floats_take(void)
{
    flo__floats was;
    fegetenv(&was.all);
    fesetenv(FE_DFL_ENV);
    return was;
}

static inline void flo__floats_give_back(const flo__floats *was) { fesetenv(&was->all); }

#endif
#endif
