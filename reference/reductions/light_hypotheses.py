"""From a learner of points that outputs light hypotheses to a proper learner.

Pseudo-code:
    1  run A' on k disjoint blocks of the examples
    2  keep the hypotheses of weight < z
    3  if none is kept: return bottom
    4  candidates <- all c_j with h(j) = 1 for some kept h
    5  return c in candidates with probability proportional to e^(-eps m_c / 2), where m_c counts
       its errors on the remaining examples

Notation: A' a private improper learner, z weight bound, k runs (ceil(ln(beta/2) / ln(3/4))).
Source: BBKN13, proof of Theorem 4.11, section 4.3.
Guarantees: BBKN13.T4.11.priv, BBKN13.T4.11.dom, BBKN13.T4.11.size.
Deviations: print leaves open what happens if hypotheses are kept but all are identically 0, so
    that no candidate exists: `on_empty=fail` returns bottom, `on_empty=pad` adds the first
    `padding` point functions to the candidates of every run.
Degenerate inputs: see Deviations.

>>> light_runs(Fraction(1, 2))  # (3/4)^5 <= 1/4
5
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, PointFunction, Values
from reference.data.database import Database
from reference.data.universes import replaced_examples_in_order
from reference.exact.field import R
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source


def light_runs(failure_probability: Fraction) -> int:
    """k: the least integer with (3/4)^k <= failure_probability / 2."""
    count, left = 0, Fraction(1)
    while left > failure_probability / 2:
        count, left = count + 1, left * Fraction(3, 4)
    return count


@dataclass(frozen=True, slots=True)
class LightHypothesesReduction(Generic[R]):
    """Parameters of the reduction; call it on a sequence of labelled examples.

    Raises:
        ValueError: for no runs or an unknown `on_empty`.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 4.11", "4.3")
    parts: ClassVar[int] = 2

    base: Mechanism[Database[LabelledExample], Values | Bottom, R]
    """A', an eps-private learner."""

    runs: int
    """k >= 1."""

    block: int
    """The number of examples of each run."""

    weight: int
    """z: hypotheses of smaller weight are kept."""

    size: int
    """The number of points."""

    eps: Epsilon[R]
    """Privacy loss of the choice; e^(eps/2) must be exact."""

    on_empty: str = "fail"
    """What happens without candidates: `fail` or `pad`."""

    padding: int = 1
    """How many point functions `pad` adds."""

    def __post_init__(self) -> None:
        if self.runs < 1 or self.on_empty not in {"fail", "pad"}:
            raise ValueError(
                f"runs {self.runs}, on_empty {self.on_empty!r}: at least 1, fail or pad"
            )

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""
    universe = replaced_examples_in_order

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> PointFunction | Bottom:
        """Release a point function, or bottom."""
        found = [  # 1
            coins.run(self.base, database[i * self.block : (i + 1) * self.block])
            for i in range(self.runs)
        ]
        kept = [h for h in found if isinstance(h, Values) and h.weight < self.weight]  # 2
        if not kept:  # 3
            return Bottom.BOTTOM
        chosen = candidates(kept, self.padding if self.on_empty == "pad" else 0)  # 4
        if not chosen:
            return Bottom.BOTTOM
        learner = ExponentialLearner(chosen, self.size, self.eps)
        return learner(database[self.runs * self.block :], coins)  # 5


def candidates(kept: list[Values], padding: int = 0) -> tuple[PointFunction, ...]:
    """All c_j with h(j) = 1 for some kept h, and the first `padding` point functions."""
    inside = {j for h in kept for j, value in enumerate(h.values) if value}
    return tuple(PointFunction(j) for j in sorted(inside | set(range(padding))))
