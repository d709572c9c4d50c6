# SPDX-License-Identifier: MIT
"""Builds the C library beside the package and puts it in, and makes cffi's module from host/flotilla.h.

The library's sources are the checkout that this folder lies in or, in an sdist, the folder `library`.  make does the
work, in the checkout's own build/ (or $FLOTILLA_BUILD), so that what was built already is not built again.  With
$FLOTILLA_LIBRARY set (to anything: "installed" will do) nothing is built and nothing put in: the package then looks for
an installed library when it is imported.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import declarations  # noqa: E402

SOURCES = ("Makefile", "LICENSE", "flotilla.pc.in", "host", "simd", "kernels")  # all that the shared library needs
INSTALLED = bool(os.environ.get("FLOTILLA_LIBRARY"))


def sources() -> Path:
    for place in (HERE / "library", HERE.parent):
        if (place / "Makefile").is_file() and (place / "host" / "flotilla.h").is_file():
            return place
    raise SystemExit(f"the C library's sources are missing: neither {HERE / 'library'} nor {HERE.parent} has a "
                     "Makefile and host/flotilla.h.  Install from a whole checkout (pip install ./python there) or "
                     "from a source distribution")


ROOT = sources()
HEADER = ROOT / "host" / "flotilla.h"
VERSION = ".".join(str(number) for number in declarations.version(HEADER))


def need(what: str, found: bool, package: str) -> str:
    return "" if found else f"  {what} (Debian: {package})\n"


def includes(name: str, *flags: str) -> bool:
    command = [os.environ.get("CC") or "gcc", *flags, "-E", "-x", "c", "-", "-o", os.devnull]
    return subprocess.run(command, input=f"#include <{name}>\n", text=True, capture_output=True).returncode == 0


def require_tools() -> None:
    compiler = os.environ.get("CC") or "gcc"
    missing = need("make", bool(shutil.which("make")), "make")
    if shutil.which(compiler.split()[0]):
        missing += need("the C library's headers", includes("stdlib.h"), "libc6-dev")
        missing += need("SIMDe's headers", includes("simde/x86/avx2.h"), "libsimde-dev")
        missing += need("OpenCL's headers", includes("CL/cl.h"), "opencl-c-headers")
    else:
        missing += need(f"the C compiler {compiler}", False, "gcc libc6-dev libsimde-dev opencl-c-headers")
    if missing:
        raise SystemExit(f"flotilla's C library cannot be built here.  Missing:\n{missing}Install them, or set "
                         "FLOTILLA_LIBRARY=installed to take a library that is installed already")


def make_library(scratch: Path) -> Path:
    """Builds the shared library alone, which needs neither libfyaml nor any other of the command's libraries."""
    inside = scratch / "library" if ROOT == HERE / "library" else ROOT / "build"
    build = Path(os.environ.get("FLOTILLA_BUILD") or inside).resolve()
    library = build / f"libflotilla.so.{VERSION}"
    jobs = [] if "MAKEFLAGS" in os.environ else [f"-j{os.cpu_count() or 1}"]
    if subprocess.run(["make", *jobs, f"BUILD={build}", str(library)], cwd=ROOT).returncode != 0:
        raise SystemExit(f"make could not build {library}; what it said stands above")
    return library


class BuildPackage(build_py):
    def run(self) -> None:
        super().run()
        editable = getattr(self, "editable_mode", False)
        package = HERE / "src" / "flotilla" if editable else Path(self.build_lib).resolve() / "flotilla"
        package.mkdir(parents=True, exist_ok=True)
        if not INSTALLED:
            require_tools()
        declarations.write_module(HEADER, package / "_ffi.py")
        shutil.copyfile(ROOT / "LICENSE", package / "LICENSE")
        if INSTALLED:
            return
        with tempfile.TemporaryDirectory() as scratch:
            # Renamed at the end: a process that has the old library mapped keeps it.
            shutil.copyfile(make_library(Path(scratch)), package / "libflotilla.so.new")
        if shutil.which("strip"):       # of what debuggers alone want: nine tenths
            subprocess.run(["strip", "--strip-unneeded", str(package / "libflotilla.so.new")], check=True)
        os.replace(package / "libflotilla.so.new", package / "libflotilla.so")


class Package(Distribution):
    def has_ext_modules(self) -> bool:
        return not INSTALLED


class Wheel(bdist_wheel):
    """A wheel for any Python, but with the library for one platform."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class SourceDistribution(sdist):
    """Takes the library's sources along, into the folder `library`."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        target = Path(base_dir, "library")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("cli", "io", "*.o", ".*"))
            else:
                shutil.copy2(ROOT / name, target / name)


# What setuptools leaves while it builds does not belong into the checkout.
scratch_folder = tempfile.TemporaryDirectory(prefix="flotilla-python-")
options = {"build": {"build_base": scratch_folder.name}}
if "sdist" not in sys.argv and "editable_wheel" not in sys.argv:
    options["egg_info"] = {"egg_base": scratch_folder.name}

setup(version=VERSION, options=options, distclass=Package,
      cmdclass={"build_py": BuildPackage, "bdist_wheel": Wheel, "sdist": SourceDistribution})
