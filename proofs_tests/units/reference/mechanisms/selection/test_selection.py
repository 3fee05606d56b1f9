"""Selection: what is refused, and runs on many candidates."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from reference.data.database import Database
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax3,
    ContinuousNoisyMax4,
    GapNoisyMax,
)
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMax
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlip
from reference.mechanisms.selection.report_noisy_max import ReportNoisyMax
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

EPS, EVERY = Epsilon(Fraction(3), 2), Epsilon.continuous(2)
NONE = ExponentialFunction.of(0)
BY_QUALITY: list[Any] = [ExponentialMechanism, ExponentialNoisyMax, PermuteAndFlip, ReportNoisyMax]
NOISY: list[Any] = [NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4]


def answers(database: Database[int], /) -> Mapping[int, int]:
    """The quality of a candidate is an answer; the database is the vector of answers."""
    return dict(enumerate(database))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        *((lambda kind=kind: kind(answers, EPS, 0), "sensitivity 0") for kind in BY_QUALITY),
        *((lambda kind=kind: law(kind(answers, EPS), ()), "at least one") for kind in BY_QUALITY),
        *((lambda kind=kind: law(kind(EPS), ()), "at least one answer") for kind in NOISY),
        *((lambda kind=kind: kind(EPS, low=1, high=0), "from 1 to 0: low") for kind in NOISY[2:]),
        (lambda: law(ContinuousNoisyMax1(EVERY), ()), "at least one answer"),
        (lambda: law(GapNoisyMax(EVERY), (0,)), "a gap needs at least two answers, not 1"),
    ],
)
def test_refused(wrong: Callable[[], object], words: str) -> None:
    """No candidate has no greatest, one no runner-up; in one line."""
    with pytest.raises(ValueError, match=words):
        wrong()


@pytest.mark.parametrize("kind", NOISY)
def test_an_answer_far_above_the_others_wins(kind: Any) -> None:  # noqa: ANN401
    """And its value is released, clamped to 1."""
    assert run(kind(EPS), (0, 500, 0), SeededBits(1)) == 1


def test_a_run_needs_no_law() -> None:
    """On two thousand candidates one branch is followed, and the far best one wins."""
    assert run(ReportNoisyMax(answers, EPS), (*range(2000), 5000), SeededBits(5)) == 2000


@pytest.mark.parametrize("kind", [ContinuousNoisyMax3, ContinuousNoisyMax4])
def test_the_greatest_of_two(kind: Any) -> None:  # noqa: ANN401
    """Pr[max <= v] of two equal answers is the square of that of one."""
    made = kind(EVERY, cuts=(-2, 0, 1))
    one, two = law(made, (0,)), law(made, (0, 0))
    for cut in range(3):
        below = [sum((each.probability(y) for y in range(cut + 1)), NONE) for each in (one, two)]
        assert below[1] == below[0] * below[0]
