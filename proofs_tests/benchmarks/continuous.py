"""The cost of a probability against the number of continuous draws, by how they are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from proofs_tests.benchmarks.timing import best_of, show
from reference.probability.differences import Below, probability
from reference.probability.piecewise import laplace


def star(n: int) -> Sequence[Below]:
    """The sparse vector technique: all but the last below the first draw, by different numbers."""
    return [Below(i, 0, i % 3 - 1) for i in range(1, n - 1)] + [Below(0, n - 1, 1)]


def tree(n: int) -> Sequence[Below]:
    """Each draw below the one of half its number."""
    return [Below(i, (i - 1) // 2, i % 3 - 1) for i in range(1, n)]


def chain(n: int) -> Sequence[Below]:
    """Each draw below the next one."""
    return [Below(i, i + 1, i % 3 - 1) for i in range(n - 1)]


def ring(n: int) -> Sequence[Below]:
    """A chain up and a chain down with one top and one bottom: no tree."""
    half = n // 2
    up = [*range(half + 1)]
    down = [0, *range(half + 1, n), half]
    pairs = [*pairwise(up), *pairwise(down)]
    return [Below(low, high, low % 3 - 1) for low, high in pairs]


SHAPES: dict[str, tuple[Callable[[int], Sequence[Below]], int]] = {
    "star": (star, 24),
    "tree": (tree, 24),
    "chain": (chain, 24),
    "ring": (ring, 8),
}
"""Constraints on n draws, and the largest n."""


def run() -> None:
    """Print the table."""
    rows = []
    for n in (4, 6, 8, 12, 16, 24):
        cells = [str(n)]
        for constraints, most in SHAPES.values():
            if n > most:
                cells.append("-")
                continue
            draws = {i: laplace(1 + i % 2, 0) for i in range(n)}
            seconds, _ = best_of(3, partial(probability, draws, constraints(n)))
            cells.append(f"{1000 * seconds:.1f}")
        rows.append(cells)
    columns = ["draws", *(f"{name} ms" for name in SHAPES)]
    show("probability of an order of Laplace draws: trees cost polynomially", columns, rows)
