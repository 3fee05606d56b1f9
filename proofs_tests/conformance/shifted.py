"""Certificates of bounds of streams by the plainest search: one whole shift of each register.

The least price of all runs from each state and shift, by iteration from 0; what was paid at a
place is the loss without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from audits.evidence.verdict import Json
from reference.probability.automaton import Automaton, Branch, Form

MODES: dict[str, tuple[list[str], dict[str, list[tuple[int, str]]]]] = {
    "all": (["all"], {"all": [(-1, "all"), (1, "all")]}),
    "monotone": (
        ["up", "down"],
        {"up": [(0, "up"), (1, "up")], "down": [(-1, "down"), (0, "down")]},
    ),
}
Place = tuple[int, str, tuple[Fraction, ...]]
Move = tuple[Fraction, tuple[int, ...], Place]
GRID, WIDE, CAP = range(-1, 2), range(-2, 3), Fraction(8)


def bound(automaton: Automaton, adjacency: str) -> tuple[Fraction, dict[str, Json]] | None:
    """The least loss that the search finds, up to CAP, and its certificate."""
    starts, words = MODES[adjacency]
    begun: list[Place] = [(0, mode, ()) for mode in starts]
    cases: dict[Place, list[list[list[list[Move]]]]] = {}
    todo = [*begun]
    while todo:
        place = todo.pop()
        if place in cases:
            continue
        cases[place] = [
            [
                [list(_moves(branch, place, *word)) for word in _words(place, words, step.reads)]
                for branch in step.branches
            ]
            for step in automaton.states[place[0]].steps
        ]
        todo += [m[2] for s in cases[place] for b in s for case in b for m in case]
    price = dict.fromkeys(cases, Fraction(0))
    changed = True
    while changed:
        changed = False
        for place, steps in cases.items():
            worst = Fraction(0)
            for case in (case for step in steps for branch in step for case in branch):
                worst = max(
                    worst, min((p + price[to] for p, _, to in case), default=Fraction(CAP))
                )
            if min(worst, CAP) > price[place]:
                price[place], changed = min(worst, CAP), True
    loss = max(price[place] for place in begun)
    return None if loss >= CAP else (loss, _certificate(automaton, adjacency, loss, cases, price))


def _words(
    place: Place, words: dict[str, list[tuple[int, str]]], reads: bool
) -> list[tuple[int, str]]:
    return words[place[1]] if reads else [(0, place[1])]


def _moves(branch: Branch, place: Place, d: int, mode: str) -> Iterator[Move]:
    for shifts in product(WIDE, repeat=len(branch.draws)):
        if any(h < 0 for (kind, _), h in zip(branch.draws, shifts, strict=True) if kind[0] == "e"):
            continue
        by = {"": Fraction(0), "q": Fraction(d)}
        by |= {f"n{i}": Fraction(h) for i, h in enumerate(shifts)}
        by |= {str(i): t for i, t in enumerate(place[2])}
        after = tuple(_value(form, by) for form in branch.updates)
        if (
            all(_value(form, by) >= 0 for form in branch.guards)
            and not any(_value(form, by) for form in branch.released)
            and all(t in GRID or abs(t) == 2 for t in after)
        ):
            paid = sum(
                (a * abs(h) for (_, a), h in zip(branch.draws, shifts, strict=True)), Fraction(0)
            )
            yield paid, shifts, (branch.to, mode, after)


def _value(form: Form, by: dict[str, Fraction]) -> Fraction:
    return sum((c * by[name] for name, c in form.items()), Fraction(0))


def _certificate(
    automaton: Automaton,
    adjacency: str,
    loss: Fraction,
    cases: dict[Place, list[list[list[list[Move]]]]],
    price: dict[Place, Fraction],
) -> dict[str, Json]:
    starts: list[Place] = [(0, mode, ()) for mode in MODES[adjacency][0]]
    number = {place: i for i, place in enumerate(starts)}
    nodes: list[Json] = []
    listed = [*starts]
    for place in listed:  # it grows

        def told(case: list[Move]) -> Json:
            _, shifts, to = min(case, key=lambda move: (move[0] + price[move[2]], move[1]))
            if to not in number:
                number[to] = len(number)
                listed.append(to)
            return {"to": number[to], "rows": [[0, [str(h) for h in shifts]]], "facts": []}

        after: list[Json] = [
            [[told(case) for case in branch] for branch in step] for step in cases[place]
        ]
        row: Json = [[str(t) for t in place[2]], str(loss - price[place])]
        node: dict[str, Json] = {"state": place[0], "mode": place[1], "rows": [row]}
        nodes.append(node | {"facts": [], "next": after})
    return {
        "format": "exactdp-certificate 2",
        "kind": "stream-bound",
        "subject": "a stream",
        "automaton": json.loads(json.dumps(automaton.json)),
        "adjacency": adjacency,
        "sensitivity": "1",
        "loss": str(loss),
        "start": [number[place] for place in starts],
        "nodes": nodes,
    }
