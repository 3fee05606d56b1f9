"""Traitor tracing: ciphertexts come one by one, and a pirate with some keys answers each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from audits.ledger.edits import wrong
from proofs_tests.properties.games.played import Game, Read, game_about, is_read
from proofs_tests.properties.measured import law_of
from reference.data.bottom import Bottom
from reference.hardness.traitor_tracing import Key, OneTimePads, TracingGame, View
from reference.lower_bounds.fingerprinting_code import Book, Verdict, Word
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.coins import Coins
from reference.probability.dist import Dist

USERS = 3
COLUMNS = list(product((0, 1), repeat=USERS))
PADS = st.tuples(*[st.integers(0, 1)] * 4)
LAWS = st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=3).map(Dist.uniform)
Column = tuple[int, ...]
Answers = Mapping[tuple[Column, Column], int]


@dataclass(frozen=True)
class Columns:
    """A code of independent columns; whoever agrees most with the word is accused."""

    laws: tuple[Dist[Column, Fraction], ...]
    users: int = USERS

    def books(self) -> Dist[Book, Fraction]:
        """A matrix, column by column."""
        found: Dist[tuple[Column, ...], Fraction] = Dist.point(())
        for law in self.laws:
            found = found.product(law).map(lambda pair: (*pair[0], pair[1]))
        return found.map(lambda columns: Book(rows_of(columns)))

    def trace(self, book: Book, word: Word, /) -> Accused:
        """The first who agrees most, or nobody if all agree nowhere."""
        return accused(book.words, word)


def rows_of(columns: tuple[Column, ...]) -> tuple[Word, ...]:
    """A word for each user."""
    return tuple(tuple(column[i] for column in columns) for i in range(USERS))


def accused(words: tuple[Word, ...], word: Word) -> Accused:
    """By the number of places in which a user agrees."""
    agree = [sum(a == b for a, b in zip(row, word, strict=True)) for row in words]
    return agree.index(max(agree)) + 1 if any(agree) else Bottom.BOTTOM


@dataclass(frozen=True, eq=False)
class Pirate:
    """It answers each ciphertext by what its keys read, and by the other users' parts.

    Of these it sees how they have changed since the last ciphertext.
    """

    coalition: tuple[int, ...]
    answers: tuple[Answers, ...]

    def __call__(self, view: View, coins: Coins[Fraction], /) -> Word:
        """A bit for each ciphertext."""
        del coins
        word: Word = ()
        before: Column = (0,) * USERS
        pads = {key.user: key.table for key in view.hand}
        for slot, (sent, answers) in enumerate(zip(view.sent, self.answers, strict=True)):
            read = tuple(sent[i - 1] ^ pads[i][slot] for i in self.coalition)
            others = tuple(
                sent[i] ^ before[i] for i in range(USERS) if i + 1 not in self.coalition
            )
            word, before = (*word, answers[read, others]), sent
        return word


State = tuple[tuple[Column, ...], Word, bool]
"""The columns, the word, and whether every answer was available."""


@game_about(
    TracingGame,
    {
        "one pad for all slots": wrong(
            TracingGame,
            "tuple(scheme.encrypt(t, b, slot) for t, b => tuple(scheme.encrypt(t, b, 0) for t, b",
        ),
        "the others' keys are zero": wrong(
            TracingGame, "else coins.draw(scheme.keys()) => else (0,) * scheme.slots"
        ),
        "other keys than the pirate's": wrong(
            TracingGame, "held[user] if user in held else coins => coins"
        ),
        "all users get the same": wrong(
            TracingGame,
            "zip(tables, column, strict=True) => zip(tables, column[:1] * 3, strict=True)",
        ),
        "always available": wrong(TracingGame, "is_available(self.scheme, view, word) => True"),
        "another word is traced": wrong(
            TracingGame, "self.code.trace(book, word) => self.code.trace(book, word[::-1])"
        ),
    },
)
class Tracing(Game):
    """The same without keys: the pirate reads the code, and other users' parts are fair coins."""

    moves = 3
    runs = 20

    @initialize(
        coalition=st.sets(st.integers(1, USERS), min_size=1), pads=st.tuples(*[PADS] * USERS)
    )
    def begin(self, coalition: set[int], pads: tuple[Column, ...]) -> None:
        """Users join, with their keys."""
        self.coalition = tuple(sorted(coalition))
        self.pads = pads
        self.laws: tuple[Dist[Column, Fraction], ...] = ()
        self.answers: tuple[Answers, ...] = ()
        self.known: Read[State] = {((), (), True): Fraction(1)}

    @rule(law=LAWS, data=st.data())
    def send(self, law: Dist[Column, Fraction], data: st.DataObject) -> None:
        """One more column of the code, and what the pirate answers."""
        inside, outside = len(self.coalition), USERS - len(self.coalition)
        views = product(product((0, 1), repeat=inside), product((0, 1), repeat=outside))
        answers = data.draw(st.fixed_dictionaries(dict.fromkeys(views, st.integers(0, 1))))
        self.laws, self.answers = (*self.laws, law), (*self.answers, answers)
        before, self.known = self.known, {}
        for (columns, word, fair), chance in before.items():
            for column in law:
                read = tuple(column[i - 1] for i in self.coalition)
                for coins in product((0, 1), repeat=outside):
                    bit = answers[read, coins]
                    state = (*columns, column), (*word, bit), fair and bit in read
                    p = chance * law.probability(column) / 2**outside
                    self.known[state] = self.known.get(state, Fraction(0)) + p

    @invariant()
    def the_verdict_is_that_of_the_code(self) -> None:
        """Whatever the keys of the coalition are."""
        slots = len(self.laws)
        read: Read[Verdict] = {}
        for (columns, word, fair), p in self.known.items():
            verdict = Verdict(fair, accused(rows_of(columns), word))
            read[verdict] = read.get(verdict, Fraction(0)) + p
        pirate: Any = Pirate(self.coalition, self.answers)
        game = self.made(Columns(self.laws), OneTimePads(slots), pirate)
        hand = tuple(Key(i, self.pads[i - 1][:slots]) for i in self.coalition)
        assert is_read(law_of(game, hand), read)


def test_ciphertexts_betray_no_more_than_the_code() -> None:
    """The law of the verdict is that of the code's columns, read one by one."""
    Tracing.play()
