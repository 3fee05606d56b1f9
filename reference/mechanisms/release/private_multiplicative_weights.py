"""Private multiplicative weights of Hardt and Rothblum: epochs, each with one noisy threshold.

A public distribution h on the points answers the queries.  In an epoch one noisy threshold is
compared with |a - n h(q)| for each query q, a the count with fresh noise.  Below it, h(q) is the
answer; at the first query that reaches it, the answer is the count with other noise, h is
reweighted by a rate towards a, and the next epoch begins.  After so many epochs all is over: later
queries have no answer.

All noise is two-sided geometric of ratio e^(-eps0).  One epoch is (4 eps0, 0)-private for one
replaced row, however many queries there are: eps0 for the threshold, 2 eps0 for the test that
fires, and its side, and eps0 for the answer.

Pseudo-code:
    1  an epoch: T <- A + tau
    2      for each query q: a <- F + nu, F the number of rows with q = 1
    3          if |a - n h(q)| < T, answer h(q); else the epoch is left at q
    4  h <- uniform on the points
    5  repeat at most E times, while queries are left: an epoch
    6      if it is left at q: b <- F + zeta, clamped to [0, n], over n; answer b
    7      multiply by rho the weights of the points with q = 0 if a >= n h(q), else with q = 1

Notation: n rows, q queries, h hypothesis, A threshold in rows, E epochs, rho rate; tau, nu, zeta
two-sided geometric noise of ratio e^(-eps0), nu and zeta fresh for each query.
Source: VT14, section 3.2 (Hardt and Rothblum).
Guarantees: VT14.ALG.PMW, VT14.ALG.Epoch, VT14.C3.2.2, VT14.TXT.pmw-comp, VT14.TXT.pmw-utility,
    CORE.private-weights-law.
Deviations: geometric for Laplace noise at the same rates, counts for fractions; answers are
    clamped; the rate is rational, and e^(-alpha/4) in the notes, which multiply the weights of the
    other points by 1/rho; a tie a = n h(q), possible only if T <= 0, counts as above.  With
    `by_answer` the update goes by b, which is released, and not by a.
Degenerate inputs: an empty database is refused; with E = 0 there is no answer.

>>> from reference.data.concept import PointFunction
>>> from reference.probability.law import law
>>> one, eps0 = (PointFunction(0),), Epsilon(Fraction(2))
>>> weights = PrivateMultiplicativeWeights(
...     one, Domain.of_size(2), Fraction(1), 1, Fraction(1, 2), eps0
... )
>>> law(weights, (0, 0)).probability((Answer(Fraction(1, 2), asked=False),))
Fraction(8, 27)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.data.workloads import Workload
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.multiplicative_weights import Answer, Transcript
from reference.mechanisms.release.weights import PointWeights, Weights, check_rate
from reference.privacy.composition import PureRounds
from reference.privacy.curve import PrivacyCurve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source

Q = TypeVar("Q", bound=Hypothesis)

LOSSES = 4
"""An epoch loses so many eps0."""

Histogram = tuple[tuple[int, int], ...]
"""The points that occur, and how often."""


@dataclass(frozen=True, slots=True)
class TwoSidedTest(Generic[R]):
    """The side on which noise leaves an interval: 1 if nu >= high, -1 if nu <= low, else 0."""

    ratio: R
    """Of nu."""

    def __call__(self, ends: tuple[int, int], coins: Coins[R], /) -> int:
        low, high = ends
        settled = Settled(min(0, low), max(0, high), self.ratio, 0)
        nu = coins.draw_noise(TwoSidedGeometric(self.ratio), settled)
        return (nu >= high) - (nu <= low)


@dataclass(frozen=True, slots=True)
class Epoch(Generic[Q, R]):
    """Steps 1 to 3: from the transcript so far to the query that leaves the epoch."""

    analyst: Callable[[Transcript], Q]
    rounds: int
    threshold: Fraction
    eps: Epsilon[R]

    def __call__(
        self, situation: tuple[Transcript, Weights[Q], Histogram], coins: Coins[R], /
    ) -> tuple[Transcript, int]:
        """The answers up to that query, and the side on which a is: 1, -1, or 0 for no query."""
        transcript: Transcript = situation[0]
        _, h, rows = situation
        n, ratio = sum(count for _, count in rows), self.eps.exp(-1)
        low, high = min(0, -self.threshold // 1 + 1), max(0, -((self.threshold - n) // 1))
        settled = Settled(low, high, ratio, self.rounds - len(transcript))
        t = self.threshold + coins.draw_noise(TwoSidedGeometric(ratio), settled)  # 1
        test = TwoSidedTest(ratio)
        while len(transcript) < self.rounds:
            query = self.analyst(transcript)
            mean = h.mean(query)
            gap = n * mean - count_of(query, rows)
            side = coins.run(test, ends(gap, t))  # 2
            if side:
                return transcript, side
            transcript = (*transcript, Answer(mean, asked=False))  # 3
        return transcript, 0


def ends(gap: Fraction, threshold: Fraction) -> tuple[int, int]:
    """Noise at or below the one, or at or above the other, leaves the epoch.

    That is nu <= gap - T or nu >= gap + T; if T <= 0 all noise does, from gap on upwards.
    """
    if threshold <= 0:
        return -(-gap // 1) - 1, -(-gap // 1)
    return (gap - threshold) // 1, -((-gap - threshold) // 1)


def count_of(query: Hypothesis, rows: Histogram) -> int:
    """F: the number of rows on which the query is 1."""
    return sum(count for x, count in rows if query(x))


@dataclass(frozen=True, slots=True)
class Listed(Generic[Q]):
    """An analyst who asks one query after the other, whatever the answers are."""

    queries: tuple[Q, ...]

    def __call__(self, transcript: Transcript, /) -> Q:
        return self.queries[len(transcript)]


@dataclass(frozen=True, slots=True)
class OnlinePrivateWeights(Generic[Q, R]):
    """Parameters of the mechanism for queries that may depend on the answers before them.

    Raises:
        ValueError: if rounds < 0 or epochs < 0; at a call, for an empty database.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "private multiplicative weights", "3.2")

    analyst: Callable[[Transcript], Q]
    """The next query, given all answers before it; a function of them alone."""

    rounds: int
    """The number of queries."""

    start: Weights[Q]
    """h before the first query."""

    threshold: Fraction
    """A = alpha n, in rows."""

    epochs: int
    """E: at most so many; an epoch that is left is an update."""

    eps: Epsilon[R]
    """eps0: the privacy loss of each noise."""

    by_answer: bool = False
    """Whether updates go by the answer b; otherwise by a, the noisy count of the test."""

    def __post_init__(self) -> None:
        if self.rounds < 0 or self.epochs < 0:
            raise ValueError(
                f"rounds {self.rounds}, epochs {self.epochs}: both are numbers of at least 0"
            )

    @property
    def most_epochs(self) -> int:
        """No run has more, as an epoch has one query or more."""
        return min(self.epochs, self.rounds)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(4 eps0 times the number of epochs, 0) for one replaced row, for every analyst."""
        return Guarantee.pure(self.eps, LOSSES * self.most_epochs)

    def curve(self: OnlinePrivateWeights[Q, Fraction]) -> PrivacyCurve:
        """The delta of every eps, by optimal composition of the epochs."""
        powers = (LOSSES * self.eps.parts,)
        return PureRounds(self.eps.root, powers, self.most_epochs).curve

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Transcript:
        """An answer for each query, in order, or for the first ones."""
        if not database:
            raise ValueError("the fractions of an empty database are not defined")
        n, h, used = len(database), self.start, 0  # 4
        rows = tuple(sorted(Counter(database).items()))
        epoch = Epoch(self.analyst, self.rounds, self.threshold, self.eps)
        noisy = NoisyInteger(self.eps.exp(-1), (0, n))
        transcript: Transcript = ()
        while used < self.epochs and len(transcript) < self.rounds:  # 5
            transcript, side = coins.run(epoch, (transcript, h, rows))
            if not side:
                break
            query = self.analyst(transcript)
            b = Fraction(coins.run(noisy, count_of(query, rows)), n)  # 6
            transcript = (*transcript, Answer(b, asked=True))
            above = b >= h.mean(query) if self.by_answer else side > 0
            h, used = h.penalised(query, 0 if above else 1), used + 1  # 7
        return transcript


@dataclass(frozen=True, slots=True)
class PrivateMultiplicativeWeights(Generic[R]):
    """Parameters of the mechanism for a list of queries; call it on a database of points.

    Raises:
        ValueError: for a family that is not on the domain, a domain other than 0, 1, ..., size -
            1, epochs < 0, or a rate outside (0, 1); at a call, for an empty database.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "private multiplicative weights", "3.2")
    parts: ClassVar[int] = 1

    queries: Workload | tuple[Hypothesis, ...]
    """Q, a family by name, or functions from points to {0, 1}."""

    domain: Domain[int]
    """The points 0, ..., size - 1; vectors of p bits are written as integers."""

    threshold: Fraction
    """A = alpha n, in rows: an answer that seems to be off by as much is corrected."""

    epochs: int
    """E: after so many corrections later queries have no answer."""

    rate: Fraction
    """rho: a correction multiplies weights by it; e^(-alpha/4) in the notes."""

    eps: Epsilon[R]
    """eps0: the privacy loss of each noise; an epoch loses 4 eps0."""

    by_answer: bool = False
    """Whether corrections go by the released answer, not by the noisy count of the test."""

    def __post_init__(self) -> None:
        if self.domain.values != range(self.domain.size):
            raise ValueError(f"domain {self.domain.values}: 0, 1, ..., size - 1")
        check_rate(self.rate)
        if not self.listed:
            raise ValueError("queries (): a release answers at least one query")
        self.online.__post_init__()

    universe = replaced_rows

    @property
    def listed(self) -> tuple[Hypothesis, ...]:
        """Q, query by query."""
        if isinstance(self.queries, Workload):
            return self.queries.on(self.domain.size)
        return self.queries

    @property
    def online(self) -> OnlinePrivateWeights[Hypothesis, R]:
        """The mechanism for an analyst who asks these queries in order."""
        start: PointWeights[Hypothesis] = PointWeights.uniform(self.domain, self.rate)
        listed = self.listed
        return OnlinePrivateWeights(
            Listed(listed),
            len(listed),
            start,
            self.threshold,
            self.epochs,
            self.eps,
            self.by_answer,
        )

    @property
    def guarantee(self) -> Guarantee[R]:
        """(4 eps0 times the number of epochs, 0) for one replaced row."""
        return self.online.guarantee

    def curve(self: PrivateMultiplicativeWeights[Fraction]) -> PrivacyCurve:
        """The delta of every eps, by optimal composition of the epochs."""
        return self.online.curve()

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Transcript:
        """An answer for each query, in order, or for the first ones."""
        return coins.delegate(self.online, database)
