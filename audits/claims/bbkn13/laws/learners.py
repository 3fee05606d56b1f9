"""Learners that claims are about, built from the number of points and eps."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.samples import Examples, IsGood, Learner
from reference.data.concept import empirical_errors, points
from reference.exact.field import R
from reference.mechanisms.learning.exponential_learner import (
    ExponentialLearner,
    by_empirical_error,
)
from reference.mechanisms.learning.noisy_point_learner import smallest_unseen_point
from reference.mechanisms.learning.point_learner import PointLearner

TWO_EPS = Epsilon(TWO, 2)
"""e^(eps/2) = 2."""

EVERY: Epsilon[Any] = Epsilon.indeterminate(2)
"""Every eps at once, r = e^(eps/2)."""

PURE: Guarantee[Any] = Guarantee.pure(EVERY)
"""(eps, 0) for every eps."""

THREE_HALVES = Epsilon(Fraction(3, 2), 2)
"""e^eps = 9/4."""

TWO_FIFTHS = Fraction(2, 5)
LN_4 = pure(Fraction(4))


def point_learner(t: int, eps: Epsilon[Any]) -> Learner:
    """The sampler of Lemma 3.4, which lists no hypotheses."""
    return PointLearner(Domain.of_size(t), eps)


@dataclass(frozen=True, slots=True)
class PrintedSampler:
    """The same as printed, with 2^d - m unseen points, where that is not negative."""

    size: int
    eps: Epsilon[Any]

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> PointFunction:
        count = "printed" if len(database) <= self.size else "distinct"
        return coins.run(PointLearner(Domain.of_size(self.size), self.eps, count), database)


def listed_points(t: int, eps: Epsilon[Any]) -> Learner:
    """The exponential learner over POINT."""
    return ExponentialLearner(points(t), t, eps)


def listed_intervals(t: int, eps: Epsilon[Any]) -> Learner:
    """The exponential learner over INTERVAL."""
    return ExponentialLearner(intervals(t), t, eps)


@dataclass(frozen=True, slots=True)
class ConsistentPoint:
    """Without privacy: the sampled positive point, else the smallest point not sampled."""

    size: int

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> PointFunction | Bottom:
        del coins
        return smallest_unseen_point(database, self.size)


@dataclass(frozen=True, slots=True)
class PointOrZero:
    """Without privacy: the sampled positive point, else the zero function."""

    size: int

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> PointFunction | Values:
        del coins
        positive = (PointFunction(x) for x, y in database if y)
        return next(positive, None) or Values((0,) * self.size)


@dataclass(frozen=True, slots=True)
class LabelLearner:
    """The exponential learner over the sampled points and the smallest point not sampled."""

    size: int
    eps: Epsilon[Any]

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> PointFunction:
        seen = {x for x, _ in database}
        unseen = [x for x in range(self.size) if x not in seen][:1]
        chosen = tuple(PointFunction(j) for j in (*sorted(seen), *unseen))
        errors = [empirical_errors(c, database) for c in chosen]
        base = self.eps.exp(Fraction(1, 2))
        return coins.draw(by_empirical_error(chosen, errors, base))


def chance_of(learner: Learner, database: Database[LabelledExample], output: Hashable) -> Any:
    """Pr[the learner returns the output on the database]."""
    found: Dist[Any, Any] = law(learner, database)
    return found.probability(output)


def failure_on(learner: Learner, rows: int, distribution: Examples, good: IsGood) -> Fraction:
    """The failure probability on a sample of so many rows."""
    found = law(OnSample(learner, rows), distribution)
    return Fraction(found.probability_that(lambda output: not good(distribution, output)))


def zeros(database: Rows) -> Rows:
    """As many examples (0, 0), whatever the sample is: what a blind learner sees."""
    return ((0, 0),) * len(database)


def listed(variant: str, concepts: Build = points) -> Build:
    """A wrong exponential learner over a class, from the number of points and eps."""
    return lambda t, eps: WRONG[ExponentialLearner][variant](concepts(t), t, eps)
