"""Inequalities between polynomials: what the kernel shows is true at every point tried."""

from fractions import Fraction

import pytest
from audits.kernel.refusals import ExponentialOutside
from flint import arb, ctx, fmpq, fmpz
from hypothesis import assume, example, given
from hypothesis import strategies as st

from audits.kernel.polynomial import ONE, ZERO, Piece, Polynomial, proved, read_range, shown
from audits.kernel.reading import Json, Node

polynomials = st.lists(st.integers(-9, 9), max_size=6).map(lambda c: Polynomial(tuple(c)))
rationals = st.fractions(0, 8, max_denominator=12)
units = st.fractions(0, 1, max_denominator=50)


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    """A bounded or an unbounded interval of non-negative numbers."""
    start = draw(rationals)
    length = draw(st.none() | st.fractions(Fraction(1, 12), 8, max_denominator=12))
    return start, None if length is None else start + length


def at(p: Polynomial, r: Fraction) -> Fraction:
    """The value of a polynomial."""
    return sum((c * r**k for k, c in enumerate(p.coefficients)), Fraction(0))


def within(piece: Piece, unit: Fraction) -> Fraction:
    """A number of the piece: a + (b - a) u, or a + u / (1 - u)."""
    start, end = piece
    if end is not None:
        return start + (end - start) * unit
    return start + (unit / (1 - unit) if unit < 1 else 10**9)


@given(polynomials, polynomials, rationals)
def test_sums_and_products_are_those_of_the_values(
    p: Polynomial, q: Polynomial, r: Fraction
) -> None:
    """Addition and multiplication commute with evaluation."""
    assert at(p + q, r) == at(p, r) + at(q, r)
    assert at(p * q, r) == at(p, r) * at(q, r)


@given(polynomials, pieces(), st.fractions(0, 50, max_denominator=9))
def test_the_substitution_keeps_signs(p: Polynomial, piece: Piece, s: Fraction) -> None:
    """The image in s has, up to a positive factor, the value at r = (a + b s) / (1 + s), a + s."""
    start, end = piece
    r = start + s if end is None else (start + end * s) / (1 + s)
    image = at(Polynomial(p.over(piece)), s)
    assert (image > 0, image < 0) == (at(p, r) > 0, at(p, r) < 0)


@given(polynomials, polynomials, pieces(), st.lists(units, min_size=5, max_size=20))
def test_what_is_proved_is_true(
    p: Polynomial, q: Polynomial, piece: Piece, where: list[Fraction]
) -> None:
    """If p <= q, p < q or p = q is proved, it holds at the ends and at random rationals."""
    points = [within(piece, unit) for unit in [Fraction(0), Fraction(1), *where]]
    if proved(p, "<=", q, piece):
        assert all(at(p, r) <= at(q, r) for r in points)
    if proved(p, "<", q, piece):
        assert all(at(p, r) < at(q, r) for r in points)
        assert not proved(q, "<=", p, piece)
    if proved(p, "=", q, piece):
        assert all(at(p, r) == at(q, r) for r in points)


@given(polynomials, pieces())
def test_what_is_strict_and_far_from_equal_is_proved(p: Polynomial, piece: Piece) -> None:
    """A sum of squares plus one is positive, and halving the piece shows it."""
    assert proved(ZERO, "<", p * p + ONE, piece)


@given(polynomials, st.fractions(1, 8, max_denominator=1))
def test_a_double_root_at_an_integer_is_found(p: Polynomial, root: Fraction) -> None:
    """(r - k)^2 (p^2 + 1) >= 0 touches zero between the ends; it is shown but not as strict."""
    factor = Polynomial((-int(root), 1))
    square = factor * factor * (p * p + ONE)
    piece = (root / 2, root * Fraction(3, 2))
    assert proved(ZERO, "<=", square, piece)
    assert not proved(ZERO, "<", square, piece)


@example(factor=Polynomial((-1,)), piece=(Fraction(1), Fraction(2)), last=True)  # 2 - r
@example(factor=Polynomial((1,)), piece=(Fraction(1), None), last=False)  # r - 1
@given(polynomials, pieces(), st.booleans())
def test_a_zero_at_an_end_is_not_strict(factor: Polynomial, piece: Piece, last: bool) -> None:
    """Strictness includes the ends of the piece: the polynomial has a factor r - end."""
    low, high = piece
    end = high if last and high is not None else low
    p = factor * Polynomial((-end.numerator, end.denominator))
    assert at(p, end) == 0
    assert not shown(ZERO, "<", p, piece)
    assert not proved(p, "<", ZERO, piece)


def enclosed(low: Fraction, high: Fraction | None, x: Fraction) -> bool:
    """Whether the kernel takes e^x to be inside."""
    fields: dict[str, Json] = {"from": str(low), "to": None if high is None else str(high)}
    try:
        read_range(Node({**fields, "exp": str(x)}, "range"))
    except ExponentialOutside:
        return False
    return True


@given(st.fractions(0, 20, max_denominator=40), st.integers(1, 200), st.integers(-3, 3))
@example(Fraction(0), 60, 0)
def test_the_exponential_is_enclosed_exactly_if_it_is_inside(
    x: Fraction, bits: int, offset: int
) -> None:
    """For ends with few to many bits the kernel agrees with ball arithmetic of 600 bits."""
    ctx.prec = 600
    exact = arb(fmpq(x.numerator, x.denominator)).exp()
    scaled = (exact * arb(2) ** bits).floor().unique_fmpz() if x else fmpz(2) ** bits
    assert scaled is not None
    low = Fraction(int(scaled) + offset, 2**bits)
    high = low + Fraction(2, 2**bits)
    assume(low >= 0)
    ends = [arb(fmpq(end.numerator, end.denominator)) for end in (low, high)]
    inside = bool(ends[0] < exact < ends[1]) if x else low < 1 < high
    assert enclosed(low, high, x) == inside
    assert enclosed(low, None, x) == (bool(ends[0] < exact) if x else low < 1)


def test_a_negative_exponent_is_refused() -> None:
    """Privacy parameters are not negative."""
    assert not enclosed(Fraction(0), Fraction(1), Fraction(-1))


@pytest.mark.parametrize(("low", "high", "x"), [(2, 3, 1), (1, 2, Fraction(1, 2)), (7, 8, 2)])
def test_coarse_ranges_enclose_the_exponential(low: int, high: int, x: Fraction) -> None:
    """Few digits in the ends do not mean few terms of the series."""
    assert enclosed(Fraction(low), Fraction(high), Fraction(x))


@pytest.mark.parametrize("count", range(60, 120))
def test_the_best_approximations_of_e_are_on_their_side(count: int) -> None:
    """E = [2; 1, 2, 1, 1, 4, 1, ...]: no convergent below e is an upper end, nor above a lower."""
    quotients = [2, *(2 * (k + 1) // 3 if k % 3 == 2 else 1 for k in range(1, count))]
    convergent = Fraction(quotients[-1])
    for quotient in reversed(quotients[:-1]):
        convergent = quotient + 1 / convergent
    if count % 2:
        assert not enclosed(Fraction(2), convergent, Fraction(1))
    else:
        assert not enclosed(convergent, Fraction(3), Fraction(1))
