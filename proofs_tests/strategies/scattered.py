"""Mechanisms on all databases at once, whatever their rows: of few draws, for large universes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar
from zlib import crc32

from hypothesis import strategies as st

from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import private
from reference.data.database import Database
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

D = TypeVar("D", bound=Hashable)
Row = TypeVar("Row", bound=Hashable)
X = TypeVar("X", bound=Hashable)


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
