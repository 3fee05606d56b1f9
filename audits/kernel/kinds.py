"""The kinds of certificates, and what they prove."""

import json
from collections.abc import Callable

from audits.kernel import optimum, privacy
from audits.kernel import refusals as no
from audits.kernel.polynomial import proved, ratio, read_range
from audits.kernel.reading import Node, parse
from audits.kernel.table import read_table

FORMAT = "exactdp-certificate 1"


def check(text: str) -> str:
    """What the certificate proves, in one line; raises `Refused` if it does not."""
    node = parse(text)
    first, kind = [*node.of(dict).items()][:1], str(node.of(dict).get("kind"))
    node.require(first == [("format", FORMAT)], no.WrongFormat, f"begin with format {FORMAT}")
    node.require(kind in KINDS, no.UnknownKind, f"have a kind among {', '.join(KINDS)}")
    show, keys = KINDS[kind]
    fields = node.fields(f"format kind subject {keys}")
    scope = fields["range"].value if "range" in fields else None
    words = f" for all r in {json.dumps(scope)}" if scope else ""
    return f"{kind}: {fields['subject'].of(str)!a}: {show(fields)}{words}"


def accuracy(fields: dict[str, Node]) -> str:
    """The failure probability is at most (on those listed: at least) a bound on all databases."""
    scope, relation = read_range(fields["range"]), fields["relation"].of(str, "<=", ">=")
    _, outcomes, laws = read_table(fields, scope, complete=relation == "<=")
    bound = ratio(fields["failure"], scope)
    for law, node in zip(laws.values(), fields["good"].items(len(laws)), strict=True):
        bad = {*outcomes} - {*node.indices(len(outcomes))}
        sides = [bound.den * law.weight(bad), bound.num * law.total]
        left, right = sides if relation == "<=" else reversed(sides)
        shown = proved(left, "<=", right, scope)
        node.require(shown, no.FailureNotShown, f"leave a failure probability {relation} bound")
    return f"failure probability {relation} the bound on {len(laws)} databases"


def comparisons(fields: dict[str, Node]) -> str:
    """The left side is <=, < or = the right side in each entry, by cross multiplication."""
    scope, entries = read_range(fields["range"]), fields["entries"].items()
    for node in entries:
        name, left_node, word, right_node = node.fields("name left relation right").values()
        left, right = ratio(left_node, scope), ratio(right_node, scope)
        relation = word.of(str, "<=", "<", "=")
        shown = proved(left.num * right.den, relation, right.num * left.den, scope)
        node.require(shown, no.ComparisonNotShown, f"be shown: {name.of(str)!a}")
    return f"{len(entries)} comparisons"


_PROBLEM = "universe outcomes range exp_eps delta scores value seal"
KINDS: dict[str, tuple[Callable[[dict[str, Node]], str], str]] = {
    "point": (privacy.private, "universe outcomes laws exp_eps delta"),
    "all-epsilon": (privacy.private, "universe outcomes laws range exp_eps delta"),
    "refutation": (
        privacy.refutation,
        "universe outcomes laws range event probabilities exp_eps delta",
    ),
    "accuracy": (accuracy, "universe outcomes laws range relation failure good"),
    "comparisons": (comparisons, "range entries"),
    "optimum-bound": (optimum.bound, f"{_PROBLEM} dual"),
    "optimum-mechanism": (optimum.attained, f"{_PROBLEM} laws"),
    "optimum": (optimum.optimum, f"{_PROBLEM} laws dual"),
}
