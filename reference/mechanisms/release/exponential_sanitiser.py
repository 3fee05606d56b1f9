"""Sanitisation by the exponential mechanism over small databases.

A counting query Q_c(D) is the fraction of rows on which c is 1; for the point functions, which
are the default, the queries are the frequencies of the points.  Release a database of k rows with
probability proportional to exp(-(eps m / 2) max_j |Q_j(D) - Q_j(D')|), whose score has
sensitivity 1.

Pseudo-code:
    1  for each histogram D' of k rows, e <- max_j |Q_j(D) - Q_j(D')|
    2  return D' with probability proportional to e^(-eps m e / 2) times its multiplicity

Notation: D database of m rows, D' synthetic database of k rows, Q_j frequency of the point j.
Source: BBKN13, Theorem 7.1 (after Blum, Ligett and Roth), section 7; VT14, Theorem 3.1.1.
Guarantees: BBKN13.T7.1, VT14.ALG.BLR, VT14.T3.1.1p, VT14.T3.1.1acc.
Deviations: the paper names the mechanism only.  `weigh=histograms` gives each histogram
    multiplicity 1, `weigh=databases` the number of sequences with that histogram.  VT14 has twice
    the exponent, and twice the privacy loss.
Degenerate inputs: an empty database is refused; m e is a multiple of 1/k, so that `eps.parts` has
    to be one of 2k, or of 2 if k divides m.

>>> from reference.probability.law import law
>>> sanitiser = ExponentialSanitiser(Domain.of_size(2), 1, Epsilon(Fraction(2), parts=2))
>>> law(sanitiser, (0, 0)).probability((0,))  # weights 1 : 1/4
Fraction(4, 5)
>>> synthetic_rows(Fraction(2, 3)), enough_rows(3, Fraction(2, 3), Fraction(1, 2), sanitiser.eps)
(3, 18)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import ClassVar, Generic

from reference.data.concept import Hypothesis, PointFunction
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.query_release import furthest
from reference.data.universes import replaced_rows
from reference.data.workloads import Workload
from reference.exact.field import R
from reference.exact.interval import ln
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ExponentialSanitiser(Generic[R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: for no synthetic rows, an unknown multiplicity, or a family that is not on the
            domain.
        InexactExponentError: at a call, if m e is no multiple of 2 / `eps.parts`.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 7.1", "7")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """The points."""

    synthetic: int
    """k, the number of rows of the output."""

    eps: Epsilon[R]
    """Privacy loss."""

    weigh: str = "histograms"
    """The multiplicity: `histograms` or `databases`."""

    queries: Workload | tuple[Hypothesis, ...] = Workload.POINTS
    """A family by name, or functions from points to {0, 1}."""

    def __post_init__(self) -> None:
        if self.synthetic < 1 or self.weigh not in {"histograms", "databases"}:
            raise ValueError(
                f"synthetic {self.synthetic}, weigh {self.weigh!r}: at least 1, "
                "histograms or databases"
            )
        if not self.listed:
            raise ValueError("queries (): a sanitiser answers at least one query")

    @property
    def listed(self) -> tuple[Hypothesis, ...]:
        """Every query."""
        if self.queries is Workload.POINTS:
            return tuple(map(PointFunction, self.domain))
        if isinstance(self.queries, Workload):
            return self.queries.on(self.domain.size)
        return self.queries

    guarantee = PureLoss()
    """(eps, 0) for replaced rows."""
    universe = replaced_rows

    def outputs(self) -> Iterator[Database[int]]:
        """Every multiset of k points."""
        return combinations_with_replacement(self.domain, self.synthetic)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        """Release a synthetic database."""
        if not database:
            raise ValueError("the frequencies of an empty database are not defined")
        m, listed = len(database), self.listed
        wanted = answers(listed, database)
        weights = []
        for candidate in self.outputs():
            e = furthest(wanted, answers(listed, candidate))  # 1
            weight = self.eps.exp(Fraction(-m * e, 2)) * self._multiplicity(candidate)
            weights.append((candidate, weight))
        return coins.release(Dist.weighted(weights))  # 2

    def _multiplicity(self, candidate: Database[int]) -> int:
        if self.weigh == "histograms":
            return 1
        ways = factorial(self.synthetic)
        for point in set(candidate):
            ways //= factorial(candidate.count(point))
        return ways


def answers(queries: tuple[Hypothesis, ...], rows: Database[int]) -> tuple[Fraction, ...]:
    """Q_c(rows) for each c: the fraction of the rows on which it is 1."""
    return tuple(Fraction(sum(map(c, rows)), len(rows)) for c in queries)


def synthetic_rows(alpha: Fraction) -> int:
    """k: 2/alpha, rounded up; then rounding the frequencies costs at most alpha/2."""
    return -(-2 * alpha.denominator // alpha.numerator)


def enough_rows(size: int, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]) -> int:
    """m: (4/(eps alpha)) (k ln T + ln(1/beta)), rounded up.

    With k synthetic rows every frequency is closer than alpha but with probability beta.

    Args:
        size: T.
        alpha: accuracy, above 0.
        beta: failure probability, in (0, 1].
        eps: privacy loss, above 0.
    """
    loss = ln(eps.root) * eps.parts
    return ((ln(size) * synthetic_rows(alpha) - ln(beta)) * 4 / (loss * alpha)).rounded_up()


def frequency(database: Database[int], point: int) -> Fraction:
    """The fraction of the rows that equal the point."""
    return Fraction(database.count(point), len(database))


def largest_error(database: Database[int], candidate: Database[int]) -> Fraction:
    """max_j |Q_j(database) - Q_j(candidate)|, over all points j."""
    occurring = sorted({*database, *candidate})
    return max(abs(frequency(database, j) - frequency(candidate, j)) for j in occurring)


def is_useful(database: Database[int], candidate: Database[int], alpha: Fraction) -> bool:
    """Whether every frequency is closer than alpha (strictly)."""
    return largest_error(database, candidate) < alpha
