"""Interior point mechanisms for a target."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from audits.inputs.plans import Derivation, Plan, Request, for_rows, plan_of
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

LONGEST_POWER = 10**8
"""Binary digits of e^(T eps'/4), T the threshold."""

SHOWN = ("root", "delta", "trim", "threshold", "failure_probability")


def _derivation(
    calibrate: Callable[..., TreeLogPlan | HeavyPathsPlan | RecPrefixPlan],
    *more: str,
    shown: tuple[str, ...] = SHOWN,
) -> Derivation:
    """From eps, delta, the other targets and the size of a domain."""
    targets = ("eps", "delta", *more)

    def plan(request: Request) -> Plan:
        domain = Domain.of_size(request.integer("domain", 1))
        numbers = [request.target(name) for name in targets]
        found = for_rows(partial(calibrate, *numbers, domain), request.rows)
        if found.recursive:
            digits = found.threshold * found.root.numerator.bit_length()
            request.refuse_long_powers(digits, LONGEST_POWER)
        return plan_of(found, shown)

    usage = " ".join(f"--{name}" for name in targets)
    return Derivation(plan, f"{usage} and -p domain=SIZE", (*targets, "domain"))


TREE_LOG = _derivation(calibrate_tree_log)
HEAVY_PATHS = _derivation(calibrate_heavy_paths, shown=(*SHOWN, "cutoff"))
REC_PREFIX = _derivation(calibrate_rec_prefix, "failure")
