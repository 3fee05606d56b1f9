"""Exponential polynomials: sums of c u^j r^k with r = e^u, u > 0, c rational, j and k integers.

They are the ring Q[u, 1/u, r, 1/r].  As e^u is transcendental over Q(u), two are the same function
of u only if they are the same element; and at a rational u > 0, where e^u is transcendental
(Lindemann), one is 0 only if its coefficients, what stands before each r^k, all are.

Notation: u = eps / parts; j, k exponents of u and r; c coefficients.

>>> u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
>>> (r + u) * r**-2
ExponentialPolynomial('r^-1 + u r^-2')
>>> [
...     (r - 1 - u).sign_at(Fraction(1, 100)),
...     (u - 9).sign_at(Fraction(9)),
...     (u - r).sign_at(Fraction(9)),
... ]
[1, 0, -1]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz, fmpz_poly

from reference.exact.exponential import sign_at_exp
from reference.exact.interval import Interval, exact, exp
from reference.override import override

Scalar: TypeAlias = "ExponentialPolynomial | fmpz_poly | Fraction | int"
"""What can be added and multiplied: a polynomial of flint is one in r."""

Powers: TypeAlias = tuple[int, int]
"""The exponents j and k."""

Terms: TypeAlias = Mapping[Powers, Fraction]
"""The coefficient of each u^j r^k, by (j, k)."""

_RING = fmpq_mpoly_ctx.get(("u", "r"))


class ExponentialPolynomial:
    """An element of Q[u, 1/u, r, 1/r].

    Args:
        part: a polynomial in u and r.
        low: exponents a, b of u and r; the element is u^a r^b times the polynomial.
    """

    __slots__ = ("_known", "_low", "_part")

    _known: Terms
    """The terms, once they were asked for."""

    _low: Powers
    """The least exponents of u and of r; 0 for zero."""

    _part: fmpq_mpoly
    """The element divided by these powers: a polynomial that neither u nor r divides."""

    def __init__(self, part: fmpq_mpoly, low: Powers = (0, 0)) -> None:
        a, b = _least(part.monoms())
        if a or b:
            part = _RING.from_dict({(j - a, k - b): c for (j, k), c in part.to_dict().items()})
        self._low, self._part = (low[0] + a, low[1] + b) if part else (0, 0), part

    @classmethod
    def term(cls, c: Fraction | int, j: int, k: int) -> ExponentialPolynomial:
        """The single term c u^j r^k."""
        return _made(_RING.constant(fmpq(c.numerator, c.denominator)), (j, k))

    @classmethod
    def of_terms(cls, terms: Terms) -> ExponentialPolynomial:
        """The sum of c u^j r^k, from the coefficient c of each (j, k)."""
        low = _least(terms)
        part: dict[tuple[int, ...], int | fmpz | fmpq] = {
            (j - low[0], k - low[1]): fmpq(c.numerator, c.denominator)
            for (j, k), c in terms.items()
        }
        return cls(_RING.from_dict(part), low)

    @classmethod
    def u(cls, power: int = 1) -> ExponentialPolynomial:
        """The function u^power."""
        return cls.term(1, power, 0)

    @classmethod
    def r(cls, power: int = 1) -> ExponentialPolynomial:
        """The function r^power = e^(power u)."""
        return cls.term(1, 0, power)

    @classmethod
    def of(cls, value: Scalar) -> ExponentialPolynomial:
        """The value itself, or the function of r, or the constant function, that it is."""
        if isinstance(value, ExponentialPolynomial):
            return value
        if isinstance(value, fmpz_poly):
            found = enumerate(value.coeffs())
            return cls.of_terms({(0, k): Fraction(int(c)) for k, c in found if c != 0})
        return cls.term(value, 0, 0)

    @property
    def part(self) -> fmpq_mpoly:
        """The element divided by its least powers of u and r."""
        return self._part

    @property
    def terms(self) -> dict[Powers, Fraction]:
        """The coefficients other than 0, by (j, k)."""
        if not hasattr(self, "_known"):
            a, b = self._low
            found = self._part.to_dict().items()
            self._known = {
                (int(j) + a, int(k) + b): Fraction(int(c.p), int(c.q)) for (j, k), c in found
            }
        return dict(self._known)

    @property
    def integral(self) -> dict[Powers, int]:
        """Integer coefficients of a multiple by c u^a r^b, c > 0; the least exponents are 0."""
        return integral([self])[0]

    def at_unit(self, u: Fraction) -> dict[int, Fraction]:
        """The coefficient of each r^k at a rational u, if it is not 0."""
        found: dict[int, Fraction] = {}
        for (j, k), c in self.terms.items():
            found[k] = found.get(k, Fraction(0)) + c * u**j
        return {k: c for k, c in found.items() if c}

    def at(self, u: Fraction) -> Interval:
        """The value at a rational u > 0, certified."""
        return sum((exp(k * u) * c for k, c in self.at_unit(u).items()), exact(0))

    def sign_at(self, u: Fraction) -> int:
        """-1, 0 or 1: the sign of the value at a rational u > 0, always decided.

        Raises:
            ValueError: unless u > 0.
        """
        if u <= 0:
            raise ValueError(f"u = {u}: above 0")
        return sign(self.integral, u)

    def __add__(self, other: Scalar) -> ExponentialPolynomial:
        b = ExponentialPolynomial.of(other)
        if not self or not b:
            return self or b
        low = _least((self._low, b._low))
        return ExponentialPolynomial(self._lifted(low) + b._lifted(low), low)

    __radd__ = __add__

    def __neg__(self) -> ExponentialPolynomial:
        return _made(-self._part, self._low)

    def __sub__(self, other: Scalar) -> ExponentialPolynomial:
        return self + (-ExponentialPolynomial.of(other))

    def __rsub__(self, other: Scalar) -> ExponentialPolynomial:
        return ExponentialPolynomial.of(other) + (-self)

    def __mul__(self, other: Scalar) -> ExponentialPolynomial:
        if isinstance(other, Fraction | int):
            factor = fmpq(other.numerator, other.denominator)
            return _made(self._part * factor, self._low)
        other = ExponentialPolynomial.of(other)
        (a, b), (c, d) = self._low, other._low
        return _made(self._part * other._part, (a + c, b + d))

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> ExponentialPolynomial:
        """The quotient, where it is one of the ring."""
        if isinstance(other, Fraction | int):
            return self * (1 / Fraction(other))
        other = ExponentialPolynomial.of(other)
        (a, b), (c, d) = self._low, other._low
        return ExponentialPolynomial(self._part / other._part, (a - c, b - d))

    def gcd(self, other: Scalar) -> ExponentialPolynomial:
        """A greatest common divisor; u, r and numbers have inverses."""
        return ExponentialPolynomial(self._part.gcd(ExponentialPolynomial.of(other).part))

    def __pow__(self, power: int) -> ExponentialPolynomial:
        if power < 0 and len(self.terms) != 1:
            raise ValueError(f"({self})^{power}: only a single term has an inverse")
        if power < 0:
            (((j, k), c),) = self.terms.items()
            return ExponentialPolynomial.term(c**power, j * power, k * power)
        a, b = self._low
        return _made(self._part**power, (a * power, b * power))

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExponentialPolynomial | Fraction | int):
            return NotImplemented
        b = ExponentialPolynomial.of(other)
        return self._low == b._low and bool(self._part == b._part)

    @override
    def __hash__(self) -> int:
        terms = self.terms
        if terms.keys() <= {(0, 0)}:
            return hash(terms.get((0, 0), Fraction(0)))
        return hash(frozenset(terms.items()))

    def __bool__(self) -> bool:
        return not self._part.is_zero()

    @override
    def __str__(self) -> str:
        return show_terms((j, k, c) for (j, k), c in self.terms.items())

    @override
    def __repr__(self) -> str:
        return f"ExponentialPolynomial({str(self)!r})"

    @override
    def __reduce__(self) -> tuple[Callable[[Terms], ExponentialPolynomial], tuple[Terms]]:
        return ExponentialPolynomial.of_terms, (self.terms,)

    def _lifted(self, low: Powers) -> fmpq_mpoly:
        """The element divided by lower powers."""
        return self._part * _RING.term(1, (self._low[0] - low[0], self._low[1] - low[1]))


def integral(values: Iterable[Scalar]) -> list[dict[Powers, int]]:
    """Integer coefficients of multiples by one c u^a r^b, c > 0, for several functions together.

    The least exponents of all of them are 0, and so their signs and ratios are kept.
    """
    parts = [ExponentialPolynomial.of(value).terms for value in values]
    a, b = _least({powers for part in parts for powers in part})
    scale = lcm(*(c.denominator for part in parts for c in part.values()))
    return [
        {(j - a, k - b): c.numerator * (scale // c.denominator) for (j, k), c in part.items()}
        for part in parts
    ]


def at_unit(values: Iterable[Scalar], u: Fraction) -> list[list[int]]:
    """Integer coefficients of polynomials in r, in the ratios of several functions at u.

    Args:
        values: exponential polynomials.
        u: a rational number > 0, at which r stands for e^u.
    """
    parts = [ExponentialPolynomial.of(value).at_unit(u) for value in values]
    low = min((k for part in parts for k in part), default=0)
    scale = lcm(*(c.denominator for part in parts for c in part.values()))
    return [
        [int(part.get(k, 0) * scale) for k in range(low, max(part, default=low - 1) + 1)]
        for part in parts
    ]


def _made(part: fmpq_mpoly, low: Powers) -> ExponentialPolynomial:
    """From a polynomial that neither u nor r divides, or 0; products of such are such."""
    made = object.__new__(ExponentialPolynomial)
    made._low, made._part = low if part else (0, 0), part
    return made


def sign(terms: Mapping[Powers, int], u: Fraction) -> int:
    """Of the sum of c u^j e^(k u), at a rational u > 0; j, k >= 0, c integers."""
    j_most, k_most = (max(powers) for powers in zip((0, 0), *terms, strict=True))
    above, under, weights = u.numerator, u.denominator, [0] * (k_most + 1)
    for (j, k), c in terms.items():
        weights[k] += c * above**j * under ** (j_most - j)
    return sign_at_exp(fmpz_poly(weights), u)


def _least(powers: Collection[tuple[int, ...]]) -> Powers:
    """The least exponents; 0 where there is no term."""
    return (int(min(j for j, _ in powers)), int(min(k for _, k in powers))) if powers else (0, 0)


def show_terms(terms: Iterable[tuple[int, int, Fraction | int]]) -> str:
    """The sum of c u^j r^k, from the triples (j, k, c), as text, highest power of r first."""
    text = ""
    for j, k, c in sorted(terms, key=lambda t: (-t[1], -t[0])):
        powers = [_power("u", j), _power("r", k)]
        size = str(abs(c)) if abs(c) != 1 or not (j or k) else ""
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + " ".join(part for part in (size, *powers) if part)
    return text or "0"


def _power(name: str, exponent: int) -> str:
    return "" if not exponent else name if exponent == 1 else f"{name}^{exponent}"
