"""The second checker of streams: the least price of each short run, exact, by all vertices.

To move a run costs the least sum of rates times shifts that its guards allow.  It bounds the loss
of the run from above, and (answers that grow) is attained: so both kinds are judged by one number.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
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


class Run(NamedTuple):
    """What moving a run must keep: what may not fall, what may not move, and the prices."""

    state: int
    mode: str
    registers: list[Linear]
    kept: list[Linear]
    fixed: list[Linear]
    rates: list[Fraction]


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
    """All runs of an automaton without prophecies, of at most so many steps."""
    todo = [Run(0, "", [], [], [], [])]
    size = Fraction(str(member(certificate, "sensitivity")))
    for _ in range(length):
        todo = [after for run in todo for after in steps(certificate, run, size)]
        yield from todo


def steps(certificate: Json, run: Run, size: Fraction) -> Iterator[Run]:
    """Each branch after a run, with each difference of the answer."""
    states = list_of(member(member(certificate, "automaton"), "states"))
    for step in list_of(member(states[run.state], "steps")):
        words = WORDS[str(member(certificate, "adjacency"))][run.mode]
        for d, mode in words if member(step, "reads") else [(0, run.mode)]:
            for branch in list_of(member(step, "branches")):
                draws = [Fraction(str(list_of(x)[1])) for x in list_of(member(branch, "draws"))]
                assert all(list_of(x)[0] == "laplace" for x in list_of(member(branch, "draws")))
                by: dict[str, Linear] = {"q": {"": d * size}}
                by |= {str(i): form for i, form in enumerate(run.registers)}
                by |= {f"n{i}": {str(len(run.rates) + i): Fraction(1)} for i in range(len(draws))}
                kept = [put(form, by) for form in list_of(member(branch, "guards"))]
                fixed = [
                    put(form, by)
                    for key in ("equations", "released")
                    for form in list_of(member(branch, key))
                ]
                after = [put(form, by) for form in list_of(member(branch, "updates"))]
                to = member(branch, "to")
                assert isinstance(to, int)
                rates = run.rates + draws
                yield Run(to, mode, after, run.kept + kept, run.fixed + fixed, rates)


def solved(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The only solution of as many equations as unknowns, if there is just one."""
    rows, n = [[*row] for row in rows], len(rows)
    for i in range(n):
        at = next((k for k in range(i, n) if rows[k][i]), None)
        if at is None:
            return None
        rows[i], rows[at] = rows[at], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def least_price(run: Run) -> Fraction | None:
    """The least over all vertices of the shifts that are allowed; None if none is."""
    n = len(run.rates)
    planes = run.kept + run.fixed + [{str(i): Fraction(1)} for i in range(n)]
    zero, best = Fraction(0), None
    rows = [[*(p.get(str(i), zero) for i in range(n)), -p.get("", zero)] for p in planes]
    for chosen in combinations(rows, n):
        found = solved([*chosen])
        if found is not None:
            at = {"": Fraction(1)} | {str(i): h for i, h in enumerate(found)}
            kept = [sum((c * at[k] for k, c in form.items()), zero) for form in run.kept]
            fixed = [sum((c * at[k] for k, c in form.items()), zero) for form in run.fixed]
            price = sum((r * abs(h) for r, h in zip(run.rates, found, strict=True)), zero)
            if min(kept, default=zero) >= 0 and not any(fixed) and (best is None or price < best):
                best = price
    return best


def worst(certificate: Json, length: int) -> Fraction | None:
    """The greatest of the least prices of all runs of so many steps; None if one has none."""
    prices = [least_price(run) for run in runs(certificate, length)]
    found = [price for price in prices if price is not None]
    return max(found, default=Fraction(0)) if len(found) == len(prices) else None


def price_along(certificate: Json) -> Fraction | None:
    """The least price of the run that a certificate names, where all answers may change."""
    assert member(certificate, "adjacency") == "all"
    size, run = Fraction(str(member(certificate, "sensitivity"))), Run(0, "", [], [], [], [])
    for item in list_of(member(certificate, "run")):
        states = list_of(member(member(certificate, "automaton"), "states"))
        sizes = [
            (len(list_of(member(step, "branches"))), 2 if member(step, "reads") else 1)
            for step in list_of(member(states[run.state], "steps"))
        ]
        step, branch, d = (member(item, key) for key in ("step", "branch", "difference"))
        assert isinstance(step, int)
        assert isinstance(branch, int)
        assert isinstance(d, int)
        before = sum(count * words for count, words in sizes[:step])
        run = [*steps(certificate, run, size)][before + d * sizes[step][0] + branch]
    return least_price(run)
