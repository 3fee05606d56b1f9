"""Synthetic data from a release."""

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import furthest, law_of
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions
from proofs_tests.strategies.laws import masses
from proofs_tests.strategies.mechanisms import Stated, scattered, sequences, stated
from reference.data.bottom import Bottom
from reference.data.concept import Values
from reference.exact.interval import exp
from reference.reductions.synthetic_data import SyntheticData, matching_data, rows_for_a_match

SIZE = 3
POINTS = range(SIZE)
QUARTERS = st.builds(Fraction, st.integers(0, 4), st.just(4))
HALVES = st.builds(Fraction, st.integers(-2, 2), st.just(2))
SOME_MEANS = st.lists(st.tuples(HALVES, HALVES), min_size=2, max_size=3, unique=True)
CONCEPTS = st.tuples(functions(SIZE), functions(SIZE))
VARYING = functions(SIZE).filter(lambda concept: len({*concept.values}) > 1)

Means = tuple[Fraction, ...]
Concepts = tuple[Values, ...]
Rows = tuple[int, ...]


def means(concepts: Concepts, law: Means) -> Means:
    """Of -1 and +1, for masses of the points."""
    return tuple(
        sum((p if y else -p for p, y in zip(law, c.values, strict=True)), Fraction(0))
        for c in concepts
    )


def shares(rows: Rows) -> Means:
    """Of some rows, for each point."""
    return tuple(Fraction(rows.count(x), len(rows)) for x in POINTS)


def off(rows: Rows | Bottom, concepts: Concepts, exact: Means) -> Fraction:
    """By how much a mean over some rows differs at the most; by more than any for bottom."""
    if isinstance(rows, Bottom):
        return Fraction(9)
    return furthest(means(concepts, shares(rows)), exact)


@property_of(
    SyntheticData,
    {
        "less than the tolerance": ") <= tolerance => ) < tolerance",
        "another guarantee": "self.release.guarantee => "
        "Guarantee(self.release.guarantee.exp_eps + 1, self.release.guarantee.delta)",
        "the rows are read": "return matching_data( => return database or matching_data(",
    },
    release=SOME_MEANS.flatmap(lambda outcomes: stated(scattered(outcomes))),
    concepts=CONCEPTS,
    rows=st.integers(1, 2),
    tolerance=QUARTERS,
)
def test_the_first_match_is_put_out(
    made: Any, release: Stated[Rows, Means], concepts: Concepts, rows: int, tolerance: Fraction
) -> None:
    """Or bottom, if no rows are within the tolerance; the guarantee is that of the release."""

    def first(answers: Means) -> Rows | Bottom:
        some = (v for v in product(POINTS, repeat=rows) if list(v) == sorted(v))
        return next((v for v in some if off(v, concepts, answers) <= tolerance), Bottom.BOTTOM)

    for wrong in ((0, rows, tolerance), (SIZE, 0, tolerance), (SIZE, rows, -tolerance - 1)):
        assert refused(made, release, concepts, *wrong)
    built = made(release, concepts, SIZE, rows, tolerance)
    for database in sequences(POINTS, 2):
        assert law_of(built, database) == law_of(release, database).map(first)
    assert built.guarantee == release.guarantee


@property_of(
    matching_data,
    {
        "the first one always": "if furthest( => if True or furthest(",
        "half of the tolerance": ") <= tolerance => ) <= tolerance / 2",
        "half as much again": ") <= tolerance => ) <= tolerance * 3 / 2",
    },
    concepts=st.tuples(VARYING, VARYING),
    signs=st.tuples(*[st.sampled_from([1, -1])] * 2),
    rows=st.lists(st.sampled_from(POINTS[::-1]), min_size=1, max_size=2).map(tuple),
    other=st.sampled_from(POINTS),
    alpha=st.sampled_from([Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)]),
)
def test_it_errs_three_times_as_much(
    match: Any, concepts: Concepts, signs: Rows, rows: Rows, other: int, alpha: Fraction
) -> Fraction:
    """As answers that are off by alpha, if some rows are off by at most as little.

    A part alpha/2 of the law is on another point, and the values there differ by at most 2.
    """
    part = alpha / 2
    both = zip(shares(rows), shares((other,)), strict=True)
    exact = means(concepts, tuple((1 - part) * p + part * q for p, q in both))
    assert off(rows, concepts, exact) <= alpha
    answers = [a + sign * alpha for a, sign in zip(exact, signs, strict=True)]
    error = off(match(concepts, answers, SIZE, len(rows), 2 * alpha), concepts, exact)
    return at_most(error, 3 * alpha, "the error of the rows (9 for bottom)")


@property_of(
    (rows_for_a_match, matching_data),
    {
        "rounded down": ".floor() + 1 => .floor()",
        "ln k": "ln(2 * len => ln(1 + len",
        "less than the tolerance": ") <= tolerance => ) < tolerance / 8",
    },
    concepts=st.lists(functions(SIZE), min_size=1, max_size=4).map(tuple),
    law=masses(SIZE),
    accuracy=st.builds(Fraction, st.integers(6, 12), st.just(8)),
)
def test_so_many_rows_have_a_match(
    made: Any, concepts: Concepts, law: Means, accuracy: Fraction
) -> Fraction:
    """The least number n' with e^(n' alpha^2/2) > 2 k; so many have nearly the exact means."""
    rows, match = made
    assert refused(rows, (), accuracy)
    assert refused(rows, concepts, Fraction(0))
    n, exact, wanted = rows(concepts, accuracy), means(concepts, law), 2 * len(concepts)
    assert not exp(n * accuracy**2 / 2).certainly_less(wanted)
    assert exp((n - 1) * accuracy**2 / 2).certainly_less(wanted)
    error = off(match(concepts, exact, SIZE, n, accuracy), concepts, exact)
    return at_most(error, accuracy, f"the error of {n} rows (9 for bottom)")
