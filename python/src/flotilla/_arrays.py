# SPDX-License-Identifier: MIT
"""Arrays between NumPy and C.

What has the right type and lies in one piece is passed as it is: C sees the array's own memory.  Inputs that are not
so are converted.  Outputs are never: an array given by `out=` is filled, or refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Optional, TypeVar, Union, cast

import numpy as np
import numpy.typing as npt

from ._native import ffi

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Like = npt.ArrayLike
Shape = tuple[int, ...]

_NUMBERS = {"double": "f8", "float": "f4", "_Bool": "?", "int": "i4", "uint32_t": "u4", "uint64_t": "u8",
            "size_t": "u8"}
_DTYPES = {name: np.dtype(kind) for name, kind in _NUMBERS.items()}


def struct_dtype(name: str) -> np.dtype[Any]:
    """The structured dtype of a C struct: names, places and size are those that C has."""
    return _dtype_of(ffi.typeof(name))


def _dtype_of(ctype: Any) -> np.dtype[Any]:
    if ctype.kind == "primitive":
        return np.dtype(_NUMBERS[ctype.cname])
    if ctype.kind == "enum":
        return np.dtype("u4")
    if ctype.kind == "pointer":
        return np.dtype(np.uintp)
    if ctype.kind == "array":
        return np.dtype((_dtype_of(ctype.item), (ctype.length,)))
    fields = [(name, _dtype_of(field.type), field.offset) for name, field in ctype.fields]
    return np.dtype({"names": [name for name, _, _ in fields], "formats": [kind for _, kind, _ in fields],
                     "offsets": [offset for _, _, offset in fields], "itemsize": ffi.sizeof(ctype)})


def numbers(name: str, value: Like, kind: npt.DTypeLike = np.float64) -> Array:
    """An input as an array of a number type, in one piece; the same memory if it is so already."""
    wanted = np.dtype(kind)
    if type(value) is np.ndarray and value.dtype == wanted and value.flags.carray:
        return value
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill or compress it first")
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} is not an array of numbers: {error}") from None
    allowed = "iu" if wanted.kind in "iu" else "iuf"
    if array.dtype.kind not in allowed and array.size > 0:
        what = "whole numbers" if allowed == "iu" else f"real numbers, {wanted} without a copy"
        raise TypeError(f"{name} is an array of {array.dtype}; it must be of {what}")
    return np.require(array, wanted, ["C", "A"]) if array.ndim else np.asarray(array, wanted)


def whole(name: str, value: Any) -> int:
    """A number or a count as C's size_t and uint64_t hold it."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is {value!r}; it must be a whole number")
    if not 0 <= value.__index__() < 2**64:
        raise ValueError(f"{name} is {value}; it must be 0 to 2**64 - 1")
    return int(value.__index__())


def records(name: str, value: Array, kind: np.dtype[Any]) -> Array:
    """An input of structs: of exactly this dtype, as there is no telling what else would mean; copied if it does not
    lie in one piece."""
    if not isinstance(value, np.ndarray) or isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a {type(value).__name__}; it must be an array of {', '.join(kind.names or ())}")
    if value.dtype != kind:
        raise TypeError(f"{name} is an array of {_short(value.dtype)}; it must be of {_short(kind)}")
    return np.require(value, None, ["C", "A"])


def _short(kind: np.dtype[Any]) -> str:
    return f"records ({', '.join(kind.names)})" if kind.names else str(kind)


def output(name: str, array: Array, kind: npt.DTypeLike, shape: Shape) -> Array:
    """An array to be filled: of exactly this type and shape, writeable, in one piece."""
    wanted = np.dtype(kind)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is a {type(array).__name__}; it must be an array of {_short(wanted)}")
    if array.dtype != wanted:
        raise TypeError(f"{name} is an array of {_short(array.dtype)}; it must be of {_short(wanted)}")
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}; it must be {shape}")
    flags = array.flags
    if flags.carray:                        # in one piece, aligned, writeable
        return array
    if not flags.writeable:
        raise ValueError(f"{name} is read-only; it must be writeable, to be filled")
    raise ValueError(f"{name} does not lie in one piece in memory (C order, aligned); it must, to be filled")


def pointer(ctype: str, array: Array) -> Any:
    """C's pointer to an array's own memory.  It keeps the array alive."""
    return ffi.from_buffer(f"{ctype}[]", array)


A = TypeVar("A", bound="Answers")
N = TypeVar("N", Floats, Doubles)


class Quantity(property, Generic[N]):
    """One of the arrays of `Answers`, read by the name that it has in the class and in C's struct."""

    def __init__(self, doc: str) -> None:
        super().__init__(doc=doc)

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, answers: Any, owner: Optional[type] = None) -> N:  # type: ignore[override]
        return cast(N, self if answers is None else answers._get(self._name))


class Answers:
    """Arrays that a call fills, for those quantities that are wanted; the others are None in C.

    Made by the calls themselves, or once by `empty()` and then given by `out=`, again and again.
    """

    _kinds: ClassVar[Mapping[str, tuple[str, int]]]     # by name: the C type, and how many of it: 1 or x, y, z
    _struct: ClassVar[str]
    _asked_by: ClassVar[str]
    _arrays: dict[str, Array]

    def __init__(self, **arrays: Optional[Array]) -> None:
        unknown = set(arrays) - set(self._kinds)
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}; "
                            f"it has {', '.join(self._kinds)}")
        self._arrays = {name: array for name, array in arrays.items() if array is not None}

    @classmethod
    def empty(cls: type[A], shape: Union[int, Shape], *names: str) -> A:
        """New arrays for points of a shape, for the quantities named; for all if none is."""
        made = cls.__new__(cls)
        made._arrays = {}
        points = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
        for name in names or cls._kinds:
            if name not in cls._kinds:
                raise ValueError(f"{cls.__name__} has no {name}; it has {', '.join(cls._kinds)}")
            kind, rows = cls._kinds[name]
            made._arrays[name] = np.empty((rows, *points) if rows > 1 else points, _NUMBERS[kind])
        return made

    def _get(self, name: str) -> Array:
        try:
            return self._arrays[name]
        except KeyError:
            raise AttributeError(f"{name} was not asked for; {self._asked_by.format(name=name)}") from None

    def _fill(self, shape: Shape) -> tuple[Any, list[Any]]:
        """The C struct of pointers to these arrays, which must be for points of this shape, and what keeps them."""
        struct = ffi.new(f"{self._struct} *")
        kept = []
        count = math.prod(shape)
        for name, array in self._arrays.items():
            kind, rows = self._kinds[name]
            output(f"out.{name}", array, _DTYPES[kind], (rows, *shape) if rows > 1 else shape)
            start = ffi.from_buffer(f"{kind}[]", array, require_writable=True)
            kept.append(start)
            setattr(struct, name, start if rows == 1 else [start + row * count for row in range(rows)])
        return struct, kept

    def __repr__(self) -> str:
        inside = ", ".join(f"{name} {array.shape}" for name, array in self._arrays.items())
        return f"<{type(self).__name__}: {inside or 'nothing'}>"
