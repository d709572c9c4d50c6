# SPDX-License-Identifier: MIT
"""Seas: waves on still water, given one by one, or cut from a spectrum or a buoy's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional, TypedDict, Union

import numpy as np

from ._arrays import Array, Like, numbers, pointer, records, struct_dtype
from ._closing import Shared
from ._enums import Choice, SpectrumType
from ._errors import check
from ._native import ffi, lib
from ._records import RecordInfo, SeaInfo
from ._structs import fill, record

WAVE: np.dtype[Any] = struct_dtype("flo_wave")
"""Of an array of waves: amplitude (m), wavelength (m) or period (s, in still water; leave the other 0), heading (rad,
direction of travel from +z towards +x), steepness (Q, horizontal over vertical amplitude), phase (rad),
angular_frequency (rad/s; only with own_frequency and a wavelength), own_frequency (bool)."""


class StillWater(TypedDict, total=False):
    """What every sea takes besides its waves."""

    gravity: float
    """m/s^2, above 0, up to 1000; 9.81"""
    density: float
    """kg/m^3, above 0, up to 1e5; 1025"""
    level: float
    """m, height of the still water; 0"""
    depth: float
    """m, above 0; infinite"""
    current: Sequence[float]
    """m/s along x and z; 0"""
    inversion: int
    """evaluations of the sum for the height at a given place, 0 to 16; 2"""
    normal_offset: float
    """m; above 0: normals from heights this far apart; 0: analytic"""
    mean_level_correction: bool
    """raise the level by what Gerstner waves lower it; False"""


class Cut(TypedDict, total=False):
    """How a spectrum or a record is cut into waves."""

    components: int
    """number of waves, 1 to 100000; 64"""
    seed: int
    """of frequencies, directions and phases; 1"""
    cutoff: float
    """highest frequency, in peak frequencies, above 1; 3"""
    steepness: float
    """Q of every wave, 0 to 1; 1"""
    heading: float
    """rad, direction of travel; 0"""
    spreading: float
    """s of cos^2s(half the angle), 0 or more; 10.  0 is long-crested"""


_CUT = ("components", "seed", "cutoff", "steepness", "heading", "spreading")
_WATER = ("gravity", "density", "level", "depth", "current", "inversion", "normal_offset", "mean_level_correction")


def wave_array(waves: Union[Array, Sequence[Mapping[str, Any]]]) -> Array:
    """An array of WAVE from dicts; an array that is one already is passed through."""
    if isinstance(waves, np.ndarray):
        array = records("waves", waves, WAVE)
        if array.ndim != 1:
            raise ValueError(f"waves has the shape {array.shape}; it must have one dimension")
        return array
    array = np.zeros(len(waves), WAVE)
    for i, wave in enumerate(waves):
        if not isinstance(wave, Mapping):
            raise TypeError(f"waves[{i}] is {wave!r}; it must be a dict of {', '.join(WAVE.names or ())}")
        made = ffi.new("flo_wave *")
        fill(made, wave, f"waves[{i}]")
        array[i] = np.frombuffer(ffi.buffer(made), WAVE)[0]
    return array


def _split(keywords: Mapping[str, Any], cut: tuple[str, ...], name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Keywords of a cut, and those of the water; gravity and depth are of both."""
    for key in keywords:
        if key not in cut and key not in _WATER:
            raise TypeError(f"{name} has no {key!r}; it has {', '.join((*cut, *_WATER))}")
    both = ("gravity", "depth")
    return ({key: value for key, value in keywords.items() if key in cut or key in both},
            {key: value for key, value in keywords.items() if key in _WATER})


def spectrum_waves(type: Choice[SpectrumType], significant_wave_height: float, peak_period: float,  # noqa: A002
                   **cut: Any) -> Array:
    """Waves (components,) of WAVE cut from a spectrum with exactly this significant wave height, m, and this peak
    period, s.  Takes gamma, gravity, depth, and what `Cut` names.  From any thread."""
    definition = ffi.new("flo_spectrum_def *", lib.flo_default_spectrum_def())
    fill(definition, {"type": type, "significant_wave_height": significant_wave_height, "peak_period": peak_period,
                      **cut}, "spectrum")
    return _cut(lib.flo_spectrum_waves, definition)


def _cut(function: Any, definition: Any) -> Array:
    # What is out of range is the function's to say, and it must not be kept from it by an allocation.
    waves = np.zeros(min(max(definition.components, 1), 100000), WAVE)
    check(function(definition, pointer("flo_wave", waves)))
    return waves


def _band_array(name: str, value: Like, shape: tuple[int, ...], like: str) -> Array:
    array = numbers(name, value)
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}; it must be {shape}, {like}")
    return array


def _record_def(frequency: Like, density: Like, bands: Mapping[str, Optional[Like]], direction: Optional[Like],
                cut: Mapping[str, Any]) -> tuple[Any, list[Array]]:
    definition = ffi.new("flo_record_def *", lib.flo_default_record_def())
    fill(definition, cut, "record")
    hertz = numbers("frequency", frequency)
    if hertz.ndim != 1:
        raise ValueError(f"frequency has the shape {hertz.shape}; it must be one number for each band")
    given = {"frequency": hertz}
    if direction is not None:
        sectors = numbers("direction", direction)
        if sectors.ndim != 1:
            raise ValueError(f"direction has the shape {sectors.shape}; it must be one number for each direction")
        given["direction"] = sectors
        given["density2"] = _band_array("density", density, (hertz.size, sectors.size), "bands by directions")
        definition.directions = sectors.size
    else:
        given["density"] = _band_array("density", density, hertz.shape, "as frequency")
    for name, value in bands.items():
        if value is not None:
            given[name] = _band_array(name, value, hertz.shape, "as frequency")
    for name, array in given.items():
        setattr(definition, name, pointer("double", array))
    definition.bands = hertz.size
    return definition, list(given.values())


def record_waves(frequency: Like, density: Like, *, bandwidth: Optional[Like] = None, alpha1: Optional[Like] = None,
                 alpha2: Optional[Like] = None, r1: Optional[Like] = None, r2: Optional[Like] = None,
                 direction: Optional[Like] = None, **cut: Any) -> Array:
    """Waves (components,) of WAVE cut from a measured or computed spectrum; `Sea.from_record` says what it takes."""
    bands = {"bandwidth": bandwidth, "alpha1": alpha1, "alpha2": alpha2, "r1": r1, "r2": r2}
    definition, kept = _record_def(frequency, density, bands, direction, cut)
    waves = _cut(lib.flo_record_waves, definition)
    del kept
    return waves


def record_info(frequency: Like, density: Like, *, bandwidth: Optional[Like] = None, alpha1: Optional[Like] = None,
                alpha2: Optional[Like] = None, r1: Optional[Like] = None, r2: Optional[Like] = None,
                direction: Optional[Like] = None, **cut: Any) -> RecordInfo:
    """What a measured or computed spectrum is; `Sea.from_record` says what it takes."""
    bands = {"bandwidth": bandwidth, "alpha1": alpha1, "alpha2": alpha2, "r1": r1, "r2": r2}
    definition, kept = _record_def(frequency, density, bands, direction, cut)
    answer = ffi.new("flo_record_info *")
    check(lib.flo_record_get_info(definition, answer))
    del kept
    return record(RecordInfo, answer)


class Sea(Shared):
    """Gerstner waves on still water of a level, a depth and a current.

    waves     an array of WAVE, or a list of dicts with its names, e.g. [{"amplitude": 1, "wavelength": 50}]; none is
              flat water.  0 to 100,000
    and what `StillWater` names, as keywords.

    A sea does not change: threads may share it.  A context manager; it goes by itself, too, and a fleet keeps what it
    needs of it.
    """

    def __init__(self, waves: Union[Array, Sequence[Mapping[str, Any]]] = (), **water: Any) -> None:
        array = wave_array(waves)
        definition = ffi.new("flo_sea_def *", lib.flo_default_sea_def())
        fill(definition, {key: value for key, value in water.items() if key != "wave_count"}, "Sea")
        if "wave_count" in water:
            raise TypeError("Sea has no 'wave_count'; it is the length of waves")
        if array.size:
            definition.waves = start = pointer("flo_wave", array)
            definition.wave_count = min(array.size, 2**31 - 1)
        made = ffi.new("flo_sea **")
        check(lib.flo_sea_create(made, definition))
        self._held = ffi.gc(made[0], lib.flo_sea_destroy)
        if array.size:
            del start

    @classmethod
    def spectrum(cls, type: Choice[SpectrumType], significant_wave_height: float, peak_period: float,  # noqa: A002
                 **keywords: Any) -> Sea:
        """A sea cut from a spectrum: `jonswap`, `pierson_moskowitz` and `tma` by name."""
        cut, water = _split(keywords, ("gamma", *_CUT), "Sea.spectrum")
        return cls(spectrum_waves(type, significant_wave_height, peak_period, **cut), **water)

    @classmethod
    def jonswap(cls, significant_wave_height: float, peak_period: float, *, gamma: float = 3.3,
                **keywords: Any) -> Sea:
        """A JONSWAP sea of a significant wave height, m, and a peak period, s.

        gamma is the peak enhancement, 1 or more.  Takes what `Cut` and `StillWater` name, as keywords."""
        return cls.spectrum(SpectrumType.JONSWAP, significant_wave_height, peak_period, gamma=gamma, **keywords)

    @classmethod
    def pierson_moskowitz(cls, significant_wave_height: float, peak_period: float, **keywords: Any) -> Sea:
        """A fully grown sea of a significant wave height, m, and a peak period, s.

        Takes what `Cut` and `StillWater` name, as keywords."""
        if "gamma" in keywords:
            raise TypeError("Sea.pierson_moskowitz has no 'gamma'; JONSWAP and TMA have")
        return cls.spectrum(SpectrumType.PIERSON_MOSKOWITZ, significant_wave_height, peak_period, **keywords)

    @classmethod
    def tma(cls, significant_wave_height: float, peak_period: float, depth: float, *, gamma: float = 3.3,
            **keywords: Any) -> Sea:
        """JONSWAP in water of a depth, m.

        gamma is the peak enhancement, 1 or more.  Takes what `Cut` and `StillWater` name, as keywords."""
        return cls.spectrum(SpectrumType.TMA, significant_wave_height, peak_period, depth=depth, gamma=gamma,
                            **keywords)

    @classmethod
    def from_record(cls, frequency: Like, spectral_density: Like, *, bandwidth: Optional[Like] = None,
                    alpha1: Optional[Like] = None, alpha2: Optional[Like] = None, r1: Optional[Like] = None,
                    r2: Optional[Like] = None, direction: Optional[Like] = None, **keywords: Any) -> Sea:
        """A sea cut from a measured or computed spectrum of 1 to 1000 bands.

        frequency           (bands,), Hz, centre of each band, rising, above 0
        spectral_density    (bands,), m^2/Hz, 0 or more; with `direction` (bands, directions), m^2/Hz/rad
        bandwidth           (bands,), Hz; None takes NDBC's, or half way to the neighbours
        alpha1, alpha2      (bands,), rad, mean and principal direction, as a buoy tells them; or None
        r1, r2              (bands,), first and second directional Fourier coefficients, 0 to 1; or None
        direction           (directions,), rad, as wave models give spectra; instead of the four before

        Directions are those the waves come from, clockwise from true north.  NaN is a missing value.  heading and
        spreading are for bands without directions.  Takes what `Cut` and `StillWater` name, as keywords; density is the
        water's."""
        cut, water = _split(keywords, _CUT, "Sea.from_record")
        waves = record_waves(frequency, spectral_density, bandwidth=bandwidth, alpha1=alpha1, alpha2=alpha2, r1=r1,
                             r2=r2, direction=direction, **cut)
        return cls(waves, **water)

    @property
    def info(self) -> SeaInfo:
        """What it really is."""
        return record(SeaInfo, lib.flo_sea_get_info(self._pointer))

    @property
    def waves(self) -> Array:
        """A copy of its waves, (info.waves,) of WAVE: wavelength, period and angular_frequency, all filled in.  As they
        are, with the sea's gravity and depth, they make the same sea again, to the last bit."""
        sea = self._pointer
        waves = np.zeros(lib.flo_sea_get_info(sea).waves, WAVE)
        lib.flo_sea_get_waves(sea, pointer("flo_wave", waves))
        return waves

    def __repr__(self) -> str:
        if self.closed:
            return "<Sea: closed>"
        info = self.info
        return f"<Sea: {info.waves} waves, Hs {info.significant_wave_height:.3g} m, Tp {info.peak_period:.3g} s>"
