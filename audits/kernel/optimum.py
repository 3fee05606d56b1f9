"""The best private mechanism: what no mechanism exceeds, and what one attains.

A database is given by its position in the enumeration of the universe.
"""

import json
from fractions import Fraction
from hashlib import sha256
from math import lcm

from audits.kernel import refusals
from audits.kernel.kinds import private
from audits.kernel.polynomial import ONE, ZERO, Polynomial, Range, proved, read_range
from audits.kernel.reading import Node
from audits.kernel.refusals import require
from audits.kernel.table import read_table, read_universe

Scores = list[list[tuple[int, list[int], Fraction]]]
"""Each score is a sum of weight * Pr[M(D) in E] over its terms (D, E, weight)."""


def optimum(fields: dict[str, Node]) -> str:
    """The value is the largest least score of a private mechanism: it is attained, and a bound."""
    return f"{attained(fields)}; {bound(fields)}"


def attained(fields: dict[str, Node]) -> str:
    """The laws are private, and each of their scores is at least the value."""
    shown, scope = private(fields), read_range(fields["range"])
    table, value = read_table(fields, scope), scope.ratio(fields["value"])
    laws = [table.laws[database] for database in table.universe.databases()]
    for number, score in enumerate(_scores(fields, len(laws), len(table.outcomes))):
        scale = _denominator([score])
        parts: dict[Polynomial, Polynomial] = {}
        for i, event, w in score:
            weight = laws[i].weight(event) * _times(scale, w)
            parts[laws[i].total] = parts.get(laws[i].total, ZERO) + weight
        num, den = ZERO, ONE
        for total, part in parts.items():
            num, den = num * total + part * den, den * total
        enough = proved(value.num * den * _times(scale), "<=", value.den * num, scope.pieces)
        require(enough, refusals.ScoreNotShown, f"score {number} may be less than the value")
    return f"{shown}, least score >= the value"


def bound(fields: dict[str, Node]) -> str:
    """The constraints, each times its multiplier, add up to: least score <= value."""
    scope, universe = read_range(fields["range"]), read_universe(fields["universe"])
    databases, outcomes = [*universe.databases()], len(fields["outcomes"].labels())
    n, dual = len(databases), fields["dual"].fields("total scores prices flows")
    x, delta, value = (scope.ratio(fields[key]) for key in ("exp_eps", "delta", "value"))
    scores, total = _scores(fields, n, outcomes), scope.polynomial(dual["total"])
    positive = proved(ZERO, "<", total, scope.pieces)
    require(positive, refusals.TotalNotPositive, f"{dual['total'].path} may not be positive")
    shares = [_multiplier(share, scope) for share in dual["scores"].items(len(scores))]
    normal = proved(sum(shares, ZERO), "=", total, ())
    require(normal, refusals.NotNormalised, f"{dual['scores'].path} does not add up to its total")
    scale = _denominator(scores)
    prices = [scope.polynomial(price) for price in dual["prices"].items(n)]
    slack = [[price * x.den * _times(scale)] * outcomes for price in prices]
    for score, share in zip(scores, shares, strict=True):
        for i, event, w in score:
            for y in event:
                slack[i][y] += share * x.den * _times(-scale, w)
    rents, seen = ZERO, {(-1, -1)}
    for node in dual["flows"].items():
        pair, rent_node, events, flows = node.items(4)
        here, there = (_position(end, n) for end in pair.items(2))
        new = (here, there) not in seen
        require(new, refusals.RepeatedDatabase, f"{pair.path} is listed already")
        seen.add((here, there))
        adjacent = universe.adjacent(databases[here], databases[there])
        require(adjacent, refusals.NotAdjacent, f"{pair.path} are not adjacent")
        rent = _multiplier(rent_node, scope)
        rents += rent
        event = events.indices(outcomes)
        for y, mu_node in zip(event, flows.items(len(event)), strict=True):
            mu = _multiplier(mu_node, scope)
            paid = proved(mu, "<=", rent, scope.pieces) or proved(delta.num, "=", ZERO, ())
            require(paid, refusals.BoundNotShown, f"{rent_node.path} may be less than a flow")
            slack[here][y] += mu * x.den * _times(scale)
            slack[there][y] += mu * x.num * _times(-scale)
    for i, row in enumerate(slack):
        covered = all(proved(ZERO, "<=", gap, scope.pieces) for gap in row)
        require(covered, refusals.BoundNotShown, f"the price of database {i} may be too low")
    right = (sum(prices, ZERO) * delta.den + rents * delta.num) * value.den
    equal = proved(total * delta.den * value.num, "=", right, ())
    require(equal, refusals.BoundNotShown, "prices and rents do not add up to the value")
    return f"no private mechanism{scope.words} on {n} databases has a least score above the value"


def _scores(fields: dict[str, Node], databases: int, outcomes: int) -> Scores:
    """The scores, once the seal shows that nothing in the file was changed."""
    rest = {key: node.value for key, node in fields.items() if key != "seal"}
    seal = sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
    require(seal == fields["seal"].of(str), refusals.BrokenSeal, f"the content has seal {seal}")
    scores: Scores = []
    for node in fields["scores"].items():
        terms = [term.items(3) for term in node.fields("name terms")["terms"].items()]
        scores.append(
            [(_position(i, databases), e.indices(outcomes), w.rational()) for i, e, w in terms]
        )
    require(scores != [], refusals.WrongLength, "there is no score")
    return scores


def _position(node: Node, databases: int) -> int:
    require(node.of(int) in range(databases), refusals.UnknownDatabase, f"{node.path} is none")
    return node.of(int)


def _multiplier(node: Node, scope: Range) -> Polynomial:
    multiplier = scope.polynomial(node)
    sign = proved(ZERO, "<=", multiplier, scope.pieces)
    require(sign, refusals.NegativeWeight, f"{node.path} may be negative")
    return multiplier


def _denominator(scores: Scores) -> int:
    return lcm(*(w.denominator for score in scores for *_, w in score))


def _times(scale: int, weight: Fraction = Fraction(1)) -> Polynomial:
    return Polynomial((int(scale * weight),))


_PROBLEM = "universe outcomes range exp_eps delta scores value seal"
KINDS = {
    "optimum-bound": (bound, f"{_PROBLEM} dual"),
    "optimum-mechanism": (attained, f"{_PROBLEM} laws splits"),
    "optimum": (optimum, f"{_PROBLEM} laws splits dual"),
}
