"""A random source whose every draw branches, for programs that are not ours.

`exhaust(program)` calls `program(tape)` again and again; `tape` is a `random.SystemRandom` whose
draws are answered from the branch that is next in order, until every branch was followed.  A
finite draw (a bit, an integer, a choice) has one branch for each value; `random()` is a uniform
k / 2^53 that is drawn comparison by comparison (`audits.conformance.uniform`).  The law that is
found is the law of the program as it runs, rounding errors included.

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
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NoReturn, Self, TypeVar

from audits.conformance.uniform import WIDEST, UnboundedDrawError, Uniform
from reference.override import override

X = TypeVar("X", bound=Hashable)
V = TypeVar("V")


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

    def __new__(cls, *_: object) -> Self:
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

    @override
    def random(self) -> Any:
        """A uniform multiple of 2^-53 in [0, 1), undetermined until it is compared."""
        return Uniform(self.branch)

    @override
    def uniform(self, a: float, b: float) -> Any:
        """The expression a + (b - a) random()."""
        return a + (b - a) * self.random()

    @override
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

    @override
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
