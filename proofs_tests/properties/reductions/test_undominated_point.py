"""Interior points from bounded mechanisms, by rounding down."""

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from operator import gt, le
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of, laws_of
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Unordered, anywhere, listed, multisets
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.database import Database
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.coins import Mechanism
from reference.reductions.undominated_point import RoundedDown, bounding_values, iterates

Naming = Mechanism[Database[int], int, Fraction]

POINTS = (1, 2, 3, 4)
NAMING = anywhere(POINTS, range(7)).map(Unordered)
NEAR = anywhere(range(1, 8), range(4)).map(Unordered)
"""None of 1, 2, 3 needs a bound above 4 on one point, above 7 on four."""


@property_of(
    RoundedDown,
    {
        "rounds up from a point": "x <= value => x < value",
        "the last point below the grid": "default=grid[0] => default=grid[-1]",
        "at least the least row": "down(y, => down(max(y, min(database)),",
    },
    mechanism=NAMING,
    grid=st.lists(st.integers(-2, 8), min_size=1, max_size=4, unique=True).map(sorted),
    rows=st.integers(1, 2),
)
def test_answers_are_rounded_down(
    made: type[RoundedDown[Fraction]], mechanism: Naming, grid: list[int], rows: int
) -> None:
    """To the greatest point of the grid that is at most the answer, or the first of all."""
    assert all(refused(made, mechanism, tuple(each)) for each in ((), (grid[0], *grid)))
    for database in product(POINTS, repeat=rows):
        said = law_of(mechanism, database)
        below = said.map(lambda y: grid[max(bisect_right(grid, y) - 1, 0)])
        assert law_of(made(mechanism, tuple(grid)), database) == below


@property_of(
    bounding_values,
    {
        "an answer is allowed to reach it": "append(above + 1) => append(above)",
        "all rows are equal": "range(1, t + 1) => (t,)",
        "may stay": "found[-1] if found => found[-1] - 1 if found",
    },
    mechanism=st.sampled_from(((2, 6), (5, 3), (0, 4, 6))).flatmap(
        lambda answers: listed(multisets((1, 2, 3), 2), answers).map(Unordered)
    ),
    most=st.sampled_from((3, 2)),
    failure=st.sampled_from([Fraction(k, 6) for k in (4, 3, 5, 0)]),
)
def test_the_least_bound_is_found(
    find: Callable[..., tuple[int, ...]], mechanism: Naming, most: int, failure: Fraction
) -> None:
    """For t it is the least c > t, above the bound before, which answers rarely reach.

    With `failure` at most, on all databases with the maximum t.
    """
    found = find(mechanism, 2, most, failure)
    assert len(found) == most
    for t, (before, value) in enumerate(zip((0, *found), found, strict=False), start=1):
        some = [d for d in product(range(1, t + 1), repeat=2) if max(d) == t]
        laws = laws_of(mechanism, some)
        beyond = ([law.probability_that(partial(le, c)) for law in laws] for c in range(8))
        least = next(c for c, chances in enumerate(beyond) if max(chances) <= failure)
        assert value == max(least, t + 1, before + 1)


@property_of(
    (RoundedDown, bounding_values, iterates),
    {
        "answers reach the bound": "append(above + 1) => append(max(above, t + 1))",
        "the least point": {RoundedDown: "max((x for => min((x for"},
    },
    examples=20,
    mechanism=NEAR,
    rows=st.integers(1, 2),
    failure=PROBABILITIES,
)
def test_every_mechanism_finds_interior_points_of_some_grid(
    made: Any, mechanism: Naming, rows: int, failure: Fraction
) -> Fraction:
    """It fails with Pr[A(S) < min S] + `failure` at most: below all rows, or beyond its bound."""
    rounded, find, iterated = made
    values = find(mechanism, rows, 4, failure)
    grid = iterated(lambda t: values[t - 1], 3)
    assert grid == (1, values[0], values[values[0] - 1])
    assert refused(iterated, lambda t: t, 2)
    universe = list(product(grid, repeat=rows))
    built, laws = laws_of(rounded(mechanism, grid), universe), laws_of(mechanism, universe)
    return min(
        at_most(
            1 - found.probability_that(partial(is_interior_point, d)),
            failure + law.probability_that(partial(gt, min(d))),
            f"on {d} the chance of no interior point",
        )
        for d, found, law in zip(universe, built, laws, strict=True)
    )
