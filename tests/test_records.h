/* SPDX-License-Identifier: MIT
 *
 * Files of records of waves, read by tests that know them to be good. */
#ifndef FLO_TESTS_TEST_RECORDS_H
#define FLO_TESTS_TEST_RECORDS_H

#include "io/ndbc.h"
#include "io/swan.h"
#include "test.h"

ndbc_record *test_ndbc_read(const char *file, const char *time);
flo_record_info test_ndbc_info(const ndbc_record *record);

swan_record *test_swan_read(const char *file, const char *time, const swan_place *place);
flo_record_info test_swan_info(const swan_record *record);

#endif
