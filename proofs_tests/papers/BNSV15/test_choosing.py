"""The choosing mechanism against slow and naive formulas, and the least delta by all events."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.order import interior_point
from audits.engines.point import tight_delta
from audits.table import tabulate
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bnsv15_choosing.json").read_text("utf-8")
)

Law = dict[object, Fraction]


def naive_law(rows: tuple[int, ...], s: Fraction, threshold: int) -> Law:
    """Algorithm 2 with real Laplace noise of scale 4/eps, by its formulas."""
    counts = Counter(rows)
    gap = max(counts.values(), default=0) - threshold
    passes = Fraction(1, 2) * s**gap if gap <= 0 else 1 - Fraction(1, 2) * s**-gap
    total = sum((s**count for count in counts.values()), Fraction(0))
    if not counts:
        return {Bottom.BOTTOM: Fraction(1)}
    found: Law = {x: passes * s**count / total for x, count in counts.items()}
    return {Bottom.BOTTOM: 1 - passes, **found}


def naive_delta(points: int, rows: int, s: Fraction, threshold: int) -> Fraction:
    """The largest Pr[A(D) in E] - s^4 Pr[A(D') in E], over all neighbours and all events E."""
    worst = Fraction(0)
    for first in combinations_with_replacement(range(points), rows):
        for second in combinations_with_replacement(range(points), rows):
            if (Counter(first) - Counter(second)).total() == 1:
                p, q = naive_law(first, s, threshold), naive_law(second, s, threshold)
                outcomes = [*p]
                events = chain.from_iterable(
                    combinations(outcomes, k) for k in range(len(outcomes) + 1)
                )
                for event in events:
                    excess = sum((p[y] - s**4 * q.get(y, Fraction(0)) for y in event), Fraction(0))
                    worst = max(worst, excess)
    return worst


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("case", VECTORS["deltas"])
def test_the_least_delta(case: dict[str, Any]) -> None:
    """The vector, the naive formulas and the engine agree."""
    n, points, threshold = case["rows"], case["points"], case["threshold"]
    s = Fraction(case["s"])
    mechanism: ChoosingMechanism[tuple[int, ...], int, Fraction] = ChoosingMechanism(
        OccurringFrequency(), threshold, Epsilon(s, parts=4)
    )
    found = tight_delta(tabulate(mechanism, replace_one(range(points), n)), s**4)
    assert found is not None
    assert found.value == Fraction(case["delta"]) == naive_delta(points, n, s, threshold)


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("case", VECTORS["laws"])
def test_a_law(case: dict[str, Any]) -> None:
    """The vector, the naive formulas and the enumeration agree."""
    rows, s, threshold = tuple(case["database"]), Fraction(case["s"]), case["threshold"]
    mechanism: ChoosingMechanism[tuple[int, ...], int, Fraction] = ChoosingMechanism(
        OccurringFrequency(), threshold, Epsilon(s, parts=4)
    )
    dist = law(mechanism, rows)
    expected = {key: Fraction(value) for key, value in case["law"].items()}
    assert {str(y): dist.probability(y) for y in dist} == expected
    assert {str(y): p for y, p in naive_law(rows, s, threshold).items()} == expected


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("points", [2, 3, 4])
@pytest.mark.parametrize(("x", "delta"), [("2", "0"), ("2", "1/10"), ("5/4", "1/50")])
def test_one_row_and_delta(points: int, x: str, delta: str) -> None:
    """With one row the best solver is right with probability (r + (X-1) delta) / (r + X - 1).

    Its chance of each wrong point is p_y on all other databases; the right one has at most r p_y
    + delta, and all add up to 1.
    """
    r, d = Fraction(x), Fraction(delta)
    found = solve(interior_point(points, 1), r, d)
    assert found.lower == found.upper == (r + (points - 1) * d) / (r + points - 1)
