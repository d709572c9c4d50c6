# SPDX-License-Identifier: MIT
"""Finds and loads the C library, and refuses one of another version."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from ._ffi import ffi

__all__ = ["ffi", "lib", "library_path", "VERSION", "version_text"]

BUNDLED = Path(__file__).with_name("libflotilla.so")


def version_text(number: int) -> str:
    """300 is 0.3.0."""
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def _soname(version: int) -> str:
    """What the dynamic linker knows the library by: before 1.0 every minor version is one of its own."""
    major, minor = version // 10000, version // 100 % 100
    return f"libflotilla.so.{major}" if major else f"libflotilla.so.{major}.{minor}"


def _in_folder(folder: Path) -> list[str]:
    names = ["libflotilla.so", *sorted((path.name for path in folder.glob("libflotilla.so.*")), reverse=True)]
    return [str(folder / name) for name in names if (folder / name).exists()]


def _installed(soname: str) -> list[str]:
    """Where pkg-config says it is, and then whatever the dynamic linker finds by itself."""
    found: list[str] = []
    try:
        asked = subprocess.run(["pkg-config", "--variable=libdir", "flotilla"], capture_output=True, text=True)
        if asked.returncode == 0 and asked.stdout.strip():
            found = _in_folder(Path(asked.stdout.strip()))
    except OSError:  # there is no pkg-config
        pass
    return [*found, soname, "libflotilla.so"]


def _candidates(soname: str) -> list[str]:
    asked = os.environ.get("FLOTILLA_LIBRARY", "")
    if asked == "installed":
        return _installed(soname)
    if asked and Path(asked).is_dir():
        found = _in_folder(Path(asked))
        if not found:
            raise ImportError(f"FLOTILLA_LIBRARY is {asked}, a folder without libflotilla.so")
        return found
    if asked:
        return [asked]
    return [str(BUNDLED)] if BUNDLED.exists() else _installed(soname)


def _load() -> tuple[Any, str, int]:
    dummy = ffi.dlopen(None)
    version = int(dummy.FLO_VERSION)
    failed = []
    for candidate in _candidates(_soname(version)):
        try:
            loaded = ffi.dlopen(candidate)
            found = int(loaded.flo_version())
        except (OSError, AttributeError) as error:
            failed.append(f"{candidate}: {error}")
            continue
        if found != version:
            raise ImportError(f"{candidate} is flotilla {version_text(found)}, but this package was made for "
                              f"{version_text(version)}; install the two from the same checkout")
        return loaded, candidate, version
    tried = "\n  ".join(failed)
    raise ImportError(f"flotilla's C library is not to be had.  Tried:\n  {tried}\nInstall it (make install), or name "
                      "it in FLOTILLA_LIBRARY: a file, a folder, or `installed` for what pkg-config or the linker "
                      "finds")


lib, library_path, VERSION = _load()
