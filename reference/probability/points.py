"""Numbers on which a branch of a stream is taken: points of its guards, by exact arithmetic.

A branch is given by forms that are >= 0, or above 0.  A point inside, where every one is above 0,
is found by a linear program: t is made greatest such that each form is at least t, and t at most
1.  If there is none, no draw that has a density takes the branch; numbers without noise may take
it, at a point where some forms are 0.

The simplex method with Bland's rule ends, and its numbers are rational.

Notation: A x + c the forms, t the least of them.

>>> form = {"q": Fraction(1), "": Fraction(-3)}
>>> inside([form], ["q"])
{'q': Fraction(4, 1)}
>>> inside([form, {"q": Fraction(-1), "": Fraction(3)}], ["q"]) is None
True
>>> around([form, {"q": Fraction(-1), "": Fraction(3)}], [False, False], ["q"])
{'q': Fraction(3, 1)}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from reference.probability.automaton import Form

Point: TypeAlias = Mapping[str, Fraction]
"""What names stand for."""


def value_at(form: Form, point: Point) -> Fraction:
    """The value of a form; its constant has the name ""."""
    return sum((c * (point[name] if name else 1) for name, c in form.items()), Fraction(0))


def inside(forms: Sequence[Form], names: Sequence[str]) -> Point | None:
    """A point where all forms are above 0; None if there is none."""
    found = _raised(forms, [True] * len(forms), dict.fromkeys(names, Fraction(0)))
    return found if _least(forms, found) > 0 else None


def around(forms: Sequence[Form], strict: Sequence[bool], names: Sequence[str]) -> Point | None:
    """A point where all forms are at least 0, and some of them above; None if there is none."""
    start = _raised(forms, [True] * len(forms), dict.fromkeys(names, Fraction(0)))
    if _least(forms, start) < 0:
        return None
    found = _raised(forms, strict, start)
    above = [form for form, s in zip(forms, strict, strict=True) if s]
    return found if _least(above, found) > 0 else None


def towards(
    forms: Sequence[Form], strict: Sequence[bool], point: Point, target: Point
) -> tuple[Point, Fraction]:
    """A point of the branch on the way from one to a target, and how far it is: 1 if it is there.

    Half of the way that is left to the first form that would be below 0.
    """
    far = Fraction(1)
    for form, above in zip(forms, strict, strict=True):
        here, there = value_at(form, point), value_at(form, target)
        if there < 0 or (above and there == 0):
            far = min(far, here / (here - there) / 2)
    return {name: x + far * (target[name] - x) for name, x in point.items()}, far


def tightest(forms: Sequence[Form], strict: Sequence[bool]) -> tuple[list[Form], list[bool]]:
    """Of forms with one linear part, up to a factor, the least, and whether it is above 0."""
    kept: dict[tuple[tuple[str, Fraction], ...], tuple[Fraction, bool]] = {}
    for form, above in zip(forms, strict, strict=True):
        line = sorted((name, c) for name, c in form.items() if name and c)
        size = abs(line[0][1]) if line else Fraction(1)
        known = form.get("", Fraction(0)) / size, not above
        told = tuple((name, c / size) for name, c in line)
        kept[told] = min(kept.get(told, known), known)
    return [{**dict(line), "": c} for line, (c, _) in kept.items()], [
        not weak for _, weak in kept.values()
    ]


def _least(forms: Sequence[Form], point: Point) -> Fraction:
    """The least value; 1 if there is no form."""
    return min((value_at(form, point) for form in forms), default=Fraction(1))


def _raised(forms: Sequence[Form], strict: Sequence[bool], start: Point) -> Point:
    """A point where the least of the strict forms is greatest, up to 1; others are at least 0.

    Args:
        forms: linear forms.
        strict: which of them are made great; others are at least 0 where it starts.
        start: a point.
    """
    names = [*start]
    above = [form for form, s in zip(forms, strict, strict=True) if s]
    low = min(_least(above, start), Fraction(0))
    # x = start + u - w (1, ..., 1), t = low + v; columns u, w, v; rows A x + c >= t, and t <= 1
    rows: list[list[Fraction]] = []
    for form, s in zip(forms, strict, strict=True):
        slopes = [form.get(name, Fraction(0)) for name in names]
        rest = value_at(form, start) - (low if s else 0)
        rows.append([*(-a for a in slopes), sum(slopes, Fraction(0)), Fraction(s), rest])
    rows.append([*(Fraction(0) for _ in names), Fraction(0), Fraction(1), 1 - low])
    found = _greatest(rows)
    return {name: x + found[i] - found[len(names)] for i, (name, x) in enumerate(start.items())}


def _greatest(rows: list[list[Fraction]]) -> list[Fraction]:
    """Where the last variable is greatest, variables and slacks at least 0: rows x <= last column.

    The last column is at least 0.  The last variable is bounded, so that there is such a point.
    """
    count = len(rows[0]) - 1
    basis = [count + i for i in range(len(rows))]
    table = [
        [*row[:-1], *(Fraction(i == j) for j in range(len(rows))), row[-1]]
        for i, row in enumerate(rows)
    ]
    gain = [Fraction(j == count - 1) for j in range(count + len(rows))] + [Fraction(0)]
    while (enters := next((j for j, g in enumerate(gain[:-1]) if g > 0), None)) is not None:
        ratios = [
            (row[-1] / row[enters], basis[i], i) for i, row in enumerate(table) if row[enters] > 0
        ]
        leaves = min(ratios)[2]
        pivot = table[leaves][enters]
        table[leaves] = [a / pivot for a in table[leaves]]
        for row in [*table, gain]:
            factor = row[enters]
            if row is not table[leaves] and factor:
                row[:] = [a - factor * b for a, b in zip(row, table[leaves], strict=True)]
        basis[leaves] = enters
    found = dict(zip(basis, (row[-1] for row in table), strict=True))
    return [found.get(j, Fraction(0)) for j in range(count)]
