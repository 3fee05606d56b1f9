"""Traitor tracing: ciphertexts come one by one, and a pirate with some keys answers each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from proofs_tests.properties.games.played import Game, game_about, gathered, is_read, played
from proofs_tests.properties.measured import law_of
from reference.data.bottom import Bottom
from reference.hardness.traitor_tracing import Key, OneTimePads, TracingGame, View
from reference.lower_bounds.fingerprinting_code import Book, Matrix, Verdict, Word
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.coins import Coins
from reference.probability.dist import Dist

USERS = 3
KEYS = st.tuples(*[st.tuples(*[st.integers(0, 1)] * 3)] * USERS)
COLUMNS = st.tuples(*[st.integers(0, 1)] * USERS)
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


def rows_of(columns: tuple[Column, ...]) -> Matrix:
    """A word for each user."""
    return tuple(tuple(column[i] for column in columns) for i in range(USERS))


def accused(words: Matrix, word: Word) -> Accused:
    """By the number of places in which a user agrees."""
    agree = [sum(a == b for a, b in zip(row, word, strict=True)) for row in words]
    return agree.index(max(agree)) + 1 if any(agree) else Bottom.BOTTOM


@dataclass(frozen=True, eq=False)
class Pirate:
    """It answers each ciphertext by what its keys read, and by the other users' parts.

    Of these it sees how they have changed since the last ciphertext.
    """

    coalition: list[int]
    answers: tuple[Answers, ...]

    def __call__(self, view: View, coins: Coins[Fraction], /) -> Word:
        """A bit for each ciphertext."""
        del coins
        others = [i for i in range(USERS) if i + 1 not in self.coalition]
        word, before = list[int](), (0,) * USERS
        for slot, (sent, answers) in enumerate(zip(view.sent, self.answers, strict=True)):
            read = tuple(sent[key.user - 1] ^ key.table[slot] for key in view.hand)
            word.append(answers[read, tuple(sent[i] ^ before[i] for i in others)])
            before = sent
        return tuple(word)


State = tuple[tuple[Column, ...], Word, bool]
"""The columns, the word, and whether every answer was available."""


@game_about(
    TracingGame,
    {
        "one pad for all slots": (
            "tuple(scheme.encrypt(t, b, slot) for t, b => tuple(scheme.encrypt(t, b, 0) for t, b"
        ),
        "the others' keys are zero": (
            "else coins.draw(scheme.keys()) => else (0,) * scheme.slots"
        ),
        "always available": "is_available(self.scheme, view, word) => True",
    },
)
class Tracing(Game):
    """The same without keys: the pirate reads the code, and other users' parts are fair coins."""

    moves = 3

    @initialize(coalition=st.sets(st.integers(1, USERS), min_size=1), keys=KEYS)
    def begin(self, coalition: set[int], keys: tuple[Word, ...]) -> None:
        """Users join, with their keys."""
        self.coalition, self.keys = sorted(coalition), keys
        self.laws: tuple[Dist[Column, Fraction], ...] = ()
        self.answers: tuple[Answers, ...] = ()
        self.known: dict[State, Fraction] = {((), (), True): Fraction(1)}

    @rule(columns=st.lists(COLUMNS, min_size=1, max_size=3), data=st.data())
    def send(self, columns: list[Column], data: st.DataObject) -> None:
        """One more column of the code, any of these, and what the pirate answers."""
        size = len(self.coalition)
        inside, outside = (list(product((0, 1), repeat=n)) for n in (size, USERS - size))
        views = dict.fromkeys(product(inside, outside), st.integers(0, 1))
        answers = data.draw(st.fixed_dictionaries(views))
        self.laws, self.answers = (*self.laws, Dist.uniform(columns)), (*self.answers, answers)
        before, self.known = self.known, {}
        for (sent, word, fair), column, coins in product(before, columns, outside):
            read = tuple(column[i - 1] for i in self.coalition)
            bit = answers[read, coins]
            state = (*sent, column), (*word, bit), fair and bit in read
            chance = before[sent, word, fair] / len(columns) / len(outside)
            self.known[state] = self.known.get(state, Fraction(0)) + chance

    @invariant()
    def the_verdict_is_that_of_the_code(self) -> None:
        """Whatever the keys of the coalition are."""
        read = gathered(
            (Verdict(fair, accused(rows_of(sent), word)), p)
            for (sent, word, fair), p in self.known.items()
        )
        scheme, pirate = OneTimePads(len(self.laws)), Pirate(self.coalition, self.answers)
        hand = tuple(Key(i, self.keys[i - 1][: scheme.slots]) for i in self.coalition)
        assert is_read(law_of(self.made(Columns(self.laws), scheme, pirate), hand), read)


test_ciphertexts_betray_no_more_than_the_code = played(Tracing)
