"""What code of others may call and name while it is traced, beside what it defines itself.

All of it depends on values only, keeps nothing, and refuses what stands for a number, or does with
it what it does with numbers.  Attributes are those that do so, too.

>>> is_allowed(max), is_allowed(type), is_allowed(Fraction)
(True, False, True)
"""

from __future__ import annotations

import bisect
import builtins
import functools
import itertools
import math
import operator
import typing
from collections.abc import Mapping
from fractions import Fraction
from types import BuiltinFunctionType, MappingProxyType, NoneType
from typing import Final

from reference.probability import families
from reference.probability.continuous import (
    Exponential,
    Gaussian,
    Gumbel,
    Laplace,
    Uniform,
    cell,
    seen,
)
from reference.probability.dist import Dist
from reference.probability.traced import kind_of

WORDS: Final = (
    "is not among what a stream may use: functions, records and tuples of its own, arithmetic, "
    "min, sum, range and the like, math, itertools, Fraction, Laplace, Exponential, Dist"
)
"""What is said of all else."""

VALUES: Final = (
    "what a stream does must depend on the values of numbers only, and not on what objects they "
    "are"
)

_NO_ORDER: Final = "equal sets may be listed in another order: write it out after `in`, or a tuple"
_CHANGES: Final = "a call could change it, and know of calls before: write a tuple"

INEXACT: Final[type] = vars(builtins)["float"]
"""Floats, which are put out, or are constants."""

PLAIN: Final = frozenset({int, bool, str, bytes, NoneType, Fraction, INEXACT, range})
"""Types of values of which nothing but the value can be told, if a float is a number."""

MAKING: Final = (
    *("reference.data.", "reference.exact.", "reference.mechanisms.", "reference.privacy."),
    *(f"reference.probability.{name}" for name in ("continuous", "dist", "families", "streams")),
)
"""Modules of ours by which streams are made; others may load code, or keep what they are given."""

_CONSTANTS: Final = frozenset({"math", "string", "typing"})
"""Modules of Python of which values are read: in others they may be of one process."""

ASKED: Final = frozenset({bool, str, bytes, tuple, list, dict, INEXACT, NoneType})
"""Types that `isinstance` may ask for: no number of a stream is of one of them."""

_BUILT_IN: Final = """
abs all any bin bool chr dict divmod enumerate filter float int iter len list map max min next
object ord pow range reversed round sorted sum tuple zip NotImplemented Ellipsis
"""
_OF_OPERATOR: Final = "abs add eq floordiv ge gt le lt mul ne neg not_ pos sub truediv truth"
_OF_FAMILIES: Final = "bernoulli permutation subset sample_with_replacement"
"""Of laws that are not remembered."""

_ALLOWED: Final = (
    *(getattr(builtins, name) for name in _BUILT_IN.split()),
    *(x for x in vars(builtins).values() if isinstance(x, type) and issubclass(x, Exception)),
    *(getattr(operator, name) for name in _OF_OPERATOR.split()),
    *(x for x in vars(math).values() if isinstance(x, BuiltinFunctionType)),
    *(x for name, x in vars(itertools).items() if name[0] != "_" and callable(x)),
    *(bisect.bisect, bisect.bisect_left, bisect.bisect_right),
    *(functools.partial, functools.reduce, vars(typing)["cast"]),
    *(Fraction, MappingProxyType, cell, seen),
    *(Laplace, Exponential, Gaussian, Gumbel, Uniform),
    *(getattr(families, name) for name in _OF_FAMILIES.split()),
)
_BY_IDENTITY: Final = MappingProxyType({id(each): each for each in _ALLOWED})


def is_number(value: object) -> bool:
    """Whether a value of a plain type is equal to itself, and a fraction one of two integers."""
    if isinstance(value, Fraction):
        top, bottom = value.as_integer_ratio()
        return type(top) is type(bottom) is int and math.gcd(top, bottom) == 1 <= bottom
    return value == value  # noqa: PLR0124 - so is NaN defined


def is_allowed(value: object) -> bool:
    """Whether it is a function or a class that is listed here."""
    return _BY_IDENTITY.get(id(value)) is value


def is_stable(module: str, found: object) -> bool:
    """Whether what a module of ours or a library has is the same in every process."""
    known = module in _CONSTANTS or module.startswith(MAKING)
    return known or type(found) not in {tuple, MappingProxyType, *PLAIN}


_OF_TEXTS: Final = {*dir(str)} - {"format", "format_map", "encode"}

ATTRIBUTES: Final[Mapping[type, frozenset[str]]] = MappingProxyType(
    {
        int: frozenset({"bit_length", "bit_count", "numerator", "denominator"}),
        bool: frozenset(),
        INEXACT: frozenset({"is_integer"}),
        Fraction: frozenset({"numerator", "denominator", "limit_denominator"}),
        str: frozenset(name for name in _OF_TEXTS if not name.startswith("_")),
        tuple: frozenset({"count", "index"}),
        range: frozenset({"count", "index", "start", "stop", "step"}),
        list: frozenset(
            {"append", "clear", "copy", "count", "extend", "index", "insert", "pop"}
            | {"remove", "reverse", "sort"}
        ),
        dict: frozenset(
            {"clear", "copy", "get", "items", "keys", "pop", "setdefault", "update", "values"}
        ),
        MappingProxyType: frozenset({"get", "items", "keys", "values"}),
    }
)
"""What may be read of objects of these types."""

ITEMS: Final = frozenset({"items", "keys"})
"""What is read of a dictionary as a tuple: a view is a set, too."""

OF_CLASSES: Final[Mapping[type, frozenset[str]]] = MappingProxyType(
    {
        Dist: frozenset({"point", "uniform", "weighted"}),
        dict: frozenset({"fromkeys"}),
        itertools.chain: frozenset({"from_iterable"}),
    }
)
"""What may be read of these classes."""

_HINTS: Final[Mapping[object, str]] = {
    **dict.fromkeys((list, bytearray), _CHANGES),
    dict: f"{_CHANGES}, or MappingProxyType({{...}})",
    **dict.fromkeys((set, frozenset), _NO_ORDER),
    type(functools.cache(abs)): "it remembers what it was called with: write it without `cache`",
    functools.cached_property: "it remembers: write a method, or compute it in `__post_init__`",
}

_TELLING: Final = (
    *(type, id, hash, issubclass, callable, vars, dir),
    *(operator.is_, operator.is_not),
)
_INSTEAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hasattr": "give the class a default",
        "deque": "write a tuple",
        "Counter": "write a dictionary, made in the call",
        "defaultdict": "write a dictionary, made in the call",
        "Decimal": "write a Fraction",
        "asdict": "name the fields",
        "astuple": "name the fields",
        "fields": "name the fields",
        "itemgetter": "write a lambda",
        "setattr": "return a new object, as by `replace`",
        "clip": "write min(max(x, low), high)",
        "bernoulli": "import it from reference.probability.families",
        "subset": "import it from reference.probability.families",
        "permutation": "import it from reference.probability.families",
        "Logger": "leave it out, or print",
    }
)
_NAMED: Final = (getattr, operator.attrgetter, operator.methodcaller)


def wrong(value: object) -> str:
    """What is said of a value that is not allowed, after its name: why, and what to write."""
    kind = type(value)
    if kind in _HINTS:
        return f" is {kind_of(value)}: {_HINTS[kind]}"
    if any(value is each for each in _TELLING):
        return f": {VALUES}"
    if any(value is each for each in _NAMED):
        return ": write the name of an attribute after a dot"
    if value is set or value is frozenset:
        return f": {_NO_ORDER}"
    if hasattr(kind, "__next__"):
        return f" is {kind_of(value)}: it is used up where it is read: write a tuple"
    return f" {WORDS}{instead(getattr(value, '__name__', kind.__name__))}"


def instead(name: str) -> str:
    """What to write in place of what has a name, if that is known."""
    words = _INSTEAD.get(name, "")
    return f": {words}" if words else ""
