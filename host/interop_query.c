/* SPDX-License-Identifier: MIT
 *
 * Queries from a caller's OpenCL memory to his memory. */
#include "interop.h"
#include "sea.h"

#include <stdlib.h>

#define SAME(ours, theirs) _Static_assert((int)FLO_OPENCL_##ours == (int)(theirs), "kernels/tables.h has it elsewhere")
SAME(SURFACE_HEIGHT, POINT_HEIGHT);
SAME(SURFACE_NORMAL, POINT_NORMAL);
SAME(SURFACE_VELOCITY, POINT_VELOCITY);
SAME(SURFACE_RESIDUAL, POINT_RESIDUAL);
SAME(SURFACE_COLUMNS, POINT_COLUMNS);
SAME(POINTS, FLO__ITEMS);

void flo__interop_release(flo_device *device)
{
    flo__opencl *const opencl = device->state;
    if (!opencl->tables) return;
    flo__sea_tables_release(opencl->tables, device);
    free(opencl->tables);
    opencl->tables = NULL;
}

static flo_status check(const flo__opencl *opencl, double time, size_t count, size_t stride, cl_mem places,
                        cl_mem surface)
{
    const size_t most = ((size_t)1 << 31) - FLO__ITEMS;
    if (flo__check_time(time) != FLO_OK) return FLO_BAD_VALUE;
    if (stride < count || stride > most || stride % FLO__ITEMS != 0) {
        return flo__fail(FLO_BAD_VALUE, "stride is %zu for %zu points; it must be a multiple of %d, at least their "
                         "number, and at most %zu", stride, count, FLO__ITEMS, most);
    }
    if (count == 0) return FLO_OK;
    const flo_status status = flo__interop_check_memory(opencl, "places", places, 2 * stride * sizeof(int64_t), false);
    if (status != FLO_OK) return status;
    return flo__interop_check_memory(opencl, "surface", surface, POINT_COLUMNS * stride * sizeof(float), true);
}

static flo_status run_query(flo_device *device, flo__opencl *opencl, const flo_sea *sea, double time, size_t count,
                            size_t stride, cl_mem places, cl_mem surface)
{
    if (count == 0) return FLO_OK;
    if (!opencl->tables) opencl->tables = calloc(1, sizeof *opencl->tables);
    flo__sea_tables *const t = opencl->tables;
    if (!t) return flo__fail(FLO_NO_MEMORY, "no memory for a query of %zu points", count);
    flo_status status = flo__sea_tables_set(t, device, sea, 1);
    if (status == FLO_OK) status = flo__sea_tables_time(t, device, sea, time, 0, 0, 1, NULL);
    const flo__launch launch = {
        .pass = FLO__PASS_points,
        .buffer = { t->wave, t->key, t->phase, t->number, (flo__buffer *)places, (flo__buffer *)surface },
        .number = { (int32_t)stride, 0 },
        .items = flo__device_round(device, count), .cost = 0,
    };
    return status == FLO_OK ? device->backend->run(device, &launch) : status;
}

flo_status flo__call_opencl_query(flo_device *device, const flo_sea *sea, double time, size_t count, size_t stride,
                                  cl_mem places, cl_mem surface, cl_uint wait_count, const cl_event *wait,
                                  cl_event *done)
{
    flo__hurry hurry;
    flo__opencl *const opencl = flo__interop_of(device);
    flo_status status = opencl ? check(opencl, time, count, stride, places, surface) : FLO_BAD_VALUE;
    if (status != FLO_OK) return status;
    status = flo__hurry_begin(&hurry, device, wait_count, wait);
    if (status == FLO_OK) status = run_query(device, opencl, sea, time, count, stride, places, surface);
    return flo__hurry_end(&hurry, status, done);
}
