# SPDX-License-Identifier: MIT
"""Bodies: hulls afloat, as a fleet takes them, and the arrays of their states, controls and loads."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._arrays import Array, Like, numbers, struct_dtype, whole
from ._enums import Choice, Mode, choose
from ._hull import Hull
from ._native import ffi
from ._sea import Sea

STATE: np.dtype[Any] = struct_dtype("flo_body_state")
"""Of an array of states: position (3, m, of the hull's origin, float64), orientation (4: w, x, y, z; turns hull axes
into world axes), velocity (3, m/s in world axes), angular_velocity (3, rad/s in world axes)."""

CONTROL: np.dtype[Any] = struct_dtype("flo_body_control")
"""Of an array of controls: throttle (0 to 1), steer (-1 to 1, positive turns the bow to port), force (3, N, in world
axes), at (3, m, where it acts, in the hull's axes), torque (3, N m, in world axes), velocity (2, m/s along x and z, of
kinematic and hybrid bodies), yaw_rate (rad/s, of kinematic ones), smoothing (1/s, of those that follow the water)."""

LOAD: np.dtype[Any] = struct_dtype("flo_body_load")
"""Of an array of loads: force (3, N, in world axes), torque (3, N m, about the centre of mass), submerged (0 to 1)."""

BODY: np.dtype[Any] = struct_dtype("flo_body_def")


def states(count: int) -> Array:
    """An array (count,) of STATE: all at the origin, upright, at rest."""
    made = np.zeros(_many(count), STATE)
    made["orientation"][:, 0] = 1
    return made


def controls(count: int) -> Array:
    """An array (count,) of CONTROL: all 0, but smoothing, which is 4 1/s."""
    made = np.zeros(_many(count), CONTROL)
    made["smoothing"] = 4
    return made


def heading_orientation(heading: Like) -> Array:
    """Orientations (*S, 4), float32, of bodies on an even keel with headings (S), rad from +z towards +x."""
    half = numbers("heading", heading) / 2
    return np.stack([np.cos(half), np.zeros_like(half), np.sin(half), np.zeros_like(half)], -1).astype(np.float32)


class Bodies:
    """Any number of bodies of one hull, for `Fleet` and `Fleet.add`.

    hull                the hull
    position            (3,) or (n, 3), m, of the hull's origin
    orientation         (4,) or (n, 4), w, x, y, z; or
    heading             a number or (n,), rad from +z towards +x: on an even keel
    velocity            (3,) or (n, 3), m/s in world axes
    angular_velocity    (3,) or (n, 3), rad/s in world axes
    mode                "dynamic", "transform", "kinematic", "hybrid"
    controls            an array () or (n,) of CONTROL; None: `flotilla.controls`
    sea                 their sea; None: the fleet's
    count               how many; None: as many as the arrays have, or 1
    """

    def __init__(self, hull: Hull, position: Like = (0.0, 0.0, 0.0), *, orientation: Optional[Like] = None,
                 heading: Optional[Like] = None, velocity: Like = (0.0, 0.0, 0.0),
                 angular_velocity: Like = (0.0, 0.0, 0.0), mode: Choice[Mode] = Mode.DYNAMIC,
                 controls: Optional[Array] = None, sea: Optional[Sea] = None, count: Optional[int] = None) -> None:
        if not isinstance(hull, Hull):
            raise TypeError(f"hull is a {type(hull).__name__}; it must be a Hull")
        if orientation is not None and heading is not None:
            raise ValueError("orientation and heading exclude each other; give one")
        if heading is not None:
            orientation = heading_orientation(heading)
        parts = {"position": _vectors("position", position, 3), "velocity": _vectors("velocity", velocity, 3),
                 "orientation": _vectors("orientation", (1, 0, 0, 0) if orientation is None else orientation, 4),
                 "angular_velocity": _vectors("angular_velocity", angular_velocity, 3)}
        chosen = self._controls(controls)
        self.count = _count(count, {**parts, "controls": chosen.reshape(*chosen.shape, 1)})
        self.hull = hull
        self.sea = sea
        self._definitions: Array = np.zeros(self.count, BODY)
        for name, part in parts.items():
            self._definitions["state"][name] = part
        self._definitions["control"] = chosen
        self._definitions["mode"] = int(choose(Mode, mode, "mode"))

    @staticmethod
    def _controls(given: Optional[Array]) -> Array:
        if given is None:
            return controls(1).reshape(())
        if not isinstance(given, (np.ndarray, np.void)) or given.dtype != CONTROL:
            raise TypeError("controls must be an array of CONTROL; flotilla.controls() makes one")
        array = np.asarray(given)
        if array.ndim > 1:
            raise ValueError(f"controls has the shape {array.shape}; it must be (n,)")
        return array

    def _as_c(self) -> tuple[Array, list[Any]]:
        """The array of C's definitions, and what must live while it is used."""
        made = self._definitions.copy()
        kept = [self.hull._pointer]
        made["hull"] = _address(kept[0])
        if self.sea is not None:
            kept.append(self.sea._pointer)
            made["sea"] = _address(kept[1])
        return made, kept

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<Bodies: {self.count} of {self.hull!r}>"


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))


def _vectors(name: str, value: Like, width: int) -> Array:
    array = numbers(name, value)
    if array.ndim not in (1, 2) or array.shape[-1] != width:
        raise ValueError(f"{name} has the shape {array.shape}; it must be ({width},) or (n, {width})")
    return array


def _many(count: Any) -> int:
    """As many bodies as a fleet can have at most."""
    if whole("count", count) >= 2**32 - 1:
        raise ValueError(f"count is {count}; it must be 0 to 4294967294")
    return whole("count", count)


def _count(given: Optional[int], parts: dict[str, Array]) -> int:
    """How many bodies arrays of one row or of n rows stand for."""
    count = None if given is None else _many(given)
    for name, array in parts.items():
        if array.ndim < 2:
            continue
        if count is not None and array.shape[0] != count:
            raise ValueError(f"{name} is for {array.shape[0]} bodies, others for {count}")
        count = array.shape[0]
    return 1 if count is None else count
