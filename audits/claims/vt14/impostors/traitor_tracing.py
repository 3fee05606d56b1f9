"""Wrong variants of traitor-tracing schemes, and of mechanisms and digests as pirates."""

from typing import ClassVar

from audits.claims.prelude import *
from reference.hardness.key_queries import (
    Decrypts,
    DigestDecoder,
    MechanismPirate,
    Queries,
    queries,
)
from reference.hardness.traitor_tracing import (
    Ciphertext,
    Hand,
    Key,
    OneTimePads,
    PrivateKeyScheme,
    Table,
    TracingGame,
    View,
    broadcast,
    generate,
    is_available,
    probe,
    read_by,
    reads,
)
from reference.lower_bounds.fingerprinting_code import TracingCode, Verdict, Word
from reference.lower_bounds.fingerprinting_experiment import Answers
from reference.lower_bounds.interior_point_fingerprinting import keeps_marks


@dataclass(frozen=True)
class NoPads(OneTimePads):
    """All pads are 0: nothing is hidden."""

    @override
    def keys(self) -> Dist[Table, Fraction]:
        """What is drawn for a key."""
        return Dist.uniform([(0,) * self.slots])


@dataclass(frozen=True)
class OnePad(OneTimePads):
    """One pad for all slots."""

    @override
    def keys(self) -> Dist[Table, Fraction]:
        """What is drawn for a key."""
        return Dist.uniform([(bit,) * self.slots for bit in (0, 1)])


@dataclass(frozen=True)
class BiasedPads(OneTimePads):
    """A pad is 1 twice as often as 0."""

    @override
    def keys(self) -> Dist[Table, Fraction]:
        """What is drawn for a key."""
        tables = product((0, 1), repeat=self.slots)
        return Dist.weighted((table, Fraction(2 ** sum(table))) for table in tables)


@dataclass(frozen=True)
class FirstSlot(OneTimePads):
    """The pad of the first slot is used in all."""

    @override
    def encrypt(self, table: Table, bit: int, slot: int, /) -> int:
        """What is sent."""
        return bit ^ table[0]

    @override
    def decrypt(self, table: Table, sent: int, slot: int, /) -> int:
        """What is read."""
        return sent ^ table[0]


@dataclass(frozen=True)
class Masked(OneTimePads):
    """A bit is hidden by a pad of 0 only."""

    @override
    def encrypt(self, table: Table, bit: int, slot: int, /) -> int:
        """What is sent."""
        return bit & table[slot]


@dataclass(frozen=True)
class Plain(OneTimePads):
    """Nothing is done."""

    @override
    def encrypt(self, table: Table, bit: int, slot: int, /) -> int:
        """What is sent."""
        return bit

    @override
    def decrypt(self, table: Table, sent: int, slot: int, /) -> int:
        """What is read."""
        return sent


WRONG_PADS: dict[str, Callable[[int], OneTimePads]] = {
    "no pads": NoPads,
    "one pad for all slots": OnePad,
    "pads that are biased": BiasedPads,
    "the first slot for all": FirstSlot,
    "the bit and the pad": Masked,
    "plain text": Plain,
}


def printed_rule(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """As printed: if Dec_(k_i)(c_i), the i-th ciphertext, is the same b for all i, all a_j = b."""
    bits = {
        reads(scheme, key, view.sent[key.user - 1], key.user - 1)
        for key in view.hand
        if key.user <= len(view.sent)
    }
    return len(bits) != 1 or set(answers) == bits


Rule = Callable[[PrivateKeyScheme, View, Word], bool]


def first_key_decides(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """The answers are those of the first key."""
    return is_available(scheme, View(view.hand[:1], view.sent), answers)


def ones_only(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """Only where all read 1."""
    return all(
        a or any(not reads(scheme, key, sent, j) for key in view.hand)
        for j, (a, sent) in enumerate(zip(answers, view.sent, strict=True))
    )


def honest_only(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """Only where the two parts of a ciphertext are equal."""
    slots = [j for j, sent in enumerate(view.sent) if len({*sent}) == 1]
    rows = tuple(tuple(row[j] for j in slots) for row in read_by(scheme, view))
    return keeps_marks(rows, tuple(answers[j] for j in slots))


def always(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """Whatever is answered."""
    del scheme, view, answers
    return True


def empty_hand(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """Without a key any answer is right."""
    return not view.hand or is_available(scheme, view, answers)


def first_and_last_key(scheme: PrivateKeyScheme, view: View, answers: Word) -> bool:
    """Only two of the keys are looked at."""
    return is_available(scheme, View((*view.hand[:1], *view.hand[-1:]), view.sent), answers)


Send = Callable[[PrivateKeyScheme, Sequence[Table], int, int], Ciphertext]
Read = Callable[[PrivateKeyScheme, Key, Ciphertext, int], int]


def first_part(scheme: PrivateKeyScheme, key: Key, sent: Ciphertext, slot: int) -> int:
    """The first part of the ciphertext."""
    return scheme.decrypt(key.table, sent[0], slot)


def next_part(scheme: PrivateKeyScheme, key: Key, sent: Ciphertext, slot: int) -> int:
    """The part of the next user."""
    return scheme.decrypt(key.table, sent[key.user % len(sent)], slot)


def next_slot(scheme: PrivateKeyScheme, key: Key, sent: Ciphertext, slot: int) -> int:
    """The pad of the next slot."""
    return reads(scheme, key, sent, (slot + 1) % scheme.slots)


def first_table(
    scheme: PrivateKeyScheme, tables: Sequence[Table], bit: int, slot: int
) -> Ciphertext:
    """All parts with the key of user 1."""
    return broadcast(scheme, (tables[0],) * len(tables), bit, slot)


def flipped(scheme: PrivateKeyScheme, tables: Sequence[Table], bit: int, slot: int) -> Ciphertext:
    """The last user is sent the other bit."""
    return (
        *broadcast(scheme, tables[:-1], bit, slot),
        *broadcast(scheme, tables[-1:], 1 - bit, slot),
    )


@dataclass(frozen=True)
class OneBitForAll:
    """All users are sent the bit of user 1."""

    code: TracingCode
    scheme: PrivateKeyScheme
    pirate: Mechanism[View, Word, Any]

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Verdict:
        tables = generate(self.scheme, self.code.users, coins, hand)
        book = coins.draw(self.code.books())
        view = View(hand, probe(self.scheme, tables, book.words[:1] * self.code.users))
        word = coins.run(self.pirate, view)
        return Verdict(is_available(self.scheme, view, word), self.code.trace(book, word))


@dataclass(frozen=True)
class AnswersReversed:
    """The answers are traced in reverse order."""

    code: TracingCode
    scheme: PrivateKeyScheme
    pirate: Mechanism[View, Word, Any]

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Verdict:
        tables = generate(self.scheme, self.code.users, coins, hand)
        book = coins.draw(self.code.books())
        view = View(hand, probe(self.scheme, tables, book.words))
        word = coins.run(self.pirate, view)
        return Verdict(is_available(self.scheme, view, word), self.code.trace(book, word[::-1]))


@dataclass(frozen=True)
class AccusesUser1:
    """User 1 is accused, whatever is answered."""

    code: TracingCode
    scheme: PrivateKeyScheme
    pirate: Mechanism[View, Word, Any]

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Verdict:
        verdict = coins.run(TracingGame(self.code, self.scheme, self.pirate), hand)
        return Verdict(verdict.feasible, 1)


@dataclass(frozen=True)
class AllKeysAsked:
    """Available if a_j = b_j wherever the keys of all users read the same b_j."""

    code: TracingCode
    scheme: PrivateKeyScheme
    pirate: Mechanism[View, Word, Any]

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Verdict:
        tables = generate(self.scheme, self.code.users, coins, hand)
        book = coins.draw(self.code.books())
        sent = probe(self.scheme, tables, book.words)
        word = coins.run(self.pirate, View(hand, sent))
        keys = tuple(Key(user, table) for user, table in enumerate(tables, 1))
        kept = is_available(self.scheme, View(keys, sent), word)
        return Verdict(kept, self.code.trace(book, word))


@dataclass(frozen=True)
class NeverUnavailable:
    """Whatever is answered, the pirate counts as available."""

    code: TracingCode
    scheme: PrivateKeyScheme
    pirate: Mechanism[View, Word, Any]

    def __call__(self, hand: Hand, coins: Coins[Any], /) -> Verdict:
        verdict = coins.run(TracingGame(self.code, self.scheme, self.pirate), hand)
        return Verdict(True, verdict.accused)


@dataclass(frozen=True)
class FreshRuns:
    """M is run again for each ciphertext, with all of its eps."""

    scheme: PrivateKeyScheme
    answering: Callable[[Queries], Mechanism[Hand, Answers, Any]]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        word: Word = ()
        for query in queries(self.scheme, view.sent):
            (answer,) = coins.run(self.answering((query,)), view.hand)
            word = (*word, int(2 * answer > 1))
        return word


@dataclass(frozen=True)
class ByRowNumber:
    """Row i is read as the key of user i."""

    scheme: PrivateKeyScheme
    answering: Callable[[Queries], Mechanism[Hand, Answers, Any]]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        users = len(view.sent[0]) if view.sent else 1
        renamed = tuple(Key(i % users + 1, key.table) for i, key in enumerate(view.hand))
        inner = MechanismPirate(self.scheme, self.answering)
        return coins.run(inner, View(renamed, view.sent))


@dataclass(frozen=True)
class RoundedAtZero:
    """The answer is 1 if it is positive."""

    scheme: PrivateKeyScheme
    answering: Callable[[Queries], Mechanism[Hand, Answers, Any]]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        answers = coins.run(self.answering(queries(self.scheme, view.sent)), view.hand)
        return tuple(int(answer > 0) for answer in answers)


@dataclass(frozen=True)
class TheFirstKey:
    """M is not asked: the first key reads."""

    deterministic: ClassVar[bool] = True

    scheme: PrivateKeyScheme
    answering: Callable[[Queries], Mechanism[Hand, Answers, Any]]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        del coins
        asked = queries(self.scheme, view.sent)
        return tuple(query(view.hand[0]) for query in asked)


@dataclass(frozen=True)
class AlwaysZero:
    """Answers 0."""

    scheme: PrivateKeyScheme
    answering: Callable[[Queries], Mechanism[Hand, Answers, Any]]
    deterministic: ClassVar[bool] = True

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        del coins
        return (0,) * len(view.sent)


@dataclass(frozen=True)
class DigestRedrawn:
    """A new digest for each query."""

    scheme: PrivateKeyScheme
    digest: Mechanism[Hand, Any, Any]
    evaluate: Callable[[Any, Decrypts], Fraction]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        word: Word = ()
        for query in queries(self.scheme, view.sent):
            y = coins.run(self.digest, view.hand)
            word = (*word, int(2 * self.evaluate(y, query) > 1))
        return word


@dataclass(frozen=True)
class RoundedDigest:
    """An answer above this is rounded to 1."""

    scheme: PrivateKeyScheme
    digest: Mechanism[Hand, Any, Any]
    evaluate: Callable[[Any, Decrypts], Fraction]
    above: Fraction

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        y = coins.run(self.digest, view.hand)
        asked = queries(self.scheme, view.sent)
        return tuple(int(self.evaluate(y, query) > self.above) for query in asked)


@dataclass(frozen=True)
class DataReopened:
    """After the first query the data are used, not the digest."""

    scheme: PrivateKeyScheme
    digest: Mechanism[Hand, Any, Any]
    evaluate: Callable[[Any, Decrypts], Fraction]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        inner = DigestDecoder(self.scheme, self.digest, self.evaluate)
        first = coins.run(inner, View(view.hand, view.sent[:1]))
        rest = queries(self.scheme, view.sent)[1:]
        return (*first, *(int(2 * sum(map(q, view.hand)) > len(view.hand)) for q in rest))


@dataclass(frozen=True)
class HonestCiphertexts:
    """Ciphertexts with unequal parts, which an honest sender would not make here, get a 0."""

    scheme: PrivateKeyScheme
    digest: Mechanism[Hand, Any, Any]
    evaluate: Callable[[Any, Decrypts], Fraction]

    def __call__(self, view: View, coins: Coins[Any], /) -> Word:
        inner = DigestDecoder(self.scheme, self.digest, self.evaluate)
        found = coins.run(inner, view)
        each = zip(found, view.sent, strict=True)
        return tuple(bit if len({*sent}) == 1 else 0 for bit, sent in each)
