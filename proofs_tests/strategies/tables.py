"""Mechanisms given by their laws on every database of a universe."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

from proofs_tests.strategies.laws import laws
from proofs_tests.strategies.numbers import LOSSES
from reference.data.adjacency import RowAdjacency
from reference.privacy.curve import PrivacyCurve, envelope
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins
from reference.probability.dist import Dist, X
from reference.probability.law import laws as laws_of


@dataclass(frozen=True, slots=True)
class Table:
    """A mechanism given by its law on every database of a universe."""

    universe: RowAdjacency[int]
    rows: tuple[Dist[int, Fraction], ...]
    """One law for each database, in the order of the universe."""

    exp_eps: Fraction = Fraction(2)
    """Where `guarantee` states the tight delta."""

    def curve(self) -> PrivacyCurve:
        """The exact privacy curve."""
        return envelope(self.rows, self.universe.index_pairs()).curve

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """The tight delta at `exp_eps`."""
        return Guarantee(self.exp_eps, self.curve().delta_at(self.exp_eps))

    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        found = list(self.universe.databases()).index(tuple(sorted(database)))
        return coins.draw(self.rows[found])


a_fifth_of_the_examples = settings(max_examples=settings().max_examples // 5)
"""For tests of tables: the laws of what is not ours are found again in other processes."""


def tables(
    universes: st.SearchStrategy[RowAdjacency[int]], losses: st.SearchStrategy[Fraction] = LOSSES
) -> st.SearchStrategy[Table]:
    """Arbitrary mechanisms on the given universes, with outcomes 0 to 3."""
    return universes.flatmap(
        lambda universe: st.builds(
            Table, st.just(universe), st.tuples(*[laws()] * universe.database_count), losses
        )
    )


def exact_curve(
    mechanism: PrivateMechanism[tuple[int, ...], X, Fraction], universe: RowAdjacency[int]
) -> PrivacyCurve:
    """The privacy curve of a mechanism on a universe, from its laws; what it promises is kept."""
    found = list(laws_of(mechanism, universe.databases()))
    whole = envelope(found, universe.index_pairs()).curve
    stated = mechanism.guarantee
    assert whole.delta_at(stated.exp_eps) <= stated.delta
    return whole
