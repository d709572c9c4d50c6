/* SPDX-License-Identifier: MIT
 *
 * The OpenCL devices of all platforms, best first.
 *
 * Nothing is skipped in silence.  A device that cannot be used, a platform that gives no devices, even the lack of any
 * platform is an entry of the list with the reason in `refusal`, so that a list shows it and every message that says
 * what there is has it too. */
#include "opencl.h"

#include <CL/cl_ext.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLATFORMS = 32 };

/* ---- finding --------------------------------------------------------------------------------------------------- */

static flo_status list_add(flo__opencl_devices *list, const flo__opencl_device *device)
{
    if (list->count == list->capacity) {
        const size_t capacity = 2 * list->capacity + 8;
        flo__opencl_device *const grown = realloc(list->device, capacity * sizeof *grown);
        if (!grown) return flo__fail(FLO_NO_MEMORY, "no memory for a list of %zu OpenCL devices", capacity);
        list->device = grown;
        list->capacity = capacity;
    }
    list->device[list->count++] = *device;
    return FLO_OK;
}

/* Drivers pad their names with spaces. */
static void tidy(char *text)
{
    const size_t lead = strspn(text, " \t\n");
    memmove(text, text + lead, strlen(text + lead) + 1);
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--) text[n - 1] = '\0';
}

static void platform_text(cl_platform_id platform, cl_platform_info what, char *text, size_t size)
{
    char all[1024] = "";
    if (flo__cl.clGetPlatformInfo(platform, what, sizeof all - 1, all, NULL) != CL_SUCCESS) all[0] = '\0';
    tidy(all);
    snprintf(text, size, "%s", all);
}

static void device_text(cl_device_id id, cl_device_info what, char *text, size_t size)
{
    char all[1024] = "";
    if (flo__cl.clGetDeviceInfo(id, what, sizeof all - 1, all, NULL) != CL_SUCCESS) all[0] = '\0';
    tidy(all);
    snprintf(text, size, "%s", all);
}

static cl_uint device_number(cl_device_id id, cl_device_info what)
{
    cl_uint number = 0;
    return flo__cl.clGetDeviceInfo(id, what, sizeof number, &number, NULL) == CL_SUCCESS ? number : 0;
}

/* What a device does not tell of itself is not guessed: bits may depend on it. */
static void refuse_failed(flo__opencl_device *device, const char *call, cl_int error)
{
    snprintf(device->refusal, sizeof device->refusal, "%s failed: %s (%d)", call, flo__opencl_error_name(error),
             (int)error);
    device->failed = true;
}

/* The kernels are OpenCL C 1.2 and need `long`, which the embedded profile may lack. */
static cl_int find_refusal(flo__opencl_device *device)
{
    char version[80], profile[80];
    int major = 0, minor = 0;
    cl_bool available = CL_FALSE, compiler = CL_FALSE, little = CL_FALSE;
    device_text(device->id, CL_DEVICE_VERSION, version, sizeof version);
    device_text(device->id, CL_DEVICE_PROFILE, profile, sizeof profile);
    const bool known = sscanf(version, "OpenCL %d.%d", &major, &minor) == 2;
    const cl_device_id id = device->id;
    cl_int error = flo__cl.clGetDeviceInfo(id, CL_DEVICE_AVAILABLE, sizeof available, &available, NULL);
    if (!error) error = flo__cl.clGetDeviceInfo(id, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
    if (!error) error = flo__cl.clGetDeviceInfo(id, CL_DEVICE_ENDIAN_LITTLE, sizeof little, &little, NULL);
    if (error) return error;
    if (!available) {
        snprintf(device->refusal, sizeof device->refusal, "the driver says that it is not available");
    } else if (!compiler) {
        snprintf(device->refusal, sizeof device->refusal, "its driver has no compiler");
    } else if (!known || major < 1 || (major == 1 && minor < 2)) {
        snprintf(device->refusal, sizeof device->refusal, "it has \"%s\", and OpenCL 1.2 is needed", version);
    } else if (strcmp(profile, "FULL_PROFILE") != 0) {
        snprintf(device->refusal, sizeof device->refusal, "it has no full profile (%s)", profile);
    } else if (!little) {
        snprintf(device->refusal, sizeof device->refusal, "its bytes are in big-endian order");
    }
    return CL_SUCCESS;
}

static void fill_device(flo__opencl_device *device)
{
    const cl_device_id id = device->id;
    device_text(id, CL_DEVICE_NAME, device->name, sizeof device->name);
    device_text(id, CL_DRIVER_VERSION, device->driver, sizeof device->driver);
    cl_int error = flo__cl.clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof device->type, &device->type, NULL);
    if (error == CL_SUCCESS) {
        error = flo__cl.clGetDeviceInfo(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof device->float_config,
                                        &device->float_config, NULL);
    }
    device->vector_width = device_number(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    device->speed = (cl_ulong)device_number(id, CL_DEVICE_MAX_COMPUTE_UNITS) *
                    device_number(id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    if (error == CL_SUCCESS) error = find_refusal(device);
    if (error != CL_SUCCESS) refuse_failed(device, "clGetDeviceInfo", error);
}

bool flo__opencl_is_pocl(const flo__opencl_device *device)
{
    return strstr(device->platform_name, "Portable Computing Language") != NULL;
}

/* PoCL fails without a word when it cannot write its cache, so whatever fails there must ask this question. */
void flo__opencl_ask_for_cache(const flo__opencl_device *device, char *text, size_t size)
{
    const char *const own = getenv("POCL_CACHE_DIR"), *const user = getenv("XDG_CACHE_HOME");
    const char *const home = getenv("HOME"), *const devices = getenv("POCL_DEVICES");
    if (!flo__opencl_is_pocl(device)) return;
    flo__opencl_append(text, size, "; can PoCL write to its cache folder (");
    if (own) {
        flo__opencl_append(text, size, "POCL_CACHE_DIR=%.100s)?", own);
    } else if (user && user[0]) {
        flo__opencl_append(text, size, "%.100s/pocl; POCL_CACHE_DIR names another)?", user);
    } else {
        flo__opencl_append(text, size, "%.100s/.cache/pocl; POCL_CACHE_DIR names another)?", home ? home : "");
    }
    if (devices) flo__opencl_append(text, size, " And is POCL_DEVICES=%.40s right?", devices);
}

/* The devices of a platform, in `id`, which the caller frees; or in `refusal` why there are none. */
static cl_uint platform_devices(flo__opencl_device *platform, cl_device_id **id)
{
    char *const refusal = platform->refusal;
    const size_t size = sizeof platform->refusal;
    const char *const cache = getenv("POCL_CACHE_DIR");
    if (flo__opencl_is_pocl(platform) && cache && !cache[0]) {
        flo__opencl_append(refusal, size, "POCL_CACHE_DIR is empty, at which PoCL would end the program: unset it");
        return 0;
    }
    cl_uint count = 0;
    cl_int error = flo__cl.clGetDeviceIDs(platform->platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    if (error == CL_SUCCESS && count == 0) error = CL_DEVICE_NOT_FOUND;
    if (error == CL_SUCCESS && !(*id = calloc(count, sizeof **id))) error = CL_OUT_OF_HOST_MEMORY;
    if (error == CL_SUCCESS) {
        error = flo__cl.clGetDeviceIDs(platform->platform, CL_DEVICE_TYPE_ALL, count, *id, NULL);
    }
    if (error == CL_SUCCESS) return count;
    flo__opencl_append(refusal, size, "no devices: %s (%d)", flo__opencl_error_name(error), (int)error);
    platform->failed = error != CL_DEVICE_NOT_FOUND;
    if (error == CL_DEVICE_NOT_FOUND) flo__opencl_ask_for_cache(platform, refusal, size);
    return 0;
}

static flo_status add_platform(flo__opencl_devices *list, cl_platform_id id, cl_uint index)
{
    flo__opencl_device platform = { .platform = id, .platform_index = index };
    platform_text(id, CL_PLATFORM_NAME, platform.platform_name, sizeof platform.platform_name);
    platform_text(id, CL_PLATFORM_VERSION, platform.platform_version, sizeof platform.platform_version);
    platform_text(id, CL_PLATFORM_VENDOR, platform.vendor, sizeof platform.vendor);
    cl_device_id *ids = NULL;
    const cl_uint count = platform_devices(&platform, &ids);
    flo_status status = count ? FLO_OK : list_add(list, &platform);
    for (cl_uint i = 0; i < count && status == FLO_OK; i++) {
        flo__opencl_device device = platform;
        device.id = device.whole = ids[i];
        device.device_index = i;
        fill_device(&device);
        status = list_add(list, &device);
    }
    free(ids);
    return status;
}

static flo_status add_nothing(flo__opencl_devices *list, const char *reason, bool failed)
{
    flo__opencl_device nothing = { .failed = failed };
    snprintf(nothing.refusal, sizeof nothing.refusal, "%s", reason);
    return list_add(list, &nothing);
}

static flo_status add_no_platform(flo__opencl_devices *list, cl_int error)
{
    char reason[320];
    if (error != CL_SUCCESS && error != CL_PLATFORM_NOT_FOUND_KHR) {
        snprintf(reason, sizeof reason, "OpenCL: clGetPlatformIDs failed: %s (%d)", flo__opencl_error_name(error),
                 (int)error);
    } else if (getenv("OCL_ICD_VENDORS")) {
        snprintf(reason, sizeof reason, "no OpenCL platform: OCL_ICD_VENDORS is \"%s\" and names no driver that works; "
                 "unset it or install a driver", getenv("OCL_ICD_VENDORS"));
    } else {
        snprintf(reason, sizeof reason, "no OpenCL platform: install a driver, or set OCL_ICD_VENDORS to the folder of "
                 "its .icd file");
    }
    return add_nothing(list, reason, error != CL_SUCCESS && error != CL_PLATFORM_NOT_FOUND_KHR);
}

/* ---- ranking --------------------------------------------------------------------------------------------------- */

/* A simulator claims to be of every type; what it runs on is the processor. */
bool flo__opencl_is_gpu(const flo__opencl_device *device)
{
    return (device->type & CL_DEVICE_TYPE_GPU) && !(device->type & CL_DEVICE_TYPE_CPU);
}

static int kind_rank(const flo__opencl_device *device)
{
    if (flo__opencl_is_gpu(device)) return 2;
    return device->type & CL_DEVICE_TYPE_ACCELERATOR && !(device->type & CL_DEVICE_TYPE_CPU) ? 1 : 0;
}

/* For qsort: the better one first, and otherwise the order of the platforms. */
static int better_first(const void *one, const void *other)
{
    const flo__opencl_device *const a = one, *const b = other;
    const bool a_works = !a->refusal[0], b_works = !b->refusal[0];
    if (a_works != b_works) return a_works ? -1 : 1;
    if (kind_rank(a) != kind_rank(b)) return kind_rank(a) > kind_rank(b) ? -1 : 1;
    if (a->speed != b->speed) return a->speed > b->speed ? -1 : 1;
    if (a->platform_index != b->platform_index) return a->platform_index < b->platform_index ? -1 : 1;
    return a->device_index < b->device_index ? -1 : 1;
}

static flo_status find_devices(flo__opencl_devices *list)
{
    const char *const missing = flo__opencl_load();
    if (missing) return add_nothing(list, missing, false);
    cl_platform_id platform[MAX_PLATFORMS];
    cl_uint count = 0;
    const cl_int error = flo__cl.clGetPlatformIDs(MAX_PLATFORMS, platform, &count);
    if (error != CL_SUCCESS || count == 0) return add_no_platform(list, error);
    if (count > MAX_PLATFORMS) count = MAX_PLATFORMS;
    flo_status status = FLO_OK;
    for (cl_uint i = 0; i < count && status == FLO_OK; i++) status = add_platform(list, platform[i], i);
    if (status == FLO_OK) qsort(list->device, list->count, sizeof *list->device, better_first);
    return status;
}

/* One thread at a time: loaders and drivers start up inside these calls, and not all of them guard that. */
flo_status flo__opencl_find(flo__opencl_devices *list)
{
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
    *list = (flo__opencl_devices){ .device = NULL };
    pthread_mutex_lock(&starting);
    const flo_status status = find_devices(list);
    pthread_mutex_unlock(&starting);
    if (status != FLO_OK) free(list->device);
    return status;
}

/* ---- a device that a caller has --------------------------------------------------------------------------------- */

/* Every OpenCL object begins with the address of its driver's functions, by which loaders call it.  So a part of a
 * device is known for one of our drivers' before any of our loader's functions is called with it. */
static bool is_same_driver(cl_device_id one, cl_device_id other)
{
    const void *functions[2];
    memcpy(&functions[0], (const void *)one, sizeof functions[0]);
    memcpy(&functions[1], (const void *)other, sizeof functions[1]);
    return functions[0] == functions[1];
}

static const flo__opencl_device *by_id(const flo__opencl_devices *list, cl_device_id id)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->device[i].id && list->device[i].id == id) return &list->device[i];
    }
    return NULL;
}

/* The whole device that a part was made from, or NULL if no driver of ours made it. */
static const flo__opencl_device *whole_of(const flo__opencl_devices *list, cl_device_id part)
{
    bool ours = false;
    for (size_t i = 0; i < list->count; i++) {
        ours = ours || (list->device[i].id && is_same_driver(part, list->device[i].id));
    }
    for (int depth = 0; ours && part && depth < 16; depth++) {
        const flo__opencl_device *const found = by_id(list, part);
        if (found) return found;
        cl_device_id parent = NULL;
        if (flo__cl.clGetDeviceInfo(part, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL) != CL_SUCCESS) break;
        part = parent;
    }
    return NULL;
}

static flo_status take_given(const flo__opencl_devices *list, cl_device_id id, flo__opencl_device *found)
{
    const flo__opencl_device *const whole = whole_of(list, id);
    if (!list->device[0].platform) return flo__fail(FLO_NO_DEVICE, "%s", list->device[0].refusal);
    if (!whole) {
        return flo__fail(FLO_NO_DEVICE, "the device is none of those that %s finds, from which this library has its "
                         "OpenCL: whoever gave it must have the same drivers, loaded from the same files, and a loader "
                         "that finds them as this one does (OCL_ICD_VENDORS)", flo__opencl_file());
    }
    *found = *whole;
    if (whole->id == id) return FLO_OK;
    found->id = id;
    found->refusal[0] = '\0';
    fill_device(found);
    return FLO_OK;
}

flo_status flo__opencl_find_given(cl_device_id id, flo__opencl_device *found)
{
    flo__opencl_devices list;
    flo_status status = flo__opencl_find(&list);
    if (status != FLO_OK) return status;
    status = take_given(&list, id, found);
    free(list.device);
    return status;
}

/* ---- describing ------------------------------------------------------------------------------------------------ */

static void write_name(const flo__opencl_device *device, char *text, size_t size)
{
    if (device->id) {
        snprintf(text, size, "opencl:%u:%u", device->platform_index, device->device_index);
    } else if (device->platform) {
        snprintf(text, size, "opencl:%u", device->platform_index);
    } else {
        snprintf(text, size, "opencl");
    }
}

static void write_description(const flo__opencl_device *device, char *text, size_t size)
{
    if (device->id) flo__opencl_append(text, size, "%s, ", device->name);
    if (device->platform) flo__opencl_append(text, size, "%s", device->platform_name);
    if (device->id) flo__opencl_append(text, size, ", driver %s", device->driver);
    if (device->refusal[0]) flo__opencl_append(text, size, "%s%s", text[0] ? ": " : "", device->refusal);
}

/* An accelerator counts as a GPU: like one, it is not the processor that the program runs on. */
flo_device_info flo__opencl_describe(const flo__opencl_device *device)
{
    const cl_device_fp_config exact = CL_FP_FMA | CL_FP_DENORM | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT |
                                      CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
    flo__opencl_lanes lanes = flo__opencl_native_lanes(device);
    flo__opencl_lanes_from_environment(&lanes);
    flo_device_info info = {
        .available = !device->refusal[0],
        .exact = (device->float_config & exact) == exact,
        .lanes = lanes.width * lanes.pack,
    };
    write_name(device, info.name, sizeof info.name);
    write_description(device, info.description, sizeof info.description);
    snprintf(info.kind, sizeof info.kind, "%s", kind_rank(device) > 0 ? "gpu" : "cpu");
    return info;
}

int flo__opencl_list(flo_device_info *info, int capacity)
{
    flo__opencl_devices list;
    if (flo__opencl_find(&list) != FLO_OK) return 0;
    const int count = (int)list.count;
    for (int i = 0; i < count && i < capacity; i++) info[i] = flo__opencl_describe(&list.device[i]);
    free(list.device);
    return count;
}
