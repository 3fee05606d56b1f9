"""Wrong variants of the exponential mechanism by descent through the domain."""

from audits.claims.prelude import *
from reference.mechanisms.interior_point.exponential_descent import (
    ExponentialDescent,
    PointWeights,
)


@dataclass(frozen=True)
class Descent:
    """By halves, with a mistake."""

    domain: Domain[int]
    eps: Epsilon[Any]
    sort: bool = True
    weighs: bool = True

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        rows = tuple(sorted(database)) if self.sort else database
        weights = PointWeights.of(rows, self.eps.exp(Fraction(1, 2)))
        low, high = 0, self.domain.size
        while high - low > 1:
            middle = low + (1 << ((high - low - 1).bit_length() - 1))
            left, right = weights.sum(low, middle), weights.sum(middle, high)
            masses = {True: left, False: right} if self.weighs else {True: 1, False: 1}
            if coins.draw(Dist[bool, Any](masses, self.eps.field)):
                high = middle
            else:
                low = middle
        return low


def unsorted(domain: Domain[int], eps: Epsilon[Any]) -> Descent:
    """The rows are taken to be in order."""
    return Descent(domain, eps, sort=False)


def fair_halves(domain: Domain[int], eps: Epsilon[Any]) -> Descent:
    """The first half or the second, whatever they weigh."""
    return Descent(domain, eps, weighs=False)


def one_point_less(domain: Domain[int], eps: Epsilon[Any]) -> ExponentialDescent[Any]:
    """The largest point is left out."""
    return ExponentialDescent(Domain.of_size(max(1, domain.size - 1)), eps)
