"""The published variants of the noisy histogram."""

from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

r = RationalFunction.r()


def every(parts: int) -> Epsilon[RationalFunction]:
    """Every eps at once."""
    return Epsilon.indeterminate(parts)


def is_private(
    mechanism: NoisyHistogram1[RationalFunction] | NoisyHistogram2[RationalFunction],
    answers: int,
    loss: RationalFunction,
) -> bool:
    """Whether loss bounds the likelihood ratios for every eps, by an accepted certificate."""
    bound = Guarantee(loss, 0 * loss)
    verdict = confirmed(audit_privacy(mechanism, mechanism.universe(answers), bound))
    assert isinstance(verdict, Holds | Refuted), verdict
    return isinstance(verdict, Holds)


def test_values_are_independent() -> None:
    """Pr[(-1, 1)] on (0, 0) is the product of two tails g/(1 + g)."""
    found = law(NoisyHistogram1(Epsilon(Fraction(3))), (0, 0))
    assert found.probability((-1, 1)) == Fraction(1, 16)
    assert len(found) == 9


@pytest.mark.parametrize("answers", [1, 2])
def test_the_right_scale_is_private_and_tight(answers: int) -> None:
    """Variant 1 loses eps, neither more nor less."""
    mechanism = NoisyHistogram1(every(2))
    assert is_private(mechanism, answers, r**2)
    assert not is_private(mechanism, answers, r)


@pytest.mark.parametrize(
    ("eps_squared", "parts", "power"),
    [
        (Fraction(1, 4), 1, 4),
        (Fraction(1, 2), 1, 2),
        (Fraction(1), 1, 1),
        (Fraction(4), 4, 1),
        (Fraction(9, 4), 9, 4),
    ],
)
def test_the_wrong_scale_loses_one_over_eps(eps_squared: Fraction, parts: int, power: int) -> None:
    """Variant 2 loses 1/eps = eps/eps^2: private if and only if eps >= 1."""
    mechanism = NoisyHistogram2(eps_squared, every(parts))
    assert is_private(mechanism, 1, r**power)
    assert is_private(mechanism, 1, r**parts) == (eps_squared >= 1)
    first, second = (law(mechanism, (a,)).probability((-1,)) for a in (-1, 0))
    assert first == r**power * second


def test_bad_parameters_are_refused() -> None:
    """Each with the value and what is admissible."""
    with pytest.raises(ValueError, match="eps_squared 0: the square of a loss > 0"):
        NoisyHistogram2(Fraction(0), every(1))
    with pytest.raises(ValueError, match="the low end is at most the high end"):
        NoisyHistogram1(every(1), low=1, high=0)
    with pytest.raises(ValueError, match="the low end is at most the high end"):
        NoisyHistogram2(Fraction(1), every(1), low=1, high=0)


def test_they_run() -> None:
    """One value for each answer, within the interval."""
    eps = Epsilon(Fraction(2))
    assert run(NoisyHistogram1(eps, low=-200, high=200), (500, -500), SeededBits(1)) == (200, -200)
    assert len(run(NoisyHistogram2(Fraction(1, 2), eps), (0,) * 9, SeededBits(1))) == 9
