"""Counters: a stream comes answer by answer, and what is released is made of noisy blocks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from proofs_tests.properties.games.played import Followed, Read, game_about, noisy, played
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.partial_sums import SmartSum
from reference.override import override
from reference.privacy.epsilon import Epsilon

ROOT = Fraction(2)
REACH = 1
Said = tuple[int, ...]


class Counting(Followed):
    """Two streams, in one place of which the answers differ by one."""

    runs = 15

    @initialize(place=st.integers(0, 3), length=st.integers(1, 3))
    def begin(self, place: int, length: int) -> None:
        """Nothing has come."""
        self.place, self.length = place, length
        self.databases = [(), ()]
        self.known: list[Read[Said]] = [{(): Fraction(1)}, {(): Fraction(1)}]

    @rule(answer=st.integers(0, 1))
    def come(self, answer: int) -> None:
        """One more answer."""
        here = len(self.databases[0]) == self.place
        self.databases = [
            (*stream, 1 - answer if side and here else answer)
            for side, stream in enumerate(self.databases)
        ]
        self.known = [
            {
                (*said, y): chance * p
                for said, chance in known.items()
                for y, p in self.next(said, stream).items()
            }
            for stream, known in zip(self.databases, self.known, strict=True)
        ]

    def next(self, said: Said, stream: Said) -> Read[int]:
        """The law of what is said of a new answer."""
        raise NotImplementedError

    @override
    def read(self, side: int) -> Read[Said]:
        return self.known[side]


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
class BinaryCounting(Counting):
    """Blocks of equal length merge, as carries do; one answer is in few blocks."""

    @override
    def next(self, said: Said, stream: Said) -> Read[int]:
        """The new answer, and all blocks at the end that are as long as what has been merged."""
        blocks: list[Said] = []
        for answer in stream:
            block: Said = (answer,)
            while blocks and len(blocks[-1]) == len(block):
                block = blocks.pop() + block
            blocks.append(block)
        last = blocks[-1]
        before = (0, *said)[len(stream) - len(last)]
        law = noisy(sum(last), 1 / ROOT, -REACH, len(last) + REACH)
        return {before + y: p for y, p in law.items()}

    @override
    def mechanism(self) -> Any:
        """For what has come."""
        return self.made(max(1, len(self.databases[0])), Epsilon(ROOT), REACH)


@game_about(
    SmartSum,
    {
        "all answers": "database[i - self.block : i] if => database[:i] if",
        "blocks begin one later": "i % self.block == 0 => i % self.block == 1",
        "one loss": "self.eps * 2 => self.eps",
    },
)
class SmartSumming(Counting):
    """Answers in a block, and a noisy sum of the block in place of its last answer."""

    @override
    def next(self, said: Said, stream: Said) -> Read[int]:
        """Numbers are released, not sums: nothing is added."""
        ends = len(stream) % self.length == 0
        held = stream[-self.length :] if ends else stream[-1:]
        return noisy(sum(held), 1 / ROOT, -REACH, REACH)

    @override
    def mechanism(self) -> Any:
        """M answers a block."""
        return self.made(self.length, Epsilon(ROOT), REACH)


test_sums_are_made_of_noisy_blocks = played(BinaryCounting, SmartSumming)
