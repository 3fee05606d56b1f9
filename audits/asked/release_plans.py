"""The release that public rows assist, for a target; and what its corrections spend.

Two targets: a privacy loss of so many corrections together (`--eps --delta -p count=C`), or an
accuracy besides (`--accuracy --failure`), for which the corrections are derived, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import integer, rational
from audits.shown.decimals import about
from audits.verdict import Json
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.exact.exponential import LargeLossError
from reference.exact.interval import Interval, ln
from reference.mechanisms.release.public_assisted_calibration import (
    PAPPlan,
    plan_for_accuracy,
    plan_for_corrections,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.privacy.composition import composed_curve
from reference.privacy.guarantee import Guarantee

NAME = "pap-release"
USAGE = (
    "--eps --delta, -p concepts=CLASS, -p domain=SIZE, --public FILE|ROWS, and -p count=C (or "
    "--accuracy and --failure)"
)
"""What is given where its parameters are derived."""

MOST_COMPOSED = 64
"""Corrections whose optimal composition is written down."""

MOST_CORRECTIONS = 1000
"""Corrections whose loss is derived from a privacy loss of all of them."""

USUAL_DELTA = Fraction(1, 10**6)
"""Where the optimal composition is told, if no delta is asked for."""


def planned_release(
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
    read: Callable[[str, str], Fraction],
) -> PAPPlan:
    """The parameters for a target, public rows and a number of private rows.

    Args:
        parameters: what was given with `-p`, the public rows included.
        targets: the options by name, or None where one was not given.
        rows: the number of private rows, None if there are none yet.
        read: a target from its name and text.

    Raises:
        InputError: for other parameters or targets, or too few rows of one kind.
    """
    given = {name: text for name, text in targets.items() if text is not None}
    accurate = set(given) == {"eps", "delta", "accuracy", "failure"}
    wanted = {"concepts", "domain", "public"} | (set() if accurate else {"count"})
    if set(parameters) != wanted or not (accurate or set(given) == {"eps", "delta"}):
        raise InputError(f"{NAME}: give {USAGE}; the rest is derived")
    if rows is None and not accurate:
        raise InputError(
            f"{NAME}: give --database; without an accuracy no number of rows is needed"
        )
    concepts = _class(parameters["concepts"])
    numbers = [read(name, given[name]) for name in ("eps", "delta")]
    known = rows or 0
    try:
        domain = Domain.of_size(integer(parameters["domain"], "domain"))
        public = tuple(
            integer(row, "public") for row in parameters["public"].split(",") if row.strip()
        )
        if accurate:
            numbers += [read(name, given[name]) for name in ("accuracy", "failure")]
            plan = plan_for_accuracy(*numbers, concepts, domain, public, known)
        else:
            count = integer(parameters["count"], "count")
            if not 1 <= count <= MOST_CORRECTIONS:
                raise InputError(f"-p count={count}: from 1 to {MOST_CORRECTIONS}")
            plan = plan_for_corrections(*numbers, concepts, domain, public, count, known)
    except InputError:
        raise
    except LargeLossError:
        raise InputError(f"--eps {shortened(given['eps'])}: too large for {NAME} here") from None
    except ValueError as failure:
        raise InputError(f"{NAME}: {failure}") from None
    if rows is None or plan.suffices:
        return plan
    goal = f"for --accuracy {given['accuracy']} --failure {given['failure']}, as calibrated here"
    if len(public) < plan.public_needed:
        raise InputError(
            f"{NAME}: {len(public)} public rows are too few: {plan.public_needed} are needed {goal}"
        )
    raise InputError(f"{NAME}: {rows} rows are too few: {plan.rows_needed} are needed {goal}")


def _class(text: str) -> ConceptClass:
    try:
        return ConceptClass(text)
    except ValueError:
        known = ", ".join(each.value for each in ConceptClass)
        raise InputError(f"-p concepts={shortened(text)}: one of {known}") from None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the corrections of one output spend, each and together."""

    count: int
    each: Fraction
    """e^eps of a correction; its tests have 4/5 of eps, its answer 1/5."""

    delta: Fraction
    """Where the optimal composition is told."""

    @property
    def basic(self) -> Fraction:
        """e^eps of all, by basic composition."""
        return self.each**self.count

    @property
    def optimal(self) -> Fraction | None:
        """The least e^eps of all at delta; None for too many corrections."""
        if not 0 < self.count <= MOST_COMPOSED:
            return None
        once = Guarantee(self.each, Fraction(0))
        found = composed_curve([once] * self.count).exp_eps_at(self.delta)
        return found if isinstance(found, Fraction) else None

    @property
    def words(self) -> list[str]:
        """Line by line."""
        if not self.count:
            return ["ledger: no correction, the private rows are not looked at"]
        each, optimal = ln(self.each), self.optimal
        parts = [_decimal(each * Fraction(k, 5)) for k in (5, 4, 1)]
        found = [
            f"ledger: at most {self.count} corrections; of each eps = {parts[0]} (tests {parts[1]}, "
            f"answer {parts[2]}), delta = 0; public rows are not protected",
            f"ledger: basic composition, eps = {_decimal(each * self.count)}, delta = 0",
        ]
        if optimal is not None:
            total = "0" if optimal == 1 else _decimal(ln(optimal))
            found.append(
                f"ledger: optimal composition, eps = {total}, delta = {about(self.delta)}"
            )
        return found

    @property
    def json(self) -> dict[str, Json]:
        """Exact numbers."""
        optimal = self.optimal
        return {
            "corrections": self.count,
            "exp_eps_of_each": str(self.each),
            "exp_eps_basic": str(self.basic) if self.count <= MOST_COMPOSED else None,
            "exp_eps_optimal": None if optimal is None else str(optimal),
            "delta_optimal": str(self.delta),
        }


def _decimal(value: Interval) -> str:
    low, high = value.enclosure()
    return about((low + high) / 2)


def ledger_of(mechanism: object, delta: str | None) -> Ledger | None:
    """The ledger of a release at one eps; None for other mechanisms."""
    if not isinstance(mechanism, PAPRelease) or not isinstance(mechanism.eps.root, Fraction):
        return None
    at = USUAL_DELTA if delta is None else rational(delta, "--delta")
    return Ledger(mechanism.inner.count, mechanism.eps.exp(), at)
