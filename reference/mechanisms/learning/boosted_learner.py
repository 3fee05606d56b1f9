"""Confidence boosting: several runs of a private learner, and a private choice among them.

Pseudo-code:
    1  run A on N disjoint blocks of the examples -> h_1..h_N
    2  m_i <- the number of errors of h_i on the remaining examples
    3  return h_i with probability proportional to e^(-eps m_i / 2)

Notation: A a private learner, N repetitions, m_i empirical errors.
Source: BBKN13, Claim 4.5, section 4.2 (A3 for A; Theorem 4.8 has the pseudorandom version).
Guarantees: BBKN13.C4.5, BBKN13.C4.5.sens.
Deviations: the paper does not say what becomes of a run that fails.  `on_bottom=drop` leaves it
    out, and fails if all runs do; `on_bottom=keep` treats it as a hypothesis that errs on all
    remaining examples.
Degenerate inputs: no remaining examples: all hypotheses that were found are equally likely.

>>> repetitions(Fraction(1, 100))  # (4/5)^28 <= 1/500
28
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample, empirical_errors
from reference.data.database import Database
from reference.data.universes import replaced_examples_in_order
from reference.exact.field import R
from reference.mechanisms.learning.exponential_learner import by_empirical_error
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)


def repetitions(failure_probability: Fraction) -> int:
    """N: the least integer with (4/5)^N <= failure_probability / 5."""
    count, left = 0, Fraction(1)
    while left > failure_probability / 5:
        count, left = count + 1, left * Fraction(4, 5)
    return count


@dataclass(frozen=True, slots=True)
class BoostedLearner(Generic[H, R]):
    """Parameters of the learner; call it on a sequence of labelled examples.

    Raises:
        ValueError: for no runs, or a negative block; at a call if there are too few examples.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Claim 4.5", "4.2")
    parts: ClassVar[int] = 2

    base: Mechanism[Database[LabelledExample], H | Bottom, R]
    """The learner that is repeated; eps-private."""

    runs: int
    """N >= 1."""

    block: int
    """The number of examples of each run."""

    size: int
    """The number of points."""

    eps: Epsilon[R]
    """Privacy loss of the choice; e^(eps/2) must be exact."""

    on_bottom: str = "drop"
    """What becomes of failed runs: `drop` or `keep`."""

    def __post_init__(self) -> None:
        if self.runs < 1 or self.block < 0 or self.on_bottom not in {"drop", "keep"}:
            raise ValueError(
                f"runs {self.runs}, block {self.block}, on_bottom {self.on_bottom!r}: "
                "at least 1, at least 0, drop or keep"
            )

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""
    universe = replaced_examples_in_order

    def __call__(self, database: Database[LabelledExample], coins: Coins[R], /) -> H | Bottom:
        """Release one of the hypotheses found, or bottom."""
        start = self.runs * self.block
        if len(database) < start:
            raise ValueError(f"{len(database)} examples: the runs need {start}")
        found = [  # 1
            coins.run(self.base, database[i * self.block : (i + 1) * self.block])
            for i in range(self.runs)
        ]
        rest = database[start:]
        if self.on_bottom == "drop":
            found = [h for h in found if not isinstance(h, Bottom)]
        if not found:
            return Bottom.BOTTOM
        errors = [  # 2
            len(rest) if isinstance(h, Bottom) else empirical_errors(h, rest) for h in found
        ]
        base = self.eps.exp(Fraction(1, 2))
        return coins.release(by_empirical_error(tuple(found), errors, base))  # 3
