"""Ways to move the branches of an automaton to adjacent answers.

A branch is moved by shifts of its draws: none of its guards falls, nothing that is released moves,
and its price is the sum of rates times shifts.  Differences are those of the sensitivity 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import NamedTuple, TypeAlias

from audits.engines.streams.orders import Places
from audits.kernel.automaton import ADJACENT
from reference.probability.automaton import Automaton, Branch, Form

Number: TypeAlias = int | Fraction
Shift: TypeAlias = tuple[Number, ...]

Where: TypeAlias = tuple[int, str]
"""A place and the mode of the adjacency."""


STEPS = 8
"""To find what a form becomes takes as long as to compare so many prices."""


class Letter(NamedTuple):
    """A branch and a difference, at a state and a mode."""

    step: int
    branch: int
    word: int
    """The number of the difference among those of the mode."""

    difference: int
    mode: str
    """The mode after it."""


Run: TypeAlias = tuple[str, tuple[Letter, ...]]
"""The mode in which it begins, and what happens."""


class Option(NamedTuple):
    """A way to move a branch."""

    price: int
    """In units of the shifts."""

    draws: Shift


class Shifts:
    """The ways to move the branches of an automaton by whole shifts up to a width."""

    def __init__(self, automaton: Automaton, adjacency: str, width: int) -> None:
        self.automaton = automaton
        self.places = Places(automaton)
        self.starts, self._moves = ADJACENT[adjacency]
        rates = [rate for _, rate in _draws(automaton)]
        self.unit = Fraction(1, lcm(*(rate.denominator for rate in rates)))
        """Of which the prices of whole shifts are multiples."""

        self.steps = 0
        """Of work, in units of the time in which two prices are compared."""

        self.width = width
        self._memo: dict[tuple[int, int, int, int, Shift], dict[Shift, Option]] = {}

    @property
    def firsts(self) -> int:
        """The number of shifts of the registers of the first state, which are prophecies."""
        return prod([2 * self.width + 1] * self.automaton.prophecies)

    def first(self) -> list[Shift]:
        """These shifts."""
        grid = range(-self.width, self.width + 1)
        return [*product(grid, repeat=self.automaton.prophecies)]

    def letters(self, state: int, mode: str) -> Iterator[Letter]:
        """All that may happen next."""
        for i, step in enumerate(self.automaton.states[state].steps):
            words = self._moves[mode] if step.reads else [(0, mode)]
            for j in range(len(step.branches)):
                for k, (difference, after) in enumerate(words):
                    yield Letter(i, j, k, difference, after)

    def branch(self, state: int, letter: Letter) -> Branch:
        """The branch of a letter."""
        return self.automaton.states[state].steps[letter.step].branches[letter.branch]

    def possible(self, where: Where) -> Iterator[tuple[Letter, Branch, Where]]:
        """What may happen at a place, and where it leads."""
        place, mode = where
        state = self.places.listed[place].state
        for letter in self.letters(state, mode):
            to = self.places.after(place, letter.step, letter.branch).place
            if to is not None:
                yield letter, self.branch(state, letter), (to, letter.mode)

    def options(self, where: Where, letter: Letter, shift: Shift) -> dict[Shift, Option]:
        """For each shift of the registers afterwards, the cheapest one of the draws."""
        state = self.places.listed[where[0]].state
        key = state, letter.step, letter.branch, letter.difference, shift
        if key not in self._memo:
            branch = self.branch(state, letter)
            found = dict[Shift, Option]()
            self.steps += self.cost_of(branch)
            demands = Demands.of(branch)
            for draws in product(*self._ways(branch)):
                after = demands.after(letter.difference, shift, draws)
                if after is not None and all(-self.width <= t <= self.width for t in after):
                    price = int(price_of(branch, draws) / self.unit)
                    if after not in found or price < found[after].price:
                        found[after] = Option(price, draws)
            self._memo[key] = found
        return self._memo[key]

    def cost_of(self, branch: Branch) -> int:
        """The steps in which the options of a branch are found."""
        forms = len(branch.guards) + len(branch.released) + len(branch.updates)
        return STEPS * (2 + forms) * prod(map(len, self._ways(branch)))

    def _ways(self, branch: Branch) -> list[range]:
        most = 2 * self.width
        return [range(0 if kind == "exponential" else -most, most + 1) for kind, _ in branch.draws]


class Demands(NamedTuple):
    """The forms of a branch, whole coefficients as integers: with these, sums are soon found."""

    guards: list[dict[str, Number]]
    fixed: list[dict[str, Number]]
    updates: list[dict[str, Number]]

    @classmethod
    def of(cls, branch: Branch) -> Demands:
        """What a branch demands."""
        fixed = (*branch.equations, *branch.released)
        return cls(
            *([*map(coefficients, each)] for each in (branch.guards, fixed, branch.updates))
        )

    def after(self, difference: int, shift: Shift, draws: Shift) -> Shift | None:
        """How registers have moved after the branch; None if its draws may not be moved so."""
        by: dict[str, Number] = {str(i): t for i, t in enumerate(shift)}
        by["q"] = difference
        by |= {f"n{i}": h for i, h in enumerate(draws)}
        if any(moved(form, by) < 0 for form in self.guards):
            return None
        if any(moved(form, by) for form in self.fixed):
            return None
        found = [moved(form, by) for form in self.updates]
        return tuple(int(t) if t.denominator == 1 else t for t in found)


def coefficients(form: Form) -> dict[str, Number]:
    """Those of what moves, and not the constant."""
    return {name: int(c) if c.denominator == 1 else c for name, c in form.items() if name}


def moved(form: Mapping[str, Number], by: Mapping[str, Number]) -> Number:
    """How much a form changes."""
    return sum(c * by[name] for name, c in form.items())


def price_of(branch: Branch, draws: Shift) -> Fraction:
    """What a shift of the draws costs."""
    costs = (abs(rate * h) for (_, rate), h in zip(branch.draws, draws, strict=True))
    return sum(costs, Fraction(0))


def _draws(automaton: Automaton) -> Iterator[tuple[str, Fraction]]:
    for state in automaton.states:
        for step in state.steps:
            for branch in step.branches:
                yield from branch.draws
