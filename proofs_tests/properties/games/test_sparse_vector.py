"""All variants of the sparse vector: answers come one by one, each compared with the threshold."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from audits.ledger.edits import remade
from proofs_tests.properties.games.played import Followed, Game, Read, game_about, played
from proofs_tests.properties.games.thresholds import Hidden
from proofs_tests.properties.noise import noise_from, noisy
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from reference.data.bottom import Bottom
from reference.exact.interval import Interval, ln
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.numeric_sparse import NumericSparse, Scales, shares, sparse_scale
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.fold import Fold

Said = tuple[Any, ...]
ROOT = Fraction(3, 2)
ANSWERS = st.integers(-2, 2)
MOVES = st.sampled_from([1, -1, 0])
QUARTER = Fraction(1, 4)


class OneByOne(Followed):
    """Two streams whose answers differ by at most one; a bit is said of each answer."""

    moves = 4
    runs = 10

    arguments: ClassVar[tuple[Any, ...]]
    """Of the mechanism, after the threshold."""

    powers: ClassVar[tuple[int, int]]
    """Those of 1/ROOT that are the ratios of the noise: of the threshold, and of each test."""

    most: ClassVar[int]
    """It stops after so many positives."""

    loss: ClassVar[int]
    """The power of ROOT that is promised."""

    shown: ClassVar[tuple[int, int]]
    """Values beyond are released as these."""

    fresh_power: ClassVar[int]
    """That of the noise of a value, if it is not the noise of its test."""

    silence: ClassVar[Any] = 0
    """What is said of an answer that is no positive."""

    @initialize(threshold=st.integers(-3, 3), answer=ANSWERS, move=MOVES)
    def begin(self, threshold: int, answer: int, move: int) -> None:
        """Nothing is asked; then a first query."""
        self.threshold = threshold
        self.databases = [(), ()]
        self.open: list[dict[Said, Hidden]] = [{(): self.fresh(Fraction(1))} for _ in (0, 1)]
        self.over: list[dict[Said, Fraction]] = [{}, {}]
        self.the_law_is_that_of_the_steps()
        self.ask(answer, move)

    def fresh(self, weight: Fraction) -> Hidden:
        """A fresh noisy threshold."""
        threshold, tests = self.powers
        return Hidden.fresh(ROOT**-threshold, ROOT**-tests, weight)

    @rule(answer=ANSWERS, move=MOVES)
    def ask(self, answer: int, move: int) -> None:
        """One more query, with an answer on either database."""
        for side, f in enumerate((answer, answer + move)):
            self.databases[side] = (*self.databases[side], f)
            before, self.open[side] = self.open[side], {}
            for earlier, hidden in before.items():
                for what, after in self.outcomes(f, hidden):
                    said = (*earlier, what)
                    if len(said) - said.count(self.silence) < self.most:
                        self.open[side][said] = after
                    else:
                        self.over[side][said] = after.total

    def outcomes(self, answer: int, hidden: Hidden) -> Iterator[tuple[Any, Hidden]]:
        """What may be said of an answer, and what is then known of the threshold."""
        yield self.silence, hidden.times(lambda z: 1 - self.reached(answer, z))
        yield 1, hidden.times(lambda z: self.reached(answer, z))

    def reached(self, answer: int, z: int) -> Fraction:
        """The chance of a positive, given the noise of the threshold."""
        return noise_from(ROOT ** -self.powers[1], self.threshold + z - answer)

    @override
    def mechanism(self) -> Any:
        return self.made(self.threshold, *self.arguments)

    @override
    def read(self, side: int) -> Read[Any]:
        known = self.over[side] | {said: h.total for said, h in self.open[side].items()}
        return {self.output(said): p for said, p in known.items()}

    def output(self, said: Said) -> Any:
        """All that is said."""
        return said

    @invariant()
    def so_much_is_promised(self) -> None:
        """And no more."""
        assert self.mechanism().guarantee == Guarantee(ROOT**self.loss, Fraction(0))


class First(OneByOne):
    """The position of the first positive is put out."""

    @override
    def output(self, said: Said) -> Any:
        """If there is one."""
        return len(said) - 1 if any(said) else Bottom.BOTTOM


class Exact(OneByOne):
    """Answers are compared without noise."""

    @override
    def reached(self, answer: int, z: int) -> Fraction:
        """It is 0 or 1."""
        return Fraction(answer >= self.threshold + z)


class Renewed(OneByOne):
    """The threshold has fresh noise after a positive."""

    @override
    def outcomes(self, answer: int, hidden: Hidden) -> Iterator[tuple[Any, Hidden]]:
        below, (_, above) = super().outcomes(answer, hidden)
        yield below
        for what, p in self.positives(answer).items():
            yield what, self.fresh(above.total * p)

    def positives(self, answer: int) -> Read[int]:
        """The law of what is said of a positive."""
        del answer
        return {1: Fraction(1)}


class FreshValues(Renewed):
    """Of a positive the answer is released, with fresh noise."""

    silence = Bottom.BOTTOM

    @override
    def positives(self, answer: int) -> Read[int]:
        return noisy(answer, ROOT**-self.fresh_power, *self.shown)


class ComparedValues(OneByOne):
    """Of a positive the noisy answer is released that was compared."""

    silence = Bottom.BOTTOM
    runs = 5

    @override
    def outcomes(self, answer: int, hidden: Hidden) -> Iterator[tuple[Any, Hidden]]:
        yield next(super().outcomes(answer, hidden))
        low, high = self.shown
        for value in range(low, high + 1):
            yield value, hidden.times(partial(self.released, answer, value))

    def released(self, answer: int, value: int, z: int) -> Fraction:
        """The chance that the noisy answer is reached and this; at an end, this or beyond."""
        (low, high), least = self.shown, self.threshold + z
        ratio = ROOT ** -self.powers[1]
        first = least if value == low else max(least, value)
        beyond = noise_from(ratio, max(first, value + 1) - answer) if value < high else 0
        return noise_from(ratio, first - answer) - beyond


def eps(parts: int) -> Epsilon[Fraction]:
    """So many parts."""
    return Epsilon(ROOT, parts)


class Variant(NamedTuple):
    """A mechanism, the game that is played with it, and the attributes of that game."""

    made: Any
    base: type[OneByOne]
    arguments: tuple[Any, ...]
    powers: tuple[int, int]
    most: int
    loss: int
    shown: tuple[int, int] = (-1, 1)
    fresh_power: int = 1


VARIANTS = [
    Variant(AboveThreshold, First, (eps(4),), (2, 1), 1, 4),
    Variant(Sparse, Renewed, (2, eps(8)), (2, 1), 2, 8),
    Variant(NumericSparse, FreshValues, (2, eps(4), eps(2), -1, 1), (2, 1), 2, 12, (-1, 1), 2),
    Variant(SparseVector1, OneByOne, (2, eps(8)), (4, 1), 2, 8),
    Variant(SparseVector3, ComparedValues, (2, eps(8), -1, 1), (4, 2), 2, 8),
    Variant(SparseVector4, OneByOne, (2, eps(8)), (2, 6), 2, 8),
    Variant(SparseVector5, Exact, (eps(4),), (2, 1), 99, 4),
    Variant(SparseVector6, OneByOne, (eps(4),), (2, 2), 99, 4),
]

OTHERS = [
    Variant(Sparse, Renewed, (1, eps(8)), (4, 2), 1, 8),
    Variant(Sparse, Renewed, (3, eps(24)), (4, 2), 3, 24),
    Variant(NumericSparse, FreshValues, (1, eps(4), eps(1), 0, 0), (2, 1), 1, 5, (0, 0)),
    Variant(NumericSparse, FreshValues, (3, eps(4), eps(1), 1, 2), (2, 1), 3, 15, (1, 2)),
    Variant(NumericSparse.of_budget, FreshValues, (2, eps(18), 0, 2), (4, 2), 2, 18, (0, 2)),
    Variant(SparseVector1, OneByOne, (1, eps(8)), (4, 2), 1, 8),
    Variant(SparseVector1, OneByOne, (3, eps(24)), (12, 2), 3, 24),
    Variant(SparseVector3, ComparedValues, (1, eps(4), -2, 0), (2, 2), 1, 4, (-2, 0)),
    Variant(SparseVector3, ComparedValues, (1, eps(4), 1, 2, QUARTER), (2, 1), 1, 4, (1, 2)),
    Variant(SparseVector4, OneByOne, (3, eps(4)), (1, 3), 3, 4),
]
"""The same with other parameters, one query fewer."""

BROKEN = {SparseVector3, SparseVector4, SparseVector5, SparseVector6}

WRONG: Mapping[Any, Mapping[str, str | tuple[str, ...]]] = {
    AboveThreshold: {
        "a threshold with the noise of a test": "(ratio**2) => (ratio)",
        "strictly above": "at_least(gap) => at_least(gap + 1)",
        "no noise in tests": (
            "coins.draw(bernoulli(self.noise.at_least(gap))) => gap <= 0",
            "(-1 - gap for => (1 - gap for",
            "(2 - gap for => (-gap for",
        ),
    },
    Sparse: {
        "the whole eps for each": "self.eps / self.count => self.eps",
        "the first answers again": "database[len(bits) :] => database",
        "one positive too many": "sum(bits) < self.count => sum(bits) <= self.count",
    },
    NumericSparse: {
        "the first value": "left[i]) => left[0])",
        "the noise of tests": "NoisyInteger(self.answer_eps => NoisyInteger(self.test_eps",
        "values are not counted": "values += 1 => values += 0",
        "a part of eps for a value": "self.answer_eps.exp(-1) => 1 / self.answer_eps.root",
    },
    SparseVector1: {
        "noise for one positive": "4 * self.count => 4",
        "any number of positives": "(nu, self.count) => (nu, len(database) + 1)",
    },
    SparseVector3: {
        "the lowest value is the next one": "(self.threshold, self.low) => (self.threshold, 0)",
        "a threshold with parts of eps": "self.eps.exp(Fraction(-1, 2)) => self.eps.root**-2",
        "noise for one value": "-self.share / self.count => -self.share",
    },
    SparseVector4: {
        "as variant 1": "Fraction(-3, 4) => Fraction(-1, 4)",
        "a threshold with a part of eps": "self.eps.exp(Fraction(-1, 4)) => 1 / self.eps.root",
    },
    SparseVector5: {
        "strictly above": "gap + rho <= 0 => gap + rho < 0",
        "a part of eps": "self.eps.exp(Fraction(-1, 2)) => 1 / self.eps.root",
    },
    SparseVector6: {
        "one positive": "(noise, len(database)) => (noise, 1)",
        "a part of eps": "self.eps.exp(Fraction(-1, 2)) => 1 / self.eps.root",
    },
}


def game(variant: Variant, **limits: int) -> type[Game]:
    """That about one variant."""
    made, base, *_ = variant
    names = variant._asdict() | {"about": made, "private": made not in BROKEN}
    return type(made.__name__, (base,), names | limits)


def positives(answers: tuple[int, ...], threshold: int, count: int) -> tuple[int, ...]:
    """A bit for each answer, whether it reaches the threshold; up to so many positives."""
    bits = tuple(int(answer >= threshold) for answer in answers)
    ends = [i + 1 for i in range(len(bits)) if sum(bits[: i + 1]) == count]
    return bits[: min(ends, default=len(bits))]


@property_of(
    (AboveThreshold, Sparse, NumericSparse, SparseVector1, SparseVector4),
    {
        "a positive three places on": "else (0,) * i + (1,) => else (0,) * min(i, 3) + (1,)",
        "so many silences": "(Bottom.BOTTOM,) * silent => (Bottom.BOTTOM,) * min(silent, 3)",
        "no positive": {Sparse: remade(Sparse, check_count=lambda _: None)},
        "no value": "if self.low > self.high => if False and self.low > self.high",
        "of many answers some are compared twice": {
            AboveThreshold: remade(AboveThreshold, Fold=remade(Fold, "items[turns:] => items[1:]"))
        },
    },
    answers=st.lists(st.sampled_from([-2, -1, -1, -1, 0, 1]), max_size=20).map(tuple)
    | st.integers(32, 70).map(lambda silent: (-1,) * silent + (0, -1, 1)),
    count=st.integers(1, 5),
)
def test_many_answers_are_compared(made: Any, answers: tuple[int, ...], count: int) -> None:
    """With as good as no noise what is said is exact; no positive, and no value, is refused."""
    once, sparse, numeric, first, fourth = made

    def said(mechanism: Any) -> Any:
        return run(mechanism, answers, SeededBits(0))

    eps = Epsilon(Fraction(10**12), 4 * count)
    assert all(refused(mechanism, 0, 0, eps) for mechanism in (sparse, first, fourth))
    assert refused(numeric, 0, 0, eps, eps)
    assert refused(numeric, 0, 1, eps, eps, 1, 0)
    bits = positives(answers, 0, count)
    for mechanism in (sparse(0, count, eps), first(0, count, eps), fourth(0, count, eps)):
        assert said(mechanism) == bits
    shown = (answer if bit else Bottom.BOTTOM for answer, bit in zip(answers, bits, strict=False))
    assert said(numeric(0, count, eps, eps)) == tuple(shown)
    reached = (i for i, answer in enumerate(answers) if answer >= 0)
    assert said(once(0, eps)) == next(reached, Bottom.BOTTOM)


def is_near(number: Interval, other: Fraction) -> bool:
    """Whether it is so within 2^-60."""
    return all(gap.certainly_less(Fraction(1, 2**60)) for gap in (number - other, other - number))


@property_of(
    Scales,
    {
        "the whole delta for both": "half = delta * Fraction(1, 2) => half = delta",
        "half of the variance": remade(
            Scales, sparse_scale=remade(sparse_scale, "32 * count => 16 * count")
        ),
        "half of the noise": remade(
            Scales, sparse_scale=remade(sparse_scale, "2 * count / exact => count / exact")
        ),
        "a half less for answers": remade(
            Scales, shares=remade(shares, "2 * (1 - TEST_SHARE) => (1 - TEST_SHARE)")
        ),
        "as much for answers": remade(Scales, shares=remade(shares, "2 / (t + 1) => t / (t + 1)")),
    },
    eps=st.fractions(Fraction(1, 10), 3, max_denominator=10),
    delta=st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1, 1000)]),
    count=st.integers(1, 5),
)
def test_tests_and_answers_use_the_budget_up(
    made: Any, eps: Fraction, delta: Fraction, count: int
) -> None:
    """A run costs 2/s_1 and an answer 1/s_2, which is a ninth of all; c of them cost eps.

    With a delta there is sqrt(8 c ln(2/delta)) in place of c, and s_2 is sqrt(128) times s_1.
    """
    scales = made.of_budget(eps, delta, count)
    runs, answers = 2 / scales.tests, 1 / scales.answers
    if delta:
        assert is_near((runs + answers) ** 2 * (8 * count) * ln(2 / delta), eps**2)
        assert is_near((scales.answers / scales.tests) ** 2, Fraction(128))
    else:
        assert is_near((runs + answers) * count, eps)
        assert is_near(runs - 8 * answers, Fraction(0))


test_answers_are_compared_one_by_one = played(
    *(game_about(variant.made, WRONG[variant.made])(game(variant)) for variant in VARIANTS)
)
test_so_they_are_with_other_parameters = played(
    *(game(variant, moves=3, runs=10) for variant in OTHERS)
)
