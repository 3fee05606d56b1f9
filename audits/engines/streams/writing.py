"""How a proof that runs are moved is written, whatever found it: what it needs, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from audits.engines.streams.moving import Letter, Shift, Shifts, Where
from audits.engines.streams.orders import form_of
from audits.evidence.verdict import Json


class Row(NamedTuple):
    """Shifts of the registers, and what was paid so far."""

    shifts: Shift
    spent: Fraction


class Node(NamedTuple):
    """A place of runs, and rows of which any run may have any one."""

    where: Where
    rows: Sequence[Row]


class Means(NamedTuple):
    """The node after a letter and, for each row there, the row that it comes from, and shifts."""

    to: int
    sources: Sequence[tuple[int, Shift]]


@dataclass(frozen=True, slots=True)
class Moved:
    """What the kernel reads of a proof, and the least loss that it shows."""

    loss: Fraction
    start: list[int]
    nodes: list[Json]


def written(
    shifts: Shifts,
    start: Sequence[int],
    nodes: Sequence[Node],
    means: Callable[[int, Letter], Means],
    size: Fraction,
) -> Moved:
    """A proof from the nodes of the starts on; a sensitivity scales all that moves."""
    return _Writing(shifts, start, nodes, means, size).moved()


class _Writing:
    def __init__(
        self,
        shifts: Shifts,
        start: Sequence[int],
        nodes: Sequence[Node],
        means: Callable[[int, Letter], Means],
        size: Fraction,
    ) -> None:
        self._shifts, self._start, self._nodes, self._size = shifts, start, nodes, size
        self._means = dict[tuple[int, Letter], Means]()
        order = dict.fromkeys(start)
        for n in (todo := [*order]):  # it grows
            for letter, _, _ in shifts.possible(nodes[n].where):
                found = self._means[n, letter] = means(n, letter)
                if found.to not in order:
                    order[found.to] = None
                    todo.append(found.to)
        self._number = {n: i for i, n in enumerate(order)}
        self._kept = self._needed()

    def _needed(self) -> dict[int, list[int]]:
        """One row at least of each node, the cheapest one, and what rows come from."""
        users: dict[int, list[tuple[int, Means]]] = {n: [] for n in self._number}
        for (n, _), means in self._means.items():
            users[means.to].append((n, means))
        kept: dict[int, dict[int, int]] = {n: {} for n in self._number}
        for last in reversed([*self._number]):
            rows = self._nodes[last].rows
            todo = (
                [] if kept[last] else [(last, min(range(len(rows)), key=lambda i: rows[i].spent))]
            )
            while todo:
                n, i = todo.pop()
                if i not in kept[n]:
                    kept[n][i] = len(kept[n])
                    todo += [(before, means.sources[i][0]) for before, means in users[n]]
        return {n: [*rows] for n, rows in kept.items()}

    def moved(self) -> Moved:
        """What is written."""
        spent = [min(self._nodes[n].rows[i].spent for i in kept) for n, kept in self._kept.items()]
        nodes: list[Json] = [self._node(n) for n in self._number]
        start = [self._number[n] for n in self._start]
        return Moved(max(spent) * self._size, start, nodes)

    def _node(self, n: int) -> Json:
        place, mode = self._nodes[n].where
        state, facts = self._shifts.places.listed[place]
        cases: list[list[list[Json]]] = [
            [[] for _ in step.branches] for step in self._shifts.automaton.states[state].steps
        ]
        for letter in self._shifts.letters(state, mode):
            cases[letter.step][letter.branch].append(self._case(n, letter))
        rows = [self._nodes[n].rows[i] for i in self._kept[n]]
        return {
            "state": state,
            "mode": mode,
            "rows": [[self._scaled(row.shifts), str(row.spent * self._size)] for row in rows],
            "facts": [{name: str(c) for name, c in form_of(fact).items()} for fact in facts],
            "next": [[[*words] for words in step] for step in cases],
        }

    def _case(self, n: int, letter: Letter) -> Json:
        place, _ = self._nodes[n].where
        after = self._shifts.places.after(place, letter.step, letter.branch)
        weights: list[list[Json]] = [[*map(str, listed)] for listed in after.weights]
        if after.place is None:
            return {"weights": [*weights[0]]}
        to, sources = self._means[n, letter]
        number = {i: k for k, i in enumerate(self._kept[n])}
        rows: list[Json] = []
        for i in self._kept[to]:
            source, draws = sources[i]
            rows.append([number[source], self._scaled(draws)])
        return {"to": self._number[to], "rows": rows, "facts": [[*listed] for listed in weights]}

    def _scaled(self, shifts: Shift) -> list[Json]:
        return [str(t * self._size) for t in shifts]
