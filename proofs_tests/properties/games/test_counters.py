"""The tree counter: a stream comes bit by bit, and what is released is made of noisy blocks."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from proofs_tests.properties.games.played import Followed, Read, game_about, gathered, played
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.noise import noise, noisy
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from reference.mechanisms.stream.binary_tree import (
    BinaryTreeCounter,
    block_length,
    failure_probability,
)
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run

LOSSES = st.sampled_from([Epsilon(Fraction(2)), Epsilon(Fraction(3, 2), 2)])
"""Of a block."""

Counts = tuple[int, ...]


def blocks_of(stream: Counts) -> list[Counts]:
    """Of all bits: a new one is a block, which merges with one of its length, as carries do."""
    blocks: list[Counts] = []
    for bit in stream:
        block: Counts = (bit,)
        while blocks and len(blocks[-1]) == len(block):
            block = blocks.pop() + block
        blocks.append(block)
    return blocks


@game_about(
    BinaryTreeCounter,
    {
        "all blocks before": "counts[t - block] + node => counts[t - 1] + node",
        "half of the block": "[t - block : t]) => [t - (block + 1) // 2 : t])",
        "always shown from -1 on": "(-self.reach, block => (-1, block",
        "never further than the block": "block + self.reach => block + min(self.reach, block)",
        "a part of eps": "self.eps.exp(-1) => 1 / self.eps.root",
        "streams in any order": "rows, ordered=True => rows",
        "one level fewer": "floor_log2(self.horizon) + 1 => max(1, floor_log2(self.horizon))",
    },
)
class BinaryCounting(Followed):
    """On two streams that differ in one place."""

    runs = 10

    @initialize(
        place=st.integers(0, 3), reach=st.integers(0, 2), spare=st.integers(0, 3), eps=LOSSES
    )
    def begin(self, place: int, reach: int, spare: int, eps: Epsilon[Fraction]) -> None:
        """Nothing has come; there is room for more bits than will."""
        self.reach, self.spare, self.eps = reach, spare, eps
        self.place, self.odds = place, eps.root**eps.parts
        self.databases = [(), ()]
        self.known: list[Read[Counts]] = [{(): Fraction(1)}, {(): Fraction(1)}]

    @rule(bit=st.integers(0, 1))
    def come(self, bit: int) -> None:
        """One more bit: of all blocks at the end that merge with it there is a noisy sum."""
        before = len(self.databases[0])
        for side, stream in enumerate(self.databases):
            self.databases[side] = (*stream, 1 - bit if side and before == self.place else bit)
        lasts = [blocks_of(stream)[-1] for stream in self.databases]
        start = before + 1 - len(lasts[0])
        for side, last in enumerate(lasts):
            law = noisy(sum(last), 1 / self.odds, -self.reach, len(last) + self.reach)
            self.known[side] = {
                (*counts, (0, *counts)[start] + y): chance * p
                for counts, chance in self.known[side].items()
                for y, p in law.items()
            }

    @override
    def mechanism(self) -> Any:
        return self.made(self.horizon, self.eps, self.reach)

    @property
    def horizon(self) -> int:
        """The bits that there is room for."""
        return max(1, len(self.databases[0]) + self.spare)

    @override
    def read(self, side: int) -> Read[Counts]:
        return self.known[side]

    @invariant()
    def a_bit_costs_eps_for_every_block_that_holds_it(self) -> None:
        """And one bit more than there is room for is refused.

        Streams are audited in order.
        """
        so_far = len(self.databases[0])
        assert self.mechanism().universe(so_far).database_count == 2**so_far
        places = tuple(range(self.horizon))
        lasts = (blocks_of(places[: t + 1])[-1] for t in places)
        most = max(Counter(place for last in lasts for place in last).values())
        assert self.mechanism().guarantee == Guarantee(self.odds**most, Fraction(0))
        with pytest.raises(ValueError, match="horizon"):
            law_of(self.mechanism(), (0,) * (self.horizon + 1))


test_counts_are_sums_of_noisy_blocks = played(BinaryCounting)


@property_of(
    BinaryTreeCounter,
    {
        "blocks of four at most": "t - block : t]) => t - min(block, 4) : t])",
        "no place": "if self.horizon < 1 => if self.horizon < 0",
        "values in a smaller range": "if self.reach < 0 => if self.reach < -1",
    },
    stream=st.lists(st.integers(0, 1), min_size=1, max_size=40).map(tuple),
)
def test_long_streams_are_counted(made: Any, stream: Counts) -> None:
    """With as good as no noise the counts are exact; no place and no value is refused."""
    counter = made(len(stream), Epsilon(Fraction(10**12)))
    assert run(counter, stream, SeededBits(0)) == tuple(accumulate(stream))
    assert refused(made, 0, Epsilon(Fraction(2)))
    assert refused(made, len(stream), Epsilon(Fraction(2)), -1)


@property_of(
    block_length,
    {
        "eight bits at most": "time & -time => min(time & -time, 8)",
        "half of it": "time & -time => max(time & -time, 2) // 2",
    },
    time=st.integers(1, 5).map(lambda levels: 2**levels) | st.integers(1, 200),
)
def test_a_block_is_as_long_as_carries_make_it(made: Callable[[int], int], time: int) -> None:
    """Not only of the short streams that are followed with their noise."""
    assert made(time) == len(blocks_of((0,) * time)[-1])


@property_of(
    failure_probability,
    {
        "the error of every node": "good[t - block_length(t)] => good[t - 1]",
        "noise of at most the error": "[abs(end - start)] => [min(abs(end - start), error)]",
        "the complement of the ratio": "Geometric(ratio) => Geometric(1 - ratio)",
    },
    examples=20,
    horizon=st.integers(1, 9),
    error=st.integers(0, 2),
    ratio=st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)]),
)
def test_counts_are_within_the_error_as_often_as_is_said(
    made: Callable[..., Fraction], horizon: int, error: int, ratio: Fraction
) -> None:
    """All of them, of whatever stream: a block adds its noise to the error where it starts."""
    within: Read[Counts] = {(0,): Fraction(1)}
    for t in range(1, horizon + 1):
        kept = len(blocks_of((0,) * t))
        within = gathered(
            ((*errors[:kept], after), chance * noise(ratio, after - errors[kept - 1]))
            for errors, chance in within.items()
            for after in range(-error, error + 1)
        )
    assert made(horizon, error, ratio) == 1 - sum(within.values())
