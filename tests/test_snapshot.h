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

#endif
