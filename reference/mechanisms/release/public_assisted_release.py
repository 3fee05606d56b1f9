"""Query release that public rows assist: answers to all concepts of a class, on a cover.

Public rows choose a finite cover of the class and a representative for each point (see
`reference.data.public_cover`); private rows become their representatives, multiplicative weights
answer the concepts of the cover on them, and every concept is answered as its projection.  The
answers are means of functions with values -1 and +1, so 2 a - 1 for a fraction a.

For every choice of public rows the mechanism keeps the privacy of multiplicative weights for one
replaced private row; the public rows themselves are not protected.

Pseudo-code:
    1  H~ <- one concept for each combination of values of the concepts on the public rows
    2  X~ <- one point for each combination of values of the concepts of H~
    3  s <- the representatives of the private rows
    4  G~ <- multiplicative weights on s, for the queries of H~, on the points X~
    5  return G(h) = 2 G~(projection of h) - 1 for every concept h, in the order of the class

Notation: H concepts, w public rows, H~ cover, X~ representative domain, s private rows as
representatives, G data structure.
Source: BCMNUW20, Algorithm 3, section 3.
Guarantees: BCMNUW20.A3, BCMNUW20.T10.priv.
Deviations: multiplicative weights take a threshold, a count and two privacy losses as they are;
    which of them are enough for an accuracy is calibrated elsewhere.
Degenerate inputs: no public rows leave one concept; one representative is answered without rows.

>>> from reference.data.concept import intervals
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=4)
>>> weights = Calibration(Fraction(1, 2), 1, eps, eps / 4, Fraction(1, 2))
>>> release = PublicAssistedRelease(intervals(4), Domain.of_size(4), (1, 1), weights)
>>> [str(h) for h in release.cover], len(law(release, (0, 3)))
(['[0,0)', '[0,2)'], 5)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.public_cover import (
    projections,
    public_cover,
    representative_domain,
    representatives,
)
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class Calibration(Generic[R]):
    """The parameters of multiplicative weights, whatever they are asked."""

    threshold: Fraction
    """T, in rows."""

    count: int
    """c: at most so many corrections."""

    test_eps: Epsilon[R]
    """The privacy loss of the tests up to one firing."""

    answer_eps: Epsilon[R]
    """The privacy loss of one noisy answer."""

    rate: Fraction
    """rho."""


@dataclass(frozen=True, slots=True)
class PublicAssistedRelease(Generic[H, R]):
    """Parameters of the mechanism; call it on a database of private rows.

    Raises:
        ValueError: for no concept.
        InexactExponentError: at a call, unless `test_eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Algorithm 3", "3")

    concepts: tuple[H, ...]
    """H, each a function from points to {0, 1}."""

    domain: Domain[int]
    """The points 0, ..., size - 1."""

    public: Database[int]
    """w."""

    weights: Calibration[R]
    """What multiplicative weights run with."""

    def __post_init__(self) -> None:
        if not self.concepts:
            raise ValueError("a release answers at least one concept")

    universe = replaced_rows

    @property
    def cover(self) -> tuple[H, ...]:
        """H~, a function of the public rows alone."""
        return public_cover(self.concepts, self.public)  # 1

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of multiplicative weights, for every choice of public rows."""
        return self.inner.guarantee

    @property
    def inner(self) -> MultiplicativeWeights[H, R]:
        """Multiplicative weights for the cover, on the representative domain."""
        points = representative_domain(self.cover, self.domain.size)  # 2
        plan = self.weights
        start: PointWeights[H] = PointWeights.uniform(points, plan.rate)
        return MultiplicativeWeights(
            self.cover, start, plan.threshold, plan.count, plan.test_eps, plan.answer_eps
        )

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Fraction, ...]:
        """G(h) in [-1, 1] for each concept, in order."""
        stands_for = representatives(self.cover, self.domain.size)
        s = tuple(stands_for[x] for x in database)  # 3
        transcript = coins.run(self.inner, s)  # 4
        g = {h: 2 * a.value - 1 for h, a in zip(self.cover, transcript, strict=True)}
        return tuple(g[h] for h in projections(self.concepts, self.public))  # 5
