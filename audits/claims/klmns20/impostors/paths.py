"""Wrong laws of random paths, and wrong ways to trim."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import PathLaw, Paths, path_law
from reference.exact.field import R
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree


def heaviest(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """The heavier child at every node, surely."""
    found = path_law(rows, depth, trim, base)
    tree = WeightedTree.of(depth, rows)
    likeliest = max(
        found, key=lambda path: [tree.weight(path.ancestor(i)) for i in range(path.level + 1)]
    )
    return {likeliest: base / base}


def doubled(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """Twice the eps that was asked for."""
    return path_law(rows, depth, trim, base * base)


def fair(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """A fair coin at every branching node, whatever the weights: eps = 0."""
    return path_law(rows, depth, trim, base / base)


def stopping_late(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """Down to one row, and not to t rows."""
    del trim
    return path_law(rows, depth, 1, base)


def ignoring_weights(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """To any leaf, whether it covers rows or not."""
    del rows, trim
    return {Node(depth, x): base / base / 2**depth for x in range(2**depth)}


def stopping_early(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """Down to t + 1 rows."""
    return path_law(rows, depth, trim + 1, base)


WRONG_PATHS: dict[str, Paths] = {
    "takes the heavier child at every node": heaviest,
    "spends twice the eps": doubled,
}
"""The two that most claims about random paths refute."""


def trimmed_by_value(rows: Rows, trim: int) -> Rows:
    """Without every copy of the t smallest and the t largest values."""
    values = sorted(set(rows))
    kept = values[trim : max(trim, len(values) - trim)]
    return tuple(x for x in sorted(rows) if x in kept)


def trimmed_by_fraction(rows: Rows, trim: int) -> Rows:
    """Without the smallest and the largest t-th part."""
    cut = len(rows) // (trim + 1)
    return tuple(sorted(rows)[cut : max(cut, len(rows) - cut)])
