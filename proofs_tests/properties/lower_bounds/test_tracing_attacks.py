"""Tracing attacks on any answers: who is accused, how often wrongly, and how many rows."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.bcmnuw20.laws.tracing import above_root_of_log, nearest, vectors
from audits.claims.bcmnuw20.section_4_tracers import INCLUSIVE
from proofs_tests.properties.sides import at_least, at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_attacks import (
    MeanTracer,
    OneReferenceTracer,
    ReferencesTracer,
    Threshold,
    least_hits,
    score,
)

Drawn = list[tuple[Fraction, Fraction]]

NONE, ONE = Fraction(0), Fraction(1)
SIGNS = dict(vectors(3))


def coordinates(means: str, answers: str) -> st.SearchStrategy[Drawn]:
    """For each coordinate a mean and an answer, of these numbers."""
    mean, answer = (st.sampled_from([*map(Fraction, each.split())]) for each in (means, answers))
    return st.lists(st.tuples(mean, answer), min_size=1, max_size=2)


@property_of(
    Threshold,
    {
        "a tie is above": INCLUSIVE,
        "far below is above": "return total > 0 and => return",
        "tau for its square": "Fraction(tau) ** 2 => Fraction(tau)",
    },
    total=st.fractions(-2, 2, max_denominator=4),
    tau=st.fractions(0, 2, max_denominator=4),
    square=st.integers(1, 6),
    odds=st.sampled_from([1, 2, 3, Fraction(3, 2)]),
)
def test_a_sum_is_above_its_threshold_strictly(
    made: type[Threshold], total: Fraction, tau: Fraction, square: int, odds: Fraction
) -> None:
    """Which is tau, or sqrt(square ln(odds)); at times the sum is tau."""
    expected = above_root_of_log(total, Fraction(square), Fraction(odds))
    assert made.root_of_log(square, odds).exceeded_by(total) == expected
    for exact in (abs(total), tau, NONE):
        assert made.exactly(exact).exceeded_by(total) == (total > exact)


@property_of(
    (MeanTracer, OneReferenceTracer, ReferencesTracer),
    {
        "far below is above": {
            MeanTracer: "score(tracer, answers, row) => abs(score(tracer, answers, row))"
        },
        "all answers": "return answer => return abs(answer)",
        "alpha_0": "2 * self.spread) => self.spread)",
    },
    drawn=coordinates("0 1/2 -1/4 1 -1", "1 0 -1 1/2 -1/3 3/4 1/4"),
    others=st.sampled_from([4, 4, 1]).flatmap(lambda m: st.tuples(*[st.integers(0, 7)] * m)),
    clip=st.sampled_from([ONE / 4, ONE / 2, ONE]),
    odds=st.sampled_from([Fraction(10, 9), Fraction(3, 2), ONE, Fraction(4), Fraction(5, 4)]),
)
def test_a_further_row_is_rarely_accused_whatever_is_answered(
    made: tuple[Any, ...], drawn: Drawn, others: tuple[int, ...], clip: Fraction, odds: Fraction
) -> Fraction:
    """IN if the sum of (y - c) v is above tau, c the means or a reference row z.

    A further row is accused with at most 1/S^2, delta^2 or delta, over it and z.
    """
    (means, answers), p = zip(*drawn, strict=True), len(drawn)
    law, spread = product_rows(means), ONE if len(others) == 1 else ONE / 2
    ws = [Fraction(sum(SIGNS[row][j] for row in others), len(others)) for j in range(p)]
    errors = [nearest(q - mu, clip) for mu, q in drawn]
    moved = [nearest(q - w, 2 * spread) for q, w in zip(answers, ws, strict=True)]
    assert all(refused(made[2], 0, (0,) * m, p, 1 / odds) for m in (0, 2, 3))
    for delta in (NONE, 1 + 1 / odds):
        assert refused(made[1], 0, p, delta)
        assert refused(made[2], 0, others, p, delta)
    chances, equal = [Fraction(0)] * 3, []
    for (z, centre), (y, signs) in product(vectors(p), repeat=2):
        tracers: list[tuple[Any, Sequence[Fraction | int], Sequence[Fraction], Fraction]] = [
            (made[0].sound(means, clip, odds), means, errors, 4 * p * clip**2),
            (made[1](z, p, 1 / odds), centre, answers, Fraction(8 * p)),
            (made[2](z, others, p, 1 / odds), centre, moved, 16 * p * spread**2),
        ]
        for i, (tracer, c, v, square) in enumerate(tracers):
            parts = ((a - b) * weight for a, b, weight in zip(signs, c, v, strict=True))
            found, total = tracer(answers, y), score(tracer, answers, y)
            assert (tracer.threshold, total) == (Threshold(square, odds), sum(parts, NONE))
            equal.append(found == above_root_of_log(total, square, odds))
            chances[i] += found * law.probability(y) * law.probability(z)
    kinds = "the means", "one reference", "references"
    most = 1 / Fraction(odds) ** 2, 1 / Fraction(odds) ** 2, 1 / Fraction(odds)
    slacks = [
        at_most(chance, bound, f"by {kind} the chance to be accused")
        for chance, bound, kind in zip(chances, most, kinds, strict=True)
    ]
    return exactly(min(slacks), *equal)


@property_of(
    least_hits,
    {
        "they add tau": "rows * tau => tau",
        "not squared": "Fraction(0)) ** 2 => Fraction(0))",
        "|Z|^2 alone": "/ (stretch * length) => / stretch",
    },
    drawn=coordinates("0 1/2", "1/2 1 2"),
    rows=st.lists(st.sampled_from([7, 0, 2]), min_size=1, max_size=3),
    tau=st.sampled_from([ONE, NONE, ONE / 2]),
)
def test_so_many_rows_are_accused_at_least(
    made: Callable[..., Fraction], drawn: Drawn, rows: list[int], tau: Fraction
) -> Fraction:
    """Of any s rows z_i without their means, for any weights v, |Z|^2 the sum of all squares.

    If each row is v, the bound is s (1 - tau/|v|^2)^2, or 0 for tau > |v|^2.
    """
    z = [[s - mu for s, (mu, _) in zip(SIGNS[row], drawn, strict=False)] for row in rows]
    v, s = [weight for _, weight in drawn], len(rows)
    totals = [sum((a * b for a, b in zip(each, v, strict=True)), NONE) for each in z]
    stretch, length = sum((a * a for each in z for a in each), NONE), sum(b * b for b in v)
    alike = s * max(1 - tau / length, NONE) ** 2
    assert made(s * length, s, tau, s * length, length) == alike
    least = made(sum(totals, NONE), s, tau, stretch, length)
    return at_least(sum(t > tau for t in totals), least, "how many rows are accused")
