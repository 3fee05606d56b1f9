"""Wrong variants of the choosing mechanism, with an integer threshold and calibrated."""

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.stability import Choosing
from audits.claims.standard_mechanisms.quality_vectors import Vector
from audits.claims.standard_mechanisms.stability import calibrated, lower_threshold
from reference.mechanisms.selection.quality import Quality
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism, choosing_threshold

Variant = Callable[..., Any]
"""From a quality function, a threshold, eps and k to the mechanism."""

SLOW = Fraction(1, 64)
"""In place of 1/4: the noise of the test is 16 times as large, or the weights grow so slowly."""

NOISELESS: Variant = partial(Choosing, noiseless=True)
DRAWS_ALWAYS: Variant = partial(Choosing, draws_always=True)
ALL_SOLUTIONS: Variant = partial(Choosing, least=0)
STEEP: Variant = partial(Choosing, draw=Fraction(1))
STEEPER: Variant = partial(Choosing, draw=Fraction(1, 2))
FLAT: Variant = partial(Choosing, draw=Fraction(0))
SLOW_TEST: Variant = partial(Choosing, test=SLOW)
SLOW_DRAW: Variant = partial(Choosing, draw=SLOW)


def at_the_threshold(
    quality: Quality[Any, Any], threshold: int, eps: Epsilon[Any], growth: int = 1
) -> Choosing[Any, Any, Any]:
    """Draws from the solutions whose quality is at least the threshold."""
    return Choosing(quality, threshold, eps, growth, least=threshold)


@dataclass(frozen=True)
class MoreForMoreRows:
    """The threshold (8/eps) ln(4kn / (beta eps delta)), which grows with the number of rows."""

    quality: Quality[Vector, int]
    eps: Epsilon[Fraction]
    delta: Fraction
    beta: Fraction
    growth: int = 1

    def __call__(self, database: Vector, coins: Coins[Fraction], /) -> int | Bottom:
        eps, rows = self.eps.parts * ln(self.eps.root), max(1, sum(database))
        threshold = choosing_threshold(eps, self.delta, self.beta, self.growth * rows)
        chosen: ChoosingMechanism[Vector, int, Fraction] = ChoosingMechanism(
            self.quality, threshold, self.eps
        )
        return coins.run(chosen, database)


def without_growth(
    quality: Quality[Any, Any],
    eps: Epsilon[Fraction],
    delta: Fraction,
    beta: Fraction,
    growth: int = 1,
) -> ChoosingMechanism[Any, Any, Fraction]:
    """The threshold of 1-bounded growth."""
    del growth
    return ChoosingMechanism.for_target(quality, eps, delta, beta)


WRONG_LAWS: dict[str, Callable[..., object]] = {
    "tests without noise": NOISELESS,
    "draws even if the test fails": DRAWS_ALWAYS,
    "draws from all solutions": ALL_SOLUTIONS,
    "draws from those at the threshold": at_the_threshold,
    "weights e^(eps q)": STEEP,
    "weights e^(eps q/2)": STEEPER,
    "has a threshold that is lower by one": lower_threshold,
    "spends twice the eps": twice_eps(ChoosingMechanism),
}
"""Of the choosing mechanism with an integer threshold."""

WRONG_PRIVACY: dict[str, Callable[..., object]] = {
    "tests without noise": calibrated(NOISELESS),
    "draws even if the test fails": calibrated(DRAWS_ALWAYS),
    "draws from those at the threshold": calibrated(at_the_threshold),
    "forgets k": without_growth,
}
"""Of the calibrated mechanism, not private as asked for."""

UNSEEING = blind(ChoosingMechanism.for_target, lambda vector: (0,) * len(vector))

WRONG_ACCURACY: dict[str, Callable[..., object]] = {
    "draws from all solutions": calibrated(ALL_SOLUTIONS),
    "has a threshold that grows with the number of rows": MoreForMoreRows,
    "noise of the test 16 times as large": calibrated(SLOW_TEST),
    "sees no quality": UNSEEING,
}
"""Of the calibrated mechanism, which do not find a solution of quality 1."""

WRONG_LOSS: dict[str, Callable[..., object]] = {
    "draws uniformly": calibrated(FLAT),
    "weights e^(eps q/64)": calibrated(SLOW_DRAW),
    "noise of the test 16 times as large": calibrated(SLOW_TEST),
    "sees no quality": UNSEEING,
}
"""Of the calibrated mechanism, which lose more quality than promised."""
