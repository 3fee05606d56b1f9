"""Mechanisms whose integer parameters are derived from a target (eps, delta), and beta.

`exactdp sample tree-log -p domain=... --eps X --delta Y` takes its parameters from here, and so
does `exactdp sample rec-prefix`, which takes a failure probability, `--beta Z`, too.
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
from reference.mechanisms.interior_point.prefix_calibration import (
    RecPrefixPlan,
    calibrate_rec_prefix,
)

Plan = TreeLogPlan | HeavyPathsPlan | RecPrefixPlan

CALIBRATIONS: Mapping[str, Callable[[Fraction, Fraction, Domain[int], int], Plan]] = {
    "tree-log": calibrate_tree_log,
    "heavy-paths": calibrate_heavy_paths,
}
"""The derivation of the parameters of each such mechanism, by its command-line name."""

BY_FAILURE: Mapping[
    str, Callable[[Fraction, Fraction, Fraction, Domain[int], int], RecPrefixPlan]
] = {"rec-prefix": calibrate_rec_prefix}
"""The same for mechanisms whose probability of failure is chosen."""


def calibrated(
    mechanism: str,
    parameters: Mapping[str, str],
    eps: str | None,
    delta: str,
    rows: int,
    beta: str | None = None,
) -> Plan:
    """The parameters for a target and a number of rows.

    Raises:
        InputError: if the mechanism has no derivation, or domain, eps and delta are not given, or
            beta where it is chosen, or only there.
    """
    known = [*CALIBRATIONS, *BY_FAILURE]
    if mechanism not in known:
        raise InputError(f"--delta: only {', '.join(known)} derive their parameters")
    if beta is None and mechanism in BY_FAILURE:
        raise InputError(f"--delta: {mechanism} takes --beta, too, the probability of failure")
    if beta is not None and mechanism not in BY_FAILURE:
        raise InputError(f"--beta: only {', '.join(BY_FAILURE)} takes one")
    if eps is None or list(parameters) != ["domain"]:
        raise InputError("--delta: give --eps and -p domain=SIZE; the rest is derived")
    if not parameters["domain"].isdecimal():
        raise InputError(f"domain={parameters['domain']}: a number of points")
    try:
        domain = Domain.of_size(int(parameters["domain"]))
        loss, slack = rational(eps, "--eps"), rational(delta, "--delta")
        if beta is not None:
            return BY_FAILURE[mechanism](loss, slack, rational(beta, "--beta"), domain, rows)
        return CALIBRATIONS[mechanism](loss, slack, domain, rows)
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
