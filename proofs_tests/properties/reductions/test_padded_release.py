"""Releases and learners on few rows from those on many."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.sides import named, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.probability.coins import Mechanism
from reference.reductions.padded_release import DilutedLearner, PaddedRelease, padded_rows

POINTS, ALL = range(3), 3
OUTCOMES = tuple((Fraction(a, 4), Fraction(b, 3)) for a, b in ((0, 0), (1, 3), (4, 2)))

Rows = Database[int]
Answers = tuple[Fraction, ...]
Release = Mechanism[Rows, Answers, Fraction]
Queries = tuple[frozenset[int], ...]
Builds = tuple[Callable[..., Release], ...]


@property_of(
    (PaddedRelease, DilutedLearner),
    {
        "copies of a row": "(self.neutral,) * self.copies)  # 1 => database[:1] * self.copies)",
        "the padding is not subtracted": "(b - 1 + share) / share => b / share",
        "a learner with each row twice": "self.learner, (* => self.learner, (*database, *",
    },
    mechanism=mechanisms(POINTS, ALL, OUTCOMES),
    queries=st.tuples(*[st.frozensets(st.sampled_from(POINTS))] * 2),
    neutral=st.integers(0, 1),
    rows=st.lists(st.sampled_from(POINTS), min_size=1, max_size=ALL).map(tuple),
)
def test_errors_grow_by_the_share(
    made: Builds, mechanism: Release, queries: Queries, neutral: int, rows: Rows
) -> Fraction:
    """What is off by a on n padded rows is off by (n/m) a on the m: as much, in rows.

    If the queries are 1 at the padding; and so it is if rows are added in two steps.  The privacy
    curve is at most that of the mechanism on n rows, for a release and for a learner.
    """

    def errors(answers: Answers, seen: Rows) -> Answers:
        counts = [sum(x in query or x == neutral for x in seen) for query in queries]
        return tuple(len(seen) * a - c for a, c in zip(answers, counts, strict=True))

    copies = ALL - len(rows)
    padded = rows + (neutral,) * copies
    release, learner = (build(mechanism, neutral, copies) for build in made)
    found, expected = law_of(release, rows), law_of(mechanism, padded)
    assert law_of(learner, rows) == expected
    assert found.map(lambda a: errors(a, rows)) == expected.map(lambda a: errors(a, padded))
    step = min(copies, 1)
    for build, law in zip(made, (found, expected), strict=True):
        rest = build(mechanism, neutral, copies - step)
        assert law_of(build(rest, neutral, step), rows) == law
    universe = replace_one(POINTS, len(rows), ordered=True)
    promised = curve_of(mechanism, replace_one(POINTS, ALL, ordered=True))
    return min(
        named(slack(curve_of(built, universe), promised), what)
        for built, what in ((release, "of the release"), (learner, "of the learner"))
    )


@property_of(
    PaddedRelease,
    {"149": "SCALE = 150 => SCALE = 149", "one copy more": "alpha) - rows) => alpha) - rows + 1)"},
    rows=st.integers(1, 4),
    alpha=st.builds(Fraction, st.just(1), st.sampled_from([150, *range(1192, 1200)]))
    | st.builds(Fraction, st.integers(1, 8), st.integers(1200, 2400)),
)
def test_the_share_is_the_least_that_makes_accuracy_a_150th(
    made: type[PaddedRelease[int, Fraction]], rows: int, alpha: Fraction
) -> None:
    """Of n rows; n + 1 would be too many."""
    n = rows + made.for_accuracy(lambda _, __: (), 0, rows, alpha).copies
    wrong = ((0, alpha), (rows, Fraction(0)), (rows, alpha + Fraction(1, 150)))
    assert all(refused(padded_rows, *each) for each in wrong)
    assert n * alpha * 150 <= rows < (n + 1) * alpha * 150
