/* SPDX-License-Identifier: MIT
 *
 * The functions of OpenCL that fail when they are told to, and pass everything on to the real ones when not.
 *
 * In the unit tests they stand in the library's table of functions.  With FAULTS_LIBRARY this file is a loader of its
 * own (libOpenCL.so.1), for the command: FAULTS_REAL is the path of the real one, FAULTS_AT=N has the N-th call fail,
 * FAULTS_MODE=for-good all from there on, FAULTS_GPU=1 has processors say that they are GPUs. */
#define _GNU_SOURCE
#include "../host/opencl.h"
#include "faults.h"

#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flo__opencl_api real;
static atomic_long held[FAULT_HELD];
static bool pretends_gpu, pretends_nothing;
static _Atomic cl_int owed;             /* what the next call that waits is to be told */
static atomic_bool log_is_ours;         /* of the last build, which was made to fail */

static const char build_log[] = "<kernel>:1:1: warning: a fault is near\n<kernel>:7:3: error: no registers left\n";

faults_held faults_opencl_held(void)
{
    faults_held now;
    for (int i = 0; i < FAULT_HELD; i++) now.of[i] = held[i];
    return now;
}

const char *faults_held_name(int what)
{
    static const char *const names[FAULT_HELD] = { "contexts", "queues", "programs", "kernels", "buffers", "events" };
    return names[what];
}

void faults_opencl_pretend(bool gpu, bool nothing)
{
    pretends_gpu = gpu;
    pretends_nothing = nothing;
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

typedef struct errors { const char *of; cl_int error[4]; } errors;

/* What drivers are known to say; the last is for whatever has none of its own.  That there is no platform or no device
 * is no fault. */
static const errors plausible[] = {
    { "clGetPlatformIDs", { CL_OUT_OF_HOST_MEMORY } },
    { "clGetDeviceIDs", { CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY } },
    { "clCreateContext", { CL_DEVICE_NOT_AVAILABLE, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES } },
    { "clCreateBuffer", { CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                          CL_INVALID_BUFFER_SIZE } },
    { "clBuildProgram", { CL_BUILD_PROGRAM_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_COMPILER_NOT_AVAILABLE,
                          CL_INVALID_BINARY } },
    { "clCreateProgramWithBinary", { CL_INVALID_BINARY, CL_OUT_OF_RESOURCES } },
    { "clCreateKernel", { CL_INVALID_KERNEL_NAME, CL_OUT_OF_RESOURCES, CL_INVALID_PROGRAM_EXECUTABLE } },
    { "clWaitForEvents", { CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, CL_OUT_OF_RESOURCES } },
    { "clGetEventProfilingInfo", { CL_PROFILING_INFO_NOT_AVAILABLE } },
    { "clEnqueueNDRangeKernel", { CL_OUT_OF_RESOURCES, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_DEVICE_NOT_AVAILABLE,
                                  CL_INVALID_WORK_GROUP_SIZE } },
    { "clEnqueueMapBuffer", { CL_MAP_FAILURE, CL_OUT_OF_HOST_MEMORY } },
    { "", { CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_DEVICE_NOT_AVAILABLE } },
};

static cl_int error_of(const char *name, long nth)
{
    const errors *e = plausible;
    int count = 0;
    while (e->of[0] && strcmp(e->of, name) != 0) e++;
    while (count < 4 && e->error[count] != CL_SUCCESS) count++;
    return e->error[nth % count];
}

static cl_int strike(const char *name)
{
    long nth;
    return faults_strike(FAULT_OPENCL, name, &nth) ? error_of(name, nth) : CL_SUCCESS;
}

/* The same for calls that wait. */
static cl_int strike_waiting(const char *name)
{
    const cl_int late = atomic_exchange(&owed, CL_SUCCESS);
    return late ? late : strike(name);
}

/* ---- the functions --------------------------------------------------------------------------------------------- */

#ifdef FAULTS_LIBRARY
static void load(void);
#define NAME(name) name
#define KIND __attribute__((visibility("default"))) CL_API_ENTRY
#define READY() load()
#else
#define NAME(name) fault_##name
#define KIND static CL_API_ENTRY
#define READY() (void)0
#endif

/* One that gives a status. */
#define PLAIN(name, parameters, arguments)                              \
    KIND cl_int CL_API_CALL NAME(name) parameters                       \
    {                                                                   \
        READY();                                                        \
        const cl_int error = strike(#name);                             \
        return error ? error : real.name arguments;                     \
    }

/* One that makes an object. */
#define MAKER(type, name, kept, parameters, arguments)                  \
    KIND type CL_API_CALL NAME(name) parameters                         \
    {                                                                   \
        READY();                                                        \
        cl_int failed = strike(#name), *const error = &failed;          \
        type const made = failed ? NULL : real.name arguments;          \
        if (made) held[kept]++;                                         \
        if (told) *told = failed;                                       \
        return made;                                                    \
    }

/* Those never fail: drivers do not know how to. */
#define RELEASE(name, kept, type)                                       \
    KIND cl_int CL_API_CALL NAME(name)(type object)                     \
    {                                                                   \
        READY();                                                        \
        held[kept]--;                                                   \
        return real.name(object);                                       \
    }

#define RETAIN(name, kept, type)                                        \
    KIND cl_int CL_API_CALL NAME(name)(type object)                     \
    {                                                                   \
        READY();                                                        \
        const cl_int error = strike(#name);                             \
        if (!error) held[kept]++;                                       \
        return error ? error : real.name(object);                       \
    }

/* One that may leave an event; `waits` where the caller may have asked to wait for it. */
#define COMMAND(name, waits, parameters, arguments)                     \
    KIND cl_int CL_API_CALL NAME(name) parameters                       \
    {                                                                   \
        READY();                                                        \
        cl_int error = (waits) ? strike_waiting(#name) : strike(#name); \
        if (!error) error = real.name arguments;                        \
        if (!error && event) held[FAULT_EVENTS]++;                      \
        return error;                                                   \
    }

KIND cl_int CL_API_CALL NAME(clGetPlatformIDs)(cl_uint room, cl_platform_id *ids, cl_uint *count)
{
    READY();
    const cl_int error = strike("clGetPlatformIDs");
    if (pretends_nothing && count) *count = 0;
    return error ? error : pretends_nothing ? CL_SUCCESS : real.clGetPlatformIDs(room, ids, count);
}

KIND cl_int CL_API_CALL NAME(clGetDeviceInfo)(cl_device_id id, cl_device_info what, size_t room, void *value,
                                              size_t *size)
{
    READY();
    cl_int error = strike("clGetDeviceInfo");
    if (!error) error = real.clGetDeviceInfo(id, what, room, value, size);
    if (!error && what == CL_DEVICE_TYPE && value && pretends_gpu) *(cl_device_type *)value = CL_DEVICE_TYPE_GPU;
    return error;
}

PLAIN(clGetPlatformInfo, (cl_platform_id id, cl_platform_info what, size_t room, void *value, size_t *size),
      (id, what, room, value, size))
PLAIN(clGetDeviceIDs, (cl_platform_id id, cl_device_type type, cl_uint room, cl_device_id *ids, cl_uint *count),
      (id, type, room, ids, count))
MAKER(cl_context, clCreateContext, FAULT_CONTEXTS,
      (const cl_context_properties *properties, cl_uint count, const cl_device_id *ids,
       void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *told),
      (properties, count, ids, notify, user, error))
RELEASE(clReleaseContext, FAULT_CONTEXTS, cl_context)
RETAIN(clRetainContext, FAULT_CONTEXTS, cl_context)
MAKER(cl_command_queue, clCreateCommandQueue, FAULT_QUEUES,
      (cl_context context, cl_device_id id, cl_command_queue_properties kind, cl_int *told), (context, id, kind, error))
RELEASE(clReleaseCommandQueue, FAULT_QUEUES, cl_command_queue)
RETAIN(clRetainCommandQueue, FAULT_QUEUES, cl_command_queue)
MAKER(cl_program, clCreateProgramWithSource, FAULT_PROGRAMS,
      (cl_context context, cl_uint count, const char **text, const size_t *lengths, cl_int *told),
      (context, count, text, lengths, error))
MAKER(cl_program, clCreateProgramWithBinary, FAULT_PROGRAMS,
      (cl_context context, cl_uint count, const cl_device_id *ids, const size_t *sizes, const unsigned char **binaries,
       cl_int *accepted, cl_int *told), (context, count, ids, sizes, binaries, accepted, error))
RELEASE(clReleaseProgram, FAULT_PROGRAMS, cl_program)

KIND cl_int CL_API_CALL NAME(clBuildProgram)(cl_program program, cl_uint count, const cl_device_id *ids,
                                             const char *options,
                                             void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    READY();
    const cl_int error = strike("clBuildProgram");
    log_is_ours = error == CL_BUILD_PROGRAM_FAILURE;
    return error ? error : real.clBuildProgram(program, count, ids, options, notify, user);
}

KIND cl_int CL_API_CALL NAME(clGetProgramBuildInfo)(cl_program program, cl_device_id id, cl_program_build_info what,
                                                    size_t room, void *value, size_t *size)
{
    READY();
    const cl_int error = strike("clGetProgramBuildInfo");
    if (error) return error;
    if (what != CL_PROGRAM_BUILD_LOG || !log_is_ours) {
        return real.clGetProgramBuildInfo(program, id, what, room, value, size);
    }
    if (value && room < sizeof build_log) return CL_INVALID_VALUE;
    if (value) memcpy(value, build_log, sizeof build_log);
    if (size) *size = sizeof build_log;
    return CL_SUCCESS;
}

PLAIN(clGetProgramInfo, (cl_program program, cl_program_info what, size_t room, void *value, size_t *size),
      (program, what, room, value, size))
MAKER(cl_kernel, clCreateKernel, FAULT_KERNELS, (cl_program program, const char *name, cl_int *told),
      (program, name, error))
PLAIN(clGetKernelInfo, (cl_kernel kernel, cl_kernel_info what, size_t room, void *value, size_t *size),
      (kernel, what, room, value, size))
PLAIN(clGetKernelWorkGroupInfo,
      (cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what, size_t room, void *value, size_t *size),
      (kernel, id, what, room, value, size))
PLAIN(clSetKernelArg, (cl_kernel kernel, cl_uint at, size_t size, const void *value), (kernel, at, size, value))
RELEASE(clReleaseKernel, FAULT_KERNELS, cl_kernel)
MAKER(cl_mem, clCreateBuffer, FAULT_BUFFERS,
      (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *told),
      (context, flags, size, host, error))
RELEASE(clReleaseMemObject, FAULT_BUFFERS, cl_mem)
PLAIN(clGetMemObjectInfo, (cl_mem memory, cl_mem_info what, size_t room, void *value, size_t *size),
      (memory, what, room, value, size))
COMMAND(clEnqueueFillBuffer, false,
        (cl_command_queue queue, cl_mem memory, const void *pattern, size_t width, size_t offset, size_t size,
         cl_uint count, const cl_event *wait, cl_event *event),
        (queue, memory, pattern, width, offset, size, count, wait, event))

KIND void *CL_API_CALL NAME(clEnqueueMapBuffer)(cl_command_queue queue, cl_mem memory, cl_bool waits,
                                                cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                                const cl_event *wait, cl_event *event, cl_int *told)
{
    READY();
    cl_int error = strike("clEnqueueMapBuffer");
    void *const place = error ? NULL : real.clEnqueueMapBuffer(queue, memory, waits, flags, offset, size, count, wait,
                                                               event, &error);
    if (!error && event) held[FAULT_EVENTS]++;
    if (told) *told = error;
    return place;
}

COMMAND(clEnqueueUnmapMemObject, false,
        (cl_command_queue queue, cl_mem memory, void *place, cl_uint count, const cl_event *wait, cl_event *event),
        (queue, memory, place, count, wait, event))
COMMAND(clEnqueueMarkerWithWaitList, false,
        (cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *event), (queue, count, wait, event))
COMMAND(clEnqueueBarrierWithWaitList, false,
        (cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *event), (queue, count, wait, event))
COMMAND(clEnqueueReadBuffer, waits,
        (cl_command_queue queue, cl_mem memory, cl_bool waits, size_t offset, size_t size, void *data, cl_uint count,
         const cl_event *wait, cl_event *event),
        (queue, memory, waits, offset, size, data, count, wait, event))

/* Late, a command is taken and not done: a marker stands for it. */
static cl_int take_and_lose(cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *event)
{
    owed = CL_OUT_OF_RESOURCES;
    return event ? real.clEnqueueMarkerWithWaitList(queue, count, wait, event) : CL_SUCCESS;
}

KIND cl_int CL_API_CALL NAME(clEnqueueWriteBuffer)(cl_command_queue queue, cl_mem memory, cl_bool waits, size_t offset,
                                                   size_t size, const void *data, cl_uint count, const cl_event *wait,
                                                   cl_event *event)
{
    READY();
    cl_int error = waits ? strike_waiting("clEnqueueWriteBuffer") : strike("clEnqueueWriteBuffer");
    if (error && !waits && faults_mode() == FAULT_LATE_WRITE) {
        error = take_and_lose(queue, count, wait, event);
    } else if (!error) {
        error = real.clEnqueueWriteBuffer(queue, memory, waits, offset, size, data, count, wait, event);
    }
    if (!error && event) held[FAULT_EVENTS]++;
    return error;
}

KIND cl_int CL_API_CALL NAME(clEnqueueNDRangeKernel)(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                                     const size_t *offset, const size_t *items, const size_t *group,
                                                     cl_uint count, const cl_event *wait, cl_event *event)
{
    READY();
    cl_int error = strike("clEnqueueNDRangeKernel");
    if (error && faults_mode() == FAULT_LATE) {
        error = take_and_lose(queue, count, wait, event);
    } else if (!error) {
        error = real.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, items, group, count, wait, event);
    }
    if (!error && event) held[FAULT_EVENTS]++;
    return error;
}

KIND cl_int CL_API_CALL NAME(clFinish)(cl_command_queue queue)
{
    READY();
    const cl_int error = strike_waiting("clFinish");
    return error ? error : real.clFinish(queue);
}

PLAIN(clFlush, (cl_command_queue queue), (queue))

KIND cl_int CL_API_CALL NAME(clWaitForEvents)(cl_uint count, const cl_event *events)
{
    READY();
    const cl_int error = strike_waiting("clWaitForEvents");
    return error ? error : real.clWaitForEvents(count, events);
}

/* Half of the times an event says that its command has failed. */
KIND cl_int CL_API_CALL NAME(clGetEventInfo)(cl_event event, cl_event_info what, size_t room, void *value, size_t *size)
{
    READY();
    const cl_int error = strike("clGetEventInfo");
    if (error == CL_OUT_OF_RESOURCES && what == CL_EVENT_COMMAND_EXECUTION_STATUS && value) {
        *(cl_int *)value = error;
        return CL_SUCCESS;
    }
    return error ? error : real.clGetEventInfo(event, what, room, value, size);
}

PLAIN(clGetEventProfilingInfo, (cl_event event, cl_profiling_info what, size_t room, void *value, size_t *size),
      (event, what, room, value, size))
RELEASE(clReleaseEvent, FAULT_EVENTS, cl_event)
RETAIN(clRetainEvent, FAULT_EVENTS, cl_event)
PLAIN(clGetContextInfo, (cl_context context, cl_context_info what, size_t room, void *value, size_t *size),
      (context, what, room, value, size))
PLAIN(clGetCommandQueueInfo, (cl_command_queue queue, cl_command_queue_info what, size_t room, void *value,
                              size_t *size), (queue, what, room, value, size))

/* ---- putting them in place ------------------------------------------------------------------------------------- */

#ifdef FAULTS_LIBRARY
static void begin(void)
{
    const char *const path = getenv("FAULTS_REAL"), *const at = getenv("FAULTS_AT");
    const char *const mode = getenv("FAULTS_MODE");
    void *const library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) abort();
#define LOOK_UP(name) *(void **)(void *)&real.name = dlsym(library, #name);
    FLO__OPENCL_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
    pretends_gpu = getenv("FAULTS_GPU") != NULL;
    pretends_nothing = getenv("FAULTS_NOTHING") != NULL;
    const bool for_good = mode && strcmp(mode, "for-good") == 0;
    faults_arm(FAULT_OPENCL, at ? atol(at) : 0, for_good ? FAULT_FOR_GOOD : FAULT_ONCE);
}

static void load(void)
{
    static pthread_once_t loaded = PTHREAD_ONCE_INIT;
    pthread_once(&loaded, begin);
}
#else
bool faults_opencl_begin(void)
{
    if (real.clFinish) return true;
    if (flo__opencl_load()) return false;
    real = flo__cl;
#define PUT(name) flo__cl.name = fault_##name;
    FLO__OPENCL_FUNCTIONS(PUT)
#undef PUT
    return true;
}
#endif
