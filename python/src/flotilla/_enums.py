# SPDX-License-Identifier: MIT
"""The enumerations of host/flotilla.h.  Wherever one is taken, its name in small letters is, too: "archimedes"."""

from __future__ import annotations

import enum
from typing import TypeVar, Union


class SpectrumType(enum.IntEnum):
    """Of a wave spectrum."""

    PIERSON_MOSKOWITZ = 0
    JONSWAP = 1
    TMA = 2


class Law(enum.IntEnum):
    """Buoyancy of a sample."""

    SPRING = 0
    """stiffness * (height - y) per body, shared by its samples; two-sided, and no gravity"""
    PROPORTIONAL = 1
    """mass * g / samples * bias * submersion"""
    ARCHIMEDES = 2
    """density * g * sample volume * submersion"""


class Curve(enum.IntEnum):
    """Submersion of a sample at depth d, with x = d / reference_depth; 0 in the air."""

    NONE = 0
    """x: no upper end"""
    CLAMP = 1
    """x, at most 1"""
    SATURATE = 2
    """1 - exp(-alpha x): below 1 at any depth"""


class PushVelocity(enum.IntEnum):
    """How the push of waves is found."""

    CHANGE = 0
    """from the heights of two steps"""
    ANALYTIC = 1
    """from the waves themselves"""
    RELATIVE = 2
    """the physical force of accelerated water"""


class AngularForm(enum.IntEnum):
    """What a step keeps, and damps by exp(-angular dt)."""

    MOMENTUM = 0
    VELOCITY = 1


class DampingOf(enum.IntEnum):
    """What the vertical damping slows: the centre of mass, or every sample by its share."""

    BODY = 0
    POINTS = 1


class MeshMethod(enum.IntEnum):
    """A mesh as cells of volume, or as panels with exact pressure."""

    VOLUME = 0
    PANELS = 1


class Mode(enum.IntEnum):
    """What moves a body."""

    DYNAMIC = 0
    """forces"""
    TRANSFORM = 1
    """nothing but the water's height and normal, which it follows in place"""
    KINEMATIC = 2
    """the same, and a commanded velocity and yaw rate"""
    HYBRID = 3
    """along x and z a commanded velocity, forces for the rest"""


class Integrator(enum.IntEnum):
    """How a step moves bodies."""

    SYMPLECTIC = 0
    """velocities first, then places by them; stable up to omega dt = 2"""
    IMPLICIT = 1
    """never gains energy from water at rest, whatever the stiffness"""


class Waves(enum.IntEnum):
    """How the waves above a body are summed."""

    AUTO = 0
    """once for each patch of a hull, into polynomials, as far as that is exact enough"""
    DIRECT = 1
    """one by one at every sample"""


E = TypeVar("E", bound=enum.IntEnum)
Choice = Union[E, str]


def choose(kind: type[E], value: object, name: str) -> E:
    """A member of an enumeration, from itself, its name or its number."""
    error: type[Exception] = TypeError
    if isinstance(value, kind):
        return value
    if isinstance(value, (str, int)) and not isinstance(value, (bool, enum.Enum)):
        error = ValueError
        try:
            return kind[value.upper()] if isinstance(value, str) else kind(value)
        except (KeyError, ValueError):
            pass
    allowed = ", ".join(repr(member.lower()) for member in kind.__members__)
    raise error(f"{name} is {value!r}; it must be one of {allowed}, or a {kind.__name__}")


BY_TYPE: dict[str, type[enum.IntEnum]] = {
    "flo_spectrum_type": SpectrumType,
    "flo_law": Law,
    "flo_curve": Curve,
    "flo_push_velocity": PushVelocity,
    "flo_angular_form": AngularForm,
    "flo_damping_of": DampingOf,
    "flo_mesh_method": MeshMethod,
    "flo_mode": Mode,
    "flo_integrator": Integrator,
    "flo_waves": Waves,
}
