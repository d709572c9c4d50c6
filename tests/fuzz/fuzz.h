/* SPDX-License-Identifier: MIT
 *
 * What the fuzzers share.  Each is a program of libFuzzer, one reader or the library behind it, that takes any bytes
 * and must end without a crash, a stray access, undefined behaviour or a leak.
 * tests/fuzz/run.sh builds and runs them. */
#ifndef FLO_TESTS_FUZZ_H
#define FLO_TESTS_FUZZ_H

#include "flotilla.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A file of these bytes, of a name that ends as given, in a folder of the process's own that is in memory where the
 * system has such.  The path is good until the process ends. */
const char *fuzz_file(const char *name, const void *data, size_t size);

/* Takes such a file away again, if there is one. */
void fuzz_no_file(const char *name);

/* Ends the process as a find if something does not hold. */
void fuzz_must(bool holds, const char *what);

/* A failed call has said why; one that did not fail is as well. */
void fuzz_said(flo_status status);

/* ---- bytes as choices ------------------------------------------------------------------------------------------ */

typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

/* 0 where nothing is left. */
uint8_t fuzz_byte(fuzz_bytes *bytes);

/* 0 to count - 1. */
int fuzz_pick(fuzz_bytes *bytes, int count);

/* Any number: plain ones, the limits of ranges, what is no number, and any bits at all. */
double fuzz_number(fuzz_bytes *bytes);

/* Small ones, and those that overflow. */
int fuzz_int(fuzz_bytes *bytes);

#endif
