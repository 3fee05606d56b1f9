"""The kinds of certificates: statements about given laws, and about all private mechanisms."""

import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from math import lcm
from audits.kernel import refusals as no
from audits.kernel.polynomial import ONE, ZERO, Piece, Polynomial, Ratio, cross, everywhere
from audits.kernel.polynomial import polynomial, proved, ratio, read_range, shown, signed
from audits.kernel.reading import Fields, Node, parse
from audits.kernel.table import Law, read_table, read_universe

def check(text: str) -> str:
    """What the certificate proves, in one line; raises `Refused` if it does not."""
    node = parse(text)
    first, kind = [*node.of(dict).items()][:1], str(node.of(dict).get("kind"))
    node.require(first == [("format", "exactdp-certificate 1")], no.WrongFormat)
    node.require(kind in KINDS, no.UnknownKind, f"have a kind among {', '.join(KINDS)}")
    keys, proofs = KINDS[kind]
    fields = node.fields(f"format kind subject {keys}")
    scope = fields["range"].value if "range" in fields else None
    words = f" for all r in {json.dumps(scope)}" if scope else ""
    conclusions = "; ".join(proof(fields) for proof in proofs)
    return f"{kind}: {fields['subject'].of(str)!a}: {conclusions}{words}"

def private(fields: Fields) -> str:
    """P(E) <= x Q(E) + delta for all neighbours, all events E and all r in the range."""
    scope, universe, labels, laws = read_table(fields)
    x, delta = ratio(fields["exp_eps"], scope), ratio(fields["delta"], scope)
    pairs = [(one, other) for one in laws for other in universe.neighbours(one)]
    for one, other in pairs:
        holds = everywhere(partial(_private_on, laws[one], laws[other], x, delta), scope)
        fields["laws"].require(holds, no.PrivacyNotShown, f"be private: {one} against {other}")
    return f"private on {len(laws)} databases, {len(pairs)} ordered pairs, {len(labels)} outcomes"

def _private_on(p: Law, q: Law, x: Ratio, delta: Ratio, piece: Piece) -> bool:
    """The same for two laws: E has the y with P(y) > x Q(y), and perhaps those of open sign."""
    p_scale, q_scale = x.den * q.total, x.num * p.total
    events: list[list[int]] = [[]]
    for y, (p_weight, q_weight) in enumerate(zip(p.weights, q.weights, strict=True)):
        left, right = p_scale * p_weight, q_scale * q_weight
        if not shown(left, "<=", right, piece):
            without = [] if shown(right, "<=", left, piece) else events
            events = [*without, *([*event, y] for event in events)]
        if len(events) > 64: return False
    return all(shown(*cross(p(e), "<=", x * q(e) + delta), piece) for e in events)

def refutation(fields: Fields) -> str:
    """P(E) > x Q(E) + delta for two neighbours, one event E and all r in the range."""
    scope, universe, outcomes, laws = read_table(fields, complete=False)
    fields["laws"].require(len(laws) == 2, no.WrongLength, "be two")
    (one, p), (other, q) = laws.items()
    adjacent, event = universe.adjacent(one, other), fields["event"].indices(len(outcomes))
    fields["laws"].require(adjacent, no.NotAdjacent, "be on adjacent databases")
    for law, node in zip((p, q), fields["probabilities"].items(2), strict=True):
        equal = proved(*cross(ratio(node, scope), "=", law(event)), scope)
        node.require(equal, no.WrongProbability, "be the probability of the event")
    finite, delta = fields["exp_eps"].value != "inf", ratio(fields["delta"], scope)
    x = ratio(fields["exp_eps"], scope) if finite else Ratio(ZERO, ONE)
    more = proved(*cross(x * q(event) + delta, "<", p(event)), scope)
    proper = more and (finite or not any(q(event).num.coefficients))
    fields["event"].require(proper, no.ViolationNotShown, "have P(E) > x Q(E) + delta")
    return f"not private: {one} against {other}, event {event}"

def accuracy(fields: Fields) -> str:
    """The failure probability is at most (on those listed: at least) a bound on all databases."""
    relation = fields["relation"].of(str, "<=", ">=")
    scope, _, outcomes, laws = read_table(fields, complete=relation == "<=")
    limit = ratio(fields["failure"], scope)
    for law, node in zip(laws.values(), fields["good"].items(len(laws)), strict=True):
        risk = law({*outcomes} - {*node.indices(len(outcomes))})
        sides = cross(risk, "<=", limit) if relation == "<=" else cross(limit, "<=", risk)
        node.require(proved(*sides, scope), no.FailureNotShown)
    return f"failure probability {relation} the bound on {len(laws)} databases"

def comparisons(fields: Fields) -> str:
    """The left side is <=, < or = the right side in each entry, by cross multiplication."""
    scope, entries = read_range(fields["range"]), fields["entries"].items()
    for node in entries:
        name, left, relation, right = node.fields("name left relation right").values()
        both = ratio(left, scope), relation.of(str, "<=", "<", "="), ratio(right, scope)
        node.require(proved(*cross(*both), scope), no.ComparisonNotShown, f"show {name.of(str)!a}")
    return f"{len(entries)} comparisons"

def attained(fields: Fields) -> str:
    """Each score of the laws is at least the value."""
    scope, universe, outcomes, laws = read_table(fields)
    value, table = ratio(fields["value"], scope), [laws[d] for d in universe.databases()]
    scale, scores = _scores(fields, len(table), len(outcomes))
    for score in scores:
        num, den = ZERO, ONE
        for i, event, weight in score:
            part, total = table[i](event).num * weight, table[i].total
            if total != den: num, part, den = num * total, part * den, den * total
            num += part
        enough = proved(*cross(value, "<=", Ratio(num, den * scale)), scope)
        fields["value"].require(enough, no.ScoreNotShown, "be at most each score of the laws")
    return "no score of the laws is less than the value"

def bound(fields: Fields) -> str:
    """The constraints, each times its multiplier, add up to: least score <= value."""
    scope, universe = read_range(fields["range"]), read_universe(fields["universe"])
    databases, outcomes = [*universe.databases()], len(fields["outcomes"].labels())
    n, dual = len(databases), fields["dual"].fields("total scores prices flows")
    x, delta, value = (ratio(fields[key], scope) for key in ("exp_eps", "delta", "value"))
    (scale, scores), total = _scores(fields, n, outcomes), signed(dual["total"], "<", scope)
    shares = [signed(share, "<=", scope) for share in dual["scores"].items(len(scores))]
    dual["scores"].require(proved(sum(shares, ZERO), "=", total, scope), no.NotNormalised)
    prices = [polynomial(price) for price in dual["prices"].items(n)]
    slack = [[price * x.den * scale] * outcomes for price in prices]
    for score, share in zip(scores, shares, strict=True):
        for i, event, weight in score:
            for y in event: slack[i][y] -= share * x.den * weight
    rents = dict[tuple[int, int], Polynomial]()
    for node in dual["flows"].items():
        ends, rent_node, ys, flows = node.items(4)
        here, there = (_position(end, n) for end in ends.items(2))
        ends.require((here, there) not in rents, no.RepeatedDatabase, "be listed once")
        ends.require(universe.adjacent(databases[here], databases[there]), no.NotAdjacent)
        rent = rents[here, there] = signed(rent_node, "<=", scope)
        for y, flow in zip(ys.indices(outcomes), flows.items(len(ys.items())), strict=True):
            mu = signed(flow, "<=", scope) * scale
            paid = proved(delta.num, "=", ZERO, scope) or proved(mu, "<=", rent * scale, scope)
            rent_node.require(paid, no.BoundNotShown, "be at least each flow")
            slack[here][y] += mu * x.den
            slack[there][y] -= mu * x.num
    for price, row in zip(dual["prices"].items(), slack, strict=True):
        price.require(all(proved(ZERO, "<=", gap, scope) for gap in row), no.BoundNotShown)
    worth = Ratio(sum(prices, ZERO), ONE) + delta * Ratio(sum(rents.values(), ZERO), ONE)
    equal = proved(*cross(Ratio(total, ONE) * value, "=", worth), scope)
    fields["value"].require(equal, no.BoundNotShown, "be what prices and rents add up to")
    return f"no private mechanism on {n} databases has all scores above the value"

Term = tuple[int, list[int], Polynomial]
def _scores(fields: Fields, n: int, k: int) -> tuple[Polynomial, list[list[Term]]]:
    """A scale, and the scores: times it, sums of weight Pr[M(D) in E] over (D, E, weight)."""
    rest = {key: node.value for key, node in fields.items() if key != "seal"}
    seal = sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
    fields["seal"].require(seal == fields["seal"].value, no.BrokenSeal, f"be {seal}")
    exact = []
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

TABLE = "universe outcomes laws"
PROBLEM = "universe outcomes range exp_eps delta scores value seal"
KINDS: dict[str, tuple[str, list[Callable[[Fields], str]]]] = {
    "point": (f"{TABLE} exp_eps delta", [private]),
    "all-epsilon": (f"{TABLE} range exp_eps delta", [private]),
    "refutation": (f"{TABLE} range event probabilities exp_eps delta", [refutation]),
    "accuracy": (f"{TABLE} range relation failure good", [accuracy]),
    "comparisons": ("range entries", [comparisons]),
    "optimum-bound": (f"{PROBLEM} dual", [bound]),
    "optimum-mechanism": (f"{PROBLEM} laws", [private, attained]),
    "optimum": (f"{PROBLEM} laws dual", [private, attained, bound]),
}
