"""Subsampling amplifies as stated, for arbitrary mechanisms, and sometimes exactly as stated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.numbers import LOSSES, PROBABILITIES
from proofs_tests.strategies.tables import Table, a_fifth_of_the_examples, exact_curve, tables
from reference.data.adjacency import add_remove_one, replace_one
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import PrivacyCurve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.privacy.subsampling import IndependentRows, WithoutReplacement, WithReplacement
from reference.probability.coins import Coins, SeededBits, run
from reference.probability.families import independent_subset, sample_with_replacement, subset
from reference.probability.law import law

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

Rows = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Every row is released; private for no eps, with delta = 1."""

    exp_eps: Fraction = Fraction(1)

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """Everything fails, with delta = 1."""
        return Guarantee(self.exp_eps, Fraction(1))

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        return database


REPLACED = st.builds(replace_one, st.just((0, 1)), st.integers(1, 2))
ADDED = st.builds(add_remove_one, st.just((0, 1)), st.integers(1, 2))


def is_amplified(table: Table, found: PrivacyCurve, rate: Fraction) -> None:
    """delta'(1 + q (x - 1)) <= q delta(x) at every x."""
    for x, delta in table.curve().breakpoints:
        assert found.delta_at(1 + rate * (x - 1)) <= rate * delta


@a_fifth_of_the_examples
@given(tables(REPLACED), st.integers(0, 2))
def test_without_replacement_amplifies_the_whole_curve(table: Table, more: int) -> None:
    """For replaced rows, q = m/n."""
    m = table.universe.at_most
    sampled = WithoutReplacement(table, rows=m + more, size=m)
    found = exact_curve(sampled, replace_one((0, 1), m + more))
    is_amplified(table, found, Fraction(m, m + more))


@a_fifth_of_the_examples
@given(tables(ADDED), PROBABILITIES)
def test_independent_rows_amplify_the_whole_curve(table: Table, rate: Fraction) -> None:
    """For added or removed rows."""
    is_amplified(table, exact_curve(IndependentRows(table, rate), table.universe), rate)


@a_fifth_of_the_examples
@given(tables(REPLACED), st.integers(1, 3))
def test_with_replacement_amplifies_every_guarantee(table: Table, rows: int) -> None:
    """(m ln g, delta (g^m - 1) / (g - 1) / n) holds for every (eps, delta) that M keeps to."""
    m = table.universe.at_most
    found = exact_curve(WithReplacement(table, rows, m), replace_one((0, 1), rows))
    for x, _ in table.curve().breakpoints:
        stated = WithReplacement(Table(table.universe, table.rows, x), rows, m).guarantee
        assert found.delta_at(stated.exp_eps) <= stated.delta


@pytest.mark.parametrize(("rows", "size"), [(2, 1), (3, 1), (3, 2), (4, 2), (3, 3)])
def test_delta_is_attained(rows: int, size: int) -> None:
    """By revealed rows: q delta without replacement."""
    revealed = WithoutReplacement(Reveal(), rows, size)
    released = exact_curve(revealed, replace_one((0, 1), rows))
    assert released.delta_at(Fraction(1)) == Fraction(size, rows) == revealed.guarantee.delta


@a_fifth_of_the_examples
@given(st.integers(1, 4), st.integers(0, 4), PROBABILITIES)
def test_samples_have_their_laws(rows: int, size: int, rate: Fraction) -> None:
    """Row by row or at once, a sample has the same law."""
    database = tuple(range(rows))
    shown = Reveal()
    if size <= rows:
        assert law(WithoutReplacement(shown, rows, size), database) == subset(database, size)
    drawn = sample_with_replacement(database, size)
    assert law(WithReplacement(shown, rows, size), database) == drawn
    assert law(IndependentRows(shown, rate), database) == independent_subset(database, rate)


def test_large_databases_can_be_sampled() -> None:
    """A run draws row by row: no set of all samples is made."""
    database = tuple(range(2000))
    for mechanism in (WithoutReplacement(Reveal(), 2000, 7), WithReplacement(Reveal(), 2000, 7)):
        assert len(run(mechanism, database, SeededBits(1))) == 7
    kept = run(IndependentRows(Reveal(), Fraction(1, 100)), database, SeededBits(1))
    assert set(kept) < set(database)


@given(LOSSES, PROBABILITIES, PROBABILITIES)
def test_the_statement_for_every_eps(x: Fraction, delta: Fraction, rate: Fraction) -> None:
    """The guarantee as a function of r is that of every root."""

    @dataclass(frozen=True, slots=True)
    class Promised:
        guarantee: Guarantee[RationalFunction]

        def __call__(self, database: Rows, coins: Coins[RationalFunction], /) -> int:
            return 0

    r = Epsilon.indeterminate().exp()
    inner = Promised(Guarantee(r, RationalFunction.of(delta)))
    sampled = IndependentRows(inner, rate).guarantee
    assert sampled.exp_eps.at(x) == 1 + rate * (x - 1)
    assert sampled.delta.at(x) == rate * delta
    drawn = WithReplacement(inner, 3, 2).guarantee
    g = 1 + (x - 1) / 3
    assert drawn.exp_eps.at(x) == g**2
    assert drawn.delta.at(x) == delta * (g**2 - 1) / (x - 1)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: WithoutReplacement(Reveal(), 3, 4), "sample of 4 rows: it has 0 to 3"),
        (lambda: WithoutReplacement(Reveal(), 0, 0), "0 rows: a sample is drawn from at least 1"),
        (lambda: WithReplacement(Reveal(), 0, 0), "0 rows: a sample is drawn from at least 1"),
        (lambda: WithReplacement(Reveal(), 1, -1), "sample of -1 rows"),
        (lambda: IndependentRows(Reveal(), Fraction(3, 2)), "rate 3/2: a probability lies in"),
        (lambda: law(WithoutReplacement(Reveal(), 3, 1), (0, 0)), "2 rows: .* drawn from 3"),
        (lambda: law(WithReplacement(Reveal(), 3, 1), (0, 0)), "2 rows: .* drawn from 3"),
    ],
)
def test_impossible_samples_are_refused(wrong: Callable[[], object], words: str) -> None:
    """Sizes and rates out of range are named, at construction; a wrong database at the call."""
    with pytest.raises(ValueError, match=words):
        wrong()


def test_pickling_keeps_a_sample() -> None:
    """Combinators survive a round trip, and are equal by their parts."""
    for mechanism in (
        WithoutReplacement(Reveal(), 3, 2),
        WithReplacement(Reveal(), 3, 2),
        IndependentRows(Reveal(), Fraction(1, 3)),
    ):
        assert pickled(mechanism) == mechanism
