"""Whose code it is: ours, a library's, or that of the person who audits a mechanism.

The laws of our own mechanisms are computed as they are; the code of others is watched (see
`purity`), or runs under guard (`guards`).  A mechanism is ours if its class is and if everything
that it is made of is: a mechanism of ours that calls somebody's function is not.

>>> from reference.probability.dist import Dist
>>> ours(Dist.uniform), ours(lambda: 0)
(True, False)
"""

from __future__ import annotations

import _imp
import builtins
import math
import operator
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from numbers import Number
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, MethodType, NoneType
from typing import Final

from reference.probability.unread import is_unread

_ROOT: Final = Path(__file__).resolve().parents[2]

OURS: Final = tuple(
    f"{_ROOT / package / '_'}"[:-1] for package in ("reference", "audits", "exactdp")
)
"""How the names of our files begin."""

LIBRARIES: Final = (
    "<frozen ",
    *(
        f"{Path(sysconfig.get_path(name)) / '_'}"[:-1]
        for name in ("stdlib", "platstdlib", "purelib", "platlib")
    ),
)
"""How the names of the files of libraries begin."""

_ATOMS: Final = frozenset({int, bool, str, bytes, NoneType, range})
_PURE_MODULES: Final = (builtins, math, sys.modules[operator.add.__module__])


def ours(value: object) -> bool:
    """Whether no code but ours runs when the value, such as a mechanism, is used.

    Everything that is not known to be ours, a plain value or a container of such is foreign.
    """
    return _is_ours(value, set())


def _is_ours(value: object, seen: set[int]) -> bool:
    kind = type(value)
    if kind in _ATOMS or is_unread(value) or id(value) in seen:
        return True
    seen.add(id(value))
    if isinstance(value, Number) and (kind is Fraction or is_static(kind)):
        return kind.__module__ in {"builtins", "fractions"}
    if isinstance(value, type):
        return _from_ours(value)
    parts = _parts(value)
    return parts is not None and all(_is_ours(part, seen) for part in parts)


def _parts(value: object) -> Sequence[object] | None:
    """What a value is made of; None if code of others may be in it."""
    kind = type(value)
    parts: Sequence[object] | None = None
    if isinstance(value, FunctionType):
        if belongs(value.__code__, OURS) and _is_in_its_file(value):
            cells = [getattr(cell, "cell_contents", None) for cell in value.__closure__ or ()]
            parts = [*cells, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
    elif isinstance(value, BuiltinFunctionType):
        parts = [] if value.__self__ in _PURE_MODULES else None
    elif isinstance(value, MethodType):
        parts = [value.__self__, value.__func__]
    elif isinstance(value, partial) and kind is partial:
        parts = [value.func, *value.args, *value.keywords.values()]
    elif is_static(kind) and isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    elif is_static(kind) and isinstance(value, tuple | list | set | frozenset):
        parts = [*value]
    elif not _from_ours(kind):
        parts = None
    elif is_dataclass(value):
        parts = [getattr(value, f.name, None) for f in fields(value)]
    else:
        slots = [name for base in kind.__mro__ for name in vars(base).get("__slots__", ())]
        named = [getattr(value, name, None) for name in slots]
        parts = [*named, *getattr(value, "__dict__", {}).values()]
    return parts


def known_by_name(kind: type) -> bool:
    """Whether a class is the one that its module has under its name."""
    found: object = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind


def of_class(kind: type, name: str) -> object:
    """What a class has under a name, as it is; None if nothing."""
    found: object = next((vars(b)[name] for b in kind.__mro__ if name in vars(b)), None)
    return found


def _from_ours(kind: type) -> bool:
    """Whether a class is defined in one of our files (or in the library of exact numbers).

    What it inherits must be written there too, in a library, or made by a decorator of one.
    """
    if not known_by_name(kind):
        return False
    if kind.__module__.partition(".")[0] == "flint":
        return True
    module = sys.modules.get(kind.__module__)
    return str(getattr(module, "__file__", "")).startswith(OURS) and all(
        belongs(method.__code__, (*OURS, *LIBRARIES)) or _is_made(base, method)
        for base in kind.__mro__
        for method in vars(base).values()
        if isinstance(method, FunctionType)
    )


def _is_in_its_file(function: FunctionType) -> bool:
    """Whether the global names of a function are those of the module that its code names."""
    names = function.__globals__
    module = sys.modules.get(str(names.get("__name__")))
    return (
        module is not None
        and vars(module) is names
        and (getattr(module, "__file__", None) == function.__code__.co_filename)
    )


def is_static(kind: type) -> bool:
    """Whether a class is written in C, and not made at run time."""
    return not kind.__flags__ & 1 << 9  # Py_TPFLAGS_HEAPTYPE


def _is_made(kind: type, method: FunctionType) -> bool:
    """Whether `dataclass` or `NamedTuple` made a method of a class."""
    if method.__code__.co_filename != "<string>":
        return False
    if "__dataclass_fields__" in vars(kind):
        return method.__name__ in _OF_DATACLASSES
    return "_fields" in vars(kind) and method.__name__ == "__new__"


_OF_DATACLASSES: Final = frozenset(
    f"__{name}__"
    for name in (
        *("init", "repr", "eq", "lt", "le", "gt", "ge", "hash", "setattr", "delattr"),
        *("getstate", "setstate"),
    )
)
"""Methods that `dataclass` writes."""


def belongs(code: CodeType, places: tuple[str, ...]) -> bool:
    """Whether a function is written in a file whose name begins like that."""
    return code.co_filename.startswith(places)


def is_from(module: object, places: tuple[str, ...]) -> bool:
    """Whether a module is built in, or its file has a name that begins like that."""
    spec: object = getattr(module, "__spec__", None)
    built_in = getattr(spec, "origin", None) in {"built-in", "frozen"}
    return built_in or str(getattr(module, "__file__", "")).startswith(places)


def is_written(code: CodeType, places: tuple[str, ...]) -> bool:
    """The same, and whether it stands in that file, whatever the code says of itself."""
    return belongs(code, places) and code in _written_in(code.co_filename)


def forget() -> None:
    """Files are read anew."""
    _written_in.cache_clear()


@cache
def _written_in(name: str) -> frozenset[CodeType]:
    """The functions in a file, or in a module that the interpreter has frozen."""
    whole: CodeType | None = None
    with suppress(OSError, ValueError, SyntaxError, ImportError):
        if name.startswith("<frozen "):
            whole = getattr(_imp, "get_frozen_object")(name[8:-1])  # noqa: B009
        else:
            whole = compile(Path(name).read_bytes(), name, "exec", dont_inherit=True)
    return frozenset(() if whole is None else codes(whole))


def codes(code: CodeType) -> Iterator[CodeType]:
    """A function, and those inside of it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)


def frames(frame: FrameType | None, base: FrameType | None) -> Iterator[FrameType]:
    """The frame and those that called it, innermost first, as far as `base`."""
    while frame is not None:
        yield frame
        frame = None if frame is base else frame.f_back


def imports_a_library(chain: Sequence[FrameType]) -> bool:
    """Whether the code of the frames, innermost first, is that of a library being imported."""
    for frame in chain:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        if not belongs(frame.f_code, LIBRARIES):
            return False
    return False


def place(chain: Sequence[FrameType]) -> str:
    """File and line of the innermost code that is neither ours nor a library's."""
    theirs = [frame for frame in chain if not belongs(frame.f_code, (*OURS, *LIBRARIES))]
    others = [frame for frame in chain if not belongs(frame.f_code, OURS)]
    found = (theirs or others or chain)[0]
    return f"{found.f_code.co_filename}:{found.f_lineno}"


def called_through(chain: Sequence[FrameType]) -> str | None:
    """The function of the standard library that the code called, None if none is running."""
    name = None
    for frame in chain:
        module = str(frame.f_globals.get("__name__"))
        if module.partition(".")[0] not in sys.stdlib_module_names:
            break
        name = f"{module}.{frame.f_code.co_name}"
    return name
