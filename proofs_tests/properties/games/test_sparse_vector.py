"""All variants of the sparse vector: answers come one by one, each compared with the threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from audits.ledger.edits import wrong
from proofs_tests.properties.games.played import (
    Game,
    Read,
    game_about,
    is_pure,
    is_read,
    noise,
    noise_from,
    noisy,
)
from proofs_tests.properties.games.thresholds import Hidden
from proofs_tests.properties.measured import law_of
from reference.data.bottom import Bottom
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.epsilon import Epsilon

Said = tuple[Any, ...]
LOW, HIGH = -1, 1
ROOT = Fraction(3, 2)


def eps(parts: int) -> Epsilon[Fraction]:
    """So many parts."""
    return Epsilon(ROOT, parts)


def constant(chance: Fraction, z: int) -> Fraction:
    """Whatever z is."""
    del z
    return chance


@dataclass(frozen=True, slots=True)
class Variant:
    """The powers of 1/ROOT that are the ratios of the noise, and what is done with a positive."""

    built: Callable[[Any, int], Any]
    """The mechanism, of a class and a threshold."""

    threshold: int
    """The power of the noisy threshold."""

    tests: int | None
    """That of each test; None: no noise."""

    most: int
    """It stops after so many positives."""

    renewed: bool = False
    """Whether the threshold has fresh noise after a positive."""

    value: int | None = None
    """The power of the noise of a released value; None: bits."""

    exp_eps: int | None = None
    """What is promised, as a power of ROOT, if it is true."""


class SparseVectorGame(Game):
    """One variant, on two streams whose answers differ by at most one."""

    variant: ClassVar[Variant]

    moves = 4
    runs = 10

    @initialize(threshold=st.integers(-1, 1))
    def begin(self, threshold: int) -> None:
        """Nothing is asked."""
        self.threshold = threshold
        self.streams: list[list[int]] = [[], []]
        self.open = [{(): self.fresh(Fraction(1))} for _ in self.streams]
        self.over: list[Read[Said]] = [{}, {}]

    @rule(answer=st.integers(-1, 1), move=st.integers(-1, 1))
    def ask(self, answer: int, move: int) -> None:
        """One more query, with an answer on either database."""
        for side, f in enumerate((answer, answer + move)):
            self.streams[side].append(f)
            before, self.open[side] = self.open[side], {}
            for said, hidden in before.items():
                for what, after in self.outcomes(f, hidden).items():
                    self.go_on(side, (*said, what), after)

    def go_on(self, side: int, said: Said, hidden: Hidden) -> None:
        """Stop, or renew the threshold, or keep it."""
        positives = sum(self.plain(said))
        if positives == self.variant.most:
            self.over[side][said] = hidden.total
        elif self.variant.renewed and self.plain(said)[-1]:
            self.open[side][said] = self.fresh(hidden.total)
        else:
            self.open[side][said] = hidden

    def plain(self, said: Said) -> Said:
        """With 1 for every value."""
        if self.variant.value is None:
            return said
        return tuple(0 if what is Bottom.BOTTOM else 1 for what in said)

    def fresh(self, weight: Fraction) -> Hidden:
        """A fresh noisy threshold."""
        tests = self.variant.tests or 1
        return Hidden.fresh(ROOT**-self.variant.threshold, ROOT**-tests, weight)

    def outcomes(self, answer: int, hidden: Hidden) -> dict[Any, Hidden]:
        """What may be said of an answer, and what is then known of the threshold."""
        gap, tests, value = self.threshold - answer, self.variant.tests, self.variant.value
        if tests is None:
            above = hidden.times(lambda z: Fraction(gap + z <= 0))
            return {1: above, 0: hidden.times(lambda z: Fraction(gap + z > 0))}
        ratio = ROOT**-tests
        below = hidden.times(lambda z: 1 - noise_from(ratio, gap + z))
        if value is None:
            return {1: hidden.times(lambda z: noise_from(ratio, gap + z)), 0: below}
        if self.variant.renewed:
            above = hidden.times(lambda z: noise_from(ratio, gap + z))
            values = noisy(answer, ROOT**-value, LOW, HIGH)
            return {
                Bottom.BOTTOM: below,
                **{v: above.times(partial(constant, p)) for v, p in values.items()},
            }

        def released(v: int) -> Callable[[int], Fraction]:
            def chance(z: int) -> Fraction:
                least = self.threshold + z
                if v == HIGH:
                    return noise_from(ratio, max(least, v) - answer)
                if v == LOW:
                    return max(
                        noise_from(ratio, least - answer) - noise_from(ratio, v + 1 - answer),
                        Fraction(0),
                    )
                return noise(ratio, v - answer) if v >= least else Fraction(0)

            return chance

        values_seen = {v: hidden.times(released(v)) for v in range(LOW, HIGH + 1)}
        return {Bottom.BOTTOM: below, **values_seen}

    def read(self, side: int) -> Read[Said]:
        """The law of what has been said."""
        return self.over[side] | {said: h.total for said, h in self.open[side].items()}

    @invariant()
    def the_law_is_that_of_the_steps(self) -> None:
        """On either stream."""
        mechanism = self.variant.built(self.made, self.threshold)
        for side, stream in enumerate(self.streams):
            assert is_read(law_of(mechanism, tuple(stream)).map(self.spelt), self.read(side))

    def spelt(self, output: Any) -> Said:
        """Bits, for a position."""
        if isinstance(output, tuple):
            return output
        asked = len(self.streams[0])
        return (0,) * asked if output is Bottom.BOTTOM else (0,) * output + (1,)

    @precondition(lambda self: self.variant.exp_eps is not None)
    @invariant()
    def no_more_is_lost_than_promised(self) -> None:
        """Whatever was asked."""
        power = self.variant.exp_eps
        assert power is not None
        assert is_pure(self.read(0), self.read(1), ROOT**power)


def play_on(about: Any, variant: Variant, wrong: Mapping[str, Any]) -> type[SparseVectorGame]:
    """The game about one variant."""
    game = type(about.__name__, (SparseVectorGame,), {"variant": variant})
    return game_about(about, wrong)(game)


ONE_BY_ONE = [
    play_on(
        AboveThreshold,
        Variant(lambda made, t: made(t, eps(4)), 2, 1, 1, exp_eps=4),
        {
            "the threshold with the noise of a test": wrong(
                AboveThreshold, "TwoSidedGeometric(ratio**2) => TwoSidedGeometric(ratio)"
            ),
            "strictly above": wrong(AboveThreshold, "at_least(gap) => at_least(gap + 1)"),
            "no noise in tests": wrong(
                AboveThreshold, "coins.draw(bernoulli(self.noise.at_least(gap))) => gap <= 0"
            ),
        },
    ),
    play_on(
        Sparse,
        Variant(lambda made, t: made(t, 2, eps(8)), 2, 1, 2, renewed=True, exp_eps=8),
        {
            "the whole eps for each": wrong(Sparse, "self.eps / self.count => self.eps"),
            "the first answers again": wrong(Sparse, "database[len(bits) :] => database"),
            "one positive too many": wrong(
                Sparse, "while sum(bits) < self.count => while sum(bits) <= self.count"
            ),
        },
    ),
    play_on(
        NumericSparse,
        Variant(
            lambda made, t: made(t, 2, eps(4), eps(1), LOW, HIGH),
            2,
            1,
            2,
            renewed=True,
            value=1,
            exp_eps=10,
        ),
        {
            "the first value": wrong(NumericSparse, "left[i]) => left[0])"),
            "the noise of tests": wrong(
                NumericSparse, "NoisyInteger(self.answer_eps => NoisyInteger(self.test_eps"
            ),
            "values are not counted": wrong(NumericSparse, "values += 1 => values += 0"),
        },
    ),
    play_on(
        SparseVector1,
        Variant(lambda made, t: made(t, 2, eps(8)), 4, 1, 2, exp_eps=8),
        {
            "noise for one positive": wrong(SparseVector1, "4 * self.count => 4"),
            "any number of positives": wrong(
                SparseVector1, "NoisyTests(nu, self.count) => NoisyTests(nu, len(database) + 1)"
            ),
        },
    ),
    play_on(
        SparseVector3,
        Variant(lambda made, t: made(t, 2, eps(4), LOW, HIGH), 2, 1, 2, value=1),
        {
            "the lowest value is the next one": wrong(
                SparseVector3, "max(self.threshold, self.low) => max(self.threshold, self.low + 1)"
            ),
            "noise for one value": wrong(SparseVector3, "-self.share / self.count => -self.share"),
        },
    ),
    play_on(
        SparseVector4,
        Variant(lambda made, t: made(t, 2, eps(4)), 1, 3, 2),
        {"as variant 1": wrong(SparseVector4, "Fraction(-3, 4) => Fraction(-1, 4)")},
    ),
    play_on(
        SparseVector5,
        Variant(lambda made, t: made(t, eps(2)), 1, None, 99),
        {"strictly above": wrong(SparseVector5, "gap + rho <= 0 => gap + rho < 0")},
    ),
    play_on(
        SparseVector6,
        Variant(lambda made, t: made(t, eps(2)), 1, 1, 99),
        {
            "one positive": wrong(
                SparseVector6, "NoisyTests(noise, len(database)) => NoisyTests(noise, 1)"
            )
        },
    ),
]


@pytest.mark.parametrize("game", ONE_BY_ONE, ids=lambda game: str(game.__name__))
def test_answers_are_compared_one_by_one(game: type[Game]) -> None:
    """The law of the mechanism is that of its steps, and no pair loses more than promised."""
    game.play()
