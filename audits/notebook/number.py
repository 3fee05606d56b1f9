"""A number of an answer that is known exactly and is not rational, or lies between two numbers.

>>> least = Number.of(RationalFunction.r(2), Fraction(1, 2))
>>> least
r^2 (2.718281828 to 2.718281829)
>>> float(least) >= least.high > least.low
True
>>> Number.loss(Fraction(3))
ln(3) (1.098612288 to 1.098612289)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from audits.shown.numbers import in_words, loss_json, number_json
from audits.verdict import Json
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import of_r
from reference.exact.rational_function import RationalFunction
from reference.override import override
from reference.privacy.divergence import Infinity


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number:
    """A real number: exactly, where that is known, and between two decimals."""

    exact: Any
    """A rational, infinity, a function of r at one eps; None if only two decimals are known."""

    exponent: Fraction | None
    """ln r, if it is a function of r."""

    _json: dict[str, Json] = field(default_factory=dict)
    _after: str = ""

    @classmethod
    def of(cls, value: Any, exponent: Fraction) -> Number:
        """A function of r at r = e^exponent."""
        return cls(value, exponent, number_json(value, exponent))

    @classmethod
    def loss(cls, exp_eps: Any, exponent: Fraction | None = None) -> Number:
        """The eps of an e^eps."""
        found = loss_json(exp_eps, exponent)
        exact = found["exact"]
        rational = None if str(exact).startswith("ln") else exact
        return cls(_exact(rational), None, found)

    @classmethod
    def multiple_of_eps(cls, found: dict[str, Json]) -> Number:
        """A multiple of eps, as it stands in an answer."""
        return cls(_exact(found["exact"]), None, found, " eps")

    @property
    def low(self) -> Fraction | None:
        """It is at least this."""
        return _end(self._json["low"])

    @property
    def high(self) -> Fraction | None:
        """It is at most this; None if that is not known, or it is infinite."""
        return _end(self._json["high"])

    def __float__(self) -> float:
        """A float that is not below the number: rounded up."""
        high = self.high
        if high is None:
            if self.exact is Infinity.INFINITE:
                return inf
            raise ValueError(f"{self}: no number that it is at most is known")
        near = float(high)
        return near if near >= high else nextafter(near, inf)

    @override
    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            return self.exact is not None and (self.exact, self.exponent, self._after) == (
                *(other.exact, other.exponent, other._after),
            )
        return self.exact is not None and bool(self.exact == other)

    @override
    def __hash__(self) -> int:
        return hash(self.exact)

    @override
    def __repr__(self) -> str:
        if self._after and self.exact == 1:
            return "eps"
        return f"{in_words(self._json)}{self._after}"


def _exact(text: Json) -> Fraction | Infinity | None:
    return Infinity.INFINITE if text == "inf" else _end(text)


def _end(text: Json) -> Fraction | None:
    return None if text is None else Fraction(str(text))


def known(value: Any, exponent: Fraction | None) -> Any:
    """A rational or infinity as it is, a function of r at one eps as a `Number`."""
    if isinstance(value, RationalFunction) and exponent is not None:
        return Number.of(value, exponent)
    return value


def lifted(exact: Any, exponent: Fraction | None) -> Any:
    """A number as one of the field of laws that are functions of r at e^exponent, if they are."""
    if exponent is None:
        return exact
    return of_r(exact.at(exponent) if isinstance(exact, ExponentialFunction) else exact)
