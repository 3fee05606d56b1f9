"""The corners of the privacy curve of a table: the event and the neighbours that attain each."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Generic, TypeVar

from audits.engines.privacy.pairs import integer
from audits.evidence.table import LawTable
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import of_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import Corner, Envelope
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Corners(Generic[D, X]):
    """The curve of laws that are numbers."""

    table: LawTable[D, X, Fraction]
    envelope: Envelope
    root: Fraction | None
    """The number in the place of r."""

    def corners(self) -> Iterator[tuple[Corner, tuple[int, int]]]:
        """Each corner, with two databases that have the laws which attain it."""
        return zip(self.envelope.curve.corners, self.envelope.pairs, strict=True)

    def number(self, value: Fraction | RationalFunction | ExponentialFunction) -> Fraction:
        """A number of the field of the laws, at the root."""
        return of_r(value).at(Fraction(1) if self.root is None else self.root)


def loss_of(corner: Corner, delta: Fraction) -> tuple[bool, Fraction]:
    """The e^eps that a corner needs, in an order in which infinity is last."""
    q, p = corner
    if not q:
        return p > delta, Fraction(0)
    return False, (p - delta) / q


def event_of(
    table: LawTable[D, X, Fraction], pair: tuple[int, int], corner: Corner
) -> tuple[int, ...]:
    """The outcomes with the greatest ratios P(y) / Q(y), up to the corner (Q(T), P(T))."""
    i, j = pair
    s, t = integer(table.totals[i]), integer(table.totals[j])
    other = table.rows[j]
    ratios: list[tuple[bool, Fraction, int]] = []
    for y, weight in table.rows[i].items():
        a, b = integer(weight), integer(other.get(y, 0))
        if a:
            ratios.append((not b, Fraction(a, b or 1), y))
    ratios.sort(key=itemgetter(0, 1), reverse=True)
    q, p = corner[0] * t, corner[1] * s
    event: list[int] = []
    for _, _, y in ratios:
        if p <= 0:
            break
        event.append(y)
        p -= integer(table.rows[i][y])
        q -= integer(other.get(y, 0))
    if p or q:
        raise AssertionError(f"no event of the pair {pair} has the corner {corner}")
    return tuple(sorted(event))


def neighbours(table: LawTable[D, X, Fraction], pair: tuple[int, int]) -> tuple[int, int]:
    """Positions of the first neighbours that have the laws of two databases."""
    alike = [_with_the_law(table, position) for position in pair]
    for i, j in table.universe.index_pairs():
        if i in alike[0] and j in alike[1]:
            return i, j
        if j in alike[0] and i in alike[1]:
            return j, i
    raise AssertionError(f"no neighbours have the laws of the databases {pair}")


def _with_the_law(table: LawTable[D, X, Fraction], position: int) -> set[int]:
    """Positions of the databases that have the law of one."""
    total, row = integer(table.totals[position]), table.rows[position]
    law = {y: integer(w) for y, w in row.items() if integer(w)}
    found: set[int] = set()
    for k, other in enumerate(table.rows):
        s = integer(table.totals[k])
        positive = {y: integer(w) * total for y, w in other.items() if integer(w)}
        if positive == {y: w * s for y, w in law.items()}:
            found.add(k)
    return found
