"""A mechanism as it is, but with another number in place of r in its eps.

A mechanism of a notebook is any function: it has its eps in a field, in a variable, or in one of a
function that it calls.  So nothing is copied, but for a while the very objects are changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from reference.privacy.epsilon import Epsilon

M = TypeVar("M")


@contextmanager
def with_loss(mechanism: M, old: Epsilon[Any], new: Epsilon[Any]) -> Iterator[M]:
    """Inside, the mechanism has the root of another loss; what shares its r has it too.

    Losses that share it are those of the same number eps/parts, or, where every eps is meant, of
    as many parts.

    Args:
        mechanism: of any kind.
        old: its loss, this very object.
        new: the one with the other root.
    """
    known = [*_losses(mechanism), old]
    shared = [each for each in known if each == old or (old.unit and each.unit == old.unit)]
    before = [each.root for each in shared]
    try:
        for each in shared:
            object.__setattr__(each, "root", new.root)
        yield mechanism
    finally:
        for each, root in zip(shared, before, strict=True):
            object.__setattr__(each, "root", root)


def _losses(value: object) -> Iterator[Epsilon[Any]]:
    """The losses in a value, in its fields and theirs."""
    if isinstance(value, Epsilon):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _losses(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _losses(getattr(value, each.name, None))
