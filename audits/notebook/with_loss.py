"""A mechanism as it is, but with another number in place of r in its eps.

A mechanism of a notebook is any function or object: it has its eps in a field, in a variable, or
in one of a function that it calls.  So nothing is copied, but for a while the very objects are
changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any, TypeVar

from audits.inputs.parts import MOST_PARTS
from reference.privacy.epsilon import Epsilon
from reference.probability.provenance import ours

M = TypeVar("M")


@contextmanager
def with_loss(mechanism: M, old: Epsilon[Any], new: Epsilon[Any]) -> Iterator[M]:
    """Inside, the mechanism has the root and unit of another loss; what shares its r has them too.

    Losses that share it are those of the same number eps/parts, or, where every eps is meant, of
    as many parts.  One for every eps in the code is, where one is meant, that one.

    Args:
        mechanism: of any kind.
        old: its loss, this very object.
        new: the one with the other root.
    """
    known = {id(each): each for each in (*_losses(mechanism, set()), old)}
    shared = [
        each
        for each in known.values()
        if each == old
        or (old.unit and each.unit == old.unit)
        or (each.unit is None and (each.root, each.parts) == (old.root, old.parts))
    ]
    before = [(each.root, each.unit) for each in shared]
    try:
        for each in shared:
            _put(each, new.root, new.unit)
        yield mechanism
    finally:
        for each, (root, unit) in zip(shared, before, strict=True):
            _put(each, root, unit)


def in_more_parts(mechanism: M, loss: Epsilon[Any], times: int) -> tuple[M, Epsilon[Any]] | None:
    """The mechanism with its eps in so many times as many parts, and that eps.

    None unless it is a dataclass whose field `eps` is a function of r, and the only loss in it
    and in its code: in another, r would stand for another number.
    """
    if times == 1 or isinstance(loss.root, Fraction) or not is_dataclass(mechanism):
        return None
    if isinstance(mechanism, type) or not any(
        f.name == "eps" and f.init for f in fields(mechanism)
    ):
        return None
    parts = loss.parts * times
    if parts > MOST_PARTS or any(each is not loss for each in _losses(mechanism, set())):
        return None
    finer = Epsilon(loss.root, parts, None if loss.unit is None else loss.unit / times)
    made = replace(mechanism, eps=finer)
    return None if any(each is not finer for each in _losses(made, set())) else (made, finer)


def _put(loss: Epsilon[Any], root: object, unit: object) -> None:
    """Change a loss, which is frozen."""
    object.__setattr__(loss, "root", root)
    object.__setattr__(loss, "unit", unit)


def _losses(value: object, seen: set[int]) -> Iterator[Epsilon[Any]]:
    """The losses in a value, in what it is made of, and in the variables that its code names."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Epsilon):
        yield value
        return
    parts: list[object] = []
    if isinstance(value, tuple | list):
        parts += value
    elif isinstance(value, partial):
        parts += [value.func, *value.args, *value.keywords.values()]
    elif isinstance(value, MethodType):
        parts += [value.__self__, value.__func__]
    elif isinstance(value, FunctionType) and not ours(value):
        parts += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        for each in value.__closure__ or ():
            with suppress(ValueError):  # nothing is in it yet
                parts.append(each.cell_contents)
        parts += [value.__globals__.get(name) for name in _names(value.__code__)]
    elif is_dataclass(value) and not isinstance(value, type):
        parts += [getattr(value, each.name, None) for each in fields(value)]
    if callable(value) and not isinstance(value, type | FunctionType | MethodType | partial):
        parts += [*getattr(value, "__dict__", {}).values(), type(value).__call__]
    for part in parts:
        yield from _losses(part, seen)


def _names(code: CodeType) -> Iterator[str]:
    """What code names, and the functions and comprehensions in it."""
    yield from code.co_names
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from _names(inside)
