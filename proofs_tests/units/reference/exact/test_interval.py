"""Intervals contain the numbers they stand for, and questions are decided or refused."""

import math
import operator
from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.numbers import FRACTIONS, POLYNOMIALS, POSITIVE
from reference.exact.exponential import exp_bounds, sign_at_exp
from reference.exact.interval import (
    Interval,
    UndecidedPrecisionError,
    exact,
    exp,
    ln,
    log2,
    rational_power,
    sqrt,
)
from reference.exact.polynomial import evaluate, polynomial

ONE = Fraction(1)


def taylor_exp(exponent: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^q by its power series, |q| <= 12, the tail bounded by its first term twice."""
    if exponent < 0:
        low, high = taylor_exp(-exponent)
        return 1 / high, 1 / low
    term = total = Fraction(1)
    for k in range(1, 120):
        term = term * exponent / k
        total += term
    return total, total + term


@given(FRACTIONS, st.integers(1, 100))
def test_exp_bounds_contain_the_power_series(exponent: Fraction, bits: int) -> None:
    """Bounds from the series, an independent route, overlap; they are strict and narrow."""
    low, high = exp_bounds(exponent, bits)
    below, above = taylor_exp(exponent)
    assert low <= above
    assert below <= high
    assert (high - low) * 2**bits <= max(ONE, low)
    if exponent:
        assert low < high
        assert low <= below or below - low < Fraction(1, 2**bits) * max(ONE, low)
    else:
        assert low == high == 1


@given(POSITIVE, POSITIVE)
def test_logarithms_add(a: Fraction, b: Fraction) -> None:
    """Ln a + ln b - ln ab is enclosed by 0, however narrowly, and never decided."""
    gap = ln(a) + ln(b) - ln(a * b)
    low, high = gap.enclosure(200)
    assert low <= 0 <= high
    assert not gap.certainly_less(0, limit=256)
    assert not (-gap).certainly_less(0, limit=256)


@given(POSITIVE)
def test_exp_inverts_ln(q: Fraction) -> None:
    """e^(ln q) contains q; squares of roots contain the number."""
    for number in (
        exp(ln(q)),
        sqrt(q) ** 2,
        sqrt(q) * sqrt(q),
        rational_power(q, Fraction(1, 3)) ** 3,
    ):
        low, high = number.enclosure(100)
        assert low <= q <= high


@given(FRACTIONS, FRACTIONS)
def test_rational_arithmetic_is_exact(a: Fraction, b: Fraction) -> None:
    """Numbers that stay rational stay exact."""
    x, y = exact(a), exact(b)
    results = [x + y, x - y, x * y, a - y, a + y, x * b, -x, x**3]
    assert [z.exactly for z in results] == [a + b, a - b, a * b, a - b, a + b, a * b, -a, a**3]
    if b:
        assert (x / y).exactly == a / b == (a / y).exactly
        assert (y**-2).exactly == b**-2
    assert x.certainly_less(y) == x.possibly_less(y) == (a < b)
    assert x.certainly_at_most(y) == (a <= b)


@given(FRACTIONS)
def test_rational_rounding_is_exact(a: Fraction) -> None:
    """Floor and ceiling of rationals, integers included."""
    assert exact(a).floor() == math.floor(a)
    assert exact(a).ceil() == math.ceil(a)


@given(st.integers(2, 10**6))
def test_rounding_of_irrationals(n: int) -> None:
    """ceil(ln n) and floor(sqrt n) by comparing powers, which needs no logarithm."""
    k = ln(n).ceil()
    assert exp_bounds(Fraction(k))[1] > n
    assert exp_bounds(Fraction(k - 1))[0] < n
    assert sqrt(n).floor() == math.isqrt(n)
    assert log2(n**2 + 1).ceil() == (n**2).bit_length()


def test_known_constants() -> None:
    """Digits of e, ln 2 and sqrt 2 as printed in tables."""
    digits = 10**30
    assert (exp(1) * digits).floor() == 2718281828459045235360287471352
    assert (ln(2) * digits).floor() == 693147180559945309417232121458
    assert (sqrt(2) * digits).floor() == 1414213562373095048801688724209


def test_narrow_gaps_are_decided() -> None:
    """The precision is raised until a question is decided."""
    near = Fraction((exp(1) * 10**300).floor(), 10**300)
    assert exact(near).certainly_less(exp(1))
    assert not exp(1).possibly_less(near)
    assert exp(1).certainly_less(near + Fraction(1, 10**300))


def test_cancellation_is_made_up_for() -> None:
    """Where digits cancel, an enclosure is still as narrow as asked for."""
    number = exp(300) + ln(2) - exp(300)
    low, high = number.enclosure(100)
    assert (high - low) * 2**100 <= 1
    below, above = ln(2).enclosure(200)
    assert low <= above
    assert below <= high


def test_ties_are_refused() -> None:
    """What no precision decides is refused at the limit, and is possible on both sides."""
    tie = exp(ln(3))
    assert tie.possibly_less(3, limit=256)
    assert exact(3).possibly_less(tie, limit=256)
    assert not tie.certainly_less(3, limit=256)
    assert not tie.certainly_at_most(3, limit=256)
    for question in (tie.floor, tie.ceil):
        with pytest.raises(UndecidedPrecisionError, match="undecided: limit 256"):
            question(limit=256)
    with pytest.raises(UndecidedPrecisionError, match="not known to 64 bits: limit 64"):
        (1 / (tie - 3)).enclosure(64, limit=64)
    with pytest.raises(UndecidedPrecisionError, match="limit"):
        exp(10**6).floor()


def test_what_may_be_an_integer_is_rounded_up_all_the_same() -> None:
    """A quotient of logarithms that is 3, for all we know, and one that is none."""
    assert (ln(8) / ln(2)).rounded_up() in {3, 4}
    assert (ln(9) / ln(2)).rounded_up() == (ln(9) / ln(2)).ceil() == 4
    assert exact(Fraction(7, 2)).rounded_up() == 4


def test_nonsense_is_refused() -> None:
    """Logarithms and roots of negative numbers, division by zero, comparison by < and ==."""
    for number in (0, -1):
        with pytest.raises(ValueError, match="a logarithm needs a number > 0"):
            ln(number)
    with pytest.raises(ValueError, match="a square root needs a number >= 0"):
        sqrt(-1)
    for late in (ln(ln(Fraction(1, 2))), sqrt(ln(Fraction(1, 2)))):
        with pytest.raises(ValueError, match="needs a number"):
            late.floor()
    with pytest.raises(ZeroDivisionError):
        ln(2) / 0
    with pytest.raises(ZeroDivisionError):
        exact(2) / 0
    assert not {"__lt__", "__le__", "__gt__", "__ge__"} & set(vars(Interval))
    with pytest.raises(TypeError, match="certainly_less"):
        operator.eq(ln(2), 1)
    with pytest.raises(TypeError, match="hashed"):
        hash(ln(2))


def test_shared_parts_are_evaluated_once() -> None:
    """A number squared 40 times has 2^40 paths to its start, and is still enclosed at once."""
    number = ln(2) / ln(2)
    for _ in range(40):
        number = number * number
    low, high = number.enclosure(20)
    assert low <= 1 <= high


def test_long_sums_do_not_exhaust_the_stack() -> None:
    """The sum of 5000 logarithms of (k + 1)/k telescopes."""
    total = exact(0)
    for k in range(1, 5000):
        total = total + ln(Fraction(k + 1, k))
    low, high = total.enclosure(64)
    assert low <= ln(5000).enclosure(64)[1]
    assert ln(5000).enclosure(64)[0] <= high


def test_pickling_keeps_an_interval() -> None:
    """A number survives a round trip with all its digits."""
    number = pickled(exp(1) - ln(Fraction(2, 3)) * sqrt(5))
    assert isinstance(number, Interval)
    assert number.enclosure(500) == (exp(1) - ln(Fraction(2, 3)) * sqrt(5)).enclosure(500)
    assert repr(exact(Fraction(1, 2))) == "Interval(1/2)"


@given(POLYNOMIALS, FRACTIONS)
def test_the_sign_at_exp(function: fmpz_poly, exponent: Fraction) -> None:
    """It agrees with the enclosure of every term, and is zero for the zero polynomial only."""
    sign = sign_at_exp(function, exponent)
    if not function or not exponent:
        value = evaluate(function, Fraction(1))
        assert sign == (value > 0) - (value < 0)
        return
    total = exact(0)
    for k, c in enumerate(function.coeffs()):
        total = total + exp(exponent * k) * int(c)
    assert sign != 0
    assert (total * sign).certainly_at_most(0) is False
    assert exact(0).certainly_less(total * sign)


def test_the_sign_at_a_near_zero() -> None:
    """A polynomial with a convergent of e as its zero needs more precision, and gets it."""
    below = (exp(1) * 10**200).floor()
    assert sign_at_exp(polynomial([-below, 10**200]), Fraction(1)) == 1
    assert sign_at_exp(polynomial([-below - 1, 10**200]), Fraction(1)) == -1
    assert sign_at_exp(polynomial([]), Fraction(1)) == 0
    assert sign_at_exp(polynomial([-3]), Fraction(1)) == -1


def test_what_has_too_many_digits_is_not_written_out() -> None:
    """e^(10^30) has 10^29 digits: its order is not decided where the others' is."""
    far = exp(Fraction(10**30))
    assert not far.certainly_less(exp(Fraction(10**31)))
    assert not far.certainly_less(1)
    assert far.possibly_less(1)
    assert exp(Fraction(10**3)).certainly_less(exp(Fraction(10**3 + 1)))
