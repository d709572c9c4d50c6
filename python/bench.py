# SPDX-License-Identifier: MIT
"""What Python costs: a query of a million points, from Python and from C, taken in turns.

    python3 python/bench.py [--points N] [--waves N] [--turns N] [--header DIRECTORY]

Three ways to the same flo_query() of the same shared library, on the device `simd`, height, normal, velocity and
residual:

    C          a small C program, compiled here if there is a compiler and flotilla.h: arrays made once and touched
               before, the clock read around the call alone.  It runs beside this program and waits for its turn
    bare       cffi with pointers made before: the call alone
    in place   flotilla.query(..., out=) with arrays made once
    new        flotilla.query(...) as one writes it: every call makes its arrays, whose pages the system has to find

Only one of them works at a time; each turn takes one sample of each.  The best of the turns is told, and the median:
other programs on the machine can only make a sample slower.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import flotilla as flo
from flotilla._native import ffi, lib

PROGRAM = r"""
#include <flotilla.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    int waves = argc > 2 ? atoi(argv[2]) : 0;
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    spectrum.type = FLO_JONSWAP, spectrum.significant_wave_height = 2.5, spectrum.peak_period = 8;
    spectrum.components = waves;
    flo_wave *wave = malloc((size_t)waves * sizeof *wave);
    flo_sea_def def = flo_default_sea_def();
    def.waves = wave, def.wave_count = waves;
    flo_device_def where = flo_default_device_def();
    where.name = "simd";
    flo_device *device;
    flo_sea *sea;
    double *in = malloc(2 * count * sizeof *in), *height = malloc(count * sizeof *height);
    float *out = malloc(7 * count * sizeof *out);
    if (!wave || !in || !height || !out || fread(in, sizeof *in, 2 * count, stdin) != 2 * count) return 1;
    if (flo_spectrum_waves(&spectrum, wave) || flo_sea_create(&sea, &def) || flo_device_open(&device, &where)) {
        return fprintf(stderr, "%s\n", flo_message()), 1;
    }
    flo_surface surface = { .height = height, .residual = out + 6 * count };
    for (int i = 0; i < 3; i++) surface.normal[i] = out + (size_t)i * count;
    for (int i = 0; i < 3; i++) surface.velocity[i] = out + (size_t)(3 + i) * count;
    while (getchar() == '\n') {
        const double begin = now();
        if (flo_query(device, sea, 12.5, count, in, in + count, &surface)) return fputs(flo_message(), stderr), 1;
        printf("%.9f %.17g\n", now() - begin, height[count - 1]);
        fflush(stdout);
    }
    return 0;
}
"""


class Program:
    """The C program beside this one."""

    def __init__(self, folder, header, x, z, waves):
        source, binary = Path(folder, "bench.c"), Path(folder, "bench")
        source.write_text(PROGRAM)
        command = ["cc", "-O2", "-I", str(header), str(source), flo.library_path, "-o", str(binary)]
        subprocess.run(command, check=True)
        # The library is found by the name it calls itself by.
        told = subprocess.run(["readelf", "-d", flo.library_path], capture_output=True, text=True).stdout
        soname = told.split("soname: [")[-1].split("]")[0] if "soname: [" in told else Path(flo.library_path).name
        os.symlink(os.path.abspath(flo.library_path), Path(folder, soname))
        self.process = subprocess.Popen([str(binary), str(x.size), str(waves)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env={**os.environ, "LD_LIBRARY_PATH": str(folder)})
        self.process.stdin.write(x.tobytes() + z.tobytes())
        self.last = None

    def __call__(self):
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().split()
        if len(line) != 2:
            raise SystemExit("the C program ended")
        self.last = float(line[1])
        return float(line[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def timed(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--waves", type=int, default=64)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--header", default=str(Path(__file__).resolve().parent.parent / "host"))
    given = parser.parse_args()

    random = np.random.default_rng(1)
    x, z = random.uniform(-1000, 1000, (2, given.points))
    sea = flo.Sea.jonswap(2.5, 8, components=given.waves)
    device = flo.Device("simd")
    everything = {"normal": True, "velocity": True, "residual": True}
    out = flo.Surface.empty(given.points, "height", "normal", "velocity", "residual")
    struct, kept = out._fill((given.points,))
    xp, zp = ffi.from_buffer("double[]", x), ffi.from_buffer("double[]", z)

    def bare():
        with device._use() as pointer:
            assert lib.flo_query(pointer, sea._pointer, 12.5, given.points, xp, zp, struct) == 0

    ways = {"bare": lambda: timed(bare),
            "in place": lambda: timed(lambda: flo.query(sea, x, z, 12.5, device=device, out=out)),
            "new": lambda: timed(lambda: flo.query(sea, x, z, 12.5, device=device, **everything))}
    with tempfile.TemporaryDirectory() as folder:
        program = None
        try:
            program = Program(folder, given.header, x, z, given.waves)
            ways = {"C": program, **ways}
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"no C program to compare with ({error}); bare stands for it", file=sys.stderr)
        samples = {name: [] for name in ways}
        for turn in range(given.turns + 1):
            for name, way in ways.items():
                seconds = way()
                if turn > 0:                        # the first warms up
                    samples[name].append(seconds)
        if program:
            assert program.last == out.height[-1], "C and Python disagree"
            program.close()
    del kept

    base = "C" if "C" in samples else "bare"
    best, middle = min(samples[base]), float(np.median(samples[base]))
    print(f"{given.points} points, {given.waves} waves, {device.info.name}, {given.turns} turns; ms, and times of "
          f"{base}")
    for name, took in samples.items():
        print(f"{name:9s} best {min(took) * 1e3:8.2f} ({min(took) / best:.3f})   "
              f"median {np.median(took) * 1e3:8.2f} ({np.median(took) / middle:.3f})")


if __name__ == "__main__":
    main()
