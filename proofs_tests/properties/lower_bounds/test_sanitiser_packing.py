"""Databases of copies, against sanitisers for point functions."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, laws_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import listed, multisets, private
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.learning_packing import packing_bound
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.probability.coins import Mechanism

Answers = tuple[Fraction, ...]
Build = Callable[[int, int, int], Database[int]]
Useful = Callable[[Answers, Database[int], Fraction], bool]
Printed = Callable[[Answers, int, Fraction], bool]
Sanitiser = Mechanism[Database[int], Answers, Fraction]

POINTS = range(3)
OUTCOMES: tuple[Answers, ...] = tuple(
    tuple(Fraction(k, 4) for k in found) for found in ((4, 0, 0), (2, 2, 0), (1, 0, 3), (0, 4, 0))
)


@property_of(
    (packing_database, is_useful_answer),
    {
        "a copy too few": "(point,) * copies if => (point,) * (copies - 1) if",
        "within 2 alpha": "< alpha => < 2 * alpha",
        "some answer is close": "all( => any(",
    },
    rows=st.integers(1, 2),
    sanitiser=private(POINTS, OUTCOMES) | listed(multisets(POINTS, 2), OUTCOMES, everywhere=True),
    alpha=st.sampled_from([Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)]),
)
def test_no_sanitiser_is_useful_for_all(
    parts: tuple[Build, Useful], rows: int, sanitiser: Sanitiser, alpha: Fraction
) -> Fraction:
    """With k >= 2 alpha m copies: with probability r^k/(r^k + T - 1) at most on the worst."""
    build, useful = parts
    copies = int(-(-2 * alpha * rows // 1))
    named = [build(i, rows, copies) for i in POINTS]
    assert named == [(0,) * (rows - copies) + (i,) * copies for i in POINTS]
    successes = []
    for database, law in zip(named, laws_of(sanitiser, named), strict=True):
        away = [Fraction(sum(row == x for row in database), rows) for x in POINTS]
        for a in OUTCOMES:
            close = max(abs(p - q) for p, q in zip(a, away, strict=True)) < alpha
            assert useful(a, database, alpha) == close
        good = (law.probability(a) for a in law if useful(a, database, alpha))
        successes.append(sum(good, Fraction(0)))
    ratio = curve_of(sanitiser, replace_one(POINTS, rows)).max_ratio
    assert isinstance(ratio, Fraction)
    return packing_bound(ratio, copies, len(POINTS)) - min(successes)


@property_of(
    is_useful_as_printed,
    {
        "1 - alpha is useful": "1 - alpha < => 1 - alpha <=",
        "less than 1": "<= 1 => < 1",
        "2 alpha is useful": "2 * alpha < answers => 2 * alpha <= answers",
        "4 alpha is useful": "< 4 * alpha => <= 4 * alpha",
        "1 - 4 alpha is useful": "4 * alpha < => 4 * alpha <=",
        "1 - 2 alpha is useful": "0] < 1 - 2 => 0] <= 1 - 2",
        "one of the two": "4 * alpha and => 4 * alpha or",
    },
    alpha=st.sampled_from([Fraction(1, 12), Fraction(1, 4), Fraction(1, 3)]),
    off=st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
)
def test_the_printed_conditions_are_those_of_two_points(
    useful: Printed, alpha: Fraction, off: tuple[int, int]
) -> None:
    """Closer than alpha to 1 - 3 alpha and 3 alpha; to 1, and not above it, for one point."""
    a, b = (k * alpha / 2 for k in off)
    near = abs(a) < alpha > abs(b)
    assert useful((1 - 3 * alpha + a, 3 * alpha + b), 1, alpha) == near
    assert useful((1 + a, b), 0, alpha) == (-alpha < a <= 0)
    sums = [(1 + a, -a / 2, -a / 2), (1 - 3 * alpha + a, 3 * alpha - a, Fraction(0))]
    assert all(sum(useful(each, i, alpha) for i in POINTS) <= 1 for each in sums)
