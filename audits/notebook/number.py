"""A number of an answer that is known exactly and is not rational, or lies between two numbers.

>>> least = Number.of(RationalFunction.r(2), Fraction(1, 2))
>>> least
r^2 (2.718281828 to 2.718281829)
>>> float(least) >= least.high > least.low
True
>>> Number.loss(Fraction(3))
ln(3) (1.098612288 to 1.098612289)
>>> Number.loss(Fraction(2)) < Number.loss(Fraction(3)) <= Fraction(11, 10)
True
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from audits.evidence.verdict import Json
from audits.rendering.numbers import in_words, loss_json, number_json
from reference.exact.decimals import exactly, read_rational
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import of_r
from reference.exact.rational_function import RationalFunction
from reference.override import override
from reference.privacy.divergence import Infinity


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number:
    """A real number: exactly, where that is known, and between two decimals.

    It is compared with others, and with exact numbers, as far as its decimals tell.  A multiple
    of eps is compared by its factor.
    """

    exact: Any
    """A rational, infinity, a function of r at one eps; None if only two decimals are known."""

    exponent: Fraction | None
    """ln r, if it is a function of r."""

    _json: dict[str, Json] = field(default_factory=dict)
    _after: str = ""
    _where: str = ""

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
        return cls(_exact(rational), exponent if "r" in str(exact) else None, found)

    @classmethod
    def multiple_of_eps(cls, found: dict[str, Json]) -> Number:
        """A multiple of eps, as it stands in an answer."""
        return cls(_exact(found["exact"]), None, found, " eps")

    @property
    def power(self) -> Fraction | None:
        """X where it is ln(x), of a rational x that is not 1."""
        text = str(self._json["exact"])
        return _end(text[3:-1]) if text.startswith("ln(") and self.exponent is None else None

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
            known = (self._json["exact"], self.exponent, self._after)
            return known[0] is not None and known == (
                *(other._json["exact"], other.exponent, other._after),
            )
        return self.exact is not None and bool(self.exact == other)

    @override
    def __hash__(self) -> int:
        return hash(self.exact)

    def __bool__(self) -> bool:
        return self > 0

    def __lt__(self, other: object) -> bool:
        low, high, least, most = self._compared(other)
        return self != other and _decided(self, other, yes=high < least, no=low >= most)

    def __le__(self, other: object) -> bool:
        low, high, least, most = self._compared(other)
        return self == other or _decided(self, other, yes=high <= least, no=low > most)

    def __gt__(self, other: object) -> bool:
        return not self <= other

    def __ge__(self, other: object) -> bool:
        return not self < other

    def _compared(self, other: object) -> tuple[Fraction | float, ...]:
        """Numbers between which this one lies, and the other.

        Raises:
            TypeError: for a float, for what is no number, and for a multiple of eps and a number.
        """
        if isinstance(other, Number) and self._after != other._after:  # noqa: SLF001 - its own
            raise TypeError(f"{self} and {other}: a multiple of eps and a number")
        return *self._ends(), *_ends(other)

    def _ends(self) -> tuple[Fraction | float, Fraction | float]:
        """Numbers, or infinity, between which it lies."""
        if self.exact is Infinity.INFINITE:
            return inf, inf
        low, high = self.low, self.high
        return (Fraction(0) if low is None else low), (inf if high is None else high)

    @override
    def __repr__(self) -> str:
        if self.exact is Infinity.INFINITE:
            return "infinite"
        if self._after and self.exact == 1:
            return "eps"
        low, high = self._json["low"], self._json["high"]
        if self._after and self.exact is None and (low is None or high is None):
            if low is high:
                return "unknown"
            return f"more than {low} eps" if high is None else f"at most {high} eps"
        return f"{in_words(self._json)}{self._after}{self._where}"


def _decided(one: Number, other: object, *, yes: bool, no: bool) -> bool:
    """Whether it is so, where decimals say it.

    Raises:
        ValueError: where they do not.
    """
    if yes is no:
        raise ValueError(f"{one} and {other}: decimals do not tell which is larger")
    return yes


def _ends(value: object) -> tuple[Fraction | float, Fraction | float]:
    """Those of what a number is compared with."""
    if isinstance(value, Number):
        return value._ends()  # noqa: SLF001 - its own
    if value is Infinity.INFINITE or value == inf:
        return inf, inf
    if isinstance(value, str):
        value = read_rational(value)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TypeError(f"compared with {value!r}: {exactly(value)}")
    return Fraction(value), Fraction(value)


def _exact(text: Json) -> Fraction | Infinity | None:
    return Infinity.INFINITE if text == "inf" else _end(text)


def _end(text: Json) -> Fraction | None:
    return None if text is None else Fraction(str(text))


def known(value: Any, exponent: Fraction | None, usual: Fraction | None = None) -> Any:
    """A rational or infinity as it is, a function of r at one eps as a `Number`.

    Args:
        value: it.
        exponent: ln r, where there is one eps.
        usual: ln r in the answer; a number with another r says which.
    """
    if not isinstance(value, RationalFunction) or exponent is None:
        return value
    found = Number.of(value, exponent)
    is_other = exponent != usual and "r" in str(found.exact)
    return replace(found, _where=f" where r = e^({exponent})") if is_other else found


def lifted(exact: Any, exponent: Fraction | None) -> Any:
    """A number as one of the field of laws that are functions of r at e^exponent, if they are."""
    if exponent is None:
        return exact
    return of_r(exact.at(exponent) if isinstance(exact, ExponentialFunction) else exact)
