# SPDX-License-Identifier: MIT
"""Fleets against closed forms, and against the command."""

import json
import subprocess

import numpy as np
import pytest

import flotilla as flo

CUBE = {"mass": 512.5, "box": {"size": [1, 1, 1], "grid": [3, 3, 3]}, "buoyancy": {"law": "archimedes"}}


def test_a_barge_comes_to_rest_at_its_draft(device):
    barge = flo.Hull(mass=1025, box={"size": [2, 1, 2], "grid": [4, 1, 4]}, buoyancy={"law": "archimedes"},
                     damping={"vertical": 2, "angular": 1})
    with flo.Fleet(flo.Sea(), flo.Bodies(barge, [[0, 0.5, 0], [9, 1, 0]]), device=device) as fleet:
        fleet.step(1 / 60, 1800)
        assert 0.5 - fleet.positions[:, 1] == pytest.approx(0.25, abs=1e-4)
        assert fleet.forces()["force"][:, 1] == pytest.approx(0, abs=0.05)
        assert fleet.forces(gravity=False)["force"][:, 1] == pytest.approx(1025 * 9.81, rel=1e-4)


def test_a_cube_bobs_with_its_period(device):
    period = 2 * np.pi * np.sqrt(0.5 / 9.81)
    with flo.Fleet(flo.Sea(), flo.Bodies(flo.Hull(**CUBE), [0, 0.1, 0]), device=device) as fleet:
        heights = []
        for _ in range(8):
            fleet.step(period / 800, 100)
            heights.append(fleet.positions[0, 1])
    # A step's end is known to half a step: 0.1 m * pi / 800.
    assert heights == pytest.approx([0.1 * np.cos(i * np.pi / 4) for i in range(1, 9)], abs=4.5e-4)


def test_free_fall(simd):
    with flo.Fleet(flo.Sea(), flo.Bodies(flo.Hull(**CUBE), [0, 100, 0], velocity=[3, 0, -1]), device=simd) as fleet:
        fleet.step(0.001, 1000)
        assert fleet.positions[0] == pytest.approx([3, 100 - 9.81 / 2, -1], abs=0.006)
        assert fleet.velocities[0] == pytest.approx([3, -9.81, -1], abs=1e-3)
        assert fleet.time == pytest.approx(1) and fleet.report().steps == 1000


def test_a_push_from_outside(simd):
    hull = flo.Hull(**CUBE)
    with flo.Fleet(flo.Sea(), flo.Bodies(hull, [[0, 100, 0]] * 2), device=simd) as fleet:
        controls = flo.controls(2)
        controls["force"][1], controls["torque"][1] = [512.5, 0, 0], [0, hull.info.inertia[1], 0]
        fleet.control(controls)
        fleet.step(0.01, 100)
        assert fleet.velocities[:, 0] == pytest.approx([0, 1], abs=1e-4)
        assert fleet.angular_velocities[:, 1] == pytest.approx([0, 1], abs=1e-3)


def test_thrust_along_the_heading(simd):
    hull = flo.Hull(mass=1000, inertia=[900, 1100, 300], points=[[0, -1, 0]],
                    thrust={"power": 500, "position": [0, -1, 0]},
                    buoyancy={"law": "proportional", "reference_depth": 0.5})
    with flo.Fleet(flo.Sea(), flo.Bodies(hull, [0, -3, 0], heading=0.6), device=simd) as fleet:
        controls = flo.controls(1)
        controls["throttle"] = 0.5
        fleet.control(controls)
        force = fleet.forces()["force"][0]
        assert force == pytest.approx([250 * np.sin(0.6), 0, 250 * np.cos(0.6)], abs=0.02)


def test_modes(simd, sea, boat):
    kinematic = flo.controls(1)
    kinematic["velocity"], kinematic["smoothing"] = [2, 0], 4
    bodies = [flo.Bodies(boat, [0, 0, 0]), flo.Bodies(boat, [50, 0, 0], mode="transform"),
              flo.Bodies(boat, [90, 0, 0], mode=flo.Mode.KINEMATIC, controls=kinematic)]
    with flo.Fleet(sea, bodies, device=simd) as fleet:
        fleet.step(0.01, 100)
        positions = fleet.positions
        assert positions[1, 0] == 50 and positions[2, 0] == pytest.approx(92, abs=1e-4)


def test_samples_add_up(fleet):
    samples = flo.SampleLoads.empty(int(fleet.samples.sum()))
    fleet.step(1 / 60, 30)
    loads = fleet.forces(1 / 60, gravity=False, samples=samples)
    assert fleet.samples.tolist() == [4] * 6
    assert loads["submerged"] == pytest.approx(samples.submersion.clip(0, 1).reshape(6, 4).mean(1), abs=1e-5)
    # What damps the centre of mass is no sample's, so that only what is across adds up exactly.
    assert loads["force"][:, 0] == pytest.approx(samples.force[0].reshape(6, 4).sum(1), abs=1e-2)
    wanted = flo.SampleLoads.empty(24, "height")
    fleet.forces(1 / 60, samples=wanted)
    assert (wanted.height == samples.height).all()


def test_heights_above_samples_are_those_of_a_query(simd, sea, boat):
    with flo.Fleet(sea, flo.Bodies(boat, [[3, 0, 4]]), device=simd, waves="direct") as fleet:
        samples = flo.SampleLoads.empty(4, "height", "normal")
        fleet.forces(samples=samples)
    points = np.array([[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]]) + [3, 0, 4]
    there = flo.query(sea, points[:, 0].copy(), points[:, 2].copy(), device=simd, normal=True)
    # What two evaluations leave, from two starts: some 2e-7 m of heights here.
    assert samples.height == pytest.approx(there.height, abs=2e-6)
    assert samples.normal == pytest.approx(there.normal, abs=5e-5)


def test_states_come_back(fleet, rng):
    states = flo.states(6)
    states["position"] = rng.uniform(-5, 5, (6, 3))
    states["orientation"] = flo.heading_orientation(rng.uniform(-3, 3, 6))
    states["velocity"], states["angular_velocity"] = rng.uniform(-1, 1, (2, 6, 3))
    fleet.write(states)
    again = fleet.read()
    assert again["position"] == pytest.approx(states["position"], abs=1e-7)
    for name in ("orientation", "velocity", "angular_velocity"):
        assert again[name] == pytest.approx(states[name], abs=1e-6)
    assert fleet.read(2, 3).tobytes() == again[2:5].tobytes()
    assert (fleet.positions == again["position"]).all() and (fleet.orientations == again["orientation"]).all()
    assert (fleet.velocities == again["velocity"]).all()
    assert fleet.positions.flags.c_contiguous


def test_single_bodies_are_reset_and_no_other(fleet):
    fleet.step(1 / 60, 60)
    before = fleet.read()
    fresh = flo.states(3)
    fresh["position"] = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    fleet.write(fresh, bodies=[5, 1, 2])
    after = fleet.read()
    assert after["position"][[5, 1, 2]] == pytest.approx(fresh["position"], abs=1e-6)
    for untouched in (0, 3, 4):
        assert after[untouched].tobytes() == before[untouched].tobytes()
    fleet.write(fresh[:1], bodies=np.array([3]))
    assert fleet.positions[3] == pytest.approx([1, 2, 3], abs=1e-6)


def test_writing_parts_of_states(fleet):
    fleet.step(1 / 60, 60)
    before = fleet.read()
    fleet.write(first=1, velocity=[[1, 0, 0], [0, 0, 1]])
    fleet.write(position=[5, 0, 5], bodies=[4])
    after = fleet.read()
    assert after["velocity"][1:3] == pytest.approx(np.array([[1, 0, 0], [0, 0, 1]]), abs=1e-6)
    assert after["position"][1:4] == pytest.approx(before["position"][1:4], abs=1e-6)
    assert after["position"][4] == pytest.approx([5, 0, 5], abs=1e-6)
    assert after["velocity"][4] == pytest.approx(before["velocity"][4], abs=1e-5)


def test_a_bad_body_stops_alone(fleet, sea, boat):
    twin = flo.Fleet(sea, flo.Bodies(boat, fleet.positions), device=fleet.device)
    states = fleet.read()
    states["position"][2, 1] = np.nan
    with pytest.raises(flo.BadBodyError, match="body 2.*position") as caught:
        fleet.write(states)
    assert caught.value.status == flo.Status.BAD_BODY and isinstance(caught.value, ValueError)
    with pytest.raises(flo.BadBodyError):
        fleet.step(1 / 60, 10)
    twin.step(1 / 60, 10)
    report = fleet.report()
    assert (report.bad_bodies, report.first_bad_body, report.steps) == (1, 2, 10)
    assert list(fleet.bad()) == [2] and fleet.bad().dtype == np.int64 and list(twin.bad()) == []
    fleet.write(twin.read(2, 1), first=2)
    assert fleet.positions == pytest.approx(twin.positions, abs=1e-6)
    assert fleet.report().bad_bodies == 0 and len(fleet.bad()) == 0
    fleet.step(1 / 60)


def test_every_device_has_the_same_hash(sea, boat):
    hashes = []
    for info in flo.devices():
        if not (info.available and info.exact):
            continue
        with flo.Device(info.name) as device, flo.Fleet(sea, flo.Bodies(boat, [[9 * i, 0, 0] for i in range(20)]),
                                                        device=device) as fleet:
            fleet.step(1 / 60, 50)
            hashes.append(fleet.hash())
    assert len(hashes) > 1 and len(set(hashes)) == 1


def test_the_command_has_the_same_hash(build, tmp_path, simd):
    command = build / "flotilla"
    if not command.exists():
        pytest.skip(f"there is no {command}")
    (tmp_path / "scene.yaml").write_text("""
sea: {spectrum: {type: jonswap, hs: 1.5, tp: 6, components: 40, seed: 3}}
hulls:
  boat:
    mass: 1000
    inertia: [900, 1100, 300]
    center_of_mass: [0, -0.25, 0]
    points: [[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]]
    buoyancy: {law: proportional, reference_depth: 0.5, bias: 1.5}
    damping: {vertical: 3, angular: 1}
    drag: {quadratic: 0.05, local: [2, 1, 0.25]}
    thrust: {power: 4000, position: [0, -0.25, -2]}
bodies:
  - {hull: boat, position: [0, 0.5, 0], throttle: 0.5}
  - {hull: boat, position: [20, 0.5, 10], throttle: 0.5}
""")
    subprocess.run([command, "run", "scene.yaml", "--steps", "120", "--out", "out", "--device", "scalar"], cwd=tmp_path,
                   check=True, capture_output=True)
    boat = flo.Hull(mass=1000, inertia=[900, 1100, 300], center_of_mass=[0, -0.25, 0],
                    points=[[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]],
                    buoyancy={"law": "proportional", "reference_depth": 0.5, "bias": 1.5},
                    damping={"vertical": 3, "angular": 1}, drag={"quadratic": 0.05, "local": [2, 1, 0.25]},
                    thrust={"power": 4000, "position": [0, -0.25, -2]})
    controls = flo.controls(2)
    controls["throttle"] = 0.5
    sea = flo.Sea.jonswap(1.5, 6, components=40, seed=3)
    bodies = flo.Bodies(boat, [[0, 0.5, 0], [20, 0.5, 10]], controls=controls)
    with flo.Fleet(sea, bodies, device=simd) as fleet:
        fleet.step(1 / 60, 120)
        assert json.loads((tmp_path / "out" / "summary.json").read_text())["state_hash"] == f"{fleet.hash():016x}"


def test_profile(sea, boat):
    with flo.Device("simd", profile=True) as device, flo.Fleet(sea, flo.Bodies(boat), device=device) as fleet:
        fleet.step(1 / 60, 10)
        entries = {entry.name: entry for entry in device.profile()}
        assert any(entry.launches >= 10 and entry.seconds > 0 for entry in entries.values()), entries


def test_summation_is_told(fleet, simd, sea, boat):
    assert fleet.summation(3).waves == 64 and fleet.summation().degree in (4, 6, 8)
    with flo.Fleet(sea, flo.Bodies(boat), device=simd, waves="direct") as direct:
        assert direct.summation().degree == 0


def test_time_can_be_set(fleet):
    fleet.time = 77.5
    assert fleet.time == fleet.report().time == 77.5


def test_nobody_on_board(simd, sea):
    with flo.Fleet(sea, device=simd) as empty:
        empty.step(0.1, 3)
        assert len(empty) == 0 and empty.read().shape == (0,) and empty.forces().shape == (0,)
        assert empty.time == pytest.approx(0.3)
        for dt in (np.nan, -1, 11):
            with pytest.raises(flo.BadValueError, match="dt is"):
                empty.forces(dt)


def test_no_loads_are_asked_for(fleet):
    before = fleet.snapshot()
    assert fleet.forces(1 / 60, count=0).shape == (0,) and fleet.forces(first=6, look=True).shape == (0,)
    assert fleet.forces(first=3, count=0, samples=flo.SampleLoads.empty(0)).shape == (0,)
    assert fleet.snapshot() == before


def test_bodies_come_and_go(fleet, boat):
    fleet.step(1 / 60, 30)
    before = fleet.read()
    box = flo.Hull(mass=600, box={"size": [1, 1, 2], "grid": [2, 2, 4]}, buoyancy={"law": "archimedes"})
    assert fleet.add([flo.Bodies(box, [[0, 1, 90]] * 2), flo.Bodies(boat, [5, 0, 99])]) == 6
    assert len(fleet) == 9 and fleet.samples.tolist() == [4] * 6 + [16, 16, 4]
    after = fleet.read()
    assert after[:6].tobytes() == before.tobytes()
    assert after["position"][6:] == pytest.approx(np.array([[0, 1, 90], [0, 1, 90], [5, 0, 99]]), abs=1e-6)
    fleet.remove(1, 2)
    fleet.remove(4)
    assert len(fleet) == 6 and fleet.samples.tolist() == [4] * 4 + [16, 4]
    assert fleet.read().tobytes() == np.delete(after, [1, 2, 6]).tobytes()
    samples = flo.SampleLoads.empty(36)
    fleet.forces(samples=samples)
    assert np.isfinite(samples.height).all()
    fleet.step(1 / 60, 10)


def test_others_do_not_feel_it(simd, sea, boat):
    places = [[20 * i, 0, 5 * i] for i in range(6)]
    with flo.Fleet(sea, flo.Bodies(boat, places), device=simd) as busy, \
            flo.Fleet(sea, flo.Bodies(boat, places), device=simd) as quiet:
        busy.add(flo.Bodies(boat, [7, 0, 7]))
        busy.step(1 / 60, 20)
        busy.remove(6)
        busy.step(1 / 60, 20)
        quiet.step(1 / 60, 40)
        assert busy.hash() == quiet.hash()


def test_a_sea_for_each_group(simd):
    cube = flo.Hull(mass=512.5, box={"size": [1, 1, 1], "grid": [3, 3, 3]}, buoyancy={"law": "archimedes"})
    low, high = flo.Sea(level=-2), flo.Sea(level=5)
    bodies = [flo.Bodies(cube, [0, 0, 0], sea=low), flo.Bodies(cube, [9, 0, 0]), flo.Bodies(cube, [18, 0, 0], sea=high)]
    with flo.Fleet(flo.Sea(), bodies, device=simd) as fleet:
        low.close(), high.close()
        submerged = fleet.forces()["submerged"]
        assert submerged == pytest.approx([0, 0.5, 1])
        fleet.set_sea(flo.Sea(level=-5))
        assert fleet.forces()["submerged"] == pytest.approx([0, 0, 0])
        fleet.set_sea(flo.Sea(level=5), first=1, count=1)
        assert fleet.forces()["submerged"] == pytest.approx([0, 1, 0])


def test_hashes_go_on(simd, sea, boat):
    places = np.array([[20 * i, 0, 5 * i] for i in range(6)])
    with flo.Fleet(sea, flo.Bodies(boat, places), device=simd) as whole, \
            flo.Fleet(sea, flo.Bodies(boat, places[:2]), device=simd) as front, \
            flo.Fleet(sea, flo.Bodies(boat, places[2:]), device=simd) as back:
        assert back.hash(front.hash()) == whole.hash() != back.hash()


@pytest.mark.parametrize("call, kind, message", [
    (lambda f: f.remove(5, 2), flo.BadValueError, "the fleet has 6"),
    (lambda f: f.remove(-1), ValueError, "first is -1"),
    (lambda f: f.add([3]), TypeError, "bodies holds a int; it must be Bodies"),
    (lambda f: f.set_sea(flo.Sea(), 7), flo.BadValueError, "the fleet has 6"),
    (lambda f: f.hash(-1), ValueError, "before is -1"),
])
def test_what_cannot_come_or_go(fleet, call, kind, message):
    with pytest.raises(kind, match=message):
        call(fleet)
    assert len(fleet) == 6 and len(fleet.samples) == 6
