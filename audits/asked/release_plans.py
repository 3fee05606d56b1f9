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
from audits.verdict import Json
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.exact.exponential import LargeLossError
from reference.mechanisms.release.public_assisted_calibration import (
    PAPPlan,
    plan_for_accuracy,
    plan_for_corrections,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights_plan import MOST_COMPOSED
from reference.privacy.curve import PrivacyCurve

NAME = "pap-release"
USAGE = (
    "--eps --delta, -p concepts=CLASS, -p domain=SIZE, --public FILE|ROWS, and -p count=C (or "
    "--accuracy and --failure)"
)
"""What is given where its parameters are derived."""

MOST_WRITTEN = 64
"""Corrections whose optimal composition is written down."""

MOST_CORRECTIONS = MOST_COMPOSED
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
    eps, delta = (read(name, given[name]) for name in ("eps", "delta"))
    concepts, known = _class(parameters["concepts"]), rows or 0
    size = integer(parameters["domain"], "domain")
    listed = (row for row in parameters["public"].split(",") if row.strip())
    public = tuple(integer(row, "public") for row in listed)
    count = 0 if accurate else _corrections(parameters["count"])
    try:
        domain = Domain.of_size(size)
        if accurate:
            alpha, beta = (read(name, given[name]) for name in ("accuracy", "failure"))
            plan = plan_for_accuracy(eps, delta, alpha, beta, concepts, domain, public, known)
        else:
            plan = plan_for_corrections(eps, delta, concepts, domain, public, count, known)
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
        have, needed = f"{len(public)} public rows", plan.public_needed
    else:
        have, needed = f"{rows} rows", plan.rows_needed
    raise InputError(f"{NAME}: {have} are too few: {needed} are needed {goal}")


def _corrections(text: str) -> int:
    count = integer(text, "count")
    if not 1 <= count <= MOST_CORRECTIONS:
        raise InputError(f"-p count={shortened(text)}: from 1 to {MOST_CORRECTIONS}")
    return count


def _class(text: str) -> ConceptClass:
    try:
        return ConceptClass(text)
    except ValueError:
        known = ", ".join(each.value for each in ConceptClass)
        raise InputError(f"-p concepts={shortened(text)}: one of {known}") from None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the corrections of one output spend, each and together."""

    count: int | None
    """None: the mechanism keeps no ledger."""

    each: Fraction
    """e^eps of a correction; its tests have 4/5 of eps, its answer 1/5."""

    delta: Fraction
    """Where the optimal composition is told."""

    curve: Callable[[], PrivacyCurve] | None = None
    """That of all corrections, by optimal composition."""

    @property
    def basic(self) -> Fraction:
        """e^eps of all, by basic composition."""
        return self.each ** (self.count or 0)

    @property
    def optimal(self) -> Fraction | None:
        """The least e^eps of all at delta; None for too many corrections."""
        if not 0 < (self.count or 0) <= MOST_WRITTEN:
            return None
        found = None if self.curve is None else self.curve().exp_eps_at(self.delta)
        return found if isinstance(found, Fraction) else None

    @property
    def json(self) -> dict[str, Json]:
        """Exact numbers."""
        if self.count is None:
            return {}
        optimal = self.optimal
        ledger: dict[str, Json] = {
            "corrections": self.count,
            "exp_eps_of_each": str(self.each),
            "exp_eps_basic": str(self.basic) if self.count <= MOST_WRITTEN else None,
            "exp_eps_optimal": None if optimal is None else str(optimal),
            "delta_optimal": str(self.delta),
        }
        return {"ledger": ledger}


def ledger_of(mechanism: object, delta: str | None) -> Ledger:
    """The ledger of a release at one eps; an empty one for other mechanisms."""
    at = USUAL_DELTA if delta is None else rational(delta, "--delta")
    if not isinstance(mechanism, PAPRelease) or not isinstance(mechanism.eps.root, Fraction):
        return Ledger(None, Fraction(1), at)
    release: PAPRelease[Fraction] = mechanism
    return Ledger(release.inner.count, release.eps.exp(), at, release.inner.curve)
