# SPDX-License-Identifier: MIT
"""What `with` closes, and who may not be used after that."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Optional, TypeVar

C = TypeVar("C", bound="Closing")


class Closing:
    """A context manager that closes at its end."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()


class Shared(Closing):
    """A C object that does not change: it goes when nobody uses it any more."""

    _held: Any                      # by ffi.gc(); None: closed

    @property
    def _pointer(self) -> Any:
        if self._held is None:
            raise ValueError(f"the {type(self).__name__.lower()} is closed")
        return self._held

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._held is None

    def close(self) -> None:
        """Lets it go.  More than once is allowed; calls that are under way on other threads end first."""
        self._held = None
