"""How private a table of laws is: the least e^eps at a delta, the least delta at an e^eps.

Both are attained by an event T on two neighbouring databases with the laws P and Q:

    least e^eps at delta = max of (P(T) - delta) / Q(T),   least delta at x = max of P(T) - x Q(T).

T is a corner of the privacy curve (`audits.engines.privacy.curve`), so for laws that are numbers
the answer is read off the curve.  At r = e^q, with laws that are functions of r, the corner is
looked up at a rational number near e^q, and the answer is the function of r that it is there.

That no pair of neighbours needs more is decided by the auditor and confirmed by the kernel; that
one needs as much is seen from P(T) and Q(T).  The rational number near e^q proves nothing: where
it is too far away, the auditor refutes the answer, and a nearer one is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any, Generic, TypeVar

from audits.engines.privacy.audit import audit_real_epsilon
from audits.engines.privacy.corners import Corners, event_of, loss_of, neighbours
from audits.engines.privacy.curve import curve
from audits.engines.privacy.pairs import integer
from audits.engines.privacy.point import audit_point, refutation
from audits.evidence.table import LawTable
from audits.evidence.verdict import Evidence, Holds, Refuted, Scope, Undecided, Verdict, confirmed
from reference.exact.exponential import exp_bounds, sign_at_exp
from reference.exact.field import RATIONAL_FUNCTIONS, R
from reference.exact.polynomial import degree
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import Corner
from reference.privacy.divergence import Infinity
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

PRECISIONS = (64, 256, 1024)
"""Binary digits of the rational number near e^q."""


@dataclass(frozen=True, slots=True)
class Attained(Generic[R]):
    """An event on two neighbouring databases."""

    databases: tuple[int, int]
    """Their positions; the event is more likely on the first."""

    event: tuple[int, ...]
    """Numbers of outcomes."""

    probabilities: tuple[R, R]
    """Of the event on each of them."""


@dataclass(frozen=True, slots=True)
class Least(Generic[R]):
    """The least e^eps, or the least delta."""

    value: R | Infinity
    attained: Attained[R] | None
    """Why no less will do; None if there is no less: e^eps = 1, delta = 0."""

    verdict: Verdict | None
    """Confirmed: that it is enough, or, if it is infinite, that no number is.  None for delta = 1,
    which is always enough."""

    @property
    def is_confirmed(self) -> bool:
        """Whether the kernel has accepted that no pair of neighbours needs more."""
        if self.verdict is None:
            return True
        wanted = Refuted if isinstance(self.value, Infinity) else Holds
        return isinstance(self.verdict, wanted)


@dataclass(frozen=True, slots=True)
class Tightest(Generic[R]):
    """The questions to one table, with neighbours; see the module.

    Make it with `of_numbers` or `of_functions`.
    """

    subject: str
    """What is audited, in words."""

    curves: Callable[[], Iterator[Corners[Any, Any]]]
    """The privacy curve at numbers nearer and nearer to r."""

    probability: Callable[[int, tuple[int, ...]], R]
    one: R
    audit: Callable[[Guarantee[R]], Verdict]
    """Whether a guarantee is kept, confirmed by the kernel; of each it is decided once."""

    unbounded: Callable[[Attained[R], R], Verdict]
    """The refutation of every e^eps at a delta."""

    positive: Callable[[R], bool]

    def exp_eps(self, delta: R) -> Least[R]:
        """The least e^eps >= 1 at a delta; infinite if there is none."""
        found: Least[R] | None = None
        for near in self.curves():
            number = near.number(delta)
            corner, pair = max(near.corners(), key=lambda c: loss_of(c[0], number))
            attained = self._attained(near, corner, pair)
            p, q = attained.probabilities
            if not q and self.positive(p - delta):
                return Least(Infinity.INFINITE, attained, self.unbounded(attained, delta))
            value = (p - delta) / q if q else self.one
            needed = self.positive(value - self.one)
            value = value if needed else self.one
            verdict = self.audit(Guarantee(value, delta))
            found = Least(value, attained if needed else None, verdict)
            if not isinstance(verdict, Refuted):  # else a number nearer to r
                break
        assert found is not None
        return found

    def delta(self, exp_eps: R) -> Least[R]:
        """The least delta at an e^eps >= 1."""
        found: Least[R] | None = None
        for near in self.curves():
            x = near.number(exp_eps)
            corner, pair = max(near.corners(), key=lambda c: c[0][1] - x * c[0][0])
            attained = self._attained(near, corner, pair)
            p, q = attained.probabilities
            value = p - exp_eps * q
            needed = self.positive(value)
            if value == self.one:
                return Least(value, attained, None)
            value = value if needed else self.one - self.one
            verdict = self.audit(Guarantee(exp_eps, value))
            found = Least(value, attained if needed else None, verdict)
            if not isinstance(verdict, Refuted):  # else a number nearer to r
                break
        assert found is not None
        return found

    def _attained(
        self, near: Corners[Any, Any], corner: Corner, pair: tuple[int, int]
    ) -> Attained[R]:
        event = event_of(near.table, pair, corner)
        i, j = neighbours(near.table, pair)
        return Attained((i, j), event, (self.probability(i, event), self.probability(j, event)))


def of_numbers(table: LawTable[D, X, Fraction], subject: str) -> Tightest[Fraction]:
    """The questions to laws that are numbers.  There must be neighbours."""

    @cache
    def near() -> Corners[D, X]:
        return Corners(table, curve(table), None)

    def unbounded(found: Attained[Fraction], delta: Fraction) -> Verdict:
        return _unbounded(table, found, delta, subject)

    return Tightest(
        subject,
        lambda: iter([near()]),
        table.probability,
        Fraction(1),
        cache(lambda x: confirmed(audit_point(table, x.exp_eps, x.delta, subject))),
        unbounded,
        lambda value: value > 0,
    )


def of_functions(
    table: LawTable[D, X, RationalFunction], subject: str, exponent: Fraction
) -> Tightest[RationalFunction]:
    """The questions to laws that are functions of r, at r = e^exponent; with neighbours."""
    known: dict[int, Corners[Any, Any]] = {}

    def curves() -> Iterator[Corners[Any, Any]]:
        for bits in PRECISIONS:
            root = exp_bounds(exponent, bits)[0]
            if bits not in known:
                numbers = table.at(root)
                if any(integer(w) < 0 for row in numbers.rows for w in row.values()):
                    continue
                known[bits] = Corners(numbers, curve(numbers), root)
            yield known[bits]

    def unbounded(found: Attained[RationalFunction], delta: RationalFunction) -> Verdict:
        numbers = next(curves())
        d = numbers.number(delta)
        chances = tuple(numbers.table.probability(i, found.event) for i in found.databases)
        there = Attained(found.databases, found.event, (chances[0], chances[1]))
        return _unbounded(numbers.table, there, d, subject)

    def positive(value: RationalFunction) -> bool:
        return sign_at_exp(value.numerator * value.denominator, exponent) > 0

    return Tightest(
        subject,
        curves,
        table.probability,
        RationalFunction(1),
        cache(lambda x: confirmed(audit_real_epsilon(table, x, exponent, subject))),
        unbounded,
        positive,
    )


def questions(
    table: LawTable[D, X, Any], subject: str, exponent: Fraction | None
) -> Tightest[Any]:
    """The questions to laws that are numbers, or functions of r at r = e^exponent."""
    if exponent is None:
        return of_numbers(table, subject)
    return of_functions(as_functions(table), subject, exponent)


def as_functions(table: LawTable[D, X, Any]) -> LawTable[D, X, RationalFunction]:
    """Laws that are numbers as functions of r, which they do not depend on."""
    known: Any = table
    found: LawTable[D, X, RationalFunction] = (
        known if table.field.symbolic else replace(known, field=RATIONAL_FUNCTIONS)
    )
    return found


def as_numbers(table: LawTable[D, X, Any]) -> LawTable[D, X, Any]:
    """Laws as functions of r that do not depend on it as numbers; others as they are."""
    if table.field.name != RATIONAL_FUNCTIONS.name:
        return table
    weights = chain(table.totals, chain.from_iterable(row.values() for row in table.rows))
    return table if any(degree(w) > 0 for w in weights) else table.at(Fraction(1))


def _unbounded(
    table: LawTable[D, X, Fraction], found: Attained[Fraction], delta: Fraction, subject: str
) -> Verdict:
    scope = Scope(f"every e^eps, delta = {delta}", 2, 1)
    if found.probabilities[0] <= delta:
        return Undecided(scope, "the event is not more likely than delta at a number near r")
    proof, to_prove = refutation(table, found.databases, found.event, None, delta, subject)
    return confirmed(Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, {}))
