/* SPDX-License-Identifier: MIT
 *
 * For tests/tools.sh: an OpenCL library before Oclgrind's own.  Oclgrind 21.10 takes a buffer for uninitialised that
 * clEnqueueFillBuffer() has filled, and one that was written in parts, all of it; after a write of the whole it is
 * right.  So here every fill and every write is one of the whole buffer, of what is in it and of what is new. */
#define CL_TARGET_OPENCL_VERSION 120
#define _GNU_SOURCE

#include <CL/cl.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef cl_int (*writer)(cl_command_queue queue, cl_mem buffer, cl_bool wait, size_t offset, size_t size,
                         const void *data, cl_uint wait_count, const cl_event *wait_list, cl_event *event);

/* `size` bytes at `offset`, `data` being the first `period` of them. */
static cl_int write_whole(cl_command_queue queue, cl_mem buffer, size_t offset, size_t size, const void *data,
                          size_t period, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    void *const found = dlsym(RTLD_NEXT, "clEnqueueWriteBuffer");
    writer next;
    memcpy(&next, &found, sizeof next);
    size_t whole = 0;
    cl_int error = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof whole, &whole, NULL);
    char *const bytes = error == CL_SUCCESS ? malloc(whole) : NULL;
    if (!bytes || offset + size > whole) {
        free(bytes);
        return CL_OUT_OF_HOST_MEMORY;
    }
    error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, whole, bytes, wait_count, wait_list, NULL);
    for (size_t at = 0; at < size; at += period) {
        memcpy(bytes + offset + at, data, period < size - at ? period : size - at);
    }
    if (error == CL_SUCCESS) error = next(queue, buffer, CL_TRUE, 0, whole, bytes, 0, NULL, event);
    free(bytes);
    return error;
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    return write_whole(queue, buffer, offset, size, pattern, pattern_size, wait_count, wait_list, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool wait, size_t offset, size_t size,
                            const void *data, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    (void)wait;
    return write_whole(queue, buffer, offset, size, data, size, wait_count, wait_list, event);
}
