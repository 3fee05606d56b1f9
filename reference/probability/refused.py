"""What a stream may not name: functions, modules and types that tell of a number what it is.

What is read here is what names stand for; the instructions that name it are read in `looks`.

>>> is_refused(type), is_refused(max), is_refused((3).__eq__)
(True, False, True)
"""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import dis
import gc
import importlib
import inspect
import marshal
import operator
import sys
import types
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, make_dataclass
from functools import update_wrapper, wraps
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Final

from reference.probability.provenance import LIBRARIES, OURS

_REFUSED: Final = (
    *(type, id, vars, dir, globals, locals, eval, exec, compile, __import__, callable),
    memoryview,
    *(operator.is_, operator.is_not, operator.attrgetter, operator.methodcaller),
    *(operator.length_hint, contextlib.ExitStack, contextlib.AsyncExitStack),
    *(dataclass, make_dataclass, update_wrapper, wraps),
    *(input, breakpoint, CodeType, FunctionType),
    *(builtins, ctypes, dis, gc, importlib, inspect, marshal, sys, types, weakref),
)
"""What tells of a number more than its value, or goes on unseen where a number is refused."""

_HARMLESS: Final = frozenset(
    (
        *("builtins", "math", "fractions", "operator", "_operator", "functools", "_functools"),
        *("itertools", "collections", "_collections_abc", "_collections", "dataclasses", "enum"),
        *("typing", "numbers", "abc", "contextlib", "decimal", "heapq", "_heapq"),
        *("bisect", "_bisect"),
    )
)
"""Libraries of which a stream may call what is not named above; others look at types."""

INTERNAL: Final = frozenset(
    (
        *("called", "compared", "control", "given", "retraced", "shapes", "traced"),
        *("traced_call", "tracing", "ways"),
    )
)
"""Modules of this package by which a stream is traced."""

_OPEN: Final = frozenset(
    f"{__package__}.{name}"
    for name in ("coins", "continuous", "dist", "families", "fold", "geometric", "streams")
)
"""Modules of this package of which a stream may call what it likes; others look at types."""

_UNSEEN: Final = (type, contextlib.ContextDecorator, contextlib.AsyncContextDecorator)
"""Classes from which none is made: of what raises inside of them nobody sees the end."""

_BUILT_IN: Final[Mapping[str, object]] = dict(vars(builtins))
"""What names stand for that no module has, as the interpreter has them."""

_KINDS: Final = (BuiltinFunctionType, type, types.NotImplementedType, types.EllipsisType, bool)
"""Of what types they are: others are made for a person at a prompt."""


def is_refused(value: object) -> bool:
    """Whether a value is a function or a module that may tell of a number more than its value."""
    if any(value is each for each in _REFUSED):
        return True
    if isinstance(value, type) and issubclass(value, _UNSEEN):
        return True
    if isinstance(value, WrapperDescriptorType | MethodWrapperType | MethodDescriptorType):
        return value.__name__[:2] == value.__name__[-2:] == "__"
    if isinstance(value, ModuleType):
        name = value.__name__
    elif isinstance(value, FunctionType) and value.__globals__.get("__name__") == "contextlib":
        return True  # whatever it says of its module: it may end an error where nobody sees it
    elif isinstance(value, type | FunctionType | BuiltinFunctionType):
        name = value.__module__ or "builtins"
    else:
        return False
    root, file = name.partition(".")[0], getattr(sys.modules.get(name), "__file__", None)
    if str(file).startswith(OURS):
        inside = root == "audits" or f"{name}.".startswith(f"{__package__}.")
        return inside and name not in _OPEN
    if root in _HARMLESS:
        return False
    return root in sys.stdlib_module_names or str(file).startswith(LIBRARIES)


def is_put_in(frame: FrameType, name: str, found: object) -> bool:
    """Whether a name of no module stands for what the interpreter has not under it."""
    if name in frame.f_globals:
        return False
    return found is not None and (
        found is not _BUILT_IN.get(name) or not isinstance(found, _KINDS)
    )


def is_inner(value: object) -> bool:
    """Whether it is a function of a library that nobody calls, or one of types."""
    if not isinstance(value, type | FunctionType | BuiltinFunctionType):
        return False
    name, module = value.__name__, str(value.__module__)
    if module == "typing" and not isinstance(value, type):
        return name != "cast"
    return name.startswith("_") and module.partition(".")[0] in _HARMLESS


def read_off(module: ModuleType, after: Iterable[tuple[str, object]]) -> str | None:
    """What is refused, or hidden, among the names that are read off a module; None if nothing.

    A module is a name before a dot, and nothing else.
    """
    found: object = module
    for op, value in after:
        if not isinstance(found, ModuleType):
            break
        if op in {"STORE_ATTR", "DELETE_ATTR"}:
            return None
        if op not in {"LOAD_ATTR", "LOAD_METHOD"}:
            return found.__name__
        private = str(value).startswith("_") and found.__name__ in _HARMLESS
        found = vars(found).get(str(value))
        if private or is_refused(found) or is_inner(found):
            return str(value)
    return None
