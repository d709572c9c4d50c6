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
    X(clWaitForEvents) X(clGetEventInfo) X(clGetEventProfilingInfo) X(clReleaseEvent)

typedef struct flo__opencl_api {
#define FLO__OPENCL_MEMBER(name) __typeof__(&name) name;
    FLO__OPENCL_FUNCTIONS(FLO__OPENCL_MEMBER)
#undef FLO__OPENCL_MEMBER
} flo__opencl_api;

/* Filled by flo__opencl_load(). */
extern flo__opencl_api flo__cl;

/* Loads OpenCL, once however many threads ask.  Returns NULL, or a sentence that says what is missing. */
const char *flo__opencl_load(void);

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
    cl_uint platform_index, device_index;
    cl_device_type type;
    cl_device_fp_config float_config;
    cl_uint vector_width;               /* native, in floats */
    cl_ulong speed;                     /* compute units times clock, MHz: for ranking only */
    char platform_name[80], platform_version[80], vendor[80], name[80], driver[60];
    char refusal[320];                  /* why it cannot be used; empty if it can */
} flo__opencl_device;

typedef struct flo__opencl_devices {
    flo__opencl_device *device;
    size_t count, capacity;             /* at least one: what cannot be used is there, too */
} flo__opencl_devices;

/* Finds all devices.  The caller frees list->device. */
flo_status flo__opencl_find(flo__opencl_devices *list);

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

/* Kernels are built in groups, for some drivers compile for seconds: what every device needs when it is opened, and
 * the pass over patches with polynomials of each degree when a fleet first asks for it. */
typedef enum flo__opencl_group {
    FLO__GROUP_FIRST, FLO__GROUP_4, FLO__GROUP_6, FLO__GROUP_8, FLO__GROUP_COUNT
} flo__opencl_group;

typedef struct flo__opencl {
    flo__opencl_device device;
    flo__opencl_lanes lanes;
    cl_context context;
    cl_command_queue queue;
    bool may_cache;                     /* programs that were kept may be taken */
    cl_program program[FLO__GROUP_COUNT];   /* NULL before the first launch of one of its kernels */
    cl_kernel kernel[FLO__PASS_COUNT];  /* NULL before its first launch */
    size_t group[FLO__PASS_COUNT], largest_group[FLO__PASS_COUNT];  /* preferred, and the most that can be */
    flo__opencl_stage stage;
    flo__opencl_events *events;         /* NULL where no profile is asked for */
} flo__opencl;

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

/* Where a launch is to leave its event; NULL where nobody wants it. */
cl_event *flo__opencl_event(flo__opencl *opencl);

/* A launch that was given flo__opencl_event() is on its way. */
void flo__opencl_launched(flo__opencl *opencl, int what, size_t bytes);

/* Takes the times of all launches; the queue is known to be empty. */
void flo__opencl_collect(flo__opencl *opencl);

#endif
