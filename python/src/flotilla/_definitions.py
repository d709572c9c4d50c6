# SPDX-License-Identifier: MIT
"""What a hull is made from, for type checkers: dicts with the names of scene files and of host/flotilla.h, which says
what each means.  What is left out has the default in brackets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ._arrays import Like
from ._enums import AngularForm, Choice, Curve, DampingOf, Law, MeshMethod, PushVelocity


class Box(TypedDict):
    """Cells of a box that is centred on the hull's origin."""

    size: Sequence[float]
    """m, along x, y, z"""
    grid: Sequence[int]
    """cells along x, y, z"""


class MeshShape(TypedDict, total=False):
    """A closed surface of triangles, counter-clockwise when seen from outside."""

    vertices: Like
    """(n, 3), m, in the hull's axes"""
    triangles: Like
    """(m, 3), whole numbers: indices of vertices"""
    allow_open: bool
    """[False]"""
    method: Choice[MeshMethod]
    """["volume"]"""
    samples: int
    """about how many cells [64]"""


class Buoyancy(TypedDict, total=False):
    law: Choice[Law]
    """["proportional"]"""
    curve: Choice[Curve]
    """["clamp"]"""
    reference_depth: float
    """m, depth at which a sample counts as submerged"""
    alpha: float
    """of "saturate" [3]"""
    bias: float
    """[1]"""
    stiffness: float
    """N/m, of "spring" """


class Tuning(TypedDict):
    """Instead of reference_depth and damping.vertical."""

    settle: float
    """s"""
    overshoot: float
    """as a share of the start's distance, above 0, up to 0.999"""


class Damping(TypedDict, total=False):
    vertical: float
    """1/s [0]"""
    quadratic: float
    """1/m [0]"""
    of: Choice[DampingOf]
    """["body"]"""
    relative: bool
    """through the water instead of over the ground [False]"""
    angular: float
    """1/s [0]"""
    angular_form: Choice[AngularForm]
    """["momentum"]"""
    scale_by_submerged: bool
    """[False]"""


class Drag(TypedDict, total=False):
    linear: float
    """1/s [0]"""
    quadratic: float
    """1/m [0]"""
    local: Sequence[float]
    """1/s, along the hull's x, y, z [0]"""
    local_quadratic: Sequence[float]
    """1/m, likewise [0]"""
    only_in_water: bool
    """[True]"""
    relative: bool
    """through the water instead of over the ground [False]"""


class Push(TypedDict, total=False):
    strength: float
    """1/s; of the relative push a plain factor [0]"""
    velocity: Choice[PushVelocity]
    """["change"]"""


class AddedMass(TypedDict, total=False):
    coefficient: Sequence[float]
    """along the hull's x, y, z, as a share of the water displaced [0]"""
    entry_exponent: float
    """1 keeps the momentum, 0 the velocity [1]"""
    rotation: Sequence[float]
    """about x, y, z [0]"""


class Thrust(TypedDict, total=False):
    power: float
    """N along the hull's +z at full throttle [0]"""
    position: Sequence[float]
    """m [0]"""


class Steering(TypedDict, total=False):
    base: float
    """N m about +y at full rudder [0]"""
    speed: float
    """N m more at reference_speed and above [0]"""
    reference_speed: float
    """m/s [1]"""
    needs_water: bool
    """[False]"""
    lean: float
    """N m about the hull's -z [0]"""
