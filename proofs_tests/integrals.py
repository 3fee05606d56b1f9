"""Probabilities of mechanisms with continuous noise, by certified integration at one u.

Given one draw x, what is known of the others is a product of tails of Laplace or exponential
noise, so that a probability is one integral over x.  Between kinks, which lie at integers, the
integrand is analytic; beyond +-FAR the integral is less than TINY.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import acb, arb, fmpq

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial

FAR = 200
TINY = arb(0, arb(2) ** -40)
"""Every number smaller than 2^-40: what lies beyond, for rates of at least 1/6."""


@dataclass(frozen=True)
class Point:
    """A complex ball, and a rational number on whose side of every kink it lies."""

    ball: acb
    side: Fraction

    def __add__(self, k: int) -> Point:
        return Point(self.ball + k, self.side + k)

    def __sub__(self, k: int) -> Point:
        return self + -k


Function = Callable[[Point], acb]


def number(value: Fraction) -> arb:
    """The rational number, as a ball."""
    return arb(fmpq(value.numerator, value.denominator))


def density(rate: Fraction) -> Function:
    """Of Laplace noise."""
    b = number(rate)
    return lambda x: b / 2 * ((-b if x.side > 0 else b) * x.ball).exp()


def below(rate: Fraction) -> Function:
    """Pr[Laplace noise < x]."""
    b = number(rate)

    def probability(x: Point) -> acb:
        return 1 - (-b * x.ball).exp() / 2 if x.side > 0 else (b * x.ball).exp() / 2

    return probability


def one_sided_density(rate: Fraction) -> Function:
    """Of exponential noise."""
    b = number(rate)
    return lambda x: b * (-b * x.ball).exp() if x.side > 0 else acb(0)


def one_sided_below(rate: Fraction) -> Function:
    """Pr[exponential noise < x]."""
    b = number(rate)
    return lambda x: 1 - (-b * x.ball).exp() if x.side > 0 else acb(0)


def integral(integrand: Function, kinks: Iterable[int]) -> acb:
    """The integral over all real numbers of a probability density that is smooth off its kinks."""
    ends = sorted({-FAR, *kinks, FAR})
    total = acb(TINY)
    for low, high in pairwise(ends):
        side = Fraction(low + high, 2)

        def value(x: acb, _analytic: bool, side: Fraction = side) -> acb:
            return integrand(Point(x, side))

        total += acb.integral(value, acb(low), acb(high))
    return total


def at(value: ExponentialFunction, u: Fraction) -> arb:
    """The value of a probability at u."""
    top, bottom = (_at(polynomial, u) for polynomial in value.polynomials)
    return top / bottom


def _at(polynomial: ExponentialPolynomial, u: Fraction) -> arb:
    x = number(u)
    return sum(
        (number(Fraction(c)) * x**j * (k * x).exp() for (j, k), c in polynomial.terms.items()),
        arb(0),
    )


def agree(found: arb, expected: acb) -> bool:
    """Whether two numbers, known to many digits, differ by less than 2^-34."""
    return bool(abs(found - expected.real) < arb(2) ** -34)
