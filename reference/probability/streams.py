"""Mechanisms on streams: answers are read one after the other, and something is put out for each.

A stream begins with a state, and each answer leads to the next state and an output; with the state
None it stops.  If answers end before it does, `end`, where there is one, puts out something more.
The same lines are sampled, have an exact law for a number of answers, and are traced to an
automaton (`reference.probability.tracing`), for every number of answers.

A class that inherits from `Stream` is a mechanism, which puts out all outputs; another one calls
`outputs` and makes of them what it likes, for a number of answers.  For every number of answers
all of them may change by one, or one of them, if the class says `adjacency = "one"`.

>>> class Halves(Stream):
...     def begin(self, coins):
...         return 2  # that are left
...
...     def step(self, state, answer, coins):
...         return (state - 1 or None), answer // 2
>>> Halves()((6, 8, 10), None)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, Generic, Protocol, TypeVar

from reference.exact.field import R
from reference.probability.coins import Coins
from reference.probability.continuous import Noise, Real
from reference.probability.records import as_read

METHODS: Final = ("begin", "step", "close", "end", "output")
"""Of a stream; the last three may be missing."""

S = TypeVar("S")
"""States: tuples of numbers, draws and what is known else."""

T = TypeVar("T")
"""What is put out for an answer."""

T_co = TypeVar("T_co", covariant=True)

NUMBERS = (int, Fraction)
"""What an answer may be, and nothing derived from it."""


class Steps(Protocol[S, T_co, R]):
    """What a stream consists of; `end(state, coins)`, with an output, may be added."""

    def begin(self, coins: Coins[R], /) -> S | None:
        """The first state."""

    def step(self, state: S, answer: int, coins: Coins[R], /) -> tuple[S | None, T_co]:
        """The next state, or None to stop, and an output."""


class Foresight(Protocol[R]):
    """Coins that know numbers before they are drawn: for traces only."""

    def draw_real(self, noise: Noise[R], /) -> Real:
        """Continuous noise."""

    def foretell(self) -> Real:
        """A number that is known later: only while it begins."""

    def guess(self) -> bool:
        """True or false, whatever the draws; the branches put out different things."""

    def require(self, *, holds: bool) -> None:
        """Give up the branch unless it holds."""

    def equate(self, first: Real, second: Real) -> None:
        """The two numbers are equal."""


class Stream(Generic[S, T, R]):
    """A mechanism that puts out all outputs of its steps."""

    __slots__ = ()

    def begin(self, coins: Coins[R], /) -> S | None:
        """The first state."""
        raise NotImplementedError

    def step(self, state: S, answer: int, coins: Coins[R], /) -> tuple[S | None, T]:
        """The next state, or None to stop, and an output."""
        raise NotImplementedError

    def __call__(self, database: tuple[int, ...], coins: Coins[R], /) -> tuple[T, ...]:
        """The outputs for the answers."""
        return tuple(as_read(self.output(each)) for each in _released(self, database, coins))

    def output(self, released: T, /) -> T:
        """What is seen of an output; itself if nothing else is said."""
        return released


def outputs(stream: Steps[S, T, R], answers: tuple[int, ...], coins: Coins[R]) -> Iterator[T]:
    """What a stream puts out for each answer, up to where it stops, and at the end.

    Raises:
        TypeError: for an answer that is no int or Fraction: others are rounded.
    """
    return map(as_read, _released(stream, answers, coins))


def _released(stream: Steps[S, T, R], answers: tuple[int, ...], coins: Coins[R]) -> Iterator[T]:
    """The same, as the stream has it."""
    state = stream.begin(coins)
    for answer in answers:
        if state is None:
            return
        if type(answer) not in NUMBERS:
            raise TypeError(f"answer {answer!r}: answers are of type int or Fraction")
        state, output = stream.step(state, answer, coins)
        yield output
    end: Callable[[S, Coins[R]], T] | None = getattr(stream, "end", None)
    if end is not None and state is not None:
        yield end(state, coins)
