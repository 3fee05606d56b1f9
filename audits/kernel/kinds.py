"""The kinds of certificates: statements about given laws, and about all private mechanisms."""

import json
import re
from collections import defaultdict
from hashlib import sha256
from itertools import product

from audits.kernel import streams
from audits.kernel.density import prove_densities
from audits.kernel.exponential import EveryEps
from audits.kernel.gaussian import enclosed_private, enclosed_refutation
from audits.kernel.polynomial import MINUS, ONE, ZERO, Bound, Poly, Sum, read_range
from audits.kernel.privacy import prove_private
from audits.kernel.reading import Facts, Fields, Json, Node, Refused, parse
from audits.kernel.table import Proof, Where, ratio, read_table, read_universe, relation, signed

FORMAT, EVERY = "exactdp-certificate 2", "u > 0"  # the version; the range of every eps


class Statement(str):
    """A line that says what is true of the numbers in a certificate, and those numbers."""

    __slots__ = ("facts", "kind", "subject")

    kind: str
    subject: str
    facts: Facts


def check(text: str) -> Statement:
    """What the certificate proves; raises `Refused`, and nothing else, if it does not."""
    try:
        return _check(parse(text), len(text))
    except (MemoryError, RecursionError) as error:
        raise Refused("TooLarge", f"{type(error).__name__} on this machine") from None


def _check(node: Node, length: int) -> Statement:
    members = node.value if isinstance(node.value, dict) else {}
    name, version, kind = *next(iter(members.items()), ("", "")), members.get("kind")
    ours = name == "format" and f"{version}".startswith("exactdp-certificate ")
    node.require(ours, "NotCertificate")
    node.require(version == FORMAT, "WrongFormat")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused("UnknownKind", node.path)
    keys, proofs = KINDS[kind]
    fields = node.fields(f"format kind subject {keys}")
    subject, stated = fields["subject"].of(str), fields.get("range", NOTHING)
    scope: Where = EveryEps(length) if stated.value == EVERY else read_range(stated, length)
    facts: Facts = {key: node.value for key, node in fields.items() if key in STATED}
    whole = ((k, json.dumps(fields[k].value, sort_keys=True)) for k in fields if k in DIGESTED)
    facts["sha256"] = {key: sha256(member.encode()).hexdigest() for key, member in whole}
    for proof in proofs:
        facts |= proof(fields, scope)
    if "universe" in fields:
        facts["relation"] = relation(fields["universe"])
    ranged = "; for all {range}" if facts.get("range") is not None else ""
    line = "; ".join(SENTENCES[proof] for proof in proofs) + ranged
    words = {key: _shown(scope, value) for key, value in facts.items()}
    words |= {key: said[words[key]] for key, said in streams.SAID.items() if key in words}
    entries = fields.get("entries", EMPTY).of(list)
    shown = [_shown(scope, entry) for entry in entries[:MOST_SHOWN]]
    shown += [f"and {len(entries) - MOST_SHOWN} more"] * (len(entries) > MOST_SHOWN)
    line = "; ".join([re.sub(SINGULAR, r"1 \1", line.format_map(words)), *shown])
    statement = Statement(f"{line}: {json.dumps(subject)}")
    statement.kind, statement.subject, statement.facts = kind, subject, facts
    return statement


def private(fields: Fields, scope: Where) -> Facts:
    """P(E) <= x P'(E) + delta for all adjacent databases, all events E and all r in the range."""
    table, both = read_table(fields, scope), Node("both", "")
    direction = fields.get("direction", both).of(str, "both", "forward", "backward")
    pairs = prove_private(table, _bound(fields, scope), scope, direction)
    fields["universe"].require(pairs > 0 or "scores" in fields, "Trivial")
    return {"databases": len(table[2]), "pairs": pairs, "direction": direction}


def refutation(fields: Fields, scope: Where) -> Facts:
    """P(E) > x P'(E) + delta for two neighbours, one event E and all r in the range."""
    universe, outcomes, laws = read_table(fields, scope, complete=False)
    fields["laws"].require(len(laws) == 2, "WrongLength")
    ((one, p), (other, q)), event = laws.items(), fields["event"].indices(outcomes)
    fields["laws"].require(universe.adjacent(one, other, scope), "NotAdjacent")
    for law, node in zip((p, q), fields["probabilities"].items(2), strict=True):
        num, den = ratio(scope, node)
        equal = scope.shows("=", [(MINUS, num, law[-1]), *((den, law[y]) for y in event)])
        node.require(equal, "WrongProbability")
    finite = fields["exp_eps"].value != "inf"
    bounds = fields | ({} if finite else {"exp_eps": Node("1", "exp_eps")})
    (n, d), (k, m) = _bound(bounds, scope)
    excess: Sum = [(MINUS, k, d, p[-1], q[-1])]
    excess += [(m, d, p[y], q[-1]) for y in event] + [(MINUS, m, n, q[y], p[-1]) for y in event]
    more = scope.shows("<", excess) and (finite or scope.shows("=", [(q[y],) for y in event]))
    fields["event"].require(more, "ViolationNotShown")
    return {"direction": "forward" if (len(one), one) < (len(other), other) else "backward"}


def accuracy(fields: Fields, scope: Where) -> Facts:
    """The failure probability is at most (on those listed: at least) a bound on all databases."""
    at_most = fields["sign"].of(str, "<=", ">=") == "<="
    _, outcomes, laws = read_table(fields, scope, complete=at_most)
    num, den = ratio(scope, fields["failure"])
    sign, other = (ONE, MINUS) if at_most else (MINUS, ONE)
    for law, node in zip(laws.values(), fields["good"].items(len(laws)), strict=True):
        bad = {*range(outcomes)} - {*node.indices(outcomes)}
        kept = scope.shows("<=", [(sign, num, law[-1]), *((other, den, law[y]) for y in bad)])
        node.require(kept, "FailureNotShown")
    trivial = scope.shows("<=", [(sign, num), *([(other, den)] if at_most else [])])
    fields["failure"].require(not trivial, "Trivial")
    return {"databases": len(laws)}


def comparisons(fields: Fields, scope: Where) -> Facts:
    """The left side is <=, < or = the right side in each entry, by cross multiplication."""
    count = same = 0
    for node in fields["entries"].items():
        name, left, sign, right = node.fields("name left relation right").values()
        (a, b), (c, d) = ratio(scope, left), ratio(scope, right)
        true = scope.shows(sign.of(str, "<=", "<", "="), [(c, b), (MINUS, a, d)])
        node.require(true, "ComparisonNotShown")
        name.of(str)
        count, same = count + 1, same + (left.value == right.value)
    fields["entries"].require(count > 0, "Trivial")
    return {"comparisons": count, "same": same}


def attained(fields: Fields, scope: Where) -> Facts:
    """Each score of the laws is at least the value."""
    universe, outcomes, laws = read_table(fields, scope)
    table = [laws[database] for database in universe.databases()]
    fields["laws"].require(len({law[-1] for law in table}) == 1, "NotNormalised")
    (v, w), scores = ratio(scope, fields["value"]), _scores(fields, len(table), outcomes)
    total, scale = table[0][-1], signed(scope, fields["scale"], "<")
    for score in scores:
        terms: Sum = [(w, weight, table[i][y]) for i, event, weight in score for y in event]
        enough = scope.shows("<=", [(MINUS, v, total, scale), *terms])
        fields["value"].require(enough, "ScoreNotShown")
    return {"scores": len(scores)}


def bound(fields: Fields, scope: Where) -> Facts:
    """The constraints, each times its multiplier, add up to: least score <= value."""
    universe, outcomes = read_universe(fields["universe"]), fields["outcomes"].labels()
    dual = fields["dual"].fields("total scores prices flows")
    prices = [scope.polynomial(price) for price in dual["prices"].items()]
    dual["prices"].require(universe.has_size(len(prices)), "MissingDatabase")
    ((n, d), (k, m)), scores = _bound(fields, scope), _scores(fields, len(prices), outcomes)
    scale, total = signed(scope, fields["scale"], "<"), signed(scope, dual["total"], "<")
    shares = [signed(scope, share, "<=") for share in dual["scores"].items(len(scores))]
    whole = scope.shows("=", [(MINUS, total), *((share,) for share in shares)])
    dual["scores"].require(whole, "NotNormalised")
    slack = defaultdict[tuple[int, int], Sum](list)  # of a database and an outcome
    for score, share in zip(scores, shares, strict=True):
        for i, event, weight in score:
            for y in event:
                slack[i, y].append((MINUS, d, share, weight))
    databases, rents = [*universe.databases()], dict[tuple[int, int], Poly]()
    for node in dual["flows"].items():
        ends, cost, ys, amounts = node.items(4)
        here, there = (end.index(len(prices), "UnknownDatabase") for end in ends.items(2))
        near = universe.adjacent(databases[here], databases[there], scope)
        ends.require(near, "NotAdjacent")
        ends.require((here, there) not in rents, "RepeatedDatabase")
        rent = rents[here, there] = signed(scope, cost, "<=")
        for y, amount in zip(ys.indices(outcomes), amounts.items(len(ys.of(list))), strict=True):
            mu = signed(scope, amount, "<=")
            paid = k == ZERO or scope.shows("<=", [(rent,), (MINUS, mu)])
            cost.require(paid, "BoundNotShown")
            slack[here, y].append((d, scale, mu))
            slack[there, y].append((MINUS, n, scale, mu))
    for i, y in product(range(len(prices)), range(outcomes)):
        paid = scope.shows("<=", [(d, scale, prices[i]), *slack[i, y]])
        dual["prices"].require(paid, "BoundNotShown")
    v, w = ratio(scope, fields["value"])
    worth: Sum = [(w, m, price) for price in prices]
    worth += [(w, k, rent) for rent in rents.values()]
    equal = scope.shows("=", [(MINUS, m, total, v), *worth])
    fields["value"].require(equal, "BoundNotShown")
    return {"databases": len(prices), "scores": len(scores)}


def _bound(fields: Fields, scope: Where) -> Bound:
    """The factor x >= 1, and delta >= 0 that is not everywhere 1 or more."""
    (n, d), (k, m) = ratio(scope, fields["exp_eps"]), ratio(scope, fields["delta"])
    fields["exp_eps"].require(scope.shows("<=", [(n,), (MINUS, d)]), "Trivial")
    fields["delta"].require(scope.shows("<=", [(k,)]), "Trivial")
    vacuous = scope.shows("<" if "scores" in fields else "<=", [(k,), (MINUS, m)])
    fields["delta"].require(not vacuous, "Trivial")
    return (n, d), (k, m)


def _scores(fields: Fields, n: int, k: int) -> list[list[tuple[int, tuple[int, ...], Poly]]]:
    """Of each score, times the scale: the terms (D, E, weight) of sum weight Pr[M(D) in E]."""
    scores = list[list[tuple[int, tuple[int, ...], Poly]]]()
    for node in fields["scores"].items():
        name, terms = node.fields("name terms").values()
        name.of(str)
        parts = (term.items(3) for term in terms.items())
        scores.append(
            [(d.index(n, "UnknownDatabase"), e.indices(k), (w.of(int),)) for d, e, w in parts]
        )
    fields["scores"].require(scores != [], "Trivial")
    return scores


def _shown(scope: Where, value: Json) -> str:
    """A member of the statement in its line; numbers of more than 60 digits are shortened."""
    match value:
        case str():
            text = value
        case [*items]:
            text = ", ".join(_shown(scope, item) for item in items)
        case {"exp": str() as exponent, **ends} if not ends:
            text = f"e^({exponent})"
        case {"from": low, "to": high, "exp": exponent}:
            text = f"r from {low} {'on' if high is None else f'to {high}'}"
            text += "" if exponent is None else f", e^({exponent}) among them"
        case {"name": name, "left": left, "relation": sign, "right": right}:
            parts = [*(_shown(scope, part) for part in (left, sign, right)), f"{name}"]
            short = [p if len(p) <= LONGEST else f"{p[:LONGEST]}..." for p in parts]
            text = f"{' '.join(short[:3])}, called {json.dumps(short[3])}"
        case {"num": num, "den": den}:
            both = (_written(scope, scope.polynomial(Node(p, ""))) for p in (num, den))
            text = " / ".join(both).removesuffix(" / 1")
        case _:
            text = json.dumps(value)
    return re.sub("([0-9]{20})[0-9]{21,}([0-9]{20})", r"\1...\2", text)


def _written(scope: Where, p: Poly) -> str:
    """A polynomial, the greatest powers of r first: (-2 u r^3 + r - 1)."""
    text = ""
    for j, k, c in sorted(scope.terms(p), key=lambda term: (-term[1], -term[0])):
        powers = [f"{x}^{i}" if i > 1 else x for x, i in (("u", j), ("r", k)) if i]
        size = [str(abs(c))] if abs(c) != 1 or not powers else []
        text += f" {'-' if c < 0 else '+'} {' '.join([*size, *powers])}"
    text = re.sub("^ - ", "-", text).removeprefix(" + ") or "0"
    return f"({text})" if " " in text else text


NOTHING, EMPTY = Node(None, "range"), Node([], "entries")
MOST_SHOWN, LONGEST = 3, 100  # entries in a line, and characters of a side or a name there
SINGULAR = r"\b1 (comparison|database|ordered pair|score)s\b"
TABLE = "universe outcomes laws"
PROBLEM = "universe outcomes range exp_eps delta scores scale value"
KINDS: dict[str, tuple[str, list[Proof]]] = {
    "point": (f"{TABLE} direction exp_eps delta", [private]),
    "all-epsilon": (f"{TABLE} range direction exp_eps delta", [private]),
    "densities": ("universe outcomes breaks laws range exp_eps", [prove_densities]),
    "refutation": (f"{TABLE} range event probabilities exp_eps delta", [refutation]),
    "enclosed": (f"{TABLE} grid direction exp_eps delta", [enclosed_private]),
    "enclosed-refutation": (f"{TABLE} grid event exp_eps delta", [enclosed_refutation]),
    "accuracy": (f"{TABLE} range sign failure good", [accuracy]),
    "comparisons": ("range entries", [comparisons]),
    "optimum-bound": (f"{PROBLEM} dual", [bound]),
    "optimum-mechanism": (f"{PROBLEM} laws", [private, attained]),
    "optimum": (f"{PROBLEM} laws dual", [private, attained, bound]),
    **streams.KINDS,
}
DIGESTED = (
    *("universe", "outcomes", "breaks", "laws", "grid"),
    *("event", "good", "scores", "entries", "automaton"),
)
STATED = (
    *("range", "exp_eps", "delta", "probabilities", "sign", "failure", "scale", "value"),
    *("adjacency", "sensitivity", "loss"),
)
SENTENCES: dict[Proof, str] = {
    private: "private: P(E) <= {exp_eps} P'(E) + {delta} for all events, {relation}, "
    "{databases} databases, {pairs} ordered pairs, {direction}",
    prove_densities: "private: p(s) <= {exp_eps} p'(s) for all densities of values, {relation}, "
    "{databases} databases, {pairs} ordered pairs",
    refutation: "not private: P(E) > {exp_eps} P'(E) + {delta} for an event with probabilities "
    "{probabilities}, {relation}, {direction}",
    enclosed_private: "private: P(E) <= {exp_eps} P'(E) + {delta} for all events, {relation}, "
    "{databases} databases, {pairs} ordered pairs, {direction}; laws enclosed from a grid",
    enclosed_refutation: "not private: P(E) > {exp_eps} P'(E) + {delta} for an event, {relation}, "
    "{direction}; laws enclosed from a grid",
    accuracy: "failure probability {sign} {failure} on {databases} databases",
    comparisons: "{comparisons} comparisons, {same} with the same on both sides",
    attained: "a mechanism with all {scores} scores >= {value}",
    bound: "no mechanism with P(E) <= {exp_eps} P'(E) + {delta} for all events has all {scores} "
    "scores > {value}, {relation}, {databases} databases",
    **streams.SENTENCES,
}
