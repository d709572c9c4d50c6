# SPDX-License-Identifier: MIT
"""What C is given: the caller's own memory where it has the right type and lies in one piece; else a copy of an input,
and a refusal of an output."""

import numpy as np
import pytest

import flotilla as flo
from flotilla import _fleet, _query, _sea
from flotilla._native import ffi, lib

EVERYTHING = ("height", "normal", "velocity", "residual")


class Spy:
    """The library, remembering what its functions were given."""

    def __init__(self):
        self.calls = {}

    def __getattr__(self, name):
        function = getattr(lib, name)

        def called(*arguments):
            self.calls[name] = arguments
            return function(*arguments)

        return called


def address(pointer):
    return int(ffi.cast("uintptr_t", pointer))


@pytest.fixture
def spy(monkeypatch):
    watching = Spy()
    for module in (_query, _fleet, _sea):
        monkeypatch.setattr(module, "lib", watching)
    return watching


def test_a_query_reads_and_fills_the_callers_arrays(spy, simd, sea, rng):
    x, z = rng.uniform(-9, 9, (2, 50))
    out = flo.Surface.empty(50, *EVERYTHING)
    answer = flo.query(sea, x, z, 1.0, device=simd, out=out)
    _, _, _, count, px, pz, surface = spy.calls["flo_query"]
    assert answer is out and count == 50
    assert address(px) == x.ctypes.data and address(pz) == z.ctypes.data
    assert address(surface.height) == out.height.ctypes.data
    assert address(surface.residual) == out.residual.ctypes.data
    for row in range(3):
        assert address(surface.normal[row]) == out.normal[row].ctypes.data
        assert address(surface.velocity[row]) == out.velocity[row].ctypes.data


def test_a_query_asks_for_no_more_than_is_wanted(spy, simd, sea):
    mine = np.empty(3)
    flo.query(sea, np.zeros(3), np.zeros(3), device=simd, out=flo.Surface(height=mine))
    surface = spy.calls["flo_query"][-1]
    assert address(surface.height) == mine.ctypes.data and not surface.residual
    assert not any(surface.normal) and not any(surface.velocity)
    flo.query(sea, np.zeros(3), np.zeros(3), device=simd, normal=True)
    surface = spy.calls["flo_query"][-1]
    assert surface.height and all(surface.normal) and not any(surface.velocity)


def test_a_fleet_reads_and_fills_the_callers_arrays(spy, fleet):
    states, controls, loads = flo.states(6), flo.controls(6), np.empty(6, flo.LOAD)
    samples = flo.SampleLoads.empty(24)
    assert fleet.read(out=states) is states
    assert address(spy.calls["flo_fleet_read"][3]) == states.ctypes.data
    fleet.write(states)
    assert address(spy.calls["flo_fleet_write"][3]) == states.ctypes.data
    fleet.write(states[2:4], first=2)
    assert address(spy.calls["flo_fleet_write"][3]) == states[2:].ctypes.data
    fleet.control(controls)
    assert address(spy.calls["flo_fleet_control"][3]) == controls.ctypes.data
    assert fleet.forces(0.1, out=loads, samples=samples) is loads
    assert address(spy.calls["flo_fleet_forces"][2]) == loads.ctypes.data
    inside = spy.calls["flo_fleet_forces"][3]
    assert address(inside.height) == samples.height.ctypes.data
    assert [address(row) for row in inside.force] == [samples.force[row].ctypes.data for row in range(3)]


def test_rows_of_a_larger_array_are_filled(fleet):
    track = np.empty((4, 6), flo.STATE)
    for row in track:
        fleet.step(0.1)
        fleet.read(out=row)
    assert track[3].tobytes() == fleet.read().tobytes() != track[2].tobytes()


@pytest.mark.parametrize("make", [
    lambda x: x.astype(np.float32).astype(np.float64).astype(np.float32), lambda x: x.tolist(),
    lambda x: np.repeat(x, 2)[::2], lambda x: x.astype(">f8"), lambda x: np.asfortranarray(np.stack([x, x], 1))[:, 0]],
    ids=["float32", "list", "strided", "big-endian", "column"])
def test_inputs_are_converted(simd, sea, make):
    x = np.round(np.linspace(-50, 50, 33))
    want = flo.query(sea, x, x, 2.0, device=simd).height
    before = make(x)
    assert (flo.query(sea, before, x, 2.0, device=simd).height == want).all()
    assert (flo.query(sea, x.astype(np.int64), x, 2.0, device=simd).height == want).all()


@pytest.mark.parametrize("x, message", [
    (np.zeros(3, complex), "x is an array of complex128; it must be of real numbers"),
    (np.zeros(3, bool), "x is an array of bool"), (np.array(["a", "b", "c"]), "x is an array of <U1"),
    (np.array([1, None, 3]), "x is an array of object"), (np.zeros(3, flo.STATE), "x is an array of"),
    (np.ma.masked_array([1.0, 2, 3], [0, 1, 0]), "x is a masked array")])
def test_inputs_of_no_numbers_are_refused(simd, sea, x, message):
    with pytest.raises(TypeError, match=message):
        flo.query(sea, x, np.zeros(3), device=simd)


def test_inputs_of_different_shapes_are_refused(simd, sea):
    with pytest.raises(ValueError, match=r"z has the shape \(4,\); it must be \(3,\), as x"):
        flo.query(sea, np.zeros(3), np.zeros(4), device=simd)
    with pytest.raises(ValueError, match=r"z has the shape \(3, 1\)"):
        flo.query(sea, np.zeros(3), np.zeros((3, 1)), device=simd)
    with pytest.raises(ValueError, match="x is not an array of numbers"):
        flo.query(sea, [[1, 2], [3]], [1, 2], device=simd)


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("arrays, error, message", [
    ({"height": np.empty(3, np.float32)}, TypeError, "out.height is an array of float32; it must be of float64"),
    ({"height": np.empty(3), "residual": np.empty(3)}, TypeError, "out.residual is an array of float64; .* float32"),
    ({"height": np.empty(3, ">f8")}, TypeError, "out.height is an array of >f8; it must be of float64"),
    ({"height": [0, 0, 0]}, TypeError, "out.height is a list; it must be an array of float64"),
    ({"height": np.empty(4)}, ValueError, r"out.height has the shape \(4,\); it must be \(3,\)"),
    ({"normal": np.empty(3, np.float32)}, ValueError, r"out.normal has the shape \(3,\); it must be \(3, 3\)"),
    ({"normal": np.empty((3, 6), np.float32)[:, ::2]}, ValueError, "out.normal does not lie in one piece"),
    ({"normal": np.asfortranarray(np.empty((3, 3), np.float32))}, ValueError, "out.normal does not lie in one piece"),
    ({"height": np.frombuffer(bytearray(25), np.uint8)[1:].view(np.float64)}, ValueError, "does not lie in one piece"),
    ({"height": read_only(np.empty(3))}, ValueError, "out.height is read-only; it must be writeable")])
def test_outputs_are_filled_or_refused(simd, sea, arrays, error, message):
    with pytest.raises(error, match=message):
        flo.query(sea, np.zeros(3), np.zeros(3), device=simd, out=flo.Surface(**arrays))


def test_outputs_that_are_no_answers(simd, sea):
    with pytest.raises(TypeError, match="out is a ndarray; it must be a Surface"):
        flo.query(sea, np.zeros(3), np.zeros(3), device=simd, out=np.zeros(3))
    with pytest.raises(ValueError, match="normal cannot be asked for beside out"):
        flo.query(sea, 0, 0, device=simd, normal=True, out=flo.Surface(height=np.empty(())))
    with pytest.raises(TypeError, match="Surface has no heights; it has height, normal"):
        flo.Surface(heights=np.empty(3))
    with pytest.raises(ValueError, match="Surface has no heights; it has height, normal"):
        flo.Surface.empty(3, "heights")
    with pytest.raises(AttributeError, match="normal was not asked for; say normal=True"):
        flo.query(sea, 0, 0, device=simd).normal


def test_outputs_of_fleets(fleet):
    with pytest.raises(TypeError, match=r"out is an array of float64; it must be of records \(position, "):
        fleet.read(out=np.empty(6))
    with pytest.raises(ValueError, match=r"out has the shape \(5,\); it must be \(6,\)"):
        fleet.read(out=flo.states(5))
    with pytest.raises(ValueError, match="out does not lie in one piece"):
        fleet.read(out=flo.states(12)[::2])
    with pytest.raises(TypeError, match=r"out is an array of records \(position.*\); it must be of records \(force"):
        fleet.forces(out=flo.states(6))
    with pytest.raises(ValueError, match=r"out.height has the shape \(23,\); it must be \(24,\)"):
        fleet.forces(samples=flo.SampleLoads.empty(23))
    with pytest.raises(TypeError, match="samples is a bool"):
        fleet.forces(samples=True)


def test_inputs_of_fleets(fleet):
    states = np.repeat(flo.states(6), 2)
    states["position"][:, 0] = np.arange(12)
    fleet.write(states[::2])                        # not in one piece: an input, so it is copied
    assert fleet.positions[:, 0] == pytest.approx(np.arange(0, 12, 2))
    with pytest.raises(TypeError, match="states is a list; it must be an array of position"):
        fleet.write([1, 2])
    with pytest.raises(TypeError, match="controls is an array of float32"):
        fleet.control(np.zeros(6, np.float32))
    with pytest.raises(ValueError, match=r"states has the shape \(2, 3\)"):
        fleet.write(flo.states(6).reshape(2, 3))
    with pytest.raises(ValueError, match=r"position has the shape \(6, 2\); it must be \(6, 3\) or \(3,\)"):
        fleet.write(position=np.zeros((6, 2)))
    with pytest.raises(ValueError, match=r"bodies has the shape \(2,\); it must be one for each state"):
        fleet.write(flo.states(3), bodies=[1, 2])
    with pytest.raises(TypeError, match="bodies is an array of float64; it must be of whole numbers"):
        fleet.write(flo.states(1), bodies=[1.0])
    with pytest.raises(ValueError, match="give either states, or some of"):
        fleet.write()
