"""Private learning by the exponential mechanism over a finite hypothesis class.

Release h with probability proportional to e^(-eps m_h / 2), where m_h is the number of examples
that h labels differently: one example changes m_h by at most one, so this is eps-private on all
databases, consistent or not.

Pseudo-code:
    1  for each h in H, m_h <- #{i : h(x_i) != y_i}
    2  return h with probability proportional to e^(-eps m_h / 2)

Notation: H hypothesis class (a list: repeated hypotheses count repeatedly), m_h empirical errors.
Source: BBKN13, section 3 (Theorem 3.2, and Lemma 3.4 with H the point functions).
Guarantees: BBKN13.L3.4.priv, BBKN13.T3.2, BBKN13.L3.4, VT14.ALG.PPAC, VT14.T8.2.2p,
    VT14.T8.2.2acc.
Deviations: none.
Degenerate inputs: an empty database gives the uniform law on H.

>>> from reference.data.concept import PointFunction, points
>>> from reference.probability.law import law
>>> learner = ExponentialLearner(points(3), 3, Epsilon(Fraction(2), parts=2))
>>> law(learner, ((0, 1),)).probability(PointFunction(0))  # weights 1 : 1/2 : 1/2
Fraction(1, 2)
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.concept import (
    Hypothesis,
    IntervalFunction,
    LabelledExample,
    empirical_errors,
    intervals,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.exact.polynomial import Weight
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)
X = TypeVar("X", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ExponentialLearner(Generic[H, R]):
    """Parameters of the learner; call it on labelled examples.

    Raises:
        ValueError: if the class is empty.
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 3.2", "3")
    parts: ClassVar[int] = 2

    hypotheses: tuple[H, ...]
    """Candidate outputs, with multiplicity."""

    size: int
    """The number of points; examples are labelled points of 0..size-1."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact, so `parts` is even."""

    def __post_init__(self) -> None:
        if not self.hypotheses:
            raise ValueError("a learner chooses among at least one hypothesis")

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one example replaced."""
        return replace_one(labelled_examples(self.size), rows)

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> H:
        """Release a hypothesis of the class."""
        m = [empirical_errors(h, database) for h in self.hypotheses]  # 1
        base = self.eps.exp(Fraction(1, 2))
        return coins.release(by_empirical_error(self.hypotheses, m, base))  # 2


def by_empirical_error(hypotheses: tuple[X, ...], errors: list[int], base: R) -> Dist[X, R]:
    """Pr[h] proportional to base^(-errors of h), equal hypotheses added up.

    Args:
        hypotheses: at least one.
        errors: the number of errors of each.
        base: e^(eps/2).
    """
    field = Dist.weighted([(0, base)]).field
    top, bottom = field.split(base)
    least, most = min(errors), max(errors)
    weights: dict[X, Weight] = {}
    for h, k in zip(hypotheses, errors, strict=True):
        weights[h] = weights.get(h, 0) + top ** (most - k) * bottom ** (k - least)
    return Dist(weights, field)


@dataclass(frozen=True, slots=True)
class IntervalLearner(Generic[R]):
    """The learner over all interval functions of a domain of integers 0..T-1."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Definition 5.1, Theorem 3.2", "5")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """The points, 0..T-1."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact, so `parts` is even."""

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one example replaced."""
        return replace_one(labelled_examples(self.domain.size), rows)

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> IntervalFunction:
        """Release an interval function."""
        size = self.domain.size
        return ExponentialLearner(intervals(size), size, self.eps)(database, coins)
