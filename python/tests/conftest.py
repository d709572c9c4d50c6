# SPDX-License-Identifier: MIT
"""What the tests share.  They test the package that is installed, against a checkout where they lie in one:
$FLOTILLA_ROOT (its root), $FLOTILLA_BUILD (where it was built)."""

import os
from pathlib import Path

import numpy as np
import pytest

import flotilla as flo

ROOT = Path(os.environ.get("FLOTILLA_ROOT") or Path(__file__).resolve().parents[2])
BUILD = Path(os.environ.get("FLOTILLA_BUILD") or ROOT / "build")


@pytest.fixture(scope="session")
def root():
    if not (ROOT / "host" / "flotilla.h").exists():
        pytest.skip("the tests do not lie in a checkout")
    return ROOT


@pytest.fixture(scope="session")
def build():
    return BUILD


@pytest.fixture(scope="session", params=["scalar", "simd"])
def device(request):
    with flo.Device(request.param, threads=1) as opened:
        yield opened


@pytest.fixture(scope="session")
def simd():
    with flo.Device("simd", threads=1) as opened:
        yield opened


@pytest.fixture
def rng():
    return np.random.default_rng(20190206)


@pytest.fixture(scope="session")
def boat():
    """1000 kg on four points."""
    return flo.Hull(mass=1000, inertia=[900, 1100, 300], center_of_mass=[0, -0.3, 0],
                    points=[[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]],
                    buoyancy={"law": "proportional", "reference_depth": 0.5, "bias": 1.5},
                    damping={"vertical": 3, "angular": 1}, thrust={"power": 4000, "position": [0, -0.2, -2]})


@pytest.fixture(scope="session")
def sea():
    return flo.Sea.jonswap(1.5, 6)


@pytest.fixture
def fleet(simd, sea, boat):
    with flo.Fleet(sea, flo.Bodies(boat, [[20 * i, 0, 5 * i] for i in range(6)]), device=simd) as made:
        yield made
