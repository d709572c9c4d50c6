# SPDX-License-Identifier: MIT
"""Heights, normals and velocities against closed forms and an oracle in double."""

import numpy as np
import pytest

import flotilla as flo
from gerstner import Waves

SOME = [{"amplitude": 1.2, "period": 8.0, "heading": 0.3, "steepness": 0.8, "phase": 0.5},
        {"amplitude": 0.5, "period": 5.0, "heading": -0.9, "steepness": 0.9, "phase": 2.0},
        {"amplitude": 0.2, "period": 3.1, "heading": 2.2, "steepness": 0.7, "phase": -1.0}]


def oracle(sea, **water):
    return Waves(sea.waves, **water)


def test_a_crest_and_a_trough(device):
    sea = flo.Sea([{"amplitude": 1.5, "wavelength": 40, "steepness": 1}])
    heights = flo.query(sea, [0, 0, 0], [0, 10 - 1.5, 20], device=device).height
    assert heights == pytest.approx([1.5, 0, -1.5], abs=2e-6)


def test_a_wave_comes_back_after_its_period(device):
    period = np.sqrt(2 * np.pi * 40 / 9.81)
    sea = flo.Sea([{"amplitude": 1, "wavelength": 40}], inversion=0)
    z = np.linspace(-50, 50, 101)
    now = flo.query(sea, z * 0, z, 3 * period, device=device).height
    assert now == pytest.approx(np.cos(2 * np.pi * z / 40), abs=2e-6)


def test_flat_water_is_at_its_level(device):
    with flo.Sea(level=3.25, current=[1.5, -0.5]) as sea:
        answer = flo.query(sea, np.arange(4.0), np.arange(4.0), normal=True, velocity=True, residual=True,
                           device=device)
    assert (answer.height == 3.25).all()
    assert (answer.normal == np.array([[0], [1], [0]])).all()
    assert (answer.velocity == np.array([[1.5], [0], [-0.5]], np.float32)).all()
    assert (answer.residual == 0).all()


@pytest.mark.parametrize("water", [{}, {"depth": 12.0}, {"current": (0.8, -0.4)}, {"level": 2.0, "gravity": 3.7}],
                         ids=["deep", "12 m", "current", "another planet"])
@pytest.mark.parametrize("time", [0.0, 1234.5])
def test_height_normal_and_velocity(device, rng, water, time):
    sea = flo.Sea(SOME, inversion=8, **water)
    x, z = rng.uniform(-200, 200, (2, 500))
    answer = flo.query(sea, x, z, time, normal=True, velocity=True, residual=True, device=device)
    exact = oracle(sea, **water)
    assert answer.height == pytest.approx(exact.height(x, z, time), abs=5e-6)
    assert np.abs(answer.normal - exact.normal(x, z, time)).max() < 2e-5
    assert np.abs(answer.velocity - exact.velocity(x, z, time)).max() < 2e-5
    assert answer.residual.max() < 1e-4


def test_inversion_converges(device, rng):
    x, z = rng.uniform(-200, 200, (2, 500))
    errors = []
    for inversion in (0, 1, 2, 3, 5):
        sea = flo.Sea(SOME, inversion=inversion)
        errors.append(np.abs(flo.query(sea, x, z, 7.0, device=device).height - oracle(sea).height(x, z, 7.0)).max())
    assert errors[0] > 0.1 > 0.05 > errors[1] > errors[2] > errors[3] and errors[4] < 5e-6, errors


def test_without_inversion_it_is_the_height_of_the_label(device, rng):
    sea = flo.Sea(SOME, inversion=0)
    x, z = rng.uniform(-200, 200, (2, 500))
    assert flo.query(sea, x, z, 7.0, device=device).height == \
           pytest.approx(oracle(sea).surface(np.stack([x, z]), 7.0)[1], abs=3e-6)


def test_far_away_and_late(device, rng):
    sea = flo.Sea(SOME, inversion=8)
    x, z = 1e6 + rng.uniform(-50, 50, (2, 200))
    exact = oracle(sea).height(x, z, 1e5)
    assert flo.query(sea, x, z, 1e5, device=device).height == pytest.approx(exact, abs=2e-5)


def test_devices_agree_to_the_bit(rng):
    sea = flo.Sea.jonswap(2.5, 8)
    x, z = rng.uniform(-1e4, 1e4, (2, 3000))
    answers = []
    for info in flo.devices():
        if info.available and info.exact:
            with flo.Device(info.name) as device:
                answers.append(flo.query(sea, x, z, 99.0, normal=True, velocity=True, residual=True, device=device))
    assert len(answers) > 1
    for other in answers[1:]:
        for name in ("height", "normal", "velocity", "residual"):
            assert getattr(other, name).tobytes() == getattr(answers[0], name).tobytes()


def test_shapes(simd, sea):
    x = np.linspace(0, 100, 24).reshape(2, 3, 4)
    answer = flo.query(sea, x, x, 5.0, normal=True, velocity=True, residual=True, device=simd)
    flat = flo.query(sea, x.ravel(), x.ravel(), 5.0, normal=True, device=simd)
    assert answer.height.shape == answer.residual.shape == (2, 3, 4) and answer.normal.shape == (3, 2, 3, 4)
    assert answer.height.dtype == np.float64 and answer.normal.dtype == np.float32
    assert (answer.height.ravel() == flat.height).all() and (answer.normal.reshape(3, -1) == flat.normal).all()
    one = flo.query(sea, 0.0, 0.0, 5.0, normal=True, device=simd)
    assert one.height.shape == () and one.normal.shape == (3,) and float(one.height) == flat.height[0]
    none = flo.query(sea, [], [], device=simd)
    assert none.height.shape == (0,)


def test_by_default_there_is_a_device(sea):
    assert flo.query(sea, 0, 0).height == flo.query(sea, 0, 0, device=flo.default_device()).height
    assert flo.default_device() is flo.default_device()
