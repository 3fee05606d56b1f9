"""Partial discrepancy, of any matrix, and what it says of any mechanism that answers."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import apart, sums
from proofs_tests.properties.measured import curve_between, furthest
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.queries import (
    SHARES,
    Answered,
    Bits,
    added,
    answered_by,
    every,
    queries,
)
from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    least_partial_discrepancy,
    partial_discrepancy,
)
from reference.probability.dist import Dist

ENTRIES = st.sampled_from([Fraction(k, 2) for k in (2, 0, 6, -2, 1, 3, 10)])
MATRICES = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.tuples(*[ENTRIES] * n), min_size=1, max_size=3).map(tuple)
)


@property_of(
    (partial_discrepancy, hereditary_partial_discrepancy, least_partial_discrepancy),
    {
        "sums without signs": "(1, 0, -1) => (1, 0)",
        "a share and no more": "> share * columns => >= max(1, share * columns)",
        "the least of all sets": "return max( => return min(",
    },
    matrix=MATRICES,
    share=SHARES,
    some=st.integers(1, 4),
)
def test_it_is_the_least_reachable_sum(
    made: Any, matrix: tuple[Any, ...], share: Fraction, some: int
) -> None:
    """Of more than a share of the columns; the hereditary form is that of the best columns."""
    partial, hereditary, least = made
    n = len(matrix[0])
    at_least = min(some, n)
    parts = [
        least_reachable([[row[j] for j in kept] for row in matrix], share)
        for size in range(at_least, n + 1)
        for kept in combinations(range(n), size)
    ]
    assert partial(matrix, share) == parts[-1]
    assert partial(matrix) == least_reachable(matrix, Fraction(1, 100))
    assert hereditary(matrix, share, at_least) == max(parts)
    assert least(matrix, share, at_least) == min(parts)


TWO_OF_THREE = ((1, 1, 0), (1, 0, 1), (0, 1, 1))
HALVES = Dist.uniform(product((Fraction(1, 2), Fraction(-1, 2)), repeat=3))
OFF_BY_HALF = Listed({x: HALVES.map(partial(added, sums(TWO_OF_THREE, x))) for x in every(3)})
"""Answers to these queries that are all off by one half, up or down."""


@property_of(
    hereditary_partial_discrepancy,
    {
        "twice of it": "return max(_of => return 2 * max(_of",
        "one more": "return max(_of => return 1 + max(_of",
        "nine tenths, if no share is given": "= PRINTED_SHARE => = Fraction(9, 10)",
    },
    answered=answered_by(queries(st.integers(1, 3)) | st.just((*every(3)[1:],)))
    | st.just(Answered(TWO_OF_THREE, OFF_BY_HALF)),
    given=st.just(()) | st.tuples(SHARES),
)
def test_private_answers_are_off_by_half_of_it(
    made: Callable[..., Fraction], answered: Answered, given: tuple[Fraction, ...]
) -> Fraction:
    """Errors below half of it fit no two databases that differ in more than a share of the rows.

    So on one of two such databases they are made with (x + delta)/(1 + x) at most, for every
    e^eps = x and delta that the mechanism has for databases as far apart.  The share is 1/100 if
    none is given.
    """
    (asked, mechanism), (share, *_) = answered, (*given, Fraction(1, 100))
    n, found = len(asked[0]), made(asked, *given)

    def good(x: Bits) -> Fraction:
        exact = sums(asked, x)
        return mechanism.laws[x].probability_that(lambda y: 2 * furthest(y, exact) < found)

    pairs = [(x, y) for x, y in combinations(every(n), 2) if apart(x, y) <= share * n + 1]
    points = curve_between(mechanism, pairs).breakpoints
    most = min((x + delta) / (1 + x) for x, delta in points)
    return at_most(min(map(good, every(n))), most, f"of errors below {found / 2} the chance")
