"""The all-epsilon audit: neighbours compared as polynomials in r, for all r in a range at once.

With laws P = p / S and Q = q / T (weights in Z[r]) and x = n / d, outcome y favours P where
    t_y(r) = d p(y) T - n q(y) S
is positive, and (x, delta)-privacy says: the sum of the positive t_y is at most delta d S T.

For each pair of laws the range is divided into cells on which every t_y is shown to be >= 0,
shown to be <= 0, or neither; the bound must hold whichever way the last are decided.  Cells are
halved until it does, or until a rational r shows a violation: then the point audit at that r
gives the refutation.  The kernel divides the range again for itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from flint import fmpz_poly

from audits.engines.privacy.pairs import (
    Direction,
    are_all_adjacent,
    distinct_pairs,
    located,
    lone_outcomes,
)
from audits.engines.privacy.point import privacy_facts, privacy_scope, refuted, tight_delta
from audits.engines.privacy.real_epsilon import refutation_at_real_epsilon
from audits.engines.signs.positivity import (
    Fails,
    Shown,
    decide_nonnegative,
    is_nonnegative,
    midpoint,
)
from audits.evidence.certificates import (
    EVERY_EPSILON,
    Range,
    certificate,
    ratio_json,
    stated,
    table_fields,
)
from audits.evidence.labels import label
from audits.evidence.table import LawTable
from audits.evidence.verdict import Holds, Json, Scope, Undecided, Verdict
from reference.exact.polynomial import Weight, coefficients, evaluate
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

DEEPEST = 40
"""How often a cell is halved before a pair is left undecided."""

MOST_EVENTS = 64
"""Cells on which more events could be the worst are halved before the bound is tried."""


class NegativeError(ValueError):
    """What is claimed is negative somewhere on the range."""


def audit_all_epsilon(
    table: LawTable[D, X, RationalFunction],
    guarantee: Guarantee[RationalFunction],
    subject: str,
    over: Range = EVERY_EPSILON,
    direction: Direction = Direction.BOTH,
) -> Verdict:
    """Whether P(E) <= exp_eps Q(E) + delta for all neighbours, events E and r in the range.

    A range that encloses r = e^q (see `Range.exponent`) speaks of that one r.

    Raises:
        NegativeError: if exp_eps or delta is negative somewhere on the range.
    """
    _refuse_negative(guarantee, over)
    comparison = _Comparison(table, guarantee, over)
    bound = f"e^eps = {guarantee.exp_eps}, delta = {guarantee.delta}"
    scope = privacy_scope(table, bound, direction, _words(over))
    for place, found in _doubts(comparison, table, guarantee, direction):
        if isinstance(found, Fails):
            return _refutation(table, guarantee, subject, scope, over, found.at, direction)
        names = [label(table.databases[i]) for i in place]
        return Undecided(scope, f"no sufficient test succeeded for {names[0]} and {names[1]}")
    fields: dict[str, Json] = {
        "direction": direction.value,
        "range": over.json(),
        "exp_eps": ratio_json(guarantee.exp_eps),
        "delta": ratio_json(guarantee.delta),
    }
    held = table_fields(table) | fields
    to_prove = {"kind": "all-epsilon", **privacy_facts(table, scope), **stated(held)}
    proof = certificate("all-epsilon", subject, held)
    return Holds(scope, over.evidence, proof, to_prove)


def _doubts(
    comparison: _Comparison,
    table: LawTable[D, X, RationalFunction],
    guarantee: Guarantee[RationalFunction],
    direction: Direction,
) -> Iterator[tuple[tuple[int, int], Fails | None]]:
    """Neighbours for which the bound is not shown, and an r at which it fails, if one is known.

    Outcomes are looked at alone if all databases are adjacent and delta is 0.
    """
    both = direction is Direction.BOTH
    if both and not guarantee.delta and are_all_adjacent(table.universe):
        for y, i, j in lone_outcomes(table):
            alone = comparison.decide_outcome(i, j, y)
            if not isinstance(alone, Shown):
                yield (i, j), alone
        return
    law_of, first = table.distinct()
    for pair in distinct_pairs(table, law_of, direction):
        found = comparison.decide(first[pair[0]], first[pair[1]])
        if not isinstance(found, Shown):
            yield located(table, law_of, pair, direction), found


def _refuse_negative(guarantee: Guarantee[RationalFunction], over: Range) -> None:
    for name, value in (("exp_eps", guarantee.exp_eps), ("delta", guarantee.delta)):
        decided = decide_nonnegative(value.numerator * value.denominator, over.low, over.high)
        if isinstance(decided, Fails):
            raise NegativeError(f"{name} {value} is negative at r = {decided.at}")


class _Comparison:
    """The comparison of two laws of a table; what pairs share is computed once."""

    def __init__(
        self,
        table: LawTable[D, X, RationalFunction],
        guarantee: Guarantee[RationalFunction],
        over: Range,
    ) -> None:
        self._over = over
        self._outcomes = len(table.outcomes)
        self._numbers: dict[tuple[int, ...], int] = {(): 0}
        self._weights: list[fmpz_poly] = [fmpz_poly([])]
        self._moved: list[fmpz_poly] = [fmpz_poly([])]
        self._shift = fmpz_poly([int(over.low), 1])
        self._quick = over.high is None and over.low.denominator == 1
        self._rows = [
            [self._number(row.get(y, 0)) for y in range(self._outcomes)] for row in table.rows
        ]
        self._totals = [self._number(total) for total in table.totals]
        x, delta = guarantee.exp_eps, guarantee.delta
        self._ratio = x.numerator, x.denominator
        self._moved_ratio = x.numerator(self._shift), x.denominator(self._shift)
        self._delta = delta.numerator, delta.denominator
        self._harmless: set[tuple[int, int, int, int]] = set()

    def decide(self, first: int, second: int) -> Shown | Fails | None:
        """Whether the bound is proved, fails at a point, or neither."""
        if self._quick and self._all_harmless(first, second):
            return Shown(())
        gains = [self._gain(first, second, y) for y in range(self._outcomes)]
        s, t = self._weights[self._totals[first]], self._weights[self._totals[second]]
        allowance = self._delta[0] * self._ratio[1] * s * t
        bound = _Bound(gains, allowance, self._delta[1])
        return bound.decide(self._over.low, self._over.high)

    def decide_outcome(self, first: int, second: int, y: int) -> Shown | Fails | None:
        """The same for one outcome, where delta is 0."""
        alone = _Bound([self._gain(first, second, y)], fmpz_poly([]), self._delta[1])
        return alone.decide(self._over.low, self._over.high)

    def _number(self, weight: Weight) -> int:
        key = coefficients(weight)
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._weights):
            self._weights.append(fmpz_poly(list(key)))
            self._moved.append(self._weights[-1](self._shift))
        return number

    def _all_harmless(self, first: int, second: int) -> bool:
        """Whether no outcome favours the first law, by the test on the whole range."""
        s, t = self._totals[first], self._totals[second]
        harmless = self._harmless
        for p, q in zip(self._rows[first], self._rows[second], strict=True):
            key = (p, t, q, s)
            if p and key not in harmless:
                n, d = self._moved_ratio
                moved = self._moved
                slack = n * (moved[q] * moved[s]) - d * (moved[p] * moved[t])
                if any(c < 0 for c in slack.coeffs()):
                    return False
                harmless.add(key)
        return True

    def _gain(self, first: int, second: int, y: int) -> fmpz_poly:
        n, d = self._ratio
        p, q = self._weights[self._rows[first][y]], self._weights[self._rows[second][y]]
        s, t = self._weights[self._totals[first]], self._weights[self._totals[second]]
        return d * p * t - n * q * s


@dataclass(frozen=True, slots=True)
class _Bound:
    """The statement that the sum of the positive gains, times scale, is at most allowance."""

    gains: Sequence[fmpz_poly]
    allowance: fmpz_poly
    scale: fmpz_poly

    def decide(self, low: Fraction, high: Fraction | None) -> Shown | Fails | None:
        """The ends of cells that prove the statement, or a point where it fails."""
        ends: list[Fraction] = []
        todo: list[tuple[Fraction, Fraction | None, int]] = [(low, high, 0)]
        while todo:
            start, end, depth = todo.pop()
            if self._proved(start, end):
                if end is not None and end != high:
                    ends.append(end)
                continue
            middle = midpoint(start, end)
            for point in (start, middle, end):
                if point is not None and self._violated(point):
                    return Fails(point)
            if depth == DEEPEST:
                return None
            todo += [(middle, end, depth + 1), (start, middle, depth + 1)]
        return Shown(tuple(ends))

    def _proved(self, low: Fraction, high: Fraction | None) -> bool:
        sums = [fmpz_poly([])]
        for gain in self.gains:
            if is_nonnegative(-gain, low, high):
                continue
            if is_nonnegative(gain, low, high):
                sums = [total + gain for total in sums]
            else:
                sums += [total + gain for total in sums]
            if len(sums) > MOST_EVENTS:
                return False
        return all(
            is_nonnegative(self.allowance - self.scale * total, low, high)
            for total in sums
            if total
        )

    def _violated(self, point: Fraction) -> bool:
        gains = (evaluate(gain, point) for gain in self.gains)
        total = sum((gain for gain in gains if gain > 0), Fraction(0))
        return total * evaluate(self.scale, point) > evaluate(self.allowance, point)


def _refutation(
    table: LawTable[D, X, RationalFunction],
    guarantee: Guarantee[RationalFunction],
    subject: str,
    scope: Scope,
    over: Range,
    at: Fraction,
    direction: Direction,
) -> Verdict:
    """The refutation at a rational r, or on the whole of a range that encloses e^q."""
    numbers = table.at(at)
    exp_eps, delta = guarantee.exp_eps.at(at), guarantee.delta.at(at)
    worst = tight_delta(numbers, exp_eps, direction)
    if worst is None or worst.value <= delta:
        if over.exponent is not None and exp_eps < 1:  # a nearer range has no such end
            return Undecided(scope, f"e^eps = {guarantee.exp_eps} is below 1 at r = {at}")
        raise AssertionError(f"a pair of neighbours violates the bound at r = {at}")
    if over.exponent is None:
        return refuted(numbers, worst, exp_eps, delta, subject, scope, at)
    pair = worst.first, worst.second
    return refutation_at_real_epsilon(table, guarantee, subject, scope, over, pair, at)


def _words(over: Range) -> str:
    if over.exponent is not None:
        return f"r = e^({over.exponent})"
    if over == EVERY_EPSILON:
        return "all eps >= 0"
    return f"r from {over.low}" + ("" if over.high is None else f" to {over.high}")
