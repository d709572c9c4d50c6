# SPDX-License-Identifier: MIT
"""Queries: where the water is, at points of the caller's."""

from __future__ import annotations

from typing import Optional

from ._arrays import Answers, Array, Doubles, Floats, Like, Quantity, numbers, pointer
from ._device import Device, default_device
from ._errors import check
from ._native import lib
from ._sea import Sea


class Surface(Answers):
    """What a query answers; arrays of points of any shape S.

    Given by `out=`, it says what is wanted, and is filled: `Surface.empty(1000, "height", "normal")` makes new arrays,
    `Surface(height=array)` takes the caller's."""

    _kinds = {"height": ("double", 1), "normal": ("float", 3), "velocity": ("float", 3), "residual": ("float", 1)}
    _struct = "flo_surface"
    _asked_by = "say {name}=True in the query, or give it in out"

    height = Quantity[Doubles]("S, float64: m, above y = 0")
    normal = Quantity[Floats]("(3, *S), float32: unit vector, its x, y and z one after the other")
    velocity = Quantity[Floats]("(3, *S), float32: m/s along x, y, z, of the water at the surface, current included")
    residual = Quantity[Floats]("S, float32: m, how far the label's place is from the point at the last evaluation")


class Water(Answers):
    """What `query_water` answers; arrays of points of any shape S.

    Given by `out=`, it says what is wanted, and is filled."""

    _kinds = {"velocity": ("float", 3), "acceleration": ("float", 3), "pressure": ("float", 1), "depth": ("float", 1)}
    _struct = "flo_water"
    _asked_by = "name it in Water.empty(S, ...)"

    velocity = Quantity[Floats]("(3, *S), float32: m/s along x, y, z")
    acceleration = Quantity[Floats]("(3, *S), float32: m/s^2 along x, y, z")
    pressure = Quantity[Floats]("S, float32: Pa, above the air's")
    depth = Quantity[Floats]("S, float32: m below the surface; negative in the air, where the others are 0")


def _points(**axes: Like) -> tuple[tuple[int, ...], list[Array]]:
    arrays = [numbers(name, value) for name, value in axes.items()]
    for name, array in zip(axes, arrays):
        if array.shape != arrays[0].shape:
            raise ValueError(f"{name} has the shape {array.shape}; it must be {arrays[0].shape}, as x")
    return arrays[0].shape, arrays


def _wanted(out: Optional[Answers], **flags: bool) -> list[str]:
    wanted = [name for name, flag in flags.items() if flag]
    if out is not None and wanted:
        raise ValueError(f"{', '.join(wanted)} cannot be asked for beside out, which says by itself what is wanted")
    return wanted


def query(sea: Sea, x: Like, z: Like, time: float = 0.0, *, normal: bool = False, velocity: bool = False,
          residual: bool = False, device: Optional[Device] = None, out: Optional[Surface] = None) -> Surface:
    """The surface of the water above points.

    x, z      m, arrays of one shape S (or numbers), within 1e9; float64 in one piece is not copied
    time      s, within 1e12
    normal, velocity, residual   what is wanted besides the height
    device    where; None: this thread's default device
    out       arrays to fill instead of new ones; it is returned

    A point's answer depends on that point alone.  Threads: calls on one device wait for each other."""
    if out is not None and not isinstance(out, Surface):
        raise TypeError(f"out is a {type(out).__name__}; it must be a Surface")
    wanted = _wanted(out, normal=normal, velocity=velocity, residual=residual)
    shape, (xs, zs) = _points(x=x, z=z)
    answer = out if out is not None else Surface.empty(shape, "height", *wanted)
    struct, kept = answer._fill(shape)
    water = sea._pointer
    with (device or default_device())._use() as where:
        check(lib.flo_query(where, water, float(time), xs.size, pointer("double", xs), pointer("double", zs), struct))
    del kept
    return answer


def query_water(sea: Sea, x: Like, y: Like, z: Like, time: float = 0.0, *, device: Optional[Device] = None,
                out: Optional[Water] = None) -> Water:
    """The water at points, wherever they are below the surface: its velocity, acceleration, pressure, and the depth.

    x, y, z   m, arrays of one shape S (or numbers), within 1e9; float64 in one piece is not copied
    time      s, within 1e12
    device    where; None: this thread's default device
    out       arrays to fill instead of new ones; it says what is wanted, and is returned"""
    if out is not None and not isinstance(out, Water):
        raise TypeError(f"out is a {type(out).__name__}; it must be Water")
    shape, (xs, ys, zs) = _points(x=x, y=y, z=z)
    answer = out if out is not None else Water.empty(shape)
    struct, kept = answer._fill(shape)
    sea_pointer = sea._pointer
    with (device or default_device())._use() as where:
        check(lib.flo_query_water(where, sea_pointer, float(time), xs.size, pointer("double", xs),
                                  pointer("double", ys), pointer("double", zs), struct))
    del kept
    return answer
