"""The kinds of certificates: statements about given laws, and about all private mechanisms."""

import json
from collections.abc import Callable
from hashlib import sha256
from math import lcm

from audits.kernel.polynomial import (
    ONE,
    ZERO,
    Polynomial,
    Ratio,
    cross,
    polynomial,
    ratio,
    read_range,
    signed,
)
from audits.kernel.privacy import prove_private, read_bound
from audits.kernel.reading import MOST_VALUES, Fields, Json, Node, Refused, parse, within
from audits.kernel.statement import Statement, sentence
from audits.kernel.table import Universe, added, probability, read_table, read_universe

Facts = dict[str, Json]

FORMAT, MOST_BITS = "exactdp-certificate 2", 10**4


def check(text: str) -> Statement:
    """What the certificate proves; raises `Refused`, and nothing else, if it does not."""
    try:
        return _check(parse(text), len(text))
    except (MemoryError, RecursionError) as error:
        raise Refused("TooLarge", f"{type(error).__name__} on this machine") from None


def _check(node: Node, length: int) -> Statement:
    head, kind = [*node.of(dict).items()][:1], node.of(dict).get("kind")
    known = head == [("format", FORMAT)]
    node.require(known, "WrongFormat", f"begin with the format {FORMAT}")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused("UnknownKind", f"the kind must be one of {', '.join(KINDS)}")
    keys, proofs = KINDS[kind]
    fields = node.fields(f"format kind subject {keys}")
    subject = fields["subject"].of(str)
    facts = {key: node.value for key, node in fields.items() if key in STATED}
    if "universe" in fields:
        facts["universe"] = _digest(fields["universe"].value)
    fields["length"] = Node(length, "length")
    for proof in proofs:
        facts |= proof(fields)
    sentences = [sentence(SENTENCES[proof], facts) for proof in proofs]
    if facts.get("range") is not None:
        sentences.append(sentence("{range}", facts))
    return Statement(kind, subject, "; ".join(sentences), facts)


def private(fields: Fields) -> Facts:
    """P(E) <= x P'(E) + delta for all adjacent databases, all events E and all r in the range."""
    table, words = read_table(fields), ("both", "forward", "backward")
    direction = fields["direction"].of(str, *words) if "direction" in fields else "both"
    pairs = prove_private(table, fields, direction)
    some = pairs > 0 or "direction" not in fields
    fields["universe"].require(some, "Trivial", "have adjacent databases")
    return _sizes(table[1], databases=len(table[3]), pairs=pairs) | {"direction": direction}


def refutation(fields: Fields) -> Facts:
    """P(E) > x P'(E) + delta for two neighbours, one event E and all r in the range."""
    scope, universe, outcomes, laws = read_table(fields, complete=False)
    fields["laws"].require(len(laws) == 2, "WrongLength", "be two")
    (one, p), (other, q) = laws.items()
    adjacent, event = universe.adjacent(one, other), fields["event"].indices(outcomes)
    fields["laws"].require(adjacent, "NotAdjacent", "be on adjacent databases")
    for law, node in zip((p, q), fields["probabilities"].items(2), strict=True):
        equal = scope.proves(*cross(ratio(node, scope), "=", probability(law, event)))
        node.require(equal, "WrongProbability", "be the probability of the event")
    finite = fields["exp_eps"].value != "inf"
    x, delta = read_bound(fields | ({} if finite else {"exp_eps": Node("1", "")}), scope)
    chance, rest = probability(p, event), probability(q, event)
    more = scope.proves(*cross((x * rest if finite else rest) + delta, "<", chance))
    proper = more and (finite or not any(rest.num.coefficients))
    fields["event"].require(proper, "ViolationNotShown", "violate the bound")
    forward = (len(one), one) < (len(other), other)
    return _sizes(universe) | {"direction": "forward" if forward else "backward"}


def accuracy(fields: Fields) -> Facts:
    """The failure probability is at most (on those listed: at least) a bound on all databases."""
    at_most = fields["sign"].of(str, "<=", ">=") == "<="
    scope, universe, outcomes, laws = read_table(fields, complete=at_most)
    limit = ratio(fields["failure"], scope)
    for law, node in zip(laws.values(), fields["good"].items(len(laws)), strict=True):
        risk = probability(law, {*range(outcomes)} - {*node.indices(outcomes)})
        sides = (risk, "<=", limit) if at_most else (limit, "<=", risk)
        node.require(scope.proves(*cross(*sides)), "FailureNotShown", "keep to the bound")
    always = (Ratio(ONE, ONE), "<=", limit) if at_most else (limit, "<=", Ratio(ZERO, ONE))
    trivial = scope.proves(*cross(*always))
    fields["failure"].require(not trivial, "Trivial", "be a bound that a law could break")
    return _sizes(universe, databases=len(laws))


def comparisons(fields: Fields) -> Facts:
    """The left side is <=, < or = the right side in each entry, by cross multiplication."""
    scope, entries = read_range(fields), list[tuple[Json, str, Json]]()
    for node in fields["entries"].items():
        name, left, relation, right = node.fields("name left relation right").values()
        entries.append((left.value, relation.of(str, "<=", "<", "="), right.value))
        true = scope.proves(*cross(ratio(left, scope), entries[-1][1], ratio(right, scope)))
        node.require(true, "ComparisonNotShown", f"show {name.of(str)[:200]!a}")
    fields["entries"].require(entries != [], "Trivial", "have a member")
    same = sum(left == right for left, _, right in entries)
    return {"comparisons": len(entries), "same": same, "digest": _digest(entries)}


def attained(fields: Fields) -> Facts:
    """Each score of the laws is at least the value."""
    scope, universe, outcomes, laws = read_table(fields)
    value, table = ratio(fields["value"], scope), [laws[d] for d in universe.databases()]
    (scale, scores), total = _scores(fields, len(table), outcomes), table[0][-1]
    one = all(law[-1].coefficients == total.coefficients for law in table)
    fields["laws"].require(one, "NotNormalised", "have one total")
    for score in scores:
        terms = (probability(table[i], event).num * weight for i, event, weight in score)
        enough = scope.proves(*cross(value, "<=", Ratio(added(terms), total * scale)))
        fields["value"].require(enough, "ScoreNotShown", "be at most each score of the laws")
    return {"scores": len(scores)}


def bound(fields: Fields) -> Facts:
    """The constraints, each times its multiplier, add up to: least score <= value."""
    scope, universe = read_range(fields), read_universe(fields["universe"])
    dual = fields["dual"].fields("total scores prices flows")
    prices = [polynomial(price) for price in dual["prices"].items()]
    n, outcomes = len(prices), fields["outcomes"].labels()
    enough, (x, delta) = universe.has_size(n), read_bound(fields, scope)
    dual["prices"].require(enough, "MissingDatabase", "be one for each database")
    within(MOST_VALUES, n * (outcomes + universe.rows[-1]), "rows and outcomes of all databases")
    databases, value = [*universe.databases()], ratio(fields["value"], scope)
    (scale, scores), total = _scores(fields, n, outcomes), signed(dual["total"], "<", scope)
    shares = [signed(share, "<=", scope) for share in dual["scores"].items(len(scores))]
    whole = scope.proves(sum(shares, ZERO), "=", total)
    dual["scores"].require(whole, "NotNormalised", "add up to the total")
    slack = [[price * x.den * scale] * outcomes for price in prices]
    for score, share in zip(scores, shares, strict=True):
        part = share * x.den
        for i, event, weight in score:
            for y in event:
                slack[i][y] -= part * weight
    rents, flows = dict[tuple[int, int], Polynomial](), [*dual["flows"].items()]
    for node in flows:
        ends, rent_node, ys, amounts = node.items(4)
        here, there = (_position(end, n) for end in ends.items(2))
        ends.require((here, there) not in rents, "RepeatedDatabase", "be listed once")
        ends.require(
            universe.adjacent(databases[here], databases[there]), "NotAdjacent", "be adjacent"
        )
        rent = rents[here, there] = signed(rent_node, "<=", scope)
        for y, amount in zip(ys.indices(outcomes), amounts.items(len(ys.of(list))), strict=True):
            mu = signed(amount, "<=", scope)
            paid = scope.proves(delta.num, "=", ZERO) or scope.proves(mu, "<=", rent)
            rent_node.require(paid, "BoundNotShown", "be at least each flow")
            slack[here][y] += mu * scale * x.den
            slack[there][y] -= mu * scale * x.num
    for price, row in zip(dual["prices"].items(), slack, strict=True):
        paid = all(scope.proves(ZERO, "<=", gap) for gap in row)
        price.require(paid, "BoundNotShown", "pay for each outcome")
    worth = Ratio(sum(prices, ZERO), ONE) + delta * Ratio(sum(rents.values(), ZERO), ONE)
    equal = scope.proves(*cross(Ratio(total, ONE) * value, "=", worth))
    fields["value"].require(equal, "BoundNotShown", "be what prices and rents add up to")
    return _sizes(universe, databases=n, scores=len(scores))


Term = tuple[int, tuple[int, ...], Polynomial]


def _scores(fields: Fields, n: int, k: int) -> tuple[Polynomial, list[list[Term]]]:
    """A scale, and the scores: times it, sums of weight Pr[M(D) in E] over (D, E, weight)."""
    exact = []
    for node in fields["scores"].items():
        name, terms = node.fields("name terms").values()
        name.of(str)
        parts = (term.items(3) for term in terms.items())
        exact.append([(_position(i, n), e.indices(k), w.rational()) for i, e, w in parts])
    fields["scores"].require(exact != [], "Trivial", "have a member")
    rest = {key: node.value for key, node in fields.items() if key not in {"seal", "length"}}
    seal = _digest(rest)
    fields["seal"].require(seal == fields["seal"].value, "BrokenSeal", f"be {seal}")
    scale = 1
    for *_, w in (term for score in exact for term in score):
        scale = lcm(scale, w.denominator)
        within(MOST_BITS, scale.bit_length(), "bits of a common denominator of the scores")
    scores = [[(i, event, Polynomial((int(w * scale),))) for i, event, w in s] for s in exact]
    return Polynomial((scale,)), scores


def _sizes(universe: Universe, **counts: int) -> Facts:
    sizes: list[Json] = [universe.rows[0], universe.rows[-1]]
    relation = universe.moves + ("" if universe.links is None else " by listed values")
    return {"relation": relation, "values": universe.values, "rows": sizes, **counts}


def _position(node: Node, databases: int) -> int:
    known = node.of(int) in range(databases)
    node.require(known, "UnknownDatabase", "be the position of a database")
    return node.of(int)


def _digest(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


TABLE = "universe outcomes laws"
PROBLEM = "universe outcomes range exp_eps delta scores value seal"
KINDS: dict[str, tuple[str, list[Callable[[Fields], Facts]]]] = {
    "point": (f"{TABLE} direction exp_eps delta", [private]),
    "all-epsilon": (f"{TABLE} range direction exp_eps delta", [private]),
    "refutation": (f"{TABLE} range event probabilities exp_eps delta", [refutation]),
    "accuracy": (f"{TABLE} range sign failure good", [accuracy]),
    "comparisons": ("range entries", [comparisons]),
    "optimum-bound": (f"{PROBLEM} dual", [bound]),
    "optimum-mechanism": (f"{PROBLEM} laws", [private, attained]),
    "optimum": (f"{PROBLEM} laws dual", [private, attained, bound]),
}
STATED = ("range", "exp_eps", "delta", "probabilities", "sign", "failure", "value", "seal")
SCOPE = "{relation}, {databases} databases"
SENTENCES: dict[Callable[[Fields], Facts], str] = {
    private: "private: P(E) <= {exp_eps} P'(E) + {delta} for all events, "
    f"{SCOPE}, {{pairs}} ordered pairs, {{direction}}",
    refutation: "not private: P(E) > {exp_eps} P'(E) + {delta} for an event with probabilities "
    "{probabilities}, {relation}, {direction}",
    accuracy: "failure probability {sign} {failure} on {databases} databases",
    comparisons: "{comparisons} comparisons, {same} with the same on both sides",
    attained: "a mechanism with all {scores} scores >= {value}",
    bound: "no mechanism with P(E) <= {exp_eps} P'(E) + {delta} for all events has all {scores} "
    f"scores > {{value}}, {SCOPE}",
}
