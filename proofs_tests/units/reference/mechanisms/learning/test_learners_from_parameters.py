"""Learners built from eps, alpha and beta: their sizes, their refusals, their guarantees."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.domain import Domain
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.confident_learner import (
    BoostedSizes,
    ConfidentPointLearner,
    EfficientPointLearner,
    affine_subsampled_learner,
)
from reference.mechanisms.learning.function_family import AffineFunction
from reference.mechanisms.learning.subsampled_learner import (
    SubsampledNoisyLearner,
    noisy_learner,
    subsampled_exp_eps,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law
from reference.reductions.light_hypotheses import LightPointLearner

EPS = Epsilon(Fraction(3, 2), 2)
ALPHA, BETA, HALF = Fraction(2, 5), Fraction(1, 100), Fraction(1, 2)
PURE = Guarantee(Fraction(9, 4), Fraction(0))


@pytest.mark.parametrize(
    ("alpha", "beta", "root"),
    [
        (HALF, BETA, Fraction(3, 2)),
        (Fraction(0), BETA, Fraction(3, 2)),
        (ALPHA, Fraction(0), Fraction(3, 2)),
        (ALPHA, Fraction(2), Fraction(3, 2)),
        (ALPHA, BETA, Fraction(1)),
        (ALPHA, BETA, Fraction(5, 3)),
    ],
)
def test_parameters_that_the_claim_does_not_admit_are_refused(
    alpha: Fraction, beta: Fraction, root: Fraction
) -> None:
    """Alpha < 1/2, 0 < beta <= 1 and 0 < eps < 1: e^(eps/2) = 5/3 is eps = 1.02."""
    with pytest.raises(ValueError, match=r"alpha|eps"):
        BoostedSizes(alpha, beta, Epsilon(root, 2), alpha / 8)


def test_sizes_are_those_of_the_proof() -> None:
    """28 runs for every beta >= 1/100; the choice has few examples."""
    learner = ConfidentPointLearner(Domain.of_size(3), ALPHA, HALF, EPS)
    sizes = learner.sizes
    assert (sizes.runs, sizes.block, sizes.choice) == (28, 262581, 763)
    assert sizes.rows == 28 * 262581 + 763
    assert learner.guarantee == PURE
    assert learner.universe(1).database_count == 6
    with pytest.raises(ValueError, match="the runs need 7352268"):
        law(learner, ((0, 1),))


def test_the_efficient_learner_rounds_alpha_down() -> None:
    """The bias is 819/65536 <= (2/5)/32 for d = 16; for d = 4 there is none."""
    learner = EfficientPointLearner(16, ALPHA, BETA, EPS)
    assert learner.ones == 819
    assert learner.sizes.block == 262710
    assert learner.guarantee == PURE
    assert EfficientPointLearner(1, ALPHA, BETA, EPS).universe(1).database_count == 4
    with pytest.raises(ValueError, match="the runs need"):
        law(learner, ())
    with pytest.raises(ValueError, match="ones 1 to"):
        law(EfficientPointLearner(4, ALPHA, BETA, EPS), ())


@pytest.mark.parametrize(("degree", "ones"), [(11, 1), (2, 0), (2, 5)])
def test_affine_learners_of_no_field_are_refused(degree: int, ones: int) -> None:
    """A degree of the table, 1 to 2^d ones."""
    with pytest.raises(ValueError, match="degree"):
        AffinePointLearner(degree, ones)


def test_functions_of_large_fields() -> None:
    """x^64 is x^4 + x^3 + x + 1, and a function needs no list of values."""
    assert AffineFunction(64, 1 << 63, 1 << 63, 0)(2) == 1
    assert AffineFunction(64, 27, 1 << 63, 0)(2) == 0
    assert AffineFunction(64, 28, 1 << 63, 0)(2) == 1
    assert affine_subsampled_learner(4, 2).sampling == Fraction(1, 8)


def test_what_subsampling_promises_depends_on_its_rates() -> None:
    """A2's rates give 1 + 2 (1 - alpha/8)/(1 - alpha/4); without step 1 nothing is promised."""
    mu = ALPHA / 8
    found = subsampled_exp_eps(ALPHA / 4, mu, (1 - mu) / mu)
    assert found == 1 + 2 * (1 - ALPHA / 8) / (1 - ALPHA / 4)
    assert subsampled_exp_eps(HALF, Fraction(1, 10), Fraction(1)) == 1 + Fraction(9, 2)
    with pytest.raises(ValueError, match="b > 0"):
        subsampled_exp_eps(ALPHA / 4, Fraction(0), Fraction(1))
    assert not hasattr(noisy_learner(2, ALPHA), "guarantee")


def test_the_noisy_learner_has_an_accuracy() -> None:
    """Above 0, at most 1; ln 4 is promised for all of them."""
    domain = Domain.of_size(2)
    four = Guarantee(Fraction(4), Fraction(0))
    assert SubsampledNoisyLearner(domain, Fraction(1)).guarantee == four
    for alpha in (Fraction(0), Fraction(9, 8)):
        with pytest.raises(ValueError, match="accuracy"):
            SubsampledNoisyLearner(domain, alpha)


def test_the_light_learner_needs_its_examples() -> None:
    """On fewer than its runs need it refuses to run."""
    learner = LightPointLearner(Domain.of_size(16), 4, HALF, Fraction(1, 4), EPS)
    assert learner.guarantee == PURE
    with pytest.raises(ValueError, match="the runs need"):
        law(learner, ())
