"""Counts that are answered if they are large enough, and the attack that takes their difference.

Small counts are suppressed, since a count of one tells of a person.  It does not protect: if a
property B has enough rows without the row that is aimed at, then the counts of B and of "B, or it
is that row and has f" are both large, and differ by the bit f of that row.

Pseudo-code:
    1  for each query return its count if that is at least tau, else bottom
  attack, for properties B (not of the row), p (of the row alone) and f:
    2  c_1, c_2 <- the counts of B and of B or (p and f)
    3  return c_2 - c_1; bottom if one of them is

Notation: tau least count that is answered, B base, p target, f secret, c counts.
Source: VT14, section 1 (introduction).
Guarantees: VT14.ALG.Suppress, VT14.ALG.DifferencingAttack, VT14.TXT.differencing.
Deviations: none; print describes both in words.
Degenerate inputs: tau = 0 suppresses nothing; no query has no answer.

>>> from reference.probability.law import law
>>> large, small = CountingQuery(lambda x: x < 2), CountingQuery(lambda x: x == 2)
>>> law(SuppressedCounts((large, small), 2), (0, 1, 2))
Dist({(2, bottom): 1})
>>> def ask(queries):
...     return tuple(query((0, 1, 3)) for query in queries)
>>> differencing_attack(ask, lambda x: x < 2, lambda x: x >= 2, lambda x: x == 3)
1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database, Row
from reference.data.queries import CountingQuery
from reference.exact.field import R
from reference.probability.coins import Coins
from reference.source import Paper, Source

Property = Callable[[Row], bool]
Answers = tuple[int | Bottom, ...]


@dataclass(frozen=True, slots=True)
class SuppressedCounts(Generic[Row]):
    """Parameters of the release; call it on a database.

    Raises:
        ValueError: for a negative least count.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "release of large counts", "1")

    queries: tuple[CountingQuery[Row], ...]
    """What is counted."""

    least: int
    """The least count that is answered: tau."""

    def __post_init__(self) -> None:
        if self.least < 0:
            raise ValueError(f"least count {self.least}: at least 0")

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Answers:
        """A count or bottom for each query."""
        del coins
        counts = [query(database) for query in self.queries]
        return tuple(c if c >= self.least else Bottom.BOTTOM for c in counts)  # 1


def differencing_attack(
    ask: Callable[[tuple[CountingQuery[Row], ...]], Answers],
    base: Property[Row],
    target: Property[Row],
    secret: Property[Row],
) -> int | Bottom:
    """The bit f of the row that is aimed at, from two counts; bottom if one is suppressed.

    Args:
        ask: what answers queries.
        base: B, which the row does not have.
        target: p, which it has alone.
        secret: f.
    """

    def widened(row: Row) -> bool:
        return base(row) or (target(row) and secret(row))

    first, second = ask((CountingQuery(base), CountingQuery(widened)))  # 2
    if isinstance(first, Bottom) or isinstance(second, Bottom):
        return Bottom.BOTTOM
    return second - first  # 3
