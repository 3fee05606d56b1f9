"""Parameters derived on the command line."""

import pytest

from audits.asked.calibrated import CALIBRATIONS, calibrated, summary
from audits.asked.literals import InputError

HUGE = {"domain": "4294967296"}


@pytest.mark.parametrize("mechanism", sorted(CALIBRATIONS))
def test_a_target_gives_integers(mechanism: str) -> None:
    """Decimals are read exactly, and the line names every integer."""
    plan = calibrated(mechanism, HUGE, "1", "1e-6", 10**5)
    assert plan == calibrated(mechanism, HUGE, "1/1", "1/1000000", 10**5)
    line = summary(plan)
    assert f"trim={plan.trim}, " in line
    assert "100000 rows (too few: expect bottom)" in line


def test_enough_rows_are_enough() -> None:
    """The line says so, too."""
    needed = calibrated("tree-log", HUGE, "1", "1e-6", 10**7)
    assert needed.suffices
    assert "(enough)" in summary(needed)


@pytest.mark.parametrize(
    ("mechanism", "parameters", "eps", "delta", "reason"),
    [
        ("level-up", HUGE, "1", "1e-6", "only tree-log, heavy-paths, rec-prefix"),
        ("rec-prefix", HUGE, "1", "1e-6", "rec-prefix takes --beta"),
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


def test_a_failure_probability_is_part_of_the_target() -> None:
    """For the mechanism that takes one, and for no other; rows are enough from some number on."""
    few, many = (calibrated("rec-prefix", HUGE, "1", "1e-6", n, "1/10") for n in (10, 10**6))
    assert (few.suffices, many.suffices) == (False, True)
    assert few.rows_needed == many.rows_needed < 10**6
    assert f"trim={many.trim}, " in summary(many)
    assert "1000000 rows (enough)" in summary(many)
    with pytest.raises(InputError, match="only rec-prefix takes one"):
        calibrated("tree-log", HUGE, "1", "1e-6", 1000, "1/10")
    with pytest.raises(InputError, match="beta 2"):
        calibrated("rec-prefix", HUGE, "1", "1e-6", 1000, "2")
