# SPDX-License-Identifier: MIT
"""Seas: what they are made of, and what they say that they are."""

import numpy as np
import pytest

import flotilla as flo

MAKERS = {"jonswap": lambda **more: flo.Sea.jonswap(2.5, 8, **more),
          "pierson_moskowitz": lambda **more: flo.Sea.pierson_moskowitz(2.5, 8, **more),
          "tma": lambda **more: flo.Sea.tma(2.5, 8, 15.0, **more)}


@pytest.mark.parametrize("maker", MAKERS)
def test_spectra_have_their_wave_height(maker):
    sea = MAKERS[maker](components=300, heading=0.7, seed=5)
    info, waves = sea.info, sea.waves
    assert info.waves == len(waves) == 300
    assert 4 * np.sqrt((waves["amplitude"] ** 2).sum() / 2) == pytest.approx(2.5, rel=1e-9)
    assert info.significant_wave_height == pytest.approx(2.5, rel=1e-9)
    assert info.peak_period == pytest.approx(8, rel=0.05)
    assert info.mean_heading == pytest.approx(0.7, abs=0.1)
    assert info.amplitude_sum == pytest.approx(waves["amplitude"].sum(), rel=1e-12)


def test_waves_obey_dispersion():
    deep, shallow = flo.Sea.jonswap(2, 8).waves, flo.Sea.tma(2, 8, 10.0).waves
    sigma = 2 * np.pi / deep["period"]
    assert deep["wavelength"] == pytest.approx(2 * np.pi * 9.81 / sigma**2, rel=1e-12)
    k = 2 * np.pi / shallow["wavelength"]
    assert (2 * np.pi / shallow["period"]) ** 2 == pytest.approx(9.81 * k * np.tanh(10 * k), rel=1e-9)


def test_seeds():
    assert flo.Sea.jonswap(2, 8, seed=1).waves.tobytes() == flo.Sea.jonswap(2, 8).waves.tobytes()
    assert flo.Sea.jonswap(2, 8, seed=2).waves.tobytes() != flo.Sea.jonswap(2, 8).waves.tobytes()
    assert len(flo.Sea.jonswap(2, 8, seed=2**64 - 1).waves) == 64


def test_long_crested_waves_all_go_one_way():
    assert flo.Sea.jonswap(2, 8, spreading=0, heading=1.25).waves["heading"] == pytest.approx(1.25)


def test_waves_make_the_same_sea_again(simd, rng):
    sea = flo.Sea.jonswap(2, 8)
    waves = sea.waves
    waves["period"] = 0
    again = flo.Sea(waves)
    x, z = rng.uniform(-500, 500, (2, 100))
    assert flo.query(again, x, z, 3, device=simd).height == \
           pytest.approx(flo.query(sea, x, z, 3, device=simd).height, abs=3e-6)


def test_dicts_and_arrays_are_the_same(simd):
    array = np.zeros(2, flo.WAVE)
    array["amplitude"], array["wavelength"], array["heading"] = [1, 0.5], [40, 20], [0, 1]
    dicts = [{"amplitude": 1, "wavelength": 40}, {"amplitude": 0.5, "wavelength": 20, "heading": 1}]
    assert flo.Sea(array).waves.tobytes() == flo.Sea(dicts).waves.tobytes()


def test_a_record():
    """A buoy's spectrum of a single narrow peak, whose directions are known."""
    frequency = np.arange(0.03, 0.40, 0.01)
    density = np.exp(-(((frequency - 0.12) / 0.02) ** 2) / 2)
    width = np.full_like(frequency, 0.01)
    come_from = np.full_like(frequency, np.radians(90))         # from the east, so that they travel west: -x
    narrow, second = np.full_like(frequency, 0.95), np.full_like(frequency, 0.85)
    given = {"bandwidth": width, "alpha1": come_from, "alpha2": come_from, "r1": narrow, "r2": second}
    height = 4 * np.sqrt((density * width).sum())
    told = flo.record_info(frequency, density, **given)
    assert told.significant_wave_height == pytest.approx(height, rel=1e-12)
    assert told.peak_period == pytest.approx(1 / 0.12, rel=1e-9)
    assert told.mean_direction == pytest.approx(np.pi / 2, rel=1e-12)
    sea = flo.Sea.from_record(frequency, density, components=200, density=1000, **given)
    assert sea.info.significant_wave_height == pytest.approx(height, rel=1e-6)
    assert sea.info.mean_heading == pytest.approx(-np.pi / 2, abs=0.05)
    assert len(flo.record_waves(frequency, density, components=10)) == 10
    assert np.isnan(flo.record_info(frequency, density).mean_direction)


def test_a_record_of_directions():
    """Bands by directions, as a wave model gives them: all energy comes from the south-west."""
    frequency, direction = np.linspace(0.05, 0.35, 31), np.radians(np.arange(0, 360, 10))
    density = np.exp(-(((frequency - 0.1) / 0.02) ** 2) / 2)[:, None] * \
        np.exp(-(((direction - np.radians(225)) / 0.2) ** 2) / 2)
    # The trapezoid rule over frequencies, and whole sectors.
    width = np.full(31, 0.01)
    width[[0, -1]] = 0.005
    height = 4 * np.sqrt((density * width[:, None]).sum() * np.radians(10))
    assert flo.record_info(frequency, density, direction=direction).significant_wave_height == \
           pytest.approx(height, rel=1e-9)
    sea = flo.Sea.from_record(frequency, density, direction=direction, components=300)
    assert sea.info.significant_wave_height == pytest.approx(height, rel=1e-6)
    # They travel to the north-east: -z and +x, a quarter turn and a half from +z towards +x.
    assert sea.info.mean_heading == pytest.approx(np.radians(135), abs=0.05)
    assert sea.info.peak_period == pytest.approx(10, rel=0.05)


def test_what_it_says():
    assert repr(flo.Sea.jonswap(2, 8)).startswith("<Sea: 64 waves, Hs 2 m, Tp 8")
    assert flo.Sea().info.waves == 0 and len(flo.Sea().waves) == 0


def test_waves_of_a_sea_make_it_again(device):
    sea = flo.Sea.jonswap(2, 8, components=64)
    again = flo.Sea(sea.waves)
    x = np.linspace(-1e5, 1e5, 50)
    assert again.waves.tobytes() == sea.waves.tobytes()
    one, other = (flo.query(s, x, -x, 1e11, device=device).height for s in (sea, again))
    assert np.array_equal(one, other)
