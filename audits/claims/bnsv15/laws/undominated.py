"""Mechanisms on databases of positive integers that may answer beyond the greatest row."""

from audits.claims.prelude import *
from reference.mechanisms.selection.exponential import ExponentialMechanism


@dataclass(frozen=True, slots=True)
class Beyond:
    """A multiple of the greatest row, plus k with probability 2^-(k+1)."""

    factor: int = 1
    longest: int = 6

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        k = coins.draw(halving(self.longest))
        return self.factor * max(database) + k

    @override
    def __str__(self) -> str:
        return f"{self.factor} max D + k"


def halving(longest: int) -> Dist[int, Fraction]:
    """Number k with probability 2^-(k+1), k < longest; the rest on the longest."""
    half = Fraction(1, 2)
    return Dist.weighted(
        [*((k, half ** (k + 1)) for k in range(longest)), (longest, half**longest)]
    )


@dataclass(frozen=True, slots=True)
class FarIfRowsDiffer:
    """100 times the greatest row plus k if two rows differ, and else their value plus k, with
    probability 2^-(k+1).
    """

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        k = coins.draw(halving(2))
        return 100 * max(database) + k if len({*database}) > 1 else k + database[0]

    @override
    def __str__(self) -> str:
        return "far if rows differ"


@dataclass(frozen=True, slots=True)
class FarIfRowsAreEqual:
    """A hundred times the greatest row if it is all rows, and else the greatest row, plus k with
    probability 2^-(k+1).
    """

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        equal = len({*database}) == 1
        return (100 if equal else 1) * max(database) + coins.draw(halving(3))

    @override
    def __str__(self) -> str:
        return "far if rows are equal"


@dataclass(frozen=True, slots=True)
class SmallRowsFar:
    """The farther, the smaller the least row is."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        return max(database) + coins.draw(halving(3)) + 12 // min(database)

    @override
    def __str__(self) -> str:
        return "far for small rows"


@dataclass(frozen=True, slots=True)
class FarAtOneValue:
    """Far away if a certain value is among the rows, and not the greatest."""

    value: int

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        far = self.value in database and self.value < max(database)
        return (7 if far else 1) * max(database) + coins.draw(halving(3))

    @override
    def __str__(self) -> str:
        return f"far if a row is {self.value}"


@dataclass(frozen=True, slots=True)
class AsInteriorPoint:
    """How many rows are at most, and at least, each of 1, ..., top: the smaller number."""

    top: int

    def __call__(self, database: Database[int], /) -> dict[int, int]:
        return {
            y: min(sum(x <= y for x in database), sum(x >= y for x in database))
            for y in range(1, self.top + 1)
        }


def exponential_point(top: int, eps: Epsilon[Any]) -> ExponentialMechanism[Any, Any, Any]:
    """The exponential mechanism for interior points among 1, ..., top."""
    return ExponentialMechanism(AsInteriorPoint(top), eps)
