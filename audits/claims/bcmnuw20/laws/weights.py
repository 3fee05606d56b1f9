"""Hypotheses of multiplicative weights as lists."""

from audits.claims.prelude import *
from reference.mechanisms.release.weights import PointWeights


@dataclass(frozen=True, slots=True)
class At:
    """The indicator of a point."""

    point: int

    def __call__(self, point: int, /) -> int:
        return int(point == self.point)


def dense(weights: PointWeights[Any]) -> list[Fraction]:
    """u as a list, every weight as the mean of an indicator."""
    return [weights.mean(At(x)) for x, _ in weights.exponents]
