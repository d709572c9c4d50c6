# SPDX-License-Identifier: MIT
"""Flotilla in a context of PyOpenCL's, through the shared library alone.

Usage: interop.py LIBRARY HEADERS TEST; what PyOpenCL has is handed over by int_ptr and taken back by from_int_ptr.
"""

import os
import subprocess
import sys
import tempfile
import time

import cffi
import numpy as np
import pyopencl as cl

library_file, headers, wanted = sys.argv[1:]
ffi = cffi.FFI()
HANDLES = ("cl_context", "cl_device_id", "cl_command_queue", "cl_mem", "cl_event")


def declare():
    """The header itself, its includes left out: what cffi knows need not be told."""
    with tempfile.TemporaryDirectory() as empty:
        os.mkdir(os.path.join(empty, "CL"))
        for name in ("stdbool.h", "stddef.h", "stdint.h"):
            open(os.path.join(empty, name), "w").close()
        with open(os.path.join(empty, "CL", "cl.h"), "w") as file:
            file.writelines(f"typedef struct _{name} *{name};\n" for name in HANDLES)
            file.write("typedef uint32_t cl_uint;\n")
        header = os.path.join(headers, "flotilla_opencl.h")
        command = ["cc", "-E", "-P", "-U__GNUC__", "-nostdinc", "-I", empty, header]
        ffi.cdef(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


declare()
flo = ffi.dlopen(library_file)
BOATS, STRIDE = 100, 128


def ok(status):
    if status:
        raise RuntimeError(ffi.string(flo.flo_message()).decode())


def handle(kind, of):
    return ffi.cast(kind, of.int_ptr)


def events(*some):
    return ffi.new("cl_event[]", [handle("cl_event", event) for event in some])


def memory(buffer):
    return cl.MemoryObject.from_int_ptr(int(ffi.cast("intptr_t", buffer)), retain=True)


def event_of(pointer):
    return cl.Event.from_int_ptr(int(ffi.cast("intptr_t", pointer[0])), retain=False)


class Scene:
    def __init__(self, device):
        wave = ffi.new("flo_wave *", {"amplitude": 0.7, "period": 6.0, "steepness": 0.5, "heading": 1.0})
        sea_def = flo.flo_default_sea_def()
        sea_def.waves, sea_def.wave_count = wave, 1
        self.sea, hull, fleet = ffi.new("flo_sea **"), ffi.new("flo_hull **"), ffi.new("flo_fleet **")
        ok(flo.flo_sea_create(self.sea, ffi.new("flo_sea_def *", sea_def)))
        points = ffi.new("double[4][3]", [[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]])
        hull_def = flo.flo_default_hull_def()
        hull_def.mass, hull_def.inertia = 1000, [900, 1100, 300]
        hull_def.points, hull_def.point_count = points, 4
        hull_def.buoyancy.reference_depth, hull_def.damping.vertical = 0.5, 2
        ok(flo.flo_hull_create(hull, ffi.new("flo_hull_def *", hull_def)))
        bodies = ffi.new("flo_body_def[]", BOATS)
        for i in range(BOATS):
            bodies[i].hull = hull[0]
            bodies[i].state.position = [3.0 * i, 0, -5.0 * i]
            bodies[i].state.orientation = [1, 0, 0, 0]
        fleet_def = flo.flo_default_fleet_def()
        fleet_def.sea, fleet_def.bodies, fleet_def.count = self.sea[0], bodies, BOATS
        ok(flo.flo_fleet_create(fleet, device, ffi.new("flo_fleet_def *", fleet_def)))
        self.fleet = fleet[0]
        flo.flo_hull_destroy(hull[0])

    def hash(self):
        number = ffi.new("uint64_t *")
        ok(flo.flo_fleet_hash(self.fleet, number))
        return number[0]

    def close(self):
        flo.flo_fleet_destroy(self.fleet)
        flo.flo_sea_destroy(self.sea[0])


def plain():
    definition = flo.flo_default_device_def()
    name = ffi.new("char[]", b"scalar")
    definition.name = name
    device = ffi.new("flo_device **")
    ok(flo.flo_device_open(device, ffi.new("flo_device_def *", definition)))
    return device[0]


class Opened:
    """A context and a queue of PyOpenCL's, with a device on them."""

    def __init__(self, properties):
        self.id = cl.get_platforms()[0].get_devices()[0]
        self.context = cl.Context([self.id])
        self.queue = cl.CommandQueue(self.context, properties=properties)
        self.holders = self.context.reference_count, self.queue.reference_count
        device = ffi.new("flo_device **")
        ok(flo.flo_opencl_device_open(device, handle("cl_context", self.context), handle("cl_device_id", self.id),
                                      handle("cl_command_queue", self.queue), ffi.NULL))
        self.device = device[0]

    def close(self):
        flo.flo_device_close(self.device)
        self.queue.finish()
        for _ in range(200):        # threads of the driver may just be letting go
            holders = self.context.reference_count, self.queue.reference_count
            if holders == self.holders:
                return
            time.sleep(0.005)
        raise AssertionError(f"{holders} hold context and queue, and before it were {self.holders}")


def each_queue():
    order = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    for properties in (0, order):
        if properties & ~cl.get_platforms()[0].get_devices()[0].queue_properties == 0:
            yield Opened(properties)


WIND = """
__kernel void wind(__global float *state, int stride, float speed)
{
    const int s = get_global_id(0);
    state[FLO_OPENCL_STATE_FORCE * stride + s] = 100.0f * (speed - state[FLO_OPENCL_STATE_VELOCITY * stride + s]);
}
"""


def test_kernels():
    """A kernel of PyOpenCL's between steps gives the bits that flo_fleet_control gives on plain C."""
    scalar = plain()
    scene = Scene(scalar)
    states, controls = ffi.new("flo_body_state[]", BOATS), ffi.new("flo_body_control[]", BOATS)
    for round in range(5):
        ok(flo.flo_fleet_read(scene.fleet, 0, BOATS, states))
        for i in range(BOATS):
            speed = np.float32(4 + round) - np.float32(states[i].velocity[0])
            controls[i].force[0] = float(np.float32(100) * speed)
        ok(flo.flo_fleet_control(scene.fleet, 0, BOATS, controls))
        ok(flo.flo_fleet_step(scene.fleet, 1 / 60, 3))
    ok(flo.flo_fleet_read(scene.fleet, 0, BOATS, states))
    want, heights = scene.hash(), [states[i].position[1] for i in range(BOATS)]
    scene.close()
    flo.flo_device_close(scalar)
    for opened in each_queue():
        scene, flock = Scene(opened.device), ffi.new("flo_opencl_flock *")
        ok(flo.flo_opencl_fleet_get_flock(scene.fleet, 0, flock))
        assert flock.count == BOATS
        text = ffi.string(flo.flo_opencl_constants()).decode() + WIND
        kernel = cl.Program(opened.context, text).build().wind
        state, place, after = memory(flock.state), memory(flock.place), None
        assert state.context == opened.context
        for round in range(5):
            blown = kernel(opened.queue, (BOATS,), None, state, np.int32(flock.stride), np.float32(4 + round),
                           wait_for=after)
            done = ffi.new("cl_event *")
            ok(flo.flo_opencl_fleet_step(scene.fleet, 1 / 60, 3, 1, events(blown), done))
            after = [event_of(done)]
        y = np.empty(BOATS, np.int64)
        cl.enqueue_copy(opened.queue, y, place, src_offset=flo.FLO_OPENCL_PLACE_Y * flock.stride * 8, wait_for=after)
        assert scene.hash() == want, "the bits differ from plain C's"
        assert np.array_equal(y * 2.0**-24 + flock.level, heights)
        del state, place, after, blown, kernel
        scene.close()
        opened.close()


def test_events():
    """A user event holds everything back, and the call returns all the same."""
    for opened in each_queue():
        scene, flock = Scene(opened.device), ffi.new("flo_opencl_flock *")
        ok(flo.flo_opencl_fleet_get_flock(scene.fleet, 0, flock))
        place, other = memory(flock.place), cl.CommandQueue(opened.context)
        before, after = np.empty((2, 3 * flock.stride), np.int64)
        ok(flo.flo_fleet_step(scene.fleet, 1 / 60, 1))
        cl.enqueue_copy(other, before, place)
        gate, done = cl.UserEvent(opened.context), ffi.new("cl_event *")
        ok(flo.flo_opencl_fleet_step(scene.fleet, 1 / 60, 10, 1, events(gate), done))
        moved = event_of(done)
        cl.enqueue_copy(other, after, place)
        assert moved.command_execution_status != cl.command_execution_status.COMPLETE
        assert np.array_equal(before, after), "something ran before its event"
        gate.set_status(cl.command_execution_status.COMPLETE)
        moved.wait()
        cl.enqueue_copy(other, after, place)
        assert not np.array_equal(before, after), "nothing ran"
        del place, moved, gate, other
        scene.close()
        opened.close()


def test_query():
    """Buffers of PyOpenCL's, in and out, have flo_query's bits of plain C."""
    rng = np.random.default_rng(1)
    x, z = rng.uniform(-1e4, 1e4, (2, STRIDE)).round(3)
    places = np.rint(np.array([x, z]) * 2.0**24).astype(np.int64)
    scalar = plain()
    scene, height = Scene(scalar), np.empty(BOATS)
    surface = ffi.new("flo_surface *", {"height": ffi.from_buffer("double[]", height)})
    ok(flo.flo_query(scalar, scene.sea[0], 12.5, BOATS, ffi.from_buffer("double[]", x[:BOATS]),
                     ffi.from_buffer("double[]", z[:BOATS]), surface))
    for opened in each_queue():
        flags = cl.mem_flags.READ_WRITE
        into = cl.Buffer(opened.context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=places)
        out = cl.Buffer(opened.context, flags, flo.FLO_OPENCL_SURFACE_COLUMNS * STRIDE * 4)
        got, done = np.empty((flo.FLO_OPENCL_SURFACE_COLUMNS, STRIDE), np.float32), ffi.new("cl_event *")
        ok(flo.flo_opencl_query(opened.device, scene.sea[0], 12.5, BOATS, STRIDE, handle("cl_mem", into),
                                handle("cl_mem", out), 0, ffi.NULL, done))
        cl.enqueue_copy(opened.queue, got, out, wait_for=[event_of(done)])
        assert np.array_equal(got[flo.FLO_OPENCL_SURFACE_HEIGHT, :BOATS].astype(float), height)
        del into, out
        opened.close()
    scene.close()
    flo.flo_device_close(scalar)


def test_refusals():
    """What does not belong together is refused in words."""
    opened, other = next(each_queue()), next(each_queue())
    device = ffi.new("flo_device **")
    status = flo.flo_opencl_device_open(device, handle("cl_context", other.context), handle("cl_device_id", other.id),
                                        handle("cl_command_queue", opened.queue), ffi.NULL)
    assert status == flo.FLO_BAD_VALUE and b"another context" in ffi.string(flo.flo_message())
    status = flo.flo_opencl_device_open(device, ffi.NULL, handle("cl_device_id", other.id),
                                        handle("cl_command_queue", opened.queue), ffi.NULL)
    assert status == flo.FLO_BAD_VALUE and b"context is NULL" in ffi.string(flo.flo_message())
    opened.close()
    other.close()


globals()[f"test_{wanted}"]()
