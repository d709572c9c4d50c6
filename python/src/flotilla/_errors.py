# SPDX-License-Identifier: MIT
"""Statuses of the C library as exceptions that carry its message."""

from __future__ import annotations

import atexit
import enum
from typing import Any, Callable, Optional

from ._native import ffi, lib


class Status(enum.IntEnum):
    """What a C function returns.  The values never change."""

    OK = 0
    BAD_DEFINITION = 10
    BAD_VALUE = 11
    NOT_BUILT = 12
    NO_MEMORY = 20
    NO_DEVICE = 30
    DEVICE_REFUSED = 31
    DEVICE_FAILED = 32
    BAD_BODY = 40
    CANNOT_READ = 50
    CANNOT_WRITE = 51
    BAD_FILE = 52


class FlotillaError(Exception):
    """The C library refused or failed.  The text is the library's message: the name, the value, and what is allowed."""

    status: Status
    """Which of the library's statuses it was."""

    def __init__(self, message: str, status: Status = Status.BAD_VALUE) -> None:
        super().__init__(message)
        self.status = status


class BadValueError(FlotillaError, ValueError):
    """A value is out of its range, or a snapshot is of another fleet (BAD_VALUE, BAD_DEFINITION)."""


class BadBodyError(FlotillaError, ValueError):
    """The state of some bodies is not finite or out of range; they are stopped, and all others were served.
    `Fleet.bad()` says which; writing a body's state makes it good again (BAD_BODY)."""


class NotBuiltError(FlotillaError, NotImplementedError):
    """This version cannot do that yet (NOT_BUILT)."""


class NoMemoryError(FlotillaError, MemoryError):
    """Not enough memory (NO_MEMORY)."""


class DeviceError(FlotillaError, OSError):
    """No such device, one that gives wrong results, or one that failed (NO_DEVICE, DEVICE_REFUSED, DEVICE_FAILED)."""


class FileError(FlotillaError, OSError):
    """A file cannot be read or written (CANNOT_READ, CANNOT_WRITE)."""


class BadFileError(FileError, BadValueError):
    """A snapshot, in a file or in memory, is none, damaged, cut short or of another version (BAD_FILE)."""


_CLASSES: dict[Status, type[FlotillaError]] = {
    Status.BAD_DEFINITION: BadValueError,
    Status.BAD_VALUE: BadValueError,
    Status.NOT_BUILT: NotBuiltError,
    Status.NO_MEMORY: NoMemoryError,
    Status.NO_DEVICE: DeviceError,
    Status.DEVICE_REFUSED: DeviceError,
    Status.DEVICE_FAILED: DeviceError,
    Status.BAD_BODY: BadBodyError,
    Status.CANNOT_READ: FileError,
    Status.CANNOT_WRITE: FileError,
    Status.BAD_FILE: BadFileError,
}


def check(status: int) -> None:
    """Raises what a status stands for.  The message is that of this thread's last failed call, so this has to be called
    right after the call."""
    if status == 0:
        return
    message = ffi.string(lib.flo_message()).decode("utf-8", "replace")
    try:
        known = Status(status)
    except ValueError:
        name = ffi.string(lib.flo_status_name(status)).decode()
        raise FlotillaError(f"{name} {status}: {message}") from None
    raise _CLASSES[known](message, known)


_listener: Optional[Callable[[Status, str], None]] = None
_callback: Any = None           # C's way to it; made once and never freed, as another thread may be in it


def _tell(_: Any, status: int, message: Any) -> None:
    if _listener is not None:
        _listener(Status(status), ffi.string(message).decode("utf-8", "replace"))


def on_message(function: Optional[Callable[[Status, str], None]]) -> None:
    """Has a function called with status and text as messages are made, on the thread where that is; None: no longer.

    It hears of every failure of the library before the exception is raised (twice, if more is said about where it
    happened), and of what the library makes good by itself, such as a GPU that does not work where "auto" takes the
    processor.  What it raises itself is printed, and goes no further.  One function for the process: set it while no
    other thread is in the library."""
    global _listener, _callback
    if function is not None and not callable(function):
        raise TypeError(f"function is {function!r}; it must be callable, or None")
    _listener = function
    if _callback is None and function is not None:
        _callback = ffi.callback("flo_message_function *", _tell)
        atexit.register(on_message, None)
    lib.flo_set_message_function(ffi.NULL if function is None else _callback, ffi.NULL)
