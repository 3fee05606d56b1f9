"""Interior points from learners of thresholds, learners from interior points, and back."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from heapq import nlargest, nsmallest
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack_of_two
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import multisets
from proofs_tests.strategies.scattered import anywhere, telling
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.reductions.interior_point_and_learning import (
    InteriorPointFromLearner,
    LearnerFromInteriorPoint,
    PaddedInteriorPoint,
    PaddedLearner,
    empirical_error,
    is_realizable,
    point_from_counts,
)

SIZE = 4
POINTS = range(SIZE)
DOMAIN, TWO = Domain.of_size(SIZE), Domain.of_size(2)

Rows = Database[int]
Examples = Database[tuple[int, int]]
Solver = Mechanism[Rows, int, Fraction]
Learner = Mechanism[Examples, int, Fraction]
Builds = tuple[Callable[..., Any], ...]

LEARNERS = anywhere(tuple(product(range(SIZE + 1), (0, 1))), range(-1, SIZE), ordered=False)
SOLVERS = anywhere(range(-1, SIZE + 2), range(SIZE + 1), ordered=False)
"""On one point more, as rows may be shifted; those of wrong variants are further out."""

ROWS = st.lists(st.sampled_from(POINTS), max_size=6).map(tuple)
EXAMPLES = st.builds(
    lambda rows, u, others: (*((x, int(x <= u)) for x in rows), *others),
    st.lists(st.sampled_from(POINTS), max_size=5),
    st.integers(-1, SIZE - 1),
    st.lists(st.tuples(st.sampled_from(POINTS), st.integers(0, 1)), max_size=2),
)
"""With the labels of a threshold, but for up to two rows."""


def mislabelled(database: Examples, threshold: int) -> int:
    """How many rows with label 1 are above it, and with label 0 not above it."""
    return sum(x > threshold if y else x <= threshold for x, y in database)


def interior_points(rows: Rows) -> list[int]:
    """All; of no rows there is none."""
    return list(range(min(rows), max(rows) + 1)) if rows else []


def halves(rows: Rows, up: int = 0) -> Examples:
    """The lesser half with label 1, the greater one, moved up, with label 0."""
    half = len(rows) // 2
    ones, zeros = nsmallest(half, rows), nlargest(half, rows)
    return (*((x, 1) for x in ones), *((x + up, 0) for x in zeros))


@property_of(
    point_from_counts,
    {
        "one half counts, too": "< => <=",
        "the point after it": "(counts) => (counts, 1)",
    },
    rows=ROWS.filter(bool),
    errors=st.tuples(*[st.integers(-2, 2)] * SIZE),
)
def test_counts_that_are_nearly_right_lead_to_an_interior_point(
    made: Callable[..., int], rows: Rows, errors: tuple[int, ...]
) -> None:
    """If each is off by less than half of the rows."""
    n = len(rows)
    off = [Fraction(e * (n - 1) + (e < 0) * e, 4) for e in errors]
    assert made([sum(x < y for x in rows) + off[y] for y in POINTS], n) in interior_points(rows)


@property_of(
    (InteriorPointFromLearner, PaddedInteriorPoint),
    {
        "without the last row": "= halves(database) => = halves(database[:-1])",
        "never shifted": "shifted=self.shifted => shifted=False",
    },
    learner=st.just(telling) | LEARNERS,
    database=ROWS,
    padding=st.integers(0, 2),
    shifted=st.booleans(),
)
def test_the_learner_sees_the_lesser_half_as_ones(
    made: Builds, learner: Learner, database: Rows, padding: int, shifted: bool
) -> Fraction:
    """And the greater half as zeros, padded or not: no threshold that is not interior does well.

    It mislabels half of the rows; of those that are shifted some threshold mislabels none.
    """
    assert law_of(made[0](learner), database) == law_of(learner, halves(database))
    outside = {*range(-1, SIZE + 1)} - {*interior_points(database)}
    errors = [mislabelled(halves(database), u) for u in outside]
    if len(database) % 2 == 0:
        seen = halves((*database, *[0] * padding, *[SIZE - 1] * padding), int(shifted))
        built = made[1](learner, DOMAIN, len(seen), shifted)
        assert law_of(built, database) == law_of(learner, seen)
        if shifted:
            assert 0 in [mislabelled(seen, u) for u in POINTS]
            errors += [mislabelled(seen, u) for u in outside]
    half = len(database) // 2
    return Fraction(min(errors, default=half) - half)


@property_of(
    (LearnerFromInteriorPoint, PaddedLearner, empirical_error, is_realizable),
    {
        "equal points are realizable": "max(ones) < => max(ones) <=",
        "the greatest zeros": "smallest: list[int] = sorted(zeros)[:q] => smallest = zeros[-q:]",
        "a padded row more": "self.half, => self.half + 1,",
    },
    solver=st.just(telling) | SOLVERS,
    divisor=st.integers(2, 4),
    half=st.integers(1, 3),
    shifted=st.booleans(),
    database=EXAMPLES,
)
def test_the_solver_sees_the_largest_ones_and_the_smallest_zeros(
    made: Builds, solver: Solver, divisor: int, half: int, shifted: bool, database: Examples
) -> Fraction:
    """With fewer than q of a label the other one decides, or least and last points are added.

    If some threshold fits, interior points of what is seen mislabel q - 1 rows at most; without
    the shift q, if all points are different.
    """
    learner, padded_learner, error, realizable = made
    found = law_of(learner(solver, DOMAIN, divisor, shifted), database)
    ones, zeros = ([x for x, y in database if y == label] for label in (1, 0))
    q = len(database) // divisor
    if min(len(ones), len(zeros)) < q:
        learnt = [-1 if len(ones) < q else SIZE - 1]
        assert found == Dist.point(learnt[0])
    else:
        seen = (*(x + shifted for x in nlargest(q, ones)), *nsmallest(q, zeros))
        assert found.map(lambda y: y + shifted) == law_of(solver, seen)
        learnt = [y - shifted for y in interior_points(seen)]
    ones += [0] * half
    zeros = [*(max(x - shifted, 0) for x in zeros), *[SIZE - 1] * half]
    seen = (*nlargest(half, ones), *nsmallest(half, zeros))
    assert law_of(padded_learner(solver, DOMAIN, half, shifted), database) == law_of(solver, seen)
    errors = {u: mislabelled(database, u) for u in (-1, *POINTS)}
    assert not database or errors == {u: error(database, u) * len(database) for u in errors}
    assert realizable(database) == (0 in errors.values())
    slacks = [q - errors[u] for u in learnt if 0 in errors.values()]
    slacks += [half - errors[u] for u in interior_points(seen) if 0 in map(errors.get, POINTS)]
    if not shifted and len({x for x, _ in database}) < len(database):
        return Fraction(0)
    return Fraction(min(slacks, default=shifted) - shifted)


FEW = tuple(product(range(2), (0, 1)))
"""Rows on two points."""

MIXED = [rows for rows in multisets(FEW, 3) if len({y for _, y in rows}) == 2]
NEIGHBOURS = [(a, b) for a, b in combinations(MIXED, 2) if (Counter(a) - Counter(b)).total() == 1]
"""Of three rows, with both labels."""


@property_of(
    (InteriorPointFromLearner, PaddedInteriorPoint, LearnerFromInteriorPoint, PaddedLearner),
    {
        "a learner sees each row twice": "= halves(database) => = halves(database) * 2",
        "a solver sees each row twice": "(*largest, *smallest)) => (*largest, *smallest) * 2)",
        "as many as there are": "self.half, => sum(y for _, y in database) or 1,",
    },
    learner=LEARNERS,
    solver=SOLVERS,
    rows=st.integers(2, 3),
    shifted=st.booleans(),
)
def test_each_costs_two_rows_of_what_it_is_made_of(
    made: Builds, learner: Learner, solver: Solver, rows: int, shifted: bool
) -> Fraction:
    """The privacy curve is at most that for two replaced rows; no label is rare if it decides."""
    points, padded_points, learnt, padded_learnt = made
    two = curve_of(learner, replace_one(tuple(product(range(3), (0, 1))), 2))
    found = curve_of(points(learner), replace_one(range(3), rows))
    padded = curve_of(padded_points(learner, DOMAIN, 2), replace_one(range(3), 2))
    slacks = [slack_of_two(found, two), slack_of_two(padded, two)]
    two = curve_of(solver, replace_one(range(2 + shifted), 2))
    found = curve_between(learnt(solver, TWO, 3, shifted), NEIGHBOURS)
    padded = curve_of(padded_learnt(solver, TWO, 1, shifted), replace_one(FEW, rows))
    return min(*slacks, slack_of_two(found, two), slack_of_two(padded, two))


def test_bottom_is_handed_on() -> None:
    """Shifted or not."""
    for shifted in (False, True):
        learner = LearnerFromInteriorPoint(lambda _, __: Bottom.BOTTOM, DOMAIN, 2, shifted)
        assert law_of(learner, ((0, 1), (2, 0))).support == {Bottom.BOTTOM}
