"""Truncated noise: exact laws, and exactly how private they are."""

from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)
from reference.privacy.divergence import Infinity, hockey_stick, max_divergence
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

ROOTS = (Fraction(21, 20), Fraction(3, 2), Fraction(2), Fraction(10))


@pytest.mark.parametrize("r", ROOTS)
@pytest.mark.parametrize("width", [0, 1, 3])
def test_truncated_noise_is_conditioned_noise(r: Fraction, width: int) -> None:
    """Pr[a + z] is r^(-|z|) over the sum of these."""
    found = law(TruncatedNoiseCount(width, Epsilon(r)), (0, 1, 1))
    total = sum((r ** -abs(z) for z in range(-width, width + 1)), Fraction(0))
    expected = {2 + z: r ** -abs(z) / total for z in range(-width, width + 1)}
    assert {y: found.probability(y) for y in found} == expected


@pytest.mark.parametrize("r", ROOTS)
def test_the_delta_of_truncated_noise_is_attained(r: Fraction) -> None:
    """At every e^eps, one end of the range remains uncovered; its probability is the delta."""
    mechanism = TruncatedNoiseCount(2, Epsilon(r))
    pair = law(mechanism, (0, 0)), law(mechanism, (0, 1))
    assert max_divergence(*pair) is Infinity.INFINITE
    assert hockey_stick(*pair, r) == mechanism.guarantee.delta
    assert hockey_stick(*pair, 1000 * r) == mechanism.guarantee.delta


def test_truncated_noise_keeps_eps_and_delta_for_every_eps() -> None:
    """(eps, Pr[Z = w]) holds for every eps, and pure privacy for none of them."""
    mechanism = TruncatedNoiseCount(2, Epsilon.indeterminate())
    universe = mechanism.universe(3)
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)
    for r in ROOTS:
        numeric = TruncatedNoiseCount(2, Epsilon(r))
        verdict = audit_privacy(numeric, universe, Guarantee.pure(Epsilon(10**6 * r)))
        assert isinstance(verdict, Refuted)


def test_a_truncated_answer_costs_twice_eps() -> None:
    """On a range that contains the counts, 2 eps holds for every eps."""
    mechanism = TruncatedAnswerCount(0, 3, Epsilon.indeterminate())
    assert isinstance(audit_privacy(mechanism, mechanism.universe(3), mechanism.guarantee), Holds)


@pytest.mark.parametrize("r", ROOTS)
def test_a_truncated_answer_costs_more_than_eps(r: Fraction) -> None:
    """At the edge the normalisation changes too, so that eps does not hold, at any eps > 0."""
    mechanism = TruncatedAnswerCount(0, 2, Epsilon(r))
    verdict = audit_privacy(mechanism, mechanism.universe(1), Guarantee.pure(Epsilon(r)))
    assert isinstance(verdict, Refuted)
    weights = [[r ** -abs(y - count) for y in range(3)] for count in (0, 1)]
    odds = [w[0] / sum(w, Fraction(0)) for w in weights]
    loss = max_divergence(law(mechanism, (0,)), law(mechanism, (1,)))
    assert loss == odds[0] / odds[1] == (r**2 + 2 * r) / (r**2 + r + 1) * r


def test_parameters_are_checked() -> None:
    """A negative width and an empty range are refused."""
    with pytest.raises(ValueError, match="width -1"):
        TruncatedNoiseCount(-1, Epsilon(Fraction(2)))
    with pytest.raises(ValueError, match="from 1 to 0"):
        TruncatedAnswerCount(1, 0, Epsilon(Fraction(2)))
