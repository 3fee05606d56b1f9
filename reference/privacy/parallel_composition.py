"""Parallel composition: mechanisms on disjoint parts of the database.

Every row belongs to one part, by its value alone; mechanism i sees the rows of part i, in their
order.  A row that is added or removed changes one part.  So if every M_i is
(eps_i, delta_i)-private for added or removed rows, then the tuple of outputs is private with
the greatest eps_i and the greatest delta_i.

A row that is *replaced* may leave one part and enter another.  If M_i is (eps_i, delta_i)-private
both for replaced rows and for added or removed rows, the two parts compose:
(eps_i + eps_j, delta_i + delta_j) for the worst two parts.

Pseudo-code:
    1  split the rows by the part they belong to
    2  run each mechanism on its part, return the tuple of outputs

Notation: M_i mechanisms, i parts.
Source: folklore (McSherry, "Privacy integrated queries", Theorem 4).
Guarantees: CORE.parallel-composition.
Deviations: none.
Degenerate inputs: a part without rows is the empty database.

>>> from reference.probability.law import law
>>> size = lambda database, coins: len(database)
>>> law(ParallelComposition((size, size), lambda row: row % 2), (1, 2, 3))
Dist({(1, 2): 1})
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic

from reference.data.database import Database, Row
from reference.exact.field import R, number, of_r
from reference.exact.polynomial import coefficients, polynomial
from reference.privacy.composition import composed_guarantee
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins
from reference.probability.dist import X


class IncomparableError(ValueError):
    """Functions of r of which none is known to be the greatest for every r >= 1."""


@dataclass(frozen=True, slots=True)
class ParallelComposition(Generic[Row, X, R]):
    """(M_0(rows of part 0), M_1(rows of part 1), ...)."""

    mechanisms: tuple[PrivateMechanism[Database[Row], X, R], ...]
    """M_0, M_1, ..., at least one."""

    part: Callable[[Row], int]
    """The part that a row belongs to: a position in `mechanisms`."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """The greatest eps and the greatest delta, for added or removed rows.

        Raises:
            IncomparableError: if they are functions of r and none is seen to be the greatest.
            ValueError: for no mechanisms.
        """
        return greatest([m.guarantee for m in self.mechanisms])

    @property
    def guarantee_for_replaced_rows(self) -> Guarantee[R]:
        """The greatest of (eps_i + eps_j, delta_i + delta_j), i and j different, or of one part.

        Raises:
            IncomparableError: if they are functions of r and none is seen to be the greatest.
            ValueError: for no mechanisms.
        """
        guarantees = [m.guarantee for m in self.mechanisms]
        pairs = [composed_guarantee(pair) for pair in combinations(guarantees, 2)]
        return greatest(pairs or guarantees)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> tuple[X, ...]:
        parts: list[list[Row]] = [[] for _ in self.mechanisms]  # 1
        for row in database:
            parts[self.part(row)].append(row)
        return tuple(  # 2
            coins.run(mechanism, tuple(rows))
            for mechanism, rows in zip(self.mechanisms, parts, strict=True)
        )


def greatest(guarantees: Sequence[Guarantee[R]]) -> Guarantee[R]:
    """The guarantee with the greatest eps and the greatest delta among the given ones.

    Raises:
        IncomparableError: if they are functions of r and none is seen to be the greatest.
        ValueError: for no guarantees.
    """
    if not guarantees:
        raise ValueError("a composition has at least one mechanism")
    return Guarantee(
        _maximum([g.exp_eps for g in guarantees]), _maximum([g.delta for g in guarantees])
    )


def _maximum(values: Sequence[R]) -> R:
    for value in values:
        if all(_is_at_most(other, value) for other in values):
            return value
    shown = ", ".join(str(value) for value in values)
    raise IncomparableError(f"none of {shown} is seen to be the greatest for every r >= 1")


def _is_at_most(small: R, large: R) -> bool:
    """Whether small <= large, seen for functions of r by the coefficients in s = r - 1."""
    gap = large - small
    value = number(gap)
    if value is not None:
        return value >= 0
    function = of_r(gap)
    shift = polynomial([1, 1])
    shifted = (function.numerator(shift), function.denominator(shift))
    return all(c >= 0 for weight in shifted for c in coefficients(weight))
