"""The fields of a record of ours, read at once.

`reference.probability.outcome` asks of every dataclass anew how it keeps its fields, since code of
others may change its class.  Classes of ours with slots only are asked once: what is in the slots
is read, whatever is put in their place later.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Number
from types import MemberDescriptorType
from typing import Final

from reference.probability.provenance import OURS, is_static, known_by_name

Reader = Callable[[object], tuple[Hashable, ...]]


def reader(kind: type) -> Reader | None:
    """What reads the fields of an instance of the class, in order.

    None unless it is a hashable dataclass of ours, written in Python and known by its name, whose
    instances have a slot for each field, and nothing else.
    """
    if id(kind) not in _KNOWN:
        _KNOWN[id(kind)] = kind, _reader(kind)
    return _KNOWN[id(kind)][1]


_KNOWN: Final = dict[int, tuple[type, Reader | None]]()
"""By identity: what a class of others says of its equality does not matter."""


def _reader(kind: type) -> Reader | None:
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if not str(file).startswith(OURS) or not known_by_name(kind) or not is_dataclass(kind):
        return None
    names = [field.name for field in fields(kind)]
    members = [vars(base) for base in kind.__mro__[:-1]]
    slots = {
        name: member
        for each in reversed(members)
        for name, member in each.items()
        if isinstance(member, MemberDescriptorType)
    }
    usual = (
        getattr(kind, "__hash__", None) is not None
        and not issubclass(kind, Enum | Number)
        and not any(map(is_static, kind.__mro__[:-1]))
        and not any({"__getattr__", "__getattribute__"} & each.keys() for each in members)
    )
    if not usual or kind.__dictoffset__ or sorted(slots) != sorted(names):
        return None
    if any(getattr(kind, name) is not slots[name] for name in names):
        return None
    read = [slots[name].__get__ for name in names]
    return lambda record: tuple([field(record) for field in read])
