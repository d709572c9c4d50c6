/* SPDX-License-Identifier: MIT
 *
 * Records of good files. */
#include "test_records.h"

ndbc_record *test_ndbc_read(const char *file, const char *time)
{
    ndbc_record *record = NULL;
    if (ndbc_read(&record, file, time) != FLO_OK) fail_msg("%s", flo_message());
    return record;
}

swan_record *test_swan_read(const char *file, const char *time, const swan_place *place)
{
    swan_record *record = NULL;
    if (swan_read(&record, file, time, place) != FLO_OK) fail_msg("%s", flo_message());
    return record;
}

static flo_record_info info_of(const flo_record_def *def)
{
    flo_record_info info;
    if (flo_record_get_info(def, &info) != FLO_OK) fail_msg("%s", flo_message());
    return info;
}

flo_record_info test_ndbc_info(const ndbc_record *record)
{
    const flo_record_def def = ndbc_record_def(record);
    return info_of(&def);
}

flo_record_info test_swan_info(const swan_record *record)
{
    const flo_record_def def = swan_record_def(record);
    return info_of(&def);
}
