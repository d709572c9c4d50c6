# SPDX-License-Identifier: MIT
"""Hulls and meshes against what is known of boxes."""

import numpy as np
import pytest

import flotilla as flo

# A box of 2 x 1 x 4 m, its corners by x, y, z; outward triangles.
CORNERS = np.array([[x, y, z] for x in (-1.0, 1) for y in (-0.5, 0.5) for z in (-2.0, 2)])
TRIANGLES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
                      [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]])


def test_a_box():
    info = flo.Hull(mass=600, box={"size": [2, 1, 4], "grid": [2, 2, 4]}, buoyancy={"law": "archimedes"}).info
    assert (info.samples, info.mass, info.volume) == (16, 600, 8)
    assert info.inertia == pytest.approx([600 * (1 + 16) / 12, 600 * (4 + 16) / 12, 600 * (4 + 1) / 12])
    assert info.radius == pytest.approx(np.sqrt(0.5**2 + 0.25**2 + 1.5**2), rel=1e-6)


def test_a_mesh_of_the_same_box():
    mesh = flo.Mesh(CORNERS, TRIANGLES)
    info = mesh.info
    assert (info.vertices, info.triangles, info.open_edges, info.degenerate) == (8, 12, 0, 0)
    assert info.volume == pytest.approx(8) and info.area == pytest.approx(2 * (2 + 8 + 4))
    assert info.low == (-1, -0.5, -2) and info.high == (1, 0.5, 2)
    assert np.diag(info.inertia) == pytest.approx([8 * 17 / 12, 8 * 20 / 12, 8 * 5 / 12])
    for method in ("volume", flo.MeshMethod.PANELS):
        hull = flo.Hull(mass=600, mesh={"vertices": CORNERS, "triangles": TRIANGLES, "method": method},
                        buoyancy={"law": "archimedes"})
        assert hull.info.volume == pytest.approx(8, rel=1e-6)


def test_how_it_floats():
    floats = flo.Mesh(CORNERS, TRIANGLES).floats(4100, density=1025)
    assert floats.draft == pytest.approx(0.5) and floats.volume == pytest.approx(4)
    assert floats.bm == pytest.approx([4 * 8 / 12 / 4, 2 * 64 / 12 / 4])
    assert floats.gm == pytest.approx([4 * 8 / 12 / 4 - 0.25, 2 * 64 / 12 / 4 - 0.25])


def test_tuning_instead_of_depth():
    hull = flo.Hull(mass=100, inertia=[10, 10, 10], points=[[0, 0, 0]], tuning={"settle": 2, "overshoot": 0.1})
    assert hull.info.samples == 1


def test_memory_is_told():
    hull = flo.Hull(mass=600, box={"size": [2, 1, 4], "grid": [2, 2, 4]}, buoyancy={"law": "archimedes"})
    one, many = hull.fleet_memory(1), hull.fleet_memory(1_000_000)
    assert 0 < one < many and 100 < many / 1e6 < 5000
