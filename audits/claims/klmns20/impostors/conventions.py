"""Wrong readings of what the paper leaves unsaid."""

from typing import Generic

from audits.claims.prelude import *
from audits.claims.klmns20.laws.mechanisms import mechanism
from reference.exact.field import R, number
from reference.exact.integers import floor_log2
from reference.mechanisms.interior_point.stopping_point import StoppingPoint


def rounded_down(number: int) -> int:
    """How often a logarithm, rounded down, is taken to reach a value <= 1."""
    return 0 if number <= 1 else 1 + rounded_down(floor_log2(Fraction(number)))


@dataclass(frozen=True)
class WithoutNoise(Generic[R]):
    """StoppingPoint that compares multiplicities with the cutoff 2, without noise."""

    exact: StoppingPoint[R]

    def __call__(self, rows: Rows, coins: Coins[R], /) -> int | Bottom:
        large = (
            d for d, f in enumerate(self.exact.paths().largest_multiplicities(rows), 1) if f >= 2
        )
        return next(large, BOTTOM)


def of_rounded_root(name: str, eps: Epsilon[Any]) -> Mechanism[Rows, int | Bottom, Any]:
    """The root, if it is a number, rounded up to an integer."""
    root = number(eps.root)
    rounded = eps if root is None else Epsilon(Fraction(ceil(root)), eps.parts)
    return mechanism(name, rounded)
