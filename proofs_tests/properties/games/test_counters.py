"""The tree counter: a stream comes bit by bit, and what is released is made of noisy blocks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from proofs_tests.properties.games.played import Followed, Read, game_about, noisy, played
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.override import override
from reference.privacy.epsilon import Epsilon

ROOT = Fraction(2)
REACH = 1
Counts = tuple[int, ...]


@game_about(
    BinaryTreeCounter,
    {
        "all blocks before": "counts[t - block] + node => counts[t - 1] + node",
        "half of the block": (
            "sum(database[t - block : t]) => sum(database[t - (block + 1) // 2 : t])"
        ),
        "one level fewer": "floor_log2(self.horizon) + 1 => max(1, floor_log2(self.horizon))",
    },
)
class BinaryCounting(Followed):
    """On two streams that differ in one place: blocks of equal length merge, as carries do."""

    runs = 10

    @initialize(place=st.integers(0, 3))
    def begin(self, place: int) -> None:
        """Nothing has come."""
        self.place = place
        self.databases = [(), ()]
        self.known: list[Read[Counts]] = [{(): Fraction(1)}, {(): Fraction(1)}]

    @rule(bit=st.integers(0, 1))
    def come(self, bit: int) -> None:
        """One more bit: of all blocks at the end that merge with it there is a noisy sum."""
        for side, stream in enumerate(self.databases):
            here = side and len(stream) == self.place
            self.databases[side] = (*stream, 1 - bit if here else bit)
            blocks: list[Counts] = []
            for one in self.databases[side]:
                block: Counts = (one,)
                while blocks and len(blocks[-1]) == len(block):
                    block = blocks.pop() + block
                blocks.append(block)
            last = blocks[-1]
            law = noisy(sum(last), 1 / ROOT, -REACH, len(last) + REACH)
            start = len(stream) + 1 - len(last)
            self.known[side] = {
                (*counts, (0, *counts)[start] + y): chance * p
                for counts, chance in self.known[side].items()
                for y, p in law.items()
            }

    @override
    def mechanism(self) -> Any:
        return self.made(max(1, len(self.databases[0])), Epsilon(ROOT), REACH)

    @override
    def read(self, side: int) -> Read[Counts]:
        return self.known[side]


test_counts_are_sums_of_noisy_blocks = played(BinaryCounting)
