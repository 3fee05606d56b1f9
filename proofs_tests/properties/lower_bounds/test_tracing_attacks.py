"""Tracing attacks on any answers: who is accused, how often wrongly, and how many rows."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from audits.claims.bcmnuw20.impostors.tracers import BothSides, Inclusive
from audits.claims.bcmnuw20.laws.tracing import above_root_of_log, nearest, vectors
from audits.ledger.edits import wrong
from proofs_tests.properties.stated import property_of
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_attacks import (
    MeanTracer,
    OneReferenceTracer,
    ReferencesTracer,
    Threshold,
    least_hits,
)

NONE, ONE = Fraction(0), Fraction(1)
DELTAS = st.sampled_from([Fraction(9, 10), Fraction(2, 3), ONE, Fraction(1, 4), Fraction(4, 5)])


def above(total: Fraction, square: Fraction, odds: Fraction) -> bool:
    """Whether total > sqrt(square ln(odds)), by the exponential."""
    if odds == 1 or not square:
        return total > 0
    return above_root_of_log(total, square, odds)


@property_of(
    Threshold,
    {
        "a tie is above": Inclusive,
        "far below is above": BothSides,
        "tau for its square": "Fraction(tau) ** 2 => Fraction(tau)",
        "the sum": "less(total * total) => less(total)",
    },
    total=st.fractions(-2, 2, max_denominator=4),
    tau=st.fractions(0, 2, max_denominator=4) | st.none(),
    square=st.integers(0, 6),
    odds=st.sampled_from([1, 2, 3, Fraction(3, 2)]),
)
def test_thresholds(
    made: type[Threshold], total: Fraction, tau: Fraction | None, square: int, odds: Fraction
) -> None:
    """A sum is above tau strictly, or above sqrt(square ln(odds)); at times it is tau."""
    expected = above(total, Fraction(square), Fraction(odds))
    assert made.root_of_log(square, odds).exceeded_by(total) == expected
    for exact in (abs(total) if tau is None else tau, NONE):
        assert made.exactly(exact).exceeded_by(total) == (total > exact)


Vector = tuple[Fraction, ...]


def coordinates(means: str, answers: str) -> st.SearchStrategy[tuple[Vector, Vector]]:
    """For each coordinate a mean and an answer, of these numbers."""
    mean, answer = (st.sampled_from([*map(Fraction, each.split())]) for each in (means, answers))
    return st.integers(1, 3).flatmap(
        lambda p: st.tuples(st.tuples(*[mean] * p), st.tuples(*[answer] * p))
    )


ANY = coordinates("0 1/2 -1/4 1 -1", "1 0 -1 1/2 -1/3 3/4 1/4")
tracer, one, many = (
    partial(wrong, kind) for kind in (MeanTracer, OneReferenceTracer, ReferencesTracer)
)


@property_of(
    MeanTracer,
    {
        "eta sqrt(2 p ln S)": tracer("4 * len(means) => 2 * len(means)"),
        "eta for its square": tracer("Fraction(clip) ** 2 => Fraction(clip)"),
        "the row is not centred": tracer("(sign(row, j) - c) * => sign(row, j) *"),
        "the first mean": tracer("self.means[place] => self.means[0]"),
        "not clipped": tracer("return min(max(number, -clip), clip) => return number"),
        "clipped above only": tracer("max(number, -clip) => number"),
        "the first coordinate": tracer("(sign(row, j) - c) => (sign(row, 0) - c)"),
    },
    drawn=ANY,
    clip=st.sampled_from([ONE / 4, ONE / 2, ONE]),
    samples=st.integers(1, 3),
)
def test_with_the_means(
    made: type[MeanTracer],
    drawn: tuple[Vector, Vector],
    clip: Fraction,
    samples: int,
) -> Fraction:
    """IN iff the sum of (y - mu) times the clipped error is above eta sqrt(4 p ln S).

    Whatever the answers are a further row is accused with probability at most S^-2.
    """
    means, answers = drawn
    found, p = made.sound(means, clip, samples), len(means)
    law, wrongly = product_rows(means), NONE
    assert found.threshold == Threshold(4 * p * clip * clip, Fraction(samples))
    for row, signs in vectors(p):
        parts = zip(signs, means, answers, strict=True)
        total = sum(((y - mu) * nearest(q - mu, clip) for y, mu, q in parts), NONE)
        assert found(answers, row) == above(total, 4 * p * clip * clip, Fraction(samples))
        wrongly += found(answers, row) * law.probability(row)
    return Fraction(1, samples**2) - wrongly


@property_of(
    (OneReferenceTracer, ReferencesTracer),
    {
        "4 p": (one("8 * self.attributes => 4 * self.attributes"), ReferencesTracer),
        "delta": (one("1 / self.delta) => Fraction(1))"), ReferencesTracer),
        "no reference": (one("(sign(row, j) - c) * => sign(row, j) *"), ReferencesTracer),
        "all answers": (one("return answer => return abs(answer)"), ReferencesTracer),
        "8 p": (OneReferenceTracer, many("16 * self.spread => 8 * self.spread")),
        "alpha_0": (OneReferenceTracer, many("2 * self.spread) => self.spread)")),
        "the others forgotten": (OneReferenceTracer, many("answer - mean => answer")),
        "not squared": (OneReferenceTracer, many("self.spread**2 => self.spread")),
    },
    drawn=ANY,
    others=st.sampled_from([4, 4, 1]).flatmap(lambda m: st.tuples(*[st.integers(0, 7)] * m)),
    delta=DELTAS,
)
def test_with_references(
    made: tuple[type[OneReferenceTracer], type[ReferencesTracer]],
    drawn: tuple[Vector, Vector],
    others: tuple[int, ...],
    delta: Fraction,
) -> Fraction:
    """IN iff <y - z, q>, or with the clipped q - w, is above the threshold, z a reference row.

    A further row is accused with probability at most delta^2, or delta, over it and z.
    """
    means, answers = drawn
    p, law, known = len(means), product_rows(means), dict(vectors(3))
    spread = ONE if len(others) == 1 else ONE / 2
    ws = [Fraction(sum(known[row][j] for row in others), len(others)) for j in range(p)]
    often = [NONE, NONE]
    for z, centre in vectors(p):
        tracers = made[0](z, p, delta), made[1](z, others, p, delta)
        for y, signs in vectors(p):
            both = zip(signs, centre, answers, ws, strict=True)
            parts = [((a - b) * q, (a - b) * nearest(q - w, 2 * spread)) for a, b, q, w in both]
            for i, square in enumerate((Fraction(8 * p), 16 * p * spread**2)):
                found, total = tracers[i](answers, y), sum((part[i] for part in parts), NONE)
                assert tracers[i].threshold == Threshold(square, 1 / delta)
                assert found == above(total, square, 1 / delta)
                often[i] += found * law.probability(y) * law.probability(z)
    return min(delta**2 - often[0], delta - often[1])


@property_of(
    least_hits,
    {
        "they add nothing": "total - rows * tau => total",
        "they add tau": "rows * tau => tau",
        "not squared": "Fraction(0)) ** 2 => Fraction(0))",
        "|Z|^2 alone": "/ (stretch * length) => / stretch",
        "|v|^2 alone": "/ (stretch * length) => / length",
    },
    drawn=coordinates("0 1/2", "1/2 1 2"),
    rows=st.lists(st.sampled_from([7, 0, 2]), min_size=1, max_size=3),
    tau=st.sampled_from([ONE, NONE, ONE / 2]),
)
def test_least_hits(
    made: Callable[..., Fraction],
    drawn: tuple[Vector, Vector],
    rows: list[int],
    tau: Fraction,
) -> Fraction:
    """Of any rows at least so many are accused by any weights, |Z|^2 the sum of all squares.

    Of s rows that are the weights, s (1 - tau/|v|^2)^2.
    """
    means, v = drawn
    known = dict(vectors(3))
    z = [[known[row][j] - mu for j, mu in enumerate(means)] for row in rows]
    totals = [sum((a * b for a, b in zip(each, v, strict=True)), NONE) for each in z]
    stretch, length = sum((a * a for each in z for a in each), NONE), sum((b * b for b in v), NONE)
    s = len(rows)
    alike = s * max(1 - tau / length, NONE) ** 2
    assert made(s * length, s, tau, s * length, length) == alike
    if not stretch:
        return ONE
    return len([t for t in totals if t > tau]) - made(sum(totals, NONE), s, tau, stretch, length)
