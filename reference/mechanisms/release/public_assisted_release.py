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

Where the cover consists of stumps on all vectors of p bits, the least point with the same bits is
the representative, found by a mask, and the weights on X~ are a product of laws of bits: the 2^p
points are not listed.

Notation: H concepts, w public rows, H~ cover, X~ representative domain, s private rows as
representatives, G data structure, c corrections.
Source: BCMNUW20, Algorithm 3, section 3.
Guarantees: BCMNUW20.A3, BCMNUW20.T10.priv.
Deviations: multiplicative weights take a threshold, a count and a privacy loss as they are, 4/5 of
    it for the tests of a correction and 1/5 for its answer; which of them are enough for an
    accuracy is calibrated elsewhere.
Degenerate inputs: no public rows leave one concept; with one representative no row is looked at.

>>> from reference.data.concept import intervals
>>> from reference.probability.law import law
>>> eps, half = Epsilon(Fraction(2), parts=5), Fraction(1, 2)
>>> release = PAPRelease(intervals(4), Domain.of_size(4), (1, 1), half, 1, half, eps)
>>> [str(h) for h in release.cover], len(law(release, (0, 3)))
(['[0,0)', '[0,2)'], 5)
>>> law(release, (0, 3)).probability(tuple(map(Fraction, (-1, -1, 0, 0, 0))))
Fraction(2673878, 3954825)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass, Stump
from reference.data.public_cover import (
    projections,
    public_cover,
    representative_domain,
    representatives,
)
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights, StumpWeights, check_rate
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

Answers = tuple[Fraction, ...]
"""G: a number in [-1, 1] for each concept, in order."""

MOST_POINTS = 2**16
"""Points of a domain that are listed to find representatives."""


@dataclass(frozen=True, slots=True)
class PAPRelease(Generic[R]):
    """Parameters of the mechanism; call it on a database of private rows.

    Raises:
        ValueError: for no concept, a class that is not on the domain, a domain other than 0, 1,
            ..., size - 1 or too large to list, public rows outside it, count < 0, or a rate
            outside (0, 1).
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 5.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Algorithm 3", "3")
    parts: ClassVar[int] = 5

    concepts: ConceptClass | tuple[Hypothesis, ...]
    """H, a class by name, or functions from points to {0, 1}."""

    domain: Domain[int]
    """The points 0, ..., size - 1; for stumps and parities the 2^p vectors of p bits."""

    public: Database[int]
    """w, the public rows, which are not protected."""

    threshold: Fraction
    """T, in rows: which errors of the weights are corrected."""

    count: int
    """c: at most so many corrections."""

    rate: Fraction
    """rho: a correction multiplies weights by it."""

    eps: Epsilon[R]
    """the privacy loss of one correction, 4/5 of it for tests and 1/5 for the answer"""

    def __post_init__(self) -> None:
        if self.domain.values != range(self.domain.size):
            raise ValueError(f"domain {self.domain.values}: 0, 1, ..., size - 1")
        if not self.listed:
            raise ValueError("concepts (): a release answers at least one concept")
        for w in self.public:
            if w not in self.domain:
                raise ValueError(f"public row {w}: a point from 0 to {self.domain.size - 1}")
        if self.count < 0:
            raise ValueError(f"count {self.count}: the number of corrections is at least 0")
        check_rate(self.rate)
        if self.domain.size > MOST_POINTS and self._stumps() is None:
            raise ValueError(
                f"domain of {self.domain.size} points: at most {MOST_POINTS} but for stumps"
            )

    universe = replaced_rows

    @property
    def listed(self) -> tuple[Hypothesis, ...]:
        """H, concept by concept."""
        if isinstance(self.concepts, ConceptClass):
            return self.concepts.on(self.domain.size)
        return self.concepts

    @property
    def cover(self) -> tuple[Hypothesis, ...]:
        """H~, a function of the public rows alone."""
        return public_cover(self.listed, self.public)  # 1

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of multiplicative weights: (c' eps, 0), c' at most c and the concepts of H~.

        (0, 0) if there is one representative.
        """
        return self.inner.guarantee

    @property
    def inner(self) -> MultiplicativeWeights[Stump, R] | MultiplicativeWeights[Hypothesis, R]:
        """Multiplicative weights for the cover, on the representative domain."""
        tests, answer = self.eps * Fraction(4, 5), self.eps * Fraction(1, 5)
        kept = self._stumps()
        if kept is not None:
            product = StumpWeights.uniform(self.domain.size.bit_length() - 1, self.rate)
            return MultiplicativeWeights(kept, product, self.threshold, self.count, tests, answer)
        points = representative_domain(self.cover, self.domain.size)  # 2
        start: PointWeights[Hypothesis] = PointWeights.uniform(points, self.rate)
        count = self.count if len(points) > 1 else 0
        return MultiplicativeWeights(self.cover, start, self.threshold, count, tests, answer)

    @property
    def representative(self) -> Callable[[int], int]:
        """X~: for each point the least one on which the concepts of the cover agree with it."""
        kept = self._stumps()
        if kept is not None:
            return sum(1 << h.attribute for h in kept).__and__
        return representatives(self.cover, self.domain.size).__getitem__

    def represented(self, database: Database[int]) -> Database[int]:
        """S, row by row."""
        return tuple(map(self.representative, database))  # 3

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Answers:
        """G(h) in [-1, 1] for each concept, in order."""
        transcript = coins.run(self.inner, self.represented(database))  # 4
        g = {h: 2 * a.value - 1 for h, a in zip(self.cover, transcript, strict=True)}
        return tuple(g[h] for h in projections(self.listed, self.public))  # 5

    def _stumps(self) -> tuple[Stump, ...] | None:
        """The cover, if it consists of stumps and the points are all vectors of bits."""
        attributes = self.domain.size.bit_length() - 1
        if self.domain.size != 1 << attributes or not isinstance(self.listed[0], Stump):
            return None
        kept = tuple(h for h in self.cover if isinstance(h, Stump) and h.attribute < attributes)
        return kept if len(kept) == len(self.cover) else None
