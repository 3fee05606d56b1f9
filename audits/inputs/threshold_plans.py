"""Release of all thresholds for a target: of two constructions, the one that needs fewer rows.

The tree counter on all points needs rows as log |X| grows, and one is enough for one point; the
release by noisy blocks of rows needs more on a small domain, and fewer on a large one.  Both
numbers are those of a calibration, with its bounds: neither is the least that would do.
"""

from __future__ import annotations

from functools import partial

from audits.inputs.plans import Derivation, Plan, Request, Supply, for_rows, listed, plan_of
from reference.data.domain import Domain
from reference.mechanisms.release.tree_counter import calibrate_tree_counter
from reference.reductions.threshold_calibration import calibrate_threshold_release

MOST_COUNTED = 2**20
"""Points of a domain on which the tree counter is used: its output is a count for each."""

TARGETS = ("eps", "delta", "accuracy", "failure")


def planned_thresholds(request: Request) -> Plan:
    """The plan of the construction that needs fewer rows.

    It is (eps, delta)-private, the counter (eps, 0)-private, and (alpha, beta)-accurate on enough
    rows.  Which one it is does not depend on the number of rows.
    """
    domain = Domain.of_size(request.integer("domain", 1))
    eps, delta, alpha, beta = (request.target(name) for name in TARGETS)
    calibrate = partial(calibrate_threshold_release, eps, delta, alpha, beta, domain)
    release = for_rows(calibrate, request.rows)
    if domain.size <= MOST_COUNTED:
        counter = calibrate_tree_counter(eps, alpha, beta, domain)
        if counter.rows_needed <= release.rows_needed:
            needed = counter.rows_needed
            supply = Supply(needed if request.rows is None else request.rows, needed)
            shown: dict[str, str | int] = {"construction": "tree counter"}
            parameters = {**shown, **listed(counter, ("root", "error"))}
            return Plan(counter.mechanism, parameters, (supply,), declares=True)
    names = ("root", "node_root", "blocks", "length", "allowed", "solvable", "count_error")
    return plan_of(release, names, construction="release by noisy blocks of rows")


THRESHOLDS = Derivation(
    planned_thresholds,
    "--eps --delta --accuracy --failure and -p domain=SIZE",
    (*TARGETS, "domain"),
)
