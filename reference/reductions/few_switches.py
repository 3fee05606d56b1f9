"""From a learner of intervals with few switching points to a proper learner.

Pseudo-code:
    1  run A' on k disjoint blocks of the examples -> h_1..h_k
    2  h <- the first h_i with at most z switching points; if there is none, return bottom
    3  return c in SWITCH(h) with probability proportional to e^(-eps m_c / 2), where m_c counts
       its errors on the remaining examples

Notation: A' a private improper learner, z bound on the switching points, k runs
    (ceil(log2(6/beta))), SWITCH(h) the intervals that end at a switching point of h.
Source: BBKN13, proof of Theorem 5.4, section 5.1.
Guarantees: BBKN13.T5.4.priv, BBKN13.T5.4.dom, BBKN13.T5.4.em, BBKN13.T5.4.total.
Deviations: none in the steps.  The choice is given the largest of three numbers of examples, one
    for each step of the proof, not their sum; the third, printed with an unknown constant K, is
    32 ln(6 z / beta) / alpha.
Degenerate inputs: z < 2 always returns bottom, since every h has two switching points.

>>> switch_runs(Fraction(1, 2))  # log2(12), rounded up
4
>>> learner = FewSwitchesLearner(
...     Domain.of_size(2), Fraction(1, 2), Fraction(1, 2), Epsilon(Fraction(2), 2)
... )
>>> learner.block, learner.choice, learner.rows
(51, 230, 434)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    IntervalFunction,
    LabelledExample,
    Values,
    intervals,
    labelled_examples,
)
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.switching_points import switching_intervals
from reference.data.universes import replaced_examples_in_order
from reference.exact.field import R
from reference.exact.integers import ceil_log2
from reference.exact.interval import ln
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source


def switch_runs(failure_probability: Fraction) -> int:
    """k: log2(6 / failure_probability), rounded up."""
    return ceil_log2(6 / failure_probability)


def choice_rows(alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction], switches: int) -> int:
    """s: the least number of examples with which all three steps of the proof go through.

    Args:
        alpha: accuracy, above 0.
        beta: failure probability, in (0, 1].
        eps: privacy loss of the choice, above 0.
        switches: z >= 2.
    """
    empirical = ln(12 / beta) * 8 / alpha**2
    chosen = ln((6 - beta) * switches / beta) * 8 / (ln(eps.root) * eps.parts * alpha)
    true = ln(6 * switches / beta) * 32 / alpha
    return max(number.rounded_up() for number in (empirical, chosen, true))


@dataclass(frozen=True, slots=True)
class FirstWithFewSwitches(Generic[R]):
    """SWITCH(h) for the first hypothesis with few switching points; bottom if there is none."""

    base: Mechanism[Database[LabelledExample], Values, R]
    runs: int
    block: int
    switches: int

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> tuple[IntervalFunction, ...] | Bottom:
        """The candidates for the choice."""
        found = [  # 1
            coins.run(self.base, database[i * self.block : (i + 1) * self.block])
            for i in range(self.runs)
        ]
        ends = [switching_intervals(h) for h in found]
        fitting = (c for c in ends if len(c) <= self.switches)  # 2
        return next(fitting, Bottom.BOTTOM)


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
        first = FirstWithFewSwitches(self.base, self.runs, self.block, self.switches)
        chosen = coins.run(first, database[: self.runs * self.block])
        if isinstance(chosen, Bottom):
            return chosen
        learner = ExponentialLearner(chosen, self.size, self.eps)
        return coins.run(learner, database[self.runs * self.block :])  # 3


def few_switches(
    base: Mechanism[Database[LabelledExample], Values, R],
    block: int,
    switches: int,
    size: int,
    failure_probability: Fraction,
    eps: Epsilon[R],
) -> FewSwitchesReduction[R]:
    """The reduction with the runs that a failure probability beta asks for.

    Args:
        base: A', with accuracy alpha/4 but with probability beta/6.
        block: the number of examples that A' needs.
        switches: z; A' finds at most so many switching points with probability 1/2.
        size: the number of points.
        failure_probability: beta.
        eps: privacy loss of A' and of the choice.
    """
    runs = switch_runs(failure_probability)
    return FewSwitchesReduction(base, runs, block, switches, size, eps)


@dataclass(frozen=True, slots=True)
class FewSwitchesLearner:
    """Theorem 5.4 by its parameters: eps-private, error at most alpha but with probability beta.

    A' is the exponential learner of intervals, which have three switching points at most.

    Raises:
        ValueError: unless 0 < alpha <= 1, 0 < beta <= 1 and eps > 0.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 5.4", "5.1")
    parts: ClassVar[int] = 2
    switches: ClassVar[int] = 3

    domain: Domain[int]
    """The points, 0..T-1."""

    alpha: Fraction
    """Accuracy."""

    beta: Fraction
    """Failure probability."""

    eps: Epsilon[Fraction]
    """Privacy loss; e^(eps/2) must be exact."""

    def __post_init__(self) -> None:
        if not (0 < self.alpha <= 1 and 0 < self.beta <= 1 and self.eps.root > 1):
            raise ValueError(
                f"alpha {self.alpha}, beta {self.beta}, e^(eps/{self.eps.parts}) = "
                f"{self.eps.root}: alpha and beta in (0, 1], eps > 0"
            )

    @property
    def block(self) -> int:
        """n': 4 ln(6 T/beta) / (alpha (1 - e^(-eps/2))), rounded up.

        T (1 - a (1 - e^(-eps/2)))^n bounds the chance of an error above a = alpha/4.
        """
        shown = self.alpha * (1 - self.eps.exp(Fraction(-1, 2)))
        return (ln(6 * self.domain.size / self.beta) * 4 / shown).ceil()

    @property
    def choice(self) -> int:
        """The number s of examples for the choice."""
        return choice_rows(self.alpha, self.beta, self.eps, self.switches)

    @property
    def rows(self) -> int:
        """The number of examples in all, k n' + s."""
        return switch_runs(self.beta) * self.block + self.choice

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All sequences of `rows` labelled examples, one replaced."""
        return replace_one(labelled_examples(self.domain.size), rows, ordered=True)

    @property
    def reduction(self) -> FewSwitchesReduction[Fraction]:
        """The reduction with A' and its numbers of runs and examples."""
        size = self.domain.size
        tables = tuple(Values.of(c, size) for c in intervals(size))
        base = ExponentialLearner(tables, size, self.eps)
        return few_switches(base, self.block, self.switches, size, self.beta, self.eps)

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Fraction], /
    ) -> IntervalFunction | Bottom:
        """Release an interval, or bottom."""
        return self.reduction(database, coins)
