/* SPDX-License-Identifier: MIT
 *
 * Times of records: minutes since 1970 in UTC, without the time zones and the limits of the C library. */
#include "ndbc_table.h"

#include <stdio.h>
#include <string.h>

/* Days from 1970-01-01 in the Gregorian calendar, counting years from March so that leap days come last. */
static int64_t days_of(int year, int month, int day)
{
    const int64_t y = month > 2 ? year : year - 1;
    const int64_t from_march = (month + 9) % 12;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * from_march + 2) / 5 + day - 1 - 719468;
}

bool ndbc_minute_of(const int date[5], int64_t *minute)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int year = date[0], month = date[1], day = date[2];
    if (year < 1 || month < 1 || month > 12)
        return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (day < 1 || day > days[month - 1] + (month == 2 && leap) || date[3] > 23 || date[4] > 59)
        return false;
    *minute = (days_of(year, month, day) * 24 + date[3]) * 60 + date[4];
    return true;
}

bool ndbc_read_digits(const char *text, int digits, int *value)
{
    *value = 0;
    for (int i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return true;
}

flo_status ndbc_parse_time(const char *text, int64_t *minute)
{
    static const struct field {
        int at, digits;
        char after;
    } fields[] = {{0, 4, '-'}, {5, 2, '-'}, {8, 2, ' '}, {11, 2, ':'}, {14, 2, '\0'}};
    int date[5];
    bool good = strlen(text) == 16;
    for (int i = 0; i < 5 && good; ++i)
        good = ndbc_read_digits(text + fields[i].at, fields[i].digits, &date[i])
            && text[fields[i].at + fields[i].digits] == fields[i].after;
    if (!good || !ndbc_minute_of(date, minute))
        return flo__fail(FLO_BAD_VALUE, "time is \"%.40s\"; it must be a time of the form YYYY-MM-DD hh:mm", text);
    return FLO_OK;
}

void ndbc_format_time(int64_t minute, char text[32])
{
    const int64_t of_day = ((minute % 1440) + 1440) % 1440;
    const int64_t day = (minute - of_day) / 1440;
    int year = (int)(1970 + day / 366);
    while (days_of(year + 1, 1, 1) <= day)
        ++year;
    while (days_of(year, 1, 1) > day)
        --year;
    int month = 1;
    while (month < 12 && days_of(year, month + 1, 1) <= day)
        ++month;
    snprintf(text, 32, "%04d-%02d-%02d %02d:%02d", year, month, (int)(day - days_of(year, month, 1) + 1),
             (int)(of_day / 60), (int)(of_day % 60));
}
