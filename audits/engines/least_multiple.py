"""How private laws are for every eps at once: the least K with a loss of at most K eps at each.

Weights are sums of c u^j r^k with u = eps/parts and r = e^u, and so is the loss ln(P(y) / Q(y))
of a pair of neighbours known at both ends of the range: as eps goes to 0, ln of a weight is
ln c + a ln u + s u + ..., from the first two terms of its series in u; as eps grows, it is d u +
O(ln u), from its highest power r^d.  The greatest of these rates, over all pairs and outcomes,
is a number below which no K is enough.  If the auditor shows it to be enough, it is the least.

Where it is too little, as the loss for a multiple of eps is greatest in between, the least K is
enclosed: P(y) <= r^k Q(y) for all neighbours, outcomes y and r >= 1 is decided for whole k by
doubling and halving; for laws in r alone then for fractions k / m, with r = t^m.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import ceil, factorial
from typing import Any, Final, TypeVar

from audits.engines.pairs import Direction
from audits.engines.privacy import audit_table
from audits.engines.released import cell_words
from audits.labels import labels
from audits.table import LawTable
from audits.values import Gap, ValueTable, chance_of, value_table
from audits.verdict import Holds, Refuted, Verdict, confirmed
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.polynomial import Weight, coefficients, identity, in_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.densities import Branch, in_finer_unit
from reference.probability.dist import X
from reference.probability.outcome import outcome

D = TypeVar("D", bound=Hashable)

MOST = 64
"""Multiples of eps: beyond them it is said that none was found."""

FINEST = 8
"""An enclosure of the least multiple is no wider than eps / 8 where laws are functions of r."""

AT_ZERO, AT_INFINITY = "as eps goes to 0", "as eps grows"


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


@dataclass(frozen=True, slots=True)
class Multiple:
    """What is known of the least multiple of eps, by verdicts that the kernel has confirmed."""

    enough: Fraction | None
    """The least that was shown to be enough; None if none was."""

    too_little: Fraction | None
    """The greatest that was refuted; None if none was."""

    rate: Rate | None
    """The greatest rate; None if no rate is above 0."""

    verdict: Holds | None
    """That `enough` is enough."""

    refutation: Refuted | None
    """That `too_little` is too little."""

    @property
    def is_least(self) -> bool:
        """Whether no K >= 0 below `enough` is enough: at a rate of that, or as it is 0."""
        floor = Fraction(0) if self.rate is None else self.rate.multiple
        return self.enough is not None and self.enough <= floor

    @property
    def is_unbounded(self) -> bool:
        """Whether no K is enough: one is refuted at r = 1, or by an event with Q(T) = 0."""
        if self.refutation is None:
            return False
        chances = self.refutation.witness.get("probabilities")
        impossible = isinstance(chances, list) and chances[-1] == "0"
        return impossible or self.refutation.witness.get("root") == "1"


def least_multiple(
    table: LawTable[D, X, Any], parts: int, subject: str, most: int = MOST
) -> Multiple:
    """The least K for laws that are functions of r, or of u and r.

    Args:
        table: the laws.
        parts: into how many parts eps is divided.
        subject: what is audited, in words.
        most: multiples of eps that are tried.
    """
    rate = _greatest_rate(table)
    floor = Fraction(0) if rate is None else rate.multiple
    known: dict[Fraction, Verdict] = {}

    def holds(k: Fraction) -> bool | None:
        finer = in_parts(table, k.denominator)
        root: Any = (ExponentialFunction if table.field.continuous else RationalFunction).r()
        bound = Guarantee(root**k.numerator, root - root)
        known[k] = confirmed(audit_table(finer, bound, subject))
        match known[k]:
            case Holds():
                return True
            case Refuted():
                return False
            case _:
                return None

    def found() -> Multiple:
        return _of(known, rate, parts)

    if holds(floor):
        if floor:
            holds(Fraction(ceil(floor) - 1))  # for an eps at which less is exceeded
        return found()
    low, high = floor, Fraction(max(parts, int(floor) + 1))
    while not found().is_unbounded and holds(high) is False and 2 * high <= most * parts:
        low, high = high, 2 * high
    if not isinstance(known.get(high), Holds):
        return found()
    known_densities = any(isinstance(x, Branch) for x in table.outcomes)
    coarse = table.field.continuous and not known_densities
    step = Fraction(1, 1 if coarse else ceil(FINEST / parts))
    below, above = low // step, int(high / step)
    while above - below > 1:
        middle = (below + above) // 2
        decided = holds(middle * step)
        if decided is None:
            break
        below, above = (below, middle) if decided else (middle, above)
    return found()


def _of(known: Mapping[Fraction, Verdict], rate: Rate | None, parts: int) -> Multiple:
    shown = {k: v for k, v in known.items() if isinstance(v, Holds)}
    false = {k: v for k, v in known.items() if isinstance(v, Refuted)}
    enough, too_little = min(shown, default=None), max(false, default=None)
    return Multiple(
        None if enough is None else enough / parts,
        None if too_little is None else too_little / parts,
        None if rate is None else replace(rate, multiple=rate.multiple / parts),
        None if enough is None else shown[enough],
        None if too_little is None else false[too_little],
    )


def in_parts(table: LawTable[D, X, Any], more: int) -> LawTable[D, X, Any]:
    """The table with eps in `more` times as many parts: u = more u', r = r'^more."""
    if more == 1:
        return table
    finer: dict[object, Weight] = {}
    known: tuple[Any, ...] = table.outcomes
    outcomes: tuple[Any, ...] = tuple(
        in_finer_unit(x, more) if isinstance(x, Branch) else x for x in known
    )
    for weight in chain(table.totals, *(row.values() for row in table.rows)):
        finer.setdefault(identity(weight), _with_parts(weight, more))
    return replace(
        table,
        outcomes=outcomes,
        rows=tuple({y: finer[identity(w)] for y, w in row.items()} for row in table.rows),
        totals=tuple(finer[identity(w)] for w in table.totals),
    )


def _with_parts(weight: Weight, more: int) -> Weight:
    if isinstance(weight, ExponentialPolynomial):
        terms = {(j, k * more): c * Fraction(more) ** j for (j, k), c in weight.terms.items()}
        return ExponentialPolynomial.of_terms(terms)
    return in_r(weight).inflate(more)


# ------------------------------------------------------------------------- the ends of the range


@dataclass(frozen=True, slots=True)
class _Ends:
    """ln of a weight: ln first + order ln u + slope u + ... near u = 0, degree u + ... far out."""

    order: int
    first: Fraction
    slope: Fraction
    degree: int


MOST_TERMS: Final = 200
"""Of the series of a weight, where its first term is looked for."""


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


def _greatest_rate(table: LawTable[D, X, Any]) -> Rate | None:
    """The greatest rate above 0 of all pairs of neighbours, both ways, and outcomes.

    What is unbounded has none here: the auditor refutes every multiple of eps.
    """
    values = value_table(table)
    best: Rate | None = None
    for rate in _of_outcomes(table) if values is None else _of_values(values):
        if rate.multiple > (0 if best is None else best.multiple):
            best = rate
    return best


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


def _known_ends() -> Callable[[Weight], _Ends | None]:
    """The ends of weights, each found once."""
    known: dict[object, _Ends | None] = {}

    def ends(weight: Weight) -> _Ends | None:
        name = identity(weight)
        if name not in known:
            known[name] = _ends(weight)
        return known[name]

    return ends


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
