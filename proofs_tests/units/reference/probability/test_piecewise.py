"""Piecewise functions against certified quadrature, and identities that hold exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import factorial

import pytest
from flint import acb, arb, fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.differences import Below, probability
from reference.probability.piecewise import Piecewise, exponential, laplace, uniform

U, SIZE, TINY = Fraction(3, 5), fmpq(3, 5), arb(2) ** -40
Terms = list[tuple[int, int, acb]]

DENSITIES = st.one_of(
    st.builds(laplace, st.integers(1, 3), st.integers(-2, 2)),
    st.builds(exponential, st.integers(1, 2), st.integers(-2, 2)),
    st.builds(lambda low, size: uniform(low, low + size), st.integers(-2, 1), st.integers(1, 3)),
)


def ball(value: ExponentialPolynomial) -> acb:
    """At u = 3/5."""
    low, high = value.at(U).enclosure(100)
    return acb(
        arb(fmpq(low.numerator, low.denominator)).union(fmpq(high.numerator, high.denominator))
    )


def integral(function: Piecewise, low: int, high: int) -> acb:
    """From low u to high u, by certified quadrature of each piece."""
    ends = [low, *(b for b in function.breaks if low < b < high), high]
    total = acb(0)
    for a, b in pairwise(ends):
        piece = function.pieces[sum(c <= a for c in function.breaks)]
        terms = [(j, m, ball(c)) for (j, m), c in piece.items()]

        def value(s: acb, _analytic: bool, terms: Terms = terms) -> acb:
            return sum((c * s**j * (m * s).exp() for j, m, c in terms), acb(0))

        total += acb.integral(value, acb(a * SIZE), acb(b * SIZE))
    return total


@settings(max_examples=25)
@given(DENSITIES, DENSITIES, st.integers(-2, 2))
def test_integrals_by_quadrature(f: Piecewise, g: Piecewise, k: int) -> None:
    """Of the product of a density and a shifted running integral."""
    h = f * g.below().shifted(k)
    below, above = h.below(), h.above()
    for low, high in pairwise((-4, -1, 1, 5)):
        found = integral(h, low, high)
        assert found.overlaps(ball(below(high) - below(low)))
        assert found.overlaps(ball(above(low) - above(high)))
        assert found.real.rad() < TINY
    assert below(5) + above(5) == h.total()


@given(DENSITIES, st.integers(-3, 3))
def test_densities_are_normalised(f: Piecewise, k: int) -> None:
    """Each has the integral 1, of which what is below and above a point are the parts."""
    assert f.total() == 1
    assert f.shifted(k).total() == 1
    assert f.below()(k) + f.above()(k) == 1
    assert f.reflected().above()(-k) == f.below()(k)
    assert f.shifted(k).below()(0) == f.below()(k)


def test_values_at_break_points() -> None:
    """They are those from the right."""
    f = uniform(-1, 1)
    half = ExponentialPolynomial.u(-1) / 2
    assert [f(b) for b in (-2, -1, 0, 1, 2)] == [0, half, half, 0, 0]


@given(st.integers(1, 3), st.integers(0, 6), st.integers(-3, 3))
def test_sums_of_waits(rate: int, n: int, k: int) -> None:
    """The density s^n a^(n+1) e^(-as)/n!, of the sum of n + 1 waits, adds to 1, shifted too.

    Beyond b u it is that of at most n events until then: those of a Poisson process.
    """
    u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
    factor = ExponentialPolynomial.of(Fraction(rate ** (n + 1), factorial(n)))
    moved = Piecewise((0,), ({}, {(n, -rate): factor})).shifted(k)
    assert moved.total() == 1
    for b in range(3):
        events = (Fraction(rate**i, factorial(i)) * (b * u) ** i for i in range(n + 1))
        assert moved.above()(b - k) == r ** (-rate * b) * sum(events, ExponentialPolynomial.of(0))


@given(DENSITIES, st.integers(-3, 3), st.integers(-3, 3))
def test_what_is_within(f: Piecewise, low: int, high: int) -> None:
    """The integral between is the difference of running ones; there is nothing elsewhere."""
    for a, b in ((low, None), (None, high), (low, high)):
        found = f.within(a, b)
        left = ExponentialPolynomial.of(0) if a is None else f.below()(a)
        right = ExponentialPolynomial.of(1) if b is None else f.below()(b)
        between = right - left if a is None or b is None or a < b else 0
        assert found.total() == between
        for c in range(-5, 5):
            inside = (a is None or a <= c) and (b is None or c < b)
            assert found(c) == (f(c) if inside else 0)


def test_what_is_refused() -> None:
    """Rates below 1, empty intervals; a constant has no integral."""
    with pytest.raises(ValueError, match="rate 0: an integer, at least 1"):
        laplace(0, 1)
    with pytest.raises(ValueError, match="rate -1"):
        exponential(-1, 1)
    with pytest.raises(ValueError, match=r"uniform on \[2, 2\]"):
        uniform(2, 2)
    step = Piecewise((0,), ({}, {(0, 0): ExponentialPolynomial.of(1)}))
    with pytest.raises(ValueError, match="diverges"):
        step.total()
    with pytest.raises(ValueError, match="diverges"):
        step.reflected().below()


@given(st.integers(2, 4), st.integers(1, 3))
def test_equal_draws_are_in_each_order_alike(n: int, rate: int) -> None:
    """By symmetry: 1/n! for each order, 1/n to be the largest."""
    draws = {i: laplace(rate, 0) for i in range(n)}
    ordered = [Below(i, i + 1, 0) for i in range(n - 1)]
    assert probability(draws, ordered) == Fraction(1, factorial(n))
    assert probability(draws, [Below(i, 0, 0) for i in range(1, n)]) == Fraction(1, n)


@st.composite
def systems(draw: st.DrawFn) -> tuple[dict[int, Piecewise], list[Below]]:
    """Two to four draws, and constraints between them."""
    n = draw(st.integers(2, 4))
    draws = {i: draw(DENSITIES) for i in range(n)}
    pairs = st.permutations(range(n)).map(lambda order: (order[0], order[1]))
    one = st.builds(lambda pair, k: Below(pair[0], pair[1], k), pairs, st.integers(-2, 2))
    return draws, draw(st.lists(one, min_size=1, max_size=4))


THREE = {i: laplace(1, 0) for i in range(3)}


@settings(max_examples=60)
@given(systems())
@example((THREE, [Below(0, 1, 0), Below(0, 1, -1), Below(2, 1, 0), Below(2, 0, 1)]))
@example((THREE, [Below(0, 1, 1), Below(0, 2, -1), Below(2, 1, -2)]))
def test_a_constraint_holds_or_its_opposite(
    system: tuple[dict[int, Piecewise], list[Below]],
) -> None:
    """The two probabilities add up to that without it; each lies in [0, 1]."""
    draws, (first, *rest) = system
    opposite = Below(first.high, first.low, -first.k)
    holds, fails = probability(draws, [first, *rest]), probability(draws, [opposite, *rest])
    assert holds + fails == probability(draws, rest)
    assert holds.sign_at(U) >= 0
    assert (1 - holds).sign_at(U) >= 0
