"""Interior points from learners of thresholds, learners from interior points, and back."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.sides import at_most, named
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Unordered, multisets, private
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.probability.coins import Coins, Mechanism
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
DOMAIN = Domain.of_size(SIZE)

Rows = Database[int]
Examples = Database[tuple[int, int]]
Learner = Mechanism[Examples, int, Fraction]
Solver = Mechanism[Rows, int, Fraction]
Builds = tuple[Callable[..., Any], ...]

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


@property_of(
    point_from_counts,
    {"one half counts, too": "< => <=", "the point after it": "(counts) => (counts, 1)"},
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
        "a least point for a row": "= halves(database) => = halves((0, *database[1:]))",
        "never shifted": "shifted=self.shifted => shifted=False",
    },
    database=ROWS,
    padding=st.integers(0, 2),
    shifted=st.booleans(),
)
def test_half_of_the_rows_are_against_a_threshold_that_is_not_interior(
    made: Builds, database: Rows, padding: int, shifted: bool
) -> None:
    """And none is against more; the learner sees as many ones as zeros, and some threshold fits.

    Where rows are not shifted, it does if the rows in the middle differ.
    """
    n, rows = len(database), tuple(sorted(database))
    outside = {*range(-1, SIZE + 1)} - {*interior_points(rows)}
    built = [(made[0](lambda seen, _: seen), n // 2, False)]
    if n % 2 == 0:
        padded = made[1](lambda seen, _: seen, DOMAIN, n + 2 * padding, shifted)
        built.append((padded, n // 2 + padding, shifted))
    for mechanism, half, moved in built:
        (seen,) = law_of(mechanism, database)
        assert Counter(y for _, y in seen) == Counter({0: half, 1: half})
        fits = moved or n < 2 or rows[n // 2 - 1] < rows[-(n // 2)]
        errors = {u: mislabelled(seen, u) for u in range(-1, SIZE + 1)}
        assert fits == (0 in errors.values())
        assert max(errors[u] for u in range(SIZE - 1 + moved)) <= n // 2
        assert min(errors[u] for u in outside) >= n // 2


def between(rows: int, points: int) -> Solver:
    """Any interior point, or -1 of no rows; of so many rows among so many points only."""

    def solver(database: Rows, coins: Coins[Fraction]) -> int:
        assert len(database) == rows
        assert {*database} <= {*range(points)}
        return coins.draw(Dist.uniform(interior_points(database) or [-1]))

    return solver


@property_of(
    (LearnerFromInteriorPoint, PaddedLearner, empirical_error, is_realizable),
    {
        "equal points are realizable": "max(ones) < => max(ones) <=",
        "the greatest zeros": "smallest: list[int] = sorted(zeros)[:q] => smallest = zeros[-q:]",
        "a padded row more": "self.half, => self.half + 1,",
        "the answer stays moved": "else answer - 1 => else answer",
        "nothing is shifted": "shifted=self.shifted)  # 1 => shifted=False)",
    },
    divisor=st.integers(2, 4),
    half=st.integers(1, 3),
    shifted=st.booleans(),
    database=EXAMPLES,
)
def test_few_rows_are_against_what_is_learnt_from_interior_points(
    made: Builds, divisor: int, half: int, shifted: bool, database: Examples
) -> Fraction:
    """If some threshold fits: fewer than the solver sees of a label; unshifted, one point more.

    With padding it is one that is not -1.
    """
    learner, padded_learner, error, realizable = made
    ones, zeros = ([x for x, y in database if y == label] for label in (1, 0))
    moved = [x - (shifted and x > 0) for x in zeros]
    seen = sorted([0] * half + ones)[-half:] + sorted([*moved, *[SIZE - 1] * half])[:half]
    q = len(database) // divisor
    errors = {u: mislabelled(database, u) for u in (-1, *POINTS)}
    assert not database or errors == {u: error(database, u) * len(database) for u in errors}
    assert realizable(database) == (0 in errors.values())
    solver, another = between(2 * q, SIZE + shifted), between(2 * half, SIZE)
    learnt = law_of(learner(solver, DOMAIN, divisor, shifted), database)
    shown = law_of(padded_learner(lambda rows, _: rows, DOMAIN, half, shifted), database)
    assert shown == Dist.point(tuple(sorted(seen)))
    padded = law_of(padded_learner(another, DOMAIN, half, shifted), database)
    more = 0 if shifted else max(Counter(zeros).values(), default=0)
    slacks = [
        at_most(errors[u], q - 1 + more, f"for the threshold {u} the number of rows against it")
        for u in learnt
        if q and 0 in errors.values()
    ]
    slacks += [
        at_most(errors[u], half - 1 + more, f"for {u} of the padded learner the rows against it")
        for u in padded
        if 0 in map(errors.get, POINTS)
    ]
    return min(slacks, default=Fraction(more))


def labelled(ones: Rows, zeros: Rows) -> Examples:
    """The points with label 1, and those with label 0."""
    return (*((x, 1) for x in ones), *((x, 0) for x in zeros))


def differ(a: Database[Any], b: Database[Any]) -> int:
    """How many rows of one are not among those of the other."""
    return (Counter(a) - Counter(b)).total()


FEW = tuple(product(range(2), (0, 1)))
"""Rows on two points."""

MIXED = [rows for rows in multisets(FEW, 5) if 2 <= sum(y for _, y in rows) <= 3]
NEIGHBOURS = [(a, b) for a, b in combinations(MIXED, 2) if differ(a, b) == 1]
"""Of five rows, with at least two of each label."""


@property_of(
    (InteriorPointFromLearner, PaddedInteriorPoint, LearnerFromInteriorPoint, PaddedLearner),
    {
        "a learner sees each row twice": "= halves(database) => = halves(database) * 2",
        "a solver sees each row twice": "(*largest, *smallest)) => (*largest, *smallest) * 2)",
        "as many as there are": "self.half, => sum(y for _, y in database) or 1,",
    },
    learner=private(tuple(product(range(SIZE), (0, 1))), range(3)).map(Unordered),
    solver=private(range(3), range(3)).map(Unordered),
    rows=st.integers(4, 5),
    shifted=st.booleans(),
)
def test_each_costs_two_rows_of_what_it_is_made_of(
    made: Builds, learner: Learner, solver: Solver, rows: int, shifted: bool
) -> Fraction:
    """One of each label, by the privacy curves on four rows; no label is rare if it decides."""
    points, padded_points, learnt, padded_learnt = made
    two, three = Domain.of_size(2), Domain.of_size(3)
    seen = list(product(multisets(range(3), 2), multisets(range(3 + shifted), 2)))
    pairs = [(a, b) for a, b in combinations(seen, 2) if max(map(differ, a, b)) == 1]
    promised = curve_between(learner, [(labelled(*a), labelled(*b)) for a, b in pairs])
    built = curve_of(points(learner), replace_one(range(3), rows))
    padded = curve_of(padded_points(learner, three, 4, shifted), replace_one(range(3), 2))
    slacks = [
        named(slack(built, promised), "of the points from a learner"),
        named(slack(padded, promised), "of the padded points from a learner"),
    ]
    fours = multisets(range(2 + shifted), 4)
    promised = curve_between(solver, [x for x in combinations(fours, 2) if differ(*x) <= 2])
    built = curve_between(learnt(solver, two, 2, shifted), NEIGHBOURS)
    padded = curve_of(padded_learnt(solver, two, 2, shifted), replace_one(FEW, rows - 1))
    slacks += [
        named(slack(built, promised), "of the learner from points"),
        named(slack(padded, promised), "of the padded learner from points"),
    ]
    return min(slacks)


@property_of(
    (InteriorPointFromLearner, LearnerFromInteriorPoint, PaddedInteriorPoint, PaddedLearner),
    {
        "up, and not down again": "self.domain.size, shifted=self.shifted) => self.domain.size)",
        "down, and not up": "self.rows, size, shifted=self.shifted) => self.rows, size)",
        "one point of each label": "// self.divisor => // self.divisor and 1",
    },
    solver=private(POINTS, range(3)).map(Unordered),
    database=st.lists(st.integers(0, 2), min_size=2, max_size=4).map(tuple),
    padding=st.integers(0, 2),
    shifted=st.booleans(),
)
def test_a_learner_from_interior_points_leads_back_to_the_solver(
    made: Builds, solver: Solver, database: Rows, padding: int, shifted: bool
) -> None:
    """On the same rows without the middle one; or with as many least points as greatest ones."""
    points, learnt, padded_points, padded_learnt = made
    half, three = len(database) // 2, Domain.of_size(3)
    rows = tuple(sorted(database))
    even = rows[:half] + rows[len(rows) - half :]
    back = points(learnt(solver, three, 2))
    assert law_of(back, database) == law_of(solver, even)
    learner = padded_learnt(solver, Domain.of_size(3 + shifted), half + padding, shifted)
    back = padded_points(learner, three, 2 * (half + padding), shifted)
    assert law_of(back, even) == law_of(solver, (0,) * padding + even + (2,) * padding)


def test_bottom_is_handed_on() -> None:
    """Shifted or not."""
    for shifted in (False, True):
        learner = LearnerFromInteriorPoint(lambda _, __: Bottom.BOTTOM, DOMAIN, 2, shifted)
        assert law_of(learner, ((0, 1), (2, 0))).support == {Bottom.BOTTOM}
