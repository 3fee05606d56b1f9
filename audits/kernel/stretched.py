"""Runs of automata on answers that grow: their noise must grow, and multipliers show how fast.

On the answers base + t d, t = 0, 1, ..., what a run compares and releases, times multipliers, adds
up to a bound of the noise: at least t V - C, in units of what one costs.  So its probability falls
like e^(-t V eps), and somewhere from t to t + 1 by e^(V eps) or nearly.  Section 11 of FORMAT.md
has the proof.
"""

from fractions import Fraction

from audits.kernel.automaton import (
    ONE,
    Branch,
    Form,
    index,
    names,
    number,
    read_asked,
    short,
    summed,
    value,
    yes,
)
from audits.kernel.polynomial import SIGNS, STEP
from audits.kernel.reading import Fields, Json, Node, within
from audits.kernel.table import Where

Pair = tuple[Fraction, Fraction]  # a number at t = 0, and how much it grows with t

MOST_POSITIONS = 1000


def stream_attained(fields: Fields, scope: Where) -> dict[str, Json]:
    """Runs on answers that grow cost at least the loss; or more with each turn of a loop."""
    asked, mode = read_asked(fields), fields["mode"].of(str)
    fields["mode"].require(mode in asked.starts, "NotAdjacent")
    values = [_pair(node) for node in fields["prophecies"].items(asked.states[0].registers)]
    whole = asked.size.denominator == 1 and _whole(values)
    here, gain, bound, dual = 0, Fraction(0), set[str](), [Fraction(0)] * len(values)
    parts: list[Form] = [{str(i): ONE} for i in range(len(values))]  # of registers, in prophecies
    marks = [(here, mode, dual, values, parts, len(bound), gain)]
    positions = [*fields["run"].items()]
    within(MOST_POSITIONS, len(positions), "positions of a run")
    for node in positions:
        item = node.fields("step branch difference answer draws multipliers registers")
        step = asked.states[here].steps[index(item["step"], len(asked.states[here].steps))]
        branch = step[index(item["branch"], len(step))]
        known = sum(1 + len(part) for part in parts)
        scope.spend(SIGNS, STEP * branch.work(known) * (4 + len(branch.equations)))
        words = asked.words(branch, mode)
        d, mode = words[index(item["difference"], len(words))]
        answer = number(item["answer"]), asked.size * d
        draws = [_pair(pair) for pair in item["draws"].items(len(branch.draws))]
        whole &= _whole([answer, *draws])
        at = [names([v[i] for v in values], answer[i], [v[i] for v in draws]) for i in (0, 1)]
        node.require(_possible(branch, at, draws), "RunNotShown")
        for fixed in branch.equations:
            found = {*_part(fixed, parts)}
            node.require(not found <= bound, "RunNotShown")
            bound |= found
        after = [number(y) for y in item["registers"].items(len(branch.updates))]
        gain -= _slope(item["multipliers"], branch, dual, after) * answer[1]
        values = [_along(update, at) for update in branch.updates]
        parts = [_part(update, parts) for update in branch.updates]
        dual, here = after, branch.to
        short(
            [gain, *(x for pair in values for x in pair), *(x for p in parts for x in p.values())]
        )
        marks.append((here, mode, dual, values, parts, len(bound), gain))
    fields["run"].require(not any(dual), "BoundNotShown")
    fields["run"].require(len(bound) == asked.states[0].registers, "RunNotShown")
    if fields["loss"].value == "inf":
        i, j = fields["loop"].indices(len(marks), 2)
        (*one, low), (*other, high) = marks[i], marks[j]
        fields["loop"].require(one == other and low < high, "BoundNotShown")
    else:
        fields["loop"].require(fields["loop"].value is None, "WrongType")
        fields["loss"].require(number(fields["loss"]) >= 0, "Trivial")
        fields["loss"].require(number(fields["loss"]) <= gain, "BoundNotShown")
    return asked.facts | yes(whole)


def _possible(branch: Branch, at: list[Form], draws: list[Pair]) -> bool:
    """For every t >= 0 the branch is taken, and still is if the draws change a little."""
    guards = [_along(guard, at) for guard in branch.guards]
    sides = [pair for (two, _), pair in zip(branch.draws, draws, strict=True) if not two]
    inside = all(start > 0 <= growth for start, growth in guards + sides)
    exact = not any(any(_along(fixed, at)) for fixed in branch.equations)
    return inside and exact and all(_along(sent, at)[1] == 0 for sent in branch.released)


def _slope(weights: Node, branch: Branch, dual: list[Fraction], after: list[Fraction]) -> Fraction:
    """What the multipliers leave of the answer, when of each draw they leave at most its rate."""
    forms = branch.guards + branch.equations + branch.released
    found = [number(weight) for weight in weights.items(len(forms))]
    weights.require(all(w >= 0 for w in found[: len(branch.guards)]), "BoundNotShown")
    before = [(-y, {str(i): ONE}) for i, y in enumerate(dual)]
    moved = zip(after, branch.updates, strict=True)
    rest = summed([*zip(found, forms, strict=True), *moved, *before])
    rates = {f"n{i}": draw for i, draw in enumerate(branch.draws)}
    weights.require({*rest} <= {"", "q", *rates}, "BoundNotShown")
    for name, (two, rate) in rates.items():
        c = rest.get(name, Fraction(0))
        weights.require(c <= rate and (not two or -c <= rate), "BoundNotShown")
    return rest.get("q", Fraction(0))


def _along(of: Form, at: list[Form]) -> Pair:
    """Its value at t = 0, and how much it grows with t."""
    return value(of, at[0]) + of.get("", Fraction(0)), value(of, at[1])


def _part(of: Form, parts: list[Form]) -> Form:
    """What a form is of the prophecies, which registers are made of."""
    return summed([(c, parts[int(name)]) for name, c in of.items() if name.isdecimal()])


def _pair(node: Node) -> Pair:
    first, second = node.items(2)
    return number(first), number(second)


def _whole(pairs: list[Pair]) -> bool:
    return all(x.denominator == 1 for pair in pairs for x in pair)
