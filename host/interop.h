/* SPDX-License-Identifier: MIT
 *
 * What the files of flotilla_opencl.h share. */
#ifndef FLO_INTEROP_H
#define FLO_INTEROP_H

#include "calls.h"
#include "opencl.h"
#include "flotilla_opencl.h"

/* Calls that must not wait stand between these two.  The first says what is wrong with the wait list and, if nothing
 * is, lets what follows come after it; the second asks for the event and sends everything on its way.  Where `status`
 * is a failure the second keeps it, and gives no event. */
typedef struct flo__hurry {
    flo__opencl *opencl;
    bool before;                        /* whether it was in a hurry anyway */
} flo__hurry;

flo_status flo__hurry_begin(flo__hurry *hurry, flo_device *device, cl_uint count, const cl_event *wait);
flo_status flo__hurry_end(flo__hurry *hurry, flo_status status, cl_event *done);

/* The OpenCL of a device, or NULL with a message of FLO_BAD_VALUE. */
flo__opencl *flo__interop_of(const flo_device *device);

/* FLO_OK if a caller's memory object is of this context, has so many bytes, and can be written (or read). */
flo_status flo__interop_check_memory(const flo__opencl *opencl, const char *name, cl_mem memory, size_t bytes,
                                     bool written);

/* Lets go of what a device kept for queries. */
void flo__interop_release(flo_device *device);

/* The calls that compute or drive a device, as their files have them (host/interop_calls.c). */
FLO_APART flo_status flo__call_opencl_device_open(flo_device **device, cl_context context, cl_device_id id,
                                                  cl_command_queue queue, const flo_device_def *def);
FLO_APART flo_status flo__call_opencl_wait(flo_device *device, cl_uint wait_count, const cl_event *wait);
FLO_APART flo_status flo__call_opencl_mark(flo_device *device, cl_event *done);
FLO_APART flo_status flo__call_opencl_fleet_get_flock(flo_fleet *fleet, int flock, flo_opencl_flock *out);
FLO_APART flo_status flo__call_opencl_fleet_step(flo_fleet *fleet, double dt, uint64_t steps, cl_uint wait_count,
                                                 const cl_event *wait, cl_event *done);
FLO_APART flo_status flo__call_opencl_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, const cl_mem *samples,
                                                   cl_uint wait_count, const cl_event *wait, cl_event *done);
FLO_APART flo_status flo__call_opencl_query(flo_device *device, const flo_sea *sea, double time, size_t count,
                                            size_t stride, cl_mem places, cl_mem surface, cl_uint wait_count,
                                            const cl_event *wait, cl_event *done);

#endif
