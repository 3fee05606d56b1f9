"""From a release of thresholds to interior points."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.scattered import anywhere
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.reductions.interior_point_from_release import InteriorPointFromRelease

POINTS = range(3)
DOMAIN = Domain.of_size(3)

Counts = tuple[int, ...]
Release = Mechanism[Database[int], Counts, Fraction]
Build = Callable[..., Any]

COUNTS = st.tuples(*[st.integers(-1, 5)] * 3)
RELEASES = st.lists(COUNTS, min_size=2, max_size=3, unique=True).flatmap(
    lambda outcomes: anywhere(POINTS, outcomes)
)
ROWS = st.lists(st.sampled_from(POINTS), min_size=1, max_size=4).map(tuple)
PADDING = st.integers(0, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Erring:
    """The exact counts, and errors."""

    errors: Dist[Counts, Fraction]

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Counts:
        """A count for each point."""
        drawn = coins.draw(self.errors)
        return tuple(sum(x <= t for x in database) + drawn[t] for t in POINTS)


def padded(rows: Database[int], padding: int) -> Database[int]:
    """With as many least and largest points."""
    return tuple(sorted([*rows, *[POINTS[0], POINTS[-1]] * padding]))


PADS = {
    "the least point only": "(self.domain.size - 1,) => (0,)",
    "the point after the largest": "size - 1,) * => size - 2,) *",
    "no padding": "len(database)) // 2 => len(database)) // 9",
}
RULES = {
    "the count of the point itself": "(0, *counts[:-1]) => (0, *counts[1:])",
    "half of the rows that were there": (
        "counts[:-1]))], self.size => counts[:-1]))], len(database)"
    ),
}


@property_of(
    InteriorPointFromRelease,
    PADS
    | RULES
    | {
        "never the printed form": "self.tolerance is None: => True:",
        "tolerance in halves of a row": "<= 2 * self => <= self",
        "less than the tolerance": "<= 2 * self => < 2 * self",
        "above one half only": "abs(2 * c - self.size) => 2 * c - self.size",
    },
    release=RELEASES,
    rows=ROWS,
    padding=PADDING,
    tolerance=st.none() | st.integers(0, 2),
)
def test_the_answer_is_read_off_the_counts(
    made: Build, release: Release, rows: Database[int], padding: int, tolerance: int | None
) -> None:
    """Of the padded rows, in order: the point where they pass one half, or one close to it."""
    n = len(rows) + 2 * padding

    def read(counts: Counts) -> int | Bottom:
        if tolerance is None:
            return max((t + 1 for t in POINTS[:-1] if 2 * counts[t] < n), default=0)
        near = [t for t in POINTS if n - 2 * tolerance <= 2 * counts[t] <= n + 2 * tolerance]
        return near[0] if near else Bottom.BOTTOM

    found = law_of(made(release, DOMAIN, n, tolerance), rows)
    assert found == law_of(release, padded(rows, padding)).map(read)


@property_of(
    InteriorPointFromRelease,
    {
        "padded by the largest row": "(self.domain.size - 1,) => (max(database),)",
        "the rows again": "+ (self.domain => + tuple(database) + (self.domain",
    },
    release=RELEASES,
    rows=st.integers(1, 2),
    padding=PADDING,
)
def test_neighbours_stay_neighbours(
    made: Build, release: Release, rows: int, padding: int
) -> Fraction:
    """The privacy curve is at most that of the release."""
    n = rows + 2 * padding
    built = curve_of(made(release, DOMAIN, n), replace_one(POINTS, rows))
    return slack(built, curve_of(release, replace_one(POINTS, n)))


@property_of(
    InteriorPointFromRelease,
    PADS | RULES,
    errors=st.lists(st.tuples(*[st.integers(-1, 1)] * 3), max_size=2).flatmap(
        lambda some: distributions(list(dict.fromkeys([(0, 0, 0), *some])))
    ),
    rows=ROWS,
    padding=PADDING,
)
def test_it_fails_only_where_counts_are_far_off(
    made: Build, errors: Dist[Counts, Fraction], rows: Database[int], padding: int
) -> Fraction:
    """By half of the rows that were there before, at least."""
    found = law_of(made(Erring(errors), DOMAIN, len(rows) + 2 * padding), rows)
    far = errors.probability_that(lambda e: 2 * max(map(abs, e)) >= len(rows))
    return far - found.probability_that(lambda y: not is_interior_point(rows, y))
