"""Mechanisms whose parameters are derived from a target: eps, delta, accuracy, failure.

`exactdp sample tree-log -p domain=... --eps X --delta Y` takes its parameters from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial

from audits.asked.literals import InputError
from audits.asked.numbers import rational
from audits.verdict import Json
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
from reference.reductions.threshold_calibration import (
    ThresholdReleasePlan,
    calibrate_threshold_release,
)

Plan = TreeLogPlan | HeavyPathsPlan | RecPrefixPlan | ThresholdReleasePlan


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the parameters are derived, and from which numbers."""

    plan: Callable[..., Plan]
    """From the targets, in their order, a domain and a number of rows."""

    targets: tuple[str, ...] = ("eps", "delta")
    """The options that it takes; no more."""


THRESHOLDS = "thresholds"
"""The release of thresholds, with the solver and all that the calibration picks."""

CALIBRATIONS: Mapping[str, Derivation] = {
    "tree-log": Derivation(calibrate_tree_log),
    "heavy-paths": Derivation(calibrate_heavy_paths),
    "rec-prefix": Derivation(calibrate_rec_prefix, ("eps", "delta", "failure")),
    THRESHOLDS: Derivation(calibrate_threshold_release, ("eps", "delta", "accuracy", "failure")),
}
"""By command-line name."""


LEAST_ROWS = 4
"""All calibrations take so many."""

MOST_BITS = 10**8
"""Of the powers e^(T eps'/4) that a mechanism with threshold T computes with."""


def calibrated(
    mechanism: str,
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
) -> Plan:
    """The parameters for a target and a number of rows.

    Args:
        mechanism: its command-line name.
        parameters: what was given with `-p`.
        targets: the options by name, or None where one was not given.
        rows: the number of rows; if None, a number that suffices.

    Raises:
        InputError: if the mechanism has no derivation, if anything else is given than the domain
            and the targets that it takes, if there are too few rows for an accuracy, or if the
            mechanism would compute with numbers that are too long.
    """
    if mechanism not in CALIBRATIONS:
        raise InputError(f"--delta: only {', '.join(CALIBRATIONS)} derive their parameters")
    derivation = CALIBRATIONS[mechanism]
    given = {name: text for name, text in targets.items() if text is not None}
    if set(given) != set(derivation.targets) or list(parameters) != ["domain"]:
        options = " ".join(f"--{name}" for name in derivation.targets)
        raise InputError(f"{mechanism}: give {options} and -p domain=SIZE; the rest is derived")
    if not parameters["domain"].isdecimal():
        raise InputError(f"domain={parameters['domain']}: a number of points")
    numbers = [rational(given[name], f"--{name}") for name in derivation.targets]
    try:
        domain = Domain.of_size(int(parameters["domain"]))
        if rows is None:
            return _for_enough_rows(partial(derivation.plan, *numbers, domain))
        plan = derivation.plan(*numbers, domain, rows)
    except ValueError as failure:
        raise InputError(str(failure)) from None
    if _bits(plan) > MOST_BITS:
        wanted = "give a larger --eps, or no --database for the parameters alone"
        raise InputError(f"{mechanism}: powers of {_bits(plan)} binary digits; {wanted}")
    if "accuracy" in given and not plan.suffices:
        wanted = f"accuracy {given['accuracy']} needs {plan.rows_needed} rows"
        raise InputError(f"{mechanism}: {rows} rows; {wanted} here")
    return plan


def derived(plan: Plan) -> dict[str, Json]:
    """The parameters by name: integers, and other numbers as text."""
    found = {field.name: getattr(plan, field.name) for field in fields(plan)}
    return {
        name: value if isinstance(value, int) else str(value)
        for name, value in found.items()
        if name not in {"domain", "rows", "suffices"}
    }


def _for_enough_rows(plan_for: Callable[[int], Plan]) -> Plan:
    """The plan for a number of rows that suffices: raised to what is needed until it does."""
    plan = plan_for(LEAST_ROWS)
    while not plan.suffices:
        plan = plan_for(plan.rows_needed)
    return plan


def _bits(plan: Plan) -> int:
    """Binary digits of e^(T eps'/4), where there is a threshold T that is used."""
    if isinstance(plan, ThresholdReleasePlan) or not plan.recursive:
        return 0
    return plan.threshold * plan.root.numerator.bit_length()


def summary(plan: Plan) -> str:
    """The parameters in one line, and whether the rows suffice."""
    shown = [f"{name}={value}" for name, value in derived(plan).items()]
    enough = "enough" if plan.suffices else _too_few(plan)
    return f"{plan.rows} rows ({enough}): {', '.join(shown)}"


def _too_few(plan: Plan) -> str:
    """What too few rows lead to; the exponential mechanism alone never answers bottom."""
    if isinstance(plan, ThresholdReleasePlan) or plan.recursive:
        return "too few: expect bottom"
    return "too few: it may fail more often"
