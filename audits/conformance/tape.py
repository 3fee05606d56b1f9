"""A random source whose every draw branches, for programs that are not ours.

A `Tape` is a `random.SystemRandom`, with the methods of a numpy `Generator` besides, whose draws
are answered by the branch that `audits.conformance.exhaustion` follows.  A draw of few values (a
bit, an integer, a choice) has one branch for each value; `random()` and integers of a large range
are drawn comparison by comparison (`audits.conformance.uniform`).  Floating-point draws have the
law that they have in Python and numpy, rounding errors included; `binomial` and `bernoulli` have
the law that their arguments name.

A draw that cannot be followed ends the search with an error, whatever the program makes of the
exception: a tape that has refused a draw, or that was abandoned, answers no more.  This module
needs the standard library only: it also runs inside the environment of another library.

Where numpy is loaded, the methods of its generators return what they return there: `integers` an
`int64` (arithmetic that would wrap around is refused), arrays for sizes, elements of an array for
`choice` with p or a size; `choice` of a list without them is that of `random`.  What a program can
still tell: `type(x)` of a number that is not yet determined is no `float` or `int64` (`isinstance`
answers as it would), an array of such numbers is one of objects, and the tape itself is no
`numpy.random.Generator`.  Mixed arithmetic follows the rules of numpy 2.
"""

from __future__ import annotations

import operator
import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod
from os import _exit as end  # the program is given another one
from pathlib import Path
from typing import Any, NoReturn, Protocol, Self

from audits.conformance.uniform import (
    INSTEAD,
    QUOTIENT,
    UNIT,
    WIDEST,
    Cell,
    Step,
    Uniform,
    Weights,
    shaped,
)
from reference.override import override
from reference.probability.purity import resume, suspended

MOST_AFTER_THE_END = 1000
"""So often a program may ask for a draw on a branch that has ended."""

EAGER = 2**8
"""Integers of at most so many values are drawn whole, at once."""

FOLLOWED = (
    "give a draw that is: random, uniform, getrandbits, randbytes, randrange, randint, choice, "
    "choices, sample, shuffle of random.Random, or integers, binomial, permutation of numpy"
)
"""What to draw instead of what is unknown here."""

Size = int | tuple[int, ...] | None


_HERE = str(Path(__file__).parent)


class BranchEnd(BaseException):
    """Ends the branch that is followed; no `except Exception` of the program stops it."""


class Refused(BranchEnd):
    """A draw that cannot be followed, with the reason."""


LAST_WORDS: list[Callable[[str], None]] = []
"""Who is told why the process ends, before it does."""


def give_up(reason: str) -> NoReturn:
    """End the process with exit status 2: the program does not let itself be stopped."""
    suspended()
    for tell in LAST_WORDS:
        tell(reason)
    os.write(2, f"exactdp: {reason}\n".encode())
    end(2)


class Branch(Protocol):
    """The branch that a tape is read on."""

    def draw(self, weights: Weights, /) -> int:
        """The value of the next draw; raises `BranchEnd` where the branch is left."""

    def mark(self) -> None:
        """A draw of one value: the state of the program may be recognised, and draws counted."""


class Tape(random.SystemRandom):
    """The random source of one branch, in place of `random.Random` or a numpy `Generator`."""

    ended: BranchEnd | None
    """Why this tape answers no more."""

    gauss_next: None = None
    """Part of the state of a `random.Random`: none here."""

    def __new__(cls, *_: object) -> Self:
        """Without a seed, whatever the arguments."""
        return super().__new__(cls)

    def __init__(self, branch: Branch) -> None:
        self._branch = branch
        self._asked = 0
        self.ended = None

    def branch(self, weights: Weights, /) -> int:
        """A number 0, 1, ... that has one of so many equally likely values, or the weights."""
        if self.ended is not None:
            self._stop(self.ended)
        width = weights if isinstance(weights, int) else len(weights)
        if width > WIDEST:
            self.refuse(f"one draw with {width} values: at most {WIDEST}")
        watched = suspended()  # what is ours alone need not be watched
        try:
            return self._branch.draw(weights)
        except BranchEnd as end:
            self.ended = end
            raise
        finally:
            if watched:
                resume()

    def refuse(self, reason: str, /) -> NoReturn:
        """End the branch, and the search, with an error that names the program's line."""
        if self.ended is None:
            self.ended = Refused(f"{reason} (at {_caller()})")
        self._stop(self.ended)

    def _stop(self, ended: BranchEnd) -> NoReturn:
        """Raise what ended the branch; a program that caught it a thousand times is given up."""
        self._asked += 1
        if self._asked > MOST_AFTER_THE_END:
            give_up(
                f"the program at {_caller()} catches BaseException and goes on, "
                f"{MOST_AFTER_THE_END} times on one branch"
            )
        raise ended

    def below(self, bound: int) -> Any:
        """A uniform integer in [0, bound)."""
        bound = operator.index(bound)
        if bound < 1:
            raise ValueError(f"bound {bound}: a uniform integer below it needs a bound >= 1")
        if bound == 1:
            return self._mark()
        return self.branch(bound) if bound <= EAGER else self._uniform(bound)

    _randbelow = below

    def _mark(self) -> int:
        if self.ended is not None:
            self._stop(self.ended)
        watched = suspended()
        try:
            self._branch.mark()
        except BranchEnd as end:
            self.ended = end
            raise
        finally:
            if watched:
                resume()
        return 0

    def _uniform(self, bound: int, steps: tuple[Step, ...] = ()) -> Uniform:
        self._mark()
        return Uniform(self, Cell(0, bound), steps)

    @override
    def random(self, size: Size = None) -> Any:
        """A uniform multiple of 2^-53 in [0, 1), undetermined until it is compared."""
        if size is None:
            return self._uniform(UNIT, QUOTIENT)
        return self._sized(size, self.random)

    @override
    def uniform(self, low: float = 0.0, high: float = 1.0, size: Size = None) -> Any:
        """The expression low + (high - low) random()."""
        return self._sized(size, lambda: low + (high - low) * self.random())

    @override
    def getrandbits(self, k: int, /) -> Any:
        """A uniform integer of k bits."""
        if k < 0:
            raise ValueError(f"{k} bits: at least 0")
        return self.below(2**k)

    @override
    def randbytes(self, n: int) -> bytes:
        """Uniform bytes, each drawn whole."""
        return bytes([self.branch(2**8) for _ in range(n)])

    @override
    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> Any:
        """A uniform element of range(start, stop, step)."""
        first, end = (0, start) if stop is None else (start, stop)
        values = range(first, end, step)
        if not values:
            raise ValueError(f"{values} is empty: nothing to draw")
        last = values[-1]
        drawn = self.below((last - values.start) // step + 1)
        return drawn if values.start == 0 and step == 1 else values.start + step * drawn

    @override
    def randint(self, a: int, b: int) -> Any:
        """A uniform integer in [a, b]."""
        return self.randrange(a, b + 1)

    @override
    def seed(self, *arguments: object) -> None:
        """Refused: what follows would not be random."""
        if arguments:
            self.refuse("a seed: what follows would not be random")

    @override
    def shuffle(self, x: Any) -> None:
        """Like the method of `random.Random`; an array of rows is refused: its rows are views."""
        if getattr(x, "ndim", 1) != 1:
            self.refuse("shuffle of an array of more than one dimension")
        super().shuffle(x)

    def bernoulli(self, p: float | Fraction) -> bool:
        """True with probability exactly p (a float stands for the rational that it is)."""
        chance = Fraction(p)
        if not 0 <= chance <= 1:
            raise ValueError(f"probability {p}: it lies in [0, 1]")
        if chance in {0, 1}:
            return chance == 1
        return bool(self.branch((chance.denominator - chance.numerator, chance.numerator)))

    def binomial(self, n: int, p: float, size: Size = None) -> Any:
        """The number of successes in n independent trials."""
        return self._sized(size, lambda: sum(self.bernoulli(p) for _ in range(n)))

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: Size = None,
        dtype: object = None,
        endpoint: bool = False,
    ) -> Any:
        """Like the numpy method: uniform in [low, high), or [0, low) for one argument."""
        numpy = sys.modules.get("numpy")
        int64: Any = getattr(numpy, "int64", None)
        if dtype not in {None, int, "int64", int64}:
            self.refuse(f"integers with dtype {dtype}: those of other types wrap around")
        first, end = (0, low) if high is None else (low, high)
        first, end = operator.index(first), operator.index(end) + endpoint
        if first < -(2**63) or end > 2**63:
            raise ValueError(f"integers from {first} below {end}: out of bounds for int64")
        plain = int64 is None or (dtype is int and size is None)

        def draw() -> Any:
            drawn = self.randrange(first, end)
            if plain:
                return drawn
            return drawn.typed(int64) if type(drawn) is Uniform else int64(drawn)

        return self._sized(size, draw)

    @override
    def choice(
        self, seq: Any, size: Size = None, replace: bool = True, p: Iterable[float] | None = None
    ) -> Any:
        """Like `random.choice`, and like the numpy method for draws with replacement.

        With probabilities p it is what numpy computes: the first i with u < c_i / c_n, where c
        are the sums of p in floating point and u = random().
        """
        if size not in {None, 1} and not replace:
            self.refuse("choice without replacement: use sample() or permutation()")
        numpy = sys.modules.get("numpy")
        values: Any = range(seq) if isinstance(seq, int) else seq
        if values is seq and numpy is not None and (p is not None or size is not None):
            values = numpy.asarray(seq)
            if values.ndim != 1:
                self.refuse("choice of rows, with p or a size: choose the number of a row")
        if p is not None:
            weights = _inverse_transform([float(q) for q in p], len(values))
            return self._sized(size, lambda: values[self.branch(weights)])
        if not len(values):
            raise IndexError("cannot choose from an empty sequence")
        return self._sized(size, lambda: values[self.below(len(values))])

    def permutation(self, values: int | Sequence[Any]) -> Any:
        """A uniform permutation, as an array; as a list where there is no numpy."""
        numpy = sys.modules.get("numpy")
        listed: Any = range(values) if isinstance(values, int) else values
        order = list(range(len(listed)))
        self.shuffle(order)
        if numpy is None:
            return [listed[i] for i in order]
        return numpy.asarray(listed)[numpy.array(order, dtype=int)]

    def _sized(self, size: Size, draw: Callable[[], Any]) -> Any:
        """One draw, or as many as an array of this shape has elements."""
        if size is None:
            return draw()
        count = size if isinstance(size, int) else prod(size)
        return shaped([draw() for _ in range(count)], size)

    def _continuous(self, *_: object, **__: object) -> NoReturn:
        self.refuse(f"a draw from a continuous or unbounded law: {INSTEAD}")

    betavariate = expovariate = gammavariate = gauss = lognormvariate = normalvariate = _continuous
    paretovariate = triangular = vonmisesvariate = weibullvariate = _continuous
    exponential = gamma = geometric = laplace = normal = poisson = standard_normal = _continuous
    standard_exponential = _continuous

    def binomialvariate(self, n: int = 1, p: float = 0.5) -> NoReturn:
        """Refused: Python computes it from logarithms in floating point."""
        self.refuse(
            f"binomialvariate({n}, {p}) is not followed, as Python computes it from logarithms of "
            "random(): add up draws, sum(rng.random() < p for _ in range(n))"
        )

    def __getattr__(self, name: str) -> Any:
        if name == "bytes":
            return self.randbytes
        if name.startswith("_"):
            raise AttributeError(name)
        return self.refuse(f"{name} of a random source is not followed: {FOLLOWED}")


def _inverse_transform(p: Sequence[float], count: int) -> tuple[int, ...]:
    """How many k / 2^53 numpy's `choice` gives each index for, by the sums of p."""
    if len(p) != count:
        raise ValueError(f"{len(p)} probabilities for {count} values")
    if not all(q >= 0 for q in p) or abs(sum(p) - 1) > 2**-26:
        raise ValueError(f"probabilities {list(p)}: they are not negative and sum to 1")
    sums = list(accumulate(p))
    cuts = [-(-Fraction(c / sums[-1]) * UNIT // 1) for c in sums]
    return tuple(b - a for a, b in pairwise([0, *cuts]))


def _caller() -> str:
    """The file and line of the program that draws."""
    frame = sys._getframe(1)  # noqa: SLF001  # there is no other way to the caller's line
    while frame.f_back is not None and frame.f_code.co_filename.startswith(
        (_HERE, random.__file__)
    ):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
