"""The learners with noise, subsampling and stars: inputs that contradict, and refusals."""

from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.data.concept import Values
from reference.data.star import Star
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.function_family import Member, affine_family, random_functions
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner, consistent_centre
from reference.mechanisms.learning.pseudorandom_point_learner import PseudorandomPointLearner
from reference.mechanisms.learning.star_subsampling import StarSubsampling, keeping_rate
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.probability.law import law

ALPHA = Fraction(2, 5)


def test_two_rules_differ_where_all_points_are_negative() -> None:
    """All points with label 0: no point function fits, though neither printed case applies."""
    database = ((0, 0), (1, 0))
    assert consistent_centre(database, 2) is Bottom.BOTTOM
    assert consistent_centre(database, 2, "two-cases") == Values((0, 0))
    assert consistent_centre((Star.STAR,), 2) == Values((0, 0))
    with pytest.raises(ValueError, match="literal or two-cases"):
        consistent_centre((), 2, "other")


def test_keeping_rate() -> None:
    """1/2 at R = E, 1 at R = E^2; larger losses are refused."""
    e = Fraction(4)
    assert [keeping_rate(e, e), keeping_rate(e * e, e)] == [Fraction(1, 2), 1]
    with pytest.raises(ValueError, match="keeping rate"):
        StarSubsampling(noisy_learner(2, ALPHA), Epsilon(Fraction(17)), e, ())


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
