"""Inequalities between polynomials: what the kernel shows is true at every point tried.

And it is what plain lists of coefficients show, by the rule of FORMAT.md, without any packing.
"""

from fractions import Fraction
from itertools import zip_longest
from math import lcm

import pytest
from flint import arb, ctx, fmpq, fmpz
from hypothesis import assume, example, given
from hypothesis import strategies as st

from audits.kernel import Refused
from audits.kernel.polynomial import MINUS, ONE, Piece, Poly, Range, forms_on, norm, read_range
from audits.kernel.reading import Json, Node

PLENTY = 10**9
"""Characters for which there is more work than any test needs."""

ZERO = (0,)

polynomials = st.lists(st.integers(-9, 9), max_size=6).map(lambda c: (*c, 0)[: max(len(c), 1)])
rationals = st.fractions(0, 8, max_denominator=12)
units = st.fractions(0, 1, max_denominator=50)
powers = st.builds(
    lambda sign, k, offset: sign * (2**k + offset),
    st.sampled_from([-1, 1]),
    st.integers(0, 300),
    st.integers(-1, 1),
)
extremes = st.lists(powers | st.integers(-1, 1), max_size=9).map(
    lambda c: (*c, 0)[: max(len(c), 1)]
)
"""Coefficients next to powers of two, huge and small ones mixed."""


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    """A bounded or an unbounded interval of non-negative numbers."""
    start = draw(rationals)
    length = draw(st.none() | st.fractions(Fraction(1, 12), 8, max_denominator=12))
    return start, None if length is None else start + length


@st.composite
def fine_pieces(draw: st.DrawFn) -> Piece:
    """Intervals from 0, from huge numbers, and with ends that have large denominators."""
    below = draw(st.sampled_from([1, 2, 3, 2**40, 2**64 - 1, 10**30]))
    start = Fraction(draw(st.sampled_from([0, 1, below - 1, below + 1, 2**70])), below)
    lengths = [None, Fraction(1, below), Fraction(below), Fraction(1, 2**40), Fraction(2**70, 3)]
    length = draw(st.sampled_from(lengths))
    return start, None if length is None else start + length


def at(p: Poly, r: Fraction) -> Fraction:
    """The value of a polynomial."""
    return sum((c * r**k for k, c in enumerate(p)), Fraction(0))


def within(piece: Piece, unit: Fraction) -> Fraction:
    """A number of the piece: a + (b - a) u, or a + u / (1 - u)."""
    start, end = piece
    if end is not None:
        return start + (end - start) * unit
    return start + (unit / (1 - unit) if unit < 1 else 10**9)


def times(p: list[int], q: list[int]) -> list[int]:
    """The coefficients of a product."""
    return [
        sum(p[i] * q[k - i] for i in range(len(p)) if 0 <= k - i < len(q))
        for k in range(len(p) + len(q) - 1)
    ]


def plus_one(p: list[int]) -> list[int]:
    """The coefficients of p + 1."""
    return [p[0] + 1, *p[1:]]


def power(p: list[int], k: int) -> list[int]:
    """The coefficients of a power."""
    return times(power(p, k - 1), p) if k else [1]


def by_lists(p: list[int], start: Fraction, end: Fraction | None) -> list[int]:
    """The sum of p_i u^i v^(d - i) for d = len(p) - 1, as section 3 of FORMAT.md writes it."""
    scale = lcm(start.denominator, 1 if end is None else end.denominator)
    top = 1 if end is None else end
    u, v = [int(start * scale), int(top * scale)], [scale, 0 if end is None else scale]
    terms = [
        [c * x for x in times(power(u, i), power(v, len(p) - 1 - i))] for i, c in enumerate(p)
    ]
    return [sum(column) for column in zip_longest(*terms, fillvalue=0)]


def shown_by_lists(p: Poly, relation: str, q: Poly, piece: Piece, halvings: int = 40) -> bool:
    """Whether the relation is shown on the piece, or on its halves."""
    columns = zip_longest(p, q, fillvalue=0)
    gap = [b - a for a, b in columns]
    if relation == "=":
        return not any(gap)
    start, end = piece
    image = by_lists(gap, start, end)
    strict = any(gap) and image[0] > 0 and (end is None or image[len(gap) - 1] > 0)
    if min(image, default=0) >= 0 and (relation == "<=" or strict):
        return True
    if halvings == 0:
        return False
    middle = max(2 * start, Fraction(1)) if end is None else (start + end) / 2
    return all(
        shown_by_lists(p, relation, q, half, halvings - 1)
        for half in ((start, middle), (middle, end))
    )


def proves(scope: Range, p: Poly, relation: str, q: Poly) -> bool:
    """Whether the relation is shown."""
    return scope.shows(relation, [(q,), (MINUS, p)])


@given(extremes, extremes, pieces() | fine_pieces(), st.integers(1, 3))
def test_packed_coefficients_are_those_of_the_substitution(
    p: Poly, q: Poly, piece: Piece, spare: int
) -> None:
    """Each is smaller than the bound on their bits says, and can be read off the integer."""
    degree = max(len(p), len(q)) - 1
    forms = forms_on(piece)
    size = forms.bits(max(norm(p), norm(q)), degree)
    for member in (p, q):
        padded = [*member, *[0] * (degree + 1 - len(member))]
        expected = by_lists(padded, *piece)
        assert sum(map(abs, expected)) < 2**size
        found, rest = [], forms.moved(member, degree, size + spare)
        for _ in range(degree + 1):
            half = 2 ** (size + spare - 1)
            found.append((rest + half) % (2 * half) - half)
            rest = (rest - found[-1]) >> (size + spare)
        assert rest == 0
        assert found == [*expected, *[0] * (degree + 1 - len(expected))]


@given(polynomials, polynomials, polynomials, pieces())
def test_a_sum_of_products_is_shown_like_its_coefficients(
    p: Poly, q: Poly, factor: Poly, piece: Piece
) -> None:
    """What is shown of f p - f q is what is shown of the list of its coefficients."""
    gap = [b - a for a, b in zip_longest(q, p, fillvalue=0)]
    multiplied = tuple(times(list(factor), gap))
    for relation in ("<=", "<", "="):
        known = Range(piece, PLENTY).shows(relation, [(factor, p), (MINUS, q, factor)])
        assert known == Range(piece, PLENTY).shows(relation, [(multiplied,)])


@given(extremes | polynomials, extremes | polynomials, pieces() | fine_pieces())
def test_what_is_proved_is_what_lists_show(p: Poly, q: Poly, piece: Piece) -> None:
    """Packed into integers or not, with the same halvings: the same answer."""
    for relation in ("<=", "<", "="):
        known = proves(Range(piece, PLENTY), p, relation, q)
        assert known == shown_by_lists(p, relation, q, piece), relation


@given(polynomials, polynomials, pieces(), st.lists(units, min_size=5, max_size=20))
def test_what_is_proved_is_true(p: Poly, q: Poly, piece: Piece, where: list[Fraction]) -> None:
    """If p <= q, p < q or p = q is proved, it holds at the ends and at random rationals."""
    points = [within(piece, unit) for unit in [Fraction(0), Fraction(1), *where]]
    scope = Range(piece, PLENTY)
    if proves(scope, p, "<=", q):
        assert all(at(p, r) <= at(q, r) for r in points)
    if proves(scope, p, "<", q):
        assert all(at(p, r) < at(q, r) for r in points)
        assert not proves(scope, q, "<=", p)
    if proves(scope, p, "=", q):
        assert all(at(p, r) == at(q, r) for r in points)


@given(polynomials, pieces())
def test_what_is_strict_and_far_from_equal_is_proved(p: Poly, piece: Piece) -> None:
    """A sum of squares plus one is positive, and halving the piece shows it."""
    assert Range(piece, PLENTY).shows("<", [(p, p), (ONE,)])


@given(polynomials, st.fractions(1, 8, max_denominator=1))
def test_a_double_root_at_an_integer_is_found(p: Poly, root: Fraction) -> None:
    """(r - k)^2 (p^2 + 1) >= 0 touches zero between the ends; it is shown but not as strict."""
    factor = [-int(root), 1]
    square = tuple(times(times(factor, factor), plus_one(times(list(p), list(p)))))
    scope = Range((root / 2, root * Fraction(3, 2)), PLENTY)
    assert proves(scope, ZERO, "<=", square)
    assert not proves(scope, ZERO, "<", square)


@example(factor=(-1,), piece=(Fraction(1), Fraction(2)), last=True)  # 2 - r
@example(factor=(1,), piece=(Fraction(1), None), last=False)  # r - 1
@given(polynomials, pieces(), st.booleans())
def test_a_zero_at_an_end_is_not_strict(factor: Poly, piece: Piece, last: bool) -> None:
    """Strictness includes the ends of the piece: the polynomial has a factor r - end."""
    low, high = piece
    end = high if last and high is not None else low
    p = tuple(times(list(factor), [-end.numerator, end.denominator]))
    assert at(p, end) == 0
    assert not proves(Range(piece, PLENTY), ZERO, "<", p)
    assert not proves(Range(piece, PLENTY), p, "<", ZERO)


@given(st.lists(polynomials, min_size=2, max_size=5), pieces())
def test_what_is_remembered_is_not_confused(several: list[Poly], piece: Piece) -> None:
    """One range answers many questions as many ranges do."""
    scope = Range(piece, PLENTY)
    questions = [(p, sign, q) for p in several for q in several for sign in ("<=", "<", "=")]
    for question in 2 * questions:
        assert proves(scope, *question) == proves(Range(piece, PLENTY), *question)


def enclosed(low: Fraction, high: Fraction | None, x: Fraction) -> bool:
    """Whether the kernel takes e^x to be inside."""
    fields: dict[str, Json] = {"from": str(low), "to": None if high is None else str(high)}
    try:
        read_range(Node({**fields, "exp": str(x)}, "range"), 0)
    except Refused as refusal:
        if refusal.reason != "ExponentialOutside":
            raise
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
