"""The audit of continuous noise: neighbours compared as functions of u, for every u > 0 at once.

Laws are weights in Z[u, r] with r = e^u and u = eps/parts.  With P = p / S and Q = q / T and
x = n / d, outcome y favours P by the gain

    t_y(u) = d p(y) T - n q(y) S,

and (x, delta)-privacy with delta = k / l says: l times the sum of the positive t_y is at most
k d S T.  It is shown by Taylor coefficients (`audits.engines.signs.shifts`), or refuted at a
rational u: there weights are polynomials in r with rational coefficients, and r = e^u is
enclosed, as it is where one eps is audited.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from audits.engines.privacy.pairs import (
    Direction,
    are_all_adjacent,
    distinct_pairs,
    located,
    lone_outcomes,
)
from audits.engines.privacy.point import privacy_facts, privacy_scope
from audits.engines.privacy.real_epsilon import refuted_at_real_epsilon
from audits.engines.signs.shifts import PLACES, Shift, bounded, decide, exceeds, negative_at
from audits.evidence.certificates import EVERY_UNIT, certificate, ratio_json, stated, table_fields
from audits.evidence.labels import label
from audits.evidence.table import LawTable
from audits.evidence.verdict import Evidence, Holds, Json, Undecided, Verdict
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.polynomial import Weight
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

MOST_PLACES = 60
"""At so many u an inequality with delta is tried, if it is not shown."""


def audit_every_unit(
    table: LawTable[D, X, ExponentialFunction],
    guarantee: Guarantee[ExponentialFunction],
    subject: str,
    direction: Direction = Direction.BOTH,
) -> Verdict:
    """Whether P(E) <= exp_eps Q(E) + delta for all neighbours, all events E and all u > 0.

    Raises:
        ValueError: if exp_eps or delta is negative somewhere.
    """
    for name, value in (("exp_eps", guarantee.exp_eps), ("delta", guarantee.delta)):
        top, bottom = value.polynomials
        at = negative_at(top * bottom)
        if at is not None:
            raise ValueError(f"{name} {value} is negative at u = {at}")
    bound = f"e^eps = {guarantee.exp_eps}, delta = {guarantee.delta}"
    scope = privacy_scope(table, bound, direction, "all eps > 0")
    for i, j, found in _doubts(table, guarantee, direction):
        if found is None:
            names = f"{label(table.databases[i])} and {label(table.databases[j])}"
            return Undecided(scope, f"no sufficient test succeeded for {names}")
        there = Guarantee(guarantee.exp_eps.at(found), guarantee.delta.at(found))
        numbers = table.at_unit(found)
        return refuted_at_real_epsilon(numbers, there, found, subject, scope, (i, j))
    fields: dict[str, Json] = {
        "direction": direction.value,
        "range": EVERY_UNIT,
        "exp_eps": ratio_json(guarantee.exp_eps),
        "delta": ratio_json(guarantee.delta),
    }
    held = table_fields(table) | fields
    to_prove = {"kind": "all-epsilon", **privacy_facts(table, scope), **stated(held)}
    proof = certificate("all-epsilon", subject, held)
    return Holds(scope, Evidence.ALL_EPSILON, proof, to_prove)


def _doubts(
    table: LawTable[D, X, ExponentialFunction],
    guarantee: Guarantee[ExponentialFunction],
    direction: Direction,
) -> Iterator[tuple[int, int, Fraction | None]]:
    """Neighbours for which the bound is not shown, and a u at which it fails, if one is known.

    Outcomes are looked at alone if all databases are adjacent and delta is 0.
    """
    comparison = _Comparison(table, guarantee)
    both = direction is Direction.BOTH
    if both and not guarantee.delta and are_all_adjacent(table.universe):
        for y, i, j in lone_outcomes(table):
            found = comparison.decide_outcome(i, j, y)
            if not isinstance(found, Shift):
                yield i, j, found
        return
    law_of, first = table.distinct()
    for pair in distinct_pairs(table, law_of, direction):
        found = comparison.decide(first[pair[0]], first[pair[1]])
        if not isinstance(found, Shift):
            yield *located(table, law_of, pair, direction), found


class _Gain(NamedTuple):
    """A gain, and a proof that it is nowhere positive, or a place where it is, or neither."""

    value: ExponentialPolynomial
    nowhere: Shift | Fraction | None


class _Comparison:
    """The comparison of two laws of a table; what pairs share is decided once."""

    def __init__(
        self, table: LawTable[D, X, ExponentialFunction], guarantee: Guarantee[ExponentialFunction]
    ) -> None:
        outcomes = range(len(table.outcomes))
        self._weights: dict[ExponentialPolynomial, int] = {}
        self._rows = [[self._number(row.get(y, 0)) for y in outcomes] for row in table.rows]
        self._totals = [self._number(total) for total in table.totals]
        self._listed = list(self._weights)
        self._ratio = guarantee.exp_eps.polynomials
        self._delta = guarantee.delta.polynomials
        self._gains: dict[tuple[int, int, int, int], _Gain] = {}
        self._known: dict[ExponentialPolynomial, Shift | Fraction | None] = {}

    def decide(self, first: int, second: int) -> Shift | Fraction | None:
        """A proof of the bound, a rational u at which it fails, or neither."""
        s, t = self._totals[first], self._totals[second]
        rows = zip(self._rows[first], self._rows[second], strict=True)
        gains = [self._gain(p, t, q, s) for p, q in rows]
        left = [gain for gain in gains if not isinstance(gain.nowhere, Shift)]
        if self._delta[0]:
            return self._within_delta(left, self._listed[s] * self._listed[t])
        places = [gain.nowhere for gain in left if isinstance(gain.nowhere, Fraction)]
        return min(places, default=None) if left else Shift(0, 0)

    def decide_outcome(self, first: int, second: int, y: int) -> Shift | Fraction | None:
        """The same for one outcome, where delta is 0."""
        p, q = self._rows[first][y], self._rows[second][y]
        return self._gain(p, self._totals[second], q, self._totals[first]).nowhere

    def _number(self, weight: Weight) -> int:
        return self._weights.setdefault(ExponentialPolynomial.of(weight), len(self._weights))

    def _gain(self, p: int, t: int, q: int, s: int) -> _Gain:
        if (p, t, q, s) not in self._gains:
            (n, d), w = self._ratio, self._listed
            gain = d * w[p] * w[t] - n * w[q] * w[s]
            if gain not in self._known:
                self._known[gain] = decide(-gain)
            self._gains[p, t, q, s] = _Gain(gain, self._known[gain])
        return self._gains[p, t, q, s]

    def _within_delta(
        self, gains: Sequence[_Gain], both: ExponentialPolynomial
    ) -> Shift | Fraction | None:
        """Whether the positive gains add up to at most delta, where both is S T."""
        (share, whole), (_, d) = self._delta, self._ratio
        scaled, allowance = [whole * gain.value for gain in gains], share * d * both
        return bounded(scaled, allowance) or next(
            (u for u in PLACES[:MOST_PLACES] if exceeds(scaled, allowance, u)), None
        )
