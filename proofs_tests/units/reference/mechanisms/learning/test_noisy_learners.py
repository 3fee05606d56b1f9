"""The learners with noise, subsampling and stars, by enumeration of their coins."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from reference.data.bottom import Bottom
from reference.data.concept import Values, labelled_examples
from reference.data.star import Star
from reference.mechanisms.learning.boosted_learner import BoostedLearner, repetitions
from reference.mechanisms.learning.function_family import (
    Member,
    affine_family,
    field_product,
    random_functions,
)
from reference.mechanisms.learning.independent_noise_learner import noisy_learner_in_two_parts
from reference.mechanisms.learning.noisy_point_learner import (
    ConsistentPointLearner,
    IndependentNoise,
    NoisyPointLearner,
    consistent_centre,
    smallest_unseen_point,
)
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.star_subsampling import StarSubsampling, keeping_rate
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.probability.law import law

ALPHA = Fraction(2, 5)


def test_noise_is_a_product() -> None:
    """Each value flips independently."""
    mu = Fraction(1, 10)
    found = law(IndependentNoise(mu), Values((1, 0, 1)))
    for h in product((0, 1), repeat=3):
        chance = prod(mu if a != b else 1 - mu for a, b in zip(h, (1, 0, 1), strict=True))
        assert found.probability(Values(h)) == chance


def test_two_rules_differ_where_all_points_are_negative() -> None:
    """All points with label 0: no point function fits, though neither printed case applies."""
    database = ((0, 0), (1, 0))
    assert consistent_centre(database, 2) is Bottom.BOTTOM
    assert consistent_centre(database, 2, "two-cases") == Values((0, 0))
    assert consistent_centre((Star.STAR,), 2) == Values((0, 0))
    with pytest.raises(ValueError, match="literal or two-cases"):
        consistent_centre((), 2, "other")


def test_subsampled_learner_by_all_subsets() -> None:
    """A2 on a contradictory pair and a star: bottom by chance or by both examples."""
    database = ((0, 1), (0, 0), Star.STAR)
    b, p = ALPHA / 8, ALPHA / 4
    found = law(noisy_learner(2, ALPHA), database)
    assert found.probability(Bottom.BOTTOM) == b + (1 - b) * p * p
    assert sum(found.probability(y) for y in found) == 1


def test_two_parts_are_one_learner() -> None:
    """A2 is inner learner plus noise, if the zero function is allowed."""
    parts = noisy_learner_in_two_parts(2, ALPHA / 4, ALPHA / 8, ALPHA / 8, allow_zero=True)
    whole = noisy_learner(2, ALPHA)
    for database in whole.universe(2).databases():
        assert law(parts, database) == law(whole, database)


def test_keeping_rate() -> None:
    """1/2 at R = E, 1 at R = E^2; larger losses are refused."""
    e = Fraction(4)
    assert [keeping_rate(e, e), keeping_rate(e * e, e)] == [Fraction(1, 2), 1]
    with pytest.raises(ValueError, match="keeping rate"):
        StarSubsampling(noisy_learner(2, ALPHA), Epsilon(Fraction(17)), e, ())


def test_star_subsampling_of_one_row() -> None:
    """A row is kept with probability q, a star stays a star."""
    base = ConsistentPointLearner(2)
    learner = StarSubsampling(base, Epsilon(Fraction(2)), Fraction(4), labelled_examples(2))
    found = law(learner, ((1, 1),))
    assert found.probability(Values((0, 1))) == keeping_rate(Fraction(2), Fraction(4))
    assert law(learner, (Star.STAR,)) == Dist.point(Values((0, 0)))


def test_boosting_without_selection_records() -> None:
    """Both hypotheses found are equally likely; failed runs are dropped or kept."""
    base = NoisyPointLearner(2, Fraction(0))
    eps = Epsilon(Fraction(2), 2)
    contradiction = ((0, 1), (0, 0), (1, 1), (1, 1))
    drop = law(BoostedLearner(base, 2, 2, 2, eps), contradiction)
    assert drop == Dist.point(Values((0, 1)))
    keep = law(BoostedLearner(base, 2, 2, 2, eps, "keep"), contradiction)
    assert keep.probability(Bottom.BOTTOM) == Fraction(1, 2)
    assert law(BoostedLearner(base, 1, 2, 2, eps), contradiction[:2]) == Dist.point(Bottom.BOTTOM)
    with pytest.raises(ValueError, match="the runs need 4"):
        law(BoostedLearner(base, 2, 2, 2, eps), contradiction[:3])
    with pytest.raises(ValueError, match="drop or keep"):
        BoostedLearner(base, 0, 2, 2, eps)


def test_repetitions_are_the_least() -> None:
    """(4/5)^N <= beta/5 < (4/5)^(N-1)."""
    for k in range(1, 50):
        n = repetitions(Fraction(1, k))
        assert Fraction(4, 5) ** n <= Fraction(1, 5 * k) < Fraction(4, 5) ** (n - 1)


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 5])
def test_field_products_make_a_field(degree: int) -> None:
    """Every non-zero element has an inverse, and products distribute over sums."""
    size = 1 << degree
    for a in range(1, size):
        assert {field_product(a, b, degree) for b in range(size)} == set(range(size))
        assert field_product(a, 3 % size ^ 1, degree) == field_product(
            a, 3 % size, degree
        ) ^ field_product(a, 1, degree)


def test_family_of_all_functions() -> None:
    """Weights are the numerators of q^ones (1-q)^zeros; bias 0 leaves one function."""
    family = random_functions(2, Fraction(1, 3))
    assert [m.weight for m in family] == [4, 2, 2, 1]
    assert len(random_functions(3, Fraction(0))) == 1
    with pytest.raises(ValueError, match="degree"):
        affine_family(11, 1)


def test_pseudorandom_learner_conditions_the_family() -> None:
    """A positive example leaves the functions that are 1 there; none is an error."""
    learner: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(affine_family(2, 1), 4)
    assert len(law(learner, ())) == 16
    found = law(learner, ((3, 1), (0, 0)))
    assert all(isinstance(m, Member) and m.function(3) == 1 for m in found)
    assert law(learner, ((0, 1), (1, 1))) == Dist.point(Bottom.BOTTOM)
    empty: PseudorandomPointLearner[Fraction] = PseudorandomPointLearner(
        random_functions(2, Fraction(0)), 2
    )
    with pytest.raises(ValueError, match="no function"):
        law(empty, ((0, 1),))


def test_non_private_learner() -> None:
    """The positive point, the smallest unseen one, or bottom."""
    assert str(smallest_unseen_point(((0, 0), (2, 1)), 4)) == "c2"
    assert str(smallest_unseen_point(((0, 0), (2, 0)), 4)) == "c1"
    assert smallest_unseen_point(((0, 0),), 1) is Bottom.BOTTOM
