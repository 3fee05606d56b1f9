"""Weights and rational functions: what they show, and what they refuse."""

from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import given

from proofs_tests.strategies.numbers import FRACTIONS, POLYNOMIALS
from reference.exact.field import RATIONALS, field_of
from reference.exact.polynomial import (
    coefficients,
    common_divisor,
    degree,
    evaluate,
    exact_quotient,
    least_common_multiple,
    polynomial,
    power,
    r_power,
    show,
)
from reference.exact.rational_function import RationalFunction


@given(POLYNOMIALS, FRACTIONS)
def test_evaluation_is_horner(function: fmpz_poly, root: Fraction) -> None:
    """The value is that of the coefficients, highest first."""
    value = Fraction(0)
    for c in reversed(coefficients(function)):
        value = value * root + c
    assert evaluate(function, root) == value


@given(POLYNOMIALS)
def test_coefficients_make_the_polynomial(function: fmpz_poly) -> None:
    """Coefficients are a normal form."""
    assert polynomial(coefficients(function)) == function
    assert polynomial([*coefficients(function), 0]) == function


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([], "0"),
        ([5], "5"),
        ([-1], "-1"),
        ([0, 1], "r"),
        ([1, -1], "-r + 1"),
        ([-2, 0, 3], "3 r^2 - 2"),
        ([0, -4, 1], "r^2 - 4 r"),
    ],
)
def test_text(values: list[int], text: str) -> None:
    """Highest power first, no coefficient one, signs between terms."""
    assert show(polynomial(values)) == text


def test_integers_are_constant_weights() -> None:
    """Integers have degree 0, one coefficient unless zero, and stay integers."""
    assert [degree(7), degree(0), degree(polynomial([])), degree(r_power(3))] == [0, 0, -1, 3]
    assert [coefficients(7), coefficients(0)] == [(7,), ()]
    assert evaluate(7, Fraction(1, 2)) == 7
    assert common_divisor(12, 18) == 6
    assert least_common_multiple([4, 6, 10]) == 60
    assert least_common_multiple([]) == 1
    assert show(-3) == "-3"


@pytest.mark.parametrize("exponent", [0, 1, 2, 1000, 1001, 1234])
def test_powers(exponent: int) -> None:
    """Short and long powers of integers, and of polynomials, are repeated products."""
    product = 1
    for _ in range(exponent):
        product *= 3
    assert power(3, exponent) == product
    assert power(r_power(2), exponent) == r_power(2 * exponent)


def test_inexact_quotients_are_refused() -> None:
    """A division with remainder, a negative power, a zero denominator."""
    with pytest.raises(ArithmeticError, match="4 does not divide 6"):
        exact_quotient(6, 4)
    with pytest.raises(ValueError, match="exponent -1"):
        r_power(-1)
    with pytest.raises(ZeroDivisionError, match="is not a rational function"):
        RationalFunction(r_power(1), 0)
    with pytest.raises(ZeroDivisionError):
        (1 / (RationalFunction.r() - 2)).at(Fraction(2))
    with pytest.raises(TypeError, match="depends on r"):
        RATIONALS.quotient(r_power(1), 2)
    with pytest.raises(TypeError, match="a probability is a Fraction"):
        field_of("1/2")  # type: ignore[type-var]  # what is no scalar is the point
    assert RationalFunction.r() != "r"


def test_powers_of_r() -> None:
    """Negative powers are reciprocals; functions print as fractions in lowest terms."""
    r = RationalFunction.r()
    assert RationalFunction.r(-2) == r**-2 == 1 / (r * r)
    assert str((r * r - 1) / (r + 1)) == "r - 1"
    assert repr(1 - 1 / r) == "RationalFunction('(r - 1) / r')"
