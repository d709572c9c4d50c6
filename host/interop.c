/* SPDX-License-Identifier: MIT
 *
 * Devices on a caller's OpenCL context, and what every call that must not wait does first and last. */
#include "interop.h"
#include "process.h"

/* ---- opening --------------------------------------------------------------------------------------------------- */

static flo_status open_given(flo_device *device, const void *of, bool *cache)
{
    const flo_opencl_objects *given = of;
    return flo__opencl_open_given(device, given->context, given->device, given->queue, cache);
}

static flo_status open_tested(flo_device *device, const void *of)
{
    return flo__device_open_cached(device, open_given, of);
}

flo_status flo__call_opencl_device_open(flo_device **device, cl_context context, cl_device_id id,
                                        cl_command_queue queue, const flo_device_def *def)
{
    const flo_device_def usual = flo_default_device_def();
    const flo_opencl_objects given = { context, id, queue };
    if (!def) def = &usual;
    flo__process_watch();
    const flo_status status = flo__device_check_def(def);
    if (status != FLO_OK) return status;
    if (def->name) {
        return flo__fail(FLO_BAD_VALUE, "flo_device_def.name is \"%.100s\"; it must be NULL where an OpenCL device is "
                         "given", def->name);
    }
    return flo__device_make(device, def, open_tested, &given);
}

flo__opencl *flo__interop_of(const flo_device *device)
{
    flo__opencl *const opencl = flo__opencl_of(device);
    if (device->many) {
        flo__fail(FLO_BAD_VALUE, "device %s is several devices, each with a memory of its own; what works without a "
                  "copy works on one: open each by its name", device->info.name);
    } else if (!opencl) {
        flo__fail(FLO_BAD_VALUE, "device %s is no OpenCL device; open one with \"opencl\", or with "
                  "flo_opencl_device_open()", device->info.name);
    }
    return opencl;
}

flo_status flo_opencl_device_get(const flo_device *device, flo_opencl_objects *objects)
{
    const flo__opencl *const opencl = flo__interop_of(device);
    if (!opencl) return FLO_BAD_VALUE;
    *objects = (flo_opencl_objects){ opencl->context, opencl->device.id, opencl->queue };
    return FLO_OK;
}

/* ---- before and after ------------------------------------------------------------------------------------------ */

static flo_status check_event(const flo__opencl *opencl, cl_uint at, cl_event event)
{
    cl_context context = NULL;
    if (!event) return flo__fail(FLO_BAD_VALUE, "wait[%u] is NULL; it must be an OpenCL event", at);
    const cl_int error = flo__cl.clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof context, &context, NULL);
    if (error == CL_INVALID_EVENT) return flo__fail(FLO_BAD_VALUE, "wait[%u] is no OpenCL event", at);
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetEventInfo", error);
    if (context == opencl->context) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "wait[%u] is an event of another context than the device's", at);
}

static flo_status check_events(const flo__opencl *opencl, cl_uint count, const cl_event *wait)
{
    if (count > 0 && !wait) return flo__fail(FLO_BAD_VALUE, "wait is NULL, but wait_count is %u", count);
    flo_status status = FLO_OK;
    for (cl_uint i = 0; i < count && status == FLO_OK; i++) status = check_event(opencl, i, wait[i]);
    return status;
}

flo_status flo__hurry_begin(flo__hurry *hurry, flo_device *device, cl_uint count, const cl_event *wait)
{
    *hurry = (flo__hurry){ .opencl = flo__interop_of(device) };
    if (!hurry->opencl) return FLO_BAD_VALUE;
    hurry->before = hurry->opencl->order.hurried;
    flo_status status = check_events(hurry->opencl, count, wait);
    if (status == FLO_OK) status = flo__opencl_wait_for(hurry->opencl, count, wait);
    if (status == FLO_OK) hurry->opencl->order.hurried = true;
    return status;
}

flo_status flo__hurry_end(flo__hurry *hurry, flo_status status, cl_event *done)
{
    if (!hurry->opencl) return status;
    hurry->opencl->order.hurried = hurry->before;
    const bool marked = status == FLO_OK && done;
    if (marked) status = flo__opencl_mark(hurry->opencl, done);
    const cl_int error = flo__cl.clFlush(hurry->opencl->queue);
    if (status != FLO_OK || error == CL_SUCCESS) return status;
    if (marked) flo__opencl_forget(done);
    return flo__opencl_fail("clFlush", error);
}

flo_status flo__call_opencl_wait(flo_device *device, cl_uint wait_count, const cl_event *wait)
{
    flo__hurry hurry;
    const flo_status status = flo__hurry_begin(&hurry, device, wait_count, wait);
    return flo__hurry_end(&hurry, status, NULL);
}

flo_status flo__call_opencl_mark(flo_device *device, cl_event *done)
{
    flo__hurry hurry;
    const flo_status status = flo__hurry_begin(&hurry, device, 0, NULL);
    return flo__hurry_end(&hurry, status, done);
}

/* ---- memory of callers ------------------------------------------------------------------------------------------ */

flo_status flo__interop_check_memory(const flo__opencl *opencl, const char *name, cl_mem memory, size_t bytes,
                                     bool written)
{
    cl_context context = NULL;
    cl_mem_flags flags = 0;
    size_t size = 0;
    if (!memory) return flo__fail(FLO_BAD_VALUE, "%s is NULL; it must be an OpenCL buffer", name);
    cl_int error = flo__cl.clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof context, &context, NULL);
    if (error == CL_SUCCESS) error = flo__cl.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, NULL);
    if (error == CL_SUCCESS) error = flo__cl.clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (error == CL_INVALID_MEM_OBJECT) return flo__fail(FLO_BAD_VALUE, "%s is no OpenCL buffer", name);
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetMemObjectInfo", error);
    if (context != opencl->context) {
        return flo__fail(FLO_BAD_VALUE, "%s is a buffer of another context than the device's", name);
    }
    if (size < bytes) {
        return flo__fail(FLO_BAD_VALUE, "%s has %zu bytes; it must have at least %zu", name, size, bytes);
    }
    if (flags & (written ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY)) {
        return flo__fail(FLO_BAD_VALUE, "%s was made with %s; kernels must be able to %s it", name,
                         written ? "CL_MEM_READ_ONLY" : "CL_MEM_WRITE_ONLY", written ? "write" : "read");
    }
    return FLO_OK;
}
