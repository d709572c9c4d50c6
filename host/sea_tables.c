/* SPDX-License-Identifier: MIT
 *
 * A sea on a device: its tables, and where its waves are at an instant. */
#include "sea.h"
#include <math.h>
#include <stdlib.h>

/* A number of turns, less whole turns, in 2^-64 turn. */
static sea_long turns_fixed(double turns)
{
    double part = turns - rint(turns);
    if (part >= 0.5) part -= 1;                     /* half a turn is -2^63 */
    return llrint(part * 0x1p64);
}

/* The phases of all waves at the origin at `time`, 2^-64 turn.
 * frequency * time is exact as the sum of its rounded value and what the rounding left; whole turns go at once. */
static void sea_phases(const flo_sea *sea, double time, sea_long *phases)
{
    for (int i = 0; i < sea->numbers.waves; i++) {
        const double turns = sea->frequency[i] * time, left = fma(sea->frequency[i], time, -turns);
        phases[i] = turns_fixed(sea->start[i] - (turns - rint(turns)) - left);
    }
}

void flo__sea_tables_release(flo__sea_tables *tables, flo_device *device)
{
    device->backend->release(device, tables->wave);
    device->backend->release(device, tables->key);
    device->backend->release(device, tables->phase);
    device->backend->release(device, tables->number);
    *tables = (flo__sea_tables){ 0 };
}

/* A buffer with this content.  It is written once for many steps, so that to lose it is to lose bodies. */
static flo_status table(flo_device *device, const void *data, size_t bytes, flo__buffer **buffer)
{
    flo_status status = device->backend->allocate(device, bytes, buffer);
    return status ? status : flo__write_bodies(device, *buffer, 0, data, bytes);
}

flo_status flo__sea_tables_set(flo__sea_tables *tables, flo_device *device, const flo_sea *sea, int rows)
{
    if (tables->id == sea->id && tables->rows >= rows && tables->breaks == device->breaks) return FLO_OK;
    flo__sea_tables next = { .id = sea->id, .breaks = device->breaks, .rows = rows };
    const size_t waves = (size_t)sea->numbers.waves;
    flo_status status = table(device, sea->table, waves * sizeof *sea->table, &next.wave);
    if (!status) status = table(device, sea->keys, waves * sizeof *sea->keys, &next.key);
    if (!status) status = table(device, &sea->numbers, sizeof sea->numbers, &next.number);
    if (!status) {
        status = device->backend->allocate(device, (size_t)rows * waves * sizeof(sea_long), &next.phase);
    }
    if (status) {
        flo__sea_tables_release(&next, device);
        return status;
    }
    flo__sea_tables_release(tables, device);
    *tables = next;
    return FLO_OK;
}

flo_status flo__sea_tables_time(flo__sea_tables *tables, flo_device *device, const flo_sea *sea, double base,
                                uint64_t first, double step, int rows, sea_long *room)
{
    const size_t waves = (size_t)sea->numbers.waves, bytes = (size_t)rows * waves * sizeof(sea_long);
    if (waves == 0) return FLO_OK;
    sea_long *const own = room ? NULL : malloc(bytes), *const phases = room ? room : own;
    if (!phases) return flo__fail(FLO_NO_MEMORY, "no memory for the phases of %zu waves", waves);
    for (int i = 0; i < rows; i++) {
        sea_phases(sea, base + (double)(first + (uint64_t)i) * step, phases + (size_t)i * waves);
    }
    flo_status status = device->backend->write(device, tables->phase, 0, phases, bytes);
    free(own);
    return status;
}
