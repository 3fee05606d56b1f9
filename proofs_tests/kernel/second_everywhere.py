"""The second checker for every u > 0: all events one by one, and signs by intervals.

What the kernel shows by Taylor coefficients is decided here by `certified`, which proves it or
finds a number where it is false; where it does neither, the reason is "Unknown", and whoever
compares the two checkers must say what then.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

from flint import fmpq, fmpz_mpoly, fmpz_mpoly_ctx

from proofs_tests.kernel.certified import nowhere_negative
from proofs_tests.kernel.second_checker import (
    Checker,
    Json,
    Ratio,
    Wrong,
    integers,
    is_integer,
    list_of,
    rational,
    shape_of,
)
from reference.override import override

RING = fmpz_mpoly_ctx.get(("u", "r"))
ZERO, ONE = RING.constant(0), RING.constant(1)
UNKNOWN = "Unknown"
TERMS, MOST_J, MOST_K = 10**4, 100, 10**4
"""Limits of section 7."""

Fraction = tuple[fmpz_mpoly, fmpz_mpoly]


def polynomial(value: Json) -> fmpz_mpoly:
    """The polynomial in u and r."""
    if is_integer(value):
        return RING.constant(value)
    if len(list_of(value)) > TERMS:
        raise Wrong("TooLarge")
    terms = [integers(term) for term in list_of(value)]
    if any(len(term) != 3 for term in terms):
        raise Wrong("WrongLength")
    powers = [(j, k) for j, k, _ in terms]
    if sorted(set(powers)) != powers or any(j < 0 or k < 0 or c == 0 for j, k, c in terms):
        raise Wrong("NotCanonical")
    if any(j > MOST_J or k > MOST_K for j, k in powers):
        raise Wrong("TooLarge")
    return RING.from_dict({(j, k): c for j, k, c in terms})


def shown(h: fmpz_mpoly) -> bool | None:
    """Whether it is nowhere negative; if it is not 0 and is not, it is positive everywhere."""
    return _shown(frozenset((int(j), int(k), int(c)) for (j, k), c in h.to_dict().items()))


@cache
def _shown(terms: frozenset[tuple[int, int, int]]) -> bool | None:
    return nowhere_negative({(j, k): c for j, k, c in terms})


class Everywhere(Checker):
    """One certificate about every u > 0."""

    def _need(self, h: fmpz_mpoly, reason: str, *, strict: bool = False) -> None:
        """The reason applies unless 0 <= h, or 0 < h."""
        found = shown(h)
        if found is None:
            self.reasons |= {UNKNOWN}
        elif not found or (strict and h == ZERO):
            self.reasons |= {reason}

    @override
    def _range(self, value: Json) -> list[fmpq]:
        return []

    @override
    def _check_range(self) -> None:
        """It is the one."""

    @override
    def _bounds(self) -> tuple[Ratio, Ratio]:
        infinite = self.kind == "refutation" and self.fields["exp_eps"] == "inf"
        self.x = (ONE, ONE) if infinite else self._fraction(self.fields["exp_eps"])
        self.delta = k, m = self._fraction(self.fields["delta"])
        self._need(self.x[0] - self.x[1], "Trivial")
        self._need(k, "Trivial")
        if shown(k - m) and ("scores" not in self.fields or k != m):
            self.reasons |= {"Trivial"}
        return ([1], [1]), ([1], [1])

    def _fraction(self, value: Json) -> Fraction:
        if isinstance(value, str):
            number = rational(value)
            return RING.constant(int(number.p)), RING.constant(int(number.q))
        fields = shape_of(value, "num den")
        return polynomial(fields["num"]), self._positive(fields["den"])

    def _positive(self, value: Json) -> fmpz_mpoly:
        found = polynomial(value)
        if not shown(found) or found == ZERO:
            raise Wrong(UNKNOWN if shown(found) is None else "TotalNotPositive")
        return found

    @override
    def _laws(self) -> None:
        self.parts: dict[tuple[int, ...], tuple[fmpz_mpoly, list[fmpz_mpoly]]] = {}
        super()._laws()

    @override
    def _law(self, item: Json) -> None:
        fields = shape_of(item, "database total weights")
        database = tuple(integers(fields["database"]))
        total = polynomial(fields["total"])
        weights = [polynomial(weight) for weight in list_of(fields["weights"])]
        if len(weights) != self.outcomes:
            self.reasons |= {"WrongLength"}
        if database not in self.universe.databases:
            self.reasons |= {"UnknownDatabase"}
        if database in self.laws:
            self.reasons |= {"RepeatedDatabase"}
        for weight in weights:
            self._need(weight, "NegativeWeight")
        self._need(total, "TotalNotPositive", strict=True)
        if sum(weights, ZERO) != total:
            self.reasons |= {"NotNormalised"}
        self.laws[database], self.parts[database] = ([], []), (total, weights)

    @override
    def _privacy(self) -> None:
        for one, other in self.pairs:
            for size in range(self.outcomes + 1):
                for event in combinations(range(self.outcomes), size):
                    self._need(-self._excess_of(one, other, event), "PrivacyNotShown")

    def _excess_of(
        self, one: tuple[int, ...], other: tuple[int, ...], event: Iterable[int]
    ) -> fmpz_mpoly:
        """P(E) - x Q(E) - delta, times the denominators."""
        (s, ps), (t, qs), (n, d), (k, m) = self.parts[one], self.parts[other], self.x, self.delta
        p, q = (sum((weights[y] for y in event), ZERO) for weights in (ps, qs))
        return m * (d * p * t - n * q * s) - k * d * s * t

    @override
    def _refutation(self) -> None:
        if len(self.laws) != 2:
            raise Wrong("WrongLength")
        one, other = self.laws
        event = self._event(self.fields["event"])
        stated = list_of(self.fields["probabilities"])
        if (one, other) not in self.universe.neighbours:
            self.reasons |= {"NotAdjacent"}
        if len(stated) != 2:
            raise Wrong("WrongLength")
        for database, value in zip((one, other), stated, strict=True):
            (total, weights), (num, den) = self.parts[database], self._fraction(value)
            if sum((weights[y] for y in event), ZERO) * den != num * total:
                self.reasons |= {"WrongProbability"}
        self._need(self._excess_of(one, other, event), "ViolationNotShown", strict=True)
        if self.fields["exp_eps"] == "inf" and any(self.parts[other][1][y] != ZERO for y in event):
            self.reasons |= {"ViolationNotShown"}

    @override
    def _accuracy(self) -> None:
        sign, good = self.fields["sign"], list_of(self.fields["good"])
        if sign not in ("<=", ">="):
            raise Wrong("WrongType")
        num, den = self._fraction(self.fields["failure"])
        if not self.laws or shown(num - den if sign == "<=" else -num):
            self.reasons |= {"Trivial"}
        if len(good) != len(self.laws):
            raise Wrong("WrongLength")
        for database, value in zip(self.laws, good, strict=True):
            (total, weights), kept = self.parts[database], self._event(value)
            bad = sum((w for y, w in enumerate(weights) if y not in kept), ZERO)
            gap = num * total - den * bad
            self._need(gap if sign == "<=" else -gap, "FailureNotShown")

    @override
    def _comparisons(self) -> None:
        entries = list_of(self.fields["entries"])
        self.reasons |= set() if entries else {"Trivial"}
        for item in entries:
            fields = shape_of(item, "name left relation right")
            (a, b), (c, d) = self._fraction(fields["left"]), self._fraction(fields["right"])
            relation = fields["relation"]
            if relation not in ("<=", "<", "=") or not isinstance(fields["name"], str):
                raise Wrong("WrongType")
            if relation != "=":
                self._need(c * b - a * d, "ComparisonNotShown", strict=relation == "<")
            elif c * b != a * d:
                self.reasons |= {"ComparisonNotShown"}

    @override
    def _scale(self) -> None:
        self.height = self._positive(self.fields["scale"])

    def _weights(self) -> list[dict[tuple[int, int], int]]:
        """The weights of the scores, which are integers."""
        return [{key: int(w.p) for key, w in score.items()} for score in self._scores()]

    @override
    def _attained(self) -> None:
        self._privacy()
        if len({str(total) for total, _ in self.parts.values()}) > 1:
            self.reasons |= {"NotNormalised"}
        order = sorted(self.universe.databases, key=lambda d: (len(d), d))
        v, w = self._fraction(self.fields["value"])
        for score in self._weights():
            total = self.parts[order[0]][0]
            found = sum((self.parts[order[d]][1][y] * c for (d, y), c in score.items()), ZERO)
            self._need(found * w - v * total * self.height, "ScoreNotShown")

    @override
    def _bound(self) -> None:
        ((n, d), (k, m)), (v, w) = (self.x, self.delta), self._fraction(self.fields["value"])
        dual = shape_of(self.fields["dual"], "total scores prices flows")
        order = sorted(self.universe.databases, key=lambda d: (len(d), d))
        if len(list_of(dual["prices"])) != len(order):
            self.reasons |= {"MissingDatabase"}
        scores, total = self._weights(), polynomial(dual["total"])
        shares = [polynomial(s) for s in self._members(dual["scores"], len(scores))]
        prices = [polynomial(c) for c in list_of(dual["prices"])]
        if len(prices) != len(order):
            return
        flows = self._flows(dual["flows"], order, polynomial)
        self._need(total, "TotalNotPositive", strict=True)
        for part in shares:
            self._need(part, "NegativeWeight")
        for rent, values in flows.values():
            for part in (rent, *values.values()):
                self._need(part, "NegativeWeight")
                if k != ZERO:
                    self._need(rent - part, "BoundNotShown")
        if sum(shares, ZERO) != total:
            self.reasons |= {"NotNormalised"}
        for here, y in product(range(len(order)), range(self.outcomes)):
            out = [values.get(y, ZERO) for (one, _), (_, values) in flows.items() if one == here]
            back = [values.get(y, ZERO) for (_, end), (_, values) in flows.items() if end == here]
            need = sum(
                (s * c.get((here, y), 0) for s, c in zip(shares, scores, strict=True)), ZERO
            )
            paid = d * (prices[here] + sum(out, ZERO)) - n * sum(back, ZERO)
            self._need(self.height * paid - d * need, "BoundNotShown")
        spent = m * sum(prices, ZERO) + k * sum((rent for rent, _ in flows.values()), ZERO)
        if m * total * v != w * spent:
            self.reasons |= {"BoundNotShown"}
