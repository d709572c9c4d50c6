/* SPDX-License-Identifier: MIT
 *
 * Which OpenCL device a name means.  PLATFORM and DEVICE of "opencl:PLATFORM:DEVICE" are each an index or a part of the
 * name, of any case; a platform's vendor will do as well.  A single word that is no platform's may be a device's on
 * whatever platform: opencl:h200.  Of several matches the best ranked is taken. */
#define _GNU_SOURCE             /* strcasestr */
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

static bool is_index(const char *word)
{
    return word[0] && strspn(word, "0123456789") == strlen(word);
}

/* A number is always an index: "5" must not find the 5 in a device's name. */
static bool matches(const char *word, cl_uint index, const char *name, const char *other_name)
{
    if (is_index(word)) return strtoul(word, NULL, 10) == index;
    return word[0] && (strcasestr(name, word) || strcasestr(other_name, word));
}

/* `device_word` is NULL where only a platform was named. */
static const flo__opencl_device *best_match(const flo__opencl_devices *list, const char *platform_word,
                                            const char *device_word)
{
    for (size_t i = 0; i < list->count; i++) {
        const flo__opencl_device *const d = &list->device[i];
        if (!d->platform || !matches(platform_word, d->platform_index, d->platform_name, d->vendor)) continue;
        if (!device_word || (d->id && matches(device_word, d->device_index, d->name, d->name))) return d;
    }
    return NULL;
}

static const flo__opencl_device *best_named(const flo__opencl_devices *list, const char *word)
{
    for (size_t i = 0; i < list->count && !is_index(word); i++) {
        const flo__opencl_device *const d = &list->device[i];
        if (d->id && word[0] && strcasestr(d->name, word)) return d;
    }
    return NULL;
}

static const flo__opencl_device *best_of(const flo__opencl_devices *list, const char *choice)
{
    if (!choice[0]) return &list->device[0];
    char platform_word[128];
    const char *const colon = strchr(choice, ':');
    const size_t length = colon ? (size_t)(colon - choice) : strlen(choice);
    if (length >= sizeof platform_word) return NULL;
    memcpy(platform_word, choice, length);
    platform_word[length] = '\0';
    const flo__opencl_device *const found = best_match(list, platform_word, colon ? colon + 1 : NULL);
    return found || colon ? found : best_named(list, platform_word);
}

static void write_all(const flo__opencl_devices *list, char *text, size_t size)
{
    for (size_t i = 0; i < list->count; i++) {
        const flo_device_info info = flo__opencl_describe(&list->device[i]);
        flo__opencl_append(text, size, "%s%s (%s)", i ? ", " : "", info.name, info.description);
    }
}

/* What the driver has failed at where a device was looked for: of the one that was found, or if none was, of any that
 * might have been it. */
static const flo__opencl_device *failed_one(const flo__opencl_device *found, const flo__opencl_devices *list)
{
    if (found) return found->failed ? found : NULL;
    for (size_t i = 0; i < list->count; i++) {
        if (list->device[i].failed) return &list->device[i];
    }
    return NULL;
}

static flo_status refuse(const char *choice, bool gpu_only, const flo__opencl_device *found,
                         const flo__opencl_devices *list)
{
    char there_is[1500] = "";
    const flo__opencl_device *const failed = failed_one(found, list);
    write_all(list, there_is, sizeof there_is);
    if (!list->device[0].platform) {
        return flo__fail(failed ? FLO_DEVICE_FAILED : FLO_NO_DEVICE, "%s", list->device[0].refusal);
    }
    if (failed) {
        return flo__fail(FLO_DEVICE_FAILED, "OpenCL: %s (%s) cannot be used: %s", flo__opencl_describe(failed).name,
                         failed->id ? failed->name : failed->platform_name, failed->refusal);
    }
    if (!found && gpu_only) return flo__fail(FLO_NO_DEVICE, "no OpenCL GPU can be used; there is %s", there_is);
    if (!found) return flo__fail(FLO_NO_DEVICE, "no OpenCL device is \"%.100s\"; there is %s", choice, there_is);
    return flo__fail(FLO_NO_DEVICE, "%s (%s) cannot be used: %s%s%s", flo__opencl_describe(found).name,
                     found->id ? found->name : found->platform_name, found->refusal,
                     list->count > 1 ? "; there is " : "", list->count > 1 ? there_is : "");
}

flo_status flo__opencl_choose(const char *choice, bool gpu_only, flo__opencl_device *chosen)
{
    flo__opencl_devices list;
    flo_status status = flo__opencl_find(&list);
    if (status != FLO_OK) return status;
    const flo__opencl_device *best = best_of(&list, choice);
    /* A GPU that works comes before all that is none, so the best match tells whether there is one. */
    if (best && gpu_only && !flo__opencl_is_gpu(best)) best = NULL;
    if (best && !best->refusal[0]) {
        *chosen = *best;
    } else {
        status = refuse(choice, gpu_only, best, &list);
    }
    free(list.device);
    return status;
}
