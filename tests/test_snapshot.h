/* SPDX-License-Identifier: MIT
 *
 * What the tests of snapshots share. */
#ifndef FLO_TESTS_TEST_SNAPSHOT_H
#define FLO_TESTS_TEST_SNAPSHOT_H

#include "test.h"

/* A fleet's snapshot, the caller's to free; there is room for 100 bytes more behind it. */
typedef struct test_bytes { unsigned char *at; size_t size; } test_bytes;

static inline test_bytes test_take(flo_fleet *fleet)
{
    test_bytes b = { NULL, 0 };
    OK(flo_fleet_snapshot_size(fleet, &b.size));
    b.at = malloc(b.size + 100);
    assert_non_null(b.at);
    OK(flo_fleet_snapshot(fleet, b.at, b.size));
    return b;
}

/* What a fleet is, in bits: the hash of its snapshot. */
uint64_t test_snapshot_bits(flo_fleet *fleet);

/* A boat with a push by change in two waves, and another beside it. */
typedef struct test_small {
    flo_sea_def sea;
    flo_wave waves[2];
    flo_hull_def hull;
    flo_fleet_def fleet;
    flo_mode mode;
} test_small;

test_small test_small_def(void);
flo_fleet *test_small_make(flo_device *device, const test_small *of);

/* The same after 20 steps. */
flo_fleet *test_small_fleet(flo_device *device);

#endif
