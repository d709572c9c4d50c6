/* SPDX-License-Identifier: MIT
 *
 * What the tests share: cmocka, checks that say what they compared, and the figures that a run leaves behind. */
#ifndef FLO_TESTS_TEST_H
#define FLO_TESTS_TEST_H

#include "flotilla.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846, degrees = 3.14159265358979323846 / 180;

/* What is being tested now, for messages: a device, a case of a table. */
void test_about(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails unless |value - want| <= within. */
#define NEAR(value, want, within) test_near(value, want, within, #value, __FILE__, __LINE__)
void test_near(double value, double want, double within, const char *what, const char *file, int line);

/* Fails unless a call succeeds. */
#define OK(call) test_status(call, FLO_OK, #call, __FILE__, __LINE__)

/* Fails unless a call gives this status. */
#define GIVES(call, status) test_status(call, status, #call, __FILE__, __LINE__)
void test_status(flo_status got, flo_status want, const char *what, const char *file, int line);

/* Fails unless a call gives this status and says all these words, which stand apart by '|'. */
#define REFUSED(call, status, words) test_refused(call, status, words, #call, __FILE__, __LINE__)
void test_refused(flo_status got, flo_status want, const char *words, const char *what, const char *file, int line);

/* Fails unless two blocks of memory are the same. */
#define SAME(a, b, bytes) test_same_bytes(a, b, bytes, #a, __FILE__, __LINE__)
void test_same_bytes(const void *a, const void *b, size_t bytes, const char *what, const char *file, int line);

/* The largest of many errors so far.  No number is more than any: fmax() would leave it out. */
static inline double test_more(double worst, double off) { return isnan(off) ? (double)INFINITY : fmax(worst, off); }

/* The largest of many errors, each in its own unit: 1 is what is allowed. */
typedef struct test_worst { double error; char where[160]; } test_worst;

void test_worst_add(test_worst *worst, double value, double want, double allowed);

/* Prints it under a name, and fails if it is above 1. */
#define WORST(worst, name) test_worst_check(worst, name, __FILE__, __LINE__)
void test_worst_check(const test_worst *worst, const char *name, const char *file, int line);

/* A group's setup and teardown: a folder of its own below TMPDIR, and it goes again with all that is in it. */
int test_folder_make(void **state);
int test_folder_remove(void **state);

/* The path of a file in it, or with "" its own; good until the eighth call from here. */
const char *test_path(const char *name);

/* Writes a file there; the same as test_path() comes back. */
const char *test_put(const char *name, const void *bytes, size_t size);

/* The path of a file under the folder that FLOTILLA_TEST_DATA names, good until the next call.  Where that is not set
 * the test is skipped. */
const char *test_data(const char *name);

/* Seconds of processors that this process has had since it began, whatever else the machine does. */
double test_seconds(void);

/* Numbers between two, the same in every run. */
double test_random(double low, double high);
void test_random_start(uint64_t seed);

#endif
