"""The cost of a law against the depth of its sub-mechanisms: merged, not multiplied."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from proofs_tests.benchmarks.timing import best_of, show
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk of `depth` steps of -1 or +1 from the last row, each step a sub-mechanism."""

    depth: int
    merged: bool

    def __call__(self, place: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        """Where the walk ends."""
        if self.depth == 0:
            return place[0]
        rest = Walk(self.depth - 1, self.merged)
        before = coins.run(rest, place) if self.merged else rest(place, coins)
        return before + coins.draw(Dist.uniform((-1, 1)))


def run() -> None:
    """Print the table."""
    rows = []
    for depth in (2, 4, 6, 8, 10, 12, 24, 48, 96):
        merged, dist = best_of(1, partial(law, Walk(depth, merged=True), (0,)))
        cells = [str(depth), str(len(dist)), f"{merged:.4f}"]
        if depth <= 12:
            plain, same = best_of(1, partial(law, Walk(depth, merged=False), (0,)))
            if same != dist:
                raise ValueError("merging changes the law")
            cells.append(f"{plain:.4f}")
        else:
            cells.append("-")
        rows.append(cells)
    show(
        "law of a walk whose every step is a sub-mechanism",
        ["depth", "outcomes", "merged s", "every branch s"],
        rows,
    )
