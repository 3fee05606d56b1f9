"""The ring Q[u, 1/u, r, 1/r] against certified intervals; signs where much cancels."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from operator import add, mul, sub
from pickle import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.exact.exponential_polynomial import ExponentialPolynomial, Terms
from reference.exact.interval import Interval, exact, exp

ARGUMENTS = (Fraction(1, 7), Fraction(1), Fraction(5, 2))

TERMS = st.dictionaries(
    st.tuples(st.integers(-2, 3), st.integers(-3, 3)),
    st.fractions(-5, 5, max_denominator=6),
    max_size=4,
)


def valued(terms: Terms, u: Fraction) -> Interval:
    """The sum, term by term."""
    value = exact(0)
    for (j, k), c in terms.items():
        value = value + exp(u * k) * (c * u**j)
    return value


@given(TERMS, TERMS)
def test_operations_by_values(first: Terms, second: Terms) -> None:
    """Sums, differences and products against those of intervals."""
    a, b = ExponentialPolynomial.of_terms(first), ExponentialPolynomial.of_terms(second)
    for u in ARGUMENTS:
        for operation in (add, sub, mul):
            found = operation(a, b).at(u) - operation(valued(first, u), valued(second, u))
            low, high = found.enclosure(80)
            assert low <= 0 <= high
            assert high - low < Fraction(1, 2**60)


@given(TERMS, TERMS)
def test_one_element_has_one_form(first: Terms, second: Terms) -> None:
    """Equality, hashes and terms do not depend on the way."""
    a, b = ExponentialPolynomial.of_terms(first), ExponentialPolynomial.of_terms(second)
    assert a + b - b == a
    assert hash(a + b - b) == hash(a)
    assert (a + b) * (a - b) == a * a - b * b
    assert not b or a * b / b == a
    assert ExponentialPolynomial.of_terms(a.terms) == a
    assert a.terms == {powers: c for powers, c in first.items() if c}
    assert bool(a) == any(first.values())
    assert {*(a - a).terms} == set()


@given(TERMS)
def test_the_integral_multiple_has_the_same_sign(terms: Terms) -> None:
    """It is a positive multiple by c u^a r^b, with least exponents 0."""
    a = ExponentialPolynomial.of_terms(terms)
    if not a:
        assert a.integral == {}
        return
    assert min(j for j, _ in a.integral) == min(k for _, k in a.integral) == 0
    whole = ExponentialPolynomial.of_terms(
        {powers: Fraction(c) for powers, c in a.integral.items()}
    )
    for u in ARGUMENTS:
        assert whole.sign_at(u) == a.sign_at(u)


def test_signs_next_to_nought() -> None:
    """e^u less its series up to u^9 is about u^10/10!: 2^-180 of the terms; no float sees it."""
    rest = ExponentialPolynomial.r()
    term = Fraction(1)
    for j in range(10):
        rest = rest - ExponentialPolynomial.of_terms({(j, 0): term})
        term /= j + 1
    tiny = Fraction(1, 2**18)
    assert rest.sign_at(tiny) == 1
    assert (-rest).sign_at(tiny) == -1
    assert (rest - ExponentialPolynomial.of_terms({(10, 0): 2 * term})).sign_at(tiny) == -1
    assert (rest - rest).sign_at(tiny) == 0


def test_what_is_written() -> None:
    """Terms by falling powers of r, then of u; signs, and a coefficient 1 only where it is all."""
    u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
    half = Fraction(1, 2)
    assert str(1 - half * r + 3 * u * r**2 - u**-1) == "3 u r^2 - 1/2 r + 1 - u^-1"
    assert str(-u + 2 * r**-1) == "-u + 2 r^-1"
    assert str(u - u) == "0"


def test_numbers_are_elements() -> None:
    """They equal the constants, with the same hashes; the functions u, r and 1 all differ."""
    u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
    half = ExponentialPolynomial.of(Fraction(1, 2))
    assert {half, Fraction(1, 2), ExponentialPolynomial.of(1) / 2} == {half}
    assert hash(half) == hash(Fraction(1, 2))
    assert len({u, r, half * 2, u * r, u / 2, 2 * u, half * 0}) == 7
    assert (1 - u).terms == {(0, 0): 1, (1, 0): -1}
    assert (u - 1).terms == {(0, 0): -1, (1, 0): 1}
    assert u not in (r, 1, u * u, "u")


def test_integral_multiples() -> None:
    """Of 1/6 u^-1 - 3/4 r: times 12 u."""
    terms = {(-1, 0): Fraction(1, 6), (0, 1): Fraction(-3, 4)}
    assert ExponentialPolynomial.of_terms(terms).integral == {(0, 0): 2, (1, 1): -9}


@given(TERMS)
def test_copies(terms: Terms) -> None:
    """What is stored and read again is the same element."""
    a = ExponentialPolynomial.of_terms(terms)
    assert loads(dumps(a)) == a  # noqa: S301  # our own


@given(TERMS, st.integers(0, 3))
def test_powers(terms: Terms, n: int) -> None:
    """They are repeated products."""
    a = ExponentialPolynomial.of_terms(terms)
    assert a**n == prod([a] * n, start=ExponentialPolynomial.of(1))


def test_what_is_refused() -> None:
    """Signs at 0, where 1/u is not defined; inverses of sums."""
    u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
    with pytest.raises(ValueError, match="u = 0: above 0"):
        r.sign_at(Fraction(0))
    with pytest.raises(ValueError, match="only a single term has an inverse"):
        (r + 1) ** -1
    assert (2 * u * r**-3) ** -2 == ExponentialPolynomial.of_terms({(-2, 6): Fraction(1, 4)})
    assert r**0 == 1
