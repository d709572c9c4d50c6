# SPDX-License-Identifier: MIT
"""Fleets: bodies on a device, in a sea."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Optional, Union

import numpy as np

from ._arrays import Answers, Array, Doubles, Floats, Like, Quantity, numbers, output, pointer, records, whole
from ._bodies import BODY, CONTROL, LOAD, STATE, Bodies
from ._closing import Closing
from ._device import Device, DeviceHandle, default_device
from ._enums import Choice, Integrator, Waves
from ._errors import check
from ._native import ffi, lib
from ._records import Report, Summation
from ._sea import Sea
from ._structs import fill, record, text

Group = Union[Bodies, Sequence[Bodies]]


class SampleLoads(Answers):
    """What acts on the samples of bodies: arrays of as many numbers N as the bodies asked for have samples, body by
    body.  Given by `samples=`, it says what is wanted, and is filled."""

    _kinds = {"height": ("double", 1), "normal": ("float", 3), "submersion": ("float", 1), "force": ("float", 3)}
    _struct = "flo_sample_loads"
    _asked_by = 'name it in SampleLoads.empty(N, "{name}", ...)'

    height = Quantity[Doubles]("(N,), float64: m, of the water above the sample, above y = 0")
    normal = Quantity[Floats]("(3, N), float32: of the water above the sample, unit vector")
    submersion = Quantity[Floats]("(N,), float32")
    force = Quantity[Floats]("(3, N), float32: N, in world axes; 0 for the corners of panels")


def _groups(bodies: Group) -> list[Bodies]:
    groups = [bodies] if isinstance(bodies, Bodies) else list(bodies)
    for group in groups:
        if not isinstance(group, Bodies):
            raise TypeError(f"bodies holds a {type(group).__name__}; it must be Bodies, or a list of them")
    return groups


def _as_c(groups: list[Bodies]) -> tuple[Array, list[Any], Array]:
    """C's definitions of bodies, what must live while they are used, and how many samples each has."""
    parts = [group._as_c() for group in groups]
    definitions = np.zeros(sum(len(part) for part, _ in parts), BODY)     # concatenate() would drop C's padding
    start = 0
    for part, _ in parts:
        definitions[start:start + len(part)] = part
        start += len(part)
    counts = [np.full(group.count, group.hull.info.samples, np.int32) for group in groups]
    return definitions, [kept for _, kept in parts], np.concatenate(counts) if counts else np.zeros(0, np.int32)


class Fleet(Closing):
    """Bodies of any hulls, on one device, in one sea (or each group in its own).

    sea           the sea
    bodies        `Bodies`, or a list of them; they are numbered in this order
    device        where; None: this thread's default device.  The fleet keeps it open
    time          s, of the bodies' states
    integrator    "implicit" or "symplectic"
    waves         "auto" or "direct"
    tolerance     m, of heights where waves are not summed directly; 0: the sea's significant wave height / 2500

    Arrays of states, controls and loads are structured (`STATE`, `CONTROL`, `LOAD`), so that C reads and fills them
    where they are.  Threads: calls on one device, and on the fleets on it, wait for each other; they release the GIL.
    A context manager; use after `close()` raises ValueError.
    """

    def __init__(self, sea: Sea, bodies: Group = (), *, device: Optional[Device] = None, time: float = 0.0,
                 integrator: Choice[Integrator] = Integrator.IMPLICIT, waves: Choice[Waves] = Waves.AUTO,
                 tolerance: float = 0.0) -> None:
        self._device = device if device is not None else default_device()
        array, kept, self._samples = _as_c(_groups(bodies))
        definition = ffi.new("flo_fleet_def *", lib.flo_default_fleet_def())
        fill(definition, {"time": time, "integrator": integrator, "waves": waves, "tolerance": tolerance,
                          "count": len(array)}, "Fleet")
        water = definition.sea = sea._pointer
        start = definition.bodies = pointer("flo_body_def", array)
        made = ffi.new("flo_fleet **")
        handle: DeviceHandle = self._device._handle
        with self._device._use() as where:
            check(lib.flo_fleet_create(made, where, definition))
            handle.adopt()
            self._fleet: Any = made[0]
            self._closer = weakref.finalize(self, handle.bury, self._fleet)
            self._device._fleets.add(self)
        del kept, water, start

    @contextmanager
    def _use(self) -> Iterator[Any]:
        with self._device._handle.use():
            if not self._closer.alive:
                raise ValueError("the fleet is closed")
            yield self._fleet

    def _range(self, first: int, count: Optional[int]) -> tuple[int, int]:
        """A range of bodies as C has it; whether there are that many is C's to say."""
        return (whole("first", first), max(len(self._samples) - int(first), 0) if count is None
                else whole("count", count))

    # ---- what it is ----

    @property
    def device(self) -> Device:
        """The device that it is on."""
        return self._device

    def __len__(self) -> int:
        with self._use() as fleet:
            return int(lib.flo_fleet_count(fleet))

    @property
    def samples(self) -> Array:
        """(n,), int32: how many samples each body has."""
        return self._samples.copy()

    def report(self) -> Report:
        """Time, steps, the largest residual, and how many bodies were stopped."""
        answer = ffi.new("flo_fleet_report *")
        with self._use() as fleet:
            check(lib.flo_fleet_get_report(fleet, answer))
        return record(Report, answer)

    def bad(self) -> Array:
        """(m,), int64: the indices of the bodies that were stopped, rising."""
        count = ffi.new("size_t *")
        with self._use() as fleet:
            check(lib.flo_fleet_get_bad(fleet, 0, ffi.NULL, count))
            bodies = np.zeros(count[0], np.uintp)
            check(lib.flo_fleet_get_bad(fleet, len(bodies), pointer("size_t", bodies), count))
        return bodies.astype(np.int64)

    @property
    def time(self) -> float:
        """s.  Setting it moves the fleet to another time, as a caller with an integrator of its own must."""
        return self.report().time

    @time.setter
    def time(self, time: float) -> None:
        with self._use() as fleet:
            check(lib.flo_fleet_set_time(fleet, float(time)))

    def hash(self, before: Optional[int] = None) -> int:
        """A 64-bit hash over the states of all bodies, in their order: equal on every exact device.

        before    the hash of another fleet whose bodies come before these: the answer is that of one fleet of both"""
        answer = ffi.new("uint64_t *")
        if before is not None:
            answer[0] = whole("before", before)
        with self._use() as fleet:
            check((lib.flo_fleet_hash if before is None else lib.flo_fleet_hash_on)(fleet, answer))
        return int(answer[0])

    def summation(self, body: int = 0) -> Summation:
        """How the waves above a body are summed."""
        with self._use() as fleet:
            if not 0 <= whole("body", body) < len(self._samples):
                raise IndexError(f"body is {body}; the fleet has {len(self._samples)}")
            return record(Summation, lib.flo_fleet_get_summation(fleet, body))

    # ---- snapshots ----

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a snapshot: all that later steps depend on.  There is either the old file or all of the new one,
        whatever fails meanwhile."""
        with self._use() as fleet:
            check(lib.flo_fleet_save(fleet, text("path", os.fsencode(path))))

    def load(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Replaces the whole state, time and steps included, by that of a snapshot.  The fleet must have been made as
        that of the snapshot was, on whatever device, and goes on with the same bits.  A snapshot of another fleet is a
        BadValueError that says in what it differs, a damaged one a BadFileError, and nothing changes."""
        with self._use() as fleet:
            check(lib.flo_fleet_load(fleet, text("path", os.fsencode(path))))

    def snapshot(self) -> bytes:
        """The same as `save` writes, in memory."""
        size = ffi.new("size_t *")
        with self._use() as fleet:
            check(lib.flo_fleet_snapshot_size(fleet, size))
            saved = bytearray(size[0])
            check(lib.flo_fleet_snapshot(fleet, ffi.from_buffer(saved), size[0]))
        return bytes(saved)

    def restore(self, snapshot: Union[bytes, bytearray, memoryview]) -> None:
        """The same as `load` does, from memory."""
        held = ffi.from_buffer(snapshot)
        with self._use() as fleet:
            check(lib.flo_fleet_restore(fleet, held, len(held)))

    # ---- who is in it, and in which sea ----

    def add(self, bodies: Group) -> int:
        """Adds bodies behind the last, and returns the index of the first of them.  No other body changes by a bit."""
        array, kept, samples = _as_c(_groups(bodies))
        with self._use() as fleet:
            first = int(lib.flo_fleet_count(fleet))
            check(lib.flo_fleet_add(fleet, len(array), pointer("flo_body_def", array)))
            self._samples = np.concatenate([self._samples, samples])
        del kept
        return first

    def remove(self, first: int, count: int = 1) -> None:
        """Removes bodies; those behind them move up.  No other body changes by a bit."""
        start, many = whole("first", first), whole("count", count)
        with self._use() as fleet:
            check(lib.flo_fleet_remove(fleet, start, many))
            self._samples = np.delete(self._samples, slice(start, start + many))

    def set_sea(self, sea: Optional[Sea], first: int = 0, count: Optional[int] = None) -> None:
        """Gives the bodies from `first` on another sea, while running.  None is the fleet's; set for all bodies, it is
        the fleet's from then on.  Like `add` and `remove` it lays the fleet out anew: change many bodies in one call."""
        water = ffi.NULL if sea is None else sea._pointer
        with self._use() as fleet:
            start, many = self._range(first, count)
            check(lib.flo_fleet_set_sea(fleet, start, many, water))

    # ---- stepping ----

    def step(self, dt: float, steps: int = 1) -> None:
        """Advances all bodies by `steps` steps, 0 to 2**64 - 1, of `dt` seconds, 1e-6 to 10.

        A body whose state becomes absurd is stopped where it is and costs no other body a bit; BadBodyError is then
        raised at the end of this call, and of every later one until the body's state is written."""
        count = whole("steps", steps)
        with self._use() as fleet:
            check(lib.flo_fleet_step(fleet, float(dt), count))

    def control(self, controls: Array, first: int = 0) -> None:
        """Sets the controls of the bodies from `first` on, until they are set again.

        controls    (n,) of CONTROL: all of a body's control; `flotilla.controls(n)` makes one"""
        array = _flat("controls", records("controls", controls, CONTROL))
        with self._use() as fleet:
            check(lib.flo_fleet_control(fleet, whole("first", first), array.size,
                                        pointer("flo_body_control", array)))

    # ---- states ----

    def read(self, first: int = 0, count: Optional[int] = None, *, out: Optional[Array] = None) -> Array:
        """The states (count,) of STATE of the bodies from `first` on; of all, as it is.

        out    an array to fill instead of a new one; it is returned"""
        with self._use() as fleet:                  # all of it: nobody may add or remove bodies in between
            start, many = self._range(first, count)
            if out is not None:
                output("out", out, STATE, (many,))
            self._has(start, many)
            states = out if out is not None else np.empty(many, STATE)
            check(lib.flo_fleet_read(fleet, start, many, ffi.from_buffer("flo_body_state[]", states)))
        return states

    def _has(self, first: int, count: int) -> None:
        """Before anything is allocated for bodies that there are not."""
        if first + count > len(self._samples):
            raise ValueError(f"{count} bodies from number {first} on are asked for; the fleet has {len(self._samples)}")

    def write(self, states: Optional[Array] = None, first: int = 0, *, bodies: Optional[Like] = None,
              position: Optional[Like] = None, orientation: Optional[Like] = None, velocity: Optional[Like] = None,
              angular_velocity: Optional[Like] = None) -> None:
        """Writes the states of bodies, which makes them good again; no other body changes by a bit.

        states    (n,) of STATE, of the bodies from `first` on; or
        position, orientation, velocity, angular_velocity
                  arrays (n, 3 or 4), or one row for all: what is not given stays as it is
        bodies    (n,) indices: of these bodies, instead of those from `first` on

        A state that is not fit stops its own body, at the origin; the others are written, and BadBodyError is
        raised."""
        parts = {"position": position, "orientation": orientation, "velocity": velocity,
                 "angular_velocity": angular_velocity}
        given = {name: numbers(name, value) for name, value in parts.items() if value is not None}
        if (states is None) == (not given):
            raise ValueError("give either states, or some of position, orientation, velocity and angular_velocity")
        if states is not None:
            array = _flat("states", records("states", states, STATE))
            indices = _indices(bodies, array.size) if bodies is not None else None
            self._write(array, whole("first", first), indices)
            return
        with self._use():                           # what is read and not given must not change before it is written
            self._write_parts(given, first, bodies)

    def _write_parts(self, given: dict[str, Array], first: int, bodies: Optional[Like]) -> None:
        indices: Optional[Array] = None
        if bodies is not None:
            chosen, array = _indices(bodies, None), self.read()
            if chosen.size and not 0 <= chosen.min() <= chosen.max() < len(array):
                raise ValueError(f"bodies are {chosen.min()} to {chosen.max()}; the fleet has {len(array)}")
            indices, array = chosen, array[chosen]
        else:
            rows = [len(value) for value in given.values() if value.ndim == 2]
            array = self.read(first, rows[0] if rows else None)
        for name, value in given.items():
            wide = STATE[name].shape[0]
            if value.shape not in ((wide,), (len(array), wide)):
                raise ValueError(f"{name} has the shape {value.shape}; it must be ({len(array)}, {wide}) or ({wide},)")
            array[name] = value
        self._write(array, whole("first", first), indices)

    def _write(self, states: Array, first: int, indices: Optional[Array]) -> None:
        start = pointer("flo_body_state", states)
        if indices is None:
            with self._use() as fleet:
                check(lib.flo_fleet_write(fleet, first, states.size, start))
            return
        if indices.size == 0:
            return
        if indices.min() < 0:
            raise ValueError(f"bodies holds {indices.min()}; the fleet has {len(self._samples)}")
        self._has(int(indices.max()), 1)
        # A call for each run of neighbours; all are made, and the first that had something to say is heard.
        cuts = np.flatnonzero(np.diff(indices) != 1) + 1
        begins, ends = [0, *cuts.tolist()], [*cuts.tolist(), indices.size]
        failure: Optional[Exception] = None
        with self._use() as fleet:
            for begin, end in zip(begins, ends):
                try:
                    check(lib.flo_fleet_write(fleet, int(indices[begin]), end - begin, start + begin))
                except Exception as error:
                    failure = failure or error
        if failure is not None:
            raise failure

    @property
    def positions(self) -> Doubles:
        """(n, 3), float64: m, of the hulls' origins.  A copy; `write(position=)` writes."""
        return np.ascontiguousarray(self.read()["position"])

    @property
    def orientations(self) -> Floats:
        """(n, 4), float32: w, x, y, z.  A copy; `write(orientation=)` writes."""
        return np.ascontiguousarray(self.read()["orientation"])

    @property
    def velocities(self) -> Floats:
        """(n, 3), float32: m/s in world axes.  A copy; `write(velocity=)` writes."""
        return np.ascontiguousarray(self.read()["velocity"])

    @property
    def angular_velocities(self) -> Floats:
        """(n, 3), float32: rad/s in world axes.  A copy; `write(angular_velocity=)` writes."""
        return np.ascontiguousarray(self.read()["angular_velocity"])

    # ---- loads ----

    def forces(self, dt: float = 0.0, first: int = 0, count: Optional[int] = None, *, gravity: bool = True,
               look: bool = False, out: Optional[Array] = None, samples: Optional[SampleLoads] = None) -> Array:
        """The loads (count,) of LOAD on the bodies from `first` on in their present state, at the fleet's time.

        dt         s since the last step or call, which the push by change needs; 0 leaves that push out
        gravity    include the weight
        look       only look, between steps; needed for fewer than all bodies
        out        an array to fill instead of a new one; it is returned
        samples    `SampleLoads` to fill: per sample, for as many samples as these bodies have together

        Not the angular damping, and not the added mass: docs/python.md tells an integrator what to do about them."""
        if samples is not None and not isinstance(samples, SampleLoads):
            raise TypeError(f"samples is a {type(samples).__name__}; it must be SampleLoads")
        definition = ffi.new("flo_forces_def *", lib.flo_default_forces_def())
        with self._use() as fleet:                  # all of it: nobody may add or remove bodies in between
            start, many = self._range(first, count)
            self._has(start, many)
            loads = np.empty(many, LOAD) if out is None else output("out", out, LOAD, (many,))
            fill(definition, {"first": start, "count": many, "dt": dt, "gravity": gravity, "look": look}, "forces")
            if many == 0:                           # 0 is all of them in C, but for a look behind the last
                definition.first, definition.look = len(self._samples), True
            struct, kept = ffi.NULL, None
            if samples is not None:
                struct, kept = samples._fill((int(self._samples[start:start + many].sum(dtype=np.int64)),))
            check(lib.flo_fleet_forces(fleet, definition, ffi.from_buffer("flo_body_load[]", loads), struct))
            del kept
        return loads

    # ---- the end ----

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return not self._closer.alive

    def close(self) -> None:
        """Destroys it.  More than once is allowed."""
        with self._device._handle.use():
            self._closer()

    def __repr__(self) -> str:
        return "<Fleet: closed>" if self.closed else f"<Fleet: {len(self)} bodies on {self._device.info.name}>"


def _flat(name: str, array: Array) -> Array:
    if array.ndim != 1:
        raise ValueError(f"{name} has the shape {array.shape}; it must be (n,)")
    return array


def _indices(bodies: Like, count: Optional[int]) -> Array:
    given = np.asarray(bodies)
    if given.dtype.kind == "u" and given.size and given.max() > np.iinfo(np.int64).max:
        raise ValueError(f"bodies holds {given.max()}; it must be 0 to 2**63 - 1")
    indices = np.atleast_1d(numbers("bodies", bodies, np.int64))
    if indices.ndim != 1 or (count is not None and indices.size != count):
        wanted = "one for each state" if count is not None else "(n,)"
        raise ValueError(f"bodies has the shape {indices.shape}; it must be {wanted}")
    return indices
