"""Noise for many counting queries: laws by hand, budgets and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.exact.exponential import exp_bounds
from reference.exact.interval import exp, ln, sqrt
from reference.mechanisms.release.many_counts import (
    LaplaceCounts,
    gaussian_deviation,
    largest_loss,
    loss_in_print,
)
from reference.probability.law import law

BITS = Domain.of_size(2)
BOTH = (PointFunction(0), PointFunction(1))


def test_answers_are_independent_two_sided_geometric() -> None:
    """Two rows 0 and 1; every answer is 1/2 plus Z/2, shown from -1/2 to 3/2."""
    release = LaplaceCounts(BOTH, BITS, Fraction(2), Fraction(0), 1)
    a = 1 / release.root
    masses = {-1: a**2, 0: a * (1 - a), 1: 1 - a, 2: a * (1 - a), 3: a**2}
    one = {Fraction(v, 2): m / (1 + a) for v, m in masses.items()}
    found = law(release, (0, 1))
    assert sum(one.values()) == 1
    assert found.support == {(u, v) for u in one for v in one}
    assert all(found.probability((u, v)) == one[u] * one[v] for u in one for v in one)


def test_the_root_is_just_below_the_exponential_of_the_loss() -> None:
    """Rounded down by less than 2^-38 of root - 1."""
    release = LaplaceCounts(BOTH, BITS, Fraction(1, 10), Fraction(1, 1000))
    low, _ = exp_bounds(release.loss)
    assert release.root <= low
    assert (low - 1) * (1 - Fraction(1, 2**38)) < release.root - 1


def test_without_delta_the_budget_is_shared() -> None:
    """eps/k each."""
    assert largest_loss(4, Fraction(2), Fraction(0)) == Fraction(1, 2)
    assert largest_loss(1, Fraction(3), Fraction(0)) == 3


def test_formulas_invert_to_delta() -> None:
    """e^((eps/(c eps_0))^2/k) = 1/delta; e^((sigma eps n)^2/(2k)) = 5/(4 delta)."""
    k, eps, delta, n = 9, Fraction(1, 2), Fraction(1, 100), 7
    loss = loss_in_print(k, eps, delta)
    for number, wanted in (
        (exp((eps * 200 / (403 * loss)) ** 2 / k), 1 / delta),
        (exp((gaussian_deviation(k, eps, delta, n) * eps * n) ** 2 / (2 * k)), 5 / (4 * delta)),
    ):
        low, high = number.enclosure(80)
        assert low <= wanted <= high
    assert not loss_in_print(1, eps, delta).certainly_less(
        eps / (Fraction(403, 200) * sqrt(ln(100)))
    )


def test_the_promise_is_the_budget() -> None:
    """e^eps rounded down, and delta."""
    release = LaplaceCounts(BOTH, BITS, Fraction(1), Fraction(1, 100))
    assert release.guarantee.exp_eps == exp_bounds(Fraction(1))[0]
    assert release.guarantee.delta == Fraction(1, 100)
    assert [*release.universe(1).databases()] == [(0,), (1,)]


@pytest.mark.parametrize(
    ("queries", "eps", "delta", "reach", "words"),
    [
        (0, 1, 0, 0, "0 queries"),
        (1, 0, 0, 0, "eps 0, delta 0"),
        (1, 1, 1, 0, "eps 1, delta 1"),
        (1, 1, 0, -1, "reach -1"),
    ],
)
def test_bad_parameters_are_refused(
    queries: int, eps: int, delta: int, reach: int, words: str
) -> None:
    """At construction."""
    with pytest.raises(ValueError, match=words):
        LaplaceCounts(BOTH[:1] * queries, BITS, Fraction(eps), Fraction(delta), reach)


def test_no_rows_have_no_averages() -> None:
    """Refused at a call, and by the deviation."""
    with pytest.raises(ValueError, match="at least 1 row"):
        law(LaplaceCounts(BOTH, BITS, Fraction(1), Fraction(0)), ())
    with pytest.raises(ValueError, match="0 rows"):
        gaussian_deviation(1, Fraction(1), Fraction(1, 10), 0)
