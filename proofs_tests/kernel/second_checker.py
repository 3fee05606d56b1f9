"""A second checker, written from FORMAT.md alone: slow, by definition, and with every reason.

It decides inequalities between polynomials by their values at many rational points, where the
kernel looks at coefficients; it finds adjacent databases by comparing all of them, where the
kernel makes the moves; and it returns the set of all refusals that apply.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product
from typing import TypeGuard

from flint import arb, ctx, fmpq

Json = object
Poly = list[int]
Ratio = tuple[Poly, Poly]

KEYS = {
    "point": "universe outcomes laws exp_eps delta",
    "all-epsilon": "universe outcomes laws range exp_eps delta",
    "refutation": "universe outcomes laws range event probabilities exp_eps delta",
    "accuracy": "universe outcomes laws range relation failure good",
    "comparisons": "range entries",
    "optimum-bound": "universe outcomes range exp_eps delta scores value dual seal",
    "optimum-mechanism": "universe outcomes range exp_eps delta scores value laws seal",
    "optimum": "universe outcomes range exp_eps delta scores value laws dual seal",
}


FAR = [Fraction(10**k) for k in (1, 2, 3, 6, 10, 14)]
"""Points of an unbounded range, for what is true up to some large r only."""


class _Wrong(Exception):
    """What stands there has not the shape that its place demands."""

    def __init__(self, *reasons: str) -> None:
        self.reasons = set(reasons)


def reasons(certificate: Json) -> set[str]:
    """The names of all refusals that apply; empty if the certificate is to be accepted."""
    try:
        return _Checker(certificate).reasons
    except _Wrong as wrong:
        return wrong.reasons | ({"BrokenSeal"} if seal_is_broken(certificate) else set())


def seal_is_broken(certificate: Json) -> bool:
    """Whether there is a seal, and it is not that of the rest, which has integers only."""
    if not isinstance(certificate, dict) or "seal" not in certificate:
        return False
    rest = {key: value for key, value in certificate.items() if key != "seal"}
    text = json.dumps(rest, sort_keys=True, separators=(", ", ": "), ensure_ascii=True)
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()
    return bool(certificate["seal"] != digest or json.loads(text, parse_float=str) != rest)


def shape_of(value: Json, keys: str) -> dict[str, Json]:
    """The object, if it has exactly these keys."""
    if not isinstance(value, dict):
        raise _Wrong("WrongType")
    expected = set(keys.split())
    found = {"MissingKey"} if expected - set(value) else set()
    found |= {"UnknownKey"} if set(value) - expected else set()
    if found:
        raise _Wrong(*found)
    return value


def is_integer(value: Json) -> TypeGuard[int]:
    """Whether the value is an integer, and not a Boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


def list_of(value: Json) -> list[Json]:
    """The list."""
    if not isinstance(value, list):
        raise _Wrong("WrongType")
    return value


def integers(value: Json) -> list[int]:
    """The list of integers."""
    items = list_of(value)
    found = [item for item in items if is_integer(item)]
    if len(found) < len(items):
        raise _Wrong("WrongType")
    return found


def rational(value: Json) -> Fraction:
    """The number that a string spells, in lowest terms."""
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", value):
        raise _Wrong("WrongType")
    top, _, bottom = value.partition("/")
    number = Fraction(int(top), int(bottom or 1))
    plain = str(number.numerator) + (f"/{number.denominator}" if number.denominator > 1 else "")
    if plain != value:
        raise _Wrong("NotCanonical")
    return number


def polynomial(value: Json) -> Poly:
    """The coefficients."""
    if is_integer(value):
        return [value]
    coefficients = integers(value)
    if coefficients and coefficients[-1] == 0:
        raise _Wrong("NotCanonical")
    return coefficients


def ratio(value: Json) -> Ratio:
    """Numerator and denominator."""
    if isinstance(value, str):
        number = rational(value)
        return [number.numerator], [number.denominator]
    fields = shape_of(value, "num den")
    return polynomial(fields["num"]), polynomial(fields["den"])


def labels(value: Json) -> int:
    """How many labels there are."""
    items = list_of(value)
    if not all(isinstance(item, str) for item in items):
        raise _Wrong("WrongType")
    if len(set(map(str, items))) < len(items):
        raise _Wrong("RepeatedLabel")
    return len(items)


def faults_of(read: Callable[[Json], object], value: Json) -> set[str]:
    """Why the value cannot be read like this."""
    try:
        read(value)
    except _Wrong as wrong:
        return wrong.reasons
    return set()


def at(p: Poly, r: Fraction) -> Fraction:
    """The value of a polynomial."""
    return sum((c * r**k for k, c in enumerate(p)), Fraction(0))


def quotient(pair: Ratio, r: Fraction) -> Fraction:
    """The value of a ratio."""
    return at(pair[0], r) / at(pair[1], r)


def same(p: Poly, q: Poly, r: Ratio) -> bool:
    """Whether p / q = r identically: at more points than the degree."""
    points = range(1, len(p) + len(q) + len(r[0]) + len(r[1]) + 2)
    return all(
        at(p, Fraction(x)) * at(r[1], Fraction(x)) == at(q, Fraction(x)) * at(r[0], Fraction(x))
        for x in points
    )


class _Universe:
    """All databases, and which are adjacent, by definition."""

    def __init__(self, value: Json) -> None:
        fields = shape_of(value, "values rows order moves related")
        size = labels(fields["values"])
        rows = integers(fields["rows"])
        if len(rows) != 2:
            raise _Wrong("WrongLength")
        order, moves, related = fields["order"], fields["moves"], fields["related"]
        if order not in ("sequence", "multiset") or moves not in ("one", "all", "add-remove"):
            raise _Wrong("WrongType")
        self.order, self.moves = order, moves
        impossible = (moves == "all" and order == "multiset") or (
            moves == "add-remove" and related != "complete"
        )
        if not 0 <= rows[0] <= rows[1] <= 10**6 or impossible:
            raise _Wrong("BadUniverse")
        self.pairs = set(combinations(range(size), 2))
        if related != "complete":
            listed = [integers(pair) for pair in list_of(related)]
            if any(len(pair) != 2 for pair in listed):
                raise _Wrong("WrongLength", "BadIndices")
            if any(not 0 <= i < j < size for i, j in listed):
                raise _Wrong("BadIndices", "BadUniverse")
            self.pairs = {(i, j) for i, j in listed}
            if len(self.pairs) < len(listed):
                raise _Wrong("BadUniverse")
        sizes = range(rows[0], rows[1] + 1)
        everything = chain.from_iterable(product(range(size), repeat=n) for n in sizes)
        self.databases = {
            d for d in everything if self.order == "sequence" or list(d) == sorted(d)
        }
        self.neighbours = {
            (one, other)
            for one, other in product(self.databases, repeat=2)
            if self._adjacent(one, other)
        }

    def _adjacent(self, one: Sequence[int], other: Sequence[int]) -> bool:
        """By definition; for multisets some orderings are adjacent sequences."""
        if self.order == "sequence":
            return self._sequences_adjacent(one, other)
        return any(self._sequences_adjacent(one, p) for p in permutations(other)) or any(
            self._sequences_adjacent(p, other) for p in permutations(one)
        )

    def _sequences_adjacent(self, one: Sequence[int], other: Sequence[int]) -> bool:
        if self.moves == "add-remove":
            short, long = sorted((tuple(one), tuple(other)), key=len)
            return any(short == long[:i] + long[i + 1 :] for i in range(len(long)))
        if len(one) != len(other) or tuple(one) == tuple(other):
            return False
        steps = [(min(s), max(s)) for s in zip(one, other, strict=True) if s[0] != s[1]]
        return set(steps) <= self.pairs and (self.moves == "all" or len(steps) == 1)


@cache
def universe(text: str) -> _Universe:
    """The universe that a text describes."""
    return _Universe(json.loads(text))


class _Checker:
    """One certificate."""

    def __init__(self, certificate: Json) -> None:
        self.reasons: set[str] = set()
        if not isinstance(certificate, dict):
            raise _Wrong("WrongType")
        if next(iter(certificate.items()), None) != ("format", "exactdp-certificate 1"):
            raise _Wrong("WrongFormat")
        kind = certificate.get("kind")
        if not isinstance(kind, str) or kind not in KEYS:
            raise _Wrong("UnknownKind")
        fields = shape_of(certificate, f"format kind subject {KEYS[kind]}")
        if not isinstance(fields["subject"], str):
            raise _Wrong("WrongType")
        self.fields = fields
        self.points = self._range(fields.get("range"))
        if kind == "comparisons":
            self._comparisons()
            return
        self.universe = universe(json.dumps(fields["universe"]))
        self.outcomes = labels(fields["outcomes"])
        self.laws: dict[tuple[int, ...], tuple[Poly, list[Poly]]] = {}
        if "laws" in fields:
            self._laws()
        if self.reasons:
            return
        self.chances = {
            (d, r): [at(weight, r) / at(total, r) for weight in weights]
            for d, (total, weights) in self.laws.items()
            for r in self.points
        }
        complete = kind in {"point", "all-epsilon", "optimum", "optimum-mechanism"} or (
            kind == "accuracy" and fields["relation"] == "<="
        )
        if complete and set(self.laws) != self.universe.databases:
            raise _Wrong("MissingDatabase")
        {
            "point": self._privacy,
            "all-epsilon": self._privacy,
            "refutation": self._refutation,
            "accuracy": self._accuracy,
            "optimum-bound": self._bound,
            "optimum-mechanism": self._attained,
            "optimum": self._optimum,
        }[kind]()

    def _range(self, value: Json) -> list[Fraction]:
        if value is None:
            return [Fraction(k, 7) for k in range(7, 22)] + FAR
        fields = shape_of(value, "from to exp")
        low = rational(fields["from"])
        high = None if fields["to"] is None else rational(fields["to"])
        x = None if fields["exp"] is None else rational(fields["exp"])
        if low < 0 or (high is not None and high <= low):
            self.reasons |= {"BadRange"}
        elif x is not None:
            ctx.prec = 300
            number = arb(fmpq(x.numerator, x.denominator)).exp()
            inside = arb(fmpq(low.numerator, low.denominator)) < number
            if high is not None:
                inside = inside and number < arb(fmpq(high.numerator, high.denominator))
            self.reasons |= set() if inside and x >= 0 else {"ExponentialOutside"}
        if high is None:
            steps = [Fraction(k, 7) for k in range(15)] + FAR
            return [low + step for step in steps]
        return [low + (high - low) * Fraction(k, 24) for k in range(25)]

    def _ratio(self, value: Json) -> Ratio:
        found = ratio(value)
        if any(at(found[1], r) <= 0 for r in self.points):
            raise _Wrong("TotalNotPositive", *self.reasons)
        return found

    def _laws(self) -> None:
        for item in list_of(self.fields["laws"]):
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
            if any(at(weight, r) < 0 for weight in weights for r in self.points):
                self.reasons |= {"NegativeWeight"}
            if any(at(total, r) <= 0 for r in self.points):
                self.reasons |= {"TotalNotPositive"}
            length = max(map(len, [total, *weights]))
            columns = [
                sum(w[k] for w in weights if k < len(w)) - (total[k] if k < len(total) else 0)
                for k in range(length)
            ]
            self.reasons |= {"NotNormalised"} if any(columns) else set()
            self.laws[database] = (total, weights)
        if self.fields.get("range") is None and all(
            len(p) <= 1 for total, weights in self.laws.values() for p in (total, *weights)
        ):
            del self.points[1:]

    def _probability(self, database: tuple[int, ...], y: int, r: Fraction) -> Fraction:
        return self.chances[database, r][y]

    def _privacy(self) -> None:
        x, delta = self._ratio(self.fields["exp_eps"]), self._ratio(self.fields["delta"])
        for r in self.points:
            x_here, delta_here = quotient(x, r), quotient(delta, r)
            for one, other in self.universe.neighbours:
                if self._excess(one, other, x_here, r) > delta_here:
                    self.reasons |= {"PrivacyNotShown"}

    def _excess(
        self, one: tuple[int, ...], other: tuple[int, ...], x: Fraction, r: Fraction
    ) -> Fraction:
        both = zip(self.chances[one, r], self.chances[other, r], strict=True)
        return sum((max(p - x * q, Fraction(0)) for p, q in both), Fraction(0))

    def _event(self, value: Json) -> list[int]:
        event = integers(value)
        if event != sorted(set(event)) or any(y not in range(self.outcomes) for y in event):
            raise _Wrong("BadIndices", *self.reasons)
        return event

    def _refutation(self) -> None:
        if len(self.laws) != 2:
            raise _Wrong("WrongLength")
        one, other = self.laws
        event = self._event(self.fields["event"])
        stated = list_of(self.fields["probabilities"])
        if (one, other) not in self.universe.neighbours:
            self.reasons |= {"NotAdjacent"}
        if len(stated) != 2:
            raise _Wrong("WrongLength", *self.reasons)
        for database, value in zip((one, other), stated, strict=True):
            total, weights = self.laws[database]
            width = max(map(len, weights), default=0)
            part = [sum(weights[y][k] for y in event if k < len(weights[y])) for k in range(width)]
            if not same(part, total, self._ratio(value)):
                self.reasons |= {"WrongProbability"}
        infinite = self.fields["exp_eps"] == "inf"
        x = ([0], [1]) if infinite else self._ratio(self.fields["exp_eps"])
        delta = self._ratio(self.fields["delta"])
        for r in self.points:
            p, q = (sum(self._probability(d, y, r) for y in event) for d in (one, other))
            if p <= quotient(x, r) * q + quotient(delta, r) or (infinite and q):
                self.reasons |= {"ViolationNotShown"}

    def _accuracy(self) -> None:
        relation, good = self.fields["relation"], list_of(self.fields["good"])
        if relation not in ("<=", ">="):
            raise _Wrong("WrongType")
        bound = self._ratio(self.fields["failure"])
        if len(good) != len(self.laws):
            raise _Wrong("WrongLength")
        for database, value in zip(self.laws, good, strict=True):
            bad = set(range(self.outcomes)) - set(self._event(value))
            for r in self.points:
                failure = sum(self._probability(database, y, r) for y in bad)
                gap = quotient(bound, r) - failure
                if (gap < 0 and relation == "<=") or (gap > 0 and relation == ">="):
                    self.reasons |= {"FailureNotShown"}

    def _comparisons(self) -> None:
        for item in list_of(self.fields["entries"]):
            fields = shape_of(item, "name left relation right")
            left, right = self._ratio(fields["left"]), self._ratio(fields["right"])
            relation = fields["relation"]
            if relation not in ("<=", "<", "=") or not isinstance(fields["name"], str):
                raise _Wrong("WrongType", *self.reasons)
            if not all(
                _holds(quotient(left, r), str(relation), quotient(right, r)) for r in self.points
            ):
                self.reasons |= {"ComparisonNotShown"}

    def _optimum(self) -> None:
        self._attained()
        self._bound()

    def _scores(self) -> list[dict[tuple[int, int], Fraction]]:
        """For each score the weight of each Pr[M(D) = y], by positions."""
        self.reasons |= {"BrokenSeal"} if seal_is_broken(self.fields) else set()
        scores: list[dict[tuple[int, int], Fraction]] = []
        for item in list_of(self.fields["scores"]):
            fields = shape_of(item, "name terms")
            if not isinstance(fields["name"], str):
                raise _Wrong("WrongType", *self.reasons)
            scores.append({})
            for term in list_of(fields["terms"]):
                place, event, weight = self._members(term, 3)
                for y in self._event(event):
                    key = self._position(place), y
                    scores[-1][key] = scores[-1].get(key, Fraction(0)) + rational(weight)
                self._position(place)
                rational(weight)
        if not scores:
            raise _Wrong("WrongLength", *self.reasons)
        return scores

    def _members(self, value: Json, length: int) -> list[Json]:
        items = list_of(value)
        if len(items) != length:
            raise _Wrong("WrongLength", *self.reasons)
        return items

    def _position(self, value: Json) -> int:
        (position,) = integers([value])
        if position not in range(len(self.universe.databases)):
            raise _Wrong("UnknownDatabase", *self.reasons)
        return position

    def _attained(self) -> None:
        self._privacy()
        order = sorted(self.universe.databases, key=lambda d: (len(d), d))
        value = self._ratio(self.fields["value"])
        for score in self._scores():
            for r in self.points:
                terms = (self._probability(order[d], y, r) * w for (d, y), w in score.items())
                if sum(terms, Fraction(0)) < quotient(value, r):
                    self.reasons |= {"ScoreNotShown"}

    def _bound(self) -> None:
        x, delta, v = (self._ratio(self.fields[key]) for key in ("exp_eps", "delta", "value"))
        scores, free = self._scores(), not any(delta[0])
        order = sorted(self.universe.databases, key=lambda d: (len(d), d))
        dual = shape_of(self.fields["dual"], "total scores prices flows")
        total = polynomial(dual["total"])
        shares = [polynomial(s) for s in self._members(dual["scores"], len(scores))]
        prices = [polynomial(c) for c in self._members(dual["prices"], len(order))]
        flows: dict[tuple[int, int], tuple[Poly, dict[int, Poly]]] = {}
        for item in list_of(dual["flows"]):
            pair, rent, ys, mus = self._members(item, 4)
            one, other = (self._position(end) for end in self._members(pair, 2))
            if (one, other) in flows:
                self.reasons |= {"RepeatedDatabase"}
            if (order[one], order[other]) not in self.universe.neighbours:
                self.reasons |= {"NotAdjacent"}
            if faults := faults_of(polynomial, rent) | faults_of(self._event, ys):
                raise _Wrong(*faults, *self.reasons)
            event = self._event(ys)
            values = [polynomial(mu) for mu in self._members(mus, len(event))]
            flows[one, other] = polynomial(rent), dict(zip(event, values, strict=True))
        for r in self.points:
            mu = {
                (pair, y): at(p, r)
                for pair, (_, values) in flows.items()
                for y, p in values.items()
            }
            rents = {pair: at(rent, r) for pair, (rent, _) in flows.items()}
            x_here, delta_here = quotient(x, r), quotient(delta, r)
            if at(total, r) <= 0:
                self.reasons |= {"TotalNotPositive"}
            if min((at(p, r) for p in shares), default=Fraction(0)) < 0 or any(
                number < 0 for number in (*mu.values(), *rents.values())
            ):
                self.reasons |= {"NegativeWeight"}
            if sum(at(p, r) for p in shares) != at(total, r):
                self.reasons |= {"NotNormalised"}
            covered = free or all(number <= rents[pair] for (pair, _), number in mu.items())
            for d, y in product(range(len(order)), range(self.outcomes)):
                out = sum(n for ((one, _), z), n in mu.items() if (one, z) == (d, y))
                back = sum(n for ((_, other), z), n in mu.items() if (other, z) == (d, y))
                need = sum(
                    at(share, r) * score.get((d, y), Fraction(0))
                    for share, score in zip(shares, scores, strict=True)
                )
                covered = covered and at(prices[d], r) + out - x_here * back >= need
            paid = sum(at(p, r) for p in prices) + delta_here * sum(rents.values())
            if not covered or at(total, r) * quotient(v, r) != paid:
                self.reasons |= {"BoundNotShown"}


def _holds(left: Fraction, relation: str, right: Fraction) -> bool:
    return {"<=": left <= right, "<": left < right, "=": left == right}[relation]


def tight_delta(table: dict[str, Json], exp_eps: Fraction) -> Fraction:
    """The least delta of a table of numbers, by summing max(P - x Q, 0) over all pairs."""
    head: dict[str, Json] = {"format": "exactdp-certificate 1", "kind": "point", "subject": ""}
    checker = _Checker({**head, **table, "exp_eps": str(exp_eps), "delta": "1"})
    pairs = checker.universe.neighbours
    return max(checker._excess(one, other, exp_eps, checker.points[0]) for one, other in pairs)
