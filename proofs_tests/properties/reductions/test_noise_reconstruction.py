"""From independent noise to an interval."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.blocks import Learner
from proofs_tests.strategies.concepts import functions, learners
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, Values
from reference.probability.dist import Dist
from reference.reductions.noise_reconstruction import (
    NoiseReconstruction,
    recovery_failure,
    side_failure,
)

SIZE = 3

OUTPUTS = st.lists(functions(SIZE) | st.just(Bottom.BOTTOM), min_size=2, max_size=3, unique=True)


def nearest(h: Values | Bottom) -> IntervalFunction | Bottom:
    """The end from which h differs in fewer points than from any other; bottom without one."""
    if isinstance(h, Bottom):
        return h
    distances = [sum(h.values[end:]) + h.values[:end].count(0) for end in range(SIZE + 1)]
    end = distances.index(min(distances))
    return IntervalFunction(end) if distances.count(distances[end]) == 1 else Bottom.BOTTOM


@property_of(
    NoiseReconstruction,
    {
        "the hypothesis itself": "reconstructed(h) => h",
        "its first points": "reconstructed(h) => reconstructed(Values(h.values[:2]))",
        "labels alone": "(self.outer, database) => (self.outer, ((0, database[0][1]),))",
    },
    outer=OUTPUTS.flatmap(lambda found: learners(SIZE, 1, found)),
)
def test_the_nearest_interval_is_released(
    made: type[NoiseReconstruction[Fraction]], outer: Learner
) -> None:
    """On every database: of intervals the nearest to what the noise learner outputs."""
    found = made(outer, SIZE)
    universe = found.universe(1)
    assert [found.universe(n).database_count for n in (1, 2)] == [2 * SIZE, SIZE * (2 * SIZE + 1)]
    for database in universe.databases():
        assert law_of(found, database) == law_of(outer, database).map(nearest)


@property_of(
    (recovery_failure, side_failure),
    {
        "a side alone": "(1 - left) * (1 - right) => (1 - left)",
        "a walk may return to 0": "height + step > 0 => height + step >= 0",
        "a point less": "size - target => size - target - 1",
    },
    size=st.integers(0, 4),
    flip=PROBABILITIES,
)
def test_it_misses_a_target_with_independent_noise(
    made: tuple[Callable[..., Fraction], ...], size: int, flip: Fraction
) -> None:
    """Its chance is that of any release but the target, if each label is flipped with `flip`.

    For the target 0 it is that of the one side that is there.
    """
    misses, one_side = made
    assert misses(size, 0, flip) == one_side(size, flip)
    for target in range(size + 1):
        noisy = Dist.weighted(
            (Values(tuple(x ^ (i < target) for i, x in enumerate(flips))), p)
            for flips, p in samples(enumerate((1 - flip, flip)), size)
        )
        outer: Listed[Any, Any] = Listed({(): noisy})
        found = law_of(NoiseReconstruction(outer, size), ())
        assert misses(size, target, flip) == 1 - found.probability(IntervalFunction(target))
