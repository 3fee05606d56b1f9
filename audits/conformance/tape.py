"""A random source whose every draw branches, for programs that are not ours.

`exhaust(program)` calls `program(tape)` again and again; `tape` is a `random.SystemRandom` whose
draws are answered from the branch that is next in order, until every branch was followed.  A
finite draw (a bit, an integer, a choice) has one branch for each value.  `random()` is a uniform
k / 2^53 that is not drawn at once: it may be shifted, scaled and compared with numbers, and each
comparison splits the integers k that are still possible into those for which the program's own
floating-point expression is smaller and the others.  So the law that is found is the law of the
program as it runs, rounding errors included.

A loop that may go on for ever is followed until a branch is less probable than a bound; what is
left out is counted exactly in `unexplored`.  This module needs the standard library only: it
also runs inside the environment of another library.

>>> def coin(tape):
...     return tape.random() <= 0.25
>>> exhaust(coin).weights[True]  # 2^51 + 1 of the 2^53 multiples of 2^-53
Fraction(2251799813685249, 9007199254740992)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, NoReturn, TypeVar

X = TypeVar("X", bound=Hashable)
V = TypeVar("V")

UNIT = 2**53
"""`random()` is k / 2^53 for a uniform integer 0 <= k < 2^53."""

WIDEST = 2**16
"""The most branches that one draw may have."""


class UnboundedDrawError(TypeError):
    """A draw that no finite number of branches exhausts, or a use of a uniform that is opaque."""


class TooManyBranchesError(ValueError):
    """The program has more branches than were allowed."""


class _Abandoned(BaseException):
    """Ends a branch that is too improbable; no `except Exception` of the program stops it."""


@dataclass(frozen=True, slots=True)
class Exhausted(Generic[X]):
    """What `exhaust` found: weights of outcomes that sum to 1 - unexplored."""

    weights: dict[X, Fraction]
    unexplored: Fraction
    branches: int


def exhaust(
    program: Callable[[Tape], X],
    *,
    most_branches: int = 200_000,
    least_probability: Fraction = Fraction(1, 2**70),
) -> Exhausted[X]:
    """The law of what the program returns, on every content of its random tape.

    Args:
        program: called on the tape, deterministic but for what it draws from it.
        most_branches: the number of runs after which it is refused.
        least_probability: a branch below this is abandoned and counted as unexplored.

    Raises:
        TooManyBranchesError: after `most_branches` runs.
        UnboundedDrawError: if the program asks for a draw that cannot be exhausted.
    """
    weights: dict[X, Fraction] = {}
    unexplored = Fraction(0)
    stack: list[_Draw] = []
    branches = 0
    while True:
        if branches == most_branches:
            raise TooManyBranchesError(f"more than {most_branches} branches of the random tape")
        branches += 1
        tape = Tape(stack, least_probability)
        try:
            outcome = program(tape)
        except _Abandoned:
            unexplored += tape.probability
        else:
            weights[outcome] = weights.get(outcome, Fraction(0)) + tape.probability
        del stack[tape.position :]
        while stack and stack[-1].taken == stack[-1].last:
            stack.pop()
        if not stack:
            return Exhausted(weights, unexplored, branches)
        stack[-1].advance()


@dataclass(slots=True)
class _Draw:
    """One draw on the current branch: the weights of its values and which one is taken."""

    weights: Sequence[int]
    total: int
    taken: int = 0

    @property
    def last(self) -> int:
        return max(i for i, w in enumerate(self.weights) if w)

    def advance(self) -> None:
        self.taken = next(i for i in range(self.taken + 1, len(self.weights)) if self.weights[i])


class Tape(random.SystemRandom):
    """The random source of one branch, in place of `random.Random` or a numpy `Generator`."""

    _stack: list[_Draw]
    _least: Fraction
    position: int
    probability: Fraction

    def __new__(cls, *_: object) -> Tape:
        """Without a seed, whatever the arguments."""
        return super().__new__(cls)

    def __init__(self, stack: list[_Draw], least: Fraction) -> None:
        self._stack = stack
        self._least = least
        self.position = 0
        self.probability = Fraction(1)

    def branch(self, weights: Sequence[int]) -> int:
        """The position of one of the weights, each with probability weight / sum."""
        if len(weights) > WIDEST:
            raise UnboundedDrawError(f"one draw with {len(weights)} values: at most {WIDEST}")
        if self.position == len(self._stack):
            draw = _Draw(weights, sum(weights), next(i for i, w in enumerate(weights) if w))
            self._stack.append(draw)
        draw = self._stack[self.position]
        if list(draw.weights) != list(weights):
            raise ValueError("the program draws differently when it is run again")
        self.position += 1
        self.probability *= Fraction(draw.weights[draw.taken], draw.total)
        if self.probability < self._least:
            raise _Abandoned
        return draw.taken

    def below(self, bound: int) -> int:
        """A uniform integer in [0, bound)."""
        if bound < 1:
            raise ValueError(f"bound {bound}: a uniform integer below it needs a bound >= 1")
        if bound > WIDEST:
            raise UnboundedDrawError(f"one draw with {bound} values: at most {WIDEST}")
        return 0 if bound == 1 else self.branch([1] * bound)

    _randbelow = below

    def random(self) -> Any:  # type: ignore[override]  # a number that is drawn when compared
        """A uniform multiple of 2^-53 in [0, 1), undetermined until it is compared."""
        return Uniform(self)

    def uniform(self, a: float, b: float) -> Any:
        """The expression a + (b - a) random()."""
        return a + (b - a) * self.random()

    def getrandbits(self, k: int, /) -> int:
        """A uniform integer of k bits."""
        return self.below(2**k)

    def bernoulli(self, p: float | Fraction) -> bool:
        """True with probability exactly p (a float stands for the rational that it is)."""
        chance = Fraction(p)
        return bool(self.branch([chance.denominator - chance.numerator, chance.numerator]))

    def binomial(self, n: int, p: float) -> int:
        """The number of successes in n independent trials."""
        return sum(self.bernoulli(p) for _ in range(n))

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: int | None = None,
        dtype: object = None,
        endpoint: bool = False,
    ) -> Any:
        """Like the numpy method: uniform in [low, high), or [0, low) for one argument."""
        del dtype
        first, end = (0, low) if high is None else (low, high)
        return _repeat(size, lambda: first + self.below(end - first + endpoint))

    def choice(
        self,
        seq: Any,
        size: int | None = None,
        replace: bool = True,
        p: Iterable[float] | None = None,
    ) -> Any:
        """Like `random.choice`, and like the numpy method for draws with replacement."""
        if size is not None and not replace and size > 1:
            raise UnboundedDrawError("choice without replacement: use sample() or permutation()")
        values: Sequence[Any] = range(seq) if isinstance(seq, int) else seq
        if p is None:
            return _repeat(size, lambda: values[self.below(len(values))])
        chances = [Fraction(float(q)) for q in p]
        scale = max(q.denominator for q in chances)
        return _repeat(size, lambda: values[self.branch([int(q * scale) for q in chances])])

    def permutation(self, values: int | Sequence[Any]) -> list[Any]:
        """A uniform permutation, as a list."""
        listed = list(range(values) if isinstance(values, int) else values)
        self.shuffle(listed)
        return listed

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise UnboundedDrawError(
            "a draw from a continuous or unbounded law: exhaust a step function of one uniform "
            "instead, or test samples"
        )

    betavariate = expovariate = gammavariate = gauss = lognormvariate = normalvariate = _refuse
    paretovariate = triangular = vonmisesvariate = weibullvariate = _refuse
    exponential = gamma = geometric = laplace = normal = poisson = standard_normal = _refuse
    standard_exponential = bytes = randbytes = _refuse


def _repeat(size: int | None, draw: Callable[[], V]) -> V | list[V]:
    return draw() if size is None else [draw() for _ in range(size)]


def _same(value: float) -> float:
    return value


@dataclass(slots=True)
class _Cell:
    """The integers low <= k < high that are still possible for one uniform."""

    low: int = 0
    high: int = UNIT


@dataclass(slots=True, eq=False)
class Uniform:
    """A monotone floating-point expression in one uniform k / 2^53 that is not yet known.

    Comparisons, truth of equality with a number, and conversion to an integer ask the tape.
    """

    tape: Tape
    cell: _Cell = field(default_factory=_Cell)
    value: Callable[[float], float] = _same
    rising: bool = True

    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]  # not a value yet

    def at(self, k: int) -> float:
        """The expression at one k."""
        return self.value(k / UNIT)

    def _then(self, function: Callable[[float], float], *, rising: bool = True) -> Uniform:
        inner = self.value
        return Uniform(
            self.tape,
            self.cell,
            lambda u: function(inner(u)),
            self.rising if rising else not self.rising,
        )

    def __add__(self, other: float) -> Uniform:
        return self._then(lambda x: x + _number(other))

    __radd__ = __add__

    def __sub__(self, other: float) -> Uniform:
        return self._then(lambda x: x - _number(other))

    def __rsub__(self, other: float) -> Uniform:
        return self._then(lambda x: _number(other) - x, rising=False)

    def __neg__(self) -> Uniform:
        return self._then(lambda x: -x, rising=False)

    def __mul__(self, other: float) -> Uniform:
        return self._then(lambda x: x * _number(other), rising=_number(other) >= 0)

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Uniform:
        return self._then(lambda x: x / _number(other), rising=_number(other) > 0)

    def _first(self, beyond: Callable[[float], bool]) -> int:
        """The least k of the cell with beyond(value), which holds from some k on."""
        low, high = self.cell.low, self.cell.high
        while low < high:
            middle = (low + high) // 2
            if beyond(self.at(middle)):
                high = middle
            else:
                low = middle + 1
        return low

    def _split(self, cut: int, below: bool) -> bool:
        """Whether k lies on the side of the cut that is asked for; the tape decides."""
        cell = self.cell
        weights = [cell.high - cut, cut - cell.low]
        if not below:
            weights.reverse()
        if 0 in weights:
            answer = not weights[0]
        else:
            answer = bool(self.tape.branch(weights))
        if answer is below:
            cell.high = cut
        else:
            cell.low = cut
        return answer

    def _is_below(self, number: float, *, strictly: bool) -> bool:
        if self.rising:
            cut = self._first(lambda x: not (x < number if strictly else x <= number))
            return self._split(cut, below=True)
        cut = self._first(lambda x: x < number if strictly else x <= number)
        return self._split(cut, below=False)

    def __lt__(self, other: Any) -> Any:
        return _each(other, lambda number: self._is_below(number, strictly=True))

    def __le__(self, other: Any) -> Any:
        return _each(other, lambda number: self._is_below(number, strictly=False))

    def __gt__(self, other: Any) -> Any:
        return _each(other, lambda number: not self._is_below(number, strictly=False))

    def __ge__(self, other: Any) -> Any:
        return _each(other, lambda number: not self._is_below(number, strictly=True))

    def __eq__(self, other: Any) -> Any:
        return _each(
            other,
            lambda number: (
                self._is_below(number, strictly=False)
                and not self._is_below(number, strictly=True)
            ),
        )

    def __bool__(self) -> bool:
        return not self == 0

    def __trunc__(self) -> int:
        """The integer part: the tape decides among the values that are still possible."""
        ends = sorted((int(self.at(self.cell.low)), int(self.at(self.cell.high - 1))))
        if ends[1] - ends[0] >= WIDEST:
            raise UnboundedDrawError(f"an integer part with {ends[1] - ends[0]} values")
        for whole in range(ends[0], ends[1]):
            if self < whole + 1 if whole >= 0 else self <= whole:
                return whole
        return ends[1]

    __int__ = __trunc__

    def __floor__(self) -> int:
        for whole in range(ends_floor(self)[0], ends_floor(self)[1]):
            if self < whole + 1:
                return whole
        return ends_floor(self)[1]

    def __float__(self) -> NoReturn:
        raise UnboundedDrawError(
            "the program computes with random() in a way that the tape cannot follow: exhaust it "
            "as a step function of one uniform"
        )


def ends_floor(expression: Uniform) -> tuple[int, int]:
    """The least and the greatest integer that the floor of an expression may be."""
    cell = expression.cell
    low, high = sorted((expression.at(cell.low) // 1, expression.at(cell.high - 1) // 1))
    if high - low >= WIDEST:
        raise UnboundedDrawError(f"a floor with {high - low} values")
    return int(low), int(high)


def _number(value: object) -> float:
    if isinstance(value, Uniform):
        raise UnboundedDrawError("two uniforms in one expression: condition on one of them")
    return float(value)  # type: ignore[arg-type]  # whatever the program computes with


def _each(other: Any, compare: Callable[[float], bool]) -> Any:
    """The comparison with a number, or with each number of an array."""
    if hasattr(other, "__iter__"):
        return [compare(_number(item)) for item in other]
    return compare(_number(other))
