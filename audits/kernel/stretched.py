"""Runs of automata on answers that grow: their noise must grow, and multipliers show how fast.

On the answers base + t d, t = 0, 1, ..., what a run compares and releases, times multipliers, adds
up to a bound of the noise: at least t V - C, in units of what one costs.  So its probability falls
like e^(-t V eps), and somewhere from t to t + 1 by e^(V eps) or nearly.

Loops of a run are repeated, m times each: a number there is x + k x' + l x'' if k turns of the
loop have passed and l are ahead, else x + m x'; all are checked.  Section 11 of FORMAT.md has
proofs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import add, sub

from audits.kernel.automaton import (
    ONE,
    Branch,
    Form,
    Stream,
    names,
    number,
    read_stream,
    short,
    summed,
    value,
    yes,
)
from audits.kernel.polynomial import SIGNS, STEP
from audits.kernel.reading import Facts, Fields, Node, within
from audits.kernel.table import Where

ZERO = Fraction(0)
MOST_POSITIONS = 1000
NUMBERS = "answer draws multipliers registers"

# between two positions: state, mode, registers as forms of prophecies, those that are determined
Mark = tuple[int, str, list[Form], set[str]]
Point = tuple[list[Fraction], list[Fraction]]  # there: values of registers, and y
Taken = list[tuple[Branch, Fraction]]  # at a position, and how much its answer grows with t


def stream_attained(fields: Fields, scope: Where) -> Facts:
    """Runs on answers that grow cost at least the loss; or more with each turn of a loop."""
    stream, positions = read_stream(fields), [*fields["run"].items()]
    within(MOST_POSITIONS, len(positions), "positions of a run")
    run = [node.fields(f"step branch difference {NUMBERS}") for node in positions]
    taken, marks = _ways(stream, fields["mode"].of(str, *stream.starts), run, scope)
    first, (*_, bound) = stream.states[0].registers, marks[-1]
    fields["run"].require(len(bound) == first, "RunNotShown")
    walk = Walk(taken, stream.size.denominator == 1)
    start = walk.start(fields["prophecies"], first)
    if fields["loss"].value == "inf":
        _endless(fields["turns"], marks, run, start, walk)
    else:
        fields["turns"].require(fields["turns"].value is None, "WrongType")
        (_, left), gain = walk.along(run, 0, start)
        fields["run"].require(not any(left), "BoundNotShown")
        fields["loss"].require(number(fields["loss"]) > 0, "Trivial")
        fields["loss"].require(number(fields["loss"]) <= gain, "BoundNotShown")
    return stream.facts | yes(walk.whole)


def _ways(stream: Stream, mode: str, run: list[Fields], scope: Where) -> tuple[Taken, list[Mark]]:
    """The branches of a run, and what is known before, between and after them."""
    prophecies: list[Form] = [{str(i): ONE} for i in range(stream.states[0].registers)]
    taken, marks = Taken(), list[Mark]([(0, mode, prophecies, set())])
    for item in run:
        branch, difference, after = _chosen(stream, marks[-1], item, scope)
        taken.append((branch, stream.size * difference))
        marks.append(_passed(branch, marks[-1], after, item["branch"]))
    return taken, marks


def _chosen(stream: Stream, here: Mark, item: Fields, scope: Where) -> tuple[Branch, int, str]:
    """The branch of a position, the difference of its answer, and the mode after it."""
    state, mode, parts, _ = here
    steps = stream.states[state].steps
    step = steps[item["step"].index(len(steps))]
    branch = step[item["branch"].index(len(step))]
    known = sum(1 + len(part) for part in parts)
    scope.spend(SIGNS, STEP * branch.work(known) * (12 + len(branch.equations)))
    words = stream.words(branch, mode)
    return branch, *words[item["difference"].index(len(words))]


def _passed(branch: Branch, here: Mark, mode: str, node: Node) -> Mark:
    """What is known after a branch; each equation determines a prophecy more."""
    _, _, parts, bound = here
    for fixed in branch.equations:
        found = {*_part(fixed, parts)}
        node.require(not found <= bound, "RunNotShown")
        bound = bound | found
    parts = [_part(update, parts) for update in branch.updates]
    short(c for part in parts for c in part.values())
    return branch.to, mode, parts, bound


def _part(of: Form, parts: list[Form]) -> Form:
    """What a form is of the prophecies, which registers are made of."""
    return summed([(c, parts[int(name)]) for name, c in of.items() if name.isdecimal()])


@dataclass
class Walk:
    """Checks the numbers of a run, or how much they grow with the turns of a loop."""

    taken: Taken
    whole: bool  # whether all numbers are, so far

    def start(self, prophecies: Node, count: int) -> Point:
        """The values of prophecies, which have no multipliers."""
        values = [number(node) for node in prophecies.items(count)]
        self.whole &= all(x.denominator == 1 for x in values)
        return values, [ZERO] * count

    def along(
        self, items: list[Fields], at: int, here: Point, unit: Fraction = ONE
    ) -> tuple[Point, Fraction]:
        """The numbers after positions from `at` on, and what is gained; unit 0: how they grow."""
        (values, dual), gain = here, ZERO
        for item, (branch, growth) in zip(items, self.taken[at:], strict=False):
            answer = number(item["answer"])
            draws = [number(node) for node in item["draws"].items(len(branch.draws))]
            self.whole &= all(x.denominator == 1 for x in [answer, *draws])
            by = names(values, answer, draws) | {"": unit}
            item["draws"].require(_possible(branch, by, draws, unit), "RunNotShown")
            after = [number(y) for y in item["registers"].items(len(branch.updates))]
            gain -= _slope(item["multipliers"], branch, dual, after, unit) * growth
            values, dual = [value(update, by) for update in branch.updates], after
            short([gain, *values])
        return (values, dual), gain


def _endless(node: Node, marks: list[Mark], run: list[Fields], here: Point, walk: Walk) -> None:
    """Each loop comes back to where it began, and what m turns of all gain has no bound."""
    growth = node.fields("prophecies grown loops")
    grown = [item.fields(NUMBERS) for item in growth["grown"].items(len(run))]
    slope, at = walk.start(growth["prophecies"], len(here[0])), 0
    turns = pairs = ZERO
    for loop in [item.fields("from to ahead") for item in growth["loops"].items()]:
        i, j = loop["from"].index(len(marks)), loop["to"].index(len(marks))
        loop["to"].require(at <= i < j and marks[i] == marks[j], "BoundNotShown")
        ahead = [item.fields(NUMBERS) for item in loop["ahead"].items(j - i)]
        here, _ = walk.along(run[at:i], at, here)
        slope, gain = walk.along(grown[at:i], at, slope, ZERO)
        there, more = walk.along(run[i:j], i, _both(add, here, slope))
        turn = _both(sub, there, here)
        again, with_ahead = walk.along(ahead, i, slope, ZERO)
        returned, with_passed = walk.along(grown[i:j], i, turn, ZERO)
        loop["to"].require((again, returned) == (slope, turn), "BoundNotShown")
        turns, pairs = turns + gain + more, pairs + with_ahead + with_passed
        slope, at = turn, j
    (_, left), _ = walk.along(run[at:], at, here)
    (_, grows), gain = walk.along(grown[at:], at, slope, ZERO)
    node.require((pairs, turns + gain) > (ZERO, ZERO) and not any(left + grows), "BoundNotShown")


def _both(does: Callable[[Fraction, Fraction], Fraction], one: Point, other: Point) -> Point:
    return [*map(does, one[0], other[0])], [*map(does, one[1], other[1])]


def _possible(branch: Branch, by: Form, draws: list[Fraction], unit: Fraction) -> bool:
    """The branch is taken, and still is if draws change a little; unit 0: no less with turns."""
    inside = [value(guard, by) for guard in branch.guards]
    inside += [h for (two, _), h in zip(branch.draws, draws, strict=True) if not two]
    exact = not any(value(fixed, by) for fixed in branch.equations)
    return exact and all(x > 0 or (x == 0 and not unit) for x in inside)


def _slope(
    weights: Node, branch: Branch, dual: list[Fraction], after: list[Fraction], unit: Fraction
) -> Fraction:
    """The coefficient of the answer in forms times multipliers; a draw has at most its rate."""
    forms = branch.guards + branch.equations + branch.released
    found = [number(weight) for weight in weights.items(len(forms))]
    weights.require(all(w >= 0 for w in found[: len(branch.guards)]), "BoundNotShown")
    before = [(-y, {str(i): ONE}) for i, y in enumerate(dual)]
    moved = zip(after, branch.updates, strict=True)
    rest = summed([*zip(found, forms, strict=True), *moved, *before])
    rates = {f"n{i}": draw for i, draw in enumerate(branch.draws)}
    weights.require({*rest} <= {"", "q", *rates}, "BoundNotShown")
    for name, (two, rate) in rates.items():
        c = rest.get(name, ZERO)
        weights.require(c <= rate * unit and (not two or -c <= rate * unit), "BoundNotShown")
    return rest.get("q", ZERO)
