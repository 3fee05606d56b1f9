"""Arbitrary solvers, forgers, pirates and tracers, small."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

from hypothesis import strategies as st

from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, listed
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.hardness.key_queries import Queries
from reference.hardness.traitor_tracing import Hand, Key, View
from reference.lower_bounds.fingerprinting_code import Book, Matrix, Word
from reference.lower_bounds.fingerprinting_experiment import Answers
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

D = TypeVar("D", bound=Hashable)
Row = TypeVar("Row", bound=Hashable)
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


def answers(points: int) -> list[int | Bottom]:
    """What a solver says: a point, or nothing."""
    return [*range(points), Bottom.BOTTOM]


def synthesisers(
    databases: Sequence[D], rows: Sequence[Row], most: int
) -> st.SearchStrategy[Listed[D, Database[Row]]]:
    """Arbitrary sanitisers: on each database a law of a few synthetic ones, of some rows each."""
    synthetic = st.lists(st.sampled_from(rows), max_size=most).map(tuple)
    return st.lists(synthetic, min_size=1, max_size=4, unique=True).flatmap(
        lambda outcomes: listed(databases, outcomes)
    )


@dataclass(frozen=True, slots=True, eq=False)
class ListedCode:
    """An arbitrary fingerprinting code of a few matrices, that traces by a table."""

    law: Dist[Book, Fraction]
    accused: Mapping[tuple[Matrix, Word], Accused]

    @property
    def users(self) -> int:
        """As many as there are words."""
        return len(next(iter(self.law)).words)

    def books(self) -> Dist[Book, Fraction]:
        """The matrices."""
        return self.law

    def trace(self, book: Book, word: Word, /) -> Accused:
        """Whoever stands in the table."""
        return self.accused[book.words, word]


def words(width: int) -> list[Word]:
    """All sequences of so many bits."""
    return [*product((0, 1), repeat=width)]


def codes(users: int, width: int, alike: int = 0) -> st.SearchStrategy[ListedCode]:
    """Arbitrary codes of at most three matrices, in which so many first rows are the same."""
    rows = st.sampled_from(words(width))
    rest = st.lists(
        st.tuples(*[rows] * (users - alike)), min_size=2 if alike else 1, max_size=3, unique=True
    )
    matrices = st.builds(
        lambda same, others: [same + other for other in others], st.tuples(*[rows] * alike), rest
    )
    names = st.sampled_from([*range(1, users + 1), Bottom.BOTTOM])
    return matrices.flatmap(
        lambda found: st.builds(
            ListedCode,
            distributions([*map(Book, found)]),
            st.fixed_dictionaries(dict.fromkeys(product(found, words(width)), names)),
        )
    )


def all_keys_of(users: int, slots: int) -> list[Key]:
    """Every key of every user."""
    return [Key(user, table) for table in words(slots) for user in range(1, users + 1)]


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
