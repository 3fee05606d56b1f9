"""Databases of copies, against sanitisers for point functions."""

from fractions import Fraction
from math import ceil
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, furthest, laws_of
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Exponential, pure
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.learning_packing import packing_bound
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.probability.coins import Mechanism

POINTS = range(3)
Sanitiser = Mechanism[Database[int], tuple[Fraction, ...], Fraction]
OUTCOMES = [
    tuple(Fraction(k, 4) for k in found)
    for found in ((4, 0, 0), (2, 2, 0), (1, 0, 3), (0, 4, 0), (0, 4, 2))
]
VOTES = Exponential(
    (OUTCOMES[0], OUTCOMES[3], OUTCOMES[2]),
    {x: tuple(2 * (x == i) for i in POINTS) for x in POINTS},
)
"""A sanitiser that is useful as often as is possible on one row."""


@property_of(
    (packing_database, is_useful_answer, packing_bound),
    {
        "a copy too few": "(point,) * copies if => (point,) * (copies - 1) if",
        "within 2 alpha": "< alpha => < 2 * alpha",
        "some answer is close": "all( => any(",
        "T for T - 1": "(hypotheses - 1) => hypotheses",
    },
    sanitiser=sized(st.integers(1, 2), lambda m: st.just(VOTES) | pure(POINTS, m, OUTCOMES)),
    alpha=st.sampled_from([Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)]),
)
def test_no_sanitiser_is_useful_for_all(
    made: Any, sanitiser: tuple[int, Sanitiser], alpha: Fraction
) -> Fraction:
    """With k >= 2 alpha m copies: with probability r^k/(r^k + T - 1) at most on the worst."""
    (build, useful, bound), (rows, base) = made, sanitiser
    copies, success = ceil(2 * alpha * rows), Fraction(1)
    named = [build(i, rows, copies) for i in POINTS]
    for i, law in zip(POINTS, laws_of(base, named), strict=True):
        shares = [Fraction((rows - copies) * (x == 0) + copies * (x == i), rows) for x in POINTS]
        assert [Fraction(named[i].count(x), rows) for x in POINTS] == shares
        for a in OUTCOMES:
            assert useful(a, named[i], alpha) == (furthest(a, shares) < alpha)
        good = (law.probability(a) for a in law if useful(a, named[i], alpha))
        success = min(success, sum(good, Fraction(0)))
    ratio: Any = curve_of(base, replace_one(POINTS, rows)).max_ratio
    most = bound(ratio, copies, len(POINTS))
    return at_most(success, most, "on the worst database how often it is useful")


@property_of(
    is_useful_as_printed,
    {
        "1 - alpha is useful": "1 - alpha < => 1 - alpha <=",
        "less than 1": "<= 1 => < 1",
        "one of the two": "4 * alpha and => 4 * alpha or",
    },
    alpha=st.sampled_from([Fraction(1, 12), Fraction(1, 4), Fraction(1, 3)]),
    off=st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
)
def test_the_printed_conditions_are_those_of_two_points(
    made: Any, alpha: Fraction, off: tuple[int, int]
) -> None:
    """Closer than alpha to 1 - 3 alpha and 3 alpha; to 1, and not above it, for one point."""
    a, b = (k * alpha / 2 for k in off)
    near = abs(a) < alpha > abs(b)
    assert made((1 - 3 * alpha + a, 3 * alpha + b), 1, alpha) == near
    assert made((1 + a, b), 0, alpha) == (-alpha < a <= 0)
