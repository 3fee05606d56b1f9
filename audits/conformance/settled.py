"""An outcome in which nothing is undetermined: uniforms are drawn whole, wherever they are in it.

They are found in tuples (named ones too), frozen sets, lists, dictionaries and the attributes of
objects, dataclasses with slots included.  An object that holds one is built again without its
constructor; one that holds none is returned as it is.  What cannot be built again keeps its
uniforms, and is refused where outcomes are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from audits.conformance.uniform import Uniform

_ATOMS = frozenset({int, float, str, bytes, bool, type(None), complex, range, type})


def settled(value: Any) -> Any:
    """The value with the integers that are not yet known drawn."""
    kind = type(value)
    if kind is Uniform:
        return value.whole()
    if kind in _ATOMS or isinstance(value, (Enum, type)):
        return value
    if isinstance(value, tuple):
        parts = [settled(item) for item in tuple.__iter__(value)]
        if all(a is b for a, b in zip(parts, tuple.__iter__(value), strict=True)):
            return value
        return tuple.__new__(kind, parts)
    if isinstance(value, frozenset):
        members = list(frozenset.__iter__(value))
        parts = [settled(item) for item in members]
        same = all(a is b for a, b in zip(parts, members, strict=True))
        return value if same else frozenset.__new__(kind, parts)
    if kind is list:
        return [settled(item) for item in value]
    if kind is dict:
        return {settled(known): settled(item) for known, item in value.items()}
    return _rebuilt(value)


def _rebuilt(value: Any) -> Any:
    """An object with its attributes settled; itself, if they are or it cannot be built."""
    attributes = dict(_attributes(value))
    found = {name: settled(item) for name, item in attributes.items()}
    if all(found[name] is item for name, item in attributes.items()):
        return value
    try:
        fresh = object.__new__(type(value))
    except TypeError:  # its memory is laid out by C code
        return value
    for name, item in found.items():
        object.__setattr__(fresh, name, item)
    return fresh


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an instance, in its dictionary and in slots."""
    kind = type(value)
    if kind.__flags__ & 1 << 9 == 0:  # a type of the interpreter
        return
    names = [
        name
        for base in kind.__mro__
        for name, member in vars(base).items()
        if type(member).__name__ == "member_descriptor"
    ]
    for name in names:
        try:
            yield name, object.__getattribute__(value, name)
        except AttributeError:
            continue
    try:
        known = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return
    if type(known) is dict:
        yield from known.items()


__all__ = ["settled"]
