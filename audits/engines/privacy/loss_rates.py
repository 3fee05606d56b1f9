"""What a loss, divided by eps, goes to at the ends of the range of eps.

Weights are sums of c u^j r^k with u = eps/parts and r = e^u, and so is the loss ln(P(y) / Q(y))
of a pair of neighbours known at both ends of the range: as eps goes to 0, ln of a weight is
ln c + a ln u + s u + ..., from the first two terms of its series in u; as eps grows, it is d u +
O(ln u), from its highest power r^d.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Any, Final, TypeVar

from audits.engines.privacy.pairs import Direction
from audits.engines.privacy.released import cell_words
from audits.evidence.labels import labels
from audits.evidence.table import LawTable
from audits.evidence.values import Gap, ValueTable, chance_of, value_table
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.polynomial import Weight, coefficients, identity
from reference.probability.dist import X
from reference.probability.outcome import outcome

D = TypeVar("D", bound=Hashable)

AT_ZERO, AT_INFINITY = "as eps goes to 0", "as eps grows"

MOST_TERMS: Final = 200
"""Of the series of a weight, where its first term is looked for."""


@dataclass(frozen=True, slots=True)
class Rate:
    """What a loss, divided by eps, goes to at an end of the range of eps."""

    multiple: Fraction
    where: str
    """`AT_ZERO` or `AT_INFINITY`."""

    databases: tuple[int, int]
    outcome: int
    """Its number, in the table, or, where there are continuous values, in their table."""

    gap: Gap | None = None
    """Between which break points a continuous value is."""

    def seen_by(self, table: LawTable[D, X, Any]) -> str | None:
        """The event in words, where the outcomes are continuous values; else None."""
        values = value_table(table)
        if values is None:
            return None
        name = labels(map(outcome, values.outcomes))[self.outcome]
        if self.gap is None:
            return name
        low, high = (None if end is None else Fraction(end) for end in self.gap)
        return f"{name}, {cell_words((low, high), values.unit)}"


def greatest_rate(table: LawTable[D, X, Any]) -> Rate | None:
    """The greatest rate above 0 of all pairs of neighbours, both ways, and outcomes.

    What is unbounded has none here: the auditor refutes every multiple of eps.
    """
    values = value_table(table)
    best: Rate | None = None
    for rate in _of_outcomes(table) if values is None else _of_values(values):
        if rate.multiple > (0 if best is None else best.multiple):
            best = rate
    return best


def impossible(table: LawTable[D, X, Any]) -> tuple[int, int, int] | None:
    """Two neighbours and an outcome that only the first of them has, if there is one."""
    if value_table(table) is not None:
        return None
    for i, j in Direction.BOTH.oriented(table.universe.index_pairs()):
        for y in sorted(table.rows[i].keys() - table.rows[j].keys()):
            return i, j, y
    return None


def _of_outcomes(table: LawTable[D, X, Any]) -> Iterator[Rate]:
    ends = _known_ends()
    for i, j in Direction.BOTH.oriented(table.universe.index_pairs()):
        totals = ends(table.totals[i]), ends(table.totals[j])
        for y in table.rows[i].keys() & table.rows[j].keys():
            one, other = ends(table.rows[i][y]), ends(table.rows[j][y])
            for multiple, where in _rates((one, totals[0]), (other, totals[1])):
                yield Rate(multiple, where, (i, j), y)


def _of_values(values: ValueTable[D]) -> Iterator[Rate]:
    """Rates of the densities of released values, between break points where they are similar.

    There both are a number, which depends on eps, times one function of the value.  A free value
    adds the rate of its noise, for half of its values.
    """
    ends, unit = _known_ends(), values.unit
    for i, j in Direction.BOTH.oriented(values.table.universe.index_pairs()):
        totals = ends(values.laws[i].total), ends(values.laws[j].total)
        for y in range(len(values.outcomes)):
            pairs = zip(values.free[i][y], values.free[j][y], strict=True)
            apart = sum(a * abs(c - there) for (a, c), (_, there) in pairs)
            for gap, one, other in _similar(values, i, j, y):
                for rate, where in _rates((ends(one), totals[0]), (ends(other), totals[1])):
                    yield Rate((rate + apart) / unit, where, (i, j), y, gap)


def _similar(
    values: ValueTable[D], i: int, j: int, y: int
) -> Iterator[tuple[Gap | None, ExponentialPolynomial, ExponentialPolynomial]]:
    """The factors of two densities of an outcome, or its two probabilities."""
    if values.breaks[y] is None:
        one, other = chance_of(values.part(i, y)), chance_of(values.part(j, y))
        if one and other:
            yield None, one, other
        return
    pieces = values.pieces(i, y), values.pieces(j, y)
    for gap, p, q in zip(values.gaps(y), *pieces, strict=True):
        if len(p) == len(q) == 1 and p.keys() == q.keys():
            (one,), (other,) = p.values(), q.values()
            yield gap, one, other


@dataclass(frozen=True, slots=True)
class _Ends:
    """ln of a weight: ln first + order ln u + slope u + ... near u = 0, degree u + ... far out."""

    order: int
    first: Fraction
    slope: Fraction
    degree: int


def _known_ends() -> Callable[[Weight], _Ends | None]:
    """The ends of weights, each found once."""
    known: dict[object, _Ends | None] = {}

    def ends(weight: Weight) -> _Ends | None:
        name = identity(weight)
        if name not in known:
            known[name] = _ends(weight)
        return known[name]

    return ends


def _ends(weight: Weight) -> _Ends | None:
    """The ends of a weight; None if the first term of its series comes too late."""
    if isinstance(weight, ExponentialPolynomial):
        terms = weight.terms
    else:
        terms = {(0, k): Fraction(c) for k, c in enumerate(coefficients(weight)) if c}
    low = min(j for j, _ in terms)

    def coefficient(n: int) -> Fraction:
        """What stands before u^n in the sum of c u^j e^(k u)."""
        powers = ((c, k, n - j) for (j, k), c in terms.items() if j <= n)
        return sum((c * Fraction(k) ** i / factorial(i) for c, k, i in powers), Fraction(0))

    for n in range(low, low + MOST_TERMS):
        if first := coefficient(n):
            return _Ends(n, first, coefficient(n + 1) / first, max(k for _, k in terms))
    return None


def _rates(
    first: tuple[_Ends | None, _Ends | None], second: tuple[_Ends | None, _Ends | None]
) -> list[tuple[Fraction, str]]:
    """The rates of ln(P / Q), where P and Q are quotients of weights."""
    (p, s), (q, t) = first, second
    if p is None or s is None or q is None or t is None:
        return []
    found = [(Fraction(p.degree - s.degree - q.degree + t.degree), AT_INFINITY)]
    if p.order - s.order == q.order - t.order and p.first * t.first == q.first * s.first:
        found.append((p.slope - s.slope - q.slope + t.slope, AT_ZERO))
    return found
