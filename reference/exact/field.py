"""The two fields that probabilities live in: Q, and Q(r) with r = e^(eps/parts).

`R` is the only way to say "probability" in a signature.  It is constrained, not structural: a
float satisfies every arithmetic protocol, and none of these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from reference.exact.polynomial import Weight
from reference.exact.rational_function import RationalFunction
from reference.override import override

R = TypeVar("R", Fraction, RationalFunction)
"""A probability or a power of e^eps: one number, or one number for every eps at once."""


@dataclass(frozen=True, slots=True)
class Field(Generic[R]):
    """How elements of a field are made from weights and taken apart again."""

    name: str
    """`Q` or `Q(r)`."""

    quotient: Callable[[Weight, Weight], R]
    """The field element numerator / denominator."""

    split: Callable[[R], tuple[Weight, Weight]]
    """A numerator and a denominator of a field element."""

    @property
    def symbolic(self) -> bool:
        """Whether the elements are functions of r."""
        return self.name == "Q(r)"

    @override
    def __reduce__(self) -> str:
        return "RATIONAL_FUNCTIONS" if self.symbolic else "RATIONALS"


def _fraction(numerator: Weight, denominator: Weight) -> Fraction:
    if isinstance(numerator, int) and isinstance(denominator, int):
        return Fraction(numerator, denominator)
    raise TypeError(f"{numerator} / {denominator} is not a number: it depends on r")


def _split_fraction(value: Fraction) -> tuple[Weight, Weight]:
    return value.numerator, value.denominator


def _split_function(value: RationalFunction) -> tuple[Weight, Weight]:
    return value.numerator, value.denominator


RATIONALS: Field[Fraction] = Field("Q", _fraction, _split_fraction)
RATIONAL_FUNCTIONS: Field[RationalFunction] = Field("Q(r)", RationalFunction, _split_function)


def number(value: R) -> Fraction | None:
    """The value if it is a number, None if it depends on r."""
    scalar: object = value
    return scalar if isinstance(scalar, Fraction) else None


def field_of(value: R) -> Field[R]:
    """The field that a scalar belongs to."""
    if isinstance(value, Fraction):
        return RATIONALS
    if isinstance(value, RationalFunction):
        return RATIONAL_FUNCTIONS
    raise TypeError(f"{value!r}: a probability is a Fraction or a RationalFunction, never a float")
