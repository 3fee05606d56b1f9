"""Points that finitely many hypotheses confuse, against private learners."""

from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, laws_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import listed, private, sequences
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import functions
from reference.data.adjacency import replace_one
from reference.data.concept import Values, labelled_examples
from reference.lower_bounds.countable_hypotheses import (
    agreement,
    disjoint_sequence,
    finite_part,
    missed_part,
)
from reference.probability.dist import Dist

SIZE = 4
TABLE = (Values((1, 0, 0, 0)), Values((0, 1, 0, 0)), Values((0, 0, 1, 1)))
EXAMPLES = labelled_examples(3)


def longest(hard: Any, hypotheses: list[Values], size: int, steps: int) -> Any:
    """So many steps, or as many as there are."""
    try:
        return hard(hypotheses, size, steps)
    except ValueError:
        return longest(hard, hypotheses, size, steps - 1) if steps else ()


@property_of(
    (disjoint_sequence, agreement),
    {
        "points again": " - {step.point for step in found} => ",
        "nothing is avoided": "avoided += good => avoided += ()",
        "one half is good": ">= GOOD => >= GOOD / 2",
    },
    hypotheses=st.lists(functions(SIZE), min_size=2, max_size=3, unique=True),
    steps=st.integers(1, 4),
)
def test_good_hypotheses_are_disjoint(made: Any, hypotheses: list[Values], steps: int) -> None:
    """Different points, all good hypotheses; it ends early only if all points are told apart."""
    hard, agree = made
    found = longest(hard, hypotheses, SIZE, steps)
    if len(found) < steps:
        before = {h for s in found for h in s.good}
        columns = [[h(x) for h in before] for x in range(SIZE)]
        left = {*range(SIZE)} - {s.point for s in found}
        assert all(columns.count(columns[x]) == 1 for x in left)
    assert len({s.point for s in found}) == len(found)
    for s in found:
        assert [*s.good] == [h for h in hypotheses if h(s.point) > h(s.other)]
        assert s.masses(SIZE) == tuple(Fraction(x in {s.point, s.other}, 2) for x in range(SIZE))
        assert sum(s.masses(SIZE)) == 1
        for h in hypotheses:
            assert 2 * agree(h, s.point, s.other) == 1 + h(s.point) - h(s.other)
    assert all(not {*a.good} & {*b.good} for a, b in combinations(found, 2))


@property_of(
    finite_part,
    {
        "less than what may be missed": "if rest <= missed => if rest < missed",
        "each misses so much": "rest -= probability => rest = probability",
    },
    law=distributions(range(4)),
    missed=PROBABILITIES.filter(bool),
)
def test_a_finite_part_is_the_shortest(
    part: Any, law: Dist[int, Fraction], missed: Fraction
) -> Fraction:
    """Of the beginnings that miss no more."""
    kept = part([(k, law.probability(k)) for k in range(4)], missed)
    assert kept == tuple(range(len(kept)))
    assert not kept or law.probability_that(lambda k: k >= kept[-1]) > missed
    return missed - law.probability_that(lambda k: k not in kept)


@property_of(
    (finite_part, missed_part, disjoint_sequence),
    {
        "as for neighbours": "exp_eps**-rows => exp_eps**-1",
        "twice as much": "/ 3 => * 2 / 3",
        "less": "/ 3 => / 4",
    },
    learner=st.sampled_from([1, 2]).flatmap(
        lambda n: st.tuples(
            st.just(n),
            private(EXAMPLES, range(3))
            | listed(sequences(EXAMPLES, n), range(3), everywhere=True),
        )
    ),
)
def test_what_is_kept_on_one_database_is_likely_on_all(
    made: Any, learner: tuple[int, Any]
) -> Fraction:
    """Missed with 1/3 at most; and no more points have good hypotheses than privacy allows."""
    (part, missed, hard), (rows, base) = made, learner
    universe = replace_one(EXAMPLES, rows, ordered=True)
    ratio = curve_of(base, universe).max_ratio
    assert isinstance(ratio, Fraction)
    first, *others = laws_of(base, universe.databases())
    assert missed(ratio, rows) * ratio**rows == Fraction(1, 3)
    kept = part([(k, first.probability(k)) for k in range(3)], missed(ratio, rows))
    slack = min(Fraction(1, 3) - law.probability_that(lambda k: k not in kept) for law in others)
    left = ratio**rows
    for step in longest(hard, [TABLE[k] for k in kept], 3, 3):
        good = {k for k, h in enumerate(TABLE) if h(step.point) > h(step.other)}
        for xs, p in samples(step.masses(3), rows):
            law = law_of(base, tuple((x, int(x == step.point)) for x in xs))
            left -= p * (law.probability_that(good.__contains__) - Fraction(1, 3))
    return min(slack, left)
