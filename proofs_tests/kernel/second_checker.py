"""A second checker, written from FORMAT.md alone: slow, by definition, and with every reason.

It decides inequalities between polynomials by their values at many rational points, where the
kernel looks at coefficients; it finds adjacent databases by comparing all of them, where the
kernel makes the moves; it counts databases one size at a time, where the kernel has a formula;
and it finds all refusals that apply, and the facts that the statement must have.  What is said of
every u > 0 is the subject of `second_everywhere`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, chain, combinations, permutations, product
from typing import TypeGuard, TypeVar

from flint import arb, ctx, fmpq, fmpz_poly

Json = object
Poly = list[int]
Ratio = tuple[Poly, Poly]
P = TypeVar("P")

KEYS = {
    "point": "universe outcomes laws direction exp_eps delta",
    "all-epsilon": "universe outcomes laws range direction exp_eps delta",
    "densities": "universe outcomes breaks laws range exp_eps",
    "refutation": "universe outcomes laws range event probabilities exp_eps delta",
    "accuracy": "universe outcomes laws range sign failure good",
    "comparisons": "range entries",
    "optimum-bound": "universe outcomes range exp_eps delta scores scale value dual",
    "optimum-mechanism": "universe outcomes range exp_eps delta scores scale value laws",
    "optimum": "universe outcomes range exp_eps delta scores scale value laws dual",
}


MOVES = ("replace-one", "replace-all", "add-remove-one")
UNIVERSE = "values rows order moves related"
DIRECTIONS = ("both", "forward", "backward")
PRIVATE = ("point", "all-epsilon", "densities", "optimum-mechanism", "optimum")
"""Kinds with a table that is compared pair by pair."""
REPEATED = (
    *("range", "exp_eps", "delta", "probabilities"),
    *("sign", "failure", "scale", "value"),
)
"""Fields that the facts repeat."""
HASHED = ("universe", "outcomes", "breaks", "laws", "event", "good", "scores", "entries")
"""Fields of which the facts have the digest."""

DIGITS, COEFFICIENTS, ROWS, SIZE, DUAL = 10**5, 1000, 10**4, 10**8, 2 * 10**7
"""Limits of section 7."""

FAR = [fmpq(10**k) for k in (1, 2, 3, 6, 10, 14)]
"""Points of an unbounded range, for what is true up to some large r only."""


class Wrong(Exception):
    """What stands there has not the shape that its place demands."""

    def __init__(self, *reasons: str) -> None:
        self.reasons = set(reasons)


def written(value: Json) -> str:
    """A value as one line of JSON with sorted keys."""
    return json.dumps(value, sort_keys=True, separators=(", ", ": "), ensure_ascii=True)


def digest_of(value: Json) -> str:
    """The SHA-256 digest of that line."""
    return hashlib.sha256(written(value).encode("ascii")).hexdigest()


def shape_of(value: Json, keys: str) -> dict[str, Json]:
    """The object, if it has exactly these keys."""
    if not isinstance(value, dict):
        raise Wrong("WrongType")
    expected = set(keys.split())
    found = {"MissingKey"} if expected - set(value) else set()
    found |= {"UnknownKey"} if set(value) - expected else set()
    if found:
        raise Wrong(*found)
    return value


def is_integer(value: Json) -> TypeGuard[int]:
    """Whether the value is an integer, and not a Boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


def list_of(value: Json) -> list[Json]:
    """The list."""
    if not isinstance(value, list):
        raise Wrong("WrongType")
    return value


def integers(value: Json) -> list[int]:
    """The list of integers."""
    items = list_of(value)
    found = [item for item in items if is_integer(item)]
    if len(found) < len(items):
        raise Wrong("WrongType")
    return found


def rational(value: Json) -> fmpq:
    """The number that a string spells, in lowest terms."""
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", value):
        raise Wrong("WrongType")
    top, _, bottom = value.partition("/")
    if max(len(top.lstrip("-")), len(bottom)) > DIGITS:
        raise Wrong("TooLarge")
    number = fmpq(int(top), int(bottom or 1))
    if str(number) != value:
        raise Wrong("NotCanonical")
    return number


def polynomial(value: Json) -> Poly:
    """The coefficients."""
    if is_integer(value):
        return [value]
    coefficients = integers(value)
    if len(coefficients) > COEFFICIENTS:
        raise Wrong("TooLarge")
    if coefficients and coefficients[-1] == 0:
        raise Wrong("NotCanonical")
    return coefficients


def ratio(value: Json) -> Ratio:
    """Numerator and denominator."""
    if isinstance(value, str):
        number = rational(value)
        return [int(number.p)], [int(number.q)]
    fields = shape_of(value, "num den")
    return polynomial(fields["num"]), polynomial(fields["den"])


def labels(value: Json) -> int:
    """How many labels there are."""
    items = list_of(value)
    if not all(isinstance(item, str) for item in items):
        raise Wrong("WrongType")
    if len(set(map(str, items))) < len(items):
        raise Wrong("RepeatedLabel")
    return len(items)


def faults_of(read: Callable[[Json], object], value: Json) -> set[str]:
    """Why the value cannot be read like this."""
    try:
        read(value)
    except Wrong as wrong:
        return wrong.reasons
    return set()


def at(p: Poly, r: fmpq) -> fmpq:
    """The value of a polynomial."""
    return fmpz_poly(p)(r)


def quotient(pair: Ratio, r: fmpq) -> fmpq:
    """The value of a ratio."""
    return at(pair[0], r) / at(pair[1], r)


def same(p: Poly, q: Poly, r: Ratio) -> bool:
    """Whether p / q = r identically: at more points than the degree."""
    points = range(1, len(p) + len(q) + len(r[0]) + len(r[1]) + 2)
    return all(
        at(p, fmpq(x)) * at(r[1], fmpq(x)) == at(q, fmpq(x)) * at(r[0], fmpq(x)) for x in points
    )


def count(order: Json, values: int, low: int, high: int) -> int:
    """How many databases there are: row by row, by the value that the last row has."""
    ending, found = [1] + [0] * (values - 1), 0
    for n in range(high + 1):
        total = 1 if n == 0 else sum(ending)
        found += total if n >= low else 0
        if not values or found > SIZE:
            break
        if n == 0:
            ending = [1] * values
        elif order == "sequence":
            ending = [total] * values
        else:
            ending = list(accumulate(ending))
    return found


class _Universe:
    """All databases, and which are adjacent, by definition."""

    def __init__(self, value: Json) -> None:
        fields = shape_of(value, UNIVERSE)
        size = labels(fields["values"])
        rows = integers(fields["rows"])
        if len(rows) != 2:
            raise Wrong("WrongLength")
        order, moves, related = fields["order"], fields["moves"], fields["related"]
        if order not in ("sequence", "multiset") or moves not in MOVES:
            raise Wrong("WrongType")
        self.order, self.moves, self.values, self.rows = order, moves, size, rows
        impossible = (moves == "replace-all" and order == "multiset") or (
            moves == "add-remove-one" and related != "complete"
        )
        if not 0 <= rows[0] <= rows[1] or impossible:
            raise Wrong("BadUniverse")
        if rows[1] > ROWS:
            raise Wrong("TooLarge")
        self.pairs = set(combinations(range(size), 2))
        if related != "complete":
            listed = [integers(pair) for pair in list_of(related)]
            if any(len(pair) != 2 for pair in listed):
                raise Wrong("WrongLength", "BadIndices")
            if any(not 0 <= i < j < size for i, j in listed):
                raise Wrong("BadIndices", "BadUniverse")
            self.pairs = {(i, j) for i, j in listed}
            if len(self.pairs) < len(listed):
                raise Wrong("BadUniverse")
        ends = [end for pair in self.pairs for end in pair]
        most = size if related == "complete" else max(map(ends.count, range(size)), default=0)
        reach = (most + 1) ** rows[1] if moves == "replace-all" else (rows[1] + 1) * most
        if count(order, size, rows[0], rows[1]) * reach > SIZE:
            raise Wrong("TooLarge")
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
        if self.moves == "add-remove-one":
            short, long = sorted((tuple(one), tuple(other)), key=len)
            return any(short == long[:i] + long[i + 1 :] for i in range(len(long)))
        if len(one) != len(other) or tuple(one) == tuple(other):
            return False
        steps = [(min(s), max(s)) for s in zip(one, other, strict=True) if s[0] != s[1]]
        return set(steps) <= self.pairs and (self.moves == "replace-all" or len(steps) == 1)

    def directed(self, direction: Json) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The ordered pairs that a direction means."""
        return {
            (one, other)
            for one, other in self.neighbours
            if direction == "both"
            or ((len(one), one) < (len(other), other)) == (direction == "forward")
        }


@cache
def universe(text: str) -> _Universe:
    """The universe that a text describes."""
    return _Universe(json.loads(text))


class Checker:
    """One certificate."""

    def __init__(self) -> None:
        self.reasons: set[str] = set()

    def read(self, certificate: Json) -> None:
        """Collect the reasons; raises `Wrong` where nothing more can be read."""
        first = [*certificate.items()][:1] if isinstance(certificate, dict) else []
        if not any(k == "format" and re.match("exactdp-certificate ", str(v)) for k, v in first):
            raise Wrong("NotCertificate")
        assert isinstance(certificate, dict)
        if certificate["format"] != "exactdp-certificate 2":
            raise Wrong("WrongFormat")
        kind = certificate.get("kind")
        if not isinstance(kind, str) or kind not in KEYS:
            raise Wrong("UnknownKind")
        fields = shape_of(certificate, f"format kind subject {KEYS[kind]}")
        if not isinstance(fields["subject"], str):
            raise Wrong("WrongType")
        self.fields, self.kind = fields, kind
        self.points = self._range(fields.get("range"))
        self._check_range()
        if kind == "comparisons":
            self._comparisons()
            return
        self.universe = universe(json.dumps(fields["universe"]))
        self.outcomes = labels(fields["outcomes"])
        self.laws: dict[tuple[int, ...], tuple[Poly, list[Poly]]] = {}
        if "laws" in fields:
            self._laws()
        if "exp_eps" in fields:
            self.bounds = self._bounds()
        if kind in PRIVATE:
            direction = fields.get("direction", "both")
            if direction not in DIRECTIONS:
                raise Wrong("WrongType")
            self.pairs = self.universe.directed(direction)
            self.reasons |= set() if self.pairs or "scores" in fields else {"Trivial"}
        if (kind in PRIVATE or (kind == "accuracy" and fields["sign"] == "<=")) and (
            len(list_of(fields["laws"])) != len(self.universe.databases)
            or set(self.laws) != self.universe.databases
        ):
            self.reasons |= {"MissingDatabase"}
        if self.reasons:
            return
        self.chances = {
            (d, r): [at(weight, r) / at(total, r) for weight in weights]
            for d, (total, weights) in self.laws.items()
            for r in self.points
        }
        {
            "point": self._privacy,
            "all-epsilon": self._privacy,
            "densities": self._densities,
            "refutation": self._refutation,
            "accuracy": self._accuracy,
            "optimum-bound": self._bound,
            "optimum-mechanism": self._attained,
            "optimum": self._optimum,
        }[kind]()

    def _check_range(self) -> None:
        """Densities are those of every u > 0."""
        if self.kind == "densities":
            raise Wrong("BadRange")

    def _densities(self) -> None:
        """See `second_densities`."""

    def facts(self) -> dict[str, Json]:
        """What the statement says, as data."""
        fields, kind = self.fields, self.kind
        found = {key: fields[key] for key in REPEATED if key in fields}
        found["sha256"] = {key: digest_of(fields[key]) for key in HASHED if key in fields}
        if kind == "comparisons":
            entries = [shape_of(e, "name left relation right") for e in list_of(fields["entries"])]
            alike = sum(written(e["left"]) == written(e["right"]) for e in entries)
            return found | {"comparisons": len(entries), "same": alike}
        universe = self.universe
        found |= {"relation": _relation(shape_of(self.fields["universe"], UNIVERSE))}
        if kind == "refutation":
            one, other = self.laws
            ahead = (one, other) in universe.directed("forward")
            return found | {"direction": "forward" if ahead else "backward"}
        laws = len(self.laws)
        found["databases"] = laws if "laws" in fields else len(universe.databases)
        if kind in PRIVATE:
            found["pairs"] = len(self.pairs)
        if kind in PRIVATE and kind != "densities":
            found["direction"] = fields.get("direction", "both")
        if kind.startswith("optimum"):
            found["scores"] = len(list_of(fields["scores"]))
        return found

    def _bounds(self) -> tuple[Ratio, Ratio]:
        """The ratios x and delta, which must say something."""
        infinite = self.kind == "refutation" and self.fields["exp_eps"] == "inf"
        x = ([1], [1]) if infinite else self._ratio(self.fields["exp_eps"])
        delta = self._ratio(self.fields["delta"])
        values = [(quotient(x, r), quotient(delta, r)) for r in self.points]
        if min(x for x, _ in values) < 1 or min(y for _, y in values) < 0:
            self.reasons |= {"Trivial"}
        least = min(y for _, y in values)
        if least > 1 or (least == 1 and "scores" not in self.fields):
            self.reasons |= {"Trivial"}
        return x, delta

    def _range(self, value: Json) -> list[fmpq]:
        if value is None:
            return [fmpq(k, 7) for k in range(7, 22)] + FAR
        fields = shape_of(value, "from to exp")
        low = rational(fields["from"])
        high = None if fields["to"] is None else rational(fields["to"])
        x = None if fields["exp"] is None else rational(fields["exp"])
        if low < 0 or (high is not None and high <= low):
            self.reasons |= {"BadRange"}
        elif x is not None and x < 0:
            self.reasons |= {"BadRange", "ExponentialOutside"}
        elif x is not None and (
            x > 1000
            or x.q > 10**30
            or int(low.q * (low if high is None else high).q).bit_length() > 10**4
        ):
            raise Wrong("TooLarge")
        elif x is not None:
            ctx.prec = 300
            number = arb(x).exp()
            inside = arb(low) < number
            if high is not None:
                inside = inside and number < arb(high)
            self.reasons |= set() if inside else {"ExponentialOutside"}
        if high is None:
            steps = [fmpq(k, 7) for k in range(15)] + FAR
            return [low + step for step in steps]
        return [low + (high - low) * fmpq(k, 24) for k in range(25)]

    def _ratio(self, value: Json) -> Ratio:
        found = ratio(value)
        if any(at(found[1], r) <= 0 for r in self.points):
            raise Wrong("TotalNotPositive")
        return found

    def _laws(self) -> None:
        self.reasons |= set() if list_of(self.fields["laws"]) else {"Trivial"}
        for item in list_of(self.fields["laws"]):
            try:
                self._law(item)
            except Wrong as wrong:
                self.reasons |= wrong.reasons
        if self.fields.get("range") is None and all(
            len(p) <= 1 for total, weights in self.laws.values() for p in (total, *weights)
        ):
            del self.points[1:]

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

    def _probability(self, database: tuple[int, ...], y: int, r: fmpq) -> fmpq:
        return self.chances[database, r][y]

    def _privacy(self) -> None:
        x, delta = self.bounds
        for r in self.points:
            x_here, delta_here = quotient(x, r), quotient(delta, r)
            for one, other in self.pairs:
                if self._excess(one, other, x_here, r) > delta_here:
                    self.reasons |= {"PrivacyNotShown"}

    def _excess(self, one: tuple[int, ...], other: tuple[int, ...], x: fmpq, r: fmpq) -> fmpq:
        both = zip(self.chances[one, r], self.chances[other, r], strict=True)
        return sum((max(p - x * q, fmpq(0)) for p, q in both), fmpq(0))

    def _event(self, value: Json) -> list[int]:
        event = integers(value)
        if event != sorted(set(event)) or any(y not in range(self.outcomes) for y in event):
            raise Wrong("BadIndices")
        return event

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
            total, weights = self.laws[database]
            width = max(map(len, weights), default=0)
            part = [sum(weights[y][k] for y in event if k < len(weights[y])) for k in range(width)]
            if not same(part, total, self._ratio(value)):
                self.reasons |= {"WrongProbability"}
        infinite = self.fields["exp_eps"] == "inf"
        x, delta = self.bounds
        for r in self.points:
            p, q = (sum(self._probability(d, y, r) for y in event) for d in (one, other))
            if p <= quotient(x, r) * q + quotient(delta, r) or (infinite and q):
                self.reasons |= {"ViolationNotShown"}

    def _accuracy(self) -> None:
        sign, good = self.fields["sign"], list_of(self.fields["good"])
        if sign not in ("<=", ">="):
            raise Wrong("WrongType")
        bound = self._ratio(self.fields["failure"])
        bounds = [quotient(bound, r) for r in self.points]
        if not self.laws or (min(bounds) >= 1 if sign == "<=" else max(bounds) <= 0):
            self.reasons |= {"Trivial"}
        if len(good) != len(self.laws):
            raise Wrong("WrongLength")
        for database, value in zip(self.laws, good, strict=True):
            bad = set(range(self.outcomes)) - set(self._event(value))
            for r in self.points:
                failure = sum(self._probability(database, y, r) for y in bad)
                gap = quotient(bound, r) - failure
                if (gap < 0 and sign == "<=") or (gap > 0 and sign == ">="):
                    self.reasons |= {"FailureNotShown"}

    def _comparisons(self) -> None:
        entries = list_of(self.fields["entries"])
        self.reasons |= set() if entries else {"Trivial"}
        for item in entries:
            fields = shape_of(item, "name left relation right")
            left, right = self._ratio(fields["left"]), self._ratio(fields["right"])
            relation = fields["relation"]
            if relation not in ("<=", "<", "=") or not isinstance(fields["name"], str):
                raise Wrong("WrongType")
            if not all(
                _holds(quotient(left, r), str(relation), quotient(right, r)) for r in self.points
            ):
                self.reasons |= {"ComparisonNotShown"}

    def _optimum(self) -> None:
        self._attained()
        self._bound()

    def _scores(self) -> list[dict[tuple[int, int], fmpq]]:
        """For each score, times the scale, the weight of each Pr[M(D) = y], by positions."""
        scores: list[dict[tuple[int, int], fmpq]] = []
        for item in list_of(self.fields["scores"]):
            fields = shape_of(item, "name terms")
            if not isinstance(fields["name"], str):
                raise Wrong("WrongType")
            scores.append({})
            for term in list_of(fields["terms"]):
                place, event, times = self._members(term, 3)
                (weight,) = integers([times])
                for y in self._event(event):
                    key = self._position(place), y
                    scores[-1][key] = scores[-1].get(key, fmpq(0)) + weight
                self._position(place)
        if not scores:
            raise Wrong("Trivial")
        self._scale()
        return scores

    def _scale(self) -> None:
        self.scale = polynomial(self.fields["scale"])
        if any(at(self.scale, r) <= 0 for r in self.points):
            raise Wrong("TotalNotPositive")

    def _members(self, value: Json, length: int) -> list[Json]:
        items = list_of(value)
        if len(items) != length:
            raise Wrong("WrongLength")
        return items

    def _position(self, value: Json) -> int:
        (position,) = integers([value])
        if position not in range(len(self.universe.databases)):
            raise Wrong("UnknownDatabase")
        return position

    def _attained(self) -> None:
        self._privacy()
        if len({tuple(total) for total, _ in self.laws.values()}) > 1:
            self.reasons |= {"NotNormalised"}
        order = sorted(self.universe.databases, key=lambda d: (len(d), d))
        value = self._ratio(self.fields["value"])
        for score in self._scores():
            for r in self.points:
                terms = (self._probability(order[d], y, r) * w for (d, y), w in score.items())
                if sum(terms, fmpq(0)) < quotient(value, r) * at(self.scale, r):
                    self.reasons |= {"ScoreNotShown"}

    def _bound(self) -> None:
        x, delta = self.bounds
        v = self._ratio(self.fields["value"])
        if len(
            list_of(shape_of(self.fields["dual"], "total scores prices flows")["prices"])
        ) != len(self.universe.databases):
            self.reasons |= {"MissingDatabase"}
        if len(self.universe.databases) * self.outcomes > DUAL:
            self.reasons |= {"TooLarge"}
        scores, free = self._scores(), not any(delta[0])
        order = sorted(self.universe.databases, key=lambda d: (len(d), d))
        dual = shape_of(self.fields["dual"], "total scores prices flows")
        total = polynomial(dual["total"])
        shares = [polynomial(s) for s in self._members(dual["scores"], len(scores))]
        prices = [polynomial(c) for c in list_of(dual["prices"])]
        if len(prices) != len(order):
            return
        flows = self._flows(dual["flows"], order, polynomial)
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
            if min((at(p, r) for p in shares), default=fmpq(0)) < 0 or any(
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
                    at(share, r) * score.get((d, y), fmpq(0)) / at(self.scale, r)
                    for share, score in zip(shares, scores, strict=True)
                )
                covered = covered and at(prices[d], r) + out - x_here * back >= need
            paid = sum(at(p, r) for p in prices) + delta_here * sum(rents.values())
            if not covered or at(total, r) * quotient(v, r) != paid:
                self.reasons |= {"BoundNotShown"}

    def _flows(
        self, value: Json, order: list[tuple[int, ...]], read: Callable[[Json], P]
    ) -> dict[tuple[int, int], tuple[P, dict[int, P]]]:
        """For each pair of positions u, and mu for some outcomes."""
        flows: dict[tuple[int, int], tuple[P, dict[int, P]]] = {}
        for item in list_of(value):
            pair, rent, ys, mus = self._members(item, 4)
            one, other = (self._position(end) for end in self._members(pair, 2))
            if (one, other) in flows:
                self.reasons |= {"RepeatedDatabase"}
            if (order[one], order[other]) not in self.universe.neighbours:
                self.reasons |= {"NotAdjacent"}
            if faults := faults_of(read, rent) | faults_of(self._event, ys):
                raise Wrong(*faults)
            event = self._event(ys)
            values = [read(mu) for mu in self._members(mus, len(event))]
            flows[one, other] = read(rent), dict(zip(event, values, strict=True))
        return flows


def _relation(universe: dict[str, Json]) -> str:
    """What the statement says of the relation; of a list of pairs, how many there are."""
    moves, related = str(universe["moves"]), universe["related"]
    if not isinstance(related, list):
        return moves
    if integers(universe["rows"]) == [1, 1]:
        return f"listed pairs, {len(related)} of them"
    return f"{moves} by listed pairs of values, {len(related)} of them"


def _holds(left: fmpq, relation: str, right: fmpq) -> bool:
    return {"<=": left <= right, "<": left < right, "=": left == right}[relation]


def tight_delta(table: dict[str, Json], exp_eps: str, direction: str = "both") -> fmpq:
    """The least delta of a table of numbers, by summing max(P - x Q, 0) over all pairs."""
    head: dict[str, Json] = {"format": "exactdp-certificate 2", "kind": "point", "subject": ""}
    scope: dict[str, Json] = {"direction": direction, "exp_eps": exp_eps, "delta": "0"}
    checker = Checker()
    checker.read({**head, **table, **scope})
    pairs = checker.pairs
    x = rational(exp_eps)
    return max(checker._excess(one, other, x, checker.points[0]) for one, other in pairs)
