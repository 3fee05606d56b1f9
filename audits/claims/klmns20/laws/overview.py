"""The simplified construction of section 1.1, written out."""

from typing import Generic

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import branchings, embedding, passes
from audits.ledger import Quantifier, Size
from reference.exact.field import R
from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.interior_point.path_embedding import RandomPath
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree

EIGHT = Domain.of_size(8)


def _sets(size: Size) -> Iterator[tuple[Rows]]:
    del size
    for n in range(1, 9):
        for rows in combinations(range(8), n):
            yield (rows,)


SETS = Quantifier(("rows",), _sets, lambda _: "sets of 1 to 8 points of 8")
"""Databases without equal rows."""


@dataclass(frozen=True)
class PublishedPath(Generic[R]):
    """The first point below the last node of a random path."""

    eps: Epsilon[R]
    trim: int = 0

    def __call__(self, rows: Rows, coins: Coins[R], /) -> int:
        last = coins.run(RandomPath(EIGHT, self.trim, self.eps), rows)
        return last.position << (3 - last.level)


def falling(rows: Rows, leaf: Node) -> Rows:
    """The levels at which rows fall off the path to a leaf, one for each that does."""
    levels = embedding(rows, leaf.level, leaf, 0)
    return levels[: len(rows) - rows.count(leaf.position)]


def simplified_law(
    rows: Rows, depth: int, threshold: int, s: Fraction, base: int = 4
) -> Mapping[int | Bottom, Fraction]:
    """The law of the simplified TreeLog over 2^depth points, summed over paths, levels, nodes."""
    found: dict[int | Bottom, Fraction] = dict.fromkeys((*range(2**depth), BOTTOM), Fraction(0))
    if 2**depth <= base:
        odds = {y: s ** (2 * score(rows, y)) for y in range(2**depth)}
        return found | {y: odd / sum(odds.values()) for y, odd in odds.items()}
    if not rows:
        return found | {BOTTOM: Fraction(1)}
    tree = WeightedTree.of(depth, rows)
    for leaf in sorted({Node(depth, row) for row in rows}):
        steps = branchings(rows, depth, leaf)
        path = prod(1 / (1 + s ** (4 * (other - after))) for after, other in steps)
        levels = falling(rows, leaf)
        inner = simplified_law(levels, depth.bit_length(), threshold, s, base)
        for level, mass in inner.items():
            if isinstance(level, Bottom):
                found[BOTTOM] += path * mass
                continue
            weights, chosen = tree.weights(min(level, depth)), path * mass
            passed = passes(s, max(weights.values()) - threshold)
            found[BOTTOM] += chosen * (1 - passed)
            for node, weight in weights.items():
                share = chosen * passed * s**weight / sum(s**w for w in weights.values())
                ends = {y: s ** (2 * score(rows, y)) for y in tree.ends(node)}
                for y, quality in ends.items():
                    found[y] += share * quality / sum(ends.values())
    return found
