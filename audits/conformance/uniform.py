"""A uniform k / 2^53 that is drawn comparison by comparison.

A program that calls `random()` and then shifts, scales, rounds or compares the result is a
monotone floating-point expression in one integer 0 <= k < 2^53.  A comparison splits the k that
are still possible into those for which the program's own expression, evaluated in its own
arithmetic, is smaller, and the others: the cut is found by bisection, the branch is drawn with
the two counts as weights.  What the program learns of k is kept, so that comparing the same
number twice gives the same answer.

Notation: k integer, [low, high) the integers that are still possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn, TypeVar

from reference.override import override

V = TypeVar("V")

UNIT = 2**53
"""`random()` is k / 2^53 for a uniform integer 0 <= k < 2^53."""

WIDEST = 2**16
"""The most branches that one draw may have."""


class UnboundedDrawError(TypeError):
    """A draw that no finite number of branches exhausts, or a use of a uniform that is opaque."""


def _same(value: float) -> float:
    return value


@dataclass(slots=True)
class _Cell:
    low: int = 0
    high: int = UNIT


@dataclass(slots=True, eq=False)
class Uniform:
    """A monotone floating-point expression in one uniform k / 2^53 that is not yet known."""

    branch: Callable[[Sequence[int]], int]
    """Draws the position of one of some weights."""

    cell: _Cell = field(default_factory=_Cell)
    """The k that are still possible, shared by all expressions in the same uniform."""

    value: Callable[[float], float] = _same
    """The expression."""

    rising: bool = True
    """Whether the expression grows with k (in the weak sense)."""

    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]  # not a value yet

    def at(self, k: int) -> float:
        """The expression at one k."""
        return self.value(k / UNIT)

    def _then(self, function: Callable[[float], float], *, rising: bool) -> Uniform:
        inner = self.value
        return Uniform(self.branch, self.cell, lambda u: function(inner(u)), self.rising is rising)

    def __add__(self, other: object) -> Uniform:
        number = _number(other)
        return self._then(lambda x: x + number, rising=True)

    __radd__ = __add__

    def __sub__(self, other: object) -> Uniform:
        number = _number(other)
        return self._then(lambda x: x - number, rising=True)

    def __rsub__(self, other: object) -> Uniform:
        number = _number(other)
        return self._then(lambda x: number - x, rising=False)

    def __neg__(self) -> Uniform:
        return self._then(lambda x: -x, rising=False)

    def __mul__(self, other: object) -> Uniform:
        number = _number(other)
        return self._then(lambda x: x * number, rising=number >= 0)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Uniform:
        number = _number(other)
        return self._then(lambda x: x / number, rising=number > 0)

    def __lt__(self, other: object) -> Any:
        return _each(other, lambda number: self._settle(lambda x: x < number))

    def __le__(self, other: object) -> Any:
        return _each(other, lambda number: self._settle(lambda x: x <= number))

    def __gt__(self, other: object) -> Any:
        return _each(other, lambda number: self._settle(lambda x: x > number))

    def __ge__(self, other: object) -> Any:
        return _each(other, lambda number: self._settle(lambda x: x >= number))

    @override
    def __eq__(self, other: object) -> Any:
        return _each(
            other,
            lambda number: (
                self._settle(lambda x: x <= number) and self._settle(lambda x: x >= number)
            ),
        )

    def __bool__(self) -> bool:
        return not self == 0  # noqa: SIM201  # equality asks the tape

    def __trunc__(self) -> int:
        return self.step(math.trunc)

    __int__ = __trunc__

    def __floor__(self) -> int:
        return self.step(math.floor)

    def __ceil__(self) -> int:
        return self.step(math.ceil)

    def __round__(self) -> int:
        return self.step(round)

    def step(self, function: Callable[[float], V]) -> V:
        """The value of a monotone function with few values: the tape decides which."""
        for _ in range(WIDEST):
            value = function(self.at(self.cell.low))
            if self._settle(partial(_gives, function, value)):
                return value
        raise UnboundedDrawError(f"a step function with more than {WIDEST} steps")

    def _settle(self, condition: Callable[[float], bool]) -> bool:
        """Whether a condition holds that is true up to some k of the cell, or from some k on."""
        cell = self.cell
        first = condition(self.at(cell.low))
        low, high = cell.low + 1, cell.high
        while low < high:
            middle = (low + high) // 2
            if condition(self.at(middle)) is first:
                low = middle + 1
            else:
                high = middle
        if low == cell.high:
            return first
        if self.branch([low - cell.low, cell.high - low]):
            cell.low = low
            return not first
        cell.high = low
        return first

    def __float__(self) -> NoReturn:
        raise UnboundedDrawError(
            "the program computes with random() in a way that the tape cannot follow: exhaust it "
            "as a step function of one uniform"
        )


def _gives(function: Callable[[float], V], value: V, x: float) -> bool:
    return function(x) == value


def _number(value: object) -> float:
    if isinstance(value, Uniform):
        raise UnboundedDrawError("two uniforms in one expression: condition on one of them")
    return float(value)  # type: ignore[arg-type]  # whatever the program computes with


def _each(other: Any, compare: Callable[[float], bool]) -> Any:
    """The comparison with a number, or with each number of an array."""
    if hasattr(other, "__iter__"):
        return [compare(_number(item)) for item in other]
    return compare(_number(other))
