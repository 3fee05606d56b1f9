"""A learner of conjunctions on one axis, against sums over dictionaries of fractions."""

from fractions import Fraction
from itertools import product
from typing import Any

from proofs_tests.vectors.values import Case, cases
from reference.data.concept import Hypothesis, IntervalFunction, LabelledExample
from reference.data.database import Database
from reference.data.product_concept import (
    Conjunction,
    Disjunction,
    conjunctions,
    disjunctions,
    on_axis,
    thresholds,
)
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.reductions.conjunction_learning import LearnerOnOneAxis

FRESH = [((0, 1), (1, 0)), ((1, 1), (2, 0))]


def naive_chance_of_consistency(s: Fraction, filled: int) -> Fraction:
    """Two axes, thresholds on {0, 1, 2}, weights s^(examples labelled correctly), D from FRESH."""
    total = Fraction(0)
    for own, fresh in product(FRESH, repeat=2):
        for axis in (0, 1):
            samples = (own, fresh) if axis == 0 else (fresh, own)
            rows = [((x, filled), y) for x, y in samples[0]]
            rows += [((filled, x), y) for x, y in samples[1]]
            weights = {
                ends: s ** sum((p[0] <= ends[0] and p[1] <= ends[1]) == bool(y) for p, y in rows)
                for ends in product(range(3), repeat=2)
            }
            good = sum(
                w
                for ends, w in weights.items()
                if all((x <= ends[axis]) == bool(y) for x, y in own)
            )
            total += Fraction(good) / sum(weights.values()) / 8
    return total


@cases("bnsv15_dimension", "one_axis")
def test_chance_of_consistency(case: Case) -> None:
    """The sum over all branches is the number by hand; the law agrees where p is neutral."""
    s, expected = Fraction(case["s"]), Fraction(case["consistent"])
    neutral = case["fills"] == "neutral"
    assert naive_chance_of_consistency(s, 0 if neutral else 2) == expected
    learner: Any = ExponentialLearner(conjunctions(thresholds(3), 2), 3, Epsilon(s, 2))
    reduction = LearnerOnOneAxis(learner, Dist.uniform(FRESH), 2, 0 if neutral else 2)

    def is_consistent_on(own: Database[LabelledExample]) -> Fraction:
        found: Dist[Hypothesis, Fraction] = law(reduction, own)
        return found.probability_that(lambda h: all(h(x) == y for x, y in own))

    assert sum(map(is_consistent_on, FRESH)) / 2 == expected


def test_a_concept_along_its_axis() -> None:
    """With the neutral point elsewhere, every conjunction and disjunction is its own part."""
    for c in conjunctions(thresholds(3), 2):
        for axis, x in product(range(2), range(3)):
            assert c(on_axis(x, axis, 2, 0)) == c.parts[axis](x)
    for d in disjunctions([IntervalFunction(end) for end in range(3)], 2):
        for axis, x in product(range(2), range(3)):
            assert d(on_axis(x, axis, 2, 2)) == d.parts[axis](x)


def test_names_of_joined_concepts() -> None:
    """As a reader says them."""
    parts: tuple[Hypothesis, ...] = thresholds(2)
    assert str(Conjunction(parts)) == "[0,1) and [0,2)"
    assert str(Disjunction(parts)) == "[0,1) or [0,2)"
