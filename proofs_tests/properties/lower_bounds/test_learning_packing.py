"""Packings against private proper learners of points, intervals and thresholds."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import listed, private, sequences
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import functions
from reference.data.adjacency import replace_one
from reference.data.concept import LabelledExample, Values
from reference.data.database import Database
from reference.lower_bounds.learning_packing import (
    averaged_bound,
    binomial_at_most,
    confidence_bound,
    equal_columns,
    hard_distribution,
    hard_pair,
    interval_packing,
    is_good_sample,
    packing_bound,
    pairwise_bound,
    point_packing,
)
from reference.probability.coins import Mechanism

Learner = Mechanism[Database[LabelledExample], int, Fraction]
Number = Callable[..., Fraction]

SIZE = 3
ONES: tuple[LabelledExample, ...] = tuple((j, 1) for j in range(SIZE))
RARE: tuple[LabelledExample, ...] = ((0, 0), (1, 1), (2, 1), (3, 1))
"""The common point, and the targets 1, 2 and 3."""


@property_of(
    (packing_bound, point_packing),
    {
        "a row less": "exp_eps**distance => exp_eps**(distance - 1)",
        "one more": "(hypotheses - 1) => hypotheses",
        "the label 0": "((point, 1),) => ((point, 0),)",
    },
    learner=st.integers(1, 2).flatmap(
        lambda m: st.tuples(
            st.just(m),
            private(ONES, range(SIZE)) | listed(sequences(ONES, m), range(SIZE), everywhere=True),
        )
    ),
)
def test_not_every_point_is_learned(
    parts: tuple[Number, Callable[[int, int], Database[LabelledExample]]],
    learner: tuple[int, Learner],
) -> Fraction:
    """Copies of each point: the worst success is at most r^m/(r^m + N - 1)."""
    (bound, packed), (rows, base) = parts, learner
    databases = [packed(j, rows) for j in range(SIZE)]
    assert databases == [tuple(ONES[j] for _ in range(rows)) for j in range(SIZE)]
    success = min(law_of(base, d).probability(j) for j, d in enumerate(databases))
    ratio = curve_of(base, replace_one(ONES, rows, ordered=True)).max_ratio
    assert isinstance(ratio, Fraction)
    most = bound(ratio, rows, SIZE)
    assert (SIZE - 1) * most == ratio**rows * (1 - most)
    return most - success


@property_of(
    (hard_distribution, averaged_bound, pairwise_bound, confidence_bound),
    {
        "the rare and the common point": "tuple(mass if x == point => tuple(mass if x != point",
        "T for T - 1": "(size - 1) => size",
        "T - 1 for T - 2": "size - 2) for => size - 1) for",
        "certainly wrong": "size - 2, size - 1 => 1, 1",
    },
    learner=st.integers(0, 2).flatmap(
        lambda m: st.tuples(
            st.just(m),
            private(RARE, (1, 2, 3)) | listed(sequences(RARE, m), (1, 2, 3), everywhere=True),
        )
    ),
    mass=PROBABILITIES,
)
def test_rare_points_are_missed(
    parts: tuple[Callable[..., tuple[Fraction, ...]], Number, Number, Number],
    learner: tuple[int, Learner],
    mass: Fraction,
) -> Fraction:
    """On the hard family, for points that are removed one by one, or replaced."""
    (hard, averaged, pairwise, confidence), (rows, base) = parts, learner
    successes = []
    for i in (1, 2, 3):
        law = hard(4, i, mass)
        assert (law[0], law[i], sum(law)) == (1 - mass, mass, 1)
        drawn = ((tuple((x, int(x == i)) for x in xs), p) for xs, p in samples(law, rows))
        successes.append(sum((p * law_of(base, d).probability(i) for d, p in drawn), Fraction(0)))
    success = min(successes)
    ratio = curve_of(base, replace_one(RARE, rows, ordered=True)).max_ratio
    own = [
        ((*d[:k], (0, 0), *d[k + 1 :]), d)
        for i in (1, 2, 3)
        for d in product(((0, 0), (i, 1)), repeat=rows)
        for k in range(rows)
        if d[k][0]
    ]
    alone = curve_between(base, own).max_ratio if own else Fraction(1)
    assert isinstance(ratio, Fraction)
    assert isinstance(alone, Fraction)
    by_two, by_one = pairwise(ratio, rows, mass, 4), averaged(alone, rows, mass, 4)
    missed = confidence(alone, rows, mass, 4)
    flips = [sum(xs) for xs, p in samples((Fraction(1, 2), Fraction(1, 2)), rows)]
    chances = [mass**k * (1 - mass) ** (rows - k) for k in flips]
    pairs = [*zip(chances, flips, strict=True)]
    assert by_two == sum(p * ratio**k / (ratio**k + 2) for p, k in pairs)
    assert by_one == sum(p * min(Fraction(1), alone**k / 3) for p, k in pairs)
    assert missed == sum(p / alone**k for p, k in pairs) * Fraction(2, 3)
    return min(by_two - success, by_one - success, 1 - missed - success)


@property_of(
    (is_good_sample, binomial_at_most),
    {
        "fewer": "<= 2 => < 2",
        "at most alpha m": "<= 2 * alpha => <= alpha",
        "one more": "min(most, trials) => min(most + 1, trials)",
        "one less": "trials) + 1) => trials))",
    },
    rows=st.integers(0, 4),
    alpha=st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1, 3)]),
    mass=PROBABILITIES,
    most=st.integers(0, 5),
)
def test_samples_with_few_rare_points(
    parts: tuple[Callable[..., bool], Number],
    rows: int,
    alpha: Fraction,
    mass: Fraction,
    most: int,
) -> None:
    """All samples one by one: those that are good, and the chance of at most so many ones."""
    good, at_most = parts
    drawn = [*samples((1 - mass, mass), rows)]
    for xs, _ in drawn:
        assert good(xs, 1, alpha) == (sum(xs) - alpha * rows <= alpha * rows)
    assert at_most(rows, mass, most) == sum(p for xs, p in drawn if sum(xs) <= most)


@property_of(
    (interval_packing, hard_pair),
    {
        "the first 0 alone": "((end - 1, 1),) * => ((end, 0),) *",
        "no empty interval": "if end == 0 => if False",
        "no full interval": "if end == size => if False",
        "the second 1": "{start - 1, start} => {start, start + 1}",
    },
    size=st.integers(2, 4),
    end=st.integers(0, 4),
    rows=st.integers(0, 5),
)
def test_one_interval_fits(
    parts: tuple[Callable[..., Database[LabelledExample]], Callable[..., tuple[Fraction, ...]]],
    size: int,
    end: int,
    rows: int,
) -> None:
    """All others err on half of the rows, rounded down or up; and on half of the mass."""
    packed, pair = parts
    end = min(end, size)
    database = packed(size, end, rows)
    for other in range(size + 1):
        errors = sum((x < other) != y for x, y in database)
        inner = 0 < end < size
        below, above = (rows - rows // 2, rows // 2) if inner else (rows, rows)
        assert errors == (below if other < end else above if other > end else 0)
    if 1 <= end < size:
        law = pair(size, end)
        wrongs = [
            sum(p for x, p in enumerate(law) if (x >= s) != (x >= end)) for s in range(size + 1)
        ]
        assert wrongs == [Fraction(int(s != end), 2) for s in range(size + 1)]
        assert sum(law) == 1


@property_of(
    equal_columns,
    {
        "the same point twice": "return first[column], x => return x, x",
        "two neighbours": "return first[column], x => return x - 1, x",
        "never": "if column in first => if False",
    },
    hypotheses=st.lists(functions(4), max_size=3),
)
def test_points_that_are_confused(
    columns: Callable[..., tuple[int, int] | None], hypotheses: list[Values]
) -> None:
    """There are two exactly if some are; no hypothesis then knows which of them is meant."""
    found = columns(hypotheses, 4)
    different = {"".join(str(h)[x] for h in hypotheses) for x in range(4)}
    assert (found is None) == (len(different) == 4)
    if found:
        x, y = found
        assert 0 <= x < y < 4
        assert all((h(x) != 1) + (h(y) != 0) == 1 for h in hypotheses)
