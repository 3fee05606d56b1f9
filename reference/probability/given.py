"""Coins whose draws are numbers that are known, for what is compared with its trace.

A draw is what a sampler hands out (`continuous.Real`), or a fraction, if a stream does with it
what a sampler cannot.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> eps = Epsilon.continuous(parts=2)
>>> coins = Given(Numbers(), eps.root, 2, as_sampled=True)
>>> noisy = 3 + coins.draw_real(Laplace(1 / eps))
>>> coins.rates, coins.number(noisy) == 3 + coins.named()["n0"]
([('laplace', Fraction(1, 1))], True)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NoReturn

from reference.exact.exponential_function import ExponentialFunction
from reference.probability.automaton import times
from reference.probability.continuous import Gap, Noise, Real
from reference.probability.differences import CONSTANT, Number
from reference.probability.dist import Dist, X
from reference.probability.traced import DRAWS
from reference.probability.traced_call import MOST_DRAWS, rate_of


class Numbers:
    """Numbers of all kinds, the same each time: x -> 6364136223846793005 x + 1, modulo 2^64."""

    def __init__(self) -> None:
        self._last = 1

    def below(self, bound: int) -> int:
        """An integer in [0, bound)."""
        self._last = (self._last * 6364136223846793005 + 1) % 2**64
        return (self._last >> 33) % bound

    def answer(self) -> int:
        """Mostly small."""
        return (self.below(7) - 3) * (1 if self.below(16) else 100)

    def drawn(self, place: int, *, signed: bool) -> Fraction:
        """Mostly small; its sums and differences with others are no ties."""
        size = Fraction(self.below(24), 4) * (1 if self.below(8) else 100)
        return (-size if signed and self.below(2) else size) + Fraction(1, 3 ** (place + 7))


class Given:
    """Coins whose draws are numbers."""

    def __init__(self, numbers: Numbers, root: object, parts: int, *, as_sampled: bool) -> None:
        self._numbers = numbers
        self._root = root
        self._parts = parts
        self._as_sampled = as_sampled
        self._values: list[Fraction] = []
        self._first = 0
        self._last: object = None
        self.rates: list[tuple[str, Fraction]] = []
        """The kind and rate of each draw of the call."""

        self.picked: list[int] = []
        """The places of the outcomes that it draws from finite laws."""

        self.weight: Fraction | None = Fraction(1)
        """Their probability, as a trace has it."""

        self._drawn: Sequence[Fraction] = ()
        self._places: Sequence[int] = ()

    def next_call(self, drawn: Sequence[Fraction] = (), places: Sequence[int] = ()) -> None:
        """Names of draws begin again.

        Args:
            drawn: the first draws of the call.
            places: those of the first outcomes of finite laws.
        """
        self._first, self.rates, self.picked = len(self._values), [], []
        self._drawn, self._places, self.weight = drawn, places, Fraction(1)

    def held(self, value: Fraction, shift: Fraction | int = 0) -> Real:
        """A number that was drawn before."""
        self._values.append(value - shift)
        return Real(self, len(self._values) - 1, shift)

    def named(self, count: int = 0) -> dict[str, Fraction]:
        """The draws of the call, and so many if there are less."""
        values = self._values[self._first :]
        values += [Fraction(i % 3 - 1, 5) for i in range(len(values), count)]
        return {f"n{i}": value for i, value in enumerate(values)}

    def draw_real(self, noise: Noise[ExponentialFunction], /) -> Real:
        """A number that stands for continuous noise."""
        self._count()
        kind, rate = rate_of(noise, self._root, self._parts)
        self.rates.append((kind, rate))
        place = len(self._values)
        told = self._drawn[len(self.rates) - 1 : len(self.rates)]
        self._values += told or [self._numbers.drawn(place, signed=kind == "laplace")]
        self._last = Real(self, place) if self._as_sampled else self._values[-1]
        handed: Real = getattr(self, "_last")  # noqa: B009  (or a fraction that stands for it)
        return handed

    def draw(self, dist: Dist[X, ExponentialFunction] | Dist[X, Fraction], /) -> X:
        """An outcome of a finite law."""
        self._count()
        listed = list(dist)
        told = self._places[len(self.picked) : len(self.picked) + 1]
        place = told[0] if told else self._numbers.below(len(listed))
        self.picked.append(place)
        chance: object = dist.probability(listed[place])
        self.weight = times(self.weight, chance if isinstance(chance, Fraction) else None)
        return listed[place]

    def _count(self) -> None:
        if len(self.rates) + len(self.picked) >= MOST_DRAWS:
            raise TypeError(f"more than {MOST_DRAWS} draws in one call")

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(DRAWS)

    draw_noise = run = release = delegate = _refuse

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        """How draws compare."""
        return self._at(low) + k < self._at(high)

    def number(self, value: object) -> Fraction | None:
        """A number, or what stands for one; None for anything else."""
        if isinstance(value, Real | Gap):
            _, first, second, shift = value.taken_apart()
            return self._at(first) - self._at(second) + shift
        if isinstance(value, int | Fraction) and type(value) in {int, Fraction}:
            return Fraction(value)
        return None

    def _at(self, place: int) -> Fraction:
        return Fraction(0) if place == CONSTANT else self._values[place]
