# SPDX-License-Identifier: MIT
"""What the library tells of its objects."""

from __future__ import annotations

from typing import NamedTuple

Vector = tuple[float, float, float]


class DeviceInfo(NamedTuple):
    """What computes."""

    name: str
    """what `Device()` takes to open this device and no other"""
    description: str
    """for people: processor, driver, version"""
    kind: str
    """"cpu" or "gpu" """
    available: bool
    """False where it could not be opened; the description then says why"""
    exact: bool
    """gives the same bits as every other exact device"""
    lanes: int
    """how many bodies or points one instruction stream holds at once"""


class ProfileEntry(NamedTuple):
    """Where a device's time went: one pass of the kernels, or one kind of transfer."""

    name: str
    launches: int
    bytes: int
    """of transfers; 0 of passes"""
    seconds: float


class SeaInfo(NamedTuple):
    """What a sea really is, after it was cut into waves."""

    waves: int
    significant_wave_height: float
    """m, 4 sqrt(sum A^2 / 2)"""
    peak_period: float
    """s; 0 without waves"""
    mean_heading: float
    """rad, direction of travel of the energy"""
    amplitude_sum: float
    """m: no crest is higher above the level"""
    steepness_sum: float
    """sum of Q k A: up to 1 no surface point can fold"""
    mean_level: float
    """m, what mean_level_correction adds, or would"""


class RecordInfo(NamedTuple):
    """What a measured spectrum is."""

    significant_wave_height: float
    """m, over all bands"""
    peak_period: float
    """s, of the band with the largest density"""
    mean_period: float
    """s, Tm02"""
    mean_direction: float
    """rad, alpha1 of the peak band; NaN without directions"""
    energy_kept: float
    """share of the energy below the cutoff, 0 to 1"""


class HullInfo(NamedTuple):
    """What a hull is."""

    samples: int
    mass: float
    """kg"""
    inertia: Vector
    """kg m^2 about the hull's axes, scaled"""
    volume: float
    """m^3"""
    radius: float
    """m, of the samples about the centre of mass"""


class MeshInfo(NamedTuple):
    """What a mesh is, by the divergence theorem."""

    vertices: int
    triangles: int
    degenerate: int
    """triangles without area, skipped"""
    open_edges: int
    """directed edges without an opposite twin; 0: the mesh is closed"""
    crowded_edges: int
    """directed edges that occur more than once: not a manifold"""
    low: Vector
    """m"""
    high: Vector
    """m"""
    area: float
    """m^2"""
    volume: float
    """m^3; below 0: the triangles face inwards"""
    centroid: Vector
    """m, of the volume"""
    inertia: tuple[Vector, Vector, Vector]
    """m^5 about the centroid, at density 1"""


class Hydrostatics(NamedTuple):
    """How a mesh floats on an even keel in flat water."""

    draft: float
    """m, from the lowest point to the waterline"""
    waterline: float
    """m, its height in the hull's axes"""
    volume: float
    """m^3 displaced"""
    waterplane: float
    """m^2"""
    flotation: tuple[float, float]
    """m, centre of the waterplane, x and z"""
    buoyancy: Vector
    """m, centre of the volume displaced"""
    bm: tuple[float, float]
    """m, from there to the metacentre: transverse (roll, about z), longitudinal (pitch)"""
    gm: tuple[float, float]
    """m, metacentric heights above the centre of mass"""


class Summation(NamedTuple):
    """How the waves above the bodies of one hull are summed."""

    degree: int
    """of the polynomials: 4, 6 or 8; 0: the sum is direct"""
    expanded: int
    """waves in the polynomials, longest first"""
    waves: int
    patches: int
    """of a hull"""
    samples: int
    """in each patch"""
    radius: float
    """m, of the disc of labels that the polynomials cover"""
    error: float
    """m, bound of a height's error by them"""


class Report(NamedTuple):
    """How a fleet is."""

    time: float
    """s"""
    steps: int
    """done since the fleet was made"""
    largest_residual: float
    """m, of all samples of all steps and forces so far"""
    bad_bodies: int
    """that were stopped"""
    first_bad_body: int
    """its index, if there is one"""
