"""Private multiplicative weights for a target.

The targets: a privacy loss of the whole (`--eps --delta`), how often it may fail (`--failure`,
else 1/20), and an accuracy (`--accuracy`), or else the best for the rows that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import integer
from reference.data.domain import Domain
from reference.data.workloads import Workload
from reference.exact.exponential import LargeLossError
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.private_weights_plan import (
    PrivateWeightsPlan,
    best_accuracy,
    enough_rows,
)

NAME = "private-multiplicative-weights"
USAGE = "--eps --delta, -p queries=FAMILY, -p domain=SIZE, and --accuracy or --database (or both)"
"""What is given where its parameters are derived."""

USUAL_FAILURE = Fraction(1, 20)
"""How often it may fail, if nothing is asked for."""

MOST_POINTS, LEAST_ACCURACY = 2**12, Fraction(1, 1000)
"""Points that weights are kept for, and the least error that is asked for."""


@dataclass(frozen=True)
class WeightsRun:
    """The mechanism for a target, and what it needs."""

    domain: Domain[int]
    workload: Workload
    queries: int
    rows: int
    accuracy: Fraction
    failure: Fraction
    epochs: int
    root: Fraction
    """e^(eps0), rounded down."""

    rate: Fraction
    threshold: Fraction
    rows_needed: int
    suffices: bool

    @cached_property
    def mechanism(self) -> PrivateMultiplicativeWeights[Fraction]:
        """The mechanism with these parameters."""
        return self.plan.mechanism(self.workload, self.domain)

    @property
    def plan(self) -> PrivateWeightsPlan:
        """The parameters alone."""
        radius = self.threshold // 4
        return PrivateWeightsPlan(
            self.queries,
            self.domain.size,
            self.accuracy,
            self.rate,
            self.epochs,
            self.root,
            radius,
            self.rows,
        )


def planned_weights(
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
    read: Callable[[str, str], Fraction],
) -> WeightsRun:
    """The parameters for a target and a number of rows.

    Args:
        parameters: what was given with `-p`.
        targets: the options by name, or None where one was not given.
        rows: the number of rows; None for as many as are needed.
        read: a target from its name and text.

    Raises:
        InputError: for other parameters or targets, or too few rows.
    """
    given = {name: text for name, text in targets.items() if text is not None}
    _refuse(parameters, given, rows)
    size, family = integer(parameters["domain"], "domain"), _family(parameters["queries"])
    if not 1 <= size <= MOST_POINTS:
        raise InputError(f"-p domain={size}: from 1 to {MOST_POINTS} points")
    try:
        count = len(family.on(size))
    except ValueError as failure:
        raise InputError(f"{NAME}: {failure}") from None
    eps, delta = (read(name, given[name]) for name in ("eps", "delta"))
    beta = read("failure", given["failure"]) if "failure" in given else USUAL_FAILURE
    alpha = read("accuracy", given["accuracy"]) if "accuracy" in given else None
    if alpha is not None and alpha < LEAST_ACCURACY:
        raise InputError(f"--accuracy {shortened(given['accuracy'])}: {LEAST_ACCURACY} at least")
    try:
        if alpha is None:
            plan = best_accuracy(size, count, rows or 0, beta, eps, delta)
        else:
            plan = enough_rows(size, count, alpha, beta, eps, delta)
    except LargeLossError:
        raise InputError(f"--eps {shortened(given['eps'])}: too large for {NAME} here") from None
    if plan is None or (rows is not None and rows < plan.rows_needed):
        least = enough_rows(size, count, alpha or Fraction(1), beta, eps, delta).rows_needed
        raise InputError(
            f"{NAME}: {rows} rows are too few: {least} are needed for an error of at most "
            f"{alpha or 1}, as calibrated here"
        )
    return _run_of(plan, family, beta, plan.rows_needed if rows is None else rows)


def _refuse(parameters: Mapping[str, str], given: Mapping[str, str], rows: int | None) -> None:
    """Refuse what is missing, or given but derived."""
    for name in ("eps", "delta"):
        if name not in given:
            raise InputError(f"{NAME}: give --{name}; {USAGE}")
    for name in parameters:
        if name not in {"queries", "domain"}:
            raise InputError(f"{NAME}: -p {name} is derived where --delta is given; give {USAGE}")
    if missing := {"queries", "domain"} - set(parameters):
        raise InputError(f"{NAME}: -p {max(missing)} is missing; give {USAGE}")
    if rows is None and "accuracy" not in given:
        raise InputError(f"{NAME}: give --database, or --accuracy for the rows that it needs")
    if rows == 0:
        raise InputError(f"--database: 0 rows, {NAME} takes 1 or more")


def _run_of(plan: PrivateWeightsPlan, family: Workload, beta: Fraction, rows: int) -> WeightsRun:
    return WeightsRun(
        Domain.of_size(plan.points),
        family,
        plan.queries,
        rows,
        plan.accuracy,
        beta,
        plan.epochs,
        plan.root,
        plan.rate,
        plan.alpha * rows,
        plan.rows_needed,
        suffices=rows >= plan.rows_needed,
    )


def _family(text: str) -> Workload:
    try:
        return Workload(text)
    except ValueError:
        known = ", ".join(each.value for each in Workload)
        raise InputError(f"-p queries={shortened(text)}: one of {known}") from None
