"""Partial discrepancy, of any matrix, and what it says of any mechanism that answers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from hypothesis import strategies as st

from audits.claims.vt14.impostors.partial_discrepancy import MORE_WRONG_DISCREPANCIES
from audits.claims.vt14.impostors.restriction import WRONG_HEREDITARY
from audits.claims.vt14.laws.reachable_sums import least_reachable
from audits.claims.vt14.laws.reconstruction import sums
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.queries import (
    SHARES,
    Answers,
    Bits,
    Queries,
    answering,
    every,
    queries,
)
from reference.data.adjacency import replace_one
from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    least_partial_discrepancy,
    partial_discrepancy,
)

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]
Discrepancy: TypeAlias = Callable[..., Fraction]

ENTRIES = st.sampled_from([Fraction(k, 2) for k in (2, 0, 6, -2, 1, 3, 10)])
MATRICES = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.tuples(*[ENTRIES] * n), min_size=1, max_size=3).map(tuple)
)


def of_sets(matrix: Matrix, share: Fraction, at_least: int) -> list[Fraction]:
    """The partial discrepancy of each set of so many columns."""
    n = len(matrix[0])
    sets = (s for size in range(at_least, n + 1) for s in combinations(range(n), size))
    return [least_reachable([[row[j] for j in s] for row in matrix], share) for s in sets]


@property_of(
    partial_discrepancy,
    MORE_WRONG_DISCREPANCIES,
    matrix=MATRICES,
    share=SHARES,
)
def test_it_is_the_least_reachable_sum(made: Discrepancy, matrix: Matrix, share: Fraction) -> None:
    """Of more than a share of the columns; more than 1/100 of them if no share is given."""
    assert made(matrix, share) == least_reachable(matrix, share)
    assert made(matrix) == least_reachable(matrix, Fraction(1, 100))


@property_of(
    (hereditary_partial_discrepancy, least_partial_discrepancy),
    {
        **{
            name: (made, least_partial_discrepancy)
            for name, made in WRONG_HEREDITARY.items()
            if name != "a share of all columns"
        },
        "the largest for the least": (
            hereditary_partial_discrepancy,
            hereditary_partial_discrepancy,
        ),
        "single columns, too": (
            hereditary_partial_discrepancy,
            lambda matrix, share, _: least_partial_discrepancy(matrix, share),
        ),
    },
    matrix=MATRICES,
    share=SHARES,
    data=st.data(),
)
def test_it_is_of_the_best_and_worst_columns(
    made: tuple[Discrepancy, Discrepancy], matrix: Matrix, share: Fraction, data: st.DataObject
) -> None:
    """The hereditary form is the largest of all sets of columns, what is printed the least."""
    hereditary, least = made
    at_least = data.draw(st.integers(1, len(matrix[0])))
    parts = of_sets(matrix, share, at_least)
    assert hereditary(matrix, share, at_least) == max(parts)
    assert least(matrix, share, at_least) == min(parts)


@property_of(
    hereditary_partial_discrepancy,
    {
        "twice of it": lambda *given: 2 * hereditary_partial_discrepancy(*given),
        "one more": lambda *given: 1 + hereditary_partial_discrepancy(*given),
    },
    answered=queries(st.integers(1, 2)).flatmap(
        lambda asked: st.tuples(st.just(asked), answering(asked))
    ),
)
def test_private_answers_are_off_by_half_of_it(
    made: Discrepancy, answered: tuple[Queries, Listed[Bits, Answers]]
) -> Fraction:
    """Errors below half of it name bits, which a private mechanism does this rarely at most."""
    asked, mechanism = answered
    n = len(asked[0])
    discrepancy = made(asked, Fraction(0))
    least = Fraction(1)
    for x in every(n):
        found = law_of(mechanism, x)
        right = [
            found.probability(y)
            for y in found
            if all(2 * abs(a - b) < discrepancy for a, b in zip(y, sums(asked, x), strict=True))
        ]
        least = min(least, sum(right, Fraction(0)))
    points = curve_of(mechanism, replace_one((0, 1), n, ordered=True)).breakpoints
    return min((x + delta) / (1 + x) for x, delta in points) - least
