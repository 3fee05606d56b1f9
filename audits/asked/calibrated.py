"""Mechanisms whose integer parameters are derived from a target (eps, delta).

`exactdp sample tree-log -p domain=... --eps X --delta Y` takes its parameters from here.
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

Plan = TreeLogPlan | HeavyPathsPlan

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
    if mechanism not in CALIBRATIONS:
        raise InputError(f"--delta: only {', '.join(CALIBRATIONS)} derive their parameters")
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


def summary(plan: Plan) -> str:
    """The parameters in one line, and whether the rows suffice."""
    shown = [
        f"{field.name}={getattr(plan, field.name)}"
        for field in fields(plan)
        if field.name not in {"domain", "rows"}
    ]
    enough = "enough" if plan.suffices else "too few: expect bottom"
    return f"{plan.rows} rows ({enough}): {', '.join(shown)}"
