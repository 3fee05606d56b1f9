"""Interior points from learners of thresholds, learners from interior points, and back."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest, nsmallest
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack_of_two
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.scattered import anywhere, telling
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.reductions.interior_point_and_learning import (
    InteriorPointFromLearner,
    Labelled,
    LearnerFromInteriorPoint,
    PaddedInteriorPoint,
    PaddedLearner,
    empirical_error,
    is_realizable,
    point_from_counts,
)

SIZE = 3
POINTS = range(SIZE)
DOMAIN = Domain.of_size(SIZE)
LABELLED = tuple(product(POINTS, (0, 1)))
"""What a labelled row may be."""

Solver = Mechanism[Database[int], int, Fraction]
Learner = Mechanism[Database[Labelled], int, Fraction]
Examples = Database[Labelled]
Build = Callable[..., Any]


@dataclass(frozen=True, slots=True, eq=False)
class MostlyInside:
    """So far from the least row to the greatest, or, as often as the law says, a fixed point."""

    law: Dist[tuple[int, int], Fraction]
    """Parts of the way, in thirds, and the fixed point, if it is not negative."""

    @property
    def failing(self) -> Fraction:
        """How often the fixed point is the answer."""
        return self.law.probability_that(lambda drawn: drawn[1] >= 0)

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        """A point."""
        thirds, fixed = coins.draw(self.law)
        low, high = min(database), max(database)
        return fixed if fixed >= 0 else low + (high - low) * thirds // 3


THIRDS = [(0, -1), (1, -1), (2, -1), (3, -1)]
INSIDE = (distributions(THIRDS) | distributions([*THIRDS, (0, 0), (0, SIZE)])).map(MostlyInside)
LEARNERS = anywhere(tuple(product(range(SIZE + 1), (0, 1))), range(-1, SIZE + 1), ordered=False)
SOLVERS = anywhere(range(-1, SIZE + 2), range(SIZE + 1), ordered=False)
"""One point more, as it may be shifted; those of wrong variants are further out."""

SHIFTED = st.booleans()
SOME = st.lists(st.sampled_from(POINTS), max_size=4)
EXAMPLES = st.tuples(SOME, SOME).map(
    lambda both: tuple(sorted((x, y) for y in (0, 1) for x in both[y]))
)
ROWS = st.lists(st.sampled_from(POINTS), max_size=5).map(tuple)
PAIRS = st.lists(
    st.tuples(st.sampled_from(POINTS), st.sampled_from(POINTS)), min_size=1, max_size=2
)
EVEN = PAIRS.map(lambda pairs: tuple(x for pair in pairs for x in pair))
"""An even number of rows."""

SEPARATED = SHIFTED.flatmap(
    lambda shifted: st.tuples(
        st.just(shifted),
        st.lists(st.integers(0, 5), min_size=4, max_size=6, unique=not shifted),
        st.integers(0, 4),
    )
)
"""Whether it is shifted, points, all different if it is not, and the greatest with label 1."""


def separated(points: list[int], threshold: int) -> Examples:
    """The database that a threshold labels."""
    return tuple((x, int(x <= threshold)) for x in points)


def with_label(database: Examples, label: int) -> list[int]:
    """The points of its rows with the label."""
    return [x for x, y in database if y == label]


def mislabelled(database: Examples, threshold: int) -> int:
    """How many rows with label 1 are above it, and with label 0 not above it."""
    ones, zeros = with_label(database, 1), with_label(database, 0)
    return sum(x > threshold for x in ones) + sum(x <= threshold for x in zeros)


@property_of(
    (empirical_error, is_realizable),
    {
        "below the threshold": "<= => <",
        "labels exchanged": "!= => ==",
        "equal points are realizable": "max(ones) < => max(ones) <=",
        "one label alone is not": "not ones or not zeros or => bool(ones) and bool(zeros) and",
    },
    database=EXAMPLES,
)
def test_realizable_is_without_error(
    made: tuple[Callable[..., Fraction], Callable[..., bool]], database: Examples
) -> None:
    """A database is realizable if and only if some threshold has the error 0."""
    error, realizable = made
    errors = [mislabelled(database, u) for u in (-1, *POINTS)]
    assert realizable(database) == (0 in errors)
    for u, count in zip((-1, *POINTS), errors, strict=True):
        assert not database or error(database, u) * len(database) == count


@property_of(
    point_from_counts,
    {
        "one half counts, too": "< => <=",
        "the least": "max => min",
        "less than all rows": "2 * => 1 *",
        "the point after it": "(counts) => (counts, 1)",
    },
    rows=ROWS.filter(bool),
    errors=st.tuples(*[st.integers(-2, 2)] * SIZE),
)
def test_counts_that_are_nearly_right_lead_to_an_interior_point(
    find: Callable[..., int], rows: Database[int], errors: tuple[int, ...]
) -> None:
    """If each is off by less than half of the rows."""
    n = len(rows)
    off = [Fraction(e * (n - 1) + (e < 0) * e, 4) for e in errors]
    found = find([sum(row < x for row in rows) + off[x] for x in POINTS], n)
    assert is_interior_point(rows, found)


@property_of(
    InteriorPointFromLearner,
    {
        "the first rows, not the least": "sorted(database) => [*database]",
        "labels exchanged": ("*((x, 1) => *((x, 0)", "zeros)) => ones))"),
        "the middle row in both halves": "len(rows) // 2 => -(-len(rows) // 2)",
        "the middle row is a zero": "rows[len(rows) - half :] => rows[half:]",
    },
    learner=st.just(telling) | LEARNERS,
    database=ROWS,
)
def test_the_learner_sees_the_lesser_half_as_ones(
    made: Build, learner: Learner, database: Database[int]
) -> None:
    """And the greater half as zeros; an error below 1/2 is one of an interior point."""
    n, ranked = len(database), sorted(database)
    ones = [(ranked[i], 1) for i in range(n) if 2 * i + 2 <= n]
    zeros = [(ranked[i], 0) for i in range(n) if 2 * i >= n]
    found = law_of(made(learner), database)
    assert found == law_of(learner, (*ones, *zeros))
    for u in found.support:
        if 2 * mislabelled((*ones, *zeros), u) < n - n % 2:
            assert is_interior_point(database, u)


@property_of(
    InteriorPointFromLearner,
    {
        "sees each row twice": "labelled) => labelled * 2)",
    },
    learner=LEARNERS,
    rows=st.integers(2, 3),
)
def test_an_interior_point_costs_a_learner_two_rows(
    made: Build, learner: Learner, rows: int
) -> Fraction:
    """The privacy curve is at most that of the learner for two replaced rows."""
    built = curve_of(made(learner), replace_one(POINTS, rows))
    return slack_of_two(built, curve_of(learner, replace_one(LABELLED, 2)))


MIDDLE = {
    "the least ones": "[len(ones) - q :] => [:q]",
    "the greatest zeros": "sorted(zeros)[:q] => sorted(zeros)[-q:]",
}


@property_of(
    LearnerFromInteriorPoint,
    MIDDLE
    | {
        "a row more": "[:q] => [: q + 1]",
        "-1 for q ones, too": "(ones) < q => (ones) <= q",
        "never -1": "(ones) < q => (ones) < 0",
        "0 in place of -1": "return -1 => return 0",
        "the largest point for q zeros, too": "(zeros) < q => (zeros) <= q",
        "one more than the largest point": ".size - 1 => .size",
        "always shifted": "not self.shifted => False",
        "shifted by two": "x + 1 for => x + 2 for",
        "not shifted back": "else answer - 1 => else answer",
        "q is rounded up": "// self.divisor => // self.divisor + 1",
    },
    solver=st.just(telling) | SOLVERS,
    divisor=st.integers(2, 3),
    shifted=SHIFTED,
    database=EXAMPLES,
)
def test_the_solver_sees_q_rows_of_either_label(
    made: Build, solver: Solver, divisor: int, shifted: bool, database: Examples
) -> None:
    """The largest ones and the smallest zeros; where there are fewer, the other label decides."""
    learner = made(solver, DOMAIN, divisor, shifted)
    q, found = len(database) // divisor, law_of(learner, database)
    ones, zeros = with_label(database, 1), with_label(database, 0)
    if len(ones) < q or len(zeros) < q:
        assert found == Dist.point(-1 if len(ones) < q else SIZE - 1)
    else:
        seen = (*(x + shifted for x in nlargest(q, ones)), *nsmallest(q, zeros))
        assert found.map(lambda y: y + shifted) == law_of(solver, seen)


@property_of(
    LearnerFromInteriorPoint,
    MIDDLE,
    solver=INSIDE,
    drawn=SEPARATED,
    divisor=st.integers(2, 4),
)
def test_interior_points_have_small_error(
    made: Build,
    solver: MostlyInside,
    drawn: tuple[bool, list[int], int],
    divisor: int,
) -> Fraction:
    """At most q - 1 rows are mislabelled if the solver succeeds and some threshold fits.

    Without the shift q, if all points are different.
    """
    shifted, database = drawn[0], separated(*drawn[1:])
    found = law_of(made(solver, Domain.of_size(6), divisor, shifted), database)
    most = len(database) // divisor - int(shifted)
    return solver.failing - found.probability_that(lambda u: mislabelled(database, u) > most)


def test_bottom_is_handed_on() -> None:
    """Shifted or not."""

    def none(_: Database[int], __: Coins[Fraction]) -> Bottom:
        return Bottom.BOTTOM

    for shifted in (False, True):
        learner = LearnerFromInteriorPoint(none, DOMAIN, 2, shifted)
        assert law_of(learner, ((0, 1), (2, 0))).support == {Bottom.BOTTOM}


FEW = LABELLED[:4]
"""Rows on two points."""

NEIGHBOURS = [
    (d, e)
    for d in replace_one(FEW, 4).databases()
    for e in replace_one(FEW, 4).neighbours(d)
    if d < e and all({y for _, y in both} == {0, 1} for both in (d, e))
]
"""Of four rows, with both labels."""


@property_of(
    LearnerFromInteriorPoint,
    {
        "each row twice": "(*largest, *smallest)) => (*largest, *smallest) * 2)",
    },
    solver=SOLVERS,
    shifted=SHIFTED,
)
def test_a_learner_costs_an_interior_point_two_rows(
    made: Build, solver: Solver, shifted: bool
) -> Fraction:
    """The privacy curve, where no label is rare, is at most that of the solver for two rows."""
    built = curve_between(made(solver, Domain.of_size(2), 4, shifted), NEIGHBOURS)
    return slack_of_two(built, curve_of(solver, replace_one(range(2 + shifted), 2)))


PADDED = {
    "the least ones": wrong(
        PaddedLearner, "sorted(ones)[max(len(ones) - half, 0) :] => sorted(ones)[:half]"
    ),
    "the greatest zeros": wrong(
        PaddedLearner, "for x in zeros)[:half] => for x in zeros)[-half:]"
    ),
    "filled up with the other end": wrong(
        PaddedLearner, "[0] * (half - len(largest)) => [points - 1] * (half - len(largest))"
    ),
}


@property_of(
    PaddedLearner,
    PADDED
    | {
        "zeros go below 0": "max(x - int(shifted), 0) => x - int(shifted)",
        "never shifted": "x - int(shifted) => x",
        "filled up with a point too many": "[points - 1] => [points]",
        "not filled up": wrong(
            PaddedLearner, "*(half - len(smallest)) => * 0".replace("*(", "* (")
        ),
        "a row more": "self.half, => self.half + 1,",
    },
    solver=st.just(telling) | SOLVERS,
    half=st.integers(1, 3),
    shifted=SHIFTED,
    database=EXAMPLES,
)
def test_the_solver_sees_the_middle_of_the_padded_rows(
    made: Build, solver: Solver, half: int, shifted: bool, database: Examples
) -> None:
    """Those that are left of the rows and of enough least ones and greatest zeros."""
    ones = [*with_label(database, 1), *[0] * half]
    zeros = [*(max(x - shifted, 0) for x in with_label(database, 0)), *[SIZE - 1] * half]
    seen = (*nlargest(half, ones), *nsmallest(half, zeros))
    assert law_of(made(solver, DOMAIN, half, shifted), database) == law_of(solver, seen)


@property_of(PaddedLearner, PADDED, solver=INSIDE, drawn=SEPARATED, half=st.integers(1, 3))
def test_interior_points_of_the_middle_have_small_error(
    made: Build,
    solver: MostlyInside,
    drawn: tuple[bool, list[int], int],
    half: int,
) -> Fraction:
    """At most n/2 - 1 rows are mislabelled if the solver succeeds and some threshold fits.

    Without the shift n/2, if all points are different.
    """
    shifted, database = drawn[0], separated(*drawn[1:])
    found = law_of(made(solver, Domain.of_size(6), half, shifted), database)
    most = half - int(shifted)
    return solver.failing - found.probability_that(lambda u: mislabelled(database, u) > most)


@property_of(
    PaddedLearner,
    {
        "the rows of either label at one place": "middle) => middle * 2)",
        "half as many as there are": "self.half, => sum(y for _, y in database) or 1,",
    },
    solver=SOLVERS,
    rows=st.integers(2, 3),
    shifted=SHIFTED,
)
def test_a_padded_learner_costs_an_interior_point_two_rows(
    made: Build, solver: Solver, rows: int, shifted: bool
) -> Fraction:
    """The privacy curve is at most that of the solver for two replaced rows."""
    built = curve_of(made(solver, Domain.of_size(2), 1, shifted), replace_one(FEW, rows))
    return slack_of_two(built, curve_of(solver, replace_one(range(2), 2)))


HALVES = {
    "labels exchanged": ("((0, 1),) => ((0, 0),)", "+ up, 0),) => + up, 1),)"),
    "padded by one point less": "points - 1 + up => points - 1",
    "never shifted": "up = int(shifted) => up = 0",
    "no padding": ("* padding, *((points => * 0, *((points", "* padding) => * 0)"),
}


@property_of(
    PaddedInteriorPoint,
    HALVES
    | {
        "ones are shifted": "(x, y) if y else (x + up, y) => (x + up, y)",
        "half of the padding": "divmod(rows => divmod((rows + len(database)) // 2",
    },
    learner=st.just(telling) | LEARNERS,
    database=EVEN,
    padding=st.integers(0, 2),
    shifted=SHIFTED,
)
def test_the_learner_sees_the_lesser_half_of_the_padded_rows_as_ones(
    made: Build, learner: Learner, database: Database[int], padding: int, shifted: bool
) -> None:
    """And the greater half as zeros, moved up by one if it is shifted."""
    rows = sorted([*database, *[0] * padding, *[SIZE - 1] * padding])
    half = len(rows) // 2
    seen = (*((x, 1) for x in rows[:half]), *((x + shifted, 0) for x in rows[half:]))
    assert law_of(made(learner, DOMAIN, len(rows), shifted), database) == law_of(learner, seen)


@property_of(
    PaddedInteriorPoint,
    HALVES,
    learner=LEARNERS,
    database=EVEN,
    padding=st.integers(0, 2),
)
def test_thresholds_of_small_error_are_interior(
    made: Build, learner: Learner, database: Database[int], padding: int
) -> None:
    """What is no interior point mislabels half of the rows, without padding, and some none."""
    n = len(database) + 2 * padding
    (seen,) = law_of(made(lambda shown, _: shown, DOMAIN, n, shifted=True), database).support
    assert 0 in {mislabelled(seen, u) for u in range(SIZE + 1)}
    assert len(seen) == n
    for u in law_of(made(learner, DOMAIN, n, shifted=True), database).support:
        assert is_interior_point(database, u) or 2 * mislabelled(seen, u) >= len(database)


@property_of(
    PaddedInteriorPoint,
    {
        "sees each row twice": "labelled) => labelled * 2)",
    },
    learner=LEARNERS,
)
def test_a_padded_interior_point_costs_a_learner_two_rows(
    made: Build, learner: Learner
) -> Fraction:
    """The privacy curve is at most that of the learner for two replaced rows."""
    built = curve_of(made(learner, DOMAIN, 2), replace_one(POINTS, 2))
    return slack_of_two(built, curve_of(learner, replace_one(LABELLED, 2)))


BOTH = (InteriorPointFromLearner, LearnerFromInteriorPoint)
BOTH_PADDED = (PaddedInteriorPoint, PaddedLearner)


@property_of(
    (*BOTH, *BOTH_PADDED),
    {
        "q is rounded up": (
            BOTH[0],
            wrong(LearnerFromInteriorPoint, "// self.divisor => // self.divisor + 1"),
            *BOTH_PADDED,
        ),
        "the least ones of the padded": (*BOTH, BOTH_PADDED[0], PADDED["the least ones"]),
        "the learner is not shifted": (
            *BOTH,
            BOTH_PADDED[0],
            wrong(PaddedLearner, "x - int(shifted) => x"),
        ),
    },
    solver=st.just(telling) | SOLVERS,
    database=EVEN,
    padding=st.integers(0, 1),
    shifted=SHIFTED,
)
def test_there_and_back_is_where_one_was(
    made: tuple[Build, ...],
    solver: Solver,
    database: Database[int],
    padding: int,
    shifted: bool,
) -> None:
    """The interior points of a learner that is made of a solver are those of the solver."""
    wanted, n = law_of(solver, database), len(database)
    assert law_of(made[0](made[1](solver, DOMAIN, 2)), database) == wanted
    size = SIZE + int(shifted)
    learner = made[3](solver, Domain.of_size(size), n // 2, shifted)
    there = made[2](learner, DOMAIN, n + 2 * padding, shifted)
    assert law_of(there, database) == wanted
