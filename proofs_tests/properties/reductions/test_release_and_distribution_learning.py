"""From answers to distributions, and back."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from operator import ge, lt
from typing import Any

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors.distribution_learning import FITS, NO_FITS, NO_MAXIMA
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.scattered import Stated, anywhere, stated
from reference.data.adjacency import replace_one
from reference.data.concept import grid_distributions
from reference.data.database import Database
from reference.data.queries import CountingQuery, threshold_queries
from reference.exact.field import RATIONALS
from reference.privacy.guarantee import Guarantee
from reference.privacy.subsampling import WithoutReplacement
from reference.probability.dist import Dist, mixture
from reference.reductions.release_and_distribution_learning import (
    Answers,
    AnswersFromLearner,
    CdfFromAnswers,
    DistributionFromAnswers,
    cumulative,
    distance,
    empirical_masses,
    exact_answers,
    expected_answers,
    fitted,
    is_cdf,
    running_maximum,
)

SIZE = 3
POINTS = tuple(range(SIZE))
THRESHOLDS = threshold_queries(POINTS)
GRID = tuple(grid_distributions(SIZE, 6))

Queries = tuple[CountingQuery[int], ...]
Release = Stated[Database[int], Answers]
Build = Callable[..., Any]

SETS = st.frozensets(st.sampled_from(POINTS))
QUERIES = st.lists(SETS.map(lambda some: CountingQuery(some.__contains__)), max_size=3).map(tuple)
QUARTERS = st.sampled_from([Fraction(n, 4) for n in (0, 2, 4, -1, 1, 5, 3)])
ROUGHLY = st.sampled_from([Fraction(n, 4) for n in (2, -1, 5, 0)])
SOME = st.lists(QUARTERS, min_size=1, max_size=4)
VALUES = SOME.map(tuple) | SOME.map(lambda some: (*sorted(some)[1:], Fraction(1)))
ROWS = st.lists(st.sampled_from(POINTS), min_size=1, max_size=4).map(tuple)
CDFS = st.sampled_from(GRID)
TRIPLES = st.lists(st.tuples(QUARTERS, QUARTERS, QUARTERS), min_size=2, max_size=3, unique=True)
RELEASES = TRIPLES.flatmap(lambda outcomes: stated(anywhere(POINTS, outcomes)))
LEARNERS = st.lists(CDFS, min_size=2, max_size=3, unique=True).flatmap(
    lambda outcomes: stated(anywhere(POINTS, outcomes))
)


def asked(queries: Queries, masses: Answers) -> Answers:
    """The mass of the points in each query."""
    return tuple(
        sum((p for x, p in enumerate(masses) if query.predicate(x)), Fraction(0))
        for query in queries
    )


def furthest(first: Answers, second: Answers) -> Fraction:
    """The greatest difference; 0 of none."""
    return max([Fraction(0), *(abs(a - b) for a, b in zip(first, second, strict=True))])


RIGHT = (empirical_masses, expected_answers, exact_answers, cumulative, distance, is_cdf)
WRONG = {
    "a mass of half": (0, wrong(empirical_masses, "(database)) => (database) + 1)")),
    "a mass is left out": (
        1,
        wrong(expected_answers, "zip(points, masses => zip(points[1:], masses[1:]"),
    ),
    "a threshold is exclusive": (3, wrong(cumulative, "[: t + 1] => [:t]")),
    "the least difference": (4, wrong(distance, "max( => min(")),
    "the difference without a sign": (4, wrong(distance, "abs(x - y) => x - y")),
    "negative values": (5, wrong(is_cdf, "values[0] >= 0 => True")),
    "above 0": (5, wrong(is_cdf, "values[0] >= 0 => values[0] > 0")),
    "no end": (5, wrong(is_cdf, "values[-1] == 1 => True")),
    "falling": (5, wrong(is_cdf, "[*values] == sorted(values) => True")),
}


@property_of(
    RIGHT,
    {name: (*RIGHT[:i], it, *RIGHT[i + 1 :]) for name, (i, it) in WRONG.items()},
    rows=ROWS,
    queries=QUERIES,
    values=VALUES,
)
def test_the_words(
    made: tuple[Build, ...], rows: Database[int], queries: Queries, values: Answers
) -> None:
    """A random row has the empirical distribution; the steps of a CDF are a distribution."""
    masses, expected, exact, cdf, far, valid = made
    fractions = tuple(Fraction(sum(x == row for row in rows), len(rows)) for x in POINTS)
    assert masses(rows, POINTS) == fractions
    assert expected(queries, POINTS, fractions) == asked(queries, fractions)
    assert exact(queries, rows) == asked(queries, fractions)
    assert cdf(fractions) == tuple(accumulate(fractions)) == exact(THRESHOLDS, rows)
    halves = (Fraction(1, 2),) * len(values)
    assert far(values, halves) == furthest(values, halves)
    steps = [b - a for a, b in zip((Fraction(0), *values), values, strict=False)]
    assert valid(values) == (min(steps) >= 0 and sum(steps) == 1)
    assert far((), ()) == 0
    assert not valid(())


@property_of(
    fitted,
    {
        "may be too small": "*(-gap for gap in line) => *()",
        "may be too large": "[*line, *(-gap => [*(-gap",
        "the answers are 0": "q((x,)) - a for => q((x,)) for",
        "a query less": "if not queries: => if len(queries) < 2:",
        "no queries: the last point": "int(i == 0) => int(i == 2)",
        "the strategy of the queries": ").rows => ).columns[: len(points)]",
    },
    queries=QUERIES,
    answers=st.tuples(QUARTERS, QUARTERS, QUARTERS),
    rival=st.sampled_from(GRID),
)
def test_no_distribution_is_closer_to_the_answers(
    fit: Callable[..., Answers], queries: Queries, answers: Answers, rival: Answers
) -> Fraction:
    """Of a grid, nor another one."""
    wanted = answers[: len(queries)]
    masses = fit(wanted, queries, POINTS)
    assert min(masses) >= 0
    assert sum(masses) == 1
    if not queries:
        assert masses[0] == 1
    found = furthest(asked(queries, masses), wanted)
    rivals = (furthest(asked(queries, other), wanted) for other in (rival, *GRID[::5]))
    return min(rivals) - found


@property_of(
    running_maximum,
    {
        "not cut at 1": "min(answer, Fraction(1)) => answer",
        "not cut at 0": "most, values = Fraction(0) => most, values = Fraction(-9)",
        "the answer itself": "most = max(most, => most = max(Fraction(0),",
        "the least so far": "max(most => min(most",
        "the last answer counts": "(*values, Fraction(1)) => (*values, answers[-1])",
        "a point less": "answers[:-1] => answers[:-2]",
    },
    answers=st.lists(ROUGHLY, min_size=2, max_size=4).map(tuple),
    masses=distributions(range(4)),
)
def test_the_greatest_answer_so_far_is_a_cdf(
    made: Build, answers: Answers, masses: Dist[int, Fraction]
) -> Fraction:
    """And at least as close to any CDF as the answers are."""
    found, last = made(answers), len(answers) - 1
    zero, one = Fraction(0), Fraction(1)
    capped = [sorted((zero, max(answers[: t + 1]), one))[1] for t in range(last)]
    assert found == (*capped, one)
    steps = [masses.probability_that(partial(ge, t)) for t in range(last)]
    cdf = (*steps, one)
    return furthest(answers, cdf) - furthest(found, cdf)


@property_of(
    (DistributionFromAnswers, CdfFromAnswers),
    {
        "the rows are read": (NO_FITS["reads the rows"], CdfFromAnswers),
        "the rows are read for the CDF": (DistributionFromAnswers, NO_MAXIMA["reads the rows"]),
        "asks twice": (NO_FITS["asks the release twice"], CdfFromAnswers),
        "asks twice for the CDF": (DistributionFromAnswers, NO_MAXIMA["asks the release twice"]),
        "no delta is promised": (NO_FITS["promises no delta"], CdfFromAnswers),
        "no delta is promised for the CDF": (
            DistributionFromAnswers,
            NO_MAXIMA["promises no delta"],
        ),
    },
    release=RELEASES,
    rows=ROWS,
    alpha=st.integers(0, 3).map(lambda n: Fraction(n, 4)),
)
def test_learners_are_as_good_as_the_release(
    made: tuple[Build, Build], release: Release, rows: Database[int], alpha: Fraction
) -> Fraction:
    """As private, and off by twice as much at most, or as much in the case of a CDF."""
    learner, cdf = made[0](release, THRESHOLDS, POINTS), made[1](release)
    assert learner.guarantee == cdf.guarantee == release.guarantee
    exact = tuple(Fraction(sum(x <= t for x in rows), len(rows)) for t in POINTS)
    far = law_of(release, rows).probability_that(lambda a: furthest(a, exact) > alpha)
    errors = (
        law_of(learner, rows).map(lambda p: furthest(tuple(accumulate(p)), exact) / 2),
        law_of(cdf, rows).map(lambda f: furthest(f, exact)),
    )
    universe = replace_one(POINTS, 2)
    base = curve_of(release, universe)
    return min(
        *(far - found.probability_that(partial(lt, alpha)) for found in errors),
        *(slack(curve_of(built, universe), base) for built in (learner, cdf)),
    )


SAMPLES = {
    "without replacement": wrong(AnswersFromLearner, WithReplacement=WithoutReplacement),
    "another row": wrong(AnswersFromLearner, "self.rows, self.size) => self.rows, self.size - 1)"),
}


@property_of(
    AnswersFromLearner,
    SAMPLES
    | {
        "the other guarantee": "self._sampled.guarantee => self.learner.guarantee",
        "the masses": "expected_answers(self.queries, self.domain, masses) => masses",
    },
    learner=LEARNERS,
    queries=QUERIES,
    rows=st.lists(st.sampled_from(POINTS), min_size=2, max_size=3).map(tuple),
    size=st.integers(1, 2),
)
def test_answers_are_those_for_a_sample(
    made: Build, learner: Release, queries: Queries, rows: Database[int], size: int
) -> None:
    """All samples with replacement are equally likely; what is promised is (m ln g, ...)."""
    built = made(learner, queries, POINTS, len(rows), size)
    every = [(1, law_of(learner, sample)) for sample in product(rows, repeat=size)]
    assert law_of(built, rows) == mixture(every, RATIONALS).map(partial(asked, queries))
    x, delta = learner.guarantee.exp_eps, learner.guarantee.delta
    g = 1 + (x - 1) / len(rows)
    more = sum((g**i for i in range(size)), Fraction(0)) * delta / len(rows)
    assert built.guarantee == Guarantee(g**size, min(more, Fraction(1)))


@property_of(
    AnswersFromLearner,
    {
        "all of the rows": (
            "masses = coins.run(sampled, database) => masses = coins.run(self.learner, database)"
        ),
        "the rows twice": "run(sampled, database) => run(self.learner, database * 2)",
    },
    learner=LEARNERS,
    rows=st.just(3),
    size=st.integers(1, 2),
)
def test_a_sample_is_as_private_as_it_is_small(
    made: Build, learner: Release, rows: int, size: int
) -> Fraction:
    """At g^m, g = 1 + (x - 1)/n, delta is at most (1 + g + ... + g^(m-1))/n times that at x."""
    built = curve_of(made(learner, THRESHOLDS, POINTS, rows, size), replace_one(POINTS, rows))
    slacks = []
    for x, delta in curve_of(learner, replace_one(POINTS, size, ordered=True)).breakpoints:
        g = 1 + (x - 1) / rows
        most = sum((g**i for i in range(size)), Fraction(0)) * delta / rows
        slacks.append(most - built.delta_at(g**size))
    return min(slacks)


@property_of(
    (AnswersFromLearner, DistributionFromAnswers),
    {
        "one query is fitted": (AnswersFromLearner, FITS["the first query alone"]),
        "without replacement": (SAMPLES["without replacement"], DistributionFromAnswers),
    },
    release=LEARNERS,
    rows=st.lists(st.sampled_from(POINTS), min_size=2, max_size=3).map(tuple),
)
def test_answers_of_what_was_learnt_from_answers_are_those(
    made: tuple[Build, Build], release: Release, rows: Database[int]
) -> None:
    """Of a release that answers as some distribution does, on a sample."""
    answering = Stated(
        lambda d, coins: tuple(accumulate(coins.run(release, d))), release.guarantee
    )
    learner = made[1](answering, THRESHOLDS, POINTS)
    built = made[0](learner, THRESHOLDS, POINTS, len(rows), 2)
    every = [(1, law_of(release, sample)) for sample in product(rows, repeat=2)]
    expected = mixture(every, RATIONALS).map(lambda masses: tuple(accumulate(masses)))
    assert law_of(built, rows) == expected
