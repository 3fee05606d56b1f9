"""Arbitrary solvers, pirates with keys, and mechanisms for queries about keys, small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

from hypothesis import strategies as st

from proofs_tests.strategies.codes import words
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, listed
from reference.data.database import Database
from reference.hardness.key_queries import Queries
from reference.hardness.traitor_tracing import Hand, View
from reference.lower_bounds.fingerprinting_code import Matrix, Word
from reference.lower_bounds.fingerprinting_experiment import Answers
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

X = TypeVar("X")


@dataclass(frozen=True, slots=True, eq=False)
class Grouped(Generic[X]):
    """A mechanism on a fixed number of rows that sees of each row a group only.

    There are a few laws, so that it is small on many databases.
    """

    groups: tuple[Sequence[int], ...]
    """For each row, the group of each value."""

    laws: Mapping[tuple[int, ...], Dist[X, Fraction]]

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> X:
        """An outcome."""
        seen = tuple(group[row] for group, row in zip(self.groups, database, strict=True))
        return coins.release(self.laws[seen])


def grouped(values: int, rows: int, outcomes: Sequence[X]) -> st.SearchStrategy[Grouped[X]]:
    """With two groups of 0, ..., values - 1 in each row, also such as never look at a row."""
    alike = st.just((0,) * values)
    groups = alike | st.tuples(*[st.integers(0, 1)] * values)
    cells = [*product((0, 1), repeat=rows)]
    laws = st.sampled_from(outcomes).map(Dist.point) | distributions(outcomes)
    return st.builds(
        Grouped, st.tuples(*[groups] * rows), st.fixed_dictionaries(dict.fromkeys(cells, laws))
    )


def pirates(hand: Hand, users: int, width: int) -> st.SearchStrategy[Listed[View, Word]]:
    """Arbitrary pirates with these keys: a law of words for all that may be sent."""
    sent = product(words(users), repeat=width)
    return listed([View(hand, each) for each in sent], words(width))


@dataclass(frozen=True, slots=True, eq=False)
class ByReadings:
    """A mechanism for queries about keys that answers by what each key reads, in order."""

    laws: Mapping[Matrix, Dist[Answers, Fraction]]

    def __call__(self, asked: Queries, /) -> Mechanism[Hand, Answers, Fraction]:
        """It, for these queries."""
        return _OfReadings(self.laws, asked)


@dataclass(frozen=True, slots=True, eq=False)
class _OfReadings:
    laws: Mapping[Matrix, Dist[Answers, Fraction]]
    asked: Queries

    def __call__(self, hand: Hand, coins: Coins[Fraction], /) -> Answers:
        """One answer for each query."""
        return coins.release(self.laws[tuple(tuple(q(key) for q in self.asked) for key in hand)])


def answering(rows: int, queries: int) -> st.SearchStrategy[ByReadings]:
    """Arbitrary mechanisms for so many keys and queries."""
    values = [Fraction(n, 100) for n in (50, 25, 100, 0, 51)]
    outcomes = [*product(values[: 7 - 2 * queries], repeat=queries)]
    read = product(words(queries), repeat=rows)
    return st.fixed_dictionaries(dict.fromkeys(read, distributions(outcomes))).map(ByReadings)
