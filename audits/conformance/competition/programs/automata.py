"""Automata that read answers without an end, as they are published: places, and ways between them.

A place draws Laplace noise around its mean, adds the answer, and compares the sum with registers:
the first way whose comparisons are true is taken.  Put out is on which side of each register the
sum is, and the sum itself if the way says so.  Where an automaton has no way to go on, the stream
stops; and a place that reads nothing forgets its answer: so it tells no less than the automaton.

Ways are written `way(to, above="x", below="y", sets="z")`: the letters are registers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audits.conformance.competition.programs.online import Noisy, Told
from reference.exact.field import R
from reference.override import override
from reference.probability.coins import Coins
from reference.probability.continuous import Real
from reference.probability.streams import Stream

Registers: TypeAlias = tuple[tuple[str, Real], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A transition.  Made by `way`."""

    to: int | None
    """The next place; None: the automaton stops."""

    above: str
    """Registers that the sum is above."""

    below: str
    sets: str
    """Registers that are set to the sum."""

    value: bool
    """Whether the sum is put out."""

    @override
    def __str__(self) -> str:
        words = [f">={x}" for x in self.above] + [f"<{x}" for x in self.below]
        words += [f"{x}:=" for x in self.sets] + ["value"] * self.value
        return " ".join([*words, "stop" if self.to is None else f"to {self.to}"])


def way(
    to: int | None = None, above: str = "", below: str = "", sets: str = "", *, value: bool = False
) -> Way:
    """A transition, to the place of that number from 0."""
    return Way(to, above, below, sets, value)


@dataclass(frozen=True, slots=True)
class Place:
    """A state.  Made by `place`."""

    rate: Fraction
    """Of the Laplace noise, in units of eps."""

    ways: tuple[Way, ...]
    mean: int
    reads: bool

    @override
    def __str__(self) -> str:
        mean = f" + {self.mean}" if self.mean else ""
        reads = "" if self.reads else " reads nothing"
        return f"[{self.rate}{mean}{reads}: {'; '.join(map(str, self.ways))}]"


def place(rate: str, *ways: Way, mean: int = 0, reads: bool = True) -> Place:
    """A state with noise of a rate, "1/4" for eps/4."""
    return Place(Fraction(rate), ways, mean, reads)


@dataclass(frozen=True, slots=True)
class Published(Noisy[R], Stream[tuple[int, Registers], Told, R]):
    """An automaton.

    Pseudo-code:
        1. begin at place 0, no register set
        2. for each answer q: x = q + mean + Laplace(rate); without q if the place reads nothing
        3.     put out on which side of registers x is
        4.     take the way whose comparisons are true, put out x if it does; none: stop
    """

    places: tuple[Place, ...]

    @override
    def begin(self, coins: Coins[R]) -> tuple[int, Registers]:
        """Nothing is drawn."""
        del coins
        return 0, ()  # 1

    @override
    def step(
        self, state: tuple[int, Registers], answer: int, coins: Coins[R]
    ) -> tuple[tuple[int, Registers] | None, Told]:
        """One transition."""
        here, registers = self.places[state[0]], dict(state[1])
        x = self.noise(coins, here.rate) + here.mean + (answer if here.reads else 0)  # 2
        asked = dict.fromkeys("".join(each.above + each.below for each in here.ways))
        above = {name: x >= registers[name] for name in asked}
        told = ",".join(f"{'>=' if above[name] else '<'}{name}" for name in asked) or "go"  # 3
        for each in here.ways:
            if all(above[name] for name in each.above) and not any(
                above[name] for name in each.below
            ):
                after = tuple(sorted((registers | dict.fromkeys(each.sets, x)).items()))
                then = None if each.to is None else (each.to, after)
                return then, (told, x) if each.value else told  # 4
        return None, told
