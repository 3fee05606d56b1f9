"""The draws that a search has met: where each of their values leads, and which one comes next.

A value of a draw that can be drawn waits, is followed at the moment, or has a target: another
draw, or the end of a branch.  Which of those that wait is next is decided by masses, which are
probabilities times `ONE`, rounded down: they order the search and end it, and no law depends on
them.  Mass that comes back to a draw by a loop is pending there, and later divided among its
values: it makes those that wait more probable, and goes through the others to where they lead.

The invariants, whenever no value is followed:

* a value is in `Node.waiting` or in `Node.targets`, not in both; `open` counts the former;
* each value that waits, and each draw with mass pending, is in its heap with the mass that it has;
  what a heap says of an earlier mass is passed over;
* `left` is `ONE` less the mass that came to an outcome: at least the sum of what waits and of what
  is pending.

This module needs the standard library only: it also runs inside the environment of another
library.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from heapq import heappop, heappush
from typing import Final

from audits.conformance.branches import (
    NOWHERE,
    Abandoned,
    Edge,
    Leaf,
    Node,
    Path,
    Script,
    Tally,
    law_of_chain,
    script_to,
)
from audits.conformance.uniform import Weights

ONE: Final = 2**512
"""Probability 1, as a mass."""

FAR: Final = 16
"""A branch is set aside when another is more probable by this power of 2."""

HANDED: Final = 1_000
"""Draws from which pending mass is handed on, at most, before a value is followed."""


class Graph:
    """The draws, with one value that waits: it leads to the first draw."""

    def __init__(self) -> None:
        self.left = ONE
        """The mass that has come to no outcome."""

        self.open = 1
        """Values that wait or are followed."""

        self.leaves: list[Edge] = []
        """The ends of branches that have an outcome, in the order in which they were found."""

        self._nodes = [Node(0, 1, None, 0, waiting={0: ONE})]
        self._known: dict[Hashable, Node] = {}
        """The draws at which the state of the program was recognised."""

        self._tally: Tally | None = Tally()
        """None when a loop was found: the graph is no tree."""

        self._handing: list[tuple[int, int]] = []
        """A heap: the pending mass of a draw, negative, and its number."""

        self._following: list[tuple[int, int, int]] = [(-ONE, 0, 0)]
        """A heap: the mass of a value that waits, negative, the number of its draw, the value."""

    @property
    def is_new(self) -> bool:
        """Whether there was no draw yet."""
        return len(self._nodes) == 1

    def greatest(self) -> int:
        """A bound on the mass of a value that waits."""
        return -min(heap[0][0] for heap in (self._following, self._handing) if heap)

    def most_probable(self) -> tuple[Edge, int]:
        """The value to follow next, which waits no more, and its mass; `open` must not be 0."""
        handed = 0
        while True:
            while self._handing and handed < HANDED:
                if self._following and self._handing[0][0] > self._following[0][0]:
                    break
                mass, number = heappop(self._handing)
                node = self._nodes[number]
                if node.pending == -mass:
                    handed += 1
                    node.pending = 0
                    self._hand_on(node, -mass)
            while self._following:
                mass, number, value = heappop(self._following)
                node = self._nodes[number]
                if node.waiting.get(value) == -mass:
                    del node.waiting[value]
                    return (node, value), -mass
            handed = 0

    def end(self, edge: Edge, mass: int, outcome: Hashable) -> None:
        """The value that is followed leads to the end of its branch, with this outcome."""
        self.leaves.append(edge)
        self.left -= mass
        self._link(edge, Leaf(outcome))

    def cut(self, edge: Edge) -> None:
        """Leave the value that is followed for good: it is unexplored."""
        self._link(edge, Leaf(NOWHERE))

    def comes_back(self, path: Path, state: Hashable) -> bool:
        """Whether the program was in this state before: then the branch goes on from there."""
        known = self._known.get(state) if state is not None else None
        if known is None:
            return False
        self._tally = None
        self._link(path.edge, known)
        if path.mass:
            self._arrive(known, path.mass)
        return True

    def grow(
        self, path: Path, weights: Weights, scripts: tuple[Script, ...], state: Hashable, mark: int
    ) -> int:
        """The value that is followed leads to a new draw, and the branch goes on there.

        Args:
            path: the branch.
            weights: of the new draw.
            scripts: if it is a call, for each of its values the draws inside; a value that has
                none is what is left of the call, and cut.
            state: of the program, if it was recognised.
            mark: if the draw is at a mark, the number of that mark.

        Returns:
            The most probable value, which is followed now; the others wait.

        Raises:
            Abandoned: if others are far more probable, so that this one waits too.
        """
        node = Node(len(self._nodes), weights, *path.edge, mark=mark, scripts=scripts)
        self._nodes.append(node)
        if state is not None:
            self._known[state] = node
        self._link(path.edge, node)
        values = node.values()
        self.open += len(values)
        if scripts and values[-1][0] >= len(scripts):
            self.cut((node, values.pop()[0]))
        value, weight = max(values, key=lambda pair: pair[1])
        self._hand_on(node, path.mass, value)
        path.edge, path.mass = (node, value), path.mass * weight // node.total()
        path.further += 1
        if self._following and path.mass < -self._following[0][0] >> FAR:
            self._wait(path.edge, path.mass)
            raise Abandoned
        return value

    def _hand_on(self, node: Node, mass: int, followed: int | None = None) -> None:
        """Divide mass among the values of a draw, but for one that is followed."""
        total = node.total()
        for value, weight in node.values():
            share = mass * weight // total
            target = node.targets.get(value)
            if value == followed:
                continue
            if target is None:
                self._wait((node, value), share)
            elif isinstance(target, Node):
                self._arrive(target, share)
            elif target.outcome is not NOWHERE:
                self.left -= share

    def _wait(self, edge: Edge, mass: int) -> None:
        """Let a value wait, or wait with so much more mass."""
        node, value = edge
        node.waiting[value] = node.waiting.get(value, 0) + mass
        heappush(self._following, (-node.waiting[value], node.number, value))

    def _arrive(self, node: Node, mass: int) -> None:
        """Let so much more mass be pending at a draw."""
        node.pending += mass
        heappush(self._handing, (-node.pending, node.number))

    def _link(self, edge: Edge, target: Node | Leaf) -> None:
        """Say where the value that is followed leads."""
        node, value = edge
        node.targets[value] = target
        self.open -= 1

    def law(self) -> dict[Hashable, Fraction]:
        """The exact probabilities of the outcomes, on the branches that have ended."""
        tree = self._tally
        return law_of_chain(self._nodes) if tree is None else tree.law(self.leaves)

    def scripts(self) -> dict[Hashable, Script]:
        """For each outcome, the draws on the first branch that ended in it."""
        found: dict[Hashable, Script] = {}
        for node, value in self.leaves:
            leaf = node.targets[value]
            if isinstance(leaf, Leaf) and leaf.outcome not in found:
                found[leaf.outcome] = script_to((node, value))
        return found
