"""Plausible mistakes in tracing attacks, and releases of stumps with too little noise."""

from fractions import Fraction

from audits.claims.bcmnuw20.impostors.fingerprints import FreshMeans, GridMeans
from audits.claims.bcmnuw20.impostors.tracers import NoMeans, tie_is_in
from audits.claims.bcmnuw20.impostors.tracing_hybrids import LooksAtTheData, PromisesTooMuch
from audits.claims.bcmnuw20.laws.stump_releases import (
    NoisyMeans,
    PooledMeans,
    SometimesShown,
    TooLittleNoise,
)
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import replace_one
from reference.lower_bounds.random_means import RandomMean, product_rows
from reference.lower_bounds.tracing_attacks import MeanTracer, Threshold
from reference.lower_bounds.tracing_experiment import Experiment, excess
from reference.privacy.epsilon import Epsilon

NONE, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
TWO = Epsilon(Fraction(2), 2)


def test_one_noise_budget_for_every_count_is_not_private() -> None:
    """Two stumps, one row: (0) and (3) differ in both counts."""
    wrong = TooLittleNoise(2, (), TWO)
    found = audit_privacy(wrong, replace_one(range(4), 1), wrong.guarantee)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["(0)", "(3)"], ["(1)", "(2)"])
    right = NoisyMeans(2, (), TWO)
    assert isinstance(audit_privacy(right, replace_one(range(4), 1), right.guarantee), Holds)


def test_a_distinguisher_that_looks_at_the_data() -> None:
    """Row 0 of one stump is found on (0) and never on (1)."""
    release = NoisyMeans(1, (), TWO)
    tracer = MeanTracer((HALF,), ONE, Threshold.exactly(0))
    found = audit_privacy(
        LooksAtTheData(release, tracer, 0), replace_one(range(2), 1), release.guarantee
    )
    assert isinstance(found, Refuted)
    assert found.witness["databases"] == ["(0)", "(1)"]


def test_half_of_a_delta_is_too_little() -> None:
    """The first row is shown with probability 1/4."""
    wrong = PromisesTooMuch(SometimesShown(1, (), HALF), (NONE,), HALF)
    assert isinstance(audit_privacy(wrong, replace_one(range(2), 1), wrong.guarantee), Refuted)


def test_means_of_two_rows_are_caught_and_noisy_ones_are_not() -> None:
    """One stump, e^eps = 2 promised by both."""
    tracer = MeanTracer((HALF,), ONE, Threshold.exactly(HALF))
    two = Epsilon(Fraction(2))
    row, kept = product_rows((HALF,)), NoisyMeans(1, (), two).guarantee
    over = [
        excess(game.expected_hits, game.false_positive, kept, 1, 0)
        for game in (
            Experiment(lambda w: PooledMeans(1, w), row, 1, 0, tracer),
            Experiment(lambda w: NoisyMeans(1, w, two), row, 1, 0, tracer),
        )
    ]
    assert over == [Fraction(1, 8), Fraction(-1, 24)]


def test_ties_and_means_matter() -> None:
    """Sums of 1 against a threshold of 1; a mean of 1/2 that is not subtracted."""
    one = Threshold.exactly(1)
    assert tie_is_in((NONE,), ONE, one)((ONE,), 1)
    assert not MeanTracer((NONE,), ONE, one)((ONE,), 1)
    half = Threshold.exactly(HALF)
    assert NoMeans((HALF,), ONE, half)((ONE,), 1)
    assert not MeanTracer((HALF,), ONE, half)((ONE,), 1)


def test_other_means_have_other_fingerprints() -> None:
    """The majority of three: 4/5, and 1; one sign: 2/3, and 1/3 with three means."""
    majority = [Fraction(1 if bits.bit_count() > 1 else -1) for bits in range(8)]
    assert [kind(ONE).fingerprint(majority) for kind in (RandomMean, FreshMeans)] == [
        Fraction(4, 5),
        1,
    ]
    sign = [-ONE, ONE]
    assert [kind(ONE).fingerprint(sign) for kind in (RandomMean, FreshMeans, GridMeans)] == [
        Fraction(2, 3),
        Fraction(2, 3),
        Fraction(1, 3),
    ]
