"""Counters: a stream comes answer by answer, and what is released is made of noisy blocks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from audits.ledger.edits import wrong
from proofs_tests.properties.games.played import Game, Read, game_about, is_pure, is_read, noisy
from proofs_tests.properties.measured import law_of
from reference.data.domain import Domain
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.post_processing import PostProcessing

ROOT = Fraction(2)
Said = tuple[int, ...]


def singleton(number: int) -> Said:
    """One number, as a sequence."""
    return (number,)


class CounterGame(Game):
    """Two streams, in one place of which the answers differ by one."""

    runs = 15
    moves = 5
    reach = 0

    @initialize(place=st.integers(0, 3))
    def begin(self, place: int) -> None:
        """Nothing has come."""
        self.place = place
        self.streams: list[list[int]] = [[], []]
        self.known: list[Read[Said]] = [self.before() for _ in self.streams]

    @rule(answer=st.integers(0, 1))
    def come(self, answer: int) -> None:
        """One more answer."""
        for side, stream in enumerate(self.streams):
            stream.append(1 - answer if side and len(stream) == self.place else answer)
            before, self.known[side] = self.known[side], {}
            for said, chance in before.items():
                start, true, length = self.block(said, stream)
                for y, p in noisy(true, 1 / ROOT, -self.reach, length + self.reach).items():
                    self.known[side][(*said, start + y)] = chance * p

    def before(self) -> Read[Said]:
        """What is said of no answer."""
        return {(): Fraction(1)}

    def block(self, said: Said, stream: list[int]) -> tuple[int, int, int]:
        """What the noisy sum of the new block is added to, its exact sum, the greatest one."""
        raise NotImplementedError

    def built(self) -> Any:
        """The mechanism."""
        raise NotImplementedError

    @invariant()
    def the_law_is_that_of_the_steps(self) -> None:
        """On either stream."""
        for stream, known in zip(self.streams, self.known, strict=True):
            assert is_read(law_of(self.built(), tuple(stream)), known)

    @invariant()
    def one_answer_is_in_few_blocks(self) -> None:
        """The loss is as many eps as blocks that hold the answer."""
        assert is_pure(self.known[0], self.known[1], self.promised())

    def promised(self) -> Fraction:
        """What the guarantee says."""
        exp_eps: Fraction = self.built().guarantee.exp_eps
        return exp_eps


@game_about(
    BinaryTreeCounter,
    {
        "half of the block": wrong(
            BinaryTreeCounter,
            "sum(database[t - block : t]) => sum(database[t - (block + 1) // 2 : t])",
        ),
        "all blocks before": wrong(
            BinaryTreeCounter, "counts[t - block] + node => counts[t - 1] + node"
        ),
        "a block of two": wrong(BinaryTreeCounter, block_length=lambda time: min(time & -time, 2)),
        "one level fewer": wrong(
            BinaryTreeCounter, "floor_log2(self.horizon) + 1 => max(1, floor_log2(self.horizon))"
        ),
    },
)
class BinaryCounting(CounterGame):
    """Blocks of equal length merge, as carries do."""

    reach = 1

    @override
    def block(self, said: Said, stream: list[int]) -> tuple[int, int, int]:
        """The new answer, and all blocks at the end that are as long as what has been merged."""
        blocks: list[list[int]] = []
        for answer in stream:
            block = [answer]
            while blocks and len(blocks[-1]) == len(block):
                block = blocks.pop() + block
            blocks.append(block)
        rest = sum(map(len, blocks[:-1]))
        return (said[rest - 1] if rest else 0), sum(blocks[-1]), len(blocks[-1])

    @override
    def built(self) -> Any:
        """For what has come."""
        return self.made(max(1, len(self.streams[0])), Epsilon(ROOT), self.reach)


@game_about(
    SmartSum,
    {
        "the block before": wrong(
            SmartSum, "database[i - self.block : i] if => database[i - self.block : i - 1] if"
        ),
        "all answers": wrong(SmartSum, "database[i - self.block : i] if => database[:i] if"),
        "blocks begin one later": wrong(SmartSum, "i % self.block == 0 => i % self.block == 1"),
        "one loss": wrong(SmartSum, "self.eps * 2 => self.eps"),
    },
)
class SmartSumming(CounterGame):
    """Answers in a block, and a noisy sum of the block in place of its last answer."""

    reach = 2

    @initialize(length=st.integers(1, 3))
    def choose(self, length: int) -> None:
        """M."""
        self.length = length

    @override
    def block(self, said: Said, stream: list[int]) -> tuple[int, int, int]:
        """Numbers are released, not sums: nothing is added."""
        ends = len(stream) // self.length * self.length == len(stream)
        held = stream[-self.length :] if ends else stream[-1:]
        return 0, sum(held), 0

    @override
    def built(self) -> Any:
        """With the reach of the game."""
        return self.made(self.length, Epsilon(ROOT), 2)


@game_about(
    PartialSum,
    {
        "the last answers": wrong(PartialSum, "sum(database) => sum(database[-2:])"),
        "half of the noise": wrong(PartialSum, "self.eps.exp(-1) => self.eps.exp(-2)"),
    },
)
class Totalling(CounterGame):
    """One number, of all answers."""

    @override
    @rule(answer=st.integers(0, 1))
    def come(self, answer: int) -> None:
        """What was said before is forgotten."""
        for side, stream in enumerate(self.streams):
            stream.append(1 - answer if side and len(stream) == self.place else answer)
            self.known[side] = self.total(stream)

    @override
    def before(self) -> Read[Said]:
        """The noise."""
        return self.total([])

    def total(self, stream: list[int]) -> Read[Said]:
        """The law of the noisy sum."""
        return {(y,): p for y, p in noisy(sum(stream), 1 / ROOT, -3, 3).items()}

    @override
    def built(self) -> Any:
        """Shown from -3 to 3."""
        return PostProcessing(self.made(Epsilon(ROOT)), singleton)

    @override
    def promised(self) -> Fraction:
        """One eps."""
        return ROOT


@game_about(
    TreeCounter,
    {
        "a node of one point": wrong(
            TreeCounter, "bisect_left(rows, start) => bisect_left(rows, node - 1)"
        ),
        "rows up to the point are not": wrong(
            TreeCounter, "bisect_left(rows, node) - => bisect_left(rows, node - 1) -"
        ),
        "noise for the whole domain": wrong(TreeCounter, "- counts.keys()): => - {0}):"),
        "one node changes": wrong(
            TreeCounter, "self.eps.exp(nodes_changed(self.domain.size)) => self.eps.exp(1)"
        ),
    },
)
class PrefixesAsked(Game):
    """An analyst asks for prefixes of a database; the noise of a node is drawn once."""

    moves = 4
    runs = 15

    @initialize(
        size=st.integers(1, 5),
        first=st.lists(st.integers(0, 4), min_size=1, max_size=2),
        other=st.integers(0, 4),
    )
    def begin(self, size: int, first: list[int], other: int) -> None:
        """Two neighbours."""
        self.size = size
        self.databases = [
            tuple(min(x, size - 1) for x in rows) for rows in (first, [other, *first[1:]])
        ]
        self.asked: tuple[int, ...] = ()
        self.known: list[dict[tuple[Said, tuple[tuple[int, int], ...]], Fraction]] = [
            {((), ()): Fraction(1)} for _ in self.databases
        ]

    @rule(query=st.integers(0, 4))
    def ask(self, query: int) -> None:
        """The number of rows up to a point."""
        point = min(query, self.size - 1)
        self.asked = (*self.asked, point)
        for side, rows in enumerate(self.databases):
            for low, high in self.blocks(point + 1):
                if (low, high) == (0, self.size):
                    continue
                true, before = sum(low <= x < high for x in rows), self.known[side]
                self.known[side] = {}
                for (said, nodes), chance in before.items():
                    drawn = (
                        noisy(true, ROOT**-1, -1, len(rows) + 1)
                        if high not in dict(nodes)
                        else {dict(nodes)[high]: Fraction(1)}
                    )
                    for y, p in drawn.items():
                        self.known[side][said, tuple(sorted({**dict(nodes), high: y}.items()))] = (
                            chance * p
                        )
            self.known[side] = {
                ((*said, self.answer(dict(nodes), point + 1, rows)), nodes): p
                for (said, nodes), p in self.known[side].items()
            }

    def blocks(self, end: int) -> list[tuple[int, int]]:
        """The dyadic intervals of a prefix, longest first."""
        found, start = [], 0
        for k in reversed(range(end.bit_length())):
            if start + 2**k <= end:
                found.append((start, start + 2**k))
                start += 2**k
        return found

    def answer(self, nodes: dict[int, int], end: int, rows: Said) -> int:
        """The sum of the nodes; the number of rows is public."""
        return len(rows) if end == self.size else sum(nodes[high] for _, high in self.blocks(end))

    def read(self, side: int) -> Read[Said]:
        """The law of the answers."""
        read: Read[Said] = {}
        for (said, _), p in self.known[side].items():
            read[said] = read.get(said, Fraction(0)) + p
        return read

    @precondition(lambda self: self.asked)
    @invariant()
    def the_law_is_that_of_the_steps(self) -> None:
        """On either database, and no pair loses more than promised."""
        mechanism = self.made(Domain.of_size(self.size), Epsilon(ROOT), 1, self.asked)
        for side, rows in enumerate(self.databases):
            assert is_read(law_of(mechanism, rows), self.read(side))
        assert is_pure(self.read(0), self.read(1), mechanism.guarantee.exp_eps)


@pytest.mark.parametrize(
    "game",
    [BinaryCounting, SmartSumming, Totalling, PrefixesAsked],
    ids=lambda game: str(game.__name__),
)
def test_sums_are_made_of_noisy_blocks(game: type[Game]) -> None:
    """The law is that of the blocks, step by step, and no pair loses more than promised."""
    game.play()
