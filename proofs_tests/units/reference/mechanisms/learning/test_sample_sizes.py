"""Sizes are the least integers that make every term small enough, up to one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.exact.interval import exp
from reference.mechanisms.learning.sample_sizes import rows_for_proper, rows_for_representing

HALF, FOUR = Fraction(1, 2), Fraction(4)


def test_sizes_by_hand() -> None:
    """T = 4, alpha = beta = 1/2, e^eps = 4: 16 ln 16 = 44.4, and 192 ln 6 = 344.02."""
    assert rows_for_proper(4, FOUR, HALF, HALF) == 45
    assert rows_for_representing(1, FOUR, HALF, HALF) == 345


def test_small_eps_needs_more() -> None:
    """At e^eps = 11/10 the term with eps decides: 4 ln(16) / (ln(1.1) / 2) = 232.7."""
    assert rows_for_proper(4, Fraction(11, 10), HALF, HALF) == 233


def test_large_eps_does_not_help() -> None:
    """The first term stays."""
    assert rows_for_proper(4, Fraction(10**100), HALF, HALF) == 45


def test_one_example_less_is_too_few() -> None:
    """T e^(-alpha m/8) is above beta/2 there."""
    assert (exp(Fraction(-44, 16)) * -1).certainly_less(Fraction(-1, 16))


@pytest.mark.parametrize(
    ("hypotheses", "exp_eps", "alpha", "beta"),
    [(0, FOUR, HALF, HALF), (1, Fraction(1), HALF, HALF), (1, FOUR, Fraction(1), HALF)],
)
def test_parameters_outside_their_range_are_refused(
    hypotheses: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction
) -> None:
    """No hypothesis, no loss, no accuracy."""
    for rows in (rows_for_proper, rows_for_representing):
        with pytest.raises(ValueError, match=r"at least one|above 1|lie in"):
            rows(hypotheses, exp_eps, alpha, beta)
