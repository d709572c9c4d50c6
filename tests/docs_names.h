/* SPDX-License-Identifier: MIT
 *
 * What the fragments of C in the manual take for given.  tests/docs.sh puts each of them into a function below this. */
#include <flotilla_opencl.h>
#include <inttypes.h>
#include <stdio.h>

extern flo_device *device;
extern flo_hull *hull;
extern flo_sea *sea;
extern flo_fleet *fleet;
extern flo_body_state *states;
extern size_t count, stride;
extern double time;
int complain(void);

/* For those with an OpenCL context of their own. */
extern cl_context context;
extern cl_device_id device_id;
extern cl_command_queue queue;
extern cl_program program;
extern cl_kernel wind;
extern cl_mem places, surface, my_buffer;
extern cl_event blown, moved, posed, loaded, fixed, done, written;
extern cl_int error;
extern const char *my_kernels;
extern flo_opencl_objects of;
extern flo_opencl_flock f;
