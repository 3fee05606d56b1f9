"""Packings against private proper learners of points, intervals and thresholds."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, samples
from proofs_tests.properties.sides import at_most, exactly
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions, replaced
from proofs_tests.strategies.mechanisms import Exponential, paired, pure
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import replace_one
from reference.data.concept import Values
from reference.lower_bounds import learning_packing as packings
from reference.probability.coins import Mechanism

Learner = Mechanism[Any, int, Fraction]

POINTS = (1, 2, 3)
RARE = ((0, 0), *((i, 1) for i in POINTS))
"""The common point, and the points that are to be learned."""

VOTES = Exponential(POINTS, {row: tuple(2 * (row == each) for each in RARE[1:]) for row in RARE})
"""A learner that knows as much as is possible from one row."""


@property_of(
    (
        *(packings.packing_bound, packings.point_packing, packings.hard_distribution),
        *(packings.averaged_bound, packings.pairwise_bound, packings.confidence_bound),
        *(packings.is_good_sample, packings.binomial_at_most),
    ),
    {
        "a row less": "exp_eps**distance => exp_eps**(distance - 1)",
        "the rare and the common point": "tuple(mass if x == point => tuple(mass if x != point",
        "T for T - 1": "(size - 1) => size",
    },
    learner=sized(st.integers(1, 2), lambda m: st.just(VOTES) | pure(RARE, m, POINTS)),
    mass=PROBABILITIES,
)
def test_not_every_point_is_learned(
    made: Any, learner: tuple[int, Learner], mass: Fraction
) -> Fraction:
    """Some point is named no more often than the bounds allow, from copies of it or if it is rare.

    If it is rare: by what a replaced row loses, or a row that becomes the common point.
    """
    (bound, packed, hard, averaged, pairwise, confidence, *counts), (rows, base) = made, learner
    (good, few), drawn = counts, [*samples(enumerate((1 - mass, mass)), rows)]
    for most in range(rows + 2):
        assert few(rows, mass, most) == sum(p for xs, p in drawn if sum(xs) <= most)
    for xs, alpha in product((xs for xs, _ in drawn), (Fraction(1, 4), Fraction(1, 3))):
        assert good(xs, 1, alpha) == (sum(xs) - alpha * rows <= alpha * rows)
    from_copies, from_samples = [], []
    for i in POINTS:
        assert packed(i, rows) == (RARE[i],) * rows
        from_copies.append(law_of(base, packed(i, rows)).probability(i))
        law = hard(4, i, mass)
        assert (law[0], law[i], sum(law)) == (1 - mass, mass, 1)
        rare = samples(zip(RARE, law, strict=True), rows)
        from_samples.append(sum(p * law_of(base, d).probability(i) for d, p in rare))
    places = product(POINTS, range(rows))
    pairs = [(d, k) for i, k in places for d in product((RARE[0], RARE[i]), repeat=rows)]
    removed = [pair for d, k in pairs for pair in replaced(d, k, RARE[:1])]
    ratio: Any = curve_of(base, replace_one(RARE, rows, ordered=True)).max_ratio
    alone: Any = curve_between(base, removed).max_ratio
    times = [(sum(xs), p) for xs, p in drawn]
    most, missed = bound(ratio, rows, 3), confidence(alone, rows, mass, 4)
    by_two, by_one = pairwise(ratio, rows, mass, 4), averaged(alone, rows, mass, 4)
    rarely = min(by_two, by_one, 1 - missed)
    return exactly(
        min(
            at_most(min(from_copies), most, "from copies the chance of the worst point"),
            at_most(min(from_samples), rarely, "if it is rare the chance of the worst point"),
        ),
        2 * most == ratio**rows * (1 - most),
        by_two == sum(p * ratio**k / (ratio**k + 2) for k, p in times),
        by_one == sum(p * min(Fraction(1), alone**k / 3) for k, p in times),
        missed == sum(p / alone**k for k, p in times) * Fraction(2, 3),
    )


@property_of(
    (packings.interval_packing, packings.hard_pair),
    {
        "the first 0 alone": "((end - 1, 1),) * => ((end, 0),) *",
        "no full interval": "if end == size => if False",
        "the second 1": "{start - 1, start} => {start, start + 1}",
    },
    size_and_end=paired(st.integers(2, 4), lambda n: st.integers(0, n)),
    rows=st.integers(0, 5),
)
def test_one_interval_fits(made: Any, size_and_end: tuple[int, int], rows: int) -> None:
    """All others err on half of the rows, rounded down or up; and on half of the mass."""
    (packed, pair), (size, end) = made, size_and_end
    inner = 0 < end < size
    below, above = (rows - rows // 2, rows // 2) if inner else (rows, rows)
    for other in range(size + 1):
        errors = sum((x < other) != y for x, y in packed(size, end, rows))
        assert errors == (below if other < end else above if other > end else 0)
        if inner:
            wrong = (p for x, p in enumerate(pair(size, end)) if (x >= other) != (x >= end))
            assert sum(wrong) == Fraction(other != end, 2)


@property_of(
    packings.equal_columns,
    {
        "two neighbours": "return first[column], x => return x - 1, x",
        "never": "if column in first => if False",
    },
    hypotheses=st.lists(functions(4), max_size=3),
)
def test_points_that_are_confused(made: Callable[..., object], hypotheses: list[Values]) -> None:
    """Two that no hypothesis tells apart are found, unless all are told apart."""
    columns = ["".join(str(h)[x] for h in hypotheses) for x in range(4)]
    equal = [(x, y) for x, y in combinations(range(4), 2) if columns[x] == columns[y]]
    found = made(hypotheses, 4)
    assert found in equal if equal else found is None
