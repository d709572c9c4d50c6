/* SPDX-License-Identifier: MIT
 *
 * What comes after what.  In a queue that keeps order nothing has to be said.  In one that does not, every command of
 * a device waits for the one before it, by events, and so touches no command that a caller has in the same queue.
 *
 * And writes that never wait, for calls that must not: each goes from a copy of its own, which is let go when it is
 * done. */
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

struct flo__opencl_carried {
    flo__opencl_carried *next;
    cl_event written;
};

/* What failed has a negative status. */
bool flo__opencl_is_over(cl_event event)
{
    cl_int status = CL_QUEUED;
    const cl_int error = flo__cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return error == CL_SUCCESS && status <= CL_COMPLETE;
}

/* Not every driver's clWaitForEvents tells of a command that has failed. */
cl_int flo__opencl_await(cl_event event)
{
    cl_int status = CL_COMPLETE;
    cl_int error = flo__cl.clWaitForEvents(1, &event);
    if (error != CL_SUCCESS) return error;
    error = flo__cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return error == CL_SUCCESS && status < 0 ? status : CL_SUCCESS;
}

flo_status flo__opencl_lose(flo__opencl *opencl, const char *call, cl_int error)
{
    if (opencl->owner->moving) opencl->owner->breaks++;
    return flo__opencl_fail(call, error);
}

void flo__opencl_forget(cl_event *event)
{
    if (*event) flo__cl.clReleaseEvent(*event);
    *event = NULL;
}

/* ---- one command after the other ------------------------------------------------------------------------------- */

flo__opencl_before flo__opencl_before_next(const flo__opencl *opencl)
{
    const flo__opencl_order *const order = &opencl->order;
    return order->last ? (flo__opencl_before){ 1, &order->last } : (flo__opencl_before){ 0, NULL };
}

cl_event *flo__opencl_event(flo__opencl *opencl)
{
    flo__opencl_events_make_room(opencl);
    return opencl->order.chained || opencl->events ? &opencl->order.left : NULL;
}

void flo__opencl_chain(flo__opencl *opencl)
{
    flo__opencl_order *const order = &opencl->order;
    if (!order->chained) {
        flo__opencl_forget(&order->left);
        return;
    }
    flo__opencl_forget(&order->last);
    order->last = order->left;
    order->left = NULL;
}

void flo__opencl_launched(flo__opencl *opencl, int what, size_t bytes)
{
    flo__opencl_events_add(opencl, opencl->order.left, what, bytes);
    flo__opencl_chain(opencl);
}

/* ---- before and after what others ask for ------------------------------------------------------------------------ */

/* A marker holds up nobody but whoever waits for its event; so in a queue that keeps order it takes a barrier. */
flo_status flo__opencl_wait_for(flo__opencl *opencl, cl_uint count, const cl_event *list)
{
    flo__opencl_order *const order = &opencl->order;
    cl_event both[2] = { NULL, NULL };
    if (count == 0) return FLO_OK;
    if (!order->chained) {
        const cl_int error = flo__cl.clEnqueueBarrierWithWaitList(opencl->queue, count, list, NULL);
        return error == CL_SUCCESS ? FLO_OK : flo__opencl_fail("clEnqueueBarrierWithWaitList", error);
    }
    cl_int error = flo__cl.clEnqueueMarkerWithWaitList(opencl->queue, count, list, &both[0]);
    if (error != CL_SUCCESS) return flo__opencl_fail("clEnqueueMarkerWithWaitList", error);
    both[1] = order->last;
    error = flo__cl.clEnqueueMarkerWithWaitList(opencl->queue, order->last ? 2 : 1, both, &order->left);
    flo__opencl_forget(&both[0]);
    if (error != CL_SUCCESS) return flo__opencl_fail("clEnqueueMarkerWithWaitList", error);
    flo__opencl_chain(opencl);
    return FLO_OK;
}

flo_status flo__opencl_mark(flo__opencl *opencl, cl_event *done)
{
    const cl_event last = opencl->order.last;
    const cl_int error = last ? flo__cl.clRetainEvent(last)
                              : flo__cl.clEnqueueMarkerWithWaitList(opencl->queue, 0, NULL, done);
    if (error != CL_SUCCESS) return flo__opencl_fail(last ? "clRetainEvent" : "clEnqueueMarkerWithWaitList", error);
    if (last) *done = last;
    return FLO_OK;
}

/* ---- writes from copies ---------------------------------------------------------------------------------------- */

void flo__opencl_unload(flo__opencl *opencl)
{
    flo__opencl_order *const order = &opencl->order;
    while (order->first && flo__opencl_is_over(order->first->written)) {
        flo__opencl_carried *const done = order->first;
        order->first = done->next;
        if (!order->first) order->newest = NULL;
        flo__opencl_forget(&done->written);
        free(done);
    }
}

void flo__opencl_unload_all(flo__opencl *opencl)
{
    for (flo__opencl_carried *c = opencl->order.first; c; c = c->next) flo__cl.clWaitForEvents(1, &c->written);
    flo__opencl_unload(opencl);
}

static void keep(flo__opencl_order *order, flo__opencl_carried *carried)
{
    *(order->newest ? &order->newest->next : &order->first) = carried;
    order->newest = carried;
}

static flo__opencl_carried *make_copy(size_t bytes)
{
    flo__opencl_carried *const carried = malloc(sizeof *carried + bytes);
    if (!carried) {
        flo__fail(FLO_NO_MEMORY, "no memory for a copy of %zu bytes", bytes);
        return NULL;
    }
    *carried = (flo__opencl_carried){ .next = NULL };
    return carried;
}

/* Two hold the event: who waits for the copy, and whoever comes next.  Where there can be no second hold, the write is
 * on its way all the same, and nothing can be said to come after it. */
static flo_status carry(flo__opencl *opencl, cl_mem memory, size_t offset, flo__opencl_carried *carried, size_t bytes)
{
    const flo__opencl_before before = flo__opencl_before_next(opencl);
    flo__opencl_events_make_room(opencl);
    cl_int error = flo__cl.clEnqueueWriteBuffer(opencl->queue, memory, CL_FALSE, offset, bytes, carried + 1,
                                                before.count, before.list, &carried->written);
    if (error != CL_SUCCESS) return flo__opencl_fail("clEnqueueWriteBuffer", error);
    if (opencl->owner->to_bodies) opencl->owner->moving = true;
    error = flo__cl.clRetainEvent(carried->written);
    if (error != CL_SUCCESS) return flo__opencl_fail("clRetainEvent", error);
    opencl->order.left = carried->written;
    flo__opencl_launched(opencl, FLO__WRITES, bytes);
    return FLO_OK;
}

flo_status flo__opencl_carry(flo__opencl *opencl, cl_mem memory, size_t offset, const void *data, size_t bytes)
{
    flo__opencl_order *const order = &opencl->order;
    flo__opencl_unload(opencl);
    flo__opencl_carried *const carried = make_copy(bytes);
    if (!carried) return FLO_NO_MEMORY;
    memcpy(carried + 1, data, bytes);
    const flo_status status = carry(opencl, memory, offset, carried, bytes);
    if (!carried->written) {
        free(carried);
        return status;
    }
    keep(order, carried);
    return status;
}

flo_status flo__opencl_fetch(flo__opencl *opencl, cl_mem memory, size_t offset, void *data, size_t bytes)
{
    flo__opencl_carried *const carried = make_copy(bytes);
    if (!carried) return FLO_NO_MEMORY;
    const flo__opencl_before before = flo__opencl_before_next(opencl);
    flo__opencl_events_make_room(opencl);
    cl_int error = flo__cl.clEnqueueReadBuffer(opencl->queue, memory, CL_FALSE, offset, bytes, carried + 1,
                                               before.count, before.list, &carried->written);
    if (error != CL_SUCCESS) {
        free(carried);
        return flo__opencl_fail("clEnqueueReadBuffer", error);
    }
    if (flo__cl.clRetainEvent(carried->written) == CL_SUCCESS) {    /* else nothing comes behind it: it is awaited */
        opencl->order.left = carried->written;
        flo__opencl_launched(opencl, FLO__READS, bytes);
    }
    error = flo__opencl_await(carried->written);
    if (error != CL_SUCCESS) {
        keep(&opencl->order, carried);
        return flo__opencl_lose(opencl, "clWaitForEvents", error);
    }
    memcpy(data, carried + 1, bytes);
    flo__opencl_forget(&carried->written);
    free(carried);
    return FLO_OK;
}
