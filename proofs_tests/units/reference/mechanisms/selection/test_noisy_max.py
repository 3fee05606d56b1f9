"""The published variants of noisy max: no answer, no interval, and a run."""

from fractions import Fraction

import pytest

from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

THREE = Epsilon(Fraction(3), 2)


def test_no_answer_is_refused() -> None:
    """There is no greatest of none."""
    for mechanism in (NoisyMax1(THREE), NoisyMax2(THREE), NoisyMax3(THREE), NoisyMax4(THREE)):
        with pytest.raises(ValueError, match="noisy max needs at least one answer"):
            law(mechanism, ())


def test_an_empty_interval_is_refused() -> None:
    """Values are clamped to at least one."""
    for kind in (NoisyMax3, NoisyMax4):
        with pytest.raises(ValueError, match="values from 1 to 0: low is at most high"):
            kind(THREE, low=1, high=0)


def test_they_run() -> None:
    """An answer far above the others wins, and its value is released."""
    answers = (0, 500, 0)
    assert run(NoisyMax1(THREE), answers, SeededBits(1)) == 1
    assert run(NoisyMax2(THREE), answers, SeededBits(1)) == 1
    assert run(NoisyMax3(THREE), answers, SeededBits(1)) == 1
    assert run(NoisyMax4(THREE), answers, SeededBits(1)) == 1
