"""From a release of thresholds to interior points."""

from collections.abc import Callable
from fractions import Fraction
from operator import add
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
from reference.probability.coins import Mechanism
from reference.reductions.interior_point_from_release import InteriorPointFromRelease

POINTS = range(3)
DOMAIN = Domain.of_size(3)

Counts = tuple[int, ...]
Release = Mechanism[Database[int], Counts, Fraction]
Build = Callable[..., Any]


def vectors(low: int, high: int) -> st.SearchStrategy[list[Counts]]:
    """Two or three."""
    one = st.tuples(*[st.integers(low, high)] * 3)
    return st.lists(one, min_size=2, max_size=3, unique=True)


def exact(rows: Database[int]) -> Counts:
    """How many rows are up to each point."""
    return tuple(sum(x <= t for x in rows) for t in POINTS)


ARBITRARY = vectors(-1, 5).flatmap(lambda outcomes: anywhere(POINTS, outcomes))
ERRING = (
    vectors(-1, 1)
    .flatmap(distributions)
    .map(lambda errors: lambda rows, coins: tuple(map(add, exact(rows), coins.draw(errors))))
)


@property_of(
    InteriorPointFromRelease,
    {
        "the least point only": "(self.domain.size - 1,) => (0,)",
        "half of the rows before": "counts[:-1]))], self.size => counts[:-1]))], len(database)",
        "tolerance in halves of a row": "<= 2 * self => <= self",
    },
    release=ARBITRARY | ERRING,
    rows=st.lists(st.sampled_from(POINTS), min_size=1, max_size=3).map(tuple),
    padding=st.integers(0, 1),
    tolerance=st.none() | st.integers(0, 2),
)
def test_the_answer_is_read_off_the_counts_of_the_padded_rows(
    made: Build, release: Release, rows: Database[int], padding: int, tolerance: int | None
) -> Fraction:
    """Where they pass one half: interior, unless a count is off by half of the rows before.

    As printed, where one is close to one half.  The privacy curve is at most that of the release.
    """
    padded = tuple(sorted([*rows, *[POINTS[0], POINTS[-1]] * padding]))
    n = len(padded)

    def read(counts: Counts) -> int | Bottom:
        if tolerance is None:
            return max((t + 1 for t in POINTS[:-1] if 2 * counts[t] < n), default=0)
        near = [t for t in POINTS if n - 2 * tolerance <= 2 * counts[t] <= n + 2 * tolerance]
        return near[0] if near else Bottom.BOTTOM

    built = made(release, DOMAIN, n, tolerance)
    found, seen = law_of(built, rows), law_of(release, padded)
    assert found == seen.map(read)
    promised = curve_of(release, replace_one(POINTS, n))
    private = slack(curve_of(built, replace_one(POINTS, len(rows))), promised)
    if tolerance is not None:
        return private
    fails = found.probability_that(lambda y: not is_interior_point(rows, y))
    off = seen.probability_that(
        lambda c: 2 * max(abs(a - b) for a, b in zip(c, exact(padded), strict=True)) >= len(rows)
    )
    return min(private, off - fails)
