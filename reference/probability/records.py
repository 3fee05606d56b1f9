"""Tuples, named tuples and dataclasses as what is stored in them, whatever their classes say.

A class may say that its fields are others when they are asked for (`__iter__`, `__getattribute__`,
`__post_init__`), or keep something that is no field.  What a state or an output holds is what is
stored, and nothing else; a record that holds more is taken for none.

>>> parts_of((1, (2,))), parts_of("text"), rebuilt((1, 2), [3, 4])
([1, (2,)], None, (3, 4))
>>> as_read((Fraction(4, 2), Fraction(1, 2), True))
(2, Fraction(1, 2), True)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import TypeVar

from reference.probability.continuous import Gap
from reference.probability.outcome import contents, is_record

X = TypeVar("X")


def parts_of(value: object) -> list[Hashable] | None:
    """The values in a tuple, a named tuple or a dataclass; None for anything else."""
    if type(value) is not tuple and (isinstance(value, Gap) or not is_record(value)):
        return None
    return contents(value)


def rebuilt(value: X, parts: Sequence[object]) -> X:
    """A record of the same class with other values; no code of the class runs."""
    kind: type = type(value)
    if isinstance(value, tuple):
        found: X = tuple.__new__(kind, parts)
        return found
    made: X = object.__new__(kind)
    for field, part in zip(fields(kind), parts, strict=True):
        object.__setattr__(made, field.name, part)
    return made


def as_read(output: X) -> X:
    """An output with whole numbers as int: a reader learns of a rational what it is, no more.

    Sums of integers are of type int, those with a fraction of type Fraction, whatever they are.
    """
    if isinstance(output, Fraction) and type(output) is Fraction and output.denominator == 1:
        whole: X = getattr(output, "numerator")  # noqa: B009  (an int: of another type)
        return whole
    parts = parts_of(output)
    if parts is None:
        return output
    read = [as_read(part) for part in parts]
    same = all(a is b for a, b in zip(parts, read, strict=True))
    return output if same else rebuilt(output, read)
