"""Learners of thresholds, and labelled databases."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.reductions.interior_point_and_learning import (
    InteriorPointFromLearner,
    Labelled,
    is_realizable,
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """For each threshold from -1 on, how many rows it labels as the database does."""

    points: int

    def __call__(self, rows: Database[Labelled], /) -> dict[int, int]:
        return {
            u: sum((x <= u) == bool(label) for x, label in rows) for u in range(-1, self.points)
        }


def from_learner(points: int, eps: Epsilon[R]) -> InteriorPointFromLearner[R]:
    """A solver that is made from the exponential mechanism as a learner."""
    return InteriorPointFromLearner(ExponentialMechanism(Agreement(points), eps))


@dataclass(frozen=True, slots=True)
class Inside:
    """A solver that returns the point so far above the least row, or else the greatest row."""

    above: int

    def __call__(self, rows: Rows, coins: Coins[Fraction], /) -> int:
        del coins
        return min(min(rows) + self.above, max(rows))


def labelled(points: int, n: int, q: int) -> Iterator[tuple[Labelled, ...]]:
    """Every realizable database of n rows, at least q of either label."""
    for rows in combinations_with_replacement(range(points), n):
        for ones in range(q, n - q + 1):
            database = tuple((x, int(i < ones)) for i, x in enumerate(rows))
            if is_realizable(database):
                yield database
