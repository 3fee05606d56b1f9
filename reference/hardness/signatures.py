"""Databases of signed messages, and a sanitiser turned into a forger.

A signature scheme has a key, a signature for each message, and a verification that everybody can
run.  A database of n random messages with their signatures satisfies the query "the row verifies"
in every row.  Synthetic data that is accurate for this one query has a row that verifies.  If that
is no row of the database it is a forgery; if it is one, the sanitiser has told a row.

The ideal scheme signs a message m by F(m), F a random function: an unseen message has a uniform
signature, whatever was seen.  It takes the place of exponentially secure signatures.

Pseudo-code of the forger:
    1  y <- M(x), synthetic data
    2  return the first row of y that verifies and is no row of x; bottom if there is none

Source: VT14, Lemma 6.3.2, section 6.3 (after Dwork, Naor, Reingold, Rothblum and Vadhan).

>>> scheme = TableSignatures((1, 0), 2)
>>> scheme.signed((0, 1, 1)), scheme.verifies((1, 1))
(((0, 1), (1, 0), (1, 0)), False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

SignedMessage = tuple[int, int]
"""A message and its signature."""


@dataclass(frozen=True, slots=True)
class TableSignatures:
    """The scheme that signs message m by the entry m of a table.

    Raises:
        ValueError: for no messages, or a signature outside 0, ..., signatures - 1.
    """

    key: tuple[int, ...]
    """F(0), F(1), ...: secret, and drawn uniformly in the ideal scheme."""

    signatures: int
    """How many there are."""

    def __post_init__(self) -> None:
        if not self.key or not all(0 <= s < self.signatures for s in self.key):
            raise ValueError(
                f"key {self.key}: at least one entry, from 0 to {self.signatures - 1}"
            )

    def sign(self, message: int) -> int:
        """F(m)."""
        return self.key[message]

    def verifies(self, row: SignedMessage) -> bool:
        """Whether the second entry is the signature of the first."""
        return self.key[row[0]] == row[1]

    def signed(self, messages: Sequence[int]) -> Database[SignedMessage]:
        """The messages, each with its signature."""
        return tuple((m, self.sign(m)) for m in messages)


def all_keys(messages: int, signatures: int) -> Iterator[TableSignatures]:
    """The schemes of all tables; one of them, uniformly, is the ideal scheme."""
    for key in product(range(signatures), repeat=messages):
        yield TableSignatures(key, signatures)


@dataclass(frozen=True, slots=True)
class Forger(Generic[R]):
    """A forger of signatures, from a sanitiser; call it on signed messages."""

    source: ClassVar[Source] = Source(Paper.VT14, "forger", "6.3")

    sanitiser: Mechanism[Database[SignedMessage], Database[SignedMessage], R]
    """M."""

    scheme: TableSignatures
    """Of which it uses the verification alone."""

    def __call__(
        self, database: Database[SignedMessage], coins: Coins[R], /
    ) -> SignedMessage | Bottom:
        """A pair that was not signed, or bottom."""
        synthetic = coins.run(self.sanitiser, database)  # 1
        for row in synthetic:  # 2
            if self.scheme.verifies(row) and row not in database:
                return row
        return Bottom.BOTTOM
