/* SPDX-License-Identifier: MIT
 *
 * Checks a GPU: that it gives plain C's bits, and how fast it is.  Usage: gpu-check, with
 *
 *     GPU_CHECK_DEVICE     which device, by the library's name for it; else the best GPU
 *     GPU_CHECK_POINTS     how many points are compared; 10000000
 *     GPU_CHECK_BODIES     the largest fleet; 1000000
 *     GPU_CHECK_SECONDS    what it may take, about; 330
 *
 * Ends with 0 if all is the same, 1 if not, 2 if something failed, 3 if there is no GPU. */
#define _POSIX_C_SOURCE 199309L
#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double gpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double gpu_left(const gpu_check *c)
{
    return c->start + c->seconds - gpu_now();
}

bool gpu_is_bad(gpu_check *c, flo_status status, const char *what)
{
    if (!status) return false;
    c->failed = true;
    printf("  FAILED: %s: %s: %s\n", what, flo_status_name(status),
           status == FLO_NO_MEMORY ? "no memory" : flo_message());
    return true;
}

static size_t number(const char *variable, size_t otherwise)
{
    const char *text = getenv(variable);
    const double value = text ? strtod(text, NULL) : 0;
    return value >= 1 ? (size_t)value : otherwise;
}

/* Prints all devices; the name of the best GPU, or NULL. */
static const char *list_devices(void)
{
    enum { MOST = 64 };
    static flo_device_info info[MOST];
    const char *best = NULL;
    const int count = flo_device_list(info, MOST);
    printf("devices\n");
    for (int i = 0; i < count && i < MOST; i++) {
        printf("  %-14s %-4s %-5s %s\n", info[i].name, info[i].kind,
               !info[i].available ? "no" : info[i].exact ? "exact" : "yes", info[i].description);
        if (!best && info[i].available && strcmp(info[i].kind, "gpu") == 0) best = info[i].name;
    }
    return best;
}

static flo_status open_device(flo_device **device, const char *name, bool profile)
{
    flo_device_def def = flo_default_device_def();
    def.name = name;
    def.profile = profile;
    return flo_device_open(device, &def);
}

/* Twice: what a driver compiled the first time it, or the library, has kept. */
static bool open_devices(gpu_check *c, const char *name)
{
    for (int time = 0; time < 2; time++) {
        const double start = gpu_now();
        flo_device_close(c->device);
        c->device = NULL;
        if (gpu_is_bad(c, open_device(&c->device, name, true), name)) return false;
        printf("%s in %.3g s, with its self-test%s\n", time ? "opened again" : "opened", gpu_now() - start,
               time ? "" : " (what was compiled before may have been kept)");
    }
    const flo_device_info info = flo_device_get_info(c->device);
    printf("device: %s: %s\n", info.name, info.description);
    return !gpu_is_bad(c, open_device(&c->scalar, "scalar", false), "scalar");
}

int main(void)
{
    gpu_check c = { .points = number("GPU_CHECK_POINTS", 10000000), .bodies = number("GPU_CHECK_BODIES", 1000000),
                    .seconds = (double)number("GPU_CHECK_SECONDS", 330), .start = gpu_now() };
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *best = list_devices(), *asked = getenv("GPU_CHECK_DEVICE");
    if (asked && asked[0]) best = asked;
    if (!best) {
        printf("gpu-check: there is no GPU that OpenCL can use; GPU_CHECK_DEVICE=opencl takes another device\n");
        return GPU_NONE;
    }
    if (open_devices(&c, best)) {
        gpu_compare(&c);
        gpu_time(&c);
    }
    flo_device_close(c.device);
    flo_device_close(c.scalar);
    printf("\ngpu-check: %s, in %.0f s\n", c.failed ? "something failed" : c.differing ? "bits differ" : "all the same",
           gpu_now() - c.start);
    return c.failed ? GPU_FAILED : c.differing ? GPU_DIFFERS : GPU_DONE;
}
