/* SPDX-License-Identifier: MIT
 *
 * Flotilla in an OpenCL context of your own: a kernel of yours pushes boats by the wind, Flotilla moves them, and
 * nothing waits or is copied before the end.
 *
 *     cc interop.c -o interop $(pkg-config --cflags --libs flotilla) -lOpenCL */
#include <flotilla_opencl.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOATS = 1000, STEPS = 600 };

static const char kernel_text[] =
    "__kernel void wind(__global float *state, int stride, float speed)\n"
    "{\n"
    "    const int boat = get_global_id(0);\n"
    "    const float less = speed - state[FLO_OPENCL_STATE_VELOCITY * stride + boat];\n"
    "    state[FLO_OPENCL_STATE_FORCE * stride + boat] = 20.0f * less * fabs(less);     /* N along x */\n"
    "}\n";

static void check(int failed, const char *what)
{
    if (!failed) return;
    fprintf(stderr, "%s: %s\n", what, flo_message());
    exit(1);
}

/* Yours: a context, a queue and a kernel. */
static cl_context context;
static cl_command_queue queue;
static cl_device_id device_id;
static cl_kernel wind;

static void open_opencl(void)
{
    const char *text[] = { flo_opencl_constants(), kernel_text };
    cl_platform_id platform;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_id, NULL),
          "no OpenCL device");
    context = clCreateContext(NULL, 1, &device_id, NULL, NULL, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device_id, 0, &error);
    check(error, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 2, text, NULL, &error);
    check(error || clBuildProgram(program, 1, &device_id, "", NULL, NULL), "clBuildProgram");
    wind = clCreateKernel(program, "wind", &error);
    check(error, "clCreateKernel");
    clReleaseProgram(program);
}

static flo_fleet *make_boats(flo_device *device)
{
    static const double corners[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };
    static flo_body_def bodies[BOATS];
    const flo_wave wave = { .amplitude = 0.5, .period = 6 };
    flo_sea_def sea_def = flo_default_sea_def();
    sea_def.waves = &wave, sea_def.wave_count = 1;
    flo_hull_def hull_def = flo_default_hull_def();
    hull_def.mass = 1000, hull_def.points = corners, hull_def.point_count = 4;
    hull_def.inertia[0] = 900, hull_def.inertia[1] = 1100, hull_def.inertia[2] = 300;
    hull_def.buoyancy.reference_depth = 0.5, hull_def.damping.vertical = 2;
    flo_sea *sea;
    flo_hull *hull;
    check(flo_sea_create(&sea, &sea_def) || flo_hull_create(&hull, &hull_def), "sea and hull");
    for (int i = 0; i < BOATS; i++) {
        bodies[i] = (flo_body_def){ .hull = hull, .state = { .position = { 0, 0, 10.0 * i }, .orientation = { 1 } } };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea, def.bodies = bodies, def.count = BOATS;
    flo_fleet *fleet;
    check(flo_fleet_create(&fleet, device, &def), "flo_fleet_create");
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
    return fleet;
}

int main(void)
{
    flo_device *device;
    flo_opencl_flock boats;
    open_opencl();
    check(flo_opencl_device_open(&device, context, device_id, queue, NULL), "flo_opencl_device_open");
    flo_fleet *fleet = make_boats(device);
    check(flo_opencl_fleet_get_flock(fleet, 0, &boats), "flo_opencl_fleet_get_flock");

    const cl_int stride = (cl_int)boats.stride;
    const cl_float speed = 8;
    const size_t count = boats.count;
    clSetKernelArg(wind, 0, sizeof boats.state, &boats.state);
    clSetKernelArg(wind, 1, sizeof stride, &stride);
    clSetKernelArg(wind, 2, sizeof speed, &speed);
    for (int i = 0; i < STEPS; i++) {
        cl_event blown, moved;
        check(clEnqueueNDRangeKernel(queue, wind, 1, NULL, &count, NULL, 0, NULL, &blown), "clEnqueueNDRangeKernel");
        check(flo_opencl_fleet_step(fleet, 1.0 / 60, 1, 1, &blown, &moved), "flo_opencl_fleet_step");
        clReleaseEvent(blown);
        clReleaseEvent(moved);      /* what else is to come after this step waits for it */
    }

    static cl_long place[BOATS];
    clEnqueueReadBuffer(queue, boats.place, CL_TRUE, FLO_OPENCL_PLACE_X * boats.stride * sizeof *place, sizeof place,
                        place, 0, NULL, NULL);
    double drift = 0;
    for (int i = 0; i < BOATS; i++) drift += (double)place[i] / FLO_OPENCL_PLACES_PER_METRE / BOATS;
    printf("%d boats drifted %.3f m in %.0f s, at %.0f m/s of wind\n", BOATS, drift, STEPS / 60.0, (double)speed);

    flo_fleet_destroy(fleet);
    flo_device_close(device);
    clReleaseKernel(wind);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
