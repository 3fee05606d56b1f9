"""Learners, and samples for them, with one mistake each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from audits.ledger import twice_eps
from reference.data.concept import LabelledExample, points
from reference.data.database import Database
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.on_sample import Distribution
from reference.probability.coins import Coins
from reference.probability.dist import Dist


@dataclass(frozen=True)
class Mislabelled:
    """A learner that is shown the opposite labels: it prefers errors."""

    base: Any

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> object:
        """What the learner finds."""
        return coins.run(self.base, tuple((x, 1 - y) for x, y in database))


def prefers_errors(build: Callable[..., Any]) -> Callable[..., Mislabelled]:
    """What is built in the same way, on the opposite labels."""
    return lambda *parameters: Mislabelled(build(*parameters))


@dataclass(frozen=True)
class OneRowRepeated:
    """A sample of which one row is drawn, and then repeated."""

    learner: Any
    rows: int

    def __call__(self, distribution: Distribution[Any], coins: Coins[Any], /) -> object:
        """What the learner returns."""
        row = coins.draw(Dist.weighted(distribution))
        return coins.run(self.learner, (row,) * self.rows)


LISTED: dict[str, Callable[..., Any]] = {
    "twice the eps": twice_eps(ExponentialLearner),
    "prefers errors": prefers_errors(ExponentialLearner),
}
OVER_POINT: dict[str, Callable[..., Any]] = {
    "a learner over POINT": lambda _, t, eps: ExponentialLearner(points(t), t, eps)
}
