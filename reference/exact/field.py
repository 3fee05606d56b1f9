"""The three fields that probabilities live in: Q; Q(r) with r = e^u, u = eps/parts; and Q(u, r).

The third one is that of mechanisms which draw continuous noise.

`R` is the only way to say "probability" in a signature.  It is constrained, not structural: a
float satisfies every arithmetic protocol, and none of these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from reference.exact.decimals import exactly, read_rational
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.polynomial import Weight, in_r
from reference.exact.rational_function import RationalFunction
from reference.override import override

R = TypeVar("R", Fraction, RationalFunction, ExponentialFunction)
"""A probability or a power of e^eps: one number, or one number for every eps at once."""


Scalar: TypeAlias = int | Fraction | RationalFunction | ExponentialFunction
"""An element of any of the fields."""


@dataclass(frozen=True, slots=True)
class Field(Generic[R]):
    """How elements of a field are made from weights and taken apart again."""

    name: str
    """`Q`, `Q(r)` or `Q(u, r)`."""

    quotient: Callable[[Weight, Weight], R]
    """The field element numerator / denominator."""

    split: Callable[[R], tuple[Weight, Weight]]
    """A numerator and a denominator of a field element."""

    @property
    def symbolic(self) -> bool:
        """Whether the elements are functions of r."""
        return self.name != "Q"

    @property
    def continuous(self) -> bool:
        """Whether the elements are functions of u too."""
        return self.name == "Q(u, r)"

    @property
    def rank(self) -> int:
        """Its place among the three, each of which has those before it in it."""
        return tuple(GLOBALS).index(self.name)

    @override
    def __reduce__(self) -> str:
        return GLOBALS[self.name]


GLOBALS = {"Q": "RATIONALS", "Q(r)": "RATIONAL_FUNCTIONS", "Q(u, r)": "EXPONENTIAL_FUNCTIONS"}
"""The names of the fields in this module, by their own."""


def _fraction(numerator: Weight, denominator: Weight) -> Fraction:
    if isinstance(numerator, int) and isinstance(denominator, int):
        return Fraction(numerator, denominator)
    raise TypeError(f"{numerator} / {denominator} is not a number: it depends on r")


def _split_fraction(value: Fraction) -> tuple[Weight, Weight]:
    return value.numerator, value.denominator


def _function(numerator: Weight, denominator: Weight) -> RationalFunction:
    return RationalFunction(in_r(numerator), in_r(denominator))


def _split_function(value: RationalFunction) -> tuple[Weight, Weight]:
    return value.numerator, value.denominator


def _exponential(numerator: Weight, denominator: Weight) -> ExponentialFunction:
    top, bottom = (ExponentialFunction.of_polynomial(w) for w in (numerator, denominator))
    return top / bottom


def _split_exponential(value: ExponentialFunction) -> tuple[Weight, Weight]:
    return value.polynomials


RATIONALS: Field[Fraction] = Field("Q", _fraction, _split_fraction)
RATIONAL_FUNCTIONS: Field[RationalFunction] = Field("Q(r)", _function, _split_function)
EXPONENTIAL_FUNCTIONS: Field[ExponentialFunction] = Field(
    "Q(u, r)", _exponential, _split_exponential
)


FIELDS: dict[str, Field[Fraction] | Field[RationalFunction] | Field[ExponentialFunction]] = {
    field.name: field for field in (RATIONALS, RATIONAL_FUNCTIONS, EXPONENTIAL_FUNCTIONS)
}
"""The fields by their names."""


def number(value: R) -> Fraction | None:
    """The value if it is a number, None if it depends on r."""
    scalar: object = value
    return scalar if isinstance(scalar, Fraction) else None


def of_r(value: Scalar) -> RationalFunction:
    """The value as a function of r.

    Raises:
        TypeError: if it is one of u and r.
    """
    if isinstance(value, ExponentialFunction):
        raise TypeError(f"{value}: it depends on u = eps/parts, for continuous noise is drawn")
    return RationalFunction.of(value)


def of_u_and_r(value: Scalar) -> ExponentialFunction:
    """The value as a function of u and r."""
    if isinstance(value, RationalFunction):
        return _exponential(value.numerator, value.denominator)
    return ExponentialFunction.of(value)


def field_of(value: R) -> Field[R]:
    """The field that a scalar belongs to."""
    if isinstance(value, Fraction):
        return RATIONALS
    if isinstance(value, RationalFunction):
        return RATIONAL_FUNCTIONS
    if isinstance(value, ExponentialFunction):
        return EXPONENTIAL_FUNCTIONS
    raise TypeError(f"{value!r}: a probability is a Fraction: {exactly(value)}")


def read_scalar(value: int | str) -> Fraction:
    """The number that an int is, or that a text such as "1/2" or "0.1" says.

    Raises:
        TypeError: for a truth value.
        ValueError: for a text that is no number.
    """
    if isinstance(value, bool):
        raise TypeError(f"{value}: a truth value, where a number is needed")
    return read_rational(value) if isinstance(value, str) else Fraction(value)
