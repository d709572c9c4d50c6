/* SPDX-License-Identifier: MIT
 *
 * Passes alone.
 *
 * A call of the library runs several passes and copies to and from the device.  What one of them costs is measured by
 * catching it with all its buffers as the library itself set it up, and running it again. */
#include "bench.h"

#include <stdlib.h>

static bench_spy *spying;           /* a backend's functions are told of their device only */

static void catch(const flo__launch *launch)
{
    if (spying->caught < BENCH_CAUGHT) spying->launch[spying->caught++] = *launch;
}

static flo_status watch_run(flo_device *device, const flo__launch *launch)
{
    catch(launch);
    return spying->real->run(device, launch);
}

/* A caught pass may work on what its call releases at its end. */
static void watch_release(flo_device *device, flo__buffer *buffer)
{
    enum { ROOM = sizeof spying->kept / sizeof *spying->kept };
    if (buffer && spying->kept_count < ROOM) {
        spying->kept[spying->kept_count++] = buffer;
    } else {
        spying->real->release(device, buffer);
    }
}

void bench_spy_open(bench_spy *spy, flo_device *device)
{
    *spy = (bench_spy){ .device = device, .real = device->backend, .watching = *device->backend };
    spy->watching.run = watch_run;
    spy->watching.release = watch_release;
    spy->watching.step = NULL;          /* pass by pass, through the fleet's buffers */
    spying = spy;
    device->backend = &spy->watching;
}

void bench_spy_stop(bench_spy *spy)
{
    if (spy->real) spy->device->backend = spy->real;
}

bool bench_spy_choose(bench_spy *spy, flo__pass pass)
{
    for (int i = 0; i < spy->caught; i++) {
        if (spy->launch[i].pass != pass) continue;
        spy->chosen = &spy->launch[i];
        return true;
    }
    return false;
}

static bool is_kept(const bench_spy *spy, const flo__buffer *buffer)
{
    for (int i = 0; i < spy->kept_count; i++) {
        if (spy->kept[i] == buffer) return true;
    }
    return false;
}

bool bench_spy_choose_answers(bench_spy *spy)
{
    for (int i = 0; i < spy->caught; i++) {
        for (int b = 0; b < FLO__LAUNCH_BUFFERS; b++) {
            if (!is_kept(spy, spy->launch[i].buffer[b])) continue;
            spy->chosen = &spy->launch[i];
            return true;
        }
    }
    return false;
}

flo_status bench_spy_run(void *context)
{
    const bench_spy *spy = context;
    return spy->real->run(spy->device, spy->chosen);
}

void bench_spy_close(bench_spy *spy)
{
    bench_spy_stop(spy);
    for (int i = 0; i < spy->kept_count; i++) spy->real->release(spy->device, spy->kept[i]);
    *spy = (bench_spy){ 0 };
}
