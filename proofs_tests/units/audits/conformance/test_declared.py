"""Exact curves of compositions, and closed forms, against independent computations."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.conformance.declared import (
    classes,
    composed,
    delta_bounds,
    exact_delta,
    gaussian_delta,
    judged,
    laplace_delta,
    loss_above,
    swapped,
)
from audits.conformance.finding import Outcome
from reference.exact.exponential import exp_bounds

weights = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


@given(weights, weights, st.integers(1, 4), st.fractions(0, 6, max_denominator=6))
def test_composition_is_that_of_products(
    one: list[int], other: list[int], folds: int, exp_eps: Fraction
) -> None:
    """Lumping by likelihood ratio and squaring changes no hockey-stick sum."""
    p = {i: Fraction(w, sum(one)) for i, w in enumerate(one)}
    q = {i: Fraction(w, sum(other)) for i, w in enumerate(other)}
    brute = sum(
        (
            max(prod(p[y] for y in ys) - exp_eps * prod(q[y] for y in ys), Fraction(0))
            for ys in product(range(3), repeat=folds)
        ),
        Fraction(0),
    )
    assert exact_delta(composed(classes(p, q), folds), exp_eps) == brute


def test_64_fold_randomized_response_has_65_classes() -> None:
    """The number of truthful answers is sufficient."""
    flip = classes({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)})
    assert len(composed(flip, 64)) == 65


def test_directions_differ() -> None:
    """An asymmetric pair has two curves; both are considered."""
    pair = classes(
        {0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(9, 10), 1: Fraction(1, 10)}
    )
    assert exact_delta(pair, Fraction(2)) == Fraction(3, 10)
    assert exact_delta(swapped(pair), Fraction(2)) == 0
    low, high = delta_bounds(pair, Fraction(1))
    assert Fraction(228171, 10**6) < low <= high < Fraction(228172, 10**6)


@pytest.mark.parametrize(
    ("sigma", "sensitivity", "eps", "low", "high"),
    [
        # Balle and Wang (2018): at eps = 0, 2 Phi(1/2) - 1 = 0.382924922548...
        (1, 1, Fraction(0), "0.38292492254", "0.38292492255"),
        (1, 1, Fraction("4.37717809"), "0.00000999", "0.00001001"),
    ],
)
def test_gaussian_noise(sigma: int, sensitivity: int, eps: Fraction, low: str, high: str) -> None:
    """The closed form at known points."""
    ends = gaussian_delta(Fraction(sigma), Fraction(sensitivity), 1, eps)
    assert Fraction(low) < ends[0] <= ends[1] < Fraction(high)


def test_gaussian_noise_composes_by_its_square_root() -> None:
    """64 folds at sigma 8 are one fold at sigma 1."""
    many = gaussian_delta(Fraction(8), Fraction(1), 64, Fraction(2))
    one = gaussian_delta(Fraction(1), Fraction(1), 1, Fraction(2))
    assert max(many[0], one[0]) <= min(many[1], one[1])


def test_laplace_noise() -> None:
    """delta(0) = 1 - e^(-1/2) = 0.3934693402873..., and delta(1) = 0."""
    low, high = laplace_delta(Fraction(1), Fraction(0))
    assert Fraction("0.39346934028") < low <= high < Fraction("0.39346934029")
    assert not any(laplace_delta(Fraction(1), Fraction(1)))


@pytest.mark.parametrize(
    ("declared", "outcome"),
    [("1/2", Outcome.HOLDS), ("29/100", Outcome.REFUTED), ("1/3", Outcome.UNDECIDED)],
)
def test_a_declared_number_is_judged(declared: str, outcome: Outcome) -> None:
    """Between the ends of the enclosure nothing is claimed."""
    exact = (Fraction(3, 10), Fraction(4, 10))
    assert judged(Fraction(declared), exact, Fraction(0))[0] is outcome


def test_a_delta_at_the_lower_end_is_undecided() -> None:
    """The exact one may be this very number, which bounds it."""
    ends = Fraction(1, 4), Fraction(1, 2)
    assert judged(ends[0], ends, Fraction(0)) == (Outcome.UNDECIDED, Fraction(0))
    assert judged(ends[0], ends, Fraction(1, 8))[0] is Outcome.UNDECIDED
    assert judged(ends[0] - Fraction(1, 10**9), ends, Fraction(0))[0] is Outcome.REFUTED


@pytest.mark.parametrize("odds", [Fraction(3), Fraction(3, 2), Fraction(10**6 + 1, 10**6)])
def test_a_loss_is_rounded_up(odds: Fraction) -> None:
    """Its exponential is at least the odds."""
    assert exp_bounds(loss_above(odds), 400)[0] >= odds
