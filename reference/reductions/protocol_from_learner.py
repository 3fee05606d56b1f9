"""A one-way protocol from a private learner: the shared coin covers every database.

A pure eps-private learner returns each hypothesis on one fixed database with at least e^(-eps n)
times the probability that it has on any other.  So among M ~ e^(eps n) hypotheses drawn on the
fixed database, which both players can draw alone from the public coin, there is one that is good
for Alice's concept, and its number is all that she needs to send.

Pseudo-code:
    1  h_1, ..., h_M <- L(z), independently, by the public coin; z is n copies of the base example
    2  Alice sends the least i with Pr[h_i(x) != c(x)] <= a over x of mu given c; 0 if none has
    3  Bob returns h_i(x), and 0 for the message 0

Notation: L learner, n rows, M draws, c Alice's concept, x Bob's point, a accuracy, mu their law.
Source: VT14, section 9.2 (Feldman and Xiao).
Guarantees: VT14.ALG.Learn2CC, VT14.TXT.fx-upper.
Deviations: hypotheses after the one that is sent are not drawn, which changes no output's law.
    Hypotheses that are bottom are never good.  What Bob returns for the message 0 is our choice.
Degenerate inputs: with M = 0 Alice always sends 0.

>>> from reference.data.concept import points
>>> from reference.mechanisms.learning.exponential_learner import ExponentialLearner
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> learner = ExponentialLearner(points(2), 2, Epsilon(Fraction(2), 2))
>>> even = (Fraction(1, 2), Fraction(1, 2))
>>> protocol = ProtocolFromLearner(learner, 1, (0, 0), 2, Fraction(0))
>>> protocol.bits, law(protocol, (points(2)[0], even, 0)).probability(1)
(2, Fraction(5, 9))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample, error
from reference.data.database import Database
from reference.exact.field import R
from reference.exact.integers import ceil_log2
from reference.exact.interval import Interval, exact, ln
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)

Meeting = tuple[Hypothesis, tuple[Fraction, ...], int]
"""Alice's concept, the masses of Bob's points given that concept, and Bob's point."""


def draws_needed(
    exp_eps: Fraction, rows: int, miss: Fraction, failure_probability: Fraction
) -> int:
    """M = e^(eps n) ln(1/g) / (1 - b), rounded up.

    Args:
        exp_eps: e^eps of the learner.
        rows: n.
        miss: g, in (0, 1): the probability that no draw is good is at most g.
        failure_probability: b, in [0, 1), with which the learner is not accurate.

    Raises:
        ValueError: for a parameter outside its range.
    """
    if exp_eps < 1 or rows < 0 or not 0 < miss < 1 or not 0 <= failure_probability < 1:
        raise ValueError(
            f"e^eps {exp_eps}, {rows} rows, miss {miss}, failure probability "
            f"{failure_probability}: at least 1, at least 0, in (0, 1), in [0, 1)"
        )
    factor: Interval = exact(exp_eps**rows / (1 - failure_probability))
    return (ln(1 / miss) * factor).ceil()


@dataclass(frozen=True, slots=True)
class _IfGood(Generic[H, R]):
    """A hypothesis of the public coin, or bottom if Alice does not take it."""

    learner: Mechanism[Database[LabelledExample], H | Bottom, R]
    concept: Hypothesis
    masses: tuple[Fraction, ...]
    accuracy: Fraction

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> H | Bottom:
        h = coins.run(self.learner, database)  # 1
        if h is Bottom.BOTTOM or error(self.concept, h, self.masses) > self.accuracy:  # 2
            return Bottom.BOTTOM
        return h


@dataclass(frozen=True, slots=True)
class ProtocolFromLearner(Generic[H, R]):
    """Parameters of the protocol; call it on what the players have.

    Raises:
        ValueError: for a negative number of rows or draws.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "protocol from a private learner", "9.2")

    learner: Mechanism[Database[LabelledExample], H | Bottom, R]
    """L."""

    rows: int
    """n."""

    base: LabelledExample
    """The example of which the fixed database consists: (0, 0) in the notes."""

    draws: int
    """M."""

    accuracy: Fraction
    """The error up to which a hypothesis is good for Alice."""

    def __post_init__(self) -> None:
        if self.rows < 0 or self.draws < 0:
            raise ValueError(f"{self.rows} rows, {self.draws} draws: at least 0")

    @property
    def messages(self) -> int:
        """M + 1: a number for each draw, and one for none of them."""
        return self.draws + 1

    @property
    def bits(self) -> int:
        """The length of a message."""
        return ceil_log2(self.messages)

    def __call__(self, meeting: Meeting, coins: Coins[R], /) -> int:
        """What Bob returns."""
        concept, masses, point = meeting
        draw = _IfGood(self.learner, concept, masses, self.accuracy)
        for _ in range(self.draws):
            h = coins.run(draw, (self.base,) * self.rows)
            if h is not Bottom.BOTTOM:
                return h(point)  # 3
        return 0
