# SPDX-License-Identifier: MIT
"""The water below its surface, against linear waves: of a height so small that nothing else is left of them."""

import numpy as np
import pytest

import flotilla as flo
from flotilla import _query
from test_arrays import Spy, address

AMPLITUDE, K, GRAVITY, DENSITY = 0.01, 2 * np.pi / 40, 9.81, 1025


@pytest.mark.parametrize("depth", [np.inf, 8.0], ids=["deep", "8 m"])
def test_a_small_wave(device, rng, depth):
    flat = 1 if np.isinf(depth) else np.tanh(K * depth)
    sigma = np.sqrt(GRAVITY * K * flat)
    sea = flo.Sea([{"amplitude": AMPLITUDE, "wavelength": 40, "steepness": 1 / flat}], depth=depth)
    x, z, time = *rng.uniform(-50, 50, (2, 200)), 3.0
    y = rng.uniform(-7, -0.5, 200)
    if np.isinf(depth):
        across = up = np.exp(K * y)
    else:
        across, up = np.cosh(K * (y + depth)) / np.sinh(K * depth), np.sinh(K * (y + depth)) / np.sinh(K * depth)
    theta = K * z - sigma * time
    water = flo.query_water(sea, x, y, z, time, device=device)
    speed = AMPLITUDE * sigma                   # linear theory is off by kA = 0.0016 of it
    assert np.abs(water.velocity[0]).max() < 1e-6
    assert water.velocity[2] == pytest.approx(speed * across * np.cos(theta), abs=0.003 * speed)
    assert water.velocity[1] == pytest.approx(speed * up * np.sin(theta), abs=0.003 * speed)
    assert water.acceleration[2] == pytest.approx(speed * sigma * across * np.sin(theta), abs=0.003 * speed * sigma)
    assert water.acceleration[1] == pytest.approx(-speed * sigma * up * np.cos(theta), abs=0.003 * speed * sigma)
    waves = DENSITY * sigma**2 / K * AMPLITUDE * across * np.cos(theta)
    assert water.pressure == pytest.approx(-DENSITY * GRAVITY * y + waves, abs=0.3)
    assert water.depth == pytest.approx(flo.query(sea, x, z, time, device=device).height - y, abs=1e-4)


def test_in_the_air_there_is_none(device, sea):
    water = flo.query_water(sea, [0, 0], [50, -50], [0, 0], device=device)
    assert water.depth[0] < -40 and water.pressure[0] == 0
    assert not water.velocity[:, 0].any() and not water.acceleration[:, 0].any()
    assert water.depth[1] > 40 and water.pressure[1] > 40 * 1000 * 9.8


def test_still_water_in_a_current(device):
    sea = flo.Sea(level=2, current=(1, -2), density=1000, gravity=10)
    water = flo.query_water(sea, 0, -3, 0, device=device)
    assert water.pressure == pytest.approx(50_000) and water.depth == 5
    assert water.velocity.tolist() == [1, 0, -2] and water.acceleration.tolist() == [0, 0, 0]


def test_arrays_are_the_callers(simd, sea, monkeypatch):
    spy = Spy()
    monkeypatch.setattr(_query, "lib", spy)
    x, y, z = np.zeros(5), np.full(5, -1.0), np.arange(5.0)
    out = flo.Water.empty(5, "acceleration", "pressure")
    assert flo.query_water(sea, x, y, z, device=simd, out=out) is out
    _, _, _, count, px, py, pz, struct = spy.calls["flo_query_water"]
    assert count == 5 and [address(p) for p in (px, py, pz)] == [a.ctypes.data for a in (x, y, z)]
    assert [address(p) for p in struct.acceleration] == [row.ctypes.data for row in out.acceleration]
    assert address(struct.pressure) == out.pressure.ctypes.data and not struct.depth and not any(struct.velocity)


def test_what_is_wrong_is_said(simd, sea):
    with pytest.raises(ValueError, match=r"y has the shape \(2,\); it must be \(3,\), as x"):
        flo.query_water(sea, np.zeros(3), np.zeros(2), np.zeros(3), device=simd)
    with pytest.raises(TypeError, match="out is a Surface; it must be Water"):
        flo.query_water(sea, 0, 0, 0, device=simd, out=flo.Surface.empty(()))
    with pytest.raises(TypeError, match="out.depth is an array of float64; it must be of float32"):
        flo.query_water(sea, 0, 0, 0, device=simd, out=flo.Water(depth=np.zeros(())))
    with pytest.raises(flo.BadValueError, match="point 1"):
        flo.query_water(sea, [0, 0], [0, np.nan], [0, 0], device=simd)
    with pytest.raises(AttributeError, match="depth was not asked for; name it in Water.empty"):
        flo.query_water(sea, 0, 0, 0, device=simd, out=flo.Water.empty((), "pressure")).depth
