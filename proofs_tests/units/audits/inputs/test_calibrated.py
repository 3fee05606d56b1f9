"""Parameters derived on the command line."""

from fractions import Fraction
from typing import Any

import pytest

from audits.inputs.calibrated import DERIVATIONS, calibrated
from audits.inputs.literals import InputError
from audits.inputs.plans import RANGES, Plan
from reference.exact.exponential import exp_bounds

HUGE = {"domain": "4294967296"}
PRIVATE: dict[str, str | None] = {"eps": "1", "delta": "1e-6"}
SURE = {**PRIVATE, "failure": "1/10"}
CLOSE = {**PRIVATE, "accuracy": "1/10", "failure": "1/20"}
BY_DOMAIN = ("tree-log", "heavy-paths", "rec-prefix", "thresholds")
"""Those that are asked for targets and a domain."""


def needed_by(mechanism: str, targets: dict[str, str | None]) -> int:
    """How many rows suffice on a huge domain."""
    needed = calibrated(mechanism, HUGE, targets, None).rows_needed
    assert needed is not None
    return needed


def is_counter(plan: Plan) -> bool:
    """Which of the two constructions of thresholds it is."""
    return plan.parameters["construction"] == "tree counter"


@pytest.mark.parametrize("mechanism", ["tree-log", "heavy-paths"])
def test_a_target_gives_integers(mechanism: str) -> None:
    """Decimals are read exactly, and the line names every integer."""
    plan = calibrated(mechanism, HUGE, PRIVATE, 10**8)
    exact = {"eps": "1/1", "delta": "1/1000000", "accuracy": None, "failure": None}
    assert plan == calibrated(mechanism, HUGE, exact, 10**8)
    assert f"trim={plan.parameters['trim']}, " in plan.summary
    assert "100000000 rows (enough)" in plan.summary


def test_a_failure_probability_is_a_target() -> None:
    """Rows are enough from some number on."""
    plan = calibrated("rec-prefix", HUGE, SURE, 10**6)
    assert plan.suffices
    assert f"rows_needed={plan.rows_needed}" in plan.summary
    assert "1000000 rows (enough)" in plan.summary


@pytest.mark.parametrize(
    ("mechanism", "goal"),
    [
        ("tree-log", ""),
        ("heavy-paths", ""),
        ("rec-prefix", " for --failure 1/10"),
        ("thresholds", " for --accuracy 1/10 --failure 1/20"),
    ],
)
def test_too_few_rows_are_refused(mechanism: str, goal: str) -> None:
    """By every mechanism: nothing would be promised of an output."""
    targets = {"rec-prefix": SURE, "thresholds": CLOSE}.get(mechanism, PRIVATE)
    needed = needed_by(mechanism, targets)
    reason = f"{needed - 1} rows are too few: {needed} rows are needed{goal}, as calibrated here"
    with pytest.raises(InputError, match=reason):
        calibrated(mechanism, HUGE, targets, needed - 1)
    with pytest.raises(InputError, match=f"--database: 0 rows, {mechanism} takes 1 or more"):
        calibrated(mechanism, HUGE, targets, 0)


def test_thresholds_have_an_accuracy() -> None:
    """Of at most a tenth of the rows."""
    plan = calibrated("thresholds", HUGE, CLOSE, 10**5)
    assert "(enough): construction=release by noisy blocks of rows, root=17597" in plan.summary
    length, allowed, counts = (
        plan.parameters[name] for name in ("length", "allowed", "count_error")
    )
    assert isinstance(length, int)
    assert isinstance(allowed, int)
    assert isinstance(counts, int)
    assert 2 * (length + allowed) - 2 + counts <= 10**4


@pytest.mark.parametrize(
    ("size", "needed", "counter"),
    [
        *((1, 1, True), (2, 50, True), (16, 780, True), (1000, 3950, True)),
        *((2**16, 9330, True), (2**32, 31300, False)),
    ],
)
def test_thresholds_take_the_construction_that_needs_fewer_rows(
    size: int, needed: int, *, counter: bool
) -> None:
    """The tree counter on small domains."""
    plan = calibrated("thresholds", {"domain": str(size)}, CLOSE, None)
    assert (plan.rows, plan.rows_needed, plan.suffices) == (needed, needed, True)
    assert is_counter(plan) == plan.declares == counter


@pytest.mark.parametrize(
    ("size", "eps", "counter"),
    [
        *((2, "1", True), (16, "1", True), (2**16, "1/10", True), (2**16, "4", True)),
        *((2**32, "1", False), (2**32, "4", False)),
        pytest.param(2**32, "1/10", False, marks=pytest.mark.slow),
    ],
)
def test_the_built_mechanism_is_as_private_as_asked(size: int, eps: str, *, counter: bool) -> None:
    """What it declares itself is at most eps and delta, and four fifths of eps at least."""
    plan = calibrated("thresholds", {"domain": str(size)}, {**CLOSE, "eps": eps}, None)
    assert is_counter(plan) == counter
    built: Any = plan.mechanism
    if counter:
        declared = built.guarantee
    else:
        declared = built.guarantee_with(built.solver.mechanism.guarantee)
    assert exp_bounds(Fraction(eps) * 4 / 5)[1] <= declared.exp_eps <= exp_bounds(Fraction(eps))[0]
    assert declared.delta <= (0 if counter else Fraction(1, 10**6))


@pytest.mark.parametrize("mechanism", BY_DOMAIN)
@pytest.mark.parametrize("target", RANGES)
def test_every_target_is_needed_or_refused(mechanism: str, target: str) -> None:
    """In one line that names those that are needed."""
    needed = {*DERIVATIONS[mechanism].needs} - {"domain"}
    changed = {name: CLOSE[name] for name in needed ^ {target}}
    what = "is missing" if target in needed else "is not read here"
    words = f"--{target} {what}: give --eps --delta.* and -p domain=SIZE; the rest is derived"
    with pytest.raises(InputError, match=f"{mechanism}: {words}"):
        calibrated(mechanism, HUGE, changed, 1000)


@pytest.mark.parametrize(
    ("mechanism", "parameters", "changed", "reason"),
    [
        ("level-up", HUGE, {}, "only tree-log, heavy-paths, rec-prefix, thresholds"),
        ("thresholds", HUGE, CLOSE, "31300 rows are needed for --accuracy 1/10 .*blocks of rows"),
        ("thresholds", HUGE, {**CLOSE, "accuracy": "0"}, "--accuracy 0: alpha, above 0"),
        ("thresholds", HUGE, {**CLOSE, "eps": "1e400"}, "--eps 1e400: above 0, and at most 1000"),
        ("thresholds", HUGE, {**CLOSE, "eps": "1e-400"}, "--eps 1e-400: .*at least 1e-50"),
        (
            "rec-prefix",
            {"domain": "1048576"},
            {"eps": "1000", "failure": "1/5"},
            "--eps 1000: too large for rec-prefix here, give less than 76[0-9]",
        ),
        ("rec-prefix", HUGE, {"failure": "1"}, "--failure 1: beta, above 0 and below 1"),
        ("tree-log", {}, {}, "give --eps --delta and -p domain=SIZE"),
        ("tree-log", {**HUGE, "trim": "1"}, {}, "the rest is derived"),
        ("tree-log", {"domain": "many"}, {}, "-p domain=many: give an integer"),
        ("tree-log", {"domain": "0"}, {}, "-p domain=0: at least 1"),
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
    with pytest.raises(InputError, match=f"{needed - 1} rows are too few"):
        calibrated(mechanism, HUGE, targets, needed - 1)


def test_one_point_needs_one_row() -> None:
    """The exponential mechanism needs one row for one point."""
    assert calibrated("rec-prefix", {"domain": "1"}, SURE, None).rows == 1
    assert calibrated("rec-prefix", {"domain": "1"}, SURE, 1).suffices


def test_a_tiny_eps_is_refused_at_once() -> None:
    """Its powers have more digits than can be computed with; the rows can still be asked for."""
    tiny: dict[str, str | None] = {**SURE, "eps": "1e-9"}
    with pytest.raises(InputError, match=r"powers of [0-9]+ binary digits"):
        calibrated("rec-prefix", {"domain": "64"}, tiny, 1)
    assert calibrated("rec-prefix", {"domain": "64"}, tiny, None).suffices
