"""Compositions have the product of the laws, and keep to what basic and optimal bounds say."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.numbers import LOSSES, PROBABILITIES
from proofs_tests.strategies.tables import Table, a_fifth_of_the_examples, exact_curve, tables
from reference.data.adjacency import add_remove_one, replace_one
from reference.exact.rational_function import RationalFunction
from reference.privacy.composition import (
    AdaptiveComposition,
    SequentialComposition,
    composed_curve,
    composed_guarantee,
)
from reference.privacy.curve import curve, envelope, upper_envelope
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import (
    group_guarantee,
    group_path,
    guarantee_between,
    hamming_distance,
)
from reference.privacy.guarantee import Guarantee
from reference.privacy.parallel_composition import IncomparableError, ParallelComposition, greatest
from reference.privacy.post_processing import PostProcessing
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law, laws

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

Rows = tuple[int, ...]

ONE_BIT = replace_one((0, 1), 1)
ADDED = add_remove_one((0, 1), 2)
ON_ONE_BIT = tables(st.just(ONE_BIT))
ON_ADDED = tables(st.just(ADDED))


def object_of(pair: object) -> object:
    """A pair of outcomes is an outcome."""
    return pair


@dataclass(frozen=True, slots=True)
class ByOutput:
    """The mechanism that an outcome from 0 to 3 leads to."""

    tables: tuple[Table, Table, Table, Table]

    def __call__(self, outcome: int) -> Table:
        return self.tables[outcome]


@a_fifth_of_the_examples
@given(ON_ONE_BIT, st.integers(1, 3))
def test_post_processing(table: Table, modulus: int) -> None:
    """The guarantee stays and is kept: nothing is easier to tell apart."""
    processed: PostProcessing[Rows, int, int, Fraction] = PostProcessing(table, modulus.__rmod__)
    assert processed.guarantee == table.guarantee
    assert upper_envelope([exact_curve(processed, ONE_BIT), table.curve()]) == table.curve()


@a_fifth_of_the_examples
@given(st.lists(ON_ONE_BIT, min_size=1, max_size=3))
def test_sequential_composition(parts: list[Table]) -> None:
    """Basic and optimal composition hold at every (eps, delta)."""
    composed = SequentialComposition(tuple(parts))
    optimal = composed_curve([part.guarantee for part in parts])
    assert upper_envelope([exact_curve(composed, ONE_BIT), optimal]) == optimal
    assert optimal.delta_at(composed.guarantee.exp_eps) <= composed.guarantee.delta


@a_fifth_of_the_examples
@given(ON_ONE_BIT, st.tuples(*[ON_ONE_BIT] * 4))
def test_adaptive_composition(first: Table, rest: tuple[Table, Table, Table, Table]) -> None:
    """Both bounds hold with the worst guarantee of what may follow."""
    promise = greatest([table.guarantee for table in rest])
    composed: AdaptiveComposition[Rows, int, int, Fraction] = AdaptiveComposition(
        first, ByOutput(rest), promise
    )
    optimal = composed_curve([first.guarantee, promise])
    assert upper_envelope([exact_curve(composed, ONE_BIT), optimal]) == optimal


@given(LOSSES, PROBABILITIES, st.integers(0, 4))
def test_optimal_composition_is_attained(x: Fraction, delta: Fraction, times: int) -> None:
    """By the mechanism that tells all with probability delta and else answers with odds x : 1."""
    silent, right = 1 - delta, x / (1 + x)
    p: Dist[object, Fraction] = Dist.weighted(
        [("P", delta), (0, silent * right), (1, silent * (1 - right))]
    )
    q: Dist[object, Fraction] = Dist.weighted(
        [("Q", delta), (0, silent * (1 - right)), (1, silent * right)]
    )
    start: Dist[object, Fraction] = Dist.point("start")
    many_p = reduce(lambda law, _: law.product(p).map(object_of), range(times), start)
    many_q = reduce(lambda law, _: law.product(q).map(object_of), range(times), start)
    guarantee = Guarantee(x, delta)
    assert composed_curve([guarantee] * times) == curve(many_p, many_q)


def test_basic_composition_for_every_eps() -> None:
    """Exponentials multiply, deltas add, as functions of r; a delta above 1 is 1."""
    r = RationalFunction.r()
    tenth = RationalFunction.of(Fraction(1, 10))
    total = composed_guarantee([Guarantee(r, tenth), Guarantee(r * r, tenth)])
    assert total == Guarantee(r**3, 2 * tenth)
    certain = Guarantee(Fraction(2), Fraction(2, 3))
    assert composed_guarantee([certain, certain]) == Guarantee(Fraction(4), Fraction(1))
    nothing: SequentialComposition[Rows, int, Fraction] = SequentialComposition(())
    assert law(nothing, (0,)) == Dist.point(())
    with pytest.raises(ValueError, match="at least one mechanism"):
        _ = nothing.guarantee


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a row modulo two."""

    def __call__(self, row: int) -> int:
        return row % 2


@a_fifth_of_the_examples
@given(ON_ADDED, ON_ADDED)
def test_parallel_composition(first: Table, second: Table) -> None:
    """The greatest guarantee holds for added rows, the sum of two for replaced ones.

    Rows 0 and 2 belong to the first part, rows 1 and 3 to the second.
    """
    composed = ParallelComposition((Shifted(first), Shifted(second)), Part())
    exact_curve(composed, add_remove_one(range(4), 2))
    replaced = replace_one(range(2), 2)
    moved = envelope(list(laws(composed, replaced.databases())), replaced.index_pairs()).curve
    stated = composed.guarantee_for_replaced_rows
    assert moved.delta_at(stated.exp_eps) <= stated.delta


@dataclass(frozen=True, slots=True)
class Shifted:
    """A mechanism on bits, called on row // 2."""

    table: Table

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """That of the mechanism."""
        return self.table.guarantee

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int:
        return self.table(tuple(row // 2 for row in database), coins)


def test_the_greatest_guarantee() -> None:
    """Functions of r are compared for all r >= 1, or the comparison is refused."""
    r, zero = Epsilon.indeterminate().exp(), RationalFunction(0)
    assert greatest([Guarantee(r, zero), Guarantee(r * r, zero)]) == Guarantee(r * r, zero)
    half = RationalFunction.of(Fraction(1, 2))
    assert greatest([Guarantee(r, half), Guarantee(r * r, zero)]) == Guarantee(r * r, half)
    with pytest.raises(IncomparableError, match="none of r, 2 is seen to be the greatest"):
        greatest([Guarantee(r, zero), Guarantee(RationalFunction.of(2), zero)])
    with pytest.raises(ValueError, match="at least one mechanism"):
        greatest(list[Guarantee[Fraction]]())


@a_fifth_of_the_examples
@given(tables(st.builds(replace_one, st.just((0, 1)), st.just(3))), st.integers(0, 3))
def test_group_privacy(table: Table, distance: int) -> None:
    """The guarantee at distance k holds for all databases k moves apart."""
    stated = group_guarantee(table.guarantee, distance)
    databases = list(table.universe.databases())
    far = [
        (i, j)
        for i, first in enumerate(databases)
        for j, second in enumerate(databases)
        if (table.universe.distance(first, second) or 0) <= distance
    ]
    found = envelope(table.rows, far).curve
    assert found.delta_at(stated.exp_eps) <= stated.delta


@given(LOSSES, st.integers(0, 4))
def test_group_privacy_has_its_closed_form(x: Fraction, distance: int) -> None:
    """(x^k, delta (x^k - 1) / (x - 1)), and delta is never above 1."""
    delta = Fraction(1, 10**6)
    found = group_guarantee(Guarantee(x, delta), distance)
    assert found.exp_eps == x**distance
    assert found.delta == min(delta * (x**distance - 1) / (x - 1), Fraction(1))
    capped = group_guarantee(Guarantee(x, Fraction(1)), distance)
    assert capped.delta == (1 if distance else 0)
    with pytest.raises(ValueError, match="distance -1"):
        group_guarantee(capped, -1)


@given(ON_ONE_BIT)
def test_pickling_keeps_a_composition(table: Table) -> None:
    """Combinators survive a round trip, and are equal by their parts."""
    sequential = SequentialComposition((table, table))
    assert pickled(sequential) == sequential
    parallel = ParallelComposition((table, table), Part())
    assert pickled(parallel) == parallel
    adaptive: AdaptiveComposition[Rows, int, int, Fraction] = AdaptiveComposition(
        table, ByOutput((table, table, table, table)), table.guarantee
    )
    assert pickled(adaptive) == adaptive


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=5))
def test_a_path_changes_the_rows_that_differ(rows: list[tuple[int, int]]) -> None:
    """From x to x', one row at a time, and no more steps than rows that differ."""
    first, second = tuple(a for a, _ in rows), tuple(b for _, b in rows)
    path = group_path(first, second)
    assert (path[0], path[-1]) == (first, second)
    assert len(path) == 1 + sum(a != b for a, b in rows)
    assert hamming_distance(first, second) == len(path) - 1
    assert all(hamming_distance(a, b) == 1 for a, b in pairwise(path))
    one = Guarantee(Fraction(2), Fraction(1, 1000))
    assert guarantee_between(one, first, second) == group_guarantee(one, len(path) - 1)


def test_databases_of_different_sizes_have_no_path() -> None:
    """No row is added or removed."""
    with pytest.raises(ValueError, match="1 and 2 rows: equally many"):
        group_path((0,), (0, 1))
