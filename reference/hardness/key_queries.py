"""Counting queries about keys: a private mechanism for them is a pirate decoder.

The rows of a database are keys of a coalition, and the query of a ciphertext c is the fraction of
keys that read 1 in it.  Answers with an error below 1/2, rounded, are right wherever all keys read
the same: the pirate is available.  So it is traced; but if the mechanism is private, whoever is
accused is accused almost as often while missing, as in `fingerprinting_experiment`.

Pseudo-code:
    1  q_c(k) = Dec_k(c), for each ciphertext c
    2  a <- M(q_(c_1), ..., q_(c_m)) on the keys, in random order
    3  return the rounded a

A digest, from which all queries can be answered, is a decoder by itself: it is made once from the
keys, and what is answered from it afterwards costs no more privacy.

Notation: k key, c ciphertext, m number of ciphertexts, q query, M mechanism, a answers.
Source: VT14, Theorems 5.3.1 and 6.1.1; section 6.1, last paragraph (digests).
Guarantees: VT14.ALG.DP2Pirate, VT14.ALG.Type1Digest, VT14.T5.3.1, VT14.T6.1.1.
Deviations: a key says whose it is, so that q_c is a function of the row; the rows are in random
    order, as in `fingerprinting_experiment`.
Degenerate inputs: an answer of 1/2 is rounded to 0.

>>> from reference.hardness.traitor_tracing import OneTimePads
>>> query = Decrypts(OneTimePads(1), (0, 1), 0)
>>> [query(Key(1, (1,))), query(Key(2, (1,)))]
[1, 0]
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import ClassVar, Generic

from reference.exact.field import R
from reference.hardness.traitor_tracing import Ciphertext, Hand, Key, PrivateKeyScheme, View, reads
from reference.lower_bounds.fingerprinting_code import Word
from reference.lower_bounds.fingerprinting_experiment import Answers, rounded
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist, X
from reference.source import Paper, Source


@dataclass(frozen=True)
class Decrypts:
    """The counting query of a ciphertext."""

    scheme: PrivateKeyScheme
    sent: Ciphertext
    slot: int

    def __call__(self, key: Key, /) -> int:
        """Whether the key reads 1."""
        return reads(self.scheme, key, self.sent, self.slot)  # 1


Queries = tuple[Decrypts, ...]


def queries(scheme: PrivateKeyScheme, sent: tuple[Ciphertext, ...]) -> Queries:
    """The query of each ciphertext."""
    return tuple(Decrypts(scheme, each, slot) for slot, each in enumerate(sent))


@dataclass(frozen=True)
class MechanismPirate(Generic[R]):
    """A mechanism for counting queries, as a pirate of a traitor-tracing scheme."""

    source: ClassVar[Source] = Source(Paper.VT14, "proof of Theorem 5.3.1", "5.3")

    scheme: PrivateKeyScheme
    answering: Callable[[Queries], Mechanism[Hand, Answers, R]]
    """M, which answers all queries at once."""

    def __call__(self, view: View, coins: Coins[R], /) -> Word:
        """A bit for each ciphertext."""
        order = coins.draw(Dist.uniform(permutations(view.hand)))
        answers = coins.run(self.answering(queries(self.scheme, view.sent)), order)  # 2
        return rounded(answers)  # 3


@dataclass(frozen=True)
class Decoded(Generic[R]):
    """What a pirate answers to given ciphertexts: called on the keys."""

    pirate: Mechanism[View, Word, R]
    sent: tuple[Ciphertext, ...]

    def __call__(self, hand: Hand, coins: Coins[R], /) -> Word:
        """A bit for each ciphertext."""
        return coins.run(self.pirate, View(hand, self.sent))


@dataclass(frozen=True)
class DigestDecoder(Generic[X, R]):
    """A digest, as a stateless pirate decoder.

    Pseudo-code:
        1  y <- the digest of the keys, once
        2  for each ciphertext c, return the rounded answer to q_c from y
    """

    source: ClassVar[Source] = Source(Paper.VT14, "digests and schemes of type 1", "6.1")

    scheme: PrivateKeyScheme
    digest: Mechanism[Hand, X, R]
    evaluate: Callable[[X, Decrypts], Fraction]
    """The answer to a query, from the digest alone."""

    def __call__(self, view: View, coins: Coins[R], /) -> Word:
        """A bit for each ciphertext."""
        y = coins.run(self.digest, view.hand)  # 1
        asked = queries(self.scheme, view.sent)
        return rounded(tuple(self.evaluate(y, q) for q in asked))  # 2
