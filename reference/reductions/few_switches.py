"""From a learner of intervals with few switching points to a proper learner.

Pseudo-code:
    1  run A' on k disjoint blocks of the examples -> h_1..h_k
    2  h <- the first h_i with at most z switching points; if there is none, return bottom
    3  return c in SWITCH(h) with probability proportional to e^(-eps m_c / 2), where m_c counts
       its errors on the remaining examples

Notation: A' a private improper learner, z bound on the switching points, k runs
    (ceil(log2(6/beta))), SWITCH(h) the intervals that end at a switching point of h.
Source: BBKN13, proof of Theorem 5.4, section 5.1.
Guarantees: BBKN13.T5.4.priv, BBKN13.T5.4.dom, BBKN13.T5.4.em.
Deviations: none; the numbers of examples are parameters.
Degenerate inputs: z < 2 always returns bottom, since every h has two switching points.

>>> switch_runs(Fraction(1, 2))  # log2(12), rounded up
4
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, LabelledExample, Values
from reference.data.database import Database
from reference.data.switching_points import switching_intervals
from reference.data.universes import replaced_examples_in_order
from reference.exact.field import R
from reference.exact.integers import ceil_log2
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source


def switch_runs(failure_probability: Fraction) -> int:
    """k: log2(6 / failure_probability), rounded up."""
    return ceil_log2(6 / failure_probability)


@dataclass(frozen=True, slots=True)
class FewSwitchesReduction(Generic[R]):
    """Parameters of the reduction; call it on a sequence of labelled examples.

    Raises:
        ValueError: for no runs.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 5.4", "5.1")
    parts: ClassVar[int] = 2

    base: Mechanism[Database[LabelledExample], Values, R]
    """A', an eps-private learner."""

    runs: int
    """k >= 1."""

    block: int
    """The number of examples of each run."""

    switches: int
    """z: how many switching points a hypothesis may have."""

    size: int
    """The number of points."""

    eps: Epsilon[R]
    """Privacy loss of the choice; e^(eps/2) must be exact."""

    def __post_init__(self) -> None:
        if self.runs < 1:
            raise ValueError(f"runs {self.runs}: at least 1")

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""
    universe = replaced_examples_in_order

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> IntervalFunction | Bottom:
        """Release an interval, or bottom."""
        found = [  # 1
            coins.run(self.base, database[i * self.block : (i + 1) * self.block])
            for i in range(self.runs)
        ]
        ends = [switching_intervals(h) for h in found]
        chosen = next((c for c in ends if len(c) <= self.switches), None)  # 2
        if chosen is None:
            return Bottom.BOTTOM
        learner = ExponentialLearner(chosen, self.size, self.eps)
        return learner(database[self.runs * self.block :], coins)  # 3
