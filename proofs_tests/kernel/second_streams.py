"""The second checker of streams: the least price of each short run, exact, by a linear programme.

To move a run costs the least sum of rates times shifts that its guards allow.  It bounds the loss
of the run from above, and (answers that grow) is attained: so both kinds are judged by one number.
Loops are unrolled, so many turns of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from proofs_tests.kernel.second_checker import Json, list_of

Linear = dict[str, Fraction]  # in shifts of draws "0", "1", ...; "" is the constant
WORDS = {
    "all": {"": [(-1, ""), (1, "")]},
    "one": {"": [(-1, "x"), (0, ""), (1, "x")], "x": [(0, "x")]},
    "monotone": {
        "": [(-1, "-"), (0, ""), (1, "+")],
        "-": [(-1, "-"), (0, "-")],
        "+": [(0, "+"), (1, "+")],
    },
}
MODES = {"all": "", "none": "", "up": "+", "down": "-"}


class Run(NamedTuple):
    """What moving a run must keep: what may not fall, what may not move, and the prices."""

    state: int
    mode: str
    registers: list[Linear]
    kept: list[Linear]
    fixed: list[Linear]
    rates: list[Fraction]
    """Of shifts "0", "1", ...; prophecies "p0", "p1", ... cost nothing."""
    gained: tuple[Fraction, ...] = ()
    """By how much the answer moves, at each step."""


def member(value: Json, key: str) -> Json:
    """A member of an object."""
    assert isinstance(value, dict)
    return value[key]


def put(of: Json, by: dict[str, Linear]) -> Linear:
    """How a form moves; its constant does not."""
    assert isinstance(of, dict)
    found: Linear = {}
    for name, c in of.items():
        for key, k in by.get(name, {}).items():
            found[key] = found.get(key, Fraction(0)) + Fraction(str(c)) * k
    return found


def runs(certificate: Json, length: int) -> Iterator[Run]:
    """All runs of an automaton, of at most so many steps."""
    todo = [begun(certificate)]
    for _ in range(length):
        todo = [after for run in todo for after in steps(certificate, run)]
        yield from todo


def begun(certificate: Json) -> Run:
    """Nothing has happened; prophecies move as they like.  Runs that are named begin in a mode."""
    first = member(list_of(member(member(certificate, "automaton"), "states"))[0], "registers")
    assert isinstance(first, int)
    mode = MODES[str(member(certificate, "mode"))] if "mode" in keys(certificate) else ""
    return Run(0, mode, [{f"p{i}": Fraction(1)} for i in range(first)], [], [], [])


def steps(certificate: Json, run: Run) -> Iterator[Run]:
    """Each branch after a run, with each difference of the answer."""
    size = Fraction(str(member(certificate, "sensitivity")))
    states = list_of(member(member(certificate, "automaton"), "states"))
    for step in list_of(member(states[run.state], "steps")):
        words = WORDS[str(member(certificate, "adjacency"))][run.mode]
        for d, mode in words if member(step, "reads") else [(0, run.mode)]:
            for branch in list_of(member(step, "branches")):
                noise = [list_of(x) for x in list_of(member(branch, "draws"))]
                draws = [Fraction(str(rate)) for _, rate in noise]
                up = [{str(len(run.rates) + i): Fraction(1)} for i in range(len(draws))]
                by: dict[str, Linear] = {"q": {"": d * size}}
                by |= {str(i): form for i, form in enumerate(run.registers)}
                by |= {f"n{i}": form for i, form in enumerate(up)}
                kept = [put(form, by) for form in list_of(member(branch, "guards"))]
                kept += [h for h, (kind, _) in zip(up, noise, strict=True) if kind != "laplace"]
                fixed = [
                    put(form, by)
                    for key in ("equations", "released")
                    for form in list_of(member(branch, key))
                ]
                after = [put(form, by) for form in list_of(member(branch, "updates"))]
                to = member(branch, "to")
                assert isinstance(to, int)
                rates = run.rates + draws
                gained = (*run.gained, d * size)
                yield Run(to, mode, after, run.kept + kept, run.fixed + fixed, rates, gained)


def least_price(run: Run) -> Fraction | None:
    """The least sum of rates times sizes of shifts that are allowed; None if none is."""
    names = sorted(
        {*map(str, range(len(run.rates)))} | {k for f in run.kept + run.fixed for k in f}
    )
    names = [name for name in names if name]
    columns = [(name, sign) for name in names for sign in (1, -1)]
    costs = [run.rates[int(name)] if name.isdecimal() else Fraction(0) for name, _ in columns]
    rows, zero = list[list[Fraction]](), Fraction(0)
    for i, form in enumerate(run.kept + run.fixed):
        slack = [Fraction(-(i == k)) for k in range(len(run.kept))]
        row = [*(sign * form.get(name, zero) for name, sign in columns), *slack]
        row.append(-form.get("", zero))
        rows.append([-x for x in row] if row[-1] < 0 else row)
    return minimum(rows, costs + [zero] * len(run.kept))


def minimum(rows: list[list[Fraction]], costs: list[Fraction]) -> Fraction | None:
    """The least cost of x >= 0 with rows x = their last numbers, which are >= 0; None if none.

    The simplex method in two phases; of the columns and rows that do, always the first, so that
    it ends.  Costs are not negative.
    """
    n, m = len(costs), len(rows)
    one = [[Fraction(i == k) for k in range(m)] for i in range(m)]
    table = [[*row[:n], *unit, row[n]] for row, unit in zip(rows, one, strict=True)]
    basis, zero = [*range(n, n + m)], Fraction(0)
    if improved(table, basis, [zero] * n + [Fraction(1)] * m, n + m):
        return None
    for i in range(m):
        enters = next((j for j in range(n) if table[i][j]), None) if basis[i] >= n else None
        if enters is not None:
            pivot(table, i, enters)
            basis[i] = enters
    return improved(table, basis, costs + [zero] * m, n)


def improved(
    table: list[list[Fraction]], basis: list[int], costs: list[Fraction], columns: int
) -> Fraction:
    """Pivots, until no column makes the cost less; the cost."""
    while True:
        paid = [costs[b] for b in basis]
        for j in range(columns):
            column = [row[j] for row in table]
            if costs[j] < sum((c * x for c, x in zip(paid, column, strict=True)), Fraction(0)):
                _, _, at = min(
                    (row[-1] / row[j], basis[i], i) for i, row in enumerate(table) if row[j] > 0
                )
                pivot(table, at, j)
                basis[at] = j
                break
        else:
            return sum((c * row[-1] for c, row in zip(paid, table, strict=True)), Fraction(0))


def pivot(table: list[list[Fraction]], at: int, column: int) -> None:
    """A row gets 1 in a column, all others 0."""
    table[at] = [x / table[at][column] for x in table[at]]
    for i, row in enumerate(table):
        if i != at and row[column]:
            table[i] = [x - row[column] * y for x, y in zip(row, table[at], strict=True)]


def worst(certificate: Json, length: int) -> Fraction | None:
    """The greatest of the least prices of all runs of so many steps; None if one has none."""
    prices = [least_price(run) for run in runs(certificate, length)]
    found = [price for price in prices if price is not None]
    return max(found, default=Fraction(0)) if len(found) == len(prices) else None


def unrolled(certificate: Json, turns: int) -> list[Json]:
    """The positions of a run, with their numbers, when each loop is repeated so many times."""
    run, growth = list_of(member(certificate, "run")), member(certificate, "turns")
    if growth is None:
        return run
    grown = list_of(member(growth, "grown"))
    found: list[Json] = []
    at = 0
    for loop in list_of(member(growth, "loops")):
        i, j = member(loop, "from"), member(loop, "to")
        assert isinstance(i, int)
        assert isinstance(j, int)
        found += [plus(run[p], [(turns, grown[p])]) for p in range(at, i)]
        for k in range(turns):
            for p in range(i, j):
                ahead = list_of(member(loop, "ahead"))[p - i]
                found.append(plus(run[p], [(k, grown[p]), (turns - 1 - k, ahead)]))
        at = j
    return found + [plus(run[p], [(turns, grown[p])]) for p in range(at, len(run))]


def plus(value: Json, others: list[tuple[int, Json]]) -> Json:
    """Numbers and so many times those in the same places of others."""
    if isinstance(value, dict):
        return {
            key: plus(part, [(k, member(other, key)) for k, other in others if key in keys(other)])
            for key, part in value.items()
        }
    if isinstance(value, list):
        listed = [(k, list_of(other)) for k, other in others]
        return [plus(part, [(k, o[i]) for k, o in listed]) for i, part in enumerate(value)]
    if isinstance(value, str):
        return str(Fraction(value) + sum(k * Fraction(str(other)) for k, other in others))
    return value


def keys(value: Json) -> list[str]:
    """Those of an object."""
    assert isinstance(value, dict)
    return [*value]


def finite(certificate: Json, turns: int) -> dict[str, Json]:
    """What the certificate says of so many turns of each loop: a run, and what it needs."""
    growth = member(certificate, "turns")
    assert isinstance(certificate, dict)
    first = list_of(member(certificate, "prophecies"))
    later = [(turns, member(growth, "prophecies"))] if growth is not None else []
    run = unrolled(certificate, turns)
    changed = {"run": run, "turns": None, "prophecies": plus(first, later)}
    return certificate | changed | {"loss": str(gain(certificate, run))}


def gain(certificate: Json, run: list[Json]) -> Fraction:
    """What multipliers leave of the answers, times what these move."""
    here, total = begun(certificate), Fraction(0)
    for position in run:
        branch = branch_of(certificate, here, position)
        forms = [f for key in FORMS for f in list_of(member(branch, key))]
        weights = [
            *list_of(member(position, "multipliers")),
            *list_of(member(position, "registers")),
        ]
        of_answer = [put(form, {"q": {"": Fraction(1)}}).get("", Fraction(0)) for form in forms]
        here = follow(certificate, here, position)
        b = sum(
            (Fraction(str(w)) * c for w, c in zip(weights, of_answer, strict=True)), Fraction(0)
        )
        total -= b * here.gained[-1]
    return total


FORMS = ("guards", "equations", "released", "updates")


def branch_of(certificate: Json, run: Run, position: Json) -> Json:
    """The branch that a position names."""
    here = list_of(member(member(certificate, "automaton"), "states"))[run.state]
    step, branch = member(position, "step"), member(position, "branch")
    assert isinstance(step, int)
    assert isinstance(branch, int)
    return list_of(member(list_of(member(here, "steps"))[step], "branches"))[branch]


def follow(certificate: Json, run: Run, position: Json) -> Run:
    """The run with one position more."""
    here = list_of(member(member(certificate, "automaton"), "states"))[run.state]
    words = WORDS[str(member(certificate, "adjacency"))][run.mode]
    sizes = [
        (len(list_of(member(step, "branches"))), len(words) if member(step, "reads") else 1)
        for step in list_of(member(here, "steps"))
    ]
    step, branch, d = (member(position, key) for key in ("step", "branch", "difference"))
    assert isinstance(step, int)
    assert isinstance(branch, int)
    assert isinstance(d, int)
    before = sum(count * words for count, words in sizes[:step])
    return [*steps(certificate, run)][before + d * sizes[step][0] + branch]


def price_along(certificate: Json, turns: int = 1) -> Fraction | None:
    """The least price of the run that a certificate names; None if it cannot be moved."""
    run = begun(certificate)
    for position in unrolled(certificate, turns):
        run = follow(certificate, run, position)
    return least_price(run)
