/* SPDX-License-Identifier: MIT
 *
 * The kernels, built for one OpenCL device from the text that the library carries: a program for each group of them,
 * made when one of its kernels is first launched, for not every driver is quick.
 *
 * The text says itself that nothing may be contracted.  No option that relaxes arithmetic is ever passed: with one of
 * them the results would still look like water, but differ from those of every other device. */
#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lanes ----------------------------------------------------------------------------------------------------- */

/* A driver for a processor does not vectorise a work-item that loops over waves, so the kernels hold vectors of the
 * processor's own width; one and not two side by side, which PoCL on AVX-512 runs 3 to 9 percent faster but compiles
 * for half as long again.  A GPU makes its lanes from work-items. */
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

/* The group of a pass. */
static flo__opencl_group group_of(flo__pass pass)
{
    switch (pass) {
    case FLO__PASS_patches_4: return FLO__GROUP_4;
    case FLO__PASS_patches_6: return FLO__GROUP_6;
    case FLO__PASS_patches_8: return FLO__GROUP_8;
    default: return FLO__GROUP_FIRST;
    }
}

typedef struct options {
    char text[180];
} options;

static options options_of(const flo__opencl *opencl, flo__opencl_group group)
{
    static const int degree[FLO__GROUP_COUNT] = { 0, 4, 6, 8 };
    const bool exact = opencl->device.float_config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    options o;
    snprintf(o.text, sizeof o.text, "-cl-std=CL1.2 -DLANE_WIDTH=%d -DLANE_PACK=%d -DPASSES_DEGREE=%d%s",
             opencl->lanes.width, opencl->lanes.pack, degree[group],
             exact ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
    return o;
}

/* The build log from its first error on, at most a few thousand characters: what a person can read. */
static char *first_errors(const flo__opencl *opencl, cl_program program)
{
    enum { LONGEST = 3000 };
    size_t size = 0;
    const cl_device_id id = opencl->device.id;
    flo__cl.clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *const log = calloc(size + 1, 1);
    if (!log) return NULL;
    if (size) flo__cl.clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    const char *start = strstr(log, "error:");
    if (!start) start = log;
    while (start > log && start[-1] != '\n') start--;
    memmove(log, start, strlen(start) + 1);
    if (size > LONGEST) log[LONGEST] = '\0';
    return log;
}

static flo_status build_from_text(const flo__opencl *opencl, const options *with, cl_program *program)
{
    cl_int error;
    /* The API's array of strings is not const, though it is only read. */
    const cl_program made = flo__cl.clCreateProgramWithSource(opencl->context, flo__kernel_lines,
                                                              (const char **)flo__kernel_text, NULL, &error);
    if (error != CL_SUCCESS) return flo__opencl_fail("clCreateProgramWithSource", error);
    error = flo__cl.clBuildProgram(made, 1, &opencl->device.id, with->text, NULL, NULL);
    if (error == CL_SUCCESS) {
        *program = made;
        return FLO_OK;
    }
    char *const log = first_errors(opencl, made);
    char question[300] = "";
    if (!log || !strstr(log, "error:")) flo__opencl_ask_for_cache(&opencl->device, question, sizeof question);
    flo__fail(FLO_DEVICE_FAILED, "OpenCL: %s cannot build the kernels (%s): %s (%d)%s\n%s", opencl->device.name,
              with->text, flo__opencl_error_name(error), (int)error, question, log ? log : "");
    free(log);
    flo__cl.clReleaseProgram(made);
    return FLO_DEVICE_FAILED;
}

/* ---- what was compiled before ---------------------------------------------------------------------------------- */

/* Whatever is wrong with a program that was kept, the text is still there. */
static bool build_from_cache(const flo__opencl *opencl, const flo__opencl_key *key, const options *with,
                             cl_program *program)
{
    size_t bytes;
    unsigned char *const kept = flo__opencl_cache_read(key, &bytes);
    if (!kept) return false;
    const unsigned char *binary = kept;
    cl_int accepted, error;
    const cl_program made = flo__cl.clCreateProgramWithBinary(opencl->context, 1, &opencl->device.id, &bytes, &binary,
                                                              &accepted, &error);
    free(kept);
    if (error == CL_SUCCESS && accepted == CL_SUCCESS) {
        error = flo__cl.clBuildProgram(made, 1, &opencl->device.id, with->text, NULL, NULL);
        if (error == CL_SUCCESS) {
            *program = made;
            return true;
        }
    }
    if (made) flo__cl.clReleaseProgram(made);
    return false;
}

static void keep_program(cl_program program, const flo__opencl_key *key)
{
    size_t bytes = 0;
    cl_int error = flo__cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL);
    unsigned char *binary = error == CL_SUCCESS && bytes > 0 ? malloc(bytes) : NULL;
    if (!binary) return;
    error = flo__cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    if (error == CL_SUCCESS) flo__opencl_cache_write(key, binary, bytes);
    free(binary);
}

/* The program of a group; `cache` as in flo__opencl_build. */
static flo_status build_group(flo__opencl *opencl, flo__opencl_group group, bool *cache)
{
    const options with = options_of(opencl, group);
    const bool keeps = flo__opencl_cache_is_on(&opencl->device);
    const flo__opencl_key key = flo__opencl_cache_key(&opencl->device, with.text);
    cl_program *const program = &opencl->program[group];
    *cache = *cache && keeps && build_from_cache(opencl, &key, &with, program);
    if (*cache) return FLO_OK;
    const flo_status status = build_from_text(opencl, &with, program);
    if (status == FLO_OK && keeps) keep_program(*program, &key);
    return status;
}

/* Where the first group that was kept failed the self-test, the others are not to be trusted either, now or by whoever
 * opens the device next: none of them is built anew when it fails its own. */
static void forget_late_groups(const flo__opencl *opencl)
{
    if (!flo__opencl_cache_is_on(&opencl->device)) return;
    for (int group = FLO__GROUP_FIRST + 1; group < FLO__GROUP_COUNT; group++) {
        const options with = options_of(opencl, (flo__opencl_group)group);
        const flo__opencl_key key = flo__opencl_cache_key(&opencl->device, with.text);
        flo__opencl_cache_remove(&key);
    }
}

flo_status flo__opencl_build(flo__opencl *opencl, bool *cache)
{
    opencl->may_cache = *cache;
    if (!*cache) forget_late_groups(opencl);
    return build_group(opencl, FLO__GROUP_FIRST, cache);
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

static flo_status check_kernel(flo__opencl *opencl, flo__pass pass, const char *name, cl_uint arguments)
{
    cl_uint found = 0;
    const cl_int error = flo__cl.clGetKernelInfo(opencl->kernel[pass], CL_KERNEL_NUM_ARGS, sizeof found, &found, NULL);
    if (error != CL_SUCCESS) return flo__opencl_fail("clGetKernelInfo", error);
    if (found != arguments) {
        return flo__fail(FLO_DEVICE_FAILED, "OpenCL: the kernel \"%s\" takes %u arguments, and the host has %u for it",
                         name, found, arguments);
    }
    return ask_kernel(opencl, pass);
}

static flo_status make_kernel(flo__opencl *opencl, flo__pass pass)
{
    static const struct pass {
        const char *name;
        cl_uint arguments;
    } passes[FLO__PASS_COUNT] = {
#define PASS(name, buffers, numbers) { #name, buffers + numbers },
        FLO__PASSES(PASS)
#undef PASS
    };
    const char *const name = passes[pass].name;
    cl_int error;
    opencl->kernel[pass] = flo__cl.clCreateKernel(opencl->program[group_of(pass)], name, &error);
    if (error != CL_SUCCESS) {
        opencl->kernel[pass] = NULL;
        return flo__fail(FLO_DEVICE_FAILED, "OpenCL: %s has no kernel \"%s\": %s (%d)", opencl->device.name, name,
                         flo__opencl_error_name(error), (int)error);
    }
    const flo_status status = check_kernel(opencl, pass, name, passes[pass].arguments);
    if (status == FLO_OK) return FLO_OK;
    flo__cl.clReleaseKernel(opencl->kernel[pass]);
    opencl->kernel[pass] = NULL;
    return status;
}

/* Nobody opens a device anew when a late group that was kept is of no use, so that is seen to here. */
static flo_status make_late_kernel(flo__opencl *opencl, flo__pass pass)
{
    cl_program *const program = &opencl->program[group_of(pass)];
    bool cache = opencl->may_cache;
    flo_status status = build_group(opencl, group_of(pass), &cache);
    if (status != FLO_OK) return status;
    status = make_kernel(opencl, pass);
    if (status == FLO_OK) return FLO_OK;
    flo__cl.clReleaseProgram(*program);
    *program = NULL;
    if (!cache) return status;
    opencl->may_cache = false;
    return make_late_kernel(opencl, pass);
}

flo_status flo__opencl_make_kernel(flo__opencl *opencl, flo__pass pass)
{
    if (opencl->kernel[pass]) return FLO_OK;
    return opencl->program[group_of(pass)] ? make_kernel(opencl, pass) : make_late_kernel(opencl, pass);
}
