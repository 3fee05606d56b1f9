"""The reductions to proper learning, the distinguisher and the lower bounds."""

from fractions import Fraction

import pytest

from reference.data.concept import Values
from reference.data.domain import Domain
from reference.lower_bounds.learning_packing import (
    averaged_bound,
    binomial_at_most,
    confidence_bound,
    hard_distribution,
    packing_bound,
    pairwise_bound,
)
from reference.mechanisms.learning.independent_noise_learner import confident_noisy_learner
from reference.mechanisms.release.exponential_sanitiser import (
    ExponentialSanitiser,
    is_useful,
    largest_error,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.few_switches import FewSwitchesLearner, FewSwitchesReduction
from reference.reductions.light_hypotheses import LightHypothesesReduction

TWO = Epsilon(Fraction(2), 2)


def test_parameters_that_make_no_sense() -> None:
    """No run, an unknown way out, rates outside (0, 1]."""

    def fixed(*_: object) -> Values:
        return Values((1,))

    with pytest.raises(ValueError, match="fail or pad"):
        LightHypothesesReduction(fixed, 1, 0, 1, 1, TWO, "give up")
    for reduction in (LightHypothesesReduction, FewSwitchesReduction):
        with pytest.raises(ValueError, match="at least 1"):
            reduction(fixed, 0, 0, 2, 1, TWO)
    with pytest.raises(ValueError, match="alpha and beta"):
        FewSwitchesLearner(Domain.of_size(2), Fraction(0), Fraction(1), TWO)
    with pytest.raises(ValueError, match=r"both in \(0, 1\]"):
        confident_noisy_learner(2, Fraction(1), Fraction(0))


def test_lower_bounds_at_their_ends() -> None:
    """No rows: the uniform guess; no loss: no information."""
    assert packing_bound(Fraction(5), 0, 7) == Fraction(1, 7)
    assert averaged_bound(Fraction(1), 9, Fraction(1, 3), 5) == Fraction(1, 4)
    assert pairwise_bound(Fraction(1), 9, Fraction(1, 3), 5) == Fraction(1, 4)
    assert pairwise_bound(Fraction(2), 1, Fraction(1, 3), 3) == Fraction(5, 9)
    assert confidence_bound(Fraction(1), 9, Fraction(1, 3), 5) == Fraction(3, 4)
    assert binomial_at_most(4, Fraction(1, 2), 1) == Fraction(5, 16)
    with pytest.raises(ValueError, match="rare point"):
        hard_distribution(3, 0, Fraction(1, 2))


def test_sanitiser_by_hand() -> None:
    """(0, 0) against histograms of two rows over two points: errors 0, 1/2, 1."""
    sanitiser = ExponentialSanitiser(Domain.of_size(2), 2, TWO)
    found = law(sanitiser, (0, 0))
    assert [found.probability(d) for d in ((0, 0), (0, 1), (1, 1))] == [
        Fraction(4, 7),
        Fraction(2, 7),
        Fraction(1, 7),
    ]
    sequences = law(ExponentialSanitiser(Domain.of_size(2), 2, TWO, "databases"), (0, 0))
    assert sequences.probability((0, 1)) == Fraction(4, 9)
    assert largest_error((0, 1), (1, 1)) == Fraction(1, 2)
    assert not is_useful((0, 1), (1, 1), Fraction(1, 2))
    with pytest.raises(ValueError, match="empty"):
        law(sanitiser, ())
    with pytest.raises(ValueError, match="histograms or databases"):
        ExponentialSanitiser(Domain.of_size(2), 0, TWO)
