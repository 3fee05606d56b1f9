"""From answers to distributions, and back."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from operator import ge
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.inequalities import Inequality, solvable
from proofs_tests.properties.measured import curve_of, furthest, law_of, slack
from proofs_tests.properties.sides import at_least, at_most, named
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Stated, anywhere, stated
from reference.data.adjacency import replace_one
from reference.data.concept import grid_distributions
from reference.data.queries import CountingQuery, threshold_queries
from reference.exact.field import RATIONALS
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import mixture
from reference.reductions.release_and_distribution_learning import (
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

POINTS = (0, 1, 2)
THRESHOLDS = threshold_queries(POINTS)
MASSES = st.sampled_from(tuple(grid_distributions(3, 6)))

SETS = st.frozensets(st.sampled_from(POINTS))


@dataclass(frozen=True, slots=True)
class Within:
    """Whether a row is one of some points."""

    points: frozenset[int]

    def __call__(self, row: int, /) -> bool:
        """It is, or not."""
        return row in self.points


QUERIES = st.lists(SETS.map(lambda some: CountingQuery(Within(some))), max_size=3).map(tuple)
ANSWERS = st.tuples(*[st.sampled_from([Fraction(n, 4) for n in (0, 2, 4, -1, 1, 5, 3)])] * 3)
ROWS = st.lists(st.sampled_from(POINTS), min_size=1, max_size=4).map(tuple)


Answers = tuple[Fraction, ...]
Rows = tuple[int, ...]
Queries = tuple[CountingQuery[int], ...]
Release = Stated[Rows, Answers]


def releases(outcomes: st.SearchStrategy[Answers]) -> st.SearchStrategy[Release]:
    """Mechanisms with two or three of these outcomes, and a promise."""
    some = st.lists(outcomes, min_size=2, max_size=3, unique=True)
    return some.flatmap(lambda found: stated(anywhere(POINTS, found)))


@property_of(
    (empirical_masses, expected_answers, exact_answers, cumulative, distance, is_cdf),
    {
        "a threshold is exclusive": "[: t + 1] => [:t]",
        "a difference with its sign": "abs(x - y) => x - y",
        "a CDF may fall": "[*values] == sorted(values) => True",
    },
    rows=ROWS,
    queries=QUERIES,
    values=ANSWERS | ANSWERS.map(lambda some: (*some[:2], Fraction(1))) | st.just(()),
)
def test_a_random_row_has_the_answers_of_the_rows(
    made: Any, rows: Rows, queries: Queries, values: Answers
) -> None:
    """A CDF is what adds up masses."""
    masses, expected, exact, cdf, far, valid = made
    shares = tuple(Fraction(sum(x == row for row in rows), len(rows)) for x in POINTS)
    answers = tuple(sum(p for x, p in enumerate(shares) if q.predicate(x)) for q in queries)
    assert masses(rows, POINTS) == shares
    assert expected(queries, POINTS, shares) == exact(queries, rows) == answers
    assert cdf(shares) == tuple(accumulate(shares)) == exact(THRESHOLDS, rows)
    some = shares[: len(values)]
    assert far(values, some) == (furthest(values, some) if some else 0)
    steps = [b - a for a, b in zip((Fraction(0), *values), values, strict=False)]
    assert valid(values) == (min(steps, default=-1) >= 0 and sum(steps) == 1)


def closer(queries: Queries, answers: Answers, bound: Fraction) -> list[Inequality]:
    """The masses p of 0 and 1, 1 - p_0 - p_1 that of 2, whose answers are off by less than it."""
    found: list[Inequality] = [((-1, 0), 0), ((0, -1), 0), ((1, 1), 1)]
    for query, answer in zip(queries, answers, strict=True):
        *values, last = (int(query.predicate(x)) for x in POINTS)
        for sign in (1, -1):
            line = [sign * (value - last) for value in values]
            found.append((line, bound + sign * (answer - last)))
    return found


@property_of(
    (fitted, running_maximum),
    {
        "may be too large": "[*line, *(-gap => [*(-gap",
        "a query less": "if not queries: => if len(queries) < 2:",
        "the answers themselves": "most = max(most, => most = max(Fraction(0),",
        "at least a half": "most, values = Fraction(0) => most, values = Fraction(1, 2)",
    },
    queries=QUERIES,
    answers=ANSWERS,
    masses=MASSES,
)
def test_what_answers_become_is_close(
    made: Any, queries: Queries, answers: Answers, masses: Answers
) -> Fraction:
    """No distribution is closer to them; a running maximum is as close to a CDF as they are."""
    fit, maximum = made
    some, cdf = answers[: len(queries)], cumulative(masses)
    fits, greatest = fit(some, queries, POINTS), maximum(answers)
    assert is_cdf(cumulative(fits))
    assert is_cdf(greatest)
    found = distance(expected_answers(queries, POINTS, fits), some)
    assert not some or not solvable(closer(queries, some, found), strict=True)
    assert some or fits == (1, 0, 0)
    return at_most(
        distance(greatest, cdf), distance(answers, cdf), "from the CDF to the maximum the distance"
    )


@property_of(
    (DistributionFromAnswers, CdfFromAnswers),
    {
        "the rows are read": (
            "fitted(answers, self.queries, self.domain) => empirical_masses(database, self.domain)"
        ),
        "asks twice": (
            "return running_maximum(coins.run(self.release, database)) => "
            "return max(running_maximum(coins.run(self.release, database)) for _ in range(2))"
        ),
        "no delta is promised": {
            DistributionFromAnswers: "self.release.guarantee => "
            "Guarantee(self.release.guarantee.exp_eps, 0 * self.release.guarantee.delta)"
        },
    },
    release=releases(ANSWERS),
    rows=ROWS,
    alpha=st.integers(0, 3).map(lambda n: Fraction(n, 4)),
)
def test_learners_are_as_good_as_the_release(
    made: Any, release: Release, rows: Rows, alpha: Fraction
) -> Fraction:
    """As private, and off by twice as much at most, or as much in the case of a CDF."""
    learner, cdf = made[0](release, THRESHOLDS, POINTS), made[1](release)
    assert learner.guarantee == cdf.guarantee == release.guarantee
    exact, universe = exact_answers(THRESHOLDS, rows), replace_one(POINTS, 2)
    off = law_of(release, rows).map(lambda a: distance(a, exact))
    errors = (
        law_of(learner, rows).map(lambda p: distance(cumulative(p), exact) / 2),
        law_of(cdf, rows).map(lambda f: distance(f, exact)),
    )
    near, *nearer = (each.probability_that(partial(ge, alpha)) for each in (off, *errors))
    base, *built = (curve_of(each, universe) for each in (release, learner, cdf))
    kinds = "the learner of masses", "the learner of a CDF"
    likely = [
        at_least(p, near, f"that {kind} is close enough: the chance")
        for p, kind in zip(nearer, kinds, strict=True)
    ]
    kept = [named(slack(curve, base), kind) for curve, kind in zip(built, kinds, strict=True)]
    return min(*likely, *kept)


@property_of(
    AnswersFromLearner,
    {
        "a row less": "self.rows, self.size) => self.rows, self.size - 1)",
        "the other guarantee": "self._sampled.guarantee => self.learner.guarantee",
        "the first rows": "run(sampled, database) => run(self.learner, database[: self.size])",
    },
    learner=releases(MASSES),
    queries=QUERIES,
    rows=st.lists(st.sampled_from(POINTS), min_size=2, max_size=3).map(tuple),
    size=st.integers(1, 2),
)
def test_answers_are_those_for_a_sample(
    made: Any, learner: Release, queries: Queries, rows: Rows, size: int
) -> Fraction:
    """All samples with replacement are equally likely, and a small one loses little.

    At g^m, g = 1 + (x - 1)/n, delta is at most (1 + g + ... + g^(m-1))/n times that at x.
    """

    def sampled(x: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
        g = 1 + (x - 1) / n
        return g**size, min(sum((g**i for i in range(size)), Fraction(0)) * delta / n, Fraction(1))

    n = len(rows)
    built = made(learner, queries, POINTS, n, size)
    every = mixture([(1, law_of(learner, some)) for some in product(rows, repeat=size)], RATIONALS)
    assert law_of(built, rows) == every.map(partial(expected_answers, queries, POINTS))
    promise = learner.guarantee
    assert built.guarantee == Guarantee(*sampled(promise.exp_eps, promise.delta))
    found = curve_of(built, replace_one(POINTS, n))
    one = curve_of(learner, replace_one(POINTS, size, ordered=True))
    promises = [sampled(x, delta) for x, delta in one.breakpoints]
    return min(at_most(found.delta_at(x), d, f"at e^eps = {x} delta") for x, d in promises)
