"""One function for each kind of certificate; each returns in words what the certificate proves."""

from collections.abc import Iterable
from functools import lru_cache

from audits.kernel import refusals
from audits.kernel.polynomial import ONE, ZERO, Piece, Polynomial, Range, Ratio, proved, read_range
from audits.kernel.reading import Node, parse
from audits.kernel.refusals import require
from audits.kernel.table import Law, read_table

FORMAT = "exactdp-certificate 1"
NOTHING = Ratio(ZERO, ONE)


def check(text: str) -> str:
    """What the certificate proves, in one line; raises `Refused` if it does not."""
    node = parse(text)
    head = [*node.of(dict).items()][:1]
    require(head == [("format", FORMAT)], refusals.WrongFormat, f"not at first: format {FORMAT}")
    kind = str(node.of(dict).get("kind"))
    require(kind in KINDS, refusals.UnknownKind, f"{kind!a} is not one of {', '.join(KINDS)}")
    show, keys = KINDS[kind]
    fields = node.fields("format kind subject " + keys)
    return f"{kind}: {fields['subject'].of(str)!a}: {show(fields)}"


def private(fields: dict[str, Node]) -> str:
    """P(E) <= x Q(E) + delta for all adjacent databases, all events E and all r in the range."""
    scope, cut, pairs = read_range(fields.get("range")), {}, 0
    table = read_table(fields, scope)
    x, delta = scope.ratio(fields["exp_eps"]), scope.ratio(fields["delta"])
    for node in fields["splits"].items() if "splits" in fields else []:
        entry = node.fields("pair at")
        one, other = (table.universe.database(item) for item in entry["pair"].items(2))
        adjacent, path = table.universe.adjacent(one, other), f"{node.path}: {one}, {other}"
        require(adjacent, refusals.NotAdjacent, f"{path} are not adjacent")
        require((one, other) not in cut, refusals.RepeatedDatabase, f"{path} is listed already")
        cut[one, other] = scope.cut(entry["at"])
    for one, p in table.laws.items():
        for other in table.universe.neighbours(one):
            for piece in cut.get((one, other), scope.pieces):
                _check_events(p, table.laws[other], x, delta, piece, f"{one} against {other}")
            pairs += 1
    size = f"{len(table.laws)} databases, {pairs} ordered pairs, {len(table.outcomes)} outcomes"
    return f"private{scope.words} on {size}"


def _check_events(p: Law, q: Law, x: Ratio, delta: Ratio, piece: Piece, pair: str) -> None:
    """The inequality for each event of all y with P(y) >= x Q(y) and some y of unknown sign."""
    columns = enumerate(zip(p.weights, q.weights, strict=True))
    signs = [(_sign(v, p.total, w, q.total, x, piece), y) for y, (v, w) in columns]
    events = [[y for sign, y in signs if sign == "+"]]
    for y in [y for sign, y in signs if sign == "?"]:
        events += [[*event, y] for event in events]
        require(len(events) <= 2**10, refusals.TooAmbiguous, pair)
    for event in events if events != [[]] or delta != NOTHING else []:
        left, right = _sides(p, q, event, x, delta)
        shown = proved(left, "<=", right, [piece])
        require(shown, refusals.PrivacyNotShown, f"{pair}, event {event}")


@lru_cache(1 << 18)
def _sign(
    p: Polynomial, p_total: Polynomial, q: Polynomial, q_total: Polynomial, x: Ratio, piece: Piece
) -> str:
    """The sign of P(y) - x Q(y) on the piece: "-", "+", or "?" if it is not shown."""
    left, right = _sides(Law(p_total, (p,)), Law(q_total, (q,)), [0], x, NOTHING)
    if proved(left, "<=", right, [piece]):
        return "-"
    return "+" if proved(right, "<=", left, [piece]) else "?"


def _sides(
    p: Law, q: Law, event: Iterable[int], x: Ratio, delta: Ratio
) -> tuple[Polynomial, Polynomial]:
    """P(E) and x Q(E) + delta, times all denominators, which are positive."""
    scale, event = p.total * q.total, list(event)
    right = x.num * q.weight(event) * p.total * delta.den + delta.num * x.den * scale
    return x.den * delta.den * p.weight(event) * q.total, right


def refutation(fields: dict[str, Node]) -> str:
    """P(E) > x Q(E) + delta for two adjacent databases and one event, r inside the pieces."""
    scope = read_range(fields["range"])
    table = read_table(fields, scope, complete=False)
    require(len(table.laws) == 2, refusals.WrongLength, "a refutation has two laws")
    (one, p), (other, q) = table.laws.items()
    adjacent = table.universe.adjacent(one, other)
    require(adjacent, refusals.NotAdjacent, f"{one} and {other} are not adjacent")
    event = fields["event"].indices(len(table.outcomes))
    for law, node in zip((p, q), fields["probabilities"].items(2), strict=True):
        stated = scope.ratio(node)
        equal = proved(stated.num * law.total, "=", stated.den * law.weight(event), ())
        require(equal, refusals.WrongProbability, f"{node.path} is not that of the event")
    infinite = fields["exp_eps"].value == "inf"
    possible = infinite and not proved(q.weight(event), "=", ZERO, ())
    x = NOTHING if infinite else scope.ratio(fields["exp_eps"])
    left, right = _sides(p, q, event, x, scope.ratio(fields["delta"]))
    more = proved(right, "<=", left, scope.pieces) and not proved(right, "=", left, ())
    require(more and not possible, refusals.ViolationNotShown, f"event {event} on {one}, {other}")
    return f"not private{scope.words}: {one} against {other}, event {event}"


def accuracy(fields: dict[str, Node]) -> str:
    """On all databases the bad outcomes have at most (on those listed: at least) a probability."""
    scope, relation = read_range(fields["range"]), fields["relation"].word("<=", ">=")
    table, bound = (
        read_table(fields, scope, complete=relation == "<="),
        scope.ratio(fields["failure"]),
    )
    cases = fields["cases"].items(len(table.laws))
    for (database, law), node in zip(table.laws.items(), cases, strict=True):
        case = node.fields("good", "splits")
        bad = {*table.outcomes} - {*case["good"].indices(len(table.outcomes))}
        sides = [bound.den * law.weight(bad), bound.num * law.total]
        left, right = sides if relation == "<=" else reversed(sides)
        shown = proved(left, "<=", right, scope.cut(case.get("splits")))
        require(shown, refusals.FailureNotShown, f"{node.path}: the bound on {database}")
    return f"failure probability {relation} the bound{scope.words} on {len(cases)} databases"


def comparisons(fields: dict[str, Node]) -> str:
    """left <= right, left < right or left = right for each entry, by cross multiplication."""
    scope = read_range(fields["range"])
    for node in fields["entries"].items():
        entry = node.fields("name left relation right", "splits")
        left, right = scope.ratio(entry["left"]), scope.ratio(entry["right"])
        relation, pieces = entry["relation"].word("<=", "<", "="), scope.cut(entry.get("splits"))
        shown = proved(left.num * right.den, relation, right.num * left.den, pieces)
        name = entry["name"].of(str)
        require(shown, refusals.ComparisonNotShown, f"{node.path} {name!a} is not shown")
    return f"{len(fields['entries'].items())} comparisons{scope.words}"


TABLE = "universe outcomes laws"
KINDS = {
    "point": (private, f"{TABLE} exp_eps delta"),
    "all-epsilon": (private, f"{TABLE} range exp_eps delta splits"),
    "refutation": (refutation, f"{TABLE} range event probabilities exp_eps delta"),
    "accuracy": (accuracy, f"{TABLE} range relation failure cases"),
    "comparisons": (comparisons, "range entries"),
}
