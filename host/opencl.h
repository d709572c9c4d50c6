/* SPDX-License-Identifier: MIT
 *
 * What the files of the OpenCL backend share.  OpenCL is loaded at run time, so that the library runs on machines that
 * have none:
 *
 *   opencl_api.c     the loader's functions, and the names of its errors
 *   opencl_list.c    the devices of all platforms, best first
 *   opencl_choose.c  the device that a name means
 *   opencl_build.c   the kernels, built for one device, each group of them when it is needed
 *   opencl_cache.c   programs as drivers compiled them, kept in files
 *   opencl_events.c  when launches started and ended, where a profile is asked for
 *   opencl_order.c   what comes after what, in queues of any kind, and writes that never wait
 *   opencl_given.c   a context, a device and a queue that a caller gives
 *   opencl.c         the backend: buffers and launches */
#ifndef FLO_OPENCL_H
#define FLO_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "backend.h"

/* ---- opencl_api.c ---------------------------------------------------------------------------------------------- */

#define FLO__OPENCL_FUNCTIONS(X)                                                                     \
    X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo)                    \
    X(clCreateContext) X(clReleaseContext) X(clCreateCommandQueue) X(clReleaseCommandQueue)          \
    X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clBuildProgram)                      \
    X(clGetProgramBuildInfo) X(clGetProgramInfo) X(clReleaseProgram)                                 \
    X(clCreateKernel) X(clGetKernelInfo) X(clGetKernelWorkGroupInfo) X(clSetKernelArg)               \
    X(clReleaseKernel) X(clCreateBuffer) X(clReleaseMemObject) X(clEnqueueFillBuffer)                \
    X(clEnqueueMapBuffer) X(clEnqueueUnmapMemObject) X(clEnqueueMarkerWithWaitList)                  \
    X(clEnqueueWriteBuffer) X(clEnqueueReadBuffer) X(clEnqueueNDRangeKernel) X(clFinish)             \
    X(clWaitForEvents) X(clGetEventInfo) X(clGetEventProfilingInfo) X(clReleaseEvent)                \
    X(clRetainContext) X(clGetContextInfo) X(clRetainCommandQueue) X(clGetCommandQueueInfo)          \
    X(clRetainEvent) X(clEnqueueBarrierWithWaitList) X(clFlush) X(clGetMemObjectInfo)

typedef struct flo__opencl_api {
#define FLO__OPENCL_MEMBER(name) __typeof__(&name) name;
    FLO__OPENCL_FUNCTIONS(FLO__OPENCL_MEMBER)
#undef FLO__OPENCL_MEMBER
} flo__opencl_api;

/* Filled by flo__opencl_load(). */
extern flo__opencl_api flo__cl;

/* Loads OpenCL, once however many threads ask.  Returns NULL, or a sentence that says what is missing. */
const char *flo__opencl_load(void);

/* The file that OpenCL was loaded from, for messages. */
const char *flo__opencl_file(void);

/* "CL_OUT_OF_RESOURCES" for -5. */
const char *flo__opencl_error_name(cl_int error);

/* FLO_DEVICE_FAILED, with the name of the call and of its error. */
flo_status flo__opencl_fail(const char *call, cl_int error);

/* Adds to a text, as far as there is room. */
void flo__opencl_append(char *text, size_t size, const char *format, ...) FLO_PRINTF(3, 4);

/* ---- opencl_list.c --------------------------------------------------------------------------------------------- */

typedef struct flo__opencl_device {
    cl_platform_id platform;
    cl_device_id id;                    /* NULL where a platform, or all of OpenCL, has no device to offer */
    cl_device_id whole;                 /* the same or, for a part of a device, what it is a part of */
    cl_uint platform_index, device_index;
    cl_device_type type;
    cl_device_fp_config float_config;
    cl_uint vector_width;               /* native, in floats */
    cl_ulong speed;                     /* compute units times clock, MHz: for ranking only */
    char platform_name[80], platform_version[80], vendor[80], name[80], driver[60];
    char refusal[320];                  /* why it cannot be used; empty if it can */
    bool failed;                        /* for its driver has failed at a question, and not for what it is */
} flo__opencl_device;

typedef struct flo__opencl_devices {
    flo__opencl_device *device;
    size_t count, capacity;             /* at least one: what cannot be used is there, too */
} flo__opencl_devices;

/* Finds all devices.  The caller frees list->device. */
flo_status flo__opencl_find(flo__opencl_devices *list);

/* What there is to know of a device that a caller has, be it one of the list or a part of one.  FLO_NO_DEVICE where it
 * is neither, for then it comes from another OpenCL than this library's. */
flo_status flo__opencl_find_given(cl_device_id id, flo__opencl_device *found);

bool flo__opencl_is_gpu(const flo__opencl_device *device);
bool flo__opencl_is_pocl(const flo__opencl_device *device);

flo_device_info flo__opencl_describe(const flo__opencl_device *device);

/* Adds a question about PoCL's cache folder to a message, if the device is PoCL's. */
void flo__opencl_ask_for_cache(const flo__opencl_device *device, char *text, size_t size);

/* ---- opencl_choose.c ------------------------------------------------------------------------------------------- */

/* The best usable device that matches what stands behind "opencl:", or FLO_NO_DEVICE. */
flo_status flo__opencl_choose(const char *choice, bool gpu_only, flo__opencl_device *chosen);

/* ---- opencl_build.c -------------------------------------------------------------------------------------------- */

/* What a lane of the kernels is: `pack` vectors of `width` floats. */
typedef struct flo__opencl_lanes {
    int width, pack;
} flo__opencl_lanes;

flo__opencl_lanes flo__opencl_native_lanes(const flo__opencl_device *device);

/* Takes FLOTILLA_OPENCL_LANES, "8x2" for example, if it is set; false if it is wrong. */
bool flo__opencl_lanes_from_environment(flo__opencl_lanes *lanes);

/* Small writes go to the device from copies, a half of the room after the other. */
typedef struct flo__opencl_stage {
    char *room;
    cl_mem pinned;                      /* whose memory the room is, or NULL: the host's own */
    int half;                           /* 0 or 1, the one that is being filled */
    size_t used;                        /* bytes of it */
    cl_event emptied[2];                /* when all writes from a half are done; NULL: they are */
} flo__opencl_stage;

typedef struct flo__opencl_events flo__opencl_events;
typedef struct flo__opencl_carried flo__opencl_carried;

/* How commands keep their order, and whether a call may wait for it. */
typedef struct flo__opencl_order {
    bool given;                         /* the queue is a caller's, who may have commands of his own in it */
    bool chained;                       /* the queue keeps no order: every command waits for the one before */
    bool hurried;                       /* nothing may wait, whatever that takes in memory */
    cl_event last;                      /* of the last command, where they are chained; NULL before the first */
    cl_event left;                      /* of the command that is being asked for; NULL where nobody wants it */
    flo__opencl_carried *first, *newest;    /* what writes read from, and lost reads write to, oldest first */
} flo__opencl_order;

/* Kernels are built in groups, for some drivers compile for seconds: what every device needs when it is opened, and
 * the pass over patches with polynomials of each degree when a fleet first asks for it. */
typedef enum flo__opencl_group {
    FLO__GROUP_FIRST, FLO__GROUP_4, FLO__GROUP_6, FLO__GROUP_8, FLO__GROUP_COUNT
} flo__opencl_group;

typedef struct flo__opencl {
    flo_device *owner;
    flo__opencl_device device;
    flo__opencl_lanes lanes;
    cl_context context;
    cl_command_queue queue;
    bool may_cache;                     /* programs that were kept may be taken */
    cl_program program[FLO__GROUP_COUNT];   /* NULL before the first launch of one of its kernels */
    cl_kernel kernel[FLO__PASS_COUNT];  /* NULL before its first launch */
    size_t group[FLO__PASS_COUNT], largest_group[FLO__PASS_COUNT];  /* preferred, and the most that can be */
    flo__opencl_stage stage;
    flo__opencl_order order;
    flo__opencl_events *events;         /* NULL where no profile is asked for */
    struct flo__sea_tables *tables;     /* what queries without a copy keep, or NULL (host/interop_query.c) */
} flo__opencl;

/* ---- opencl.c -------------------------------------------------------------------------------------------------- */

/* NULL if a device is no OpenCL device, or several. */
flo__opencl *flo__opencl_of(const flo_device *device);

/* As flo__opencl_open, on what a caller gives. */
flo_status flo__opencl_open_given(flo_device *device, cl_context context, cl_device_id id, cl_command_queue queue,
                                  bool *cache);

/* Waits until all that was asked for is done: no longer than that in a queue that keeps no order. */
flo_status flo__opencl_finish(flo__opencl *opencl);

/* Waits for an event; fails, too, where its command has failed. */
cl_int flo__opencl_await(cl_event event);

/* What a call says that waited in vain: nobody knows what of all that was under way is done. */
flo_status flo__opencl_lose(flo__opencl *opencl, const char *call, cl_int error);

/* ---- opencl_given.c -------------------------------------------------------------------------------------------- */

/* Fills opencl->device, context, queue and order, and holds on to them; or says what is wrong with them. */
flo_status flo__opencl_take_given(flo__opencl *opencl, cl_context context, cl_device_id id, cl_command_queue queue,
                                  bool profile);

/* ---- opencl_order.c -------------------------------------------------------------------------------------------- */

/* What the next command is to wait for. */
typedef struct flo__opencl_before {
    cl_uint count;
    const cl_event *list;
} flo__opencl_before;

flo__opencl_before flo__opencl_before_next(const flo__opencl *opencl);

/* Where a command is to leave its event; NULL where nobody wants it.  It may wait, unless in a hurry. */
cl_event *flo__opencl_event(flo__opencl *opencl);

/* A command that was given these two is on its way. */
void flo__opencl_launched(flo__opencl *opencl, int what, size_t bytes);

/* The same for a command that is none of a profile's. */
void flo__opencl_chain(flo__opencl *opencl);

/* All that is asked for from now on comes after these events. */
flo_status flo__opencl_wait_for(flo__opencl *opencl, cl_uint count, const cl_event *list);

/* An event, the caller's to release, that is complete when all that was asked for is done. */
flo_status flo__opencl_mark(flo__opencl *opencl, cl_event *done);

/* A write from a copy that lives as long as it is needed; it never waits. */
flo_status flo__opencl_carry(flo__opencl *opencl, cl_mem memory, size_t offset, const void *data, size_t bytes);

/* A read that waits for itself and, where that fails, leaves what the driver may still fill where it is. */
flo_status flo__opencl_fetch(flo__opencl *opencl, cl_mem memory, size_t offset, void *data, size_t bytes);

/* Lets go of the copies that are no longer needed; or waits for all, one by one, where the queue could not be. */
void flo__opencl_unload(flo__opencl *opencl);
void flo__opencl_unload_all(flo__opencl *opencl);

/* Whether nothing is to be waited for any more: what failed is over, too.  Where a driver does not say, it is not. */
bool flo__opencl_is_over(cl_event event);
void flo__opencl_forget(cl_event *event);

/* Takes the first group's program from the cache, if `cache` allows it, or builds it from the kernel text, and tells
 * which it was.  What was made before a failure stays in `opencl`, to be released with the rest. */
flo_status flo__opencl_build(flo__opencl *opencl, bool *cache);

/* Makes the kernel of a pass, and before it the program of its group, if they are not there yet.  Where that fails, all
 * else stays as it was. */
flo_status flo__opencl_make_kernel(flo__opencl *opencl, flo__pass pass);

/* ---- opencl_cache.c -------------------------------------------------------------------------------------------- */

/* What a compiled program depends on, as text; the file's name is its hash. */
typedef struct flo__opencl_key {
    char text[800], file[40];
} flo__opencl_key;

/* Whether programs of this device are to be kept. */
bool flo__opencl_cache_is_on(const flo__opencl_device *device);

flo__opencl_key flo__opencl_cache_key(const flo__opencl_device *device, const char *options);

/* The program that was kept under a key, for the caller to free; NULL if there is none that can be trusted. */
unsigned char *flo__opencl_cache_read(const flo__opencl_key *key, size_t *bytes);

/* Keeps a program; if it cannot, nothing is lost but time. */
void flo__opencl_cache_write(const flo__opencl_key *key, const unsigned char *program, size_t bytes);

/* Keeps nothing under a key any more. */
void flo__opencl_cache_remove(const flo__opencl_key *key);

/* ---- opencl_events.c ------------------------------------------------------------------------------------------- */

/* Counts into `counts` from now on, if it is not NULL.  The queue must have been made for profiling. */
flo_status flo__opencl_events_open(flo__opencl *opencl, flo__count *counts);
void flo__opencl_events_close(flo__opencl *opencl);

/* Sees to it that there is room for one more event. */
void flo__opencl_events_make_room(flo__opencl *opencl);

/* Counts a launch, which leaves this event. */
void flo__opencl_events_add(flo__opencl *opencl, cl_event event, int what, size_t bytes);

/* Takes the times of all launches; the queue is known to be empty. */
void flo__opencl_collect(flo__opencl *opencl);

#endif
