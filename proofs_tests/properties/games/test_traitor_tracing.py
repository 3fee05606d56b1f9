"""Traitor tracing: ciphertexts come one by one, and a pirate with some keys answers each."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from proofs_tests.properties.games.played import Game, Read, game_about, gathered, is_read, played
from proofs_tests.properties.measured import law_of
from reference.data.bottom import Bottom
from reference.hardness.traitor_tracing import Key, OneTimePads, TracingGame, View
from reference.lower_bounds.fingerprinting_code import Book, Matrix, Verdict, Word
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.coins import Coins
from reference.probability.dist import Dist

USERS = 3
KEYS = st.tuples(*[st.tuples(*[st.integers(0, 1)] * 3)] * USERS)
COALITIONS = st.sampled_from(
    [(1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2), (1, 3), (2, 3), (1,), (2,), (3,), ()]
)
COLUMNS = st.tuples(*[st.integers(0, 1)] * USERS)
Column = tuple[int, ...]
Answers = Mapping[tuple[Column, Column], int]


@dataclass(frozen=True)
class OneBook:
    """A code of these words; whoever agrees most with the word of a pirate is accused."""

    words: Matrix
    users: int = USERS

    def books(self) -> Dist[Book, Fraction]:
        """The words."""
        return Dist.point(Book(self.words))

    def trace(self, book: Book, word: Word, /) -> Accused:
        """The first who agrees most, or nobody if all agree nowhere."""
        agree = [sum(a == b for a, b in zip(row, word, strict=True)) for row in book.words]
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
        others = [i for i in range(USERS) if i + 1 not in self.coalition]
        word, before = list[int](), (0,) * USERS
        for slot, (sent, answers) in enumerate(zip(view.sent, self.answers, strict=True)):
            read = tuple(sent[key.user - 1] ^ key.table[slot] for key in view.hand)
            word.append(answers[read, tuple(sent[i] ^ before[i] for i in others)])
            before = sent
        return tuple(word)


@game_about(
    TracingGame,
    {
        "one pad for all slots": "(t, b, slot) for => (t, b, 0) for",
        "the others' keys are zero": "coins.draw(scheme.keys()) => (0,) * scheme.slots",
        "two keys of three": (
            "is_available(self.scheme, view, => "
            "is_available(self.scheme, View(view.hand[:2], view.sent),"
        ),
        "always available": "is_available(self.scheme, view, word) => True",
        "without keys, always available": (
            "is_available(self.scheme, view, word) => "
            "not hand or is_available(self.scheme, view, word)"
        ),
    },
)
class Tracing(Game):
    """The same without keys: the pirate reads the code, and other users' parts are fair coins."""

    moves, runs = 4, 40

    @initialize(coalition=COALITIONS, keys=KEYS)
    def begin(self, coalition: tuple[int, ...], keys: tuple[Word, ...]) -> None:
        """Users join, with their keys."""
        self.coalition, self.keys = coalition, keys
        self.words: Matrix = ((),) * USERS
        self.answers: tuple[Answers, ...] = ()
        self.known: Read[tuple[Word, bool]] = {((), True): Fraction(1)}

    @rule(column=COLUMNS, data=st.data())
    def send(self, column: Column, data: st.DataObject) -> None:
        """One more column of the code, and what the pirate answers."""
        size = len(self.coalition)
        inside, outside = (list(product((0, 1), repeat=n)) for n in (size, USERS - size))
        views = dict.fromkeys(product(inside, outside), st.integers(0, 1))
        answers = data.draw(st.fixed_dictionaries(views))
        self.words = tuple((*row, bit) for row, bit in zip(self.words, column, strict=True))
        self.answers = (*self.answers, answers)
        read = tuple(column[i - 1] for i in self.coalition)
        bits = [answers[read, coins] for coins in outside]
        self.known = gathered(
            (((*word, bit), fair and bit in read), chance / len(bits))
            for (word, fair), chance in self.known.items()
            for bit in bits
        )

    @invariant()
    def the_verdict_is_that_of_the_code(self) -> None:
        """Whatever the keys of the coalition are; and whether all that all read was answered."""
        code, scheme = OneBook(self.words), OneTimePads(len(self.answers))
        read = gathered(
            (Verdict(fair, code.trace(Book(self.words), word)), p)
            for (word, fair), p in self.known.items()
        )
        hand = tuple(Key(i, self.keys[i - 1][: scheme.slots]) for i in self.coalition)
        pirate = Pirate(self.coalition, self.answers)
        assert is_read(law_of(self.made(code, scheme, pirate), hand), read)


test_ciphertexts_betray_no_more_than_the_code = played(Tracing)
