"""Wrong ways to reconstruct an interval from a noisy hypothesis."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.samples import Parameter
from reference.data.concept import IntervalFunction, Values
from reference.data.switching_points import mismatches

Rule = Callable[[Values], IntervalFunction | Bottom]


def first_zero(hypothesis: Values) -> IntervalFunction:
    """The interval that ends at the first 0."""
    return IntervalFunction((*hypothesis.values, 0).index(0))


def first_of_the_best(hypothesis: Values) -> IntervalFunction:
    """The first of several intervals with the fewest mismatches."""
    return IntervalFunction(
        min(range(len(hypothesis.values) + 1), key=lambda end: mismatches(hypothesis, end))
    )


def second_best(hypothesis: Values) -> IntervalFunction:
    """One with the second fewest mismatches."""
    ends = range(len(hypothesis.values) + 1)
    return IntervalFunction(sorted(ends, key=lambda end: mismatches(hypothesis, end))[1])


@dataclass(frozen=True)
class Reconstructed:
    """The reduction with another rule."""

    rule: Rule
    outer: Any
    size: int

    def __call__(self, database: Parameter, coins: Coins[Any], /) -> IntervalFunction | Bottom:
        """Release an interval, or bottom."""
        h = coins.run(self.outer, database)
        return h if isinstance(h, Bottom) else self.rule(h)


RULES = {"the first 0": first_zero, "the first of the best": first_of_the_best}
BY_FIRST_ZERO = {"the first 0": lambda outer, size: Reconstructed(first_zero, outer, size)}
SECOND_BEST = {"the second best": lambda outer, size: Reconstructed(second_best, outer, size)}
REDUCTIONS = BY_FIRST_ZERO | {
    "the first of the best": lambda outer, size: Reconstructed(first_of_the_best, outer, size)
}
