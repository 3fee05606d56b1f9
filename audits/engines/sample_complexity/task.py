"""What a comparison is made of: a problem, the mechanisms that solve it, their parameters.

A mechanism is tuned on a coarse grid of all its parameters, then on finer ones of its root
r = e^(eps/parts) around the best.  Whoever wants a larger search adds values to its grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from audits.engines.sample_complexity.tuning import AnyProblem, Setting, Target
from reference.probability.coins import Mechanism

COARSE = Fraction(1, 4)
"""Step of the coarse grid of roots."""

FINE = (Fraction(1, 64),)
FINEST = (Fraction(1, 64), Fraction(1, 1024))
"""Steps of finer grids, each of which reaches a step of the one before to either side."""

Values = Mapping[str, Fraction]
Grid = Mapping[str, Sequence[Fraction]]


@dataclass(frozen=True, slots=True)
class Contender:
    """A mechanism for a problem, as a function of its parameters."""

    name: str
    make: Callable[[int, Values], Mechanism[Any, Any, Fraction]]
    """The mechanism for a domain size and parameters."""

    grid: Callable[[int, Target], Grid]
    """The values of each parameter, for a number of rows and a target."""

    steps: tuple[Fraction, ...] = FINE
    """How the root is refined."""

    more_than: int = 0
    """It is a mechanism of its own on more than so many points only."""

    instead: str = ""
    """What it is on fewer."""

    cost: int = 1
    """How many times as long as those of others its laws take, roughly."""

    def settings(self, domain: int, rows: int, target: Target) -> Iterator[Setting]:
        """Every combination of the values of the grid."""
        grid = self.grid(rows, target)
        for values in product(*grid.values()):
            yield self._setting(domain, dict(zip(grid, values, strict=True)))

    def around(
        self, domain: int, setting: Setting, reach: Fraction, step: Fraction
    ) -> Iterator[Setting]:
        """The settings whose root is at most `reach` from that of a setting, by steps."""
        values = dict(setting.parameters)
        if "root" in values:
            most = int(reach / step)
            for k in (k for k in range(-most, most + 1) if k):
                root = values["root"] + k * step
                if root > 1:
                    yield self._setting(domain, {**values, "root": root})

    def _setting(self, domain: int, values: Values) -> Setting:
        return Setting(tuple(values.items()), self.make(domain, values))


@dataclass(frozen=True, slots=True)
class Bound:
    """A formula below which no mechanism's failure is."""

    name: str
    least_failure: Callable[[int, int, Target], Fraction]
    """By domain size, rows and target; 0 or less says nothing."""


@dataclass(frozen=True, slots=True)
class Task:
    """A problem with its contenders."""

    name: str
    optima: tuple[tuple[str, Callable[[int, int], AnyProblem | None]], ...]
    """Problems by domain size and rows whose optimum is a bound, where there is one; the last has
    all scores, for every size."""

    contenders: tuple[Contender, ...]
    title: str
    """The problem in words."""

    of_databases: bool
    """Whether a score belongs to a database, not to a distribution on databases."""

    bounds: tuple[Bound, ...] = ()
    """Those that go with a lower bound on the rows by log*|X|."""

    notes: tuple[str, ...] = ()
    """What is done to outputs before they are judged, and parameters that are not of a grid."""

    def problem(self, domain: int, rows: int) -> AnyProblem:
        """The problem that the contenders are measured by."""
        found = self.optima[-1][1](domain, rows)
        assert found is not None, "the last problem has all sizes"
        return found


def roots(up_to: Fraction) -> list[Fraction]:
    """1 + COARSE, 1 + 2 COARSE, ..., up to a value."""
    return [1 + k * COARSE for k in range(1, int((up_to - 1) / COARSE) + 1)]


def numbers(first: int, last: int) -> list[Fraction]:
    """The integers from first to last."""
    return [Fraction(n) for n in range(first, last + 1)]
