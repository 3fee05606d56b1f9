"""Disjunctions and the polynomials that are close to them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.disjunctions import (
    CountPolynomial,
    best_polynomial,
    chebyshev,
    chebyshev_polynomial,
    least_chebyshev_degree,
    negated_literals,
    subsets,
    with_negations,
)
from reference.mechanisms.release.polynomial_summary import PolynomialSummary, greatest_unit
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


def test_chebyshev_at_cosines() -> None:
    """T_k(cos x) = cos(k x) at x = pi/3: 1, 1/2, -1/2, -1, -1/2, 1/2, 1."""
    half = Fraction(1, 2)
    assert [chebyshev(k, half) for k in range(7)] == [1, half, -half, -1, -half, half, 1]


def test_through_values() -> None:
    """A cubic from its values, also beyond them."""
    g = CountPolynomial.through([z**3 for z in range(5)])
    assert [g(z) for z in (5, 9)] == [125, 729]
    assert g.degree == 3


def test_from_degree_t_on_nothing_is_missed() -> None:
    """So for a single attribute, where the line is not defined."""
    for t in (1, 2, 5):
        for k in (t, t + 2):
            assert chebyshev_polynomial(t, k).error(t) == best_polynomial(t, k).error(t) == 0


def test_least_degrees() -> None:
    """The degree is least: 1 for alpha = 1, t for alpha near 0."""
    assert [least_chebyshev_degree(9, a) for a in (Fraction(1), Fraction(1, 10**9))] == [1, 9]
    assert chebyshev_polynomial(9, least_chebyshev_degree(9, Fraction(1, 4))).error(9) <= Fraction(
        1, 4
    )


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: chebyshev_polynomial(0, 1),
        lambda: best_polynomial(2, 0),
        lambda: least_chebyshev_degree(3, Fraction(0)),
        lambda: CountPolynomial((Fraction(1),)),
        lambda: PolynomialSummary(2, 3, 1, Epsilon(Fraction(2))),
        lambda: law(PolynomialSummary(2, 2, 1, Epsilon(Fraction(2))), ()),
    ],
)
def test_refused(wrong: object) -> None:
    """Bad parameters are named."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=r"at least|above|first is|from 1 to"):
        wrong()


def test_rows_with_negations() -> None:
    """(1, 0) with its negations is (1, 0, 0, 1); NOT(a and not b) asks for not a and b."""
    assert with_negations(0b01, 2) == 0b1001
    assert negated_literals(0b01, 0b10, 2) == 0b0110
    assert list(subsets(0b101, 2)) == [1, 4, 5]


def test_unit() -> None:
    """6/7 and -4/7 are multiples of 2/7."""
    assert greatest_unit([Fraction(0), Fraction(6, 7), Fraction(-4, 7)]) == Fraction(2, 7)


def test_no_more_outcomes_than_said() -> None:
    """On one row, where all of them have a probability above 0."""
    made = PolynomialSummary(3, 2, 1, Epsilon(Fraction(2)))
    assert len(law(made, (5,))) == made.most_outcomes(1) == 8
