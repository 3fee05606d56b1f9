"""The draws of a program as a graph: where each value of a draw leads, and how probable that is.

A node is a draw, a leaf the end of a branch.  Without loops that come back to a node the graph is
a tree, and the probability of a leaf is the product of those of the values on its way; with such
loops it is a Markov chain (`audits.conformance.chain`).  This module needs the standard library
only: it also runs inside the environment of another library.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Protocol

from audits.conformance.chain import visits
from audits.conformance.tape import BranchEnd
from audits.conformance.uniform import Weights


class Abandoned(BranchEnd):
    """The branch has been left, or goes on where another has been."""


class Again(BranchEnd):
    """The branch is not what it was the first time."""


NOWHERE = object()
"""The outcome of a branch that was cut."""


Script = tuple[tuple[Weights, int], ...]
"""Draws in order, each with its value."""


@dataclass(slots=True, eq=False)
class Node:
    """A draw, or a call that is one: where it was found first, and where each value leads."""

    number: int
    weights: Weights
    parent: Node | None
    taken: int
    """The value of the parent's draw that leads here."""

    pending: int = 0
    """The mass that came here and was not handed on to the values."""

    waiting: dict[int, int] = field(default_factory=dict)
    """The mass at each value that has not been followed."""

    targets: dict[int, Node | Leaf] = field(default_factory=dict)
    mark: int = 0
    """If it was found at a mark: the number of that mark on the branch."""

    scripts: tuple[Script, ...] = ()
    """If it is a call: for each of its values, the draws inside."""

    def weight(self, value: int) -> int:
        """The weight of a value."""
        return 1 if isinstance(self.weights, int) else self.weights[value]

    def total(self) -> int:
        """The sum of the weights."""
        return self.weights if isinstance(self.weights, int) else sum(self.weights)

    def values(self) -> list[tuple[int, int]]:
        """The possible values with their weights."""
        if isinstance(self.weights, int):
            return [(value, 1) for value in range(self.weights)]
        return [(value, w) for value, w in enumerate(self.weights) if w]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of a branch."""

    outcome: Hashable
    """The key of the outcome; `NOWHERE` where the branch was cut."""


Edge = tuple[Node, int]
"""A draw and one of its values."""


class Tally:
    """The probabilities of outcomes on the leaves of a tree, which are added one by one."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[int, int]] = {}
        """For each outcome: numerators by denominator."""

        self._counted = 0

    def law(self, leaves: Sequence[Edge]) -> dict[Hashable, Fraction]:
        """The probabilities, where `leaves` begins with those of the last call."""
        for node, value in leaves[self._counted :]:
            leaf = node.targets[value]
            assert isinstance(leaf, Leaf)
            p, q = _chance(path_to((node, value)))
            shares = self._found.setdefault(leaf.outcome, {})
            shares[q] = shares.get(q, 0) + p
        self._counted = len(leaves)
        zero = Fraction(0)
        return {
            outcome: sum((Fraction(p, q) for q, p in shares.items()), zero)
            for outcome, shares in self._found.items()
        }


def law_of_chain(nodes: Sequence[Node]) -> dict[Hashable, Fraction]:
    """The probabilities of outcomes in a graph with loops; the first node is the start."""
    chain: dict[int, dict[int, Fraction]] = {}
    for node in nodes:
        following: dict[int, Fraction] = {}
        total = node.total()
        for value, weight in node.values():
            target = node.targets.get(value)
            if isinstance(target, Node):
                share = Fraction(weight, total)
                following[target.number] = following.get(target.number, Fraction(0)) + share
        chain[node.number] = following
    times = visits(0, chain)
    found: dict[Hashable, Fraction] = {}
    for node in nodes:
        visited = times.get(node.number, Fraction(0)) / node.total()
        shares: dict[Hashable, int] = {}
        for value, target in node.targets.items():
            if isinstance(target, Leaf) and target.outcome is not NOWHERE:
                shares[target.outcome] = shares.get(target.outcome, 0) + node.weight(value)
        for outcome, weight in shares.items():
            found[outcome] = found.get(outcome, Fraction(0)) + visited * weight
    return found


class Decider(Protocol):
    """What decides at a draw that was not made on the branch before."""

    def new_draw(self, path: Path, weights: Weights, /, *, mark: bool = False) -> int:
        """The value to follow; raises `Abandoned` where the branch is left."""


class Path:
    """One branch: draws that are answered as before, then new ones.

    Args:
        search: what decides at a new draw; None if the branch is followed a second time.
        last: the last draw that was made before, with its value.
        mass: how probable the branch is.
    """

    def __init__(self, search: Decider | None, last: Edge, mass: int) -> None:
        self.edge = last
        self.mass = mass
        self.further = self.marks = self.made = 0
        self._prefix = path_to(last)
        self._position = 1
        self._script: list[tuple[Weights, int]] = []
        """The draws that come next inside a call, the first one last."""

        self._search = search

    @property
    def draws(self) -> int:
        """How many draws there are so far."""
        return len(self._prefix) + self.further

    @property
    def is_short(self) -> bool:
        """Whether draws of the first time were not made again."""
        return self._position < len(self._prefix) or bool(self._script)

    def draw(self, weights: Weights) -> int:
        """The value of the next draw."""
        self.made += 1
        if self._script:
            return self._inside(weights)
        if self._position < len(self._prefix):
            node, value = self._prefix[self._position]
            if node.mark or (not node.scripts and node.weights != weights):
                raise Again(f"draw {self._position} has other values")
            self._position += 1
            return self._taken(node, value, weights)
        if self._search is None:
            raise Again("it draws more")
        return self._search.new_draw(self, weights)

    def mark(self) -> None:
        """A draw of one value, where states of the program and calls may be recognised."""
        self.marks += 1
        if self._script:
            self._inside(1)
        elif self._position < len(self._prefix):
            node, value = self._prefix[self._position]
            if node.mark == self.marks:
                self._position += 1
                self._taken(node, value, 1)
        elif self._search is not None:
            self._search.new_draw(self, 1, mark=True)

    def enter(self, script: Script, weights: Weights) -> int:
        """The value of a draw that is the first one in a call."""
        self._script = [*reversed(script)]
        return self._inside(weights)

    def _taken(self, node: Node, value: int, weights: Weights) -> int:
        return self.enter(node.scripts[value], weights) if node.scripts else value

    def _inside(self, weights: Weights) -> int:
        expected, value = self._script.pop()
        if expected != weights:
            raise Again("a call has other draws")
        return value


def script_to(last: Edge) -> Script:
    """The draws on the branch that found an edge, with those inside of calls."""
    found: list[tuple[Weights, int]] = []
    for node, value in path_to(last)[1:]:
        found += node.scripts[value] if node.scripts else [(node.weights, value)]
    return tuple(found)


class Other:
    """A branch on which each draw has its last value but `place` - 1; nothing is kept of it."""

    is_short = False

    def __init__(self, place: int, draws: int) -> None:
        self._place = place
        self._left = draws

    def draw(self, weights: Weights) -> int:
        """The value of the next draw."""
        self.mark()
        if isinstance(weights, int):
            return -self._place % weights
        possible = [value for value, weight in enumerate(weights) if weight]
        return possible[-self._place % len(possible)]

    def mark(self) -> None:
        """Count a draw."""
        self._left -= 1
        if self._left <= 0:
            raise Abandoned


def _chance(path: Sequence[Edge]) -> tuple[int, int]:
    """The probability of a branch in a tree, as a numerator and a denominator."""
    weights = [node.weight(value) for node, value in path]
    return prod(weights), prod(node.total() for node, _ in path)


def path_to(last: Edge) -> list[Edge]:
    """The draws on the branch that found an edge, with their values; the first is the root."""
    found = [last]
    node = last[0]
    while node.parent is not None:
        found.append((node.parent, node.taken))
        node = node.parent
    return found[::-1]
