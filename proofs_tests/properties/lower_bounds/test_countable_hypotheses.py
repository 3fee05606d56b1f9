"""Points that finitely many hypotheses confuse, against private learners."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, laws_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import listed, private, sequences
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import functions
from reference.data.adjacency import replace_one
from reference.data.concept import Values, labelled_examples
from reference.data.database import Database
from reference.lower_bounds.countable_hypotheses import (
    HardPoint,
    agreement,
    disjoint_sequence,
    finite_part,
    missed_part,
)
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Hard = Callable[..., tuple[HardPoint[Values], ...]]
Learner = Mechanism[Database[tuple[int, int]], int, Fraction]

SIZE = 4
CLASSES = st.lists(functions(SIZE), min_size=2, max_size=3, unique=True)
TABLE = (Values((1, 0, 0, 0)), Values((0, 1, 0, 0)), Values((0, 0, 1, 1)))
EXAMPLES = labelled_examples(3)


def longest(
    hard: Hard, hypotheses: list[Values], size: int, steps: int
) -> tuple[HardPoint[Values], ...]:
    """So many steps, or as many as there are."""
    try:
        return hard(hypotheses, size, steps)
    except ValueError:
        return longest(hard, hypotheses, size, steps - 1) if steps else ()


@property_of(
    disjoint_sequence,
    {
        "points again": " - {step.point for step in found} => ",
        "nothing is avoided": "avoided += good => avoided += ()",
        "any other point": "if columns[x] == columns[y] => if True",
        "one half is good": ">= GOOD => >= GOOD / 2",
        "a step fewer": "range(steps) => range(steps - 1)",
    },
    hypotheses=CLASSES,
    steps=st.integers(1, 4),
)
def test_good_hypotheses_are_disjoint(hard: Hard, hypotheses: list[Values], steps: int) -> None:
    """Different points, all good hypotheses; it ends early only if all points are told apart."""
    found = longest(hard, hypotheses, SIZE, steps)
    if len(found) < steps:
        before = {h for s in found for h in s.good}
        columns = [[h(x) for h in before] for x in range(SIZE)]
        left = {*range(SIZE)} - {s.point for s in found}
        assert all(columns.count(columns[x]) == 1 for x in left)
    assert len({s.point for s in found}) == len(found)
    for s in found:
        assert s.other != s.point
        assert [*s.good] == [h for h in hypotheses if h(s.point) > h(s.other)]
        assert s.masses(SIZE) == tuple(
            Fraction(1, 2) if x in {s.point, s.other} else 0 for x in range(SIZE)
        )
    assert all(not {*a.good} & {*b.good} for a, b in combinations(found, 2))


@property_of(
    agreement,
    {
        "the other way": "== concept(z) => != concept(z)",
        "of the point alone": "in (point, other) => in (point, point)",
    },
    hypothesis=functions(SIZE),
    pair=st.permutations(range(SIZE)).map(lambda found: found[:2]),
)
def test_agreement_is_one_half_of_two(
    agree: Callable[..., Fraction], hypothesis: Values, pair: list[int]
) -> None:
    """One half for each of a 1 at the point and a 0 at the other."""
    x, y = pair
    assert agree(hypothesis, x, y) == Fraction(1 + hypothesis(x) - hypothesis(y), 2)


@property_of(
    finite_part,
    {
        "one too few": "return tuple(kept) => return tuple(kept[:-1])",
        "less than what may be missed": "if rest <= missed => if rest < missed",
        "each misses so much": "rest -= probability => rest = probability",
    },
    law=distributions(range(4)),
    missed=PROBABILITIES.filter(bool),
)
def test_a_finite_part_is_the_shortest(
    part: Callable[..., tuple[int, ...]], law: Dist[int, Fraction], missed: Fraction
) -> Fraction:
    """Of the beginnings that miss no more."""
    kept = part([(k, law.probability(k)) for k in range(4)], missed)
    assert kept == tuple(range(len(kept)))
    if kept:
        assert sum((law.probability(k) for k in kept[:-1]), Fraction(0)) < 1 - missed
    return missed - law.probability_that(lambda k: k not in kept)


@property_of(
    (finite_part, missed_part, disjoint_sequence),
    {
        "as for neighbours": "exp_eps**-rows => exp_eps**-1",
        "a constant": "exp_eps**-rows / 3 => exp_eps**0 / 3",
        "twice as much": "/ 3 => * 2 / 3",
        "nothing": "/ 3 => / 300",
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
    parts: tuple[Callable[..., tuple[int, ...]], Callable[[Fraction, int], Fraction], Hard],
    learner: tuple[int, Learner],
) -> Fraction:
    """Missed with 1/3 at most; and no more points have good hypotheses than privacy allows."""
    (part, missed, hard), (rows, base) = parts, learner
    universe = replace_one(EXAMPLES, rows, ordered=True)
    ratio = curve_of(base, universe).max_ratio
    assert isinstance(ratio, Fraction)
    first, *others = laws_of(base, universe.databases())
    most = missed(ratio, rows)
    assert most * ratio**rows == Fraction(1, 3)
    kept = part([(k, first.probability(k)) for k in range(3)], most)
    slacks = [Fraction(1, 3) - law.probability_that(lambda k: k not in kept) for law in others]
    left = ratio**rows
    for step in longest(hard, [TABLE[k] for k in kept], 3, 3):
        for xs, p in samples(step.masses(3), rows):
            law = law_of(base, tuple((x, int(x == step.point)) for x in xs))
            good = (
                law.probability(k) for k, h in enumerate(TABLE) if h(step.point) > h(step.other)
            )
            left -= p * (sum(good, Fraction(0)) - Fraction(1, 3))
    return min([*slacks, left])
