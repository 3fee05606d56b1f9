"""Queries on few points, distributions to learn, and releases that err as much as they may."""

from typing import ClassVar, Generic

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.sampling import Growing
from audits.evidence.certificates import Range
from audits.ledger.forms import Audited
from reference.data.concept import grid_distributions
from reference.data.queries import CountingQuery, ThresholdQuery, threshold_queries
from reference.exact.field import R as Root
from reference.reductions.release_and_distribution_learning import (
    Answers,
    cumulative,
    distance,
    exact_answers,
    expected_answers,
)

Queries = tuple[CountingQuery[int] | ThresholdQuery, ...]
Sample = tuple[tuple[int, Fraction], ...]
"""A distribution on the points: those of positive mass, and their masses."""

KEEPS_NOTHING = Guarantee(Fraction(1), Fraction(1))


@dataclass(frozen=True, slots=True)
class Among:
    """Whether a row is one of some values."""

    values: frozenset[int]

    def __call__(self, row: int, /) -> bool:
        return row in self.values


def predicates(points: int) -> Queries:
    """Every predicate on 0, ..., points - 1."""
    return tuple(
        CountingQuery(Among(frozenset(x for x in range(points) if chosen[x])))
        for chosen in product((0, 1), repeat=points)
    )


def thresholds(points: int) -> Queries:
    """c_0, ..., c_(points - 1)."""
    return threshold_queries(range(points))


CLASSES: dict[str, Callable[[int], Queries]] = {"thresholds": thresholds, "predicates": predicates}


def masses_of(distribution: Sample, points: int) -> Answers:
    """The mass of every point."""
    return tuple(dict(distribution).get(x, Fraction(0)) for x in range(points))


def sampled(masses: Iterable[Fraction]) -> Sample:
    """The points of positive mass."""
    return tuple((x, p) for x, p in enumerate(masses) if p)


def on_grid(points: int, steps: int) -> Iterator[Answers]:
    """Every distribution whose masses are multiples of 1/steps."""
    return grid_distributions(points, steps)


def tasks(listed: Iterable[Iterable[Fraction]]) -> ListedAdjacency[Sample]:
    """Distributions to learn, each once."""
    return ListedAdjacency(tuple(dict.fromkeys(map(sampled, listed))), (), "distributions")


def learnt(queries: Queries, points: int, alpha: Fraction) -> Callable[[Sample, Answers], bool]:
    """Whether the masses are within alpha of the distribution with respect to the queries."""

    def is_good(distribution: Sample, found: Answers) -> bool:
        wanted = expected_answers(queries, range(points), masses_of(distribution, points))
        return distance(expected_answers(queries, range(points), found), wanted) <= alpha

    return is_good


def learnt_as_cdf(points: int, alpha: Fraction) -> Callable[[Sample, Answers], bool]:
    """Whether the values are within alpha of the CDF."""
    return lambda p, found: distance(found, cumulative(masses_of(p, points))) <= alpha


def seen(queries: Queries, points: int, alpha: Fraction) -> Callable[[Sample, Rows], bool]:
    """Whether q(S) is within alpha of q(P) for every query, S the rows that are told."""

    def is_good(distribution: Sample, rows: Rows) -> bool:
        wanted = expected_answers(queries, range(points), masses_of(distribution, points))
        return distance(exact_answers(queries, rows), wanted) <= alpha

    return is_good


@dataclass(frozen=True, slots=True)
class Deviating:
    """Answers that are off by alpha, away from those of a distribution; any at all, sometimes.

    It is an (alpha, beta)-accurate release, the worst for one distribution.
    """

    queries: Queries
    away_from: Answers
    alpha: Fraction
    beta: Fraction
    """With this probability every answer is that of the far end."""

    guarantee: Guarantee[Fraction] = KEEPS_NOTHING

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        if coins.draw(bernoulli(self.beta)):
            return tuple(Fraction(int(2 * wanted < 1)) for wanted in self.away_from)
        pairs = zip(exact_answers(self.queries, database), self.away_from, strict=True)
        return tuple(a + (self.alpha if a >= wanted else -self.alpha) for a, wanted in pairs)


@dataclass(frozen=True, slots=True)
class FarthestFit:
    """On {0, 1}, of the distributions that are within alpha of the answers that which is farthest
    from a certain one: the programme asks for any of them.

    Where there is none it is the farthest of all.
    """

    release: Deviating

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        wanted, alpha = self.release.away_from[0], self.release.alpha
        answers = coins.run(self.release, database)
        least, most = max(answers[0] - alpha, Fraction(0)), min(answers[0] + alpha, Fraction(1))
        if least > most or abs(answers[1] - 1) > alpha:
            least, most = Fraction(0), Fraction(1)
        zero = max(least, most, key=lambda p: abs(p - wanted))
        return zero, 1 - zero


@dataclass(frozen=True, slots=True)
class Fixed:
    """Answers that do not depend on the rows."""

    deterministic: ClassVar[bool] = True

    answers: Answers
    guarantee: Guarantee[Fraction] = KEEPS_NOTHING

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        del database, coins
        return self.answers


@dataclass(frozen=True, slots=True)
class EitherAnswers(Generic[Root]):
    """One of two sets of answers; the more rows are at the last point, the likelier the second.

    It needs all of its eps and its delta, for every row that moves to the last point.
    """

    says: Growing[Root]
    answers: tuple[Answers, Answers]
    last: int

    @property
    def guarantee(self) -> Guarantee[Root]:
        """(eps, delta) for a replaced row."""
        return self.says.guarantee

    def __call__(self, database: Database[int], coins: Coins[Root], /) -> Answers:
        return self.answers[coins.run(self.says, tuple(int(x == self.last) for x in database))]


R, THOUSANDTH = RationalFunction.r(), Fraction(1, 1000)


def either_answers(queries: Queries) -> EitherAnswers[RationalFunction]:
    """Of a database of five rows over three points, or of another one: (eps, 1/1000)-private.

    For e^eps up to 3 and up to three rows, of which no distribution has fifths.
    """
    says = Growing(Guarantee(R, R - R + THOUSANDTH), THOUSANDTH)
    first, second = (exact_answers(queries, d) for d in ((0, 0, 1, 1, 2), (0, 1, 1, 2, 2)))
    return EitherAnswers(says, (first, second), 2)


def as_private(
    build: Callable[[EitherAnswers[RationalFunction]], Any], queries: Queries, rows: int
) -> Iterator[Audited]:
    """What is made of a release is (eps, delta)-private as the release is; and as it promises.

    Args:
        build: from a release to what is made of it.
        queries: on three points.
        rows: at most 3.
    """
    release, universe = either_answers(queries), replace_one(range(3), rows)
    made, up_to = build(release), Range(high=Fraction(3))
    yield private(release, universe, release.guarantee, name="the release", over=up_to)
    yield private(made, universe, release.guarantee, name="privacy", over=up_to)
    yield private(made, universe, made.guarantee, name="its promise", over=up_to)
