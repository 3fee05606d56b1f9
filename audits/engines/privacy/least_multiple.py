"""How private laws are for every eps at once: the least K with a loss of at most K eps at each.

The loss of each pair of neighbours at each outcome, divided by eps, has a rate to which it goes
at both ends of the range (`loss_rates`).  The greatest of these is a number below which no K is
enough.  If the auditor shows it to be enough, it is the least.

Where it is too little, as the loss for a multiple of eps is greatest in between, the least K is
enclosed: P(y) <= r^k Q(y) for all neighbours, outcomes y and r >= 1 is decided for whole k by
doubling and halving; for laws in r alone then for fractions k / m, with r = t^m.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import ceil
from typing import Any, TypeVar

from audits.engines.privacy.audit import audit_table
from audits.engines.privacy.loss_rates import Rate, greatest_rate, impossible
from audits.engines.privacy.real_epsilon import impossible_at_real_epsilon
from audits.engines.privacy.released import impossible_value
from audits.evidence.certificates import named
from audits.evidence.table import LawTable
from audits.evidence.values import value_table
from audits.evidence.verdict import Holds, Refuted, Scope, Verdict, confirmed
from audits.kernel.polynomial import MOST_COEFFICIENTS
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.polynomial import Weight, degree, identity, in_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.densities import Branch, in_finer_unit, in_unit
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

MOST = 64
"""Multiples of eps: beyond them it is said that none was found."""

EXPONENTS = tuple(Fraction(1, k) for k in (1, 4, 32))
"""The u = eps/parts at which an outcome is shown to be one that a neighbour never has."""

FINEST = 8
"""An enclosure of the least multiple is no wider than eps / 8 where laws are functions of r."""


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
        found = self.refutation
        if found is None or found.chances is None:
            return False
        return found.root == 1 or found.chances[1] == 0


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
    if isinstance(none := _no_multiple(table, subject), Refuted):
        return Multiple(None, None, None, None, none)
    rate = greatest_rate(table)
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

    if _degree(table) * floor.denominator <= MOST_COEFFICIENTS and holds(floor):
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


def _no_multiple(table: LawTable[D, X, Any], subject: str) -> Verdict | None:
    """That no multiple is enough, by what only one of two neighbours puts out; None if all do."""
    scope = Scope(named(table.universe), short=table.universe.name)
    values, lone = value_table(table), impossible(table)
    for exponent in EXPONENTS:
        verdict: Verdict | None = None
        if values is not None:
            verdict = impossible_value(values, exponent, subject, scope)
        elif lone is not None:
            i, j, y = lone
            numbers = table.at_unit(exponent) if table.field.continuous else table
            verdict = impossible_at_real_epsilon(numbers, exponent, subject, scope, (i, j), y)
        if isinstance(verdict, Refuted):
            return confirmed(verdict)
    return None


def _degree(table: LawTable[D, X, Any]) -> int:
    """The highest power of r in a weight."""
    weights = chain(table.totals, *(row.values() for row in table.rows))
    return max(
        max((k for _, k in w.terms), default=0)
        if isinstance(w, ExponentialPolynomial)
        else degree(w)
        for w in weights
    )


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


def claim_in_parts(claim: Guarantee[Any], more: int) -> Guarantee[Any]:
    """A claim with eps in `more` times as many parts."""
    values = claim.exp_eps, claim.delta
    x, delta = (
        in_unit(value, more)
        if isinstance(value, ExponentialFunction)
        else RationalFunction(value.numerator.inflate(more), value.denominator.inflate(more))
        for value in values
    )
    return Guarantee(x, delta)


def _with_parts(weight: Weight, more: int) -> Weight:
    if isinstance(weight, ExponentialPolynomial):
        terms = {(j, k * more): c * Fraction(more) ** j for (j, k), c in weight.terms.items()}
        return ExponentialPolynomial.of_terms(terms)
    return in_r(weight).inflate(more)
