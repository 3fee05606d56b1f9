"""Traitor tracing: ciphertexts that only some users can read betray who made a decoder.

A broadcast scheme gives user i a key k_i; what is sent is one ciphertext of a private-key scheme
for each user.  A tracer sends malformed ciphertexts: user i reads C_ij in the j-th, where C is a
fingerprinting code.  A pirate with the keys of a coalition answers a bit to each ciphertext; it is
available if it answers b_j wherever all keys of the coalition read b_j.  Then its word is
feasible, and if it learns nothing of what the others would read it is caught, as pirates of the
code are.

Pseudo-code:
    1  Gen: independent keys k_1, ..., k_n; bk = tk = (k_1, ..., k_n)
    2  Enc_bk(b) = (Enc0_(k_1)(b), ..., Enc0_(k_n)(b))
    3  Dec_(k_i)(c) = Dec0_(k_i)(c_i)
    4  Trace: C <- Gen of the code; c^(j)_i = Enc0_(k_i)(C_ij)
    5  w <- P((k_i) for i in S, c^(1), ..., c^(m)); accuse Trace(C, w) of the code

One-time pads are the ideal private-key scheme: a key is a table of bits, one for each slot, and a
ciphertext is the bit plus that of its slot, mod 2.

Notation: k_i keys, bk, tk keys for broadcast and tracing, c^(j) ciphertexts, m their number, C
matrix, S coalition, P pirate, w word.
Source: VT14, section 5.3 (Chor, Fiat, Naor, Pinkas; Ullman), requirement 2.
Guarantees: VT14.D5.TTS, VT14.ALG.TTS, VT14.ALG.TTS.OTP, VT14.TXT.tts-correct, VT14.TXT.tts-trace.
Deviations: the j-th ciphertext is encrypted in slot j, so that no pad is used twice; keys say
    whose they are.  The keys of the coalition are given, so that bounds hold for all of them.
Degenerate inputs: for an empty coalition each b_j is 0, and 1, so that no answer is available, as
    no word of it is feasible.

>>> pads = OneTimePads(2)
>>> len(pads.keys()), [pads.encrypt((0, 1), bit, 1) for bit in (0, 1)]
(4, [1, 0])
>>> bk = ((0, 1), (1, 1))
>>> broadcast(pads, bk, 1, 0), reads(pads, Key(2, bk[1]), broadcast(pads, bk, 1, 0), 0)
((1, 0), 1)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeAlias

from reference.data.database import Database
from reference.exact.field import R
from reference.lower_bounds.fingerprinting_code import (
    BestPirate,
    Book,
    Matrix,
    TracingCode,
    Verdict,
    Word,
    best_answers,
)
from reference.lower_bounds.interior_point_fingerprinting import User, keeps_marks
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.source import Paper, Source

Table: TypeAlias = tuple[int, ...]
"""A key of the private-key scheme: a bit for each slot."""

Ciphertext: TypeAlias = tuple[int, ...]
"""A part for each user."""


class Key(NamedTuple):
    """k_i: the key of a user."""

    user: User
    table: Table


class PrivateKeyScheme(Protocol):
    """(Enc0, Dec0), for bits; hashable."""

    @property
    def slots(self) -> int:
        """How many ciphertexts are made with a key."""

    def keys(self) -> Dist[Table, Fraction]:
        """The law of a key."""

    def encrypt(self, table: Table, bit: int, slot: int, /) -> int:
        """A ciphertext."""

    def decrypt(self, table: Table, sent: int, slot: int, /) -> int:
        """The bit."""


@dataclass(frozen=True)
class OneTimePads:
    """A pad for each slot."""

    source: ClassVar[Source] = Source(Paper.VT14, "one-time pads (derived)", "5.3")

    slots: int
    """How many ciphertexts are made with a key."""

    def keys(self) -> Dist[Table, Fraction]:
        """All tables, equally likely."""
        return Dist.uniform(product((0, 1), repeat=self.slots))

    def encrypt(self, table: Table, bit: int, slot: int, /) -> int:
        """The bit and the pad of its slot, mod 2."""
        return bit ^ table[slot]

    def decrypt(self, table: Table, sent: int, slot: int, /) -> int:
        """What was sent and the pad of its slot, mod 2."""
        return sent ^ table[slot]


Hand: TypeAlias = Database[Key]
"""The keys of a coalition."""


def generate(
    scheme: PrivateKeyScheme, users: int, coins: Coins[R], given: Hand = ()
) -> tuple[Table, ...]:
    """(k_1, ..., k_n), which is bk and tk: independent keys, but for those that are given."""
    held = dict(given)
    tables: tuple[Table, ...] = ()
    for user in range(1, users + 1):
        table = held[user] if user in held else coins.draw(scheme.keys())
        tables = (*tables, table)  # 1
    return tables


def broadcast(
    scheme: PrivateKeyScheme, tables: Sequence[Table], bit: int, slot: int
) -> Ciphertext:
    """Enc_bk(b)."""
    return tuple(scheme.encrypt(table, bit, slot) for table in tables)  # 2


def reads(scheme: PrivateKeyScheme, key: Key, sent: Ciphertext, slot: int) -> int:
    """Dec_(k_i)(c)."""
    return scheme.decrypt(key.table, sent[key.user - 1], slot)  # 3


def probe(
    scheme: PrivateKeyScheme, tables: Sequence[Table], words: Matrix
) -> tuple[Ciphertext, ...]:
    """The malformed ciphertexts c^(1), ..., c^(m), in which user i reads C_ij."""
    columns = enumerate(zip(*words, strict=True))
    return tuple(
        tuple(scheme.encrypt(t, b, slot) for t, b in zip(tables, column, strict=True))
        for slot, column in columns
    )  # 4


class View(NamedTuple):
    """What a pirate is given: the keys of a coalition and the ciphertexts."""

    hand: Hand
    sent: tuple[Ciphertext, ...]


def read_by(scheme: PrivateKeyScheme, view: View) -> Matrix:
    """What each key of the coalition reads."""
    return tuple(
        tuple(reads(scheme, key, sent, slot) for slot, sent in enumerate(view.sent))
        for key in view.hand
    )


def is_available(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """Whether a_j = b_j wherever all keys of the coalition read the same b_j in c_j."""
    return keeps_marks(read_by(scheme, view), answers)


@dataclass(frozen=True)
class TracingGame(Generic[R]):
    """A pirate is probed: called on the keys of its coalition; those of the others are drawn."""

    source: ClassVar[Source] = Source(Paper.VT14, "traitor-tracing scheme", "5.3")

    code: TracingCode
    scheme: PrivateKeyScheme
    pirate: Mechanism[View, Word, R]

    def __call__(self, hand: Hand, coins: Coins[R], /) -> Verdict:
        """Whether it was available, and who is accused."""
        tables = generate(self.scheme, self.code.users, coins, hand)
        book = coins.draw(self.code.books())
        view = View(hand, probe(self.scheme, tables, book.words))
        word = coins.run(self.pirate, view)
        accused = self.code.trace(book, word)  # 5
        return Verdict(is_available(self.scheme, view, word), accused)


def best_decoder(code: TracingCode, scheme: PrivateKeyScheme, hand: Hand) -> BestPirate[View]:
    """The best of all available pirates with these keys, whatever they compute."""

    def drawn(_: tuple[()], coins: Coins[Fraction], /) -> tuple[View, Book]:
        tables = generate(scheme, code.users, coins, hand)
        book = coins.draw(code.books())
        return View(hand, probe(scheme, tables, book.words)), book

    known = law(drawn, ())
    coalition = tuple(sorted(key.user for key in hand))
    views = ((v, read_by(scheme, v), book, known.probability((v, book))) for v, book in known)
    return best_answers(code, coalition, views)
