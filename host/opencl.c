/* SPDX-License-Identifier: MIT
 *
 * The OpenCL backend: buffers on a device, and passes launched over them in one queue that keeps their order.
 *
 * Small writes, the tables of every step, are copied aside and sent without waiting, so that hundreds of steps can be
 * under way at once.  Steps wait for nothing but room for these copies, and then not until the device is done, but
 * until it is through with the older half of them; in a hurry more room is had instead.  What waits for all: reads,
 * writes of much unless in a hurry, and finish(). */
#include "interop.h"

#include <stdlib.h>
#include <string.h>

enum {
    HALF_STAGE = 1 << 20,       /* bytes */
    LARGEST_STAGED = 1 << 19,   /* bytes, the phases of many steps; above that a copy costs more than the wait */
    LARGEST_FETCHED = 1 << 26,  /* bytes that are read at once from a caller's queue */
    GROUP = 64,                 /* work-items in a group on a GPU, about */
    ALIGNMENT = 64,             /* bytes, of the copies, and of the sizes of buffers */
    FILL_BYTES = 1 << 28,       /* drivers are known to fail at fills of more than 2^32 bytes */
};

static size_t round_up(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- buffers: a flo__buffer is an OpenCL memory object by another name ----------------------------------------- */

static cl_mem memory_of(flo__buffer *buffer) { return (cl_mem)buffer; }

static bool is_out_of_memory(cl_int error)
{
    return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
           error == CL_OUT_OF_HOST_MEMORY || error == CL_INVALID_BUFFER_SIZE;
}

/* What the driver gives in one piece. */
static size_t largest_buffer(const flo__opencl *opencl)
{
    cl_ulong largest = 0;
    flo__cl.clGetDeviceInfo(opencl->device.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL);
    return largest > 0 ? (size_t)largest : SIZE_MAX;
}

static size_t memory_in_all(const flo__opencl *opencl)
{
    cl_ulong memory = 0;
    flo__cl.clGetDeviceInfo(opencl->device.id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    return memory > 0 ? (size_t)memory : SIZE_MAX;
}

static flo_status fail_to_allocate(const flo__opencl *opencl, const char *call, cl_int error, size_t bytes)
{
    if (!is_out_of_memory(error)) return flo__opencl_fail(call, error);
    return flo__fail(FLO_NO_MEMORY, "%s has no memory for a buffer of %zu bytes; one buffer may have %zu (%s, %d)",
                     opencl->device.name, bytes, largest_buffer(opencl), flo__opencl_error_name(error),
                     (int)error);
}

/* More than the device has is not even asked for: not every driver survives that question.  Many drivers take the
 * memory only when it is first touched, so the fill, too, can find that there is none. */
static flo_status allocate(flo_device *device, size_t bytes, flo__buffer **buffer)
{
    flo__opencl *const opencl = device->state;
    cl_int error;
    if (bytes > memory_in_all(opencl)) return fail_to_allocate(opencl, "clCreateBuffer", CL_INVALID_BUFFER_SIZE, bytes);
    const size_t size = round_up(bytes ? bytes : 1);
    const cl_mem memory = flo__cl.clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, size, NULL, &error);
    if (error != CL_SUCCESS) return fail_to_allocate(opencl, "clCreateBuffer", error, bytes);
    const cl_uint zero = 0;
    for (size_t at = 0; at < size && error == CL_SUCCESS; at += FILL_BYTES) {
        const size_t piece = size - at < FILL_BYTES ? size - at : FILL_BYTES;
        const flo__opencl_before before = flo__opencl_before_next(opencl);
        error = flo__cl.clEnqueueFillBuffer(opencl->queue, memory, &zero, sizeof zero, at, piece, before.count,
                                            before.list, flo__opencl_event(opencl));
        if (error == CL_SUCCESS) flo__opencl_launched(opencl, FLO__FILLS, piece);
    }
    if (error != CL_SUCCESS) {
        flo__cl.clReleaseMemObject(memory);
        return fail_to_allocate(opencl, "clEnqueueFillBuffer", error, bytes);
    }
    *buffer = (flo__buffer *)memory;
    return FLO_OK;
}

static void release(flo_device *device, flo__buffer *buffer)
{
    (void)device;
    if (buffer) flo__cl.clReleaseMemObject(memory_of(buffer));
}

/* ---- the queue ------------------------------------------------------------------------------------------------- */

/* Nothing of ours is in the queue any more. */
static void queue_is_empty(flo__opencl *opencl)
{
    opencl->owner->moving = false;
    flo__opencl_forget(&opencl->stage.emptied[0]);
    flo__opencl_forget(&opencl->stage.emptied[1]);
    opencl->stage.used = 0;
    flo__opencl_unload(opencl);
    flo__opencl_collect(opencl);
}

/* Neither clFinish nor a call that blocks (PoCL makes them clFinish) in a caller's queue: what he has there may wait
 * for what he does next. */
static flo_status wait_for_mark(flo__opencl *opencl)
{
    cl_event done = NULL;
    const flo_status status = flo__opencl_mark(opencl, &done);
    if (status != FLO_OK) return status;
    const cl_int error = flo__opencl_await(done);
    flo__opencl_forget(&done);
    return error == CL_SUCCESS ? FLO_OK : flo__opencl_lose(opencl, "clWaitForEvents", error);
}

flo_status flo__opencl_finish(flo__opencl *opencl)
{
    if (opencl->order.chained && !opencl->order.last) return FLO_OK;
    if (opencl->order.given) {
        const flo_status status = wait_for_mark(opencl);
        if (status != FLO_OK) return status;
    } else {
        const cl_int error = flo__cl.clFinish(opencl->queue);
        if (error != CL_SUCCESS) return flo__opencl_lose(opencl, "clFinish", error);
    }
    queue_is_empty(opencl);
    return FLO_OK;
}

static flo_status finish(flo_device *device) { return flo__opencl_finish(device->state); }

/* The half that is full is marked, and the other one taken as soon as all writes from it are done. */
static flo_status turn_stage(flo__opencl *opencl)
{
    flo__opencl_stage *const stage = &opencl->stage;
    cl_event *const other = &stage->emptied[stage->half ^ 1], *const full = &stage->emptied[stage->half];
    if (*other) {
        const cl_int error = flo__opencl_await(*other);
        if (error != CL_SUCCESS) return flo__opencl_lose(opencl, "clWaitForEvents", error);
        flo__opencl_forget(other);
    }
    flo__opencl_forget(full);
    const flo_status status = flo__opencl_mark(opencl, full);
    if (status != FLO_OK) return status;
    stage->half ^= 1;
    stage->used = 0;
    return FLO_OK;
}

/* Whether a copy can be had without waiting. */
static bool stage_has_room(const flo__opencl *opencl, size_t bytes)
{
    const flo__opencl_stage *const stage = &opencl->stage;
    const cl_event other = stage->emptied[stage->half ^ 1];
    return stage->used + bytes <= HALF_STAGE || !other || flo__opencl_is_over(other);
}

static flo_status enqueue_write(flo__opencl *opencl, cl_mem memory, cl_bool wait, size_t offset, const void *data,
                                size_t bytes)
{
    const flo__opencl_before before = flo__opencl_before_next(opencl);
    const cl_int error = flo__cl.clEnqueueWriteBuffer(opencl->queue, memory, wait, offset, bytes, data, before.count,
                                                      before.list, flo__opencl_event(opencl));
    if (error != CL_SUCCESS && wait) return flo__opencl_lose(opencl, "clEnqueueWriteBuffer", error);
    if (error != CL_SUCCESS) return flo__opencl_fail("clEnqueueWriteBuffer", error);
    if (!wait && opencl->owner->to_bodies) opencl->owner->moving = true;
    flo__opencl_launched(opencl, FLO__WRITES, bytes);
    return FLO_OK;
}

static flo_status write_staged(flo__opencl *opencl, cl_mem memory, size_t offset, const void *data, size_t bytes)
{
    flo__opencl_stage *const stage = &opencl->stage;
    if (stage->used + bytes > HALF_STAGE) {
        const flo_status status = turn_stage(opencl);
        if (status != FLO_OK) return status;
    }
    char *const copy = stage->room + (size_t)stage->half * HALF_STAGE + stage->used;
    memcpy(copy, data, bytes);
    stage->used += round_up(bytes);
    return enqueue_write(opencl, memory, CL_FALSE, offset, copy, bytes);
}

static flo_status write_buffer(flo_device *device, flo__buffer *buffer, size_t offset, const void *data, size_t bytes)
{
    flo__opencl *const opencl = device->state;
    const bool hurried = opencl->order.hurried;
    if (bytes == 0) return FLO_OK;
    if (bytes <= LARGEST_STAGED && (!hurried || stage_has_room(opencl, bytes))) {
        return write_staged(opencl, memory_of(buffer), offset, data, bytes);
    }
    if (hurried) return flo__opencl_carry(opencl, memory_of(buffer), offset, data, bytes);
    const flo_status status = enqueue_write(opencl, memory_of(buffer), CL_TRUE, offset, data, bytes);
    if (status == FLO_OK) queue_is_empty(opencl);
    return status;
}

/* From a caller's queue, which nothing may block in but for what is ours; a piece after the other, each by a copy. */
static flo_status read_given(flo__opencl *opencl, cl_mem memory, size_t offset, char *data, size_t bytes)
{
    flo_status status = FLO_OK;
    for (size_t at = 0; at < bytes && status == FLO_OK; at += LARGEST_FETCHED) {
        const size_t piece = bytes - at < LARGEST_FETCHED ? bytes - at : LARGEST_FETCHED;
        status = flo__opencl_fetch(opencl, memory, offset + at, data + at, piece);
    }
    if (status == FLO_OK) queue_is_empty(opencl);
    return status;
}

static flo_status read_buffer(flo_device *device, flo__buffer *buffer, size_t offset, void *data, size_t bytes)
{
    flo__opencl *const opencl = device->state;
    if (bytes == 0) return finish(device);
    if (opencl->order.given) return read_given(opencl, memory_of(buffer), offset, data, bytes);
    const flo__opencl_before before = flo__opencl_before_next(opencl);
    const cl_int error = flo__cl.clEnqueueReadBuffer(opencl->queue, memory_of(buffer), CL_TRUE, offset, bytes, data,
                                                     before.count, before.list, flo__opencl_event(opencl));
    if (error != CL_SUCCESS) return flo__opencl_lose(opencl, "clEnqueueReadBuffer", error);
    flo__opencl_launched(opencl, FLO__READS, bytes);
    queue_is_empty(opencl);
    return FLO_OK;
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

/* The work-group size, which must divide the number of work-items.  Left to itself PoCL takes groups of thousands,
 * whose private arrays overflow its stack; a processor needs no group where a work-item holds vectors. */
static size_t group_size(const flo_device *device, flo__pass pass, size_t work_items)
{
    const flo__opencl *const opencl = device->state;
    const bool vectors = opencl->lanes.width > 1;
    const bool processor = opencl->device.type & CL_DEVICE_TYPE_CPU;
    const size_t multiple = opencl->group[pass] ? opencl->group[pass] : 1;
    size_t group = processor ? (vectors ? 1 : 16) : (GROUP + multiple - 1) / multiple * multiple;
    if (device->group > 0) group = (size_t)device->group;
    if (group > opencl->largest_group[pass]) group = opencl->largest_group[pass];
    if (group > work_items) group = work_items;
    while (group > 1 && work_items % group != 0) group--;
    return group > 0 ? group : 1;
}

static cl_int set_arguments(cl_kernel kernel, const flo__launch *launch)
{
    static const struct counts {
        cl_uint buffers, numbers;
    } counts[FLO__PASS_COUNT] = {
#define COUNTS(name, buffers, numbers) { buffers, numbers },
        FLO__PASSES(COUNTS)
#undef COUNTS
    };
    const struct counts count = counts[launch->pass];
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; i < count.buffers && error == CL_SUCCESS; i++) {
        const cl_mem memory = memory_of(launch->buffer[i]);
        error = flo__cl.clSetKernelArg(kernel, i, sizeof memory, &memory);
    }
    for (cl_uint i = 0; i < count.numbers && error == CL_SUCCESS; i++) {
        error = flo__cl.clSetKernelArg(kernel, count.buffers + i, sizeof launch->number[i], &launch->number[i]);
    }
    return error;
}

static flo_status run(flo_device *device, const flo__launch *launch)
{
    flo__opencl *const opencl = device->state;
    const size_t work_items = launch->items / (size_t)(opencl->lanes.width * opencl->lanes.pack);
    if (work_items == 0) return FLO_OK;
    const flo_status status = flo__opencl_make_kernel(opencl, launch->pass);
    if (status != FLO_OK) return status;
    const cl_kernel kernel = opencl->kernel[launch->pass];
    cl_int error = set_arguments(kernel, launch);
    if (error != CL_SUCCESS) return flo__opencl_fail("clSetKernelArg", error);
    const size_t group = group_size(device, launch->pass, work_items);
    const flo__opencl_before before = flo__opencl_before_next(opencl);
    error = flo__cl.clEnqueueNDRangeKernel(opencl->queue, kernel, 1, NULL, &work_items, &group, before.count,
                                           before.list, flo__opencl_event(opencl));
    if (error != CL_SUCCESS) return flo__opencl_fail("clEnqueueNDRangeKernel", error);
    flo__opencl_launched(opencl, (int)launch->pass, 0);
    device->moving = true;
    return FLO_OK;
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */

/* Memory that the driver keeps in place, so that a device fetches from it by itself; where there is none, any. */
static void *stage_room(flo__opencl *opencl)
{
    flo__opencl_stage *const stage = &opencl->stage;
    cl_int error;
    stage->pinned = flo__cl.clCreateBuffer(opencl->context, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, 2 * HALF_STAGE,
                                           NULL, &error);
    if (error != CL_SUCCESS) stage->pinned = NULL;
    void *room = NULL;
    if (stage->pinned) {
        room = flo__cl.clEnqueueMapBuffer(opencl->queue, stage->pinned, !opencl->order.given, CL_MAP_WRITE, 0,
                                          2 * HALF_STAGE, 0, NULL, flo__opencl_event(opencl), &error);
        if (error == CL_SUCCESS) flo__opencl_chain(opencl);
        if (error == CL_SUCCESS && opencl->order.given) error = flo__opencl_finish(opencl) ? CL_MAP_FAILURE : error;
        if (error == CL_SUCCESS && room) return room;
        flo__cl.clReleaseMemObject(stage->pinned);
        stage->pinned = NULL;
    }
    return malloc(2 * HALF_STAGE);
}

/* What may still be in use is not taken away, and lost.  A driver keeps what was pinned until it is unmapped, behind
 * all that was asked for before. */
static void close_stage(flo__opencl *opencl, bool finished)
{
    flo__opencl_stage *const stage = &opencl->stage;
    const bool in_use = stage->used > 0 || stage->emptied[0] || stage->emptied[1];
    flo__opencl_forget(&stage->emptied[0]);
    flo__opencl_forget(&stage->emptied[1]);
    const bool idle = finished || !in_use;
    if (!stage->pinned) {
        if (idle) free(stage->room);
        return;
    }
    const flo__opencl_before before = flo__opencl_before_next(opencl);
    const cl_int error = flo__cl.clEnqueueUnmapMemObject(opencl->queue, stage->pinned, stage->room, before.count,
                                                         before.list, flo__opencl_event(opencl));
    if (error == CL_SUCCESS) flo__opencl_chain(opencl);
    const bool done = flo__opencl_finish(opencl) == FLO_OK || idle;
    if (done || error == CL_SUCCESS) flo__cl.clReleaseMemObject(stage->pinned);
}

/* Of a driver that fails at this it is asked twice. */
static bool finish_somehow(flo__opencl *opencl)
{
    return !opencl->queue || flo__opencl_finish(opencl) == FLO_OK || flo__opencl_finish(opencl) == FLO_OK;
}

static void close_opencl(flo__opencl *opencl)
{
    const bool finished = finish_somehow(opencl);
    if (opencl->stage.room) close_stage(opencl, finished);
    flo__opencl_unload_all(opencl);
    flo__opencl_events_close(opencl);
    flo__opencl_forget(&opencl->order.last);
    for (int i = 0; i < FLO__PASS_COUNT; i++) {
        if (opencl->kernel[i]) flo__cl.clReleaseKernel(opencl->kernel[i]);
    }
    for (int i = 0; i < FLO__GROUP_COUNT; i++) {
        if (opencl->program[i]) flo__cl.clReleaseProgram(opencl->program[i]);
    }
    if (opencl->queue) flo__cl.clReleaseCommandQueue(opencl->queue);
    if (opencl->context) flo__cl.clReleaseContext(opencl->context);
    free(opencl);
}

static void close_device(flo_device *device)
{
    flo__interop_release(device);
    close_opencl(device->state);
    device->state = NULL;
}

static flo_status open_queue(flo__opencl *opencl, flo__count *counts)
{
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)opencl->device.platform, 0
    };
    const cl_command_queue_properties profiling = counts ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_int error;
    opencl->context = flo__cl.clCreateContext(properties, 1, &opencl->device.id, NULL, NULL, &error);
    if (error != CL_SUCCESS) return flo__opencl_fail("clCreateContext", error);
    opencl->queue = flo__cl.clCreateCommandQueue(opencl->context, opencl->device.id, profiling, &error);
    return error == CL_SUCCESS ? FLO_OK : flo__opencl_fail("clCreateCommandQueue", error);
}

static flo_status open_opencl(flo__opencl *opencl, flo__count *counts, bool *cache)
{
    opencl->lanes = flo__opencl_native_lanes(&opencl->device);
    if (!flo__opencl_lanes_from_environment(&opencl->lanes)) {
        return flo__fail(FLO_BAD_VALUE, "FLOTILLA_OPENCL_LANES is \"%.20s\"; it must be a width of 1, 4, 8 or 16, x, "
                         "and a pack of 1 or 2: 8x2 for example", getenv("FLOTILLA_OPENCL_LANES"));
    }
    opencl->stage.room = stage_room(opencl);
    if (!opencl->stage.room) return flo__fail(FLO_NO_MEMORY, "no memory to open %s", opencl->device.name);
    const flo_status status = flo__opencl_events_open(opencl, counts);
    return status == FLO_OK ? flo__opencl_build(opencl, cache) : status;
}

static const flo__backend backend = {
    .allocate = allocate, .release = release, .write = write_buffer, .read = read_buffer, .run = run,
    .finish = finish, .close = close_device,
};

flo__opencl *flo__opencl_of(const flo_device *device)
{
    return device->backend == &backend ? device->state : NULL;
}

/* The context and the queue are there, if `status` says so. */
static flo_status open_with(flo_device *device, flo__opencl *opencl, flo_status status, bool *cache)
{
    opencl->owner = device;
    if (status == FLO_OK) status = open_opencl(opencl, device->counts, cache);
    if (status != FLO_OK) {
        close_opencl(opencl);
        return status;
    }
    device->backend = &backend;
    device->state = opencl;
    device->info = flo__opencl_describe(&opencl->device);
    device->largest_buffer = largest_buffer(opencl);
    device->memory = memory_in_all(opencl);
    if (!(opencl->device.type & CL_DEVICE_TYPE_CPU)) device->whole = FLO__ITEMS;    /* whole groups for a GPU */
    return FLO_OK;
}

flo_status flo__opencl_open(flo_device *device, const char *choice, bool gpu_only, bool *cache)
{
    flo__opencl *const opencl = calloc(1, sizeof *opencl);
    if (!opencl) return flo__fail(FLO_NO_MEMORY, "no memory to open an OpenCL device");
    flo_status status = flo__opencl_choose(choice, gpu_only, &opencl->device);
    if (status == FLO_OK) status = open_queue(opencl, device->counts);
    return open_with(device, opencl, status, cache);
}

flo_status flo__opencl_open_given(flo_device *device, cl_context context, cl_device_id id, cl_command_queue queue,
                                  bool *cache)
{
    flo__opencl *const opencl = calloc(1, sizeof *opencl);
    if (!opencl) return flo__fail(FLO_NO_MEMORY, "no memory to open an OpenCL device");
    const flo_status status = flo__opencl_take_given(opencl, context, id, queue, device->counts);
    return open_with(device, opencl, status, cache);
}
