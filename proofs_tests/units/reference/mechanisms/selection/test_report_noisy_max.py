"""Selection by any quality function: what is refused, and one run on many candidates."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from reference.data.database import Database
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMax
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlip
from reference.mechanisms.selection.report_noisy_max import ReportNoisyMax
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

EPS = Epsilon(Fraction(3, 2), 2)


def answers(database: Database[int], /) -> Mapping[int, int]:
    """The quality of a candidate is an answer; the database is the vector of answers."""
    return dict(enumerate(database))


@pytest.mark.parametrize(
    "kind", [ExponentialMechanism, ExponentialNoisyMax, PermuteAndFlip, ReportNoisyMax]
)
def test_parameters_are_checked(kind: Any) -> None:  # noqa: ANN401 - each of them
    """Sensitivity 0 is refused at construction, no candidate at a call."""
    with pytest.raises(ValueError, match="sensitivity 0"):
        kind(answers, EPS, 0)
    with pytest.raises(ValueError, match="at least one"):
        law(kind(answers, EPS), ())


def test_a_run_needs_no_law() -> None:
    """On two thousand candidates one branch is followed, and the far best one wins."""
    assert run(ReportNoisyMax(answers, EPS), (*range(2000), 5000), SeededBits(5)) == 2000
