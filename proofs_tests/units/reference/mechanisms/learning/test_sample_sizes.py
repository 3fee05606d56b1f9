"""Sizes are the least integers that make every term small enough, up to one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.exact.interval import exact
from reference.mechanisms.learning.sample_sizes import (
    least,
    rows_for_proper,
    rows_for_representing,
)

HALF, FOUR = Fraction(1, 2), Fraction(4)


def test_sizes_by_hand() -> None:
    """4 (x + x^2.77) <= 1/2 at x = e^(-m/16); y + y^3 + y^8.3 <= 1/2 at y = e^(-m/192)."""
    assert rows_for_proper(4, FOUR, HALF, HALF) == 34
    assert rows_for_representing(1, FOUR, HALF, HALF) == 166


def test_small_eps_needs_more() -> None:
    """At e^eps = 11/10 the term with eps decides: 4 ln(8) / (ln(1.1) / 2) = 174.5."""
    assert rows_for_proper(4, Fraction(11, 10), HALF, HALF) == 175


def test_large_eps_does_not_help() -> None:
    """The first term stays: 16 ln(8) = 33.3."""
    assert rows_for_proper(4, Fraction(10**100), HALF, HALF) == 34


def test_the_fewest_examples_are_found() -> None:
    """With x = e^(-m/480): x + x^3 <= 1/8 up to x = 0.1231, so m >= 480 ln(1/x) = 1005.5."""
    assert rows_for_representing(1, Fraction(2**40), Fraction(1, 5), Fraction(1, 8)) == 1006
    assert least(lambda m: exact(Fraction(1, m)), Fraction(1)) == 1


@pytest.mark.parametrize(
    ("hypotheses", "exp_eps", "alpha", "beta"),
    [(0, FOUR, HALF, HALF), (1, Fraction(1), HALF, HALF), (1, FOUR, Fraction(2), HALF)],
)
def test_parameters_outside_their_range_are_refused(
    hypotheses: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction
) -> None:
    """No hypothesis, no loss, no accuracy."""
    for rows in (rows_for_proper, rows_for_representing):
        with pytest.raises(ValueError, match=r"at least one|above 1|lie in"):
            rows(hypotheses, exp_eps, alpha, beta)
