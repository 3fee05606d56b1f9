"""The binary tree counter: what it loses for every eps, numbers by hand, long streams."""

from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter, failure_probability
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

Counts = tuple[int, ...]


@pytest.mark.parametrize("horizon", [1, 2, 3, 4])
def test_private_for_every_eps_and_no_less(horizon: int) -> None:
    """`levels` times eps holds for every eps, one level less does not."""
    mechanism = BinaryTreeCounter(horizon, Epsilon.indeterminate())
    universe, levels = mechanism.universe(horizon), horizon.bit_length()
    assert mechanism.levels == levels
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)
    exp_eps = mechanism.eps.exp(levels - 1)
    verdict = audit_privacy(mechanism, universe, Guarantee(exp_eps, exp_eps - exp_eps))
    assert isinstance(verdict, Refuted)


def test_the_first_bit_is_counted_on_every_level() -> None:
    """Over four bits, the likelihood ratio for the first bit is e^(3 eps)."""
    mechanism = BinaryTreeCounter(4, Epsilon(Fraction(3, 2)))
    pair = law(mechanism, (0, 0, 1, 0)), law(mechanism, (1, 0, 1, 0))
    assert max_divergence(*pair) == Fraction(3, 2) ** 3


def test_showing_more_changes_no_loss() -> None:
    """Values beyond the block lengths have the likelihood ratios of the ends."""
    for reach in (0, 1, 2):
        mechanism = BinaryTreeCounter(2, Epsilon(Fraction(2)), reach)
        pair = law(mechanism, (0, 1)), law(mechanism, (1, 1))
        assert max_divergence(*pair) == 4


@pytest.mark.parametrize(
    ("error", "u", "failure"),
    [
        (1, Fraction(2), Fraction(13, 18)),
        (2, Fraction(2), Fraction(793, 1728)),
        (4, Fraction(2), Fraction(7499, 49152)),
        (4, Fraction(3, 2), Fraction(2392258496, 5380840125)),
    ],
)
def test_failure_probabilities_of_three_prefixes(
    error: int, u: Fraction, failure: Fraction
) -> None:
    """Pr[max(|a|, |b|, |b + c|) > error] for independent noise a, b, c of ratio 1/u."""
    assert failure_probability(3, error, 1 / u) == failure


def test_a_run_counts_a_long_stream() -> None:
    """With a wide reach the counts of a thousand bits stay near the truth, and are not clamped."""
    mechanism = BinaryTreeCounter(1000, Epsilon(Fraction(2)), 10**9)
    counts = run(mechanism, (1, 0) * 500, SeededBits(6))
    errors = [c - (t + 1) // 2 for t, c in enumerate(counts, 1)]
    assert max(map(abs, errors)) < 60
    assert min(errors) < 0 < max(errors)


def test_parameters_are_checked() -> None:
    """Horizons below 1, negative reach and streams beyond the horizon are refused."""
    eps = Epsilon(Fraction(2))
    with pytest.raises(ValueError, match="horizon 0"):
        BinaryTreeCounter(0, eps)
    with pytest.raises(ValueError, match="reach -1"):
        BinaryTreeCounter(1, eps, -1)
    with pytest.raises(ValueError, match="3 bits"):
        law(BinaryTreeCounter(2, eps), (0, 1, 0))
