"""Wrong variants of mechanisms and digests as pirates, for section 6.1."""

from typing import ClassVar

from audits.claims.prelude import *
from reference.hardness.key_queries import (
    Decrypts,
    DigestDecoder,
    MechanismPirate,
    Queries,
    queries,
)
from reference.hardness.traitor_tracing import Hand, Key, PrivateKeyScheme, View
from reference.lower_bounds.fingerprinting_code import Word
from reference.lower_bounds.fingerprinting_experiment import Answers


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
