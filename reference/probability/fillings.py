"""Numbers for the registers, draws and the answer of a branch, of which its guards hold.

They are points of its guards (`points`): small and large, of both signs, whole and not, and with
answers that differ alone.  Of numbers that are drawn no two are compared that are equal, which has
probability 0.

>>> guard = {"q": Fraction(1), "n0": Fraction(1), "0": Fraction(-1)}
>>> lists = (("laplace", Fraction(1)),), (guard,), (False,), (), (), ()
>>> listed = [*fillings(Branch(*lists, "above", 1), 1, {"0"}, True)]
>>> all(value_at(guard, each.point) > 0 for each in listed), len(listed) > 8
(True, True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from reference.probability.automaton import Branch, Form
from reference.probability.points import Point, around, inside, tightest, towards, value_at

TARGETS: Final = (
    (0, Fraction(0), Fraction(0)),
    (1, Fraction(1), Fraction(-1)),
    (-3, Fraction(-5, 2), Fraction(7, 2)),
    (40, Fraction(40), Fraction(1, 3)),
    (-(10**6), Fraction(10**6), Fraction(-(10**6))),
    (10**12, Fraction(-(10**9), 2), Fraction(10**9, 3)),
)
"""Where points are looked for: the answer, registers, and draws."""

FEW: Final = 2
"""Targets, where there are many branches."""

APART: Final = (1, -1, 1000)
"""How far from another one an answer may be."""


class Filling(NamedTuple):
    """A point, and whether its whole numbers are of type int."""

    point: Point
    whole: bool

    def typed(self, number: Fraction) -> int | Fraction:
        """A number of the point, as code has it."""
        return int(number) if self.whole and number.denominator == 1 else number


def fillings(
    branch: Branch, registers: int, drawn: Collection[str], reads: bool, *, few: bool = False
) -> Iterator[Filling]:
    """Points of a branch; none if it is never taken.

    Args:
        branch: of a call.
        registers: how many there are.
        drawn: the names of those that are made of draws.
        reads: whether the call has an answer.
        few: whether to look for few.
    """
    known: set[tuple[Fraction, ...]] = set()
    for point in _points(branch, registers, drawn, reads=reads, few=few):
        if (values := (*point.values(),)) not in known:
            if len(known) < FEW:
                yield Filling(point, whole=False)
            known.add(values)
            yield Filling(point, whole=True)


def _points(
    branch: Branch, registers: int, drawn: Collection[str], *, reads: bool, few: bool
) -> Iterator[Point]:
    names = [*map(str, range(registers)), *(["q"] if reads else [])]
    draws = [f"n{i}" for i in range(len(branch.draws))]
    signs: list[Form] = [
        {name: Fraction(1)}
        for name, (kind, _) in zip(draws, branch.draws, strict=True)
        if kind == "exponential"
    ]
    forms = [*branch.guards, *signs]
    strict = [
        above or any(name in drawn or name in draws for name in form)
        for form, above in zip(forms, (*branch.strict, *(True for _ in signs)), strict=True)
    ]
    forms, strict = tightest(forms, strict)
    start = _start(forms, strict, [*names, *draws])
    if start is None:
        return
    yield start
    for place, target in enumerate(_targets(names, draws)[: FEW if few else None]):
        point, far = towards(forms, strict, start, target)
        yield point
        if "q" not in point:
            continue
        if far < 1:
            point = next(_whole(forms, strict, point), point)
            yield point
        apart = APART[place % len(APART)]
        for q in (target["q"], point["q"] + apart):
            yield towards(forms, strict, point, {**point, "q": q})[0]


def _start(forms: Sequence[Form], strict: Sequence[bool], names: Sequence[str]) -> Point | None:
    """A point of the branch, with a whole answer if there is one near."""
    start = inside(forms, names) or around(forms, strict, names)
    if start is None or start.get("q", Fraction(0)).denominator == 1:
        return start
    others = [name for name in names if name != "q"]
    for q in _near(start["q"]):
        put = [_put(form, Fraction(q)) for form in forms]
        found = inside(put, others) or around(put, strict, others)
        if found is not None:
            return {**found, "q": Fraction(q)}
    return start


def _near(number: Fraction) -> tuple[int, int]:
    """The whole numbers around a number."""
    below = number.numerator // number.denominator
    return below, below + 1


def _put(form: Form, q: Fraction) -> Form:
    """The form with an answer put in."""
    rest = {name: c for name, c in form.items() if name != "q"}
    return {**rest, "": form.get("", Fraction(0)) + form.get("q", 0) * q}


def _whole(forms: Sequence[Form], strict: Sequence[bool], point: Point) -> Iterator[Point]:
    """The same point, but for an answer that is whole."""
    for q in _near(point["q"]):
        found = {**point, "q": Fraction(q)}
        values = [value_at(form, found) for form in forms]
        if all(x > 0 or (x == 0 and not s) for x, s in zip(values, strict, strict=True)):
            yield found


def _targets(names: Sequence[str], draws: Sequence[str]) -> list[Mapping[str, Fraction]]:
    """Points that are looked for; draws are no ties with others."""
    return [
        {
            **{name: kept if name != "q" else Fraction(q) for name in names},
            **{name: drawn + Fraction(1, 3 ** (i + 7)) for i, name in enumerate(draws)},
        }
        for q, kept, drawn in TARGETS
    ]
