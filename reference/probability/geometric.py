"""Two-sided geometric noise on Z, with exact tails, clamped and truncated forms.

Z has the two-sided geometric law of ratio g, 0 < g < 1, if Pr[Z = z] = (1-g)/(1+g) g^|z|.
It is the discrete Laplace law: with g = e^(-eps) it makes a count eps-private.

Three different mechanisms come from it and have three names: the noise itself; the noise
*clamped* to an interval (mass beyond an end moves to that end, which is post-processing); the
noise *truncated* to an interval (conditioned on it, which is another mechanism and is private
for no finite eps if the interval moves with the data).

Notation: g ratio, z integer, [low, high] interval, d degree.

>>> from fractions import Fraction
>>> noise = TwoSidedGeometric(Fraction(1, 2))
>>> noise.probability(0), noise.at_least(1), noise.at_most(1)
(Fraction(1, 3), Fraction(1, 3), Fraction(5, 6))
>>> noise.clamped(-1, 1)
Dist({-1: 1/3, 0: 1/3, 1: 1/3})
>>> noise.truncated(-1, 1)
Dist({-1: 1/4, 0: 1/2, 1: 1/4})
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Generic

from reference.exact.decimals import read_rational
from reference.exact.field import Field, R, field_of, number
from reference.exact.polynomial import Weight, exact_quotient, least_common_multiple
from reference.probability.dist import Dist

NO_DIST: Final = (
    "it has infinitely many values: draw .clamped(low - x, high - x) of it and add it to x, which "
    "is x + noise with what lies beyond low and high put there; or .truncated(low, high), which "
    "is another mechanism; or draw_noise(noise, Settled(...)), if the rest says when it settles"
)
"""What to do where such noise is drawn as a `Dist`."""


@dataclass(frozen=True, slots=True)
class TwoSidedGeometric(Generic[R]):
    """The law Pr[Z = z] = (1-g)/(1+g) g^|z| on the integers.

    Raises:
        ValueError: if the ratio is a number outside (0, 1).
        TypeError: for a float, and for what is no scalar.
    """

    ratio: R
    """g; a number strictly between 0 and 1, or a function such as 1/r (for every r > 1)."""

    def __post_init__(self) -> None:
        given: object = self.ratio
        if isinstance(given, str):
            object.__setattr__(self, "ratio", read_rational(given))
        field_of(self.ratio)
        ratio = number(self.ratio)
        if ratio is not None and not 0 < ratio < 1:
            raise ValueError(f"ratio {self.ratio}: geometric noise has a ratio in (0, 1)")

    def probability(self, value: int) -> R:
        """Pr[Z = value]."""
        g = self.ratio
        return (1 - g) / (1 + g) * g ** abs(value)

    def at_least(self, value: int) -> R:
        """Pr[Z >= value]."""
        g = self.ratio
        if value >= 1:
            return g**value / (1 + g)
        return 1 - g ** (1 - value) / (1 + g)

    def at_most(self, value: int) -> R:
        """Pr[Z <= value]."""
        return self.at_least(-value)

    def clamped(self, low: int, high: int) -> Dist[int, R]:
        """The law of min(max(Z, low), high).

        Raises:
            ValueError: if low > high.
        """
        _check_interval(low, high)
        if low == high:
            return Dist.weighted([(low, self.at_least(low) + self.at_most(low - 1))])
        masses: list[tuple[int, R]] = [(low, self.at_most(low))]
        masses.extend((z, self.probability(z)) for z in range(low + 1, high))
        masses.append((high, self.at_least(high)))
        return Dist.weighted(masses)

    def truncated(self, low: int, high: int) -> Dist[int, R]:
        """The law of Z given low <= Z <= high.

        Raises:
            ValueError: if low > high.
        """
        _check_interval(low, high)
        return Dist.weighted((z, self.probability(z)) for z in range(low, high + 1))


@dataclass(frozen=True, slots=True)
class Settled(Generic[R]):
    """What is known of a computation that goes on after an unbounded draw Z.

    For z > high, and for z < low, the probability of each final outcome given Z = z is a
    polynomial of degree at most `degree` in ratio^|z|.  `law` sums both tails exactly from
    degree + 1 values each, and confirms the statement at one further value each.

    Raises:
        ValueError: unless low <= 0 <= high and degree >= 0.
    """

    low: int
    high: int
    ratio: R
    degree: int

    def __post_init__(self) -> None:
        if not self.low <= 0 <= self.high:
            raise ValueError(f"settled outside [{self.low}, {self.high}]: 0 must lie inside")
        if self.degree < 0:
            raise ValueError(f"degree {self.degree}: the degree of a polynomial is >= 0")


@dataclass(frozen=True, slots=True)
class Quadrature:
    """Integers z and signed weights with E[f(Z)] = sum weight f(z) / total for settled f."""

    values: tuple[int, ...]
    """Every value from low to high, then degree + 2 values of either tail."""

    weights: tuple[Weight, ...]
    """One for each value; those of a tail may be negative."""

    total: Weight
    """The sum of the weights."""

    checks: tuple[tuple[Weight, ...], ...]
    """Two further sets of weights, one for each tail: a settled f sums to 0 against both."""


def quadrature(noise: TwoSidedGeometric[R], settled: Settled[R]) -> Quadrature:
    """An exact rule for the mean of a settled function of the noise.

    On the tail z = high + 1 + i, a settled f is a sum of c_j x_j^i with x_j = ratio^j,
    j = 0..degree, and its sum against the noise is sum_j c_j m_j with
    m_j = Pr[Z = high + 1] / (1 - g x_j).  The weights are the coefficients of the polynomial
    that takes the value m_j at x_j, the checks those of the product of the (x - x_j).
    """
    g, field = noise.ratio, field_of(noise.ratio)
    one, zero = g / g, g - g
    points: list[R] = [settled.ratio**j for j in range(settled.degree + 1)]
    check = _product(points, one)
    middle = list(range(settled.low, settled.high + 1))
    tail = range(1, settled.degree + 3)
    values = middle + [settled.high + i for i in tail] + [settled.low - i for i in tail]
    scalars = [noise.probability(z) for z in middle]
    for first in (settled.high + 1, settled.low - 1):
        moments: list[R] = [noise.probability(first) / (1 - g * x) for x in points]
        scalars.extend(_interpolate(points, moments))
        scalars.append(zero)
    nothing, silent = [zero] * len(middle), [zero] * len(check)
    weights, total = _clear(scalars, field)
    return Quadrature(
        tuple(values),
        weights,
        total,
        (_clear(nothing + check + silent, field)[0], _clear(nothing + silent + check, field)[0]),
    )


def _clear(scalars: list[R], field: Field[R]) -> tuple[tuple[Weight, ...], Weight]:
    """Integral weights and the common denominator that the scalars had."""
    parts = [field.split(s) for s in scalars]
    common = least_common_multiple(bottom for _, bottom in parts)
    return tuple(top * exact_quotient(common, bottom) for top, bottom in parts), common


def _product(points: list[R], one: R) -> list[R]:
    """Coefficients, constant term first, of the product of the (x - point)."""
    product: list[R] = [one]
    for point in points:
        product = _times_linear(product, point)
    return product


def _interpolate(points: list[R], values: list[R]) -> list[R]:
    """Coefficients of the polynomial of least degree with the given values (Newton's form)."""
    table: list[R] = list(values)
    for k in range(1, len(points)):
        for i in range(len(points) - 1, k - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (points[i] - points[i - k])
    result: list[R] = [table[-1]]
    for i in range(len(points) - 2, -1, -1):
        result = _times_linear(result, points[i])
        result[0] = result[0] + table[i]
    return result


def _times_linear(polynomial: list[R], point: R) -> list[R]:
    """The coefficients of polynomial * (x - point)."""
    result: list[R] = [-point * polynomial[0]]
    for lower, upper in pairwise(polynomial):
        result.append(lower - point * upper)
    result.append(polynomial[-1])
    return result


def _check_interval(low: int, high: int) -> None:
    if low > high:
        raise ValueError(f"interval [{low}, {high}]: the low end is at most the high end")
