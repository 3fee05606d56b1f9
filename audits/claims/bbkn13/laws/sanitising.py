"""The best private sanitisers, with synthetic and with arbitrary outputs, as problems."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import worst_case
from reference.lower_bounds.sanitiser_packing import is_useful_answer
from reference.mechanisms.release.exponential_sanitiser import is_useful

Pattern = frozenset[Database[int]]
"""The databases that an output is useful for."""


def copies(alpha: Fraction, rows: int) -> int:
    """k: 2 alpha m, rounded up."""
    return -int(-2 * alpha * rows // 1)


def answers(steps: int, size: int) -> list[tuple[Fraction, ...]]:
    """Every vector of answers on a grid in [0, 1]."""
    grid = [Fraction(a, steps) for a in range(steps + 1)]
    return list(product(grid, repeat=size))


def synthetic(size: int, rows: int, alpha: Fraction) -> Problem[Database[int], Database[int]]:
    """Release a database of as many rows on which every frequency is closer than alpha."""
    universe = replace_one(range(size), rows)
    return worst_case(
        f"sanitise {rows} rows over {size} points, synthetic output, alpha = {alpha}",
        universe,
        universe.databases(),
        lambda d, e: is_useful(d, e, alpha),
    )


def arbitrary(size: int, rows: int, alpha: Fraction) -> Problem[Database[int], Pattern]:
    """Release any answers, each closer than alpha to its frequency.

    Of an output it matters only which databases it is useful for; answers between two neighbouring
    ends of the intervals (c/m - alpha, c/m + alpha) are useful for the same.
    """
    universe = replace_one(range(size), rows)
    databases = list(universe.databases())
    ends = sorted({Fraction(c, rows) + sign * alpha for c in range(rows + 1) for sign in (-1, 1)})
    middle = [(a + b) / 2 for a, b in pairwise(ends)]
    found: dict[Pattern, None] = {}
    for vector in product(middle, repeat=size):
        found[frozenset(d for d in databases if is_useful_answer(vector, d, alpha))] = None
    patterns = [p for p in found if not any(p < other for other in found)]
    return worst_case(
        f"sanitise {rows} rows over {size} points, any answers, alpha = {alpha}",
        universe,
        patterns,
        lambda d, pattern: d in pattern,
    )
