/* SPDX-License-Identifier: MIT
 *
 * Spectra of NDBC's buoys, alone or with their four directional files, which bytes of 0xff cut apart; what comes out
 * is made into waves. */
#include "fuzz.h"
#include "io/ndbc.h"

#include <string.h>

static const uint8_t *next_part(const uint8_t *at, const uint8_t *end, size_t *size)
{
    const uint8_t *const cut = memchr(at, 0xff, (size_t)(end - at));
    *size = (size_t)((cut ? cut : end) - at);
    return cut ? cut + 1 : end;
}

/* The historical layout where the first byte is even, else the realtime one. */
static const char *put_files(const uint8_t *data, size_t size)
{
    static const char *const names[2][5] = {
        {"41010w2019.txt", "41010d2019.txt", "41010i2019.txt", "41010j2019.txt", "41010k2019.txt"},
        {"41010.data_spec", "41010.swdir", "41010.swdir2", "41010.swr1", "41010.swr2"},
    };
    const char *const *const name = names[size > 0 && (data[0] & 1)], *first = NULL;
    const uint8_t *at = data + (size > 0), *const end = data + size;
    for (int i = 0; i < 5; i++) {
        size_t part = 0;
        const uint8_t *const from = at;
        const bool there = i == 0 || at < end;
        at = next_part(at, end, &part);
        if (!there) fuzz_no_file(name[i]);
        else if (i == 0) first = fuzz_file(name[i], from, part);
        else fuzz_file(name[i], from, part);
    }
    return first;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ndbc_record *record = NULL;
    const char *const time = size > 0 && (data[0] & 2) ? "2019-02-06 00:40" : NULL;
    const flo_status status = ndbc_read(&record, put_files(data, size), time);
    fuzz_said(status);
    if (status) return 0;
    flo_wave waves[8];
    flo_record_info info;
    flo_record_def def = ndbc_record_def(record);
    def.components = 8;
    fuzz_said(flo_record_get_info(&def, &info));
    fuzz_said(flo_record_waves(&def, waves));
    ndbc_free(record);
    return 0;
}
