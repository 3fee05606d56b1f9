"""Subset sums of bits: the queries of reconstruction attacks, and the counting queries they are.

A database of n people is a vector x of n bits, a query a vector q of n bits, the answer <q, x>.
With the rows (1, x_1), ..., (n, x_n) in place of the bits it is a counting query, the number of
rows (i, b) with q_i b = 1.

Families of queries: all 2^n subsets; k subsets drawn at random, a k x n matrix Q of independent
uniform bits; and, for n = 2^l, the n rows (1 + h_i)/2 of Sylvester's Hadamard matrix H, whose
entry at i, j is the parity of the bits that i and j share, as a sign.

Pseudo-code:
    1  for each of k queries and n people, a uniform bit

Notation: x bits, q query, Q matrix of queries, h_i row of H, k queries, n people.
Source: VT14, section 4.1; random queries: Claim 4.1.8; Hadamard queries: derived.
Guarantees: VT14.ALG.Embed, VT14.TXT.embed, VT14.ALG.RandQ, VT14.ALG.ReconHadamard.
Deviations: people are numbered from 1, as printed, coordinates of H from 0.
Degenerate inputs: no people have the empty subset only; H has a power of two of rows.

>>> subset_sum((1, 0, 1), (1, 1, 1)), embedded_query((1, 0, 1))(embedded((1, 1, 1)))
(2, 2)
>>> hadamard_subsets(4)
((1, 1, 1, 1), (1, 0, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1))
>>> from reference.probability.law import law
>>> law(RandomSubsets(1, 2), ()).probability(((0, 1),))
Fraction(1, 4)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

from reference.data.database import Database
from reference.data.queries import CountingQuery
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source

Bits = tuple[int, ...]
"""A database, or a query: one bit for each person."""


def subset_sum(query: Sequence[int], bits: Sequence[int]) -> int:
    """<q, x>."""
    return sum(a * b for a, b in zip(query, bits, strict=True))


def embedded(bits: Bits) -> Database[tuple[int, int]]:
    """The rows (i, x_i), i from 1."""
    return tuple(enumerate(bits, start=1))


@dataclass(frozen=True, slots=True)
class IsCounted:
    """Whether q_i b = 1 for a row (i, b)."""

    query: Bits
    """q."""

    def __call__(self, row: tuple[int, int], /) -> bool:
        person, bit = row
        return self.query[person - 1] * bit == 1


def embedded_query(query: Bits) -> CountingQuery[tuple[int, int]]:
    """The counting query on rows (i, b)."""
    return CountingQuery(IsCounted(query))


def all_subsets(people: int) -> tuple[Bits, ...]:
    """Every query, in lexicographic order."""
    return tuple(product((0, 1), repeat=people))


def hadamard_subsets(people: int) -> tuple[Bits, ...]:
    """The queries (1 + h_i)/2, i = 0, ..., n - 1; the first is everybody.

    Raises:
        ValueError: unless the number of people is a power of two.
    """
    check_power_of_two(people)
    return tuple(tuple(1 - (i & j).bit_count() % 2 for j in range(people)) for i in range(people))


def check_power_of_two(people: int) -> None:
    """Refuse other numbers.

    Raises:
        ValueError: unless the number of people is a power of two.
    """
    if people < 1 or people & (people - 1):
        raise ValueError(f"people {people}: a power of two")


@dataclass(frozen=True, slots=True)
class RandomSubsets:
    """A uniform k x n matrix of bits; call it without a database.

    Raises:
        ValueError: for a negative number of queries or people.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Claim 4.1.8", "4.1")

    queries: int
    """k."""

    people: int
    """n."""

    def __post_init__(self) -> None:
        if self.queries < 0 or self.people < 0:
            raise ValueError(f"queries {self.queries}, people {self.people}: at least 0")

    def __call__(self, nothing: tuple[()], coins: Coins[Fraction], /) -> tuple[Bits, ...]:
        """Q, row by row."""
        del nothing
        bit = Dist.uniform((0, 1))
        return tuple(
            tuple(coins.draw(bit) for _ in range(self.people))  # 1
            for _ in range(self.queries)
        )
