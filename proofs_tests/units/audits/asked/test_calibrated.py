"""Parameters derived on the command line."""

import pytest

from audits.asked.calibrated import CALIBRATIONS, calibrated, summary
from audits.asked.literals import InputError
from reference.reductions.threshold_calibration import ThresholdReleasePlan

HUGE = {"domain": "4294967296"}


@pytest.mark.parametrize("mechanism", sorted(CALIBRATIONS))
def test_a_target_gives_integers(mechanism: str) -> None:
    """Decimals are read exactly, and the line names every integer."""
    plan = calibrated(mechanism, HUGE, "1", "1e-6", 10**5)
    assert plan == calibrated(mechanism, HUGE, "1/1", "1/1000000", 10**5)
    assert not isinstance(plan, ThresholdReleasePlan)
    line = summary(plan)
    assert f"trim={plan.trim}, " in line
    assert "100000 rows (too few: expect bottom)" in line


def test_enough_rows_are_enough() -> None:
    """The line says so, too."""
    needed = calibrated("tree-log", HUGE, "1", "1e-6", 10**7)
    assert needed.suffices
    assert "(enough)" in summary(needed)


def test_thresholds_have_an_accuracy() -> None:
    """It and the failure probability have defaults, and all else is derived."""
    plan = calibrated("thresholds", HUGE, "1", "1e-6", 10**5)
    assert isinstance(plan, ThresholdReleasePlan)
    assert plan == calibrated("thresholds", {**HUGE, "alpha": "0.1"}, "1", "1e-6", 10**5)
    assert "100000 rows (enough): root=17597/16384" in summary(plan)
    assert plan.error <= 10**4


@pytest.mark.parametrize(
    ("mechanism", "parameters", "eps", "delta", "reason"),
    [
        ("thresholds", HUGE, "1", "1e-6", "1000 rows; an accuracy of 1/10 needs 31300 rows"),
        ("thresholds", HUGE, None, "1e-6", "give --eps"),
        ("thresholds", {}, "1", "1e-6", "give --eps"),
        ("thresholds", {**HUGE, "trim": "1"}, "1", "1e-6", "give --eps"),
        ("thresholds", {**HUGE, "alpha": "0"}, "1", "1e-6", "accuracy 0"),
        ("level-up", HUGE, "1", "1e-6", "only tree-log, heavy-paths"),
        ("tree-log", HUGE, None, "1e-6", "give --eps"),
        ("tree-log", {}, "1", "1e-6", "give --eps"),
        ("tree-log", {**HUGE, "trim": "1"}, "1", "1e-6", "the rest is derived"),
        ("tree-log", {"domain": "many"}, "1", "1e-6", "number of points"),
        ("tree-log", {"domain": "0"}, "1", "1e-6", "at least one value"),
        ("tree-log", HUGE, "0", "1e-6", "eps 0"),
        ("tree-log", HUGE, "1", "2", "delta 2"),
        ("tree-log", HUGE, "1", "nan", "nan"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    mechanism: str, parameters: dict[str, str], eps: str | None, delta: str, reason: str
) -> None:
    """Every bad combination is refused, with its reason."""
    with pytest.raises(InputError, match=reason) as found:
        calibrated(mechanism, parameters, eps, delta, 1000)
    assert "\n" not in str(found.value)
