"""Arbitrary solvers, forgers, pirates and tracers, small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

from hypothesis import strategies as st

from proofs_tests.strategies.laws import distributions
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.probability.coins import Coins
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


def answers(points: int) -> list[int | Bottom]:
    """What a solver says: a point, or nothing."""
    return [*range(points), Bottom.BOTTOM]
