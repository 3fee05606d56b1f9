"""Arbitrary mechanisms: tables of laws, laws made of rows, and a few laws for all databases.

How private one is, is measured (`proofs_tests.properties.measured`), never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Generic, TypeVar
from zlib import crc32

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from proofs_tests.strategies.laws import distributions
from reference.data.database import Database
from reference.exact.field import RATIONALS
from reference.override import override
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist, mixture

A = TypeVar("A")
B = TypeVar("B")
D = TypeVar("D", bound=Hashable)
Row = TypeVar("Row", bound=Hashable)
X = TypeVar("X", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Generic[D, X]):
    """A mechanism given by its law on every database that it is meant for."""

    laws: Mapping[D, Dist[X, Fraction]]

    @override
    def __repr__(self) -> str:
        """Each law once, with the databases that have it."""
        shared: dict[Dist[X, Fraction], list[D]] = {}
        for database, law in self.laws.items():
            shared.setdefault(law, []).append(database)
        if len(shared) == 1 < len(self.laws):
            return f"Listed(all {len(self.laws)} databases -> {next(iter(shared))!r})"
        parts = (f"{', '.join(map(repr, alike))} -> {law!r}" for law, alike in shared.items())
        return f"Listed({'; '.join(parts)})"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """The same in an example of Hypothesis, which would print how it was drawn."""
        printer.text("..." if cycle else repr(self))

    def __call__(self, database: D, coins: Coins[Fraction], /) -> X:
        """An outcome.

        Raises:
            AssertionError: for another database, which only a wrong construction hands it.
        """
        assert database in self.laws, (
            f"a mechanism that is given on {len(self.laws)} databases is called on {database!r}, "
            "which is none of them"
        )
        return coins.release(self.laws[database])


@dataclass(frozen=True, slots=True, eq=False)
class Unordered(Generic[Row, X]):
    """A mechanism that sees its rows in increasing order."""

    base: Mechanism[Database[Row], X, Fraction]

    def __call__(self, database: Database[Row], coins: Coins[Fraction], /) -> X:
        """What the mechanism says of the rows in order."""
        return coins.delegate(self.base, tuple(sorted(database)))  # type: ignore[type-var]  # rows of tests have an order


@dataclass(frozen=True, slots=True, eq=False)
class Exponential(Generic[Row, X]):
    """An outcome y with probability proportional to 2^(sum of scores of y over the rows).

    On any number of rows, in any order; pure, and at most the range of scores is lost twice.
    """

    outcomes: tuple[X, ...]
    scores: Mapping[Row, tuple[int, ...]]

    def __call__(self, database: Database[Row], coins: Coins[Fraction], /) -> X:
        """An outcome."""
        totals = [sum(self.scores[row][i] for row in database) for i in range(len(self.outcomes))]
        least = min(totals)
        pairs = zip(self.outcomes, totals, strict=True)
        return coins.release(Dist.weighted((y, Fraction(2 ** (s - least))) for y, s in pairs))


@dataclass(frozen=True, slots=True, eq=False)
class OneRow(Generic[Row, X]):
    """The noisy answer of one row at a random place; order counts if places differ in weight."""

    answers: Mapping[Row, Dist[X, Fraction]]
    weights: tuple[int, ...]
    """Of the places, again and again."""

    empty: Dist[X, Fraction]
    """Of no rows."""

    def __call__(self, database: Database[Row], coins: Coins[Fraction], /) -> X:
        """An outcome."""
        if not database:
            return coins.release(self.empty)
        places = [self.weights[i % len(self.weights)] for i in range(len(database))]
        parts = [(w, self.answers[row]) for w, row in zip(places, database, strict=True)]
        return coins.release(mixture(parts, RATIONALS))


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


@dataclass(frozen=True, slots=True, eq=False)
class Scattered(Generic[D, X]):
    """One of a few laws, which one depends on all of the database and on its order."""

    laws: tuple[Dist[X, Fraction], ...]
    salt: int

    def __call__(self, database: D, coins: Coins[Fraction], /) -> X:
        """An outcome."""
        place = crc32(repr((self.salt, database)).encode())
        return coins.release(self.laws[place % len(self.laws)])


@dataclass(frozen=True, slots=True, eq=False)
class Stated(Generic[D, X]):
    """A mechanism with a promise, true or not."""

    base: Mechanism[D, X, Fraction]
    guarantee: Guarantee[Fraction]

    def __call__(self, database: D, coins: Coins[Fraction], /) -> X:
        """What the mechanism says."""
        return coins.delegate(self.base, database)


def paired(
    first: st.SearchStrategy[A], second: Callable[[A], st.SearchStrategy[B]]
) -> st.SearchStrategy[tuple[A, B]]:
    """One draw, and another that depends on it."""
    return first.flatmap(lambda drawn: st.tuples(st.just(drawn), second(drawn)))


def listed(
    databases: Iterable[D], outcomes: Sequence[X], *, everywhere: bool = False
) -> st.SearchStrategy[Listed[D, X]]:
    """Arbitrary laws on the databases; with `everywhere` each has every outcome, so it is pure."""
    keys = tuple(databases)
    laws = distributions(outcomes, everywhere=everywhere)
    return st.tuples(*[laws] * len(keys)).map(
        lambda rows: Listed(dict(zip(keys, rows, strict=True)))
    )


def sequences(values: Sequence[Row], rows: int) -> list[Database[Row]]:
    """All databases of so many rows, in every order."""
    return list(product(values, repeat=rows))


def multisets(values: Sequence[Row], rows: int) -> list[Database[Row]]:
    """All databases of so many rows, in increasing order."""
    return list(combinations_with_replacement(values, rows))


def private(
    values: Sequence[Row], outcomes: Sequence[X]
) -> st.SearchStrategy[Mechanism[Database[Row], X, Fraction]]:
    """Pure mechanisms on any number of rows with these values, of small and of large losses."""
    scores = st.tuples(*[st.integers(0, 2)] * len(outcomes))
    answers = distributions(outcomes, everywhere=True)
    return st.one_of(
        st.builds(
            Exponential,
            st.just(tuple(outcomes)),
            st.fixed_dictionaries(dict.fromkeys(values, scores)),
        ),
        st.builds(
            OneRow,
            st.fixed_dictionaries(dict.fromkeys(values, answers)),
            st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple),
            answers,
        ),
    )


def pure(
    values: Sequence[Row], rows: int, outcomes: Sequence[X]
) -> st.SearchStrategy[Mechanism[Database[Row], X, Fraction]]:
    """Pure mechanisms on so many rows."""
    return private(values, outcomes) | listed(sequences(values, rows), outcomes, everywhere=True)


def grouped(values: int, rows: int, outcomes: Sequence[X]) -> st.SearchStrategy[Grouped[X]]:
    """With two groups of 0, ..., values - 1 in each row, also such as never look at a row."""
    alike = st.just((0,) * values)
    groups = alike | st.tuples(*[st.integers(0, 1)] * values)
    cells = [*product((0, 1), repeat=rows)]
    laws = st.sampled_from(outcomes).map(Dist.point) | distributions(outcomes)
    return st.builds(
        Grouped, st.tuples(*[groups] * rows), st.fixed_dictionaries(dict.fromkeys(cells, laws))
    )


def mechanisms(
    values: Sequence[Row], rows: int, outcomes: Sequence[X]
) -> st.SearchStrategy[Mechanism[Database[Row], X, Fraction]]:
    """Mechanisms on databases of so many rows: any laws, pure ones, and answers without noise."""
    tables = sequences(values, rows)
    return st.one_of(
        listed(tables, outcomes, everywhere=True),
        listed(tables, outcomes),
        private(values, outcomes),
        st.tuples(*[st.sampled_from(outcomes)] * len(tables)).map(
            lambda found: Listed({d: Dist.point(y) for d, y in zip(tables, found, strict=True)})
        ),
    )


def scattered(
    outcomes: Sequence[X], *, everywhere: bool = False
) -> st.SearchStrategy[Scattered[D, X]]:
    """Two to four laws; with `everywhere` each has every outcome."""
    laws = distributions(outcomes, everywhere=everywhere)
    several = st.lists(laws, min_size=2, max_size=4).map(tuple)
    return st.builds(Scattered, several, st.integers(0, 99))


def anywhere(
    values: Sequence[Row], outcomes: Sequence[X]
) -> st.SearchStrategy[Mechanism[Database[Row], X, Fraction]]:
    """Mechanisms on any number of rows with these values: pure ones and others."""
    return st.one_of(
        private(values, outcomes), scattered(outcomes, everywhere=True), scattered(outcomes)
    )


def stated(base: st.SearchStrategy[Mechanism[D, X, Fraction]]) -> st.SearchStrategy[Stated[D, X]]:
    """With some promise."""
    promises = st.builds(
        Guarantee,
        st.integers(2, 9).map(lambda n: Fraction(n, 2)),
        st.integers(0, 4).map(lambda n: Fraction(n, 8)),
    )
    return st.builds(Stated, base, promises)
