"""Monotone disjunctions of attributes, and polynomials in the number of ones that come close.

A row has attributes 1, ..., d, each 0 or 1, and is written as the integer of its bits; so is a
query y, the set of the attributes that it asks for.  The disjunction q_y(w) is 1 if a row w has
one of them, that is, if z = |w AND y| is at least 1.  A polynomial g with g(0) = 0 and g(i)
within alpha of 1 for i = 1, ..., t is therefore within alpha of q_y(w), if y has at most t
attributes.  It is written by its differences c_a = Delta^a g(0), a = 0, ..., k:

    g(z) = sum over a of c_a C(z, a)

so that g(|w AND y|) = sum over the subsets A of y of c_|A| [A is a subset of w], a multilinear
polynomial in the bits of y.

A conjunction of literals is a disjunction of their negations, negated, and a disjunction of
literals is monotone over 2d attributes, the second d being the first d negated.

>>> [chebyshev_polynomial(4, 2)(z) for z in range(5)][1:]
[Fraction(32, 41), Fraction(48, 41), Fraction(48, 41), Fraction(32, 41)]
>>> best_polynomial(4, 2).error(4), least_chebyshev_degree(4, Fraction(1, 4))
(Fraction(1, 5), 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from math import comb
from operator import mul

ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class CountPolynomial:
    """g(z) = sum over a of c_a C(z, a), for integers z >= 0.

    Raises:
        ValueError: unless c_0 = 0: a row with none of the attributes is answered exactly.
    """

    differences: tuple[Fraction, ...]
    """c_0, ..., c_k."""

    def __post_init__(self) -> None:
        if not self.differences or self.differences[0]:
            raise ValueError(f"differences {self.differences}: the first is g(0) = 0")

    @staticmethod
    def through(values: Sequence[Fraction | int]) -> CountPolynomial:
        """The polynomial with g(i) = values[i], of the degree len(values) - 1 at most."""
        row, found = [Fraction(v) for v in values], []
        while row:
            found.append(row[0])
            row = [b - a for a, b in pairwise(row)]
        return CountPolynomial(tuple(found))

    @property
    def degree(self) -> int:
        """The greatest a with c_a not 0; 0 if there is none."""
        return max((a for a, c in enumerate(self.differences) if c), default=0)

    def __call__(self, count: int, /) -> Fraction:
        return sum((c * comb(count, a) for a, c in enumerate(self.differences)), Fraction(0))

    def error(self, most: int) -> Fraction:
        """The greatest |1 - g(i)| for i = 1, ..., most."""
        return max(abs(1 - self(i)) for i in range(1, most + 1))


def chebyshev(degree: int, point: Fraction) -> Fraction:
    """T_k at a point: T_0 = 1, T_1 = z, T_(k+1) = 2 z T_k - T_(k-1)."""
    before, value = Fraction(1), point
    for _ in range(degree):
        before, value = value, 2 * point * value - before
    return before


def chebyshev_polynomial(most: int, degree: int) -> CountPolynomial:
    """g(z) = 1 - T_k(l(z))/T_k(l(0)), l(z) = (t + 1 - 2z)/(t - 1) from [1, t] to [-1, 1].

    From degree t on (and so for t = 1) it is the polynomial that is 1 at 1, ..., t: that of
    inclusion and exclusion.

    Args:
        most: t >= 1, attributes of a query.
        degree: k >= 1.

    Raises:
        ValueError: for most or degree below 1.
    """
    _checked(most, degree)
    if degree >= most:
        return CountPolynomial.through((0, *[1] * most))

    def line(z: int) -> Fraction:
        return Fraction(most + 1 - 2 * z, most - 1)

    top = chebyshev(degree, line(0))
    return CountPolynomial.through(
        [1 - chebyshev(degree, line(z)) / top for z in range(degree + 1)]
    )


def least_chebyshev_degree(most: int, accuracy: Fraction) -> int:
    """The least k with T_k((t + 1)/(t - 1)) >= 1/alpha, and t if that is less.

    Args:
        most: t >= 1.
        accuracy: alpha > 0.

    Raises:
        ValueError: for most below 1, or an accuracy that is not above 0.
    """
    _checked(most, 1)
    if accuracy <= 0:
        raise ValueError(f"accuracy {accuracy}: above 0")
    for degree in range(1, most):
        if accuracy * chebyshev(degree, Fraction(most + 1, most - 1)) >= 1:
            return degree
    return most


def best_polynomial(most: int, degree: int) -> CountPolynomial:
    """The polynomial of degree k with g(0) = 0 and the least error on 1, ..., t.

    For k + 1 of the points 1, ..., t let L_i be the polynomials of Lagrange.  All p = 1 - g of
    degree k have 1 = p(0) = sum p(i) L_i(0), so that some |p(i)| is at least 1/sum |L_i(0)|, and
    p(i) = sign(L_i(0))/sum |L_i(0)| attains that on these points.  For the points with the
    greatest bound it attains it on all.  All sets of points are tried.

    Args:
        most: t >= 1, small.
        degree: k >= 1.

    Raises:
        ValueError: for most or degree below 1.
    """
    _checked(most, degree)
    if degree >= most:
        return chebyshev_polynomial(most, degree)
    weights = {
        points: _lagrange(points, 0) for points in combinations(range(1, most + 1), degree + 1)
    }
    points = min(weights, key=lambda chosen: sum(map(abs, weights[chosen])))
    error = 1 / sum(map(abs, weights[points]))
    p = [error * (1 if weight > 0 else -1) for weight in weights[points]]
    values = [1 - sum(map(mul, p, _lagrange(points, z)), Fraction(0)) for z in range(degree + 1)]
    return CountPolynomial.through(values)


def disjunction(query: int, row: int) -> int:
    """q_y(w): 1 if the row has an attribute of the query."""
    return int(bool(query & row))


def with_negations(row: int, attributes: int) -> int:
    """The row over 2d attributes: the d attributes, then their negations.

    Args:
        row: from 0 to 2^d - 1.
        attributes: d.
    """
    return row | (((1 << attributes) - 1) ^ row) << attributes


def negated_literals(positive: int, negative: int, attributes: int) -> int:
    """The query over 2d attributes whose disjunction is 1 minus the conjunction of the literals.

    Args:
        positive: the attributes that the conjunction wants to be 1.
        negative: those that it wants to be 0.
        attributes: d.
    """
    return negative | positive << attributes


def subsets(query: int, largest: int) -> Iterator[int]:
    """The nonempty subsets with at most `largest` attributes, by size, then in order."""
    attributes = [1 << i for i in range(query.bit_length()) if query >> i & 1]
    for size in range(1, largest + 1):
        for chosen in combinations(attributes, size):
            yield sum(chosen)


def _lagrange(points: Sequence[int], z: int) -> list[Fraction]:
    """L_i(z) for each of the points i."""
    return [reduce(mul, (Fraction(z - j, i - j) for j in points if j != i), ONE) for i in points]


def _checked(most: int, degree: int) -> None:
    if most < 1 or degree < 1:
        raise ValueError(f"t = {most}, degree {degree}: both are at least 1")
