# SPDX-License-Identifier: MIT
"""Exceptions: they carry the library's message, and name the thing, the value, and what is allowed."""

import sys

import numpy as np
import pytest

import flotilla as flo
from flotilla import _errors
from flotilla._errors import check

BOX = {"mass": 600, "box": {"size": [2, 1, 4], "grid": [2, 2, 4]}, "buoyancy": {"law": "archimedes"}}


@pytest.mark.parametrize("status, kinds", [
    (flo.Status.BAD_DEFINITION, (flo.BadValueError, ValueError)),
    (flo.Status.BAD_VALUE, (flo.BadValueError, ValueError)),
    (flo.Status.NOT_BUILT, (flo.NotBuiltError, NotImplementedError)),
    (flo.Status.NO_MEMORY, (flo.NoMemoryError, MemoryError)), (flo.Status.NO_DEVICE, (flo.DeviceError, OSError)),
    (flo.Status.DEVICE_REFUSED, (flo.DeviceError, OSError)), (flo.Status.DEVICE_FAILED, (flo.DeviceError, OSError)),
    (flo.Status.BAD_BODY, (flo.BadBodyError, ValueError)), (flo.Status.CANNOT_READ, (flo.FileError, OSError)),
    (flo.Status.CANNOT_WRITE, (flo.FileError, OSError)), 
    (flo.Status.BAD_FILE, (flo.BadFileError, flo.FileError, OSError, flo.BadValueError, ValueError))])
def test_every_status_has_its_exception(status, kinds):
    for kind in (*kinds, flo.FlotillaError, Exception):
        with pytest.raises(kind) as caught:
            check(status)
        assert caught.value.status == status
    assert set(_errors._CLASSES) == set(flo.Status) - {flo.Status.OK}


def test_no_error():
    assert check(flo.Status.OK) is None


def test_a_status_that_is_none():
    with pytest.raises(flo.FlotillaError, match="unknown status 99"):
        check(99)


@pytest.mark.parametrize("call, kind, message", [
    # The library's own words.
    (lambda: flo.Sea([{"amplitude": -1, "wavelength": 5}]), flo.BadValueError, "amplitude is -1"),
    (lambda: flo.Sea([{"amplitude": 1}]), flo.BadValueError, "wavelength"),
    (lambda: flo.Sea([{"amplitude": np.nan, "wavelength": 5}]), flo.BadValueError, "amplitude is nan"),
    (lambda: flo.Sea(gravity=0), flo.BadValueError, "gravity"),
    (lambda: flo.Sea(depth=-1), flo.BadValueError, "depth"),
    (lambda: flo.Sea(inversion=17), flo.BadValueError, "inversion"),
    (lambda: flo.Sea.jonswap(-2, 8), flo.BadValueError, "significant_wave_height"),
    (lambda: flo.Sea.jonswap(2, 0), flo.BadValueError, "peak_period"),
    (lambda: flo.Sea.jonswap(2, 8, components=0), flo.BadValueError, "components is 0"),
    (lambda: flo.Sea.jonswap(2, 8, components=100001), flo.BadValueError, "components is 100001"),
    (lambda: flo.Sea.jonswap(2, 8, gamma=0.5), flo.BadValueError, "gamma"),
    (lambda: flo.Sea.from_record([0.2, 0.1], [1, 1]), flo.BadValueError, "frequency"),
    (lambda: flo.Sea.from_record([0.1, 0.2], [1, -1]), flo.BadValueError, "density"),
    (lambda: flo.Sea.from_record([], []), flo.BadValueError, "bands is 0"),
    (lambda: flo.Hull(**{**BOX, "mass": -5}), flo.BadValueError, "mass is -5"),
    (lambda: flo.Hull(**{**BOX, "inertia": [1, 1, 9]}), flo.BadValueError, "inertia"),
    (lambda: flo.Hull(mass=1, inertia=[1, 1, 1], points=np.zeros((0, 3))), flo.BadValueError, "point"),
    (lambda: flo.Hull(mass=1, inertia=[1, 1, 1]), flo.BadValueError, "point"),
    (lambda: flo.Hull(**BOX, points=[[0, 0, 0]]), flo.BadValueError, "point"),
    (lambda: flo.Hull(mass=1, mesh={"vertices": np.zeros((0, 3)), "triangles": np.zeros((0, 3), int)}),
     flo.BadValueError, "mesh|triangle"),
    (lambda: flo.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 3]]).info, flo.BadValueError, "triangle|vert"),
    (lambda: flo.Device("simd:mmx"), flo.DeviceError, "mmx"),
    (lambda: flo.Device("simd", threads=-1), flo.BadValueError, "threads is -1"),
    (lambda: flo.Device("simd", group=4096), flo.BadValueError, "group is 4096"),
    # Python's.
    (lambda: flo.Device(3), TypeError, "Device.name is 3; it must be text"),
    (lambda: flo.Device("scalar\0nonsense"), ValueError, r"Device.name is b'scalar\\x00nonsense'; it must be without"),
    (lambda: flo.Device("simd", threads=1.5), TypeError, "Device.threads is 1.5; it must be a whole number"),
    (lambda: flo.Device("simd", threads=2**40), ValueError,
     r"Device.threads is 1099511627776; it must be within -2\*\*31 to 2\*\*31 - 1"),
    (lambda: flo.Device("simd", profile=1), TypeError, "Device.profile is 1; it must be True or False"),
    (lambda: flo.Sea(gravitation=9), TypeError, "Sea has no 'gravitation'; it has gravity, density"),
    (lambda: flo.Sea(waves=[3]), TypeError, r"waves\[0\] is 3; it must be a dict"),
    (lambda: flo.Sea([{"amplitude": 1, "length": 5}]), TypeError, r"waves\[0\] has no 'length'; it has amplitude"),
    (lambda: flo.Sea([{"amplitude": "1"}]), TypeError, r"waves\[0\].amplitude is '1'; it must be a number"),
    (lambda: flo.Sea(np.zeros(3)), TypeError, "waves is an array of float64; it must be of records"),
    (lambda: flo.Sea(np.zeros((2, 2), flo.WAVE)), ValueError, r"waves has the shape \(2, 2\)"),
    (lambda: flo.Sea(current=[1, 2, 3]), TypeError, "Sea.current is .*; it must be 2 numbers"),
    (lambda: flo.Sea(wave_count=3), TypeError, "wave_count"),
    (lambda: flo.Sea.jonswap(2, 8, sed=1), TypeError, "Sea.spectrum has no 'sed'; it has gamma, components, seed"),
    (lambda: flo.Sea.jonswap(2, 8, seed=-1), ValueError, r"spectrum.seed is -1; it must be within 0 to 2\*\*64 - 1"),
    (lambda: flo.Sea.jonswap(2, 8, seed=2**64), ValueError, r"seed is 18446744073709551616; .* 0 to 2\*\*64 - 1"),
    (lambda: flo.Hull(**BOX).fleet_memory(-1), ValueError, r"count is -1; it must be 0 to 2\*\*64 - 1"),
    (lambda: flo.Hull(**BOX).fleet_memory(10**30), ValueError, r"count is 10{30}; it must be 0 to 2\*\*64 - 1"),
    (lambda: flo.Bodies(flo.Hull(**BOX), count=10**30), ValueError, r"count is 10{30}; it must be 0 to 2\*\*64 - 1"),
    (lambda: flo.Bodies(flo.Hull(**BOX), count=2**32 - 1), ValueError, "count is 4294967295; .* 0 to 4294967294"),
    (lambda: flo.Bodies(flo.Hull(**BOX), count=2.5), TypeError, "count is 2.5; it must be a whole number"),
    (lambda: flo.states(-1), ValueError, "count is -1; it must be 0 to"),
    (lambda: flo.controls(10**30), ValueError, "count is 10{30}; it must be 0 to"),
    (lambda: flo.Sea.jonswap(2, 8, components=2.0), TypeError, "spectrum.components is 2.0; it must be a whole number"),
    (lambda: flo.Sea.pierson_moskowitz(2, 8, gamma=2), TypeError, "has no 'gamma'"),
    (lambda: flo.Sea.spectrum("pm", 2, 8), ValueError,
     "spectrum.type is 'pm'; it must be one of 'pierson_moskowitz', 'jonswap', 'tma', or a SpectrumType"),
    (lambda: flo.Sea.spectrum(9, 2, 8), ValueError, "spectrum.type is 9"),
    (lambda: flo.Sea.spectrum(flo.Law.SPRING, 2, 8), TypeError, "spectrum.type is <Law.SPRING: 0>"),
    (lambda: flo.Sea.from_record([0.1, 0.2], [1, 1, 1]), ValueError,
     r"density has the shape \(3,\); it must be \(2,\), as frequency"),
    (lambda: flo.Sea.from_record([[0.1, 0.2]], [1, 1]), ValueError, r"frequency has the shape \(1, 2\)"),
    (lambda: flo.Sea.from_record([0.1, 0.2], [[1, 1, 1]] * 2), ValueError,
     r"density has the shape \(2, 3\); it must be \(2,\), as frequency"),
    (lambda: flo.Sea.from_record([0.1, 0.2], [1, 1], direction=[0, 1, 2]), ValueError,
     r"density has the shape \(2,\); it must be \(2, 3\), bands by directions"),
    (lambda: flo.Hull(**BOX, colour="red"), TypeError, "colour"),
    (lambda: flo.Hull(**{**BOX, "buoyancy": {"law": "stokes"}}), ValueError,
     "hull.buoyancy.law is 'stokes'; it must be one of 'spring', 'proportional', 'archimedes'"),
    (lambda: flo.Hull(**{**BOX, "buoyancy": {"depth": 1}}), TypeError,
     "hull.buoyancy has no 'depth'; it has law, curve"),
    (lambda: flo.Hull(**{**BOX, "buoyancy": "archimedes"}), TypeError,
     "hull.buoyancy is 'archimedes'; .* a dict of law"),
    (lambda: flo.Hull(**BOX, drag={"local": 3}), TypeError, "hull.drag.local is 3; it must be 3 numbers"),
    (lambda: flo.Hull(**BOX, drag={"only_in_water": 1}), TypeError, "hull.drag.only_in_water is 1; .* True or False"),
    (lambda: flo.Hull(**BOX, principal_axes=[1, 2, 3]), TypeError, r"principal_axes\[0\] is 1; it must be 3 numbers"),
    (lambda: flo.Hull(mass=1, box={"size": [1, 1, 1]}), TypeError, "hull.box lacks 'grid'"),
    (lambda: flo.Hull(mass=1, box={"size": [1, 1, 1], "grid": [1, 1, 1], "cells": 3}), TypeError,
     "hull.box has no 'cells'"),
    (lambda: flo.Hull(mass=1, points=[1, 2, 3]), ValueError, r"hull.points has the shape \(3,\); it must be \(n, 3\)"),
    (lambda: flo.Mesh([[0, 0]], [[0, 0, 0]]), ValueError, r"mesh.vertices has the shape \(1, 2\); it must be \(n, 3\)"),
    (lambda: flo.Mesh(np.zeros((3, 3)), np.zeros((1, 3))), TypeError,
     "mesh.triangles is an array of float64; it must be of whole numbers"),
    (lambda: flo.Mesh(np.zeros((3, 3)), [[0, 1, 2**33]]), ValueError, "mesh.triangles has the indices 0 to 8589934592"),
    (lambda: flo.Mesh(np.zeros((3, 3)), [[0, 1, -1]]), ValueError, "mesh.triangles has the indices -1 to 1"),
])
def test_what_is_wrong_is_said(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize("call, kind, message", [
    (lambda f: f.step(0), flo.BadValueError, "dt is 0"),
    (lambda f: f.step(np.nan), flo.BadValueError, "dt is nan"),
    (lambda f: f.step(0.1, -1), ValueError, r"steps is -1; it must be 0 to 2\*\*64 - 1"),
    (lambda f: f.step(10, 10**30), ValueError, r"steps is 10{30}; it must be 0 to 2\*\*64 - 1"),
    (lambda f: f.read(2**64), ValueError, r"first is 18446744073709551616; it must be 0 to 2\*\*64 - 1"),
    (lambda f: f.remove(0, 10**30), ValueError, r"count is 10{30}; it must be 0 to 2\*\*64 - 1"),
    (lambda f: f.hash(2**64), ValueError, r"before is 18446744073709551616; it must be 0 to 2\*\*64 - 1"),
    (lambda f: f.write(flo.states(1), bodies=np.array([2**63], np.uint64)), ValueError,
     r"bodies holds 9223372036854775808; it must be 0 to 2\*\*63 - 1"),
    (lambda f: f.step(0.1, 1.0), TypeError, "steps is 1.0; it must be a whole number"),
    (lambda f: f.read(5, 3), ValueError, "3 bodies from number 5 on are asked for"),
    (lambda f: f.read(-1), ValueError, "first is -1"),
    (lambda f: f.write(flo.states(3), first=4), flo.BadValueError, "3 bodies from number 4 on are asked for"),
    (lambda f: f.write(flo.states(1), bodies=[6]), ValueError, "1 bodies from number 6 on are asked for"),
    (lambda f: f.write(flo.states(1), bodies=[-1]), ValueError, "bodies holds -1"),
    (lambda f: f.write(velocity=[1, 0, 0], bodies=[9]), ValueError, "the fleet has 6"),
    (lambda f: f.control(flo.controls(7)), flo.BadValueError, "the fleet has 6"),
    (lambda f: f.forces(first=6, count=1), ValueError, "the fleet has 6"),
    (lambda f: f.forces(dt=-1), flo.BadValueError, "dt is -1"),
    (lambda f: f.forces(dt=np.nan, count=0), flo.BadValueError, "dt is nan"),
    (lambda f: f.forces(look=1, count=0), TypeError, "forces.look is 1; it must be True or False"),
    (lambda f: f.forces(look=1), TypeError, "forces.look is 1; it must be True or False"),
    (lambda f: f.summation(6), IndexError, "body is 6; the fleet has 6"),
    (lambda f: setattr(f, "time", 1e13), flo.BadValueError, "time is 1(e|0000000000000 s)"),
    (lambda f: f.device.profile(), flo.BadValueError, "profile"),
])
def test_what_is_wrong_with_a_fleet_is_said(fleet, call, kind, message):
    with pytest.raises(kind, match=message):
        call(fleet)
    fleet.step(0.01)                                # and it goes on


@pytest.mark.parametrize("name, value", [("throttle", 2), ("throttle", np.nan), ("steer", -1.5), ("force", np.inf)])
def test_controls_out_of_range(fleet, name, value):
    controls = flo.controls(6)
    controls[name][3] = value
    with pytest.raises(flo.BadValueError, match=name):
        fleet.control(controls)


def test_queries_out_of_range(simd, sea):
    with pytest.raises(flo.BadValueError, match="point 1 is at x 2e"):
        flo.query(sea, [0, 2e9], [0, 0], device=simd)
    with pytest.raises(flo.BadValueError, match="time is nan"):
        flo.query(sea, 0, 0, np.nan, device=simd)


def test_bodies_that_do_not_fit(simd, sea, boat):
    with pytest.raises(ValueError, match="velocity is for 3 bodies, others for 2"):
        flo.Bodies(boat, np.zeros((2, 3)), velocity=np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"position has the shape \(2, 2\); it must be \(3,\) or \(n, 3\)"):
        flo.Bodies(boat, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="orientation and heading exclude each other"):
        flo.Bodies(boat, orientation=[1, 0, 0, 0], heading=0)
    with pytest.raises(ValueError, match="mode is 'floating'; it must be one of 'dynamic'"):
        flo.Bodies(boat, mode="floating")
    with pytest.raises(TypeError, match="controls must be an array of CONTROL"):
        flo.Bodies(boat, controls=[1])
    with pytest.raises(ValueError, match="count is -1"):
        flo.Bodies(boat, count=-1)
    with pytest.raises(TypeError, match="hull is a dict; it must be a Hull"):
        flo.Bodies({"mass": 3})
    with pytest.raises(TypeError, match="bodies holds a Hull; it must be Bodies"):
        flo.Fleet(sea, [boat], device=simd)
    with pytest.raises(flo.FlotillaError, match=r"bodies\[1\]|body 1"):
        flo.Fleet(sea, flo.Bodies(boat, [[0, 0, 0], [0, np.nan, 0]]), device=simd)
    with pytest.raises(ValueError, match="Fleet.integrator is 'euler'"):
        flo.Fleet(sea, integrator="euler", device=simd)


def test_a_function_may_close_what_is_being_called(sea):
    for close_device in (False, True):
        device = flo.Device("scalar")
        boat = flo.Hull(mass=600, box={"size": [1.5, 1, 2], "grid": [3, 3, 4]}, buoyancy={"law": "archimedes"})
        fleet = flo.Fleet(sea, flo.Bodies(boat, [[0.0, 0.0, 0.0]]), device=device)
        flo.on_message(lambda status, text, close=(device if close_device else fleet).close: close())
        try:
            with pytest.raises(flo.FlotillaError):
                fleet.write(position=[[float("nan"), 0, 0]])
        finally:
            flo.on_message(None)
        assert fleet.closed
        with pytest.raises(ValueError):
            fleet.step(0.01)


def test_a_function_is_told(monkeypatch, capsys):
    told, printed = [], []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: printed.append(what.exc_type))
    flo.on_message(lambda status, text: told.append((status, text)))
    try:
        with pytest.raises(flo.BadValueError) as caught:
            flo.Sea(gravity=-1)
        assert told == [(flo.Status.BAD_VALUE, str(caught.value))]
        flo.on_message(lambda status, text: 1 / 0)
        with pytest.raises(flo.BadValueError):
            flo.Sea(gravity=-1)
        assert printed == [ZeroDivisionError] or "ZeroDivisionError" in capsys.readouterr().err
    finally:
        flo.on_message(None)
    with pytest.raises(flo.BadValueError):
        flo.Sea(gravity=-1)
    assert len(told) == 1
    with pytest.raises(TypeError, match="function is 3; it must be callable, or None"):
        flo.on_message(3)
