/* SPDX-License-Identifier: MIT
 *
 * OpenCL's functions, looked up in the loader when they are first wanted, and its errors by name.  Nothing of the
 * library links to OpenCL: a machine without it runs everything else. */
#define _GNU_SOURCE             /* dladdr, dl_iterate_phdr */
#include "opencl.h"
#include "process.h"

#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

flo__opencl_api flo__cl;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char missing[128], file[256] = "libOpenCL.so.1";
static unsigned forks;          /* when it was loaded */

static const struct function {
    const char *name;
    size_t offset;
} functions[] = {
#define FUNCTION(name) { #name, offsetof(flo__opencl_api, name) },
    FLO__OPENCL_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

/* Of the program itself, which comes first: whether it asks for a dynamic loader. */
static int has_loader(struct dl_phdr_info *program, size_t size, void *found)
{
    (void)size;
    for (int i = 0; i < program->dlpi_phnum; i++) *(bool *)found |= program->dlpi_phdr[i].p_type == PT_INTERP;
    return 1;
}

/* The library stays loaded: drivers start threads and exit handlers that outlive any device. */
static void load(void)
{
    flo__process_watch();
    forks = flo__process_forks();
    bool dynamic = false;       /* drivers crash in a program that has a C library of its own */
    dl_iterate_phdr(has_loader, &dynamic);
    if (!dynamic) {
        snprintf(missing, sizeof missing, "no OpenCL in a program that was linked with -static");
        return;
    }
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libOpenCL.so", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(missing, sizeof missing, "no OpenCL loader (libOpenCL.so.1) on this machine");
        return;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *const symbol = dlsym(library, functions[i].name);
        if (!symbol) {
            snprintf(missing, sizeof missing, "the OpenCL loader of this machine lacks %s, a function of OpenCL 1.2",
                     functions[i].name);
            return;
        }
        /* POSIX promises that a function's address fits a void pointer; ISO C has no cast for it, hence the copy. */
        memcpy((char *)&flo__cl + functions[i].offset, &symbol, sizeof symbol);
    }
    Dl_info from;
    if (dladdr(dlsym(library, "clGetPlatformIDs"), &from) && from.dli_fname) {
        snprintf(file, sizeof file, "%s", from.dli_fname);
    }
}

const char *flo__opencl_file(void)
{
    return file;
}

const char *flo__opencl_load(void)
{
    pthread_once(&loaded, load);
    if (missing[0]) return missing;
    if (forks == flo__process_forks()) return NULL;
    return "OpenCL was used before fork(), and its drivers' threads are not in this process";
}

#define ERRORS(X)                                                                                           \
    X(CL_SUCCESS) X(CL_DEVICE_NOT_FOUND) X(CL_DEVICE_NOT_AVAILABLE) X(CL_COMPILER_NOT_AVAILABLE)            \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE) X(CL_OUT_OF_RESOURCES) X(CL_OUT_OF_HOST_MEMORY)                     \
    X(CL_PROFILING_INFO_NOT_AVAILABLE) X(CL_MEM_COPY_OVERLAP) X(CL_IMAGE_FORMAT_MISMATCH)                   \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED) X(CL_BUILD_PROGRAM_FAILURE) X(CL_MAP_FAILURE)                          \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET) X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                      \
    X(CL_COMPILE_PROGRAM_FAILURE) X(CL_LINKER_NOT_AVAILABLE) X(CL_LINK_PROGRAM_FAILURE)                     \
    X(CL_DEVICE_PARTITION_FAILED) X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE) X(CL_INVALID_VALUE)                   \
    X(CL_INVALID_DEVICE_TYPE) X(CL_INVALID_PLATFORM) X(CL_INVALID_DEVICE) X(CL_INVALID_CONTEXT)             \
    X(CL_INVALID_QUEUE_PROPERTIES) X(CL_INVALID_COMMAND_QUEUE) X(CL_INVALID_HOST_PTR)                       \
    X(CL_INVALID_MEM_OBJECT) X(CL_INVALID_BINARY) X(CL_INVALID_BUILD_OPTIONS) X(CL_INVALID_PROGRAM)         \
    X(CL_INVALID_PROGRAM_EXECUTABLE) X(CL_INVALID_KERNEL_NAME) X(CL_INVALID_KERNEL_DEFINITION)              \
    X(CL_INVALID_KERNEL) X(CL_INVALID_ARG_INDEX) X(CL_INVALID_ARG_VALUE) X(CL_INVALID_ARG_SIZE)             \
    X(CL_INVALID_KERNEL_ARGS) X(CL_INVALID_WORK_DIMENSION) X(CL_INVALID_WORK_GROUP_SIZE)                    \
    X(CL_INVALID_WORK_ITEM_SIZE) X(CL_INVALID_GLOBAL_OFFSET) X(CL_INVALID_EVENT_WAIT_LIST)                  \
    X(CL_INVALID_EVENT) X(CL_INVALID_OPERATION) X(CL_INVALID_BUFFER_SIZE) X(CL_INVALID_GLOBAL_WORK_SIZE)    \
    X(CL_INVALID_PROPERTY) X(CL_INVALID_COMPILER_OPTIONS) X(CL_INVALID_LINKER_OPTIONS)                      \
    X(CL_PLATFORM_NOT_FOUND_KHR)

const char *flo__opencl_error_name(cl_int error)
{
    switch (error) {
#define NAME(code) case code: return #code;
        ERRORS(NAME)
#undef NAME
    default: return "an error of the driver's own";
    }
}

flo_status flo__opencl_fail(const char *call, cl_int error)
{
    return flo__fail(FLO_DEVICE_FAILED, "OpenCL: %s failed: %s (%d)", call, flo__opencl_error_name(error), (int)error);
}

void flo__opencl_append(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}
