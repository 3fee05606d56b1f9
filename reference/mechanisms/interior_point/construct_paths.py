"""The databases of all levels of the recursion at once, along heaviest paths.

Deterministic and not private: the database of a level is embedded into the next, smaller domain
by the path that always goes to the heavier child.

Pseudo-code:
    1  if |S| <= h or |X| <= C, halt
    2  S' <- S without its t smallest and t largest rows; weight the tree of X with S'
    3  from the root, while v is no leaf and w(v) > t: go to the heavier child (left if equal)
    4  D <- the embedding of S' by that path (`path_embedding`)
    5  output X, S and the path; continue with D, over the levels of the tree

Notation: X domain, S database, h halt, C base, t trim, v node, w weight, D embedding, f_d largest
multiplicity in the d-th database.
Source: KLMNS20, Algorithm 2, section 4 (printed with h = 10 t).
Guarantees: KLMNS20.L4.3, KLMNS20.DER.FSENS1, KLMNS20.DER.PIGEON.
Deviations: h is a parameter.  With `emit_last`, the database on which the construction halts is
put out too, without a path; the printed version drops it, and with it the one database of which a
large multiplicity is certain.
Degenerate inputs: at most h rows or C points give no output (one with `emit_last`).

>>> paths = ConstructPaths(Domain.of_size(8), trim=1, halt=2)
>>> [output.last for output in paths((0, 0, 0, 6, 7, 7, 7))]
[Node(level=3, position=7)]
>>> paths = ConstructPaths(Domain.of_size(8), trim=1, halt=2, emit_last=True)
>>> [output.database for output in paths((0, 0, 0, 6, 7, 7, 7))]
[(0, 0, 0, 6, 7, 7, 7), (0, 0, 2, 3)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.path_embedding import (
    check_count,
    check_domain,
    depth,
    embedded,
    followed,
    levels_of,
)
from reference.mechanisms.interior_point.weighted_tree import ROOT, Node, WeightedTree, trimmed
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class PathOutput:
    """One output of ConstructPaths."""

    domain: Domain[int]
    """X_d."""

    database: Database[int]
    """S_d, sorted."""

    last: Node | None
    """The last node of the heaviest path; None for the database on which it halts."""


@dataclass(frozen=True, slots=True)
class ConstructPaths:
    """Parameters of the construction; call it on a database.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim and halt are >= 0, base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 2", "4")

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1."""

    trim: int
    """t."""

    halt: int
    """h: no path is constructed for a database of at most so many rows."""

    base: int = 4
    """C: no path is constructed for a domain of at most so many points."""

    emit_last: bool = False
    """Whether the database on which it halts is put out too."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)
        check_count("halt", self.halt)
        check_base(self.base)

    def __call__(self, database: Database[int], /) -> tuple[PathOutput, ...]:
        """The outputs, d = 1, 2, ..., in order."""
        return tuple(self._outputs(tuple(sorted(database))))

    def largest_multiplicities(self, database: Database[int]) -> tuple[int, ...]:
        """f_1, f_2, ...: how often the most frequent row of each output occurs."""
        return tuple(multiplicity(output.database) for output in self(database))

    def _outputs(self, database: Database[int]) -> Iterator[PathOutput]:
        domain = self.domain
        while len(database) > self.halt and 2 ** depth(domain) > self.base:  # 1
            tree = WeightedTree.of(depth(domain), trimmed(database, self.trim))  # 2
            last = followed(tree, self.trim, lambda weights: int(weights[1] > weights[0]))  # 3
            following = embedded(tree, last, self.trim)  # 4
            yield PathOutput(domain, database, last)  # 5
            database, domain = following, levels_of(domain)
        if self.emit_last:
            yield PathOutput(domain, database, None)


def multiplicity(database: Database[int]) -> int:
    """How often the most frequent row occurs; 0 for the empty database."""
    return max(Counter(database).values(), default=0)


def heaviest_ends(tree: WeightedTree, trim: int) -> tuple[Node, ...]:
    """The last nodes of the heaviest paths, over all ways to break ties."""
    ends: list[Node] = []
    open_nodes = [ROOT]
    while open_nodes:
        node = open_nodes.pop()
        if tree.is_leaf(node) or tree.weight(node) <= trim:
            ends.append(node)
            continue
        weights = {child: tree.weight(child) for child in node.children}
        open_nodes.extend(c for c, w in weights.items() if w == max(weights.values()))
    return tuple(sorted(ends))


def check_base(base: int) -> None:
    """Refuse a base case that the recursion need not reach.

    Raises:
        ValueError: for base < 4: the levels of a tree over 4 points are extended to 4 points.
    """
    if base < 4:
        raise ValueError(f"base {base}: at least 4, since 4 points have 3 levels, extended to 4")
