"""Multiplicative weights for known queries: each round privately picks one that is badly answered.

A public distribution h on the points starts uniform.  Each round the exponential mechanism picks a
query with a large error of h, its count is measured with noise, and h is reweighted towards it.
h answers all queries in the end, and is a synthetic database of weighted points.

A round is eps-private for one replaced row, half of eps for the choice and half for the
measurement, so that T rounds are (T eps, 0)-private.

Pseudo-code:
    1  h <- uniform on the points
    2  repeat T times:
    3      q <- a query with probability proportional to e^((eps/4) floor |F_q - n h(q)|)
    4      b <- F_q + zeta, clamped to [0, n], over n; keep (q, b)
    5      multiply by rho the weights of the points with q = 0 if b >= h(q), else with q = 1
    6  return the pairs (q, b), from which h follows

Notation: n rows, q queries, F_q number of rows with q = 1, h hypothesis, rho rate, T rounds; zeta
two-sided geometric noise of ratio e^(-eps/2).
Source: VT14, Remark 3.2.3, section 3.2 (Hardt, Ligett and McSherry).
Guarantees: VT14.ALG.MWEM, VT14.R3.2.3.
Deviations: the notes name the idea only; errors are rounded down, which keeps their sensitivity 1.
Degenerate inputs: an empty database is refused; T = 0 returns no pair, and h is uniform.

>>> from reference.data.concept import PointFunction
>>> from reference.probability.law import law
>>> points = (PointFunction(0), PointFunction(1))
>>> eps = Epsilon(Fraction(2), parts=4)
>>> weights = MWEM(points, Domain.of_size(4), 1, Fraction(1, 2), eps)
>>> law(weights, (0, 0, 0, 0)).map(lambda pairs: pairs[0].query)  # errors 3 and 1
Dist({0: 4/5, 1: 1/5})
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.data.workloads import Workload
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.weights import PointWeights, Weights, check_rate, corrected
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class Measured:
    """What a round releases."""

    query: int
    """The number of a query, from 0."""

    value: Fraction
    """The fraction of the rows with q = 1, with noise."""


@dataclass(frozen=True, slots=True)
class Errors:
    """The quality of a query: floor |F_q - n h(q)|."""

    queries: tuple[Hypothesis, ...]
    weights: Weights[Hypothesis]

    def __call__(self, database: Database[int], /) -> dict[int, int]:
        n = len(database)
        return {
            i: abs(sum(map(q, database)) - n * self.weights.mean(q)) // 1
            for i, q in enumerate(self.queries)
        }


@dataclass(frozen=True, slots=True)
class MWEM(Generic[R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: for a family that is not on the domain, no query, rounds < 0, or a rate outside
            (0, 1); at a call, for an empty database.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Remark 3.2.3", "3.2")
    parts: ClassVar[int] = 4

    queries: Workload | tuple[Hypothesis, ...]
    """A family by name, or functions from points to {0, 1}."""

    domain: Domain[int]
    """The points."""

    rounds: int
    """T."""

    rate: Fraction
    """rho."""

    eps: Epsilon[R]
    """The privacy loss of one round."""

    def __post_init__(self) -> None:
        check_rate(self.rate)
        if self.rounds < 0 or not self.listed:
            raise ValueError(
                f"rounds {self.rounds}, {len(self.listed)} queries: at least 0 rounds and 1 query"
            )

    universe = replaced_rows

    @property
    def guarantee(self) -> Guarantee[R]:
        """(T eps, 0) for one replaced row."""
        return Guarantee.pure(self.eps, self.rounds)

    @property
    def listed(self) -> tuple[Hypothesis, ...]:
        """Every query."""
        if isinstance(self.queries, Workload):
            return self.queries.on(self.domain.size)
        return self.queries

    @property
    def start(self) -> PointWeights[Hypothesis]:
        """The uniform distribution."""
        return PointWeights.uniform(self.domain, self.rate)

    def hypothesis(self, output: tuple[Measured, ...]) -> Weights[Hypothesis]:
        """The distribution in the end, a function of what was released."""
        h: Weights[Hypothesis] = self.start
        for each in output:
            h = corrected(h, self.listed[each.query], each.value)
        return h

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Measured, ...]:
        """A query and its answer, for each round."""
        if not database:
            raise ValueError("the fractions of an empty database are not defined")
        n, half = len(database), self.eps / 2
        h: Weights[Hypothesis] = self.start  # 1
        noisy = NoisyInteger(half.exp(-1), (0, n))
        pairs: tuple[Measured, ...] = ()
        for _ in range(self.rounds):  # 2
            errors = Errors(self.listed, h)
            i = coins.run(ExponentialMechanism(errors, half), database)  # 3
            query = self.listed[i]
            b = Fraction(coins.run(noisy, sum(map(query, database))), n)
            pairs = (*pairs, Measured(i, b))  # 4
            h = corrected(h, query, b)  # 5
        return pairs  # 6
