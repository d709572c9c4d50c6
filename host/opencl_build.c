/* SPDX-License-Identifier: MIT
 *
 * The kernels, built for one OpenCL device from the text that the library carries.
 *
 * The text says itself that nothing may be contracted.  No option that relaxes arithmetic is ever passed: with one of
 * them the results would still look like water, but differ from those of every other device. */
#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lanes ----------------------------------------------------------------------------------------------------- */

/* A driver for a processor does not vectorise a work-item that loops over waves, so the kernels hold vectors of the
 * processor's own width; one and not two side by side, for the eleven sums of a wave and its constants then fill the
 * registers (two were 1.1 to 1.3 times slower with PoCL on AVX-512).  A GPU makes its lanes from work-items. */
flo__opencl_lanes flo__opencl_native_lanes(const flo__opencl_device *device)
{
    const cl_uint width = device->vector_width;
    const bool vectors = (device->type & CL_DEVICE_TYPE_CPU) && (width == 16 || width == 8 || width == 4);
    return vectors ? (flo__opencl_lanes){ (int)width, 1 } : (flo__opencl_lanes){ 1, 1 };
}

bool flo__opencl_lanes_from_environment(flo__opencl_lanes *lanes)
{
    static const char *const widths[] = { "1", "4", "8", "16" };
    const char *const asked = getenv("FLOTILLA_OPENCL_LANES");
    if (!asked || !asked[0]) return true;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        for (int pack = 1; pack <= 2; pack++) {
            char word[8];
            snprintf(word, sizeof word, "%sx%d", widths[i], pack);
            if (strcmp(asked, word) != 0) continue;
            *lanes = (flo__opencl_lanes){ atoi(widths[i]), pack };
            return true;
        }
    }
    return false;
}

/* ---- program --------------------------------------------------------------------------------------------------- */

/* The build log from its first error on, at most a few thousand characters: what a person can read. */
static char *first_errors(const flo__opencl *opencl)
{
    enum { LONGEST = 3000 };
    size_t size = 0;
    const cl_device_id id = opencl->device.id;
    flo__cl.clGetProgramBuildInfo(opencl->program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *const log = calloc(size + 1, 1);
    if (!log) return NULL;
    if (size) flo__cl.clGetProgramBuildInfo(opencl->program, id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    const char *start = strstr(log, "error:");
    if (!start) start = log;
    while (start > log && start[-1] != '\n') start--;
    memmove(log, start, strlen(start) + 1);
    if (size > LONGEST) log[LONGEST] = '\0';
    return log;
}

static void write_options(const flo__opencl *opencl, char *options, size_t size)
{
    const bool exact = opencl->device.float_config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    snprintf(options, size, "-cl-std=CL1.2 -DLANE_WIDTH=%d -DLANE_PACK=%d%s", opencl->lanes.width, opencl->lanes.pack,
             exact ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
}

static flo_status build_from_text(flo__opencl *opencl, const char *options)
{
    cl_int error;
    /* The API's array of strings is not const, though it is only read. */
    opencl->program = flo__cl.clCreateProgramWithSource(opencl->context, flo__kernel_lines,
                                                        (const char **)flo__kernel_text, NULL, &error);
    if (error != CL_SUCCESS) return flo__opencl_fail("clCreateProgramWithSource", error);
    error = flo__cl.clBuildProgram(opencl->program, 1, &opencl->device.id, options, NULL, NULL);
    if (error == CL_SUCCESS) return FLO_OK;
    char *const log = first_errors(opencl);
    char question[300] = "";
    if (!log || !strstr(log, "error:")) flo__opencl_ask_for_cache(&opencl->device, question, sizeof question);
    flo__fail(FLO_DEVICE_FAILED, "OpenCL: %s cannot build the kernels (%s): %s (%d)%s\n%s", opencl->device.name,
              options, flo__opencl_error_name(error), (int)error, question, log ? log : "");
    free(log);
    return FLO_DEVICE_FAILED;
}

/* ---- what was compiled before ---------------------------------------------------------------------------------- */

/* Whatever is wrong with a program that was kept, the text is still there. */
static bool build_from_cache(flo__opencl *opencl, const flo__opencl_key *key, const char *options)
{
    size_t bytes;
    unsigned char *const kept = flo__opencl_cache_read(key, &bytes);
    if (!kept) return false;
    const unsigned char *binary = kept;
    cl_int accepted, error;
    opencl->program = flo__cl.clCreateProgramWithBinary(opencl->context, 1, &opencl->device.id, &bytes, &binary,
                                                        &accepted, &error);
    free(kept);
    if (error == CL_SUCCESS && accepted == CL_SUCCESS) {
        error = flo__cl.clBuildProgram(opencl->program, 1, &opencl->device.id, options, NULL, NULL);
        if (error == CL_SUCCESS) return true;
    }
    if (opencl->program) flo__cl.clReleaseProgram(opencl->program);
    opencl->program = NULL;
    return false;
}

static void keep_program(const flo__opencl *opencl, const flo__opencl_key *key)
{
    size_t bytes = 0;
    cl_int error = flo__cl.clGetProgramInfo(opencl->program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL);
    unsigned char *binary = error == CL_SUCCESS && bytes > 0 ? malloc(bytes) : NULL;
    if (!binary) return;
    error = flo__cl.clGetProgramInfo(opencl->program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    if (error == CL_SUCCESS) flo__opencl_cache_write(key, binary, bytes);
    free(binary);
}

flo_status flo__opencl_build(flo__opencl *opencl, bool *cache)
{
    char options[160];
    write_options(opencl, options, sizeof options);
    const bool keeps = flo__opencl_cache_is_on(&opencl->device);
    const flo__opencl_key key = flo__opencl_cache_key(&opencl->device, options);
    *cache = *cache && keeps && build_from_cache(opencl, &key, options);
    if (*cache) return FLO_OK;
    const flo_status status = build_from_text(opencl, options);
    if (status == FLO_OK && keeps) keep_program(opencl, &key);
    return status;
}

/* ---- kernels --------------------------------------------------------------------------------------------------- */

static flo_status ask_kernel(flo__opencl *opencl, flo__pass pass)
{
    const cl_kernel kernel = opencl->kernel[pass];
    const cl_device_id id = opencl->device.id;
    cl_int error = flo__cl.clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t),
                                                    &opencl->largest_group[pass], NULL);
    if (error == CL_SUCCESS) {
        error = flo__cl.clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                                 sizeof(size_t), &opencl->group[pass], NULL);
    }
    return error == CL_SUCCESS ? FLO_OK : flo__opencl_fail("clGetKernelWorkGroupInfo", error);
}

static flo_status make_kernel(flo__opencl *opencl, flo__pass pass, const char *name, cl_uint arguments)
{
    cl_int error;
    opencl->kernel[pass] = flo__cl.clCreateKernel(opencl->program, name, &error);
    if (error != CL_SUCCESS) {
        return flo__fail(FLO_DEVICE_FAILED, "OpenCL: %s has no kernel \"%s\": %s (%d)", opencl->device.name, name,
                         flo__opencl_error_name(error), (int)error);
    }
    cl_uint found = 0;
    error = flo__cl.clGetKernelInfo(opencl->kernel[pass], CL_KERNEL_NUM_ARGS, sizeof found, &found, NULL);
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetKernelInfo", error);
    if (found != arguments) {
        return flo__fail(FLO_DEVICE_FAILED, "OpenCL: the kernel \"%s\" takes %u arguments, and the host has %u for it",
                         name, found, arguments);
    }
    return ask_kernel(opencl, pass);
}

flo_status flo__opencl_make_kernel(flo__opencl *opencl, flo__pass pass)
{
    static const struct pass {
        const char *name;
        cl_uint arguments;
    } passes[FLO__PASS_COUNT] = {
#define PASS(name, buffers, numbers) { #name, buffers + numbers },
        FLO__PASSES(PASS)
#undef PASS
    };
    if (opencl->kernel[pass]) return FLO_OK;
    const flo_status status = make_kernel(opencl, pass, passes[pass].name, passes[pass].arguments);
    if (status == FLO_OK || !opencl->kernel[pass]) return status;
    flo__cl.clReleaseKernel(opencl->kernel[pass]);
    opencl->kernel[pass] = NULL;
    return status;
}
