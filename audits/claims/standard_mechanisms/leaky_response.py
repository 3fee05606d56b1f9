"""The worst (eps, delta)-private mechanism on one bit, for which combinators are tight."""

from audits.claims.prelude import *
from reference.exact.field import R


@dataclass(frozen=True, slots=True)
class LeakyResponse(Generic[R]):
    """The first bit, told with probability delta, and else by randomized response.

    Pseudo-code:
        1  with probability delta return (1, b), b the first bit
        2  otherwise return (0, b) with odds e^eps : 1 against (0, 1 - b)
    """

    guarantee: Guarantee[R]
    """(eps, delta)."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, int]:
        bit, delta, a = database[0], self.guarantee.delta, self.guarantee.exp_eps
        right = (1 - delta) * a / (1 + a)
        told = [((1, bit), delta), ((0, bit), right), ((0, 1 - bit), 1 - delta - right)]
        return coins.draw(Dist.weighted(told))  # 1-2
