/* SPDX-License-Identifier: MIT
 *
 * A caller with an OpenCL of his own: context, queues, kernels, buffers, and what he can see of who holds them.
 *
 *     for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
 *         test_cl *cl = test_cl_begin(c);
 *         ...
 *         test_cl_end(cl);
 *     } */
#ifndef FLO_TESTS_TEST_INTEROP_H
#define FLO_TESTS_TEST_INTEROP_H

#include "flotilla_opencl.h"

#include "test_boat.h"

#define TEST_CL_FUNCTIONS(X)                                                                                        \
    X(clGetPlatformIDs) X(clGetDeviceIDs) X(clGetDeviceInfo) X(clCreateContext) X(clReleaseContext)                 \
    X(clGetContextInfo) X(clCreateCommandQueue) X(clReleaseCommandQueue) X(clGetCommandQueueInfo)                   \
    X(clCreateProgramWithSource) X(clBuildProgram) X(clReleaseProgram) X(clCreateKernel) X(clReleaseKernel)         \
    X(clSetKernelArg) X(clEnqueueNDRangeKernel) X(clCreateBuffer) X(clReleaseMemObject) X(clEnqueueReadBuffer)      \
    X(clEnqueueWriteBuffer) X(clCreateUserEvent) X(clSetUserEventStatus) X(clWaitForEvents) X(clGetEventInfo)       \
    X(clReleaseEvent) X(clFinish) X(clFlush) X(clGetMemObjectInfo) X(clCreateSubDevices) X(clReleaseDevice)         \
    X(clEnqueueCopyBuffer) X(clRetainContext)

typedef struct test_cl_api {
#define TEST_CL_MEMBER(name) __typeof__(&name) name;
    TEST_CL_FUNCTIONS(TEST_CL_MEMBER)
#undef TEST_CL_MEMBER
} test_cl_api;

/* The caller's own way to OpenCL: the system's loader, or the file that is named; false if there is none. */
bool test_cl_load(test_cl_api *api, const char *file);
extern test_cl_api cl_of;               /* the system's, loaded by test_cl_cases() */

/* Fails unless an OpenCL call succeeds. */
#define CL(call) test_cl_check(call, #call, __FILE__, __LINE__)
void test_cl_check(cl_int error, const char *what, const char *file, int line);

/* Every OpenCL device with every kind of queue that it has. */
typedef struct test_cl_case {
    const char *name;                   /* NULL ends a list */
    cl_device_id id;
    cl_command_queue_properties queue;
    const test_device *device;          /* the same, as the library opens it */
} test_cl_case;

/* Skips the test where there is no OpenCL. */
const test_cl_case *test_cl_cases(void);

typedef struct test_cl {
    const test_cl_case *of;
    cl_context context;
    cl_command_queue queue, other;      /* the other one keeps order, whatever the case */
    cl_uint held[2];                    /* who holds context and queue, before the library was told of them */
    flo_device *device;
} test_cl;

/* Makes a context and queues and opens the library on them. */
test_cl *test_cl_begin(const test_cl_case *of);

/* Closes the library's device, and fails if anybody still holds context or queue. */
void test_cl_end(test_cl *cl);

/* How many hold a context or a queue; waits for threads of the driver that are just letting go of it. */
void test_cl_is_held(const test_cl *cl, const char *when);

cl_mem test_cl_buffer(const test_cl *cl, const void *data, size_t bytes);

/* A kernel of the caller's, its text behind the library's constants. */
cl_kernel test_cl_kernel(const test_cl *cl, const char *text, const char *name);

/* The rest are the kernel's arguments: cl_mem and int, as `kinds` says, "mi" for example. */
void test_cl_arguments(cl_kernel kernel, const char *kinds, ...);

/* Runs a kernel over so many items, and gives an event if one is wanted. */
void test_cl_run(cl_command_queue queue, cl_kernel kernel, size_t items, cl_uint waits, const cl_event *wait,
                 cl_event *done);

/* Waits for an event, and lets go of it. */
void test_cl_wait(cl_event event);
bool test_cl_is_done(cl_event event);

/* An event that holds back what waits for it until it is opened, which lets go of it. */
cl_event test_cl_gate(const test_cl *cl);
void test_cl_open(cl_event gate);

/* Lets the driver's threads have some time. */
void test_cl_rest(long milliseconds);

/* Reads in the other queue: whatever is there when it is read. */
void test_cl_read(const test_cl *cl, cl_mem memory, void *data, size_t bytes);

/* The flock of a fleet; fails if there is none. */
flo_opencl_flock test_cl_flock(flo_fleet *fleet, int flock);

#endif
