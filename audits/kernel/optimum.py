"""The best private mechanism: what no mechanism exceeds, and what one attains.

A database is given by its position in the enumeration of the universe.
"""

import json
from fractions import Fraction
from hashlib import sha256
from math import lcm

from audits.kernel import refusals as no
from audits.kernel.polynomial import ONE, ZERO, Piece, Polynomial, proved, ratio, read_range
from audits.kernel.polynomial import polynomial as read
from audits.kernel.privacy import private
from audits.kernel.reading import Node
from audits.kernel.table import read_table, read_universe

Scores = list[list[tuple[int, list[int], Polynomial]]]
"""A score times the scale is the sum of weight * Pr[M(D) in E] over its terms (D, E, weight)."""


def optimum(fields: dict[str, Node]) -> str:
    """The value is the largest least score of private mechanisms: attained, and a bound."""
    return f"{attained(fields)}; {bound(fields)}"


def attained(fields: dict[str, Node]) -> str:
    """The laws are private, and each of their scores is at least the value."""
    shown, scope = private(fields), read_range(fields["range"])
    universe, outcomes, laws = read_table(fields, scope)
    table = [laws[database] for database in universe.databases()]
    value = ratio(fields["value"], scope)
    scale, scores = _scores(fields, len(table), len(outcomes))
    for score in scores:
        num, den = ZERO, ONE
        for i, event, weight in score:
            total, part = table[i].total, table[i].weight(event) * weight
            if total != den:
                num, part, den = num * total, part * den, den * total
            num += part
        enough = proved(value.num * den * scale, "<=", value.den * num, scope)
        fields["value"].require(enough, no.ScoreNotShown, "be at most each score of the laws")
    return f"{shown}, with no score less than the value"


def bound(fields: dict[str, Node]) -> str:
    """The constraints, each times its multiplier, add up to: least score <= value."""
    scope, universe = read_range(fields["range"]), read_universe(fields["universe"])
    databases, outcomes = [*universe.databases()], len(fields["outcomes"].labels())
    n, dual = len(databases), fields["dual"].fields("total scores prices flows")
    x, delta, value = (ratio(fields[key], scope) for key in ("exp_eps", "delta", "value"))
    (scale, scores), total = _scores(fields, n, outcomes), read(dual["total"])
    dual["total"].require(proved(ZERO, "<", total, scope), no.TotalNotPositive, "be > 0")
    shares = [_multiplier(share, scope) for share in dual["scores"].items(len(scores))]
    normal = proved(sum(shares, ZERO), "=", total, scope)
    dual["scores"].require(normal, no.NotNormalised, "add up to the total")
    prices, minus = [read(price) for price in dual["prices"].items(n)], Polynomial((-1,))
    slack = [[price * x.den * scale] * outcomes for price in prices]
    for score, share in zip(scores, shares, strict=True):
        for i, event, weight in score:
            for y in event:
                slack[i][y] += share * x.den * weight * minus
    rents, seen = ZERO, {(-1, -1)}
    for node in dual["flows"].items():
        ends, rent_node, ys, flows = node.items(4)
        here, there = (_position(end, n) for end in ends.items(2))
        ends.require((here, there) not in seen, no.RepeatedDatabase, "be listed once")
        adjacent = universe.adjacent(databases[here], databases[there])
        ends.require(adjacent, no.NotAdjacent, "be adjacent databases")
        seen.add((here, there))
        rent = _multiplier(rent_node, scope)
        rents += rent
        for y, flow in zip(ys.indices(outcomes), flows.items(len(ys.items())), strict=True):
            mu = _multiplier(flow, scope) * scale
            paid = proved(delta.num, "=", ZERO, scope) or proved(mu, "<=", rent * scale, scope)
            rent_node.require(paid, no.BoundNotShown, "be at least each flow")
            slack[here][y] += mu * x.den
            slack[there][y] += mu * x.num * minus
    for price, row in zip(dual["prices"].items(), slack, strict=True):
        covered = all(proved(ZERO, "<=", gap, scope) for gap in row)
        price.require(covered, no.BoundNotShown, "be high enough for every outcome")
    right = (sum(prices, ZERO) * delta.den + rents * delta.num) * value.den
    equal = proved(total * delta.den * value.num, "=", right, scope)
    fields["value"].require(equal, no.BoundNotShown, "be what prices and rents add up to")
    return f"no private mechanism on {n} databases has all scores above the value"


def _scores(fields: dict[str, Node], n: int, k: int) -> tuple[Polynomial, Scores]:
    """The scale and the scores on n databases and k outcomes, once the seal is seen to fit."""
    rest = {key: node.value for key, node in fields.items() if key != "seal"}
    seal = sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
    fields["seal"].require(seal == fields["seal"].value, no.BrokenSeal, f"be {seal}")
    exact: list[list[tuple[int, list[int], Fraction]]] = []
    for node in fields["scores"].items():
        name, terms = node.fields("name terms").values()
        name.of(str)
        parts = (term.items(3) for term in terms.items())
        exact.append([(_position(i, n), e.indices(k), w.rational()) for i, e, w in parts])
    fields["scores"].require(exact != [], no.WrongLength, "have a member")
    scale = lcm(*(w.denominator for score in exact for *_, w in score))
    scores = [[(i, event, Polynomial((int(w * scale),))) for i, event, w in s] for s in exact]
    return Polynomial((scale,)), scores


def _position(node: Node, databases: int) -> int:
    node.require(node.of(int) in range(databases), no.UnknownDatabase, "be a database's position")
    return node.of(int)


def _multiplier(node: Node, scope: Piece) -> Polynomial:
    node.require(proved(ZERO, "<=", read(node), scope), no.NegativeWeight, "be >= 0")
    return read(node)
