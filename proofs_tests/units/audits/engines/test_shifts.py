"""Proofs that exponential polynomials are nowhere negative, against certified values."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audits.engines.shifts import Shift, negative_at, nowhere_negative, proves, taylor
from reference.exact.exponential_polynomial import ExponentialPolynomial, Terms

U, R = ExponentialPolynomial.u(), ExponentialPolynomial.r()

TERMS = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(-2, 2)),
    st.integers(-6, 6).map(Fraction),
    min_size=1,
    max_size=4,
)

SAMPLE = [Fraction(i, 8) for i in range(1, 49)] + [Fraction(1, 10**k) for k in (2, 4, 8)]


@settings(max_examples=150)
@given(TERMS)
def test_what_is_proved_is_nowhere_negative(terms: Terms) -> None:
    """At 51 places; and where a negative value is found, there is no proof."""
    function = ExponentialPolynomial.of_terms(terms)
    proof, place = nowhere_negative(function), negative_at(function)
    assert proof is None or place is None
    if proof is not None:
        assert all(function.sign_at(u) >= 0 for u in SAMPLE)
    if place is not None:
        assert function.sign_at(place) == -1


@pytest.mark.parametrize("degree", [1, 2, 5, 9])
def test_the_series_of_e_to_the_u(degree: int) -> None:
    """e^u is above its partial sums, for every u > 0; with a larger last term it is not."""
    last = Fraction(1, factorial(degree))
    rest = R
    for j in range(degree + 1):
        rest = rest - ExponentialPolynomial.of_terms({(j, 0): Fraction(1, factorial(j))})
    assert nowhere_negative(rest) is not None
    assert negative_at(rest) is None
    less = rest - ExponentialPolynomial.of_terms({(degree, 0): last / 100})
    assert nowhere_negative(less) is None
    assert negative_at(less) is not None


def test_taylor_coefficients_by_multiplication() -> None:
    """Of e^(2u) (3 u^2 e^u - 5 u): n! times those of the series, by hand."""
    terms = {(2, 1): 3, (1, 0): -5}
    assert [taylor(terms, 2, n) for n in range(4)] == [
        0,
        -5,  # -5 u
        2 * (3 - 5 * 2),  # 3 u^2 - 5 u 2u
        6 * (3 * 3 - 5 * 2),  # 3 u^2 3u - 5 u (2u)^2/2
    ]


def test_false_proofs_are_none() -> None:
    """Of a function that is negative, by any shift; of a true one, by too small a number N."""
    wrong = (1 + U - R).integral
    assert not any(proves(wrong, Shift(s, n)) for s in (0, 1, 5) for n in (1, 4, 64))
    late = {(0, 3): 1, (0, 2): -12, (0, 1): 120}  # A_4 = 9, A_5 = -21
    assert not any(proves(late, Shift(0, n)) for n in range(20))
    growing = {(0, 2): 20, (5, 1): -1}  # A_6 = 560, A_8 = -1600
    assert not any(proves(growing, Shift(0, n)) for n in range(20))
    assert not proves({(0, 1): 1, (5, 0): -1}, Shift(0, 4))  # A_5 = 1 - 120
    assert proves({}, Shift(0, 0))
    assert proves({(3, 0): 1}, Shift(0, 3))
    assert not proves({(3, 0): 1, (1, 0): -1}, Shift(0, 3))


def test_a_zero_inside_has_no_proof_and_no_refutation() -> None:
    """It is undecided here."""
    function = (U - 1) ** 2 * R
    assert nowhere_negative(function) is None
    assert negative_at(function) is None
