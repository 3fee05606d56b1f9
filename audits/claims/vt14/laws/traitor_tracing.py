"""Pirate decoders, mechanisms on keys, and what is asked of them."""

from typing import ClassVar

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import NoisyMeans
from reference.exact.field import R
from reference.hardness.key_queries import Decrypts, Queries
from reference.hardness.traitor_tracing import (
    Ciphertext,
    Hand,
    Key,
    PrivateKeyScheme,
    Table,
    TracingGame,
    View,
    probe,
    reads,
)
from reference.lower_bounds.fingerprinting_code import Book, Coalition, Verdict, Word
from reference.lower_bounds.fingerprinting_experiment import Answers, Means, everybody_but
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1

PADS = (0, 1, 1, 0), (1, 1, 0, 1), (0, 0, 1, 0)
"""Keys of three users, for four slots."""


def hand_of(coalition: Coalition, tables: tuple[Table, ...] = PADS) -> Hand:
    """The keys of a coalition."""
    return tuple(Key(user, tables[user - 1]) for user in coalition)


def hands(*listed: Hand) -> ListedAdjacency[Hand]:
    """Keys of coalitions, none of them neighbours."""
    return ListedAdjacency(listed, (), "keys")


def is_traced(hand: Hand, verdict: Verdict) -> bool:
    """Whether the pirate was available, and one of its users is accused."""
    return verdict.feasible and verdict.accused in {key.user for key in hand}


def unanimous_kept(sent: tuple[Ciphertext, ...], hand: Hand, word: Word) -> bool:
    """Whether each bit that all keys read is answered, readings as sums mod 2."""
    for j, (c, bit) in enumerate(zip(sent, word, strict=True)):
        read = [(c[key.user - 1] + key.table[j]) % 2 for key in hand]
        if sum(read) in (0, len(read)) and bit != read[0]:
            return False
    return True


@dataclass(frozen=True, slots=True)
class CopiesTheOther:
    """Answers what is unanimous among its keys, and else what another user is sent, unread."""

    deterministic: ClassVar[bool] = True

    scheme: PrivateKeyScheme
    other: int

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        del coins
        word: Word = ()
        for slot, sent in enumerate(view.sent):
            read = {reads(self.scheme, key, sent, slot) for key in view.hand}
            word = (*word, sent[self.other - 1] if len(read) > 1 else min(read))
        return word


@dataclass(frozen=True, slots=True)
class Honest:
    """Answers what the first key reads."""

    deterministic: ClassVar[bool] = True

    scheme: PrivateKeyScheme

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        del coins
        key = view.hand[0]
        return tuple(reads(self.scheme, key, sent, j) for j, sent in enumerate(view.sent))


@dataclass(frozen=True, slots=True)
class DropsAOne:
    """Answers what the first key reads, but 0 to the first ciphertext in which that is 1."""

    deterministic: ClassVar[bool] = True

    scheme: PrivateKeyScheme

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        read = Honest(self.scheme)(view, coins)
        place = read.index(1)
        return (*read[:place], 0, *read[place + 1 :])


@dataclass(frozen=True, slots=True)
class ByReadings(Generic[R]):
    """M for queries about keys: one for attribute means, on what each key reads as its row."""

    means: Means[R]

    def __call__(self, asked: Queries) -> Mechanism[Hand, Answers, R]:
        return _OfReadings(asked, self.means)


@dataclass(frozen=True, slots=True)
class _OfReadings(Generic[R]):
    asked: Queries
    means: Means[R]

    def __call__(self, hand: Hand, coins: Coins[R], /) -> Answers:
        return coins.run(self.means, tuple(tuple(q(key) for q in self.asked) for key in hand))


@dataclass(frozen=True, slots=True)
class CountNoise(Generic[R]):
    """M for queries about keys: means with noise, eps in all."""

    eps: Epsilon[R]

    def __call__(self, asked: Queries) -> Mechanism[Hand, Answers, R]:
        return NoisyMeans(asked, self.eps)


@dataclass(frozen=True, slots=True)
class OffBy:
    """M that is off by a given part, all answers the same way."""

    shift: Fraction

    def __call__(self, asked: Queries) -> Mechanism[Hand, Answers, Any]:
        return _Shifted(asked, self.shift)


@dataclass(frozen=True, slots=True)
class _Shifted:
    deterministic: ClassVar[bool] = True

    asked: Queries
    shift: Fraction

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Answers:
        del coins
        means = (Fraction(sum(map(q, hand)), len(hand)) for q in self.asked)
        return tuple(mean + self.shift for mean in means)


@dataclass(frozen=True, slots=True)
class FirstRow:
    """M that answers what its first row reads."""

    def __call__(self, asked: Queries) -> Mechanism[Hand, Answers, Any]:
        return _ReadByFirst(asked)


@dataclass(frozen=True, slots=True)
class _ReadByFirst:
    deterministic: ClassVar[bool] = True

    asked: Queries

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Answers:
        del coins
        return tuple(Fraction(q(hand[0])) for q in self.asked)


@dataclass(frozen=True, slots=True)
class AccusedOfKeys(Generic[R]):
    """Who is accused of what a pirate with all keys but one answers: called on the missing user.

    All keys are given; the matrix is drawn.
    """

    game: TracingGame[R]
    tables: tuple[Table, ...]

    def __call__(self, missing: int, coins: Coins[R], /) -> Accused:
        hand = hand_of(everybody_but(len(self.tables), missing), self.tables)
        book: Book = coins.draw(self.game.code.books())
        sent = probe(self.game.scheme, self.tables, book.words)
        return self.game.code.trace(book, coins.run(self.game.pirate, View(hand, sent)))


def keys_of(users: int, slots: int) -> tuple[Key, ...]:
    """All keys of some users."""
    tables = product((0, 1), repeat=slots)
    return tuple(Key(user, table) for table in tables for user in range(1, users + 1))


@dataclass(frozen=True, slots=True)
class KeyHistogram(Generic[R]):
    """A digest: how often each key occurs, with noise, eps in all."""

    keys: tuple[Key, ...]
    eps: Epsilon[R]

    def __call__(self, hand: Hand, coins: Coins[R], /) -> tuple[int, ...]:
        counts = tuple(hand.count(key) for key in self.keys)
        return coins.run(NoisyHistogram1(self.eps / 2, 0, len(hand)), counts)


@dataclass(frozen=True, slots=True)
class FromHistogram:
    """The fraction of the counted keys that read 1."""

    keys: tuple[Key, ...]
    rows: int

    def __call__(self, counts: tuple[int, ...], query: Decrypts, /) -> Fraction:
        ones = sum(c for key, c in zip(self.keys, counts, strict=True) if query(key))
        return Fraction(ones, self.rows)


@dataclass(frozen=True, slots=True)
class Moved:
    """The same answers, off by a given part."""

    answer: FromHistogram
    shift: Fraction

    def __call__(self, counts: tuple[int, ...], query: Decrypts, /) -> Fraction:
        return self.answer(counts, query) + self.shift


@dataclass(frozen=True, slots=True)
class ExactHistogram:
    """The same digest without noise."""

    deterministic: ClassVar[bool] = True

    keys: tuple[Key, ...]

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> tuple[int, ...]:
        del coins
        return tuple(hand.count(key) for key in self.keys)
