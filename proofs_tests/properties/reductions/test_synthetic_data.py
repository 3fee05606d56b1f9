"""Synthetic data from a release."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.scattered import Stated, scattered, stated
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Values
from reference.data.database import Database
from reference.probability.dist import Dist
from reference.reductions.synthetic_data import SyntheticData, matching_data, rows_for_a_match

SIZE = 3
POINTS = range(SIZE)

Means = tuple[Fraction, ...]
Release = Stated[Database[int], Means]
Build = Callable[..., Any]

CONCEPTS = st.tuples(*[st.tuples(*[st.integers(0, 1)] * SIZE).map(Values)] * 2)
HALVES = st.integers(-2, 2).map(lambda n: Fraction(n, 2))
RELEASES: st.SearchStrategy[Release] = st.lists(
    st.tuples(HALVES, HALVES), min_size=2, max_size=3, unique=True
).flatmap(lambda outcomes: stated(scattered(outcomes)))
TOLERANCES = st.integers(0, 6).map(lambda n: Fraction(n, 4))
ROWS = st.integers(1, 2)


def means(concepts: tuple[Values, ...], masses: Means) -> Means:
    """Of -1 and +1, under a distribution of the points."""
    return tuple(
        sum((p if y else -p for p, y in zip(masses, c.values, strict=True)), Fraction(0))
        for c in concepts
    )


def masses_of(rows: Database[int]) -> Means:
    """The fraction of each point."""
    return tuple(Fraction(rows.count(x), len(rows)) for x in POINTS)


def near(found: Means, wanted: Means, most: Fraction) -> bool:
    """Whether no two differ by more."""
    return all(-most <= a - b <= most for a, b in zip(found, wanted, strict=True))


def matches(
    concepts: tuple[Values, ...], answers: Means, rows: int, most: Fraction
) -> list[Database[int]]:
    """All databases in order with means that are near."""
    some = (v for v in product(POINTS, repeat=rows) if list(v) == sorted(v))
    return [v for v in some if near(means(concepts, masses_of(v)), answers, most)]


SEARCHES = {
    "less than the tolerance": ") <= tolerance => ) < tolerance",
    "twice the tolerance": ") <= tolerance => ) <= 2 * tolerance",
    "a row less": "range(size), rows) => range(size), rows - 1 or 2)",
    "a point less": "range(size), => range(size - 1),",
    "the first point is left out": "range(size), => range(1, size),",
    "the first one always": "if furthest( => if True or furthest(",
}


@property_of(
    SyntheticData,
    SEARCHES
    | {
        "the last match": "in combinations_with_replacement(range(size), rows) => "
        "in [*combinations_with_replacement(range(size), rows)][::-1]",
        "another guarantee": "self.release.guarantee => "
        "Guarantee(self.release.guarantee.exp_eps + 1, self.release.guarantee.delta)",
    },
    release=RELEASES,
    concepts=CONCEPTS,
    rows=ROWS,
    tolerance=TOLERANCES,
    database=st.lists(st.sampled_from(POINTS), max_size=3).map(tuple),
)
def test_the_first_match_is_put_out(
    made: Build,
    release: Release,
    concepts: tuple[Values, ...],
    rows: int,
    tolerance: Fraction,
    database: Database[int],
) -> None:
    """Or bottom; the guarantee is that of the release."""
    built = made(release, concepts, SIZE, rows, tolerance)
    expected = law_of(release, database).map(
        lambda g: next(iter(matches(concepts, g, rows, tolerance)), Bottom.BOTTOM)
    )
    assert law_of(built, database) == expected
    assert built.guarantee == release.guarantee


@property_of(
    SyntheticData,
    {
        "equal rows are told": "self.release, database) => self.release, database) "
        "if len({*database}) > 1 else (Fraction(1), Fraction(1))",
        "the rows are read": "return matching_data( => return database or matching_data(",
    },
    release=RELEASES,
    concepts=CONCEPTS,
    tolerance=TOLERANCES,
)
def test_a_search_costs_nothing(
    made: Build, release: Release, concepts: tuple[Values, ...], tolerance: Fraction
) -> Fraction:
    """The privacy curve is at most that of the release."""
    universe = replace_one(POINTS, 2)
    built = curve_of(made(release, concepts, SIZE, 1, tolerance), universe)
    return slack(built, curve_of(release, universe))


@property_of(
    SyntheticData,
    {
        name: SEARCHES[name]
        for name in ("a point less", "the first point is left out", "the first one always")
    },
    concepts=CONCEPTS,
    masses=distributions(POINTS),
    errors=st.lists(st.tuples(HALVES, HALVES), max_size=2).flatmap(
        lambda some: distributions(list(dict.fromkeys([(Fraction(0), Fraction(0)), *some])))
    ),
    rows=ROWS,
    alpha=st.integers(0, 3).map(lambda n: Fraction(n, 4)),
)
def test_it_errs_three_times_as_much(
    made: Build,
    concepts: tuple[Values, ...],
    masses: Dist[int, Fraction],
    errors: Dist[Means, Fraction],
    rows: int,
    alpha: Fraction,
) -> Fraction | None:
    """As the release, and as some rows do; it fails only if the release does."""
    exact = means(concepts, tuple(map(masses.probability, POINTS)))
    if not matches(concepts, exact, rows, alpha):
        return None
    answers = errors.map(lambda e: (exact[0] + e[0], exact[1] + e[1]))
    built = made(lambda _, coins: coins.release(answers), concepts, SIZE, rows, 2 * alpha)
    good = law_of(built, ()).probability_that(
        lambda v: v is not Bottom.BOTTOM and near(means(concepts, masses_of(v)), exact, 3 * alpha)
    )
    return good - errors.probability_that(lambda e: max(map(abs, e)) <= alpha)


def exponential(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^x by its series, for 0 <= x <= 10."""
    terms = [x**i / factorial(i) for i in range(41)]
    return sum(terms, Fraction(0)), sum(terms, terms[-1])


@property_of(
    (rows_for_a_match, matching_data),
    {
        "rounded down": ".floor() + 1 => .floor()",
        "one row more": ".floor() + 1 => .floor() + 2",
        "ln k": "ln(2 * len => ln(1 + len",
        "alpha in place of its square": "accuracy**2 => accuracy",
        "half of them": "(2 * ln => (1 * ln",
        "less than the tolerance": ") <= tolerance => ) < tolerance / 8",
    },
    concepts=st.lists(st.tuples(*[st.integers(0, 1)] * SIZE).map(Values), min_size=1, max_size=4),
    masses=distributions(POINTS),
    accuracy=st.integers(6, 12).map(lambda n: Fraction(n, 8)),
)
def test_so_many_rows_have_a_match(
    made: tuple[Callable[..., int], Build],
    concepts: list[Values],
    masses: Dist[int, Fraction],
    accuracy: Fraction,
) -> None:
    """The least number n' with 2 k e^(-n' alpha^2/2) < 1; so many have nearly the exact means."""
    n, k = made[0](concepts, accuracy), len(concepts)
    assert exponential(n * accuracy**2 / 2)[0] > 2 * k
    assert exponential((n - 1) * accuracy**2 / 2)[1] <= 2 * k
    exact = means(tuple(concepts), tuple(map(masses.probability, POINTS)))
    found = made[1](concepts, exact, SIZE, n, accuracy)
    assert found is not Bottom.BOTTOM
    assert near(means(tuple(concepts), masses_of(found)), exact, accuracy)
