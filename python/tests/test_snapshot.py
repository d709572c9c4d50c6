# SPDX-License-Identifier: MIT
"""Snapshots: a fleet that goes on from one has the bits of the fleet that never stopped."""

import subprocess

import numpy as np
import pytest

import flotilla as flo

BOAT = {"mass": 600, "box": {"size": [1.5, 1, 2], "grid": [3, 3, 4]}, "buoyancy": {"law": "archimedes"},
        "push": {"strength": 0.5}, "damping": {"vertical": 1, "angular": 0.5}}


def make(device, mass=600):
    sea = flo.Sea.jonswap(1.5, 6, components=12)
    boats = flo.Bodies(flo.Hull(**{**BOAT, "mass": mass}), [[9.0 * i, 0.2, -4.0 * i] for i in range(70)])
    return flo.Fleet(sea, boats, device=device)


def go(fleet):
    controls = flo.controls(len(fleet))
    controls["force"][:, 0] = 300
    fleet.step(1 / 50, 40)
    fleet.control(controls)
    fleet.step(1 / 60, 20)


def test_it_goes_on_as_if_never_stopped(device, simd, tmp_path):
    with make(simd) as whole, make(device) as other:
        go(whole)
        whole.save(tmp_path / "a.flo")
        assert (tmp_path / "a.flo").read_bytes() == whole.snapshot()
        whole.step(1 / 60, 30)
        other.load(str(tmp_path / "a.flo"))
        assert other.report().steps == 60
        other.step(1 / 60, 30)
        assert other.hash() == whole.hash() and other.report() == whole.report()
        assert (other.read() == whole.read()).all()
        assert other.snapshot() == whole.snapshot()


def test_memory_goes_on_as_well(simd):
    with make(simd) as fleet:
        go(fleet)
        saved = fleet.snapshot()
        fleet.step(1 / 60, 10)
        right = fleet.hash()
        for again in (saved, bytearray(saved), memoryview(saved), np.frombuffer(saved, np.uint8)):
            fleet.restore(again)
            fleet.step(1 / 60, 10)
            assert fleet.hash() == right


def test_bodies_that_were_stopped_stay_so(simd):
    with make(simd) as fleet, make(simd) as other:
        states = flo.states(2)
        states["position"][:, 0] = np.nan
        with pytest.raises(flo.BadBodyError):
            fleet.write(states, bodies=[3, 41])
        other.restore(fleet.snapshot())
        assert list(other.bad()) == [3, 41] and other.report().bad_bodies == 2
        assert len(make(simd).bad()) == 0


def test_what_is_not_its_own_is_refused_and_changes_nothing(simd, tmp_path):
    with make(simd) as fleet, make(simd, mass=601) as heavier:
        go(fleet)
        saved = fleet.snapshot()
        before = heavier.snapshot()
        with pytest.raises(flo.BadValueError, match="mass of the hull of body 0 is 600 there, and 601 here"):
            heavier.restore(saved)
        assert heavier.snapshot() == before
        for damaged in (b"", saved[:-1], saved + b"x", saved[:99] + b"\xff" + saved[100:]):
            (tmp_path / "damaged.flo").write_bytes(damaged)
            for kind in (flo.BadFileError, flo.FileError, OSError, flo.BadValueError, ValueError):
                with pytest.raises(kind, match="it is"):
                    fleet.restore(damaged)
                with pytest.raises(kind, match="damaged.flo"):
                    fleet.load(tmp_path / "damaged.flo")
        with pytest.raises(flo.FileError, match="none.flo"):
            fleet.load(tmp_path / "none.flo")
        with pytest.raises(flo.FileError, match="cannot write"):
            fleet.save(tmp_path / "no" / "where.flo")
        with pytest.raises(TypeError):
            fleet.restore("text")
        assert fleet.snapshot() == saved


@pytest.mark.parametrize("name", ["aa\0bb.flo", "\0", "aa\0", b"aa\0bb.flo"])
def test_a_path_is_not_cut_off_at_a_null(simd, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "aa").write_text("keep")
    with make(simd) as fleet:
        for call in (fleet.save, fleet.load):
            with pytest.raises(ValueError, match="path is .*without null bytes"):
                call(name)
    assert [path.name for path in tmp_path.iterdir()] == ["aa"] and (tmp_path / "aa").read_text() == "keep"


def test_a_run_of_the_command_goes_on_here(build, tmp_path, simd):
    command = build / "flotilla"
    if not command.exists():
        pytest.skip("the command is not built")
    scene = tmp_path / "scene.yaml"
    scene.write_text("""
time: {step: 0.02, steps: 90}
sea: {waves: [{amplitude: 0.5, wavelength: 30}]}
hulls:
  crate:
    mass: 600
    box: {size: [1.5, 1, 2], grid: [3, 3, 4]}
    buoyancy: {law: archimedes}
bodies: [{hull: crate, count: 4, spacing: 20}]
""")
    subprocess.run([command, "run", scene, "--device", "simd", "--out", tmp_path / "out", "--snapshot", "60", "--quiet"],
                   check=True)
    sea = flo.Sea([{"amplitude": 0.5, "wavelength": 30}])
    crate = flo.Hull(mass=600, box={"size": [1.5, 1, 2], "grid": [3, 3, 4]}, buoyancy={"law": "archimedes"})
    with flo.Fleet(sea, flo.Bodies(crate, [[0, 0, 0]] * 4), device=simd) as fleet:
        fleet.load(tmp_path / "out" / "snapshot-60.flo")
        fleet.step(0.02, 30)
        end = fleet.hash()
        fleet.load(tmp_path / "out" / "snapshot-90.flo")
        assert fleet.hash() == end
