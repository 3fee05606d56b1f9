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
    `padding` point functions to the candidates of every run.  With ceil(4/alpha) of them, and A'
    called with alpha/4, some candidate has error at most alpha/2 all the same: if the zero
    function has error at most alpha/4, so has the target mass, and some candidate another.
    `LightPointLearner` takes these numbers, and the learner of Claim 4.5 as A'.
Degenerate inputs: see Deviations; on fewer points than `padding` all of them are candidates.

>>> light_runs(Fraction(1, 2))  # (3/4)^5 <= 1/4
5
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency
from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, PointFunction, Values
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_examples_in_order
from reference.exact.field import R
from reference.mechanisms.learning.confident_learner import ConfidentPointLearner
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.sample_sizes import rows_for_representing
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
        padding = min(self.padding, self.size) if self.on_empty == "pad" else 0
        chosen = candidates(kept, padding)  # 4
        if not chosen:
            return Bottom.BOTTOM
        learner = ExponentialLearner(chosen, self.size, self.eps)
        return learner(database[self.runs * self.block :], coins)  # 5


def repaired(
    base: Mechanism[Database[LabelledExample], Values | Bottom, R],
    block: int,
    weight: int,
    size: int,
    alpha: Fraction,
    beta: Fraction,
    eps: Epsilon[R],
) -> LightHypothesesReduction[R]:
    """The reduction for an A' with accuracy alpha/4, beta' = 1/4: k runs, ceil(4/alpha) pads."""
    padding = -int(-4 // alpha)
    return LightHypothesesReduction(
        base, light_runs(beta), block, weight, size, eps, "pad", padding
    )


@dataclass(frozen=True, slots=True)
class LightPointLearner:
    """The proper learner of the proof, from eps, alpha and beta, with Claim 4.5's learner as A'.

    It shows what the theorem says: A' outputs heavy hypotheses, and with a small z no run is kept.

    Raises:
        ValueError: unless 0 < alpha <= 1 and 0 < beta <= 1.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 4.11", "4.3")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """The points, 0..T-1."""

    weight: int
    """z."""

    alpha: Fraction
    """Accuracy, at most 1."""

    beta: Fraction
    """Failure probability, at most 1, if A' outputs light hypotheses half of the time."""

    eps: Epsilon[Fraction]
    """Privacy loss, below 1; e^(eps/2) must be exact."""

    def __post_init__(self) -> None:
        if not (0 < self.alpha <= 1 and 0 < self.beta <= 1):
            raise ValueError(f"alpha {self.alpha}, beta {self.beta}: both in (0, 1]")

    @property
    def improper(self) -> ConfidentPointLearner:
        """A', for accuracy alpha/4 and failure probability 1/4."""
        return ConfidentPointLearner(self.domain, self.alpha / 4, Fraction(1, 4), self.eps)

    @property
    def reduction(self) -> LightHypothesesReduction[Fraction]:
        """The reduction with its sizes."""
        base, block = self.improper, self.improper.sizes.rows
        size = self.domain.size
        return repaired(base, block, self.weight, size, self.alpha, self.beta, self.eps)

    @property
    def choice(self) -> int:
        """l: enough examples for k (z - 1) candidates and the padding, at beta/2."""
        found = self.reduction
        most = min(found.runs * (self.weight - 1) + found.padding, self.domain.size)
        return rows_for_representing(most, self.eps.exp(), self.alpha, self.beta / 2)

    @property
    def rows(self) -> int:
        """The number of examples in all, k n' + l."""
        return self.reduction.runs * self.reduction.block + self.choice

    guarantee = PureLoss()
    """(eps, 0) for replaced labelled examples."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All sequences of `rows` labelled examples, one replaced."""
        return self.reduction.universe(rows)

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Fraction], /
    ) -> PointFunction | Bottom:
        """A point function, or bottom."""
        return self.reduction(database, coins)


def candidates(kept: list[Values], padding: int = 0) -> tuple[PointFunction, ...]:
    """All c_j with h(j) = 1 for some kept h, and the first `padding` point functions."""
    inside = {j for h in kept for j, value in enumerate(h.values) if value}
    return tuple(PointFunction(j) for j in sorted(inside | set(range(padding))))
