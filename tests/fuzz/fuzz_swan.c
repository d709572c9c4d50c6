/* SPDX-License-Identifier: MIT
 *
 * Spectra of SWAN's files; what comes out is made into waves. */
#include "fuzz.h"
#include "io/swan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    swan_record *record = NULL;
    const uint8_t how = size > 0 ? data[0] : 0;
    const swan_place place = {.index = how >> 4 & 3, .near = how & 4, .at = {4.5, 52.25}};
    const char *const file = fuzz_file("model.spec", data + (size > 0), size - (size > 0));
    (void)swan_is_file(file);
    const flo_status status = swan_read(&record, file, how & 2 ? "2020-01-01 00:00" : NULL, how & 1 ? &place : NULL);
    fuzz_said(status);
    if (status) return 0;
    flo_wave waves[8];
    flo_record_info info;
    flo_record_def def = swan_record_def(record);
    def.components = 8;
    fuzz_said(flo_record_get_info(&def, &info));
    fuzz_said(flo_record_waves(&def, waves));
    swan_free(record);
    return 0;
}
