"""Wrong combinators, and wrong formulas for what they promise."""

from typing import Generic

from audits.claims.prelude import *
from reference.data.database import Row
from reference.exact.field import R
from reference.privacy.composition import composed_guarantee
from reference.privacy.guarantee import PrivateMechanism
from reference.probability.dist import X


def greatest_loss(guarantees: Sequence[Guarantee[R]]) -> Guarantee[R]:
    """The last eps, and the sum of the deltas."""
    return Guarantee(guarantees[-1].exp_eps, composed_guarantee(guarantees).delta)


def first_delta(guarantees: Sequence[Guarantee[R]]) -> Guarantee[R]:
    """The sum of the eps, and the first delta."""
    return Guarantee(composed_guarantee(guarantees).exp_eps, guarantees[0].delta)


def deltas_added(guarantee: Guarantee[R], distance: int) -> Guarantee[R]:
    """(k eps, k delta): each move counts alike."""
    return Guarantee(guarantee.exp_eps**distance, guarantee.delta * distance)


def delta_unchanged(guarantee: Guarantee[R], distance: int) -> Guarantee[R]:
    """(k eps, delta)."""
    return Guarantee(guarantee.exp_eps**distance, guarantee.delta)


def eps_unchanged(guarantee: Guarantee[R], distance: int) -> Guarantee[R]:
    """(eps, k delta)."""
    return Guarantee(guarantee.exp_eps, guarantee.delta * distance)


@dataclass(frozen=True, slots=True)
class FirstRows(Generic[Row, X, R]):
    """A sample that is the first rows."""

    mechanism: PrivateMechanism[Database[Row], X, R]
    rows: int
    size: int

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> X:
        return coins.run(self.mechanism, database[: self.size])


@dataclass(frozen=True, slots=True)
class PlacesTold(Generic[Row, X, R]):
    """One of the rows, and which: the sample is no secret."""

    mechanism: PrivateMechanism[Database[Row], X, R]
    rows: int
    size: int

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> tuple[int, X]:
        start = coins.draw(Dist.uniform(range(self.rows)))
        sample = (database * 2)[start : start + self.size]
        return start, coins.run(self.mechanism, sample)
