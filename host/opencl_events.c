/* SPDX-License-Identifier: MIT
 *
 * When launches started and ended, by OpenCL's events.
 *
 * Events are looked at when the queue is known to be empty, which is when somebody waited for it anyway.  If too many
 * gather before that, those that are done are looked at without waiting; only where the device is thousands of
 * launches behind is an old one waited for, and then the device has the younger ones to go on with. */
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
    cl_event next;
    size_t first, count;                /* of the ring */
    launch ring[ROOM];
};

flo_status flo__opencl_events_open(flo__opencl *opencl, flo__count *counts)
{
    if (!counts) return FLO_OK;
    opencl->events = calloc(1, sizeof *opencl->events);
    if (!opencl->events) return flo__fail(FLO_NO_MEMORY, "no memory for a profile of %s", opencl->device.name);
    opencl->events->counts = counts;
    return FLO_OK;
}

void flo__opencl_events_close(flo__opencl *opencl)
{
    if (!opencl->events) return;
    flo__opencl_collect(opencl);
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
    e->first = (e->first + 1) % ROOM;
    e->count--;
}

void flo__opencl_collect(flo__opencl *opencl)
{
    flo__opencl_events *const e = opencl->events;
    while (e && e->count > 0) take_oldest(e);
}

/* What failed has a negative status, and is over, too. */
static bool is_over(cl_event event)
{
    cl_int status = CL_COMPLETE;
    const cl_int error = flo__cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return error != CL_SUCCESS || status <= CL_COMPLETE;
}

static void make_room(flo__opencl_events *e)
{
    while (e->count > 0 && is_over(e->ring[e->first].event)) take_oldest(e);
    if (e->count < ROOM) return;
    enum { SOME = ROOM / 4 };
    flo__cl.clWaitForEvents(1, &e->ring[(e->first + SOME - 1) % ROOM].event);
    for (int i = 0; i < SOME; i++) take_oldest(e);
}

cl_event *flo__opencl_event(flo__opencl *opencl)
{
    flo__opencl_events *const e = opencl->events;
    if (!e) return NULL;
    if (e->count == ROOM) make_room(e);
    return &e->next;
}

void flo__opencl_launched(flo__opencl *opencl, int what, size_t bytes)
{
    flo__opencl_events *const e = opencl->events;
    if (!e) return;
    e->ring[(e->first + e->count++) % ROOM] = (launch){ e->next, what };
    e->counts[what].launches++;
    e->counts[what].bytes += bytes;
}
