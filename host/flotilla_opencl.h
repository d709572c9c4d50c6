/* SPDX-License-Identifier: MIT
 *
 * Flotilla in an OpenCL context of your own.  It needs CL/cl.h, which flotilla.h does not.
 *
 *   device   flo_opencl_device_open() takes your context, device and queue; flo_opencl_device_get() tells those of any
 *            OpenCL device, so that you can work in a context of the library's
 *   memory   flo_opencl_fleet_get_flock() gives the buffers in which a fleet's bodies are: no copy is made
 *   work     flo_opencl_fleet_step(), flo_opencl_fleet_forces() and flo_opencl_query() only ask for work and return;
 *            they take events to come after and give one that tells when they are done
 *
 * Order.  Everything that is asked of a device happens in the order in which it was asked for, whatever the queue.
 * What your own commands come after and before is yours to say: in a queue that keeps order (the usual kind) by when
 * you enqueue them; in one made with CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, and between two queues, by events alone,
 * for a device then chains its own commands and looks at no others.  The functions of flotilla.h take no events; put
 * flo_opencl_wait() before them and flo_opencl_mark() behind them.
 *
 * Waiting.  Of this header only flo_opencl_device_open() waits.  Of flotilla.h those wait that give you numbers of the
 * device (flo_query and its like, flo_fleet_read, _forces, _step, _get_report, _hash, flo_device_get_profile), that
 * make a fleet (flo_fleet_create, _add, _remove, _set_sea), and flo_device_close.  One that waits for what waits for
 * you (a user event that you have not set) never returns.
 *
 * Threads.  As in flotilla.h: a device and its fleets belong to one thread at a time.  The queue may have others.
 *
 * Errors.  As in flotilla.h.  A call that fails before it asks for anything gives no event.  An event in a wait list
 * that fails (a negative status) takes what waits for it along, as OpenCL has it: close the device then. */
#ifndef FLOTILLA_OPENCL_H
#define FLOTILLA_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include "flotilla.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- device ---------------------------------------------------------------------------------------------------- */

typedef struct flo_opencl_objects {
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
} flo_opencl_objects;

/* Opens a device on an OpenCL device of yours, which may be a part of one (clCreateSubDevices), and a queue for it.
 * The kernels are built for that device in that context, kept as flo_device_open() does, and its self-test runs in the
 * queue, behind what is there.  Context and queue are retained, and released by flo_device_close().
 * `def` has flo_device_def's group and profile (which needs CL_QUEUE_PROFILING_ENABLE); its name must be NULL, threads
 * mean nothing here.  NULL takes the default.
 * FLO_BAD_VALUE: something is NULL or does not belong together.  FLO_NO_DEVICE: the device cannot run the kernels, or
 * comes from a driver that this library's OpenCL does not have (the message names the file).  Otherwise as
 * flo_device_open(). */
FLO_API FLO_NODISCARD flo_status flo_opencl_device_open(flo_device **device, cl_context context, cl_device_id id,
                                                        cl_command_queue queue, const flo_device_def *def);

/* The OpenCL objects of any OpenCL device, one that flo_device_open() made included.  They are not retained for you:
 * do so if you need them beyond flo_device_close().  FLO_BAD_VALUE for any other device. */
FLO_API FLO_NODISCARD flo_status flo_opencl_device_get(const flo_device *device, flo_opencl_objects *objects);

/* All that is asked of the device from now on comes after these events. */
FLO_API FLO_NODISCARD flo_status flo_opencl_wait(flo_device *device, cl_uint wait_count, const cl_event *wait);

/* An event, yours to release, that is complete when all that was asked of the device is done. */
FLO_API FLO_NODISCARD flo_status flo_opencl_mark(flo_device *device, cl_event *done);

/* ---- a fleet's memory ------------------------------------------------------------------------------------------ */

/* Which numbers stand where: column c of slot s is number c * stride + s of its buffer.
 *
 * place     64-bit integers of 2^-24 m: where the body's centre is, y above the level (flo_opencl_flock.centre, level)
 * state     floats.  Orientation w, x, y, z; velocity of the centre, m/s, world; angular velocity, rad/s, world;
 *           angular momentum about the centre of mass, kg m^2/s, world; rest: what the place could not take yet, m;
 *           throttle and steer; good: 1, or 0 for a body that was stopped; known: 1 once the push by change knows the
 *           heights of before; residual: the largest, m; submerged share at the last step, below 0 if there was none;
 *           force from outside, N, world; at: where it acts, m, in the hull's axes, from the centre; torque from
 *           outside, N m, world; command: velocity along x and z, m/s, yaw rate, rad/s; smoothing, 1/s
 * load      floats.  Force, N, and torque about the centre of mass, N m, world; submerged share; good, as above
 * height    floats of samples, as many columns as flo_opencl_flock says.  Height of the water above the sample, m from
 *           the level, at the start of the last step; with the implicit step its rate of change, m/s, and last the
 *           sample's damping, N s/m
 * sample    floats of samples, where flo_opencl_fleet_forces() puts them: height as above; normal; submersion; force, N
 * surface   floats of points, where flo_opencl_query() puts them: height, m from the level; normal; velocity of the
 *           water, m/s; residual, m */
#define FLO_OPENCL_CONSTANTS(X)                                                                                     \
    X(PLACE_X, 0) X(PLACE_Y, 1) X(PLACE_Z, 2) X(PLACE_COLUMNS, 3)                                                   \
    X(STATE_ORIENTATION, 0) X(STATE_VELOCITY, 4) X(STATE_ANGULAR_VELOCITY, 7) X(STATE_ANGULAR_MOMENTUM, 10)         \
    X(STATE_REST, 13) X(STATE_THROTTLE, 16) X(STATE_STEER, 17) X(STATE_GOOD, 18) X(STATE_KNOWN, 19)                 \
    X(STATE_RESIDUAL, 20) X(STATE_SUBMERGED, 21) X(STATE_FORCE, 22) X(STATE_AT, 25) X(STATE_TORQUE, 28)             \
    X(STATE_COMMAND, 31) X(STATE_SMOOTHING, 34) X(STATE_COLUMNS, 35)                                                \
    X(LOAD_FORCE, 0) X(LOAD_TORQUE, 3) X(LOAD_SUBMERGED, 6) X(LOAD_GOOD, 7) X(LOAD_COLUMNS, 8)                      \
    X(HEIGHT, 0) X(HEIGHT_RATE, 1) X(HEIGHT_DAMPING, 2)                                                             \
    X(SAMPLE_HEIGHT, 0) X(SAMPLE_NORMAL, 1) X(SAMPLE_SUBMERSION, 4) X(SAMPLE_FORCE, 5) X(SAMPLE_COLUMNS, 8)         \
    X(SURFACE_HEIGHT, 0) X(SURFACE_NORMAL, 1) X(SURFACE_VELOCITY, 4) X(SURFACE_RESIDUAL, 7) X(SURFACE_COLUMNS, 8)   \
    X(PLACES_PER_METRE, 16777216)

enum flo_opencl_constant {
#define FLO_OPENCL_CONSTANT(name, value) FLO_OPENCL_##name = value,
    FLO_OPENCL_CONSTANTS(FLO_OPENCL_CONSTANT)
#undef FLO_OPENCL_CONSTANT
    FLO_OPENCL_POINTS = 64      /* strides of flo_opencl_query() are a multiple of it */
};

/* The same as text to put before a kernel of yours: "#define FLO_OPENCL_PLACE_X 0" and so on.  It is of the library
 * that runs, so a program that builds its kernels with it fits any version.  Never NULL. */
FLO_API const char *flo_opencl_constants(void);

/* Bodies of one hull, one mode and one sea stand side by side in buffers of their own.  The buffers are the fleet's and
 * not retained for you; they and all that is told here hold until the fleet is destroyed, bodies are added or removed,
 * or another sea is set.
 *
 * A kernel of yours may read them all.  It may write `place` and `state` of the slots below `count` between calls, and
 * must then leave a body as a caller's flo_fleet_write and flo_fleet_control would:
 *
 *   - all numbers within the ranges that flo_body_state and flo_body_control have; a step stops a body that is out of
 *     them, and costs no other body a bit
 *   - the orientation of length 1, as exactly as floats are
 *   - angular velocity and angular momentum for each other: the momentum is R I R' times the velocity, R the
 *     orientation and I the hull's inertia (scaled, and with added inertia where it has that)
 *   - where a body is put elsewhere: rest 0, known 0, submerged -1
 *   - good 1 makes a stopped body go on, once its numbers are right again; residual 0 starts it anew
 *
 * Everything else is only to be read, and `load` and `height` stay as they are until the next call that fills them. */
typedef struct flo_opencl_flock {
    const flo_hull *hull;       /* the fleet holds it */
    flo_mode mode;
    size_t count;               /* bodies: slots 0 to count - 1 */
    size_t stride;              /* numbers in a column; of samples in each place */
    cl_mem place;               /* int64 [FLO_OPENCL_PLACE_COLUMNS][stride] */
    cl_mem state;               /* float [FLO_OPENCL_STATE_COLUMNS][stride] */
    cl_mem load;                /* float [FLO_OPENCL_LOAD_COLUMNS][stride] */
    cl_mem height;              /* float [height_columns][samples][stride]; NULL where a step keeps none: symplectic
                                 * steps of hulls without panels and push by change */
    size_t height_columns;
    size_t samples;             /* places of samples in a column, not all of them used */
    double centre[3];           /* m, in the hull's axes: what place and velocity are of; the centre of mass or, for
                                 * bodies that follow the water, the origin */
    double level;               /* m, of the sea: what place y and heights are from */
} flo_opencl_flock;

/* How many flocks there are, numbered from 0; none on a device that is no OpenCL device, or several. */
FLO_API int flo_opencl_fleet_flocks(const flo_fleet *fleet);

/* From now on steps look at the outside force and torque of all bodies of the flock, as if each had been given some. */
FLO_API FLO_NODISCARD flo_status flo_opencl_fleet_get_flock(flo_fleet *fleet, int flock, flo_opencl_flock *out);

/* Where a body stands. */
FLO_API FLO_NODISCARD flo_status flo_opencl_fleet_find(const flo_fleet *fleet, size_t body, int *flock, size_t *slot);

/* The number of the body in each slot of a flock, flo_opencl_flock.count of them; they rise. */
FLO_API FLO_NODISCARD flo_status flo_opencl_fleet_get_bodies(const flo_fleet *fleet, int flock, uint32_t *bodies);

/* The place of each sample of the hull, flo_hull_info.samples of them: sample i of slot s is number
 * (c * samples + places[i]) * stride + s. */
FLO_API FLO_NODISCARD flo_status flo_opencl_fleet_get_samples(const flo_fleet *fleet, int flock, uint32_t *places);

/* ---- work ------------------------------------------------------------------------------------------------------ */

/* These return before anything is done, and however long the queue is; what they need is copied.  `wait` are
 * `wait_count` events that the work comes after, and `done` takes an event, yours to release, or is NULL.  Everything
 * is on its way when they return (clFlush).  The first call for a fleet or a sea takes longer, for its tables are
 * brought to the device; flo_opencl_fleet_step() with 0 steps does that before. */

/* As flo_fleet_step, but says nothing of bodies that were stopped: flo_fleet_get_report tells, or the column good.
 * What is asked for is kept in memory until it is done, 8 bytes for each wave and step. */
FLO_API FLO_NODISCARD flo_status flo_opencl_fleet_step(flo_fleet *fleet, double dt, uint64_t steps, cl_uint wait_count,
                                                       const cl_event *wait, cl_event *done);

/* As flo_fleet_forces, of all bodies: def's first and count must be 0.  Leaves the loads in the flocks' `load`.
 * `samples` is NULL or an array of a buffer for each flock, or NULL for a flock, each of at least
 * FLO_OPENCL_SAMPLE_COLUMNS * samples * stride floats, and takes what is at each sample. */
FLO_API FLO_NODISCARD flo_status flo_opencl_fleet_forces(flo_fleet *fleet, const flo_forces_def *def,
                                                         const cl_mem *samples, cl_uint wait_count,
                                                         const cl_event *wait, cl_event *done);

/* As flo_query, from and to buffers.  `places` has two columns of 64-bit integers of 2^-24 m, x and z, which a kernel
 * without doubles can make: convert_long_rte(x * FLO_OPENCL_PLACES_PER_METRE); `surface` has
 * FLO_OPENCL_SURFACE_COLUMNS columns of floats.  `stride` is that of both, at least `count` and a multiple of
 * FLO_OPENCL_POINTS; at most 2147483584.  Points beyond 1e9 m have answers without a meaning, and no others have. */
FLO_API FLO_NODISCARD flo_status flo_opencl_query(flo_device *device, const flo_sea *sea, double time, size_t count,
                                                  size_t stride, cl_mem places, cl_mem surface, cl_uint wait_count,
                                                  const cl_event *wait, cl_event *done);

#ifdef __cplusplus
}
#endif
#endif
