"""Learners that are wrong: not private, or not accurate."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.learners import Learner
from reference.data.concept import (
    Hypothesis,
    PointFunction,
    empirical_errors,
    is_consistent,
    points,
)
from reference.exact.field import R
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.on_sample import Distribution


def nothing_seen(database: Rows) -> Rows:
    """As many examples (0, 0), whatever the sample is: what a blind learner sees."""
    return ((0, 0),) * len(database)


def half_read(build: Callable[..., Any]) -> Callable[..., Any]:
    """Every second example is ignored."""
    return blind(build, lambda database: database[::2])


@dataclass(frozen=True, slots=True)
class Chosen:
    """The first hypothesis with the least rating, without any noise."""

    hypotheses: tuple[Hypothesis, ...]
    rate: Callable[[Hypothesis, Rows], int]

    def __call__(self, database: Rows, coins: Coins[R], /) -> Hypothesis:
        del coins
        return min(self.hypotheses, key=lambda h: self.rate(h, database))


def fewest_errors(t: int, eps: Epsilon[Any]) -> Learner:
    """A point with the fewest errors, surely."""
    del eps
    return Chosen(points(t), empirical_errors)


def most_errors(t: int, eps: Epsilon[Any]) -> Learner:
    """A worst point, surely."""
    del eps
    return Chosen(points(t), lambda h, database: -empirical_errors(h, database))


@dataclass(frozen=True, slots=True)
class Opposite:
    """A learner that is shown the wrong label of every example: it prefers errors."""

    learner: Learner

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        return coins.run(self.learner, tuple((x, 1 - y) for x, y in database))


def preferring_errors(build: Callable[..., Learner]) -> Callable[..., Learner]:
    """The weight of h is e^(+ eps m_h / 2)."""
    return lambda *parameters: Opposite(build(*parameters))


@dataclass(frozen=True, slots=True)
class Careless:
    """Private where a point function is consistent, and c_0 surely where none is."""

    learner: Learner
    size: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        if any(is_consistent(c, database) for c in points(self.size)):
            return coins.run(self.learner, database)
        return PointFunction(0)


def careless(build: Build) -> Build:
    """It gives up where no concept is consistent."""
    return lambda t, eps: Careless(build(t, eps), t)


def four_times_eps(build: Build) -> Build:
    """Four times the eps that was asked for."""
    return twice_eps(twice_eps(build))


@dataclass(frozen=True, slots=True)
class SmallestPoint:
    """The sampled positive point, else c_0, though 0 may have been sampled."""

    size: int

    def __call__(self, database: Rows, coins: Coins[R], /) -> PointFunction:
        del coins
        return PointFunction(next((x for x, y in database if y), 0))


@dataclass(frozen=True, slots=True)
class Repeating:
    """A learner that is shown its first example again and again."""

    learner: Learner
    rows: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        return coins.run(self.learner, database[:1] * self.rows)


@dataclass(frozen=True)
class OneRowRepeated:
    """A sample of which one row is drawn, and then repeated."""

    learner: Any
    rows: int

    def __call__(self, distribution: Distribution[Any], coins: Coins[Any], /) -> object:
        row = coins.draw(Dist.weighted(distribution))
        return coins.run(self.learner, (row,) * self.rows)


LISTED: dict[str, Callable[..., Any]] = {
    "twice the eps": twice_eps(ExponentialLearner),
    "prefers errors": preferring_errors(ExponentialLearner),
}
OVER_POINT: dict[str, Callable[..., Any]] = {
    "a learner over POINT": lambda _, t, eps: ExponentialLearner(points(t), t, eps)
}
