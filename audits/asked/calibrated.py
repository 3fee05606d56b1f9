"""Mechanisms whose integer parameters are derived from a target (eps, delta).

`exactdp sample tree-log -p domain=... --eps X --delta Y` takes its parameters from here, and so
does `exactdp sample thresholds`, which has an accuracy and a failure probability (`-p alpha=...`,
`-p beta=...`) besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction

from audits.asked.literals import InputError
from audits.asked.numbers import rational
from reference.data.domain import Domain
from reference.mechanisms.interior_point.calibration import (
    HeavyPathsPlan,
    TreeLogPlan,
    calibrate_heavy_paths,
    calibrate_tree_log,
)
from reference.reductions.threshold_calibration import (
    ThresholdReleasePlan,
    calibrate_threshold_release,
)

Plan = TreeLogPlan | HeavyPathsPlan | ThresholdReleasePlan

TARGETS = {"alpha": "1/10", "beta": "1/20"}
"""Of the release of thresholds: accuracy and failure probability, unless they are given."""

THRESHOLDS = "thresholds"
"""What the release of thresholds is called, with the solver and all that the calibration picks."""

CALIBRATIONS: Mapping[str, Callable[[Fraction, Fraction, Domain[int], int], Plan]] = {
    "tree-log": calibrate_tree_log,
    "heavy-paths": calibrate_heavy_paths,
}
"""The derivation of the parameters of each such mechanism, by its command-line name."""


def calibrated(
    mechanism: str, parameters: Mapping[str, str], eps: str | None, delta: str, rows: int
) -> Plan:
    """The parameters for a target and a number of rows.

    Raises:
        InputError: if the mechanism has no derivation, or domain, eps and delta are not given.
    """
    if mechanism == THRESHOLDS:
        return _thresholds(parameters, eps, delta, rows)
    if mechanism not in CALIBRATIONS:
        known = ", ".join([*CALIBRATIONS, THRESHOLDS])
        raise InputError(f"--delta: only {known} derive their parameters")
    if eps is None or list(parameters) != ["domain"]:
        raise InputError("--delta: give --eps and -p domain=SIZE; the rest is derived")
    if not parameters["domain"].isdecimal():
        raise InputError(f"domain={parameters['domain']}: a number of points")
    try:
        domain = Domain.of_size(int(parameters["domain"]))
        return CALIBRATIONS[mechanism](
            rational(eps, "--eps"), rational(delta, "--delta"), domain, rows
        )
    except ValueError as failure:
        raise InputError(str(failure)) from None


def _thresholds(
    parameters: Mapping[str, str], eps: str | None, delta: str, rows: int
) -> ThresholdReleasePlan:
    """The release of thresholds, if there are rows enough for the accuracy.

    Raises:
        InputError: if there are too few, with the number that would do.
    """
    given = TARGETS | dict(parameters)
    domain = given.pop("domain", "")
    if eps is None or not domain.isdecimal() or set(given) != set(TARGETS):
        raise InputError(
            "thresholds: give --eps, -p domain=SIZE and, if you like, -p alpha=X and -p beta=X"
        )
    alpha, beta = (rational(given[key], f"-p {key}") for key in TARGETS)
    try:
        target = rational(eps, "--eps"), rational(delta, "--delta"), alpha, beta
        plan = calibrate_threshold_release(*target, Domain.of_size(int(domain)), rows)
    except ValueError as failure:
        raise InputError(str(failure)) from None
    if not plan.suffices:
        raise InputError(
            f"thresholds: {rows} rows; an accuracy of {alpha} needs {plan.rows_needed} rows here"
        )
    return plan


def summary(plan: Plan) -> str:
    """The parameters in one line, and whether the rows suffice."""
    shown = [
        f"{field.name}={getattr(plan, field.name)}"
        for field in fields(plan)
        if field.name not in {"domain", "rows", "suffices"}
    ]
    enough = "enough" if plan.suffices else "too few: expect bottom"
    return f"{plan.rows} rows ({enough}): {', '.join(shown)}"
