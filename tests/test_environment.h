/* SPDX-License-Identifier: MIT
 *
 * Floating-point environments that are not the usual one, and calls that are made in them. */
#ifndef FLO_TESTS_TEST_ENVIRONMENT_H
#define FLO_TESTS_TEST_ENVIRONMENT_H

#include "test_interop.h"
#include "test_same_scene.h"

#if defined(__x86_64__)
typedef struct test_modes { uint32_t sse; uint16_t control, status; } test_modes;
#elif defined(__aarch64__)
typedef struct test_modes { uint64_t control, status; } test_modes;
#else
#error "say here and in test_environment.c how this processor's floating-point environment is read and set"
#endif

test_modes test_modes_get(void);
void test_modes_set(const test_modes *m);
bool test_modes_same(const test_modes *a, const test_modes *b);

/* On x86-64 all exceptions trapped, denormal numbers among them, and flushed; or none, but flags up and the x87 at 53
 * bits. */
test_modes test_modes_wild(int rounding, bool trap);

/* Whether calls are made in an environment of their own, and which one. */
extern bool test_wild;
extern test_modes test_theirs;

/* The first way is the usual environment.  From here on calls are made in that of this way. */
enum { WAYS = 9 };
void test_go(int way, const char *where);

/* Around a call. */
void test_before(void);
void test_after(const char *call);

/* The arguments are evaluated in the caller's environment: they must be known already. */
#define IN(call)                                                              \
    do {                                                                      \
        test_before();                                                        \
        const flo_status got = call;                                          \
        test_after(#call);                                                    \
        test_status(got, FLO_OK, #call, __FILE__, __LINE__);                  \
    } while (0)
#define IN_VOID(call) do { test_before(); call; test_after(#call); } while (0)

/* A hash of all that the calls gave. */
extern uint64_t test_digest;
void test_note(const void *data, size_t bytes);

static const double sixtieth = 1.0 / 60, moment = 12345.678;

#endif
