# SPDX-License-Identifier: MIT
"""Hulls, and the meshes they may be cut from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

from ._arrays import Array, Like, numbers, pointer, whole
from ._closing import Shared
from ._definitions import AddedMass, Box, Buoyancy, Damping, Drag, MeshShape, Push, Steering, Thrust, Tuning
from ._errors import check
from ._native import ffi, lib
from ._records import HullInfo, Hydrostatics, MeshInfo
from ._structs import fill, record


def _rows(name: str, value: Like, kind: str) -> Array:
    array = numbers(name, value, kind)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} has the shape {array.shape}; it must be (n, 3)")
    if array.shape[0] >= 2**31:
        raise ValueError(f"{name} has {array.shape[0]} rows; at most 2147483647 are allowed")
    return array


def _indices(value: Like) -> Array:
    wide = _rows("mesh.triangles", value, "i8")
    if wide.size and (wide.min() < 0 or wide.max() >= 2**31):
        raise ValueError(f"mesh.triangles has the indices {wide.min()} to {wide.max()}; they must be those of vertices")
    return numbers("mesh.triangles", np.asarray(value), "i4")


class Mesh:
    """A surface of triangles, counter-clockwise when seen from outside.

    vertices     (n, 3), m; float64 in one piece is not copied
    triangles    (m, 3), indices of vertices; int32 in one piece is not copied
    allow_open   take one with open edges as it is
    """

    def __init__(self, vertices: Like, triangles: Like, *, allow_open: bool = False) -> None:
        self.vertices: Array = _rows("mesh.vertices", vertices, "f8")
        self.triangles: Array = _indices(triangles)
        self._mesh = ffi.new("flo_mesh *")
        fill(self._mesh, {"vertex_count": len(self.vertices), "triangle_count": len(self.triangles),
                          "allow_open": allow_open}, "mesh")
        self._kept = pointer("double", self.vertices), pointer("int", self.triangles)
        self._mesh.vertices = ffi.cast("double (*)[3]", self._kept[0])
        self._mesh.triangles = ffi.cast("int (*)[3]", self._kept[1])

    @property
    def info(self) -> MeshInfo:
        """What it is, by the divergence theorem."""
        answer = ffi.new("flo_mesh_info *")
        check(lib.flo_mesh_get_info(self._mesh, answer))
        return record(MeshInfo, answer)

    def floats(self, mass: float, density: float = 1025.0,
               center_of_mass: Sequence[float] = (0.0, 0.0, 0.0)) -> Hydrostatics:
        """How it floats with `mass` kg in water of `density` kg/m^3, on an even keel."""
        answer = ffi.new("flo_hydrostatics *")
        centre = numbers("center_of_mass", np.asarray(center_of_mass))
        if centre.shape != (3,):
            raise ValueError(f"center_of_mass has the shape {centre.shape}; it must be (3,)")
        check(lib.flo_mesh_float(self._mesh, mass, density, pointer("double", centre), answer))
        return record(Hydrostatics, answer)


class Hull(Shared):
    """A shape, cut into samples, with its mass and all that says how water acts on it.

    mass              kg
    points            (n, 3), m, in the hull's axes (x to port, y up, z forward): the samples; or
    box               {"size": [x, y, z] in m, "grid": [x, y, z] in cells}; or
    mesh              {"vertices": (n, 3) in m, "triangles": (m, 3), "method", "samples", "allow_open"}
    inertia           kg m^2 about the centre of mass, along the hull's axes; None: that of the box or the mesh
    principal_axes    3 unit vectors about which the inertia is; None: the hull's own axes
    inertia_scale     multiplies the inertia
    center_of_mass    m, in the hull's axes
    volume            m^3; None: of the box or the mesh
    buoyancy, tuning, damping, drag, push, added_mass, thrust, steering
                      dicts with the names of scene files; `flotilla.definitions` lists them with units

    A hull does not change: threads may share it.  A context manager; it goes by itself, too, and a fleet keeps what it
    needs of it.
    """

    def __init__(self, *, mass: float, points: Optional[Like] = None, box: Optional[Box] = None,
                 mesh: Optional[MeshShape] = None, inertia: Optional[Sequence[float]] = None,
                 principal_axes: Optional[Sequence[Sequence[float]]] = None, inertia_scale: float = 1.0,
                 center_of_mass: Sequence[float] = (0.0, 0.0, 0.0), volume: Optional[float] = None,
                 buoyancy: Optional[Buoyancy] = None, tuning: Optional[Tuning] = None,
                 damping: Optional[Damping] = None, drag: Optional[Drag] = None, push: Optional[Push] = None,
                 added_mass: Optional[AddedMass] = None, thrust: Optional[Thrust] = None,
                 steering: Optional[Steering] = None) -> None:
        definition = ffi.new("flo_hull_def *", lib.flo_default_hull_def())
        given: dict[str, Any] = {
            "mass": mass, "inertia_scale": inertia_scale, "center_of_mass": center_of_mass, "inertia": inertia,
            "principal_axes": principal_axes, "volume": volume, "buoyancy": buoyancy, "tuning": tuning,
            "damping": damping, "drag": drag, "push": push, "added_mass": added_mass, "thrust": thrust,
            "steering": steering,
        }
        fill(definition, {name: value for name, value in given.items() if value is not None}, "hull")
        kept = self._shape(definition, points, box, mesh)
        made = ffi.new("flo_hull **")
        check(lib.flo_hull_create(made, definition))
        del kept
        self._held = ffi.gc(made[0], lib.flo_hull_destroy)

    @staticmethod
    def _shape(definition: Any, points: Optional[Like], box: Optional[Box], mesh: Optional[MeshShape]) -> list[Any]:
        """Sets the shape; what is returned must live as long as the definition."""
        kept: list[Any] = []
        if points is not None:
            array = _rows("hull.points", points, "f8")
            kept.append(pointer("double", array))
            definition.points = ffi.cast("double (*)[3]", kept[0])
            definition.point_count = len(array)
        if box is not None:
            _keys("hull.box", box, ("size", "grid"), ("size", "grid"))
            fill(definition, {f"box_{name}": value for name, value in box.items()}, "hull")
        if mesh is not None:
            _keys("hull.mesh", mesh, ("vertices", "triangles"),
                  ("vertices", "triangles", "allow_open", "method", "samples"))
            made = Mesh(mesh["vertices"], mesh["triangles"], allow_open=mesh.get("allow_open", False))
            kept.append(made)
            definition.mesh = made._mesh
            fill(definition, {f"mesh_{name}": value for name, value in mesh.items() if name in ("method", "samples")},
                 "hull")
        return kept

    @property
    def info(self) -> HullInfo:
        """What it is."""
        return record(HullInfo, lib.flo_hull_get_info(self._pointer))

    def fleet_memory(self, count: int) -> int:
        """Bytes that a fleet of `count` bodies of this hull would take on a device."""
        return int(lib.flo_fleet_memory(self._pointer, whole("count", count)))

    def __repr__(self) -> str:
        if self.closed:
            return "<Hull: closed>"
        info = self.info
        return f"<Hull: {info.mass:g} kg, {info.samples} samples>"


def _keys(where: str, value: Any, required: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    if not isinstance(value, dict):
        raise TypeError(f"{where} is {value!r}; it must be a dict of {', '.join(allowed)}")
    for name in value:
        if name not in allowed:
            raise TypeError(f"{where} has no {name!r}; it has {', '.join(allowed)}")
    for name in required:
        if name not in value:
            raise TypeError(f"{where} lacks {name!r}; it must have {', '.join(required)}")
