/* SPDX-License-Identifier: MIT
 *
 * What the files of flotilla_opencl.h share. */
#ifndef FLO_INTEROP_H
#define FLO_INTEROP_H

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

#endif
