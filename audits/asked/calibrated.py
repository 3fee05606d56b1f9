"""Mechanisms whose parameters are derived from a target: eps, delta, accuracy, failure.

`exactdp sample tree-log -p domain=... --eps X --delta Y` takes its parameters from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial

from audits.asked.literals import InputError, shortened
from audits.asked.mechanisms import DERIVED_ONLY
from audits.asked.numbers import LARGEST_EPS, integer, rational
from audits.asked.parity_plans import NAME as PARITIES
from audits.asked.parity_plans import USAGE as PARITY_USAGE
from audits.asked.parity_plans import ParityPlan, planned_parities
from audits.asked.release_plans import NAME as PAP_RELEASE
from audits.asked.release_plans import USAGE, planned_release
from audits.asked.threshold_plans import CounterPlan, calibrate_thresholds, construction
from audits.asked.weights_plans import NAME as PRIVATE_WEIGHTS
from audits.asked.weights_plans import USAGE as WEIGHTS_USAGE
from audits.asked.weights_plans import WeightsRun, planned_weights
from audits.verdict import Json
from reference.data.domain import Domain
from reference.exact.exponential import LargeLossError
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
from reference.mechanisms.release.public_assisted_calibration import PAPPlan
from reference.reductions.threshold_calibration import ThresholdReleasePlan

Plan = (
    TreeLogPlan
    | HeavyPathsPlan
    | RecPrefixPlan
    | ThresholdReleasePlan
    | CounterPlan
    | PAPPlan
    | WeightsRun
    | ParityPlan
)


@dataclass(frozen=True, slots=True)
class Derivation:
    """How the parameters are derived, and from which numbers."""

    plan: Callable[..., Plan]
    """From the targets, in their order, a domain and a number of rows."""

    targets: tuple[str, ...] = ("eps", "delta")
    """The options that it takes; no more."""


THRESHOLDS = DERIVED_ONLY
"""The release of thresholds, by the construction that needs fewer rows."""

CALIBRATIONS: Mapping[str, Derivation] = {
    "tree-log": Derivation(calibrate_tree_log),
    "heavy-paths": Derivation(calibrate_heavy_paths),
    "rec-prefix": Derivation(calibrate_rec_prefix, ("eps", "delta", "failure")),
    THRESHOLDS: Derivation(calibrate_thresholds, ("eps", "delta", "accuracy", "failure")),
}
"""By command-line name."""


MOST_BITS = 10**8
"""Of the powers e^(T eps'/4) that a mechanism with threshold T computes with."""


def calibrated(
    mechanism: str,
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
) -> Plan:
    """The parameters for a target and a number of rows.

    Too few rows are refused, for every mechanism: what is asked for would not be promised, and an
    output spends the privacy loss all the same.

    Args:
        mechanism: its command-line name.
        parameters: what was given with `-p`.
        targets: the options by name, or None where one was not given.
        rows: the number of rows; if None, a number that suffices.

    Raises:
        InputError: if the mechanism has no derivation, if anything else is given than the domain
            and the targets that it takes, if there are too few rows, or if the mechanism would
            compute with numbers that are too long.
    """
    if mechanism == PAP_RELEASE:
        return planned_release(parameters, targets, rows, _target)
    if mechanism == PRIVATE_WEIGHTS:
        return planned_weights(parameters, targets, rows, _target)
    if mechanism == PARITIES:
        return planned_parities(parameters, targets, rows, _target)
    if mechanism not in CALIBRATIONS:
        known = ", ".join([*CALIBRATIONS, PAP_RELEASE, PRIVATE_WEIGHTS, PARITIES])
        raise InputError(f"--delta: only {known} derive their parameters")
    derivation = CALIBRATIONS[mechanism]
    given = {name: text for name, text in targets.items() if text is not None}
    if set(given) != set(derivation.targets) or list(parameters) != ["domain"]:
        raise InputError(f"{mechanism}: give {usage(mechanism)}; the rest is derived")
    size = _points(parameters["domain"])
    numbers = [_target(name, given[name]) for name in derivation.targets]
    if rows == 0:
        raise InputError(f"--database: 0 rows, {mechanism} takes 1 or more")
    try:
        plan_for = partial(derivation.plan, *numbers, Domain.of_size(size))
        plan = _for_enough_rows(plan_for) if rows is None else plan_for(rows)
    except LargeLossError as failure:
        raise InputError(
            f"--eps {given['eps']}: too large for {mechanism} here, give less than "
            f"{int(numbers[0] * failure.share)}"
        ) from None
    except ValueError as failure:
        raise InputError(f"{mechanism}: {failure}") from None
    if rows is None:
        return plan
    if _bits(plan) > MOST_BITS:
        wanted = "give a larger --eps, or no --database for the parameters alone"
        raise InputError(f"{mechanism}: powers of {_bits(plan)} binary digits; {wanted}")
    if not plan.suffices:
        raise InputError(f"{mechanism}: {rows} rows are too few: {_needs(plan, given)}")
    return plan


def usage(mechanism: str) -> str:
    """What is given where the parameters of a mechanism are derived."""
    if mechanism == PAP_RELEASE:
        return USAGE
    if mechanism == PRIVATE_WEIGHTS:
        return WEIGHTS_USAGE
    if mechanism == PARITIES:
        return PARITY_USAGE
    options = " ".join(f"--{name}" for name in CALIBRATIONS[mechanism].targets)
    return f"{options} and -p domain=SIZE"


def derived(plan: Plan) -> dict[str, Json]:
    """The parameters by name: integers, and other numbers as text; and which construction."""
    found = {field.name: getattr(plan, field.name) for field in fields(plan)}
    if isinstance(plan, PAPPlan) and not plan.promises_accuracy:
        found |= {"rows_needed": None, "public_needed": None}
    if isinstance(plan, ParityPlan):
        del found["rows_needed"]
    named: dict[str, Json] = {
        name: value if value is None or isinstance(value, int) else str(value)
        for name, value in found.items()
        if name
        not in {
            "domain",
            "rows",
            "suffices",
            "concepts",
            "public",
            "promises_accuracy",
            "workload",
        }
    }
    if isinstance(plan, PAPPlan):
        named["public_rows"] = len(plan.public)
        named["suffices"] = plan.suffices
    chosen = construction(plan)
    return named if chosen is None else {"construction": chosen, **named}


def summary(plan: Plan) -> str:
    """The parameters in one line, and whether the rows suffice."""
    shown = [
        f"{name}={shortened(str(value))}"
        for name, value in derived(plan).items()
        if value is not None and name not in {"public_rows", "suffices"}
    ]
    if isinstance(plan, PAPPlan):
        return f"{_both_kinds(plan)}: {', '.join(shown)}"
    if isinstance(plan, ParityPlan):
        return f"{plan.rows} rows (no accuracy is promised): {', '.join(shown)}"
    return f"{plan.rows} rows ({'enough' if plan.suffices else 'too few'}): {', '.join(shown)}"


def _both_kinds(plan: PAPPlan) -> str:
    """Private and public rows, and which of them are too few."""
    there = f"{plan.rows} private and {len(plan.public)} public rows"
    if not plan.promises_accuracy:
        return f"{there} (no accuracy is promised)"
    short = [
        f"{need} {kind}"
        for kind, have, need in (
            ("private", plan.rows, plan.rows_needed),
            ("public", len(plan.public), plan.public_needed),
        )
        if have < need
    ]
    return f"{there} ({'too few: ' + ' and '.join(short) + ' are needed' if short else 'enough'})"


RANGES: Mapping[str, tuple[Fraction, bool, str]] = {
    "eps": (Fraction(LARGEST_EPS), True, f"above 0, and at most {LARGEST_EPS} here"),
    "delta": (Fraction(1), False, "above 0 and below 1"),
    "accuracy": (Fraction(1), True, "alpha, above 0 and at most 1"),
    "failure": (Fraction(1), False, "beta, above 0 and below 1"),
}
"""Of each target: its upper end, whether that may be, and what is allowed in words."""

LEAST_TARGET = Fraction(1, 10**50)
"""For smaller ones the numbers of rows are too long to read."""


def _points(text: str) -> int:
    """A domain 0, 1, ..., size - 1 by its size."""
    if text.replace("^", "", 1).isdecimal() and (size := integer(text, "domain")) >= 1:
        return size
    raise InputError(f"-p domain={shortened(text)}: a number of points >= 1, such as 256 or 2^32")


def _target(name: str, text: str) -> Fraction:
    """A target as it was typed.

    Raises:
        InputError: if it is out of range.
    """
    number = rational(text, f"--{name}")
    most, inclusive, words = RANGES[name]
    if not 0 < number <= most or (number == most and not inclusive):
        raise InputError(f"--{name} {shortened(text)}: {words}")
    if number < LEAST_TARGET:
        raise InputError(f"--{name} {shortened(text)}: {words}; at least 1e-50 here")
    return number


def _for_enough_rows(plan_for: Callable[[int], Plan]) -> Plan:
    """The plan for a number of rows that suffices: raised to what is needed until it does."""
    plan = plan_for(LEAST_ROWS)
    while not plan.suffices:
        plan = plan_for(plan.rows_needed)
    if plan.rows_needed < plan.rows:
        fewer = plan_for(plan.rows_needed)
        return fewer if fewer.suffices else plan
    return plan


LEAST_ROWS = 4
"""All calibrations take so many."""


def _bits(plan: Plan) -> int:
    """Binary digits of e^(T eps'/4), where there is a threshold T that is used."""
    if isinstance(plan, ThresholdReleasePlan | CounterPlan | PAPPlan | WeightsRun | ParityPlan):
        return 0
    if not plan.recursive:
        return 0
    return plan.threshold * plan.root.numerator.bit_length()


def _needs(plan: Plan, targets: Mapping[str, str]) -> str:
    """How many rows are needed, for what, and by what."""
    wanted = [f"--{name} {targets[name]}" for name in ("accuracy", "failure") if name in targets]
    chosen = construction(plan)
    what = "this construction" if chosen is None else f"this construction ({chosen})"
    goal = f" for {' '.join(wanted)}" if wanted else ""
    return f"{what} needs {plan.rows_needed}{goal}, as calibrated here"
