"""Rational functions are a field, and evaluation at a root respects its operations."""

from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import assume, given

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.numbers import FRACTIONS, POLYNOMIALS, RATIONAL_FUNCTIONS
from reference.exact.field import RATIONAL_FUNCTIONS as FUNCTIONS
from reference.exact.field import RATIONALS, field_of, number
from reference.exact.polynomial import (
    coefficients,
    common_divisor,
    common_multiple,
    degree,
    evaluate,
    exact_quotient,
)
from reference.exact.rational_function import RationalFunction

F = RationalFunction


@given(RATIONAL_FUNCTIONS, RATIONAL_FUNCTIONS, RATIONAL_FUNCTIONS)
def test_ring_axioms(a: F, b: F, c: F) -> None:
    """Sums and products are commutative, associative and distributive."""
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c


@given(RATIONAL_FUNCTIONS)
def test_units_and_inverses(a: F) -> None:
    """0 and 1 are neutral, every element has a negative, all but 0 an inverse."""
    assert a + 0 == a == a * 1
    assert a - a == 0
    if a:
        assert a * (1 / a) == 1 == a / a
        assert a**-2 * a**2 == 1
    else:
        with pytest.raises(ZeroDivisionError):
            1 / a


@given(RATIONAL_FUNCTIONS, RATIONAL_FUNCTIONS, FRACTIONS)
def test_evaluation_is_a_homomorphism(a: F, b: F, root: Fraction) -> None:
    """Away from poles, values of sums and products are sums and products of values."""
    assume(evaluate(a.denominator, root) and evaluate(b.denominator, root))
    assert (a + b).at(root) == a.at(root) + b.at(root)
    assert (a - b).at(root) == a.at(root) - b.at(root)
    assert (a * b).at(root) == a.at(root) * b.at(root)
    if b and b.at(root):
        assert (a / b).at(root) == a.at(root) / b.at(root)


@given(RATIONAL_FUNCTIONS, RATIONAL_FUNCTIONS)
def test_equality_is_of_functions(a: F, b: F) -> None:
    """p/q = u/v exactly if p v = u q; equal functions have equal hashes."""
    assert (a == b) == (a.numerator * b.denominator == b.numerator * a.denominator)
    scaled = F(a.numerator * -3, a.denominator * -3)
    assert scaled == a
    assert hash(scaled) == hash(a)


@given(FRACTIONS, FRACTIONS)
def test_constants_are_numbers(p: Fraction, q: Fraction) -> None:
    """A constant function equals its number, hashes like it, and computes like it."""
    assert F.of(p) == p
    assert hash(F.of(p)) == hash(p)
    assert F.of(p) + q == p + q
    assert p - F.of(q) == p - q
    assert p * F.of(q) == p * q


@given(RATIONAL_FUNCTIONS)
def test_lowest_terms(a: F) -> None:
    """Numerator and denominator have no common divisor, the leading coefficient is positive."""
    assert coefficients(common_divisor(a.numerator, a.denominator)) == (1,)
    assert coefficients(a.denominator)[-1] > 0


@given(RATIONAL_FUNCTIONS)
def test_pickling_keeps_a_function(a: F) -> None:
    """Functions survive a round trip."""
    assert pickled(a) == a


@given(POLYNOMIALS, POLYNOMIALS)
def test_common_multiples(a: fmpz_poly, b: fmpz_poly) -> None:
    """A least common multiple is a multiple of both, of the least possible degree."""
    assume(a and b)
    multiple = common_multiple(a, b)
    assert exact_quotient(multiple, a) * a == multiple
    assert exact_quotient(multiple, b) * b == multiple
    assert degree(multiple) + degree(common_divisor(a, b)) == degree(a) + degree(b)


def test_fields_know_their_elements() -> None:
    """`field_of` tells the fields apart and refuses floats; fields are pickled as themselves."""
    assert field_of(Fraction(1, 2)) is RATIONALS
    assert field_of(F.r()) is FUNCTIONS
    assert number(Fraction(1, 2)) == Fraction(1, 2)
    assert number(F.of(Fraction(1, 2))) is None
    assert pickled(RATIONALS) is RATIONALS
    assert pickled(FUNCTIONS) is FUNCTIONS
    assert not RATIONALS.symbolic
    assert FUNCTIONS.symbolic
