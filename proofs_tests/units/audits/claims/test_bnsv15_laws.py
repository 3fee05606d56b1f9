"""The claims' own laws: couplings, tails of sums of noise, blocks that are recognised."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from audits.claims.bnsv15.laws.counts import tail
from audits.claims.bnsv15.laws.noisy_blocks import AllRecognised, Recogniser
from audits.claims.bnsv15.laws.rec_prefix import Rows, coupled
from reference.mechanisms.release.threshold_release import BlockPoints, NoisyCuts
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


def test_a_coupling_may_need_an_augmenting_path() -> None:
    """Two halves each; the first choice has to be undone."""
    one: dict[Rows, Fraction] = {(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 2)}
    other: dict[Rows, Fraction] = {(0, 2): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    assert coupled(one, other) == 1
    assert coupled({(0, 0): Fraction(1)}, {(1, 1): Fraction(1)}) == 0


def test_all_recognised_is_a_function_of_the_answers() -> None:
    """It has the probability that the blocks' answers are those for their own targets."""
    eps, targets = Epsilon(Fraction(2)), ((10,), (20, 30))
    cuts, solver = NoisyCuts(1, eps), Recogniser(targets, eps)
    for rows in ((10, 20), (20, 30), (10, 25)):
        answers = law(BlockPoints(cuts, 2, solver), rows)
        assert law(AllRecognised(cuts, solver), rows).probability(True) == answers.probability(
            (1, 3)
        )


RATIO, CLOSE = Fraction(1, 3), Fraction(1, 10**25)


@pytest.mark.parametrize("terms", [1, 2, 3])
def test_tails_of_sums(terms: int) -> None:
    """By convolution of noise up to 60, beyond which little is left."""
    noise = {z: (1 - RATIO) / (1 + RATIO) * RATIO ** abs(z) for z in range(-60, 61)}
    law = {0: Fraction(1)}
    for _ in range(terms):
        longer: dict[int, Fraction] = defaultdict(Fraction)
        for s, mass in law.items():
            for z, more in noise.items():
                longer[s + z] += mass * more
        law = longer
    for least in (1, 2, 7):
        summed = sum(mass for s, mass in law.items() if s >= least)
        assert summed <= tail(terms, least, RATIO) <= summed + CLOSE
