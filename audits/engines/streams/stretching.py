"""Runs on answers that grow: multipliers that show how much noise they need, and a witness.

Both are solutions of linear programmes; the kernel checks them exactly.

Loops of a run are repeated, m times each: a number there is x + k x' + l x'' if k turns of the
loop have passed and l are ahead, else x + m x'.  Without loops that is for a run that cannot be
moved at all: its multipliers may be as large as one likes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audits.engines.streams.moving import Run
from audits.engines.streams.programmes import Programme, Row
from audits.evidence.verdict import Json
from reference.probability.automaton import Automaton, Branch, Form


def branches_of(automaton: Automaton, run: Run) -> list[Branch]:
    """The branches of a run."""
    here, found = 0, []
    for letter in run[1]:
        found.append(automaton.states[here].steps[letter.step].branches[letter.branch])
        here = found[-1].to
    return found


Rows: TypeAlias = list[Row]
"""What is known of each register: its value, or its y, as a row of variables."""

Part: TypeAlias = tuple[int, int]
"""Positions of a run: the first one, and the one after the last."""

BASE, TURNS, AHEAD = range(3)
"""Numbers, how much they grow with each turn (in a loop, that has passed), and with each ahead."""

ONE = Fraction(1)

SLACK, LEAST_SLACK = "slack", Fraction(1, 100)
"""By how much guards of a witness are above 0: by 1, if that is possible, for whole numbers."""


@dataclass(frozen=True, slots=True)
class Stretched:
    """What the kernel reads of a run that grows, and what it needs."""

    gain: Fraction
    fields: dict[str, Json]


def stretched(automaton: Automaton, run: Run, size: Fraction) -> Stretched | None:
    """The greatest gain of a run, if a witness is found."""
    numbers, whole = _Numbers(automaton, run), (0, len(run[1]))
    _, gain = numbers.along(BASE, whole, numbers.foretold(BASE), numbers.none(0), numbers.none(-1))
    if not numbers.solved(gain):
        return None
    return Stretched(numbers.number(gain) * size, numbers.json(whole) | {"turns": None})


def endless(automaton: Automaton, run: Run, loops: Sequence[Part]) -> dict[str, Json] | None:
    """What the kernel reads of a run whose gain has no bound if its loops are repeated."""
    numbers, n = _Numbers(automaton, run), len(run[1])
    prophecies = numbers.foretold(TURNS)
    here = (numbers.foretold(BASE), numbers.none(0))
    slope = (prophecies, numbers.none(0))
    with_turns, with_pairs, at = Row(), Row(), 0
    for i, j in loops:
        y, grows, passed = (
            numbers.unknown(kind, mark) for kind, mark in ((BASE, i), (TURNS, i), (TURNS, j))
        )
        value, _ = numbers.along(BASE, (at, i), *here, y)
        growth, gain = numbers.along(TURNS, (at, i), *slope, grows)
        there, more = numbers.along(
            BASE, (i, j), _plus(value, growth), _plus(y, grows), _plus(y, passed)
        )
        turn = _plus(there, value, -1)
        again, with_ahead = numbers.along(AHEAD, (i, j), growth, grows, grows)
        returned, with_passed = numbers.along(TURNS, (i, j), turn, passed, passed)
        numbers.equate(again, growth)
        numbers.equate(returned, turn)
        with_turns = _sum(with_turns, gain, more)
        with_pairs = _sum(with_pairs, with_ahead, with_passed)
        here, slope, at = (value, y), (turn, passed), j
    numbers.along(BASE, (at, n), *here, numbers.none(-1))
    _, gain = numbers.along(TURNS, (at, n), *slope, numbers.none(-1))
    with_turns = _sum(with_turns, gain)
    numbers.confine((with_turns, with_pairs))
    if not numbers.solved(_sum(with_turns, with_pairs)):
        return None
    listed: list[Json] = [
        {"from": i, "to": j, "ahead": [*numbers.listed(AHEAD, (i, j))]} for i, j in loops
    ]
    turns: dict[str, Json] = {
        "prophecies": numbers.values(prophecies),
        "grown": [*numbers.listed(TURNS, (0, n))],
        "loops": listed,
    }
    return numbers.json((0, n)) | {"turns": turns}


class _Numbers:
    """Multipliers and a witness of a run, as variables of two programmes, and then as numbers."""

    def __init__(self, automaton: Automaton, run: Run) -> None:
        self._mode, self._letters = run
        self._branches = branches_of(automaton, run)
        updates = (len(branch.updates) for branch in self._branches)
        self._registers = [automaton.prophecies, *updates]
        self._duals, self._witness = Programme(), Programme()
        self._after: dict[tuple[int, int], Rows] = {}
        self._found: dict[Hashable, Fraction] = {}

    def none(self, mark: int) -> Rows:
        """Nothing of each register between two positions."""
        return [{} for _ in range(self._registers[mark])]

    def unknown(self, kind: int, mark: int) -> Rows:
        """The y of each register there."""
        return [{("y", kind, mark, r): ONE} for r in range(self._registers[mark])]

    def foretold(self, kind: int) -> Rows:
        """The prophecies."""
        return [{("n", kind, -1, r): ONE} for r in range(self._registers[0])]

    def along(self, kind: int, part: Part, values: Rows, y: Rows, to: Rows) -> tuple[Rows, Row]:
        """What is required of a part, from values and y at its start to y at its end.

        Returns:
            The values at its end, and the gain.
        """
        low, high = part
        unit, gain = Fraction(kind == BASE), Row()
        for p in range(low, high):
            branch = self._branches[p]
            after = to if p + 1 == high else self.unknown(kind, p + 1)
            rest = self._multiplied(kind, p, y, after)
            gain = _sum(gain, _times(rest.pop("q", {}), -self._letters[p].difference))
            rates = {f"n{i}": draw for i, draw in enumerate(branch.draws)}
            for name, row in rest.items():
                if name in rates:
                    two, rate = rates[name][0] == "laplace", rates[name][1]
                    self._duals.require(_times(row, -1), -rate * unit)
                    if two:
                        self._duals.require(row, -rate * unit)
                else:
                    self._duals.require(row, Fraction(0), equal=True)
            self._after[kind, p] = after
            values, y = self._taken(kind, p, values), after
        if low == high:
            for one, other in zip(y, to, strict=True):
                self._duals.require(_sum(one, _times(other, -1)), Fraction(0), equal=True)
        return values, gain

    def _multiplied(self, kind: int, p: int, y: Rows, after: Rows) -> dict[str, Row]:
        """By name the coefficient of multipliers times forms, and what y leaves."""
        branch = self._branches[p]
        forms: list[tuple[Row, Form]] = []
        for i, form in enumerate([*branch.guards, *branch.equations, *branch.released]):
            forms.append(({("w", kind, p, i): ONE}, form))
            if i < len(branch.guards):
                self._duals.bounds["w", kind, p, i] = Fraction(0), None
        forms += zip(after, branch.updates, strict=True)
        forms += [(row, {str(r): -ONE}) for r, row in enumerate(y)]
        found: dict[str, Row] = {}
        for row, form in forms:
            for name, c in form.items():
                if name:
                    found[name] = _sum(found.get(name, {}), _times(row, c))
        return found

    def _taken(self, kind: int, p: int, values: Rows) -> Rows:
        """The branch is taken: guards are above 0, and with turns do not fall; values after it."""
        branch, base = self._branches[p], kind == BASE
        known: dict[str, Row] = {str(r): row for r, row in enumerate(values)}
        known |= {f"n{i}": {("n", kind, p, i): ONE} for i in range(len(branch.draws))}
        known |= {"q": {("q", kind, p): ONE}, "": {"": ONE} if base else {}}
        inside = [_put(form, known) for form in branch.guards]
        inside += [known[f"n{i}"] for i, (two, _) in enumerate(branch.draws) if two != "laplace"]
        for row in inside:
            _require(self._witness, _sum(row, {SLACK: -ONE} if base else {}), Fraction(0))
        for form in branch.equations:
            _require(self._witness, _put(form, known), Fraction(0), equal=True)
        return [_put(form, known) for form in branch.updates]

    def equate(self, values: Rows, others: Rows) -> None:
        """The registers have the same values."""
        for row in _plus(values, others, -1):
            _require(self._witness, row, Fraction(0), equal=True)

    def confine(self, gains: tuple[Row, Row]) -> None:
        """Multipliers, which may be made smaller, are at most 1; gains are not negative."""
        for gain in gains:
            self._duals.require(gain, Fraction(0))
        for name in {name for row, _, _ in self._duals.rows for name in row}:
            low, _ = self._duals.bounds.get(name, (-ONE, ONE))
            self._duals.bounds[name] = low, ONE

    def solved(self, gain: Row) -> bool:
        """Whether there is a gain, the greatest one, and a witness."""
        duals = self._duals.least(_times(gain, -1))
        if duals is None:
            return False
        self._found = duals
        if self.number(gain) <= 0:
            return False
        self._witness.bounds[SLACK] = LEAST_SLACK, ONE
        witness = self._witness.least({SLACK: -ONE})
        if witness is None:
            return False
        self._found = duals | witness
        return True

    def number(self, row: Row) -> Fraction:
        """Its value in the solutions."""
        return sum((c * self._found.get(v, Fraction(0)) for v, c in row.items()), Fraction(0))

    def values(self, rows: Iterable[Row]) -> list[Json]:
        """Their values, as they stand in certificates."""
        return [str(self.number(row)) for row in rows]

    def listed(self, kind: int, part: Part) -> list[dict[str, Json]]:
        """The numbers at positions."""
        found: list[dict[str, Json]] = []
        for p in range(*part):
            branch = self._branches[p]
            forms = [*branch.guards, *branch.equations, *branch.released]
            found.append(
                {
                    "answer": str(self.number({("q", kind, p): ONE})),
                    "draws": self.values(
                        {("n", kind, p, i): ONE} for i in range(len(branch.draws))
                    ),
                    "multipliers": self.values(
                        {("w", kind, p, i): ONE} for i in range(len(forms))
                    ),
                    "registers": self.values(self._after[kind, p]),
                }
            )
        return found

    def json(self, part: Part) -> dict[str, Json]:
        """The run, without what a loop adds to it."""
        chosen: list[dict[str, Json]] = [
            {"step": at.step, "branch": at.branch, "difference": at.word} for at in self._letters
        ]
        numbers = self.listed(BASE, part)
        listed: list[Json] = [a | b for a, b in zip(chosen, numbers, strict=True)]
        prophecies = self.values(self.foretold(BASE))
        return {"mode": self._mode, "prophecies": prophecies, "run": listed}


def _require(programme: Programme, row: Row, least: Fraction, *, equal: bool = False) -> None:
    rest = {v: c for v, c in row.items() if v != "" and c}
    programme.require(rest, least - row.get("", Fraction(0)), equal=equal)


def _put(form: Form, known: dict[str, Row]) -> Row:
    return _sum(*(_times(known[name], c) for name, c in form.items()))


def _sum(*rows: Row) -> Row:
    found = Row()
    for row in rows:
        for v, c in row.items():
            found[v] = found.get(v, Fraction(0)) + c
    return found


def _times(row: Row, factor: Fraction | int) -> Row:
    return {v: c * factor for v, c in row.items()}


def _plus(rows: Rows, others: Rows, factor: int = 1) -> Rows:
    return [_sum(a, _times(b, factor)) for a, b in zip(rows, others, strict=True)]
