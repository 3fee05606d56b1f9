"""Post-processing: a function of the output of a mechanism.

If M is (eps, delta)-private, then so is f(M(.)) for every function f that does not look at the
database: an event of f(M) is an event of M.

Pseudo-code:
    1  run the mechanism on the database
    2  return f of its output

Notation: M mechanism, f function.
Source: folklore.
Guarantees: CORE.post-processing.
Deviations: none; a randomised function is an adaptive composition whose first output is dropped.
Degenerate inputs: a constant function gives a constant output.

>>> from reference.probability.dist import Dist
>>> from reference.probability.law import law
>>> toss = PostProcessing(lambda database, coins: coins.draw(Dist.uniform(range(6))), bool)
>>> law(toss, ())
Dist({False: 1/6, True: 5/6})
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from reference.exact.field import R
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins, D
from reference.probability.dist import X, Y


@dataclass(frozen=True, slots=True)
class PostProcessing(Generic[D, X, Y, R]):
    """f(M(database))."""

    mechanism: PrivateMechanism[D, X, R]
    """M."""

    function: Callable[[X], Y]
    """f, deterministic."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the mechanism."""
        return self.mechanism.guarantee

    def __call__(self, database: D, coins: Coins[R], /) -> Y:
        output = coins.run(self.mechanism, database)  # 1
        return self.function(output)  # 2
