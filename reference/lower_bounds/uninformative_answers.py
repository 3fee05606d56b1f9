"""Answers that tell nothing: the zero answer, and a mixture with a constant one.

The zero answer is off by at most 1 whatever the means are.  A release that gives with probability
kappa one fixed answer instead of its own fails with that probability more at most; but then
nothing is known of the rows, so that no tracer has its hits then: if an outsider is accused with
probability a, a row of the database is accused together with the fixed answer with probability at
most a, and k of s rows with probability at most s a/k.

Pseudo-code:
    1  with probability kappa return q_0
    2  return A(D)

Notation: A release, D database, q_0 fixed answer, kappa its probability, s rows, k hits, a false
positives.
Source: BCMNUW20, Theorems 13 and 14, section 4, of which these are limiting cases.
Guarantees: BCMNUW20.ALG.DataFree0, BCMNUW20.ALG.Garbage, BCMNUW20.T13, BCMNUW20.T14.
Deviations: neither is in the paper.
Degenerate inputs: kappa = 0 and kappa = 1 are allowed; a release of no answers gives none.

>>> from reference.probability.law import law
>>> law(Garbage(ZeroAnswers(1), (Fraction(1),), Fraction(1, 4)), (0, 1))
Dist({(Fraction(1, 1),): 1/4, (Fraction(0, 1),): 3/4})
>>> most_often_hit(Fraction(1, 4), 8, Fraction(1, 64), 2)
Fraction(13, 16)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.exact.field import R
from reference.exact.interval import check_exact
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ZeroAnswers:
    """The answer 0 to each of so many stumps.

    Raises:
        ValueError: for a negative number of stumps.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Theorem 13", "4")

    attributes: int

    def __post_init__(self) -> None:
        if self.attributes < 0:
            raise ValueError(f"{self.attributes} stumps: at least 0")

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(0, 0)."""
        return Guarantee(Fraction(1), Fraction(0))

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        """Zeros, whatever the rows are."""
        return (Fraction(0),) * self.attributes


@dataclass(frozen=True, slots=True)
class Garbage(Generic[R]):
    """A release, with a constant answer in its place now and then.

    Raises:
        ValueError: unless 0 <= kappa <= 1.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Theorem 14", "4")

    release: PrivateMechanism[Database[int], tuple[Fraction, ...], R]
    constant: tuple[Fraction, ...]
    """q_0."""
    often: Fraction
    """kappa."""

    def __post_init__(self) -> None:
        check_exact(often=self.often)
        if not 0 <= self.often <= 1:
            raise ValueError(f"kappa {self.often}: it lies in [0, 1]")

    @property
    def guarantee(self) -> Guarantee[R]:
        """The eps of the release, and its delta as often as it is asked."""
        inner = self.release.guarantee
        return Guarantee(inner.exp_eps, inner.delta * (1 - self.often))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Fraction, ...]:
        """An answer for each stump."""
        coin = Dist.weighted([(True, self.often), (False, 1 - self.often)])
        if coins.draw(coin):
            return self.constant  # 1
        return coins.delegate(self.release, database)  # 2


def most_often_hit(often: Fraction, rows: int, false_positive: Fraction, hits: int) -> Fraction:
    """What Pr[at least so many hits] cannot exceed for any tracer.

    Raises:
        ValueError: for hits < 1.
    """
    if hits < 1:
        raise ValueError(f"{hits} hits: at least 1")
    return 1 - often + min(often, rows * false_positive / hits)
