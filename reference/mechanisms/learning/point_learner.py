"""Efficient proper private learner of point functions: no hypothesis is listed.

All c_j with j outside the sample have the same number of errors, so the exponential mechanism
over the 2^d point functions needs time polynomial in the number of examples only.

Pseudo-code:
    1  X <- the points of the sample; m_j <- #{i : c_j(x_i) != y_i} for j in X
    2  m_0 <- #{i : y_i = 1}, the errors of every c_j with j outside X
    3  N <- T - |X|                                  [printed: T - m]
    4  draw j in X with probability proportional to e^(-eps m_j / 2),
       "outside" with probability proportional to N e^(-eps m_0 / 2)
    5  if "outside": return c_j with j uniform outside X
    6  return c_j

Points of X with equally many errors are drawn together and told apart by a uniform draw; the
point outside X is drawn block by block.  Both only change how many coins are tossed.

Notation: T the number of points, m the number of examples, X the sampled points, N the others.
Source: BBKN13, Lemma 3.4, section 3.
Guarantees: BBKN13.L3.4.sampler, BBKN13.L3.4.priv, BBKN13.L3.4.
Deviations: step 3 counts distinct points; `count=printed` counts the examples, as printed, and
    refuses a database on which that leaves a negative weight.
Degenerate inputs: an empty database gives a uniform point; X may be the whole domain (N = 0).

>>> from reference.probability.law import law
>>> learner = PointLearner(Domain.of_size(4), Epsilon(Fraction(2), parts=2))
>>> law(learner, ((0, 1), (0, 1))).probability(PointFunction(0))  # weights 4 : 1 : 1 : 1
Fraction(4, 7)
"""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.concept import LabelledExample, PointFunction, labelled_examples
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.indices import uniform_index
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class PointLearner(Generic[R]):
    """Parameters of the learner; call it on labelled examples of the domain.

    Raises:
        ValueError: if `count` is not one of its two values, or at a call if the printed count
            is negative.
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Lemma 3.4", "3")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """The points 0..T-1; it may be huge and is never listed."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact, so `parts` is even."""

    count: str = "distinct"
    """How the unseen points are counted: `distinct` (T - |X|) or `printed` (T - m)."""

    def __post_init__(self) -> None:
        if self.count not in {"distinct", "printed"}:
            raise ValueError(f"count {self.count!r}: distinct or printed")

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one example replaced."""
        return replace_one(labelled_examples(self.domain.size), rows)

    def scores(self, database: Database[LabelledExample]) -> tuple[dict[int, int], int, int]:
        """How many errors fewer than the unseen points each sampled point makes; m_0; N."""
        gains: dict[int, int] = {}
        for x, y in database:  # 1
            gains[x] = gains.get(x, 0) + (1 if y else -1)
        unseen = sum(y for _, y in database)  # 2
        counted = len(gains) if self.count == "distinct" else len(database)
        return gains, unseen, self.domain.size - counted  # 3

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> PointFunction:
        """Release a point function."""
        gains, _, unseen = self.scores(database)
        if unseen < 0:
            raise ValueError(f"{len(database)} examples, {self.domain.size} points: N is negative")
        base = self.eps.exp(Fraction(1, 2))
        alike: dict[int, list[int]] = {}
        for j in sorted(gains):
            alike.setdefault(gains[j], []).append(j)
        weights: list[tuple[int | None, R]] = [(None, base**0 * unseen)]
        weights += [(gain, base**gain * len(alike[gain])) for gain in sorted(alike)]
        chosen = coins.draw(Dist.weighted(weights))  # 4
        if chosen is None:  # 5
            kept = sorted(gains)
            free = uniform_index(self.domain.size - len(kept), coins)
            return PointFunction(_outside(kept, free))
        return PointFunction(coins.draw(Dist.uniform(alike[chosen])))  # 6


def _outside(kept: list[int], index: int) -> int:
    """The integer with `index` smaller non-negative integers that are not kept.

    With `gaps[i] = kept[i] - i`, the number of free integers below kept[i], there are as many
    kept integers below the answer as gaps that are <= index.
    """
    gaps = [k - i for i, k in enumerate(kept)]
    return index + bisect_right(gaps, index)
