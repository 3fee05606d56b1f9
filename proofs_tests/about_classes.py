"""Which classes a claim is about: those that its objects name, and what these name in turn."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from types import CodeType, FunctionType, MethodType

from audits.ledger import Claim
from audits.ledger.impostors import Parts


def named(function: FunctionType) -> Iterator[object]:
    """What the code of a function names."""
    left: list[CodeType] = [function.__code__]
    while left:
        code = left.pop()
        left += [each for each in code.co_consts if inspect.iscode(each)]
        yield from (
            function.__globals__[name] for name in code.co_names if name in function.__globals__
        )
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    yield from function.__defaults__ or ()


def parts_of(value: object) -> Iterator[object]:
    """What an object is made of, if it belongs to a claim or is a function of a mechanism."""
    if isinstance(value, FunctionType):
        if value.__module__.startswith(("audits.claims", "reference.mechanisms", "reference.red")):
            yield from named(value)
    elif isinstance(value, MethodType):
        yield from (value.__func__, value.__self__)
    elif isinstance(value, partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, Parts):
        yield from value.parts
    elif isinstance(value, tuple | list | set | frozenset):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, property):
        yield value.fget
    elif inspect.isclass(value) and value.__module__.startswith("audits.claims"):
        yield from vars(value).values()
    else:
        yield from _fields(value)


def _fields(value: object) -> Iterator[object]:
    if not inspect.isclass(value) and is_dataclass(value):
        yield type(value)
        if type(value).__module__.startswith("audits.claims"):
            yield from (getattr(value, each.name, None) for each in fields(value))


def reached(start: object, leave_out: Callable[[object], bool] = lambda _: False) -> list[object]:
    """The object, and what it is made of, again and again."""
    found: dict[int, object] = {}
    left = [start]
    while left:
        value = left.pop()
        if id(value) not in found and not leave_out(value):
            found[id(value)] = value
            left.extend(parts_of(value))
    return [*found.values()]


def classes_of(item: Claim) -> set[type]:
    """The classes that a claim is about, and those that its check names."""
    there = (*reached(item.about), *reached(item.check))
    return {value for value in there if inspect.isclass(value)}
