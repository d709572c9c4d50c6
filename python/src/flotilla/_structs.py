# SPDX-License-Identifier: MIT
"""Definition structs of C from keyword arguments, and C's answers as records.

Both go by the names of the C members, so that what host/flotilla.h declares is what Python takes.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, TypeVar

from ._enums import BY_TYPE, choose
from ._native import ffi

R = TypeVar("R")


def _members(ctype: Any) -> list[str]:
    return [name for name, field in ctype.fields if name != "size" and field.type.kind != "pointer"]


def fill(struct: Any, values: Mapping[str, object], where: str) -> None:
    """Sets members of a struct.  `where` is what messages call it."""
    ctype = ffi.typeof(struct)
    ctype = ctype.item if ctype.kind == "pointer" else ctype
    fields = dict(ctype.fields)
    for name, value in values.items():
        if name not in fields or name not in _members(ctype):
            raise TypeError(f"{where} has no {name!r}; it has {', '.join(_members(ctype))}")
        _set(struct, name, fields[name].type, value, f"{where}.{name}")


def _set(struct: Any, name: str, ctype: Any, value: object, where: str) -> None:
    if ctype.kind == "struct":
        if not isinstance(value, Mapping):
            raise TypeError(f"{where} is {value!r}; it must be a dict of {', '.join(_members(ctype))}")
        fill(getattr(struct, name), value, where)
    elif ctype.kind == "enum":
        setattr(struct, name, int(choose(BY_TYPE[ctype.cname.split()[-1]], value, where)))
    else:
        setattr(struct, name, _value(ctype, value, where))


def _range(ctype: Any) -> str:
    """What C's integer type holds."""
    bits = 8 * ffi.sizeof(ctype)
    return f"-2**{bits - 1} to 2**{bits - 1} - 1" if int(ffi.cast(ctype, -1)) < 0 else f"0 to 2**{bits} - 1"


def _value(ctype: Any, value: Any, where: str) -> Any:
    if ctype.kind == "array":
        try:
            items = list(value)
        except TypeError:
            items = []
        if len(items) != ctype.length or isinstance(value, (str, bytes)):
            raise TypeError(f"{where} is {value!r}; it must be {ctype.length} "
                            f"{'rows of numbers' if ctype.item.kind == 'array' else 'numbers'}")
        return [_value(ctype.item, item, f"{where}[{i}]") for i, item in enumerate(items)]
    try:
        if ctype.cname == "_Bool":
            if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "bool"):
                raise TypeError
            return bool(value)
        if isinstance(value, (str, bytes, bool)):
            raise TypeError
        if ctype.cname in ("double", "float"):
            return float(value)
        whole = operator.index(value)
        ffi.new(f"{ctype.cname} *", whole)      # does it fit?
        return whole
    except OverflowError as error:
        allowed = _range(ctype) if hasattr(value, "__index__") and ctype.cname not in ("double", "float") else None
        raise ValueError(f"{where} is {value!r}: {error}" if allowed is None else
                         f"{where} is {value}; it must be within {allowed}") from None
    except (TypeError, ValueError):
        what = {"_Bool": "True or False", "double": "a number", "float": "a number"}.get(ctype.cname, "a whole number")
        raise TypeError(f"{where} is {value!r}; it must be {what}") from None


def text(name: str, value: bytes) -> Any:
    """Text for C, where it ends at the first null byte."""
    if b"\0" in value:
        raise ValueError(f"{name} is {value!r}; it must be without null bytes")
    return ffi.new("char[]", value)


def plain(value: Any) -> Any:
    """A C value as Python has it: text, numbers, tuples."""
    if not isinstance(value, ffi.CData):
        return value
    ctype = ffi.typeof(value)
    if ctype.kind == "array" and ctype.item.cname == "char":
        return ffi.string(value).decode("utf-8", "replace")
    if ctype.kind == "array":
        return tuple(plain(item) for item in value)
    if ctype.kind == "pointer" and ctype.item.cname == "char":
        return ffi.string(value).decode("utf-8", "replace")
    raise TypeError(f"no Python value for C's {ctype.cname}")


def record(kind: type[R], struct: Any) -> R:
    """A record of the same names as a C struct's members."""
    ctype = ffi.typeof(struct)
    ctype = ctype.item if ctype.kind == "pointer" else ctype
    return kind(**{name: plain(getattr(struct, name)) for name, _ in ctype.fields})
