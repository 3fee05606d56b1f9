"""P(E) <= x Q(E) + delta on neighbouring databases: for all events E, or violated by one."""

from collections.abc import Collection
from functools import partial

from audits.kernel import refusals as no
from audits.kernel.polynomial import (
    ONE,
    ZERO,
    Piece,
    Polynomial,
    Ratio,
    everywhere,
    proved,
    ratio,
    read_range,
    shown,
)
from audits.kernel.reading import Node
from audits.kernel.table import Law, read_table

NOTHING = Ratio(ZERO, ONE)


def private(fields: dict[str, Node]) -> str:
    """P(E) <= x Q(E) + delta for all neighbours, all events E and all r in the range."""
    scope, pairs = read_range(fields.get("range")), 0
    universe, outcomes, laws = read_table(fields, scope)
    x, delta = ratio(fields["exp_eps"], scope), ratio(fields["delta"], scope)
    for database, p in laws.items():
        for other in universe.neighbours(database):
            if not everywhere(partial(_private_on, p, laws[other], x, delta), scope):
                raise no.PrivacyNotShown(f"{database} against {other}")
            pairs += 1
    return f"private on {len(laws)} databases, {pairs} ordered pairs, {len(outcomes)} outcomes"


def _private_on(p: Law, q: Law, x: Ratio, delta: Ratio, piece: Piece) -> bool:
    """The same for two laws: E has the y with P(y) > x Q(y), and perhaps those of open sign."""
    p_scale, q_scale = x.den * q.total, x.num * p.total
    events: list[list[int]] = [[]]
    for y, (p_weight, q_weight) in enumerate(zip(p.weights, q.weights, strict=True)):
        left, right = p_scale * p_weight, q_scale * q_weight
        if not shown(left, "<=", right, piece):
            without = [] if shown(right, "<=", left, piece) else events
            events = [*without, *([*event, y] for event in events)]
        if len(events) > 64:
            return False
    sides = [_sides(p, q, event, x, delta) for event in events if event or delta.num != ZERO]
    return all(shown(left, "<=", right, piece) for left, right in sides)


def _sides(
    p: Law, q: Law, event: Collection[int], x: Ratio, delta: Ratio
) -> tuple[Polynomial, Polynomial]:
    """P(E) and x Q(E) + delta, times the totals and denominators, which are positive."""
    right = delta.den * x.num * q.weight(event) * p.total + delta.num * x.den * p.total * q.total
    return delta.den * x.den * p.weight(event) * q.total, right


def refutation(fields: dict[str, Node]) -> str:
    """P(E) > x Q(E) + delta for two neighbours, one event E and all r in the range."""
    scope, exp_eps = read_range(fields["range"]), fields["exp_eps"]
    universe, outcomes, laws = read_table(fields, scope, complete=False)
    fields["laws"].require(len(laws) == 2, no.WrongLength, "be two")
    (one, p), (other, q) = laws.items()
    adjacent, event = universe.adjacent(one, other), fields["event"].indices(len(outcomes))
    fields["laws"].require(adjacent, no.NotAdjacent, "be on adjacent databases")
    for law, node in zip((p, q), fields["probabilities"].items(2), strict=True):
        stated = ratio(node, scope)
        equal = proved(stated.num * law.total, "=", stated.den * law.weight(event), scope)
        node.require(equal, no.WrongProbability, "be the probability of the event")
    finite = exp_eps.value != "inf"
    x, delta = ratio(exp_eps, scope) if finite else NOTHING, ratio(fields["delta"], scope)
    left, right = _sides(p, q, event, x, delta)
    more = proved(right, "<", left, scope) and (finite or not any(q.weight(event).coefficients))
    fields["event"].require(more, no.ViolationNotShown, "have P(E) > x Q(E) + delta")
    return f"not private: {one} against {other}, event {event}"
