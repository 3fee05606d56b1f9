"""Plausible mistakes with private and public rows."""

from __future__ import annotations

from fractions import Fraction

from audits.claims.bcmnuw20.impostors.public_rows import (
    last_link_free,
    last_public_rows_free,
    odd_moments_kept,
    one_column_changes,
    orders_not_counted,
    orders_of_public_rows_lost,
    public_protected,
    public_rows_once,
    public_unseen,
    strictly_within,
)
from audits.engines.optimum import solve
from audits.engines.optimum.problems.public_data import (
    accused_rows,
    mean_release,
    mean_squared_error,
    public_thresholds,
)
from reference.data.domain import Domain

TWO, HALF, QUARTER = Fraction(2), Fraction(1, 2), Fraction(1, 4)
BITS = Domain.of_size(2)


def test_protected_public_rows_are_private_rows() -> None:
    """V(n, m) becomes V(n + m, 0), and all of it is lost at eps = 0."""
    assert solve(public_protected(mean_release)(1, 1), TWO).value == Fraction(8, 17)
    assert solve(mean_release(2, 0), TWO).value == Fraction(8, 17)
    assert solve(mean_release(1, 1), TWO).value == Fraction(4, 7)
    assert solve(public_protected(public_thresholds)(0, 1), TWO).value == Fraction(13, 24)


def test_unseen_public_rows_are_no_rows() -> None:
    """V(n, m) becomes V(n, 0)."""
    assert solve(public_unseen(mean_release)(1, 1), TWO).value == Fraction(2, 5)


def test_an_error_of_exactly_alpha_is_good() -> None:
    """At alpha = 1/2, n = 1 it is 2/3, and 2/5 if it were not; alpha = 1/4 does not show it."""
    assert solve(mean_release(1, 0, accuracy=HALF), TWO).value == Fraction(2, 3)
    assert solve(strictly_within(1, 0, 1, HALF), TWO).value == Fraction(2, 5)
    assert solve(strictly_within(1, 0), TWO).value == solve(mean_release(1, 0), TWO).value


def test_a_whole_row_changes() -> None:
    """Two columns, one row: 2/13; with one column at a time 4/25; one column does not show it."""
    assert solve(mean_release(1, 0, 2, QUARTER, 1), TWO).value == Fraction(2, 13)
    assert solve(one_column_changes(1, 0, 2, QUARTER, 1), TWO).value == Fraction(4, 25)
    assert solve(one_column_changes(1, 0, 1), TWO).value == Fraction(2, 5)


def test_orders_of_rows_are_counted() -> None:
    """Two columns, two rows: 20/97, and 15/94 without; one row does not show it."""
    assert solve(orders_not_counted(2, 0, 2, QUARTER, 1), TWO).value == Fraction(15, 94)
    assert solve(orders_not_counted(1, 0, 2, QUARTER, 1), TWO).value == Fraction(2, 13)


def test_odd_moments_of_the_mean_vanish() -> None:
    """Without rows: 1/3, and 1/12 with them."""
    assert solve(mean_squared_error(0, 0), TWO).value == Fraction(1, 3)
    assert solve(odd_moments_kept(0, 0, 4), TWO).value == -Fraction(1, 12)


def test_pairs_that_are_left_out() -> None:
    """One private and one public row: 4/7, and more with the last pair, of two, or its public row.

    Without public rows the two are one.
    """
    assert solve(mean_release(1, 1), TWO).value == Fraction(4, 7)
    for wrong in (last_link_free, last_public_rows_free):
        found = solve(wrong(mean_release)(1, 1), TWO).value
        assert found is not None
        assert found > Fraction(4, 7)
        assert solve(wrong(mean_release)(1, 0), TWO).value == HALF


def test_equal_public_rows_are_counted_each() -> None:
    """Two public rows: 3/2 if they are equal, else 1: 5/4; with equal ones once 3/4."""
    weights, even = (Fraction(1), Fraction(1), TWO), (HALF, HALF)
    assert solve(accused_rows(even, 1, 2, weights), TWO).value == Fraction(5, 4)
    assert solve(public_rows_once(even, 1, 2, weights), TWO).value == 3 * QUARTER
    assert solve(public_rows_once(even, 1, 1, weights), TWO).value == HALF


def test_orders_of_two_public_rows_of_two_columns() -> None:
    """1/6, and 7/60 without them; one column does not show it."""
    assert solve(orders_of_public_rows_lost(0, 2, 2, 2), TWO).value == -Fraction(7, 60)
    same = solve(mean_squared_error(0, 2, 2), TWO).value
    assert same is not None
    assert solve(orders_of_public_rows_lost(0, 2, 2), TWO).value == -same
