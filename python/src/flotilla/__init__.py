# SPDX-License-Identifier: MIT
"""Flotilla: where is the water, and how hard does it push?

    import flotilla as flo
    sea = flo.Sea.jonswap(2.5, 8)                       # Hs 2.5 m, Tp 8 s, 64 waves
    flo.query(sea, [0, 10], [0, 5], 12.5).height        # m, at two places and a time

Three uses: `query` for points, `Fleet.write` and `Fleet.forces` for bodies that somebody else integrates, `Fleet.step`
for fleets that the library moves.

Conventions.  Right-handed axes, +y up, +z forward, +x to port.  North is -z, east is +x.  SI units and radians.
Headings are directions of travel, from +z towards +x.  Quaternions are w, x, y, z and turn hull axes into world axes.
A body's position is that of its hull's origin.

Errors are exceptions with the C library's message: `FlotillaError` and its subclasses, which are ValueError,
MemoryError, OSError and NotImplementedError, too.  Threads: `Sea` and `Hull` may be shared; calls on one `Device` and
its fleets wait for each other; all calls release the GIL.
"""

from ._arrays import Answers
from ._bodies import CONTROL, LOAD, STATE, Bodies, controls, heading_orientation, states
from ._device import Device, default_device, devices
from ._enums import (AngularForm, Curve, DampingOf, Integrator, Law, MeshMethod, Mode, PushVelocity, SpectrumType,
                     Waves)
from ._errors import (BadBodyError, BadFileError, BadValueError, DeviceError, FileError, FlotillaError,
                      NoMemoryError, NotBuiltError, Status, on_message)
from ._fleet import Fleet, SampleLoads
from ._hull import Hull, Mesh
from ._native import VERSION, library_path, version_text
from ._query import Surface, Water, query, query_water
from ._records import (DeviceInfo, HullInfo, Hydrostatics, MeshInfo, ProfileEntry, RecordInfo, Report, SeaInfo,
                       Summation)
from ._sea import WAVE, Sea, record_info, record_waves, spectrum_waves

__version__ = version_text(VERSION)

__all__ = [
    "CONTROL", "LOAD", "STATE", "WAVE",
    "AngularForm", "Answers", "BadBodyError", "BadFileError", "BadValueError", "Bodies", "Curve", "DampingOf", "Device",
    "DeviceError", "DeviceInfo", "FileError", "Fleet", "FlotillaError", "Hull", "HullInfo", "Hydrostatics",
    "Integrator", "Law", "Mesh", "MeshInfo", "MeshMethod", "Mode", "NoMemoryError", "NotBuiltError", "ProfileEntry",
    "PushVelocity", "RecordInfo", "Report", "SampleLoads", "Sea", "SeaInfo", "SpectrumType", "Status", "Summation",
    "Surface", "Water", "Waves",
    "controls", "default_device", "devices", "heading_orientation", "library_path", "on_message", "query",
    "query_water", "record_info", "record_waves", "spectrum_waves", "states",
]
