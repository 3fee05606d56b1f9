"""Parameters derived on the command line."""

import pytest

from audits.asked.calibrated import CALIBRATIONS, calibrated, summary
from audits.asked.literals import InputError
from reference.reductions.threshold_calibration import ThresholdReleasePlan

HUGE = {"domain": "4294967296"}
PRIVATE: dict[str, str | None] = {"eps": "1", "delta": "1e-6"}
SURE = {**PRIVATE, "failure": "1/10"}
CLOSE = {**PRIVATE, "accuracy": "1/10", "failure": "1/20"}


@pytest.mark.parametrize("mechanism", ["tree-log", "heavy-paths"])
def test_a_target_gives_integers(mechanism: str) -> None:
    """Decimals are read exactly, and the line names every integer."""
    plan = calibrated(mechanism, HUGE, PRIVATE, 10**5)
    exact = {"eps": "1/1", "delta": "1/1000000", "accuracy": None, "failure": None}
    assert plan == calibrated(mechanism, HUGE, exact, 10**5)
    assert not isinstance(plan, ThresholdReleasePlan)
    line = summary(plan)
    assert f"trim={plan.trim}, " in line
    assert "100000 rows (too few: expect bottom)" in line


def test_enough_rows_are_enough() -> None:
    """The line says so, too."""
    needed = calibrated("tree-log", HUGE, PRIVATE, 10**7)
    assert needed.suffices
    assert "(enough)" in summary(needed)


def test_a_failure_probability_is_a_target() -> None:
    """Rows are enough from some number on."""
    few, many = (calibrated("rec-prefix", HUGE, SURE, n) for n in (10, 10**6))
    assert (few.suffices, many.suffices) == (False, True)
    assert few.rows_needed == many.rows_needed < 10**6
    assert f"rows_needed={few.rows_needed}" in summary(few)
    assert "1000000 rows (enough)" in summary(many)


def test_thresholds_have_an_accuracy() -> None:
    """Of at most a tenth of the rows."""
    plan = calibrated("thresholds", HUGE, CLOSE, 10**5)
    assert isinstance(plan, ThresholdReleasePlan)
    assert "100000 rows (enough): root=17597/16384" in summary(plan)
    assert plan.error <= 10**4


@pytest.mark.parametrize("mechanism", sorted(CALIBRATIONS))
@pytest.mark.parametrize("target", ["eps", "delta", "accuracy", "failure"])
def test_every_target_is_needed_or_refused(mechanism: str, target: str) -> None:
    """In one line that names those that are needed."""
    needed = CALIBRATIONS[mechanism].targets
    changed = {name: CLOSE[name] for name in {*needed} ^ {target}}
    words = "give --eps --delta.* and -p domain=SIZE; the rest is derived"
    with pytest.raises(InputError, match=f"{mechanism}: {words}"):
        calibrated(mechanism, HUGE, changed, 1000)


@pytest.mark.parametrize(
    ("mechanism", "parameters", "changed", "reason"),
    [
        ("level-up", HUGE, {}, "only tree-log, heavy-paths, rec-prefix, thresholds"),
        ("thresholds", HUGE, CLOSE, "1000 rows; accuracy 1/10 needs 31300 rows"),
        ("thresholds", HUGE, {**CLOSE, "accuracy": "0"}, "accuracy 0"),
        ("rec-prefix", HUGE, {"failure": "1"}, "beta 1"),
        ("tree-log", {}, {}, "give --eps --delta and -p domain=SIZE"),
        ("tree-log", {**HUGE, "trim": "1"}, {}, "the rest is derived"),
        ("tree-log", {"domain": "many"}, {}, "number of points"),
        ("tree-log", {"domain": "0"}, {}, "at least one value"),
        ("tree-log", HUGE, {"eps": "0"}, "eps 0"),
        ("tree-log", HUGE, {"delta": "2"}, "delta 2"),
        ("tree-log", HUGE, {"delta": "nan"}, "--delta.*nan|nan.*--delta"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    mechanism: str, parameters: dict[str, str], changed: dict[str, str | None], reason: str
) -> None:
    """Every bad combination is refused, with its reason."""
    with pytest.raises(InputError, match=reason) as found:
        calibrated(mechanism, parameters, PRIVATE | changed, 1000)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("mechanism", "targets", "needed"),
    [("tree-log", PRIVATE, 5846618), ("rec-prefix", SURE, 117766), ("thresholds", CLOSE, 31300)],
)
def test_without_a_database_the_rows_suffice(
    mechanism: str, targets: dict[str, str | None], needed: int
) -> None:
    """And one row fewer do not."""
    plan = calibrated(mechanism, HUGE, targets, None)
    assert (plan.suffices, plan.rows_needed) == (True, needed)
    if mechanism != "thresholds":
        assert not calibrated(mechanism, HUGE, targets, needed - 1).suffices


def test_a_small_domain_never_answers_bottom() -> None:
    """The exponential mechanism needs one row for one point."""
    line = summary(calibrated("rec-prefix", {"domain": "16"}, SURE, 1))
    assert "1 rows (too few: it may fail more often)" in line
    assert calibrated("rec-prefix", {"domain": "1"}, SURE, 1).suffices


def test_a_tiny_eps_is_refused_at_once() -> None:
    """Its powers have more digits than can be computed with; the rows can still be asked for."""
    tiny: dict[str, str | None] = {**SURE, "eps": "1e-9"}
    with pytest.raises(InputError, match=r"powers of [0-9]+ binary digits"):
        calibrated("rec-prefix", {"domain": "64"}, tiny, 1)
    assert calibrated("rec-prefix", {"domain": "64"}, tiny, None).suffices
