"""A uniform integer that is drawn comparison by comparison.

A program that calls `random()` and then shifts, scales, rounds or compares the result is a
monotone floating-point expression in one integer 0 <= k < 2^53; one that calls
`getrandbits(64)` and compares, shifts or divides it is one in 0 <= k < 2^64.  A comparison splits
the k that are still possible into those for which the program's own expression, evaluated in its
own arithmetic, is smaller, and the others: the cut is found by bisection, the branch is drawn
with the two counts as weights.  What the program learns of k is kept, so that comparing the same
number twice gives the same answer.

An expression with integer values that is used in any other way (as an index, as a key, in a text)
is drawn whole, if not more than `WIDEST` values are left.  An expression with real values that
is used in any other way is refused, and so is the branch: nothing is guessed.  (As the second or
third argument of a three-argument `pow` an integer must be known: write `int(k)`; the interpreter
raises TypeError otherwise.)

Notation: q integer, [low, high) those that are still possible, k = start + stride q.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Integral, Number
from typing import Any, NoReturn, Protocol, TypeVar

from reference.override import override
from reference.probability.outcome import key
from reference.probability.purity import resume, suspended

V = TypeVar("V")

UNIT = 2**53
"""`random()` is k / 2^53 for a uniform integer 0 <= k < 2^53."""

WIDEST = 2**16
"""The most branches that one draw may have."""

PLAIN = frozenset({bool, int, float})
"""Types of numbers whose arithmetic runs no code but that of the interpreter."""

Weights = int | tuple[int, ...]
"""The law of a finite draw of 0, 1, ...: so many equally likely values, or a weight for each."""

Step = tuple[Callable[[Any, Any], Any], Any, bool]
"""A function, its other argument, and whether that comes first."""


INSTEAD = (
    "continuous noise cannot be followed branch by branch; instead of `-scale * math.log(1 - "
    "rng.random())`, rounded down or not, write `k = 0` and `while rng.random() < math.exp(-1 / "
    "scale): k += 1` (its law when it is rounded down; the difference of two is discrete Laplace "
    "noise), or compare samples with `exactdp conform file.py:function`"
)
"""What to write where a draw is refused."""


QUOTIENT: tuple[Step, ...] = ((operator.truediv, UNIT, False),)
"""What `random()` is, for an integer below `UNIT`."""


class UnboundedDrawError(TypeError):
    """A draw that no finite number of branches exhausts, or a use of a uniform that is opaque."""


class Drawn(Protocol):
    """What a uniform is drawn from: the tape."""

    def branch(self, weights: Weights, /) -> int:
        """The value of a finite draw."""

    def refuse(self, reason: str, /) -> NoReturn:
        """End the branch, and the search, with an error."""


@dataclass(slots=True, eq=False)
class Cell:
    """The k = start + stride q that are still possible, shared by all expressions in them."""

    low: int
    high: int
    start: int = 0
    stride: int = 1


class Uniform:
    """A monotone expression in one uniform integer that is not yet known.

    Args:
        tape: draws what must be known.
        cell: the k that are still possible.
        steps: the expression: what is done to k, in order.
    """

    __slots__ = ("cell", "steps", "tape")

    def __init__(self, tape: Drawn, cell: Cell, steps: tuple[Step, ...] = ()) -> None:
        self.tape = tape
        self.cell = cell
        self.steps = steps

    @property  # type: ignore[misc]  # isinstance() must answer what it would without the tape
    @override
    def __class__(self) -> type:
        return type(self.at(self.cell.low))

    def at(self, q: int) -> Any:
        """The expression at one place of the cell."""
        value: Any = self.cell.start + self.cell.stride * q
        for function, operand, first in self.steps:
            value = function(operand, value) if first else function(value, operand)
        return value

    def integral(self) -> bool:
        """Whether the values are integers."""
        return isinstance(self.at(self.cell.low), Integral)

    def typed(self, kind: Callable[[Any], Any]) -> Uniform:
        """The expression as integers of a type of numpy."""
        return Uniform(self.tape, self.cell, (*self.steps, (_typed, kind, False)))

    def whole(self) -> int:
        """The value of an integral expression, drawn among all that are left."""
        cell = self.cell
        if not self.integral():
            self.tape.refuse(
                "of random(), only comparisons, multiples and roundings are followed, and the "
                f"program computes something else from it: {INSTEAD}"
            )
        if cell.high - cell.low > 1:
            cell.low += self.tape.branch(cell.high - cell.low)
            cell.high = cell.low + 1
        value: int = self.at(cell.low)
        return value

    def compute(
        self, function: Callable[[Any, Any], Any], other: Any, *, first: bool = False
    ) -> Any:
        """A function of the expression and another number, as an expression if it is monotone."""
        if isinstance(other, Uniform):
            if not other.integral():
                other.tape.refuse("two uniforms in one expression: condition on one of them")
            other = other.whole()
        if _is_array(other):
            listed = [self.compute(function, item, first=first) for item in other.ravel()]
            return shaped(listed, other.shape)
        if not _is_number(other):
            return NotImplemented if not self.integral() else function(self.whole(), other)
        if _is_monotone(function, other, first=first, integral=self.integral()):
            if self.integral() and isinstance(other, Integral):
                self._refuse_wrapping(function, other, first=first)
            then = Uniform(self.tape, self.cell, (*self.steps, (function, other, first)))
            ends = then.at(self.cell.low), then.at(self.cell.high - 1)
            if any(end != end for end in ends):  # noqa: PLR0124  # so is NaN defined
                self.tape.refuse("an expression in random() that may be NaN")
            return then
        if type(other) is int and other > 0 and not first and self._is_affine():
            if function is operator.mod:
                return self._residue(other)
            if function is operator.and_ and other & (other + 1) == 0:
                return self._residue(other + 1)
        return function(other, self.whole()) if first else function(self.whole(), other)

    def _refuse_wrapping(
        self, function: Callable[[Any, Any], Any], other: Any, *, first: bool
    ) -> None:
        """Refuse arithmetic with integers of numpy that exceeds 64 bits: it wraps around."""
        ends = [self.at(self.cell.low), self.at(self.cell.high - 1)]
        if all(type(x) is int for x in (*ends, other)):
            return
        for x in ends:
            exact = function(int(other), int(x)) if first else function(int(x), int(other))
            if not -(2**63) <= exact < 2**63:
                self.tape.refuse(f"integers of numpy that wrap around: {exact} is no int64")

    def _is_affine(self) -> bool:
        """Whether the values are b + a q, in integers."""
        linear = (operator.add, operator.sub, operator.mul)
        return all(
            f is _typed or (f in linear and type(operand) is int) for f, operand, _ in self.steps
        )

    def _residue(self, modulus: int) -> int:
        """An affine expression modulo a positive integer, drawn among its values."""
        cell = self.cell
        period = modulus // math.gcd(self.at(1) - self.at(0), modulus)
        if period > WIDEST:
            return self.whole() % modulus
        firsts = range(cell.low, min(cell.low + period, cell.high))
        counts = [-((q - cell.high) // period) for q in firsts]
        i = self.tape.branch(tuple(counts)) if len(counts) > 1 else 0
        cell.start += cell.stride * (cell.low + i)
        cell.stride *= period
        cell.low, cell.high = 0, counts[i]
        value: int = self.at(0)
        return value % modulus

    def compare(self, relation: Callable[[Any, Any], Any], other: Any) -> Any:
        """Whether the relation holds to a number, or to each number of an array or a list."""
        if type(other) in PLAIN and relation in _ORDERS:
            return self.settle(lambda x: bool(relation(x, other)), (relation, type(other), other))
        if _is_array(other):
            return shaped([self.compare(relation, item) for item in other.ravel()], other.shape)
        if isinstance(other, list):
            return [self.compare(relation, item) for item in other]
        if isinstance(other, Uniform):
            if not other.integral():
                other.tape.refuse("two uniforms in one comparison: condition on one of them")
            other = other.whole()
        if not _is_number(other):
            return NotImplemented
        if relation is operator.eq:
            return self.compare(operator.le, other) and self.compare(operator.ge, other)
        if relation is operator.ne:
            return not self.compare(operator.eq, other)
        return self.settle(lambda x: bool(relation(x, other)), (relation, type(other), other))

    def _related(self, relation: Callable[[Any, Any], Any], other: Any) -> Any:
        """The same, for an operator; what is made of plain numbers alone need not be watched."""
        plain = type(other) in PLAIN and (
            self.steps is QUOTIENT or all(type(step[1]) in PLAIN for step in self.steps)
        )
        if not plain or not suspended():
            return self.compare(relation, other)
        try:
            return self.compare(relation, other)
        finally:
            resume()

    def __lt__(self, other: Any) -> Any:
        return self._related(operator.lt, other)

    def __le__(self, other: Any) -> Any:
        return self._related(operator.le, other)

    def __gt__(self, other: Any) -> Any:
        return self._related(operator.gt, other)

    def __ge__(self, other: Any) -> Any:
        return self._related(operator.ge, other)

    @override
    def __eq__(self, other: object) -> Any:
        return self._related(operator.eq, other)

    @override
    def __ne__(self, other: object) -> Any:
        return self._related(operator.ne, other)

    def __bool__(self) -> bool:
        return bool(self.compare(operator.ne, 0))

    def __neg__(self) -> Any:
        return self.compute(operator.mul, -1)

    def __pos__(self) -> Any:
        return self

    def __trunc__(self) -> Any:
        return self.step(math.trunc)

    __int__ = __trunc__

    def __floor__(self) -> Any:
        return self.step(math.floor)

    def __ceil__(self) -> Any:
        return self.step(math.ceil)

    def __round__(self, digits: int | None = None) -> Any:
        return self.step(lambda x: round(x, digits) if digits is not None else round(x))

    def step(self, function: Callable[[Any], V]) -> V:
        """The value of a monotone function: the tape decides which, by halving."""
        if self.integral():
            return function(self.whole())
        cell = self.cell
        while True:
            low: Any = function(self.at(cell.low))
            high: Any = function(self.at(cell.high - 1))
            if low == high:
                if key(low) != key(high):
                    raise UnboundedDrawError(f"a value that is {low!r} or {high!r}")
                found: V = low
                return found
            middle: Any = function(self.at((cell.low + cell.high) // 2))
            beyond = operator.gt if low < high else operator.lt
            if middle == low:
                self.settle(partial(_is_beyond, function, beyond, low), (function, beyond, low))
            else:
                name = (function, "not before", beyond, middle)
                self.settle(partial(_is_not_before, function, beyond, middle), name)

    def settle(self, condition: Callable[[Any], bool], name: tuple[object, ...]) -> bool:
        """Whether a condition holds that is true up to some q of the cell, or from some q on.

        Args:
            condition: on the value of the expression.
            name: what tells the condition from others.
        """
        cell = self.cell
        steps: Hashable = self.steps
        if steps is not QUOTIENT:
            steps = tuple((f, type(operand), operand, first) for f, operand, first in self.steps)
        place = (*name, cell.low, cell.high, cell.start, cell.stride, steps)
        if place not in _CUTS:
            if len(_CUTS) >= WIDEST:
                _CUTS.clear()
            _CUTS[place] = self._cut(condition)
        first, cut = _CUTS[place]
        if cut == cell.high:
            return first
        if self.tape.branch((cut - cell.low, cell.high - cut)):
            cell.low = cut
            return not first
        cell.high = cut
        return first

    def _cut(self, condition: Callable[[Any], bool]) -> tuple[bool, int]:
        """The condition at the low end of the cell, and the least q at which it is not that."""
        low, high = self.cell.low, self.cell.high
        first = condition(self.at(low))
        if condition(self.at(high - 1)) is first:
            return first, high
        low, high = low + 1, high - 1
        while low < high:
            middle = (low + high) // 2
            if condition(self.at(middle)) is first:
                low = middle + 1
            else:
                high = middle
        return first, low

    @override
    def __hash__(self) -> int:
        return hash(self.whole())

    def __index__(self) -> int:
        return operator.index(self.whole())

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is None:
            return self.compute(pow, other)
        return pow(self.whole(), operator.index(other), operator.index(modulus))

    def __float__(self) -> float:
        return float(self.whole())

    def __complex__(self) -> complex:
        return complex(self.whole())

    def __abs__(self) -> Any:
        return abs(self.whole())

    def __invert__(self) -> Any:
        return ~self.whole()

    @override
    def __repr__(self) -> str:
        return repr(self.whole())

    @override
    def __format__(self, spec: str) -> str:
        return format(self.whole(), spec)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        function = UFUNCS.get(ufunc.__name__)
        if function is None or method != "__call__" or options or len(inputs) != 2:
            self.tape.refuse(f"numpy.{ufunc.__name__} of random() is not followed: {INSTEAD}")
        left, right = inputs
        if type(left) is Uniform:
            return function(left, right)
        if _is_array(left):
            return shaped([_reflected(function, x, right) for x in left.ravel()], left.shape)
        return _reflected(function, left, right)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.whole(), name)


_ORDERS = frozenset({operator.lt, operator.le, operator.gt, operator.ge})

UFUNCS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
    "divide": operator.truediv, "less": operator.lt, "less_equal": operator.le,
    "greater": operator.gt, "greater_equal": operator.ge, "equal": operator.eq,
    "not_equal": operator.ne,
}  # fmt: skip
"""What numpy calls for `array * uniform`, item by item."""


MIRRORED = {
    operator.lt: operator.gt, operator.gt: operator.lt, operator.le: operator.ge,
    operator.ge: operator.le, operator.eq: operator.eq, operator.ne: operator.ne,
}  # fmt: skip
"""Relations, read from the right."""


def _reflected(function: Callable[[Any, Any], Any], left: Any, right: Uniform) -> Any:
    """A function of a number of numpy, which keeps its type, and a uniform."""
    if function in MIRRORED:
        return right.compare(MIRRORED[function], left)
    return right.compute(function, left, first=True)


def _typed(value: Any, kind: Callable[[Any], Any]) -> Any:
    return kind(value)


def _computed(
    function: Callable[[Any, Any], Any],
) -> tuple[Callable[[Uniform, Any], Any], Callable[[Uniform, Any], Any]]:
    """The methods of an operator and of its reflection."""

    def method(left: Uniform, other: Any) -> Any:
        return left.compute(function, other)

    def reflected(right: Uniform, other: Any) -> Any:
        return right.compute(function, other, first=True)

    return method, reflected


for _function in (
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
    divmod, pow, operator.lshift, operator.rshift, operator.and_, operator.or_, operator.xor,
):  # fmt: skip
    _name = _function.__name__.rstrip("_")
    for _prefix, _method in zip(("", "r"), _computed(_function), strict=True):
        if (_prefix, _name) == ("", "pow"):  # it has a third argument
            continue
        setattr(Uniform, f"__{_prefix}{_name}__", _method)


def _is_monotone(
    function: Callable[[Any, Any], Any], other: Any, *, first: bool, integral: bool
) -> bool:
    """Whether x -> function(x, other), or function(other, x), is monotone as it is computed."""
    if function in {operator.add, operator.sub, operator.mul}:
        return True
    if function is operator.truediv:
        return not first
    integers = integral and type(other) is int and not first
    return integers and function in {operator.floordiv, operator.rshift, operator.lshift}


_CUTS: dict[tuple[object, ...], tuple[bool, int]] = {}
"""What `_cut` found, by the condition, the cell and the expression: branches repeat."""


def _is_beyond(
    function: Callable[[Any], Any], beyond: Callable[[Any, Any], bool], end: Any, x: Any
) -> bool:
    return beyond(function(x), end)


def _is_not_before(
    function: Callable[[Any], Any], beyond: Callable[[Any, Any], bool], end: Any, x: Any
) -> bool:
    return not beyond(end, function(x))


def _is_number(value: object) -> bool:
    return isinstance(value, Number)


def _is_array(value: object) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is numpy.ndarray


def shaped(values: Sequence[Any], size: int | tuple[int, ...]) -> Any:
    """Values as an array of numpy if the program has imported that, else as nested lists."""
    shape = (size,) if isinstance(size, int) else tuple(size)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        plain = all(type(v) in {int, bool} or isinstance(v, numpy.generic) for v in values)
        plain = plain and not any(type(v) is Uniform for v in values)
        return numpy.array(values, dtype=None if plain else object).reshape(shape)
    if len(shape) < 2:
        return list(values)
    rows = shape[0]
    width = len(values) // rows if rows else 0
    return [shaped(values[i * width : (i + 1) * width], shape[1:]) for i in range(rows)]
