# SPDX-License-Identifier: MIT
"""Devices, and who may use them when.

C wants a device and the fleets on it to be used by one thread at a time, and the fleets to go before the device.  Both
are seen to here: calls on a device wait for each other, and the device itself is closed when its last fleet is gone.
"""

from __future__ import annotations

import collections
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Optional

from ._closing import Closing
from ._errors import check
from ._native import ffi, lib
from ._records import DeviceInfo, ProfileEntry
from ._structs import fill, record, text

if TYPE_CHECKING:
    from ._fleet import Fleet


class DeviceHandle:
    """The C device, with the fleets on it.  It outlives whatever Python object goes first.

    A finalizer may run on any thread, even in the middle of a call on this device; so it never waits: what it leaves is
    swept up at once or, if the device is in use, after that: also where a function that hears messages, in the middle
    of a call, closes what is being called."""

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer
        self._lock = threading.RLock()
        self._dead: collections.deque[Any] = collections.deque()
        self._fleets = 0
        self._closing = False
        self._depth = 0                     # calls under way, one within the other, of the thread that has the lock

    @contextmanager
    def use(self) -> Iterator[Any]:
        """The C device, for this thread alone."""
        try:
            with self._lock:
                self._depth += 1
                try:
                    yield self._pointer
                finally:
                    self._depth -= 1
        finally:
            if self._dead or self._closing:
                self._sweep()

    def adopt(self) -> None:
        self._fleets += 1

    def bury(self, fleet: Any) -> None:
        self._dead.append(fleet)
        self._sweep()

    def close(self) -> None:
        self._closing = True
        self._sweep()

    def _sweep(self) -> None:
        if not self._lock.acquire(blocking=False):
            return
        try:
            while self._dead and self._depth == 0:
                lib.flo_fleet_destroy(self._dead.popleft())
                self._fleets -= 1
            if self._closing and self._depth == 0 and self._fleets == 0 and self._pointer is not None:
                pointer, self._pointer = self._pointer, None
                lib.flo_device_close(pointer)
        finally:
            self._lock.release()


class Device(Closing):
    """A processor with the kernels built for it, self-tested.

    name      which one: "auto" (a GPU if there is one, else simd), "scalar", "simd", "simd:avx2" and the like,
              "opencl", "opencl:PLATFORM[:DEVICE]" by index or by part of the name; None takes $FLOTILLA_DEVICE or auto
    threads   of scalar and simd, 0 to 4096; 0 takes OpenMP's default
    group     OpenCL work-group size, 0 to 1024; 0 chooses.  Results do not depend on it
    profile   keep what `profile()` tells

    Threads: calls on one device, and on the fleets on it, wait for each other; they release the GIL, so that threads
    with a device each run side by side.  A context manager; `close()` closes the fleets on it, too.
    """

    def __init__(self, name: Optional[str] = None, *, threads: int = 0, group: int = 0, profile: bool = False) -> None:
        definition = ffi.new("flo_device_def *", lib.flo_default_device_def())
        fill(definition, {"threads": threads, "group": group, "profile": profile}, "Device")
        if name is not None:
            if not isinstance(name, str):
                raise TypeError(f"Device.name is {name!r}; it must be text, or None")
            kept = text("Device.name", name.encode())
            definition.name = kept
        pointer = ffi.new("flo_device **")
        check(lib.flo_device_open(pointer, definition))
        self._handle = DeviceHandle(pointer[0])
        self._fleets: weakref.WeakSet[Fleet] = weakref.WeakSet()
        self._closer = weakref.finalize(self, self._handle.close)

    @contextmanager
    def _use(self) -> Iterator[Any]:
        with self._handle.use() as pointer:
            if not self._closer.alive:
                raise ValueError("the device is closed")
            yield pointer

    @property
    def info(self) -> DeviceInfo:
        """What it is."""
        with self._use() as pointer:
            return record(DeviceInfo, lib.flo_device_get_info(pointer))

    def profile(self) -> list[ProfileEntry]:
        """Where its time went since it was opened, pass by pass; only if it was opened with profile=True."""
        answer = ffi.new("flo_profile *")
        with self._use() as pointer:
            check(lib.flo_device_get_profile(pointer, answer))
        return [record(ProfileEntry, answer.entry[i]) for i in range(answer.count)]

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return not self._closer.alive

    def close(self) -> None:
        """Closes the fleets on this device, and the device.  More than once is allowed."""
        with self._handle.use():
            for fleet in list(self._fleets):
                fleet.close()
            self._closer()

    def __repr__(self) -> str:
        return "<Device: closed>" if self.closed else f"<Device {self.info.name}: {self.info.description}>"


def devices() -> list[DeviceInfo]:
    """The devices of this machine, best first within each kind; no kernels are built for them.  From any thread."""
    count = lib.flo_device_list(ffi.NULL, 0)
    infos = ffi.new("flo_device_info[]", max(count, 1))
    count = min(lib.flo_device_list(infos, count), count)
    return [record(DeviceInfo, infos[i]) for i in range(count)]


_default = threading.local()


def default_device() -> Device:
    """The device that is used where none is given: `Device()`, opened by each thread when it first needs it."""
    device: Optional[Device] = getattr(_default, "device", None)
    if device is None or device.closed:
        device = _default.device = Device()
    return device


__all__ = ["Device", "default_device", "devices"]
