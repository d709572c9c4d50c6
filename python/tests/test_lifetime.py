# SPDX-License-Identifier: MIT
"""Who may go when, and which threads may do what."""

import gc
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import flotilla as flo
from flotilla import _device
from flotilla._native import lib


class Counter:
    """The library, counting devices and fleets that come and go."""

    def __init__(self):
        self.log = []

    def __getattr__(self, name):
        if name in ("flo_fleet_destroy", "flo_device_close"):
            self.log.append(name.split("_")[1])
        return getattr(lib, name)


@pytest.fixture
def log(monkeypatch):
    gc.collect()                                    # what other tests left
    counter = Counter()
    monkeypatch.setattr(_device, "lib", counter)
    return counter.log


def make(sea, boat):
    device = flo.Device("simd", threads=1)
    return device, flo.Fleet(sea, flo.Bodies(boat), device=device)


def test_a_fleet_keeps_its_device(log, sea, boat):
    device, fleet = make(sea, boat)
    gone = weakref.ref(device)
    del device
    gc.collect()
    assert gone() is fleet.device and log == []
    fleet.step(0.1)
    del fleet
    gc.collect()
    assert log == ["fleet", "device"] and gone() is None


def test_a_closed_device_takes_its_fleets_along(log, sea, boat):
    device, fleet = make(sea, boat)
    device.close()
    assert log == ["fleet", "device"] and fleet.closed and device.closed
    device.close(), fleet.close()
    assert log == ["fleet", "device"]
    with pytest.raises(ValueError, match="the fleet is closed"):
        fleet.step(0.1)
    with pytest.raises(ValueError, match="the device is closed"):
        device.info
    with pytest.raises(ValueError, match="the device is closed"):
        flo.query(sea, 0, 0, device=device)
    with pytest.raises(ValueError, match="the device is closed"):
        flo.Fleet(sea, device=device)
    assert repr(device) == "<Device: closed>" and repr(fleet) == "<Fleet: closed>"


def test_a_ring_of_objects_is_collected(log, sea, boat):
    for _ in range(5):
        device, fleet = make(sea, boat)
        device.ring, fleet.ring = fleet, device
        del device, fleet
    gc.collect()
    assert sorted(log) == ["device"] * 5 + ["fleet"] * 5
    for i in range(1, 11):
        assert log[:i].count("device") <= log[:i].count("fleet")


def test_seas_and_hulls_may_go_before_the_fleet(simd):
    sea = flo.Sea.jonswap(1, 6)
    hull = flo.Hull(mass=600, box={"size": [2, 1, 4], "grid": [2, 1, 4]}, buoyancy={"law": "archimedes"})
    bodies = flo.Bodies(hull)
    with flo.Fleet(sea, bodies, device=simd) as fleet:
        sea.close(), hull.close()
        sea.close(), hull.close()
        del sea, bodies, hull
        gc.collect()
        fleet.step(0.1, 10)


def test_use_after_close(simd, boat):
    with flo.Sea() as sea, flo.Hull(mass=1, inertia=[1, 1, 1], points=[[0, 0, 0]],
                                    buoyancy={"reference_depth": 1}) as hull:
        bodies = flo.Bodies(hull)
    for call in (lambda: sea.info, lambda: sea.waves, lambda: flo.query(sea, 0, 0, device=simd),
                 lambda: flo.Fleet(sea, flo.Bodies(boat), device=simd)):
        with pytest.raises(ValueError, match="the sea is closed"):
            call()
    for call in (lambda: hull.info, lambda: hull.fleet_memory(3), lambda: flo.Fleet(flo.Sea(), bodies, device=simd)):
        with pytest.raises(ValueError, match="the hull is closed"):
            call()
    assert repr(sea) == "<Sea: closed>" and repr(hull) == "<Hull: closed>" and sea.closed and hull.closed
    with flo.Fleet(flo.Sea(), flo.Bodies(boat), device=simd) as fleet:
        pass
    for call in (fleet.read, fleet.report, fleet.hash, fleet.forces, lambda: fleet.write(flo.states(1)),
                 lambda: fleet.control(flo.controls(1)), lambda: fleet.time, fleet.summation):
        with pytest.raises(ValueError, match="the fleet is closed"):
            call()


def test_a_failed_fleet_leaves_nothing(log, sea, boat):
    device = flo.Device("simd", threads=1)
    for _ in range(3):
        with pytest.raises(flo.FlotillaError):
            flo.Fleet(sea, flo.Bodies(boat, [0, np.inf, 0]), device=device)
    device.close()
    assert log == ["device"]


def test_the_end_of_a_program_is_quiet():
    program = ("import flotilla as flo\n"
               "boat = flo.Hull(mass=1, inertia=[1, 1, 1], points=[[0, 0, 0]], buoyancy={'reference_depth': 1})\n"
               "sea = flo.Sea.jonswap(1, 5)\n"
               "fleets = [flo.Fleet(sea, flo.Bodies(boat), device=flo.Device('simd')) for _ in '12']\n"
               "flo.query(flo.Sea(), 0, 0)\n"
               "fleets.append(fleets)\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_threads_that_share_a_device(simd, sea, rng):
    x, z = rng.uniform(-500, 500, (2, 2000))
    want = [flo.query(sea, x, z, float(t), device=simd).height.tobytes() for t in range(8)]
    wrong = []

    def work(t):
        for _ in range(20):
            if flo.query(sea, x, z, float(t), device=simd).height.tobytes() != want[t]:
                wrong.append(t)

    threads = [threading.Thread(target=work, args=(t,)) for t in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_threads_have_default_devices_of_their_own():
    seen = [flo.default_device()]
    thread = threading.Thread(target=lambda: seen.append(flo.default_device()))
    thread.start()
    thread.join()
    assert seen[0] is not seen[1]
    flo.default_device().close()
    assert not flo.default_device().closed


def test_messages_are_those_of_the_thread(simd, sea):
    wrong = []

    def work(i):
        for _ in range(200):
            try:
                flo.Sea(gravity=-float(i))
            except flo.BadValueError as error:
                if f"is -{i}" not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_interpreter_is_free_during_calls(simd, boat):
    """While C works, Python goes on: seen by what another thread gets done in the middle of one call."""
    sea = flo.Sea.jonswap(1, 6, components=500)
    x = np.linspace(0, 1e5, 300_000)
    ticks, running = [], threading.Event()

    def tick():
        running.set()
        while running.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    running.wait()
    begin = time.perf_counter()
    flo.query(sea, x, x, device=simd)
    end = time.perf_counter()
    running.clear()
    thread.join()
    inside = [t for t in ticks if begin + 0.2 * (end - begin) < t < end - 0.2 * (end - begin)]
    assert len(inside) > 3, (len(inside), end - begin)


def resident():
    """Bytes of memory that this process has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_memory_is_given_back():
    waves = flo.Sea.jonswap(1, 6, components=20_000).waves
    points = np.random.default_rng(1).uniform(-1, 1, (10_000, 3))

    def come_and_go():
        flo.Sea(waves)
        flo.Hull(mass=1, inertia=[1, 1, 1], points=points, buoyancy={"reference_depth": 1}).close()

    for _ in range(5):
        come_and_go()
    before = resident()
    for _ in range(60):
        come_and_go()
    assert resident() - before < 8e6            # lost, the hulls alone would be 15 MB and more
