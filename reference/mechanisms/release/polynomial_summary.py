"""A noisy polynomial as a summary: all monotone disjunctions of at most t attributes from it.

A row w of d attributes answers the disjunction of y by g(|w AND y|), g a polynomial with g(0) = 0
that is close to 1 on 1, ..., t.  As a multilinear polynomial in y this has the coefficient
c_a = Delta^a g(0) for each set A of a <= k attributes that w has, and 0 for the others.
The mean of the rows' polynomials is released with noise on every coefficient.  One replaced row
changes the coefficients, times n, by sum over a of C(d, a) |c_a| in all, and by no less if the row
without any attribute becomes the one with all of them.

The coefficients are whole multiples of u/n, u the greatest number of which all c_a are multiples:
c_a = u m_a.  The noise is on these multiples.

Pseudo-code:
    1  for each set A of 1 to k attributes, a = #A, with m_a not 0:
    2      N <- m_a #{i : A is a subset of x_i}
    3      S_A <- clamp(N + Z, between 0 and m_a n) u/n, Z two-sided geometric of ratio e^(-eps)
    4  return S, the coefficients by size of A, then in order
    5  to answer y: sum over the subsets A of y of S_A

Notation: x database of n rows, d attributes, t most attributes of a query, k degree, g polynomial,
    c differences of g, m their integer multiples of u, S summary, Z noise.
Source: VT14, section 8.1 (after Hardt, Rothblum and Servedio; Thaler, Ullman and Vadhan).
Guarantees: VT14.ALG.ChebSummary, VT14.TXT.cheb-priv, VT14.TXT.cheb-acc.
Deviations: geometric noise on the lattice of the coefficients; eps is the loss of one unit of it,
    in all D eps, D = sum over a of C(d, a) |m_a|.  Print has noise Lap(d^O(sqrt t)/(eps n)).
Degenerate inputs: the empty query is answered 0; no rows are refused.

>>> from reference.probability.law import law
>>> law(PolynomialSummary(2, 2, 1, Epsilon(Fraction(2))), (3,)).probability((Fraction(2, 3),) * 2)
Fraction(4, 9)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb, gcd, lcm
from operator import mul
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.disjunctions import CountPolynomial, chebyshev_polynomial, subsets
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

MOST_COEFFICIENTS = 100_000
"""Of a summary."""

Summary = tuple[Fraction, ...]
"""S_A for the sets of 1 to k attributes."""


@dataclass(frozen=True, slots=True)
class PolynomialSummary(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows 0, ..., 2^d - 1.

    Raises:
        ValueError: unless 1 <= most <= attributes and degree >= 1, and for more than
            MOST_COEFFICIENTS; at a call, for no rows.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "summary of disjunctions", "8.1")

    attributes: int
    """d: a row is the integer of its d bits."""

    most: int
    """t: queries ask for at most this many attributes."""

    degree: int
    """k: that of the polynomial; from t on it is that of inclusion and exclusion."""

    eps: Epsilon[R]
    """The privacy loss of one unit of the lattice of the coefficients."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        if not 1 <= self.most <= self.attributes:
            raise ValueError(f"most {self.most}: from 1 to {self.attributes}, the attributes")
        if self.degree < 1:
            raise ValueError(f"degree {self.degree}: at least 1")
        count = 0
        for a in range(1, min(self.degree, self.most) + 1):
            count += comb(self.attributes, a)
            if count > MOST_COEFFICIENTS:
                raise ValueError(
                    f"attributes {self.attributes}, degree {self.degree}: {count} coefficients or "
                    f"more, the limit is {MOST_COEFFICIENTS}"
                )

    @property
    def domain(self) -> Domain[int]:
        """All rows."""
        return Domain.of_size(1 << self.attributes)

    @property
    def polynomial(self) -> CountPolynomial:
        """The polynomial g."""
        return chebyshev_polynomial(self.most, self.degree)

    @property
    def sets(self) -> tuple[int, ...]:
        """The sets A of 1 to k attributes with a coefficient, by size, then in order."""
        every = (1 << self.attributes) - 1
        c = self.polynomial.differences
        return tuple(a for a in subsets(every, len(c) - 1) if c[a.bit_count()])

    @property
    def unit(self) -> Fraction:
        """u: the greatest number of which all differences of g are multiples."""
        return greatest_unit(self.polynomial.differences)

    @property
    def sensitivity(self) -> int:
        """D: by how many units u/n the coefficients of neighbours differ at most, in all."""
        c = self.polynomial.differences
        whole = sum((comb(self.attributes, a) * abs(v) for a, v in enumerate(c)), Fraction(0))
        return int(whole / self.unit)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(D eps, 0) for replaced rows."""
        return Guarantee.pure(self.eps, self.sensitivity)

    def most_outcomes(self, rows: int) -> int:
        """For each coefficient its multiples of u/n between 0 and that of the row of all ones."""
        c, u = self.polynomial.differences, self.unit
        return reduce(mul, (abs(int(c[a.bit_count()] / u)) * rows + 1 for a in self.sets), 1)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Summary:
        """S."""
        n, u, c = len(database), self.unit, self.polynomial.differences
        if not n:
            raise ValueError("an empty database has no means: at least 1 row is needed")
        summary: list[Fraction] = []
        for chosen in self.sets:  # 1
            m = int(c[chosen.bit_count()] / u)
            count = m * sum(chosen & row == chosen for row in database)  # 2
            shown = (min(m * n, 0), max(m * n, 0))
            noisy = coins.run(NoisyInteger(self.eps.exp(-1), shown), count)  # 3
            summary.append(noisy * u / n)
        return tuple(summary)  # 4

    def answer(self, summary: Sequence[Fraction], query: int) -> Fraction:
        """The disjunction of a query, from the summary.

        Args:
            summary: S, as released.
            query: the integer of at most t of the d attributes.
        """
        asked = zip(self.sets, summary, strict=True)
        return sum((s for chosen, s in asked if chosen & query == chosen), Fraction(0))  # 5


def greatest_unit(values: Sequence[Fraction]) -> Fraction:
    """The greatest number of which all the numbers are whole multiples; not all of them are 0."""
    q = lcm(*(v.denominator for v in values))
    return Fraction(gcd(*(int(v * q) for v in values)), q)
