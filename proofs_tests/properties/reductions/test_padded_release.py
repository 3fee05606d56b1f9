"""Releases and learners on few rows from those on many."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors.releases import WRONG_PADDINGS
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from proofs_tests.strategies.scattered import scattered, telling
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.probability.coins import Mechanism
from reference.reductions.padded_release import DilutedLearner, PaddedRelease, padded_rows

POINTS = range(3)
LABELLED = tuple(product(POINTS, (0, 1)))

Answers = tuple[Fraction, ...]
Release = Mechanism[Database[int], Answers, Fraction]
Build = Callable[..., Any]

OUTCOMES = tuple((Fraction(a, 4), Fraction(b, 3)) for a, b in ((0, 0), (1, 3), (4, 2), (3, -1)))
QUERIES = st.tuples(*[st.frozensets(st.sampled_from(POINTS))] * 2)
ROWS = st.lists(st.sampled_from(POINTS), min_size=1, max_size=3).map(tuple)
COPIES = st.integers(0, 3)


def errors(answers: Answers, queries: tuple[frozenset[int], ...], rows: Database[int]) -> Answers:
    """By how much each answer differs from the fraction of the rows, times their number."""
    counts = [sum(x in query for x in rows) for query in queries]
    return tuple(len(rows) * a - c for a, c in zip(answers, counts, strict=True))


@property_of(
    PaddedRelease,
    WRONG_PADDINGS,
    release=scattered(OUTCOMES),
    queries=QUERIES,
    neutral=st.integers(0, 1),
    rows=ROWS,
    copies=COPIES,
)
def test_errors_grow_by_the_share(
    made: Build,
    release: Release,
    queries: tuple[frozenset[int], ...],
    neutral: int,
    rows: Database[int],
    copies: int,
) -> None:
    """Each, in rows, is as it was on the padded database, if its query is 1 at the padding."""
    asked = tuple(query | {neutral} for query in queries)
    found = law_of(made(release, neutral, copies), rows)
    padded = (*rows, *[neutral] * copies)
    expected = law_of(release, padded).map(partial(errors, queries=asked, rows=padded))
    assert found.map(partial(errors, queries=asked, rows=rows)) == expected


@property_of(
    (PaddedRelease, DilutedLearner),
    {
        "the rows are doubled": (
            wrong(PaddedRelease, "(*database, * => (*database, *database, *"),
            DilutedLearner,
        ),
        "padded by copies of the first row": (
            WRONG_PADDINGS["pads with copies of the first row"],
            DilutedLearner,
        ),
        "a learner with each row thrice": (
            PaddedRelease,
            wrong(DilutedLearner, "(*database, * => (*database, *database, *database, *"),
        ),
    },
    mechanism=mechanisms(POINTS, 3, OUTCOMES[:3]),
    rows=st.integers(1, 2),
)
def test_neighbours_stay_neighbours(
    made: tuple[Build, Build], mechanism: Release, rows: int
) -> Fraction:
    """The privacy curve is at most that of the release, or of the learner."""
    universe = replace_one(POINTS, rows, ordered=True)
    base = curve_of(mechanism, replace_one(POINTS, 3, ordered=True))
    padded = (build(mechanism, 0, 3 - rows) for build in made)
    return min(slack(curve_of(it, universe), base) for it in padded)


@property_of(
    DilutedLearner,
    {
        "one copy less": "* self.copies => * (self.copies - 1)",
        "copies of the first example": "(self.neutral,) * => database[:1] *",
        "only the copies": "(*database, *( => (*()[:0], *(",
    },
    learner=st.just(telling) | scattered(POINTS),
    sample=st.lists(st.sampled_from(LABELLED), min_size=1, max_size=3).map(tuple),
    neutral=st.sampled_from(LABELLED),
    copies=COPIES,
)
def test_a_learner_sees_copies_of_the_neutral_example(
    made: Build,
    learner: Mechanism[Database[tuple[int, int]], int, Fraction],
    sample: Database[tuple[int, int]],
    neutral: tuple[int, int],
    copies: int,
) -> None:
    """After the examples."""
    seen = sample
    for _ in range(copies):
        seen += (neutral,)
    assert law_of(made(learner, neutral, copies), sample) == law_of(learner, seen)


@property_of(
    (padded_rows, PaddedRelease.for_accuracy),
    {
        "rounded up": (
            wrong(padded_rows, "int(rows / => -int(-rows // "),
            PaddedRelease.for_accuracy,
        ),
        "75": (wrong(padded_rows, "SCALE = 150 => SCALE = 75"), PaddedRelease.for_accuracy),
        "149": (wrong(padded_rows, "SCALE = 150 => SCALE = 149"), PaddedRelease.for_accuracy),
        "one copy more": (
            padded_rows,
            wrong(PaddedRelease, "alpha) - rows) => alpha) - rows + 1)").for_accuracy,
        ),
        "as many copies as rows": (
            padded_rows,
            wrong(PaddedRelease, "alpha) - rows) => alpha))").for_accuracy,
        ),
    },
    rows=st.integers(1, 4),
    alpha=st.builds(Fraction, st.integers(1, 8), st.integers(1200, 2400)),
)
def test_the_share_is_the_least_that_makes_accuracy_a_150th(
    made: tuple[Callable[..., int], Build], rows: int, alpha: Fraction
) -> None:
    """Of n rows; n + 1 would be too many."""
    n = made[0](rows, alpha)
    assert n * alpha * 150 <= rows < (n + 1) * alpha * 150
    assert made[1](telling, 0, rows, alpha).copies + rows == n


@property_of(
    PaddedRelease,
    {
        "one copy more": "* self.copies => * (self.copies + 1)",
        "the share of the rest": "len(padded)) => len(padded) + 1)",
    },
    release=scattered(OUTCOMES),
    rows=ROWS,
    first=COPIES,
    second=COPIES,
)
def test_padding_twice_is_padding_once(
    made: Build, release: Release, rows: Database[int], first: int, second: int
) -> None:
    """By as many copies in all."""
    twice = made(made(release, 0, first), 0, second)
    assert law_of(twice, rows) == law_of(made(release, 0, first + second), rows)
