"""Signs of polynomials on intervals, against the isolated real roots of python-flint."""

from fractions import Fraction
from itertools import pairwise

from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.signs.positivity import Fails, Shown, decide_nonnegative, is_nonnegative
from reference.exact.polynomial import evaluate

COEFFICIENTS = st.lists(st.integers(-9, 9), min_size=1, max_size=6)
ENDS = st.tuples(st.integers(0, 6), st.integers(1, 6), st.integers(1, 4)).map(
    lambda t: (Fraction(t[0], t[2]), Fraction(t[0] + t[1], t[2]))
)


@given(COEFFICIENTS, ENDS, st.booleans())
def test_decisions_are_true(
    coefficients: list[int], ends: tuple[Fraction, Fraction], unbounded: bool
) -> None:
    """A point where it fails is negative; what is shown is non-negative at many points."""
    polynomial = fmpz_poly(coefficients)
    low, high = ends[0], None if unbounded else ends[1]
    last = ends[1] if high is not None else low + 1000
    points = [low + (last - low) * k / 40 for k in range(41)]
    decided = decide_nonnegative(polynomial, low, high)
    if isinstance(decided, Fails):
        assert evaluate(polynomial, decided.at) < 0
        assert low <= decided.at
        assert high is None or decided.at <= high
    elif isinstance(decided, Shown):
        assert all(evaluate(polynomial, point) >= 0 for point in points)
        marks = [low, *decided.splits, high]
        for start, end in pairwise(marks):
            assert start is not None
            assert is_nonnegative(polynomial, start, end)


@given(st.lists(st.integers(1, 12), max_size=2), st.integers(0, 40))
def test_a_product_of_squares_plus_a_constant_is_shown(roots: list[int], constant: int) -> None:
    """Prod (r - a)^2 + c with c > 0 has no real root, and is always shown."""
    product = fmpz_poly([1])
    for root in roots:
        product *= fmpz_poly([-root, 1]) ** 2
    decided = decide_nonnegative(product + constant + 1, Fraction(0), None)
    assert isinstance(decided, Shown)


def test_a_double_root_at_a_dyadic_point_is_shown() -> None:
    """(2 r - 3)^2 touches zero at 3/2, where the interval is cut."""
    square = fmpz_poly([-3, 2]) ** 2
    assert isinstance(decide_nonnegative(square, Fraction(1), Fraction(2)), Shown)


def test_a_double_root_at_an_irrational_point_is_undecided() -> None:
    """(r^2 - 2)^2 is non-negative, but no cell around its root passes the sufficient test."""
    square = fmpz_poly([-2, 0, 1]) ** 2
    assert decide_nonnegative(square, Fraction(1), None) is None
