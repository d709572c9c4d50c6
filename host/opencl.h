/* SPDX-License-Identifier: MIT
 *
 * What the files of the OpenCL backend share.  OpenCL is loaded at run time, so that the library runs on machines that
 * have none:
 *
 *   opencl_api.c     the loader's functions, and the names of its errors
 *   opencl_list.c    the devices of all platforms, best first
 *   opencl_choose.c  the device that a name means
 *   opencl_build.c   the kernels, built for one device
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
    X(clCreateProgramWithSource) X(clBuildProgram) X(clGetProgramBuildInfo) X(clReleaseProgram)      \
    X(clCreateKernel) X(clGetKernelInfo) X(clGetKernelWorkGroupInfo) X(clSetKernelArg)               \
    X(clReleaseKernel) X(clCreateBuffer) X(clReleaseMemObject) X(clEnqueueFillBuffer)                \
    X(clEnqueueWriteBuffer) X(clEnqueueReadBuffer) X(clEnqueueNDRangeKernel) X(clFinish)

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
    char platform_name[80], vendor[80], name[80], driver[60];
    char refusal[320];                  /* why it cannot be used; empty if it can */
} flo__opencl_device;

typedef struct flo__opencl_devices {
    flo__opencl_device *device;
    size_t count, capacity;             /* at least one: what cannot be used is there, too */
} flo__opencl_devices;

/* Finds all devices.  The caller frees list->device. */
flo_status flo__opencl_find(flo__opencl_devices *list);

bool flo__opencl_is_gpu(const flo__opencl_device *device);

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

typedef struct flo__opencl {
    flo__opencl_device device;
    flo__opencl_lanes lanes;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel[FLO__PASS_COUNT];
    size_t largest_group[FLO__PASS_COUNT];
    char *stage;                        /* copies of small writes that are still under way */
    size_t staged;                      /* bytes of them */
} flo__opencl;

/* Builds the kernel text for the device and makes a kernel of every pass.  What was made before a failure stays in
 * `opencl`, to be released with the rest. */
flo_status flo__opencl_build(flo__opencl *opencl);

#endif
