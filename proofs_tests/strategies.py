"""Generators for property tests: small, so that shrinking shows the smallest counterexample."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from hypothesis import settings
from hypothesis import strategies as st

from reference.data.adjacency import (
    RowAdjacency,
    add_remove_one,
    all_answers,
    edge,
    label_only,
    one_answer,
    private_rows_only,
    replace_one,
)
from reference.exact.polynomial import polynomial
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import PrivacyCurve, envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist

SMALL = st.integers(-6, 6)
FRACTIONS = st.builds(Fraction, st.integers(-12, 12), st.integers(1, 12))
POSITIVE = st.builds(Fraction, st.integers(1, 12), st.integers(1, 12))
PROBABILITIES = st.integers(1, 12).flatmap(
    lambda n: st.integers(0, n).map(lambda k: Fraction(k, n))
)
LOSSES = POSITIVE.map(lambda q: 1 + q)
"""Values of e^eps above 1."""

POLYNOMIALS = st.lists(SMALL, max_size=4).map(polynomial)
RATIONAL_FUNCTIONS = st.builds(RationalFunction, POLYNOMIALS, POLYNOMIALS.filter(bool))
POSITIVE_FUNCTIONS = st.builds(
    RationalFunction,
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(polynomial),
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(polynomial),
)
"""Functions of r that are positive for r >= 1."""

OUTCOMES = st.integers(0, 3)


def laws(outcomes: st.SearchStrategy[int] = OUTCOMES) -> st.SearchStrategy[Dist[int, Fraction]]:
    """Distributions of numbers."""
    return st.dictionaries(outcomes, POSITIVE, min_size=1, max_size=4).map(
        lambda masses: Dist.weighted(masses.items())
    )


def symbolic_laws() -> st.SearchStrategy[Dist[int, RationalFunction]]:
    """Distributions of functions of r."""
    return st.dictionaries(OUTCOMES, POSITIVE_FUNCTIONS, min_size=1, max_size=3).map(
        lambda masses: Dist.weighted(masses.items())
    )


def kernels() -> st.SearchStrategy[tuple[Dist[int, Fraction], ...]]:
    """Stochastic maps of the outcomes 0 to 3: one law for each."""
    return st.tuples(laws(), laws(), laws(), laws())


UNIVERSES: st.SearchStrategy[RowAdjacency[int]] = st.one_of(
    st.builds(
        lambda d, n, o: replace_one(range(d), n, ordered=o),
        st.integers(1, 3),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(
        lambda d, n, least, o: add_remove_one(
            range(d), max(n, least), at_least=min(n, least), ordered=o
        ),
        st.integers(1, 3),
        st.integers(0, 3),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(
        lambda d, k, n, o: private_rows_only(range(d), range(min(k, d)), n, ordered=o),
        st.integers(1, 3),
        st.integers(0, 3),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(lambda k, n: one_answer(range(k), n), st.integers(1, 3), st.integers(0, 3)),
    st.builds(lambda k, n: all_answers(range(k), n), st.integers(1, 3), st.integers(0, 3)),
    st.builds(edge, st.integers(1, 4)),
)
"""Every kind of universe with integer rows, of at most 64 databases."""

LABELLED = st.builds(
    lambda points, n, o: label_only([(x, y) for x in range(points) for y in (0, 1)], n, ordered=o),
    st.integers(1, 2),
    st.integers(0, 3),
    st.booleans(),
)


@dataclass(frozen=True, slots=True)
class Tree:
    """A mechanism that ignores its database: draw, then go on with the child of the outcome.

    The sum of the outcomes drawn is released, modulo 5, so that branches meet.
    """

    law: Dist[int, Fraction]
    children: tuple[Tree | None, ...]
    """For each outcome from 0 on what follows; None: nothing."""

    nested: bool
    """Whether children are run as sub-mechanisms."""

    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        outcome = coins.draw(self.law)
        child = self.children[outcome]
        if child is None:
            return outcome
        rest = coins.run(child, database) if self.nested else child(database, coins)
        return (outcome + rest) % 5

    def expected(self) -> Dist[int, Fraction]:
        """The law, by bind instead of by replay."""

        def follow(outcome: int) -> Dist[int, Fraction]:
            child = self.children[outcome]
            if child is None:
                return Dist.point(outcome)
            return child.expected().map(lambda rest: (outcome + rest) % 5)

        return self.law.bind(follow)


def _trees(children: st.SearchStrategy[Tree | None]) -> st.SearchStrategy[Tree | None]:
    return st.builds(Tree, laws(), st.tuples(*[children] * 4), st.booleans())


TREES: st.SearchStrategy[Tree] = st.builds(
    Tree,
    laws(),
    st.tuples(*[st.recursive(st.none(), _trees, max_leaves=6)] * 4),
    st.booleans(),
)
"""Mechanisms with draws in every nesting."""

Pair: TypeAlias = tuple[Dist[int, Fraction], Dist[int, Fraction]]
PAIRS: st.SearchStrategy[Pair] = st.tuples(laws(), laws())


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
            Table,
            st.just(universe),
            st.tuples(*[laws()] * universe.database_count),
            losses,
        )
    )
