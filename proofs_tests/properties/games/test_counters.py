"""The tree counter: a stream comes bit by bit, and what is released is made of noisy blocks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from proofs_tests.properties.games.played import Followed, Read, game_about, played
from proofs_tests.properties.noise import noise, noisy
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, failure_probability
from reference.override import override
from reference.privacy.epsilon import Epsilon

ROOT = Fraction(2)
Counts = tuple[int, ...]


def last_block(stream: Counts) -> Counts:
    """Of all bits: a new one is a block, which merges with one of its length, as carries do."""
    blocks: list[Counts] = []
    for bit in stream:
        block: Counts = (bit,)
        while blocks and len(blocks[-1]) == len(block):
            block = blocks.pop() + block
        blocks.append(block)
    return blocks[-1]


@game_about(
    (BinaryTreeCounter, failure_probability),
    {
        "all blocks before": "counts[t - block] + node => counts[t - 1] + node",
        "half of the block": (
            "sum(database[t - block : t]) => sum(database[t - (block + 1) // 2 : t])"
        ),
        "the error of every node": "good[t - block_length(t)] => good[t - 1]",
        "always shown from -1 on": "(-self.reach, block => (-1, block",
        "one level fewer": "floor_log2(self.horizon) + 1 => max(1, floor_log2(self.horizon))",
    },
)
class BinaryCounting(Followed):
    """On two streams that differ in one place; and how often counts are far off."""

    runs = 10

    @initialize(
        place=st.integers(0, 3),
        error=st.integers(0, 1),
        reach=st.integers(0, 1),
        spare=st.integers(0, 2),
    )
    def begin(self, place: int, error: int, reach: int, spare: int) -> None:
        """Nothing has come; there is room for more bits than will."""
        self.reach, self.spare = reach, spare
        self.counter, self.failure = self.made
        self.error = error
        self.within: Read[Counts] = {(0,): Fraction(1)}
        self.place = place
        self.databases = [(), ()]
        self.known: list[Read[Counts]] = [{(): Fraction(1)}, {(): Fraction(1)}]

    @rule(bit=st.integers(0, 1))
    def come(self, bit: int) -> None:
        """One more bit: of all blocks at the end that merge with it there is a noisy sum."""
        before = len(self.databases[0])
        for side, stream in enumerate(self.databases):
            self.databases[side] = (*stream, 1 - bit if side and before == self.place else bit)
        lasts = [last_block(stream) for stream in self.databases]
        start = before + 1 - len(lasts[0])
        for side, last in enumerate(lasts):
            law = noisy(sum(last), 1 / ROOT, -self.reach, len(last) + self.reach)
            self.known[side] = {
                (*counts, (0, *counts)[start] + y): chance * p
                for counts, chance in self.known[side].items()
                for y, p in law.items()
            }
        self.within = {
            (*errors, error): chance * noise(1 / ROOT, error - errors[start])
            for errors, chance in self.within.items()
            for error in range(-self.error, self.error + 1)
        }

    @override
    def mechanism(self) -> Any:
        horizon = max(1, len(self.databases[0]) + self.spare)
        return self.counter(horizon, Epsilon(ROOT), self.reach)

    @override
    def read(self, side: int) -> Read[Counts]:
        return self.known[side]

    @invariant()
    def counts_are_within_the_error_as_often_as_is_said(self) -> None:
        """All of them, of whatever stream."""
        if stream := self.databases[0]:
            failed = self.failure(len(stream), self.error, 1 / ROOT)
            assert failed == 1 - sum(self.within.values())


test_counts_are_sums_of_noisy_blocks = played(BinaryCounting)
