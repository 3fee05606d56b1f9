"""Private multiplicative weights: queries answered by a hypothesis that is corrected now and then.

A public distribution u on the points answers the queries.  For each query, noisy tests ask whether
the count on the database is above, or below, n u(phi) by more than a threshold.  If no test
fires, u(phi) is the answer, and nothing else is learnt of the database.  If one fires, the answer
is the count with noise, and u is reweighted towards it.  After c corrections u answers alone.

One firing costs `test_eps` for the tests before it, however many, and `answer_eps` for the
answer.  A query is corrected at most once, so that all is (c' (test_eps + answer_eps), 0)-private
for one replaced row, c' the smaller of c and the number of queries.  A smaller eps has a delta, by
optimal composition of c' losses test_eps and c' losses answer_eps (`curve`).

Pseudo-code:
    1  u <- uniform on the points
    2  for each query phi in order, with F = sum of phi(x_i) over the rows, e = F - n u(phi):
    3      after c corrections answer u(phi)
    4      if e + nu < T + tau and -e + nu' < T + tau, answer u(phi); one tau a correction
    5      else a <- F + zeta, clamped to [0, n], over n; answer a
    6      multiply by rho the weights of the points with phi = 1 if a < u(phi), else with phi = 0

Notation: x_1, ..., x_n rows, phi queries, u hypothesis, T threshold in rows, c count, rho rate;
tau two-sided geometric noise of ratio e^(-test_eps/2), nu of e^(-test_eps/4), fresh for each test,
zeta of e^(-answer_eps).
Source: BCMNUW20, Algorithm 1, section 2.2 (Dwork and Roth, Algorithms 3 and 6, chapters 3 and 4).
Guarantees: BCMNUW20.A1, BCMNUW20.ALG.PMW-lattice, BCMNUW20.L7.lattice.
Deviations: Algorithm 1 is an outline, the steps are those of the book; queries have the values 0
    and 1, where the paper has -1 and 1, so answers lie in [0, 1]; geometric for Laplace noise at
    the same rates, counts for fractions; the second test is asked only if the first is silent; a
    tie a = u(phi) counts as a above it.
Degenerate inputs: without rows every answer is u(phi); with c = 0 the rows are not looked at.

>>> from reference.data.named_classes import stumps
>>> from reference.mechanisms.release.weights import PointWeights
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=4)
>>> start = PointWeights.uniform(range(2), Fraction(1, 2))
>>> mechanism = MultiplicativeWeights(stumps(1), start, Fraction(1, 2), 1, eps, eps / 4)
>>> law(mechanism, (1,)).probability((Answer(Fraction(1, 2), asked=False),))
Fraction(418, 1575)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.weights import Weights, corrected
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.composition import PureRounds, composed_curve
from reference.privacy.curve import PrivacyCurve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

Q = TypeVar("Q", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query, in [0, 1], and where it comes from."""

    value: Fraction
    """The fraction of the rows, or its estimate."""

    asked: bool
    """Whether the rows were asked; otherwise it is that of the hypothesis."""


Transcript = tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class MultiplicativeWeights(Generic[Q, R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: if count < 0.
        InexactExponentError: at a call, unless `test_eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Algorithm 1", "2.2")

    queries: tuple[Q, ...]
    """phi, each a function from points to {0, 1}."""

    start: Weights[Q]
    """u before the first query."""

    threshold: Fraction
    """T, in rows."""

    count: int
    """c: at most so many corrections."""

    test_eps: Epsilon[R]
    """The privacy loss of the tests up to one firing."""

    answer_eps: Epsilon[R]
    """The privacy loss of one noisy answer."""

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"count {self.count}: the number of corrections is at least 0")

    @property
    def corrections(self) -> int:
        """c': no run has more, as a query is corrected at most once."""
        return min(self.count, len(self.queries))

    @property
    def guarantee(self) -> Guarantee[R]:
        """(c' (test_eps + answer_eps), 0) for one replaced row, by basic composition."""
        once = self.test_eps.exp() * self.answer_eps.exp()
        return Guarantee(once**self.corrections, once - once)

    def curve(self: MultiplicativeWeights[Q, Fraction]) -> PrivacyCurve:
        """The delta of every eps, by optimal composition; at a number e^eps only."""
        if self.test_eps.root == self.answer_eps.root:
            powers = self.test_eps.parts, self.answer_eps.parts
            return PureRounds(self.test_eps.root, powers, self.corrections).curve
        zero = Fraction(0)
        losses = [Guarantee(each.exp(), zero) for each in (self.test_eps, self.answer_eps)]
        return composed_curve(losses * self.corrections)

    def approximate(
        self: MultiplicativeWeights[Q, Fraction], exp_eps: Fraction
    ) -> Guarantee[Fraction]:
        """(eps, delta) for an e^eps >= 1 of one's choice; delta is read off the curve.

        Raises:
            ValueError: if e^eps < 1.
        """
        return Guarantee(exp_eps, self.curve().delta_at(exp_eps))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Transcript:
        """An answer for each query, in order."""
        n, u, used = len(database), self.start, 0  # 1
        counts = [sum(map(query, database)) for query in self.queries]
        above = AboveThreshold(0, self.test_eps)
        noisy = NoisyInteger(self.answer_eps.exp(-1), (0, n))
        transcript: list[Answer] = []
        while len(transcript) < len(self.queries):  # 2
            i = len(transcript)
            means = [u.mean(query) for query in self.queries[i:]]
            silent: list[Answer] = [Answer(mean, asked=False) for mean in means]
            if not n or used == self.count:
                return (*transcript, *silent)  # 3
            errors = [f - n * mean for f, mean in zip(counts[i:], means, strict=True)]
            tests = tuple((e - self.threshold) // 1 for x in errors for e in (x, -x))
            fired = coins.run(above, tests)
            if isinstance(fired, Bottom):
                return (*transcript, *silent)  # 4
            transcript += silent[: fired // 2]
            i = len(transcript)
            a = Fraction(coins.run(noisy, counts[i]), n)  # 5
            transcript.append(Answer(a, asked=True))
            u, used = corrected(u, self.queries[i], a), used + 1  # 6
        return tuple(transcript)
