# SPDX-License-Identifier: MIT
"""The programs in examples/: what they print, and that it is what the same programs in C print."""

import importlib.util
import subprocess
import sys

import numpy as np
import pytest

import flotilla as flo

PRINTED = {
    "query": "0 m along, the water is at 1.500 m\n8.5 m along, the water is at 0.000 m\n"
             "20 m along, the water is at -1.500 m\n",
    "forces": "".join(f"after {0.2 * i * 1.41852:.3f} s it is at {0.1 * np.cos(0.4 * np.pi * i):.3f} m\n"
                      for i in range(1, 6)),
    "fleet": "".join(f"barge {i}: draft 0.2500 m\n" for i in range(0, 1000, 333)),
}


def run(path, *arguments, **more):
    done = subprocess.run([sys.executable, str(path), *arguments], capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PRINTED)
def test_ten_lines(root, build, name):
    printed = run(root / "examples" / f"{name}.py")
    assert printed == PRINTED[name]
    program = build / "examples" / name
    if not program.exists():
        pytest.skip(f"C's is not built: {program}")
    assert subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout == printed


def test_the_manual_runs(root):
    """The Python of docs/python.md, block by block, with what it takes for granted."""
    corners = np.array([[x, y, z] for x in (-9.0, 9) for y in (-9.0, 9) for z in (-60.0, 60)])
    names = {"flo": flo, "x": np.linspace(0, 9, 5), "y": np.full(5, -3.0), "z": np.zeros(5), "steer": 0.1,
             "positions": np.array([[20.0 * i, 0, 0] for i in range(120)]), "vertices": corners, "t": 1.0, "dt": 0.1,
             "triangles": [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
                           [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]], "stormy": flo.Sea.jonswap(4, 9),
             "frequency": np.linspace(0.05, 0.3, 20), "density": np.ones(20), "a1": np.ones(20), "a2": np.ones(20),
             "r1": np.full(20, 0.8), "r2": np.full(20, 0.5), "spectrum": np.ones((20, 8)),
             "d": np.arange(8) * np.pi / 4}
    blocks = (root / "docs" / "python.md").read_text().split("```python\n")[1:]
    assert len(blocks) > 10
    for block in blocks:
        code = block.split("```")[0].replace("range(1000)", "range(3)")
        if "bodies, device" in code:
            names["bodies"] = flo.Bodies(names["boat"])
        if "fleet.time = t" in code:
            names["states"] = names["fleet"].read()
        exec(compile(code, "docs/python.md", "exec"), names)


def test_plot(root, tmp_path):
    pytest.importorskip("matplotlib")
    run(root / "examples" / "plot.py", str(tmp_path))
    for name in ("sea.png", "spectrum.png", "fleet.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG") and (tmp_path / name).stat().st_size > 20_000


@pytest.fixture(scope="module")
def environment(root):
    spec = importlib.util.spec_from_file_location("environment", root / "examples" / "environment.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def still(n):
    return np.zeros((n, 2), np.float32)


def test_the_environment_returns_what_gymnasium_does(environment, simd):
    env = environment.Boats(9, limit=20, device=simd)
    observations, infos = env.reset(seed=4)
    assert observations.shape == (9, 11) and observations.dtype == np.float32 and infos == {}
    assert np.hypot(observations[:, 0], observations[:, 1]) == pytest.approx(environment.FAR / 10, rel=1e-5)
    observations, rewards, terminations, truncations, infos = env.step(still(9))
    assert observations.shape == (9, 11) and rewards.shape == terminations.shape == truncations.shape == (9,)
    assert rewards.dtype == np.float32 and terminations.dtype == truncations.dtype == bool
    assert np.isfinite(observations).all() and not terminations.any() and not truncations.any()
    env.close()


def test_the_environment_is_repeatable(environment, simd):
    tracks = []
    for _ in range(2):
        env = environment.Boats(5, limit=30, device=simd)
        observations, _ = env.reset(seed=11)
        for _ in range(50):
            observations, *_ = env.step(environment.pilot(observations))
        tracks.append(observations.tobytes())
        env.close()
    assert tracks[0] == tracks[1]


def test_episodes_end_and_begin_anew(environment, simd):
    env = environment.Boats(4, limit=5, device=simd)
    env.reset(seed=1)
    env.age[2] = -3                                     # this one began later than the others
    for step in range(1, 10):
        observations, rewards, terminations, truncations, _ = env.step(still(4))
        assert truncations.tolist() == [step == 5, step == 5, step == 8, step == 5]
        if step == 6:                                   # the step after: set back, no reward
            assert rewards[[0, 1, 3]].tolist() == [0, 0, 0] and rewards[2] != 0
            assert env.fleet.positions[0] == pytest.approx(env.home[0], abs=1e-6)
            assert env.fleet.positions[2, 1] != 0
    env.close()


def test_single_boats_are_reset(environment, simd):
    env = environment.Boats(6, device=simd)
    observations, _ = env.reset(seed=2)
    for _ in range(30):
        env.step(environment.pilot(observations))
    before = env.fleet.read()
    mask = np.array([0, 1, 0, 0, 1, 0], bool)
    env.reset(options={"reset_mask": mask})
    after = env.fleet.read()
    assert after[~mask].tobytes() == before[~mask].tobytes()
    assert after["position"][mask] == pytest.approx(env.home[mask], abs=1e-6)
    env.close()


def test_a_boat_that_is_lost_ends_its_episode(environment, simd):
    env = environment.Boats(4, device=simd)
    env.reset(seed=3)
    states = env.fleet.read(3, 1)
    states["position"] = np.nan
    with pytest.raises(flo.BadBodyError):
        env.fleet.write(states, first=3)
    observations, _, terminations, _, _ = env.step(still(4))
    assert terminations.tolist() == [False, False, False, True] and np.isfinite(observations).all()
    _, _, terminations, _, _ = env.step(still(4))
    assert not terminations.any()
    env.close()


def test_the_pilot_gets_there(environment, simd):
    env = environment.Boats(16, limit=600, device=simd)
    observations, _ = env.reset(seed=5)
    reached = np.zeros(16, bool)
    for _ in range(400):
        observations, _, terminations, _, _ = env.step(environment.pilot(observations))
        reached |= terminations & (env.distance < environment.REACHED)     # not those that turned over
    assert reached.mean() > 0.7
    env.close()


def test_the_environment_tells_its_speed(root):
    printed = run(root / "examples" / "environment.py", "64", "20")
    assert "64 boats of 32 points in 64 waves, 20 steps" in printed and "environment steps per second" in printed


def test_the_bench_runs(root):
    printed = run(root / "python" / "bench.py", "--points", "2000", "--turns", "2")
    assert "2000 points, 64 waves" in printed and "in place" in printed
