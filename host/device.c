/* SPDX-License-Identifier: MIT
 *
 * Devices by name: which backend a name means, several of them where it is a list, and the list of all devices of this
 * machine.
 *
 * No device is handed out before it has passed its self-test.  "auto" never fails for want of a GPU: if there is none,
 * or one that does not work, it takes the processor, and the description says what became of the GPU. */
#include "calls.h"
#include "many.h"
#include "process.h"
#include "query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 4096, MAX_GROUP = 1024, MAX_PROCESSORS = 16 };

flo_device_def flo_default_device_def(void)
{
    return (flo_device_def){ .size = sizeof(flo_device_def) };
}

/* ---- listing --------------------------------------------------------------------------------------------------- */

/* Appends those of `found` that are GPUs, or those that are not. */
static int take_kind(const flo_device_info *found, int found_count, bool gpus, flo_device_info *info, int capacity)
{
    int taken = 0;
    for (int i = 0; i < found_count; i++) {
        if ((strcmp(found[i].kind, "gpu") == 0) != gpus) continue;
        if (taken < capacity) info[taken] = found[i];
        taken++;
    }
    return taken;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

int flo__call_device_list(flo_device_info *info, int capacity)
{
    flo_device_info processor[MAX_PROCESSORS];
    const int processors = least(flo__processor_list(processor, MAX_PROCESSORS), MAX_PROCESSORS);
    const int wanted = flo__opencl_list(NULL, 0);
    flo_device_info *const opencl = calloc((size_t)wanted + 1, sizeof *opencl);
    const int found = opencl ? least(flo__opencl_list(opencl, wanted), wanted) : 0;
    int count = take_kind(opencl, found, true, info, capacity);
    for (int i = 0; i < processors; i++, count++) {
        if (count < capacity) info[count] = processor[i];
    }
    const int room = count < capacity ? capacity - count : 0;
    count += take_kind(opencl, found, false, room ? info + count : NULL, room);
    free(opencl);
    return count;
}

/* ---- naming ---------------------------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static flo_status refuse_name(const char *name)
{
    enum { MOST = 64 };
    flo_device_info *const info = calloc(MOST, sizeof *info);
    const int count = info ? least(flo_device_list(info, MOST), MOST) : 0;
    char there_is[1500] = "";
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof there_is; i++) {
        if (!info[i].available) continue;
        const int more = snprintf(there_is + used, sizeof there_is - used, "%s%s (%s)", used ? ", " : "",
                                  info[i].name, info[i].description);
        used += more > 0 ? (size_t)more : 0;
    }
    free(info);
    return flo__fail(FLO_NO_DEVICE, "no device is \"%.100s\"; a name is auto, scalar, simd, simd:sse2, simd:sse4, "
                     "simd:avx2, simd:avx512, simd:neon, opencl or opencl:PLATFORM[:DEVICE], or several with '+' "
                     "between; there is %s", name, there_is);
}

/* The word behind "simd:", or NULL if it is no instruction set that the library knows. */
static const char *instruction_set(const char *name)
{
    flo_device_info info[MAX_PROCESSORS];
    const int count = least(flo__processor_list(info, MAX_PROCESSORS), MAX_PROCESSORS);
    for (int i = 0; i < count; i++) {
        if (strcmp(name, info[i].name) == 0) return name + strlen("simd:");
    }
    return NULL;
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

static flo_status tested(flo_device *device, flo_status opened)
{
    if (opened != FLO_OK) return opened;
    const flo_status status = flo__selftest(device);
    if (status != FLO_OK) {
        flo__query_release(device);
        device->backend->close(device);
    }
    return status;
}

/* A program that was kept and does not work any more, for the driver may have changed without saying so, is built
 * anew. */
flo_status flo__device_open_cached(flo_device *device, flo__cached_opener *open, const void *of)
{
    bool cache = true;
    const flo_status status = tested(device, open(device, of, &cache));
    if (!cache || (status != FLO_DEVICE_REFUSED && status != FLO_DEVICE_FAILED)) return status;
    cache = false;
    return tested(device, open(device, of, &cache));
}

typedef struct choice {
    const char *text;
    bool gpu_only;
} choice;

static flo_status open_chosen(flo_device *device, const void *of, bool *cache)
{
    const choice *c = of;
    return flo__opencl_open(device, c->text, c->gpu_only, cache);
}

static flo_status open_opencl(flo_device *device, const char *text, bool gpu_only)
{
    return flo__device_open_cached(device, open_chosen, &(choice){ text, gpu_only });
}

/* Adds the first line of the reason, as far as there is room. */
static void tell_refusal(flo_device_info *info, const char *reason)
{
    const size_t used = strlen(info->description);
    snprintf(info->description + used, sizeof info->description - used, "; the GPU was refused: %.*s",
             (int)strcspn(reason, "\n"), reason);
}

static flo_status open_auto(flo_device *device)
{
    char reason[sizeof device->info.description] = "";
    flo_status status = open_opencl(device, "", true);
    if (status == FLO_OK) return FLO_OK;
    if (status != FLO_NO_DEVICE) snprintf(reason, sizeof reason, "%s", flo_message());
    status = tested(device, flo__processor_open(device, "simd"));
    if (status == FLO_OK && reason[0]) tell_refusal(&device->info, reason);
    return status;
}

static flo_status open_named(flo_device *device, const void *of)
{
    const char *name = of;
    if (strcmp(name, "auto") == 0) return open_auto(device);
    if (strcmp(name, "scalar") == 0 || strcmp(name, "simd") == 0) {
        return tested(device, flo__processor_open(device, name));
    }
    if (strcmp(name, "opencl") == 0) return open_opencl(device, "", false);
    if (begins_with(name, "opencl:") && name[strlen("opencl:")]) {
        return open_opencl(device, name + strlen("opencl:"), false);
    }
    const char *const set = begins_with(name, "simd:") ? instruction_set(name) : NULL;
    return set ? tested(device, flo__processor_open(device, set)) : refuse_name(name);
}

flo_status flo__device_make(flo_device **out, const flo_device_def *def, flo__opener *open, const void *of)
{
    flo_device *const device = calloc(1, sizeof *device);
    if (!device) return flo__fail(FLO_NO_MEMORY, "no memory for a device");
    device->threads = def->threads;
    device->group = def->group;
    device->forks = flo__process_forks();
    flo_status status = flo__profile_begin(device, def->profile);
    if (status == FLO_OK) status = open(device, of);
    if (status != FLO_OK) {
        flo__profile_end(device);
        free(device);
        return status;
    }
    flo__profile_forget(device);        /* the self-test */
    *out = device;
    return FLO_OK;
}

/* An ordinary device. */
static flo_status open_one(flo_device **out, const flo_device_def *def, const char *name)
{
    return flo__device_make(out, def, open_named, name);
}

static flo_status open_parts(flo_device *parts[FLO__MOST_PARTS], const flo_device_def *def, const char *name,
                             const flo__list *list)
{
    for (int i = 0; i < list->count; i++) {
        const flo_status status = open_one(&parts[i], def, list->part[i].name);
        if (status != FLO_OK) return flo__fail_more(status, "part %d of \"%.100s\"", i + 1, name);
    }
    return FLO_OK;
}

/* Several devices as one. */
static flo_status open_joined(flo_device **out, const flo_device_def *def, const char *name, const flo__list *list)
{
    flo_device *parts[FLO__MOST_PARTS] = { NULL }, *const device = calloc(1, sizeof *device);
    if (!device) return flo__fail(FLO_NO_MEMORY, "no memory for a device");
    device->forks = flo__process_forks();
    flo_status status = open_parts(parts, def, name, list);
    if (status == FLO_OK) status = flo__many_join(device, name, list, parts, def->threads);
    if (status != FLO_OK) {
        for (int i = 0; i < list->count; i++) flo_device_close(parts[i]);
        free(device);
        return status;
    }
    for (int i = 0; i < list->count; i++) flo__profile_forget(parts[i]);    /* the measurement */
    *out = device;
    return FLO_OK;
}

/* A list of one device is that device. */
static flo_status open_list(flo_device **out, const flo_device_def *def, const char *name)
{
    flo__list *const list = malloc(sizeof *list);
    if (!list) return flo__fail(FLO_NO_MEMORY, "no memory for a list of devices");
    flo_status status = flo__list_read(name, list);
    if (status == FLO_OK) {
        const bool one = list->count == 1;
        status = one ? open_one(out, def, list->part[0].name) : open_joined(out, def, name, list);
    }
    free(list);
    return status;
}

static flo_status open_any(flo_device **out, const flo_device_def *def, const char *name)
{
    return flo__list_is(name) ? open_list(out, def, name) : open_one(out, def, name);
}

static flo_status open_as_asked(flo_device **out, const flo_device_def *def)
{
    if (def->name) return open_any(out, def, def->name);
    const char *const chosen = getenv("FLOTILLA_DEVICE");
    if (!chosen || !chosen[0]) return open_any(out, def, "auto");
    const flo_status status = open_any(out, def, chosen);
    return status == FLO_OK ? FLO_OK : flo__fail_more(status, "FLOTILLA_DEVICE is \"%.100s\"", chosen);
}

flo_status flo__device_check_def(const flo_device_def *def)
{
    if (def->size != sizeof *def) {
        return flo__fail(FLO_BAD_DEFINITION, "flo_device_def.size is %u; take the definition from "
                         "flo_default_device_def()", def->size);
    }
    if (def->threads < 0 || def->threads > MAX_THREADS) {
        return flo__fail(FLO_BAD_VALUE, "flo_device_def.threads is %d; it must be 0 to %d", def->threads, MAX_THREADS);
    }
    if (def->group < 0 || def->group > MAX_GROUP) {
        return flo__fail(FLO_BAD_VALUE, "flo_device_def.group is %d; it must be 0 to %d", def->group, MAX_GROUP);
    }
    return FLO_OK;
}

flo_status flo__call_device_open(flo_device **device, const flo_device_def *def)
{
    const flo_status status = flo__device_check_def(def);
    flo__process_watch();
    return status ? status : open_as_asked(device, def);
}

void flo__call_device_close(flo_device *device)
{
    if (device->many) {
        for (int i = 0; i < device->many->count; i++) flo_device_close(device->many->part[i]);
        flo__many_end(device);
        free(device);
        return;
    }
    flo__query_release(device);
    device->backend->close(device);
    flo__profile_end(device);
    free(device);
}

flo_device_info flo_device_get_info(const flo_device *device)
{
    return device->info;
}
