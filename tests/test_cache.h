/* SPDX-License-Identifier: MIT
 *
 * A folder for compiled programs, for each test its own. */
#ifndef FLO_TESTS_TEST_CACHE_H
#define FLO_TESTS_TEST_CACHE_H

#include "test.h"

/* A test's setup and teardown: FLOTILLA_CACHE is a folder that is not there yet, and in the end is none any more. */
int test_cache_begin(void **state);
int test_cache_end(void **state);

const char *test_cache_folder(void);
size_t test_cache_files(void);          /* in it */

/* The programs that drivers make, run behind the group "cache". */
int test_programs(void);

#endif
