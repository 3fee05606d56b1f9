"""Streams of any number of real answers: every run of an automaton is moved to adjacent answers.

A run is moved by shifts of its draws; the rows of a node say by how much its registers have moved,
and at what price.  Section 11 of FORMAT.md has the proof.
"""

from fractions import Fraction
from typing import NamedTuple

from audits.kernel.automaton import (
    ONE,
    Branch,
    Form,
    Stream,
    form,
    names,
    number,
    read_stream,
    summed,
    value,
    yes,
)
from audits.kernel.polynomial import SIGNS, STEP
from audits.kernel.reading import Facts, Fields, Node
from audits.kernel.stretched import stream_attained
from audits.kernel.table import Proof, Where

Row = tuple[tuple[Fraction, ...], Fraction]  # shifts of the registers, and what was spent
Means = list[tuple[int, int, list[Fraction]]]  # next node; of each row there: source, shifts


class Place(NamedTuple):
    """Where runs are, and what is known of them there."""

    state: int
    mode: str
    rows: list[Row]
    facts: list[Form]

    def known(self) -> int:
        """The size of what is known."""
        return sum(1 + len(fact) for fact in self.facts)


def stream_bound(fields: Fields, scope: Where) -> Facts:
    """Every run is moved to adjacent answers, at a price of at most the loss."""
    stream, loss = read_stream(fields), number(fields["loss"])
    listed = [node.fields("state mode rows facts next") for node in fields["nodes"].items()]
    places = [_place(node, stream) for node in listed]
    for mode, node in zip(stream.starts, fields["start"].items(len(stream.starts)), strict=True):
        state, found, rows, facts = places[node.index(len(places))]
        node.require((state, found, facts) == (0, mode, []), "ShiftNotShown")
        node.require(all(spent >= 0 for _, spent in rows), "PriceNotPaid")
    whole = stream.size == 1
    for place, item in zip(places, listed, strict=True):
        item["rows"].require(any(spent <= loss for _, spent in place.rows), "PriceNotPaid")
        whole &= all(t.denominator == 1 for shifts, _ in place.rows for t in shifts)
        steps = stream.states[place.state].steps
        for step, branches in zip(steps, item["next"].items(len(steps)), strict=True):
            for branch, cases in zip(step, branches.items(len(step)), strict=True):
                words, ways = stream.words(branch, place.mode), list[Means]()
                for word, case in zip(words, cases.items(len(words)), strict=True):
                    scope.spend(SIGNS, STEP * branch.work(place.known()))
                    if "weights" in case.of(dict):
                        whole &= _null(case, branch, place, stream.states[0].registers)
                    else:
                        ways.append(_moved(case, branch, place, places, word, stream.size, scope))
                whole &= _midway(ways, [d for d, _ in words] == [-1, 1])
    return stream.facts | yes(whole)


def _midway(ways: list[Means], opposite: bool) -> bool:
    """All shifts are whole, and so are those halfway between two ways from and to the same rows.

    Integer answers that differ by at most 1 may also be equal, where the words say -1 or 1.
    """
    found = all(h.denominator == 1 for way in ways for _, _, shifts in way for h in shifts)
    if opposite and len(ways) == 2:
        one, other = ways
        found &= [row[:2] for row in one] == [row[:2] for row in other]
        pairs = [zip(a[2], b[2], strict=False) for a, b in zip(one, other, strict=False)]
        found &= all((h + k) % 2 == 0 for pair in pairs for h, k in pair)
    return found


def _moved(
    case: Node,
    branch: Branch,
    here: Place,
    places: list[Place],
    word: tuple[int, str],
    size: Fraction,
    scope: Where,
) -> Means:
    """The rows of the next place come from rows here, and its facts from what is known here."""
    to, origins, proofs = case.fields("to rows facts").values()
    target, means = to.index(len(places)), Means()
    there = places[target]
    to.require((there.state, there.mode) == (branch.to, word[1]), "ShiftNotShown")
    for (after, paid), origin in zip(there.rows, origins.items(len(there.rows)), strict=True):
        scope.spend(SIGNS, STEP * branch.work(len(after)))
        source, node = origin.items(2)
        before, spent = here.rows[source.index(len(here.rows))]
        shifts = [number(item) for item in node.items(len(branch.draws))]
        by = names(before, size * word[0], shifts)
        kept = all(value(guard, by) >= 0 for guard in branch.guards)
        kept &= all(value(fixed, by) == 0 for fixed in branch.equations + branch.released)
        kept &= tuple([value(update, by) for update in branch.updates]) == after
        node.require(kept, "ShiftNotShown")
        price = sum(rate * abs(h) for (_, rate), h in zip(branch.draws, shifts, strict=True))
        sides = all(two or h >= 0 for (two, _), h in zip(branch.draws, shifts, strict=True))
        node.require(sides and spent + price <= paid, "PriceNotPaid")
        means.append((target, source.index(len(here.rows)), shifts))
    for fact, node in zip(there.facts, proofs.items(len(there.facts)), strict=True):
        scope.spend(SIGNS, STEP * branch.work(here.known() + len(fact)))
        moved = [(c, branch.updates[int(name)]) for name, c in fact.items() if name]
        constant = {"": fact[""]} if "" in fact else {}
        rest = summed([*moved, (ONE, constant), *_weighted(node, branch, here)])
        node.require({*rest} <= {""} and rest.get("", 0) >= 0, "FactNotShown")
    return means


def _null(case: Node, branch: Branch, here: Place, prophecies: int) -> bool:
    """The branch has probability 0; whether for noise on the integers, too."""
    (node,) = case.fields("weights").values()
    weighted = _weighted(node, branch, here)
    rest = summed(weighted)  # minus a weighted sum of what is >= 0
    fresh = any(w and any(name[:1] == "n" for name in part) for w, part in weighted)
    least = rest.get("", Fraction(0))
    null = least > 0 or (least == 0 and fresh and not prophecies)
    node.require({*rest} <= {""} and null, "BranchPossible")
    return least > 0


def _weighted(node: Node, branch: Branch, here: Place) -> list[tuple[Fraction, Form]]:
    known = here.facts + branch.guards
    weights = [number(item) for item in node.items(len(known))]
    node.require(all(w >= 0 for w in weights), "FactNotShown")
    return [(-w, part) for w, part in zip(weights, known, strict=True)]


def _place(item: Fields, stream: Stream) -> Place:
    state, mode = item["state"].index(len(stream.states)), item["mode"].of(str, *stream.moves)
    size, rows = stream.states[state].registers, list[Row]()
    for node in item["rows"].items():
        shifts, spent = node.items(2)
        rows.append((tuple([number(t) for t in shifts.items(size)]), number(spent)))
    known = {"", *map(str, range(size))}
    return Place(state, mode, rows, [form(fact, known) for fact in item["facts"].items()])


STREAM = "automaton adjacency sensitivity loss"
KINDS = {
    "stream-bound": (f"{STREAM} start nodes", [stream_bound]),
    "stream-attained": (f"{STREAM} mode prophecies run turns", [stream_attained]),
}
PRIVATE = "{observed} for every number of answers, every real answer, every eps"
SENTENCES: dict[Proof, str] = {
    stream_bound: f"{PRIVATE}: loss <= {{loss}} eps; adjacent: {{adjacency}} {{sensitivity}}",
    stream_attained: f"not {PRIVATE}: no loss below {{loss}} eps will do; adjacent: "
    "{adjacency} {sensitivity}",
}
SAID = {
    "observed": {
        "yes": "private",
        "foretold": "private (per run with prophecies)",
        "no": "private (per run; internal choices are not outputs)",
    },
    "adjacency": {
        "all": "all answers may change, each by at most",
        "one": "answers may change, all together by at most",
        "monotone": "all answers may change, in one direction, each by at most",
    },
}
"""What these facts, which streams alone have, are in words."""
