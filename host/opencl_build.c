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

static flo_status build_program(flo__opencl *opencl)
{
    cl_int error;
    /* The API's array of strings is not const, though it is only read. */
    opencl->program = flo__cl.clCreateProgramWithSource(opencl->context, flo__kernel_lines,
                                                        (const char **)flo__kernel_text, NULL, &error);
    if (error != CL_SUCCESS) return flo__opencl_fail("clCreateProgramWithSource", error);
    const bool exact = opencl->device.float_config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    char options[160];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DLANE_WIDTH=%d -DLANE_PACK=%d%s", opencl->lanes.width,
             opencl->lanes.pack, exact ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
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

/* ---- kernels --------------------------------------------------------------------------------------------------- */

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
    size_t *const largest = &opencl->largest_group[pass];
    error = flo__cl.clGetKernelWorkGroupInfo(opencl->kernel[pass], opencl->device.id, CL_KERNEL_WORK_GROUP_SIZE,
                                             sizeof *largest, largest, NULL);
    return error == CL_SUCCESS ? FLO_OK : flo__opencl_fail("clGetKernelWorkGroupInfo", error);
}

flo_status flo__opencl_build(flo__opencl *opencl)
{
    static const struct pass {
        const char *name;
        cl_uint arguments;
    } passes[FLO__PASS_COUNT] = {
#define PASS(name, buffers, numbers) { #name, buffers + numbers },
        FLO__PASSES(PASS)
#undef PASS
    };
    flo_status status = build_program(opencl);
    for (int i = 0; i < FLO__PASS_COUNT && status == FLO_OK; i++) {
        status = make_kernel(opencl, (flo__pass)i, passes[i].name, passes[i].arguments);
    }
    return status;
}
