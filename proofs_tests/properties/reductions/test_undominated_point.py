"""Interior points from bounded mechanisms, by rounding down."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from operator import gt, le
from typing import Any

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, laws_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.scattered import anywhere
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.coins import Mechanism
from reference.reductions.undominated_point import (
    RoundedDown,
    bounding_values,
    iterates,
)

POINTS = range(1, 8)
Naming = Mechanism[Database[int], int, Fraction]
Build = Callable[..., Any]

NAMING = anywhere(POINTS[:4], range(7), ordered=False)
NEAR = anywhere(POINTS, range(4), ordered=False)
"""None of 1, 2, 3 needs a bound above 4 on one point, above 7 on four."""

GRIDS = st.lists(st.integers(-2, 8), min_size=1, max_size=4, unique=True).map(sorted).map(tuple)


@property_of(
    RoundedDown,
    {
        "rounds up from a point": "x <= value => x < value",
        "the least point": "max((x for => min((x for",
        "the last point below the grid": "default=grid[0] => default=grid[-1]",
        "not rounded": "rounded_down(y, self.grid) => y",
    },
    mechanism=NAMING,
    grid=GRIDS,
    database=st.lists(st.sampled_from(POINTS[:4]), max_size=3).map(tuple),
)
def test_answers_are_rounded_down(
    made: Build, mechanism: Naming, grid: Sequence[int], database: Database[int]
) -> None:
    """To the point before them, or the first."""
    expected = law_of(mechanism, database).map(lambda y: grid[max(bisect_right(grid, y) - 1, 0)])
    assert law_of(made(mechanism, grid), database) == expected


@property_of(
    RoundedDown,
    {
        "at least the least row": "down(y, => down(max(y, min(database)),",
        "the lesser of two answers": (
            "down(y, => down(min(y, coins.run(self.mechanism, database)),"
        ),
    },
    mechanism=NAMING,
    grid=GRIDS,
    rows=st.integers(1, 2),
)
def test_rounding_costs_nothing(
    made: Build, mechanism: Naming, grid: Sequence[int], rows: int
) -> Fraction:
    """The privacy curve is at most that of the mechanism."""
    universe = replace_one((1, 2, 4), rows)
    return slack(curve_of(made(mechanism, grid), universe), curve_of(mechanism, universe))


@property_of(
    iterates,
    {
        "begins at 0": "found = [1] => found = [0]",
        "one more": ("< count => <= count", "found[:count] => found"),
        "the second value again": "bound(found[-1]) => bound(found[0])",
        "may stay": "found[-1] <= found[-2] => found[-1] < found[-2]",
        "may fall": "found[-1] <= found[-2] => found[-1] == found[-2]",
    },
    steps=st.tuples(*[st.sampled_from((1, 2, 3, 0, -1))] * 4),
    count=st.integers(0, 3),
)
def test_iterates_are_values_of_those_before(
    find: Callable[..., tuple[int, ...]], steps: tuple[int, ...], count: int
) -> None:
    """From 1 on; values that are no larger are refused."""

    def bound(x: int) -> int:
        return x + steps[x % 4]

    try:
        found = find(bound, count)
    except ValueError:
        assert (count > 1 and bound(1) <= 1) or (count > 2 and bound(bound(1)) <= bound(1))
    else:
        assert len(found) == count
        assert found[:1] == (1,)[:count]
        assert all(bound(x) == y > x for x, y in pairwise(found))


@property_of(
    bounding_values,
    {
        "an answer is allowed to reach it": "append(above + 1) => append(above)",
        "half of the failures": "> failure => > failure / 2",
        "failures that are just allowed are not": (
            "> failure => >= max(failure, Fraction(1, 9999))"
        ),
        "all rows are equal": "range(1, t + 1) => (t,)",
        "a smaller greatest row": ("(*rest, t)) => (*rest, rest[0]))", "rows - 1) => rows)"),
        "may be t": "if found else t => if found else 0",
        "may stay": "found[-1] if found => found[-1] - 1 if found",
        "one value less": "most + 1 => most",
        "begins at 2": "(1, most + 1) => (2, most + 2)",
    },
    mechanism=NAMING,
    rows=st.sampled_from((2, 1)),
    most=st.sampled_from((2, 3, 1)),
    reached=st.integers(1, 6),
)
def test_the_least_bound_is_found(
    find: Callable[..., tuple[int, ...]],
    mechanism: Naming,
    rows: int,
    most: int,
    reached: int,
) -> None:
    """By its definition: answers from it on are unlikely; it increases and is above t."""
    failure = law_of(mechanism, (most,) * rows).probability_that(partial(le, reached))
    found = find(mechanism, rows, most, failure)
    assert len(found) == most
    before = 0
    for t, value in enumerate(found, start=1):
        some = [d for d in product(range(1, t + 1), repeat=rows) if max(d) == t]
        laws = laws_of(mechanism, some)
        unlikely = (
            c
            for c in range(8)
            if all(law.probability_that(partial(le, c)) <= failure for law in laws)
        )
        assert value == max(next(unlikely), t + 1, before + 1)
        before = value


@property_of(
    (RoundedDown, bounding_values, iterates),
    {
        "answers reach the bound": "append(above + 1) => append(max(above, t + 1))",
        "the least point": (
            wrong(RoundedDown, "max((x for => min((x for"),
            bounding_values,
            iterates,
        ),
    },
    examples=20,
    mechanism=NEAR,
    rows=st.integers(1, 2),
    failure=PROBABILITIES,
)
def test_every_mechanism_finds_interior_points_of_some_grid(
    made: tuple[Build, ...], mechanism: Naming, rows: int, failure: Fraction
) -> Fraction:
    """It fails if it is below all rows, or if it is beyond its own bound."""
    values = made[1](mechanism, rows, 4, failure)
    grid = made[2](lambda t: values[t - 1], 3)
    universe = list(product(grid, repeat=rows))
    built, laws = laws_of(made[0](mechanism, grid), universe), laws_of(mechanism, universe)
    return min(
        failure
        + law.probability_that(partial(gt, min(d)))
        - 1
        + found.probability_that(partial(is_interior_point, d))
        for d, found, law in zip(universe, built, laws, strict=True)
    )
