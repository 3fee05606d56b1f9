"""Wrong combinators, and wrong formulas for what they promise."""

from typing import Generic

from audits.claims.prelude import *
from reference.data.database import Row
from reference.exact.field import R
from reference.privacy.composition import composed_curve, composed_guarantee
from reference.privacy.curve import PrivacyCurve
from reference.privacy.guarantee import PrivateMechanism
from reference.probability.coins import D
from reference.probability.dist import X, Y


@dataclass(frozen=True, slots=True)
class RunTwice(Generic[D, X, Y, R]):
    """Post-processing that runs the mechanism twice and keeps the larger output."""

    mechanism: PrivateMechanism[D, X, R]
    function: Callable[[X], Y]

    def __call__(self, database: D, coins: Coins[R], /) -> Y:
        outputs = (coins.run(self.mechanism, database), coins.run(self.mechanism, database))
        return self.function(max(outputs, key=repr))


@dataclass(frozen=True, slots=True)
class LooksAtTheRows(Generic[Row, X, Y, R]):
    """Post-processing that also tells whether all rows are equal."""

    mechanism: PrivateMechanism[Database[Row], X, R]
    function: Callable[[X], Y]

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> tuple[Y, bool]:
        output = coins.run(self.mechanism, database)
        return self.function(output), len(set(database)) == 1


def greatest_loss(guarantees: Sequence[Guarantee[R]]) -> Guarantee[R]:
    """The last eps, and the sum of the deltas."""
    return Guarantee(guarantees[-1].exp_eps, composed_guarantee(guarantees).delta)


def first_delta(guarantees: Sequence[Guarantee[R]]) -> Guarantee[R]:
    """The sum of the eps, and the first delta."""
    return Guarantee(composed_guarantee(guarantees).exp_eps, guarantees[0].delta)


@dataclass(frozen=True, slots=True)
class ChosenByTheRows(Generic[Row, X, Y, R]):
    """Adaptive composition whose second mechanism is chosen by the rows, not by the output."""

    first: PrivateMechanism[Database[Row], X, R]
    then: Callable[[int], PrivateMechanism[Database[Row], Y, R]]
    promise: Guarantee[R]

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> tuple[X, Y]:
        y = coins.run(self.first, database)
        return y, coins.run(self.then(len(set(database)) - 1), database)


def one_mechanism_less(guarantees: Sequence[Guarantee[Fraction]]) -> PrivacyCurve:
    """The curve of all but the last."""
    return composed_curve(guarantees[:-1])


def deltas_forgotten(guarantees: Sequence[Guarantee[Fraction]]) -> PrivacyCurve:
    """The curve of the losses alone."""
    return composed_curve([replace(each, delta=Fraction(0)) for each in guarantees])


@dataclass(frozen=True, slots=True)
class AllRowsForEach(Generic[Row, X, R]):
    """Parallel composition that shows all rows to every mechanism."""

    mechanisms: tuple[PrivateMechanism[Database[Row], X, R], ...]
    part: Callable[[Row], int]

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> tuple[X, ...]:
        return tuple(coins.run(mechanism, database) for mechanism in self.mechanisms)


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


@dataclass(frozen=True, slots=True)
class AllOrNothing(Generic[Row, X, R]):
    """One coin for all rows, at twice the rate."""

    mechanism: PrivateMechanism[Database[Row], X, R]
    rate: Fraction

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> X:
        kept = coins.draw(bernoulli(min(2 * self.rate, Fraction(1))))
        return coins.run(self.mechanism, database if kept else ())
