"""One row for each node, by a linear programme: the least loss if the past alone tells the shifts.

Unknown are the shifts of the registers at each node, those of the draws at each letter, and what
is due from each node on.  Floating point solves it, and its shifts are rounded; what is due for
them is then found exactly, as a longest path.  The programme grows with the automaton, whatever
the number of its registers.

A node is a place; or a place and the *drift* of each register, which is how far it would have
moved if no draw had: then shifts may depend on the differences that made it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

from audits.engines.solvers import Sparse, linear_minimum
from audits.engines.streams.moving import (
    Demands,
    Letter,
    Number,
    Shift,
    Shifts,
    Where,
    coefficients,
    moved,
    price_of,
)
from audits.engines.streams.writing import Means, Moved, Node, Row, written
from reference.probability.automaton import Branch, Form

Name: TypeAlias = tuple[str, int, int]
"""An unknown: of what kind, of which node or edge, and which one."""

Terms: TypeAlias = dict[Name, float]

MOST_EDGES, MOST_DRIFTING = 60_000, 10_000
"""Of a graph without drifts, and of one with them."""

FURTHEST = 2
"""Drifts beyond it are not followed."""

ROUND = 840
"""The largest denominator of a shift."""

CONSTANT, LOSS = ("constant", 0, 0), ("loss", 0, 0)
CLOSE = 1e-9
ZERO = Fraction(0)


def one_row(shifts: Shifts, size: Fraction) -> Moved | None:
    """The least loss with one row for each node, if there is one."""
    plain, drifting = _Graph(shifts, drifts=False), _Graph(shifts, drifts=True)
    found = plain.moved(size)
    if len(drifting.nodes) > len(plain.nodes):
        other = drifting.moved(size)
        if other is not None and (found is None or other.loss < found.loss):
            return other
    return found


class _At(NamedTuple):
    where: Where
    drifts: Shift


class _Edge(NamedTuple):
    node: int
    letter: Letter
    branch: Branch
    to: int


class _Graph:
    """Nodes, of which the first ones are the starts, and what leads from one to another."""

    def __init__(self, shifts: Shifts, *, drifts: bool) -> None:
        self._shifts = shifts
        begun = (ZERO,) * (shifts.automaton.prophecies if drifts else 0)
        self._starts = range(len(shifts.starts))
        self.nodes = [_At((0, mode), begun) for mode in shifts.starts]
        self._edges: list[_Edge] = []
        self._large = False
        numbers = {node: n for n, node in enumerate(self.nodes)}
        for n, node in enumerate(self.nodes):  # it grows
            for letter, branch, where in shifts.possible(node.where):
                to = _At(where, _drifts(branch, letter, node.drifts) if drifts else ())
                if to not in numbers:
                    numbers[to] = len(self.nodes)
                    self.nodes.append(to)
                self._edges.append(_Edge(n, letter, branch, numbers[to]))
            if len(self._edges) > (MOST_DRIFTING if drifts else MOST_EDGES):
                self._large = True
                break

    def moved(self, size: Fraction) -> Moved | None:
        """The proof, if there is a solution, and it is still one when it is rounded.

        None if not, or if a number is too large for floating point.
        """
        try:
            solution = None if self._large else self._solved()
        except OverflowError:
            return None
        if solution is None:
            return None
        kept = [
            tuple(solution.get(("register", n, i), ZERO) for i in range(self._registers(n)))
            for n in range(len(self.nodes))
        ]
        means, prices = dict[tuple[int, Letter], Means](), list[Fraction]()
        for e, (n, letter, branch, to) in enumerate(self._edges):
            draws = tuple(
                solution.get(("up", e, i), ZERO) - solution.get(("down", e, i), ZERO)
                for i in range(len(branch.draws))
            )
            if Demands.of(branch).after(letter.difference, kept[n], draws) != kept[to]:
                return None
            prices.append(price_of(branch, draws))
            means[n, letter] = Means(to, [(0, draws)])
        due = self._due(prices)
        if due is None:
            return None
        loss = max(due[n] for n in self._starts)
        nodes = [Node(at.where, [Row(kept[n], loss - due[n])]) for n, at in enumerate(self.nodes)]
        return written(self._shifts, self._starts, nodes, lambda *at: means[at], size)

    def _registers(self, n: int) -> int:
        place, _ = self.nodes[n].where
        states = self._shifts.automaton.states
        return states[self._shifts.places.listed[place].state].registers

    def _due(self, prices: list[Fraction]) -> list[Fraction] | None:
        """The price of the dearest way from each node; None if there is a cycle with a price."""
        due = [ZERO] * len(self.nodes)
        for _ in range(len(due) + 1):
            before = [*due]
            for (n, _, _, to), price in zip(reversed(self._edges), reversed(prices), strict=True):
                due[n] = max(due[n], price + due[to])
            if due == before:
                return due
        return None

    def _solved(self) -> dict[Name, Fraction] | None:
        """Shifts of the least loss and, of these, of the least sum of prices; rounded."""
        least: list[Terms] = [{LOSS: 1, ("due", n, 0): -1} for n in self._starts]
        equal: list[Terms] = []
        prices: Terms = {}
        for e, (n, _, branch, to) in enumerate(self._edges):
            paid: Terms = {("due", to, 0): -1}
            paid[("due", n, 0)] = paid.get(("due", n, 0), 0) + 1
            for i, (kind, rate) in enumerate(branch.draws):
                for side in ("up", "down") if kind == "laplace" else ("up",):
                    paid[side, e, i] = -float(rate)
                    prices[side, e, i] = float(rate)
            least += [paid, *(self._moved(form, e) for form in branch.guards)]
            equal += [self._moved(form, e) for form in (*branch.equations, *branch.released)]
            for i, form in enumerate(branch.updates):
                after = self._moved(form, e)
                after["register", to, i] = after.get(("register", to, i), 0) - 1
                equal.append(after)
        first = _minimum({LOSS: 1}, least, equal)
        if first is None:
            return None
        cap: Terms = {LOSS: -1, CONSTANT: first[LOSS] + CLOSE}
        found = _minimum(prices, [*least, cap], equal) or first
        return {name: Fraction(x).limit_denominator(ROUND) for name, x in found.items()}

    def _moved(self, form: Form, e: int) -> Terms:
        n, letter, branch, _ = self._edges[e]
        found: Terms = {}
        for name, c in form.items():
            if name == "q":
                found[CONSTANT] = float(c) * letter.difference
            elif name[:1] == "n":
                i = int(name[1:])
                found["up", e, i] = float(c)
                if branch.draws[i][0] == "laplace":
                    found["down", e, i] = -float(c)
            elif name:
                found["register", n, int(name)] = float(c)
        return found


def _drifts(branch: Branch, letter: Letter, before: Shift) -> Shift:
    """How far registers would have moved if no draw had."""
    by: dict[str, Number] = {str(i): t for i, t in enumerate(before)}
    by["q"] = letter.difference
    by |= {f"n{i}": 0 for i in range(len(branch.draws))}
    found = (moved(coefficients(form), by) for form in branch.updates)
    return tuple(t if -FURTHEST <= t <= FURTHEST else ZERO for t in found)


def _minimum(cost: Terms, least: list[Terms], equal: list[Terms]) -> Terms | None:
    """Unknowns, of which only those of registers may be negative, so that terms are >= or = 0."""
    names = dict.fromkeys(name for row in (cost, *least, *equal) for name in row)
    names.pop(CONSTANT, None)
    column = {name: i for i, name in enumerate(names)}

    def matrix(rows: list[Terms], sign: int) -> tuple[Sparse, list[float]] | tuple[None, None]:
        if not rows:
            return None, None
        cells = [
            (i, column[name], sign * c)
            for i, row in enumerate(rows)
            for name, c in row.items()
            if name in column
        ]
        lines, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
        sparse = Sparse(values, lines, columns, (len(rows), len(column)))
        return sparse, [-sign * row.get(CONSTANT, 0) for row in rows]

    found = linear_minimum(
        [cost.get(name, 0) for name in names],
        matrix(least, -1),
        matrix(equal, 1),
        [(None if name[0] == "register" else 0, None) for name in names],
    )
    if found is None:
        return None
    return {name: float(x) for name, x in zip(names, found[1], strict=True)}
