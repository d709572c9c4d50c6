/* SPDX-License-Identifier: MIT
 *
 * When launches started and ended, by OpenCL's events.
 *
 * Events are looked at when the queue is known to be empty, which is when somebody waited for it anyway.  If too many
 * gather before that, those that are done are looked at without waiting; only where the device is thousands of
 * launches behind is an old one waited for, and then the device has the younger ones to go on with.  In a hurry there
 * is more room instead, and where that is not to be had, the oldest time. */
#include "opencl.h"

#include <stdlib.h>

enum { ROOM = 4096 };

/* Drivers have told times before the start, and times of days. */
static const cl_ulong absurd = 3600000000000u;      /* ns: an hour */

typedef struct launch {
    cl_event event;
    int what;
} launch;

struct flo__opencl_events {
    flo__count *counts;
    size_t first, count, room;          /* of the ring */
    launch *ring;
};

flo_status flo__opencl_events_open(flo__opencl *opencl, flo__count *counts)
{
    if (!counts) return FLO_OK;
    flo__opencl_events *const e = calloc(1, sizeof *e);
    launch *const ring = calloc(ROOM, sizeof *ring);
    if (!e || !ring) {
        free(e);
        free(ring);
        return flo__fail(FLO_NO_MEMORY, "no memory for a profile of %s", opencl->device.name);
    }
    *e = (flo__opencl_events){ .counts = counts, .room = ROOM, .ring = ring };
    opencl->events = e;
    return FLO_OK;
}

void flo__opencl_events_close(flo__opencl *opencl)
{
    if (!opencl->events) return;
    flo__opencl_collect(opencl);
    free(opencl->events->ring);
    free(opencl->events);
    opencl->events = NULL;
}

static void take_oldest(flo__opencl_events *e)
{
    const launch *const oldest = &e->ring[e->first];
    cl_ulong start = 0, end = 0;
    const bool told =
        flo__cl.clGetEventProfilingInfo(oldest->event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ==
            CL_SUCCESS &&
        flo__cl.clGetEventProfilingInfo(oldest->event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) == CL_SUCCESS;
    if (told && end >= start && end - start < absurd) e->counts[oldest->what].seconds += 1e-9 * (double)(end - start);
    flo__cl.clReleaseEvent(oldest->event);
    e->first = (e->first + 1) % e->room;
    e->count--;
}

void flo__opencl_collect(flo__opencl *opencl)
{
    flo__opencl_events *const e = opencl->events;
    while (e && e->count > 0) take_oldest(e);
}

/* Twice the room, or the same if there is no memory for it. */
static void grow(flo__opencl_events *e)
{
    launch *const ring = calloc(2 * e->room, sizeof *ring);
    if (!ring) return;
    for (size_t i = 0; i < e->count; i++) ring[i] = e->ring[(e->first + i) % e->room];
    free(e->ring);
    e->ring = ring;
    e->first = 0;
    e->room *= 2;
}

static void wait_for_some(flo__opencl_events *e)
{
    const size_t some = e->room / 4;
    flo__cl.clWaitForEvents(1, &e->ring[(e->first + some - 1) % e->room].event);
    for (size_t i = 0; i < some; i++) take_oldest(e);
}

void flo__opencl_events_make_room(flo__opencl *opencl)
{
    flo__opencl_events *const e = opencl->events;
    if (!e || e->count < e->room) return;
    while (e->count > 0 && flo__opencl_is_over(e->ring[e->first].event)) take_oldest(e);
    if (e->count < e->room) return;
    if (opencl->order.hurried) {
        grow(e);
    } else {
        wait_for_some(e);
    }
    if (e->count == e->room) take_oldest(e);
}

void flo__opencl_events_add(flo__opencl *opencl, cl_event event, int what, size_t bytes)
{
    flo__opencl_events *const e = opencl->events;
    if (!e) return;
    e->counts[what].launches++;
    e->counts[what].bytes += bytes;
    if (flo__cl.clRetainEvent(event) != CL_SUCCESS) return;     /* its time is lost */
    e->ring[(e->first + e->count++) % e->room] = (launch){ event, what };
}
