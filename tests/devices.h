/* SPDX-License-Identifier: MIT
 *
 * The devices that a test runs on, opened once for a whole group and closed at its end.
 *
 *     for (const test_device *d = test_devices(); d->device; d++) { test_about("%s", d->label); ... } */
#ifndef FLO_TESTS_DEVICES_H
#define FLO_TESTS_DEVICES_H

#include "flotilla.h"

typedef struct test_device {
    char label[80];                     /* name and what was asked for */
    flo_device *device;                 /* NULL ends a list */
    bool exact;
} test_device;

/* One for every available device that flo_device_list() tells. */
const test_device *test_devices(void);

/* Those, and each again with other threads, other work-group sizes and other shapes of lanes. */
const test_device *test_devices_and_variants(void);

/* One that is opened for the caller, who closes it. */
flo_device *test_open(const char *name);

uint64_t test_hash(flo_fleet *fleet);

/* A group's teardown, for all groups that use devices. */
int test_devices_close(void **state);

#endif
