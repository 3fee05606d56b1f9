"""Many rows for each node: shifts may depend on what happens later.

A *work function* says for each shift of the registers the least price so far of ending there;
prices above a claim are dropped.  With one for each history, if none is left then no shift of the
grid keeps that run to the claim; if all are explored, they are a proof.  *Joined* are the greatest
prices of all histories that lead to a place: they are few, and if there are any, a proof, too.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import TypeAlias

from audits.engines.streams.moving import Letter, Run, Shift, Shifts, Where
from audits.engines.streams.writing import Means, Moved, Node, Row, written

Work: TypeAlias = dict[Shift, int]
"""Prices in units of the shifts."""

CAP = Fraction(16)
"""Prices above it are taken for no bound."""

MOST_NODES = 3000
MOST_STEPS = 4_000_000
"""Of work, in units of the time in which two prices are compared."""

COSTS = 4
"""To add a price takes as long as to compare so many."""


class WorkFunctions:
    """All work functions below a claim; or a run that has no shift below it."""

    def __init__(self, shifts: Shifts, claim: Fraction, *, joined: bool = False) -> None:
        self._shifts, self._joined = shifts, joined
        self._claim = claim // shifts.unit
        self._wheres: list[Where] = []
        self._works: list[Work] = []
        self._came: list[tuple[int, Letter] | None] = []
        self._at: dict[Where, list[int]] = {}
        self._plan: dict[tuple[int, Letter], int] = {}
        self._todo: deque[int] = deque()
        self._looked, self._begun = 0, shifts.steps
        self.dear: Run | None = None
        self.reason = ""
        """Why the search was given up."""

        self.complete = False
        self._start: list[int] = []
        if self._spends(shifts.firsts):
            free = dict.fromkeys(shifts.first(), 0)
            self._start = [self._add((0, mode), free, None) for mode in shifts.starts]
            self._explore()

    def _explore(self) -> None:
        while self._todo:
            n = self._todo.popleft()
            for letter, branch, there in self._shifts.possible(self._wheres[n]):
                if not self._spends(self._shifts.cost_of(branch) * len(self._works[n])):
                    return
                new = self._after(n, letter)
                if not new and not self._joined:
                    self.dear = self._run(n, letter)
                to = self._add(there, new, (n, letter))
                if not self._works[to]:
                    return
                self._plan[n, letter] = to
        self.complete = True

    def _spends(self, steps: int) -> bool:
        """Whether there is time for steps at most as many."""
        if self._looked + self._shifts.steps - self._begun + steps > MOST_STEPS:
            self.reason = f"ways to move branches take more than {MOST_STEPS} steps"
        if len(self._works) > MOST_NODES:
            self.reason = f"there are more than {MOST_NODES} work functions"
        return not self.reason

    def _after(self, n: int, letter: Letter) -> Work:
        new: Work = {}
        for shift, spent in self._works[n].items():
            options = self._shifts.options(self._wheres[n], letter, shift)
            self._looked += COSTS * (1 + len(options))
            for after, option in options.items():
                paid = spent + option.price
                if paid <= self._claim and (after not in new or paid < new[after]):
                    new[after] = paid
        return new

    def _add(self, where: Where, work: Work, came: tuple[int, Letter] | None) -> int:
        """A node with rows that are all to be had here."""
        known = self._at.setdefault(where, [])
        for n in known:
            rows = self._works[n]
            self._looked += len(rows)
            if all(t in work and work[t] <= spent for t, spent in rows.items()):
                return n
        if known and self._joined:
            (n,) = known
            old = self._works[n]
            self._works[n] = {t: max(spent, work[t]) for t, spent in old.items() if t in work}
        else:
            n = len(self._works)
            known.append(n)
            self._wheres.append(where)
            self._works.append(work)
            self._came.append(came)
        self._todo.append(n)
        return n

    def _run(self, n: int, last: Letter) -> Run:
        letters = [last]
        came = self._came[n]
        while came is not None:
            n, letter = came
            letters.append(letter)
            came = self._came[n]
        return self._wheres[n][1], tuple(reversed(letters))

    def moved(self, size: Fraction) -> Moved:
        """The proof, if all are explored."""
        nodes = [
            Node(where, [Row(t, spent * self._shifts.unit) for t, spent in sorted(work.items())])
            for where, work in zip(self._wheres, self._works, strict=True)
        ]

        def means(n: int, letter: Letter) -> Means:
            to = self._plan[n, letter]
            sources = []
            for after, _ in nodes[to].rows:
                ways = (
                    (spent + o[after].price, i, o[after].draws)
                    for i, (t, spent) in enumerate(sorted(self._works[n].items()))
                    if after in (o := self._shifts.options(self._wheres[n], letter, t))
                )
                _, i, draws = min(ways)
                sources.append((i, draws))
            return Means(to, sources)

        return written(self._shifts, self._start, nodes, means, size)
