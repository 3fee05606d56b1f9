"""The release that public rows assist, for a target.

Two targets: a privacy loss of so many corrections together (`--eps --delta -p count=C`), or an
accuracy besides (`--accuracy --failure`), for which the corrections are derived, too.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction

from audits.inputs.ledger import Ledger
from audits.inputs.literals import InputError
from audits.inputs.mechanisms import member
from audits.inputs.numbers import integer
from audits.inputs.plans import Derivation, Plan, Request, Supply, listed
from audits.inputs.sizes import LONGEST_SAMPLED, MOST_CORRECTIONS
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.mechanisms.release.public_assisted_calibration import (
    plan_for_accuracy,
    plan_for_corrections,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease

USAGE = (
    "--eps --delta, -p concepts=CLASS, -p domain=SIZE, --public FILE|ROWS, and -p count=C (or "
    "--accuracy and --failure)"
)


def planned_release(request: Request) -> Plan:
    """The parameters for a target, public rows and a number of private rows."""
    chosen = {"count", "accuracy", "failure"} & {*request.targets, *request.parameters}
    if chosen not in ({"count"}, {"accuracy", "failure"}):
        raise InputError(
            f"{request.mechanism}: give -p count=C, how many corrections, or --accuracy and "
            "--failure, from which they are derived"
        )
    accurate = chosen != {"count"}
    if request.rows is None and not accurate:
        raise InputError(
            f"{request.mechanism}: give --database; without an accuracy no number of rows is "
            "needed"
        )
    eps, delta = request.target("eps"), request.target("delta")
    concepts = member(request.parameters["concepts"], ConceptClass, "concepts")
    rows = request.parameters["public"].split(",")
    public = tuple(integer(row, "public") for row in rows if row.strip())
    domain, there = Domain.of_size(request.integer("domain", 1)), request.rows or 0
    if accurate:
        alpha, beta = request.target("accuracy"), request.target("failure")
        plan = plan_for_accuracy(eps, delta, alpha, beta, concepts, domain, public, there)
        plan = replace(plan, rows=plan.rows_needed if request.rows is None else there)
    else:
        count = request.integer("count", 1, MOST_CORRECTIONS)
        plan = plan_for_corrections(eps, delta, concepts, domain, public, count, there)
    digits = int(plan.threshold) * plan.root.numerator.bit_length()
    request.refuse_long_powers(digits, LONGEST_SAMPLED)
    private, needed = (plan.rows_needed, plan.public_needed) if accurate else (None, None)
    return Plan(
        plan.mechanism,
        {**listed(plan, ("root", "threshold", "count", "rate")), "public_rows": len(public)},
        (
            Supply(plan.rows, private, "private rows"),
            Supply(len(public), needed, "public rows", "public_needed"),
        ),
    )


def explained(release: PAPRelease[Fraction], rows: int, outputs: Sequence[Hashable]) -> list[str]:
    """What the answers are, and what the threshold means."""
    del outputs
    concepts, threshold = release.listed, release.threshold
    found = [
        (
            f"answers: for each of {len(concepts)} concepts, from {concepts[0]} to "
            f"{concepts[-1]}, the mean over the rows of +1 where it is 1 and -1 where it is 0, "
            "as estimated"
        ),
        (
            f"threshold: only an answer that seems to be off by more than {threshold} rows is "
            f"corrected; rate: a correction multiplies weights by {release.rate}"
        ),
    ]
    if threshold >= rows:
        found.append(
            f"threshold: {threshold} is not below the {rows} private rows: no answer is off by "
            "more, so that only noise sets off a correction"
        )
    return found


def ledger_of(release: PAPRelease[Fraction], delta: Fraction) -> Ledger:
    """What the corrections spend."""
    shares = (("tests", Fraction(4, 5)), ("answer", Fraction(1, 5)))
    name = "corrections, public rows are not protected"
    each, inner = release.eps.exp(), release.inner
    return Ledger(inner.corrections, each, delta, inner.curve, name, shares)


PAP_RELEASE = Derivation(
    planned_release,
    USAGE,
    ("eps", "delta", "concepts", "domain", "public"),
    ("count", "accuracy", "failure"),
    least_rows=0,
    explained=explained,
    ledger=ledger_of,
)
