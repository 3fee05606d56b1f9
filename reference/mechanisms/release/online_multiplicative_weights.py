"""Online multiplicative weights: every query may depend on the answers before it.

An analyst, a function of the answers so far, names the next query.  Until a test fires all
answers are those of the public hypothesis, so that the queries up to then are known: they are one
run of `MultiplicativeWeights` with one correction.  What that run says after its first answer from
the rows is thrown away, the hypothesis is corrected by that answer, and the analyst goes on.

So it is an adaptive composition of runs, each (test_eps + answer_eps, 0)-private for one replaced
row, whatever the analyst does; of c' runs, the smaller of c and the number of queries.

Pseudo-code:
    1  u <- the first hypothesis, c corrections are left
    2  while queries are left:
    3      phi_i, phi_(i+1), ... <- what the analyst asks if all answers are those of u
    4      run multiplicative weights on them, with one correction if any is left, else with none
    5      keep the answers up to the first from the rows; none: return all
    6      correct u by that answer; one correction fewer is left

Notation: phi_i queries, u hypothesis, c count, T threshold.
Source: BCMNUW20, section 2.2 (Dwork and Roth, Algorithm 6, chapter 4).
Guarantees: BCMNUW20.MON.A6, BCMNUW20.MON.T4.13.
Deviations: as `multiplicative_weights`; the number of queries is fixed before.
Degenerate inputs: no round gives the empty transcript.

>>> from reference.data.named_classes import stumps
>>> from reference.mechanisms.release.weights import PointWeights
>>> from reference.probability.law import law
>>> first, second = stumps(2)
>>> def other_bit(answers):
...     return second if answers and answers[-1].asked else first
>>> eps = Epsilon(Fraction(2), parts=4)
>>> start = PointWeights.uniform(range(4), Fraction(1, 2))
>>> online = OnlineMultiplicativeWeights(other_bit, 2, start, Fraction(1, 2), 1, eps, eps / 4)
>>> silent = (Answer(Fraction(1, 2), asked=False),) * 2
>>> law(online, (1,)).probability(silent)
Fraction(142792, 1318275)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.concept import Hypothesis
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.release.multiplicative_weights import (
    Answer,
    MultiplicativeWeights,
    Transcript,
)
from reference.mechanisms.release.weights import Weights, corrected
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

Q = TypeVar("Q", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class OnlineMultiplicativeWeights(Generic[Q, R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: if rounds < 0 or count < 0.
        InexactExponentError: at a call, unless `test_eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "Algorithm 1", "2.2")

    analyst: Callable[[Transcript], Q]
    """The next query, given all answers before it; a function of them alone."""

    rounds: int
    """The number of queries."""

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
        if self.rounds < 0 or self.count < 0:
            raise ValueError(
                f"rounds {self.rounds}, count {self.count}: both are numbers of at least 0"
            )

    @property
    def guarantee(self) -> Guarantee[R]:
        """(c' (test_eps + answer_eps), 0) for one replaced row, for every analyst."""
        return self.silent.guarantee

    def approximate(
        self: OnlineMultiplicativeWeights[Q, Fraction], exp_eps: Fraction
    ) -> Guarantee[Fraction]:
        """(eps, delta) for an e^eps >= 1 of one's choice, by optimal composition.

        Raises:
            ValueError: if e^eps < 1.
        """
        return self.silent.approximate(exp_eps)

    @property
    def silent(self) -> MultiplicativeWeights[Q, R]:
        """All queries, if all answers are those of the first hypothesis; c and their number."""
        return self.run(self.asked_of((), self.start), self.start, self.count)

    def run(
        self, queries: tuple[Q, ...], weights: Weights[Q], count: int
    ) -> MultiplicativeWeights[Q, R]:
        """Multiplicative weights for queries that are known."""
        losses = self.test_eps, self.answer_eps
        return MultiplicativeWeights(queries, weights, self.threshold, count, *losses)

    def asked_of(self, transcript: Transcript, weights: Weights[Q]) -> tuple[Q, ...]:
        """The queries that follow if all answers are those of the weights."""
        queries: list[Q] = []
        while len(transcript) < self.rounds:
            queries.append(self.analyst(transcript))
            transcript = (*transcript, Answer(weights.mean(queries[-1]), asked=False))
        return tuple(queries)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Transcript:
        """An answer for each query, in order."""
        u, left = self.start, self.count  # 1
        transcript: Transcript = ()
        while len(transcript) < self.rounds:  # 2
            queries = self.asked_of(transcript, u)  # 3
            answers: Transcript = coins.run(self.run(queries, u, min(left, 1)), database)  # 4
            places = [i for i, answer in enumerate(answers) if answer.asked]
            if not places:
                return (*transcript, *answers)  # 5
            first: int = places[0]
            transcript = (*transcript, *answers[: first + 1])
            u, left = corrected(u, queries[first], answers[first].value), left - 1  # 6
        return transcript
