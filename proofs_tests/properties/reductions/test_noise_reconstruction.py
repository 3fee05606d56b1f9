"""From independent noise to an interval."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions, learners
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, LabelledExample, Values
from reference.data.database import Database
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.reductions.noise_reconstruction import (
    NoiseReconstruction,
    recovery_failure,
    side_failure,
)

SIZE = 3

Outer = Mechanism[Database[LabelledExample], Values | Bottom, Fraction]
OUTPUTS = st.lists(functions(SIZE) | st.just(Bottom.BOTTOM), min_size=2, max_size=3, unique=True)
OUTERS = OUTPUTS.flatmap(lambda found: learners(SIZE, 1, found))


def distance(h: Values, end: int) -> int:
    """The ones from the end on, and the zeros below it."""
    return sum(h.values[end:]) + h.values[:end].count(0)


def nearest(h: Values | Bottom) -> IntervalFunction | Bottom:
    """The end that is nearer than any other."""
    if isinstance(h, Bottom):
        return h
    ends = [
        end
        for end in range(SIZE + 1)
        if all(distance(h, end) < distance(h, x) for x in range(SIZE + 1) if x != end)
    ]
    return IntervalFunction(ends[0]) if ends else Bottom.BOTTOM


@property_of(
    NoiseReconstruction,
    {
        "the hypothesis itself": "reconstructed(h) => h",
        "no bottom": "return h\n => return IntervalFunction(0)\n",
        "its first points": "reconstructed(h) => reconstructed(Values(h.values[:2]))",
        "labels alone": "(self.outer, database) => (self.outer, ((0, database[0][1]),))",
    },
    outer=OUTERS,
)
def test_the_nearest_interval_is_released(
    made: type[NoiseReconstruction[Fraction]], outer: Outer
) -> Fraction:
    """Nothing more is lost, and what errs k times gives at most 2 k errors, for any target."""
    found = made(outer, SIZE)
    universe = found.universe(1)
    assert universe.database_count == 2 * SIZE
    for database in universe.databases():
        law = law_of(outer, database)
        assert law_of(found, database) == law.map(nearest)
        for h, end in product(law, range(SIZE + 1)):
            near = nearest(h)
            if isinstance(h, Values) and isinstance(near, IntervalFunction):
                assert abs(near.end - end) <= 2 * distance(h, end)
    return slack(curve_of(found, universe), curve_of(outer, universe))


def flipped(size: int, flip: Fraction) -> list[tuple[tuple[int, ...], Fraction]]:
    """Every pattern of independent flips, and its probability."""
    return [
        (w, flip ** sum(w) * (1 - flip) ** (size - sum(w))) for w in product((0, 1), repeat=size)
    ]


@property_of(
    side_failure,
    {
        "below 0": "height + step > 0 => height + step >= 0",
        "flips exchanged": "(1, 1 - flip), (-1, flip) => (1, flip), (-1, 1 - flip)",
        "a step more": "range(length) => range(length + 1)",
        "safe": "return 1 - safe => return safe",
        "the last way alone": "added if here is None else here + added => added",
        "the last height alone": "safe = safe + chance => safe = chance",
    },
    length=st.integers(0, 5),
    flip=PROBABILITIES,
)
def test_a_side_fails_where_some_prefix_is_half_flipped(
    made: Callable[[int, Fraction], Fraction], length: int, flip: Fraction
) -> None:
    """At least as many flips as points, by all patterns."""
    fails = [
        chance
        for w, chance in flipped(length, flip)
        if any(2 * sum(w[:k]) >= k for k in range(1, length + 1))
    ]
    assert made(length, flip) == sum(fails)


@property_of(
    recovery_failure,
    {
        "a side alone": "(1 - left) * (1 - right) => (1 - left)",
        "the other side alone": "(1 - left) * (1 - right) => (1 - right)",
        "both sides": "1 - (1 - left) * (1 - right) => left * right",
        "the sum": "1 - (1 - left) * (1 - right) => left + right",
        "a point less": "size - target => size - target - 1",
    },
    target=st.integers(0, SIZE),
    flip=PROBABILITIES,
)
def test_it_misses_a_target_with_independent_noise(
    made: Callable[[int, int, Fraction], Fraction], target: int, flip: Fraction
) -> None:
    """The probability that the reduction releases anything but the target."""
    masses = [
        (Values(tuple(x ^ (i < target) for i, x in enumerate(w))), p)
        for w, p in flipped(SIZE, flip)
    ]
    laws: dict[Database[LabelledExample], Dist[Values | Bottom, Fraction]] = {
        (): Dist.weighted((h, p) for h, p in masses if p)
    }
    found = law_of(NoiseReconstruction(Listed(laws), SIZE), ())
    assert made(SIZE, target, flip) == 1 - found.probability(IntervalFunction(target))
