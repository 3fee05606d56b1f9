"""Rows of signs whose means are random, and how much answers tell of such rows.

A row is a vector of p signs; the mean of each coordinate is drawn first, uniform on [-A, A], and
then the coordinates of all rows are drawn with this mean.  A function f of one coordinate of the
rows, with g(mu) = E[f | mu], satisfies the fingerprinting identity

    E[f(z) ((z_1 - mu) + ... + (z_s - mu))] = E[(1 - mu^2) g'(mu)]
                                            = (1 - A^2) (g(A) - g(-A)) / (2A) + 2 E[mu g(mu)],

so that an answer within alpha of every mean correlates with its rows.  Given the rows, all
is a polynomial in mu, which is integrated exactly.

Pseudo-code (s rows of p signs):
    1  mu_j <- uniform on [-A, A], for each coordinate j
    2  z_ij <- +1 with probability (1 + mu_j)/2, else -1, for each row i

Notation: A width, mu mean, z signs of one coordinate, s rows, f function, g its mean given mu.
Source: BCMNUW20, Theorem 14, section 4 (the distribution of Dwork et al., which it cites).
Guarantees: BCMNUW20.ALG.HardStumps, BCMNUW20.T14.fp-identity, BCMNUW20.T14.fp-lower.
Deviations: the paper names neither the distribution nor its width; rows are integers, bit j is 1
    where coordinate j is +1.
Degenerate inputs: no rows give f one value, and the sum is 0.

>>> uniform = RandomMean(Fraction(1))
>>> mean = tuple(Fraction(bits.bit_count() - 1) for bits in range(4))
>>> uniform.fingerprint(mean), uniform.moment(2)
(Fraction(2, 3), Fraction(1, 3))
>>> product_rows((Fraction(1, 2), Fraction(0)))
Dist({0: 1/8, 1: 3/8, 2: 1/8, 3: 3/8})
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias

from reference.data.database import Database
from reference.exact.interval import check_exact
from reference.probability.dist import Dist
from reference.source import Paper, Source

InMean: TypeAlias = tuple[Fraction, ...]
"""A polynomial in mu: the coefficients of 1, mu, mu^2, ..."""

Function: TypeAlias = Sequence[Fraction]
"""f, for each combination of signs: bit i of the place is 1 where z_i = +1."""


@dataclass(frozen=True, slots=True)
class RandomMean:
    """The mean of one coordinate, uniform on [-width, width].

    Raises:
        ValueError: unless 0 < width <= 1.
        TypeError: for a width that is no exact number.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Theorem 14", "4")

    width: Fraction = Fraction(1)
    """A."""

    def __post_init__(self) -> None:
        check_exact(width=self.width)
        if not 0 < self.width <= 1:
            raise ValueError(f"width {self.width}: it lies in (0, 1]")

    def moment(self, power: int) -> Fraction:
        """E[mu^power]: 0 for odd powers."""
        return Fraction(0) if power % 2 else self.width**power / (power + 1)

    def expectation(self, polynomial: InMean) -> Fraction:
        """E[polynomial(mu)]."""
        return sum((c * self.moment(k) for k, c in enumerate(polynomial)), Fraction(0))  # 1

    def probability(self, bits: int, rows: int) -> Fraction:
        """The probability of these signs of the rows in one coordinate."""
        return self.expectation(chance_of_signs(bits, rows))

    def fingerprint(self, function: Function) -> Fraction:
        """E[f(z) ((z_1 - mu) + ... + (z_s - mu))]."""
        rows = _rows(function)
        total: InMean = (Fraction(0),)
        for bits, number in enumerate(function):
            signs = Fraction(sum(sign(bits, i) for i in range(rows)))
            centred: InMean = (signs * number, -rows * number)
            total = plus(total, times(centred, chance_of_signs(bits, rows)))
        return self.expectation(total)

    def least_fingerprint(self, accuracy: Fraction) -> Fraction:
        """A number that the fingerprint of f is at least, if |g(mu) - mu| <= accuracy always."""
        a = self.width
        ends = (1 - a * a) * (1 - accuracy / a)
        return ends + 2 * self.moment(2) - accuracy * a


def sign(row: int, place: int) -> int:
    """+1 if the bit is 1, else -1."""
    return 2 * (row >> place & 1) - 1


def times(first: InMean, second: InMean) -> InMean:
    """The product of two polynomials."""
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for k, b in enumerate(second):
            found[i + k] += a * b
    return tuple(found)


def plus(first: InMean, second: InMean) -> InMean:
    """The sum of two polynomials."""
    short, long = sorted((first, second), key=len)
    return tuple(a + b for a, b in zip(short, long, strict=False)) + tuple(long[len(short) :])


def value(polynomial: InMean, mean: Fraction) -> Fraction:
    """The value at a mean."""
    total = Fraction(0)
    for coefficient in reversed(polynomial):
        total = total * mean + coefficient
    return total


def chance_of_signs(bits: int, rows: int) -> InMean:
    """The probability of these signs in one coordinate, given the mean: a product of rows."""
    found: InMean = (Fraction(1),)
    for i in range(rows):
        found = times(found, (Fraction(1, 2), Fraction(sign(bits, i), 2)))  # 2
    return found


def mean_of(function: Function) -> InMean:
    """g(mu) = E[f(z) | mu].

    Raises:
        ValueError: unless f has a value for each combination of the signs of some rows.
    """
    rows = _rows(function)
    found: InMean = (Fraction(0),)
    for bits, number in enumerate(function):
        found = plus(found, times((number,), chance_of_signs(bits, rows)))
    return found


def _rows(function: Function) -> int:
    rows = len(function).bit_length() - 1
    if len(function) != 1 << max(rows, 0):
        raise ValueError(f"a function with {len(function)} values: 2^rows are wanted")
    return rows


def product_rows(means: Sequence[Fraction]) -> Dist[int, Fraction]:
    """The law of one row given the means of its coordinates, which are independent.

    Raises:
        ValueError: for a mean outside of [-1, 1].
    """
    if any(abs(mean) > 1 for mean in means):
        raise ValueError(f"means {tuple(map(str, means))}: each lies in [-1, 1]")
    weights: list[tuple[int, Fraction]] = []
    for row in range(1 << len(means)):
        chance = Fraction(1)
        for j, mean in enumerate(means):
            chance *= (1 + sign(row, j) * mean) / 2
        weights.append((row, chance))
    return Dist.weighted(weights)


def many_rows(row: Dist[int, Fraction], rows: int) -> Dist[Database[int], Fraction]:
    """The law of so many independent rows."""
    found: Dist[Database[int], Fraction] = Dist.point(())
    for _ in range(rows):
        found = found.product(row).map(lambda pair: (*pair[0], pair[1]))
    return found
