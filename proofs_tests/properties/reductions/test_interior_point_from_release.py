"""From a release of thresholds to interior points."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import add, le, lt

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, furthest, law_of, slack
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import anywhere
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.coins import Coins, Mechanism
from reference.reductions.interior_point_from_release import InteriorPointFromRelease

POINTS = range(3)
DOMAIN = Domain.of_size(3)

Counts = tuple[int, ...]
Release = Mechanism[Database[int], Counts, Fraction]


def exact(rows: Database[int]) -> Counts:
    """How many rows are up to each point."""
    return tuple(sum(x <= t for x in rows) for t in POINTS)


VECTORS = st.lists(st.tuples(*[st.integers(-1, 5)] * 3), min_size=2, max_size=3, unique=True)
ARBITRARY = VECTORS.flatmap(lambda outcomes: anywhere(POINTS, outcomes))


@dataclass(frozen=True, slots=True)
class Erring:
    """Exact counts, each with an error."""

    errors: Counts

    def __call__(self, rows: Database[int], _: Coins[Fraction], /) -> Counts:
        """What is released."""
        return tuple(map(add, exact(rows), self.errors))


ERRING = st.builds(Erring, st.just((0, 0, 0)) | st.tuples(*[st.integers(-1, 1)] * 3))


@property_of(
    InteriorPointFromRelease,
    {
        "the least point only": "(self.domain.size - 1,) => (0,)",
        "rows as they come": "tuple(sorted(database)) => tuple(database)",
        "one row more after": " or (self.size - len(database)) % 2 => ",
        "half of the rows before": "counts[:-1]))], self.size => counts[:-1]))], len(database)",
        "tolerance in halves of a row": "<= 2 * self => <= self",
    },
    release=ERRING | ARBITRARY,
    rows=st.lists(st.sampled_from(POINTS[::-1]), min_size=1, max_size=3).map(tuple),
    padding=st.sampled_from((1, 0)),
)
def test_the_answer_is_interior_unless_a_count_is_off(
    made: type[InteriorPointFromRelease[Fraction]],
    release: Release,
    rows: Database[int],
    padding: int,
) -> Fraction:
    """By half of the rows, less the tolerance; and it is as private as the release.

    It is bottom only if the largest error is more than the tolerance less the distance of half of
    the rows from the nearest count.
    The release sees the rows in order, as many added on either side.
    """
    padded = tuple(sorted([*rows, *[POINTS[0], POINTS[-1]] * padding]))
    n, counts = len(padded), exact(padded)
    off = law_of(release, padded).map(lambda found: 2 * furthest(found, counts))
    seen = list[Database[int]]()

    def told(given: Database[int], _: Coins[Fraction]) -> Counts:
        seen.append(given)
        return exact(given)

    law_of(made(told, DOMAIN, n), rows)
    assert refused(made, release, DOMAIN, 0)
    assert refused(made, release, DOMAIN, n, -1)
    assert {*seen} == {padded}
    gap, promised = min(abs(2 * c - n) for c in counts), curve_of(release, replace_one(POINTS, n))
    slacks: list[Fraction] = []
    for tolerance in (None, 0, 1):
        built, wide = made(release, DOMAIN, n, tolerance), 2 * (tolerance or 0)
        found = law_of(built, rows)
        assert refused(law_of, made(release, DOMAIN, n + 1, tolerance), rows)
        assert not rows[2:] or refused(law_of, made(release, DOMAIN, 1, tolerance), rows)
        wrong = found.support - {Bottom.BOTTOM, *filter(partial(is_interior_point, rows), POINTS)}
        slacks += [
            slack(curve_of(built, replace_one(POINTS, len(rows))), promised),
            at_most(
                sum(map(found.probability, wrong), Fraction(0)),
                off.probability_that(partial(le, len(rows) - wide)),
                f"for the tolerance {tolerance} the chance of a point that is not interior",
            ),
            at_most(
                found.probability(Bottom.BOTTOM),
                off.probability_that(partial(lt, wide - gap)),
                f"for the tolerance {tolerance} the chance of bottom",
            ),
        ]
    return min(slacks)
