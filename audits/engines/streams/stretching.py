"""Runs on answers that grow: multipliers that show how much noise they need, and a witness.

Both are solutions of linear programs, which floating point solves and which are then rounded to
rationals of small denominators; the kernel checks them exactly.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from audits.engines.streams.moving import Run
from audits.verdict import Json
from reference.probability.automaton import Automaton, Branch, Form

Row: TypeAlias = dict[Hashable, Fraction]
ROUND = 840
"""The largest denominator of a solution."""


@dataclass
class Programme:
    """Rows >= or = numbers, and variables that are free unless they have a bound."""

    rows: list[tuple[Row, Fraction, bool]] = field(default_factory=list)
    bounds: dict[Hashable, tuple[Fraction | None, Fraction | None]] = field(default_factory=dict)

    def require(self, row: Row, at_least: Fraction, *, equal: bool = False) -> None:
        """The row is at least, or equal to, a number."""
        self.rows.append((row, at_least, equal))

    def least(self, cost: Row) -> dict[Hashable, Fraction] | None:
        """A solution of the least cost and, of these, one of small numbers; rounded."""
        from scipy.optimize import linprog

        names = {name: None for row, _, _ in self.rows for name in row} | dict.fromkeys(cost)
        free = [*names]
        place = {name: i for i, name in enumerate(free)}
        n = len(free)
        if not n:
            return {}
        above = [(row, c) for row, c, equal in self.rows if not equal]
        level = [(row, c) for row, c, equal in self.rows if equal]
        size = [({v: Fraction(1), ("abs", v): Fraction(1)}, Fraction(0)) for v in free]
        size += [({v: Fraction(-1), ("abs", v): Fraction(1)}, Fraction(0)) for v in free]
        place |= {("abs", v): n + i for i, v in enumerate(free)}
        weights = [0.0] * n + [1e-5] * n
        for name, c in cost.items():
            weights[place[name]] += float(c)
        found = linprog(
            weights,
            A_ub=_matrix([row for row, _ in above + size], place, -1),
            b_ub=[-float(c) for _, c in above + size],
            A_eq=_matrix([row for row, _ in level], place) or None,
            b_eq=[float(c) for _, c in level] or None,
            bounds=[
                *(_ends(*self.bounds.get(name, (None, None))) for name in free),
                *((None, None) for _ in free),
            ],
            method="highs-ds",
        )
        if found.status != 0 or found.x is None:
            return None
        solution = found.x
        return {v: Fraction(float(solution[place[v]])).limit_denominator(ROUND) for v in free}


def _ends(low: Fraction | None, high: Fraction | None) -> tuple[float | None, float | None]:
    return (None if low is None else float(low)), (None if high is None else float(high))


def _matrix(rows: list[Row], place: dict[Hashable, int], sign: int = 1) -> list[list[float]]:
    found = [[0.0] * len(place) for _ in rows]
    for line, row in zip(found, rows, strict=True):
        for v, c in row.items():
            line[place[v]] = float(sign * c)
    return found


def branches_of(automaton: Automaton, run: Run) -> list[Branch]:
    """The branches of a run."""
    here, found = 0, []
    for letter in run[1]:
        found.append(automaton.states[here].steps[letter.step].branches[letter.branch])
        here = found[-1].to
    return found


@dataclass(frozen=True, slots=True)
class Stretched:
    """What the kernel reads of a run that grows, and what it needs."""

    gain: Fraction
    fields: dict[str, Json]


Loop: TypeAlias = tuple[int, int]


def stretched(
    automaton: Automaton, run: Run, size: Fraction, loop: Loop | None = None
) -> Stretched | None:
    """The greatest gain of a run, or of a section that is repeated, if a witness is found."""
    branches = branches_of(automaton, run)
    duals = _multipliers(automaton, branches, run, loop)
    if duals is None:
        return None
    where = range(len(run[1])) if loop is None else range(*loop)
    gain = sum(
        (run[1][p].difference * -_of_answer(branches[p], p, duals) for p in where), Fraction(0)
    )
    if gain <= 0:
        return None
    first = _witness(automaton, branches, run, loop, grows=False)
    growth = _witness(automaton, branches, run, loop, grows=True)
    if first is None or growth is None:
        return None
    zero = Fraction(0)

    def pair(name: Hashable) -> Json:
        return [str(first.get(name, zero)), str(growth.get(name, zero) * size)]

    listed: list[Json] = []
    for p, (letter, branch) in enumerate(zip(run[1], branches, strict=True)):
        forms = [*branch.guards, *branch.equations, *branch.released]
        listed.append(
            {
                "step": letter.step,
                "branch": letter.branch,
                "difference": letter.word,
                "answer": str(first.get(("q", p), zero)),
                "draws": [pair(("n", p, i)) for i in range(len(branch.draws))],
                "multipliers": [str(duals.get(("w", p, i), zero)) for i in range(len(forms))],
                "registers": [
                    str(duals.get(("y", p + 1, i), zero)) for i in range(len(branch.updates))
                ],
            }
        )
    fields: dict[str, Json] = {
        "mode": run[0],
        "prophecies": [pair(("n", -1, i)) for i in range(automaton.prophecies)],
        "run": listed,
        "loop": None if loop is None else [*loop],
    }
    return Stretched(gain * size, fields)


def _sums(branch: Branch, p: int, *, last: bool) -> dict[str, Row]:
    """By name the coefficient of multipliers times forms, as a row of the dual variables."""
    found: dict[str, Row] = {}
    forms: list[tuple[Hashable, Form]] = [
        (("w", p, i), form)
        for i, form in enumerate([*branch.guards, *branch.equations, *branch.released])
    ]
    if not last:
        forms += [(("y", p + 1, i), form) for i, form in enumerate(branch.updates)]
    for variable, form in forms:
        for name, c in form.items():
            if name:
                found.setdefault(name, {})[variable] = c
    return found


def _of_answer(branch: Branch, p: int, duals: dict[Hashable, Fraction]) -> Fraction:
    row = _sums(branch, p, last=False).get("q", {})
    return sum((c * duals.get(v, Fraction(0)) for v, c in row.items()), Fraction(0))


def _multipliers(
    automaton: Automaton, branches: list[Branch], run: Run, loop: Loop | None
) -> dict[Hashable, Fraction] | None:
    programme, cost = Programme(), Row()
    registers = automaton.prophecies
    for p, branch in enumerate(branches):
        rows = _sums(branch, p, last=p + 1 == len(branches))
        for i in range(len(branch.guards)):
            programme.bounds["w", p, i] = Fraction(0), None
        for i in range(registers):
            row = dict(rows.get(str(i), {}))
            if p:
                row["y", p, i] = Fraction(-1)
            programme.require(row, Fraction(0), equal=True)
        for i, (kind, rate) in enumerate(branch.draws):
            row = rows.get(f"n{i}", {})
            programme.require({v: -c for v, c in row.items()}, -rate)
            if kind == "laplace":
                programme.require(row, -rate)
        if loop is None or p in range(*loop):
            for variable, c in rows.get("q", {}).items():
                cost[variable] = cost.get(variable, Fraction(0)) + c * run[1][p].difference
        registers = len(branch.updates)
    if loop is not None:
        i, j = loop
        for r in range(len(branches[j - 1].updates)):
            row = {("y", j, r): Fraction(1)} if j < len(branches) else {}
            if i:
                row["y", i, r] = Fraction(-1)
            programme.require(row, Fraction(0), equal=True)
    return programme.least(cost)


def _witness(
    automaton: Automaton, branches: list[Branch], run: Run, loop: Loop | None, *, grows: bool
) -> dict[Hashable, Fraction] | None:
    """Answers and draws that keep every guard: at t = 0 strictly, or how they grow with t."""
    programme = Programme()
    # registers as rows of the variables; "" is the constant
    values: list[Row] = [{("n", -1, i): Fraction(1)} for i in range(automaton.prophecies)]
    marks = [values]
    slack = Fraction(0 if grows else 1)
    for p, branch in enumerate(branches):
        known: dict[str, Row] = {str(i): row for i, row in enumerate(values)}
        known |= {f"n{i}": {("n", p, i): Fraction(1)} for i in range(len(branch.draws))}
        known["q"] = {"": Fraction(run[1][p].difference)} if grows else {("q", p): Fraction(1)}
        known[""] = {} if grows else {"": Fraction(1)}
        for form in branch.guards:
            _require(programme, _put(form, known), slack)
        for form in branch.equations:
            _require(programme, _put(form, known), Fraction(0), equal=True)
        for form in branch.released if grows else ():
            _require(programme, _put(form, known), Fraction(0), equal=True)
        for i, (kind, _) in enumerate(branch.draws):
            if kind == "exponential":
                _require(programme, {("n", p, i): Fraction(1)}, slack)
        values = [_put(form, known) for form in branch.updates]
        marks.append(values)
    if loop is not None:
        for one, other in zip(marks[loop[0]], marks[loop[1]], strict=True):
            row = dict(one)
            for v, c in other.items():
                row[v] = row.get(v, Fraction(0)) - c
            _require(programme, row, Fraction(0), equal=True)
    return programme.least({})


def _require(programme: Programme, row: Row, least: Fraction, *, equal: bool = False) -> None:
    rest = {v: c for v, c in row.items() if v != "" and c}
    programme.require(rest, least - row.get("", Fraction(0)), equal=equal)


def _put(form: Form, known: dict[str, Row]) -> Row:
    found = Row()
    for name, c in form.items():
        for v, d in known[name].items():
            found[v] = found.get(v, Fraction(0)) + c * d
    return found
