"""The box: every point that a printed hypothesis may admit, the smallest and the corners included.

A statement that is printed for all n, all eps or all beta is attacked over all of them, as far as
that can be done: degenerate values are in the box unless the hypothesis itself (`given`) keeps
them out.  Points come in the order of their size, so that the first counterexample is a smallest
one.

>>> from audits.ledger.quantifiers import over
>>> tests = over(box(n=range(0, 3), beta=between(0, 1, low_in=False)))
>>> [tuple(map(str, case.values())) for case in tests.cases(Size.TINY)][:4]
[('0', '1'), ('0', '1/2'), ('1', '1'), ('0', '1/3')]
>>> tests.text(Size.TINY)
'n = 0, 1, 2; beta in (0, 1], 10 values from 1/1000 to 1 (corners and simplest values)'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from audits.ledger.quantifiers import Quantifier, Size, Sized, at, shown

INSIDE = tuple(
    Fraction(part)
    for part in ("1/2", "1/3", "2/3", "1/4", "3/4", "1/10", "9/10", "1/1000", "999/1000")
)
"""Parts of an interval at which a statement about all of it is tried."""

BEYOND = tuple(Fraction(part) for part in ("1", "2", "1/2", "3", "10", "1/10", "100", "1/1000"))
"""Distances from the end of a half line."""


@dataclass(frozen=True, slots=True)
class Reals:
    """An interval of reals, and the values that are tried: ends first, then the simplest."""

    words: str
    values: tuple[Fraction, ...]

    def text(self) -> str:
        """The interval, and how it is covered."""
        low, high = min(self.values), max(self.values)
        return f"{self.words}, {len(self.values)} values from {low} to {high}"


def between(
    low: Fraction | int, high: Fraction | int, *, low_in: bool = True, high_in: bool = True
) -> Reals:
    """Reals of an interval, with those of its ends that belong to it.

    Raises:
        ValueError: unless low < high.
    """
    if not low < high:
        raise ValueError(f"low = {low}, high = {high}: an interval has low < high")
    ends = [Fraction(high)] * high_in + [Fraction(low)] * low_in
    words = f"in {'[' if low_in else '('}{low}, {high}{']' if high_in else ')'}"
    return Reals(words, (*ends, *(low + (high - low) * part for part in INSIDE)))


def above(low: Fraction | int, *, low_in: bool = False) -> Reals:
    """Reals from `low` on."""
    ends = [Fraction(low)] * low_in
    return Reals(f"{'>=' if low_in else '>'} {low}", (*ends, *(low + part for part in BEYOND)))


def box(**variables: Iterable[object] | Reals | Sized[Iterable[object]]) -> Quantifier:
    """All combinations of values, in the order of the sum of their places in the lists.

    Args:
        variables: for each name its values, the smallest or simplest first, or an interval.
    """
    reals = any(isinstance(values, Reals) for values in variables.values())
    return Quantifier(
        tuple(variables),
        lambda size: _by_size([_values(values, size) for values in variables.values()]),
        lambda size: "; ".join(_words(name, values, size) for name, values in variables.items()),
        (lambda _: "corners and simplest values") if reals else None,
    )


def _values(
    values: Iterable[object] | Reals | Sized[Iterable[object]], size: Size
) -> list[object]:
    return [*(values.values if isinstance(values, Reals) else at(values, size))]


def _words(
    name: str, values: Iterable[object] | Reals | Sized[Iterable[object]], size: Size
) -> str:
    if isinstance(values, Reals):
        return f"{name} {values.text()}"
    return f"{name} = {shown(_values(values, size))}"


def _by_size(lists: list[list[object]]) -> Iterable[tuple[object, ...]]:
    places = sorted(product(*(range(len(values)) for values in lists)), key=sum)
    for point in places:
        yield tuple(values[place] for values, place in zip(lists, point, strict=True))
