"""Linear programmes, which floating point solves; solutions are rounded to small denominators.

What is made of a solution is checked exactly, by the kernel.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from audits.engines.solvers import Sparse, linear_minimum

Row: TypeAlias = dict[Hashable, Fraction]
"""The coefficient of each variable."""

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
        """A solution of the least cost and, of these, one of small numbers; rounded.

        None if there is none, or a number is too large for floating point.
        """
        try:
            return self._least(cost)
        except OverflowError:
            return None

    def _least(self, cost: Row) -> dict[Hashable, Fraction] | None:
        """The same, of numbers that are not too large."""
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
        found = linear_minimum(
            weights,
            (
                _matrix([row for row, _ in above + size], place, -1),
                [-float(c) for _, c in above + size],
            ),
            (_matrix([row for row, _ in level], place), [float(c) for _, c in level] or None),
            [
                *(_ends(*self.bounds.get(name, (None, None))) for name in free),
                *((None, None) for _ in free),
            ],
        )
        if found is None:
            return None
        _, solution = found
        return {v: Fraction(float(solution[place[v]])).limit_denominator(ROUND) for v in free}


def _ends(low: Fraction | None, high: Fraction | None) -> tuple[float | None, float | None]:
    return (None if low is None else float(low)), (None if high is None else float(high))


def _matrix(rows: list[Row], place: dict[Hashable, int], sign: int = 1) -> Sparse | None:
    cells = [(i, place[v], float(sign * c)) for i, row in enumerate(rows) for v, c in row.items()]
    if not rows:
        return None
    lines, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
    return Sparse(values, lines, columns, (len(rows), len(place)))
