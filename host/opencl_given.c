/* SPDX-License-Identifier: MIT
 *
 * A context, a device and a queue that a caller gives: whether they belong together, and what kind of queue it is.
 *
 * The device is looked at first, for it tells whether the objects come from a driver that this library's loader has,
 * too.  What does not can only be refused: to call it would be to jump anywhere. */
#include "opencl.h"

#include <stdlib.h>

static flo_status check_names(cl_context context, cl_device_id id, cl_command_queue queue)
{
    const char *const missing = flo__opencl_load();
    const char *const what = !context ? "context" : !id ? "device" : !queue ? "queue" : NULL;
    if (missing) return flo__fail(FLO_NO_DEVICE, "%s", missing);
    return what ? flo__fail(FLO_BAD_VALUE, "%s is NULL; it must be an OpenCL %s", what, what) : FLO_OK;
}

static flo_status check_device(const flo__opencl_device *device)
{
    if (!device->refusal[0]) return FLO_OK;
    return flo__fail(FLO_NO_DEVICE, "%s (%s) cannot be used: %s", flo__opencl_describe(device).name, device->name,
                     device->refusal);
}

/* Drivers tell of a context for parts of devices that it is one for the whole; the queue then shows whether the part
 * is in it. */
static flo_status check_context(const flo__opencl *opencl, cl_context context)
{
    size_t bytes = 0;
    cl_int error = flo__cl.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &bytes);
    cl_device_id *const ids = malloc(bytes + 1);
    if (!ids) return flo__fail(FLO_NO_MEMORY, "no memory for the devices of a context");
    if (error == CL_SUCCESS) error = flo__cl.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, ids, NULL);
    const size_t count = bytes / sizeof *ids;
    bool found = false;
    for (size_t i = 0; i < count && error == CL_SUCCESS; i++) {
        found = found || ids[i] == opencl->device.id || ids[i] == opencl->device.whole;
    }
    free(ids);
    if (error == CL_INVALID_CONTEXT) return flo__fail(FLO_BAD_VALUE, "context is no OpenCL context");
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetContextInfo", error);
    if (found) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "the context has %zu device%s, and %s is not among them", count,
                     count == 1 ? "" : "s", opencl->device.name);
}

static flo_status check_queue(const flo__opencl *opencl, cl_context context, cl_command_queue queue)
{
    cl_context its_context = NULL;
    cl_device_id its_device = NULL;
    cl_int error = flo__cl.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof its_context, &its_context, NULL);
    if (error == CL_SUCCESS) {
        error = flo__cl.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof its_device, &its_device, NULL);
    }
    if (error == CL_INVALID_COMMAND_QUEUE) return flo__fail(FLO_BAD_VALUE, "queue is no OpenCL command queue");
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetCommandQueueInfo", error);
    if (its_context != context) return flo__fail(FLO_BAD_VALUE, "the queue is of another context than the one given");
    if (its_device != opencl->device.id) {
        return flo__fail(FLO_BAD_VALUE, "the queue is of another device than the one given, %s", opencl->device.name);
    }
    return FLO_OK;
}

/* CL_QUEUE_ON_DEVICE of OpenCL 2.0: a queue that only kernels can use. */
enum { QUEUE_ON_DEVICE = 1 << 2 };

static flo_status take_queue(flo__opencl *opencl, cl_command_queue queue, bool profile)
{
    cl_command_queue_properties kind = 0;
    const cl_int error = flo__cl.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof kind, &kind, NULL);
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetCommandQueueInfo", error);
    if (kind & QUEUE_ON_DEVICE) {
        return flo__fail(FLO_BAD_VALUE, "the queue is one on the device, which takes no commands from the host");
    }
    if (profile && !(kind & CL_QUEUE_PROFILING_ENABLE)) {
        return flo__fail(FLO_BAD_VALUE, "flo_device_def.profile is true, but the queue was made without "
                         "CL_QUEUE_PROFILING_ENABLE");
    }
    opencl->order.given = opencl->order.hurried = true;
    opencl->order.chained = kind & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    return FLO_OK;
}

static flo_status hold(flo__opencl *opencl, cl_context context, cl_command_queue queue)
{
    cl_int error = flo__cl.clRetainContext(context);
    if (error != CL_SUCCESS) return flo__opencl_fail("clRetainContext", error);
    opencl->context = context;
    error = flo__cl.clRetainCommandQueue(queue);
    if (error != CL_SUCCESS) return flo__opencl_fail("clRetainCommandQueue", error);
    opencl->queue = queue;
    return FLO_OK;
}

flo_status flo__opencl_take_given(flo__opencl *opencl, cl_context context, cl_device_id id, cl_command_queue queue,
                                  bool profile)
{
    flo_status status = check_names(context, id, queue);
    if (status == FLO_OK) status = flo__opencl_find_given(id, &opencl->device);
    if (status == FLO_OK) status = check_context(opencl, context);
    if (status == FLO_OK) status = check_queue(opencl, context, queue);
    if (status == FLO_OK) status = check_device(&opencl->device);
    if (status == FLO_OK) status = take_queue(opencl, queue, profile);
    return status == FLO_OK ? hold(opencl, context, queue) : status;
}
