"""Exact laws of the sums that tracing attacks compare, for answers made coordinate by coordinate.

If coordinates are independent, so are the parts of the sums; all rows together have a law that is
a convolution power, here the power of one polynomial whose exponents number the vectors of parts.

Pseudo-code (p coordinates alike, s rows and a further one):
    1  for one coordinate: z_1, ..., z_s, y of mean mu, q from z; ((z_i - c) v(q))_i, (y - c) v(q)
    2  the law of the sum of p independent copies
    3  count the rows whose sum is above tau, and see whether that of y is

Notation: z rows of one coordinate, y further row, q answer, c centre, v weight, tau threshold.
Source: BCMNUW20, Theorem 14, section 4.
Guarantees: BCMNUW20.T14.toy, BCMNUW20.T14.sound.
Deviations: none; the paper computes no law.
Degenerate inputs: no coordinates have the sums 0.

>>> one = Dist.uniform([(Fraction(-1, 2),), (Fraction(1, 2),)])
>>> sums(one, 2)
Dist({(Fraction(-1, 1),): 1/4, (Fraction(0, 1),): 1/2, (Fraction(1, 1),): 1/4})
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from flint import fmpz_poly

from reference.exact.field import RATIONALS
from reference.lower_bounds.random_means import sign
from reference.lower_bounds.tracing_attacks import Threshold
from reference.probability.dist import Dist

Parts: TypeAlias = tuple[Fraction, ...]
"""The part of the sum of each row, and last that of the further row."""

Answer: TypeAlias = Callable[[tuple[int, ...]], Dist[Fraction, Fraction]]
"""The law of an answer, from the signs of the rows in its coordinate."""


def parts(
    mean: Fraction,
    rows: int,
    answer: Answer,
    centre: Fraction,
    weight: Callable[[Fraction], Fraction],
) -> Dist[Parts, Fraction]:
    """The law of the parts of one coordinate, of so many rows and a further one."""
    found: list[tuple[Parts, Fraction]] = []
    for bits in range(1 << rows + 1):
        signs = tuple(sign(bits, i) for i in range(rows + 1))
        chance = Fraction(1)
        for each in signs:
            chance *= (1 + each * mean) / 2
        law = answer(signs[:-1])
        for q in law:
            part = tuple((each - centre) * weight(q) for each in signs)
            found.append((part, chance * law.probability(q)))
    return Dist.weighted(found)  # 1


def sums(one: Dist[Parts, Fraction], copies: int) -> Dist[Parts, Fraction]:
    """The law of the sum of so many independent copies.

    Raises:
        ValueError: for a negative number of copies.
    """
    if copies < 0:
        raise ValueError(f"{copies} copies: at least 0")
    vectors = [*one]
    unit = lcm(*(x.denominator for vector in vectors for x in vector), 1)
    numbers = [[int(x * unit) for x in vector] for vector in vectors]
    lows = [min(column) for column in zip(*numbers, strict=True)]
    highs = [max(column) for column in zip(*numbers, strict=True)]
    sides = [copies * (high - low) + 1 for low, high in zip(lows, highs, strict=True)]
    chances = [one.probability(vector) for vector in vectors]
    common = lcm(*(chance.denominator for chance in chances))
    coefficients: dict[int, int] = {}
    for vector, chance in zip(numbers, chances, strict=True):
        place = 0
        for x, low, side in zip(vector, lows, sides, strict=True):
            place = place * side + x - low
        coefficients[place] = coefficients.get(place, 0) + int(chance * common)
    dense = [coefficients.get(place, 0) for place in range(max(coefficients) + 1)]
    power = fmpz_poly(dense) ** copies  # 2
    found: dict[Parts, int] = {}
    for place, weight in enumerate(power.coeffs()):
        if int(weight):
            rest, vector_sum = place, list[Fraction]()
            for low, side in zip(reversed(lows), reversed(sides), strict=True):
                rest, digit = divmod(rest, side)
                vector_sum.append(Fraction(digit + copies * low, unit))
            found[tuple(reversed(vector_sum))] = int(weight)
    return Dist(found, RATIONALS)


def hits(total: Dist[Parts, Fraction], threshold: Threshold) -> Dist[tuple[int, bool], Fraction]:
    """The joint law of the number of rows that are accused, and whether the further one is."""
    known: dict[Fraction, bool] = {}

    def above(x: Fraction) -> bool:
        if x not in known:
            known[x] = threshold.exceeded_by(x)
        return known[x]

    return total.map(lambda v: (sum(map(above, v[:-1])), above(v[-1])))  # 3
