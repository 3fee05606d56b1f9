"""The audit of released continuous values, for every u > 0: densities compared at every value.

Let an output y contain the value z, which has the density p_y(s) / S on one database, s = u z, and
q_y(s) / T on a neighbour.  With x = n / d and delta = 0, privacy says that

    n q_y(s) S - d p_y(s) T >= 0    for all u > 0 and almost all s.

Free values multiply both by densities whose ratio is at most r^(a |c - c'|) for the rate a and
the centres c and c', and is so much in half of all cases.  Between two break points the rest is
shown on a cone (`audits.engines.signs.cones`).  Where it fails it fails on a cell of values, at a
rational u; the outputs y with a value in the cell are an event that is more probable than is
allowed.  Outputs without a value have probabilities, compared as in
`audits.engines.privacy.every_unit`.

Break points, u and r are those of eps/(parts m), for which all break points are integers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias, TypeVar

from audits.engines.privacy.pairs import Direction
from audits.engines.privacy.point import privacy_facts, privacy_scope
from audits.engines.privacy.real_epsilon import impossible_at_real_epsilon, refuted_at_real_epsilon
from audits.engines.signs import shifts
from audits.engines.signs.cones import identity, negative_at, nowhere_negative, on_cone
from audits.evidence.certificates import EVERY_UNIT, certificate, ratio_json, stated
from audits.evidence.labels import label, labels
from audits.evidence.table import LawTable
from audits.evidence.values import Gap, ValueTable, chance_of, densities_json
from audits.evidence.verdict import Evidence, Holds, Json, Refuted, Scope, Undecided, Verdict
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.field import EXPONENTIAL_FUNCTIONS
from reference.exact.polynomial import Weight
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.densities import in_unit
from reference.probability.outcome import outcome
from reference.probability.piecewise import Piecewise, in_parts

D = TypeVar("D", bound=Hashable)
E = ExponentialPolynomial
HALVINGS = 5
"""How small cells are tried."""


def audit_values(values: ValueTable[D], exp_eps: ExponentialFunction, subject: str) -> Verdict:
    """Whether P(E) <= exp_eps Q(E) for all neighbours, all events E and all u > 0.

    Raises:
        ValueError: if exp_eps is negative somewhere.
    """
    top, bottom = exp_eps.polynomials
    at = shifts.negative_at(top * bottom)
    if at is not None:
        raise ValueError(f"exp_eps {exp_eps} is negative at u = {at}")
    factor = in_unit(exp_eps, values.unit)
    table = values.table
    bound = f"e^eps = {exp_eps}, delta = 0"
    scope = privacy_scope(table, bound, Direction.BOTH, "all eps > 0, continuous values")
    comparison = _Comparison(values, factor)
    for i, j in Direction.BOTH.oriented(table.universe.index_pairs()):
        for y in range(len(values.outcomes)):
            found = comparison.decide(i, j, y)
            if found is None:
                names = f"{label(table.databases[i])} and {label(table.databases[j])}"
                return Undecided(scope, f"no sufficient test succeeded for {names}")
            if isinstance(found, Excess):
                return _refuted(values, factor, (i, j, y), found, subject, scope)
    held = densities_json(values) | {"range": EVERY_UNIT, "exp_eps": ratio_json(factor)}
    to_prove = {"kind": "densities", **privacy_facts(table, scope), **stated(held)}
    proof = certificate("densities", subject, held)
    return Holds(scope, Evidence.ALL_EPSILON, proof, to_prove)


class Excess(NamedTuple):
    """Where an outcome is too probable."""

    u: Fraction
    at: Fraction
    """The value in units of u: s / u."""

    gap: Gap
    """The break points around it."""


class _Comparison:
    """Comparisons of two laws of a table; what pairs share is decided once."""

    def __init__(self, values: ValueTable[D], factor: ExponentialFunction) -> None:
        self._values = values
        self._ratio = factor.polynomials
        self._numbers: dict[object, int] = {}
        self._known: dict[tuple[int, int], bool | Excess | None] = {}
        self._shown: set[object] = set()
        databases, outcomes = range(len(values.laws)), range(len(values.outcomes))
        self._law_of = [[self._number(i, y) for y in outcomes] for i in databases]

    def decide(self, i: int, j: int, y: int) -> bool | Excess | None:
        """True if an outcome is shown to be probable enough on j; where it is not; or None."""
        pair = self._law_of[i][y], self._law_of[j][y]
        if pair not in self._known:
            self._known[pair] = self._decided(i, j, y)
        return self._known[pair]

    def _number(self, i: int, y: int) -> int:
        """Of the density and the total, in the order in which they were found."""
        if self._values.breaks[y] is None:
            law: object = self._values.part(i, y)
        else:
            law = y, tuple(frozenset(piece.items()) for piece in self._values.pieces(i, y))
        known = law, self._values.laws[i].total, self._values.free[i][y]
        return self._numbers.setdefault(known, len(self._numbers))

    def _decided(self, i: int, j: int, y: int) -> bool | Excess | None:
        values, (n, d) = self._values, self._ratio
        one, other = d * values.laws[j].total, n * values.laws[i].total
        one = one * _growth(values, i, j, y)
        if values.breaks[y] is None:
            chance, there = chance_of(values.part(i, y)), chance_of(values.part(j, y))
            found = shifts.decide(other * there - one * chance)
            if isinstance(found, Fraction):
                return Excess(found, Fraction(0), (None, None))
            return None if found is None else True
        p, q = values.density(i, y), values.density(j, y)
        pieces = (q.scaled(other) - p.scaled(one)).on(values.breaks[y] or ())
        shown: bool | None = True
        for gap, piece in zip(values.gaps(y), pieces, strict=True):
            cone = on_cone(piece, *gap)
            known = identity(cone)
            if known not in self._shown:
                if not nowhere_negative(cone):
                    ray = negative_at(cone, bounded=None not in gap)
                    if ray is not None:
                        return _excess(*ray, gap)
                    shown = None
                    continue
                self._shown.add(known)
        return shown


def _growth(values: ValueTable[D], i: int, j: int, y: int) -> ExponentialPolynomial:
    """The greatest ratio of the densities of free values: a power of r."""
    pairs = zip(values.free[i][y], values.free[j][y], strict=True)
    return E.r(sum(a * abs(c - there) for (a, c), (_, there) in pairs))


def _excess(p: int, q: int, z: Fraction, gap: Gap) -> Excess:
    """At w = p z, v = q z on the cone of a piece."""
    low, high = gap
    if low is None:
        assert high is not None
        return Excess(q * z, high - Fraction(p, q), gap)
    if high is None:
        return Excess(q * z, low + Fraction(p, q), gap)
    return Excess((p + q) * z, Fraction(high * p + low * q, p + q), gap)


Cell: TypeAlias = tuple[Fraction | None, Fraction | None]
"""Ends of values; None for no end."""


def _cells(excess: Excess) -> Iterator[Cell]:
    """Smaller and smaller ones around the value, between its break points."""
    low, high = (None if b is None else Fraction(b) for b in excess.gap)
    yield low, high
    for i in range(HALVINGS):
        start, end = excess.at - Fraction(1, 2**i), excess.at + Fraction(1, 2**i)
        yield start if low is None else max(low, start), end if high is None else min(high, end)


def _refuted(
    values: ValueTable[D],
    factor: ExponentialFunction,
    case: tuple[int, int, int],
    excess: Excess,
    subject: str,
    scope: Scope,
) -> Verdict:
    """The refutation by a cell of values, at a rational u, where laws are functions of r = e^u."""
    i, j, y = case
    name = labels(map(outcome, values.outcomes))[y]
    for cell in _cells(excess):
        cells, n = cell_table(values, case, cell)
        x, event = in_unit(factor, n), [0]
        p, q = (cells.probability(k, event) for k in (i, j))
        slack = _sign_of(x * q - p)
        u = excess.u / n if slack.sign_at(excess.u / n) < 0 else shifts.negative_at(slack)
        if u is None:
            continue
        there = Guarantee(x.at(u), RationalFunction(0))
        found = refuted_at_real_epsilon(cells.at_unit(u), there, u, subject, scope, (i, j))
        if isinstance(found, Refuted):
            ends = ("" if end is None else str(end / values.unit) for end in cell)
            known: dict[str, Json] = {"u": str(u * n * values.unit), "r": f"e^({u})"}
            return replace(found, witness=found.witness | known | {"cell": [name, *ends]})
    return Undecided(scope, "a bound fails, and no cell of values was found that shows it")


def impossible_value(
    values: ValueTable[D], exponent: Fraction, subject: str, scope: Scope
) -> Verdict | None:
    """That no e^eps is enough at u = exponent: only one of two neighbours has values in a gap.

    None if there are no such neighbours.
    """
    for i, j in Direction.BOTH.oriented(values.table.universe.index_pairs()):
        for y in range(len(values.outcomes)):
            for gap in _lone_gaps(values, i, j, y):
                low, high = (None if end is None else Fraction(end) for end in gap)
                cells, n = cell_table(values, (i, j, y), (low, high))
                u = exponent / n / values.unit
                at = impossible_at_real_epsilon(cells.at_unit(u), u, subject, scope, (i, j), 0)
                if isinstance(at, Refuted):
                    known: dict[str, Json] = {"u": str(exponent), "r": f"e^({u})"}
                    return replace(at, witness=at.witness | known)
    return None


def _lone_gaps(values: ValueTable[D], i: int, j: int, y: int) -> Iterator[Gap]:
    """Between which break points an outcome has a value on the first database only."""
    if values.breaks[y] is None:
        if values.part(i, y) and not values.part(j, y):
            yield None, None
        return
    pieces = values.pieces(i, y), values.pieces(j, y)
    yield from (gap for gap, p, q in zip(values.gaps(y), *pieces, strict=True) if p and not q)


def _sign_of(value: ExponentialFunction) -> ExponentialPolynomial:
    """A function with the same sign: numerator times denominator."""
    top, bottom = value.polynomials
    return top * bottom


def cell_table(
    values: ValueTable[D], case: tuple[int, int, int], cell: Cell
) -> tuple[LawTable[D, str, ExponentialFunction], int]:
    """Whether an outcome has a value in a cell, on two databases; and n, if its unit is u/n.

    Each free value is on that side of its centre c on the first database on which the centre c' on
    the second is not: with the probability 1/2, and r^(-a |c - c'|) / 2 on the second.  Laws on
    other databases mean nothing.

    Args:
        values: the densities.
        case: the positions of two databases, and the number of the outcome.
        cell: its ends, in units of u.
    """
    i, j, y = case
    n = lcm(*(end.denominator for end in cell if end is not None))
    (p, s), (q, t) = (_within(values, k, y, cell, n) for k in (i, j))
    apart = 2 ** len(values.free[i][y])
    p, q = p / apart, q / apart / in_parts(_growth(values, i, j, y), n)
    name = labels(map(outcome, values.outcomes))[y]
    if values.breaks[y] is not None:
        name += f", {cell_words(cell, values.unit)}"
    pairs = list(zip(values.free[i][y], values.free[j][y], strict=True))
    for number, (one, other) in enumerate(pairs, 1):
        sign = "<" if one.centre <= other.centre else ">"
        which = f" {number}" if len(pairs) > 1 else ""
        name += f", free value{which} {sign} {Fraction(one.centre, values.unit)}"
    law_of = [(q, t) if k == j else (p, s) for k in range(len(values.laws))]
    rows: list[dict[int, Weight]] = [
        {event: w for event, w in enumerate((part, whole - part)) if w} for part, whole in law_of
    ]
    table = LawTable(
        *(values.table.universe, values.table.databases, (name, "any other output")),
        *(tuple(rows), tuple(whole for _, whole in law_of), EXPONENTIAL_FUNCTIONS),
    )
    return table, n


def _within(
    values: ValueTable[D], position: int, y: int, cell: Cell, n: int
) -> tuple[ExponentialPolynomial, ExponentialPolynomial]:
    """The probability of an outcome with its value in a cell, times the total, and the total.

    Both are in a unit that is n times as fine.
    """
    law, part = values.laws[position].refined(n), values.part(position, y)
    if not isinstance(part, Piecewise):
        return in_parts(part, n), law.total
    low, high = (None if end is None else int(end * n) for end in cell)
    return part.refined(n).within(low, high).total(), law.total


def cell_words(cell: Cell, unit: int) -> str:
    """A cell of values in words; its ends are in units of u/unit."""
    low, high = (None if end is None else end / unit for end in cell)
    if low is None:
        return f"value < {high}"
    return f"value >= {low}" if high is None else f"{low} <= value < {high}"
