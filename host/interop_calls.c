/* SPDX-License-Identifier: MIT
 *
 * The calls of flotilla_opencl.h that compute or drive a device, from outside, as in host/calls.c. */
#include "interop.h"
#include "fleet.h"
#include "enter.h"

flo_status flo_opencl_device_open(flo_device **device, cl_context context, cl_device_id id, cl_command_queue queue,
                                  const flo_device_def *def)
{
    FLO__ENTER_CALL(flo__call_opencl_device_open(device, context, id, queue, def));
}

flo_status flo_opencl_wait(flo_device *device, cl_uint wait_count, const cl_event *wait)
{
    FLO__ENTER_ON(device, flo__call_opencl_wait(device, wait_count, wait));
}

flo_status flo_opencl_mark(flo_device *device, cl_event *done)
{
    FLO__ENTER_ON(device, flo__call_opencl_mark(device, done));
}

flo_status flo_opencl_fleet_get_flock(flo_fleet *fleet, int flock, flo_opencl_flock *out)
{
    FLO__ENTER_ON(fleet->device, flo__call_opencl_fleet_get_flock(fleet, flock, out));
}

flo_status flo_opencl_fleet_step(flo_fleet *fleet, double dt, uint64_t steps, cl_uint wait_count, const cl_event *wait,
                                 cl_event *done)
{
    FLO__ENTER_ON(fleet->device, flo__call_opencl_fleet_step(fleet, dt, steps, wait_count, wait, done));
}

flo_status flo_opencl_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, const cl_mem *samples,
                                   cl_uint wait_count, const cl_event *wait, cl_event *done)
{
    FLO__ENTER_ON(fleet->device, flo__call_opencl_fleet_forces(fleet, def, samples, wait_count, wait, done));
}

flo_status flo_opencl_query(flo_device *device, const flo_sea *sea, double time, size_t count, size_t stride,
                            cl_mem places, cl_mem surface, cl_uint wait_count, const cl_event *wait, cl_event *done)
{
    FLO__ENTER_ON(device, flo__call_opencl_query(device, sea, time, count, stride, places, surface, wait_count, wait,
                                                 done));
}
