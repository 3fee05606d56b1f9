"""Queries come one by one, each chosen by an analyst who has seen the answers before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from audits.ledger.edits import wrong
from proofs_tests.properties.games.played import (
    Game,
    Read,
    game_about,
    is_pure,
    is_read,
    noise_from,
    noisy,
)
from proofs_tests.properties.games.thresholds import Hidden
from proofs_tests.properties.measured import law_of
from reference.data.concept import Values
from reference.mechanisms.release.multiplicative_weights import (
    Answer,
    MultiplicativeWeights,
    Transcript,
)
from reference.mechanisms.release.online_multiplicative_weights import (
    OnlineMultiplicativeWeights,
)
from reference.mechanisms.release.private_multiplicative_weights import OnlinePrivateWeights
from reference.mechanisms.release.weights import PointWeights
from reference.override import override
from reference.privacy.epsilon import Epsilon

POINTS = range(3)
RATE, ROOT = Fraction(1, 2), Fraction(2)
QUERIES = st.sampled_from([Values(bits) for bits in product((0, 1), repeat=3)])
PLANS = st.tuples(QUERIES, QUERIES, QUERIES)

Masses = tuple[Fraction, ...]
"""Of the hypothesis."""


@dataclass(frozen=True, slots=True)
class Analyst:
    """What is asked: by what the last answer was."""

    plans: tuple[tuple[Values, Values, Values], ...]
    """For each round the query after no answer from the rows, after a small one, after others."""

    def __call__(self, transcript: Transcript, /) -> Values:
        """The next query."""
        plan = self.plans[len(transcript)]
        if not transcript or not transcript[-1].asked:
            return plan[0]
        return plan[1] if transcript[-1].value < RATE else plan[2]


@dataclass(frozen=True, slots=True)
class Branch:
    """What is known after a transcript."""

    masses: Masses
    corrections: int
    hidden: Hidden
    """The noise of the threshold, and how likely the transcript is."""


def mean_of(masses: Masses, query: Values) -> Fraction:
    """u(phi)."""
    return sum((mass * value for mass, value in zip(masses, query.values, strict=True)), 0 * RATE)


def reweighted(masses: Masses, query: Values, value: int) -> Masses:
    """The points where the query takes the value weigh less, and all of them 1."""
    weights = [
        mass * (RATE if y == value else 1) for mass, y in zip(masses, query.values, strict=True)
    ]
    return tuple(w / sum(weights) for w in weights)


class OnlineGame(Game):
    """The analyst's plan grows by one round a move."""

    moves = 4
    runs = 12
    outer: ClassVar[Fraction]
    inner: ClassVar[Fraction]

    @initialize(
        first=st.lists(st.sampled_from(POINTS), min_size=1, max_size=2),
        other=st.sampled_from(POINTS),
        threshold=st.sampled_from([Fraction(k, 2) for k in range(-1, 4)]),
        count=st.integers(0, 2),
        by_answer=st.booleans(),
    )
    def begin(
        self, first: list[int], other: int, threshold: Fraction, count: int, by_answer: bool
    ) -> None:
        """Two neighbours, and no query."""
        self.by_answer = by_answer
        self.databases = tuple(first), (other, *first[1:])
        self.threshold, self.count = threshold, count
        self.plans: tuple[tuple[Values, Values, Values], ...] = ()
        start = Branch((Fraction(1, 3),) * 3, 0, self.fresh(Fraction(1)))
        self.branches: list[list[tuple[Transcript, Branch]]] = [[((), start)], [((), start)]]

    def fresh(self, weight: Fraction) -> Hidden:
        """A fresh threshold."""
        return Hidden.fresh(self.outer, self.inner, weight)

    @rule(plan=PLANS)
    def ask(self, plan: tuple[Values, Values, Values]) -> None:
        """One more query, by what was answered last."""
        self.plans = (*self.plans, plan)
        analyst = Analyst(self.plans)
        self.branches = [
            [
                after
                for transcript, branch in branches
                for after in self.longer(transcript, branch, analyst, rows)
            ]
            for branches, rows in zip(self.branches, self.databases, strict=True)
        ]

    def longer(
        self, transcript: Transcript, branch: Branch, analyst: Analyst, rows: tuple[int, ...]
    ) -> Iterator[tuple[Transcript, Branch]]:
        """What may come after a transcript, if not all is over."""
        for answer, after in self.answers(analyst(transcript), rows, branch):
            yield (*transcript, answer), after

    def answers(
        self, query: Values, rows: tuple[int, ...], branch: Branch
    ) -> Iterator[tuple[Answer, Branch]]:
        """Every answer, and what is known after it."""
        raise NotImplementedError

    def online(self) -> Any:
        """The mechanism for this analyst."""
        raise NotImplementedError

    @invariant()
    def the_law_is_that_of_the_steps(self) -> None:
        """On either database."""
        mechanism = self.online()
        for side, rows in enumerate(self.databases):
            read = self.read(side)
            assert sum(read.values()) == 1
            assert is_read(law_of(mechanism, rows), read)

    @invariant()
    def no_more_is_lost_than_promised(self) -> None:
        """Whatever the analyst asks."""
        assert is_pure(self.read(0), self.read(1), self.promised())

    def read(self, side: int) -> Read[Transcript]:
        """The law of the transcript; what is known after it may differ."""
        read: Read[Transcript] = {}
        for transcript, branch in self.branches[side]:
            read[transcript] = read.get(transcript, Fraction(0)) + branch.hidden.total
        return read

    def promised(self) -> Fraction:
        """e^eps, by the number of corrections that there may be."""
        raise NotImplementedError


@game_about(
    OnlineMultiplicativeWeights,
    {
        "the first hypothesis again": wrong(
            OnlineMultiplicativeWeights,
            "u, left = corrected(u, => u, left = corrected(self.start,",
        ),
        "answers after the first are kept": wrong(
            OnlineMultiplicativeWeights,
            "first: int = places[0] => first: int = places[-1]",
            "min(left, 1) => left",
        ),
        "any number of corrections": wrong(OnlineMultiplicativeWeights, "min(left, 1) => 1"),
        "an analyst who sees no answers": wrong(
            OnlineMultiplicativeWeights,
            "self.analyst(transcript)) => self.analyst(transcript[:0]))",
        ),
        "one test": wrong(
            OnlineMultiplicativeWeights,
            MultiplicativeWeights=wrong(
                MultiplicativeWeights, "for e in (x, -x) => for e in (x, x)"
            ),
        ),
        "away from the answer": wrong(
            OnlineMultiplicativeWeights,
            corrected=lambda u, query, answer: u.penalised(query, int(answer >= u.mean(query))),
        ),
    },
)
class Corrected(OnlineGame):
    """Tests of both signs against one noisy threshold for each correction."""

    outer, inner = ROOT**-2, ROOT**-1

    @override
    def answers(
        self, query: Values, rows: tuple[int, ...], branch: Branch
    ) -> Iterator[tuple[Answer, Branch]]:
        """Of the hypothesis after all corrections, or if both tests are silent."""
        n, mean = len(rows), mean_of(branch.masses, query)
        if branch.corrections == self.count:
            yield Answer(mean, asked=False), branch
            return
        f = sum(query(x) for x in rows)
        silent = branch.hidden
        for error in (f - n * mean, n * mean - f):
            gap = ceil(self.threshold - error)
            silent = silent.times(self.silent(gap))
        yield Answer(mean, asked=False), Branch(branch.masses, branch.corrections, silent)
        fired = branch.hidden.total - silent.total
        for value, chance in noisy(f, ROOT**-1, 0, n).items():
            answer = Fraction(value, n)
            masses = reweighted(branch.masses, query, 1 if answer < mean else 0)
            after = Branch(masses, branch.corrections + 1, self.fresh(fired * chance))
            yield Answer(answer, asked=True), after

    def silent(self, gap: int) -> Callable[[int], Fraction]:
        """The chance that a test with this gap to the threshold does not fire."""
        return lambda z: 1 - noise_from(self.inner, gap + z)

    @override
    def online(self) -> Any:
        """With one part of eps for an answer and four for tests."""
        eps = Epsilon(ROOT, 4)
        start: PointWeights[Values] = PointWeights.uniform(POINTS, RATE)
        rounds = len(self.plans)
        return self.made(
            Analyst(self.plans), rounds, start, self.threshold, self.count, eps, eps / 4
        )

    @override
    def promised(self) -> Fraction:
        """Five parts for a correction."""
        return ROOT ** (5 * min(self.count, len(self.plans)))


@game_about(
    OnlinePrivateWeights,
    {
        "one epoch too many": wrong(
            OnlinePrivateWeights, "while used < self.epochs => while used <= self.epochs"
        ),
        "the wrong points": wrong(OnlinePrivateWeights, "0 if above else 1 => 1 if above else 0"),
        "by what was not released": wrong(OnlinePrivateWeights, "if self.by_answer => if False"),
        "no noise in the threshold": wrong(
            OnlinePrivateWeights,
            "t = self.threshold + coins.draw_noise(TwoSidedGeometric(ratio), settled)"
            " => t = self.threshold",
        ),
        "at the threshold is below": wrong(
            OnlinePrivateWeights,
            "(gap - threshold) // 1, -((-gap - threshold) // 1)"
            " => -((threshold - gap) // 1) - 1, (gap + threshold) // 1 + 1",
        ),
        "one side for a negative threshold": wrong(
            OnlinePrivateWeights,
            "-(-gap // 1) - 1, -(-gap // 1) => -(-gap // 1) - 1, gap // 1 + 1",
        ),
        "the answer with the noise of nothing": wrong(
            OnlinePrivateWeights, "NoisyInteger(self.eps.exp(-1) => NoisyInteger(self.eps.exp(-2)"
        ),
    },
)
class Epochs(OnlineGame):
    """A noisy distance is compared with one noisy threshold for each epoch."""

    outer = inner = 1 / ROOT
    runs = 8

    @override
    def longer(
        self, transcript: Transcript, branch: Branch, analyst: Analyst, rows: tuple[int, ...]
    ) -> Iterator[tuple[Transcript, Branch]]:
        """Nothing after the last epoch."""
        if branch.corrections == self.count:
            return iter([(transcript, branch)])
        return super().longer(transcript, branch, analyst, rows)

    @override
    def answers(
        self, query: Values, rows: tuple[int, ...], branch: Branch
    ) -> Iterator[tuple[Answer, Branch]]:
        """Below the threshold, above it, or so far on the other side."""
        n, mean = len(rows), mean_of(branch.masses, query)
        f = sum(query(x) for x in rows)

        def above(z: int) -> Fraction:
            distance = max(self.threshold + z, Fraction(0))
            return noise_from(self.inner, ceil(n * mean + distance - f))

        def below(z: int) -> Fraction:
            distance = self.threshold + z
            return (
                noise_from(self.inner, ceil(f - n * mean + distance))
                if distance > 0
                else 1 - above(z)
            )

        silent = branch.hidden.times(lambda z: 1 - above(z) - below(z))
        yield Answer(mean, asked=False), Branch(branch.masses, branch.corrections, silent)
        for event, is_above in ((above, True), (below, False)):
            left = branch.hidden.times(event).total
            for value, chance in noisy(f, 1 / ROOT, 0, n).items():
                answer = Fraction(value, n)
                up = answer >= mean if self.by_answer else is_above
                masses = reweighted(branch.masses, query, 0 if up else 1)
                after = Branch(masses, branch.corrections + 1, self.fresh(left * chance))
                yield Answer(answer, asked=True), after

    @override
    def online(self) -> Any:
        """With one loss for all noise."""
        start: PointWeights[Values] = PointWeights.uniform(POINTS, RATE)
        return self.made(
            Analyst(self.plans),
            len(self.plans),
            start,
            self.threshold,
            self.count,
            Epsilon(ROOT),
            self.by_answer,
        )

    @override
    def promised(self) -> Fraction:
        """Four parts for an epoch."""
        return ROOT ** (4 * min(self.count, len(self.plans)))


@pytest.mark.parametrize("game", OnlineGame.__subclasses__(), ids=lambda game: game.__name__)
def test_an_adaptive_analyst_is_answered_step_by_step(game: type[Game]) -> None:
    """The law of the transcript is that of its steps, and no pair loses more than promised."""
    game.play()
