"""Exact laws of random paths, their extensions, and the factors of section 3.1."""

from functools import lru_cache

from audits.claims.prelude import *
from reference.exact.field import R
from reference.exact.integers import floor_log2
from reference.mechanisms.interior_point.path_embedding import RandomPath, embedded
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree

PathLaw = dict[Node, R]
"""Pr_S: the probability of each path, by its last node."""


def path_law(rows: Rows, depth: int, trim: int, base: R) -> PathLaw[R]:
    """Pr_S for a trimmed database, with a = e^eps = base."""
    return _path_law(rows, depth, trim, base)


@lru_cache(maxsize=None, typed=True)
def _path_law(rows: Rows, depth: int, trim: int, base: Any) -> PathLaw[Any]:
    dist = law(RandomPath(Domain.of_size(2**depth), trim, Epsilon(base)), rows)
    return {node: dist.probability(node) for node in dist}


HEAVIER = (
    "coins.draw(exponential_weights(enumerate(weights), base)) => int(weights[1] > weights[0])"
)
"""What makes a random path the heaviest one, left if equal."""


def extends(path: Node, prefix: Node) -> bool:
    """Whether the path goes through the last node of the prefix."""
    return path.level >= prefix.level and path.ancestor(prefix.level) == prefix


def extended(prefix: Node, paths: PathLaw[R], zero: R) -> R:
    """Pr of the paths that extend the prefix."""
    total: R = zero
    for path, mass in paths.items():
        if extends(path, prefix):
            total = total + mass
    return total


def embedding(rows: Rows, depth: int, last: Node, trim: int) -> Rows:
    """The embedding of a trimmed database by a path."""
    return embedded(WeightedTree.of(depth, rows), last, trim)


def branchings(rows: Rows, depth: int, last: Node) -> list[tuple[int, int]]:
    """For each branching node of a path, from the root: (w(next), w(other))."""
    tree = WeightedTree.of(depth, rows)
    found = []
    for level in range(1, last.level + 1):
        node = last.ancestor(level)
        weights = tree.weight(node), tree.weight(node.sibling)
        if all(weights):
            found.append(weights)
    return found


def add_factor(trim: int, base: Fraction) -> Fraction:
    """max(a, 1 + a^-t): the most a path's probability shrinks when a row is added."""
    return max(base, 1 + base**-trim)


@cache
def remove_factor(rows: int, trim: int, base: Fraction) -> Fraction:
    """V(n, t, a): the most by which it grows, over all chains of weights from n down.

    The largest product of (1 + a^-g) / (1 + a^-(g + 1)), g = w(next) - w(other), over chains
    w(next) + w(other) = w > t.
    """
    best = ONE
    if rows > trim:
        for kept in range(1, rows):
            gap = 2 * kept - rows
            step = (1 + base**-gap) / (1 + base ** (-gap - 1))
            best = max(best, step * remove_factor(kept, trim, base))
    return best


def replace_factor(rows: int, trim: int, base: Fraction) -> Fraction:
    """The factor for a replaced row: one row removed, then one added."""
    return remove_factor(rows - 1, trim, base) * add_factor(trim, base)


def stray(trim: int, base: Fraction) -> Fraction:
    """1 / (1 + a^t): the probability of a path that extends none."""
    return 1 / (1 + base**trim)


def balanced_steps(rows: int, trim: int, gap: int) -> int:
    """J(n, t, L) = 1 + floor(log2((n - L) / (t + 1 - L))), 0 for n <= t."""
    if rows <= trim:
        return 0
    return 1 + floor_log2(Fraction(rows - gap, trim + 1 - gap))


def choosing_delta(root: Fraction, threshold: int, most: int = 64) -> Fraction:
    """delta_c: the largest Pr[not bottom | best M] s / (s + s^M), over 1 <= M <= most.

    The probability that a candidate with the only row of its kind is chosen, against a best of M.
    """
    return max(passes(root, m - threshold) * root / (root + root**m) for m in range(1, most + 1))


def passes(root: Fraction, gap: int) -> Fraction:
    """Pr[best + Lap(4/eps) >= threshold] for the gap best - threshold."""
    return 1 - root**-gap / 2 if gap >= 0 else root**gap / 2
