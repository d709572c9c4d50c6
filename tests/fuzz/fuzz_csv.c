/* SPDX-License-Identifier: MIT
 *
 * Points of CSV files; and every number that was read is written with digits that read back as it. */
#include "fuzz.h"
#include "io/csv.h"

#include <math.h>
#include <string.h>

static void check(double value)
{
    char text[CSV_NUMBER_SIZE];
    const size_t length = csv_format_double(text, value);
    double again = 0;
    const char *at = text;
    fuzz_must(length < sizeof text && strlen(text) == length, "a number fits");
    fuzz_must(csv_parse_number(&at, &again) && *at == '\0', "what was written is a number");
    fuzz_must(memcmp(&again, &value, sizeof value) == 0, "it is the same number");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    csv_points points;
    const flo_status status = csv_read_points_within(&points, fuzz_file("points.csv", data, size), 0x1p30);
    fuzz_said(status);
    for (size_t i = 0; i < points.count; i++) {
        fuzz_must(fabs(points.x[i]) <= 1e9 && fabs(points.z[i]) <= 1e9, "points are within their limits");
        check(points.x[i]);
        check(points.z[i]);
    }
    csv_free_points(&points);
    return 0;
}
