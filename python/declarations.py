# SPDX-License-Identifier: MIT
"""What cffi wants to know of the library, from host/flotilla.h itself: there is no second copy of the header.

The C compiler's preprocessor strips comments, conditions and attributes; nothing is included, as cffi knows the
standard types.  What is left are plain declarations.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

MACROS = ("FLO_VERSION_MAJOR", "FLO_VERSION_MINOR", "FLO_VERSION_PATCH")


def version(header: Path) -> tuple[int, int, int]:
    """FLO_VERSION of a header, as three numbers."""
    text = header.read_text(encoding="utf-8")
    numbers = [re.search(rf"^#define {name} (\d+)$", text, re.MULTILINE) for name in MACROS]
    if not all(numbers):
        raise SystemExit(f"{header} does not define {', '.join(MACROS)} as numbers")
    major, minor, patch = (int(number.group(1)) for number in numbers if number)
    return major, minor, patch


def preprocess(header: Path) -> str:
    compiler = shlex.split(os.environ.get("CC") or "cc")
    with tempfile.TemporaryDirectory() as empty:
        for name in ("stdbool.h", "stddef.h", "stdint.h"):
            Path(empty, name).touch()
        # Without __GNUC__ the header has no attributes.
        command = [*compiler, "-E", "-P", "-U__GNUC__", "-nostdinc", "-I", empty, "-x", "c", str(header)]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            raise SystemExit(f"there is no C compiler {compiler[0]}; install one (Debian: gcc), or name it in CC")
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(command)} failed:\n{done.stderr}")
    return done.stdout


def declarations(header: Path) -> str:
    """The text for ffi.cdef()."""
    major, minor, patch = version(header)
    text = preprocess(header)
    if "#" in text or "__attribute__" in text:
        raise SystemExit(f"{header} has something that no declaration for cffi can be made of:\n{text}")
    numbers = re.findall(r"^#define (FLO_\w+) (\d+|0x[0-9A-Fa-f]+)[uU]?[lL]*$", header.read_text(encoding="utf-8"),
                         re.MULTILINE)
    constants = [("FLO_VERSION", str(major * 10000 + minor * 100 + patch)), *numbers]
    return "".join(f"#define {name} {number}\n" for name, number in constants) + text


def write_module(header: Path, target: Path) -> None:
    """Writes the module that holds the declarations, parsed, so that importing it is quick."""
    from cffi import FFI

    ffi = FFI()
    ffi.set_source("flotilla._ffi", None)
    # bool of C99 is a type that cffi knows by that name.
    ffi.cdef(declarations(header))
    ffi.emit_python_code(str(target))
