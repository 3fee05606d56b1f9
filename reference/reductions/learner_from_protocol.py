"""A private learner from a one-way protocol: Bob's functions are a small class of hypotheses.

For a fixed public coin, each message is a function of Bob's point.  If the protocol is wrong with
probability at most g on each pair, then for every concept and distribution the coin has, with
probability 1/2, a message whose function has error at most 2 g.  So a few coins give a class of
at most k 2^l hypotheses that represents the concept, and the exponential mechanism chooses among
them.

Pseudo-code:
    1  k times: draw a deterministic protocol by the public coin
    2  H <- Bob's functions for all messages of all of these
    3  return h of H with probability proportional to e^(-eps #{i : h(x_i) != y_i} / 2)

Notation: l bits of a message, k tosses, H hypotheses, g error of the protocol.
Source: VT14, section 9.2 (Feldman and Xiao).
Guarantees: VT14.ALG.CC2Learn, VT14.TXT.fx-lower.
Deviations: the eps of the notes' exponential mechanism is half of the eps here, which is what is
    promised.  The notes do not say how often the coin is tossed.  Equal functions count once for
    each message and coin.
Degenerate inputs: an empty database gives a uniform choice of coin and message.

>>> from reference.data.concept import Values
>>> from reference.probability.law import law
>>> protocol = OneWayProtocol((0, 1), (Values((0, 0)), Values((1, 1))))
>>> learner = LearnerFromProtocol(((protocol, Fraction(1)),), 2, 1, Epsilon(Fraction(3), 2))
>>> law(learner, ((0, 1),)).probability(Values((1, 1)))  # weights 1/3 : 1
Fraction(3, 4)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.data.one_way_protocol import OneWayProtocol
from reference.exact.field import R
from reference.exact.integers import ceil_log2
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source

PublicCoin = tuple[tuple[OneWayProtocol, Fraction], ...]
"""Deterministic protocols and their probabilities."""


def coins_needed(failure_probability: Fraction) -> int:
    """K = log2(2/b), rounded up: no coin is good with probability b/2 at most.

    Raises:
        ValueError: unless 0 < failure_probability <= 1.
    """
    if not 0 < failure_probability <= 1:
        raise ValueError(f"failure_probability {failure_probability}: above 0, at most 1")
    return ceil_log2(2 / failure_probability)


@dataclass(frozen=True, slots=True)
class LearnerFromProtocol(Generic[R]):
    """Parameters of the learner; call it on labelled examples.

    Raises:
        ValueError: for no coin, or a protocol without probabilities that add up to 1.
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "learner from a protocol", "9.2")
    parts: ClassVar[int] = 2

    protocol: PublicCoin
    """What the public coin draws from."""

    size: int
    """The number of points; examples are labelled points of 0..size-1."""

    tosses: int
    """k."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact, so `parts` is even."""

    def __post_init__(self) -> None:
        masses = [p for _, p in self.protocol]
        if self.tosses < 1 or min(masses, default=-1) <= 0 or sum(masses) != 1:
            raise ValueError(
                f"{self.tosses} tosses, probabilities {[str(p) for p in masses]}: at least 1, "
                "probabilities above 0 that add up to 1"
            )

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one example replaced."""
        return replace_one(labelled_examples(self.size), rows)

    def hypotheses(self, drawn: tuple[OneWayProtocol, ...]) -> tuple[Values, ...]:
        """Bob's functions for all messages of some protocols."""
        return tuple(answer for each in drawn for answer in each.answers)

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> Values:
        """A hypothesis."""
        coin = Dist.weighted(self.protocol)
        drawn = tuple(coins.draw(coin) for _ in range(self.tosses))  # 1
        chosen = self.hypotheses(drawn)  # 2
        return coins.delegate(ExponentialLearner(chosen, self.size, self.eps), database)  # 3
